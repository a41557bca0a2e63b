"""Numbers and texts as they are written: how they are read, and how they are written back."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import Final

from gameplan.expressions.errors import ExpressionError
from gameplan.expressions.limits import MAX_DIGITS
from gameplan.expressions.values import Number
from gameplan.expressions.wording import quoted

_NUMBER: Final = re.compile(r"(0|[1-9][0-9]*)(?:\.([0-9]+))?", re.ASCII)
_HEX: Final = re.compile(r"[0-9A-Fa-f]{4}", re.ASCII)
_ESCAPES: Final = {"n": "\n", "r": "\r", "t": "\t", "b": "\b", "f": "\f", "\\": "\\", "/": "/", '"': '"', "'": "'"}
_WRITTEN: Final = {"\n": "\\n", "\r": "\\r", "\t": "\\t", "\b": "\\b", "\f": "\\f", "\\": "\\\\", '"': '\\"'}


def scan_number(text: str, start: int) -> tuple[Number, int]:
    """The number that starts here, and where it ends."""
    match = _NUMBER.match(text, start)
    if match is None:
        raise ExpressionError("Expected a number.", start, text)
    whole, fraction = match[1], match[2]
    end = match.end()
    _refuse_other_spellings(text, start, end)
    if len(whole) > MAX_DIGITS or len(fraction or "") > MAX_DIGITS:
        raise ExpressionError(f"A number has at most {MAX_DIGITS} digits on each side of the point.", start, text)
    return (int(whole) if fraction is None else float(match[0])), end


def _refuse_other_spellings(text: str, start: int, end: int) -> None:
    following = text[end : end + 1]
    if following.isdigit() and text[start] == "0":
        hint = " Write thousands without a comma." if text[start - 1 : start] == "," else ""
        raise ExpressionError(f"A number does not begin with 0.{hint}", start, text)
    if following in ("e", "E"):
        raise ExpressionError("A number has no exponent: write it out.", end, text)
    if following == "_":
        raise ExpressionError("Write a number without _ between its digits.", end, text)
    if following == ".":
        raise ExpressionError("A number has one point, with digits on both sides of it.", end, text)
    if following and (following.isalnum() or following == "$"):
        raise ExpressionError("A number is followed directly by a name. Is an operator missing?", end, text)


def write_number(number: Number) -> str:
    """The number as it is written in an expression: never with an exponent."""
    if isinstance(number, int):
        return str(int(number))
    written = format(Decimal(repr(float(number))), "f")
    return written if "." in written else written + ".0"


def scan_text(text: str, start: int) -> tuple[str, int]:
    """The text in quotes that starts here, without its quotes and escapes, and where it ends."""
    quote = text[start]
    parts: list[str] = []
    at = start + 1
    while True:
        character = text[at : at + 1]
        if character == quote:
            return "".join(parts), at + 1
        if character == "\\":
            part, at = _scan_escape(text, at)
            parts.append(part)
        elif character in ("", "\n", "\r"):
            raise ExpressionError(f"This text is not closed: expected {quote} at its end.", start, text)
        elif character < " " or "\ud800" <= character <= "\udfff":
            raise ExpressionError(f"Write this character as \\u{ord(character):04x}.", at, text)
        else:
            parts.append(character)
            at += 1


def _scan_escape(text: str, at: int) -> tuple[str, int]:
    letter = text[at + 1 : at + 2]
    if letter in _ESCAPES:
        return _ESCAPES[letter], at + 2
    if letter != "u":
        found = f"\\{letter}" if letter.strip() else "\\"
        raise ExpressionError(
            f"{quoted(found)} is not an escape. Write \\\\ for a backslash; there are also "
            "\\n \\r \\t \\b \\f \\/ \\\" \\' and \\u0000.",
            at,
            text,
        )
    high = _scan_hex(text, at)
    if 0xD800 <= high < 0xDC00 and text.startswith("\\u", at + 6):
        low = _scan_hex(text, at + 6)
        if 0xDC00 <= low < 0xE000:
            return chr(0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00)), at + 12
    if 0xD800 <= high < 0xE000:
        raise ExpressionError("This is half of a character: \\ud800 to \\udfff come in pairs.", at, text)
    return chr(high), at + 6


def _scan_hex(text: str, at: int) -> int:
    match = _HEX.match(text, at + 2)
    if match is None:
        raise ExpressionError("Expected four hexadecimal digits after \\u.", at, text)
    return int(match[0], 16)


def write_text(text: str) -> str:
    """The text in double quotes, with everything escaped that cannot be seen."""
    return '"' + "".join(map(_written, text)) + '"'


def _written(character: str) -> str:
    if character in _WRITTEN:
        return _WRITTEN[character]
    if character.isprintable():
        return character
    code = ord(character)
    if code < 0x10000:
        return f"\\u{code:04x}"
    return f"\\u{0xD800 + ((code - 0x10000) >> 10):04x}\\u{0xDC00 + ((code - 0x10000) & 0x3FF):04x}"
