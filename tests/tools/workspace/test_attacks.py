"""The attacks on paths (A1–A7, A9) that concern reading, with both ways of resolving a path."""

import asyncio
import os
import socket
import threading
import unicodedata
from contextlib import chdir

import pytest

from gameplan.runtime import Session
from gameplan.tools import ToolContext, ToolRefused, invoke
from gameplan.tools.workspace import ListDirectory, ReadFile, SearchFiles, Workspace
from gameplan.tools.workspace.beneath import opener

SECRET = "SECRET-OUTSIDE"

SPELLINGS = [
    ("", "invalid_path"),
    ("..", "outside_workspace"),
    ("../outside/secret.txt", "outside_workspace"),
    ("src/../../outside/secret.txt", "outside_workspace"),
    ("./src/./../../outside/secret.txt", "outside_workspace"),
    ("../ws/README.md", "outside_workspace"),
    ("/etc/passwd", "outside_workspace"),
    ("//etc/passwd", "outside_workspace"),
    ("/", "outside_workspace"),
    ("~", "outside_workspace"),
    ("~/.ssh/id_rsa", "outside_workspace"),
    ("~root/x", "outside_workspace"),
    ("file:///etc/passwd", "invalid_path"),
    ("FILE:/etc/passwd", "invalid_path"),
    ("http://example.org/x", "invalid_path"),
    ("README.md\0.png", "invalid_path"),
    ("\0", "invalid_path"),
    ("%2e%2e/outside/secret.txt", "not_found"),
    ("..%2foutside", "not_found"),
    ("..\\outside\\secret.txt", "not_found"),
    ("C:\\Windows\\win.ini", "not_found"),
    ("...", "not_found"),
    ("README.md/", "not_a_directory"),
    ("README.md/.", "not_a_directory"),
    ("README.md/..", "not_a_directory"),
    ("README.md/x", "not_a_directory"),
    ("README.md.", "not_found"),
    ("nowhere/x", "not_found"),
    ("nowhere/../README.md", "not_found"),
    ("x" * 300, "invalid_path"),
    ("x/" * 300 + "y", "invalid_path"),
    ("é" * 3_000, "invalid_path"),
    ("x" * 5_000, "invalid_arguments"),
    ("\udc80", "invalid_arguments"),
    ("a\nb", "not_found"),
    ("\u202egnp.exe", "not_found"),
]


@pytest.mark.parametrize("tool", ["read_file", "list_directory", "search_files"])
@pytest.mark.parametrize(("path", "code"), SPELLINGS, ids=[repr(path)[:30] for path, _ in SPELLINGS])
async def test_a1_no_spelling_leads_out(call, tool, path, code):
    more = {"text": "SECRET"} if tool == "search_files" else {}
    outcome = await call(tool, path=path, **more)
    assert (outcome.status, outcome.code) == ("refused", code)
    assert SECRET not in outcome.text
    assert "\n" not in outcome.text or code == "invalid_arguments"
    assert "\u202e" not in outcome.text
    assert len(outcome.text) < 600


def test_a1_what_pydantic_would_stop_is_stopped_without_it_too(workspace):
    with workspace.entered() as folder:
        for path in ("\ud800", "a/\udcff", "x" * 5_000, "", "\0"):
            with pytest.raises(ToolRefused) as refusal, folder.opened(path):
                pass
            assert refusal.value.code == "invalid_path"


async def test_a1_going_up_is_allowed_as_long_as_it_stays_inside(call):
    assert (await call("read_file", path="src/../README.md")).value["content"] == "# Hello\n"
    assert (await call("list_directory", path="src/..")).ok
    assert (await call("list_directory", path="./src//./")).value["path"] == "src"


async def test_a1_the_refusal_says_what_to_do(call):
    outcome = await call("read_file", path="/etc/passwd")
    assert outcome.text == (
        'Refused, nothing changed. "/etc/passwd" is not inside the workspace: absolute paths are not accepted. '
        'Give a path relative to the workspace, such as "src".'
    )


async def test_a2_a_sibling_with_the_same_beginning_is_outside(call, folder):
    sibling = folder.parent / "ws_evil"
    sibling.mkdir()
    (sibling / "secret.txt").write_text(SECRET)
    (folder / "link").symlink_to("../ws_evil")
    for path in ("../ws_evil/secret.txt", str(sibling / "secret.txt"), "link/secret.txt"):
        outcome = await call("read_file", path=path)
        assert outcome.status == "refused"
        assert outcome.code in ("outside_workspace", "symlink")


