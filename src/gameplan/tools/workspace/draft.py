"""What a call would do to the world, worked out before anything is done: for the preview, the hash and the act."""

from __future__ import annotations

import hashlib
import json
import os
import re
import stat
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from pathlib import Path
from types import TracebackType
from typing import TypeAlias

from gameplan.tools.errors import ToolRefused
from gameplan.tools.workspace.changes import Change
from gameplan.tools.workspace.folder import Folder, twins
from gameplan.tools.workspace.paths import shown
from gameplan.tools.workspace.states import (
    ABSENT,
    Effort,
    Seen,
    Signature,
    State,
    chunks_beneath,
    digest_of,
    look,
    same,
)
from gameplan.tools.workspace.targets import check_new_name, is_repository
from gameplan.tools.workspace.trees import Tree, repository

Content: TypeAlias = Callable[[], Iterator[bytes]]


@dataclass(frozen=True, slots=True)
class Put:
    """Make what the change says, beside its path, and let it take its place. Stands for one change."""

    content: Content | None = None


@dataclass(frozen=True, slots=True)
class Remove:
    """Take away a file, a link or an empty directory. Stands for one change."""


@dataclass(frozen=True, slots=True)
class Rename:
    """Give a file or a whole directory another path. Stands for the changes of all that is in it."""

    source: str
    destination: str
    covers: int


@dataclass(frozen=True, slots=True)
class Discard:
    """Move a file or a whole directory to the trash of the run. Stands for the changes of all that is in it."""

    path: str
    number: int
    covers: int


Act: TypeAlias = Put | Remove | Rename | Discard


def covered(act: Act) -> int:
    """How many of the changes, in their order, an act stands for."""
    return act.covers if isinstance(act, Rename | Discard) else 1


