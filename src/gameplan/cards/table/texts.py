"""How a table stands, as text for the player of one seat: the same form for what is told at each step and by tools.

Everything here is made from the player's own view, from his log, and from what he may do.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import chain
from typing import Any, Literal, Protocol, TypeAlias

from gameplan.cards.table.decisions import ORDER
from gameplan.cards.table.game import Game
from gameplan.cards.table.log import Line, Log
from gameplan.cards.table.plugin import Option, Plugin
from gameplan.cards.table.state import Table
from gameplan.cards.table.telling import PlainWords, Words, listed, why_over
from gameplan.cards.table.views import View

# Of which cards it is told what is printed on them.
References: TypeAlias = Literal["all", "choice", "none"]

REFERENCES = "=== CARD REFERENCES ==="
RECENT = 8
_MOST_POSITIONS = 12


@dataclass(frozen=True, slots=True)
class Offer:
    """Something that a seat may do: in words, and as the call of a tool.

    Where the same can be done in several zones, `zone` is this one and `at` what lies there. `note` is what the call
    does not say by itself.
    """

    label: str
    tool: str
    arguments: Mapping[str, Any] = field(default_factory=dict)
    zone: str = ""
    at: str = ""
    note: str = ""

    def __str__(self) -> str:
        return called(self.tool, self.arguments)


class Narrator(Words, Protocol):
    """How a game is put into words, beyond what every table can say of itself."""

    def board(self, view: View, names: Sequence[str]) -> list[str]:
        """What lies on the table, line by line."""
        ...

    def referenced(self, view: View) -> Iterable[Any]:
        """The cards of which a player has to know now what is printed on them."""
        ...

    def weighed(self, view: View) -> Iterable[Any]:
        """Those of them that matter for what he has to decide."""
        ...

    def offer(self, table: Table, seat: int, option: Option) -> Offer:
        """An option, as words and as a call."""
        ...


class PlainNarrator(PlainWords):
    """A table in its own words: zones, cards and counters."""

    def __init__(self, plugin: Plugin) -> None:
        self._plugin = plugin

    def board(self, view: View, names: Sequence[str]) -> list[str]:
        lines = [turn_line(view, names)]
        for zone in view.layout.zones:
            cards, marks = view.zones[zone.index], view.marks[zone.index]
            told = f"({len(cards)}): {listed(name_of(card) for card in cards)}" if cards else "(0)"
            counters = ", ".join(f"{name} {n}" for name, n in zip(zone.kind.counters, marks, strict=True) if n)
            if zone.kind.capacity == 0:
                told = ""
            if told or counters:
                lines.append(" ".join(filter(None, (view.layout.said(zone.index, view.viewer), told, counters))))
        return lines

    def referenced(self, view: View) -> Iterable[Any]:
        return chain.from_iterable(view.zones)

    def weighed(self, view: View) -> Iterable[Any]:
        return self.referenced(view)

    def offer(self, table: Table, seat: int, option: Option) -> Offer:
        if option[0] == "resolve_decision":
            return chosen(table, option)
        arguments = {f"argument{i}": value for i, value in enumerate(option[1:], 1)}
        label = self._plugin.label(table, option)
        return Offer(label, option[0], arguments, note=label)


def chosen(table: Table, option: Option) -> Offer:
    """A way to decide, as a call."""
    choices = table.decision.choices if table.decision is not None else ()
    label = ", ".join(choices[number].label for number in option[1:]) or "none"
    return Offer(label, "resolve_decision", {"choices": [number + 1 for number in option[1:]]})


def state_text(
    game: Game,
    seat: int,
    log: Log,
    narrator: Narrator,
    *,
    told: Collection[Any] = (),
    cards: References = "all",
) -> str:
    """All that the player of a seat needs to know now.

    What is printed on a card is told once: not of the cards that the player was `told` of before, in his prompt. Who
    decides one thing is told of the cards that matter for it; who only carries a plan out, of none.
    """
    view = game.view(seat)
    names = [each.name for each in game.seats]
    parts: list[str] = []
    if cards != "none":
        matter = narrator.referenced(view) if cards == "all" else narrator.weighed(view)
        new = references(game.plugin, (card for card in matter if card not in told))
        parts += [REFERENCES, *new, ""] if new else []
    parts += ["=== BOARD ===", *narrator.board(view, names)]
    if known := known_lines(view):
        parts += ["", "=== WHAT YOU KNOW OF HIDDEN CARDS ===", *known]
    parts += ["", "=== RECENT LOG ===", *recent_lines(log.recent(RECENT)), "", "=== OPTIONS ==="]
    parts += option_lines(game, seat, view, narrator, names)
    return "\n".join(parts)


# -- the parts


def references(plugin: Plugin, cards: Iterable[Any]) -> list[str]:
    """What is printed on cards: each once, by name."""
    game: Any = plugin
    return list(_references(game, frozenset(cards) - {None}))


@lru_cache(maxsize=512)
def _references(plugin: Any, cards: frozenset[Any]) -> tuple[str, ...]:
    return tuple(sorted({_reference(plugin, card) for card in cards}))


@lru_cache(maxsize=4096)
def _reference(plugin: Any, card: Any) -> str:
    return str(plugin.reference(card))


def known_lines(view: View) -> list[str]:
    """What the viewer knows in zones that he does not see into."""
    layout = view.layout
    bit = layout.spectator if view.viewer is None else 1 << view.viewer
    lines = []
    for index, cards in enumerate(view.zones):
        if layout.sees[index] & bit or not any(cards):
            continue
        said = layout.said(index, view.viewer)
        if not layout.zones[index].kind.ordered or (None not in cards and len(cards) > _MOST_POSITIONS):
            lines.append(f"{said}: {listed(sorted(card.name for card in cards if card is not None))}")
        else:
            told = [f"{place(i, len(cards))} {card.name}" for i, card in enumerate(cards) if card is not None]
            lines.append(f"{said}: {', '.join(told)}")
    return lines


def recent_lines(lines: Sequence[Line]) -> list[str]:
    """The newest lines of the log."""
    return [str(line) for line in lines] or ["(nothing yet)"]


def option_lines(game: Game, seat: int, view: View, narrator: Narrator, names: Sequence[str]) -> list[str]:
    """What a seat may do, numbered, each with its call; what differs only in a zone is one line."""
    if view.result is not None:
        return ["The game is over."]
    decision = view.decision
    if decision is not None and decision.seat != seat:
        return [f"Wait: {names[decision.seat]} has to decide: {decision.text}"]
    if decision is not None:
        return decision_lines(view)
    if view.player != seat:
        return [f"Wait: it is {names[view.player]}'s turn."]
    table = game.table
    grouped: dict[Any, list[Offer]] = {}
    for option in game.options(seat):
        offer = narrator.offer(table, seat, option)
        key = (offer.tool, offer.arguments.get("cardName")) if offer.zone else offer.label
        grouped.setdefault(key, []).append(offer)
    alike: dict[Any, list[list[Offer]]] = {}
    for offers in grouped.values():
        first = offers[0]
        same = (first.tool, len(first.arguments), *(offer.zone for offer in offers)) if len(offers) > 1 else first.label
        alike.setdefault(same, []).append(offers)
    lines, number = [], 1
    for groups in alike.values():
        count = sum(map(len, groups))
        first = groups[0][0]
        note = f" ({first.note})" if first.note else ""
        said = _offered_together(groups) if count > 1 else f"{first}{note}"
        lines.append(f"{number}{f'-{number + count - 1}' if count > 1 else ''}. {said}")
        number += count
    return lines


def _offered_together(groups: Sequence[Sequence[Offer]]) -> str:
    """Offers that differ only in a card and a zone: `attach_energy cardName="A" or "B" zone="your_active" (C) or …`."""
    first = groups[0][0]
    arguments = []
    for name, value in first.arguments.items():
        if value == first.zone:
            arguments.append(f"{name}=" + " or ".join([f'"{offer.zone}" ({offer.at})' for offer in groups[0]]))
        else:
            arguments.append(f"{name}=" + " or ".join([_said(offers[0].arguments[name]) for offers in groups]))
    return " ".join([first.tool, *arguments])


def decision_lines(view: View) -> list[str]:
    """What is to be decided, and what there is to choose from."""
    decision = view.decision
    assert decision is not None, "there is something to decide"
    least, most = decision.least, decision.most
    count = str(most) if least == most else f"from {least} to {most}"
    order = ", in the order that you want" if decision.kind == ORDER else ""
    lines = [f"You have to decide: {decision.text} (choose {count}{order})"]
    lines += [f"{number}. {choice.label}" for number, choice in enumerate(decision.choices, 1)]
    example = list(range(1, min(max(1, least), len(decision.choices)) + 1))
    return [*lines, f"With: {called('resolve_decision', {'choices': example})} (the numbers of what you choose)"]


def deck_lines(plugin: Plugin, cards: Iterable[Any]) -> list[str]:
    """A deck, card by card: how many there are, and what is printed on them."""
    counts: dict[Any, int] = {}
    for card in cards:
        counts[card] = counts.get(card, 0) + 1
    return [
        f"{count}× {plugin.reference(card)}" for card, count in sorted(counts.items(), key=lambda each: each[0].name)
    ]


# -- words


def turn_line(view: View, names: Sequence[str]) -> str:
    """Whose turn it is."""
    if view.result is not None:
        won = view.result.winner
        who = "nobody wins" if won is None else "you win" if won == view.viewer else f"{names[won]} wins"
        return f"The game is over: {who} ({why_over(view.result, names, view.viewer)})."
    whose = "your turn" if view.player == view.viewer else f"{names[view.player]}'s turn"
    return f"Turn {view.turn}, {whose}, phase {view.phase}." if view.turn else f"Setup, phase {view.phase}."


def place(index: int, size: int) -> str:
    """A position in a zone, in words."""
    if index == 0:
        return "top"
    if index == size - 1:
        return "bottom"
    return f"{index + 1}{_ORDINALS.get(index + 1 if index + 1 < 20 else (index + 1) % 10, 'th')} from top"


_ORDINALS = {1: "st", 2: "nd", 3: "rd"}


def name_of(card: Any) -> str | None:
    return None if card is None else str(card.name)


def called(tool: str, arguments: Mapping[str, Any]) -> str:
    """A call as it is written in prompts and plans: `attach_energy cardName="Fire Energy" zone="your_active"`."""
    return " ".join([tool, *[f"{name}={_said(value)}" for name, value in arguments.items()]])


def _said(value: Any) -> str:
    if type(value) is str and '"' not in value and "\\" not in value:
        return f'"{value}"'
    return json.dumps(value, ensure_ascii=False)


# -- what a tool shows


def peeked_text(plugin: Plugin, cards: Sequence[Any], zone: str, end: str, size: int, actions: Sequence[str]) -> str:
    """Cards at one end of a zone: what is printed on them, where they lie, and what can be done next."""
    first = 0 if end == "top" else size - len(cards)
    lines = [f"You look at the {end} {len(cards)} of {zone}: {listed(card.name for card in cards)}", ""]
    lines += [REFERENCES, *references(plugin, cards), "", "=== POSITION (top to bottom) ==="]
    for i, card in enumerate(cards, first):
        where = place(i, size)
        next_ = ", drawn next" if i == 0 and "deck" in zone else ""
        lines.append(f"{i - first + 1}. {card.name} ({where}{next_})")
    return "\n".join([*lines, "", "=== ACTIONS ===", *actions])


def searched_text(plugin: Plugin, cards: Sequence[Any], zone: str, actions: Sequence[str]) -> str:
    """All cards of a zone: what is printed on them, how many there are of each, and what can be done next."""
    lines = [f"You look through {zone}: {len(cards)} cards", "", REFERENCES, *references(plugin, cards)]
    counts: dict[str, int] = {}
    for card in cards:
        counts[card.name] = counts.get(card.name, 0) + 1
    lines += ["", "=== QUANTITIES ===", *(f"{count}× {name}" for name, count in sorted(counts.items()))]
    return "\n".join([*lines, "", "=== ACTIONS ===", *actions])