async def test_a3_links_that_lead_out_are_refused(call, folder, outside):
    links = {
        "to_file": "../outside/secret.txt",
        "to_directory": "../outside",
        "absolute": str(outside / "secret.txt"),
        "chain": "chain2",
        "chain2": "src/../chain3",
        "chain3": "../outside/secret.txt",
        "root": "/",
        "magic": "/proc/self/root/etc/passwd",
        "dangling": "../outside/not_there",
    }
    for name, target in links.items():
        (folder / name).symlink_to(target)
    paths = [*links, "to_directory/secret.txt", "to_directory/../outside/secret.txt", "to_file/", "root/etc/passwd"]
    for path in paths:
        for tool, more in (("read_file", {}), ("list_directory", {}), ("search_files", {"text": "SECRET"})):
            outcome = await call(tool, path=path, **more)
            assert (outcome.status, SECRET in outcome.text) == ("refused", False), path
            assert outcome.code in ("outside_workspace", "symlink"), (path, outcome.code)


async def test_a3_listing_and_searching_do_not_follow_links(call, folder):
    (folder / "way_out").symlink_to("../outside")
    (folder / "secret").symlink_to("../outside/secret.txt")
    (folder / "loop").symlink_to(".")
    (folder / "self").symlink_to("self")
    listing = await call("list_directory", depth=10)
    assert [(each["path"], each["kind"]) for each in listing.value["entries"]] == [
        ("README.md", "file"),
        ("loop", "symlink"),
        ("secret", "symlink"),
        ("self", "symlink"),
        ("src", "directory"),
        ("src/main.py", "file"),
        ("way_out", "symlink"),
    ]
    assert "outside" not in listing.text
    found = await call("search_files", text="SECRET")
    assert found.value["total_matches"] == 0
    assert "Not searched: 4 symbolic links." in found.text
    assert (await call("read_file", path="self")).code == "symlink"


async def test_a3_links_that_stay_inside_are_followed_by_the_kernel_alone(call, folder, resolver):
    (folder / "src" / "up").symlink_to("../README.md")
    (folder / "code").symlink_to("src")
    (folder / "code2").symlink_to("./code/")
    for path in ("src/up", "code/up", "code2/main.py"):
        outcome = await call("read_file", path=path)
        assert (outcome.status if resolver == "openat2" else outcome.code) == {"openat2": "ok", "walk": "symlink"}[
            resolver
        ]
    listing = await call("list_directory", path="code2/")
    if resolver == "openat2":
        assert [each["path"] for each in listing.value["entries"]] == ["code2/main.py", "code2/up"]
    else:
        assert listing.code == "symlink"


async def test_a4_a_hard_link_is_a_file_of_the_workspace(call, folder, outside):
    os.link(outside / "secret.txt", folder / "hard")
    assert (await call("read_file", path="hard")).ok


@pytest.mark.parametrize("deep", [False, True])
async def test_a5_swapping_a_directory_for_a_link_never_leads_out(call, folder, rounds, outside, deep):
    """A thread swaps a directory with a link to the outside, thousands of times, while the tools go through it."""
    swapped = folder / "d"
    inner = swapped / "e" / "f" if deep else swapped
    inner.mkdir(parents=True)
    (inner / "a.txt").write_text("inside")
    beyond = outside / "e" / "f" if deep else outside
    beyond.mkdir(parents=True, exist_ok=True)
    (beyond / "a.txt").write_text(SECRET)
    (folder / "link").symlink_to("../outside")
    path = "d/e/f" if deep else "d"
    over = threading.Event()
    swaps = 0

    def swap():
        nonlocal swaps
        while not over.is_set():
            swapped.rename(folder / "aside")
            (folder / "link").rename(swapped)
            swapped.rename(folder / "link")
            (folder / "aside").rename(swapped)
            swaps += 1

    thread = threading.Thread(target=swap)
    thread.start()
    seen: dict[str, int] = {}
    try:
        for _ in rounds(1.3, lambda: swaps > 50 and seen.get("ok", 0) > 5 and len(seen) > 1):
            outcomes = await asyncio.gather(
                call("read_file", path=f"{path}/a.txt"),
                call("read_file", path=f"d/../{path}/a.txt"),
                call("list_directory", path=path),
                call("list_directory", path=".", depth=5),
                call("search_files", path=".", text="SECRET"),
                call("search_files", path=path, name="secret*"),
            )
            for outcome in outcomes:
                assert SECRET not in outcome.text
                assert "secret.txt" not in outcome.text
                assert outcome.status != "failed", outcome
                seen[outcome.code or "ok"] = seen.get(outcome.code or "ok", 0) + 1
    finally:
        over.set()
        thread.join()
    assert swaps > 50
    assert seen.get("ok", 0) > 5
    assert len(seen) > 1, "no call met the swap"


