"""The board: which zones there are, what counters lie on a Pokémon, and questions that everything else asks."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from gameplan.cards.pokemon.facts import Card
from gameplan.cards.table.state import Table
from gameplan.cards.table.zones import Layout, ZoneKind

BENCH_SIZE = 5
PRIZES = 6
# What lies on a Pokémon in play. Those that end in `_turn` hold the number of the turn in which something is so.
SPOT = (
    "damage",  # in points: ten for each counter
    "condition",  # 0 none, 1 asleep, 2 confused, 3 paralyzed
    "poison",  # counters put at each checkup
    "burned",
    "entered_turn",
    "evolved_turn",
    "ability_turn",
    "held_turn",  # cannot attack in that turn
    "stuck_turn",  # cannot retreat in that turn
    "guard_turn",  # damage by attacks is less in that turn, by `guard`
    "guard",
    "boost_turn",  # its attacks do more in that turn, by `boost`
    "boost",
    "locked_turn",  # cannot use attack number `locked` in that turn
    "locked",
)
# What is noted for a player.
SIDE = (
    "energy_turn",
    "supporter_turn",
    "stadium_turn",
    "retreat_turn",
    "knocked_turn",  # one of his Pokémon was knocked out by an attack of the other's in that turn
    "no_items_turn",
    "no_supporter_turn",
    "plus_turn",  # attacks of his Pokémon do more in that turn, by `plus`
    "plus",
    "mulligans",
    "extra_turn",  # after that turn he has another one
    "first_turn",  # his first one
)
(
    DAMAGE, CONDITION, POISON, BURNED, ENTERED, EVOLVED, ABILITY, HELD, STUCK, GUARD_TURN, GUARD, BOOST_TURN, BOOST,
    LOCKED_TURN, LOCKED,
) = range(len(SPOT))  # fmt: skip
(
    ENERGY_TURN, SUPPORTER_TURN, STADIUM_TURN, RETREAT_TURN, KNOCKED_TURN, NO_ITEMS, NO_SUPPORTER, PLUS_TURN, PLUS,
    MULLIGANS, EXTRA_TURN, FIRST_TURN,
) = range(len(SIDE))  # fmt: skip
ASLEEP, CONFUSED, PARALYZED = 1, 2, 3
_LIMITS = (("condition", PARALYZED), ("burned", 1))
CONDITIONS = {ASLEEP: "Asleep", CONFUSED: "Confused", PARALYZED: "Paralyzed"}

LAYOUT = Layout(
    (
        ZoneKind("active", ordered=True, counters=SPOT, limits=_LIMITS),
        ZoneKind("bench", places=BENCH_SIZE, ordered=True, counters=SPOT, limits=_LIMITS),
        ZoneKind("hand", sees="owner"),
        ZoneKind("deck", sees="nobody", ordered=True),
        ZoneKind("prizes", sees="nobody", ordered=True, capacity=PRIZES),
        ZoneKind("discard", ordered=True),
        ZoneKind("lost", ordered=True),
        ZoneKind("staging"),
        ZoneKind("player", capacity=0, counters=SIDE),
        ZoneKind("stadium", shared=True, capacity=1),
    )
)
EVERYBODY = LAYOUT.everybody
ACTIVE = tuple(LAYOUT.at("active", seat) for seat in (0, 1))
BENCH = tuple(LAYOUT.places("bench", seat) for seat in (0, 1))
SPOTS = tuple((ACTIVE[seat], *BENCH[seat]) for seat in (0, 1))
HAND, DECK, DISCARD, LOST, STAGING, PLAYER, PRIZE = (
    tuple(LAYOUT.at(kind, seat) for seat in (0, 1))
    for kind in ("hand", "deck", "discard", "lost", "staging", "player", "prizes")
)
STADIUM = LAYOUT.at("stadium")
OWNER = tuple(zone.owner for zone in LAYOUT.zones)
ALL_SPOTS = frozenset(SPOTS[0] + SPOTS[1])
IS_ACTIVE = frozenset(ACTIVE)


def in_play(table: Table, seat: int) -> list[int]:
    """The spots of a seat where a Pokémon lies, the active one first."""
    zones, cards = table.zones, table.cards
    return [spot for spot in SPOTS[seat] if (zone := zones[spot]) and cards[zone[0]].is_pokemon]


def benched(table: Table, seat: int) -> list[int]:
    """The spots of a seat's bench where a Pokémon lies."""
    zones, cards = table.zones, table.cards
    return [spot for spot in BENCH[seat] if (zone := zones[spot]) and cards[zone[0]].is_pokemon]


