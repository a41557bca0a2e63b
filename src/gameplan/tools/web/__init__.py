"""May something be fetched? `http_fetch`: text from hosts that a person has allowed, and from no private address."""

from gameplan.tools.web.addresses import is_public
from gameplan.tools.web.allowed import Address, Web, WebError
from gameplan.tools.web.fetching import Fetched, HttpFetch, http_fetch_tool

__all__ = [
    "Address",
    "Fetched",
    "HttpFetch",
    "Web",
    "WebError",
    "http_fetch_tool",
    "is_public",
]
