"""A run of 21 steps, killed or failed at each write, sync and rename, then resumed: the world is as if undisturbed.

A child that has imported everything forks one process for each moment at which something goes wrong, and another that
goes on afterwards, as the next command would. A person answers what is asked by looking at what is there.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from gameplan.plans import RunEnded, StepEnded, run_state
from gameplan.runtime import Session, SqliteJournal

pytestmark = [
    pytest.mark.faults,
    pytest.mark.skipif(not sys.platform.startswith("linux"), reason="LD_PRELOAD and /proc are Linux"),
]

NURSERY = '''
import asyncio, ctypes, json, os, sys, traceback
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated
from gameplan.plans import Approve, Deny, Engine, RunOver, RunStarted, plan_from_wire, validate
from gameplan.runtime import NoSuchSession, Session, SqliteJournal
from gameplan.runtime.events.codec import adapter_of
from gameplan.tools import CONTROL, Writes, tool
from gameplan.tools.workspace import Workspace, undo
import gameplan.plans.events, gameplan.tools.workspace.changes

shim = ctypes.CDLL(None)

def step(name, tool, /, *after, **args):
    return {"id": name, "tool": tool, "args": args, "dependsOn": list(after)}

STEPS = [
    step("read", "read_file", path="notes.txt"),
    step("ring_1", "ring", name="first"),
    step("make", "make_directory", "ring_1", path="out/deep"),
    step("write", "write_file", "make", path="out/a.txt", content="a: ${read.content}\\n", overwrite=False),
    step("over", "write_file", "read", path="notes.txt", content="new notes", overwrite=True),
    step("append", "append_file", "write", path="out/a.txt", content="more\\n"),
    step("append_2", "append_file", "append", path="out/a.txt", content="and more\\n"),
    step("copy", "copy_file", "append_2", source="out/a.txt", destination="out/deep/b.txt"),
    step("tree", "copy_file", "make", source="src", destination="out/src", recursive=True),
    step("one", "move_file", "tree", source="out/src/main.py", destination="out/main.py"),
    step("move", "move_file", "copy", source="out/deep", destination="c"),
    step("edit", "edit_file", "move", path="c/b.txt", old="more", new="MORE", all=True),
    step("move_tree", "move_file", "one", source="src", destination="moved"),
    step("ring_2", "ring", "move_tree", name="second"),
    step("pack", "archive_files", "move_tree", paths=["moved"], destination="all.zip"),
    step("gone", "delete_file", "pack", path="moved", recursive=True),
    step("old", "delete_file", "read", path="old.txt"),
    step("each", "ring", "old", name="each ${item}"),
    step("last", "write_file", "gone", "each", path="last.txt", content="${packed.content} and ${copy.size}"),
    step("packed", "read_file", "edit", path="c/b.txt"),
    step("ring_3", "ring", "last", name="third"),
]
next(each for each in STEPS if each["id"] == "each")["forEach"] = {"items": ["x", "y"], "parallel": 1}
TREES = [  # calls that make several changes, and can be interrupted between them
    step("tree", "copy_file", source="src", destination="out/src", recursive=True),
    step("pack", "archive_files", "tree", paths=["out"], destination="all.zip"),
    step("unpack", "unpack_archive", "pack", path="all.zip", directory="unpacked"),
    step("ring_1", "ring", "unpack", name="first"),
]

@dataclass(frozen=True)
class Ring:
    name: Annotated[str, CONTROL]

def make_original(folder):
    (folder / "src/deep").mkdir(parents=True)
    (folder / "src/main.py").write_text("print(1)\\n")
    (folder / "src/deep/data.bin").write_bytes(bytes(range(256)))
    (folder / "notes.txt").write_text("old notes")
    (folder / "old.txt").write_text("old")

def tools_in(workspace, place):
    @tool(effects=Writes("name"))
    async def ring(params: Ring) -> str:
        """Ring a bell: everybody hears it each time."""
        with open(place / "bell", "a") as bell:
            bell.write(params.name + "\\n")
        return params.name

    own = (*workspace.reading_tools(), *workspace.writing_tools("run"), ring)
    return {each.name: each for each in own}

async def live(place, arm):
    """One life: begin the run, or go on with it. It tells what came of it, if it comes so far."""
    folder = place / "ws"
    asked = []

    async def approver(question, step):
        asked.append([question.step, question.why])
        if "nobody knows" in question.why and question.tool == "ring" and "[" not in question.step:
            bell = place / "bell"  # a person has heard it, or not
            if question.args["name"] in (bell.read_text().splitlines() if bell.exists() else []):
                return Deny("it has rung")
        return Approve("the test")

    def tell(**what):
        with open(place / "told", "a") as told:
            told.write(json.dumps({**what, "asked": asked, "calls": shim.fault_calls()}) + "\\n")

    if arm is not None and early:
        shim.fault_arm(*arm)
    try:
        with SqliteJournal(place / "journal.db") as journal, Workspace(folder) as workspace:
            if arm is not None and not early:
                shim.fault_arm(*arm)
            try:
                session = Session.open(journal, "run")
            except NoSuchSession:
                session = Session(journal=journal, session_id="run")
            with session:
                started = any(type(each.event) is RunStarted for each in session.events)
                engine = Engine(tools_in(workspace, place), session, approver=approver, concurrency=3)
                try:
                    if started:
                        summary = await engine.resume()
                    else:
                        summary = await engine.complete(plan_from_wire({"steps": STEPS}))
                except RunOver:
                    return tell(status="over")
                tell(status=summary.status, failed=summary.failed, skipped=summary.skipped, blocked=summary.blocked)
    except Exception as error:
        shim.fault_arm(0, 0, 0)
        tell(status="error", error=f"{type(error).__name__}: {error}")

async def take_back(place):
    with SqliteJournal(place / "journal.db") as journal, Workspace(place / "ws") as workspace:
        with Session.open(journal, "run") as session:
            return (await undo(workspace, session)).text

def in_a_process_of_its_own(do, *args):
    process = os.fork()
    if process:
        return process
    try:
        asyncio.run(do(*args))
        os._exit(0)
    except BaseException:
        traceback.print_exc()
        os._exit(1)

def snapshot(folder, into):
    import shutil
    shutil.copytree(folder, into, symlinks=True, ignore=shutil.ignore_patterns(".gameplan"))

def warm_up(place):
    """What takes long and is the same in every life."""
    place.mkdir()
    with Workspace(place) as workspace:
        tools = tools_in(workspace, place)
        for each in tools.values():
            each.parameters, each.output
        problems = validate(plan_from_wire({"steps": STEPS}), tools)
        assert not problems, "\\n".join(map(str, problems))
    for module in (gameplan.plans.events, gameplan.tools.workspace.changes):
        for each in vars(module).values():
            if isinstance(each, type) and hasattr(each, "__dataclass_fields__"):
                adapter_of(each)

root, jobs, early = Path(sys.argv[1]), json.loads(sys.argv[2]), sys.argv[3].endswith("early")
MOVE = [
    step("make", "write_file", path="made.txt", content="x", overwrite=False),
    step("move", "move_file", "make", source="made.txt", destination="c.txt"),
]
STEPS = {"trees": TREES, "move": MOVE}.get(sys.argv[3].partition(",")[0], STEPS)
warm_up(root / "warm")

def story(name, arm):
    """Born, disturbed, gone on with, taken back."""
    place = root / name
    (place / "ws").mkdir(parents=True)
    make_original(place / "ws")
    first = os.waitpid(in_a_process_of_its_own(live, place, arm), 0)[1]
    (place / "how").write_text("killed" if os.WIFSIGNALED(first) else f"exit {os.WEXITSTATUS(first)}")
    for _ in range(2):  # the second time there is nothing to do
        assert os.waitpid(in_a_process_of_its_own(live, place, None), 0)[1] == 0, name
    snapshot(place / "ws", place / "after")
    assert os.waitpid(in_a_process_of_its_own(take_back, place), 0)[1] == 0, name
    snapshot(place / "ws", place / "undone")

running = []
for name, arm in jobs:
    process = os.fork()
    if process == 0:
        try:
            story(name, arm)
            os._exit(0)
        except BaseException:
            traceback.print_exc()
            os._exit(1)
    running.append(process)
    if len(running) == 2:
        assert os.waitpid(running.pop(0), 0)[1] == 0
while running:
    assert os.waitpid(running.pop(), 0)[1] == 0
'''

# And one more change of names; with NO_RENAMEAT2, on a file system that does not have it.
SHIM = """
#include "sync_shim.c"

