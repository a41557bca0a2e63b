"""Attacks on paths that the tests of the workspace do not try: another process, every tool, what a folder hides."""

from __future__ import annotations

import random
import subprocess
import sys
import tempfile
import time
import zipfile
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from gameplan.runtime import Session
from gameplan.tools import Outcome, ToolContext, invoke
from gameplan.tools.workspace import Workspace, undo

SECRET = "SECRET-OUTSIDE"

# Exchanges two names as fast as it can, until its input is closed; a file says how often it has.
SWAP = """
import ctypes, os, random, select, sys, time
exchange = ctypes.CDLL(None, use_errno=True).renameat2
one, other, count = map(os.fsencode, sys.argv[1:4])
count = os.open(count, os.O_WRONLY)
chance, swaps = random.Random(1), 0
while not select.select([sys.stdin], [], [], 0)[0]:
    swaps += exchange(-100, one, -100, other, 2) == 0
    os.pwrite(count, b"%d" % swaps, 0)
    time.sleep(chance.choice((0, 0, 0.0002, 0.001, 0.004)))  # now the folder stands there, now the link
if os.path.islink(one):
    exchange(-100, one, -100, other, 2)
"""


class Run:
    """A run in a workspace, with every tool that it has."""

    def __init__(self, workspace: Workspace) -> None:
        self.workspace = workspace
        self.session = Session()
        self.tools = {each.name: each for each in (*workspace.reading_tools(), *workspace.writing_tools("run"))}

    async def __call__(self, name: str, /, **arguments: Any) -> Outcome:
        return await invoke(self.tools[name], arguments, ToolContext(self.session))

    def effects(self, name: str, /, **arguments: Any) -> list[str]:
        params = self.tools[name].params_adapter.validate_python(arguments)
        return [effect.verb for effect in self.tools[name].effects if effect.targets(params)]


@pytest.fixture(params=["openat2", "walk"])
def run(folder: Path, request: pytest.FixtureRequest) -> Iterator[Run]:
    with Workspace(folder, resolver=request.param) as workspace:
        yield Run(workspace)


@contextmanager
def swapping(one: Path, other: Path) -> Iterator[Callable[[], int]]:
    """Another process exchanges the two, and has begun to; what this gives says how often it has."""
    with tempfile.NamedTemporaryFile() as count:

        def swaps() -> int:
            return int(Path(count.name).read_bytes() or 0)

        command = [sys.executable, "-c", SWAP, str(one), str(other), count.name]
        with subprocess.Popen(command, stdin=subprocess.PIPE) as process:
            while not swaps():
                assert process.poll() is None
                time.sleep(0.01)
            try:
                yield swaps
            finally:
                process.communicate(b"", timeout=30)


def rounds(seconds: float, enough: Callable[[], bool]) -> Iterator[int]:
    """For so many seconds, and on until it was enough; but not for ever."""
    began, number = time.monotonic(), 0
    while (gone := time.monotonic() - began) < seconds or (gone < 60 and not enough()):
        number += 1
        yield number


def everything(folder: Path) -> dict[str, bytes]:
    """Each file beneath a folder, the record included, and what is in it."""
    return {
        each.relative_to(folder).as_posix(): each.read_bytes()
        for each in sorted(folder.rglob("*"))
        if each.is_file() and not each.is_symlink()
    }


