"""A player with fixed priorities, who looks at what lies there and never ahead."""

from __future__ import annotations

from collections.abc import Sequence

from gameplan.cards.players.attacks import missing, strikes, usual_damage, worth
from gameplan.cards.players.outlook import Outlook
from gameplan.cards.pokemon.board import (
    ACTIVE,
    ALL_SPOTS,
    DAMAGE,
    DECK,
    HAND,
    OWNER,
    benched,
    energy_on,
    hp_left,
    pokemon,
    retreat_cost,
)
from gameplan.cards.pokemon.facts import Card
from gameplan.cards.table.decisions import Decision
from gameplan.cards.table.plugin import Option
from gameplan.cards.table.state import Table

_GIVES_UP = ("paid", "discarded", "cost", "trim", "payment")  # decisions in which something of one's own is lost
_FULL_BENCH = 4
_SMALL_HAND = 5
_SAFE_DECK = 8


class Heuristic:
    """Evolve, use abilities, search, attach where it is missing, put Basics down, draw, attack with most damage."""

    name = "heuristic"

    def choose(self, outlook: Outlook) -> int:
        return best_by_priority(outlook.table, outlook.seat, outlook.options)


def best_by_priority(table: Table, seat: int, options: Sequence[Option]) -> int:
    """The number of the option that the fixed priorities like best; of equals, the first."""
    if len(options) == 1:
        return 0
    decision = table.decision
    if decision is not None:
        return max(range(len(options)), key=lambda i: (of_decision(table, seat, decision, options[i]), -i))
    return max(range(len(options)), key=lambda i: (of_move(table, seat, options[i]), -i))


def of_move(table: Table, seat: int, option: Option) -> float:
    """How urgent a move is; what ends the turn comes last, and below nothing what is better left."""
    match option:
        case ("evolve", card, spot):
            return 900.0 + 10 * int(table.cards[card].stage) + int(spot == ACTIVE[seat])
        case ("declare_ability", _):
            return 850
        case ("play_basic", card):
            return 800 + float(table.cards[card].hp) / 10 if len(benched(table, seat)) < _FULL_BENCH else -1
        case ("attach_energy", card, spot):
            return 700 + _attaching(table, seat, card, spot)
        case ("attach_tool", _, spot):
            return 651 if spot == ACTIVE[seat] else 650
        case ("play_trainer", card):
            return _playing(table, seat, table.cards[card])
        case ("declare_retreat", spot):
            return _retreating(table, seat, spot)
        case ("declare_attack", number):
            return _attacking(table, seat, number)
        case ("end_turn",):
            return 0
    return -2


def _attaching(table: Table, seat: int, card: int, spot: int) -> float:
    """Best where it makes an attack possible, then where one comes nearer; the active Pokémon first."""
    energy = energy_on(table, spot)
    more = energy + table.cards[card].gives
    gain = 0.0
    for attack in pokemon(table, spot).attacks:
        before, after = missing(energy, attack.cost), missing(more, attack.cost)
        if after < before:
            gain = max(gain, worth(attack) / (1 + after))
    if not gain:
        return -60.0 if len(energy) >= 3 else -40.0
    return gain / 10 + (10 if spot == ACTIVE[seat] else 0)


def _playing(table: Table, seat: int, card: Card) -> float:
    if not card.programmed:
        return -1  # nobody would carry out what it says
    hand = len(table.zones[HAND[seat]])
    words = {operation[0] for operation in card.effect}
    if card.kind == "supporter":
        if words & {"draw", "draw_to"}:
            if len(table.zones[DECK[seat]]) <= _SAFE_DECK:
                return -1
            return 500 if hand <= _SMALL_HAND or "hand_away" not in words else -1
        return 450
    if card.kind == "stadium":
        return 400
    if "switch_in" in words and not _stuck(table, seat) and card.effect[0][2:3] == ("own_bench",):
        return -1
    return 750


def _stuck(table: Table, seat: int) -> bool:
    """Whether the active Pokémon can do nothing, and one of the bench could."""
    return _ready(table, ACTIVE[seat]) == 0 and any(_ready(table, spot) for spot in benched(table, seat))


def _ready(table: Table, spot: int) -> float:
    energy = energy_on(table, spot)
    return max((worth(each) for each in pokemon(table, spot).attacks if not missing(energy, each.cost)), default=0.0)


def _retreating(table: Table, seat: int, spot: int) -> float:
    return 300 + _ready(table, spot) / 10 - 10 * retreat_cost(table, ACTIVE[seat]) if _stuck(table, seat) else -1


def _attacking(table: Table, seat: int, number: int) -> float:
    damage = strikes(table, seat, number)
    foe = ACTIVE[1 - seat]
    knocks_out = bool(table.zones[foe]) and damage >= hp_left(table, foe)
    return 100 + min(99, worth(pokemon(table, ACTIVE[seat]).attacks[number]) / 5 + damage / 20) + 50 * knocks_out


# -- decisions


def of_decision(table: Table, seat: int, decision: Decision, option: Option) -> float:
    """How good it is to decide so: the sum of what is chosen, or less it where something is given up."""
    numbers = option[1:]
    choices = [decision.choices[number] for number in numbers]
    if decision.kind in ("may", "prizes", "bonus", "words"):
        return -float(sum(numbers))
    if decision.kind == "payment":
        return -float(sum(_card_worth(table, seat, int(n)) for each in choices for n in str(each.value).split("+")))
    if decision.kind == "order":
        return float(sum(_card_worth(table, seat, int(each.value)) / (2 + at) for at, each in enumerate(choices)))
    sign = -1.0 if decision.kind in _GIVES_UP else 1.0
    spots = all("(" in each.label for each in decision.choices) and decision.kind not in ("active", "bench")
    of_one = _spot_worth if spots else _card_worth
    return sign * sum(of_one(table, seat, int(each.value)) for each in choices if isinstance(each.value, int))


def _spot_worth(table: Table, seat: int, spot: int) -> float:
    """A Pokémon as what something is done with: one's own that is ready and well, the other's that is nearly beaten."""
    if spot not in ALL_SPOTS or not table.zones[spot]:
        return 0.0
    card = pokemon(table, spot)
    if OWNER[spot] == seat:
        return 10 + _ready(table, spot) / 5 + hp_left(table, spot) / 10
    front = ACTIVE[seat]
    hits = max((usual_damage(each) for each in pokemon(table, front).attacks), default=0) if table.zones[front] else 0
    return 10 + 40 * card.prizes * (hits >= hp_left(table, spot)) + table.marks[spot][DAMAGE] / 10 + card.stage * 5


def _card_worth(table: Table, seat: int, number: int) -> float:
    """A card as something to have: what completes what lies there, then Pokémon, Supporters, Energy."""
    card: Card | None = table.cards[number] if 0 <= number < len(table.cards) else None
    if card is None:
        return 1.0
    held = sum(1 for each in table.zones[HAND[seat]] if table.cards[each] is card)
    value = 10.0
    if card.is_pokemon:
        value = 20 + card.hp / 20 + max((worth(each) for each in card.attacks), default=0.0) / 10
        if card.stage:
            below = [spot for spot in (ACTIVE[seat], *benched(table, seat)) if table.zones[spot]]
            value += 20 if any(pokemon(table, spot).name == card.evolves_from for spot in below) else -5
        elif len(benched(table, seat)) < 2:
            value += 15
    elif card.kind == "supporter":
        value = 18.0
    elif card.is_energy:
        value = 16.0
    return value / (1 + held)
