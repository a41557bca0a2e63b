"""Crazy eights: a second, small game, for two to four players, at the same table.

Play a card of the same suit or rank as the top one of the pile; an eight always fits, and names the next suit. Who
cannot, draws one card, and may play it or pass. Who has no card left has won; when nobody can go on, the fewest points.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from gameplan.cards.table.acting import Act
from gameplan.cards.table.actions import ACTIONS
from gameplan.cards.table.decisions import Choice, Decision
from gameplan.cards.table.plugin import CardNumber, Deal, IllegalAction, Option, Perform
from gameplan.cards.table.rules import Attempt, Rule, RuleBook
from gameplan.cards.table.state import Table
from gameplan.cards.table.zones import Layout, ZoneKind

SUITS = ("clubs", "diamonds", "hearts", "spades")
RANKS = ("ace", "2", "3", "4", "5", "6", "7", "8", "9", "10", "jack", "queen", "king")
_HAND = 7
_FREE = {"concede", "declare_action", "create_decision", "coin_flip", "dice_roll", "reveal", "reveal_hand"}
_DRAWN, _PASSED = 0, 1  # what is noted for a player: the turn in which he drew, or passed


@dataclass(frozen=True, slots=True)
class PlayingCard:
    """One of fifty-two."""

    rank: str
    suit: str

    @property
    def name(self) -> str:
        return f"{self.rank} of {self.suit}"

    @property
    def key(self) -> str:
        return f"{self.suit}-{self.rank}"

    @property
    def points(self) -> int:
        return 50 if self.rank == "8" else min(10, RANKS.index(self.rank) + 1)


CARDS = {card.key: card for card in (PlayingCard(rank, suit) for suit in SUITS for rank in RANKS)}


class Eights:
    """The game, for so many players."""

    name = "eights"
    by_hand: frozenset[str] = frozenset()

    def __init__(self, seats: int = 2) -> None:
        if not 2 <= seats <= 4:
            raise ValueError("Crazy eights is for two to four players.")
        self.layout = Layout(
            (
                ZoneKind("hand", sees="owner"),
                ZoneKind("player", capacity=0, counters=("drawn_turn", "passed_turn")),
                ZoneKind("stock", shared=True, sees="nobody", ordered=True),
                # the counter is the suit that was named, 1 to 4
                ZoneKind("pile", shared=True, ordered=True, counters=("suit",), limits=(("suit", len(SUITS)),)),
            ),
            seats,
        )
        self.stock, self.pile = self.layout.at("stock"), self.layout.at("pile")
        self.rules = RuleBook(
            (
                Rule("E1", ("play", "take", "pass_on"), self._own_turn),
                Rule("E2", ("play",), self._fits),
                Rule("E3", ("take",), self._takes),
                Rule("E4", ("pass_on",), self._passes),
                Rule("E5", tuple(ACTIONS.keys() - _FREE), lambda attempt: "Here one plays, takes a card, or passes."),
            )
        )
        self.actions: Mapping[str, Perform] = {"play": self.play, "take": self.take, "pass_on": self.pass_on}

    def card(self, key: str) -> PlayingCard:
        return CARDS[key]

    def deal(self) -> Deal:
        """The pack, as it lies before the first shuffle."""
        return Deal(list(CARDS.values()), [self.stock] * len(CARDS))

    def begin(self, act: Act) -> None:
        act.shuffle(self.stock)
        for seat in range(self.layout.seats):
            act.draw(self.stock, self.layout.at("hand", seat), _HAND)
        act.draw(self.stock, self.pile)
        act.clock(1, 0, "play")

    # -- rules

    def _own_turn(self, attempt: Attempt) -> str | None:
        return None if attempt.table.player == attempt.seat else "It is not your turn."

    def _fits(self, attempt: Attempt) -> str | None:
        table, card = attempt.table, attempt.table.cards[attempt.args[0]]
        if table.place[attempt.args[0]] != self.layout.at("hand", attempt.seat) or self.fits(table, card):
            return None  # of another's card nothing is said
        return f"The {card.name} does not fit: {self.wanted(table)}."

    def _takes(self, attempt: Attempt) -> str | None:
        if attempt.table.marks[self._side(attempt.seat)][_DRAWN] == attempt.table.turn:
            return "You have drawn already: play a card that fits, or pass."
        return None if attempt.table.zones[self.stock] else "The stock is empty: play a card that fits, or pass."

    def _passes(self, attempt: Attempt) -> str | None:
        table = attempt.table
        if table.zones[self.stock] and table.marks[self._side(attempt.seat)][_DRAWN] != table.turn:
            return "Draw a card before you pass."
        return None

    def fits(self, table: Table, card: PlayingCard) -> bool:
        """Whether a card may be played now."""
        if not table.zones[self.pile]:
            return True
        top, named = table.cards[table.zones[self.pile][0]], table.marks[self.pile][0]
        suit = SUITS[named - 1] if named else top.suit
        return card.rank == "8" or card.suit == suit or (card.rank == top.rank and not named)

    def wanted(self, table: Table) -> str:
        """What fits, in words."""
        top, named = table.cards[table.zones[self.pile][0]], table.marks[self.pile][0]
        return f"{SUITS[named - 1]} or an eight" if named else f"{top.suit}, a {top.rank} or an eight"

    # -- actions

    def play(self, act: Act, card: CardNumber) -> None:
        """Play a card from your hand onto the pile."""
        table, hand = act.table, self.layout.at("hand", act.seat)
        if table.place[card] != hand:
            raise IllegalAction("That card is not in your hand.")
        act.move(card, self.pile)
        act.mark(self.pile, 0, 0)
        if not table.zones[hand]:
            act.end(act.seat, "no card left")
        elif table.cards[card].rank == "8":
            choices = tuple(Choice(suit, suit) for suit in SUITS)
            act.ask(Decision(act.seat, "suit", "Name the suit that follows", choices))
        else:
            self._next(act)

    def take(self, act: Act) -> None:
        """Draw a card."""
        act.draw(self.stock, self.layout.at("hand", act.seat))
        act.mark(self._side(act.seat), _DRAWN, act.table.turn)

    def pass_on(self, act: Act) -> None:
        """Pass, when you cannot play."""
        act.mark(self._side(act.seat), _PASSED, act.table.turn)
        table = act.table
        seats = [seat for seat in range(self.layout.seats) if not table.is_out(seat)]
        last = table.turn - len(seats)
        if not table.zones[self.stock] and all(table.marks[self._side(seat)][_PASSED] > last for seat in seats):
            points = [sum(table.cards[card].points for card in table.zones[self.layout.at("hand", s)]) for s in seats]
            best = [seat for seat, held in zip(seats, points, strict=True) if held == min(points)]
            act.end(best[0] if len(best) == 1 else None, f"nobody can go on; points: {points}")
        else:
            self._next(act)

    def decided(self, act: Act, decision: Decision, chosen: Sequence[Any], agenda: tuple[Any, ...]) -> None:
        act.mark(self.pile, 0, SUITS.index(chosen[0]) + 1)
        self._next(act)

    def _next(self, act: Act) -> None:
        table = act.table
        act.clock(table.turn + 1, table.next_player, "play")

    def _side(self, seat: int) -> int:
        return self.layout.at("player", seat)

    # -- what a player reads

    def options(self, table: Table, seat: int) -> list[Option]:
        if table.decision is not None:
            count = len(table.decision.choices) if table.decision.seat == seat else 0
            return [("resolve_decision", i) for i in range(count)]
        if table.result is not None or table.player != seat:
            return []
        hand = table.zones[self.layout.at("hand", seat)]
        found: list[Option] = [("play", card) for card in hand if self.fits(table, table.cards[card])]
        drawn = table.marks[self._side(seat)][_DRAWN] == table.turn
        return [*found, ("pass_on",) if drawn or not table.zones[self.stock] else ("take",)]

    def label(self, table: Table, option: Option) -> str:
        if option[0] == "resolve_decision" and table.decision is not None:
            return table.decision.choices[option[1]].label
        return f"play the {table.cards[option[1]].name}" if option[0] == "play" else option[0].replace("_on", "")

    def reference(self, card: Any) -> str:
        return f"{card.name} — {card.points} points in hand"
