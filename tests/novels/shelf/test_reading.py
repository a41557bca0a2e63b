"""Packages that are broken, or were made to break something: each is refused as a whole, and it is said why."""

from __future__ import annotations

import io
import json
import os
import stat
import struct
import zipfile
import zlib
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from gameplan.novels.package import SCHEMA_VERSION
from gameplan.novels.shelf import PackageError, Shelf, Volume, pack, read_folder, unpack
from gameplan.novels.shelf.zips import LIMITS, read_zip
from gameplan.tools.workspace.archives import ArchiveLimits


def zipped(files: dict[str, bytes], change: Callable[[zipfile.ZipInfo], None] = lambda info: None) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            info = zipfile.ZipInfo(name)
            info.compress_type = zipfile.ZIP_DEFLATED
            change(info)
            archive.writestr(info, content)
    return buffer.getvalue()


def package(**also: Any) -> bytes:
    return json.dumps({"title": "T", **also}).encode()


def refused(content: bytes, code: str, match: str) -> None:
    with pytest.raises(PackageError, match=match) as error:
        unpack(content, "x.vnpkg")
    assert error.value.code == code
    assert str(error.value).endswith(".") and len(str(error.value)) < 1_000


@pytest.mark.parametrize("cut", [0, 1, 10, 100, -200, -22, -1])
def test_a_zip_that_is_cut_short_is_refused(novel: Volume, cut: int) -> None:
    refused(pack(novel)[:cut], "unusable", "x.vnpkg is not a zip file that can be read")


def test_no_byte_of_a_vnpkg_can_be_changed_unseen(novel: Volume) -> None:
    whole = unpack(pack(novel))
    content = bytearray(pack(novel))
    for at in range(0, len(content), 7):
        content[at] ^= 0x55
        with suppress(PackageError):
            assert unpack(bytes(content)) == whole  # a date, or who made it: nothing that is read
        content[at] ^= 0x55


def test_what_is_no_package_is_refused() -> None:
    refused(zipped({"a.txt": b"x", "b.txt": b"x"}), "unusable", "there is no package.json")
    refused(zipped({"package.json": b"{"}), "unusable", "cannot be read")
    refused(zipped({"package.json": b"[]"}), "invalid", "not an object")
    refused(zipped({"package.json": b'{"title": NaN}'}), "unusable", "nan is not a number")
    refused(zipped({"package.json": b"[" * 100_000}), "unusable", "nested too deeply")
    refused(zipped({"package.json": b"\xff\xfe"}), "unusable", "cannot be read")
    refused(zipped({"package.json": b'{"title": 1' + b"0" * 5000 + b"}"}), "unusable", "cannot be read")


def test_a_zip_bomb_is_refused_before_it_is_unpacked() -> None:
    refused(zipped({"package.json": package(premise=" " * 3_000_000)}), "too_large", "times as large")
    content = bytearray(zipped({"package.json": package()}))
    at = content.rindex(b"PK\x01\x02")
    struct.pack_into("<I", content, at + 24, LIMITS.unpacked + 1)  # it says that it is larger than it is
    refused(bytes(content), "too_large", "more than 300,000,000 bytes")
    with pytest.raises(PackageError, match="more than 2 entries"):
        read_zip(zipped({str(number): b"" for number in range(3)}), "x", ArchiveLimits(entries=2))
    with pytest.raises(PackageError, match="larger than 10 bytes"):
        read_zip(zipped({}), "x", ArchiveLimits(archive=10))


def test_an_entry_that_holds_more_than_it_says_is_refused() -> None:
    content = bytearray(zipped({"package.json": package()}))
    at = content.rindex(b"PK\x01\x02")
    struct.pack_into("<I", content, at + 24, 3)
    with pytest.raises(PackageError):
        unpack(bytes(content))


@pytest.mark.parametrize(
    "name",
    [
        *("../package.json", "/etc/passwd", "a/../../b", "a//b", "./a", "C:/x", "a\\..\\b", "a\nb", "\x1b[2J"),
        *("assets/portraits/..", "assets/portraits/../../../x.png"),
    ],
)
def test_a_path_that_leads_out_is_refused(name: str) -> None:
    refused(zipped({"package.json": package(), name: b"x"}), "unsafe", "not a plain relative path")


