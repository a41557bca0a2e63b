"""What a card says that no program carries out, done by hand: `do draw 2`, `do move Fire Energy from deck to hand`."""

from __future__ import annotations

import re
from typing import Any

from gameplan.cards.pokemon.board import DECK, HAND, STAGING
from gameplan.cards.pokemon.narrative import Narrative
from gameplan.cards.table.acting import BOTTOM, TOP
from gameplan.cards.table.decisions import BY_HAND
from gameplan.cards.table.game import Game
from gameplan.cards.table.hands import Hands
from gameplan.cards.table.zones import Zone
from gameplan.tools import ToolRefused, ToolValidationError

HELP = """\
The game waits while you do what a card says that has no program:
  do draw 2                 do shuffle              do flip
  do look deck              do peek 3               (only you see it)
  do peek 2 their deck bottom                       do reveal NAME from hand
  do move NAME from deck to hand                    (also: to deck bottom)
  do damage their active 30    do heal active 30    do status their active Asleep
  do switch active bench 2     do knockouts         do done (it is carried out)
Zones: active, bench 1 to bench 5, hand, deck, prizes, discard, lost, staging,
stadium; with "their" before it, the other player's."""
_MOVE = re.compile(
    r"^(?P<name>.*?)\s*\bfrom\s+(?P<source>.+?)\s+to\s+(?P<to>.+?)(?P<end>\s+(?:top|bottom))?$", re.IGNORECASE
)
_PEEKED = re.compile(r"^(?P<number>\d*)\s*(?P<zone>.*?)\s*(?P<end>top|bottom)?$", re.IGNORECASE)
_REVEALED = re.compile(r"^(?P<name>.+?)\s+from\s+(?P<zone>.+)$", re.IGNORECASE)
_NUMBERED = re.compile(r"^(?P<zone>.+?)\s+(?P<number>\d{1,4})$")
_ACTIVE = re.compile(r"\b(active|bench[ _]?\d)\b", re.IGNORECASE)


class NotUnderstood(Exception):
    """It cannot be told what is meant; the words say what to type."""


def by_hand(game: Game, seat: int, line: str) -> tuple[str, tuple[Any, ...]]:
    """The action that is meant, with its arguments."""
    hands = Hands(game, seat, Narrative())
    word, _, rest = line.strip().partition(" ")
    try:
        return _action(hands, word.lower(), rest.strip())
    except (ToolRefused, ToolValidationError) as error:
        raise NotUnderstood(str(error)) from None


def reason_of(game: Game, seat: int) -> str:
    """By which card's effect something is done by hand: the one that lies on the table, or whose text is asked for.

    Without one there is no reason; then the rules say what is wrong with it, and a person is warned.
    """
    view = game.view(seat)
    names = [card.name for card in view.zones[STAGING[seat]] if card is not None]
    if not names and view.decision is not None:
        return view.decision.text.partition(":")[0]
    return ", ".join(names)


def _action(hands: Hands, word: str, rest: str) -> tuple[str, tuple[Any, ...]]:
    seat = hands.seat
    match word:
        case "draw":
            return "draw", (DECK[seat], HAND[seat], _number(rest or "1"))
        case "shuffle":
            return "shuffle", (_zone(hands, rest or "deck").index,)
        case "look":
            return "search_zone", (_zone(hands, rest or "deck").index,)
        case "peek":
            return _peeked(hands, rest)
        case "reveal":
            return _revealed(hands, rest)
        case "flip":
            return "coin_flip", (rest,) if rest else ()
        case "move":
            return _moved(hands, rest)
        case "damage" | "heal":
            zone, number = _zone_and_number(hands, rest)
            return "add_counter", (zone.index, "damage", number if word == "damage" else -number)
        case "status":
            name, _, condition = rest.rpartition(" ")
            return "set_status", (_zone(hands, name).index, condition)
        case "switch":
            found = list(_ACTIVE.finditer(rest))
            if len(found) != 2:
                raise NotUnderstood("Say which two change places: do switch active bench 2")
            one, other = rest[: found[0].end()], rest[found[0].end() :]
            return "swap_card_stacks", (_zone(hands, one).index, _zone(hands, other).index)
        case "knockouts":
            return "settle_knock_outs", ()
        case "done":
            decision = hands.game.view(seat).decision
            if decision is None or decision.seat != seat or decision.kind != BY_HAND:
                raise NotUnderstood("Nothing waits for you to carry it out.")
            return "resolve_decision", (0,)
    raise NotUnderstood(HELP)


def _moved(hands: Hands, rest: str) -> tuple[str, tuple[Any, ...]]:
    found = _MOVE.match(rest)
    if found is None:
        raise NotUnderstood("Say what goes where: do move Fire Energy from deck to hand")
    source, to = _zone(hands, found["source"]), _zone(hands, found["to"])
    card = hands.card_or_top(found["name"].strip(), source)
    bottom = (found["end"] or "").strip().lower() == "bottom"
    return "place_on_zone" if source == to else "move_card", (card, to.index, -1 if bottom else 0)


def _peeked(hands: Hands, rest: str) -> tuple[str, tuple[Any, ...]]:
    found = _PEEKED.match(rest)
    assert found is not None, "anything is a number, a zone or an end"
    zone, end = _zone(hands, found["zone"] or "deck"), (found["end"] or "top").lower()
    return "peek", (zone.index, _number(found["number"] or "1"), BOTTOM if end == "bottom" else TOP)


def _revealed(hands: Hands, rest: str) -> tuple[str, tuple[Any, ...]]:
    found = _REVEALED.match(rest)
    if found is None:
        return "reveal_hand", (_zone(hands, rest or "hand").index,)
    return "reveal", (hands.card(found["name"], _zone(hands, found["zone"])),)


def _zone(hands: Hands, said: str) -> Zone:
    return hands.zone(said.strip())


def _zone_and_number(hands: Hands, said: str) -> tuple[Zone, int]:
    found = _NUMBERED.match(said)
    if found is None:
        raise NotUnderstood("Say on whom and how much: do damage their active 30")
    return _zone(hands, found["zone"]), int(found["number"])


def _number(said: str) -> int:
    if not said.isdecimal() or not 1 <= int(said[:4]) <= 60:
        raise NotUnderstood(f'"{said[:20]}" is no number of cards.')
    return int(said)
