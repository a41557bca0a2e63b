"""A copy of the workspace for one command to work on, and what the command changed in it.

The workspace is read through its open directory, so nothing on the way can be swapped; the command never sees it.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

from gameplan.tools.commands.sandbox import prepare
from gameplan.tools.errors import ToolRefused
from gameplan.tools.workspace.background import Stop
from gameplan.tools.workspace.beneath import DIRECTORY, opener
from gameplan.tools.workspace.folder import Folder, kind_of, refusing
from gameplan.tools.workspace.paths import is_private
from gameplan.tools.workspace.states import Effort, Seen, State, chunks_beneath, look_at, same
from gameplan.tools.workspace.store import NEW, write_all

_FILE_MODE: Final = 0o777


@dataclass(slots=True)
class Everything:
    """All that there is in a folder, each directory before what is in it; and what cannot be taken along."""

    entries: dict[str, State] = field(default_factory=dict)
    times: dict[str, int] = field(default_factory=dict)
    left_out: list[str] = field(default_factory=list)


class Scratch:
    """A folder of its own with a copy of the workspace in it, to be worked on by `owner`. Remove it afterwards.

    `workspace` is how the workspace stood when it was copied, `before` how the copy stood before the command.
    `left_out` is what could not be copied, there and back.
    """

    def __init__(self, owner: int | None) -> None:
        # Somebody else must be able to get there, so it is not where only we may go.
        shared = None if owner is None else "/tmp"  # noqa: S108
        self._owner = owner
        self.place = Path(tempfile.mkdtemp(prefix=f"gameplan-{os.getpid()}-", dir=shared))
        self.copy = self.place / "workspace"
        self.workspace = Everything()
        self.before: dict[str, State] = {}
        self.left_out: list[str] = []

    def fill(self, folder: Folder, *, size: int, entries: int, stop: Stop) -> None:
        """Copy everything in a folder; one that is too large is refused."""
        try:
            self.workspace = _everything(folder, Effort(stop, entries=entries, size=size))
        except ToolRefused as refusal:
            if refusal.code != "too_large":
                raise
            raise ToolRefused(
                f"The workspace is too large to be copied for a command: {size:,} bytes and {entries:,} files and "
                "folders are allowed. Raise workspace_mb in [commands] of your settings, or work in a smaller folder.",
                code="workspace_too_large",
            ) from None
        self.left_out += self.workspace.left_out
        self.before = {path: _plain(state) for path, state in self.workspace.entries.items()}
        prepare(self.place)
        self.copy.mkdir(mode=0o700)
        _fill(self.copy, self.workspace, folder, stop)
        if self._owner is not None:
            _give(self.place, self._owner)

    def opened(self) -> tuple[int, Folder]:
        """The copy, held open."""
        descriptor = os.open(self.copy, DIRECTORY)
        return descriptor, Folder(descriptor, opener())

    def changed(self, folder: Folder, effort: Effort) -> dict[str, State]:
        """Each path that does not stand as before, and how it stands now."""
        found = _everything(folder, effort)
        self.left_out += found.left_out
        after = {path: _plain(state) for path, state in found.entries.items()}
        paths = [*self.before, *(path for path in after if path not in self.before)]
        changed = {path: after.get(path, State("absent")) for path in paths}
        return {path: now for path, now in changed.items() if not same(now, self.before.get(path, State("absent")))}

    def remove(self) -> None:
        """Take it away, whatever a command has made of it."""
        with suppress(RecursionError):  # of folders in folders without end
            shutil.rmtree(self.place, ignore_errors=True)
        if self.place.exists():
            for line in (["chmod", "-R", "u+rwX"], ["rm", "-rf"]):
                subprocess.run([*line, "--", str(self.place)], capture_output=True, check=False)  # noqa: S603


def _everything(folder: Folder, effort: Effort) -> Everything:
    found = Everything()
    ahead = ["."]
    while ahead:
        here = ahead.pop()
        with refusing(here):
            directory = folder.opener.open(folder.descriptor, here, DIRECTORY, follow=False)
        try:
            with os.scandir(directory) as entries:
                names = sorted(entry.name for entry in entries)
            for name in names:
                path = name if here == "." else f"{here}/{name}"
                if is_private(name):
                    continue
                seen = _seen(directory, name, path, effort)
                if seen is None:
                    found.left_out.append(path)
                elif seen.kind != "absent":
                    found.entries[path] = seen.state
                    found.times[path] = (seen.signature or (0,) * 5)[3 if seen.kind == "file" else 2]
                    ahead += [path] if seen.kind == "directory" else []
        finally:
            os.close(directory)
    return found


def _seen(directory: int, name: str, path: str, effort: Effort) -> Seen | None:
    """How something stands; None for pipes and devices, and for names that cannot be recorded."""
    try:
        name.encode()
        if kind_of(os.stat(name, dir_fd=directory, follow_symlinks=False).st_mode) == "other":
            return None
    except (UnicodeEncodeError, FileNotFoundError):
        return None
    try:
        return look_at(directory, name, path, effort)
    except ToolRefused as refusal:
        if refusal.code == "unnameable":
            return None
        raise


def _fill(copy: Path, found: Everything, folder: Folder, stop: Stop) -> None:
    for path, state in found.entries.items():
        stop.check()
        place = copy / path
        match state.kind:
            case "directory":
                place.mkdir(mode=state.mode & _FILE_MODE | 0o700)
            case "symlink":
                place.symlink_to(state.target)
            case "file":
                descriptor = os.open(place, NEW, 0o600)
                try:
                    if write_all(descriptor, chunks_beneath(folder, path)) != state.digest:
                        raise ToolRefused(f'"{path}" is being changed at this moment; try again.', code="busy")
                    os.fchmod(descriptor, state.mode & _FILE_MODE)
                    os.utime(descriptor, ns=(found.times[path], found.times[path]))
                finally:
                    os.close(descriptor)


def _give(place: Path, owner: int) -> None:
    """Let it belong to whom the command runs as."""
    os.chown(place, owner, owner, follow_symlinks=False)
    for above, directories, files in os.walk(place):
        for name in (*directories, *files):
            os.chown(Path(above) / name, owner, owner, follow_symlinks=False)


def _plain(state: State) -> State:
    """What of a state a copy has: what grants an identity is left behind."""
    return replace(state, mode=state.mode & _FILE_MODE if state.kind == "file" else 0)