@pytest.mark.parametrize(
    "name", ["run.sh", "assets/x.png", "assets/code/x.py", "assets/portraits/a/b.png", "assets/portraits/.hidden"]
)
def test_what_does_not_belong_into_a_package_is_refused(name: str) -> None:
    refused(zipped({"package.json": package(), name: b"x"}), "unsafe", "does not belong into a package")


def test_a_link_in_a_zip_is_refused() -> None:
    def link(info: zipfile.ZipInfo) -> None:
        if info.filename != "package.json":
            info.external_attr = (stat.S_IFLNK | 0o777) << 16

    content = zipped({"package.json": package(), "assets/portraits/a.png": b"/etc/passwd"}, link)
    refused(content, "unsafe", "a link or a special file")


def test_a_name_that_is_there_twice_is_refused() -> None:
    with pytest.warns(UserWarning, match="Duplicate"):
        buffer = io.BytesIO()
        with zipfile.ZipFile(buffer, "w") as archive:
            archive.writestr("package.json", package())
            archive.writestr("package.json", package(title="Other"))
    refused(buffer.getvalue(), "unsafe", "twice")
    files = {"package.json": package(), "assets/music/a.ogg": b"", "assets/music/A.ogg": b""}
    refused(zipped(files), "unsafe", "twice")
    refused(
        zipped({"package.json": package(), "assets": b"x", "assets/music/a.ogg": b""}),
        "unsafe",
        "a file and a directory",
    )


def test_an_encrypted_or_unusual_zip_is_refused() -> None:
    content = bytearray(zipped({"package.json": package()}))
    at = content.rindex(b"PK\x01\x02")
    content[at + 8] |= 1
    refused(bytes(content), "unusable", "encrypted")
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_LZMA) as archive:
        archive.writestr("package.json", package())
    refused(buffer.getvalue(), "unusable", "unusual way")


def test_a_folder_that_was_zipped_by_hand_is_read(novel: Volume) -> None:
    with zipfile.ZipFile(io.BytesIO(pack(novel))) as archive:
        files = {f"my novel/{name}": archive.read(name) for name in archive.namelist()}
    litter = {"__MACOSX/my novel/._package.json": b"x", "my novel/.DS_Store": b"x"}
    assert unpack(zipped({**files, **litter})) == unpack(pack(novel))


def test_a_package_of_a_newer_gameplan_is_refused_with_what_to_do() -> None:
    newer = package(schemaVersion=SCHEMA_VERSION + 1, weather="rain")
    refused(zipped({"package.json": newer}), "newer", "made by a newer Gameplan.*Update Gameplan")
    refused(zipped({"package.json": package(schemaVersion="2")}), "invalid", "schemaVersion")
    refused(zipped({"package.json": package(schemaVersion=0)}), "invalid", "schemaVersion")


def test_an_unknown_field_is_named_with_its_place() -> None:
    act = {
        "id": "a",
        "title": "A",
        "objective": "o",
        "locations": [{"id": "l", "title": "L", "location": "l", "smell": 1}],
    }
    content = zipped({"package.json": package(acts=[act])})
    refused(content, "invalid", r'acts\[0\].locations\[0\] has a field that is not known here: "smell".*"extensions"')
    refused(zipped({"package.json": package(**{f"f{n}": 1 for n in range(20)})}), "invalid", "And 15 more")
    refused(zipped({"package.json": package(acts=[{"id": "Not a slug"}])}), "invalid", r"acts\[0\].id")
    refused(zipped({"package.json": package(acts="none")}), "invalid", "acts: it has to be a list")


def test_an_asset_that_points_elsewhere_is_refused() -> None:
    for path in ("../../secret.png", "assets/music/a.png", "/a.png", "https://example.org/a.png"):
        asset = {"id": "a", "kind": "portrait", "path": path, "mime": "image/png"}
        refused(zipped({"package.json": package(assets=[asset])}), "unsafe", 'the path of asset "a"')
    refused(zipped({"package.json": package(packageId="../up")}), "unsafe", "cannot be the id")


