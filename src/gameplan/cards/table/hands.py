"""The hands of a program that plays a seat: names become cards and zones, actions become what tools say of them.

A card is found by name only where its seat can tell what lies there. What is said of a card that is not found is the
same whether or not it lies there unseen.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from gameplan.cards.table.acting import BOTTOM, TOP
from gameplan.cards.table.game import Done as ActionDone
from gameplan.cards.table.game import Game
from gameplan.cards.table.log import Line, Log
from gameplan.cards.table.plugin import IllegalAction
from gameplan.cards.table.rules import RuleRefused
from gameplan.cards.table.state import Table
from gameplan.cards.table.telling import listed
from gameplan.cards.table.texts import Narrator, called, decision_lines
from gameplan.cards.table.zones import Zone
from gameplan.tools import Done, ToolRefused, ToolValidationError

_LIKE_THIS = 3
_OVERRIDE = "allowed_by_card_effect=true with the reason, if a card's effect allows it"

Waits = Callable[[], Awaitable[None]]


class Hands:
    """What a seat can do at a table, by the names that its player uses. `waits` lets others decide in between."""

    def __init__(self, game: Game, seat: int, narrator: Narrator, *, waits: Waits | None = None) -> None:
        self.game = game
        self.seat = seat
        self.narrator = narrator
        self.log = Log(game, seat, narrator)
        self._waits = waits

    # -- finding

    @property
    def table(self) -> Table:
        return self.game.table

    def zone(self, key: str) -> Zone:
        """The zone that a player names."""
        layout = self.game.plugin.layout
        zone = layout.named(key, self.seat)
        if zone is None:
            known = ", ".join(layout.names(self.seat))
            raise ToolValidationError(f'There is no zone "{key:.60}".', code="unknown_zone", needs=[f"one of: {known}"])
        return zone

    def said(self, zone: Zone) -> str:
        return self.game.plugin.layout.said(zone.index, self.seat)

    def sees(self, table: Table, card: int) -> bool:
        """Whether the seat can tell what a card is."""
        return bool(table.sight(card) >> self.seat & 1)

    def card(self, name: str, zone: Zone) -> int:
        """The card of this name in a zone: the topmost that the seat can tell."""
        table = self.table
        wanted = plain(name)
        for card in table.zones[zone.index]:
            if self.sees(table, card) and plain(table.cards[card].name) == wanted:
                return card
        raise self._not_seen(table, name, zone)

    def cards(self, names: Sequence[str], zone: Zone) -> list[int]:
        """The cards of these names in a zone, each another one."""
        table = self.table
        left = [card for card in table.zones[zone.index] if self.sees(table, card)]
        found = []
        for name in names:
            card = next((card for card in left if plain(table.cards[card].name) == plain(name)), None)
            if card is None:
                raise self._not_seen(table, name, zone)
            left.remove(card)
            found.append(card)
        return found

    def card_or_top(self, name: str, zone: Zone) -> int:
        """The card of this name, or without a name the top card."""
        if name:
            return self.card(name, zone)
        cards = self.table.zones[zone.index]
        if not cards:
            raise ToolRefused(f"{self.said(zone)} is empty.", code="empty_zone")
        return cards[0]

    def _not_seen(self, table: Table, name: str, zone: Zone) -> ToolRefused:
        seen = [str(table.cards[card].name) for card in table.zones[zone.index] if self.sees(table, card)]
        there = listed(sorted(seen)) or "no card that you can tell"
        return ToolRefused(
            f'You see no "{name:.60}" in {self.said(zone)}.', code="card_not_seen", needs=[f"there you see: {there}"]
        )

    def known_end(self, zone: Zone, count: int, end: int) -> list[int]:
        """The cards at one end of a zone, all of which the seat can tell."""
        table = self.table
        cards = table.zones[zone.index]
        ends = cards[:count] if end == TOP else cards[-count:] if count else []
        if len(ends) < count or not all(self.sees(table, card) for card in ends):
            raise ToolRefused(
                f"You do not know what the {'top' if end == TOP else 'bottom'} {count} of {self.said(zone)} are.",
                code="card_not_seen",
                needs=["cards that you have seen: look at them first, if a card's effect lets you"],
            )
        return ends

    # -- acting

    async def act(self, action: str, *args: Any, because: str = "", terminal: bool = False) -> Done[None]:
        """Do something, and say what came of it as this seat sees it."""
        text, note = await self.do(action, *args, because=because, terminal=terminal)
        return Done(None, text, note)

    async def do(self, action: str, *args: Any, because: str = "", terminal: bool = False) -> tuple[str, str]:
        """Do something: what happened, what there is to decide now, and what the rules noted."""
        before = self.game.session.seq
        try:
            done = self.game.act(self.seat, action, *args, because=because)
        except RuleRefused as refused:
            rules = " ".join(f"[{note.rule}] {note.message}" for note in refused.notes)
            raise ToolRefused(self._own(rules), code=refused.notes[0].rule, needs=self._needs(action)) from None
        except IllegalAction as error:
            raise ToolRefused(
                self._own(str(error)), code="illegal", needs=self._needs(action, override=False)
            ) from None
        self.take_forced()
        await self.game.session.committed()
        if self._waits is not None and not terminal and self._asked() not in (None, self.seat):
            await self._waits()
            self.take_forced()
        told = [str(line) for line in self.log.since(before) if not self._told_elsewhere(line, done)]
        told += self._pending()
        notes = " ".join(f"[{note.rule}] {note.message}" for note in done.notes)
        return "\n".join(told), self._own(notes)

    def take_forced(self) -> bool:
        """Decide what can be decided in but one way; whether there was such a thing."""
        took = False
        while (decision := self.game.view(self.seat).decision) and decision.seat == self.seat and decision.is_forced:
            self.game.act(self.seat, "resolve_decision", *range(len(decision.choices)))
            took = True
        return took

    def _told_elsewhere(self, line: Line, done: ActionDone) -> bool:
        """What the rules noted comes as a note, and what is to be decided comes last and in full."""
        own_question = line.kind == "ask" and line.text.startswith("You ")
        return own_question or any(line.text.endswith(str(note)) for note in done.notes)

    def _own(self, text: str) -> str:
        """What the table says, with zones as this seat says them."""
        return self.game.plugin.layout.told(text, self.seat)

    def _asked(self) -> int | None:
        decision = self.game.view(self.seat).decision
        return None if decision is None else decision.seat

    def _pending(self) -> list[str]:
        """What has to be decided now, and by whom."""
        view = self.game.view(self.seat)
        decision = view.decision
        if decision is None or view.result is not None:
            return []
        if decision.seat == self.seat:
            return decision_lines(view)
        return [f"{self.game.seats[decision.seat].name} has to decide now; wait for it."]

    def _needs(self, action: str, *, override: bool = True) -> list[str]:
        """What would make it work: the same action as it is possible now, or a card's effect."""
        view = self.game.view(self.seat)
        overrides = [_OVERRIDE] if override else []
        if view.decision is not None and view.decision.seat == self.seat:
            return [*decision_lines(view), *overrides]
        table = self.table
        offers = [
            str(self.narrator.offer(table, self.seat, option))
            for option in self.game.options(self.seat)
            if option[0] == action
        ]
        possible = [f"possible now: {offer}" for offer in offers[:_LIKE_THIS]]
        return [*possible, *overrides]

    def may_take_back(self) -> bool:
        """Whether the newest action is this seat's, and nothing was learnt by it."""
        return self.game.may_undo(self.seat)


