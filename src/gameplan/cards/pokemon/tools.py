"""The game's own tools: what a player does in a turn, each with the rules that speak to it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import Field

from gameplan.cards.pokemon.board import ACTIVE, HAND, LAYOUT, SPOTS
from gameplan.cards.table.hands import Hands, plain
from gameplan.cards.table.tool_arguments import Allowed, CardName, Reason, ZoneKey, because
from gameplan.cards.table.tools import TABLE, table_tools
from gameplan.cards.table.zones import Zone
from gameplan.tools import Done, Memory, Tool, ToolRefused, ToolValidationError, tool

Named = Annotated[str, Field(alias="pokemonName")]


@dataclass(frozen=True, slots=True)
class Play:
    card_name: CardName
    allowed_by_card_effect: Allowed = False
    reason: Reason = ""


@dataclass(frozen=True, slots=True)
class PlayOn:
    card_name: CardName
    zone: ZoneKey = ""
    pokemon_name: Named = ""
    allowed_by_card_effect: Allowed = False
    reason: Reason = ""


@dataclass(frozen=True, slots=True)
class OnPokemon:
    zone: ZoneKey = ""
    pokemon_name: Named = ""
    allowed_by_card_effect: Allowed = False
    reason: Reason = ""


@dataclass(frozen=True, slots=True)
class DeclareAttack:
    attack_name: Annotated[str, Field(alias="attackName")]
    allowed_by_card_effect: Allowed = False
    reason: Reason = ""


@dataclass(frozen=True, slots=True)
class SetStatus:
    zone: ZoneKey
    status: Annotated[str, Field(description="Asleep, Burned, Confused, Paralyzed or Poisoned.")]
    on: bool = True
    allowed_by_card_effect: Allowed = False
    reason: Reason = ""


def pokemon_tools(hands: Hands) -> tuple[Tool[Any, Any], ...]:
    """All that a seat can do in this game: its own tools first, then those of every table."""
    return (*_turn_tools(hands), *table_tools(hands))


def _turn_tools(hands: Hands) -> tuple[Tool[Any, Any], ...]:
    hand: Zone = LAYOUT.zones[HAND[hands.seat]]

    @tool(effects=TABLE, memory=Memory.BRIEF)
    async def play_basic(params: Play) -> Done[None]:
        """Put a Basic Pokémon from your hand onto your Bench."""
        return await hands.act("play_basic", hands.card(params.card_name, hand), because=because(params))

    @tool(effects=TABLE, memory=Memory.BRIEF)
    async def evolve(params: PlayOn) -> Done[None]:
        """Put an Evolution from your hand onto one of your Pokémon, given by its zone or name."""
        card, spot = hands.card(params.card_name, hand), own_spot(hands, params.zone, params.pokemon_name)
        return await hands.act("evolve", card, spot, because=because(params))

    @tool(effects=TABLE, memory=Memory.BRIEF)
    async def attach_energy(params: PlayOn) -> Done[None]:
        """Attach an Energy from your hand to one of your Pokémon, given by its zone or name; once in a turn."""
        card, spot = hands.card(params.card_name, hand), own_spot(hands, params.zone, params.pokemon_name)
        return await hands.act("attach_energy", card, spot, because=because(params))

    @tool(effects=TABLE, memory=Memory.BRIEF)
    async def attach_tool(params: PlayOn) -> Done[None]:
        """Attach a Tool card from your hand to one of your Pokémon, given by its zone."""
        card, spot = hands.card(params.card_name, hand), own_spot(hands, params.zone, params.pokemon_name)
        return await hands.act("attach_tool", card, spot, because=because(params))

    @tool(effects=TABLE, memory=Memory.BRIEF)
    async def play_trainer(params: Play) -> Done[None]:
        """Play an Item, a Supporter or a Stadium from your hand; what it says is carried out."""
        return await hands.act("play_trainer", hands.card(params.card_name, hand), because=because(params))

    @tool(effects=TABLE, memory=Memory.BRIEF)
    async def declare_ability(params: OnPokemon) -> Done[None]:
        """Use the Ability of one of your Pokémon, given by its zone."""
        spot = own_spot(hands, params.zone, params.pokemon_name)
        return await hands.act("declare_ability", spot, because=because(params))

    @tool(effects=TABLE, memory=Memory.BRIEF)
    async def declare_retreat(params: OnPokemon) -> Done[None]:
        """Retreat your Active Pokémon: it pays with Energy, and the Benched Pokémon that you give comes forward."""
        spot = own_spot(hands, params.zone, params.pokemon_name)
        return await hands.act("declare_retreat", spot, because=because(params))

    @tool(effects=TABLE, memory=Memory.BRIEF)
    async def set_status(params: SetStatus) -> Done[None]:
        """Put a special condition on an Active Pokémon by hand, or end it, where a card's text has to be carried
        out so."""
        zone, on = hands.zone(params.zone).index, int(params.on)
        return await hands.act("set_status", zone, params.status, on, because=because(params))

    @tool(effects=TABLE, memory=Memory.BRIEF, terminal=True)
    async def declare_attack(params: DeclareAttack) -> Done[None]:
        """Attack with your Active Pokémon, by the name of the attack. This ends your turn."""
        number = attack_number(hands, params.attack_name)
        return await hands.act("declare_attack", number, because=because(params), terminal=True)

    return (
        play_basic, evolve, attach_energy, attach_tool, play_trainer, declare_ability, declare_retreat, set_status,
        declare_attack,
    )  # fmt: skip


def own_spot(hands: Hands, zone: str, name: str) -> int:
    """Where one of the seat's Pokémon is: by its zone, or by its name if only one has it."""
    table = hands.table
    there = [spot for spot in SPOTS[hands.seat] if table.zones[spot]]
    said = lambda spot: f"{LAYOUT.said(spot, hands.seat)} ({table.cards[table.zones[spot][0]].name})"  # noqa: E731
    mine = [f"one of: {', '.join(map(said, there))}"]
    if zone:
        spot = hands.zone(zone).index
        if spot not in there:
            raise ToolRefused(f"None of your Pokémon is in {zone:.60}.", code="no_pokemon", needs=mine)
        return spot
    if not name:
        raise ToolValidationError("zone: say which Pokémon.", needs=mine)
    fits = [spot for spot in there if plain(table.cards[table.zones[spot][0]].name) == plain(name)]
    if len(fits) != 1:
        why = (
            f'{len(fits)} of your Pokémon are called "{name:.60}"'
            if fits
            else f'None of your Pokémon is called "{name:.60}"'
        )
        raise ToolRefused(f"{why}: give the zone.", code="which_pokemon", needs=mine)
    return fits[0]


def attack_number(hands: Hands, name: str) -> int:
    """Which attack of the Active Pokémon is meant."""
    table = hands.table
    active = table.zones[ACTIVE[hands.seat]]
    attacks = table.cards[active[0]].attacks if active else ()
    for number, attack in enumerate(attacks):
        if plain(attack.name) == plain(name):
            return number
    there = ", ".join(attack.name for attack in attacks) or "it has none"
    who = table.cards[active[0]].name if active else "Your empty Active Spot"
    raise ToolRefused(f'{who} has no attack "{name:.60}".', code="no_attack", needs=[f"one of: {there}"])
