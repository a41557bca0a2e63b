"""A call that was interrupted half way and is made again: what it left is taken back, then it is done as a whole."""

import os

import pytest

from gameplan.runtime import Session
from gameplan.tools import ToolContext, invoke
from gameplan.tools.workspace import FilesChanged, FilesChanging, as_approved, renaming, undo

COPY = {"source": "src", "destination": "new/copy", "recursive": True}


@pytest.fixture(params=["openat2"])
def resolver(request):
    return request.param


class Interrupted:
    """A run whose process is killed: of the change under way the record has only the intent."""

    def __init__(self, workspace):
        self.workspace = workspace
        self.session = Session()
        self.tools = {tool.name: tool for tool in workspace.writing_tools("run")}

    async def __call__(self, name, call_id="c1", /, **arguments):
        return await invoke(self.tools[name], arguments, ToolContext(self.session, call_id=call_id))

    def kill(self):
        """The next process knows what was meant last, and not what came of it."""
        events = [each.event for each in self.session.events if isinstance(each.event, FilesChanging | FilesChanged)]
        assert isinstance(events.pop(), FilesChanged)
        killed = Session()
        for event in events:
            killed.dispatch(event)
        self.session = killed
        self.tools = {tool.name: tool for tool in self.workspace.writing_tools("run")}

    def fingerprint(self, name, **arguments):
        tool = self.tools[name]
        return tool.fingerprint(tool.params_adapter.validate_python(arguments))

    def happened(self, name, call_id="c1"):
        return self.tools[name].aftermath(self.session, call_id).happened

    @property
    def actions(self):
        return [each.action for each in self.session.events_of(FilesChanging)]


@pytest.fixture
def run(workspace):
    return Interrupted(workspace)


@pytest.fixture
async def half(run, folder):
    """A copy that came as far as its first file."""
    (folder / "src/other.py").write_text("other")
    assert (await run("copy_file", **COPY)).ok
    run.kill()
    (folder / "new/copy/other.py").unlink()
    assert run.happened("copy_file") == "unclear"
    return run


async def test_a_call_that_was_left_half_done_is_done_anew(half, folder, tree):
    assert (await half("copy_file", **COPY)).ok
    assert sorted(each.name for each in (folder / "new/copy").iterdir()) == ["main.py", "other.py"]
    assert half.actions == ["copy_file", "take_back", "copy_file"]
    assert half.happened("copy_file") == "all"
    assert (await undo(half.workspace, half.session)).ok
    assert sorted(tree(folder)) == ["README.md", "src", "src/main.py", "src/other.py"]


async def test_what_a_person_is_asked_says_that_it_is_taken_back(half):
    text = half.tools["copy_file"].aftermath(half.session, "c1").text
    assert text == "some of 4 changes were made; they are taken back first"


async def test_another_call_takes_nothing_back(half, folder):
    assert (await half("copy_file", "c2", **COPY)).code == "exists"
    assert (await half("move_file", "c1", source="src", destination="new/copy")).code == "exists"
    assert half.actions == ["copy_file"]
    assert (folder / "new/copy/main.py").exists()


async def test_what_somebody_has_changed_since_is_not_taken_back(half, folder, tree):
    (folder / "new/copy/main.py").write_text("a person wrote this")
    before = tree(folder)
    outcome = await half("copy_file", **COPY)
    assert (outcome.status, outcome.code) == ("refused", "exists")
    assert "What it left half done stays: new/copy/main.py: it has been changed since (19 bytes now)." in outcome.text
    assert tree(folder) == before
    assert half.actions == ["copy_file"]


async def test_a_folder_with_something_else_in_it_stays(half, folder):
    (folder / "new/copy/theirs").write_text("mine")
    outcome = await half("copy_file", **COPY)
    assert (outcome.status, outcome.code) == ("refused", "exists")
    assert "was taken back, but for new/copy/: there is something else in it." in outcome.text
    assert [each.name for each in (folder / "new/copy").iterdir()] == ["theirs"]
    (folder / "new/copy/theirs").rename(folder / "new/theirs")
    (folder / "new/copy").rmdir()
    assert (await half("copy_file", **COPY)).ok, "there is nothing left to take back"
    assert half.actions == ["copy_file", "take_back", "copy_file"]


async def test_what_was_approved_is_that_it_does_the_same_again(half, folder):
    with as_approved(half.fingerprint("copy_file", **COPY)):
        assert (await half("copy_file", **COPY)).ok


