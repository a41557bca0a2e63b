"""What a player does in a turn: the game's own actions. Rules are heard before; here they are carried out."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations

from gameplan.cards.pokemon.amounts import holds
from gameplan.cards.pokemon.board import (
    ABILITY,
    ACTIVE,
    ALL_SPOTS,
    BENCH,
    BURNED,
    CONDITION,
    CONDITIONS,
    CONFUSED,
    DISCARD,
    ENERGY_TURN,
    HAND,
    PLAYER,
    POISON,
    RETREAT_TURN,
    STADIUM,
    STADIUM_TURN,
    STAGING,
    SUPPORTER_TURN,
    called,
    energies,
    free_spots,
    in_play,
    pokemon,
    retreat_cost,
)
from gameplan.cards.pokemon.combat import put_damage
from gameplan.cards.pokemon.facts import Card, Program
from gameplan.cards.pokemon.flow import TURN_OVER
from gameplan.cards.pokemon.machine import Ask, Context, operation, run
from gameplan.cards.pokemon.stacks import attach, enter, evolve, switch
from gameplan.cards.table.acting import Act
from gameplan.cards.table.decisions import Choice, Decision
from gameplan.cards.table.plugin import CardNumber, IllegalAction, Perform, ZoneNumber
from gameplan.cards.table.state import Table


def play_basic(act: Act, card: CardNumber) -> None:
    """Put a Basic Pokémon from your hand onto your Bench."""
    face = _in_hand(act, card)
    free = free_spots(act.table, act.seat) or [spot for spot in BENCH[act.seat] if not act.table.zones[spot]]
    if not face.is_basic or not free:
        raise IllegalAction(f"{face.name} cannot be put onto the Bench.")
    enter(act, card, free[0])
    _triggered(act, free[0], "played")


def evolve_pokemon(act: Act, card: CardNumber, spot: ZoneNumber) -> None:
    """Put an Evolution from your hand onto one of your Pokémon."""
    face = _in_hand(act, card)
    _own_pokemon(act, spot)
    if not face.is_pokemon or face.is_basic:
        raise IllegalAction(f"{face.name} is no Evolution.")
    evolve(act, card, spot)
    _triggered(act, spot, "evolved")


def attach_energy(act: Act, card: CardNumber, spot: ZoneNumber) -> None:
    """Attach an Energy from your hand to one of your Pokémon."""
    face = _in_hand(act, card)
    _own_pokemon(act, spot)
    if not face.is_energy:
        raise IllegalAction(f"{face.name} is no Energy.")
    attach(act, card, spot)
    _use_up(act, ENERGY_TURN)
    if face.effect:
        run(act, (*face.effect, ("knock_outs",)), {"seat": act.seat, "spot": spot, "name": face.name})


def attach_tool(act: Act, card: CardNumber, spot: ZoneNumber) -> None:
    """Attach a Tool from your hand to one of your Pokémon."""
    face = _in_hand(act, card)
    _own_pokemon(act, spot)
    if face.kind != "tool":
        raise IllegalAction(f"{face.name} is no Tool.")
    attach(act, card, spot)


def play_trainer(act: Act, card: CardNumber) -> None:
    """Play an Item, a Supporter or a Stadium from your hand; what it says is carried out."""
    face, table, seat = _in_hand(act, card), act.table, act.seat
    if face.kind == "stadium":
        for old in table.zones[STADIUM][:]:
            act.move(old, DISCARD[table.owners[old]])
        act.move(card, STADIUM)
        _use_up(act, STADIUM_TURN)
        run(
            act,
            (*face.effect, ("trim_bench",), ("knock_outs",)),
            {"seat": seat, "spot": ACTIVE[seat], "name": face.name},
        )
        return
    if face.kind not in ("item", "supporter"):
        raise IllegalAction(f"{face.name} is not played like that.")
    act.move(card, STAGING[seat])
    if face.kind == "supporter":
        _use_up(act, SUPPORTER_TURN)
    program: Program = face.effect if face.programmed else (("by_hand", face.text),)
    context: Context = {"seat": seat, "spot": ACTIVE[seat], "card": card, "name": face.name}
    run(act, (*program, ("tidy",), ("knock_outs",)), context)


@operation
def tidy(act: Act, context: Context) -> None:
    """A Trainer that has been carried out goes to its owner's discard pile."""
    card = context["card"]
    if act.table.place[card] in STAGING:
        act.move(card, DISCARD[act.table.owners[card]])