def saved(tmp_path: Path, novel: Volume) -> Path:
    shelf = Shelf(tmp_path / "shelf")
    return shelf.folder / shelf.save(novel).package.package_id / "1"


def broken(folder: Path, code: str, match: str) -> None:
    with pytest.raises(PackageError, match=match) as error:
        read_folder(folder)
    assert error.value.code == code


def test_a_package_that_was_changed_is_noticed(tmp_path: Path, novel: Volume) -> None:
    folder = saved(tmp_path, novel)
    text = (folder / "package.json").read_text(encoding="utf-8")
    (folder / "package.json").write_text(text.replace("Find the keeper", "Lose the keeper"), encoding="utf-8")
    broken(folder, "changed", "package.json was changed.*delete manifest.json")
    (folder / "manifest.json").unlink()
    assert read_folder(folder).package.acts[0].objective == "Lose the keeper."


def test_a_picture_that_was_changed_added_or_lost_is_noticed(tmp_path: Path, novel: Volume) -> None:
    folder = saved(tmp_path, novel)
    picture = folder / "assets/portraits/ada_neutral.png"
    content = picture.read_bytes()
    picture.write_bytes(b"other")
    broken(folder, "changed", '"assets/portraits/ada_neutral.png" was changed')
    picture.unlink()
    broken(folder, "changed", "is missing")
    picture.write_bytes(content)
    (folder / "assets/music/new.ogg").write_bytes(b"x")
    broken(folder, "changed", '"assets/music/new.ogg" was added')
    (folder / "assets/music/new.ogg").unlink()
    (folder / "manifest.json").unlink()
    picture.write_bytes(b"other")
    broken(folder, "changed", 'not the file that asset "ada_neutral" speaks of')


def test_a_manifest_that_says_nothing_is_refused(tmp_path: Path, novel: Volume) -> None:
    folder = saved(tmp_path, novel)
    for text in ("[]", "{}", '{"files": [], "contentHash": "x"}'):
        (folder / "manifest.json").write_text(text)
        broken(folder, "unusable", "does not say what was saved")


def test_links_in_a_folder_are_not_followed(tmp_path: Path, novel: Volume) -> None:
    folder = saved(tmp_path, novel)
    (tmp_path / "secret").write_text("x")
    (folder / "assets/portraits/link.png").symlink_to(tmp_path / "secret")
    broken(folder, "unsafe", "link or a special file")
    (folder / "assets/portraits/link.png").unlink()
    os.mkfifo(folder / "assets/music/pipe.ogg")
    broken(folder, "unsafe", "link or a special file")
    (folder / "assets/music/pipe.ogg").unlink()
    (folder / "assets/music").rmdir()
    (folder / "assets/music").symlink_to(tmp_path)
    broken(folder, "unsafe", "link or a special file")
    (tmp_path / "to").symlink_to(folder)
    broken(tmp_path / "to", "unusable", "not a folder that can be read")


def test_what_else_lies_in_a_folder_is_refused(tmp_path: Path, novel: Volume) -> None:
    folder = saved(tmp_path, novel)
    (folder / ".DS_Store").write_text("x")
    read_folder(folder)
    (folder / "assets" / "code").mkdir()
    broken(folder, "unsafe", '"assets/code" is a folder that does not belong')
    broken(tmp_path / "nothing", "not_found", "There is no nothing")
    broken(folder / "package.json", "unusable", "not a folder")


def test_an_error_shows_nothing_that_a_terminal_obeys() -> None:
    content = zipped({"package.json": package(**{"\x1b[31mred\u202e": 1})})
    with pytest.raises(PackageError) as error:
        unpack(content)
    assert str(error.value).isprintable()


def test_zlib_that_lies_is_refused() -> None:
    content = bytearray(zipped({"package.json": package(premise="x" * 5000)}))
    at = 30 + len("package.json")
    content[at : at + 8] = zlib.compress(b"y")[:8]
    refused(bytes(content), "unusable", "can be read|something else")
