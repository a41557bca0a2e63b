"""The attacks on paths (A1-A10) that concern writing, with both ways of resolving a path."""

import asyncio
import ctypes
import os
import random
import socket
import threading
import time
import unicodedata
from contextlib import chdir, contextmanager

import pytest

from gameplan.runtime import Session
from gameplan.tools import ToolContext, invoke
from gameplan.tools.workspace import Workspace

SECRET = "SECRET-OUTSIDE"


def calls_on(path):
    """Every way in which a path can be named to a writing tool."""
    return [
        ("write_file", {"path": path, "content": "EVIL"}),
        ("append_file", {"path": path, "content": "EVIL"}),
        ("edit_file", {"path": path, "old": "SECRET", "new": "EVIL"}),
        ("delete_file", {"path": path, "recursive": True}),
        ("make_directory", {"path": path}),
        ("move_file", {"source": path, "destination": "taken"}),
        ("move_file", {"source": "README.md", "destination": path, "overwrite": True}),
        ("copy_file", {"source": path, "destination": "taken", "recursive": True}),
        ("copy_file", {"source": "README.md", "destination": path, "overwrite": True}),
        ("archive_files", {"paths": [path], "destination": "taken.zip"}),
        ("archive_files", {"paths": ["src"], "destination": path, "overwrite": True}),
        ("unpack_archive", {"path": path, "directory": "taken"}),
        ("unpack_archive", {"path": "a.zip", "directory": path}),
    ]


SPELLINGS = [
    "", "..", ".", "./", "../outside/secret.txt", "src/../../outside/x", "src/../README.md", "../ws/README.md",
    "../ws_evil", "/etc/passwd", "//etc/passwd", "/", "~", "~/.ssh/id_rsa", "file:///etc/passwd", "http://example.org/x",
    "a\0b", "\0",
    "x" * 300, "x/" * 300 + "y", "é" * 3_000, "x" * 5_000, "\udc80", ".gameplan", ".gameplan/runs", ".GAMEPLAN/x",
    "src/.gameplan/x", ".ｇａｍｅｐｌａｎ/x", "README.md/x", "README.md/../../x",
]  # fmt: skip
NEW_NAMES = [
    "%2e%2e/x",
    "..%2foutside",
    "..\\outside\\x",
    "C:\\x",
    "a\nb",
    "\u202egnp.exe",
    "x.",
    "...",
    "x ",
    " x",
    "a/\x1b[2J",
]


@pytest.mark.parametrize("path", SPELLINGS, ids=[repr(path)[:30] for path in SPELLINGS])
async def test_a1_no_spelling_leads_out(run, folder, outside, tree, path):
    zip_of(folder)
    (folder.parent / "ws_evil").mkdir()
    before, beside = tree(folder), tree(outside)
    for name, arguments in calls_on(path):
        if path in (".", "./") and name in ("archive_files", "unpack_archive"):
            continue  # all of the workspace may be archived, and be unpacked into
        outcome = await run(name, **arguments)
        assert outcome.status == "refused", (name, arguments, outcome)
        assert SECRET not in outcome.text
        assert len(outcome.text) < 800
    assert (tree(folder), tree(outside)) == (before, beside)
    assert list((folder.parent / "ws_evil").iterdir()) == []
    assert run.session.seq > 0
    assert not any(type(each.event).__name__ == "FilesChanging" for each in run.session.events)


@pytest.mark.parametrize("path", NEW_NAMES, ids=repr)
async def test_a1_nothing_new_gets_a_name_that_reads_as_something_else(run, folder, tree, path):
    before = tree(folder)
    for name, arguments in (
        ("write_file", {"path": path, "content": "x"}),
        ("append_file", {"path": path, "content": "x"}),
        ("make_directory", {"path": path}),
        ("move_file", {"source": "README.md", "destination": path}),
        ("copy_file", {"source": "README.md", "destination": path}),
    ):
        outcome = await run(name, **arguments)
        assert (outcome.status, outcome.code) == ("refused", "invalid_path"), outcome
        assert "\u202e" not in outcome.text
        assert "\x1b" not in outcome.text
    assert tree(folder) == before


async def test_what_has_such_a_name_already_can_be_changed_and_deleted(run, folder):
    (folder / "a\nb").write_text("x")
    assert (await run("write_file", path="a\nb", content="y")).ok
    assert (await run("delete_file", path="a\nb")).ok


async def test_a1_a_file_is_not_named_with_a_slash_at_its_end(run):
    for path in ("new/", "README.md/", "README.md/."):
        for name in ("write_file", "append_file"):
            assert (await run(name, path=path, content="x")).code == "invalid_path"


