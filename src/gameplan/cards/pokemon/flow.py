"""How a game goes on by itself: turns, between turns, knock-outs, prizes. Operations too, so that it can wait."""

from __future__ import annotations

from gameplan.cards.pokemon.board import (
    ACTIVE,
    ASLEEP,
    BURNED,
    CONDITION,
    DAMAGE,
    DECK,
    DISCARD,
    EXTRA_TURN,
    FIRST_TURN,
    HAND,
    KNOCKED_TURN,
    OWNER,
    PARALYZED,
    PLAYER,
    POISON,
    PRIZE,
    SPOTS,
    STAGING,
    bench_limit,
    benched,
    called,
    hp,
    in_play,
    next_player,
    pokemon,
)
from gameplan.cards.pokemon.by_itself import waiting
from gameplan.cards.pokemon.combat import put_damage
from gameplan.cards.pokemon.facts import Ability, Program
from gameplan.cards.pokemon.machine import Ask, Context, operation
from gameplan.cards.pokemon.stacks import leave
from gameplan.cards.table.acting import Act
from gameplan.cards.table.decisions import Choice, Decision
from gameplan.cards.table.state import Table

_POISON = 10
_BURN = 20
TURN_OVER: Program = (("checkup",), ("knock_outs", "checkup"), ("next_turn",))


# -- turns


@operation
def next_turn(act: Act, context: Context) -> Program | Ask | None:
    """The next player's turn begins. Trainers still in staging go away."""
    table = act.table
    for card in table.zones[STAGING[table.player]][:]:
        act.move(card, DISCARD[table.owners[card]])
    player = next_player(table)
    asked = waiting(table, player, "start")
    act.clock(table.turn + 1, player, "start" if asked else "main")
    if not table.marks[PLAYER[player]][FIRST_TURN]:
        act.mark(PLAYER[player], FIRST_TURN, table.turn)
    if asked:
        return (*asked, ("knock_outs",), ("draw_for_turn",))
    return draw_for_turn(act, context)


@operation
def draw_for_turn(act: Act, context: Context) -> None:
    """Whose turn it is draws a card, and loses if he cannot; then he plays."""
    table = act.table
    player = table.player
    if table.phase != "main":
        act.clock(table.turn, player, "main")
    if not table.zones[DECK[player]]:
        act.end(1 - player, "the other player cannot draw")
        return
    act.draw(DECK[player], HAND[player], 1)


@operation
def checkup(act: Act, context: Context) -> Program | None:
    """Between turns: poison, burns, sleep, paralysis, in this order; then what is done by hand. None of it before an
    extra turn."""
    table = act.table
    if table.marks[PLAYER[table.player]][EXTRA_TURN] == table.turn:
        return None
    actives = [spot for spot in (ACTIVE[table.player], ACTIVE[1 - table.player]) if table.zones[spot]]
    marks = table.marks
    for seat in (table.player, 1 - table.player):
        for spot in in_play(table, seat):
            ability = pokemon(table, spot).ability
            if ability is not None and ability.when == "checkup" and ability.passive:
                _checkup_effect(act, spot, ability)
    for spot in actives:
        if marks[spot][POISON]:
            act.say(f"{called(table, spot)} is hurt by its poison.")
            put_damage(act, spot, _POISON * marks[spot][POISON])
    for spot in actives:
        if marks[spot][BURNED]:
            act.say(f"{called(table, spot)} is hurt by its burns.")
            put_damage(act, spot, _BURN)
            if act.flip("Burned"):
                act.mark(spot, BURNED, 0)
    for spot in actives:
        if marks[spot][CONDITION] == ASLEEP and act.flip("Asleep"):
            act.mark(spot, CONDITION, 0)
    for spot in actives:
        if marks[spot][CONDITION] == PARALYZED and OWNER[spot] == table.player:
            act.mark(spot, CONDITION, 0)
    asked = (*waiting(table, table.player, "checkup"), *waiting(table, 1 - table.player, "checkup"))
    if not asked:
        return None
    act.clock(table.turn, table.player, "checkup")
    return asked


def _checkup_effect(act: Act, spot: int, ability: Ability) -> None:
    """What an ability does between turns: `("counters_on_foe", n)` or `("heal_self", n)`."""
    table, (word, value) = act.table, ability.passive
    foe, damage = ACTIVE[1 - OWNER[spot]], table.marks[spot][DAMAGE]
    if word == "counters_on_foe" and table.zones[foe]:
        act.say(f"{called(table, spot)} uses {ability.name}.")
        put_damage(act, foe, 10 * value)
    elif word == "heal_self" and damage:
        act.say(f"{called(table, spot)} uses {ability.name}.")
        act.mark(spot, DAMAGE, max(0, damage - value))


# -- knock-outs, prizes, and the end


