"""A model drafts in the studio: from words, anew with a remark, and stopped; what it says is told as it comes."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Callable
from typing import Any

import pytest

from gameplan.agents import ModelError, ModelRequest, Reply
from gameplan.agents.model import OnDelta, TextDelta
from gameplan.client import Client, StudioError, Told

Until = Callable[..., Any]
LOOK = {"steps": [{"id": "look", "tool": "list_directory"}]}
BETTER = {"steps": [{"id": "read", "tool": "read_file", "args": {"path": "notes.md"}, "dependsOn": ["look"]}]}


class Scripted:
    """A model that says what it was given, in order; it waits at `hold` before it speaks."""

    name = "test:scripted"

    def __init__(self, *replies: object) -> None:
        self.replies = list(replies)
        self.asked: list[str] = []
        self.hold = threading.Event()
        self.hold.set()

    async def reply(self, request: ModelRequest, on_delta: OnDelta | None = None) -> Reply:
        self.asked.append("\n".join(getattr(each, "text", "") for each in request.messages))
        said = self.replies.pop(0)
        if isinstance(said, Exception):
            raise said
        text = said if isinstance(said, str) else json.dumps(said)
        while not self.hold.is_set():
            await asyncio.sleep(0.01)
        if on_delta is not None:
            on_delta(TextDelta(text[:5]))
        return Reply(text, model=self.name)


def drafted(client: Client, plan: str, until: Until) -> Any:
    return until(lambda: client.plan(plan), lambda view: not view.drafting)


def test_a_plan_is_drafted_from_words(serve: Callable[..., Any], until: Until) -> None:
    model = Scripted(LOOK)
    model.hold.clear()
    studio = serve(planner=model)
    with studio.client() as client:
        assert client.home().models.ready
        begun = client.plan_from_request("See what is here.")
        assert (begun.drafting, begun.plan, begun.title) == (True, None, "See what is here.")
        heard: list[Told] = []

        def listen() -> None:
            with studio.client() as other:
                heard.append(next(told for told in other.follow_session(begun.id) if told.type == "agent.speaks"))

        listening = threading.Thread(target=listen)
        listening.start()
        until(lambda: begun.id in studio.studio.feeds._feeds)
        with pytest.raises(StudioError) as refused:
            client.edit(begun, {"edit": "skipStep", "step": "look"})
        assert (refused.value.status, refused.value.code) == (409, "drafting")
        model.hold.set()
        plan = drafted(client, begun.id, until)
        listening.join(60)
        assert [(told.seq, told.payload["text"]) for told in heard] == [(None, '{"ste')]
        assert plan.source == "model test:scripted" and plan.request == "See what is here."
        assert [step["id"] for step in plan.plan["steps"]] == ["look"]
        (turn,) = client.turns(begun.drafting_session)
        assert (turn.model, turn.ended_by, turn.steps[0].text) == ("test:scripted", "finished", json.dumps(LOOK))
        assert turn.request == "See what is here."


def test_it_is_drafted_anew_from_a_step_on_with_a_remark_and_undone(serve: Callable[..., Any], until: Until) -> None:
    model = Scripted(LOOK, BETTER, {"steps": [{"id": "all", "tool": "list_directory"}]})
    with serve(planner=model).client() as client:
        plan = drafted(client, client.plan_from_request("See what is here.").id, until)
        assert plan.planner == model.name
        more = client.edit(plan, {"edit": "addStep", "after": "look", "new": {"id": "more", "tool": "list_directory"}})
        with pytest.raises(StudioError) as changed:
            client.regenerate(plan, remark="Of what I read before that.")
        assert (changed.value.status, changed.value.code) == (412, "changed_meanwhile")
        assert client.plan(plan.id).plan == more.plan and len(model.asked) == 1
        client.regenerate(more, start="more", remark="Read the notes instead.")
        anew = drafted(client, plan.id, until)
        assert [step["id"] for step in anew.plan["steps"]] == ["look", "read"]
        assert "Read the notes instead." in model.asked[-1]
        assert [(each.by, each.why) for each in client.versions(plan.id)][-1] == (
            "model",
            "drafted anew: Read the notes instead.",
        )
        assert client.undo_edit(anew).plan == more.plan
        client.regenerate(plan.id, remark="Just look.")
        whole = drafted(client, plan.id, until)
        assert [step["id"] for step in whole.plan["steps"]] == ["all"]
        assert whole.request == "See what is here."
        with pytest.raises(StudioError) as refused:
            client.regenerate(plan.id, start="nothing")
        assert (refused.value.status, refused.value.code) == (422, "unknown_step")


def test_a_model_that_fails_leaves_the_plan_as_it_was(serve: Callable[..., Any], until: Until) -> None:
    model = Scripted("I would rather not.", "No.", "Never.", ModelError("The key is not good."), LOOK)
    with serve(planner=model).client() as client:
        plan = drafted(client, client.plan_from_request("See what is here.").id, until)
        assert plan.plan is None and plan.trouble
        client.regenerate(plan.id)
        assert "The key is not good." in drafted(client, plan.id, until).trouble
        client.regenerate(plan.id)
        mended = drafted(client, plan.id, until)
        assert mended.trouble == "" and mended.plan["steps"][0]["id"] == "look"


def test_a_drafting_can_be_stopped(serve: Callable[..., Any], until: Until) -> None:
    model = Scripted(LOOK, LOOK)
    model.hold.clear()
    with serve(planner=model).client() as client:
        begun = client.plan_from_request("See what is here.")
        until(lambda: model.asked)
        stopped = client.stop_drafting(begun.id)
        assert (stopped.drafting, stopped.trouble) == (False, "The drafting was stopped.")
        client.close_plan(stopped)


def test_a_drafting_that_was_killed_says_so(serve: Callable[..., Any], until: Until) -> None:
    model = Scripted(LOOK)
    model.hold.clear()
    studio = serve(planner=model)
    with studio.client() as client:
        begun = client.plan_from_request("See what is here.")
    studio.stop()
    with serve(planner=Scripted(LOOK)).client() as client:
        after = client.plan(begun.id)
        assert not after.drafting and after.trouble
        client.regenerate(begun.id)
        assert drafted(client, begun.id, until).plan is not None


def test_steps_that_think_use_the_model_that_carries_out(serve: Callable[..., Any], until: Until) -> None:
    model = Scripted({"what": "paint"})
    with serve(executor=model).client() as client:
        plan = client.plan_from_text(
            "steps:\n"
            "  - {id: text, tool: read_file, args: {path: notes.md}}\n"
            "  - {id: what, tool: extract, args: {text: $text, fields: {what: text}}}\n"
        )
        assert plan.problems == []
        run = client.start(plan.id)
        until(lambda: client.run(run.id), lambda view: view.status == "completed")
        assert client.step(run.id, "what").value == {"what": "paint"}
        assert client.turns(run.id)[0].model == "test:scripted"


def test_without_a_model_a_step_that_thinks_is_a_problem_in_words(client: Client) -> None:
    plan = client.plan_from_text("steps:\n  - {id: a, tool: extract, args: {text: x, fields: {y: text}}}\n")
    assert "needs a language model, and none is set" in plan.problems[0].message
