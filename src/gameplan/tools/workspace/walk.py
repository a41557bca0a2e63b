"""Going through a directory and what lies beneath it, within bounds, and keeping count of what was left out."""

from __future__ import annotations

import os
import posixpath
import stat
import time
from collections import deque
from collections.abc import Generator
from dataclasses import dataclass, field

from gameplan.tools.errors import ToolRefused
from gameplan.tools.workspace.background import Stop
from gameplan.tools.workspace.beneath import DIRECTORY, READ
from gameplan.tools.workspace.folder import Folder, Kind, Opened, kind_of
from gameplan.tools.workspace.ignore import MAX_IGNORE_FILE, Parts, Rules, bytewise, never_shown
from gameplan.tools.workspace.paths import shown

MAX_ENTRIES = 250_000
MAX_SECONDS = 20.0
MAX_DEPTH = 64
_NAMED = 3


@dataclass(frozen=True, slots=True)
class Entry:
    """Something that a walk came by. `directory` is the open directory that holds it, until the walk goes on."""

    path: str
    name: str
    kind: Kind
    directory: int


@dataclass(slots=True)
class Walk:
    """One walk, breadth first, each directory in the order of its names. Symbolic links are met, never followed."""

    folder: Folder
    start: Opened
    path: str
    stop: Stop
    depth: int = MAX_DEPTH
    max_entries: int = MAX_ENTRIES
    max_seconds: float = MAX_SECONDS
    ignored: int = 0
    unreadable: list[str] = field(default_factory=list)
    too_deep: int = 0
    ended_early: str = ""
    named_although_ignored: bool = False

    def entries(self) -> Generator[Entry, None, None]:
        """What there is, without what is never shown and what `.gitignore` excludes."""
        deadline = time.monotonic() + self.max_seconds
        visited = 0
        rules, parts = self._rules_above()
        shown_as = "" if plain(self.path) == "." else plain(self.path) + "/"
        ahead = deque([("", parts, rules, 1)])
        while ahead:
            place, parts, rules, level = ahead.popleft()
            try:
                directory = self.folder.opener.open(self.start.descriptor, place or ".", DIRECTORY, follow=False)
            except OSError:
                self.unreadable.append(shown_as + place)
                continue
            try:
                rules = _with_ignore_file(rules, directory, len(parts))
                for name, kind in _names(directory, self.max_entries - visited):
                    visited += 1
                    self.stop.check()
                    if time.monotonic() > deadline:
                        self.ended_early = f"it took longer than {self.max_seconds:g} seconds"
                        return
                    if never_shown(name):
                        continue
                    inner = (*parts, bytewise(name))
                    if rules.ignores(inner, directory=kind == "directory"):
                        self.ignored += 1
                        continue
                    yield Entry(f"{shown_as}{place}{name}", name, kind, directory)
                    if kind == "directory":
                        if level < self.depth:
                            ahead.append((f"{place}{name}/", inner, rules, level + 1))
                        else:
                            self.too_deep += 1
            except OSError:
                self.unreadable.append(shown_as + place)
            finally:
                os.close(directory)
            if visited >= self.max_entries:
                self.ended_early = f"there are more than {self.max_entries:,} entries"
                return

    def remarks(self) -> list[str]:
        """What a reader should know about what is missing, as sentences."""
        remarks = []
        if self.ended_early:
            remarks.append(f"Not everything was looked at: {self.ended_early}. Choose a smaller part with path.")
        if self.ignored:
            remarks.append(f"{counted(self.ignored, 'entry', 'entries')} left out that .gitignore excludes.")
        if self.named_although_ignored:
            remarks.append(
                f"{shown(self.path)} is left out of listings and searches; it is shown because you named it."
            )
        if self.too_deep and self.depth == MAX_DEPTH:
            remarks.append(f"Only {MAX_DEPTH} levels were looked at.")
        if self.unreadable:
            remarks.append(f"Not readable: {some(self.unreadable)}.")
        return remarks

    def _rules_above(self) -> tuple[Rules, Parts]:
        """The rules that hold at the start, from the directories above it.

        Where the start is itself excluded, they do not: somebody asked for it by its name.
        """
        names = [name for name in posixpath.normpath(self.path).split("/") if name not in (".", "..")]
        parts = tuple(map(bytewise, names))
        rules = Rules()
        for depth in range(len(names)):
            try:
                with self.folder.opened("/".join(names[:depth]) or ".") as above:
                    rules = _with_ignore_file(rules, above.descriptor, depth)
            except (ToolRefused, OSError):
                break
            if never_shown(names[depth]) or rules.ignores(parts[: depth + 1], directory=True):
                self.named_although_ignored = True
                return Rules(), parts
        return rules, parts


def plain(path: str) -> str:
    """The path without what says nothing; `..` stays, because what it means depends on links."""
    return "/".join(part for part in path.split("/") if part not in ("", ".")) or "."


def counted(number: int, one: str, many: str = "") -> str:
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def some(names: list[str]) -> str:
    """The first few names, and how many more there are."""
    rest = f" and {len(names) - _NAMED:,} more" if len(names) > _NAMED else ""
    return ", ".join(shown(name) for name in names[:_NAMED]) + rest


def _names(directory: int, limit: int) -> list[tuple[str, Kind]]:
    found: list[tuple[str, Kind]] = []
    with os.scandir(directory) as entries:
        for entry in entries:
            if len(found) >= limit:
                break
            found.append((entry.name, _kind(entry)))
    return sorted(found)


def _kind(entry: os.DirEntry[str]) -> Kind:
    if entry.is_symlink():
        return "symlink"
    if entry.is_dir(follow_symlinks=False):
        return "directory"
    return "file" if entry.is_file(follow_symlinks=False) else "other"


def _with_ignore_file(rules: Rules, directory: int, depth: int) -> Rules:
    """As git does, a `.gitignore` that is a symbolic link is not read."""
    try:
        if kind_of(os.stat(".gitignore", dir_fd=directory, follow_symlinks=False).st_mode) != "file":
            return rules
        descriptor = os.open(".gitignore", READ | os.O_NOFOLLOW, dir_fd=directory)
    except OSError:
        return rules
    try:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            return rules
        content = os.read(descriptor, MAX_IGNORE_FILE + 1)
    except OSError:
        return rules
    finally:
        os.close(descriptor)
    return rules.with_file(content, depth) if len(content) <= MAX_IGNORE_FILE else rules
