"""Undo: byte for byte, or a list of reasons and nothing touched."""

import asyncio
import os
import stat
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gameplan.runtime import Recorded, Session, SqliteJournal
from gameplan.tools import ToolContext, invoke
from gameplan.tools.workspace import Conflict, FilesChanged, FilesChanging, UndoReport, Workspace, undo
from gameplan.tools.workspace.changes import Change, trails
from gameplan.tools.workspace.states import ABSENT, State


@pytest.fixture(params=["openat2"])
def resolver(request):
    return request.param


async def work(run):
    """A bit of everything, some of it on top of the rest."""
    for name, arguments in (
        ("write_file", {"path": "README.md", "content": "new"}),
        ("write_file", {"path": "a/b/c.txt", "content": "c"}),
        ("edit_file", {"path": "src/main.py", "old": "hello", "new": "bye"}),
        ("move_file", {"source": "src", "destination": "a/code"}),
        ("append_file", {"path": "a/code/main.py", "content": "# end\n"}),
        ("copy_file", {"source": "a", "destination": "copy", "recursive": True}),
        ("delete_file", {"path": "a", "recursive": True}),
        ("write_file", {"path": "src", "content": "a file where a directory was"}),
        ("move_file", {"source": "copy/code/main.py", "destination": "README.md", "overwrite": True}),
        ("archive_files", {"paths": ["copy"], "destination": "copy.zip"}),
        ("unpack_archive", {"path": "copy.zip", "directory": "out"}),
        ("make_directory", {"path": "empty/er"}),
    ):
        outcome = await run(name, **arguments)
        assert outcome.ok, outcome


async def test_undo_restores_everything_and_removes_what_was_made(run, folder, tree):
    (folder / "src/deep").mkdir()
    (folder / "src/deep/link").symlink_to("../main.py")
    (folder / "src/main.py").chmod(0o640)
    (folder / "src/deep").chmod(0o710)
    before = tree(folder)
    await work(run)
    assert tree(folder) != before
    report = await run.undo()
    assert report.ok
    assert tree(folder) == before
    assert set(report.restored) == {"README.md", "src", "src/main.py", "src/deep", "src/deep/link"}
    assert {"copy", "out", "empty", "empty/er", "copy.zip"} <= set(report.removed)
    assert report.text.startswith("Undone.\n- restored README.md\n")


async def test_undo_is_recorded_and_may_be_repeated(run, folder, tree):
    before = tree(folder)
    await work(run)
    await run.undo()
    assert run.session.events_of(FilesChanging)[-1].action == "undo"
    assert run.session.events_of(FilesChanged)[-1].problem == ""
    seq = run.session.seq
    assert await run.undo() == UndoReport()
    assert (await run.undo()).text == "Nothing to undo."
    assert run.session.seq == seq
    assert tree(folder) == before
    await work(run)
    assert (await run.undo()).ok, "what the run does afterwards can be undone as well"
    assert tree(folder) == before


async def test_a_run_that_changed_nothing(run):
    assert (await run.undo()) == UndoReport()


async def test_undo_is_refused_as_a_whole_where_a_person_changed_something(run, folder, tree):
    await work(run)
    (folder / "README.md").write_text("a person wrote this")
    (folder / "copy.zip").unlink()
    (folder / "src").unlink()
    (folder / "src").mkdir()
    (folder / "out/copy/b/c.txt").chmod(0o600)
    now = tree(folder)
    seq = run.session.seq
    report = await run.undo()
    assert not report.ok
    assert report.conflicts == (
        Conflict("README.md", "it has been changed since (19 bytes now)"),
        Conflict("out/copy/b/c.txt", "it has been changed since (1 byte now)"),
    )
    assert report.text.startswith("Refused, nothing changed. These are not as the run left them:\n- README.md: ")
    assert tree(folder) == now
    assert run.session.seq == seq


async def test_what_is_as_it_was_or_gone_as_it_should_be_is_no_conflict(run, folder, tree):
    before = tree(folder)
    await run("write_file", path="README.md", content="new")
    await run("write_file", path="new", content="new")
    (folder / "README.md").write_text("# Hello\n")
    (folder / "new").unlink()
    assert (await run.undo()).ok
    assert tree(folder) == before