async def test_a5_swapping_a_link_to_the_record_never_shows_it(call, folder, rounds):
    (folder / ".gameplan").mkdir()
    (folder / ".gameplan" / "a.txt").write_text(SECRET)
    (folder / "d").mkdir()
    (folder / "d" / "a.txt").write_text("inside")
    (folder / "link").symlink_to(".gameplan")
    over = threading.Event()
    swaps = 0

    def swap():
        nonlocal swaps
        while not over.is_set():
            (folder / "d").rename(folder / "aside")
            (folder / "link").rename(folder / "d")
            (folder / "d").rename(folder / "link")
            (folder / "aside").rename(folder / "d")
            swaps += 1

    thread = threading.Thread(target=swap)
    thread.start()
    try:
        for _ in rounds(0.8, lambda: swaps > 20):
            for outcome in (
                await call("read_file", path="d/a.txt"),
                await call("list_directory", path="d"),
                await call("search_files", text="SECRET"),
            ):
                assert SECRET not in outcome.text
                assert outcome.status != "failed"
    finally:
        over.set()
        thread.join()


async def test_a6_the_root_may_be_a_link_and_stays_what_it_was(folder, outside, resolver):
    door = folder.parent / "door"
    door.symlink_to(folder)
    with Workspace(door, resolver=resolver) as workspace:
        _, read, _ = workspace.reading_tools()
        door.unlink()
        door.symlink_to(outside)
        outcome = await invoke(read, {"path": "README.md"}, ToolContext(Session()))
        assert outcome.value["content"] == "# Hello\n"


async def test_a6_the_root_may_be_replaced_while_it_is_in_use(call, folder, outside):
    folder.rename(folder.parent / "elsewhere")
    folder.symlink_to(outside)
    assert (await call("read_file", path="a.txt")).code == "not_found"
    assert (await call("read_file", path="README.md")).value["content"] == "# Hello\n"
    assert [each["path"] for each in (await call("list_directory")).value["entries"]] == ["README.md", "src"]
    assert (await call("search_files", text="SECRET")).value["total_matches"] == 0


async def test_a6_a_directory_that_is_moved_out_is_outside(workspace, folder, outside):
    (folder / "leaving").mkdir()
    with workspace.entered() as inside:
        descriptor = inside.opener.open(inside.descriptor, "leaving", os.O_RDONLY | os.O_CLOEXEC, follow=False)
        (folder / "leaving").rename(outside / "gone")
        with pytest.raises(OSError, match="link"):
            inside._public(descriptor)


async def test_a6_a_closed_workspace_refuses(call, workspace):
    workspace.close()
    workspace.close()
    assert (await call("list_directory")).code == "workspace_closed"


async def test_a7_special_files_are_refused_at_once(call, folder):
    os.mkfifo(folder / "pipe")
    server = socket.socket(socket.AF_UNIX)
    with chdir(folder):  # a socket's path must be short
        server.bind("socket")
    special = ["pipe", "socket"]
    if os.geteuid() == 0:
        os.mknod(folder / "zero", 0o600 | 0o020000, os.makedev(1, 5))
        special.append("zero")
    for name in special:
        for tool, more in (("read_file", {}), ("list_directory", {}), ("search_files", {"text": "x"})):
            outcome = await call(tool, path=name, **more)
            assert (outcome.status, outcome.code) == ("refused", "not_a_file"), (name, tool)
    assert "is a named pipe" in (await call("read_file", path="pipe")).text
    assert "pipe  special file" in (await call("list_directory")).text
    assert (await call("search_files", text="x")).ok
    server.close()


async def test_a7_a_pipe_that_replaces_a_file_between_the_look_and_the_opening_does_not_hang(call, folder, monkeypatch):
    os.mkfifo(folder / "pipe")
    monkeypatch.setattr("gameplan.tools.workspace.folder.check_kind", once_blind("gameplan.tools.workspace.folder"))
    outcome = await asyncio.wait_for(call("read_file", path="pipe"), 30)
    assert outcome.code == "not_a_file"


def once_blind(module):
    """The check of kinds as if the first look had seen something else."""
    import importlib

    real = importlib.import_module(module).check_kind
    looks = 0

    def check(facts, path):
        nonlocal looks
        looks += 1
        if looks > 1:
            real(facts, path)

    return check


async def test_a7_ten_gigabytes_are_not_read(call, folder):
    with (folder / "sparse").open("wb") as file:
        file.write(b"".join(b"line %d\n" % number for number in range(5_000)))
        file.truncate(10_000_000_000)
    with (folder / "zeros").open("wb") as file:
        file.truncate(10_000_000_000)
    # To read either of them whole would be noticed.
    some = await call("read_file", path="sparse", lines=3)
    assert some.text == (
        "Done. sparse, lines 1-3 of more than 5,001, 10,000,000,000 bytes (read on with first_line=4)\n"
        "line 0\nline 1\nline 2\n"
    )
    assert some.value["total_lines"] is None
    assert (await call("read_file", path="sparse", first_line=9_000)).code == "too_far"
    assert (await call("read_file", path="zeros")).code == "binary_file"
    found = await call("search_files", text="line 7")
    assert "Not searched: 2 files over 2 MB (sparse, zeros)." in found.text


