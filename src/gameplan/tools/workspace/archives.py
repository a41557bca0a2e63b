"""What can be wrong with a ZIP archive that somebody else has made: read once here, for whoever unpacks one."""

from __future__ import annotations

import re
import stat
import struct
import zipfile
import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from gameplan.tools.workspace.paths import shown, twin_form
from gameplan.tools.workspace.states import MAX_ENTRIES

Wrong: TypeAlias = Literal["unsafe", "unusable", "bomb", "too_many"]
UNREADABLE: Final = (  # all that reading a broken archive raises; the last: also a method of packing that zipfile lacks
    *(zipfile.BadZipFile, zlib.error, struct.error, EOFError, OSError),
    *(ValueError, OverflowError, RuntimeError),
)
_SMALL: Final = 1_000_000  # a small file may be all zeros
_DRIVE: Final = re.compile(r"[A-Za-z]:")


class ArchiveFault(Exception):
    """What is wrong with an archive, in words, and of what kind."""

    def __init__(self, why: str, wrong: Wrong = "unsafe") -> None:
        super().__init__(why)
        self.why = why
        self.wrong: Wrong = wrong


@dataclass(frozen=True, slots=True)
class ArchiveLimits:
    """How large an archive may be, packed and unpacked, and how much there may be in it."""

    archive: int = 200_000_000
    unpacked: int = 500_000_000
    entries: int = MAX_ENTRIES
    ratio: int = 200


def checked_entries(
    infos: Sequence[zipfile.ZipInfo], limits: ArchiveLimits, check_name: Callable[[str], None] | None = None
) -> dict[str, zipfile.ZipInfo]:
    """The entries by their plain names, directories too, if there is nothing wrong with any; else an `ArchiveFault`.

    `check_name` may have more to say about a name, and says it by an `ArchiveFault` of its own.
    """
    if len(infos) > limits.entries:
        raise ArchiveFault(f"there are more than {limits.entries:,} entries in it", "too_many")
    if sum(info.file_size for info in infos) > limits.unpacked:
        raise ArchiveFault(f"it holds more than {limits.unpacked:,} bytes", "bomb")
    entries: dict[str, zipfile.ZipInfo] = {}
    names: dict[str, str] = {}
    for info in infos:
        name = _plain_name(info)
        if check_name is not None:
            check_name(name)
        _check(info, limits)
        if names.setdefault(twin_form(name), name) != name or (name in entries and not info.is_dir()):
            raise ArchiveFault(f'"{shown(name)}" stands there twice')
        if name in entries and not entries[name].is_dir():
            raise ArchiveFault(f'"{shown(name)}" is a file and a directory')
        entries[name] = info
    for name in entries:
        above = name
        while above := above.rpartition("/")[0]:
            if names.get(twin_form(above), above) != above or (above in entries and not entries[above].is_dir()):
                raise ArchiveFault(f'"{shown(above)}" is a file and a directory')
            names[twin_form(above)] = above
    return entries


def _plain_name(info: zipfile.ZipInfo) -> str:
    name = info.orig_filename
    parts = name.removesuffix("/").split("/")
    if "\0" in name or "\\" in name or _DRIVE.match(name) or any(part in ("", ".", "..") for part in parts):
        raise ArchiveFault(f'"{shown(name)}" is not a plain relative path')
    return "/".join(parts)


def _check(info: zipfile.ZipInfo, limits: ArchiveLimits) -> None:
    name = shown(info.filename)
    if stat.S_IFMT(info.external_attr >> 16) not in (0, stat.S_IFREG, stat.S_IFDIR):
        raise ArchiveFault(f'"{name}" is a link or a special file')
    if info.flag_bits & 0x1:
        raise ArchiveFault(f'"{name}" is encrypted', "unusable")
    if info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        raise ArchiveFault(f'"{name}" is packed in an unusual way', "unusable")
    if info.file_size > _SMALL and info.file_size > limits.ratio * info.compress_size:
        raise ArchiveFault(f'"{name}" would become more than {limits.ratio} times as large', "bomb")
    if info.is_dir() and info.file_size:
        raise ArchiveFault(f'"{name}" is a directory with content')
