"""What a game of cards costs: planner and executor against one agent alone, through the real prompts and tools.

A simulation: `house:cards`, a program, plays. What it is sent and what it answers is counted as a language model's
would be, with a real tokenizer, and priced for models that could sit there. A language model says more than this
program does, and may need more steps; a row for an executor that errs shows what mistakes cost.
"""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from statistics import mean, median
from typing import Any

from gameplan.agents import Message, ModelMessage, ModelRequest, OnDelta, Reply, register_house_model
from gameplan.agents.messages import estimated_tokens
from gameplan.agents.models import View
from gameplan.agents.pipeline import AgentMode
from gameplan.cards.players.levels import Setting, make_player
from gameplan.cards.pokemon.creatures import CARDS, DECKS
from gameplan.cards.pokemon.house_model import cards as house_cards
from gameplan.cards.pokemon.plugin import Pokemon
from gameplan.cards.seats import AgentPlayer, Sitter, play_out
from gameplan.cards.table.game import Game
from gameplan.cards.table.rules import Seat
from tables import Column, Row, Table

STRONG, CHEAP = ("anthropic", "claude-sonnet-5-5"), ("moonshotai", "kimi-k2.5")
GAMES = 51
ERRS = 0.15
LEVEL = "search"  # how well the program thinks that plays the agents' part
_pokemon = Pokemon(CARDS.values())
COLUMNS = [
    Column("won", "{:.0%}"),
    Column("turns", "{:.0f}"),
    Column("calls planner", "{:.0f}"),
    Column("calls executor", "{:.0f}"),
    Column("replans", "{:.1f}"),
    Column("input tokens", "{:,.0f}"),
    Column("output tokens", "{:,.0f}"),
    Column("strong + cheap", "${:.3f}"),
    Column("all strong", "${:.3f}"),
    Column("all cheap", "${:.3f}"),
    Column("strong + cheap, cached", "${:.3f}"),
    Column("all strong, cached", "${:.3f}"),
    Column("all cheap, cached", "${:.3f}"),
]


@dataclass
class Bill:
    """The tokens of one role: those that a prompt cache would know are counted apart."""

    calls: int = 0
    fresh: int = 0
    known: int = 0
    said: int = 0
    _before: tuple[Any, ...] = field(default=(), repr=False)

    def take(self, request: ModelRequest, reply: Reply) -> None:
        tools = json.dumps([[each.name, each.description, each.parameters] for each in request.tools])
        blocks = (request.system + tools, *map(_written, request.messages))
        known = 0
        for one, other in zip(self._before, blocks, strict=False):
            if one != other:
                break
            known += 1
        self._before = blocks
        counts = [tokens(block) for block in blocks]
        self.calls += 1
        self.known += sum(counts[:known])
        self.fresh += sum(counts[known:]) + tokens(request.state)
        self.said += tokens(reply.text) + sum(tokens(call.name + json.dumps(call.arguments)) for call in reply.calls)

    def price(self, model: tuple[str, str], *, cached: bool) -> float:
        from genai_prices import Usage, calc_price

        read = self.known if cached else 0
        usage = Usage(input_tokens=self.fresh + self.known, cache_read_tokens=read, output_tokens=self.said)
        return float(calc_price(usage, model_ref=model[1], provider_id=model[0]).total_price)


@dataclass
class Metered:
    """A model whose requests and replies are counted; with `errs` it names a wrong card now and then."""

    name: str
    inner: Any
    bills: dict[str, Bill]
    luck: random.Random | None = None

    async def reply(self, request: ModelRequest, on_delta: OnDelta | None = None) -> Reply:
        reply: Reply = await self.inner.reply(request, on_delta)
        if self.luck is not None and reply.calls and self.luck.random() < ERRS:
            reply = replace(reply, calls=tuple(_mistaken(call) for call in reply.calls))
        self.bills["planner" if not request.tools else "executor"].take(request, reply)
        return reply


def _mistaken(call: Any) -> Any:
    """A call with a name that is not on the table: the commonest slip."""
    wrong = {key: f"{value} VMAX" if isinstance(value, str) else value for key, value in call.arguments.items()}
    return replace(call, arguments=wrong)


def _written(message: Message) -> str:
    calls = message.calls if isinstance(message, ModelMessage) else ()
    return message.text + "".join(call.name + json.dumps(call.arguments) for call in calls)


@lru_cache(maxsize=100_000)
def tokens(text: str) -> int:
    """How many tokens a text has, by the tokenizer that mistral-common brings along; without it, by its length."""
    return _tokenizer()(text) if text else 0


