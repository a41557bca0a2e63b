"""Planner and executor, with every path between them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

import pytest

from gameplan.agents import (
    Agent,
    Budget,
    EndedBy,
    ModelError,
    ModelReplied,
    PipelineEnded,
    PipelineStarted,
    Reply,
    TurnEnded,
    TurnStarted,
    Usage,
    plan_and_execute,
    register_house_model,
)
from gameplan.runtime import MemoryJournal, Session, select_latest
from gameplan.tools import ToolInvoked, tool
from gameplan.tools.planning import Plan

PLAN = "SITUATION: Two words are missing.\nPLAN:\n1. say alpha\n2. say beta\n3. finish\nCONTINGENCIES: None"
REST = "SITUATION: One word is missing.\nPLAN:\n1. say gamma\n2. finish\nCONTINGENCIES: None"


def replan(box: Any, reason: str = "the coin fell on tails") -> Reply:
    return box.calls(("request_replan", {"reason": reason}))


def labels(session: Session) -> list[str]:
    return [started.agent for started in session.events_of(TurnStarted)]


async def test_the_planner_plans_and_the_executor_carries_it_out(scripted: Any, box: Any, session: Session) -> None:
    planner = scripted(Reply(text=PLAN))
    executor = scripted(box.calls(("say", {"text": "alpha"}), ("say", {"text": "beta"})), box.calls("finish"))
    result = await plan_and_execute(
        Agent(planner, "You plan."),
        Agent(executor, "You act.", [box.say, box.finish]),
        request="Say it.",
        session=session,
    )
    assert (result.ended_by, result.terminal_tool, result.steps, result.replans) == (EndedBy.FINISHED, "finish", 2, 0)
    assert labels(session) == ["Planner", "Executor"]
    assert executor.requests[0].system.endswith(f"## PLAN\n{PLAN}")


async def test_the_planner_has_no_tools_and_2048_tokens_to_write(scripted: Any, box: Any) -> None:
    planner = scripted(Reply(text=PLAN))
    await plan_and_execute(Agent(planner, "You plan."), Agent(scripted(box.calls("finish")), "", [box.finish]))
    assert planner.requests[0].tools == ()
    assert planner.requests[0].max_output_tokens == 2048
    assert "- `finish`: End the turn. Takes: text." in planner.requests[0].system


async def test_the_plan_is_a_session_plan_and_shows_progress_without_extra_model_calls(
    scripted: Any, box: Any, session: Session
) -> None:
    seen: list[list[str]] = []

    def watch(then: Reply) -> Callable[[Any], Reply]:
        def line(request: Any) -> Reply:
            plan = select_latest(session, Plan)
            assert plan is not None
            seen.append([step.status for step in plan.steps])
            return then

        return line

    executor = scripted(
        watch(box.calls(("say", {"text": "alpha"}))),
        watch(box.calls(("say", {"text": "beta"}))),
        watch(box.calls("finish")),
    )
    await plan_and_execute(
        Agent(scripted(Reply(text=PLAN)), ""), Agent(executor, "", [box.say, box.finish]), session=session
    )
    assert seen == [
        ["pending", "pending", "pending"],
        ["done", "in_progress", "pending"],
        ["done", "done", "in_progress"],
    ]
    plan = select_latest(session, Plan)
    assert plan is not None and plan.status == "completed"
    assert plan.steps[0].evidence == (session.events_of(ToolInvoked)[0].call_id,)
    assert len(executor.requests) == 3


async def test_a_refused_call_blocks_its_step_with_the_reason(scripted: Any, box: Any, session: Session) -> None:
    plan_text = "PLAN:\n1. refuse it\n2. finish"
    executor = scripted(box.calls("refuse"), box.calls("finish"))
    await plan_and_execute(
        Agent(scripted(Reply(text=plan_text)), ""), Agent(executor, "", [box.refuse, box.finish]), session=session
    )
    plan = select_latest(session, Plan)
    assert plan is not None
    assert [step.status for step in plan.steps] == ["blocked", "done"]
    assert "rule 7" in plan.steps[0].notes[0]


async def test_a_replan_carries_its_reason_what_was_done_and_what_was_refused(
    scripted: Any, box: Any, session: Session
) -> None:
    planner = scripted(Reply(text=PLAN), Reply(text=REST))
    executor = scripted(
        box.calls(("say", {"text": "alpha"})), box.calls("refuse", "say"), replan(box), box.calls("finish")
    )
    result = await plan_and_execute(
        Agent(planner, ""), Agent(executor, "", [box.say, box.refuse, box.finish]), request="Say it.", session=session
    )
    told = planner.requests[1].messages[0].text
    assert "the coin fell on tails" in told
    assert "- say(text='alpha'): Done. said alpha" in told
    assert "- refuse(): Refused, nothing changed. rule 7 forbids it" in told
    assert told.startswith("Say it.")
    assert told.count("- say(") == 1  # the call that was not run is no news
    assert (result.replans, labels(session)) == (1, ["Planner", "Executor", "Replanner-1", "Executor"])


async def test_the_executor_starts_each_plan_with_a_fresh_history(scripted: Any, box: Any) -> None:
    executor = scripted(box.calls(("say", {"text": "alpha"})), replan(box), box.calls("finish"))
    await plan_and_execute(
        Agent(scripted(Reply(text=PLAN), Reply(text=REST)), ""),
        Agent(executor, "", [box.say, box.finish]),
        request="Say it.",
    )
    assert [message.text for message in executor.requests[2].messages] == ["Say it."]
    assert executor.requests[2].system.endswith(REST)


async def test_a_replan_rolls_nothing_back(scripted: Any, box: Any, session: Session) -> None:
    said: list[str] = []

    @dataclass(frozen=True)
    class Word:
        text: str

    @tool
    def write(params: Word) -> str:
        """Write a word."""
        said.append(params.text)
        return params.text

    executor = scripted(box.calls(("write", {"text": "alpha"})), replan(box), box.calls("finish"))
    planner = scripted(Reply(text=PLAN), Reply(text=REST))
    await plan_and_execute(
        Agent(planner, ""), Agent(executor, "", [write, box.finish]), state=lambda: f"said: {said}", session=session
    )
    assert said == ["alpha"]
    assert [request.state for request in planner.requests] == ["said: []", "said: ['alpha']"]


async def test_after_the_replan_limit_the_executor_runs_once_more_without_the_tool(
    scripted: Any, box: Any, session: Session
) -> None:
    planner = scripted(*[Reply(text=PLAN)] * 4)
    executor = scripted(*[replan(box)] * 3, box.calls("finish"))
    result = await plan_and_execute(Agent(planner, ""), Agent(executor, "", [box.say, box.finish]), session=session)
    assert (result.ended_by, result.replans, len(planner.requests)) == (EndedBy.FINISHED, 3, 4)
    offered = [[definition.name for definition in request.tools] for request in executor.requests]
    assert offered == [["say", "finish", "request_replan"]] * 3 + [["say", "finish"]]
    assert "request_replan" not in executor.requests[3].system
    assert labels(session)[-2:] == ["Replanner-3", "Executor"]


async def test_a_plan_that_never_works_out_ends_by_the_replan_limit(scripted: Any, box: Any) -> None:
    executor = scripted(replan(box), *[Reply(text="I cannot.")] * 3)
    session = Session()
    result = await plan_and_execute(
        Agent(scripted(*[Reply(text=PLAN)] * 2), ""),
        Agent(executor, "", [box.finish]),
        max_replans=1,
        session=session,
    )
    assert result.ended_by is EndedBy.REPLAN_LIMIT
    assert session.events_of(PipelineStarted) == (PipelineStarted("pipeline"),)
    assert session.events_of(PipelineEnded) == (PipelineEnded(EndedBy.REPLAN_LIMIT, result.detail, 4, 1, 2),)
    assert "all 1 replans were used" in result.detail


async def test_a_boundary_hands_back_and_is_no_replan(scripted: Any, box: Any, session: Session) -> None:
    first = "SITUATION: s\nPLAN:\n1. say alpha\nBOUNDARY: what the answer is\nCONTINGENCIES: None"
    planner = scripted(Reply(text=first), Reply(text=REST))
    executor = scripted(
        box.calls(("say", {"text": "alpha"}), ("hand_back", {"learned": "the answer is beta"})),
        box.calls(("say", {"text": "gamma"}), "finish"),
    )
    result = await plan_and_execute(Agent(planner, ""), Agent(executor, "", [box.say, box.finish]), session=session)
    assert (result.ended_by, result.replans, result.steps, len(planner.requests)) == (EndedBy.FINISHED, 0, 2, 2)
    assert "the answer is beta" in planner.requests[1].messages[0].text
    assert labels(session) == ["Planner", "Executor", "Planner-2", "Executor"]
    offered = [[definition.name for definition in request.tools] for request in executor.requests]
    assert offered == [["say", "finish", "request_replan", "hand_back"], ["say", "finish", "request_replan"]]


async def test_the_step_budget_is_shared_by_all_executors_and_planners_do_not_count(scripted: Any, box: Any) -> None:
    budget = Budget(steps=4)
    executor = scripted(box.calls("say"), replan(box), *[box.calls("say")] * 9)
    result = await plan_and_execute(
        Agent(scripted(Reply(text=PLAN, usage=Usage(100, 50), cost=Decimal("0.5")), Reply(text=REST)), ""),
        Agent(executor, "", [box.say, box.finish]),
        budget=budget,
    )
    assert (result.ended_by, result.steps, budget.spent.steps) == (EndedBy.BUDGET, 4, 4)
    assert budget.by_agent["Planner"].money == Decimal("0.5")
    assert result.by_agent["Planner"].usage.total == 150
    assert result.cost == Decimal("0.5")


def test_the_default_budget_is_75_steps_and_3_replans() -> None:
    assert (Budget().steps, Budget().replans) == (75, 3)


async def test_the_planners_calls_count_in_tokens_and_money(scripted: Any, box: Any) -> None:
    result = await plan_and_execute(
        Agent(scripted(Reply(text=PLAN, usage=Usage(5000, 0))), ""),
        Agent(scripted(box.calls("finish")), "", [box.finish]),
        budget=Budget(tokens=4000),
    )
    assert (result.ended_by, result.steps) == (EndedBy.BUDGET, 0)


async def test_an_executor_never_has_rewind(scripted: Any, box: Any) -> None:
    @tool
    def rewind() -> str:
        """Go back."""
        return "back"

    executor = scripted(box.calls("finish"))
    await plan_and_execute(Agent(scripted(Reply(text=PLAN)), ""), Agent(executor, "", [rewind, box.finish]))
    assert "rewind" not in [definition.name for definition in executor.requests[0].tools]


async def test_autonomous_mode_is_one_agent_with_everything_else_equal(
    scripted: Any, box: Any, session: Session
) -> None:
    planner, executor = scripted(), scripted(box.calls("say"), box.calls("finish"))
    result = await plan_and_execute(
        Agent(planner, ""),
        Agent(executor, "You act.", [box.say, box.finish]),
        request="Say it.",
        session=session,
        mode="autonomous",
    )
    assert (result.ended_by, result.steps, result.plans, planner.requests) == (EndedBy.FINISHED, 2, (), [])
    assert executor.requests[0].system == "You act."
    assert [definition.name for definition in executor.requests[0].tools] == ["say", "finish"]
    assert labels(session) == ["Agent"]


async def test_a_planner_that_fails_ends_the_work_with_its_reason(scripted: Any, box: Any) -> None:
    result = await plan_and_execute(Agent(scripted(ModelError("no key")), ""), Agent(scripted(), "", [box.finish]))
    assert (result.ended_by, result.detail, result.steps) == (EndedBy.MODEL_ERROR, "no key", 0)


async def test_a_replan_without_a_reason_is_refused(scripted: Any, box: Any, session: Session) -> None:
    executor = scripted(replan(box, "  "), box.calls("finish"))
    result = await plan_and_execute(
        Agent(scripted(Reply(text=PLAN)), ""), Agent(executor, "", [box.finish]), session=session
    )
    assert (result.replans, session.events_of(ToolInvoked)[0].status) == (0, "refused")


async def test_the_roles_can_be_left_to_ones_own_prompts(scripted: Any, box: Any) -> None:
    planner, executor = scripted(Reply(text=PLAN)), scripted(box.calls("finish"))
    await plan_and_execute(Agent(planner, "P"), Agent(executor, "E", [box.finish]), add_roles=False)
    assert planner.requests[0].system == "P"
    assert executor.requests[0].system == f"E\n\n## PLAN\n{PLAN}"


async def test_the_whole_work_can_be_read_again_from_its_journal(scripted: Any, box: Any) -> None:
    from gameplan.agents import track_progress

    journal = MemoryJournal()
    with Session(journal=journal) as session:
        executor = scripted(box.calls(("say", {"text": "alpha"})), replan(box), box.calls("finish"))
        await plan_and_execute(
            Agent(scripted(Reply(text=PLAN), Reply(text=REST)), ""),
            Agent(executor, "", [box.say, box.finish]),
            session=session,
        )
    again = Session.view(journal, session.session_id)
    track_progress(again)
    assert select_latest(again, Plan) == select_latest(session, Plan)
    assert again.events_of(ModelReplied) == session.events_of(ModelReplied)


@pytest.mark.parametrize("text", ["", "   "])
async def test_a_planner_that_says_nothing_ends_with_a_name(scripted: Any, box: Any, text: str) -> None:
    result = await plan_and_execute(Agent(scripted(*[Reply(text=text)] * 3), ""), Agent(scripted(), "", [box.finish]))
    assert result.ended_by is EndedBy.STOPPED


async def test_an_executor_without_a_terminal_tool_of_its_own_ends_by_answering(scripted: Any, box: Any) -> None:
    executor = scripted(box.calls("say"), Reply(text="It is said."))
    result = await plan_and_execute(Agent(scripted(Reply(text=PLAN)), ""), Agent(executor, "", [box.say]))
    assert (result.ended_by, result.text) == (EndedBy.FINISHED, "It is said.")


async def test_a_house_model_given_by_name_gets_the_view_of_its_agent(scripted: Any, box: Any) -> None:
    seen: list[object] = []

    def factory(view: Callable[[], object]) -> Any:
        """Looks, and plans nothing."""
        seen.append(view())
        return scripted(Reply(text=PLAN))

    register_house_model("test-seer", factory)
    await plan_and_execute(
        Agent("house:test-seer", "", view=lambda: "what a player may see"),
        Agent(scripted(box.calls("finish")), "", [box.finish]),
    )
    assert seen == ["what a player may see"]


async def test_planner_calls_are_not_steps_even_if_no_executor_ran(scripted: Any, box: Any) -> None:
    result = await plan_and_execute(Agent(scripted(Reply(), Reply(), Reply()), ""), Agent(scripted(), "", [box.finish]))
    assert (result.ended_by, result.steps, result.spent.steps) == (EndedBy.STOPPED, 0, 0)


async def test_work_that_is_cancelled_leaves_a_whole_record(scripted: Any, box: Any, session: Session) -> None:
    thinking = asyncio.Event()

    class Ponderer:
        name = "ponderer"

        async def reply(self, request: Any, on_delta: Any = None) -> Reply:
            thinking.set()
            await asyncio.Event().wait()
            raise AssertionError

    work = plan_and_execute(Agent(Ponderer(), ""), Agent(scripted(), "", [box.finish]), session=session)
    task = asyncio.create_task(work)
    await thinking.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert session.events_of(TurnEnded)[-1].ended_by is EndedBy.CANCELLED
    assert session.events_of(PipelineEnded)[-1].ended_by is EndedBy.CANCELLED


async def test_an_unknown_mode_is_refused(scripted: Any, box: Any) -> None:
    with pytest.raises(ValueError, match="turbo"):
        await plan_and_execute(Agent(scripted(), ""), Agent(scripted(), "", [box.finish]), mode="turbo")  # type: ignore[arg-type]


async def test_handing_back_before_anything_was_done_counts_as_a_replan(scripted: Any, box: Any) -> None:
    bounded = Reply(text="PLAN:\n1. wait\nBOUNDARY: what comes")
    at_once = box.calls(("hand_back", {"learned": "nothing"}))
    result = await plan_and_execute(
        Agent(scripted(*[bounded] * 4), ""),
        Agent(scripted(*[at_once] * 3, *[Reply(text="I stop.")] * 3), "", [box.finish]),
        max_replans=3,
    )
    assert (result.replans, result.ended_by) == (3, EndedBy.REPLAN_LIMIT)
