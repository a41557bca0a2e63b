"""Zip files from elsewhere, and our own: an archive is somebody else's list of paths, and is read as such.

A `.vnpkg` is not compressed. Its pictures and sounds are already, and so the same package makes the same bytes with
every version of zlib.
"""

from __future__ import annotations

import io
import re
import stat
import zipfile
from collections.abc import Mapping
from typing import Final

from gameplan.novels.shelf.errors import Code, PackageError
from gameplan.novels.shelf.volume import PACKAGE, Volume, files_of, settled, volume_of
from gameplan.tools.workspace.archives import UNREADABLE, ArchiveFault, ArchiveLimits, checked_entries
from gameplan.tools.workspace.paths import shown

LIMITS: Final = ArchiveLimits(unpacked=300_000_000, entries=5_000)
_NO_DATE: Final = (1980, 1, 1, 0, 0, 0)
_LITTER: Final = re.compile(r"(.*/)?(__MACOSX/.*|\.DS_Store|Thumbs\.db|desktop\.ini)", re.DOTALL)
_CODES: Final[Mapping[str, Code]] = {
    "unsafe": "unsafe",
    "unusable": "unusable",
    "bomb": "too_large",
    "too_many": "too_large",
}


def pack(volume: Volume) -> bytes:
    """A package as a `.vnpkg`. The same package always makes the same bytes."""
    return write_zip(files_of(settled(volume)))


def unpack(content: bytes, where: str = "The file") -> Volume:
    """The package of a `.vnpkg`, or a `PackageError`; also if somebody has zipped its folder by hand."""
    files = read_zip(content, where)
    inside = {path.partition("/")[0] for path in files}
    if PACKAGE not in files and len(inside) == 1:
        (folder,) = inside
        files = {path.removeprefix(f"{folder}/"): content for path, content in files.items()}
    return volume_of(files, where)


def write_zip(files: Mapping[str, bytes]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_STORED) as archive:
        for path, content in sorted(files.items()):
            info = zipfile.ZipInfo(path, _NO_DATE)
            info.create_system = 3  # Unix, on every machine
            info.external_attr = (stat.S_IFREG | 0o644) << 16
            archive.writestr(info, content)
    return buffer.getvalue()


def read_zip(content: bytes, where: str, limits: ArchiveLimits = LIMITS) -> dict[str, bytes]:
    """The files of an archive by path, if there is nothing wrong with any of them."""
    if len(content) > limits.archive:
        raise PackageError(f"{where} is larger than {limits.archive:,} bytes.", code="too_large")
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            infos = checked_entries(archive.infolist(), limits, _check_name)
            return {path: _content(archive, info, where) for path, info in infos.items() if _is_wanted(path, info)}
    except ArchiveFault as fault:
        raise PackageError(f"{where}: {fault.why}.", code=_CODES[fault.wrong]) from None
    except PackageError:
        raise
    except UNREADABLE as error:
        raise PackageError(
            f"{where} is not a zip file that can be read: {shown(str(error))}.", code="unusable"
        ) from None


def _check_name(path: str) -> None:
    if not path.isprintable():
        raise ArchiveFault(f'"{shown(path)}" is not a plain relative path')


def _is_wanted(path: str, info: zipfile.ZipInfo) -> bool:
    return not info.is_dir() and _LITTER.fullmatch(path) is None


def _content(archive: zipfile.ZipFile, info: zipfile.ZipInfo, where: str) -> bytes:
    """What an entry holds; never more than it says."""
    with archive.open(info) as entry:
        content = entry.read(info.file_size + 1)
    if len(content) != info.file_size:
        raise PackageError(f'{where}: "{shown(info.filename)}" holds something else than it says.', code="unusable")
    return content
