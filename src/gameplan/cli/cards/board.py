"""The board in the terminal, from one viewer's view: both sides, hit points as bars, energy by colour and letter."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from rich.text import Text

from gameplan.cards.pokemon.board import (
    ABILITY,
    ACTIVE,
    BENCH,
    BOOST,
    BOOST_TURN,
    BURNED,
    CONDITION,
    CONDITIONS,
    DAMAGE,
    DECK,
    DISCARD,
    GUARD,
    GUARD_TURN,
    HAND,
    HELD,
    LOCKED,
    LOCKED_TURN,
    LOST,
    POISON,
    PRIZE,
    STADIUM,
    STAGING,
    STUCK,
)
from gameplan.cards.pokemon.facts import Card
from gameplan.cards.table.views import View
from gameplan.cli.clean import clean

_COLOURS = {
    "G": "green",
    "R": "red",
    "W": "dodger_blue1",
    "L": "yellow",
    "P": "magenta",
    "F": "dark_orange3",
    "D": "purple",
    "M": "cyan",
    "N": "gold3",
    "Y": "hot_pink",
}
_KINDS = {
    "Pokémon": ("pokemon",),
    "Trainers": ("item", "supporter", "stadium", "tool"),
    "Energy": ("energy",),
}
_PLACE, _NAME, _HP = 9, 20, 8
_NARROW = 50  # columns; where there are fewer, names are shorter and hit points have no bar


def board_lines(view: View, names: Sequence[str], width: int) -> list[Text]:
    """Both sides: the other one above, the viewer's own below, with his hand."""
    near = 0 if view.viewer is None else view.viewer
    lines = [
        *_header(view, 1 - near, names, width),
        *_bench(view, 1 - near, width),
        *_spot(view, ACTIVE[1 - near], width),
    ]
    lines.append(_middle(view, names, width))
    lines += [*_spot(view, ACTIVE[near], width), *_bench(view, near, width), *_header(view, near, names, width)]
    hand = view.zones[HAND[near]]
    if any(hand):
        lines += hand_lines(hand, width)
    return lines


def energy(letters: str) -> Text:
    """Energy as letters, each in its colour; nobody needs the colours."""
    text = Text()
    for letter in letters:
        text.append(letter, f"bold {_COLOURS.get(letter, '')}".strip())
    return text


def hand_lines(cards: Iterable[Any], width: int) -> list[Text]:
    """A hand, by kinds of cards."""
    known = [card for card in cards if card is not None]
    lines = []
    for title, kinds in _KINDS.items():
        counts: dict[str, int] = {}
        for card in sorted(known, key=lambda card: card.name):
            if card.kind in kinds:
                counts[card.name] = counts.get(card.name, 0) + 1
        said = [clean(name) if count == 1 else f"{count}× {clean(name)}" for name, count in counts.items()]
        if said:
            lines += flowed(headed(title, _PLACE + 1), [Text(each) for each in said], width, ", ")
    return lines


def flowed(head: Text, parts: Sequence[Text], width: int, between: str = "  ") -> list[Text]:
    """Parts after a head, none of them broken; what does not fit goes on below, set in as far as the head."""
    lines, line = [], head.copy()
    for number, part in enumerate(parts):
        first, last = line.cell_len == head.cell_len, number == len(parts) - 1
        piece = part.copy().append("" if last else between.rstrip())
        gap = " " * (len(between) - len(between.rstrip()))
        if not first and line.cell_len + len(gap) + piece.cell_len >= width:
            lines.append(line)
            line, first = Text(" " * head.cell_len), True
        line.append("" if first else gap).append_text(piece)
    return [*lines, line]


def headed(title: str, width: int, style: str = "bold") -> Text:
    """The head of a line; what comes after it has its own style."""
    return Text.assemble((f" {title}".ljust(width), style))


def _header(view: View, seat: int, names: Sequence[str], width: int) -> list[Text]:
    """How a player stands."""
    zones = view.zones
    you = view.viewer == seat
    title = Text(" You" if you else f" {clean(names[seat])}", "bold")
    prizes = "prize to take" if len(zones[PRIZE[seat]]) == 1 else "prizes to take"
    piles = [(HAND, "in hand"), (DECK, "in the deck"), (PRIZE, prizes), (DISCARD, "discarded")]
    said = [f"{len(zones[zone[seat]])} {word}" for zone, word in piles]
    said += [f"{len(zones[LOST[seat]])} lost"] if zones[LOST[seat]] else []
    lines = flowed(title.append("  "), [Text(each, "not bold") for each in said], width, " · ")
    if zones[STAGING[seat]]:
        cards = ", ".join(clean(card.name) if card else "a card" for card in zones[STAGING[seat]])
        lines.append(Text(f" {'In play':<{_PLACE}}{cards}", "yellow"))
    return lines


