"""The tools `write_file`, `append_file` and `edit_file`: the text of one file."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Any, Literal

from gameplan.tools.context import ToolContext
from gameplan.tools.effects import CONTROL, DATA, Destroys, Writes
from gameplan.tools.errors import ToolRefused, ToolValidationError
from gameplan.tools.memory import Memory
from gameplan.tools.outcome import Done
from gameplan.tools.tool import Tool, tool
from gameplan.tools.workspace.binary import what_binary
from gameplan.tools.workspace.draft import Draft
from gameplan.tools.workspace.paths import MAX_PATH, shown
from gameplan.tools.workspace.states import Seen, State, digest_of
from gameplan.tools.workspace.targets import Endangers, endangered, file_target
from gameplan.tools.workspace.walk import counted
from gameplan.tools.workspace.writer import Writer

MAX_EDITED = 64_000_000
_COMPARED = 1_000_000
_PLACES = 10

_FILE = {"description": 'The file, relative to the workspace: "src/main.py".', "max_length": MAX_PATH}


@dataclass(frozen=True, slots=True, kw_only=True)
class WriteFile:
    path: Annotated[str, CONTROL] = field(metadata=_FILE)
    content: Annotated[str, DATA] = field(metadata={"description": "The whole text of the file."})
    overwrite: bool = field(
        default=True, metadata={"description": "Replace the file if it is there; if false, such a call is refused."}
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class AppendFile:
    path: Annotated[str, CONTROL] = field(metadata=_FILE)
    content: Annotated[str, DATA] = field(metadata={"description": "The text to add, with its own line ends."})


@dataclass(frozen=True, slots=True, kw_only=True)
class EditFile:
    path: Annotated[str, CONTROL] = field(metadata=_FILE)
    old: Annotated[str, DATA] = field(
        metadata={"description": "The text to replace, exactly as it stands in the file.", "min_length": 1}
    )
    new: Annotated[str, DATA] = field(metadata={"description": "The text to put in its place; may be empty."})
    all: bool = field(default=False, metadata={"description": "Replace it wherever it occurs, not only once."})


@dataclass(frozen=True, slots=True, kw_only=True)
class Written:
    """A file as it stands now. `replaced` counts the places in which an edit changed it."""

    path: str
    change: Literal["created", "replaced", "unchanged"]
    size: int
    sha256: str
    replaced: int = 0


def write_file_tool(writer: Writer) -> Tool[Any, Any]:
    @tool(
        effects=(
            Writes("path"),
            Destroys(lambda params: (params.path,) if params.overwrite else ()),
            Endangers(lambda params: endangered([params.path])),
        ),
        memory=Memory.BRIEF,
        timeout=120,
        repeatable=True,
        primary="path",
        preview=writer.preview(_write_file),
        fingerprint=writer.fingerprint(_write_file),
        spares=writer.spares(_write_file),
        aftermath=writer.aftermath,
    )
    async def write_file(params: WriteFile, context: ToolContext) -> Done[Written]:
        """Write a text file: a new one, with the directories on the way to it, or in place of the one that is there.

        The file has either its old content or all of the new one at any moment. To change a part of a file use
        edit_file. What was there is kept, and the run can be undone.
        """
        return await writer.carry_out(_write_file, params, context)

    return write_file


def append_file_tool(writer: Writer) -> Tool[Any, Any]:
    @tool(
        effects=(Writes("path"), Endangers(lambda params: endangered([params.path]))),
        memory=Memory.BRIEF,
        timeout=120,
        primary="path",
        preview=writer.preview(_append_file),
        fingerprint=writer.fingerprint(_append_file),
        aftermath=writer.aftermath,
    )
    async def append_file(params: AppendFile, context: ToolContext) -> Done[Written]:
        """Add text at the end of a file. A file that is not there is made."""
        return await writer.carry_out(_append_file, params, context)

    return append_file


def edit_file_tool(writer: Writer) -> Tool[Any, Any]:
    @tool(
        effects=(Writes("path"), Destroys("path"), Endangers(lambda params: endangered([params.path]))),
        memory=Memory.BRIEF,
        timeout=120,
        primary="path",
        preview=writer.preview(_edit_file),
        fingerprint=writer.fingerprint(_edit_file),
        aftermath=writer.aftermath,
    )
    async def edit_file(params: EditFile, context: ToolContext) -> Done[Written]:
        """Replace a piece of text in a file by another, exactly.

        The text to replace must occur exactly once: give enough of its surroundings. With all it is replaced wherever
        it occurs.
        """
        return await writer.carry_out(_edit_file, params, context)

    return edit_file


def _write_file(draft: Draft, params: WriteFile) -> Done[Written]:
    path = file_target(params.path)
    content = params.content.encode()
    before = draft.put_bytes(path, content, overwrite=params.overwrite)
    if before.size <= _COMPARED and draft.changes:
        was = draft.read(path, Seen(before), _COMPARED) if before.kind == "file" else b""
        draft.texts[path] = was, content
    return _written(path, before, content)


def _append_file(draft: Draft, params: AppendFile) -> Done[Written]:
    path = file_target(params.path)
    seen = draft.look(path)
    was = draft.read(path, seen, MAX_EDITED) if seen.kind == "file" else b""
    content = was + params.content.encode()
    before = draft.put_bytes(path, content, overwrite=True)
    if len(content) <= _COMPARED:
        draft.texts[path] = was, content
    return _written(path, before, content)


def _edit_file(draft: Draft, params: EditFile) -> Done[Written]:
    path = file_target(params.path)
    seen = draft.file(path)
    was = draft.read(path, seen, MAX_EDITED)
    if what := what_binary(was):
        raise ToolRefused(f'"{shown(path)}" is {what}, not text.', code="binary_file")
    old, new = params.old.encode(), params.new.encode()
    if not old or old == new:
        raise ToolValidationError("The old and the new text are the same: there is nothing to edit.")
    found = was.count(old)
    if found == 0:
        raise _no_match(path, was, old)
    if found > 1 and not params.all:
        raise ToolRefused(
            f'The text occurs {found:,} times in "{shown(path)}", in {_places(was, old, found)}. '
            "Give more of what is around the one that is meant, or say all.",
            code="ambiguous",
            needs=("a longer old", "all"),
        )
    content = was.replace(old, new)
    before = draft.put_bytes(path, content, overwrite=True)
    if max(len(was), len(content)) <= _COMPARED:
        draft.texts[path] = was, content
    written = _written(path, before, content, found)
    return Done(written.value, f"Replaced {counted(found, 'place')} in {shown(path)}, {_places(was, old, found)}.")


def _written(path: str, before: State, content: bytes, replaced: int = 0) -> Done[Written]:
    digest = digest_of(content)
    change: Literal["created", "replaced", "unchanged"] = "replaced"
    if before.kind == "absent":
        change = "created"
    elif before.digest == digest:
        change = "unchanged"
    said = {"created": "Created", "replaced": "Replaced", "unchanged": "There was nothing to change in"}[change]
    written = Written(path=path, change=change, size=len(content), sha256=digest, replaced=replaced)
    return Done(written, f"{said} {shown(path)}, {counted(len(content), 'byte')}.")


def _places(content: bytes, text: bytes, found: int) -> str:
    """The lines in which the text begins."""
    lines: list[int] = []
    at, line = content.find(text), 1
    counted_to = 0
    while at >= 0 and len(lines) < _PLACES:
        line += content.count(b"\n", counted_to, at)
        counted_to = at
        lines.append(line)
        at = content.find(text, at + len(text))
    more = f" and {found - len(lines):,} more" if found > len(lines) else ""
    return f"line{'s' if found > 1 else ''} {', '.join(map(str, lines))}{more}"


def _no_match(path: str, content: bytes, old: bytes) -> ToolRefused:
    hint = " Read the file, and give the text exactly as it stands there."
    if old.replace(b"\n", b"\r\n") in content:
        hint = " The lines of this file end in a carriage return and a newline (\\r\\n)."
    elif old.strip() and old.strip() in content:
        hint = " Without the white space at its ends it does occur."
    return ToolRefused(f'The text does not occur in "{shown(path)}".{hint}', code="no_match")
