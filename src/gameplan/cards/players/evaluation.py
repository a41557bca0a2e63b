"""How a table stands for a seat, as one number: the sum of what is counted, each with its weight."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

from gameplan.cards.players.attacks import best_damage, missing, worth
from gameplan.cards.pokemon.board import (
    ACTIVE,
    ASLEEP,
    BENCH,
    BENCH_SIZE,
    BURNED,
    CONDITION,
    CONFUSED,
    DAMAGE,
    DECK,
    ENERGY_TURN,
    HAND,
    HELD,
    PARALYZED,
    PLAYER,
    POISON,
    PRIZE,
    SPOTS,
    SUPPORTER_TURN,
    hp,
    retreat_cost,
)
from gameplan.cards.pokemon.facts import Card
from gameplan.cards.table.state import Table

WON = 1_000_000.0
_LOGIT = 170.0  # so many points make the odds of winning e times as good
_SOON = 1e-6  # what a win is worth less for each turn that it takes


@dataclass(frozen=True, slots=True)
class Weights:
    """What each thing is worth, in hundredths of a prize.

    Fitted: 6,600 tables at the ends of turns were each played on eight times by the fixed priorities, in worlds that
    the seat held possible. Logistic regression against how often that was won weighed what is counted, drawn towards
    the weights before, with what each pair of decks makes of it taken out. `patience` and `company` stayed as they were
    set by hand: from 1 on, `patience` loses nearly every game. With a fit that was closer still no more games were won.
    """

    prize: float = 100.0  # for each that is taken
    knock_out_next: float = 88.7  # per prize: the active one opposite falls to the next attack, and it is ours
    knock_out_after: float = 24.1  # the same, but the other attacks before
    reach: float = 0.353  # what of that holds if only one of the bench could do it
    rescue: float = 0.464  # what is left of that if the active one cannot pay for its retreat
    wear: float = 34.7  # per prize: what damage has eaten of a Pokémon's hit points
    best: float = 1.4  # per point of damage: the best attacker
    second: float = 1.14  # the second best
    others: float = 0.0563
    active: float = 0.312  # what the active one can do now, beside that
    strike: float = 0.738  # the same, while it is still to attack in this turn
    patience: float = 0.75  # what each missing energy leaves of an attack's worth
    growth: float = 0.407  # what a Pokémon is worth for what it can evolve into
    body: float = 5.35  # a Pokémon in play
    stage: float = 11.8  # for each stage
    points: float = 0.097  # a hit point in play
    tool: float = 5.39
    lonely: float = 42.2  # nobody on the bench
    thin: float = 15.4  # only one there
    card: float = 12.6  # each of the first cards in the other's hand
    more_cards: float = 6.75  # each beyond
    item: float = 0.984  # an Item, a Tool or a Stadium in one's own hand
    basic: float = 5.09  # a Basic in hand for which there is room
    company: float = 0.55  # what a Basic in hand makes good of an empty bench
    fitting: float = 15.1  # an Evolution in hand of what lies there
    fitting_power: float = 0.16  # per point of damage that it would bring
    unfitting: float = 3.8
    energy: float = 3.53  # the first Energy in hand; of each further one, half of that before
    supporter: float = 6.26  # the first Supporter, likewise
    energy_kept: float = 11.3  # the first Energy in hand, when none can be attached any more in this turn
    supporter_kept: float = 8.33  # the first Supporter, when none can be played any more
    deck: float = 121.0  # each card that a deck is short of what the game will take
    poison: float = 31.7
    burn: float = 14.7
    stopped: float = 33.2  # asleep, paralyzed, or kept from attacking
    confused: float = 44.8


WEIGHTS = Weights()
_GOOD_HAND = 6
_SAFE_DECK = 8


class Evaluation:
    """Judges tables. It knows the cards that may turn up, and so what can evolve into what."""

    def __init__(self, cards: Iterable[Card], weights: Weights = WEIGHTS) -> None:
        self.weights = weights
        self._above: dict[str, list[Card]] = {}
        for card in dict.fromkeys(cards):
            if card.is_pokemon and card.stage:
                self._above.setdefault(card.evolves_from, []).append(card)
        self._powers: dict[tuple[Card, str], tuple[float, float]] = {}
        self._made: dict[tuple[Card, ...], tuple[str, int, float, float, float]] = {}

    def of(self, table: Table, seat: int, *, fresh: bool = False) -> float:
        """How the table stands for a seat; `fresh` if its turn has only just begun."""
        result = table.result
        if result is not None:
            return 0.0 if result.winner is None else WON - table.turn if result.winner == seat else table.turn - WON
        # Who is not in the middle of his own turn will attach one more Energy before he attacks.
        to_come = "" if table.player == seat and not fresh else "*"
        return self._side(table, seat, to_come, own=True) - self._side(table, 1 - seat, "*", own=False)

    def chance(self, table: Table, seat: int, *, fresh: bool = False) -> float:
        """The same as a chance to win, from 0 to 1: of many worlds, one in which all is lost is but one."""
        result = table.result
        if result is not None:
            soon = _SOON * table.turn
            return 0.5 if result.winner is None else 1 - soon if result.winner == seat else soon
        return 1 / (1 + math.exp(-self.of(table, seat, fresh=fresh) / _LOGIT))

    def power(self, card: Card, energy: str) -> tuple[float, float]:
        """What a Pokémon can do with so much energy, now and when it has grown, in points of damage."""
        found = self._powers.get((card, energy))
        if found is None:
            w = self.weights
            now = max((worth(each) * w.patience ** missing(energy, each.cost) for each in card.attacks), default=0.0)
            grown = max((max(self.power(each, energy)) for each in self._above.get(card.name, ())), default=0.0)
            found = self._powers[card, energy] = (now, grown)
        return found

    def _side(self, table: Table, seat: int, to_come: str, *, own: bool) -> float:
        w, zones, cards, all_marks = self.weights, table.zones, table.cards, table.marks
        left = len(zones[PRIZE[seat]])
        total = -w.prize * left
        powers, fighters = [], []
        for spot in SPOTS[seat]:
            zone = zones[spot]
            if zone:
                lying = tuple([cards[number] for number in zone])
                made = self._made.get(lying) or self._make(table, spot, lying)
                energy, most, power, standing, wearing = made
                damage = all_marks[spot][DAMAGE]
                fighters.append((spot, energy))
                powers.append(power)
                total += standing - w.points * damage - wearing * damage / most
        powers.sort(reverse=True)
        for place, power in enumerate(powers):
            total += power * (w.best if place == 0 else w.second if place == 1 else w.others)
        on_bench = len(powers) - bool(zones[ACTIVE[seat]])
        total -= w.lonely if on_bench == 0 else w.thin if on_bench == 1 else 0.0
        total -= w.deck * max(0, min(_SAFE_DECK, 2 * left + 1) - len(zones[DECK[seat]]))
        if own:
            total += self._hand(table, seat, on_bench)
        else:
            hand = len(zones[HAND[seat]])
            total += w.card * min(hand, _GOOD_HAND) + w.more_cards * max(0, hand - _GOOD_HAND)
        if zones[ACTIVE[seat]]:
            total += self._in_front(table, seat, fighters, to_come)
        return total

    def _make(self, table: Table, spot: int, lying: tuple[Card, ...]) -> tuple[str, int, float, float, float]:
        """What a Pokémon with all that is attached to it is worth, as far as that depends on nothing else.

        Its energy, its hit points, its power, what it is worth for standing there, and what it is worth that it wears.
        """
        w, card = self.weights, lying[0]
        energy = "".join(sorted("".join(each.gives for each in lying if each.is_energy)))
        most = hp(table, spot)
        now, grown = self.power(card, energy)
        tools = sum(each.kind == "tool" for each in lying)
        standing = w.body + w.stage * card.stage + w.points * most + w.tool * tools
        made = energy, max(1, most), max(now, now + w.growth * (grown - now)), standing, w.wear * card.prizes
        self._made[lying] = made
        return made

    def _hand(self, table: Table, seat: int, on_bench: int) -> float:
        """What the cards in hand are good for, as things lie."""
        w, zones, cards = self.weights, table.zones, table.cards
        names = [cards[zones[spot][0]].name for spot in SPOTS[seat] if zones[spot]]
        held = [cards[number].name for number in zones[HAND[seat]]]
        side, now = table.marks[PLAYER[seat]], table.turn if table.player == seat else 0
        energy = w.energy if now and side[ENERGY_TURN] != now else w.energy_kept
        supporter = w.supporter if now and side[SUPPORTER_TURN] != now else w.supporter_kept
        total = 0.0
        room = BENCH_SIZE - on_bench
        for number in zones[HAND[seat]]:
            card: Card = cards[number]
            kind = card.kind
            if kind == "energy":
                total += energy
                energy /= 2
            elif kind == "supporter":
                total += supporter
                supporter /= 2
            elif kind != "pokemon":
                total += w.item
            elif card.stage:
                if card.evolves_from in names:
                    names.remove(card.evolves_from)
                    total += w.fitting + w.fitting_power * self.power(card, "**")[0]
                elif card.evolves_from in held or card.line in names:
                    total += w.fitting / 3
                else:
                    total += w.unfitting
            elif room > 0:
                total += w.basic + w.fitting_power * max(self.power(card, "**")) / 2
                room -= 1
        if room < BENCH_SIZE - on_bench and on_bench == 0:
            total += w.company * w.lonely
        return total

    def _in_front(self, table: Table, seat: int, fighters: list[tuple[int, str]], to_come: str) -> float:
        """The active Pokémon: what ails it, and what it, or one that may take its place, can do to the one opposite."""
        w, spot, opposite = self.weights, ACTIVE[seat], ACTIVE[1 - seat]
        marks = table.marks[spot]
        free = 0.0  # of what one of the bench could do, how much counts
        total = -w.poison * marks[POISON] - w.burn * bool(marks[BURNED])
        stopped = marks[CONDITION] in (ASLEEP, PARALYZED) or marks[HELD] > table.turn
        if marks[CONDITION] == CONFUSED:
            total -= w.confused
        elif stopped:
            total -= w.stopped
        left = hp(table, opposite) - table.marks[opposite][DAMAGE] if table.zones[opposite] else 0
        if left <= 0:
            return total
        falls = most = 0.0
        for fighter, energy in fighters:
            if fighter == spot:
                if stopped:
                    continue
                share = 1.0
                free = w.reach if len(energy) + len(to_come) >= retreat_cost(table, spot) else w.reach * w.rescue
            else:
                share = free
            damage = best_damage(table, fighter, opposite, energy + to_come)
            most = max(most, share * min(damage, left))
            if damage >= left:
                falls = max(falls, share)
        total += (w.strike if table.player == seat and table.turn > 1 else w.active) * most
        if falls:
            weight = w.knock_out_next if table.player == seat else w.knock_out_after
            needed = len(table.zones[PRIZE[seat]])
            prizes = min(table.cards[table.zones[opposite][0]].prizes, needed)
            decides = prizes == needed or not any(table.zones[each] for each in BENCH[1 - seat])
            total += falls * weight * (prizes + 3 * decides)
        return total
