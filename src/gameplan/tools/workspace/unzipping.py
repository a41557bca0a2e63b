"""The tool `unpack_archive`: an archive is somebody else's list of paths, and is read as such."""

from __future__ import annotations

import os
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from typing import IO, Annotated, Any, Final

from gameplan.tools.context import ToolContext
from gameplan.tools.effects import CONTROL, Destroys, Reads, Writes
from gameplan.tools.errors import ToolRefused
from gameplan.tools.memory import Memory
from gameplan.tools.outcome import Done
from gameplan.tools.tool import Tool, tool
from gameplan.tools.workspace.archives import UNREADABLE, ArchiveFault, ArchiveLimits, checked_entries
from gameplan.tools.workspace.beneath import READ
from gameplan.tools.workspace.draft import Draft, new_mode
from gameplan.tools.workspace.folder import refusing
from gameplan.tools.workspace.paths import MAX_PATH, check_spelling, is_private, shown
from gameplan.tools.workspace.states import signature
from gameplan.tools.workspace.store import hashed
from gameplan.tools.workspace.targets import Endangers, check_new_name, endangered, file_target, is_repository, target
from gameplan.tools.workspace.walk import counted, plain
from gameplan.tools.workspace.writer import Writer

LIMITS: Final = ArchiveLimits()
_CHUNK: Final = 1 << 18
_CODES: Final = {
    "unsafe": "unsafe_archive",
    "unusable": "unusable_archive",
    "bomb": "archive_bomb",
    "too_many": "too_large",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class UnpackArchive:
    path: Annotated[str, CONTROL] = field(
        metadata={"description": 'The ZIP archive, relative to the workspace: "data.zip".', "max_length": MAX_PATH}
    )
    directory: Annotated[str, CONTROL] = field(
        metadata={"description": 'The directory to unpack it into; "." is the workspace.', "max_length": MAX_PATH}
    )
    overwrite: bool = field(default=False, metadata={"description": "Replace files that are there already."})
    allow_sensitive: bool = field(
        default=False,
        metadata={"description": "Unpack also what other programs obey, such as .vscode or .bashrc."},
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Unpacked:
    """What came out of an archive."""

    directory: str
    files: tuple[str, ...]
    size: int


def unpack_archive_tool(writer: Writer) -> Tool[Any, Any]:
    @tool(
        effects=(
            Reads("path"),
            Writes("directory"),
            Destroys(lambda params: (params.directory,) if params.overwrite else ()),
            Endangers(lambda params: (params.directory,) if params.allow_sensitive else endangered([params.directory])),
        ),
        memory=Memory.BRIEF,
        timeout=120,
        trusted=False,
        primary="files",
        preview=writer.preview(_unpack_archive),
        fingerprint=writer.fingerprint(_unpack_archive),
        spares=writer.spares(_unpack_archive),
        aftermath=writer.aftermath,
    )
    async def unpack_archive(params: UnpackArchive, context: ToolContext) -> Done[Unpacked]:
        """Unpack a ZIP archive into a directory, which is made if it is not there.

        Nothing is overwritten unless overwrite is said. An archive with paths that lead out, links, names that stand
        there twice, or far more in it than it seems, is refused as a whole.
        """
        return await writer.carry_out(_unpack_archive, params, context)

    return unpack_archive


def _unpack_archive(draft: Draft, params: UnpackArchive) -> Done[Unpacked]:
    path = file_target(params.path)
    check_spelling(params.directory)
    directory = "" if plain(params.directory) == "." else target(params.directory)
    archive = _opened(draft, path)
    with _reading(path):
        entries = _checked(archive, path, allow_sensitive=params.allow_sensitive)
    if directory:
        draft.make_way(f"{directory}/x")
    files = []
    size = 0
    for name, info in entries.items():
        place = f"{directory}/{name}" if directory else name
        if info.is_dir():
            draft.make_way(f"{place}/x")
            continue
        draft.effort.read(info.file_size)
        content = partial(_content, archive, info, path)
        runnable = 0o111 if info.external_attr >> 16 & 0o111 else 0
        mode = new_mode(0o666 | runnable)
        draft.put(place, content, hashed(content()), info.file_size, overwrite=params.overwrite, mode=mode)
        files.append(place)
        size += info.file_size
    message = f"Unpacked {shown(path)} into {shown(directory or '.')}: {counted(len(files), 'file')}, "
    unpacked = Unpacked(directory=directory or ".", files=tuple(files), size=size)
    return Done(unpacked, message + counted(size, "byte") + ".")


def _opened(draft: Draft, path: str) -> zipfile.ZipFile:
    """The archive, held open as long as the draft."""
    seen = draft.file(path)
    if seen.state.size > LIMITS.archive:
        raise ToolRefused(f'"{shown(path)}" is larger than {LIMITS.archive:,} bytes.', code="too_large")
    with draft.folder.parent(path, follow=False) as (directory, name), refusing(path):
        descriptor = os.open(name, READ | os.O_NOFOLLOW, dir_fd=directory)
    file: IO[bytes] = draft.resources.enter_context(os.fdopen(descriptor, "rb"))
    if signature(os.fstat(descriptor)) != seen.signature:
        raise ToolRefused(f'"{shown(path)}" is being changed at this moment; try again.', code="busy")
    with _reading(path):
        return draft.resources.enter_context(zipfile.ZipFile(file))


def _checked(archive: zipfile.ZipFile, path: str, *, allow_sensitive: bool) -> dict[str, zipfile.ZipInfo]:
    """The entries by their plain names, if there is nothing wrong with any of them."""
    try:
        entries = checked_entries(archive.infolist(), LIMITS, _check_name)
    except ArchiveFault as fault:
        raise _refused(path, fault.why, _CODES[fault.wrong]) from None
    for name in entries:
        if endangered([name]) and not allow_sensitive:
            why = f'"{shown(name)}" is obeyed by other programs without asking; say allow_sensitive if it is wanted'
            raise _refused(path, why, "sensitive")
    return entries


def _check_name(name: str) -> None:
    """What may not be unpacked into a workspace, besides what may be unpacked nowhere."""
    parts = name.split("/")
    if any(is_private(part) or is_repository(part) for part in parts):
        raise ArchiveFault(f'"{shown(name)}" is the memory of a repository or of Gameplan')
    try:
        check_spelling(name)
        for part in parts:
            check_new_name(part)
    except ToolRefused as refusal:
        raise ArchiveFault(refusal.message.rstrip(".")) from None


def _content(archive: zipfile.ZipFile, info: zipfile.ZipInfo, path: str) -> Iterator[bytes]:
    """What an entry holds; never more than it says."""
    size = 0
    with _reading(path), archive.open(info) as entry:
        while chunk := entry.read(_CHUNK):
            size += len(chunk)
            if size > info.file_size:
                break
            yield chunk
    if size != info.file_size:
        raise _refused(path, f'"{shown(info.filename)}" holds something else than it says', "unusable_archive")


@contextmanager
def _reading(path: str) -> Iterator[None]:
    """What goes wrong in reading an archive is the archive's fault."""
    try:
        yield
    except UNREADABLE as error:
        raise _refused(path, f"it cannot be read: {shown(str(error))}", "unusable_archive") from None


def _refused(path: str, why: str, code: str) -> ToolRefused:
    return ToolRefused(f'"{shown(path)}" is not unpacked: {why}.', code=code)
