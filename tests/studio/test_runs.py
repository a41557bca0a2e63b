"""Runs over the API: started, approved, changed, denied, answered, paused, skipped, edited, cancelled, undone."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gameplan.client import Client, StudioError
from gameplan.studio.shapes import InboxItem, RunView

Until = Callable[..., Any]
ASKS = """
request: Ask first.
steps:
  - {id: who, tool: ask, args: {question: Whose?, type: choice, choices: [north, south]}}
  - {id: note, tool: write_file, args: {path: who.txt, content: $who}}
"""
THREE = """
request: Overwrite three files.
steps:
  - {id: one, tool: write_file, args: {path: one.txt, content: new}}
  - {id: two, tool: write_file, args: {path: two.txt, content: new}}
  - {id: three, tool: write_file, args: {path: three.txt, content: new}, dependsOn: [one, two]}
"""


@pytest.fixture
def begun(client: Client, until: Until) -> Callable[..., RunView]:
    """A run of a plan, as soon as it waits for a person."""

    def begin(text: str, waiting: int = 1) -> RunView:
        run = client.start(client.plan_from_text(text).id)
        return until(lambda: client.run(run.id), lambda view: len(view.inbox) == waiting)

    return begin


@pytest.fixture
def three(folder: Path) -> str:
    for name in ("one", "two", "three"):
        (folder / f"{name}.txt").write_text("old")
    return THREE


def ended(client: Client, run: str, until: Until, status: str = "completed") -> RunView:
    view = until(lambda: client.run(run), lambda view: view.summary is not None and not view.writing)
    assert view.status == status, view.reason
    return view


def test_a_run_asks_is_approved_and_undone(
    client: Client, begun: Callable[..., RunView], ferry: str, folder: Path, until: Until
) -> None:
    run = begun(ferry)
    (item,) = run.inbox
    assert (item.step, item.kind, item.tool, item.why) == (
        "edit",
        "approval",
        "edit_file",
        "it overwrites or removes something",
    )
    assert "+crossings = 4" in item.preview
    assert (run.status, run.here, run.writing) == ("waiting", True, True)
    assert [each.step for each in client.inbox()] == ["edit"]
    assert client.home().waiting[0].run == run.id
    assert (folder / "ferry.py").read_text() == "crossings = 3\n"
    assert client.approve(item).verdict == "taken"
    done = ended(client, run.id, until)
    assert (done.done, done.total, [each.path for each in done.changes]) == (3, 3, ["ferry.py.bak", "ferry.py"])
    assert done.summary is not None and done.summary.completed == ["backup", "edit", "after"]
    assert client.step(run.id, "edit").preview == item.preview and client.step(run.id, "after").preview == ""
    assert done.steps["edit"].status == "completed" and done.critical_path == ["backup", "edit", "after"]
    step = client.step(run.id, "after")
    assert step.value["content"] == "crossings = 4\n" and step.args == {"path": "ferry.py"}
    assert client.inbox() == [] and client.runs(status="completed")[0].id == run.id
    assert client.plan(run.plan_id).runs == [run.id] and client.plans()[0].runs == 1
    undone = client.undo(run.id)
    assert undone.restored == ["ferry.py"] and undone.removed == ["ferry.py.bak"]
    assert (folder / "ferry.py").read_text() == "crossings = 3\n"
    after = client.run(run.id)
    assert after.undone and not after.can_undo


def test_an_undo_of_what_somebody_has_changed_is_refused_with_the_paths(
    client: Client, begun: Callable[..., RunView], ferry: str, folder: Path, until: Until
) -> None:
    run = begun(ferry)
    client.approve(run.inbox[0])
    ended(client, run.id, until)
    (folder / "ferry.py").write_text("mine\n")
    with pytest.raises(StudioError) as refused:
        client.undo(run.id)
    assert (refused.value.status, refused.value.code) == (409, "undo_conflicts")
    assert [each["path"] for each in refused.value.current["conflicts"]] == ["ferry.py"]
    assert client.undo(run.id, force=["ferry.py"]).restored == ["ferry.py"]


def test_other_arguments_are_asked_again_with_what_they_would_do(
    client: Client, begun: Callable[..., RunView], ferry: str, folder: Path, until: Until
) -> None:
    (item,) = begun(ferry).inbox
    with pytest.raises(StudioError) as refused:
        client.change_arguments(item, {"path": 3})
    assert (refused.value.status, refused.value.code) == (409, "refused")
    client.change_arguments(item, {**item.args, "new": "crossings = 9"})
    (again,) = until(lambda: client.run(item.run).inbox, lambda inbox: inbox and inbox[0].bound_to != item.bound_to)
    assert "+crossings = 9" in again.preview
    with pytest.raises(StudioError, match="has changed since that question"):
        client.approve(item)
    client.approve(again)
    ended(client, item.run, until)
    assert (folder / "ferry.py").read_text() == "crossings = 9\n"


def test_a_denied_step_is_skipped_with_its_reason(
    client: Client, begun: Callable[..., RunView], ferry: str, folder: Path, until: Until
) -> None:
    (item,) = begun(ferry).inbox
    client.deny(item, "not this week")
    done = ended(client, item.run, until)
    assert done.steps["edit"].reason == "denied: not this week"
    assert done.steps["after"].status == "skipped"
    assert (folder / "ferry.py").read_text() == "crossings = 3\n"


def test_a_question_is_answered(client: Client, begun: Callable[..., RunView], folder: Path, until: Until) -> None:
    (item,) = begun(ASKS).inbox
    assert (item.kind, item.question, item.type, item.choices) == ("question", "Whose?", "choice", ["north", "south"])
    with pytest.raises(StudioError, match="one of: north, south"):
        client.answer(item, "east")
    client.answer(item, "south")
    ended(client, item.run, until)
    assert (folder / "who.txt").read_text() == "south"


def test_one_yes_lets_the_rest_of_a_kind_act(
    client: Client, begun: Callable[..., RunView], three: str, folder: Path, until: Until
) -> None:
    run = begun(three, waiting=2)
    client.approve(run.inbox[0], rest=True)
    ended(client, run.id, until)
    assert (folder / "three.txt").read_text() == "new"


def test_a_run_of_which_only_items_wait_waits(client: Client, folder: Path, until: Until) -> None:
    for name in ("a", "b"):
        (folder / f"{name}.txt").write_text("old")
    each = (
        "{id: each, tool: write_file, args: {path: '${item}.txt', content: new}, forEach: {items: [a, b], parallel: 2}}"
    )
    run = client.start(client.plan_from_text(f"request: Write two.\nsteps:\n  - {each}\n"))
    items = until(lambda: client.run(run.id).inbox, lambda inbox: len(inbox) == 2)
    assert client.run(run.id).status == "waiting"
    for item in items:
        client.approve(item)
    ended(client, run.id, until)


def test_what_is_approved_in_advance_does_not_ask(client: Client, three: str, folder: Path, until: Until) -> None:
    run = client.start(client.plan_from_text(three).id, yes=["write", "destroy"])
    ended(client, run.id, until)
    assert (folder / "one.txt").read_text() == "new"
    with pytest.raises(StudioError) as refused:
        client.start(run.plan_id, yes=["everything"])
    assert (refused.value.status, refused.value.code) == (422, "bad_approval")


def test_a_run_is_paused_skipped_and_goes_on(
    client: Client, begun: Callable[..., RunView], three: str, folder: Path, until: Until
) -> None:
    run = begun(three, waiting=2)
    assert client.say(run.id, "pause").verdict == "taken"
    assert client.run(run.id).status == "paused"
    client.approve(next(each for each in run.inbox if each.step == "one"))
    assert client.say(run.id, "skip", step="two", reason="later").verdict == "taken"
    assert (folder / "one.txt").read_text() == "old"
    client.say(run.id, "unpause")
    (item,) = until(lambda: client.run(run.id).inbox, lambda inbox: [each.step for each in inbox] == ["three"])
    client.approve(item)
    done = ended(client, run.id, until)
    assert done.steps["two"].reason == "later"
    assert (folder / "one.txt").read_text() == "new"


def test_what_has_not_run_is_edited(
    client: Client, begun: Callable[..., RunView], three: str, folder: Path, until: Until
) -> None:
    run = begun(three, waiting=2)
    changed = {**run.plan, "version": 2, "steps": [{**run.plan["steps"][0], "dependsOn": []}, run.plan["steps"][1]]}
    with pytest.raises(StudioError, match="changed meanwhile"):
        client.say(run.id, "edit", **{"from": 7, "plan": changed})
    assert client.say(run.id, "edit", **{"from": 1, "plan": changed, "why": "two are enough"}).verdict == "taken"
    assert [step["id"] for step in client.run(run.id).plan["steps"]] == ["one", "two"]
    for item in run.inbox:
        client.approve(item)
    assert ended(client, run.id, until).total == 2


def test_a_cancelled_run_is_over(client: Client, begun: Callable[..., RunView], ferry: str, until: Until) -> None:
    run = begun(ferry)
    client.say(run.id, "cancel", reason="wrong folder")
    done = ended(client, run.id, until, "cancelled")
    assert done.reason == "wrong folder" and not done.can_resume and done.inbox == []
    for say in (lambda: client.approve(run.inbox[0]), lambda: client.resume(run.id)):
        with pytest.raises(StudioError) as refused:
            say()
        assert (refused.value.status, refused.value.code) == (409, "run_over")


def test_a_run_that_nobody_carries_out_is_cancelled_at_once(
    serve: Callable[..., Any], ferry: str, until: Until, folder: Path
) -> None:
    first = serve()
    with first.client() as client:
        run = client.start(client.plan_from_text(ferry).id)
        waiting = until(lambda: client.run(run.id), lambda view: len(view.inbox) == 1)
    first.stop()
    with serve().client() as client:
        assert client.run(run.id).status == "waiting" and not client.run(run.id).writing
        assert client.say(run.id, "cancel", reason="never mind").verdict == "taken"
        done = ended(client, run.id, until, "cancelled")
        assert done.reason == "never mind" and done.inbox == [] and not done.can_resume
        assert client.inbox() == []
        with pytest.raises(StudioError, match="was cancelled"):
            client.approve(waiting.inbox[0])
    assert (folder / "ferry.py").read_text() == "crossings = 3\n"


def test_a_run_refuses_what_it_does_not_know(client: Client, begun: Callable[..., RunView], ferry: str) -> None:
    run = begun(ferry)
    for kind, payload in (("dance", {}), ("approve", {"step": "nothing"}), ("answer", {"step": "edit", "value": 1})):
        with pytest.raises(StudioError) as refused:
            client.say(run.id, kind, **payload)
        assert (refused.value.status, refused.value.code) == (409, "refused")
        assert refused.value.current["verdict"] == "refused"


def test_a_plan_with_problems_is_not_begun(client: Client) -> None:
    plan = client.plan_from_text("steps:\n  - {id: a, tool: read_file, args: {path: $b.x}}\n")
    with pytest.raises(StudioError) as refused:
        client.start(plan.id)
    assert (refused.value.status, refused.value.code) == (422, "plan_has_problems")
    assert [each.code for each in refused.value.problems] == ["unknown_reference"]
    template = client.plan_from_template("release-version")
    with pytest.raises(StudioError) as missing:
        client.start(template.id)
    assert "input_missing" in {each.code for each in missing.value.problems}
    assert client.runs() == []


def test_what_was_reviewed_is_what_is_run(client: Client, ferry: str) -> None:
    plan = client.plan_from_text(ferry)
    changed = client.edit(plan, {"edit": "setArgument", "step": "edit", "place": ["new"], "value": "rm -rf"})
    with pytest.raises(StudioError) as refused:
        client.start(plan)
    assert (refused.value.status, refused.value.code) == (412, "changed_meanwhile")
    assert refused.value.current["etag"] == changed.etag and client.runs() == []
    assert client.start(changed).version == 2


def test_a_run_of_the_command_line_is_seen_followed_and_approved(
    studio: Any, client: Client, ferry: str, folder: Path, tmp_path: Path, until: Until
) -> None:
    path = tmp_path / "ferry.yaml"
    path.write_text(ferry)
    command = [sys.executable, "-m", "gameplan.cli", "run", str(path), "--workspace", str(folder)]
    assert subprocess.run(command, check=False, capture_output=True, timeout=60).returncode == 4  # it waits
    (card,) = client.runs()
    run = client.run(card.id)
    assert (run.status, run.writing, run.here, run.can_resume) == ("waiting", False, False, True)
    assert client.approve(run.inbox[0]).verdict == "noted"
    assert client.inbox() == [] and client.run(run.id).noted[0].kind == "approve"
    resumed = subprocess.Popen([*command[:3], "resume", run.id], stdout=subprocess.PIPE, text=True)
    heard = [told.type for told in client.follow(run.id, after=run.seq)]
    assert heard[0] == "run.resumed" and heard[-1] == "run.ended"
    assert resumed.communicate(timeout=60) and resumed.returncode == 0
    assert ended(client, run.id, until).steps["edit"].status == "completed"
    assert (folder / "ferry.py").read_text() == "crossings = 4\n"


def test_a_run_in_another_process_is_steered_while_it_goes_on(
    studio: Any, client: Client, folder: Path, tmp_path: Path, until: Until
) -> None:
    program = tmp_path / "slow.py"
    program.write_text(SLOW.format(home=str(studio.home / "gameplan.db"), folder=str(folder)))
    with subprocess.Popen([sys.executable, str(program)]) as other:
        try:
            (card,) = until(client.runs)
            item: InboxItem = until(lambda: client.run(card.id).inbox)[0]
            seen = client.run(card.id)
            assert (seen.writing, seen.here) == (True, False)
            assert client.approve(item).verdict == "taken"
            assert ended(client, card.id, until).status == "completed"
            assert other.wait(60) == 0
        finally:
            other.kill()


SLOW = """
import asyncio
from gameplan.plans import Engine
from gameplan.plans.files import load_plan
from gameplan.runtime import Session, SessionStarted, SqliteJournal
from gameplan.settings import tools_of
from gameplan.tools.workspace import Workspace

