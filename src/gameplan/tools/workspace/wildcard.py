r"""Shell-like patterns: `*`, `?`, `[a-z]`, `\` and, between slashes, `**`. They mean what they mean to git.

Patterns come from outside (a model, a `.gitignore`), so they never become regular expressions: matching takes at most
the length of the pattern times the length of the text.
"""

from __future__ import annotations

import string
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias, TypeVar

T = TypeVar("T")
U = TypeVar("U")


class InvalidPattern(ValueError):
    """A pattern that can never match: a bracket that is not closed, a backslash at the end."""


@dataclass(frozen=True, slots=True)
class _OneOf:
    """A bracket: single characters, ranges, and named classes as the characters they hold."""

    characters: frozenset[str]
    ranges: tuple[tuple[str, str], ...]
    negated: bool

    def holds(self, character: str) -> bool:
        inside = character in self.characters or any(low <= character <= high for low, high in self.ranges)
        return inside != self.negated and character != "/"


class _Any:
    """`?`: any one character."""


class _Star:
    """`*`: any number of anything; `**` as a whole component: any number of components."""


_SLASH: Final = "/"
_ANY: Final = _Any()
_STAR: Final = _Star()
_Token: TypeAlias = str | _OneOf | _Any | _Star
NamePattern: TypeAlias = Callable[[str], bool]

_CLASSES = {
    "alnum": string.ascii_letters + string.digits,
    "alpha": string.ascii_letters,
    "blank": " \t",
    "cntrl": "".join(map(chr, [*range(32), 127])),
    "digit": string.digits,
    "graph": string.ascii_letters + string.digits + string.punctuation,
    "lower": string.ascii_lowercase,
    "print": string.ascii_letters + string.digits + string.punctuation + " ",
    "punct": string.punctuation,
    "space": " \t\n\r\v\f",
    "upper": string.ascii_uppercase,
    "xdigit": string.hexdigits,
}


def name_pattern(pattern: str) -> NamePattern:
    """A pattern for one name, without slashes."""
    return _component(_tokens(pattern))


class PathPattern:
    """A pattern for the components of a path, in which `**` stands for any number of them."""

    __slots__ = ("_components", "_deeper")

    def __init__(self, pattern: str) -> None:
        components: list[list[_Token]] = [[]]
        for token in _tokens(pattern):
            if token == _SLASH:
                components.append([])
            else:
                components[-1].append(token)
        parts: list[NamePattern | _Star] = [
            _STAR if len(each) > 1 and all(token is _STAR for token in each) else _component(each)
            for each in components
        ]
        self._deeper = len(parts) > 1 and parts[-1] is _STAR  # "a/**" is what lies in a, not a itself
        self._components = parts

    def matches(self, path: Sequence[str]) -> bool:
        if self._deeper:
            return any(_matches(self._components[:-1], path[:end], _fits) for end in range(len(path) - 1, -1, -1))
        return _matches(self._components, path, _fits)


def _fits(part: NamePattern | _Star, name: str) -> bool:
    return not isinstance(part, _Star) and part(name)


def _component(tokens: list[_Token]) -> NamePattern:
    literal = "".join(token for token in tokens if isinstance(token, str))
    stars = len(tokens) - sum(isinstance(token, str) for token in tokens)
    if stars == 0:
        return literal.__eq__
    if stars == 1 and tokens[0] is _STAR:
        return lambda name: name.endswith(literal)
    if stars == 1 and tokens[-1] is _STAR:
        return lambda name: name.startswith(literal)
    return lambda name: _matches(tokens, name, _stands_for)


def _stands_for(token: _Token, character: str) -> bool:
    if isinstance(token, _OneOf):
        return token.holds(character)
    return token is _ANY or token == character


def _matches(pattern: Sequence[T], items: Sequence[U], fits: Callable[[T, U], bool]) -> bool:
    """Both from left to right; on a mismatch the last star takes one item more. Earlier stars need no second try."""
    at = here = 0
    star = resume = -1
    while here < len(items):
        if at < len(pattern) and pattern[at] is _STAR:
            star, resume = at, here
            at += 1
        elif at < len(pattern) and fits(pattern[at], items[here]):
            at += 1
            here += 1
        elif star >= 0:
            resume += 1
            at, here = star + 1, resume
        else:
            return False
    return all(each is _STAR for each in pattern[at:])


def _tokens(pattern: str) -> list[_Token]:
    tokens: list[_Token] = []
    at = 0
    while at < len(pattern):
        match pattern[at]:
            case "*":
                tokens.append(_STAR)
            case "?":
                tokens.append(_ANY)
            case "\\":
                at += 1
                tokens.append(_character(pattern, at))
            case "[":
                bracket, at = _bracket(pattern, at + 1)
                tokens.append(bracket)
            case character:
                tokens.append(character)
        at += 1
    return tokens


def _bracket(pattern: str, at: int) -> tuple[_OneOf, int]:
    """The bracket whose inside begins at `at`, and the place of the `]` that closes it."""
    negated = pattern[at : at + 1] in ("!", "^")
    at += negated
    characters: set[str] = set()
    ranges: list[tuple[str, str]] = []
    before = ""  # what a "-" would make a range with
    first = True
    while first or _character(pattern, at) != "]":
        first = False
        character = _character(pattern, at)
        name_end = pattern.find("]", at + 2) if pattern.startswith("[:", at) else -1
        if pattern.startswith("[:", at) and name_end < 0:
            raise InvalidPattern(pattern)
        if character == "\\":
            at += 1
            before = _character(pattern, at)
            characters.add(before)
        elif character == "-" and before and pattern[at + 1 : at + 2] not in ("", "]"):
            at += 1
            if pattern[at] == "\\":
                at += 1
            ranges.append((before, _character(pattern, at)))
            before = ""
        elif name_end > at + 2 and pattern[name_end - 1] == ":":
            name = pattern[at + 2 : name_end - 1]
            if name not in _CLASSES:
                raise InvalidPattern(pattern)
            characters.update(_CLASSES[name])
            at, before = name_end, ""
        else:
            before = character
            characters.add(character)
        at += 1
    return _OneOf(frozenset(characters), tuple(ranges), negated), at


def _character(pattern: str, at: int) -> str:
    if at >= len(pattern):
        raise InvalidPattern(pattern)
    return pattern[at]
