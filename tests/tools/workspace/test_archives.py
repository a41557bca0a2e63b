"""Archives: what is put in comes out, and what an archive wants beyond that is refused as a whole."""

import io
import stat
import struct
import zipfile

import pytest

from gameplan.tools.workspace import unzipping
from gameplan.tools.workspace.archives import ArchiveLimits


@pytest.fixture(params=["openat2"])
def resolver(request):
    return request.param


def entry(name, *, kind=stat.S_IFREG, mode=0o644):
    info = zipfile.ZipInfo(name)
    info.filename = info.orig_filename = name
    info.create_system = 3
    info.external_attr = (kind | mode) << 16
    info.compress_type = zipfile.ZIP_DEFLATED
    return info


def write_zip(path, *entries):
    """A ZIP file with exactly these names, whatever they are."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for each in entries:
            info, content = each if isinstance(each, tuple) else (each, "x")
            archive.writestr(info if isinstance(info, zipfile.ZipInfo) else entry(info), content)


async def test_what_is_archived_comes_out_again(run, folder, tree):
    (folder / "src/empty").mkdir()
    (folder / "src/run.sh").write_text("#!/bin/sh\n")
    (folder / "src/run.sh").chmod(0o755)
    (folder / "src/ünï.txt").write_text("ü" * 10_000)
    outcome = await run("archive_files", paths=["src", "README.md"], destination="out/all.zip")
    assert outcome.text.startswith("Done. Archived 4 files in out/all.zip, ")
    assert (await run("unpack_archive", path="out/all.zip", directory="back")).value["size"] == 20_045
    source, back = tree(folder / "src"), tree(folder / "back/src")
    assert source == back
    assert (folder / "back/README.md").read_text() == "# Hello\n"


async def test_the_same_files_make_the_same_archive(run, folder):
    first = await run("archive_files", paths=["src"], destination="a.zip")
    second = await run("archive_files", paths=["src"], destination="b.zip")
    assert first.value["sha256"] == second.value["sha256"]


async def test_the_whole_workspace_is_archived_without_links_and_repositories(run, folder):
    (folder / ".git").mkdir()
    (folder / ".git/HEAD").write_text("x")
    (folder / "link").symlink_to("../outside/secret.txt")
    outcome = await run("archive_files", paths=["."], destination="all.zip")
    assert outcome.value["passed_by"] == [".git", "link"]
    assert "Note: Left out: .git, link." in outcome.text
    with zipfile.ZipFile(folder / "all.zip") as archive:
        assert archive.namelist() == ["README.md", "src/", "src/main.py"]
    again = await run("archive_files", paths=["."], destination="all.zip")
    assert again.value["sha256"] == outcome.value["sha256"], "it does not put itself in"
    (folder / "README.md").write_text("changed")
    assert (await run("archive_files", paths=["."], destination="all.zip")).code == "exists"
    assert (await run("archive_files", paths=["."], destination="all.zip", overwrite=True)).ok
    assert (await run("archive_files", paths=["link"], destination="b.zip")).code == "nothing_to_archive"
    assert (await run("archive_files", paths=["nowhere"], destination="b.zip")).code == "not_found"
    assert (await run("archive_files", paths=[], destination="b.zip")).code == "invalid_arguments"


async def test_nothing_is_overwritten_unless_asked(run, folder, tree):
    write_zip(folder / "a.zip", ("README.md", "new"), ("other.md", "other"))
    before = tree(folder)
    outcome = await run("unpack_archive", path="a.zip", directory=".")
    assert (outcome.status, outcome.code) == ("refused", "exists")
    assert tree(folder) == before, "not even the other file was made"
    assert run.effects("unpack_archive", path="a.zip", directory=".", overwrite=True)[2] == ("destroys", (".",))
    assert "replace README.md (8 bytes, now 3 bytes)" in run.preview(
        "unpack_archive", path="a.zip", directory=".", overwrite=True
    )
    assert (await run("unpack_archive", path="a.zip", directory=".", overwrite=True)).ok
    assert (folder / "README.md").read_text() == "new"
    assert (await run.undo()).ok
    assert tree(folder) == before


UNSAFE = {
    "parent": ["../evil.txt"],
    "parent inside": ["a/../../evil.txt"],
    "absolute": ["/tmp/evil.txt"],
    "drive": ["C:/evil.txt"],
    "backslash": ["..\\evil.txt"],
    "dot": ["./evil.txt"],
    "empty part": ["a//evil.txt"],
    "nul": ["good.txt\0../../evil"],
    "control": ["a\x1b[2J"],
    "bidi": ["a\u202eb"],
    "encoded": ["%2e%2e/evil"],
    "trailing dot": ["evil."],
    "home": ["~/evil"],
    "record": [".gameplan/runs/x"],
    "deep record": ["a/.GamePlan/x"],
    "repository": [".git/hooks/pre-commit"],
    "repository in capitals": ["sub/.GIT/config"],
    "link": [entry("link", kind=stat.S_IFLNK)],
    "pipe": [entry("pipe", kind=stat.S_IFIFO)],
    "device": [entry("zero", kind=stat.S_IFCHR)],
    "twice": ["a.txt", "a.txt"],
    "twice in case": ["a.txt", "A.TXT"],
    "twice in form": ["caf\u00e9", "cafe\u0301"],
    "file and directory": ["a", "a/b"],
    "directory and file": ["a/b", "a"],
    "directories alike": ["a/x", "A/y"],
    "long": ["x/" * 300 + "y"],
}


@pytest.mark.parametrize("what", UNSAFE)
@pytest.mark.filterwarnings("ignore:Duplicate name")
async def test_an_unsafe_archive_is_refused_as_a_whole(run, folder, outside, tree, what):
    write_zip(folder / "bad.zip", "fine.txt", *UNSAFE[what])
    before, beside = tree(folder), tree(outside)
    for directory in (".", "new", "src"):
        outcome = await run("unpack_archive", path="bad.zip", directory=directory, overwrite=True, allow_sensitive=True)
        assert (outcome.status, outcome.code) == ("refused", "unsafe_archive"), outcome
        assert "\x1b" not in outcome.text
        assert "\u202e" not in outcome.text
    assert (tree(folder), tree(outside)) == (before, beside)
    assert not any((folder.parent / name).exists() for name in ("evil.txt", "evil"))


async def test_what_other_programs_obey_is_unpacked_only_when_said(run, folder):
    write_zip(folder / "a.zip", ".vscode/tasks.json", "sub/.bashrc")
    outcome = await run("unpack_archive", path="a.zip", directory="out")
    assert (outcome.status, outcome.code) == ("refused", "sensitive")
    arguments = {"path": "a.zip", "directory": "out", "allow_sensitive": True}
    assert ("endangers", ("out",)) in run.effects("unpack_archive", **arguments)
    assert run.preview("unpack_archive", **arguments).startswith("HIGH RISK: out/.vscode")
    assert (await run("unpack_archive", **arguments)).ok


async def test_bombs_are_refused_before_they_are_unpacked(run, folder, monkeypatch):
    write_zip(folder / "ratio.zip", ("zeros", b"\0" * 30_000_000))
    outcome = await run("unpack_archive", path="ratio.zip", directory="out")
    assert (outcome.code, "200 times" in outcome.text) == ("archive_bomb", True)
    monkeypatch.setattr(unzipping, "LIMITS", ArchiveLimits(unpacked=1_000))
    write_zip(folder / "total.zip", *((f"{number}", "x" * 600) for number in range(3)))
    assert (await run("unpack_archive", path="total.zip", directory="out")).code == "archive_bomb"
    monkeypatch.setattr(unzipping, "LIMITS", ArchiveLimits(entries=2))
    assert (await run("unpack_archive", path="total.zip", directory="out")).code == "too_large"
    monkeypatch.setattr(unzipping, "LIMITS", ArchiveLimits(archive=10))
    assert (await run("unpack_archive", path="total.zip", directory="out")).code == "too_large"
    assert not (folder / "out").exists()


async def test_an_archive_that_lies_about_its_sizes_is_refused(run, folder):
    """The directory at the end says 10 bytes; there are a million."""
    write_zip(folder / "a.zip", ("a", b"\0" * 1_000_000))
    data = bytearray((folder / "a.zip").read_bytes())
    at = data.index(b"PK\x01\x02")
    data[at + 24 : at + 28] = struct.pack("<I", 10)
    (folder / "lie.zip").write_bytes(data)
    outcome = await run("unpack_archive", path="lie.zip", directory="out")
    assert (outcome.status, outcome.code) == ("refused", "unusable_archive")
    assert not (folder / "out").exists()


async def test_what_is_no_archive_is_refused(run, folder):
    (folder / "text.zip").write_text("no archive")
    (folder / "empty.zip").touch()
    write_zip(folder / "whole.zip", ("a", "some text that can be spoiled" * 10))
    whole = (folder / "whole.zip").read_bytes()
    (folder / "cut.zip").write_bytes(whole[:-10])
    for at in range(30, len(whole), 7):
        spoiled = bytearray(whole)
        spoiled[at] ^= 0xFF
        (folder / "spoiled.zip").write_bytes(spoiled)
        outcome = await run("unpack_archive", path="spoiled.zip", directory="out", overwrite=True)
        assert outcome.status in ("ok", "refused"), (at, outcome)
    for name in ("text.zip", "empty.zip", "cut.zip"):
        assert (await run("unpack_archive", path=name, directory="x")).code == "unusable_archive"
    encrypted = bytearray(whole)
    encrypted[6] |= 1
    encrypted[whole.index(b"PK\x01\x02") + 8] |= 1
    (folder / "locked.zip").write_bytes(encrypted)
    assert "is encrypted" in (await run("unpack_archive", path="locked.zip", directory="x")).text
    with zipfile.ZipFile(folder / "lzma.zip", "w", zipfile.ZIP_LZMA) as archive:
        archive.writestr("a", "x")
    assert (await run("unpack_archive", path="lzma.zip", directory="x")).code == "unusable_archive"
    assert (await run("unpack_archive", path="src", directory="x")).code == "is_a_directory"


async def test_rights_that_an_archive_grants_are_bounded(run, folder):
    write_zip(folder / "a.zip", entry("tool", mode=0o6777), entry("text", mode=0o666))
    assert (await run("unpack_archive", path="a.zip", directory="out")).ok
    assert stat.S_IMODE((folder / "out/tool").stat().st_mode) & 0o7022 == 0
    assert (folder / "out/tool").stat().st_mode & 0o100
    assert not (folder / "out/text").stat().st_mode & 0o111


async def test_an_archive_may_list_its_directories(run, folder):
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.mkdir("d") if hasattr(archive, "mkdir") else archive.writestr("d/", "")
        archive.writestr("d/e/x", "x")
        archive.writestr("d/e/", "")
    (folder / "a.zip").write_bytes(buffer.getvalue())
    assert (await run("unpack_archive", path="a.zip", directory="src")).value["files"] == ["src/d/e/x"]