async def main():
    plan = load_plan("steps: [{{id: gone, tool: delete_file, args: {{path: notes.md}}}}]")
    with SqliteJournal({home!r}) as journal, Workspace({folder!r}) as workspace:
        with Session(journal=journal, session_id="run-elsewhere") as session:
            session.dispatch(SessionStarted("run", "Elsewhere"))
            engine = Engine(tools_of(workspace, "run-elsewhere"), session, stays=True, inbox=True)
            await engine.complete(plan, workspace={folder!r})

asyncio.run(main())
"""


def test_a_run_in_another_folder_can_be_looked_at_and_not_gone_on_with(
    client: Client, ferry: str, tmp_path: Path
) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "ferry.py").write_text("crossings = 3\n")
    path = tmp_path / "ferry.yaml"
    path.write_text(ferry)
    command = [sys.executable, "-m", "gameplan.cli", "run", str(path), "--workspace", str(elsewhere)]
    subprocess.run(command, check=False, capture_output=True, timeout=60)
    run = client.run(client.runs()[0].id)
    (copied,) = client.changes(run.id)
    assert (copied.path, copied.what, copied.diff) == ("ferry.py.bak", "created", "")
    assert "works in another folder" in copied.note
    assert not run.can_resume and not run.can_undo
    for act in (client.resume, client.undo):
        with pytest.raises(StudioError) as refused:
            act(run.id)
        assert (refused.value.status, refused.value.code) == (409, "another_workspace")


def test_a_studio_that_is_killed_in_the_middle_is_started_again_and_goes_on(
    spawn: Callable[..., Any], ferry: str, folder: Path, until: Until
) -> None:
    first = spawn()
    with first.client() as client:
        run = client.start(client.plan_from_text(ferry).id)
        until(lambda: client.run(run.id).inbox)
    first.kill()
    with spawn(port=first.port).client() as client:
        view = client.run(run.id)
        assert (view.status, view.writing, view.can_resume) == ("interrupted", False, True)
        assert [each.step for each in view.inbox] == ["edit"]
        assert client.resume(run.id).here
        (item,) = until(lambda: client.run(run.id).inbox)
        client.approve(item)
        ended(client, run.id, until)
        backups = [told for told in client.follow(run.id) if told.type == "run.step_began"]
        assert [told.payload["step"] for told in backups].count("backup") == 1
    assert (folder / "ferry.py").read_text() == "crossings = 4\n"


def test_a_studio_that_is_stopped_leaves_its_runs_waiting(serve: Callable[..., Any], ferry: str, until: Until) -> None:
    studio = serve()
    with studio.client() as client:
        run = client.start(client.plan_from_text(ferry).id)
        until(lambda: client.run(run.id).inbox)
    studio.stop()
    with serve().client() as client:
        view = client.run(run.id)
        assert (view.status, view.can_resume) == ("waiting", True)
        client.resume(run.id)
        with pytest.raises(StudioError) as refused:
            client.resume(run.id)
        assert refused.value.code == "going_on"


def test_a_session_is_looked_into_event_by_event(
    client: Client, begun: Callable[..., RunView], ferry: str, until: Until
) -> None:
    run = begun(ferry)
    client.approve(run.inbox[0])
    ended(client, run.id, until)
    card = client.session(run.id)
    assert (card.kind, card.damaged) == ("run", "") and card.events == len(client.events(run.id))
    assert {each.kind for each in client.sessions()} == {"run", "plan"}
    assert [each.id for each in client.sessions(kind="run")] == [run.id]
    asked = next(each for each in client.events(run.id) if each.type == "run.approval_asked")
    then = client.state(run.id, asked.seq)
    assert then.run is not None and then.run.steps["edit"].status == "waiting" and then.run.inbox[0].step == "edit"
    assert client.state(run.id).run.status == "completed"  # type: ignore[union-attr]
    assert client.state(run.plan_id).plan == client.plan(run.plan_id).plan
    assert client.events(run.id, after=card.events - 1)[0].type == "run.ended"
    assert client.turns(run.id) == []


def test_what_is_not_there_is_not_found(studio: Any) -> None:
    with studio.http() as http:
        for path in (
            "runs/x",
            "plans/x",
            "sessions/x",
            "runs/x/steps/a",
            "templates/x",
            "runs/x/events",
            "nothing",
            "sessions/..%2f..%2fx",
            "plans/x/events",
            "plans/x/foreseen",
            "sessions/x/turns",
        ):
            reply = http.get(path)
            assert reply.status_code == 404, path
            assert reply.headers["content-type"] == "application/problem+json" and reply.json()["code"]