@operation
def knock_outs(act: Act, context: Context, cause: str = "effect") -> Program | None:
    """Whoever has as much damage as hit points is knocked out: cards away, prizes, then the next one comes forward."""
    table = act.table
    prizes = [0, 0]
    fallen = False
    for seat in (0, 1):
        for spot in SPOTS[seat]:
            if table.marks[spot][DAMAGE] and knocked_out(table, spot):
                fallen = True
                prizes[1 - seat] += pokemon(table, spot).prizes
                act.say(f"{called(table, spot)} is knocked out.")
                leave(act, spot)
                if cause == "attack" and seat != table.player:
                    act.mark(PLAYER[seat], KNOCKED_TURN, table.turn)
    if not fallen:
        return _must_promote(table)
    bonus = int(context.get("extra_prizes", 0)) if cause == "attack" else 0
    taker = context.get("seat", -1)
    if bonus and taker in (0, 1) and prizes[taker]:
        prizes[taker] += bonus
    first = next_player(table)  # of two who have to, whose turn is next puts forward a Pokémon first
    takes = tuple(("take_prizes", seat, prizes[seat]) for seat in (1 - first, first) if prizes[seat])
    return (*takes, ("verdict",), ("promote", first), ("promote", 1 - first))


def knocked_out(table: Table, spot: int) -> bool:
    """Whether the Pokémon on a spot has as much damage as hit points."""
    damage = table.marks[spot][DAMAGE]
    zone = table.zones[spot]
    return damage > 0 and bool(zone) and table.cards[zone[0]].is_pokemon and damage >= hp(table, spot)


def _must_promote(table: Table) -> Program | None:
    first = next_player(table)
    empty = [seat for seat in (first, 1 - first) if not table.zones[ACTIVE[seat]]]
    if not empty or table.turn == 0:
        return None
    return (("verdict",), *(("promote", seat) for seat in empty))


@operation
def take_prizes(act: Act, context: Context, seat: int, count: int) -> Ask | None:
    """A player takes prizes: which of those that lie face down, he chooses."""
    table, name = act.table, f"prizes{seat}"
    prizes = table.zones[PRIZE[seat]]
    count = min(count, len(prizes))
    if name in context:
        for card in [prizes[int(position)] for position in context.pop(name)]:
            act.move(card, HAND[seat], tracked=True)
        return None
    if count == len(prizes):
        for card in prizes[:]:
            act.move(card, HAND[seat], tracked=True)
        return None
    bit = 1 << seat
    choices = tuple(
        Choice(table.cards[card].name if table.sight(card) & bit else f"Prize {i + 1}", i)
        for i, card in enumerate(prizes)
    )
    text = f"Take {count} of your Prize cards"
    return Ask(Decision(seat, "prizes", text, choices, count, count, True), name, again=True)


@operation
def verdict(act: Act, context: Context) -> None:
    """See whether somebody has won: more reasons win, as many on both sides are a draw."""
    table = act.table
    reasons: list[list[str]] = [[], []]
    for seat in (0, 1):
        if not table.zones[PRIZE[seat]]:
            reasons[seat].append("all prizes taken")
        if not in_play(table, 1 - seat):
            reasons[seat].append("the other player lost every Pokémon")
    if not reasons[0] and not reasons[1]:
        return
    if len(reasons[0]) == len(reasons[1]):
        act.end(None, "both at once: " + ", ".join(reasons[0]))
        return
    winner = 0 if len(reasons[0]) > len(reasons[1]) else 1
    act.end(winner, " and ".join(reasons[winner]))


@operation
def promote(act: Act, context: Context, seat: int) -> Ask | None:
    """Who has no active Pokémon any more puts one of the bench there."""
    table, name = act.table, f"promoted{seat}"
    if table.zones[ACTIVE[seat]]:
        context.pop(name, None)
        return None
    if name in context:
        act.swap(ACTIVE[seat], context.pop(name)[0])
        return None
    bench = benched(table, seat)
    if not bench:
        act.end(1 - seat, "the other player lost every Pokémon")
        return None
    if len(bench) == 1:
        act.swap(ACTIVE[seat], bench[0])
        return None
    choices = tuple(Choice(f"{pokemon(table, spot).name} ({_place(table, spot)})", spot) for spot in bench)
    return Ask(Decision(seat, "promote", "Choose your new Active Pokémon", choices), name, again=True)


@operation
def trim_bench(act: Act, context: Context) -> Ask | None:
    """If there are more Pokémon on a bench than it may hold, its owner discards the rest; whose turn it is, first."""
    table = act.table
    for seat in (table.player, 1 - table.player):
        name = f"trim{seat}"
        for spot in context.pop(name, ()):
            leave(act, spot)
        bench = benched(table, seat)
        excess = len(bench) - bench_limit(table)
        if excess > 0:
            choices = tuple(Choice(f"{pokemon(table, spot).name} ({_place(table, spot)})", spot) for spot in bench)
            text = "Your Bench holds fewer Pokémon now: choose which to discard"
            return Ask(Decision(seat, "trim", text, choices, excess, excess), name, again=True)
    return None


def _place(table: Table, spot: int) -> str:
    return table.layout.zones[spot].name.partition("_")[2]
