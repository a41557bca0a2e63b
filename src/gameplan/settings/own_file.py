"""Writing to the person's own settings file: one value at a time, and everything else in it stays as it is."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import TypeAlias

from gameplan.runtime.files import replace_file
from gameplan.settings.errors import UserError
from gameplan.settings.places import config_folder
from gameplan.settings.values import FILE, own_settings

Value: TypeAlias = str | Sequence[str] | None
_TABLE = re.compile(r"^\s*\[")


def own_file() -> Path:
    """The person's own settings file."""
    return config_folder() / FILE


def set_own(changes: dict[tuple[str, str], Value]) -> None:
    """Set values, each by its table (or none) and name; None takes one out. What cannot be read back is not written."""
    path = own_file()
    before = path.read_text("utf-8") if path.exists() else ""
    text = before
    for (table, name), value in changes.items():
        text = _with(text, table, name, value)
    try:
        tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        raise UserError(f"{path} cannot be changed: write it by hand.") from None
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    replace_file(path, text.encode(), mode=0o600)
    try:
        own_settings()
    except UserError:
        replace_file(path, before.encode(), mode=0o600)
        raise


def _with(text: str, table: str, name: str, value: Value) -> str:
    """The text with one setting changed, put in or taken out."""
    lines = text.splitlines()
    first, last = _span(lines, table)
    pattern = re.compile(rf"^\s*{re.escape(name)}\s*=")
    at = next((number for number in range(first, last) if pattern.match(lines[number])), None)
    written = [] if value is None else [f"{name} = {_written(value)}"]
    if at is not None:
        end = at + 1
        while end < last and not _is_whole("\n".join(lines[at:end])):
            end += 1
        lines[at:end] = written
    elif written and table and f"[{table}]" not in (line.strip() for line in lines):
        lines += [*([""] if lines else []), f"[{table}]", *written]
    else:
        lines[first:first] = written
    return "\n".join(lines) + "\n"


def _span(lines: Sequence[str], table: str) -> tuple[int, int]:
    """Where a table's lines begin and end; without a name, those before the first table."""
    first = 0
    if table:
        first = next((number + 1 for number, line in enumerate(lines) if line.strip() == f"[{table}]"), len(lines))
    last = next((number for number in range(first, len(lines)) if _TABLE.match(lines[number])), len(lines))
    return first, last


def _is_whole(text: str) -> bool:
    try:
        tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return False
    return True


def _written(value: str | Sequence[str]) -> str:
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=True)
    return "[" + ", ".join(json.dumps(each, ensure_ascii=True) for each in value) + "]"
