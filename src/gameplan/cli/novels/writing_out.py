"""Files that are written out together: in a new folder, all of them or none; what was there before is kept aside."""

from __future__ import annotations

import secrets
import shutil
from collections.abc import Mapping
from pathlib import Path, PurePosixPath

from gameplan.cli.errors import ExitCode, UserError
from gameplan.runtime.files import replace_file, write_synced


def write_out(folder: Path, files: Mapping[str, bytes | str], *, force: bool) -> Path | None:
    """Write files into a folder that is not there yet, or is empty. Returns where the old one is, if there was one.

    With `force` a folder that is there is moved aside first. The new one is written under another name and renamed.
    """
    folder = folder.absolute()
    is_there = must_be_free(folder, force=force)
    paths = {path: _safe(path) for path in files}
    new = folder.with_name(f".{folder.name}.{secrets.token_hex(6)}.new")
    aside = None
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        new.mkdir()
        for path, content in files.items():
            at = new / paths[path]
            at.parent.mkdir(parents=True, exist_ok=True)
            write_synced(at, content.encode() if isinstance(content, str) else content)
        if is_there:
            aside = _free(folder)
            folder.rename(aside)
        elif folder.is_dir():
            folder.rmdir()
        new.rename(folder)
    except OSError as error:
        shutil.rmtree(new, ignore_errors=True)
        if aside is not None and not folder.exists():
            aside.rename(folder)
        raise UserError(f"{folder} cannot be written: {error.strerror}.", ExitCode.ENDED_OTHERWISE) from None
    return aside


def must_be_free(folder: Path, *, force: bool) -> bool:
    """Refuse a folder that cannot be written to, before anything is made for it. Returns whether something is in it."""
    folder = folder.absolute()
    if folder.is_file() or folder.is_symlink():
        raise UserError(f"{folder} is not a folder. Give another: --out DIR.")
    is_there = folder.is_dir() and any(folder.iterdir())
    if is_there and not force:
        raise UserError(f"{folder} is not empty. Give another folder, or --force, which keeps the old one beside it.")
    return is_there


def write_one(path: Path, content: bytes, *, force: bool) -> Path | None:
    """Write one file, whole or not at all. Returns where the old one is, if there was one."""
    path = path.absolute()
    if path.exists() and (not force or path.is_dir()):
        raise UserError(f"{path} is there already. Give another file, or --force, which keeps the old one beside it.")
    aside = None
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.exists():
            aside = _free(path)
            path.rename(aside)
        replace_file(path, content)
    except OSError as error:
        if aside is not None and not path.exists():
            aside.rename(path)
        raise UserError(f"{path} cannot be written: {error.strerror}.", ExitCode.ENDED_OTHERWISE) from None
    return aside


def _safe(path: str) -> PurePosixPath:
    parts = PurePosixPath(path)
    if parts.is_absolute() or not parts.parts or any(each in ("..", ".") or "\\" in each for each in parts.parts):
        raise UserError(
            f"An export names a file that leads out of its folder: {path[:80]!r}.", ExitCode.ENDED_OTHERWISE
        )
    return parts


def _free(path: Path) -> Path:
    """A name beside it that is not taken."""
    number = 1
    while (aside := path.with_name(f"{path.name}.before-{number}")).exists():
        number += 1
    return aside
