"""What a run did to files: told file by file, with the lines that differ, when the run is long over."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gameplan.client import Client, StudioError
from gameplan.studio.shapes import FileDiff, RunView

Until = Callable[..., Any]
WORK = """
request: Do something of each kind.
steps:
  - {id: backup, tool: copy_file, args: {source: ferry.py, destination: old/ferry.py.bak}}
  - {id: edit, tool: edit_file, args: {path: ferry.py, old: crossings = 3, new: crossings = 4}, dependsOn: [backup]}
  - {id: again, tool: edit_file, args: {path: ferry.py, old: crossings = 4, new: crossings = 5}, dependsOn: [edit]}
  - {id: rename, tool: move_file, args: {source: notes.md, destination: log.md}}
  - {id: forget, tool: delete_file, args: {path: junk.txt}}
  - {id: passing, tool: write_file, args: {path: tmp.txt, content: soon gone}}
  - {id: gone, tool: delete_file, args: {path: tmp.txt}, dependsOn: [passing]}
"""


@pytest.fixture
def run(client: Client, folder: Path, until: Until) -> Callable[[str], RunView]:
    """A run that has come to its end, with everything approved in advance."""
    (folder / "notes.md").write_text("# Notes\n")
    (folder / "junk.txt").write_text("one\ntwo\n")

    def ended(text: str) -> RunView:
        begun = client.start(client.plan_from_text(text), yes=["all"])
        return until(lambda: client.run(begun.id), lambda view: view.summary is not None and not view.writing)

    return ended


def by_path(changes: list[FileDiff]) -> dict[str, FileDiff]:
    return {each.path: each for each in changes}


def test_what_a_run_did_is_told_file_by_file_after_its_end(client: Client, run: Callable[[str], RunView]) -> None:
    done = run(WORK)
    assert {each.path: each.what for each in done.changes} == {
        "old": "created",
        "old/ferry.py.bak": "created",
        "ferry.py": "changed",
        "log.md": "moved",
        "junk.txt": "deleted",
    }, "what came and went is not told of"
    told = by_path(client.changes(done.id))
    assert told.keys() == {each.path for each in done.changes}
    changed = told["ferry.py"]
    assert changed.steps == ["edit", "again"]
    assert "-crossings = 3" in changed.diff and "+crossings = 5" in changed.diff and "= 4" not in changed.diff
    assert "+crossings = 3" in told["old/ferry.py.bak"].diff
    assert told["log.md"].moved_from == "notes.md" and told["log.md"].diff == ""
    assert "-one" in told["junk.txt"].diff and told["junk.txt"].size_before == 8 and told["junk.txt"].size == 0
    assert (told["old"].kind, told["old"].diff) == ("directory", "")
    assert not any(each.note or each.unsure or each.put_back for each in told.values())


def test_of_each_step_it_is_told_what_that_step_did(client: Client, run: Callable[[str], RunView]) -> None:
    done = run(WORK)
    (edit,) = client.changes(done.id, step="edit")
    assert "+crossings = 4" in edit.diff and edit.steps == ["edit"]
    (again,) = client.changes(done.id, step="again")
    assert "-crossings = 4" in again.diff and "+crossings = 5" in again.diff
    (passing,) = client.changes(done.id, step="passing")
    assert passing.what == "created" and "+soon gone" in passing.diff
    (gone,) = client.changes(done.id, step="gone")
    assert gone.what == "deleted" and "-soon gone" in gone.diff
    assert [each.path for each in client.changes(done.id, path="notes.md")] == ["log.md"]
    with pytest.raises(StudioError, match='There is no step "nothing"') as refused:
        client.changes(done.id, step="nothing")
    assert (refused.value.status, refused.value.code) == (404, "no_such_step")


def test_items_and_inner_steps_are_told_of_with_the_step_that_they_belong_to(
    client: Client, run: Callable[[str], RunView]
) -> None:
    done = run(
        """
request: Write many.
steps:
  - {id: each, tool: write_file, args: {path: "${item}.txt", content: $item}, forEach: {items: [a, b]}}
  - id: inner
    tool: plan
    plan: {steps: [{id: hello, tool: write_file, args: {path: hello.txt, content: Hi}}]}