async def test_a_path_can_be_forced_and_what_stood_there_is_kept(run, folder, tree):
    before = tree(folder)
    await run("write_file", path="README.md", content="new")
    await run("delete_file", path="src", recursive=True)
    (folder / "README.md").write_text("a person wrote this")
    (folder / "src").write_text("and this")
    assert {each.path for each in (await run.undo(force=["README.md"])).conflicts} == {"src"}
    assert (folder / "README.md").read_text() == "a person wrote this"
    report = await run.undo(force=["./README.md", "src"])
    assert report.ok
    assert tree(folder) == before
    kept = {each.read_text() for each in (folder / ".gameplan/runs/run/objects").iterdir()}
    assert {"a person wrote this", "and this"} <= kept
    assert (await run.undo()).ok


async def test_a_person_between_two_steps_is_not_run_over(run, folder):
    await run("write_file", path="README.md", content="one")
    (folder / "README.md").write_text("a person wrote this")
    await run("write_file", path="README.md", content="two")
    report = await run.undo()
    assert report.conflicts == (Conflict("README.md", "somebody else changed it between two steps of the run"),)
    assert (await run.undo(force=["README.md"])).ok
    assert (folder / "README.md").read_text() == "# Hello\n"
    await run("write_file", path="README.md", content="three")
    assert (await run.undo()).ok, "that was settled"
    assert (folder / "README.md").read_text() == "# Hello\n"


async def test_a_folder_with_something_of_a_person_in_it_stays(run, folder):
    await run("write_file", path="made/by/run.txt", content="x")
    (folder / "made/theirs.txt").write_text("mine")
    report = await run.undo()
    assert (report.ok, report.kept) == (True, ("made",))
    assert (folder / "made/theirs.txt").read_text() == "mine"
    assert not (folder / "made/by").exists()
    assert "- kept made/: there is something in it" in report.text
    (folder / "made/theirs.txt").unlink()
    assert (await run.undo()).removed == ("made",)


async def test_a_folder_that_stands_where_a_file_was_is_not_emptied(run, folder):
    await run("delete_file", path="README.md")
    (folder / "README.md").mkdir()
    (folder / "README.md/theirs").write_text("mine")
    assert not (await run.undo()).ok
    report = await run.undo(force=["README.md"])
    assert report.conflicts == (Conflict("README.md", "it is a directory now, and there is something in it"),)
    assert (folder / "README.md/theirs").exists()


async def test_a_link_on_the_way_is_a_conflict_and_not_followed(run, folder, outside):
    await run("write_file", path="src/main.py", content="x")
    (folder / "src").rename(folder / "elsewhere")
    (folder / "src").symlink_to("../outside")
    (outside / "main.py").write_text("x")
    report = await run.undo(force=["src/main.py"])
    assert [each.path for each in report.conflicts] == ["src/main.py"]
    assert (outside / "main.py").read_text() == "x"


async def test_bytes_that_are_gone_or_spoiled_are_a_conflict(run, folder):
    await run("write_file", path="README.md", content="new")
    await run("delete_file", path="src/main.py")
    (kept,) = (folder / ".gameplan/runs/run/objects").iterdir()
    (trashed,) = (each for each in (folder / ".gameplan/runs/run/trash").rglob("*") if each.is_file())
    kept.write_text("spoiled")
    trashed.unlink()
    report = await run.undo(force=["README.md", "src/main.py"])
    assert {each.reason for each in report.conflicts} == {"what stood there is not kept any more"}
    assert (folder / "README.md").read_text() == "new"


async def test_a_spoiled_image_is_kept_anew(run, folder):
    (folder / "twin").write_text("# Hello\n")
    await run("write_file", path="README.md", content="new")
    (kept,) = (folder / ".gameplan/runs/run/objects").iterdir()
    kept.write_text("spoiled")
    await run("write_file", path="twin", content="new")
    assert (await run.undo()).ok
    assert (folder / "README.md").read_text() == "# Hello\n"


