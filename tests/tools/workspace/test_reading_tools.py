"""What the reading tools say, and where they stop."""

import asyncio
import os
import subprocess
import sys
import threading
import time
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gameplan.runtime import Session
from gameplan.tools import Memory, ToolContext, invoke
from gameplan.tools.workspace import Workspace, listing, searching, walk
from gameplan.tools.workspace.background import Abandoned, in_thread
from gameplan.tools.workspace.lines import window


async def test_read_file_gives_the_text_exactly_and_says_what_it_is(call, folder):
    (folder / "a.txt").write_bytes(b"one\r\n\ttwo\n\nfour")
    outcome = await call("read_file", path="./a.txt")
    assert outcome.text == "Done. a.txt, lines 1-4 of 4, 15 bytes\none\r\n\ttwo\n\nfour"
    assert outcome.value == {
        "path": "a.txt",
        "content": "one\r\n\ttwo\n\nfour",
        "size": 15,
        "first_line": 1,
        "last_line": 4,
        "total_lines": 4,
        "next_line": None,
    }


async def test_read_file_reads_some_lines(call, folder):
    (folder / "n").write_text("".join(f"{number}\n" for number in range(1, 11)))
    outcome = await call("read_file", path="n", first_line=4, lines=2)
    assert outcome.text == "Done. n, lines 4-5 of 10, 21 bytes (read on with first_line=6)\n4\n5\n"
    assert (await call("read_file", path="n", first_line=10)).value["content"] == "10\n"
    beyond = await call("read_file", path="n", first_line=11)
    assert beyond.code == "no_such_line"
    assert '"n" has 10 lines; there is no line 11.' in beyond.text
    for wrong in ({"first_line": 0}, {"lines": 0}, {"lines": -1}, {"first_line": 10**30}, {"last_line": 3}):
        assert (await call("read_file", path="n", **wrong)).code == "invalid_arguments"


async def test_an_empty_file_is_read(call, folder):
    (folder / "empty").touch()
    outcome = await call("read_file", path="empty")
    assert (outcome.text, outcome.value["content"]) == ("Done. empty, empty, 0 bytes\n", "")


async def test_a_long_file_is_read_in_parts_that_make_up_the_whole(call, folder):
    whole = "".join(f"line {number} äöü\n" for number in range(60_000))
    (folder / "long").write_text(whole)
    parts, at = [], 1
    while at:
        outcome = await call("read_file", path="long", first_line=at)
        assert len(outcome.value["content"].encode()) <= 200_000
        parts.append(outcome.value["content"])
        at = outcome.value["next_line"]
    assert "".join(parts) == whole
    assert len(parts) == 6


async def test_a_line_that_is_too_long_is_cut_between_characters(call, folder):
    (folder / "min.js").write_text("x" + "é" * 150_000 + "\nlast\n")
    outcome = await call("read_file", path="min.js")
    assert outcome.value["content"] == "x" + "é" * 99_999
    assert outcome.value["next_line"] == 2
    assert "Note: Line 1 is too long for one call: only its first 200,000 bytes are shown." in outcome.text
    assert (await call("read_file", path="min.js", first_line=2)).value["content"] == "last\n"


async def test_bytes_that_are_not_utf8_are_replaced_with_a_note(call, folder):
    (folder / "latin").write_bytes("Grüße\n".encode("latin-1"))
    outcome = await call("read_file", path="latin")
    assert outcome.value["content"] == "Gr\ufffd\ufffde\n"
    assert outcome.text.startswith("Done, with a note. latin, lines 1-1 of 1, 6 bytes\n")
    assert "Note: The file is not valid UTF-8" in outcome.text


