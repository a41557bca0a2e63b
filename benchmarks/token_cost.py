"""What an agent's input costs over a long turn: nothing condensed, condensed at every step, condensed in batches.

Nothing here is a formula of the result. The real `run_agent` runs, with the real condensing; a model that follows a
script takes each request as a provider would, counts its tokens, and looks how much of it a prompt cache would know.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from gameplan.agents import Budget, Condense, Message, ModelMessage, ModelRequest, OnDelta, Reply, ToolCall, run_agent
from gameplan.agents.messages import estimated_tokens
from gameplan.tools import Memory, Tool, tool
from tables import Column, Row, Table

STEPS = (20, 75)
RESULT_TOKENS = 2_000
SAID_TOKENS = 100  # what the model says with each call
PROMPT_TOKENS = 3_000
SLOTS = (1, 3, 8)
MODEL = "claude-sonnet-5"  # its cache costs what Anthropic publishes: 1.25× to write, 0.1× to read
OTHER_MODEL = "claude-sonnet-5-5"  # the default planner: reading its cache costs 0.05×
NOTHING, EACH_STEP = "not condensed", "at every step (default)"
STRATEGIES: dict[str, Condense | None] = {
    NOTHING: None,
    EACH_STEP: Condense(),
    "in batches of 5,000 tokens": Condense(reclaim_at_least=5_000),
    "in batches of 20,000 tokens": Condense(reclaim_at_least=20_000),
}
NO_CACHE, PREFIX, BREAKPOINT = "no cache", "prefix cache", "breakpoints"
WORDS = "lorem ipsum dolor sit amet "


@dataclass(frozen=True, slots=True)
class Request:
    """A request as a cache sees it: blocks in order, each with its tokens. The first is the prompt with the tools."""

    messages: tuple[Message, ...]
    tokens: tuple[int, ...]

    @property
    def total(self) -> int:
        return sum(self.tokens)


@dataclass
class Bill:
    """Input tokens by the price they are paid at."""

    fresh: int = 0
    read: int = 0
    written: int = 0

    def price(self, model: str = MODEL) -> Decimal:
        from genai_prices import Usage, calc_price

        usage = Usage(
            input_tokens=self.fresh + self.read + self.written,
            cache_read_tokens=self.read,
            cache_write_tokens=self.written,
        )
        return calc_price(usage, model_ref=model, provider_id="anthropic").total_price


@dataclass
class Meter:
    """A model that calls one looking tool after another, and meters what it is sent."""

    slots: int
    steps: int
    name: str = "meter"
    requests: list[Request] = field(default_factory=list)
    most_whole: int = 0  # results of one slot that stood whole in one request

    async def reply(self, request: ModelRequest, on_delta: OnDelta | None = None) -> Reply:
        self._meter(request)
        step = len(self.requests)
        if step > self.steps:
            return Reply("That is all.")
        slot = (step - 1) % self.slots
        return Reply(_text(SAID_TOKENS), (ToolCall(f"call-{step}", f"look_{slot}", {"at": f"place {step}"}),))

    def _meter(self, request: ModelRequest) -> None:
        told = request.system + json.dumps([[each.name, each.description, each.parameters] for each in request.tools])
        messages = tuple(request.messages)
        tokens = (estimated_tokens(told), *map(_tokens, messages))
        self.requests.append(Request(messages, tokens))
        whole: dict[str, int] = {}
        for message in messages:
            if not isinstance(message, ModelMessage) and len(message.text) > RESULT_TOKENS:
                tool = getattr(message, "tool", "")
                whole[tool] = whole.get(tool, 0) + 1
        self.most_whole = max(self.most_whole, *whole.values(), 0)


def tables(*, quick: bool) -> list[Table]:
    if quick:
        return [_table(slots, 12) for slots in SLOTS[:2]]
    return [_table(slots, steps) for steps in STEPS for slots in SLOTS]


def metered(slots: int, steps: int, condense: Condense | None) -> Meter:
    """One real turn."""
    meter = Meter(slots, steps)
    tools = [_look(slot) for slot in range(slots)]
    asyncio.run(
        run_agent(meter, _text(PROMPT_TOKENS), tools, request="Look.", condense=condense, budget=Budget(steps=None))
    )
    assert len(meter.requests) == steps + 1
    return meter


def without_cache(requests: Sequence[Request]) -> Bill:
    return Bill(fresh=sum(request.total for request in requests))


def with_prefix_cache(requests: Sequence[Request]) -> Bill:
    """A cache that knows the previous request up to the first message that has changed."""
    bill = Bill()
    before: Request | None = None
    for request in requests:
        known = _common(before, request) if before is not None else 0
        read = sum(request.tokens[:known])
        bill.read += read
        bill.written += request.total - read
        before = request
    return bill


def with_breakpoint_cache(requests: Sequence[Request]) -> Bill:
    """A cache that knows a prefix only where one ended before: after the prompt, and at the end of each request.

    That is how explicit breakpoints work, set where Gameplan sets them.
    """
    bill = Bill()
    for number, request in enumerate(requests):
        known = 1 if number else 0
        for earlier in reversed(requests[:number]):
            end = len(earlier.tokens)
            if _common(earlier, request) == end:
                known = end
                break
        read = sum(request.tokens[:known])
        bill.read += read
        bill.written += request.total - read
    return bill


def _common(before: Request, now: Request) -> int:
    """How many blocks at the beginning are the same: the prompt, and the messages up to the first that has changed."""
    same = 1
    for one, other in zip(before.messages, now.messages, strict=False):
        if one is not other and one != other:
            break
        same += 1
    return same


def _table(slots: int, steps: int) -> Table:
    rows = []
    bills_by_row: dict[str, Bill] = {}
    for name, condense in STRATEGIES.items():
        meter = metered(slots, steps, condense)
        bills = {
            NO_CACHE: without_cache(meter.requests),
            PREFIX: with_prefix_cache(meter.requests),
            BREAKPOINT: with_breakpoint_cache(meter.requests),
        }
        bills_by_row[name] = bills[BREAKPOINT]
        total = bills[NO_CACHE].fresh
        values: dict[str, Any] = {
            "input tokens": total,
            "largest": max(request.total for request in meter.requests),
            "whole": meter.most_whole,
            "prefix cache hits": bills[PREFIX].read / total,
            "breakpoints hits": bills[BREAKPOINT].read / total,
        }
        values |= {column: float(bill.price()) for column, bill in bills.items()}
        if name == EACH_STEP:
            rows.append(Row(name, values, "≤ 1 whole result per slot", meter.most_whole <= 1))
        else:
            rows.append(Row(name, values))
    cheapest = []
    for column in (NO_CACHE, PREFIX, BREAKPOINT):
        cost = {row.name: float(str(row.figures[column])) for row in rows}
        for row in rows:
            row.figures[f"× {column}"] = cost[row.name] / cost[NOTHING]
        cheapest.append(f"{column}: {min(cost, key=cost.__getitem__)}")
    return Table(
        f"Input of a turn of {steps} steps, results in {slots} {'slot' if slots == 1 else 'slots'}",
        _METHOD.format(prices=_prices()),
        [
            Column("input tokens", "{:,.0f}"),
            Column("largest", "{:,.0f}"),
            Column("whole", "{:.0f}"),
            *(
                Column(name, form)
                for column in (NO_CACHE, PREFIX, BREAKPOINT)
                for name, form in ((column, "${:.2f}"), (f"× {column}", "{:.2f}×"))
            ),
        ],
        rows,
        ["Cheapest. " + "; ".join(cheapest) + ".", _elsewhere(bills_by_row)],
    )


_METHOD = (
    f"The real run_agent and condensing, metered request by request: results of {RESULT_TOKENS:,} tokens, "
    f"{SAID_TOKENS} said with each call,\na prompt of {PROMPT_TOKENS:,}. Prices of {MODEL} from genai-prices "
    "({prices}), input alone.\nPrefix cache: it knows the previous request up to the first change. Breakpoints "
    "(explicit, where Gameplan sets them): it knows\nwhat ended where the prompt or an earlier request ended. Ratios "
    "are to doing nothing under the same cache.\nWhole: the most results of one slot that stood whole in a request."
)


def _elsewhere(bills: dict[str, Bill]) -> str:
    """The same requests under breakpoints at another model's prices, as ratios to doing nothing."""
    nothing = bills[NOTHING].price(OTHER_MODEL)
    ratios = ", ".join(f"{bill.price(OTHER_MODEL) / nothing:.2f}×" for bill in bills.values())
    return f"Breakpoints at the prices of {OTHER_MODEL} ({_prices(OTHER_MODEL)}), row by row: {ratios}."


def _prices(model: str = MODEL) -> str:
    million = 1_000_000
    bills = (Bill(fresh=million), Bill(written=million), Bill(read=million))
    fresh, written, read = (bill.price(model) for bill in bills)
    return f"${float(fresh):g} a million; cache written {written / fresh:g}×, read {read / fresh:g}×"


@dataclass(frozen=True, slots=True)
class Look:
    at: str


def _look(slot: int) -> Tool[Any, Any]:
    """A tool of its own slot whose results have some two thousand tokens."""

    @tool(name=f"look_{slot}", memory=Memory.LATEST(f"slot {slot}"))
    def look(params: Look) -> str:
        """Look at something at length."""
        return f"Seen at {params.at}:\n{_text(RESULT_TOKENS)}"

    return look


def _text(tokens: int) -> str:
    return (WORDS * (tokens * 4 // len(WORDS) + 1))[: tokens * 4]


def _tokens(message: Message) -> int:
    calls = message.calls if isinstance(message, ModelMessage) else ()
    asked = sum(estimated_tokens(call.name + json.dumps(call.arguments)) for call in calls)
    return estimated_tokens(message.text) + asked