async def test_a5_no_tool_leaves_while_another_process_swaps_a_folder_for_a_link(
    run: Run, folder: Path, outside: Path
) -> None:
    (folder / "d/sub").mkdir(parents=True)
    (folder / "link").symlink_to("../outside")
    with zipfile.ZipFile(folder / "evil.zip", "w") as archive:
        archive.writestr("sub/a.txt", "EVIL")
        archive.writestr("new.txt", "EVIL")
    beside = everything(outside)
    seen: dict[str, Counter[str]] = {}
    told: list[str] = []
    met = Counter[str]()
    chance = random.Random(2)

    def enough() -> bool:
        return met["ok"] > 20 and met["outside_workspace"] + met["symlink"] > 20

    with swapping(folder / "d", folder / "link") as swaps:
        for number in rounds(2.5, lambda: swaps() > 50 and enough()):
            inner = chance.choice(("d", "d/sub"))
            for name, arguments in (
                ("write_file", {"path": f"{inner}/a.txt", "content": f"EVIL {number}"}),
                ("read_file", {"path": f"{inner}/a.txt"}),
                ("read_file", {"path": f"{inner}/secret.txt"}),
                ("list_directory", {"path": inner, "depth": 3}),
                ("search_files", {"path": inner, "text": "SECRET"}),
                ("append_file", {"path": f"{inner}/a.txt", "content": "EVIL"}),
                ("edit_file", {"path": f"{inner}/secret.txt", "old": "SECRET", "new": "EVIL"}),
                ("copy_file", {"source": f"{inner}/a.txt", "destination": f"copied{number}"}),
                ("copy_file", {"source": "README.md", "destination": f"{inner}/b{number}"}),
                ("copy_file", {"source": "d", "destination": f"tree{number}", "recursive": True}),
                ("move_file", {"source": f"{inner}/secret.txt", "destination": f"moved{number}"}),
                ("move_file", {"source": f"{inner}/a.txt", "destination": f"taken{number}"}),
                ("make_directory", {"path": f"{inner}/made{number % 5}"}),
                ("archive_files", {"paths": [inner], "destination": f"packed{number}.zip"}),
                ("unpack_archive", {"path": "evil.zip", "directory": inner, "overwrite": True}),
                ("delete_file", {"path": f"{inner}/a.txt"}),
                ("delete_file", {"path": f"{inner}/secret.txt"}),
            ):
                outcome = await run(name, **arguments)
                seen.setdefault(name, Counter())[outcome.code or "ok"] += 1
                met[outcome.code or "ok"] += 1
                told.append(f"{outcome.text}{outcome.value}")
        assert swaps() > 50
    assert everything(outside) == beside, "something outside was changed"
    assert not any(SECRET in each for each in told), "something outside was shown"
    kept = everything(folder)
    for name in [name for name in kept if name.endswith(".zip")]:
        with zipfile.ZipFile(folder / name) as packed:
            kept |= {f"{name}!{each}": packed.read(each) for each in packed.namelist()}
    assert not any(SECRET.encode() in each for each in kept.values()), "something outside was taken"
    assert enough(), seen


async def test_a5_undo_does_not_leave_either(run: Run, folder: Path, outside: Path) -> None:
    (folder / "d").mkdir()
    (folder / "link").symlink_to("../outside")
    for name in ("a.txt", "secret.txt"):
        (folder / "d" / name).write_text("before")
        assert (await run("write_file", path=f"d/{name}", content="after")).ok
    beside = everything(outside)
    with swapping(folder / "d", folder / "link") as swaps:
        for _ in rounds(1.0, lambda: swaps() > 5):
            for name in ("a.txt", "secret.txt"):
                await run("write_file", path=f"d/{name}", content=f"after {time.monotonic_ns()}")
            try:
                await undo(run.workspace, run.session, force=("d/a.txt", "d/secret.txt"))
            except Exception as error:  # noqa: BLE001 - it may break at the swap; it may not leave
                assert SECRET not in str(error)
        assert swaps() > 5
    assert everything(outside) == beside
    assert not any(SECRET.encode() in each for each in everything(folder).values())


async def test_a6_a_root_that_is_swapped_for_a_link_stays_what_it_was(run: Run, folder: Path, outside: Path) -> None:
    door = folder.parent / "door"
    door.symlink_to(outside)
    beside = everything(outside)
    made: list[int] = []
    with swapping(folder, door) as swaps:
        for number in rounds(0, lambda: len(made) >= 60 and swaps() > 5):
            made.append(number)
            assert (await run("write_file", path=f"src/new{number}", content="x")).ok
            assert (await run("read_file", path="secret.txt")).code == "not_found"
            listed = await run("list_directory")
            assert [each["path"] for each in listed.value["entries"]] == ["README.md", "src"]
        assert swaps() > 5
    assert everything(outside) == beside
    assert len(list((folder / "src").iterdir())) == len(made) + 1


@pytest.mark.parametrize("run", ["openat2"], indirect=True)
async def test_a7_a_sparse_file_of_ten_gigabytes_is_refused_by_every_tool_that_would_keep_it(
    run: Run, folder: Path
) -> None:
    with (folder / "sparse").open("wb") as file:
        file.truncate(10_000_000_000)
    for name, arguments in (
        ("write_file", {"path": "sparse", "content": "x"}),
        ("append_file", {"path": "sparse", "content": "x"}),
        ("edit_file", {"path": "sparse", "old": "x", "new": "y"}),
        ("copy_file", {"source": "sparse", "destination": "b"}),
        ("copy_file", {"source": "README.md", "destination": "sparse", "overwrite": True}),
        ("move_file", {"source": "sparse", "destination": "b"}),
        ("delete_file", {"path": "sparse"}),
        ("archive_files", {"paths": ["sparse"], "destination": "b.zip"}),
        ("archive_files", {"paths": ["."], "destination": "b.zip"}),
        ("unpack_archive", {"path": "sparse", "directory": "b"}),
    ):
        outcome = await run(name, **arguments)
        assert (outcome.status, outcome.code) == ("refused", "too_large"), (name, outcome)
    assert (folder / "sparse").stat().st_size == 10_000_000_000
    assert sorted(each.name for each in folder.iterdir()) == ["README.md", "sparse", "src"]