async def test_what_would_be_something_else_than_at_first_is_asked_again(half, folder):
    approved = half.fingerprint("copy_file", **COPY)
    (folder / "src/main.py").write_text("not what anybody has seen")
    with as_approved(approved):
        assert (await half("copy_file", **COPY)).code == "changed_since_approval"
    assert not (folder / "new").exists()
    with as_approved(half.fingerprint("copy_file", **COPY)):
        assert (await half("copy_file", **COPY)).ok


async def test_nothing_is_taken_back_that_was_not_approved(half, folder):
    with as_approved("something else"):
        assert (await half("copy_file", **COPY)).code == "changed_since_approval"
    assert (folder / "new/copy/main.py").exists()


async def test_taking_back_may_be_interrupted_as_well(half, folder):
    assert (await half("copy_file", **COPY)).ok
    copied, back, _ = half.session.events_of(FilesChanging)
    half.session = Session()
    half.session.dispatch(copied)
    half.session.dispatch(back)
    (folder / "new/copy/other.py").unlink()
    (folder / "new/copy/main.py").unlink()
    assert half.happened("copy_file") == "unclear"
    assert (await half("copy_file", **COPY)).ok
    assert (await undo(half.workspace, half.session)).ok
    assert not (folder / "new").exists()


async def test_what_failed_after_it_was_done_is_not_done_twice(run, folder, monkeypatch):
    real = os.fsync

    def broken(descriptor):
        if (folder / "README.md").read_text().endswith("more"):
            raise OSError(5, "Input/output error")
        real(descriptor)

    with monkeypatch.context() as disk:
        disk.setattr(os, "fsync", broken)
        assert (await run("append_file", path="README.md", content="more")).status == "failed"
    assert (await run("append_file", path="README.md", content="more")).ok
    assert (folder / "README.md").read_text() == "# Hello\nmore"


@pytest.mark.parametrize("made", ["by the run", "by a person"])
async def test_a_file_with_two_names_is_moved_or_taken_back(run, folder, tree, made):
    """A file system that cannot rename without replacing, and a kill between the link and the unlink."""
    if made == "by the run":
        await run("write_file", "c0", path="a.txt", content="x")
    else:
        (folder / "a.txt").write_text("x")
    move = {"source": "a.txt", "destination": "b.txt"}
    assert (await run("move_file", **move)).ok
    run.kill()
    os.link(folder / "b.txt", folder / "a.txt")
    assert run.happened("move_file") == "unclear"
    assert (await run("move_file", **move)).ok
    assert not (folder / "a.txt").exists()
    run.kill()
    os.link(folder / "b.txt", folder / "a.txt")
    assert (await undo(run.workspace, run.session)).ok
    assert (folder / "a.txt").exists() == (made == "by a person")
    assert not (folder / "b.txt").exists()


async def test_two_names_of_one_file_are_both_put_back(run, folder):
    (folder / "a").write_text("x")
    os.link(folder / "a", folder / "b")
    for number, (source, destination) in enumerate((("a", "new/a"), ("b", "new/b"))):
        assert (await run("move_file", f"c{number}", source=source, destination=destination)).ok
    assert (await undo(run.workspace, run.session)).ok
    assert sorted(each.name for each in folder.iterdir()) == [".gameplan", "README.md", "a", "b", "src"]


async def test_looking_what_became_of_a_call_sweeps_up_after_it(run, folder):
    assert (await run("write_file", path="new.txt", content="x")).ok
    assert (await run("write_file", "c2", path="other.txt", content="x")).ok
    first, second = run.session.events_of(FilesChanging)
    run.session = Session()
    for intent in (first, second):
        run.session.dispatch(intent)
        (folder / f".gameplan-{intent.change_id}-0").write_text("x")
    assert run.happened("write_file") == "all"
    left = [each.name for each in folder.glob(".gameplan-*")]
    assert left == [f".gameplan-{second.change_id}-0"], "what another call makes at this moment is its own"


async def test_a_rename_never_replaces(tmp_path):
    (tmp_path / "a").write_text("a")
    (tmp_path / "b").write_text("b")
    (tmp_path / "full").mkdir()
    (tmp_path / "empty").mkdir()
    place = os.open(tmp_path, os.O_RDONLY)
    try:
        for source, destination, kind in (("a", "b", "file"), ("full", "empty", "directory")):
            with pytest.raises(FileExistsError):
                renaming.rename_new(place, source, place, destination, kind=kind)
        renaming.rename_new(place, "a", place, "ä", kind="file")
    finally:
        os.close(place)
    assert sorted(each.name for each in tmp_path.iterdir()) == ["b", "empty", "full", "ä"]
