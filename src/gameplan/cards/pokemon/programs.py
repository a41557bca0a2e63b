"""Words to write programs with: each makes one operation, as data. What it does is in `effects.py`.

effect=(choose("foe_bench", as_="target"), switch_in("target"))
"""

from __future__ import annotations

from typing import Any

from gameplan.cards.pokemon.facts import Program
from gameplan.cards.pokemon.filters import Filter, described


def op(name: str, *args: Any) -> tuple[Any, ...]:
    """Any operation, by its name."""
    return (name, *args)


def choose(
    source: str,
    filter_: Filter = (),
    *,
    as_: str = "chosen",
    least: Any = 1,
    most: Any = 1,
    by: str = "own",
    text: str = "",
) -> tuple[Any, ...]:
    """Let somebody choose cards or Pokémon."""
    return ("choose", as_, source, filter_, least, most, by, text)


def search(filter_: Filter, most: int = 1, to: str = "hand", *, shown: bool = True) -> Program:
    """Search the deck for up to so many cards, put them somewhere, and shuffle. On the bench, as many as have room."""
    goes = {"bench": "onto your Bench", "hand": "into your hand"}.get(to, "")
    text = f"Search your deck: choose up to {most} {described(filter_)} to put {goes}" if goes else ""
    fit: Any = most if to != "bench" else ("least_of", most, ("per", 1, "room"))
    return (
        ("look", 0),
        choose("deck", filter_, as_="found", least=0, most=fit, text=text),
        ("put", "found", to, shown),
        ("shuffle",),
    )


def search_to_evolve(name: str) -> Program:
    """Search the deck for what evolves from a Pokémon, and put it at once onto the one that the program comes from."""
    return (
        ("look", 0),
        choose("deck", ("evolves_from", name), as_="found", least=0),
        ("evolve", "found", "self", True),
        ("shuffle",),
    )


def recover(filter_: Filter, most: int = 1, to: str = "hand") -> Program:
    """Put cards from the discard pile somewhere."""
    return (choose("discard", filter_, as_="found", most=most), ("put", "found", to, True))


def discard_energy(count: Any = 1, filter_: Filter = (), target: str = "self") -> Program:
    """Discard Energy from a Pokémon."""
    text = "Choose the Energy to discard"
    return (
        choose(f"energy:{target}", filter_, as_="paid", least=count, most=count, text=text),
        ("put", "paid", "discard"),
    )


def discard_from_hand(count: int) -> Program:
    """Discard cards from the hand."""
    text = f"Choose {count} cards of your hand to discard"
    return (choose("hand", as_="paid", least=count, most=count, text=text), ("put", "paid", "discard"))


def gust() -> Program:
    """Switch in one of the foe's benched Pokémon."""
    return (
        choose("foe_bench", as_="target", text="Choose your opponent's new Active Pokémon"),
        ("switch_in", "target"),
    )


def switch_own() -> Program:
    """Switch the active Pokémon with one of the bench."""
    return (choose("own_bench", as_="target", text="Choose your new Active Pokémon"), ("switch_in", "target"))


def if_(condition: tuple[Any, ...], then: Program, otherwise: Program = ()) -> tuple[Any, ...]:
    """One program or another."""
    return ("if", condition, then, otherwise)


def coin(heads: Program = (), tails: Program = ()) -> tuple[Any, ...]:
    """Flip a coin."""
    return ("coin", heads, tails)


HIT: tuple[Any, ...] = ("hit",)
CANDY: Program = (("candy",),)
