"""The board in words, from a player's own view: both sides, what has been done this turn, and who hits whom how."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from gameplan.cards.pokemon.board import (
    ABILITY,
    ACTIVE,
    ALL_SPOTS,
    BENCH,
    BOOST,
    BOOST_TURN,
    BURNED,
    CONDITION,
    CONDITIONS,
    DAMAGE,
    DECK,
    DISCARD,
    ENERGY_TURN,
    GUARD,
    GUARD_TURN,
    HAND,
    HELD,
    LAYOUT,
    LOCKED,
    LOCKED_TURN,
    LOST,
    NO_ITEMS,
    NO_SUPPORTER,
    PLAYER,
    PLUS,
    PLUS_TURN,
    POISON,
    PRIZE,
    RETREAT_TURN,
    SPOTS,
    STADIUM,
    STADIUM_TURN,
    STAGING,
    STUCK,
    SUPPORTER_TURN,
    pokemon,
)
from gameplan.cards.pokemon.facts import TYPES, Card
from gameplan.cards.pokemon.happenings import Happenings, less_damage
from gameplan.cards.pokemon.options import label
from gameplan.cards.table.plugin import Option
from gameplan.cards.table.state import Table
from gameplan.cards.table.telling import listed
from gameplan.cards.table.texts import Offer, chosen, turn_line
from gameplan.cards.table.views import View

_DONE = (
    (ENERGY_TURN, "Energy attached"),
    (SUPPORTER_TURN, "Supporter played"),
    (STADIUM_TURN, "Stadium played"),
    (RETREAT_TURN, "retreated"),
)
_SPOTS = (*SPOTS[0], *SPOTS[1])
_SAID = {viewer: [LAYOUT.said(zone.index, viewer) for zone in LAYOUT.zones] for viewer in (None, 0, 1)}
_TOLD = (*HAND, *STAGING, STADIUM)


class Narrative(Happenings):
    """The Pokémon TCG in words."""

    def board(self, view: View, names: Sequence[str]) -> list[str]:
        """Both sides; the viewer's own first."""
        near = 0 if view.viewer is None else view.viewer
        lines = [turn_line(view, names)]
        for seat in (near, 1 - near):
            title = names[seat] if view.viewer is None else "YOU" if seat == near else f"OPPONENT ({names[seat]})"
            lines += [title, *_side(view, seat)]
        stadium = view.zones[STADIUM]
        lines.append(f"stadium: {stadium[0].name if stadium else 'none'}")
        lines += combat_notes(view)
        return lines

    def referenced(self, view: View) -> set[Card]:
        """What is in play, in a hand, or to be chosen. The cards of piles and decks are told by name alone."""
        cards = _in_zones(view, (*_SPOTS, *_TOLD)) | _to_choose(view)
        return {card for card in cards if not card.is_basic_energy}

    def weighed(self, view: View) -> set[Card]:
        """What is to be chosen, and what faces each other."""
        cards = _in_zones(view, (*ACTIVE, STADIUM)) | _to_choose(view)
        return {card for card in cards if not card.is_basic_energy}

    def offer(self, table: Table, seat: int, option: Option) -> Offer:
        """An option in words, and as the call of a tool."""
        action, *args = option
        if action == "resolve_decision":
            return chosen(table, option)
        said = label(table, option)
        match action:
            case "attach_energy" | "attach_tool" | "evolve":
                zone = _SAID[seat][args[1]]
                card, at = table.cards[args[0]].name, pokemon(table, args[1]).name
                return Offer(said, action, {"cardName": card, "zone": zone}, zone, at)
            case "play_basic" | "play_trainer":
                return Offer(said, action, {"cardName": table.cards[args[0]].name})
            case "declare_ability":
                return Offer(said, action, {"zone": _SAID[seat][args[0]]}, note=said)
            case "declare_retreat":
                zone, at = _SAID[seat][args[0]], pokemon(table, args[0]).name
                return Offer(said, action, {"zone": zone}, zone, at, note=f"{at} comes forward")
            case "declare_attack":
                attack = pokemon(table, ACTIVE[seat]).attacks[args[0]]
                damage = f"{attack.damage}{attack.sign} damage, " if attack.damage else ""
                return Offer(said, action, {"attackName": attack.name}, note=f"{damage}ends the turn")
        return Offer(said, action)


def _in_zones(view: View, zones: Sequence[int]) -> set[Card]:
    """The cards that one sees there, without the stages that lie under a Pokémon."""
    return {
        card
        for zone in zones
        for i, card in enumerate(view.zones[zone])
        if card is not None and not (i and zone in ALL_SPOTS and card.is_pokemon)
    }


def _to_choose(view: View) -> set[Card]:
    """The cards that the choices name: by themselves, or where they lie (`Lumisk (bench_2)`, `Charm on Lumisk`)."""
    labels = [choice.label for choice in view.decision.choices] if view.decision is not None else []
    names = {part for label in labels for part in (label, label.partition(" (")[0], *label.split(" on "))}
    return {card for zone in view.zones for card in zone if card is not None and card.name in names} if names else set()


