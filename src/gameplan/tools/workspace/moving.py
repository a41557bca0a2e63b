"""The tools `move_file`, `copy_file`, `delete_file` and `make_directory`: whole files and folders."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from functools import partial
from typing import Annotated, Any

from gameplan.tools.context import ToolContext
from gameplan.tools.effects import CONTROL, Destroys, Reads, Writes
from gameplan.tools.errors import ToolRefused, ToolValidationError
from gameplan.tools.memory import Memory
from gameplan.tools.outcome import Done
from gameplan.tools.tool import Tool, tool
from gameplan.tools.workspace.changes import Change
from gameplan.tools.workspace.draft import Discard, Draft, Put, Rename, is_a_link, not_found
from gameplan.tools.workspace.paths import MAX_PATH, shown
from gameplan.tools.workspace.states import ABSENT, State, chunks_beneath
from gameplan.tools.workspace.targets import Endangers, endangered, file_target, is_repository, target
from gameplan.tools.workspace.trees import Tree, repository, whole_tree
from gameplan.tools.workspace.walk import counted
from gameplan.tools.workspace.writer import Writer

_OVERWRITE = {"description": "Replace a file that is at the destination. A directory is never replaced."}
_SENSITIVE = {"description": "Take along also what other programs obey, such as .vscode or .bashrc in a directory."}
_DESTINATION = {
    "description": "The new path, with the new name: not the directory to put it in.",
    "max_length": MAX_PATH,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveFile:
    source: Annotated[str, CONTROL] = field(
        metadata={"description": "The file or directory, relative to the workspace.", "max_length": MAX_PATH}
    )
    destination: Annotated[str, CONTROL] = field(metadata=_DESTINATION)
    overwrite: bool = field(default=False, metadata=_OVERWRITE)
    allow_sensitive: bool = field(default=False, metadata=_SENSITIVE)


@dataclass(frozen=True, slots=True, kw_only=True)
class CopyFile:
    source: Annotated[str, CONTROL] = field(
        metadata={"description": "The file or directory, relative to the workspace.", "max_length": MAX_PATH}
    )
    destination: Annotated[str, CONTROL] = field(metadata=_DESTINATION)
    recursive: bool = field(default=False, metadata={"description": "Needed to copy a directory with all in it."})
    overwrite: bool = field(default=False, metadata=_OVERWRITE)
    allow_sensitive: bool = field(default=False, metadata=_SENSITIVE)


@dataclass(frozen=True, slots=True, kw_only=True)
class DeleteFile:
    path: Annotated[str, CONTROL] = field(
        metadata={"description": "The file or directory, relative to the workspace.", "max_length": MAX_PATH}
    )
    recursive: bool = field(default=False, metadata={"description": "Needed to delete a directory that is not empty."})


@dataclass(frozen=True, slots=True, kw_only=True)
class MakeDirectory:
    path: Annotated[str, CONTROL] = field(
        metadata={"description": "The directory, relative to the workspace.", "max_length": MAX_PATH}
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Moved:
    """What was moved or copied, and how much it is."""

    source: str
    destination: str
    files: int
    size: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Deleted:
    """What is gone now, and how much it is."""

    path: str
    files: int
    size: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Made:
    """The directory, and those that had to be made for it."""

    path: str
    made: tuple[str, ...]


def move_file_tool(writer: Writer) -> Tool[Any, Any]:
    @tool(
        effects=(
            Writes("source"),
            Writes("destination"),
            Destroys(lambda params: (params.destination,) if params.overwrite else ()),
            Endangers(lambda params: _labelled(params, params.source, params.destination)),
        ),
        memory=Memory.BRIEF,
        timeout=120,
        primary="destination",
        preview=writer.preview(_move_file),
        fingerprint=writer.fingerprint(_move_file),
        spares=writer.spares(_move_file),
        aftermath=writer.aftermath,
    )
    async def move_file(params: MoveFile, context: ToolContext) -> Done[Moved]:
        """Move or rename a file or a directory. Directories on the way to the destination are made."""
        return await writer.carry_out(_move_file, params, context)

    return move_file


def copy_file_tool(writer: Writer) -> Tool[Any, Any]:
    @tool(
        effects=(
            Reads("source"),
            Writes("destination"),
            Destroys(lambda params: (params.destination,) if params.overwrite else ()),
            Endangers(lambda params: _labelled(params, params.destination)),
        ),
        memory=Memory.BRIEF,
        timeout=120,
        primary="destination",
        preview=writer.preview(_copy_file),
        fingerprint=writer.fingerprint(_copy_file),
        spares=writer.spares(_copy_file),
        aftermath=writer.aftermath,
    )
    async def copy_file(params: CopyFile, context: ToolContext) -> Done[Moved]:
        """Copy a file, or with recursive a directory. Directories on the way to the destination are made."""
        return await writer.carry_out(_copy_file, params, context)

    return copy_file


def delete_file_tool(writer: Writer) -> Tool[Any, Any]:
    @tool(
        effects=(Destroys("path"), Endangers(lambda params: endangered([params.path]))),
        memory=Memory.BRIEF,
        timeout=120,
        primary="path",
        preview=writer.preview(_delete_file),
        fingerprint=writer.fingerprint(_delete_file),
        aftermath=writer.aftermath,
    )
    async def delete_file(params: DeleteFile, context: ToolContext) -> Done[Deleted]:
        """Delete a file, an empty directory, or with recursive a directory and all in it.

        It goes to the trash of the run, and comes back when the run is undone. A symbolic link is deleted itself, not
        what it points to.
        """
        return await writer.carry_out(_delete_file, params, context)

    return delete_file


def make_directory_tool(writer: Writer) -> Tool[Any, Any]:
    @tool(
        effects=(Writes("path"), Endangers(lambda params: endangered([params.path]))),
        memory=Memory.BRIEF,
        timeout=120,
        repeatable=True,
        primary="path",
        preview=writer.preview(_make_directory),
        fingerprint=writer.fingerprint(_make_directory),
        aftermath=writer.aftermath,
    )
    async def make_directory(params: MakeDirectory, context: ToolContext) -> Done[Made]:
        """Make a directory, and those on the way to it. One that is there already is fine."""
        return await writer.carry_out(_make_directory, params, context)

    return make_directory


def _move_file(draft: Draft, params: MoveFile) -> Done[Moved]:
    source, destination = target(params.source), target(params.destination)
    _check_apart(source, destination)
    tree = _tree(draft, source)
    top = tree.entries[source].state
    if top.kind == "symlink":
        raise is_a_link(source)
    _check_sensitive(tree, params, source, destination)
    there = draft.look(destination).state
    match there.kind:
        case "absent":
            draft.make_way(destination, leaving=source)
        case "file" if top.kind == "file":
            if not params.overwrite:
                raise _exists(destination)
            draft.give_up(destination, there)
        case _:
            raise _exists(destination)
    leaving = [Change(path, seen.state, ABSENT) for path, seen in tree.entries.items()]
    coming = [Change(_inside(path, source, destination), ABSENT, seen.state) for path, seen in tree.entries.items()]
    coming[0] = Change(destination, there, top)
    draft.add(Rename(source, destination, len(leaving) + len(coming)), *leaving, *coming)
    return _moved("Moved", tree, source, destination)


def _copy_file(draft: Draft, params: CopyFile) -> Done[Moved]:
    source = target(params.source)
    tree = _tree(draft, source)
    top = tree.entries[source].state
    if top.kind == "symlink":
        raise is_a_link(source)
    destination = file_target(params.destination) if top.kind == "file" else target(params.destination)
    _check_apart(source, destination)
    _check_sensitive(tree, params, source, destination)
    if top.kind == "directory":
        if not params.recursive:
            raise ToolRefused(
                f'"{shown(source)}" is a directory. Say recursive to copy it.',
                code="is_a_directory",
                needs=("recursive",),
            )
        if draft.look(destination).kind != "absent":
            raise _exists(destination)
    for path, seen in tree.entries.items():
        _copy_one(draft, path, seen.state, _inside(path, source, destination), overwrite=params.overwrite)
    return _moved("Copied", tree, source, destination)


def _copy_one(draft: Draft, path: str, state: State, destination: str, *, overwrite: bool) -> None:
    match state.kind:
        case "directory":
            draft.make_way(destination)
            draft.make_directory(destination)
        case "symlink":
            draft.add(Put(), Change(destination, ABSENT, state))
        case _:
            content = partial(chunks_beneath, draft.folder, path)
            mode = state.mode & 0o777
            draft.put(destination, content, state.digest, state.size, overwrite=overwrite, mode=mode)


def _delete_file(draft: Draft, params: DeleteFile) -> Done[Deleted]:
    path = target(params.path)
    tree = _tree(draft, path)
    if len(tree.entries) > 1 and not params.recursive:
        raise ToolRefused(
            f'"{shown(path)}" is a directory with {counted(len(tree.entries) - 1, "thing")} in it. '
            "Say recursive to delete all of it.",
            code="not_empty",
            needs=("recursive",),
        )
    signature = tree.entries[path].signature or ()
    if signature[:1] != (os.fstat(draft.folder.descriptor).st_dev,):
        message = f'"{shown(path)}" is on another file system than the workspace, and cannot go to its trash.'
        raise ToolRefused(message, code="other_file_system")
    draft.trash.append(path)
    changes = [Change(each, seen.state, ABSENT) for each, seen in tree.entries.items()]
    draft.add(Discard(path, 0, len(changes)), *changes)
    message = f"Deleted {shown(path)}: {_amount(tree)}. It is in the trash of the run."
    return Done(Deleted(path=path, files=tree.files, size=tree.size), message)


def _make_directory(draft: Draft, params: MakeDirectory) -> Done[Made]:
    path = target(params.path)
    parts = path.split("/")
    ways = ["/".join(parts[:depth]) for depth in range(1, len(parts) + 1)]
    made = tuple(each for each in ways if draft.make_directory(each))
    return Done(Made(path=path, made=made), f"{'Made' if made else 'There is already'} {shown(path)}/.")


def _tree(draft: Draft, path: str) -> Tree:
    """All that would be taken; never a repository's memory, nor a part of it that is more than a file."""
    *above, name = path.split("/")
    if is_repository(name):
        raise repository(path)
    try:
        tree = whole_tree(draft.folder, path, draft.effort)
    except ToolRefused as refusal:
        raise not_found(draft.folder, path) if refusal.code == "not_found" else refusal from None
    if tree.entries[path].kind == "directory" and any(map(is_repository, above)):
        raise repository(path)
    draft.take(tree)
    return tree