async def test_a7_a_directory_is_no_file_and_a_file_no_directory_to_the_tools_that_write(
    run: Run, folder: Path
) -> None:
    before = everything(folder)
    for name, arguments, code in (
        ("write_file", {"path": "src", "content": "x"}, "is_a_directory"),
        ("append_file", {"path": "src", "content": "x"}, "is_a_directory"),
        ("edit_file", {"path": "src", "old": "x", "new": "y"}, "is_a_directory"),
        ("copy_file", {"source": "README.md", "destination": "src", "overwrite": True}, "is_a_directory"),
        ("move_file", {"source": "README.md", "destination": "src", "overwrite": True}, "exists"),
        ("archive_files", {"paths": ["README.md"], "destination": "src", "overwrite": True}, "is_a_directory"),
        ("unpack_archive", {"path": "src", "directory": "b"}, "is_a_directory"),
        ("make_directory", {"path": "README.md"}, "not_a_directory"),
        ("write_file", {"path": "README.md/x", "content": "x"}, "not_a_directory"),
    ):
        outcome = await run(name, **arguments)
        assert (outcome.status, outcome.code) == ("refused", code), (name, outcome)
    assert everything(folder) == before


OBEYED = (".vscode/tasks.json", ".bashrc", "deep/.Claude/commands/x.md", ".mcp.json", ".husky/pre-commit", ".ENVRC")


@pytest.mark.parametrize("run", ["openat2"], indirect=True)
@pytest.mark.parametrize("inside", OBEYED)
@pytest.mark.parametrize("name", ["copy_file", "move_file"])
async def test_a10_what_other_programs_obey_does_not_come_along_in_a_folder_unlabelled(
    run: Run, folder: Path, name: str, inside: str
) -> None:
    (folder / "vendor" / inside).parent.mkdir(parents=True)
    (folder / "vendor" / inside).write_text("EVIL")
    arguments: dict[str, Any] = {"source": "vendor", "destination": "app"}
    if name == "copy_file":
        arguments["recursive"] = True
    assert "endangers" not in run.effects(name, **arguments)
    outcome = await run(name, **arguments)
    assert (outcome.status, outcome.code, outcome.needs) == ("refused", "sensitive", ("allow_sensitive",))
    assert not (folder / "app").exists()
    arguments["allow_sensitive"] = True
    assert "endangers" in run.effects(name, **arguments)
    assert (await run(name, **arguments)).ok
    assert (folder / "app" / inside).read_text() == "EVIL"


@pytest.mark.parametrize("run", ["openat2"], indirect=True)
async def test_a10_a_folder_that_is_moved_to_such_a_name_is_labelled(run: Run, folder: Path) -> None:
    for destination in (".vscode", "x/.idea", ".ＶＳcode", "sub/.HUSKY"):
        assert "endangers" in run.effects("move_file", source="src", destination=destination)
        assert "endangers" in run.effects("copy_file", source="src", destination=destination)
    assert (await run("move_file", source="src", destination=".vscode")).ok, "the gate has seen the label"


@pytest.mark.parametrize("run", ["openat2"], indirect=True)
async def test_a9_twins_are_not_made_by_unpacking_or_by_folders_either(run: Run, folder: Path) -> None:
    with zipfile.ZipFile(folder / "a.zip", "w") as archive:
        archive.writestr("readme.MD", "EVIL")
    (folder / "new").mkdir()
    (folder / "new" / "x").write_text("x")
    for name, arguments in (
        ("unpack_archive", {"path": "a.zip", "directory": "."}),
        ("unpack_archive", {"path": "a.zip", "directory": "SRC"}),
        ("move_file", {"source": "new", "destination": "Src"}),
        ("copy_file", {"source": "new", "destination": "SRC", "recursive": True}),
        ("make_directory", {"path": "sRC/y"}),
        ("archive_files", {"paths": ["src"], "destination": "A.ZIP"}),
    ):
        assert (await run(name, **arguments)).code == "twin", (name, arguments)
    assert [each.name for each in (folder / "src").iterdir()] == ["main.py"]
