"""How a game begins: who goes first, hands, active Pokémon, prizes, benches. Operations, so that it can wait."""

from __future__ import annotations

from gameplan.cards.pokemon.board import (
    ACTIVE,
    BENCH,
    BENCH_SIZE,
    DECK,
    EVERYBODY,
    HAND,
    MULLIGANS,
    PLAYER,
    PRIZE,
    PRIZES,
    in_play,
)
from gameplan.cards.pokemon.facts import Program
from gameplan.cards.pokemon.machine import Ask, Context, operation
from gameplan.cards.table.acting import Act
from gameplan.cards.table.actions import mulligan
from gameplan.cards.table.decisions import Choice, Decision
from gameplan.cards.table.plugin import IllegalAction
from gameplan.cards.table.state import Table

_HAND_SIZE = 7
SETUP: Program = (
    ("toss",),
    ("first_hands",),
    ("bonus", 0),
    ("bonus", 1),
    ("choose_bench", 0),
    ("choose_bench", 1),
    ("turn_up",),
    ("next_turn",),
)


@operation
def toss(act: Act, context: Context) -> None:
    """A coin decides who goes first, before hands are drawn."""
    first = 0 if act.flip("for the first turn") else 1
    act.say(f"The first turn is p{first + 1}'s.")
    act.clock(0, 1 - first, "setup")  # the turn before the first is the other's


@operation
def first_hands(act: Act, context: Context) -> Program:
    """Shuffle and draw seven; if nobody has a Basic, all draw anew. Who has one sets up before who has none."""
    table = act.table
    for seat in (0, 1):
        if not any(table.cards[card].is_basic for card in table.zones[DECK[seat]]):
            raise IllegalAction(f"Deck {seat + 1} has no Basic Pokémon: nobody can begin with it.")
        act.shuffle(DECK[seat])
        act.draw(DECK[seat], HAND[seat], _HAND_SIZE)
    while not (has_basic(table, 0) or has_basic(table, 1)):
        for seat in (0, 1):
            mulligan(act, HAND[seat], DECK[seat], _HAND_SIZE)
    if has_basic(table, 0) and has_basic(table, 1):
        return (("choose_active", 0), ("choose_active", 1), ("set_prizes", 0), ("set_prizes", 1))
    ready = 0 if has_basic(table, 0) else 1
    late = 1 - ready
    return (
        ("choose_active", ready),
        ("set_prizes", ready),
        ("redraw", late),
        ("choose_active", late),
        ("set_prizes", late),
    )


@operation
def redraw(act: Act, context: Context, seat: int) -> None:
    """Who alone has no Basic shows his hand, shuffles it in and draws again, until he has one."""
    while not has_basic(act.table, seat):
        mulligan(act, HAND[seat], DECK[seat], _HAND_SIZE)
        act.mark(PLAYER[seat], MULLIGANS, act.table.marks[PLAYER[seat]][MULLIGANS] + 1)


def has_basic(table: Table, seat: int) -> bool:
    """Whether there is a Basic Pokémon in a hand."""
    return any(table.cards[card].is_basic for card in table.zones[HAND[seat]])


@operation
def choose_active(act: Act, context: Context, seat: int) -> Ask | None:
    """Each player puts a Basic face down into the active spot. He is asked also if he holds but one."""
    table, name = act.table, f"active{seat}"
    if name in context:
        act.move(context[name][0], ACTIVE[seat], face=1 << seat)
        return None
    choices = tuple(Choice(table.cards[card].name, card) for card in _basics(table, seat, 1))
    return Ask(Decision(seat, "active", "Choose your Active Pokémon", choices, private=True), name, again=True)


@operation
def choose_bench(act: Act, context: Context, seat: int) -> Ask | None:
    """Each player may put Basics face down onto the bench; he is asked also if there is none."""
    table, name = act.table, f"bench{seat}"
    if name in context:
        for card, spot in zip(context[name], BENCH[seat], strict=False):
            act.move(card, spot, face=1 << seat)
        return None
    choices = tuple(Choice(table.cards[card].name, card) for card in _basics(table, seat, BENCH_SIZE))
    most = min(BENCH_SIZE, len(choices))
    return Ask(Decision(seat, "bench", "Choose Basic Pokémon for your Bench", choices, 0, most, True), name, again=True)


def _basics(table: Table, seat: int, copies: int) -> list[int]:
    counts: dict[str, int] = {}
    found = []
    for card in table.zones[HAND[seat]]:
        face = table.cards[card]
        if face.is_basic:
            counts[face.key] = counts.get(face.key, 0) + 1
            if counts[face.key] <= copies:
                found.append(card)
    return found


@operation
def set_prizes(act: Act, context: Context, seat: int) -> None:
    """Six prizes, face down, off the top; nobody looks."""
    act.draw(DECK[seat], PRIZE[seat], PRIZES)


@operation
def bonus(act: Act, context: Context, seat: int) -> Ask | None:
    """For each time that only the other drew anew a player may draw a card."""
    table, name = act.table, f"bonus{seat}"
    count = table.marks[PLAYER[1 - seat]][MULLIGANS] - table.marks[PLAYER[seat]][MULLIGANS]
    if name in context:
        act.draw(DECK[seat], HAND[seat], int(context[name][0]))
        return None
    if count <= 0:
        return None
    choices = tuple(Choice(f"draw {n}", n) for n in range(count, -1, -1))
    text = f"Your opponent had {count} mulligan{'' if count == 1 else 's'}: draw how many cards?"
    return Ask(Decision(seat, "bonus", text, choices), name, again=True)


@operation
def turn_up(act: Act, context: Context) -> None:
    """Everything is turned face up."""
    for seat in (0, 1):
        for spot in in_play(act.table, seat):
            act.face(act.table.zones[spot][0], EVERYBODY)