async def test_a_moved_file_that_a_person_removed_cannot_be_forced_back(run, folder):
    await run("move_file", source="README.md", destination="b.md")
    (folder / "b.md").unlink()
    report = await run.undo(force=["b.md", "README.md"])
    assert report.conflicts == (Conflict("README.md", "what stood there is not kept any more"),)


async def test_files_that_changed_places_go_back(run, folder, tree):
    before = tree(folder)
    for source, destination in (("README.md", "t"), ("src/main.py", "README.md"), ("t", "src/main.py")):
        assert (await run("move_file", source=source, destination=destination)).ok
    assert (await run.undo()).ok
    assert tree(folder) == before


async def test_undo_after_a_rewind_of_the_session(run, folder, tree):
    """A rewind changes what the session holds true, not the disk."""
    before = tree(folder)
    await work(run)
    run.session.rewind(0)
    assert (await run.undo()).ok
    assert tree(folder) == before


async def test_undo_by_another_process_from_the_journal(tmp_path, folder, tree):
    before = tree(folder)
    with Workspace(folder) as workspace:
        journal = SqliteJournal(tmp_path / "journal.db")
        with Session(journal=journal, session_id="run") as session:
            for tool, arguments in (
                (0, {"path": "README.md", "content": "new"}),
                (5, {"path": "src", "recursive": True}),
            ):
                assert (await invoke(workspace.writing_tools("run")[tool], arguments, ToolContext(session))).ok
        journal.close()
    with Workspace(folder, resolver="walk") as workspace:
        journal = SqliteJournal(tmp_path / "journal.db")
        with Session.open(journal, "run") as session:
            assert (await undo(workspace, session)).ok
        with Session.open(journal, "run") as session:
            assert await undo(workspace, session) == UndoReport()
        journal.close()
    assert tree(folder) == before


AS_NOBODY = """
import asyncio, os, sys
from pathlib import Path
from gameplan.runtime import Session
from gameplan.tools import ToolContext, invoke
from gameplan.tools.workspace import Workspace, undo

async def go(folder):
    (folder / "tree/closed/deep").mkdir(parents=True)
    (folder / "tree/closed/deep/file").write_text("x")
    (folder / "tree/closed/deep").chmod(0o500)
    (folder / "tree/closed").chmod(0o555)
    session = Session()
    with Workspace(folder) as workspace:
        delete = workspace.writing_tools("run")[5]
        outcome = await invoke(delete, {"path": "tree", "recursive": True}, ToolContext(session))
        assert outcome.ok, outcome
        report = await undo(workspace, session)
        assert report.ok, report
    modes = [oct((folder / path).stat().st_mode) for path in ("tree/closed", "tree/closed/deep")]
    content = (folder / "tree/closed/deep/file").read_text()
    return modes, content

asyncio.run(go(Path(sys.argv[1])))  # everything is imported now, also where nobody may read
if os.geteuid() == 0:
    os.setresuid(65534, 65534, 65534)
print(*asyncio.run(go(Path(sys.argv[2]))))
"""


def test_what_its_owner_may_not_write_to_comes_back(tmp_path):
    """Directories that are closed to their owner, restored by somebody who is not root."""
    with tempfile.TemporaryDirectory() as place:
        if os.geteuid() == 0:
            os.chown(place, 65534, 65534)
        command = [sys.executable, "-c", AS_NOBODY, str(tmp_path), place]
        done = subprocess.run(command, capture_output=True, text=True)
        subprocess.run(["chmod", "-R", "u+rwx", place], check=True)
    assert (done.stdout, done.stderr) == ("['0o40555', '0o40500'] x\n", "")


