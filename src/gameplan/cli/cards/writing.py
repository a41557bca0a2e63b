"""Files that the commands of the card table write: whole or not at all, and never in place of something else."""

from __future__ import annotations

from pathlib import Path

from gameplan.cli.errors import UserError
from gameplan.runtime.files import replace_file

_BEGINNING = 200


def write_file(path: Path, text: str, *, what: str, has: str) -> bool:
    """Write a file. True if it took the place of an older one of its kind, which has certain words at its beginning."""
    try:
        replaces = path.exists()
        if replaces and not path.is_file():
            raise UserError(f"{path} is no file: give the name of one.")
        if replaces and not _begins(path, has):
            raise UserError(f"{path} is there already, and is no {what}: give another name.")
        path.parent.mkdir(parents=True, exist_ok=True)
        replace_file(path, text.encode())
    except OSError as error:
        raise UserError(f"The {what} cannot be written to {path}: {error.strerror}.") from None
    return replaces


def _begins(path: Path, words: str) -> bool:
    with path.open("rb") as file:
        beginning = file.read(_BEGINNING)
    return not beginning or words.encode() in beginning