"""
    )
    assert {each.path: each.steps for each in client.changes(done.id, step="each")} == {
        "a.txt": ["each[0]"],
        "b.txt": ["each[1]"],
    }
    (item,) = client.changes(done.id, step="each[1]")
    assert item.path == "b.txt" and client.step(done.id, item.steps[0]).status == "completed"
    (hello,) = client.changes(done.id, step="inner")
    assert hello.steps == ["inner/hello"]


def test_what_was_undone_is_still_told_with_its_diff(client: Client, run: Callable[[str], RunView]) -> None:
    done = run(WORK)
    client.undo(done.id)
    told = by_path(client.changes(done.id))
    assert all(each.put_back for each in told.values())
    assert "+crossings = 5" in told["ferry.py"].diff and "-one" in told["junk.txt"].diff
    assert all(each.put_back for each in client.run(done.id).changes)


def test_what_somebody_has_changed_since_is_not_taken_for_the_runs(
    client: Client, run: Callable[[str], RunView], folder: Path
) -> None:
    done = run(WORK)
    (folder / "ferry.py").write_text("crossings = 100\n")
    (told,) = client.changes(done.id, path="ferry.py")
    assert told.what == "changed" and told.diff == ""
    assert told.note == "Somebody has changed it since: how the run left it is not kept."


def test_what_is_no_text_or_too_large_says_so(client: Client, run: Callable[[str], RunView], folder: Path) -> None:
    (folder / "tides.png").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(100))
    (folder / "big.txt").write_text("tide\n" * 300_000)
    done = run(
        """
request: Copy.
steps:
  - {id: picture, tool: copy_file, args: {source: tides.png, destination: copy.png}}
  - {id: big, tool: copy_file, args: {source: big.txt, destination: big.bak}}
"""
    )
    told = by_path(client.changes(done.id))
    assert "no comparison can be shown" in told["copy.png"].diff
    assert told["big.bak"].note == "It is too large to be compared." and told["big.bak"].size == 1_500_000


def test_looking_makes_nothing_in_the_workspace(client: Client, run: Callable[[str], RunView], folder: Path) -> None:
    done = run(WORK)
    (folder / ".gameplan").rename(folder / "elsewhere")
    told = by_path(client.changes(done.id))
    assert told["ferry.py"].note == "What stood there before is not kept any more."
    assert not (folder / ".gameplan").exists()


def test_what_is_overwritten_is_told_once_before_and_after(client: Client, folder: Path, until: Until) -> None:
    (folder / "notes.md").write_text("# Notes\n")
    (folder / "junk.txt").write_text("one\ntwo\n")
    plan = client.plan_from_text(
        """
request: Write one file that is there, and one that is not.
steps:
  - {id: old, tool: write_file, args: {path: ferry.py, content: new}}
  - {id: new, tool: write_file, args: {path: new.txt, content: new}, approval: true}
  - {id: away, tool: move_file, args: {source: junk.txt, destination: notes.md, overwrite: true}}
"""
    )
    told = {
        "old": ["overwrites ferry.py"],
        "new": ["writes new.txt"],
        "away": ["writes junk.txt", "overwrites notes.md"],
    }
    assert {each.step: each.effects for each in client.foreseen(plan.id)} == told
    begun = client.start(plan)
    waiting = until(lambda: client.run(begun.id).inbox, lambda inbox: len(inbox) == 3)
    assert {each.step: each.effects for each in waiting} == told
    for item in waiting:
        client.approve(item)
    done = until(lambda: client.run(begun.id), lambda view: view.status == "completed")
    assert {name: each.effects for name, each in done.steps.items()} == told
    assert set(done.summary.effects) == {effect for each in told.values() for effect in each}


def test_one_yes_to_overwriting_covers_what_is_overwritten_and_what_is_new(
    client: Client, folder: Path, until: Until
) -> None:
    (folder / "other.py").write_text("old")
    plan = client.plan_from_text(
        """
request: Overwrite two.
steps:
  - {id: one, tool: write_file, args: {path: ferry.py, content: new}}
  - {id: two, tool: write_file, args: {path: other.py, content: new}, dependsOn: [one]}
"""
    )
    begun = client.start(plan)
    (item,) = until(lambda: client.run(begun.id).inbox)
    client.approve(item, rest=True)
    until(lambda: client.run(begun.id), lambda view: view.status == "completed")
    assert (folder / "other.py").read_text() == "new"


def test_only_runs_have_changes(client: Client, ferry: str) -> None:
    plan = client.plan_from_text(ferry)
    for name in (plan.id, "run-of-nobody"):
        with pytest.raises(StudioError) as refused:
            client.changes(name)
        assert refused.value.status == 404
