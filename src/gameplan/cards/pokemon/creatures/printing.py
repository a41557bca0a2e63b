"""Words to print our own cards with: each makes a card, and its key out of its name."""

from __future__ import annotations

from typing import Any

from gameplan.cards.pokemon.facts import Ability, Attack, Card, Change, Program


def key_of(name: str) -> str:
    """The key of a card of ours: its name in small letters, with hyphens."""
    return name.lower().replace("'", "").replace(" ", "-")


def creature(
    name: str,
    type_: str,
    hp: int,
    *attacks: Attack,
    ability: Ability | None = None,
    weak: str = "",
    resists: str = "",
    retreat: int = 1,
    prizes: int = 1,
    after: tuple[str, ...] = (),
    radiant: bool = False,
    tera: bool = False,
    text: str = "",
) -> Card:
    """A Pokémon; `after` are the stages before it, the Basic first."""
    return Card(
        key_of(name),
        name,
        "pokemon",
        hp=hp,
        type=type_,
        stage=len(after),
        evolves_from=after[-1] if after else "",
        line=after[0] if len(after) == 2 else "",
        attacks=attacks,
        ability=ability,
        weakness=Change(weak, "×", 2) if weak else None,
        resistance=Change(resists, "-", 30) if resists else None,
        retreat=retreat,
        prizes=prizes,
        radiant=radiant,
        tera=tera,
        text=text,
    )


def item(name: str, text: str, effect: Program, needs: tuple[Any, ...] = (), *, ace_spec: bool = False) -> Card:
    """An Item."""
    return Card(key_of(name), name, "item", text=text, effect=effect, needs=needs, ace_spec=ace_spec)


def supporter(name: str, text: str, effect: Program, needs: tuple[Any, ...] = ()) -> Card:
    """A Supporter."""
    return Card(key_of(name), name, "supporter", text=text, effect=effect, needs=needs)


def stadium(name: str, text: str, *passive: Any) -> Card:
    """A Stadium, and what holds while it is in play."""
    return Card(key_of(name), name, "stadium", text=text, passive=passive)


def tool(name: str, text: str, *passive: Any, ace_spec: bool = False) -> Card:
    """A Tool, and what holds for the Pokémon that has it."""
    return Card(key_of(name), name, "tool", text=text, passive=passive, ace_spec=ace_spec)


def special_energy(name: str, gives: str, text: str, *passive: Any, effect: Program = ()) -> Card:
    """A special Energy, what holds for the Pokémon that has it, and what happens when it is attached from the hand."""
    return Card(key_of(name), name, "energy", gives=gives, text=text, passive=passive, effect=effect, special=True)


def basic_energy(name: str, gives: str) -> Card:
    """A basic Energy."""
    return Card(key_of(name), name, "energy", gives=gives)
