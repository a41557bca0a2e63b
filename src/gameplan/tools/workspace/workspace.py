"""A workspace: one folder that tools may work in, and nothing outside it."""

from __future__ import annotations

import os
import threading
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from types import TracebackType
from typing import Any

from gameplan.tools.errors import ToolRefused
from gameplan.tools.tool import Tool
from gameplan.tools.workspace.beneath import DIRECTORY, Resolver, opener
from gameplan.tools.workspace.editing import append_file_tool, edit_file_tool, write_file_tool
from gameplan.tools.workspace.folder import Folder
from gameplan.tools.workspace.listing import list_directory_tool
from gameplan.tools.workspace.moving import copy_file_tool, delete_file_tool, make_directory_tool, move_file_tool
from gameplan.tools.workspace.reading import read_file_tool
from gameplan.tools.workspace.searching import search_files_tool
from gameplan.tools.workspace.unzipping import unpack_archive_tool
from gameplan.tools.workspace.writer import Writer
from gameplan.tools.workspace.zipping import archive_files_tool


class Workspace:
    """A folder, held open from the moment this is made until it is closed.

        with Workspace("project") as workspace:
            tools = workspace.reading_tools()

    The folder may be reached through a symbolic link, and its path may later be renamed or replaced: the tools stay
    with the folder that was opened. `resolver` chooses how paths are resolved beneath it: `openat2` (Linux), or `walk`,
    which goes step by step and follows no symbolic link. Without it the best that the machine has is used.
    """

    def __init__(self, root: str | os.PathLike[str], *, resolver: Resolver | None = None) -> None:
        self._descriptor = -1
        self._opener = opener(resolver)
        self._lock = threading.Lock()
        self._descriptor = os.open(root, DIRECTORY)

    @contextmanager
    def entered(self) -> Iterator[Folder]:
        """The folder for one call, with a descriptor of its own: closing the workspace meanwhile does no harm.

        (A closed descriptor's number is given to the next file that anybody opens, which may be anything.)
        """
        with self._lock:
            if self._descriptor < 0:
                raise ToolRefused("The workspace has been closed.", code="workspace_closed")
            descriptor = os.dup(self._descriptor)
        try:
            yield Folder(descriptor, self._opener)
        finally:
            os.close(descriptor)

    def reading_tools(self) -> tuple[Tool[Any, Any], ...]:
        """`list_directory`, `read_file` and `search_files`: they look, and change nothing."""
        return list_directory_tool(self.entered), read_file_tool(self.entered), search_files_tool(self.entered)

    def writing_tools(self, run_id: str) -> tuple[Tool[Any, Any], ...]:
        """The tools that change files. What they overwrite and remove is kept in `.gameplan/runs/<run_id>`.

        `undo` takes back what a session did with them. They go through no symbolic link, so that each thing has one
        path; a file is always replaced as a whole, never written to in place, so that a hard link to it elsewhere
        keeps what it has.
        """
        writer = Writer(self.entered, run_id)
        return (
            write_file_tool(writer),
            append_file_tool(writer),
            edit_file_tool(writer),
            move_file_tool(writer),
            copy_file_tool(writer),
            delete_file_tool(writer),
            make_directory_tool(writer),
            archive_files_tool(writer),
            unpack_archive_tool(writer),
        )

    def close(self) -> None:
        """Let go of the folder. Calls that are under way end by themselves; later ones are refused."""
        with self._lock:
            if self._descriptor >= 0:
                os.close(self._descriptor)
                self._descriptor = -1

    def __enter__(self) -> Workspace:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def __del__(self) -> None:
        if self._descriptor >= 0:
            warnings.warn("A workspace was not closed.", ResourceWarning, source=self, stacklevel=2)
            self.close()
