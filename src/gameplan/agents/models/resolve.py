"""From a name to a model."""

from __future__ import annotations

import difflib
import ipaddress
import os
import re
from typing import TYPE_CHECKING
from urllib.parse import SplitResult, urlsplit

from gameplan.agents.model import Model, ModelError
from gameplan.agents.models.house import View, house_model_names, make_house_model

if TYPE_CHECKING:
    from gameplan.agents.models.provider import Connect

DEFAULT_PLANNER_MODEL = "anthropic:claude-sonnet-5-5"
"""The newest Claude Sonnet that pydantic-ai names; a test holds it to that."""

SERVER_KEY = "GAMEPLAN_SERVER_KEY"
"""The environment variable with the key for servers named by their address. Other keys are never sent to them."""

_EXAMPLES = (DEFAULT_PLANNER_MODEL, "openai:gpt-5", "google:gemini-2.5-flash")
_FORMER_NAMES = {"google-gla": "google", "google-vertex": "google-cloud"}
_NO_EXTRA = "{name} needs the model providers, which are an extra: pip install 'gameplan[models]'"


class UnknownModel(ModelError):
    """There is no model of this name."""


def resolve_model(name: str | Model, *, view: View | None = None) -> Model:
    """The model of this name; a model is returned as it is.

    `view` is for house models: a function that shows what their player may see.

    `openai:model` goes to the server in `OPENAI_BASE_URL`, if that is set. A server on this machine costs nothing; what
    another one costs is looked up by its address, and not known if it is not found.
    """
    if not isinstance(name, str):
        return name
    if name.startswith(("http://", "https://")):
        address, _, model = name.partition("#")
        return _server(name, address, model, os.environ.get(SERVER_KEY))
    kind, _, rest = name.partition(":")
    if not rest:
        raise _unknown(name)
    if kind == "house":
        try:
            return make_house_model(rest, view)
        except LookupError:
            raise _unknown(name) from None
    if kind == "recording":
        from gameplan.agents.models.recorder import PlayedModel

        return PlayedModel(rest)
    other_server = os.environ.get("OPENAI_BASE_URL", "")
    if kind == "openai" and other_server and urlsplit(other_server).hostname != "api.openai.com":
        return _server(name, other_server, rest, os.environ.get("OPENAI_API_KEY"))
    return _provider(name, _FORMER_NAMES.get(kind, kind), rest)


def _server(name: str, address: str, model: str, key: str | None) -> Model:
    """A server that speaks OpenAI's chat completions, as Ollama, llama.cpp, vLLM and most others do."""
    parts = urlsplit(address)
    if parts.username or parts.password or parts.query:
        raise ModelError(f"A key does not belong into a server's address: set {SERVER_KEY} instead.")
    if not parts.hostname or not model:
        raise UnknownModel(f'"{name}" does not name a model: write ADDRESS#MODEL, as in http://127.0.0.1:8081/v1#qwen.')
    try:
        from pydantic_ai.models.openai import OpenAIChatModel
        from pydantic_ai.providers.openai_compatible import OpenAICompatibleProvider

        from gameplan.agents.models.provider import ProviderModel
    except ImportError:
        raise ModelError(_NO_EXTRA.format(name=name)) from None

    def connect() -> OpenAIChatModel:
        return OpenAIChatModel(
            model, provider=OpenAICompatibleProvider(parts.netloc, base_url=address, api_key=key or None)
        )

    return ProviderModel(name, connect, free=_is_this_machine(parts), secrets=(key,) if key else ())


def _is_this_machine(address: SplitResult) -> bool:
    host = address.hostname or ""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")


def _provider(name: str, provider: str, model: str) -> Model:
    """A provider's own model, with its key from the environment."""
    try:
        from pydantic_ai.exceptions import UserError
        from pydantic_ai.models import infer_model
        from pydantic_ai.providers import infer_provider_class

        from gameplan.agents.models.provider import ProviderModel
    except ImportError:
        raise ModelError(_NO_EXTRA.format(name=name)) from None
    try:
        infer_provider_class(provider)
    except ValueError:
        raise _unknown(name) from None
    except ImportError:
        raise ModelError(f"{name} needs its provider's library: pip install 'pydantic-ai-slim[{provider}]'") from None
    connect: Connect = lambda: infer_model(f"{provider}:{model}")  # noqa: E731
    try:
        connect()
    except UserError as error:
        raise ModelError(_what_is_missing(name, str(error))) from None
    return ProviderModel(name, connect)


def _what_is_missing(name: str, complaint: str) -> str:
    variables = re.findall(r"`([A-Z][A-Z0-9_]+)` environment variable", complaint)
    if not variables:
        return f"{name} cannot be used: {complaint}"
    house = ", ".join(f"house:{each}" for each in house_model_names())
    return (
        f"{name} needs a key: set {' or '.join(dict.fromkeys(variables))}. "
        f"Without one there are servers of your own (http://127.0.0.1:8081/v1#MODEL)"
        + (f" and the house models: {house}." if house else ".")
    )


def _unknown(name: str) -> UnknownModel:
    house = [f"house:{each}" for each in house_model_names()]
    near = difflib.get_close_matches(name, [*house, *_provider_models()], n=3, cutoff=0.7)
    hint = f" Did you mean {' or '.join(near)}?" if near else ""
    return UnknownModel(
        f'There is no model "{name}".{hint}\n'
        f"A model is one of\n"
        f"- house:NAME, with no key and no network: {', '.join(house) or 'none is installed'}\n"
        f"- provider:model, for example {', '.join(_EXAMPLES)}\n"
        f"- an OpenAI-compatible server and its model, as in http://127.0.0.1:8081/v1#qwen\n"
        f"- recording:FILE.jsonl, what a model once answered"
    )


def _provider_models() -> tuple[str, ...]:
    try:
        from pydantic_ai.models import known_model_names
    except ImportError:
        return _EXAMPLES
    return known_model_names()
