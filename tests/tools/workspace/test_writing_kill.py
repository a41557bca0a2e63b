"""kill -9 and failing disks at every step of a run and of its undo: afterwards undo gives the original tree.

A child that has imported everything forks one process for each moment to die at. What is left behind is then opened by
the test, as the next command would: the journal tells what was meant, the disk how far it came.
"""

import errno
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from gameplan.runtime import Session, SqliteJournal
from gameplan.tools import ToolContext, invoke
from gameplan.tools.workspace import FilesChanged, FilesChanging, UndoReport, Workspace, interrupted, renaming, undo

pytestmark = pytest.mark.faults

SCENARIO = '''
import asyncio, errno, os, random, signal, sys, time
from pathlib import Path
from gameplan.runtime import Session, SqliteJournal
from gameplan.runtime.events.codec import adapter_of
from gameplan.tools import ToolContext, ToolInvoked, invoke
from gameplan.tools.workspace import FilesChanged, FilesChanging, Workspace, renaming, undo

STEPS = ("rename", "fsync", "link", "unlink", "mkdir", "rmdir", "symlink", "fchmod")

CALLS = [
    ("write_file", {"path": "README.md", "content": "new"}),
    ("write_file", {"path": "made/new.txt", "content": "x"}),
    ("move_file", {"source": "made/new.txt", "destination": "moved.txt"}),
    ("move_file", {"source": "src", "destination": "made/code"}),
    ("edit_file", {"path": "made/code/main.py", "old": "hello", "new": "bye"}),
    ("copy_file", {"source": "made/code", "destination": "copy", "recursive": True}),
    ("delete_file", {"path": "made", "recursive": True}),
    ("move_file", {"source": "copy/main.py", "destination": "README.md", "overwrite": True}),
    ("write_file", {"path": "src", "content": "a file where a directory was"}),
]

def make_original(folder):
    (folder / "src/deep").mkdir(parents=True)
    (folder / "src/deep").chmod(0o750)
    (folder / "src/main.py").write_text("print('hello')\\n")
    (folder / "src/main.py").chmod(0o700)
    (folder / "src/link").symlink_to("deep")
    (folder / "README.md").write_text("# Hello\\n")

def before_each_step(do):
    """Call `do` before everything that changes the disk or the record."""
    def watched(real):
        def step(*args, **options):
            do()
            return real(*args, **options)
        return step
    for name in STEPS:
        setattr(os, name, watched(getattr(os, name)))
    renaming.rename_in_one_step = watched(renaming.rename_in_one_step)
    Session.dispatch = watched(Session.dispatch)

def not_here(*names):
    """What a file system says that cannot rename without replacing."""
    raise OSError(errno.EINVAL, os.strerror(errno.EINVAL))

async def work(workspace, session):
    tools = {tool.name: tool for tool in workspace.writing_tools("run")}
    for name, arguments in CALLS:
        outcome = await invoke(tools[name], arguments, ToolContext(session))
        if not outcome.ok:
            return outcome
        await session.committed()
    return None
'''

CHILD = (
    SCENARIO
    + '''
def live(place, die_at, undoing):
    """One life, in a process of its own; it ends at step `die_at`, or in peace."""
    folder = place / "ws"
    folder.mkdir(parents=True)
    make_original(folder)
    journal = SqliteJournal(place / "journal.db")
    left = die_at
    def count():
        nonlocal left
        left -= 1
        if left == 0:
            os.kill(os.getpid(), signal.SIGKILL)
    async def go():
        with Workspace(folder) as workspace, Session(journal=journal, session_id="run") as session:
            await session.committed()
            if not undoing:
                before_each_step(count)
            (place / "began").touch()
            failed = await work(workspace, session)
            assert failed is None, failed
            if undoing:
                before_each_step(count)
                assert (await undo(workspace, session)).ok
    asyncio.run(go())
    journal.close()

def fork(place, die_at, undoing):
    process = os.fork()
    if process == 0:
        try:
            live(place, die_at, undoing)
            os._exit(0)
        except BaseException:
            import traceback
            traceback.print_exc()
            os._exit(1)
    return process

def how(status):
    return "killed" if os.WIFSIGNALED(status) else f"exit {os.WEXITSTATUS(status)}"

def warm_up(place):
    """What takes long and is the same in every life."""
    with Workspace(place) as workspace:
        for tool in workspace.writing_tools("run"):
            adapter_of(tool.params), adapter_of(tool.result)
    for event in (FilesChanging, FilesChanged, ToolInvoked):
        adapter_of(event)

root, mode = Path(sys.argv[1]), sys.argv[2]
if mode == "two names":
    renaming.rename_in_one_step = not_here
root.mkdir()
warm_up(root)
if mode == "random":
    chance = random.Random(7)
    for number in range(12):
        place = root / f"{number:03}"
        process = fork(place, 0, undoing=False)
        while not (place / "began").exists():
            time.sleep(0.001)
        time.sleep(chance.random() * 0.12)
        os.kill(process, signal.SIGKILL)
        print(number, how(os.waitpid(process, 0)[1]), flush=True)
else:
    number, outcome = 1, "killed"
    while outcome == "killed":  # two at a time
        processes = [fork(root / f"{each:03}", each, undoing=mode == "undo") for each in (number, number + 1)]
        for process in processes:
            outcome = how(os.waitpid(process, 0)[1])
            print(number, outcome, flush=True)
            number += 1
'''
)

