"""The tokens of an expression: numbers, texts, paths, words and signs, each with its place."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum, auto
from typing import Final

from gameplan.expressions.errors import ExpressionError
from gameplan.expressions.limits import MAX_TEXT
from gameplan.expressions.literals import scan_number, scan_text
from gameplan.expressions.paths import IDENTIFIER, NAME, FoundPath, scan_path
from gameplan.expressions.values import Number
from gameplan.expressions.wording import quoted

KEYWORDS: Final = frozenset({"and", "or", "not", "in", "true", "false", "null"})

_SPACE: Final = re.compile(r"[ \t\r\n]*")
_SIGN: Final = re.compile(r"==|!=|<=|>=|[-<>+*/%()\[\],.]")

# What people write who come from another language, the longest first, and what it is here.
_SLIPS: Final = {
    "===": 'Write "==".',
    "!==": 'Write "!=".',
    "<=>": "Compare with <, <=, >, >=, == or !=.",
    "&&": 'Write "and".',
    "||": 'Write "or".',
    "<>": 'Write "!=".',
    "=>": 'Write ">=".',
    "=<": 'Write "<=".',
    "=~": "There are no patterns here. Use contains, starts_with or ends_with.",
    "**": "There are no powers here.",
    "//": 'Write "/", and round(…) for a whole number.',
    "??": "Write exists($path) to ask whether something is there.",
    "?.": "Write exists($path) to ask whether something is there.",
    "${": 'Write "$name" without braces.',
    "{{": 'Write "$name" without braces.',
    "=": 'Write "==" to compare.',
    "!": 'Write "not".',
    "&": 'Write "and".',
    "|": 'Write "or".',
    "^": "There are no powers here.",
    "~": 'Write "not".',
    "?": 'There is no "a ? b : c" here. Use and, or, not.',
    ":": "There are no slices or objects here.",
    "{": "There are no objects here.",
    ";": "An expression is one condition. Join conditions with and.",
    "“": 'Use straight quotes: "text".',
    "”": 'Use straight quotes: "text".',
    "„": 'Use straight quotes: "text".',
    "‘": "Use straight quotes: 'text'.",
    "’": "Use straight quotes: 'text'.",
    "`": 'Use straight quotes: "text".',
    "≤": 'Write "<=".',
    "≥": 'Write ">=".',
    "≠": 'Write "!=".',
    "×": 'Write "*".',
    "÷": 'Write "/".',
    "−": 'Write "-".',
    "–": 'Write "-".',
}


class Mark(Enum):
    """What a token is by its form alone."""

    KEYWORD = auto()
    SIGN = auto()
    END = auto()


@dataclass(frozen=True)
class Reference:
    """A path: with `$` in front, or a bare name, which may also turn out to be a function."""

    found: FoundPath
    bare: bool


@dataclass(frozen=True)
class Constant:
    """A number or a text."""

    value: Number | str


@dataclass(frozen=True)
class Token:
    """A piece of an expression: what it is, as it is written, and where it begins and ends."""

    what: Mark | Reference | Constant
    text: str
    position: int

    @property
    def end(self) -> int:
        return self.position + len(self.text)


def tokenize(text: str) -> tuple[Token, ...]:
    """Take an expression apart. The last token is the end."""
    if len(text) > MAX_TEXT:
        raise ExpressionError(f"An expression is at most {MAX_TEXT:,} characters long; this one has {len(text):,}.")
    tokens: list[Token] = []
    at = _skip_space(text, 0)
    while at < len(text):
        what, end = _scan(text, at)
        tokens.append(Token(what, text[at:end], at))
        at = _skip_space(text, end)
    tokens.append(Token(Mark.END, "", at))
    return tuple(tokens)


def _skip_space(text: str, at: int) -> int:
    match = _SPACE.match(text, at)
    return at if match is None else match.end()


def _scan(text: str, at: int) -> tuple[Mark | Reference | Constant, int]:
    character = text[at]
    if character in "\"'":
        value, end = scan_text(text, at)
        return Constant(value), end
    if "0" <= character <= "9":
        number, end = scan_number(text, at)
        return Constant(number), end
    if character == "$" and not text.startswith("${", at):
        found = scan_path(text, at + 1, name=NAME)
        return Reference(found, bare=False), found.end
    if word := IDENTIFIER.match(text, at):
        if word[0] in KEYWORDS:
            return Mark.KEYWORD, word.end()
        found = scan_path(text, at, name=IDENTIFIER)
        return Reference(found, bare=True), found.end
    for length in (3, 2):
        if slip := _SLIPS.get(text[at : at + length]):
            raise ExpressionError(f"{quoted(text[at : at + length])} does not belong here. {slip}", at, text)
    if sign := _SIGN.match(text, at):
        return Mark.SIGN, sign.end()
    if slip := _SLIPS.get(character):
        raise ExpressionError(f"{quoted(character)} does not belong here. {slip}", at, text)
    raise ExpressionError(_unknown(character), at, text)


def _unknown(character: str) -> str:
    if character.isspace() or not character.isprintable():
        return f"There is an unusual character here (U+{ord(character):04X}). Use plain spaces."
    if character.isalpha():
        return f'A name has plain letters only, not {quoted(character)}. Other names are written as keys: $data["…"].'
    return f"{quoted(character)} does not belong in an expression."