def _labelled(params: MoveFile | CopyFile, *paths: str) -> tuple[str, ...]:
    """The paths that carry the label of high risk: by their names, or because of what may lie inside."""
    return endangered(paths) or ((params.destination,) if params.allow_sensitive else ())


def _check_sensitive(tree: Tree, params: MoveFile | CopyFile, source: str, destination: str) -> None:
    """What other programs obey does not come along unlabelled, hidden in a directory of another name."""
    if _labelled(params, destination):
        return
    for path in endangered(_inside(path, source, destination) for path in tree.entries)[:1]:
        raise ToolRefused(
            f'"{shown(path)}" would be obeyed by other programs without asking; say allow_sensitive if it is wanted.',
            code="sensitive",
            needs=("allow_sensitive",),
        )


def _check_apart(source: str, destination: str) -> None:
    if f"{destination}/".startswith(f"{source}/") or f"{source}/".startswith(f"{destination}/"):
        raise ToolValidationError(
            f'"{shown(destination)}" and "{shown(source)}" are the same, or one lies in the other.', code="same_path"
        )


def _inside(path: str, source: str, destination: str) -> str:
    return destination + path.removeprefix(source)


def _exists(path: str) -> ToolRefused:
    return ToolRefused(
        f'There is "{shown(path)}" already. A file can be replaced by a file with overwrite; a directory is never.',
        code="exists",
        needs=("overwrite",),
    )


def _moved(verb: str, tree: Tree, source: str, destination: str) -> Done[Moved]:
    value = Moved(source=source, destination=destination, files=tree.files, size=tree.size)
    return Done(value, f"{verb} {shown(source)} to {shown(destination)}: {_amount(tree)}.")


def _amount(tree: Tree) -> str:
    return f"{counted(tree.files, 'file')}, {counted(tree.size, 'byte')}"