@pytest.mark.parametrize(
    ("beginning", "what"),
    [
        (b"\x89PNG\r\n\x1a\n", "is a PNG picture"),
        (b"%PDF-1.7\n%text", "is a PDF document"),
        (b"PK\x03\x04", "is a ZIP archive"),
        (b"\x7fELF\x02", "is a program"),
        (b"SQLite format 3\0", "is an SQLite database"),
        (b"RIFF\0\0\0\0WEBPVP8", "is a WebP picture"),
        ("hi".encode("utf-16"), "is text in UTF-16"),
        (b"some text\0more", "is a binary file: it contains zero bytes"),
        (b"x" * 10_000 + b"\n\0", "contains zero bytes between lines 1 and 2"),
    ],
)
async def test_binary_files_are_refused_with_what_they_are(call, folder, beginning, what):
    (folder / "thing").write_bytes(beginning)
    outcome = await call("read_file", path="thing")
    assert outcome.code == "binary_file"
    assert f'"thing" {what}' in outcome.text
    if b"\n\0" not in beginning:
        assert "Not searched: 1 binary file." in (await call("search_files", name="thing", text="zzz")).text


async def test_text_that_begins_like_a_binary_file_is_read(call, folder):
    (folder / "notes").write_text("BZh and ID3 are signatures\n")
    assert (await call("read_file", path="notes")).ok


@settings(max_examples=300, deadline=None)
@given(
    st.lists(st.sampled_from([b"a", b"bb", b"\n", b"\n\n", b"ccc\nd"]), max_size=12),
    st.integers(1, 8),
    st.none() | st.integers(1, 5),
    st.integers(1, 12),
)
def test_a_window_is_the_lines_it_says(chunks, first, count, limit):
    text = b"".join(chunks)
    lines = text.split(b"\n")
    whole = [line + b"\n" for line in lines[:-1]] + ([lines[-1]] if lines[-1] else [])
    wanted = whole[first - 1 :][:count]
    seen = window(chunks, first, count, limit)
    assert seen.total == len(whole)
    assert len(seen.content) <= limit
    assert seen.last - seen.first + 1 == (0 if not wanted else max(1, fitting(wanted, limit)))
    if seen.cut:
        assert seen.content == wanted[0][:limit]
    else:
        assert seen.content == b"".join(wanted[: fitting(wanted, limit)])


def fitting(lines, limit):
    return sum(sum(map(len, lines[: number + 1])) <= limit for number in range(len(lines)))


async def test_list_directory_shows_kinds_and_sizes_in_order(call, folder):
    (folder / "b").mkdir()
    (folder / "a.txt").write_text("x")
    (folder / "link").symlink_to("a.txt")
    outcome = await call("list_directory")
    assert outcome.text == ("Done. ., 5 entries\nREADME.md  8 bytes\na.txt  1 byte\nb/\nlink  symbolic link\nsrc/")
    deeper = await call("list_directory", depth=2)
    assert [each["path"] for each in deeper.value["entries"]][-2:] == ["src", "src/main.py"]
    inside = await call("list_directory", path="src")
    assert inside.value["entries"] == [{"path": "src/main.py", "kind": "file", "size": 27}]
    assert (await call("list_directory", path="b")).text == "Done. b, 0 entries"
    for wrong in ({"depth": 0}, {"depth": 11}, {"depth": "x"}):
        assert (await call("list_directory", **wrong)).code == "invalid_arguments"


async def test_gitignore_holds_for_listing_and_searching_but_not_for_reading(call, folder):
    (folder / ".git").mkdir()
    (folder / ".git" / "config").write_text("needle")
    (folder / ".gitignore").write_text("build/\n*.log\n!keep.log\n")
    (folder / "src" / ".gitignore").write_text("/generated.py\n")
    (folder / "build").mkdir()
    for name in ("build/out.txt", "a.log", "keep.log", "src/generated.py", "src/b.log"):
        (folder / name).write_text("needle")
    listed = await call("list_directory", depth=5)
    assert [each["path"] for each in listed.value["entries"]] == [
        ".gitignore",
        "README.md",
        "keep.log",
        "src",
        "src/.gitignore",
        "src/main.py",
    ]
    assert "4 entries left out that .gitignore excludes." in listed.text
    assert (await call("search_files", text="needle")).value["files"] == ["keep.log"]
    assert (await call("search_files", path="src", text="needle")).value["files"] == []
    for name in ("build/out.txt", "a.log", ".git/config"):
        assert (await call("read_file", path=name)).value["content"] == "needle"
    named = await call("list_directory", path="build")
    assert [each["path"] for each in named.value["entries"]] == ["build/out.txt"]
    assert "it is shown because you named it" in named.text
    assert (await call("list_directory", path=".git")).value["entries"][0]["path"] == ".git/config"


