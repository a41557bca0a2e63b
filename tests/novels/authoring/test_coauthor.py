"""The co-author: a conversation over turns, whose work only a package that was made ends."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import pytest

from gameplan.agents import EndedBy, ModelReplied, ModelRequest, Reply, ToolCall, TurnEnded, TurnStarted
from gameplan.agents.messages import ToolMessage, UserMessage
from gameplan.novels.authoring import DraftSession, Finding, authoring_tools, book, mode_of, run_coauthor
from gameplan.novels.authoring.coauthor import LABEL, MODES
from gameplan.prompt import lint
from gameplan.runtime import Session
from gameplan.runtime.journal.sqlite import SqliteJournal
from gameplan.tools import ToolInvoked


@dataclass
class Script:
    """A model that answers what is written down, and keeps what it was sent."""

    replies: Sequence[Reply | Callable[[ModelRequest], Reply]]
    name: str = "script"
    asked: list[tuple[str, list[object], str]] = field(default_factory=list)

    async def reply(self, request, on_delta=None):
        self.asked.append((request.system, list(request.messages), request.state))
        return self.replies[len(self.asked) - 1]


def calling(*calls: tuple[str, dict]) -> Reply:
    return Reply(calls=tuple(ToolCall("", name, arguments) for name, arguments in calls))


def test_the_prompt_names_only_what_there_is():
    assert lint(book(authoring_tools(DraftSession.start()))) == ()
    assert [mode.name for mode in MODES[:4]] == ["premise", "people", "act", "polish"]


async def test_the_mode_follows_the_draft(calls, call):
    desk = DraftSession.start()
    modes = [mode_of(desk.draft)]
    for name, arguments in calls:
        await call(desk, name, arguments)
        modes.append(mode_of(desk.draft))
    assert modes == ["premise", "people", *["act"] * 5, *["polish"] * 4]


async def test_a_turn_ends_when_something_is_said_and_the_next_goes_on_with_it(calls):
    desk = DraftSession.start()
    script = Script([Reply("A mill or a lighthouse?"), calling(calls[0]), Reply("It stands."), Reply("Gladly.")])
    first = await run_coauthor(script, desk, "A novel about water.")
    assert (first.ended_by, first.text, first.terminal_tool) == (EndedBy.FINISHED, "A mill or a lighthouse?", "")
    await run_coauthor(script, desk, "A mill.")
    assert desk.draft.premise.title == "The Weir"
    await run_coauthor(script, desk, "Thank you.")
    said = [each.text for each in script.asked[-1][1] if isinstance(each, UserMessage)]
    assert said == ["A novel about water.", "A mill.", "Thank you."]


async def test_it_is_told_where_it_is_and_what_comes_next_as_it_goes(calls):
    desk = DraftSession.start(language="de")
    script = Script([calling(calls[0]), Reply("Now the people.")])
    await run_coauthor(script, desk, "Begin.")
    (system, _, before), (_, _, after) = script.asked
    assert "There is no premise yet" in system
    assert "in this language: de" in system
    assert "Next: proposeStoryPremise" in before
    assert 'DRAFT: "The Weir"' in after
    assert "The premise stands. Give it people" in after


@pytest.mark.parametrize("alone", [False, True])
async def test_only_a_package_that_was_made_ends_the_work(calls, alone):
    worries = [Finding(code="VN501", severity="error", what="It cannot be won.", repair="More clues.")]
    desk = DraftSession.start(prove=lambda package: [worries.pop()] if worries else [])
    script = Script([calling(*calls), calling(calls[-1])])
    result = await run_coauthor(script, desk, "Write it.", alone=alone)
    assert (result.ended_by, result.terminal_tool) == (EndedBy.FINISHED, "finalizePackage")
    assert result.value["packageId"] == desk.draft.package_id
    refused = [each for each in script.asked[1][1] if isinstance(each, ToolMessage) and each.status == "refused"]
    assert len(refused) == 1
    assert "More clues." in refused[0].text


async def test_alone_it_is_reminded_that_nothing_else_ends_its_work(calls):
    desk = DraftSession.start(prove=lambda package: [])
    script = Script([calling(*calls[:4]), Reply("I am done."), calling(*calls[4:])])
    result = await run_coauthor(script, desk, "Write it.", alone=True)
    assert result.terminal_tool == "finalizePackage"
    assert "To end it, call one of: finalizePackage" in script.asked[2][1][-1].text


def interrupted(journal, calls) -> None:
    """The record of a co-author that was killed between its reply and its second call."""
    with Session(journal=journal, session_id="novel") as session:
        DraftSession.start(session)
        session.dispatch(TurnStarted("t1", LABEL, "script", "system", (), "Write it.", ""))
        replied = [ToolCall("c1", *calls[0]), ToolCall("c2", *calls[1])]
        reply = ModelReplied(
            turn="t1", agent=LABEL, step=1, message_id="t1.1", text="", calls=tuple(replied), model="m"
        )
        session.dispatch(reply)


async def test_a_turn_that_was_killed_is_taken_up_where_it_stopped(tmp_path, calls):
    journal = SqliteJournal(tmp_path / "journal.db")
    interrupted(journal, calls)
    with Session.open(journal, "novel") as session:
        desk = DraftSession(session)
        result = await run_coauthor(Script([Reply("Both stand.")]), desk)
        assert (result.turn, result.text) == ("t1", "Both stand.")
        assert desk.draft.character("keeper") is not None


async def test_a_turn_that_was_killed_is_wound_up_when_the_person_says_something_else(tmp_path, calls):
    journal = SqliteJournal(tmp_path / "journal.db")
    interrupted(journal, calls)
    with Session.open(journal, "novel") as session:
        desk = DraftSession(session)
        script = Script([Reply("As you like.")])
        await run_coauthor(script, desk, "Wait, another idea.")
        assert desk.draft.premise is None
        assert [each.code for each in session.events_of(ToolInvoked)] == ["not_run", "not_run"]
        assert [each.ended_by for each in session.events_of(TurnEnded)] == [EndedBy.CANCELLED, EndedBy.FINISHED]
        assert script.asked[0][1][-1].text == "Wait, another idea."


async def test_undo_between_turns_leaves_the_conversation_as_it_was(calls):
    desk = DraftSession.start()
    script = Script([calling(calls[0]), Reply("It stands."), Reply("Then not.")])
    await run_coauthor(script, desk, "Begin.")
    desk.undo()
    assert desk.draft.premise is None
    await run_coauthor(script, desk, "I have taken that back.")
    said = [each.text for each in script.asked[-1][1] if isinstance(each, UserMessage)]
    assert said == ["Begin.", "I have taken that back."]
    assert "no premise yet" in script.asked[-1][2]


async def test_the_conversation_may_have_a_session_of_its_own_which_undo_does_not_reach(calls):
    desk, talk = DraftSession.start(), Session()
    await run_coauthor(Script([calling(calls[0]), Reply("It stands.")]), desk, "Begin.", session=talk)
    count = len(talk.standing)
    desk.undo()
    assert desk.draft.premise is None
    assert len(talk.standing) == count
    assert desk.session.events_of(ToolInvoked) == ()
