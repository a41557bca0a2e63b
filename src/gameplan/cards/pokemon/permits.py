"""What the rules permit: one question for each, answered with None, or with why not.

The rules at the table (`rules.py`) and the list of what can be done (`options.py`) both ask here.
"""

from __future__ import annotations

from gameplan.cards.pokemon.amounts import holds
from gameplan.cards.pokemon.board import (
    ABILITY,
    ACTIVE,
    ASLEEP,
    CONDITION,
    CONDITIONS,
    ENERGY_TURN,
    HELD,
    LOCKED,
    LOCKED_TURN,
    NO_ITEMS,
    NO_SUPPORTER,
    OWNER,
    PARALYZED,
    PLAYER,
    RETREAT_TURN,
    STADIUM,
    STADIUM_TURN,
    STUCK,
    SUPPORTER_TURN,
    benched,
    energy_on,
    free_spots,
    is_first_turn,
    pays,
    pokemon,
    retreat_cost,
    too_new,
    tools,
)
from gameplan.cards.pokemon.facts import Card
from gameplan.cards.table.state import Table


def bench_room(table: Table, seat: int) -> str | None:
    """T10: the bench holds five."""
    return None if free_spots(table, seat) else "Your Bench is full."


def energy(table: Table, seat: int) -> str | None:
    """T5: one Energy from the hand in a turn."""
    if table.marks[PLAYER[seat]][ENERGY_TURN] == table.turn:
        return "You have already attached an Energy from your hand this turn."
    return None


def evolving_now(table: Table) -> str | None:
    """T3: nobody evolves in his own first turn."""
    return "No Pokémon evolves on its player's first turn." if is_first_turn(table) else None


def ripe(table: Table, spot: int) -> str | None:
    """T4: not what was put into play or evolved in this turn."""
    if too_new(table, spot):
        return f"{pokemon(table, spot).name} was put into play or has evolved this turn."
    return None


def follows(table: Table, card: Card, spot: int) -> str | None:
    """V1: an Evolution goes onto what it evolves from."""
    below = pokemon(table, spot)
    if card.evolves_from != below.name:
        return f"{card.name} evolves from {card.evolves_from or 'nothing'}, not from {below.name}."
    return None


def first_supporter(table: Table) -> str | None:
    """T2: who goes first plays no Supporter in the first turn."""
    return "The player who goes first plays no Supporter in the first turn." if table.turn == 1 else None


def supporter(table: Table, seat: int) -> str | None:
    """T6: one Supporter in a turn, unless an effect forbids it."""
    side = table.marks[PLAYER[seat]]
    if side[SUPPORTER_TURN] == table.turn:
        return "You have already played a Supporter this turn."
    if side[NO_SUPPORTER] == table.turn:
        return "An effect forbids you to play Supporters this turn."
    return None


def item(table: Table, seat: int) -> str | None:
    """T9: Items as many as one likes, unless an effect forbids them."""
    if table.marks[PLAYER[seat]][NO_ITEMS] == table.turn:
        return "An effect forbids you to play Items this turn."
    return None


def stadium(table: Table, seat: int, card: Card) -> str | None:
    """T7: one Stadium in a turn, and not the one that is in play."""
    if table.marks[PLAYER[seat]][STADIUM_TURN] == table.turn:
        return "You have already played a Stadium this turn."
    there = table.zones[STADIUM]
    if there and table.cards[there[0]].name == card.name:
        return f"{card.name} is in play already."
    return None


def tool(table: Table, spot: int) -> str | None:
    """T9: one Tool on a Pokémon."""
    return f"{pokemon(table, spot).name} has a Tool already." if tools(table, spot) else None


def of_use(table: Table, seat: int, card: int) -> str | None:
    """T13: a Trainer that can do nothing is not played."""
    face: Card = table.cards[card]
    if face.needs and not holds(table, {"seat": seat, "spot": ACTIVE[seat], "card": card}, face.needs):
        return f"{face.name} could do nothing now."
    return None


def retreating(table: Table, seat: int) -> str | None:
    """T8: one retreat in a turn, with energy to pay it, to somebody on the bench."""
    spot = ACTIVE[seat]
    if not table.zones[spot]:
        return "You have no Active Pokémon."
    if table.marks[PLAYER[seat]][RETREAT_TURN] == table.turn:
        return "You have already retreated this turn."
    if table.marks[spot][STUCK] == table.turn:
        return f"An effect keeps {pokemon(table, spot).name} from retreating this turn."
    if not benched(table, seat):
        return "You have nobody on the Bench."
    cost = retreat_cost(table, spot)
    if len(energy_on(table, spot)) < cost:
        return f"{pokemon(table, spot).name} needs {cost} Energy to retreat."
    return None


def first_attack(table: Table) -> str | None:
    """T2: who goes first does not attack in the first turn."""
    return "The player who goes first does not attack in the first turn." if table.turn == 1 else None


def awake(table: Table, seat: int) -> str | None:
    """C4: who is Asleep or Paralyzed neither attacks nor retreats."""
    spot = ACTIVE[seat]
    condition = table.marks[spot][CONDITION]
    if condition in (ASLEEP, PARALYZED) and table.zones[spot]:
        return f"{pokemon(table, spot).name} is {CONDITIONS[condition]}: it can neither attack nor retreat."
    return None


def attacking(table: Table, seat: int, number: int) -> str | None:
    """A2: there is such an attack, and no effect keeps from it."""
    spot = ACTIVE[seat]
    if not table.zones[spot]:
        return "You have no Active Pokémon."
    card, marks = pokemon(table, spot), table.marks[spot]
    if not 0 <= number < len(card.attacks):
        return f"{card.name} has no attack number {number + 1}."
    if marks[HELD] == table.turn:
        return f"An effect keeps {card.name} from attacking this turn."
    if marks[LOCKED_TURN] == table.turn and marks[LOCKED] == number:
        return f"{card.attacks[number].name} cannot be used this turn."
    return None


def paying(table: Table, seat: int, number: int) -> str | None:
    """A1: an attack is paid for by the Energy on its Pokémon."""
    spot = ACTIVE[seat]
    attacks = pokemon(table, spot).attacks if table.zones[spot] else ()
    if not 0 <= number < len(attacks):
        return None  # A2 says so
    if not pays(energy_on(table, spot), attacks[number].cost):
        return (
            f"{attacks[number].name} costs {attacks[number].cost}; {pokemon(table, spot).name} has not enough Energy."
        )
    return None


def ability(table: Table, spot: int) -> str | None:
    """T11: an ability as often as its words say."""
    found = pokemon(table, spot).ability
    if found is None or found.when not in ("once", "often"):
        return f"{pokemon(table, spot).name} has no ability to be used."
    if found.when == "once" and table.marks[spot][ABILITY] == table.turn:
        return f"{found.name} has been used this turn."
    if found.needs and not holds(table, {"seat": OWNER[spot], "spot": spot}, found.needs):
        return f"{found.name} could do nothing now."
    return None