def free_spots(table: Table, seat: int) -> list[int]:
    """The spots of a seat's bench where there is room."""
    zones = table.zones
    free = [spot for spot in BENCH[seat] if not zones[spot]]
    return free[: max(0, bench_limit(table) - (BENCH_SIZE - len(free)))]


def bench_limit(table: Table) -> int:
    """How many Pokémon a bench may hold: a stadium may lower it."""
    stadium = table.zones[STADIUM]
    if stadium:
        passive = table.cards[stadium[0]].passive
        if passive and passive[0] == "bench":
            return min(BENCH_SIZE, int(passive[1]))
    return BENCH_SIZE


def pokemon(table: Table, spot: int) -> Card:
    """The Pokémon that lies on top of a spot."""
    card: Card = table.cards[table.zones[spot][0]]
    return card


def called(table: Table, spot: int) -> str:
    """The Pokémon on a spot, with where it is: what the log tells each viewer in his words."""
    return f"{pokemon(table, spot).name} ({LAYOUT.zones[spot].name})"


def energies(table: Table, spot: int) -> list[int]:
    """The Energy cards on a Pokémon."""
    cards = table.cards
    return [card for card in table.zones[spot] if cards[card].is_energy]


def tools(table: Table, spot: int) -> list[int]:
    """The Tools on a Pokémon."""
    cards = table.cards
    return [card for card in table.zones[spot] if cards[card].kind == "tool"]


def energy_on(table: Table, spot: int) -> str:
    """The energy that a Pokémon has, in letters."""
    cards = table.cards
    return "".join([cards[card].gives for card in table.zones[spot] if cards[card].is_energy])


@cache
def pays(energy: str, cost: str) -> bool:
    """Whether this energy pays a cost: coloured first, Colorless by any."""
    return len(energy) >= len(cost) and lacks(energy, cost) == 0


def lacks(energy: str, cost: str) -> int:
    """How many more energy it takes to pay a cost."""
    left, missing = list(energy), 0
    for letter in cost:
        if letter == "C":
            continue
        if letter in left:
            left.remove(letter)
        elif "*" in left:
            left.remove("*")
        else:
            missing += 1
    return missing + max(0, cost.count("C") - len(left))


def passives(table: Table, spot: int) -> Iterator[tuple[Any, ...]]:
    """What always holds for the Pokémon on a spot: by its own ability, and by what is attached to it."""
    cards, zone = table.cards, table.zones[spot]
    ability = cards[zone[0]].ability
    if ability is not None and ability.passive:
        yield ability.passive
    for card in zone[1:]:
        passive = cards[card].passive
        if passive:
            yield passive


def hp(table: Table, spot: int) -> int:
    """The hit points of the Pokémon on a spot, with what is attached to it."""
    cards, zone = table.cards, table.zones[spot]
    points: int = cards[zone[0]].hp
    for card in zone[1:]:
        passive = cards[card].passive
        if passive and passive[0] == "hp":
            points += passive[1]
    return points


def hp_left(table: Table, spot: int) -> int:
    """Hit points less damage."""
    return hp(table, spot) - table.marks[spot][DAMAGE]


def retreat_cost(table: Table, spot: int) -> int:
    """How much energy it takes to retreat."""
    cards, zone = table.cards, table.zones[spot]
    cost: int = cards[zone[0]].retreat
    for passive in passives(table, spot):
        if passive[0] == "retreat":
            cost += passive[1]
    stadium = table.zones[STADIUM]
    if stadium:
        passive = cards[stadium[0]].passive
        if passive and passive[0] == "retreat_all":
            cost += passive[1]
    return max(0, cost)


def is_first_turn(table: Table) -> bool:
    """Whether this is the first turn of the player whose turn it is."""
    first = table.marks[PLAYER[table.player]][FIRST_TURN]
    return table.turn == first if first else table.turn <= 2


def next_player(table: Table) -> int:
    """Whose turn comes after this one."""
    again = table.turn > 0 and table.marks[PLAYER[table.player]][EXTRA_TURN] == table.turn
    return table.player if again else 1 - table.player


def too_new(table: Table, spot: int) -> bool:
    """Whether a Pokémon was put into play, or has evolved, in this turn."""
    marks = table.marks[spot]
    return table.turn in (marks[ENTERED], marks[EVOLVED])