def use_ability(act: Act, spot: ZoneNumber) -> None:
    """Use the ability of one of your Pokémon."""
    _own_pokemon(act, spot)
    card = pokemon(act.table, spot)
    ability = card.ability
    if ability is None or ability.when not in ("once", "often"):
        raise IllegalAction(f"{card.name} has no ability to be used.")
    act.say(f"{called(act.table, spot)} uses {ability.name}.")
    act.mark(spot, ABILITY, act.table.turn)
    program: Program = ability.effect if card.programmed else (("by_hand", ability.text),)
    run(act, (*program, ("knock_outs",)), {"seat": act.seat, "spot": spot, "name": ability.name})


def declare_retreat(act: Act, spot: ZoneNumber) -> None:
    """Retreat: pay with Energy of your Active Pokémon, which changes places with one of your Bench."""
    _own_pokemon(act, spot)
    seat = act.seat
    if spot == ACTIVE[seat] or not act.table.zones[ACTIVE[seat]]:
        raise IllegalAction("Say which Pokémon of your Bench comes forward, for your Active one.")
    act.say(f"{called(act.table, ACTIVE[seat])} retreats.")
    _use_up(act, RETREAT_TURN)
    run(act, (("pay_retreat",), ("come_forward", spot)), {"seat": seat, "spot": ACTIVE[seat], "name": "retreat"})


@operation
def pay_retreat(act: Act, context: Context) -> Ask | None:
    """Discard Energy that covers the cost: which, if it matters, the player chooses."""
    table, spot = act.table, context["spot"]
    if "payment" in context:
        for number in str(context["payment"][0]).split("+"):
            act.move(int(number), DISCARD[context["seat"]])
        return None
    ways = payments(table, spot)
    if len(ways) > 1:
        choices = tuple(
            Choice(" + ".join(table.cards[card].name for card in way), "+".join(map(str, way))) for way in ways
        )
        return Ask(Decision(context["seat"], "payment", "Choose the Energy to discard", choices), "payment", again=True)
    for card in ways[0]:
        act.move(card, DISCARD[context["seat"]])
    return None


def payments(table: Table, spot: int) -> list[tuple[int, ...]]:
    """The ways to pay for a retreat: Energy that covers the cost, none too many; alike ones count once."""
    cost, attached, cards = retreat_cost(table, spot), energies(table, spot), table.cards
    if cost == 0:
        return [()]
    found: dict[tuple[str, ...], tuple[int, ...]] = {}
    for count in range(1, min(cost, len(attached)) + 1):  # each gives one at least
        for way in combinations(attached, count):
            worth = [len(cards[card].gives) for card in way]
            if sum(worth) >= cost and sum(worth) - min(worth) < cost:
                found.setdefault(tuple(sorted(cards[card].key for card in way)), way)
    return list(found.values()) or [tuple(attached)]


@operation
def come_forward(act: Act, context: Context, spot: int) -> None:
    """The Pokémon of the bench becomes the active one."""
    switch(act, context["seat"], spot)


