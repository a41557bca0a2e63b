"""An action being carried out: it changes a table step by step, and keeps what it changed."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any, Protocol

from gameplan.cards.table.decisions import Decision, as_text
from gameplan.cards.table.state import Change, Table
from gameplan.runtime.randomness import chance_below, chance_order

TOP, BOTTOM = 0, -1


class Chance(Protocol):
    """Who decides what is left to chance. `drawn` is how often it was asked before."""

    def below(self, sides: int, drawn: int) -> int: ...

    def order(self, size: int, drawn: int) -> Sequence[int]: ...


class Seeded:
    """Chance that follows from a seed: the same seed and the same actions give the same game on every machine."""

    def __init__(self, seed: str | int) -> None:
        self.seed = str(seed)

    def below(self, sides: int, drawn: int) -> int:
        return chance_below(f"{self.seed}/{drawn}", sides)

    def order(self, size: int, drawn: int) -> Sequence[int]:
        return chance_order(f"{self.seed}/{drawn}", size)


class Imagined:
    """Chance for a search: quick, and nothing to do with how the game's own coins will fall."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)  # noqa: S311 - imagined games, no secrets

    def below(self, sides: int, drawn: int) -> int:
        return int(self._random.random() * sides)

    def order(self, size: int, drawn: int) -> Sequence[int]:
        order = list(range(size))
        self._random.shuffle(order)
        return order


class Act:
    """What an action does to a table. Everything that changes a table goes through here, so that it is on the record.

    `uncovered` becomes True when something has come to light that cannot be unlearnt: a card that whoever acts could
    not tell before, or an outcome of chance. What he shows of his own does not count: that is his own loss. `because`
    is the card's effect by which he acts, if he said one.
    """

    __slots__ = ("because", "chance", "changes", "seat", "table", "uncovered")

    def __init__(self, table: Table, seat: int, chance: Chance, because: str = "") -> None:
        self.table = table
        self.seat = seat
        self.chance = chance
        self.because = because
        self.changes: list[Change] = []
        self.uncovered = False

    def _do(self, change: Change) -> None:
        self.table.apply(change)
        self.changes.append(change)

    # -- cards

    def move(
        self,
        card: int,
        to: int,
        index: int = TOP,
        *,
        seen: int = 0,
        tracked: bool | None = None,
        face: int | None = None,
    ) -> None:
        """Put a card into a zone. Who sees it before or after sees it go; `seen` are those to whom it is shown besides.

        Everybody can follow its way if it comes from the top or the bottom of its zone, unless told otherwise. It lies
        as the zone has its cards lie, unless `face` says who is to see it.
        """
        table = self.table
        layout = table.layout
        source = table.place[card]
        before = table.faces[card]
        told = before | table.known[card]
        after = layout.sees[to] if face is None else face
        shown = before | after | seen
        if tracked is None:
            if layout.sees[source] == layout.everybody:
                tracked = True
            else:
                zone = table.zones[source]
                tracked = layout.zones[source].kind.ordered and (card == zone[0] or card == zone[-1])
        if shown & ~told and not told >> self.seat & 1:
            self.uncovered = True
        self._do(("move", card, source, to, index, shown, tracked, after))

    def draw(self, source: int, to: int, count: int = 1) -> list[int]:
        """Take cards off the top, as many as there are."""
        zone = self.table.zones[source]
        drawn = zone[:count]
        for card in drawn:
            self.move(card, to, BOTTOM, tracked=True)
        return drawn

    def stack(self, source: int, to: int) -> None:
        """Put all that lies in a zone on top of another, with its counters."""
        self._uncover(self.table.zones[source], self.table.layout.sees[to])
        self._do(("stack", source, to))

    def swap(self, one: int, other: int) -> None:
        """Let two zones change places."""
        self._do(("swap", one, other))

    def shuffle(self, zone: int) -> None:
        """Shuffle a zone; nobody knows its order afterwards, and its cards lie as the zone has them lie."""
        size = len(self.table.zones[zone])
        self._do(("shuffle", zone, tuple(self.chance.order(size, self.table.drawn))))
        self.uncovered = True

    def order(self, zone: int, start: int, cards: Sequence[int], seen: int) -> None:
        """Put neighbouring cards of a zone into this order, from the top; `seen` are those who see it."""
        self._do(("order", zone, start, tuple(cards), seen))

    # -- seeing

    def show(self, cards: Sequence[int], who: int) -> None:
        """Let some see cards that lie on as they do; they know them until the zone is shuffled."""
        self._uncover(cards, who)
        self._do(("know", tuple(cards), who))

    def face(self, card: int, sight: int) -> None:
        """Turn a card so that these see it as it lies."""
        self._uncover((card,), sight)
        self._do(("face", card, sight))

    def _uncover(self, cards: Sequence[int], who: int) -> None:
        """Some see cards: does something come to light?"""
        if not self.uncovered:
            told = map(self.table.sight, cards)
            self.uncovered = any(who & ~each and not each >> self.seat & 1 for each in told)

    # -- chance

    def flip(self, purpose: str = "") -> bool:
        """A coin; True for heads."""
        heads = self.chance.below(2, self.table.drawn) == 0
        self._do(("coin", heads, purpose))
        self.uncovered = True
        return heads

    def roll(self, sides: int = 6, purpose: str = "") -> int:
        """A die, from 1."""
        value = self.chance.below(sides, self.table.drawn) + 1
        self._do(("die", sides, value, purpose))
        self.uncovered = True
        return value

    # -- counters and the rest

    def mark(self, zone: int, counter: int, value: int) -> None:
        """Set a counter of a zone."""
        if self.table.marks[zone][counter] != value:
            self._do(("mark", zone, counter, value))

    def turn_card(self, card: int, degrees: int) -> None:
        """Turn a card."""
        self._do(("turn", card, degrees))

    def flag(self, card: int, name: str, *, on: bool = True) -> None:
        """Note something on a card."""
        self._do(("flag", card, name, on))

    def clock(self, turn: int, player: int, phase: str) -> None:
        """Say whose turn it is, and what part of it."""
        self._do(("clock", turn, player, phase))

    def say(self, text: str) -> None:
        """Declare something, for everybody to read."""
        self._do(("say", text))

    def ask(self, decision: Decision, agenda: tuple[Any, ...] = ()) -> None:
        """Let somebody decide; `agenda` is what is to be done then."""
        self._do(("ask", decision, agenda))

    def settle(self) -> None:
        """The decision has been made."""
        self._do(("settle",))

    def leave(self) -> None:
        """Whoever acts gives up, and the others play on."""
        self._do(("leave", self.seat))

    def end(self, winner: int | None, reason: str) -> None:
        """End the game."""
        self._do(("end", winner, reason))


def recorded(changes: Sequence[Change]) -> tuple[Change, ...]:
    """Changes as they stand in the record: a decision as text."""
    return tuple(
        [("ask", change[1].to_text(), as_text(change[2])) if change[0] == "ask" else change for change in changes]
    )
