"""What happens in this game, as people say it: cards are drawn, played, attached; Pokémon evolve and take damage."""

from __future__ import annotations

from gameplan.cards.pokemon.board import ALL_SPOTS, BOOST, CONDITIONS, GUARD, LOCKED, PLUS, hp_left, pokemon
from gameplan.cards.table.state import Table
from gameplan.cards.table.telling import Deed, Going, PlainWords, Told

_MOST_DAMAGE = 999  # who takes less by more than that takes none


class Happenings(PlainWords):
    """Moves and counters in the words of the game."""

    def moved(self, going: Going) -> Told:
        cards, source, to = going.cards, going.source.kind.name, going.to.kind.name
        if going.to.index in ALL_SPOTS:
            return _into_play(going)
        match source, to:
            case "deck", "hand" if going.drawn:
                return Deed("draw", cards, going.to.owner)
            case "deck", "prizes":
                return Deed("lay", f"{cards} of {going.said_source} out as Prize cards")
            case "hand", "prizes":
                return Deed("lay", f"{cards} among {going.said_to}, face down")
            case "prizes", "hand":
                count = len(going.faces)
                prizes = "a Prize card" if count == 1 else f"{count} Prize cards"
                return Deed("take", f"{prizes}: {cards}" if any(going.faces) else prizes)
            case "hand", "staging":
                return Deed("play", cards)
            case "hand", "stadium":
                return Deed("play", f"{cards}, a Stadium")
            case "staging", "discard":
                return None  # it was played, and has been carried out
            case "stadium", "discard":
                return f"{cards} ({going.said_source}) is discarded"
            case _, "discard" if going.source.index not in ALL_SPOTS:
                return Deed("discard", f"{cards} from {going.said_source}")
            case _, "discard" if not going.topmost:
                return Deed("discard", f"{cards} of {going.of}")
            case _, "discard":
                verb = "goes" if len(going.faces) == 1 else "go"
                return f"{cards} {verb} from {going.said_source} to {going.said_to}"
        return super().moved(going)

    def counter(self, table: Table, zone: int, counter: str, before: int, after: int, where: str) -> Told:
        """Damage and conditions; what only the rules keep for themselves is left out."""
        if counter.endswith("_turn"):
            return _lasting(table, zone, counter, after, where) if after > 0 else None
        if not table.zones[zone]:
            return None
        match counter:
            case "damage":
                left = f"{max(0, hp_left(table, zone) + before - after)} HP left"
                did = f"takes {after - before}" if after > before else f"is healed of {before - after}"
                return f"{where} {did} damage: {left}"
            case "condition":
                return f"{where} is {CONDITIONS[after] if after else f'no longer {CONDITIONS[before]}'}"
            case "poison" | "burned":
                name = "Poisoned" if counter == "poison" else "Burned"
                return f"{where} is {name if after else f'no longer {name}'}"
        return None


def _into_play(going: Going) -> Told:
    """Onto a Pokémon, or to where there is none."""
    cards, face = going.cards, going.faces[0]
    hidden = going.source.kind.name in ("hand", "deck")
    origin = "" if going.source.kind.name == "hand" else f" from {going.said_source}"
    if going.onto == going.said_to:
        down = " face down" if face is None and hidden else ""
        where = f"{'into' if going.to.kind.name == 'active' else 'onto'} {going.said_to}"
        return Deed("put", f"{cards}{origin}{down} {where}")
    if face is not None and face.is_pokemon:
        return Deed("evolve", f"{going.onto} into {cards}{origin}")
    if going.source.index in ALL_SPOTS:
        return Deed("move", f"{cards} from {going.of} to {going.onto}")
    return Deed("attach", f"{cards}{origin} to {going.onto}")


def _lasting(table: Table, zone: int, counter: str, turn: int, where: str) -> str | None:
    """What an effect does until the end of a turn; None for what the rules note by themselves."""
    marks = table.marks[zone]
    match counter:
        case "held_turn":
            return f"{where} cannot attack in turn {turn}"
        case "stuck_turn":
            return f"{where} cannot retreat in turn {turn}"
        case "guard_turn":
            return f"{where} takes {less_damage(marks[GUARD])} from attacks in turn {turn}"
        case "boost_turn":
            return f"The attacks of {where} do {marks[BOOST]} more in turn {turn}"
        case "locked_turn":
            attacks = pokemon(table, zone).attacks if table.zones[zone] else ()
            names = [attack.name for attack in attacks[marks[LOCKED] : marks[LOCKED] + 1]]
            return f"{where} cannot use {names[0]} in turn {turn}" if names else None
        case "no_items_turn" | "no_supporter_turn":
            return f"No {'Items' if counter == 'no_items_turn' else 'Supporters'} can be played in turn {turn}"
        case "plus_turn":
            return f"Attacks do {marks[PLUS]} more in turn {turn}"
    return None


def less_damage(less: int) -> str:
    """How much less damage, in words."""
    return "no damage" if less > _MOST_DAMAGE else f"{less} less"