def declare_attack(act: Act, number: int) -> None:
    """Attack with your Active Pokémon; that ends your turn."""
    table, seat = act.table, act.seat
    spot = ACTIVE[seat]
    if not table.zones[spot] or table.turn == 0 or not 0 <= number < len(pokemon(table, spot).attacks):
        raise IllegalAction("There is no such attack.")
    card = pokemon(table, spot)
    attack = card.attacks[number]
    act.say(f"{called(table, spot)} attacks with {attack.name}.")
    context: Context = {"seat": seat, "spot": spot, "name": attack.name, "base": attack.damage, "attack": number}
    program = attack.effect
    if attack.text and not card.programmed:
        done = f" ({attack.damage} damage is done already.)" if attack.damage else ""
        program = (*program, ("by_hand", attack.text + done))
    if table.marks[spot][CONDITION] == CONFUSED and not act.flip("Confused"):
        act.say(f"{called(table, spot)} is Confused and hurts itself.")
        put_damage(act, spot, 30)
        program = ()
    run(act, (*program, ("knock_outs", "attack"), *TURN_OVER), context)


def end_turn(act: Act) -> None:
    """End your turn without an attack."""
    run(act, TURN_OVER, {"seat": act.seat, "spot": ACTIVE[act.seat]})


def settle_knock_outs(act: Act) -> None:
    """Take every Pokémon that is knocked out off the table: prizes are taken, and others come forward."""
    run(act, (("knock_outs",),), {"seat": act.seat, "spot": ACTIVE[act.seat]})


def set_status(act: Act, spot: ZoneNumber, name: str, on: int = 1) -> None:
    """Put a special condition on an Active Pokémon by hand, or end it."""
    if spot not in ALL_SPOTS or not act.table.zones[spot]:
        raise IllegalAction("There is no Pokémon.")
    wanted = name.strip().capitalize()
    numbers = {word: number for number, word in CONDITIONS.items()}
    if wanted in numbers:
        act.mark(spot, CONDITION, numbers[wanted] if on else 0)
    elif wanted in ("Poisoned", "Burned"):
        act.mark(spot, POISON if wanted == "Poisoned" else BURNED, int(bool(on)))
    else:
        raise IllegalAction(f"There is no condition {name!r:.30}: Asleep, Burned, Confused, Paralyzed, Poisoned.")


def _triggered(act: Act, spot: int, when: str) -> None:
    """Carry out an ability that works when its Pokémon comes into play so."""
    ability = pokemon(act.table, spot).ability
    if ability is None or ability.when != when:
        return
    context: Context = {"seat": act.seat, "spot": spot, "name": ability.name}
    if holds(act.table, context, ability.needs):
        program: Program = (("offer", f"Use {ability.name}? {ability.text}"), ("if", ("yes",), ability.effect))
        run(act, (*program, ("knock_outs",)), context)


@operation
def on_evolve(act: Act, context: Context, name: str) -> Program | None:
    """After an effect has evolved a Pokémon from the hand: its ability, if it has one for that."""
    for spot in context.get(name, ()):
        ability = pokemon(act.table, spot).ability
        if ability is not None and ability.when == "evolved":
            context["spot"] = spot
            if not holds(act.table, context, ability.needs):
                return None
            return (("offer", f"Use {ability.name}? {ability.text}"), ("if", ("yes",), ability.effect))
    return None


def _use_up(act: Act, what: int) -> None:
    """Note what a player does once in a turn; what a card's effect does is not counted."""
    if not act.because:
        act.mark(PLAYER[act.seat], what, act.table.turn)


def _in_hand(act: Act, card: int) -> Card:
    face: Card = act.table.cards[card]
    if act.table.place[card] != HAND[act.seat]:
        known = act.table.sight(card) >> act.seat & 1
        raise IllegalAction(f"{face.name if known else 'That card'} is not in your hand.")
    return face


def _own_pokemon(act: Act, spot: int) -> None:
    if spot not in in_play(act.table, act.seat):
        raise IllegalAction("There is none of your Pokémon.")


ACTIONS: Mapping[str, Perform] = {
    "play_basic": play_basic,
    "evolve": evolve_pokemon,
    "attach_energy": attach_energy,
    "attach_tool": attach_tool,
    "play_trainer": play_trainer,
    "declare_ability": use_ability,
    "declare_retreat": declare_retreat,
    "declare_attack": declare_attack,
    "set_status": set_status,
    "settle_knock_outs": settle_knock_outs,
    "end_turn": end_turn,
}
