"""What earlier runs tell about a plan: how long, how much; and what a list says that a plan or a run still wants."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from typing import Any

from gameplan.agents import ModelRequest, Reply, Usage
from gameplan.agents.model import OnDelta
from gameplan.client import Client

Until = Callable[..., Any]
THINKS = """
request: Find the version.
steps:
  - {id: read, tool: read_file, args: {path: ferry.py}}
  - {id: find, tool: extract, args: {text: $read.content, fields: {crossings: integer}}}
"""
INSIDE = """
steps:
  - id: outer
    tool: plan
    plan:
      steps:
        - {id: find, tool: extract, args: {text: crossings = 7, fields: {crossings: integer}}}
"""


class Priced:
    """A model that gives one answer; each time it takes more tokens, and costs more, if its price is known."""

    name = "test:priced"

    def __init__(self, price: Decimal | None) -> None:
        self.price = price
        self.asked = 0

    async def reply(self, request: ModelRequest, on_delta: OnDelta | None = None) -> Reply:
        self.asked += 1
        cost = None if self.price is None else self.price * self.asked
        return Reply('{"crossings": 3}', usage=Usage(100 * self.asked, 20), model=self.name, cost=cost)


def ran(client: Client, text: str) -> str:
    run = client.start(client.plan_from_text(text))
    list(client.follow(run.id))
    assert client.run(run.id).status == "completed", client.run(run.id)
    return run.id


def test_a_plan_is_told_what_earlier_runs_took_and_cost(serve: Callable[..., Any]) -> None:
    with serve(executor=Priced(Decimal("0.01"))).client() as client:
        plan = client.plan_from_text(THINKS)
        assert (plan.estimates, plan.tokens, plan.costs) == ({}, {}, {})
        runs = [ran(client, THINKS) for _ in range(3)]
        (turn,) = client.turns(runs[-1])
        assert [(step.cost, step.usage["inputTokens"]) for step in turn.steps] == [(0.03, 300)]
        now = client.plan(plan.id)
        assert now.etag == plan.etag
        assert set(now.estimates) == {"read_file", "extract"} and all(each >= 0 for each in now.estimates.values())
        assert (now.tokens, now.costs) == ({"find": 220}, {"find": 0.02})  # medians of three
        assert client.plan_from_text(INSIDE).costs == {"outer/find": 0.02}
        assert client.plan_from_text("steps: [{id: look, tool: list_directory}]").estimates == {}


def test_what_has_no_known_price_is_told_in_tokens_alone(serve: Callable[..., Any]) -> None:
    with serve(executor=Priced(None)).client() as client:
        ran(client, THINKS)
        plan = client.plan_from_text(THINKS)
        assert (plan.tokens, plan.costs) == ({"find": 120}, {})


def test_a_list_says_what_a_plan_must_be_told(client: Client) -> None:
    client.plan_from_template("release-version")
    (card,) = client.plans()
    assert "version" in card.wants and client.plan(card.id).wants == card.wants
    told = client.plan_from_template("release-version", dict.fromkeys(card.wants, "2.0.0"))
    assert told.wants == []
    assert next(each for each in client.plans() if each.id == told.id).wants == []


def test_a_list_says_how_many_of_those_who_wait_want_an_answer(client: Client, until: Until) -> None:
    run = client.start(
        client.plan_from_text(
            "steps:\n"
            "  - {id: who, tool: ask, args: {question: Who?}}\n"
            "  - {id: gone, tool: delete_file, args: {path: notes.md}}\n"
        )
    )
    until(lambda: len(client.run(run.id).inbox) == 2)
    card = until(lambda: client.runs()[0], lambda card: card.waiting == 2)
    assert (card.questions, card.completed, card.ended, card.noted) == (1, 0, "", 0)
    client.say(run.id, "pause")
    assert until(lambda: client.runs()[0].paused)
    client.say(run.id, "cancel")
    assert until(lambda: client.runs()[0], lambda card: card.ended).ended == "cancelled"
