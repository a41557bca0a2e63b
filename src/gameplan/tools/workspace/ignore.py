"""What listing and searching leave out: `.git`, `.gameplan`, and what `.gitignore` files say, as git reads them."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from gameplan.tools.workspace.paths import is_private
from gameplan.tools.workspace.wildcard import InvalidPattern, PathPattern, name_pattern

MAX_IGNORE_FILE = 500_000
Parts: TypeAlias = tuple[str, ...]


def never_shown(name: str) -> bool:
    """True for names that no listing and no search shows."""
    return name.lower() == ".git" or is_private(name)


@dataclass(frozen=True, slots=True)
class _Line:
    matches: Callable[[Parts], bool]
    negated: bool
    directories_only: bool


@dataclass(frozen=True, slots=True)
class Rules:
    """The `.gitignore` files that apply in a directory, outermost first.

    Paths are given as `bytewise` components from the root of the workspace. As in git, what lies in an ignored
    directory is ignored too, which the caller sees to by not going in.
    """

    files: tuple[tuple[int, tuple[_Line, ...]], ...] = ()

    def with_file(self, content: bytes, depth: int) -> Rules:
        """These rules and those of a `.gitignore` in the directory `depth` levels below the root."""
        lines = tuple(line for each in _texts(content) if (line := _line(each)) is not None)
        return Rules((*self.files, (depth, lines))) if lines else self

    def ignores(self, path: Parts, *, directory: bool) -> bool:
        """The last line that matches decides; a deeper file is later than an outer one."""
        for depth, lines in reversed(self.files):
            inside = path[depth:]
            for line in reversed(lines):
                if (directory or not line.directories_only) and line.matches(inside):
                    return not line.negated
        return False


def bytewise(name: str) -> str:
    """A name as git matches it: one character for each byte."""
    return name if name.isascii() else os.fsencode(name).decode("latin-1")


def _texts(content: bytes) -> list[str]:
    text = content.removeprefix(b"\xef\xbb\xbf").decode("latin-1")
    return [line.removesuffix("\r") for line in text.split("\n")]


def _line(text: str) -> _Line | None:
    if text.startswith("#"):
        return None
    text = _without_trailing_spaces(text)
    negated = text.startswith("!")
    pattern = text[negated:]
    directories_only = pattern.endswith("/")
    pattern = pattern.removesuffix("/")
    if not pattern:
        return None
    try:
        if "/" in pattern:
            return _Line(PathPattern(pattern.removeprefix("/")).matches, negated, directories_only)
        fits = name_pattern(pattern)
    except InvalidPattern:
        return None
    return _Line(lambda path: fits(path[-1]), negated, directories_only)


def _without_trailing_spaces(text: str) -> str:
    """Spaces at the end do not count, except the first after a backslash."""
    kept = text.rstrip(" ")
    backslashes = len(kept) - len(kept.rstrip("\\"))
    return kept + " " if backslashes % 2 and len(kept) < len(text) else kept
