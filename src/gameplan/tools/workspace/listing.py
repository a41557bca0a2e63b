"""The tool `list_directory`."""

from __future__ import annotations

import os
from contextlib import closing
from dataclasses import dataclass, field
from typing import Any

from gameplan.tools.effects import Reads
from gameplan.tools.errors import ToolRefused
from gameplan.tools.memory import Memory
from gameplan.tools.outcome import Done
from gameplan.tools.tool import Tool, tool
from gameplan.tools.workspace.background import Stop, in_thread
from gameplan.tools.workspace.folder import Kind
from gameplan.tools.workspace.paths import MAX_PATH, shown
from gameplan.tools.workspace.reading import Enter
from gameplan.tools.workspace.walk import Entry, Walk, counted, plain

MAX_LISTED = 500


@dataclass(frozen=True, slots=True, kw_only=True)
class ListDirectory:
    path: str = field(
        default=".",
        metadata={
            "description": 'The directory, relative to the workspace; "." is the workspace itself.',
            "max_length": MAX_PATH,
        },
    )
    depth: int = field(
        default=1,
        metadata={"description": "How many levels to show: 1 is the directory alone.", "ge": 1, "le": 10},
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Listed:
    """One entry of a directory; only files have a size."""

    path: str
    kind: Kind
    size: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Listing:
    """The entries of a directory, and how many more were left out because the list would be too long."""

    path: str
    entries: tuple[Listed, ...]
    left_out: int
    complete: bool


def list_directory_tool(enter: Enter) -> Tool[Any, Any]:
    @tool(effects=Reads("path"), memory=Memory.LATEST("listing"), timeout=30, trusted=False, primary="entries")
    async def list_directory(params: ListDirectory) -> Done[Listing]:
        """List what is in a directory of the workspace: files with their size, directories, symbolic links.

        Paths are relative to the workspace and can be given to the other tools as they are. With depth, directories
        inside are shown too. At most 500 entries are listed, and the rest is counted. What .gitignore excludes is left
        out; name such a directory to see inside.
        """
        return await in_thread(lambda stop: _list(enter, params, stop))

    return list_directory


def _list(enter: Enter, params: ListDirectory, stop: Stop) -> Done[Listing]:
    with enter() as folder, folder.opened(params.path) as start:
        if start.kind != "directory":
            raise ToolRefused(
                f'"{shown(params.path)}" is a file. Use read_file to see what is in it.', code="not_a_directory"
            )
        walk = Walk(folder, start, params.path, stop, depth=params.depth)
        listed: list[Listed] = []
        left_out = 0
        with closing(walk.entries()) as entries:
            for entry in entries:
                if len(listed) < MAX_LISTED:
                    listed.append(_listed(entry, walk))
                else:
                    left_out += 1
    listed.sort(key=lambda each: each.path.split("/"))
    listing = Listing(path=plain(params.path), entries=tuple(listed), left_out=left_out, complete=not walk.ended_early)
    return Done(listing, _message(listing, walk))


def _listed(entry: Entry, walk: Walk) -> Listed:
    size = None
    if entry.kind == "file":
        try:
            size = os.stat(entry.name, dir_fd=entry.directory, follow_symlinks=False).st_size
        except OSError:
            walk.unreadable.append(entry.path)
    return Listed(path=nameable(entry.path), kind=entry.kind, size=size)


def nameable(path: str) -> str:
    """The path itself; or, if it is not valid Unicode and cannot be said, one in which its bytes are escaped."""
    return path.encode(errors="backslashreplace").decode()


def _message(listing: Listing, walk: Walk) -> str:
    number = len(listing.entries) + listing.left_out
    at_least = "" if listing.complete else "at least "
    lines = [f"{shown(listing.path)}, {at_least}{counted(number, 'entry', 'entries')}"]
    lines += [_line(each) for each in listing.entries]
    if listing.left_out:
        lines.append(
            f"… and {at_least}{counted(listing.left_out, 'more entry', 'more entries')}, not listed. "
            "List a directory inside, or use search_files with a name."
        )
    return "\n".join([*lines, *walk.remarks()])


def _line(each: Listed) -> str:
    path = shown(each.path, MAX_PATH)
    match each.kind:
        case "directory":
            return f"{path}/"
        case "file":
            return f"{path}  {counted(each.size, 'byte')}" if each.size is not None else f"{path}  size unknown"
        case "symlink":
            return f"{path}  symbolic link"
        case "other":
            return f"{path}  special file"