def test_the_trail_of_a_path_is_a_fold_of_the_record():
    a, b, c = (State("file", letter * 64, 1, 0o644) for letter in "abc")

    def fold(*events):
        return trails([Recorded(seq, 0, event) for seq, event in enumerate(events, 1)])

    def step(number, before, after, action="write_file"):
        return FilesChanging(str(number), "run", action, (Change("p", before, after),))

    assert fold(step(1, a, b))["p"].expected == (a, b), "interrupted: it may be either"
    assert fold(step(1, a, b), FilesChanged("1", 1))["p"].expected == (b,)
    assert fold(step(1, a, b), FilesChanged("1", 0, "full"))["p"].expected == (a, b)
    two = fold(step(1, a, b), FilesChanged("1", 1), step(2, b, c), FilesChanged("2", 1))["p"]
    assert (two.origin, two.expected, two.intruded) == (a, (c,), False)
    assert fold(step(1, a, b), step(2, b, c), FilesChanged("2", 1))["p"].intruded is False
    assert fold(step(1, a, b), FilesChanged("1", 1), step(2, ABSENT, c))["p"].intruded is True
    assert fold(step(1, a, b), FilesChanged("1", 1), step(2, b, a, "undo"), FilesChanged("2", 1)) == {}
    assert fold(step(1, a, b), FilesChanged("1", 1), step(2, b, a, "undo"))["p"].expected == (b, a)


# -- any sequence of calls

NAMES = st.sampled_from(["a", "b", "c/d", "c/e", "c", "f/g/h", "f", "f/g", "run.sh", "link", "z.zip"])
CONTENT = st.sampled_from(["", "x", "y\n", "x" * 300])
FLAG = st.booleans()
CALLS = st.one_of(
    st.tuples(st.just("write_file"), st.fixed_dictionaries({"path": NAMES, "content": CONTENT})),
    st.tuples(st.just("append_file"), st.fixed_dictionaries({"path": NAMES, "content": CONTENT})),
    st.tuples(
        st.just("edit_file"),
        st.fixed_dictionaries({"path": NAMES, "old": st.just("x"), "new": CONTENT, "all": FLAG}),
    ),
    st.tuples(st.just("move_file"), st.fixed_dictionaries({"source": NAMES, "destination": NAMES, "overwrite": FLAG})),
    st.tuples(
        st.just("copy_file"),
        st.fixed_dictionaries({"source": NAMES, "destination": NAMES, "overwrite": FLAG, "recursive": st.just(True)}),
    ),
    st.tuples(st.just("delete_file"), st.fixed_dictionaries({"path": NAMES, "recursive": FLAG})),
    st.tuples(st.just("make_directory"), st.fixed_dictionaries({"path": NAMES})),
    st.tuples(
        st.just("archive_files"),
        st.fixed_dictionaries({"paths": st.tuples(NAMES), "destination": st.just("z.zip"), "overwrite": FLAG}),
    ),
    st.tuples(
        st.just("unpack_archive"),
        st.fixed_dictionaries({"path": st.just("z.zip"), "directory": NAMES, "overwrite": FLAG}),
    ),
    st.tuples(st.just("undo"), st.just({})),
)  # fmt: skip


def make_original(folder):
    (folder / "c").mkdir()
    (folder / "c/d").write_text("x")
    (folder / "c/empty").mkdir(mode=0o711)
    (folder / "a").write_bytes(b"\0\xff binary")
    (folder / "a").chmod(0o600)
    (folder / "run.sh").write_text("x\n" * 5)
    (folder / "run.sh").chmod(0o755)
    (folder / "link").symlink_to("c/d")


@settings(max_examples=60)
@given(calls=st.lists(CALLS, min_size=1, max_size=12))
def test_any_sequence_of_calls_can_be_undone(tree, calls):
    async def go(folder):
        session = Session()
        with Workspace(folder) as workspace:
            tools = {tool.name: tool for tool in workspace.writing_tools("run")}
            for name, arguments in calls:
                if name == "undo":
                    assert (await undo(workspace, session)).ok
                    assert tree(folder) == before
                    continue
                standing = tree(folder)
                outcome = await invoke(tools[name], arguments, ToolContext(session))
                assert outcome.status != "failed", outcome
                assert outcome.ok or tree(folder) == standing, "refused means that nothing changed"
            report = await undo(workspace, session)
            assert (report.ok, report.kept) == (True, ())
            assert await undo(workspace, session) == UndoReport()

    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        make_original(folder)
        before = tree(folder)
        asyncio.run(go(folder))
        assert tree(folder) == before
        assert stat.S_IMODE((folder / "c/empty").stat().st_mode) == 0o711
