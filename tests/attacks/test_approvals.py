"""An approval lets one call act, once, as it was shown: attacks on what lies between the question and the deed."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Annotated, Any

import pytest
from typer.testing import CliRunner

from gameplan.plans import (
    ApprovalAsked,
    ApprovalGiven,
    Approve,
    Change,
    Deny,
    Engine,
    NotAsked,
    Plan,
    PlanError,
    Policy,
    RunStarted,
    StepBegan,
    plan_from_wire,
    validate,
)
from gameplan.plans.approvals import bound_to
from gameplan.runtime import MemoryJournal, Session, SqliteJournal
from gameplan.tools import CONTROL, DATA, Destroys, Sends, Tool, tool
from gameplan.tools.workspace import Workspace

OVERWRITE = {"id": "save", "tool": "write_file", "args": {"path": "README.md", "content": "new"}}


@dataclass(frozen=True)
class Mail:
    to: Annotated[str, CONTROL]
    text: Annotated[str, DATA] = ""


@dataclass
class World:
    """What was sent, and what chosen."""

    sent: list[str] = field(default_factory=list)

    def tools(self) -> dict[str, Tool[Any, Any]]:
        @tool(effects=Sends("to"))
        async def send(params: Mail) -> str:
            """Send a mail."""
            self.sent.append(params.to)
            return params.to

        @tool(effects=())
        async def choose() -> list[str]:
            """Choose somebody."""
            return ["ada@example.org", "bob@example.org"]

        return {each.name: each for each in (send, choose)}


@pytest.fixture
def world() -> World:
    return World()


@pytest.fixture
def workspace(folder: Path) -> Iterator[Workspace]:
    with Workspace(folder) as opened:
        yield opened


class Person:
    """Answers one after the other, and remembers what was asked."""

    def __init__(self, *answers: Any) -> None:
        self.asked: list[ApprovalAsked] = []
        self._answers = list(answers)

    async def __call__(self, asked: ApprovalAsked, step: Any) -> Any:
        self.asked.append(asked)
        answer = self._answers.pop(0)
        return answer() if callable(answer) else answer


def plan(*steps: dict[str, Any]) -> Plan:
    return plan_from_wire({"steps": list(steps)})


def a_mail(name: str = "mail", to: str = "ada@example.org", **more: Any) -> dict[str, Any]:
    return {"id": name, "tool": "send", "args": {"to": to}, **more}


def its_tools(workspace: Workspace) -> dict[str, Tool[Any, Any]]:
    return {each.name: each for each in (*workspace.reading_tools(), *workspace.writing_tools("run"))}


# -- C1: what was approved is changed before it runs


async def test_c1_a_file_that_changes_while_the_person_thinks_is_asked_for_again(
    workspace: Workspace, folder: Path
) -> None:
    def and_meanwhile() -> Approve:
        (folder / "README.md").write_text("precious: nobody has seen this yet")
        return Approve()

    person = Person(and_meanwhile, Deny("not that"))
    with Session(session_id="run") as session:
        summary = await Engine(its_tools(workspace), session, approver=person).complete(plan(OVERWRITE))
    assert len(person.asked) == 2
    assert person.asked[0].bound_to != person.asked[1].bound_to
    assert "precious" in person.asked[1].preview and "precious" not in person.asked[0].preview
    assert summary.skipped == {"save": "denied: not that"}
    assert (folder / "README.md").read_text().startswith("precious")


async def test_c1_a_file_that_changes_between_two_processes_is_asked_for_again(
    workspace: Workspace, folder: Path, tmp_path: Path
) -> None:
    with SqliteJournal(tmp_path / "journal.db") as journal:
        with Session(journal=journal, session_id="run") as session:
            assert (await Engine(its_tools(workspace), session).complete(plan(OVERWRITE))).status == "waiting"
            (asked,) = session.events_of(ApprovalAsked)
        journal.ask("run", "approve", {"step": "save", "boundTo": asked.bound_to})
        (folder / "README.md").write_text("precious")
        with Session.open(journal, "run") as session:
            summary = await Engine(its_tools(workspace), session, inbox=True).resume()
            assert (summary.status, list(summary.waiting)) == ("waiting", ["save"])
            assert len(session.events_of(ApprovalAsked)) == 2
    assert (folder / "README.md").read_text() == "precious"


async def test_c1_arguments_that_change_are_asked_for_again(world: World) -> None:
    person = Person(Change({"to": "eve@example.org", "text": ""}), Deny("no"))
    await Engine(world.tools(), Session(), approver=person).complete(plan(a_mail()))
    assert [asked.args["to"] for asked in person.asked] == ["ada@example.org", "eve@example.org"]
    assert world.sent == []


async def test_c1_an_edit_of_the_plan_takes_what_was_approved_of_it_away(world: World) -> None:
    with Session() as session:
        engine = Engine(world.tools(), session, stays=True)
        first = plan(a_mail())
        run = asyncio.create_task(engine.complete(first))
        for _ in range(30):
            await asyncio.sleep(0)
        (asked,) = session.events_of(ApprovalAsked)
        engine.pause()
        engine.approve("mail", asked.bound_to)
        engine.change(first.changed(plan(a_mail(to="eve@example.org")).steps))
        engine.unpause()
        for _ in range(30):
            await asyncio.sleep(0)
        assert world.sent == []
        with pytest.raises(NotAsked, match="has changed since"):
            engine.approve("mail", asked.bound_to)
        engine.deny("mail")
        assert (await run).skipped == {"mail": "denied: not wanted"}


async def test_c1_a_tool_that_says_something_else_of_itself_is_asked_for_again(world: World) -> None:
    journal = MemoryJournal()
    tools = world.tools()
    with Session(journal=journal, session_id="run") as session:
        session.dispatch(RunStarted(plan(a_mail())))
        args = {"to": "ada@example.org"}
        session.dispatch(ApprovalAsked("mail", bound_to(tools["send"], args, ""), args, tool="send"))
        session.dispatch(ApprovalGiven("mail", bound_to(tools["send"], args, "")))
    other = replace(tools["send"], description="Send a mail, and everything else that is known.")
    with Session.open(journal, "run") as session:
        summary = await Engine({**tools, "send": other}, session).resume()
    assert (summary.status, world.sent) == ("waiting", [])


# -- C2: an approval is used twice


async def test_c2_an_approval_is_given_once(world: World) -> None:
    with Session() as session:
        engine = Engine(world.tools(), session, stays=True)
        run = asyncio.create_task(engine.complete(plan(a_mail("one"), a_mail("two"))))
        for _ in range(30):
            await asyncio.sleep(0)
        bounds = {asked.step: asked.bound_to for asked in session.events_of(ApprovalAsked)}
        engine.approve("one", bounds["one"])
        with pytest.raises(NotAsked):
            engine.approve("one", bounds["one"])
        for _ in range(30):
            await asyncio.sleep(0)
        assert world.sent == ["ada@example.org"]  # the same call, but that of another step
        with pytest.raises(NotAsked):
            engine.approve("one", bounds["one"])
        engine.deny("two")
        assert (await run).completed == ("one",)


async def test_c2_an_approval_that_is_sent_again_does_nothing(world: World) -> None:
    journal = MemoryJournal()
    with Session(journal=journal, session_id="run") as session:
        await Engine(world.tools(), session).complete(plan(a_mail(), a_mail("other", "bob@example.org")))
        (asked, _) = session.events_of(ApprovalAsked)
    again = [journal.ask("run", "approve", {"step": "mail", "boundTo": asked.bound_to}) for _ in range(3)]
    with Session.open(journal, "run") as session:
        await Engine(world.tools(), session, inbox=True).resume()
        assert len(session.events_of(ApprovalGiven)) == 1
    verdicts = [journal.intent(each.id).verdict for each in again]  # type: ignore[union-attr]
    assert verdicts == ["taken", "refused", "refused"]
    assert world.sent == ["ada@example.org"]


async def test_c2_an_approval_of_another_run_is_none_here(world: World) -> None:
    journal = MemoryJournal()
    for name in ("mine", "other"):
        with Session(journal=journal, session_id=name) as session:
            assert (await Engine(world.tools(), session).complete(plan(a_mail()))).status == "waiting"
            (asked,) = session.events_of(ApprovalAsked)
    journal.ask("other", "approve", {"step": "mail", "boundTo": asked.bound_to})
    with Session.open(journal, "mine") as session:
        assert (await Engine(world.tools(), session, inbox=True).resume()).status == "waiting"
    assert world.sent == []


@pytest.mark.parametrize(
    "payload",
    [
        {"step": "mail", "boundTo": "0" * 64},
        {"step": "other"},
        {"step": "nobody"},
        {"step": "mail", "boundTo": 5},
        {"step": ["mail"]},
        {},
    ],
)
async def test_c2_an_approval_of_something_else_is_refused(world: World, payload: Any) -> None:
    journal = MemoryJournal()
    with Session(journal=journal, session_id="run") as session:
        await Engine(world.tools(), session).complete(plan(a_mail(), {"id": "other", "tool": "choose"}))
    intent = journal.ask("run", "approve", payload)
    with Session.open(journal, "run") as session:
        assert (await Engine(world.tools(), session, inbox=True).resume()).status == "waiting"
    settled = journal.intent(intent.id)
    assert settled is not None and settled.verdict == "refused" and settled.reason
    assert world.sent == []


# -- C3: what a reference turns out to be


async def test_c3_what_a_reference_turned_out_to_be_is_shown_and_each_value_is_asked_for(world: World) -> None:
    steps = plan({"id": "who", "tool": "choose"}, a_mail(to="$item", forEach={"items": "$who"}))
    person = Person(Approve(), Deny("not him"))
    await Engine(world.tools(), Session(), approver=person).complete(steps)
    assert sorted(asked.args["to"] for asked in person.asked) == ["ada@example.org", "bob@example.org"]
    assert all("$" not in str((asked.args, asked.effects)) for asked in person.asked)
    assert len(world.sent) == 1


# -- C4: an argument that hides what it does

HIDING = {
    "colours": "\x1b[2K\x1b[1A\x1b[8mrm everything\x1b[0m",
    "title": "\x1b]0;owned\x07 \x9b31m",
    "direction": "safe.txt\u202etxt.exe\u2066\u2069",
    "invisible": "a\u200b\u200d\ufeff\U000e0041b",
    "markup": "<b>[red]bold[/red]</b><script>alert(1)</script> [link=file:///]x[/link]",
    "lines": "fine\r\ngone (approved)\nDo it? [y/n] y\n\r\x1b[2K",
    "huge": "harmless " * 20_000 + "THE-END-OF-IT",
}


@pytest.mark.parametrize("kind", sorted(HIDING))
@pytest.mark.parametrize("shown_by", ["run", "show"])
def test_c4_what_a_person_is_shown_hides_nothing(
    home: Path, tmp_path: Path, folder: Path, kind: str, shown_by: str
) -> None:
    from gameplan.cli.app import app
    from gameplan.plans.files import dump_plan

    made = plan({"id": "save", "tool": "write_file", "args": {"path": "README.md", "content": HIDING[kind]}})
    (tmp_path / "plan.json").write_text(dump_plan(made, "json"))
    runner = CliRunner()
    said = runner.invoke(app, ["run", str(tmp_path / "plan.json"), "--workspace", str(folder)])
    if shown_by == "show":
        said = runner.invoke(app, ["show", "last"])
    assert not isinstance(said.exception, Exception) or isinstance(said.exception, SystemExit), said.exception
    text = said.output
    assert "save" in text
    hidden = [each for each in text if each not in "\n\u200d" and not each.isprintable()]  # emoji are joined by the one
    assert hidden == [], hidden
    assert len(text) < 10_000
    assert kind != "huge" or "… (180,013 characters)" in text  # what is left out is said
    assert (folder / "README.md").read_text() == "# Hello\n"


# -- C5: the process ends between the approval and the deed


def left_behind(world: World, *events: object) -> MemoryJournal:
    journal = MemoryJournal()
    with Session(journal=journal, session_id="run") as session:
        session.dispatch(RunStarted(plan(a_mail())))
        for event in events:
            session.dispatch(event)
    return journal


async def test_c5_an_approval_that_was_not_used_is_used_once(world: World) -> None:
    bound = bound_to(world.tools()["send"], {"to": "ada@example.org"}, "")
    args = {"to": "ada@example.org"}
    journal = left_behind(world, ApprovalAsked("mail", bound, args, tool="send"), ApprovalGiven("mail", bound))
    for _ in range(2):
        with Session.open(journal, "run") as session:
            if not world.sent:
                assert (await Engine(world.tools(), session).resume()).status == "completed"
    assert world.sent == ["ada@example.org"]


async def test_c5_an_approval_that_may_have_been_used_is_asked_for_again(world: World) -> None:
    bound = bound_to(world.tools()["send"], {"to": "ada@example.org"}, "")
    args = {"to": "ada@example.org"}
    journal = left_behind(
        world,
        ApprovalAsked("mail", bound, args, tool="send"),
        ApprovalGiven("mail", bound),
        StepBegan("mail", "run/mail", args),
    )
    everything = Policy(frozenset({"sends", "writes", "destroys", "executes", "asks"}))
    with Session.open(journal, "run") as session:
        person = Person(Deny("it has been sent"))
        summary = await Engine(world.tools(), session, approver=person, policy=everything).resume()
    assert "nobody knows how far it came" in person.asked[0].why and person.asked[0].doubtful
    assert summary.skipped == {"mail": "denied: it has been sent"}
    assert world.sent == []


# -- C7: the plan says of itself that it is harmless


def test_c7_a_plan_cannot_say_that_nobody_is_to_be_asked(world: World) -> None:
    (problem,) = validate(plan(a_mail(approval=False)), world.tools())
    assert problem.code == "destructive_without_gate"


@pytest.mark.parametrize("claim", ["readOnly", "readOnlyHint", "effects", "trusted", "risk", "annotations"])
def test_c7_a_plan_has_no_word_for_what_a_tool_does(claim: str) -> None:
    with pytest.raises(PlanError):
        plan(a_mail(**{claim: True}))


async def test_c7_what_a_call_turns_out_to_destroy_is_asked_for_whatever_the_plan_says(
    workspace: Workspace, folder: Path
) -> None:
    steps = plan(
        {"id": "list", "tool": "list_directory"},
        {**OVERWRITE, "args": {"path": "${list.entries[0].path}", "content": "x"}, "approval": False},
    )
    with Session(session_id="run") as session:
        engine = Engine(its_tools(workspace), session)
        if engine.check(steps):
            return  # it was seen before
        summary = await engine.complete(steps)
    assert summary.status == "waiting"


# -- C8: one of several is denied


async def test_c8_one_denial_stops_what_uses_it_and_nothing_else(world: World) -> None:
    async def approver(asked: ApprovalAsked, step: Any) -> Any:
        return Deny("no") if asked.step == "one" else Approve()

    steps = plan(
        a_mail("one", "one@example.org"),
        a_mail("two", "two@example.org"),
        a_mail("uses", "$one", dependsOn=["two"]),
        a_mail("after", "after@example.org", dependsOn=["one"]),
        a_mail("uses_two", "$two"),
    )
    summary = await Engine(world.tools(), Session(), approver=approver).complete(steps)
    assert summary.skipped == {"one": "denied: no", "uses": "it uses one, which was skipped"}
    assert summary.completed == ("two", "after", "uses_two")
    assert sorted(world.sent) == ["after@example.org", "two@example.org", "two@example.org"]


async def test_c8_an_item_that_is_denied_is_done_without_like_a_step(world: World) -> None:
    async def approver(asked: ApprovalAsked, step: Any) -> Any:
        return Deny("not him") if asked.args["to"].startswith("bob") else Approve()

    steps = plan(
        {"id": "who", "tool": "choose"},
        a_mail("each", "$item", forEach={"items": "$who"}),
        {"id": "after", "tool": "choose", "dependsOn": ["each"]},
    )
    summary = await Engine(world.tools(), Session(), approver=approver).complete(steps)
    assert world.sent == ["ada@example.org"]
    assert "after" in summary.completed


# -- 9: somebody stops it while a person is asked, or right after


@pytest.mark.parametrize("turns", range(0, 24, 2))
async def test_9_whenever_a_run_is_cancelled_no_approval_is_lost_and_nothing_goes_on(world: World, turns: int) -> None:
    journal = MemoryJournal()
    with Session(journal=journal, session_id="run") as session:
        engine = Engine(world.tools(), session, stays=True)
        run = asyncio.create_task(engine.complete(plan(a_mail("one"), a_mail("two"), a_mail("three", "$two"))))
        for _ in range(30):
            await asyncio.sleep(0)
        engine.approve("one")
        engine.approve("two")
        for _ in range(turns):
            await asyncio.sleep(0)
        engine.cancel("enough")
        summary = await run
        assert summary.status == "cancelled"
        given = [event.step for event in session.events_of(ApprovalGiven)]
        assert given == ["one", "two"]
        sent = len(world.sent)
        assert sent == sum(each.event.step in given for each in session.events if type(each.event) is StepBegan)
        for _ in range(30):
            await asyncio.sleep(0)
        assert len(world.sent) == sent  # nothing goes on behind
        ended = {*summary.completed, *summary.failed, *summary.skipped, *summary.blocked}
        assert ended == {"one", "two", "three"}


def test_the_destroying_effect_is_known_by_its_tool_alone() -> None:
    """What a gate looks at comes from the declaration, wherever the plan was made."""

    @tool(effects=Destroys("to"))
    def look(params: Mail) -> str:
        """Only looks (it says)."""
        return ""

    (problem,) = validate(plan({"id": "x", "tool": "look", "args": {"to": "a"}, "approval": False}), {"look": look})
    assert problem.code == "destructive_without_gate"
