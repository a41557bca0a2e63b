"""What is printed on a card. Facts only: what an effect does is a program (see `programs.py`)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

# A program: operations with their arguments, as plain data, so that a game can stop in the middle of one and be saved.
Program: TypeAlias = tuple[tuple[Any, ...], ...]
Kind: TypeAlias = Literal["pokemon", "item", "supporter", "stadium", "tool", "energy"]

# The types, by the letters in which energy costs are written. "*" is energy of any type.
TYPES = {
    "G": "Grass",
    "R": "Fire",
    "W": "Water",
    "L": "Lightning",
    "P": "Psychic",
    "F": "Fighting",
    "D": "Darkness",
    "M": "Metal",
    "N": "Dragon",
    "Y": "Fairy",
    "C": "Colorless",
}


@dataclass(frozen=True, slots=True, eq=False)
class Attack:
    """An attack: its cost in letters, its damage, whether more or less may come to it, its text, and its program.

    A program that does not say when the damage is done does it first.
    """

    name: str
    cost: str
    damage: int = 0
    sign: Literal["", "+", "×", "-"] = ""
    text: str = ""
    effect: Program = ()

    def __post_init__(self) -> None:
        if self.damage and not _hits(self.effect):
            object.__setattr__(self, "effect", (("hit",), *self.effect))


def _hits(program: Any) -> bool:
    """Whether a program, or one inside it, does the attack's damage to the active Pokémon."""
    if isinstance(program, tuple) and program[:1] == ("hit",):
        return len(program) < 3 or program[2] == "foe"
    return isinstance(program, tuple) and any(_hits(part) for part in program)


@dataclass(frozen=True, slots=True)
class Ability:
    """An ability, and when it works.

    `once`: once in your turn, if you like. `often`: as often as you like. `played`: when it comes from the hand to the
    bench, `evolved`: when it evolves so. `always`: `passive` holds while it is in play. `checkup`: between turns.
    """

    name: str
    text: str
    when: Literal["once", "often", "played", "evolved", "always", "checkup"] = "once"
    effect: Program = ()
    needs: tuple[Any, ...] = ()
    passive: tuple[Any, ...] = ()

    @classmethod
    def as_printed(cls, name: str, text: str) -> Ability:
        """An ability of which only the words are known: of those that are used, one uses some once in a turn."""
        return cls(name, text, "once" if "once during your turn" in text.casefold() else "always")


@dataclass(frozen=True, slots=True)
class Change:
    """Weakness or resistance: against which type, and what it does to damage: times two, plus or minus."""

    type: str
    by: Literal["×", "+", "-"]
    value: int

    def __str__(self) -> str:
        return f"{TYPES[self.type]} {self.by}{self.value}"


@dataclass(frozen=True, slots=True, eq=False)
class Card:
    """A card. Two cards with the same name count as the same in a deck, whatever set they are from."""

    key: str
    name: str
    kind: Kind
    hp: int = 0
    type: str = ""
    stage: int = 0
    evolves_from: str = ""
    line: str = ""  # of a Stage 2: the Basic that its line begins with
    attacks: tuple[Attack, ...] = ()
    ability: Ability | None = None
    weakness: Change | None = None
    resistance: Change | None = None
    retreat: int = 0
    prizes: int = 1
    gives: str = ""  # the energy that an Energy card provides: "R", "CC", "*"
    text: str = ""
    effect: Program = ()
    needs: tuple[Any, ...] = ()
    passive: tuple[Any, ...] = ()
    special: bool = False  # an Energy that is not basic
    ace_spec: bool = False
    radiant: bool = False
    tera: bool = False
    set: str = ""
    number: str = ""
    programmed: bool = True  # False: its text is known, but no program carries it out
    is_pokemon: bool = field(init=False)
    is_basic: bool = field(init=False)
    is_energy: bool = field(init=False)
    is_basic_energy: bool = field(init=False)

    def __post_init__(self) -> None:
        pokemon, energy = self.kind == "pokemon", self.kind == "energy"
        object.__setattr__(self, "is_pokemon", pokemon)
        object.__setattr__(self, "is_basic", pokemon and self.stage == 0)
        object.__setattr__(self, "is_energy", energy)
        object.__setattr__(self, "is_basic_energy", energy and not self.special)

    @property
    def is_trainer(self) -> bool:
        return self.kind in ("item", "supporter", "stadium", "tool")
