"""Arguments of a step as a person changes them: `NAME=VALUE`, lines, or in their own editor."""

from __future__ import annotations

import asyncio
import json
import os
import shlex
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from gameplan.cli.errors import UserError

if TYPE_CHECKING:
    from gameplan.runtime.events import Json


def pair(text: str) -> tuple[str, str]:
    """A name and a value out of `NAME=VALUE`."""
    name, equals, value = text.partition("=")
    if not equals or not name.strip():
        raise UserError(f"{text[:60]}: write it as NAME=VALUE.")
    return name.strip(), value


def as_before(text: str, value: Json) -> Json:
    """A text as the same kind of value as it replaces, where it can be read as one."""
    return text if isinstance(value, str) else as_value(text)


def as_value(text: str) -> Json:
    """A text as the value that it looks like: `3`, `true`, `[1, 2]`; anything else is a text."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text


def as_text(value: Json) -> str:
    """A value as a person edits it: a text as it is, anything else as JSON."""
    return value if isinstance(value, str) else json.dumps(value, indent=2, ensure_ascii=False)


def editor() -> list[str]:
    """The person's own editor, with its arguments; nothing, if none is set."""
    chosen = os.environ.get("VISUAL") or os.environ.get("EDITOR") or ""
    try:
        return shlex.split(chosen)
    except ValueError:
        return []


def edited_text(text: str, suffix: str = ".txt") -> str | None:
    """The text as the person left it in their editor; None if the editor could not be used."""
    return asyncio.run(edited_meanwhile(text, suffix))


async def edited_meanwhile(text: str, suffix: str = ".txt") -> str | None:
    """The same while other things go on. If it is cancelled, the editor is ended."""
    command = editor()
    if not command:
        return None
    with tempfile.TemporaryDirectory(prefix="gameplan-") as folder:
        path = Path(folder) / f"edit{suffix}"
        path.write_text(text, "utf-8")
        try:
            process = await asyncio.create_subprocess_exec(*command, str(path))
        except OSError:
            return None
        try:
            ended = await process.wait()
        except asyncio.CancelledError:
            with suppress(ProcessLookupError):
                process.terminate()
            await process.wait()
            raise
        try:
            after = path.read_text("utf-8") if ended == 0 else None
        except (OSError, UnicodeDecodeError):
            return None
    if after is not None and after.endswith("\n") and not text.endswith("\n"):
        after = after[:-1]  # editors end the last line, whether it was ended or not
    return after
