"""The tool `archive_files`."""

from __future__ import annotations

import tempfile
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import IO, Annotated, Any

from gameplan.tools.context import ToolContext
from gameplan.tools.effects import CONTROL, Destroys, Reads, Writes
from gameplan.tools.errors import ToolRefused
from gameplan.tools.memory import Memory
from gameplan.tools.outcome import Done
from gameplan.tools.tool import Tool, tool
from gameplan.tools.workspace.draft import Draft
from gameplan.tools.workspace.paths import MAX_PATH, check_spelling, shown
from gameplan.tools.workspace.states import Seen, chunks_beneath
from gameplan.tools.workspace.store import hashed
from gameplan.tools.workspace.targets import Endangers, endangered, file_target, target
from gameplan.tools.workspace.trees import open_tree
from gameplan.tools.workspace.walk import counted, plain, some
from gameplan.tools.workspace.writer import Writer

_CHUNK = 1 << 18
_NO_DATE = (1980, 1, 1, 0, 0, 0)  # so that the same files always make the same archive


@dataclass(frozen=True, slots=True, kw_only=True)
class ArchiveFiles:
    paths: Annotated[tuple[str, ...], CONTROL] = field(
        metadata={
            "description": 'Files and directories to put in, relative to the workspace; "." is all of it.',
            "min_length": 1,
            "max_length": 1_000,
        }
    )
    destination: Annotated[str, CONTROL] = field(
        metadata={"description": 'The archive to make: "backup.zip".', "max_length": MAX_PATH}
    )
    overwrite: bool = field(default=False, metadata={"description": "Replace an archive that is there."})


@dataclass(frozen=True, slots=True, kw_only=True)
class Archived:
    """The archive, what is in it, and what was passed by: links and repositories."""

    path: str
    files: int
    size: int
    sha256: str
    passed_by: tuple[str, ...]


def archive_files_tool(writer: Writer) -> Tool[Any, Any]:
    @tool(
        effects=(
            Reads("paths"),
            Writes("destination"),
            Destroys(lambda params: (params.destination,) if params.overwrite else ()),
            Endangers(lambda params: endangered([params.destination])),
        ),
        memory=Memory.BRIEF,
        timeout=120,
        primary="path",
        preview=writer.preview(_archive_files),
        fingerprint=writer.fingerprint(_archive_files),
        spares=writer.spares(_archive_files),
        aftermath=writer.aftermath,
    )
    async def archive_files(params: ArchiveFiles, context: ToolContext) -> Done[Archived]:
        """Put files and directories into a ZIP archive, under the paths that they have in the workspace.

        Symbolic links and the folders .git and .gameplan are left out.
        """
        return await writer.carry_out(_archive_files, params, context)

    return archive_files


def _archive_files(draft: Draft, params: ArchiveFiles) -> Done[Archived]:
    destination = file_target(params.destination)
    entries: dict[str, Seen] = {}
    passed_by: list[str] = []
    for path in params.paths:
        check_spelling(path)
        tree = open_tree(draft.folder, "." if plain(path) == "." else target(path), draft.effort)
        draft.take(tree)
        entries |= tree.entries
        passed_by += tree.passed_by
    entries.pop(destination, None)
    passed_by += [path for path, seen in entries.items() if seen.kind == "symlink"]
    packed = {path: seen for path, seen in sorted(entries.items()) if seen.kind != "symlink"}
    if not packed:
        raise ToolRefused("There is nothing to put into the archive.", code="nothing_to_archive")
    file = draft.resources.enter_context(_nameless())
    _pack(draft, packed, file)
    size = file.tell()
    digest = hashed(_all(file))
    draft.put(destination, lambda: _all(file), digest, size, overwrite=params.overwrite)
    files = sum(seen.kind == "file" for seen in packed.values())
    message = f"Archived {counted(files, 'file')} in {shown(destination)}, {counted(size, 'byte')}."
    note = f"Left out: {some(passed_by)}." if passed_by else ""
    if note:
        draft.remarks.append(note)
    left_out = tuple(dict.fromkeys(passed_by))
    return Done(Archived(path=destination, files=files, size=size, sha256=digest, passed_by=left_out), message, note)


def _pack(draft: Draft, entries: dict[str, Seen], file: IO[bytes]) -> None:
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, seen in entries.items():
            draft.effort.stop.check()
            info = zipfile.ZipInfo(f"{path}/" if seen.kind == "directory" else path, _NO_DATE)
            info.create_system = 3  # Unix: the permissions are meant
            info.external_attr = (0o040000 if seen.kind == "directory" else 0o100000) << 16 | (
                seen.state.mode & 0o777
            ) << 16
            if seen.kind == "directory":
                info.external_attr |= 0x10
                archive.writestr(info, b"")
                continue
            info.compress_type = zipfile.ZIP_DEFLATED
            with archive.open(info, "w") as entry:
                for chunk in chunks_beneath(draft.folder, path):
                    entry.write(chunk)
    file.seek(0, 2)


def _nameless() -> IO[bytes]:
    """A file that nobody else can find, and that is gone with the process."""
    return tempfile.TemporaryFile()


def _all(file: IO[bytes]) -> Iterator[bytes]:
    file.seek(0)
    while chunk := file.read(_CHUNK):
        yield chunk
