"""A game being played: a session whose state is a table. Everything that happens at it goes through `Game.act`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from gameplan.cards.table.acting import Act, Chance, Seeded, recorded
from gameplan.cards.table.actions import ACTIONS, decide
from gameplan.cards.table.arguments import check_arguments
from gameplan.cards.table.customs import with_customs
from gameplan.cards.table.decisions import BY_HAND, Decision
from gameplan.cards.table.events import Acted, GameStarted
from gameplan.cards.table.plugin import Deal, IllegalAction, Option, Perform, Plugin
from gameplan.cards.table.rules import Attempt, Level, Note, Replaced, RuleRefused, Seat
from gameplan.cards.table.state import Table
from gameplan.cards.table.views import View, view_of
from gameplan.cards.table.zones import Layout
from gameplan.runtime import Recorded, ReducerContext, Session, Slice

# What whoever was asked by hand may do before he answers: anything that asks for nothing more.
_WHILE_ASKED = frozenset(ACTIONS) - {"create_decision", "end_turn"}


class Done(NamedTuple):
    """What came of an action: the event, and what the rules noted."""

    event: Acted
    notes: tuple[Note, ...] = ()


class Game:
    """A game at a table, with whoever sits there.

    `Game.start` lays a new one out in a session; `Game(plugin, session)` takes up one that the session has. Players see
    `view(seat)` and may do `options(seat)`; the table itself belongs to the game. What is left to chance follows from
    the seed, unless a `chance` is given.
    """

    def __init__(
        self, plugin: Plugin, session: Session, seats: Sequence[Seat] = (), chance: Chance | None = None
    ) -> None:
        self.plugin = plugin
        self.rules = with_customs(plugin.rules)
        self.session = session
        self._made: tuple[Acted, Table] | None = None  # what an action has made, so that the fold need not again
        self._stands: tuple[int, Table] | None = None  # how it stands after which event
        self._fold()
        started = next((each.event for each in session.events if isinstance(each.event, GameStarted)), None)
        if started is None:
            raise ValueError(f"Session {session.session_id} has no game: Game.start begins one.")
        self.started = started
        self.seats = tuple(seats) or tuple(Seat(name) for name in started.seats)
        self._chance: Chance = chance or Seeded(started.seed)
        self._actions: Mapping[str, Perform] = {**ACTIONS, **plugin.actions}

    @classmethod
    def start(
        cls,
        plugin: Plugin,
        deal: Deal,
        *,
        seed: str | int,
        seats: Sequence[Seat],
        session: Session | None = None,
        chance: Chance | None = None,
    ) -> Game:
        """Lay a game out and set it up, as far as nobody has to decide; or, with a position, let it stand so."""
        if len(seats) != plugin.layout.seats:
            raise ValueError(f"{plugin.name} has {plugin.layout.seats} seats, not {len(seats)}.")
        session = session if session is not None else Session()
        laid, keys = plugin.layout.zones, tuple(card.key for card in deal.cards)
        zones, counters = tuple(zone.name for zone in laid), tuple(zone.kind.counters for zone in laid)
        names = tuple(seat.name for seat in seats)
        dealt, decks, owners = tuple(deal.zones), tuple(deal.decks), tuple(deal.owners)
        started = GameStarted(plugin.name, str(seed), names, keys, dealt, zones, decks, owners, counters)
        act = Act(laid_out(plugin, started), 0, chance or Seeded(started.seed))
        if deal.position is None:
            plugin.begin(act)  # if it cannot, nothing is on the record
        else:
            deal.position.lay_out(act)
        session.dispatch(started)
        game = cls(plugin, session, seats, chance)
        game._record(act, "begin", (), ())
        return game

    # -- how it stands

    @property
    def table(self) -> Table:
        """A copy of the table as it stands, with all that is hidden: for records and tests, never for a player."""
        return self._table.clone()

    @property
    def _table(self) -> Table:
        seq = self.session.seq
        if self._stands is None or self._stands[0] != seq:
            table = self.session.slice(Table).latest
            if table is None:
                raise ValueError("The session has no table.")
            self._stands = (seq, table)
        return self._stands[1]

    def view(self, viewer: int | None) -> View:
        """The table as a seat sees it, or a spectator (None)."""
        return view_of(self._table, viewer)

    def options(self, seat: int) -> list[Option]:
        """What a seat may do now by the rules; nothing, if it is not asked and it is not its turn."""
        return self.plugin.options(self._table, seat)

    @property
    def to_act(self) -> int | None:
        """Whom the game waits for: who has to decide, or whose turn it is. None when it is over."""
        table = self._table
        if table.result is not None:
            return None
        return table.decision.seat if table.decision is not None else table.player

    @property
    def actions(self) -> list[Recorded[Acted]]:
        """What the seats have done and nobody has taken back, in order; setting up is not among it."""
        done = (each for each in self.session.standing if isinstance(each.event, Acted))
        return [each for each in done if each.event.action != "begin"]

    # -- what happens

    def act(self, seat: int, action: str, *args: Any, because: str = "") -> Done:
        """Do something. `because` is the card's effect that allows what the rules would not; it is noted.

        Raises `RuleRefused` or `IllegalAction`, and then nothing has changed.
        """
        table = self._table
        if type(seat) is not int or not 0 <= seat < len(self.seats):
            raise IllegalAction(f"There is no seat {seat!r:.20} at this table.")
        if table.result is not None:
            raise IllegalAction("The game is over.")
        if table.out and table.is_out(seat):
            raise IllegalAction("You have given up.")
        if table.decision is not None and action != "concede":
            self._must_be_asked(table.decision, seat, action)
        if action == "resolve_decision":
            return self._decide(table, seat, args)
        perform = self._actions.get(action) if type(action) is str else None
        if perform is None:
            raise IllegalAction(f"Nobody can {action!r:.60} at this table.")
        check_arguments(table, action, perform, args)
        notes: list[Note] = []
        attempt = self._heard(Attempt(table, seat, action, args), notes, because)
        act = Act(table.clone(), seat, self._chance, because)
        self._actions[attempt.action](act, *attempt.args)
        notes += self._consequences(act, attempt)
        return self._record(act, attempt.action, attempt.args, notes)

    def _must_be_asked(self, decision: Decision, seat: int, action: str) -> None:
        """Nobody but who has to decide does anything; and he only that, unless he was asked by hand."""
        if seat == decision.seat:
            if action == "resolve_decision":
                return
            if decision.kind == BY_HAND and action in (_WHILE_ASKED - self.plugin.actions.keys() | self.plugin.by_hand):
                return
        who = "You have" if seat == decision.seat else f"{self.seats[decision.seat].name} has"
        raise IllegalAction(f"{who} to decide first: {decision.text}")

    def _decide(self, table: Table, seat: int, chosen: tuple[Any, ...]) -> Done:
        decision = table.decision
        if decision is None:
            raise IllegalAction("There is nothing to decide.")
        numbers = range(len(decision.choices))
        if not all(type(each) is int and each in numbers for each in chosen) or len(set(chosen)) != len(chosen):
            raise IllegalAction(f"Choose by number, each once, from 0 to {len(decision.choices) - 1}.")
        if not decision.least <= len(chosen) <= decision.most:
            raise IllegalAction(f"Choose from {decision.least} to {decision.most}; you chose {len(chosen)}.")
        act = Act(table.clone(), seat, self._chance)
        decide(act, self.plugin, decision, table.agenda, chosen)
        return self._record(act, "resolve_decision", chosen, ())

    def _heard(self, attempt: Attempt, notes: list[Note], because: str) -> Attempt:
        """Let the rules speak before an action; what is to be done after that."""
        refused: list[Note] = []
        for rule, said in self.rules.objections(attempt):
            level: Level = self.seats[attempt.seat].hears(rule)
            if level == "ignore":
                continue
            if because:  # an effect does just what it says
                told = said.message if isinstance(said, Replaced) else said
                notes.append(Note(rule.id, "info", f"{told} Allowed by a card's effect: {because}"))
            elif isinstance(said, Replaced):
                if refused:
                    break  # what is not to be done at all is not done otherwise
                notes.append(Note(rule.id, "info", said.message))
                return self._heard(Attempt(attempt.table, attempt.seat, said.action, said.args), notes, because)
            elif level == "block":
                refused.append(Note(rule.id, level, said))
            else:
                notes.append(Note(rule.id, level, said))
        if refused:
            raise RuleRefused(refused)
        return attempt

    def _consequences(self, act: Act, attempt: Attempt) -> list[Note]:
        """Let the rules do what they do after an action; what they have to say, as the seat hears it."""
        notes: list[Note] = []
        for rule in self.rules.after(attempt.action):
            level = self.seats[attempt.seat].hears_after(rule)
            if rule.after is None or (level == "ignore" and not rule.upkeep):
                continue
            overridden = bool(act.because) and not rule.upkeep
            said = rule.after(Act(act.table.clone(), act.seat, self._chance) if overridden else act, attempt)
            if said is None or level == "ignore":
                continue
            if overridden:  # what it would have done was done on a copy
                notes.append(Note(rule.id, "info", f"{said} Not so, by a card's effect: {act.because}"))
            else:
                notes.append(Note(rule.id, level, said))
        return notes

    def _record(self, act: Act, action: str, args: tuple[Any, ...], notes: Sequence[Note]) -> Done:
        changes, told = recorded(act.changes), tuple(map(str, notes))
        happened = Acted(act.seat, action, args, changes, told, act.uncovered)
        self._made = (happened, act.table)
        self._stands = (self.session.dispatch(happened).seq, act.table)
        return Done(happened, tuple(notes))

    # -- going back

    def undo(self, seat: int, steps: int = 1, *, consent: bool = False) -> None:
        """Take back the newest actions.

        That is free while they are one's own, nothing came to light by them (see `Act`), and the game goes on; else the
        other player has to consent. What was taken back stays in the record, and so does what chance decided: the
        outcomes follow from the seed and how many there were before, so the same coins fall again in the same order.
        """
        newest = self._newest(steps)
        if not newest:
            raise IllegalAction("There is nothing to take back.")
        why_not = None if consent else self._keeps(seat, newest)
        if why_not is not None:
            raise IllegalAction(f"{why_not} The other player has to consent.")
        self.session.rewind(newest[0].seq - 1, past_final=consent)

    def may_undo(self, seat: int, steps: int = 1) -> bool:
        """Whether a seat may take back so many actions without anybody's consent."""
        newest = self._newest(steps)
        return bool(newest) and self._keeps(seat, newest) is None

    def _newest(self, count: int) -> Sequence[Recorded[Acted]]:
        """The newest actions that stand; none, if there are not so many."""
        found: list[Recorded[Acted]] = []
        for each in reversed(self.session.standing):
            if len(found) == count or isinstance(each.event, GameStarted):
                break
            if isinstance(each.event, Acted) and each.event.action != "begin":
                found.append(each)
        return found[::-1] if len(found) == count else ()

    def _keeps(self, seat: int, actions: Sequence[Recorded[Acted]]) -> str | None:
        """Why a seat alone cannot take these back."""
        if any(each.event.seat != seat for each in actions):
            return "That was somebody else's action."
        if any(each.event.uncovered for each in actions):
            return "Something came to light by that."
        return "The game is over." if self._table.result is not None else None

    # -- the fold

    def _fold(self) -> None:
        """Let the session keep the table."""

        def lay_out(slice_: Slice[Table], event: GameStarted, context: ReducerContext) -> Slice[Table]:
            return Slice((laid_out(self.plugin, event),))

        def changed(slice_: Slice[Table], event: Acted, context: ReducerContext) -> Slice[Table]:
            if self._made is not None and self._made[0] is event:
                table = self._made[1]
                self._made = None
                return Slice((table,))
            return Slice(after(table, event) for table in slice_)

        self.session.register_reducer(GameStarted, lay_out, slice_type=Table)
        self.session.register_reducer(Acted, changed, slice_type=Table)


class Laid(Protocol):
    """What it takes to lay out a game: a plugin has it, and in part the record itself."""

    @property
    def layout(self) -> Layout: ...

    def card(self, key: str) -> Any: ...


def laid_out(plugin: Laid, started: GameStarted) -> Table:
    """The table before anything has happened at it."""
    dealt: dict[int, list[int]] = {}
    for card, zone in enumerate(started.dealt):
        dealt.setdefault(zone, []).append(card)
    return Table(plugin.layout, [plugin.card(key) for key in started.cards], dealt, started.owners)


def after(table: Table, event: Acted) -> Table:
    """The table after something has happened at it. The one that is given stays as it is."""
    table = table.clone()
    for change in event.changes:
        table.apply(change)
    return table


def table_of(plugin: Laid, record: Iterable[Recorded[Any]]) -> Table | None:
    """The table after what a record tells; None if it tells of no game."""
    table: Table | None = None
    for each in record:
        if isinstance(each.event, GameStarted):
            table = laid_out(plugin, each.event)
        elif isinstance(each.event, Acted) and table is not None:
            for change in each.event.changes:
                table.apply(change)
    return table