def position(where: str | int) -> int:
    """An end of a zone, or a place in it, as the table counts: from the top, from 0; -1 is the bottom."""
    if isinstance(where, int) and not isinstance(where, bool):
        if where < 1:
            raise ToolValidationError("position: places count from 1, the top.")
        return where - 1
    ends = {"top": TOP, "bottom": BOTTOM}
    word = str(where).strip().lower()
    if word.isdecimal():
        return position(int(word))
    if word not in ends:
        raise ToolValidationError('position: "top", "bottom", or the place from the top, counted from 1.')
    return ends[word]


def chosen_numbers(labels: Sequence[str], choices: Sequence[int | str]) -> list[int]:
    """Which of the choices are meant: by their numbers from 1, or by what they are called, each once."""
    found: list[int] = []
    for choice in choices:
        text = str(choice).strip()
        if text.isdecimal() and not any(plain(label) == plain(text) for label in labels):
            number = int(text) - 1
        else:
            fits = [i for i, label in enumerate(labels) if plain(label) == plain(text) and i not in found]
            fits = fits or [
                i for i, label in enumerate(labels) if plain(label).startswith(plain(text)) and i not in found
            ]
            number = fits[0] if fits else -1
        if not 0 <= number < len(labels):
            said = ", ".join(f"{i}. {label}" for i, label in enumerate(labels, 1))
            raise ToolValidationError(f"choices: there is no {text!r:.60} to choose.", needs=[f"one of: {said}"])
        found.append(number)
    return found


def plain(name: str) -> str:
    return " ".join(name.split()).casefold()


def how(tool: str, **arguments: Any) -> str:
    """A call, as results tell it."""
    return called(tool, arguments)