async def test_a3_links_are_neither_followed_nor_replaced(run, folder, outside, tree):
    links = {
        "to_file": "../outside/secret.txt",
        "to_directory": "../outside",
        "absolute": str(outside / "secret.txt"),
        "chain": "chain2",
        "chain2": "../outside/secret.txt",
        "dangling": "../outside/not_there",
        "root": "/",
        "inside": "src/main.py",
        "code": "src",
    }
    for name, target in links.items():
        (folder / name).symlink_to(target)
    zip_of(folder)
    before, beside = tree(folder), tree(outside)
    inner = [
        "to_directory/secret.txt",
        "to_directory/new",
        "to_directory/../x",
        "root/tmp/x",
        "code/main.py",
        "code/new",
    ]
    for path in [*links, *inner]:
        for name, arguments in calls_on(path):
            if name == "delete_file" and path in links:
                continue  # a link itself may be deleted
            if name == "archive_files" and path in links and arguments["destination"] == "taken.zip":
                continue  # there is nothing to put in
            outcome = await run(name, **arguments)
            assert (outcome.status, outcome.code in ("symlink", "invalid_path", "outside_workspace", "exists")) == (
                "refused",
                True,
            ), (name, arguments, outcome)
    assert (tree(folder), tree(outside)) == (before, beside)
    assert not (outside / "not_there").exists()


async def test_a3_deleting_a_link_deletes_the_link(run, folder, outside, tree):
    (folder / "link").symlink_to("../outside")
    (folder / "dangling").symlink_to("nowhere")
    (folder / "src/deep").mkdir()
    (folder / "src/deep/link").symlink_to("../../../outside/secret.txt")
    before, beside = tree(folder), tree(outside)
    for path in ("link", "dangling", "src"):
        assert (await run("delete_file", path=path, recursive=True)).ok
    assert tree(outside) == beside
    assert sorted(tree(folder)) == ["README.md"]
    assert (await run.undo()).ok
    assert (tree(folder), tree(outside)) == (before, beside)


@pytest.mark.parametrize("name", ["write_file", "append_file", "edit_file", "copy_file", "move_file", "undo"])
async def test_a4_a_hard_link_is_replaced_and_its_twin_outside_untouched(run, folder, outside, tree, name):
    os.link(outside / "secret.txt", folder / "hard")
    before = tree(folder)
    match name:
        case "edit_file":
            outcome = await run(name, path="hard", old="SECRET", new="EVIL")
        case "copy_file" | "move_file":
            outcome = await run(name, source="README.md", destination="hard", overwrite=True)
        case "undo":
            outcome = await run("delete_file", path="hard")
        case _:
            outcome = await run(name, path="hard", content="EVIL")
    assert outcome.ok
    assert (outside / "secret.txt").read_text() == SECRET
    assert (outside / "secret.txt").stat().st_nlink == (2 if name == "undo" else 1)  # the trash has the other
    assert (await run.undo()).ok
    assert tree(folder) == before
    (folder / "hard").write_text("apart")
    assert (outside / "secret.txt").read_text() == SECRET


@contextmanager
def swapping(folder, name, link):
    """A thread exchanges a directory and a link, as fast as it can; at every moment there is one of them."""
    exchange = ctypes.CDLL(None, use_errno=True).renameat2
    one, other = (os.fsencode(folder / each) for each in (name, link))
    over = threading.Event()
    swaps = [0]

    def swap():
        chance = random.Random(1)
        while not over.is_set():
            swaps[0] += exchange(-100, one, -100, other, 2) == 0  # AT_FDCWD, RENAME_EXCHANGE
            time.sleep(chance.choice((0, 0.0005, 0.005)))  # so that some calls get through, and some half way
        if (folder / name).is_symlink():
            exchange(-100, one, -100, other, 2)

    thread = threading.Thread(target=swap)
    thread.start()
    try:
        yield swaps
    finally:
        over.set()
        thread.join()


