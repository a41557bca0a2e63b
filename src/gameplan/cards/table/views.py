"""What one sees of a table: a player, or a spectator. Everything that anybody is shown is made from such a view."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from gameplan.cards.table.decisions import Decision, Result
from gameplan.cards.table.state import Table
from gameplan.cards.table.zones import Layout


@dataclass(frozen=True)
class View:
    """A table as one viewer sees it: a card that he cannot tell is None. Numbers of cards are not in it.

    Where the order of a zone is nobody's business (a hand), the cards that he can tell come first, by name. Where he
    may not count the cards, there are only those that he can tell.
    """

    layout: Layout
    viewer: int | None
    zones: tuple[tuple[Any, ...], ...]
    marks: tuple[tuple[int, ...], ...]
    turned: tuple[tuple[int, int, int], ...]  # zone, position, degrees
    flags: tuple[tuple[int, int, tuple[str, ...]], ...]
    turn: int
    player: int
    phase: str
    decision: Decision | None
    result: Result | None
    out: tuple[int, ...] = ()  # who has given up, while the others play on

    def cards(self, kind: str, seat: int = -1) -> tuple[Any, ...]:
        """What lies in a zone, from the top."""
        return self.zones[self.layout.at(kind, seat)]

    @cached_property
    def digest(self) -> str:
        """A hash of all that is seen."""
        return hashlib.blake2b(json.dumps(self.to_json()).encode(), digest_size=12).hexdigest()

    def to_json(self) -> dict[str, Any]:
        """The view as JSON has it, with the keys of cards."""
        zones = self.layout.zones
        decision = self.decision
        return {
            "viewer": self.viewer,
            "zones": {zones[i].name: [card and card.key for card in cards] for i, cards in enumerate(self.zones)},
            "counters": {
                zones[i].name: dict(zip(zones[i].kind.counters, marks, strict=True))
                for i, marks in enumerate(self.marks)
                if any(marks)
            },
            "turned": [list(each) for each in self.turned],
            "flags": [[zone, position, list(names)] for zone, position, names in self.flags],
            "turn": self.turn,
            "player": self.player,
            "phase": self.phase,
            "decision": decision and [decision.seat, decision.kind, decision.text, [c.label for c in decision.choices],
                                      decision.least, decision.most],
            "result": self.result and self.result.to_wire(),
            "out": list(self.out),
        }  # fmt: skip


def view_of(table: Table, viewer: int | None) -> View:
    """The table as a seat sees it, or a spectator (None)."""
    layout = table.layout
    bit = layout.spectator if viewer is None else 1 << viewer
    faces, known, cards = table.faces, table.known, table.cards
    zones: list[tuple[Any, ...]] = []
    for zone, sees in zip(table.zones, layout.sees, strict=True):
        if not zone:
            zones.append(())
            continue
        seen = [cards[card] if (faces[card] | known[card]) & bit else None for card in zone]
        if not sees & bit:
            it = layout.zones[len(zones)]
            if not it.kind.ordered:
                told = sorted((card for card in seen if card is not None), key=lambda card: card.key)
                seen = [*told, *[None] * (len(seen) - len(told))]
            if not it.counts & bit:
                seen = [card for card in seen if card is not None]
        zones.append(tuple(seen))
    turned: list[tuple[int, int, int]] = []
    flags: list[tuple[int, int, tuple[str, ...]]] = []
    if table.turned or table.flags:
        for zone_index, zone in enumerate(table.zones):
            if layout.sees[zone_index] & bit:
                turned += ((zone_index, i, table.turned[card]) for i, card in enumerate(zone) if card in table.turned)
                flags += ((zone_index, i, table.flags[card]) for i, card in enumerate(zone) if card in table.flags)
    return View(
        layout, viewer, tuple(zones), tuple(map(tuple, table.marks)), tuple(turned), tuple(flags), table.turn,
        table.player, table.phase, _seen(table.decision, viewer), table.result,
        tuple(seat for seat in range(layout.seats) if table.is_out(seat)) if table.out else (),
    )  # fmt: skip


def _seen(decision: Decision | None, viewer: int | None) -> Decision | None:
    """A decision as others see it: that it is to be made, not what there is to choose from."""
    if decision is None or decision.seat == viewer:
        return decision
    least, most = (0, 0) if decision.private else (decision.least, decision.most)  # how many can be: that tells, too
    return Decision(decision.seat, decision.kind, decision.text, (), least, most, decision.private)