async def test_a_gitignore_that_is_a_link_a_pipe_or_huge_is_not_read(call, folder):
    (folder / "x.log").touch()
    for make in (
        lambda place: place.symlink_to("../outside/a.txt"),
        lambda place: os.mkfifo(place),
        lambda place: place.write_text("*.log\n" * 100_000),
        lambda place: place.mkdir(),
    ):
        make(folder / ".gitignore")
        assert "x.log" in (await call("list_directory")).text
        (folder / ".gitignore").rmdir() if (folder / ".gitignore").is_dir() else (folder / ".gitignore").unlink()


@pytest.mark.parametrize("resolver", ["openat2"])
async def test_a_directory_of_100_000_files_is_listed_in_part_and_counted(call, folder):
    many = folder / "many"
    many.mkdir()
    directory = os.open(many, os.O_RDONLY)
    try:
        for number in range(100_000):  # hard links are quicker to make and to remove than files; 65,000 to each at most
            name = f"{number:06}.txt"
            if number % 50_000 == 0:
                first = name
                os.close(os.open(name, os.O_CREAT | os.O_WRONLY, dir_fd=directory))
            else:
                os.link(first, name, src_dir_fd=directory, dst_dir_fd=directory)
    finally:
        os.close(directory)
    listed = await call("list_directory", path="many")
    assert listed.text.startswith("Done. many, 100,000 entries\nmany/000000.txt  0 bytes\n")
    assert listed.value["left_out"] == 99_500
    assert "… and 99,500 more entries, not listed." in listed.text
    found = await call("search_files", name="09999*.txt")
    assert found.value["total_files"] == 10
    assert len(listed.text) < 40_000


async def test_a_walk_ends_at_its_bounds_and_says_so(call, folder, monkeypatch):
    for number in range(50):
        (folder / f"{number}.txt").touch()
    monkeypatch.setattr(listing, "Walk", partial(walk.Walk, max_entries=20))
    outcome = await call("list_directory")
    assert outcome.text.startswith("Done. ., at least 20 entries\n")
    assert "Not everything was looked at: there are more than 20 entries." in outcome.text
    assert outcome.value["complete"] is False
    monkeypatch.setattr(listing, "Walk", partial(walk.Walk, max_seconds=0))
    assert "it took longer than 0 seconds" in (await call("list_directory")).text


async def test_a_search_ends_at_its_bytes_and_says_so(call, folder, monkeypatch):
    monkeypatch.setattr(searching, "MAX_BYTES", 10)
    for number in range(5):
        (folder / f"{number}.txt").write_text("needle")
    found = await call("search_files", text="needle")
    assert not found.value["complete"]
    assert found.text.startswith("Done. at least 2 lines in 2 files")


async def test_very_deep_directories_are_bounded(call, folder):
    here = os.open(folder, os.O_RDONLY)
    for _ in range(300):
        os.mkdir("d", dir_fd=here)
        inner = os.open("d", os.O_RDONLY, dir_fd=here)
        os.close(here)
        here = inner
    os.close(here)
    found = await call("search_files", name="nothing")
    assert found.ok
    assert "Only 64 levels were looked at." in found.text
    assert (await call("list_directory", path="d/" * 200)).ok
    assert (await call("list_directory", path="d/" * 299)).code == "invalid_path"


