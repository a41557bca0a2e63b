"""Modes: what an agent is told and may do in one phase of its work, as data."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeAlias, assert_never


@dataclass(frozen=True)
class Everything:
    """All that the book has."""


@dataclass(frozen=True, init=False)
class Only:
    """These names and no others; `Only()` is nothing at all."""

    names: tuple[str, ...]

    def __init__(self, *names: str) -> None:
        object.__setattr__(self, "names", names)


@dataclass(frozen=True, init=False)
class Except:
    """All that the book has but these names."""

    names: tuple[str, ...]

    def __init__(self, *names: str) -> None:
        object.__setattr__(self, "names", names)


Choice: TypeAlias = Everything | Only | Except
"""Which of a book's names a mode has."""


@dataclass(frozen=True)
class Mode:
    """The sections, tools and further names of one phase, such as `planner` or `executor`.

    `plans_for` names the mode whose agent carries out what this one writes. Its tools may be named in this
    mode's text although this mode does not have them.
    """

    name: str
    sections: tuple[str, ...]
    tools: Choice = Everything()
    names: Choice = Everything()
    plans_for: str | None = None


def choose(choice: Choice, available: Iterable[str]) -> tuple[str, ...]:
    """The chosen names, always in the order in which they are available."""
    match choice:
        case Everything():
            return tuple(available)
        case Only(names=names):
            return tuple(name for name in available if name in names)
        case Except(names=names):
            return tuple(name for name in available if name not in names)
        case _:
            assert_never(choice)


def named(choice: Choice) -> tuple[str, ...]:
    """The names that a choice spells out, which must exist for it to mean anything."""
    return () if isinstance(choice, Everything) else choice.names