@lru_cache(maxsize=1)
def _tokenizer() -> Callable[[str], int]:
    try:
        import mistral_common
        from mistral_common.tokens.tokenizers.tekken import Tekkenizer
    except ImportError:
        return estimated_tokens
    found = sorted((Path(mistral_common.__file__).parent / "data").glob("tekken_*.json"))
    tekken = Tekkenizer.from_file(found[-1])
    return lambda text: len(tekken.encode(text, bos=False, eos=False))


def tables(*, quick: bool) -> list[Table]:
    games = 1 if quick else GAMES
    rows = [
        _row("planner + executor", "pipeline", games),
        _row(f"planner + executor that errs ({ERRS:.0%} of its calls)", "pipeline", games, errs=True),
        _row("one agent alone", "autonomous", games),
        _row(f"one agent alone that errs ({ERRS:.0%} of its calls)", "autonomous", games, errs=True),
    ]
    return [Table("What a game costs one player (a simulation by house players)", _method(games), COLUMNS, rows)]


def _method(games: int) -> str:
    counted = "their length (no tokenizer here)" if _tokenizer() is estimated_tokens else "Mistral's Tekken tokenizer"
    return (
        f"{games} seeded games, all pairs of decks in turn, against the house player `value`; medians per game (won: "
        "share).\nReal prompts, tools and loops; `house:cards` plays the agents' part with the level "
        f"`{LEVEL}`. Tokens by {counted}.\nStrong: {STRONG[1]}; cheap: {CHEAP[1]}; prices from "
        "genai-prices. Cached: what a request shares with the role's\nrequest before is billed at the price of reading "
        "a cache; writing to it is not billed extra. It is a model of a cache, not an observation."
    )


def _row(name: str, mode: AgentMode, games: int, *, errs: bool = False) -> Row:
    played = [asyncio.run(_play(seed, mode, errs=errs)) for seed in range(games)]

    def middle(of: Callable[[_Played], float]) -> float:
        return median(of(each) for each in played)

    figures: dict[str, Any] = {
        "won": mean(each.won for each in played),
        "turns": middle(lambda each: each.turns),
        "calls planner": middle(lambda each: each.bills["planner"].calls),
        "calls executor": middle(lambda each: each.bills["executor"].calls),
        "replans": mean(each.replans for each in played),
        "input tokens": middle(lambda each: sum(bill.fresh + bill.known for bill in each.bills.values())),
        "output tokens": middle(lambda each: sum(bill.said for bill in each.bills.values())),
    }
    for who, planner, executor in (
        ("strong + cheap", STRONG, CHEAP),
        ("all strong", STRONG, STRONG),
        ("all cheap", CHEAP, CHEAP),
    ):
        if mode == "autonomous" and planner != executor:
            continue
        for cached in (False, True):
            column = f"{who}, cached" if cached else who
            figures[column] = middle(
                lambda each, p=planner, e=executor, c=cached: (  # type: ignore[misc]
                    each.bills["planner"].price(p, cached=c) + each.bills["executor"].price(e, cached=c)
                )
            )
    return Row(name, figures)


@dataclass(frozen=True, slots=True)
class _Played:
    won: bool
    turns: int
    replans: int
    bills: dict[str, Bill]


async def _play(seed: int, mode: AgentMode, *, errs: bool) -> _Played:
    decks = list(DECKS.values())
    pair = [decks[seed % 3], decks[seed // 3 % 3]]
    game = Game.start(
        _pokemon, _pokemon.deal([deck.cards for deck in pair]), seed=seed, seats=[Seat("AI"), Seat("House")]
    )
    bills = {"planner": Bill(), "executor": Bill()}
    luck = random.Random(seed) if errs else None

    def metered(view: View) -> Metered:
        return Metered("house:metered-cards", house_cards(view), bills, luck)

    register_house_model("metered-cards", metered)
    agents = AgentPlayer(game, 0, "house:metered-cards", mode=mode, level=LEVEL, seed=seed)
    house = Sitter(game, 1, make_player("value", Setting(_pokemon, 1, pair[1].cards, seed=f"{seed}/house")))
    result = await play_out(game, {0: agents, 1: house})
    labels = [
        getattr(each.event, "agent", "") for each in agents.session.events if type(each.event).__name__ == "TurnStarted"
    ]
    replans = sum(label.startswith("Replanner") for label in labels)
    return _Played(result.winner == 0, game.table.turn, replans, bills)