int renameat2(int old, const char *from, int new, const char *to, unsigned flags) {
    if (getenv("NO_RENAMEAT2") != NULL) {
        errno = EINVAL;
        return -1;
    }
    if (due(NAMES) >= 0) {
        errno = ENOSPC;
        return -1;
    }
    typedef int (*Real)(int, const char *, int, const char *, unsigned);
    return ((Real)dlsym(RTLD_NEXT, "renameat2"))(old, from, new, to, flags);
}
"""
WRITES, SYNCS, NAMES = 1, 2, 4
DIE, TEAR, FAIL_ONCE, FAIL_ON, SHORT = range(5)
MOST = {"kill": 30, "fail": 10}  # so many moments of each kind are tried, evenly spread


@dataclass(frozen=True)
class Story:
    """What came of one run that was disturbed."""

    name: str
    how: str
    lives: list[dict[str, Any]]
    after: dict[str, bytes]
    undone: dict[str, bytes]
    bell: Counter[str]
    journal: Path

    @property
    def asked(self) -> list[list[str]]:
        """What was asked in all the lives that came so far as to tell of it."""
        return [each for life in self.lives for each in life["asked"]]

    @property
    def unknown(self) -> list[list[str]]:
        return [each for each in self.asked if "nobody knows" in each[1]]


def tree(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes() if path.is_file() else b"(folder)"
        for path in sorted(folder.rglob("*"))
    }


def read(place: Path) -> Story:
    bell = place / "bell"
    return Story(
        place.name,
        (place / "how").read_text(),
        [json.loads(line) for line in (place / "told").read_text().splitlines()],
        tree(place / "after"),
        tree(place / "undone"),
        Counter(bell.read_text().splitlines() if bell.exists() else []),
        place / "journal.db",
    )


class Nursery:
    """Runs stories, and reads what came of them."""

    def __init__(self, shim: Path, root: Path) -> None:
        self._shim = shim
        self._root = root
        self._count = 0

    def stories(self, jobs: list[tuple[str, list[int] | None]], how: str = "") -> list[Story]:
        """One for each job.

        With `trees` and `move` it is another, shorter plan. With `, two names` after it, the file system cannot rename
        without replacing; with `, early`, faults count from the beginning, not from when the journal's file is there.
        """
        self._count += 1
        place = self._root / str(self._count)
        place.mkdir()
        child = subprocess.run(
            [sys.executable, "-c", NURSERY, str(place), json.dumps(jobs), how],
            env=os.environ
            | {"LD_PRELOAD": str(self._shim), "PYTHONHASHSEED": "0"}
            | ({"NO_RENAMEAT2": "1"} if how.endswith("two names") else {}),
            capture_output=True,
            text=True,
            check=False,
            timeout=300,
        )
        assert child.returncode == 0, child.stderr[-4000:]
        return [read(place / name) for name, _ in jobs]


@pytest.fixture(scope="module")
def nursery(tmp_path_factory: pytest.TempPathFactory) -> Nursery:
    assert shutil.which("cc"), "these tests need a C compiler: install gcc"
    shim = tmp_path_factory.mktemp("shim") / "shim.so"
    source = shim.with_suffix(".c")
    source.write_text(SHIM)
    beside = f"-I{Path(__file__).parent}"
    subprocess.run(["cc", "-shared", "-fPIC", "-O1", "-Wall", beside, "-o", str(shim), str(source), "-ldl"], check=True)
    return Nursery(shim, tmp_path_factory.mktemp("stories"))


@pytest.fixture(scope="module")
def calm(nursery: Nursery) -> Story:
    """The run that nothing disturbs."""
    (story,) = nursery.stories([("calm", None)])
    assert story.lives[0]["status"] == "completed", story.lives
    return story


@pytest.fixture(scope="module")
def counted(nursery: Nursery) -> dict[int, int]:
    """How many calls of each kind there are in a run."""
    stories = nursery.stories([(str(which), [which, 0, DIE]) for which in (WRITES, SYNCS, NAMES)])
    return {int(story.name): story.lives[0]["calls"] for story in stories}


def moments(most: int, calls: int) -> list[int]:
    """The first, the last, and as many between as are to be tried."""
    most = min(most, calls)
    return sorted({1 + round(number * (calls - 1) / max(most - 1, 1)) for number in range(most)})


def comes_to_the_same_end(story: Story, calm: Story) -> None:
    last = story.lives[-2]
    assert last["status"] in ("completed", "over"), (story.name, story.lives)
    assert story.lives[-1]["status"] == "over"
    assert set(last.get("skipped", {})) <= {"ring_1", "ring_2", "ring_3"}  # a person had heard it
    assert story.after == calm.after, story.name
    assert story.undone == calm.undone, story.name
    assert set(story.bell) == set(calm.bell), story.name
    asked = Counter(step for step, _ in story.unknown)
    again = {"each x": asked["each[0]"], "each y": asked["each[1]"]}
    assert all(count <= 1 + again.get(name, 0) for name, count in story.bell.items())  # or a person was asked
    with SqliteJournal(story.journal) as journal:
        session = Session.view(journal, "run")
    state = run_state(session.standing)
    assert state is not None and state.ended == "completed"
    ends = Counter(event.step for event in session.events_of(StepEnded))
    assert set(ends.values()) == {1}, ends


@pytest.mark.parametrize(
    ("which", "how"),
    [
        pytest.param(WRITES, DIE, id="before a write of the journal"),
        pytest.param(WRITES, TEAR, id="in the middle of a write of the journal"),
        pytest.param(SYNCS, DIE, id="before a sync of the journal"),
        pytest.param(NAMES, DIE, id="before a name changes"),
    ],
)
def test_1_a_run_that_is_killed_at_any_moment_comes_to_the_same_end(
    nursery: Nursery, calm: Story, counted: dict[int, int], which: int, how: int
) -> None:
    jobs = [(f"{number:04}", [which, number, how]) for number in moments(MOST["kill"], counted[which])]
    stories = nursery.stories(jobs)  # type: ignore[arg-type]
    for story in stories:
        comes_to_the_same_end(story, calm)
    killed = sum(story.how == "killed" for story in stories)
    assert killed >= len(stories) - 4  # the number of writes differs a little from run to run
    asked = sum(len(story.unknown) for story in stories)
    print(f"\n{killed} kills out of {counted[which]} moments; asked whether to run again: {asked}")


def test_1_nothing_is_left_behind_in_the_folder(nursery: Nursery) -> None:
    (calm,) = nursery.stories([("calm", [NAMES, 0, DIE])], "trees, two names")
    last = calm.lives[0]["calls"]  # the name of what was made goes, under which it was made
    (story,) = nursery.stories([("last", [NAMES, last, DIE])], "trees, two names")
    assert story.how == "killed"
    assert not story.asked
    comes_to_the_same_end(story, calm)


@pytest.mark.parametrize("how", ["move", "move, two names"])
def test_1_a_file_that_is_moved_has_one_name_in_the_end(nursery: Nursery, how: str) -> None:
    (calm,) = nursery.stories([("calm", [NAMES, 0, DIE])], how)
    jobs = [(f"{number:04}", [NAMES, number, DIE]) for number in range(1, calm.lives[0]["calls"] + 1)]
    stories = nursery.stories(jobs, how)  # type: ignore[arg-type]
    for story in stories:
        comes_to_the_same_end(story, calm)
    assert any(story.unknown for story in stories) == how.endswith("two names")


def test_1_a_call_that_makes_several_changes_is_approved_again_and_comes_to_its_end(nursery: Nursery) -> None:
    (calm,) = nursery.stories([("calm", [NAMES, 0, DIE])], "trees")
    assert calm.lives[0]["status"] == "completed", calm.lives
    jobs = [(f"{number:04}", [NAMES, number, DIE]) for number in moments(20, calm.lives[0]["calls"])]
    for story in nursery.stories(jobs, "trees"):  # type: ignore[arg-type]
        comes_to_the_same_end(story, calm)


@pytest.mark.parametrize(
    ("which", "how", "last"),
    [
        pytest.param(WRITES, DIE, 9, id="before a write"),
        pytest.param(WRITES, TEAR, 8, id="in the middle of a write"),
        pytest.param(SYNCS, DIE, 4, id="before a sync"),
    ],
)
def test_1_a_run_that_is_killed_while_the_journal_is_made_is_begun_anew(
    nursery: Nursery, which: int, how: int, last: int
) -> None:
    (calm,) = nursery.stories([("calm", None)], "move")
    for story in nursery.stories([(f"{number}", [which, number, how]) for number in range(1, last)], "move, early"):
        assert story.how == "killed"
        comes_to_the_same_end(story, calm)


@pytest.mark.parametrize(
    ("which", "how"),
    [
        pytest.param(WRITES, FAIL_ONCE, id="the disk is full once"),
        pytest.param(WRITES, FAIL_ON, id="the disk stays full"),
        pytest.param(WRITES, SHORT, id="a write is short"),
        pytest.param(SYNCS, FAIL_ONCE, id="a sync fails once"),
        pytest.param(SYNCS, FAIL_ON, id="syncs fail from then on"),
    ],
)
def test_2_a_run_whose_disk_fails_stops_with_a_named_error_and_goes_on_later(
    nursery: Nursery, calm: Story, counted: dict[int, int], which: int, how: int
) -> None:
    jobs = [(f"{number:04}", [which, number, how]) for number in moments(MOST["fail"], counted[which])]
    stories = nursery.stories(jobs)  # type: ignore[arg-type]
    met: Counter[str] = Counter()
    for story in stories:
        first = story.lives[0]
        met[first["error"].partition(":")[0] if first["status"] == "error" else first["status"]] += 1
        assert first["status"] in ("error", "completed"), first
        comes_to_the_same_end(story, calm)
    assert set(met) <= {"CommitFailed", "JournalError", "completed"}, met
    print(f"\n{dict(met)} out of {counted[which]} moments")


def test_what_was_told_when_a_disk_failed_is_on_the_disk(nursery: Nursery, counted: dict[int, int]) -> None:
    """A run that says that it completed, did; one that could not write its end never says so."""
    jobs = [(f"{back}", [WRITES, counted[WRITES] - back, FAIL_ON]) for back in (0, 2, 5, 9)]
    for story in nursery.stories(jobs):  # type: ignore[arg-type]
        with SqliteJournal(story.journal) as journal:
            session = Session.view(journal, "run")
        ends = session.events_of(RunEnded)
        assert len(ends) == 1 and ends[0].status == "completed"
        if story.lives[0]["status"] == "completed":
            assert story.lives[1]["status"] == "over"
