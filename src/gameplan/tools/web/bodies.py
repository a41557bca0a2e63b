"""What an answer says, as text: unpacked within bounds, decoded as it says, and refused if it is not text."""

from __future__ import annotations

import codecs
import re
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from email.message import Message
from typing import Final

from gameplan.tools.errors import ToolRefused
from gameplan.tools.workspace.binary import what_binary
from gameplan.tools.workspace.paths import shown

_TEXT: Final = re.compile(
    r"text/.+|application/(?:.+\+)?(?:json|xml|yaml|toml)|application/(?:x-)?(?:ndjson|javascript|ecmascript|yaml|toml|"
    r"sql|sh|csv|latex|tex|www-form-urlencoded)|image/svg\+xml|message/.+"
)
_ENCODINGS: Final = re.compile(
    r"utf-?(?:8|8-sig|16|16-be|16-le|32|32-be|32-le)|ascii|iso8859-\d+|cp\d+|koi8-[rtu]|mac-roman|shift_jis(?:_\w+)?|"
    r"euc_\w+|iso2022_\w+|gb\w+|big5\w*|johab|hz|tis-620"
)
_MARKS: Final = (
    *((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF32_LE, "utf-32"), (codecs.BOM_UTF32_BE, "utf-32")),
    *((codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16")),
)
_CHUNK: Final = 1 << 16


@dataclass(frozen=True, slots=True)
class Body:
    """The bytes of an answer, as far as they were wanted."""

    content: bytes
    truncated: bool


def check_type(headers: Message, where: str) -> str:
    """The type of an answer, if that is text or not said."""
    if "content-type" not in headers:
        return ""
    kind = headers.get_content_type()
    if not _TEXT.fullmatch(kind):
        raise _not_text(where, shown(kind, 80))
    return kind


def read_body(read: Callable[[int], bytes], packing: str, most: int, where: str) -> Body:
    """At most so many bytes of an answer, unpacked. No more is taken from the other side than is needed for them."""
    packing = packing.strip().lower()
    if packing in ("", "identity"):
        content = bytearray()
        while len(content) <= most and (chunk := read(min(_CHUNK, most + 1 - len(content)))):
            content += chunk
        return Body(bytes(content[:most]), len(content) > most)
    if packing not in ("gzip", "x-gzip", "deflate"):
        message = f"{where} answered in a packing that was not asked for: {shown(packing, 40)}."
        raise ToolRefused(message, code="unusable_answer")
    return _unpacked(read, packing, most, where)


def as_text(content: bytes, headers: Message, where: str) -> str:
    """The text, decoded as the answer says, as its first bytes say, or as UTF-8; what does not fit is marked."""
    marked = next((name for mark, name in _MARKS if content.startswith(mark)), "")
    said = marked or _encoding(headers.get_content_charset("") or "")
    if not said and "content-type" not in headers and (what := what_binary(content)):
        raise _not_text(where, what)
    return content.decode(said or "utf-8", errors="replace")


def _unpacked(read: Callable[[int], bytes], packing: str, most: int, where: str) -> Body:
    """A small answer may hold a huge one: it is unpacked piece by piece, and never further than is wanted."""
    unpacker = zlib.decompressobj(zlib.MAX_WBITS if packing == "deflate" else 16 + zlib.MAX_WBITS)
    content = bytearray()
    try:
        while len(content) <= most and not unpacker.eof:
            packed = unpacker.unconsumed_tail or read(_CHUNK)
            if not packed:
                break
            content += unpacker.decompress(packed, most + 1 - len(content))
    except zlib.error:
        raise ToolRefused(f"{where} answered with something that cannot be unpacked.", code="unusable_answer") from None
    return Body(bytes(content[:most]), len(content) > most or not unpacker.eof)


def _encoding(name: str) -> str:
    """A name that an answer gives to its encoding, if that is one of text, and one of the usual."""
    try:
        known = codecs.lookup(name).name if name else ""
    except LookupError:
        return ""
    return known if _ENCODINGS.fullmatch(known) else ""


def _not_text(where: str, what: str) -> ToolRefused:
    return ToolRefused(f"{where} is {what}, not text.", code="not_text")