scenario = {}
exec(SCENARIO, scenario)  # the same code in the test, to make the original and to fail at every step


def lives(root, mode):
    """Each life of the child: where it left its things, and how it ended."""
    done = subprocess.run([sys.executable, "-c", CHILD, str(root), mode], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    ended = [line.split(" ", 1) for line in done.stdout.splitlines()]
    return [(root / f"{int(number):03}", how) for number, how in ended], done.stderr


@pytest.fixture
def root():
    """Where the lives are lived: in memory if possible. What a kill leaves behind does not depend on syncs."""
    memory = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    with tempfile.TemporaryDirectory(dir=memory) as place:
        yield Path(place) / "lives"


@pytest.fixture
def original(tmp_path, tree):
    place = tmp_path / "original"
    place.mkdir()
    scenario["make_original"](place)
    return tree(place)


async def undone(place):
    """What the next command does: open the journal, look what happened, undo."""
    journal = SqliteJournal(place / "journal.db")
    try:
        with Session.open(journal, "run") as session, Workspace(place / "ws") as workspace:
            states = [each.happened for each in interrupted(workspace, session)]
            report = await undo(workspace, session)
            assert report.ok, report.text
            assert await undo(workspace, session) == UndoReport()
            return states
    finally:
        journal.close()


@pytest.mark.parametrize("mode", ["run", "two names", "undo"])
async def test_killed_at_any_step_undo_gives_the_original(root, tree, original, mode):
    ended, errors = lives(root, mode)
    endings = [how for _, how in ended]
    assert set(endings) == {"killed", "exit 0"}, errors
    assert "exit 0" not in endings[:-2]
    assert len(ended) > 40
    met = set()
    for place, how in ended:
        states = await undone(place)
        met |= set(states)
        assert len(states) <= 1, "at most one change was under way"
        assert tree(place / "ws") == original, (place, how)
    assert met == {"nothing", "in between", "all"}, "every kind of interruption was met, and none was unclear"


async def test_killed_at_random_moments_undo_gives_the_original(root, tree, original):
    ended, errors = lives(root, "random")
    assert all(how in ("killed", "exit 0") for _, how in ended), errors
    for place, _ in ended:
        await undone(place)
        assert tree(place / "ws") == original


async def test_whatever_step_fails_nothing_is_called_done_that_is_not(tmp_path, tree, original, monkeypatch):
    """The n-th step fails, and so do all after it; then the disk is well again."""
    number = 0
    while True:
        number += 1
        folder = tmp_path / f"{number:03}"
        folder.mkdir()
        scenario["make_original"](folder)
        session = Session()
        left, code = number, (errno.EIO, errno.ENOSPC)[number % 2]

        def step(real, *args, **options):
            nonlocal left
            left -= 1
            if left <= 0:
                raise OSError(code, os.strerror(code))  # noqa: B023
            return real(*args, **options)

        with Workspace(folder) as workspace:
            with monkeypatch.context() as broken:
                for name in scenario["STEPS"]:
                    real = getattr(os, name)
                    broken.setattr(os, name, lambda *args, real=real, **options: step(real, *args, **options))
                real = renaming.rename_in_one_step
                broken.setattr(renaming, "rename_in_one_step", lambda *names, real=real: step(real, *names))
                outcome = await scenario["work"](workspace, session)
            if outcome is not None:
                assert outcome.status == "failed"
                assert os.strerror(code) in outcome.text
                begun = {each.change_id for each in session.events_of(FilesChanging)}
                assert begun == {each.change_id for each in session.events_of(FilesChanged)}, "each has its outcome"
            assert (await undo(workspace, session)).ok
            assert tree(folder) == original, number
        if outcome is None:
            break
        number += 2  # every third will do here
    assert number > 40


async def test_the_run_goes_on_after_the_kill(root, tree, original):
    """The run is killed half way and goes on in another process; all of it can be undone."""
    ended, _ = lives(root, "random")
    for place, _ in ended[:3]:
        journal = SqliteJournal(place / "journal.db")
        with Session.open(journal, "run") as session, Workspace(place / "ws") as workspace:
            write, *_ = workspace.writing_tools("run")
            for path in ("README.md", "after/the/kill.txt"):
                assert (await invoke(write, {"path": path, "content": "on"}, ToolContext(session))).ok
            assert not list(Path(place / "ws").rglob(".gameplan-*")), "what lay about was swept"
            assert (await undo(workspace, session)).ok
        journal.close()
        assert tree(place / "ws") == original