async def test_a7_a_directory_as_a_file_and_a_file_as_a_directory(call):
    assert (await call("read_file", path="src")).code == "is_a_directory"
    assert (await call("list_directory", path="README.md")).code == "not_a_directory"
    assert (await call("read_file", path="README.md/x")).code == "not_a_directory"


async def test_a9_names_that_look_alike_are_pointed_out(call, folder):
    composed = unicodedata.normalize("NFC", "café.txt")
    decomposed = unicodedata.normalize("NFD", "café.txt")
    (folder / decomposed).write_text("x")
    for path in (composed, composed.upper(), "readme.MD", "src/MAIN.py"):
        if (folder / path).exists():
            continue  # a file system that takes them as one file has one identity already
        outcome = await call("read_file", path=path)
        assert outcome.code == "not_found"
        assert "There is '" in outcome.text
    outcome = await call("read_file", path="readme.md")
    assert outcome.text == "Refused, nothing changed. There is no \"readme.md\" in the workspace. There is 'README.md'."


RECORD = [
    ".gameplan",
    ".gameplan/",
    "./.gameplan/secret",
    "src/../.gameplan/secret",
    ".gameplan/../.gameplan/secret",
    ".gameplan/../README.md",
    ".GAMEPLAN/secret",
    ".GamePlan",
    ".ｇａｍｅｐｌａｎ/secret",
    "alias",
    "alias/secret",
    "alias/../.gameplan/secret",
    "alias/deep/er/x",
    "into/x",
    "file",
    "chain/secret",
    "here/.gameplan/secret",
    "here/alias/secret",
    "src/nested/.gameplan/secret",
    "nested_alias/secret",
]


@pytest.mark.parametrize("path", RECORD)
async def test_the_record_cannot_be_reached_by_any_name(call, folder, resolver, path):
    make_record(folder)
    for tool, more in (("read_file", {}), ("list_directory", {}), ("search_files", {"text": "SECRET"})):
        outcome = await call(tool, path=path, **more)
        assert (outcome.status, SECRET in outcome.text) == ("refused", False)
        assert outcome.code in ({"private_path"} if resolver == "openat2" else {"private_path", "symlink"})


async def test_the_record_is_not_shown(call, folder):
    make_record(folder)
    for outcome in (
        await call("list_directory", depth=10),
        await call("search_files", text="SECRET"),
        await call("search_files", name="*secret*"),
        await call("search_files", name="**/.gameplan/**"),
        await call("search_files", name=".game*"),
    ):
        assert outcome.ok
        assert SECRET not in outcome.text
        assert not any(".gameplan" in path or "secret" in path for path in paths_of(outcome))


def make_record(folder):
    (folder / ".gameplan" / "deep" / "er").mkdir(parents=True)
    (folder / "src" / "nested" / ".gameplan").mkdir(parents=True)
    for place in (".gameplan/secret", ".gameplan/deep/er/x", "src/nested/.gameplan/secret"):
        (folder / place).write_text(SECRET)
    for link, target in {
        "alias": ".gameplan",
        "chain": "alias",
        "into": ".gameplan/deep/er",
        "file": ".gameplan/secret",
        "here": ".",
        "nested_alias": "src/nested/.gameplan",
    }.items():
        (folder / link).symlink_to(target)


def paths_of(outcome):
    return outcome.value.get("files") or [each["path"] for each in outcome.value.get("entries", [])]


def test_the_parent_of_a_path_is_as_safe_as_the_path(workspace, folder, resolver):
    make_record(folder)
    (folder / "out").symlink_to("../outside")
    with workspace.entered() as inside:
        with inside.parent("src/new.txt") as (directory, name):
            assert name == "new.txt"
            assert os.path.samestat(os.fstat(directory), (folder / "src").stat())
        for path in (".", "..", "src/..", "../x", "out/x", "alias/x", ".gameplan/x", ".gameplan", "nowhere/x", "/x"):
            with pytest.raises(ToolRefused), inside.parent(path):
                pass


def test_handlers_refuse_in_the_same_way_without_invoke(workspace):
    listing, read, search = workspace.reading_tools()
    context = ToolContext(Session())
    for tool, params in (
        (listing, ListDirectory(path="../outside")),
        (read, ReadFile(path="/etc/passwd")),
        (search, SearchFiles(path="..", text="x")),
    ):
        with pytest.raises(ToolRefused):
            asyncio.run(tool(params, context))


def test_this_machine_has_the_kernel_s_way():
    assert opener().follows_links
    assert not opener("walk").follows_links


def test_a_workspace_that_is_not_closed_is_reported(folder):
    workspace = Workspace(folder)
    with pytest.warns(ResourceWarning, match="not closed"):
        workspace.__del__()