async def test_names_cannot_deceive_whoever_reads_the_listing(call, folder):
    (folder / "a\nDone. fake").touch()
    (folder / "\x1b[31mred").touch()
    (folder / "\u202egnp.exe").touch()
    (folder / "👩‍🚀.txt").touch()
    os.close(os.open(os.fsencode(folder) + b"/\xff\xfe", os.O_CREAT | os.O_WRONLY))
    outcome = await call("list_directory")
    assert outcome.ok
    assert "a\\nDone. fake  0 bytes" in outcome.text
    assert "\\x1b[31mred" in outcome.text
    assert "\\u202egnp.exe" in outcome.text
    assert "👩‍🚀.txt" in outcome.text
    assert "\\udcff\\udcfe" in outcome.text
    assert "\x1b" not in outcome.text
    paths = [each["path"] for each in outcome.value["entries"]]
    assert "a\nDone. fake" in paths
    for path in paths:
        if "udcff" not in path and path != "src":
            assert (await call("read_file", path=path)).ok, path


async def test_search_by_text_gives_path_line_and_text(call, folder):
    (folder / "src" / "b.py").write_text("x\n  Needle (a+)+$ here\nneedle\n")
    outcome = await call("search_files", text="(a+)+$")
    assert outcome.text == 'Done. 1 line in 1 file with "(a+)+$" in .\nsrc/b.py:2:   Needle (a+)+$ here'
    assert outcome.value["matches"] == [{"path": "src/b.py", "line": 2, "text": "  Needle (a+)+$ here"}]
    assert (await call("search_files", text="needle")).value["total_matches"] == 1
    both = await call("search_files", text="NEEDLE", ignore_case=True, name="*.PY")
    assert (both.value["total_matches"], both.value["files"]) == (2, ["src/b.py"])
    assert (await call("search_files", text="needle", path="src/b.py")).value["total_matches"] == 1
    assert (await call("search_files", text="needle", name="*.md")).value["total_matches"] == 0


async def test_search_by_name(call, folder):
    (folder / "src" / "deep").mkdir()
    (folder / "src" / "deep" / "test_x.py").touch()
    for name, expected in {
        "*.py": ["src/deep/test_x.py", "src/main.py"],
        "**/*.py": ["src/deep/test_x.py", "src/main.py"],
        "src/*.py": ["src/main.py"],
        "./src/*.py": ["src/main.py"],
        "test_?.py": ["src/deep/test_x.py"],
        "[rR]*": ["README.md"],
        "README.md": ["README.md"],
        "nothing": [],
    }.items():
        assert (await call("search_files", name=name)).value["files"] == expected, name
    inside = await call("search_files", name="deep/*.py", path="src")
    assert inside.text == 'Done. 1 file named "deep/*.py" in src\nsrc/deep/test_x.py'


async def test_what_cannot_be_searched_for_is_refused(call):
    for wrong in ({}, {"text": "a\nb"}, {"name": "[a"}, {"name": "a\\"}):
        assert (await call("search_files", **wrong)).code == "invalid_pattern"
    assert (await call("search_files", text="x" * 2_000)).code == "invalid_arguments"


async def test_many_and_long_matches_are_bounded_and_counted(call, folder):
    (folder / "many").write_text("needle\n" * 1_000)
    (folder / "wide").write_text("x" * 100_000 + "needle" + "y" * 100_000)
    outcome = await call("search_files", text="needle")
    assert outcome.text.startswith('Done. 1,001 lines in 2 files with "needle" in .\n')
    assert "… and 801 more lines, not shown. Narrow the search" in outcome.text
    wide = await call("search_files", text="needle", name="wide")
    assert len(wide.text) < 400
    assert "needle" in wide.value["matches"][0]["text"]