@pytest.mark.parametrize("what", ["write", "delete", "move"])
async def test_a5_swapping_a_directory_for_a_link_never_leads_out(run, folder, outside, tree, rounds, what):
    (folder / "d/e/f").mkdir(parents=True)
    (outside / "e/f").mkdir(parents=True)
    (outside / "e/f/a.txt").write_text(SECRET)
    (folder / "link").symlink_to("../outside")
    beside = tree(outside)
    seen: dict[str, int] = {}
    with swapping(folder, "d", "link") as swaps:
        for number in rounds(2.0, lambda: swaps[0] > 50 and seen.get("ok", 0) > 3 and len(seen) > 1):
            inner = "d/e/f" if number % 2 else "d"
            mine, taken = f"mine{number}", f"taken{number}"
            calls = {
                "write": [
                    ("write_file", {"path": f"{inner}/a.txt", "content": f"EVIL {number}"}),
                    ("append_file", {"path": f"{inner}/b.txt", "content": "EVIL"}),
                    ("write_file", {"path": f"{inner}/new{number}/x", "content": "EVIL"}),
                ],
                "delete": [
                    ("write_file", {"path": f"{inner}/a.txt", "content": f"{number}"}),
                    ("delete_file", {"path": f"{inner}/a.txt"}),
                    ("delete_file", {"path": f"{inner}/secret.txt"}),
                ],
                "move": [
                    ("move_file", {"source": f"{inner}/a.txt", "destination": taken}),
                    ("write_file", {"path": mine, "content": "EVIL"}),
                    ("move_file", {"source": mine, "destination": f"{inner}/a.txt"}),
                    ("copy_file", {"source": f"{inner}/secret.txt", "destination": f"stolen{number}"}),
                ],
            }
            for outcome in await asyncio.gather(*(run(name, **arguments) for name, arguments in calls[what])):
                assert SECRET not in outcome.text
                key = outcome.code or "ok"
                seen[key] = seen.get(key, 0) + 1
    assert tree(outside) == beside, "something outside was changed"
    kept = [each.read_bytes() for each in (folder / ".gameplan/runs/run").rglob("*") if each.is_file()]
    kept += [each[2] for each in tree(folder).values() if each[0] == "file"]
    assert not any(SECRET.encode() in each for each in kept), "something outside was read"
    assert swaps[0] > 50
    assert seen.get("ok", 0) > 3, seen
    assert len(seen) > 1, "no call met the swap"


async def test_a5_swapping_a_link_to_the_record_never_touches_it(run, folder, rounds):
    assert (await run("delete_file", path="src", recursive=True)).ok
    record = folder / ".gameplan"
    (record / "a.txt").write_text(SECRET)
    (folder / "d").mkdir()
    (folder / "link").symlink_to(".gameplan")
    with swapping(folder, "d", "link") as swaps:
        for _ in rounds(0.5, lambda: swaps[0] > 20):
            await run("write_file", path="d/a.txt", content="EVIL")
            await run("delete_file", path="d/runs", recursive=True)
            await run("delete_file", path="d/a.txt")
    assert (record / "a.txt").read_text() == SECRET
    assert (record / "runs/run/trash").is_dir()


async def test_a6_the_root_may_be_replaced_while_it_is_in_use(run, folder, outside, tree):
    beside = tree(outside)
    moved = folder.parent / "elsewhere"
    folder.rename(moved)
    folder.symlink_to(outside)
    assert (await run("write_file", path="new.txt", content="x")).ok
    assert (await run("delete_file", path="README.md")).ok
    assert (await run("delete_file", path="secret.txt")).code == "not_found"
    assert sorted(each.name for each in moved.iterdir()) == [".gameplan", "new.txt", "src"]
    assert (await run.undo()).ok
    assert sorted(tree(moved)) == ["README.md", "src", "src/main.py"]
    assert tree(outside) == beside
    assert not (outside / ".gameplan").exists()


async def test_a6_the_record_is_never_a_link(run, folder, outside, tree, resolver):
    for place in (".gameplan", ".gameplan/runs", ".gameplan/runs/run", ".gameplan/runs/run/objects"):
        link = folder / place
        link.parent.mkdir(parents=True, exist_ok=True)
        link.symlink_to(outside)
        beside = tree(outside)
        outcome = await run("write_file", path="README.md", content="x")
        assert (outcome.status, outcome.code) == ("refused", "record_unusable")
        assert tree(outside) == beside
        assert (folder / "README.md").read_text() == "# Hello\n"
        link.unlink()
    (folder / ".gameplan/runs/run").rmdir()
    (folder / ".gameplan/runs/run").write_text("a file")
    assert (await run("write_file", path="README.md", content="x")).code == "record_unusable"