def _middle(view: View, names: Sequence[str], width: int) -> Text:
    if view.result is not None:
        winner = view.result.winner
        won = "a draw" if winner is None else "you win" if winner == view.viewer else f"{names[winner]} wins"
        said = f"The game is over: {won}"
    elif view.turn:
        said = f"Turn {view.turn}: {'yours' if view.player == view.viewer else names[view.player]}"
    else:
        said = "Setting up"
    stadium = view.zones[STADIUM]
    said += f" · Stadium: {stadium[0].name}" if stadium else ""
    said = clean(said)
    return Text.assemble((" ── ", "dim"), (said, "bold"), (f" {'─' * max(2, width - len(said) - 6)}", "dim"))


def _bench(view: View, seat: int, width: int) -> list[Text]:
    rows = [line for spot in BENCH[seat] if view.zones[spot] for line in _spot(view, spot, width)]
    return rows or [Text(f" {'Bench':<{_PLACE}}empty", "dim")]


def _spot(view: View, spot: int, width: int) -> list[Text]:
    """A Pokémon in play: where, what, hit points, energy, and what there is to say of it."""
    zone = view.layout.zones[spot]
    place = "Active" if zone.kind.name == "active" else f"Bench {zone.place + 1}"
    cards = view.zones[spot]
    line = headed(place, _PLACE + 1, "bold" if zone.kind.name == "active" else "")
    if not cards:
        return [line.append("empty", "dim")]
    top: Card | None = cards[0]
    if top is None:
        return [line.append("a card face down", "dim")]
    whole = hit_points(cards)
    left = max(0, whole - view.marks[spot][DAMAGE])
    name = clean(top.name)
    room = _NAME if width >= _NARROW else 14
    line.append(f"{name if len(name) < room else name[: room - 2] + '…':<{room}}", "bold")
    line.append_text(
        _bar(left, whole, 20 if width >= 100 else 10 if width >= 64 else 4 if width >= _NARROW else 0)
    ).append(f"{left}/{whole}".rjust(_HP) + " ")
    line.append_text(energy(top.type)).append(" ")
    letters = "".join(card.gives for card in cards if card is not None and card.is_energy)
    line.append("[").append_text(energy(letters) if letters else Text("–", "dim")).append("]")
    notes = list(_notes(view, spot, top, cards))
    if not notes:
        return [line]
    beside = flowed(line.append("  "), notes, width, " · ")
    if len(beside) == 1 and beside[0].cell_len < width:
        return beside
    line.rstrip()
    return [line, *flowed(Text(" " * (_PLACE + 3)), notes, width, " · ")]


def hit_points(cards: Sequence[Card | None]) -> int:
    """The hit points of a Pokémon with what is attached to it, before damage."""
    top = cards[0]
    more = (int(card.passive[1]) for card in cards[1:] if card is not None and card.passive[:1] == ("hp",))
    return (top.hp if top is not None else 0) + sum(more)


def _bar(left: int, whole: int, size: int) -> Text:
    full = 0 if left <= 0 else min(size, max(1, round(size * left / max(1, whole))))
    colour = "green" if left * 2 > whole else "yellow" if left * 4 > whole else "red"
    return Text.assemble(("━" * full, colour), ("╌" * (size - full), "dim"))


def _notes(view: View, spot: int, top: Card, cards: Sequence[Card | None]) -> Iterable[Text]:
    """Conditions, what is attached, and what lasts."""
    marks, turn = view.marks[spot], view.turn
    for on, word in (
        (marks[CONDITION], CONDITIONS.get(marks[CONDITION], "")),
        (marks[POISON], "Poisoned" if marks[POISON] < 2 else f"Poisoned ×{marks[POISON]}"),
        (marks[BURNED], "Burned"),
    ):
        if on:
            yield Text(word.upper(), "bold red")
    attached = Counter(
        card.name
        for card in cards[1:]
        if card is not None and (card.kind == "tool" or (card.is_energy and card.special))
    )
    for name, count in attached.items():
        yield Text(clean(name) if count == 1 else f"{count}× {clean(name)}", "cyan")
    if not turn:
        return
    if marks[ABILITY] == turn:
        yield Text("ability used", "dim")
    for until, word in ((HELD, "cannot attack"), (STUCK, "cannot retreat")):
        if marks[until] >= turn:
            yield Text(word + (" next turn" if marks[until] > turn else ""), "yellow")
    if marks[LOCKED_TURN] >= turn and marks[LOCKED] < len(top.attacks):
        yield Text(f"not {clean(top.attacks[marks[LOCKED]].name)}", "yellow")
    if marks[GUARD_TURN] >= turn:
        yield Text("takes no damage" if marks[GUARD] > 999 else f"takes {marks[GUARD]} less", "yellow")
    if marks[BOOST_TURN] >= turn:
        yield Text(f"does {marks[BOOST]} more", "yellow")
