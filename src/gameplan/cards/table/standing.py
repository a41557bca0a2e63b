"""How a game stood, from its record alone: what lay where, by the names that the record gives."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from gameplan.cards.table.events import GameStarted
from gameplan.cards.table.game import table_of
from gameplan.cards.table.state import Table
from gameplan.cards.table.zones import Layout, ZoneKind
from gameplan.runtime import Recorded
from gameplan.runtime.events import Json


@dataclass(frozen=True, slots=True)
class _Card:
    key: str


class _AsRecorded:
    """What the record says of a game: its zones, with what is counted on each, and no more of a card than its key."""

    def __init__(self, started: GameStarted) -> None:
        counters = started.counters or ((),) * len(started.zones)
        kinds = [ZoneKind(name, shared=True, counters=its) for name, its in zip(started.zones, counters, strict=True)]
        self.layout = Layout(tuple(kinds), len(started.seats))

    def card(self, key: str) -> _Card:
        return _Card(key)


def told_state(record: Sequence[Recorded[Any]]) -> dict[str, Json]:
    """The table after what a record tells, with all that is hidden: zone by zone, the top card first."""
    started = next((each.event for each in record if isinstance(each.event, GameStarted)), None)
    table = None if started is None else table_of(_AsRecorded(started), record)
    return {} if started is None or table is None else {"cards.table": [_told(started, table)]}


def _told(started: GameStarted, table: Table) -> Json:
    told = {"turn": table.turn, "player": started.seats[table.player], "phase": table.phase}
    if table.out:
        told["gave_up"] = [name for seat, name in enumerate(started.seats) if table.is_out(seat)]
    if table.decision is not None:
        asked = table.decision
        choices = [choice.label for choice in asked.choices]
        told["decision"] = {"seat": started.seats[asked.seat], "text": asked.text, "choices": choices}
    if table.result is not None:
        ended = table.result
        winner = None if ended.winner is None else started.seats[ended.winner]
        told["result"] = {"winner": winner, "reason": ended.reason}
    zones = {zone.name: _zone(table, zone.index, zone.kind.counters) for zone in table.layout.zones}
    return {**told, "zones": {name: zone for name, zone in zones.items() if zone}}


def _zone(table: Table, index: int, counters: tuple[str, ...]) -> Json:
    """The cards of a zone; with what is counted on it, if it is not nothing. An empty one is empty."""
    cards = [_card(table, card) for card in table.zones[index]]
    counted = {name: value for name, value in zip(counters, table.marks[index], strict=True) if value}
    return {"cards": cards, **counted} if counted else cards


def _card(table: Table, card: int) -> Json:
    """A card by its key; with how it lies and what is noted on it, if it does not just lie there."""
    more = {"turned": table.turned.get(card), "flags": table.flags.get(card)}
    key = table.cards[card].key
    return {"card": key, **{name: value for name, value in more.items() if value}} if any(more.values()) else key