async def test_a7_special_files_are_refused_at_once(run, folder):
    (folder / "special").mkdir()
    os.mkfifo(folder / "special/pipe")
    server = socket.socket(socket.AF_UNIX)
    with chdir(folder / "special"):
        server.bind("socket")
    special = ["special/pipe", "special/socket"]
    if os.geteuid() == 0:
        os.mknod(folder / "special/zero", 0o600 | 0o020000, os.makedev(1, 5))
        special.append("special/zero")
    zip_of(folder)
    for path in [*special, "special"]:
        for name, arguments in calls_on(path):
            if path == "special" and arguments.get("destination") != "taken" and name not in ("delete_file",):
                continue
            outcome = await run(name, **arguments)
            assert outcome.status == "refused", (name, arguments, outcome)
            assert outcome.code in ("not_a_file", "not_a_directory", "exists"), (name, outcome)
    server.close()
    assert sorted(each.name for each in (folder / "special").iterdir()) == sorted(
        path.split("/")[1] for path in special
    )


async def test_a8_the_workspace_and_its_repository_are_not_destroyed(run, folder, tree):
    (folder / ".git/hooks").mkdir(parents=True)
    (folder / ".git/HEAD").write_text("ref: refs/heads/main\n")
    (folder / "sub/module/.git").mkdir(parents=True)
    (folder / "work").mkdir()
    (folder / "work/.git").write_text("gitdir: ../.git/worktrees/work\n")
    before = tree(folder)
    for path, code in (
        (".", "workspace_itself"),
        (".git", "repository"),
        (".git/", "repository"),
        (".git/hooks", "repository"),
        ("sub", "repository"),
        ("sub/module", "repository"),
        ("sub/module/.git", "repository"),
        ("work/.git", "repository"),
        ("work", "repository"),
        (".gameplan", "private_path"),
        ("src", "not_empty"),
    ):
        recursive = path != "src"
        assert (await run("delete_file", path=path, recursive=recursive)).code == code, path
        if recursive:
            assert (await run("move_file", source=path, destination="taken")).code == code
    assert (await run("write_file", path="work/.git", content="gitdir: evil")).code == "repository"
    assert (await run("move_file", source="README.md", destination="work/.git", overwrite=True)).code == "repository"
    assert (await run("copy_file", source="sub", destination="x", recursive=True)).code == "repository"
    assert tree(folder) == before
    outcome = await run("write_file", path=".git/HEAD", content="ref: refs/heads/next\n")
    assert outcome.ok, "a file in it may be written; the gate sees the label"


async def test_a8_a_record_somewhere_inside_is_not_taken_along(run, folder, tree):
    (folder / "nested/.gameplan").mkdir(parents=True)
    (folder / "nested/.gameplan/x").write_text(SECRET)
    before = tree(folder)
    for name, arguments in (
        ("delete_file", {"path": "nested", "recursive": True}),
        ("move_file", {"source": "nested", "destination": "b"}),
        ("copy_file", {"source": "nested", "destination": "b", "recursive": True}),
    ):
        assert (await run(name, **arguments)).code == "private_path"
    assert tree(folder) == before
    assert (await run("archive_files", paths=["nested"], destination="a.zip")).ok
    assert SECRET.encode() not in (folder / "a.zip").read_bytes()


async def test_a9_no_twin_is_made(run, folder):
    composed, decomposed = (unicodedata.normalize(form, "café.txt") for form in ("NFC", "NFD"))
    (folder / decomposed).write_text("x")
    for path in (composed, "readme.md", "SRC/new.py", "src/MAIN.py", composed.upper()):
        if (folder / path).exists():
            continue  # a file system that takes them as one
        for name, arguments in (
            ("write_file", {"path": path, "content": "x"}),
            ("copy_file", {"source": "README.md", "destination": path}),
            ("move_file", {"source": "src/main.py", "destination": path}),
        ):
            if (name, path) == ("move_file", "src/MAIN.py"):
                continue
            outcome = await run(name, **arguments)
            assert (outcome.code, "reads the same" in outcome.text) == ("twin", True), (name, path, outcome)
    assert (await run("write_file", path=decomposed, content="y")).ok, "the one that is there is meant"


async def test_the_tools_of_one_workspace_do_not_reach_another(tmp_path, resolver):
    for name in ("ws", "ws_evil"):
        (tmp_path / name).mkdir()
    with Workspace(tmp_path / "ws", resolver=resolver) as workspace:
        write, *_ = workspace.writing_tools("run")
        for path in ("../ws_evil/x", str(tmp_path / "ws_evil/x"), str(tmp_path / "ws/x")):
            assert (
                await invoke(write, {"path": path, "content": ""}, ToolContext(Session()))
            ).code == "outside_workspace"
    assert list((tmp_path / "ws_evil").iterdir()) == []


def zip_of(folder):
    import zipfile

    with zipfile.ZipFile(folder / "a.zip", "w") as archive:
        archive.writestr("x", "EVIL")
