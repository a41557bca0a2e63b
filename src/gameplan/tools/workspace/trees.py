"""Everything at and beneath a path, looked at: what a call that takes a whole folder would take."""

from __future__ import annotations

import os
from dataclasses import dataclass, field

from gameplan.tools.errors import ToolRefused
from gameplan.tools.workspace.beneath import DIRECTORY
from gameplan.tools.workspace.folder import Folder, refusing
from gameplan.tools.workspace.paths import is_private, private, shown
from gameplan.tools.workspace.states import Effort, Seen, look, look_at, recordable
from gameplan.tools.workspace.targets import is_repository


@dataclass(slots=True)
class Tree:
    """What there is, each directory before what is in it; and the repositories that were passed by."""

    entries: dict[str, Seen] = field(default_factory=dict)
    passed_by: list[str] = field(default_factory=list)

    @property
    def files(self) -> int:
        return sum(seen.kind != "directory" for seen in self.entries.values())

    @property
    def size(self) -> int:
        return sum(seen.state.size for seen in self.entries.values())


def whole_tree(folder: Folder, path: str, effort: Effort) -> Tree:
    """The thing at `path` and everything in it. A folder with a repository or a record in it is refused."""
    return _tree(folder, path, effort, passing_by=False)


def open_tree(folder: Folder, path: str, effort: Effort) -> Tree:
    """The same, but repositories and records in it are passed by."""
    return _tree(folder, path, effort, passing_by=True)


def _tree(folder: Folder, path: str, effort: Effort, *, passing_by: bool) -> Tree:
    tree = Tree()
    ahead = [path]
    if path != ".":
        seen = look(folder, path, effort)
        if seen.kind == "absent":
            raise ToolRefused(f'There is no "{shown(path)}" in the workspace.', code="not_found")
        tree.entries[path] = seen
        if seen.kind != "directory":
            return tree
    while ahead:
        here = ahead.pop()
        with refusing(here):
            directory = folder.opener.open(folder.descriptor, here, DIRECTORY, follow=False)
        try:
            for name in names_in(directory):
                inner = name if here == "." else f"{here}/{name}"
                recordable(name, here)
                if is_private(name) or is_repository(name):
                    if not passing_by:
                        raise private() if is_private(name) else repository(inner)
                    if not is_private(name):
                        tree.passed_by.append(inner)
                    continue
                seen = look_at(directory, name, inner, effort)
                if seen.kind == "absent":
                    continue
                tree.entries[inner] = seen
                if seen.kind == "directory":
                    ahead.append(inner)
        finally:
            os.close(directory)
    return tree


def names_in(directory: int) -> list[str]:
    """The names in an open directory, sorted."""
    with os.scandir(directory) as entries:
        return sorted(entry.name for entry in entries)


def repository(path: str) -> ToolRefused:
    return ToolRefused(
        f'"{shown(path)}" is the memory of a repository: it is not removed, moved or copied here.', code="repository"
    )
