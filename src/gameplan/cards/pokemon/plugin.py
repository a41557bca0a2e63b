"""The Pokémon TCG as a plugin of the table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from gameplan.cards.pokemon import effects as _effects  # noqa: F401 - declares the operations of programs
from gameplan.cards.pokemon import moves
from gameplan.cards.pokemon.board import DECK, LAYOUT
from gameplan.cards.pokemon.facts import TYPES, Attack, Card
from gameplan.cards.pokemon.machine import answer, run
from gameplan.cards.pokemon.options import label as option_label
from gameplan.cards.pokemon.options import options as all_options
from gameplan.cards.pokemon.rules import RULES
from gameplan.cards.pokemon.setup import SETUP
from gameplan.cards.table.acting import Act
from gameplan.cards.table.decisions import Decision
from gameplan.cards.table.plugin import Deal, Option, Perform
from gameplan.cards.table.rules import RuleBook
from gameplan.cards.table.state import Table
from gameplan.cards.table.zones import Layout


class Pokemon:
    """The game, with the cards that it knows."""

    name = "pokemon"
    by_hand = frozenset({"set_status"})

    def __init__(self, cards: Iterable[Card]) -> None:
        self._cards = {card.key: card for card in cards}

    @property
    def layout(self) -> Layout:
        return LAYOUT

    @property
    def rules(self) -> RuleBook:
        return RULES

    @property
    def actions(self) -> Mapping[str, Perform]:
        return moves.ACTIONS

    def card(self, key: str) -> Card:
        return self._cards[key]

    def deal(self, decks: Sequence[Sequence[Card]], names: Sequence[str] = ()) -> Deal:
        """Two decks, each in its place."""
        cards = [card for deck in decks for card in deck]
        zones = [DECK[seat] for seat, deck in enumerate(decks) for _ in deck]
        return Deal(cards, zones, names)

    def begin(self, act: Act) -> None:
        run(act, SETUP, {"seat": 0, "spot": 0})

    def decided(self, act: Act, decision: Decision, chosen: Sequence[Any], agenda: tuple[Any, ...]) -> None:
        answer(act, chosen, agenda)

    def options(self, table: Table, seat: int) -> list[Option]:
        return all_options(table, seat)

    def label(self, table: Table, option: Option) -> str:
        return option_label(table, option)

    def reference(self, card: Any) -> str:
        return reference(card)


def reference(card: Card) -> str:
    """All that is printed on a card, in one line."""
    if card.is_energy:
        kind = "Special Energy" if card.special else "Energy"
        parts = [kind, f"Provides: {card.gives}" if card.special else f"Type: {TYPES.get(card.gives, card.gives)}"]
    elif card.is_pokemon:
        stage = "Basic Pokemon" if card.is_basic else f"Stage {card.stage} Pokemon (evolves from {card.evolves_from})"
        parts = [stage, f"HP: {card.hp}", f"Type: {TYPES[card.type]}"]
        if card.ability is not None:
            parts.append(f"Ability: [{card.ability.name}: {card.ability.text}]")
        if card.attacks:
            parts.append(f"Attacks: [{'; '.join(_attack(attack) for attack in card.attacks)}]")
        if card.weakness is not None:
            parts.append(f"Weakness: {card.weakness}")
        if card.resistance is not None:
            parts.append(f"Resistance: {card.resistance}")
        parts.append(f"Retreat: {card.retreat}")
        if card.prizes > 1:
            parts.append(f"Gives up {card.prizes} Prizes")
    else:
        parts = [card.kind.capitalize()]
    if card.text:
        parts.append(f"Effect: {card.text}")
    return " — ".join([card.name, *parts])


def _attack(attack: Attack) -> str:
    damage = f"{attack.damage or ''}{attack.sign}"
    said = [f"{damage} damage" if damage else "", f"cost: {attack.cost or 'none'}", attack.text]
    return f"{attack.name}: {', '.join(part for part in said if part)}"