def _side(view: View, seat: int) -> list[str]:
    said = _SAID[view.viewer]
    zones, marks = view.zones, view.marks
    lines = [f"{said[ACTIVE[seat]]}: {spot_text(view, ACTIVE[seat])}"]
    lines += [f"{said[spot]}: {spot_text(view, spot)}" for spot in BENCH[seat] if zones[spot]]
    hand = zones[HAND[seat]]
    lines.append(f"{said[HAND[seat]]} ({len(hand)}): {_cards(hand)}" if hand else f"{said[HAND[seat]]}: empty")
    lines.append(
        f"{said[DECK[seat]]}: {len(zones[DECK[seat]])} cards, {said[PRIZE[seat]]}: {len(zones[PRIZE[seat]])} left"
    )
    for pile in (DISCARD[seat], LOST[seat], STAGING[seat]):
        if zones[pile]:
            lines.append(f"{said[pile]} ({len(zones[pile])}): {_cards(zones[pile])}")
    side = marks[PLAYER[seat]]
    if view.player == seat and view.turn:
        done = [word for counter, word in _DONE if side[counter] == view.turn]
        if side[PLUS_TURN] == view.turn:
            done.append(f"attacks do {side[PLUS]} more")
        lines.append(f"done this turn: {', '.join(done) or 'nothing yet'}")
    forbidden = [
        word for counter, word in ((NO_ITEMS, "Items"), (NO_SUPPORTER, "Supporters")) if side[counter] >= view.turn > 0
    ]
    if forbidden:
        lines.append(f"cannot play {' or '.join(forbidden)} {'this' if view.player == seat else 'next'} turn")
    return lines


@lru_cache(maxsize=2048)
def _cards(cards: tuple[Any, ...]) -> str:
    return listed(sorted(card.name for card in cards if card is not None) + [None] * cards.count(None))


def spot_text(view: View, spot: int) -> str:
    """A Pokémon in play: its hit points, what is attached, its conditions, and what lasts on it."""
    return _pokemon(view.zones[spot], view.marks[spot], view.turn)


@lru_cache(maxsize=4096)
def _pokemon(cards: tuple[Any, ...], marks: tuple[int, ...], turn: int) -> str:
    if not cards:
        return "empty"
    top: Card | None = cards[0]
    if top is None:
        return "a face-down card"
    hit_points = top.hp + sum(
        card.passive[1] for card in cards[1:] if card and card.passive and card.passive[0] == "hp"
    )
    parts = [f"{top.name} {hit_points - marks[DAMAGE]}/{hit_points} HP"]
    energy = [card.name for card in cards if card is not None and card.is_energy]
    parts.append(listed(energy) if energy else "no Energy")
    parts += [f"Tool: {card.name}" for card in cards if card is not None and card.kind == "tool"]
    below = [card.name for card in cards[1:] if card is not None and card.is_pokemon]
    if below:
        parts.append(f"over {', '.join(below)}")
    if marks[CONDITION]:
        parts.append(CONDITIONS[marks[CONDITION]])
    if marks[POISON]:
        parts.append("Poisoned" if marks[POISON] == 1 else f"Poisoned ({marks[POISON]} counters)")
    if marks[BURNED]:
        parts.append("Burned")
    if turn:
        if marks[HELD] >= turn:
            parts.append("cannot attack in its next turn" if marks[HELD] > turn else "cannot attack this turn")
        if marks[STUCK] >= turn:
            parts.append("cannot retreat in its next turn" if marks[STUCK] > turn else "cannot retreat this turn")
        if marks[LOCKED_TURN] >= turn and marks[LOCKED] < len(top.attacks):
            parts.append(f"cannot use {top.attacks[marks[LOCKED]].name} in its turn {marks[LOCKED_TURN]}")
        if marks[GUARD_TURN] >= turn:
            parts.append(f"takes {less_damage(marks[GUARD])} from attacks in turn {marks[GUARD_TURN]}")
        if marks[BOOST_TURN] >= turn:
            parts.append(f"its attacks do {marks[BOOST]} more in turn {marks[BOOST_TURN]}")
        if marks[ABILITY] == turn:
            parts.append("Ability used")
    return ", ".join(parts)


def combat_notes(view: View) -> list[str]:
    """Who hits whom how, in both directions, by the weakness and resistance of the one that is hit."""
    actives: list[Card] = [
        view.zones[spot][0]
        for spot in ACTIVE
        if view.zones[spot] and view.zones[spot][0] is not None and view.zones[spot][0].is_pokemon
    ]
    if len(actives) < 2:
        return []
    near = 0 if view.viewer is None else view.viewer
    whose = {near: "your", 1 - near: "the opponent's"} if view.viewer is not None else {0: "p1's", 1: "p2's"}
    if not any(_says(actives[attacker], actives[1 - attacker]) for attacker in (0, 1)):
        return [f"Between {actives[near].name} and {actives[1 - near].name} no weakness or resistance counts."]
    lines = []
    for attacker in (near, 1 - near):
        target = 1 - attacker
        lines.append(combat_note(f"{whose[attacker]} ", actives[attacker], f"{whose[target]} ", actives[target]))
    return lines


def combat_note(whose: str, attacker: Card, targets: str, target: Card) -> str:
    """What the type of one Pokémon means for its attacks on another."""
    told = "; ".join(_says(attacker, target)) or "no weakness or resistance counts"
    types = TYPES[attacker.type], TYPES[target.type]
    return f"When {whose}{attacker.name} ({types[0]}) attacks {targets}{target.name} ({types[1]}): {told}."


def _says(attacker: Card, target: Card) -> list[str]:
    kind, says = TYPES[attacker.type], []
    if target.weakness is not None and target.weakness.type == attacker.type:
        says.append(f"{target.name} is weak to {kind}, so damage is {target.weakness.by}{target.weakness.value}")
    if target.resistance is not None and target.resistance.type == attacker.type:
        value = f"{target.resistance.by}{target.resistance.value}"
        says.append(f"{target.name} resists {kind}, so damage is {value}")
    return says