class Draft:
    """Collects the changes of one call. Looking is all it does.

    `changes` and `acts` are in the order in which they will happen. `kept` are the files whose bytes would be gone,
    `signatures` what was looked at and must still be the same when it is changed.
    """

    def __init__(self, folder: Folder, effort: Effort) -> None:
        self.folder = folder
        self.effort = effort
        self.resources = ExitStack()
        self.changes: list[Change] = []
        self.acts: list[Act] = []
        self.trash: list[str] = []
        self.kept: list[str] = []
        self.signatures: dict[str, Signature | None] = {}
        self.texts: dict[str, tuple[bytes, bytes]] = {}  # before and after, where a preview can show them
        self.remarks: list[str] = []
        self._made: dict[str, int] = {}  # new directories, and their modes

    def look(self, path: str) -> Seen:
        """How a path stands; the act will see whether it still does."""
        return self._remember(path, look(self.folder, path, self.effort))

    def file(self, path: str) -> Seen:
        """How the file at a path stands; anything else is refused."""
        seen = self.look(path)
        match seen.kind:
            case "file":
                return seen
            case "absent":
                raise not_found(self.folder, path)
            case "directory":
                raise ToolRefused(f'"{shown(path)}" is a directory.', code="is_a_directory")
            case _:
                raise is_a_link(path)

    def read(self, path: str, seen: Seen, limit: int) -> bytes:
        """The bytes of a file that was looked at."""
        if seen.state.size > limit:
            message = f'"{shown(path)}" has {seen.state.size:,} bytes; {limit:,} can be changed in one call.'
            raise ToolRefused(message, code="too_large")
        content = b"".join(chunks_beneath(self.folder, path))
        if digest_of(content) != seen.state.digest:
            raise ToolRefused(f'"{shown(path)}" is being changed at this moment; try again.', code="busy")
        return content

    def put_bytes(self, path: str, content: bytes, *, overwrite: bool) -> State:
        """A file with these bytes."""
        return self.put(path, lambda: iter((content,)), digest_of(content), len(content), overwrite=overwrite)

    def put(
        self, path: str, content: Content, digest: str, size: int, *, overwrite: bool, mode: int | None = None
    ) -> State:
        """A file with this content, in the place of the one that is there or in a new one. Returns what was there."""
        before = self.look(path).state
        match before.kind:
            case "directory":
                raise ToolRefused(f'"{shown(path)}" is a directory.', code="is_a_directory")
            case "symlink":
                raise is_a_link(path)
            case "absent":
                self.make_way(path)
                mode = new_mode(0o666) if mode is None else mode
            case "file":
                mode = before.mode & 0o777  # as when anybody writes to it: what grants an identity does not stay
        after = State("file", digest, size, mode)
        if same(before, after):
            return before
        if before.kind == "file":
            if not overwrite:
                message = f'There is "{shown(path)}" already. Say overwrite to replace it.'
                raise ToolRefused(message, code="exists", needs=("overwrite",))
            self.give_up(path, before)
        self.add(Put(content), Change(path, before, after))
        return before

    def give_up(self, path: str, before: State) -> None:
        """A file that is there is replaced: it must be one that may be, and its bytes are kept."""
        if is_repository(path.rpartition("/")[2]):
            raise repository(path)
        if not before.mode & 0o222:
            message = f'"{shown(path)}" is read-only: somebody wanted it to stay as it is.'
            raise ToolRefused(message, code="read_only")
        self.kept.append(path)

    def make_way(self, path: str, *, leaving: str = "") -> None:
        """The directories on the way to something new, and its name, which must not be the twin of one that stays."""
        parts = path.split("/")
        for depth in range(1, len(parts)):
            self.make_directory("/".join(parts[:depth]))
        self._check_new(path, leaving)

    def make_directory(self, path: str) -> bool:
        """A directory, unless it is there already; True if it is new."""
        if path in self._made:
            return False
        above = path.rpartition("/")[0]
        seen = Seen(ABSENT) if above in self._made else self.look(path)
        match seen.kind:
            case "directory":
                return False
            case "symlink":
                raise is_a_link(path)
            case "file":
                raise ToolRefused(f'"{shown(path)}" is a file, not a directory.', code="not_a_directory")
        self._check_new(path)
        mode = self._made[path] = self._directory_mode(above)
        self.add(Put(), Change(path, ABSENT, State("directory", mode=mode)))
        return True

    def add(self, act: Act, *changes: Change) -> None:
        if len(changes) != covered(act):
            raise AssertionError(f"{act} stands for {covered(act)} changes, not for {len(changes)}")
        self.acts.append(act)
        self.changes += changes

    def take(self, tree: Tree) -> None:
        """What is in a tree has been looked at, too."""
        for path, seen in tree.entries.items():
            self._remember(path, seen)

    @property
    def fingerprint(self) -> str:
        """The same as long as the call would find the same and leave the same."""
        return fingerprint_of(self.changes, self.trash)

    def __enter__(self) -> Draft:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.resources.close()

    def _remember(self, path: str, seen: Seen) -> Seen:
        self.signatures[path] = seen.signature
        return seen

    def _check_new(self, path: str, leaving: str = "") -> None:
        above, _, name = path.rpartition("/")
        check_new_name(name)
        if above in self._made:
            return
        with self.folder.parent(path, follow=False) as (directory, name):
            alike = [each for each in twins(directory, name) if each != name and _joined(above, each) != leaving]
        if alike:
            message = f'"{shown(path)}" would stand beside "{shown(alike[0])}", which reads the same. Use that name.'
            raise ToolRefused(message, code="twin")

    def _directory_mode(self, above: str) -> int:
        """As the system would make it: a directory hands on its group."""
        group = self._made.get(above)
        if group is None:
            with self.folder.parent(f"{above}/x" if above else "x", follow=False) as (directory, _):
                group = os.fstat(directory).st_mode
        return new_mode(0o777) | (group & stat.S_ISGID)


def fingerprint_of(changes: Iterable[Change], trash: Iterable[str]) -> str:
    """A hash of what is done to which paths, as it stands in the record."""
    listed = [[each.path, asdict(each.before), asdict(each.after)] for each in changes]
    return hashlib.sha256(json.dumps([listed, list(trash)]).encode()).hexdigest()


def _joined(above: str, name: str) -> str:
    return f"{above}/{name}" if above else name


def new_mode(most: int) -> int:
    """The permissions of something new: what the user's umask leaves of them."""
    try:
        status = Path("/proc/self/status").read_text()
        found = re.search(r"^Umask:\s*([0-7]+)$", status, re.MULTILINE)
    except OSError:
        found = None
    if found:
        return most & ~int(found[1], 8)
    mask = os.umask(0o077)  # there is no other way to ask; what is made in between is only more private
    os.umask(mask)
    return most & ~mask


def is_a_link(path: str) -> ToolRefused:
    return ToolRefused(
        f'"{shown(path)}" is a symbolic link: nothing is written through it. Name the file itself.', code="symlink"
    )


def not_found(folder: Folder, path: str) -> ToolRefused:
    """There is no such thing; with the names that it may have been mistaken for."""
    alike: list[str] = []
    try:
        with folder.parent(path, follow=False) as (directory, name):
            alike = twins(directory, name)
    except ToolRefused:
        pass
    hint = f' There is "{shown(alike[0])}".' if alike else ""
    return ToolRefused(f'There is no "{shown(path)}" in the workspace.{hint}', code="not_found")
