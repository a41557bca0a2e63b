"""What is wrong with a card or a lorebook that cannot be read."""

from __future__ import annotations

import base64
import binascii
import json
from typing import Any, Final, Literal, TypeAlias

from gameplan.tools.clean import NotJson, clean_json
from gameplan.tools.workspace.paths import shown

Code: TypeAlias = Literal[
    "unknown_format",  # neither a card nor a lorebook
    "damaged",  # it was one
    "too_large",  # larger than any card is
    "unsafe",  # it holds paths that lead out, or links
    "invalid",  # what it says is not what such a file says
]
MAX_TEXT: Final = 16_000_000


class ExchangeError(ValueError):
    """A file from elsewhere that cannot be read: what is wrong, where, and what to do."""

    def __init__(self, message: str, *, code: Code) -> None:
        super().__init__(message)
        self.code = code


def read_json(content: bytes, what: str) -> Any:
    """JSON of somebody else, without the values that only look like it. Half a surrogate pair becomes an escape."""
    if len(content) > MAX_TEXT:
        raise ExchangeError(f"{what} is larger than {MAX_TEXT:,} bytes.", code="too_large")
    try:
        value = json.loads(content.decode("utf-8-sig"))
        return clean_json(value, largest=MAX_TEXT, mend_text=True)
    except (NotJson, ValueError, RecursionError) as error:
        why = "it is nested too deeply" if isinstance(error, RecursionError) else shown(str(error))
        raise ExchangeError(f"{what} is not JSON that can be read: {why}.", code="damaged") from None


def read_base64(content: bytes, what: str) -> bytes:
    if len(content) > 2 * MAX_TEXT:
        raise ExchangeError(f"{what} is larger than {MAX_TEXT:,} bytes.", code="too_large")
    try:
        return base64.b64decode(b"".join(content.split()), validate=True)
    except binascii.Error:
        raise ExchangeError(f"{what} is not written in base64, as it should be.", code="damaged") from None


def write_json(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False, allow_nan=False).encode()
