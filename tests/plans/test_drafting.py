"""Drafting a plan with a model: checked, given back, and never lost."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from typing import Any

from gameplan.agents import ModelError, ModelRequest, Reply, TurnStarted
from gameplan.plans.drafting import draft_plan, drafting_book
from gameplan.prompt import lint
from gameplan.runtime import CountedIds, ManualClock, Session
from gameplan.tools import Reads, tool


@dataclass(frozen=True)
class Named:
    path: str


@tool(effects=Reads("path"))
def read_file(params: Named) -> str:
    """Read a file."""
    return params.path


class Drafter:
    name = "drafter"

    def __init__(self, *replies: Any) -> None:
        self.replies = list(replies)
        self.requests: list[ModelRequest] = []

    async def reply(self, request: ModelRequest, on_delta: Any = None) -> Reply:
        self.requests.append(replace(request, messages=tuple(request.messages)))
        reply = self.replies.pop(0)
        if isinstance(reply, Exception):
            raise reply
        return Reply(text=reply if isinstance(reply, str) else json.dumps(reply))


GOOD = {"steps": [{"id": "look", "description": "Read a", "tool": "read_file", "args": {"path": "a"}}]}
BAD = {"steps": [{"id": "look", "tool": "raed_file", "args": {"path": "a"}, "dependsOn": ["nobody"]}]}


def a_session() -> Session:
    return Session(clock=ManualClock(), ids=CountedIds())


async def test_a_good_draft_is_ready_at_once() -> None:
    model = Drafter(GOOD)
    draft = await draft_plan("read a", [read_file], model=model, workspace="a (3 bytes)", session=a_session())
    assert draft.ready and draft.rounds == 1
    assert draft.plan is not None
    assert (draft.plan.request, draft.plan.id, draft.plan.steps[0].tool) == ("read a", "plan-1", "read_file")
    request = model.requests[0]
    assert "- `read_file`: Read a file. Takes: path." in request.system
    assert "a (3 bytes)" in request.system
    assert request.output_schema is not None and '"const": "read_file"' in json.dumps(request.output_schema)


async def test_problems_go_back_to_the_model() -> None:
    model, session = Drafter(BAD, GOOD), a_session()
    draft = await draft_plan("read a", [read_file], model=model, session=session)
    assert draft.ready and draft.rounds == 2
    told = model.requests[1].messages[-1].text
    assert "raed_file" in told and "nobody" in told
    assert len(model.requests[1].messages) == 3  # it sees its first draft
    assert [turn.agent for turn in session.events_of(TurnStarted)] == ["Planner", "Planner-2"]


async def test_after_the_last_round_the_draft_is_shown_with_its_problems() -> None:
    draft = await draft_plan("read a", [read_file], model=Drafter(BAD, BAD), rounds=2)
    assert not draft.ready and draft.plan is not None
    assert {problem.code for problem in draft.problems} == {"unknown_tool", "unknown_dependency"}


async def test_json_in_a_fence_or_among_words_is_found() -> None:
    fenced = f"Here it is:\n```json\n{json.dumps(GOOD)}\n```\nGood luck!"
    assert (await draft_plan("read a", [read_file], model=Drafter(fenced))).ready


async def test_a_reply_that_is_no_plan_is_not_lost() -> None:
    draft = await draft_plan("read a", [read_file], model=Drafter("I would rather not.", "No."), rounds=2)
    assert (draft.plan, draft.text) == (None, "No.")
    assert draft.trouble


async def test_a_model_that_fails_is_told_with_what_there_is() -> None:
    draft = await draft_plan("read a", [read_file], model=Drafter(BAD, ModelError("no credit")))
    assert draft.trouble == "no credit"
    assert draft.plan is not None and draft.problems


def test_the_prompt_names_nothing_that_is_not_there() -> None:
    assert lint(drafting_book()) == ()