async def test_what_may_not_be_read_is_reported_and_not_fatal(call, folder):
    folder.chmod(0o755)
    (folder / "closed.txt").write_text("needle")
    (folder / "closed.txt").chmod(0)
    (folder / "locked").mkdir()
    (folder / "locked" / "in.txt").write_text("needle")
    (folder / "locked").chmod(0)
    (folder / "open.txt").write_text("needle")
    with as_nobody():
        listed = await call("list_directory", depth=3)
        found = await call("search_files", text="needle")
        read = await call("read_file", path="closed.txt")
        inside = await call("read_file", path="locked/in.txt")
    assert listed.ok
    assert "Not readable: locked/." in listed.text
    assert found.value["files"] == ["open.txt"]
    assert "Not readable: closed.txt, locked/." in found.text
    assert (read.status, read.code, inside.code) == ("refused", "unreadable", "unreadable")


@contextmanager
def as_nobody():
    """Root may read everything: step down for a while."""
    root = os.geteuid() == 0
    if root:
        os.seteuid(65534)
    try:
        yield
    finally:
        if root:
            os.seteuid(0)


async def test_a_search_that_is_given_up_stops(folder):
    for number in range(200):
        (folder / f"{number}.txt").write_text("x")
    begun, ended = threading.Event(), threading.Event()

    def endless(stop):
        begun.set()
        try:
            while True:
                stop.check()
                time.sleep(0.001)
        except Abandoned:
            ended.set()
            raise

    task = asyncio.create_task(in_thread(endless))
    while not begun.is_set():
        await asyncio.sleep(0.001)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert ended.wait(30)


async def test_a_search_past_its_timeout_is_stopped_and_changed_nothing(folder, monkeypatch):
    stopped = threading.Event()
    real = searching._Search.open_and_look

    def slow(self, *arguments):
        time.sleep(0.02)
        real(self, *arguments)

    class Watched(walk.Walk):
        def entries(self):
            try:
                yield from super().entries()
            except Abandoned:
                stopped.set()
                raise

    for number in range(500):
        (folder / f"{number}.txt").write_text("x")
    monkeypatch.setattr(searching._Search, "open_and_look", slow)
    monkeypatch.setattr(searching, "Walk", Watched)
    with Workspace(folder) as workspace:
        search = replace(workspace.reading_tools()[2], timeout=0.1)
        outcome = await invoke(search, {"text": "x"}, ToolContext(Session()))
    assert (outcome.status, outcome.code) == ("failed", "timeout")
    assert outcome.text == "Failed. search_files was stopped: it took longer than 0.1 s. Nothing changed."
    assert await asyncio.to_thread(stopped.wait, 30)


async def test_no_descriptor_is_left_open(call, folder, workspace):
    (folder / "link").symlink_to("../outside/a.txt")
    before = len(list(Path("/proc/self/fd").iterdir()))
    for path in ("README.md", "nowhere", "link", "src", "../x", "src/../README.md", "src/../../x", "README.md/x"):
        for tool, more in (("read_file", {}), ("list_directory", {}), ("search_files", {"text": "x"})):
            await call(tool, path=path, **more)
    assert len(list(Path("/proc/self/fd").iterdir())) == before


def test_the_tools_declare_what_they_are(workspace):
    tools = workspace.reading_tools()
    assert [tool.name for tool in tools] == ["list_directory", "read_file", "search_files"]
    assert [tool.primary for tool in tools] == ["entries", "content", "files"]
    assert [tool.memory for tool in tools] == [
        Memory.LATEST("listing"),
        Memory.LATEST("file", by="path"),
        Memory.LATEST("search"),
    ]
    for tool in tools:
        assert (tool.trusted, tool.repeatable, tool.changes_something) == (False, True, False)
        assert tool.primary in tool.output["properties"]
        assert all(each["description"] for each in tool.parameters["properties"].values())
    assert tools[0].bullet == (
        "- `list_directory`: List what is in a directory of the workspace: files with their size, directories, "
        "symbolic links."
    )


def test_importing_it_does_not_import_pydantic():
    code = "import sys, gameplan.tools.workspace; sys.exit('pydantic' in sys.modules or 'ctypes' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
