"""Operations that let somebody choose: cards, Pokémon, whether to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gameplan.cards.pokemon.amounts import amount, pile_of, seat_of, spots_of
from gameplan.cards.pokemon.board import ALL_SPOTS, energies, pokemon, tools
from gameplan.cards.pokemon.facts import Card
from gameplan.cards.pokemon.filters import described, matches
from gameplan.cards.pokemon.machine import Ask, Context, operation
from gameplan.cards.table.acting import Act
from gameplan.cards.table.decisions import Choice, Decision
from gameplan.cards.table.state import Table


@operation
def choose(
    act: Act,
    context: Context,
    name: str,
    source: str,
    filter_: tuple[Any, ...] = (),
    least: Any = 1,
    most: Any = 1,
    by: str = "own",
    text: str = "",
) -> Ask | None:
    """Let somebody choose cards or Pokémon; what he chose is kept under a name.

    What is forced is not asked, unless that would tell the others what he holds.

    Cards that he cannot tell are all alike to him, and no filter finds them.
    """
    table, chooser = act.table, seat_of(context, by)
    found = candidates(table, context, source, filter_)
    private = source in _HIDDEN
    unseen = {card for card in found if not table.sight(card) >> chooser & 1} if private else set()
    if unseen and filter_:
        found = [card for card in found if card not in unseen]
    wished = amount(table, context, least), amount(table, context, most)  # what there is to find tells others too much
    most = min(wished[1], len(found))
    least = min(wished[0], most)
    are_spots = bool(found) and source not in _CARDS and ":" not in source
    # Is asked in any case: not to be asked would tell the others that nothing is there.
    asked = source in ("deck", "looked") or (private and wished[0] == 0)
    if most == 0 and not asked:
        context[name] = ()
        return None
    if not asked and least == most and not (private and filter_):
        kinds = {each if are_spots or each in unseen else _sameness(table, each) for each in found}
        if least == len(found) or (len(kinds) == 1 and not private):
            context[name] = tuple(found[:most])
            return None
    offered = found if are_spots or unseen else copies(table, found, most)
    choices = tuple(
        Choice(f"Card {number}" if each in unseen else label_of(table, each, are_spots), each)
        for number, each in enumerate(offered, 1)
    )
    what = text or f"Choose {_how_many(*wished)} {described(filter_) if filter_ or not are_spots else 'Pokémon'}"
    return Ask(Decision(chooser, name, what, choices, least, most, private), name)


_HIDDEN = ("hand", "deck", "foe_hand", "foe_deck", "looked", "prizes")
_CARDS = (*_HIDDEN, "discard", "foe_discard", "stadium")


def candidates(table: Table, context: Context, source: str, filter_: tuple[Any, ...]) -> list[int]:
    """The cards or spots that can be chosen."""
    test, cards = matches(filter_), table.cards
    if source in _CARDS:
        pile = context.get("looked", ()) if source == "looked" else pile_of(table, context, source)
        besides = context.get("card", -1)
        return [card for card in pile if card != besides and test(cards[card])]
    what, colon, target = source.partition(":")
    if colon:
        attached = energies if what == "energy" else tools
        return [
            card for spot in spots_of(table, context, target) for card in attached(table, spot) if test(cards[card])
        ]
    return [spot for spot in spots_of(table, context, source) if test(pokemon(table, spot))]


def _sameness(table: Table, card: int) -> tuple[str, int]:
    """Cards of which this is equal are alike to whoever chooses."""
    return table.cards[card].key, table.place[card]


def copies(table: Table, cards: Sequence[int], most: int) -> list[int]:
    """The cards, but of each that is there several times only as many as can be chosen."""
    counts: dict[tuple[str, int], int] = {}
    offered = []
    for card in cards:
        key = _sameness(table, card)
        counts[key] = counts.get(key, 0) + 1
        if counts[key] <= most:
            offered.append(card)
    return offered


def label_of(table: Table, each: int, is_spot: bool) -> str:
    if not is_spot:
        card: Card = table.cards[each]
        place = table.place[each]
        return f"{card.name} on {pokemon(table, place).name}" if place in ALL_SPOTS else card.name
    return f"{pokemon(table, each).name} ({table.layout.zones[each].name.partition('_')[2]})"


def _how_many(least: int, most: int) -> str:
    if least == most:
        return str(most)
    return f"up to {most}" if least == 0 else f"{least} to {most}"
