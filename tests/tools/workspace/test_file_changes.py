"""What a run did to files, from the record alone; and compared with how they stand."""

from __future__ import annotations

from pathlib import Path

from gameplan.tools.workspace import (
    Change,
    FileChange,
    FilesChanged,
    FilesChanging,
    State,
    Workspace,
    compare,
    file_changes,
)
from gameplan.tools.workspace.changes import TAKE_BACK, UNDO
from gameplan.tools.workspace.states import ABSENT, digest_of


def holding(text: str) -> State:
    content = text.encode()
    return State("file", digest_of(content), len(content), 0o644)


ONE, TWO, THREE = holding("one\n"), holding("two\n"), holding("three\n")
Ran = list[tuple[FilesChanging, FilesChanged | None]]


def did(
    path: str, before: State, after: State, call: str = "run/step", action: str = "write_file", done: bool = True
) -> tuple[FilesChanging, FilesChanged | None]:
    change_id = f"{call}-{path}-{before.digest[:4]}-{after.digest[:4]}"
    intent = FilesChanging(change_id, "run", action, (Change(path, before, after),), call_id=call)
    return intent, FilesChanged(change_id, 1) if done else None


def only(ran: Ran) -> FileChange:
    (found,) = file_changes(ran)
    return found


def test_several_changes_of_one_path_are_one() -> None:
    found = only([did("a", ONE, TWO, "run/x"), did("a", TWO, THREE, "run/y")])
    assert (found.what, found.before, found.after, found.calls) == ("changed", ONE, THREE, ("run/x", "run/y"))
    assert not found.intruded


def test_what_ended_as_it_began_is_not_told_of() -> None:
    assert file_changes([did("a", ABSENT, ONE), did("a", ONE, ABSENT)]) == []
    assert file_changes([did("a", ONE, TWO), did("a", TWO, ONE)]) == []


def test_what_a_call_left_half_done_and_was_taken_back_is_not_told_of() -> None:
    assert file_changes([did("a", ONE, TWO, done=False), did("a", TWO, ONE, action=TAKE_BACK)]) == []


def test_a_change_that_was_made_anew_after_a_kill_is_one() -> None:
    found = only([did("a", ONE, TWO, done=False), did("a", ONE, TWO)])
    assert (found.before, found.after) == (ONE, TWO)
    assert not found.unsure and not found.intruded


def test_somebody_elses_change_in_between_is_noticed() -> None:
    assert only([did("a", ONE, TWO, "run/x"), did("a", THREE, ABSENT, "run/y")]).intruded


def test_what_is_done_after_an_undo_stands_for_itself() -> None:
    undone: Ran = [did("a", ONE, TWO, "run/x"), did("a", TWO, ONE, "", UNDO)]
    found = only(undone)
    assert found.put_back and found.after == TWO and found.calls == ("run/x",)
    again = only([*undone, did("a", ONE, THREE, "run/y")])
    assert not again.put_back and (again.before, again.after, again.calls) == (ONE, THREE, ("run/y",))


def test_a_file_that_went_and_came_elsewhere_was_moved() -> None:
    found = only([did("a", ONE, ABSENT), did("b", ABSENT, ONE)])
    assert (found.path, found.what, found.moved_from) == ("b", "moved", "a")
    empty = holding("")
    assert {each.what for each in file_changes([did("a", empty, ABSENT), did("b", ABSENT, empty)])} == {
        "deleted",
        "created",
    }, "two empty files are not one that was moved"


def test_of_a_change_that_broke_in_the_middle_only_what_was_made_is_told() -> None:
    changes = tuple(Change(path, ABSENT, ONE) for path in "abc")
    intent = FilesChanging("c", "run", "unpack_archive", changes, call_id="run/x")
    found = file_changes([(intent, FilesChanged("c", 1, "No space left on device"))])
    assert [(each.path, each.unsure) for each in found] == [("a", False), ("b", True)]


def test_whoever_looks_finds_out_what_was_done_before_a_kill(tmp_path: Path) -> None:
    (tmp_path / "made").write_text("two\n")
    (tmp_path / "not").write_text("one\n")
    made, left = did("made", ABSENT, TWO, done=False), did("not", ONE, TWO, done=False)
    with Workspace(tmp_path) as workspace:
        (found,) = compare(workspace, file_changes([made, left]), [made[0], left[0]])
    assert found.change.path == "made" and not found.change.unsure and "+two" in found.text


def test_no_link_is_followed(tmp_path: Path) -> None:
    folder, outside = tmp_path / "folder", tmp_path / "outside"
    folder.mkdir()
    outside.write_text("two\n")
    (folder / "a").symlink_to(outside)
    ran = did("a", ABSENT, TWO)
    with Workspace(folder) as workspace:
        (found,) = compare(workspace, file_changes([ran]), [ran[0]])
    assert found.text == "" and "changed it since" in found.note
