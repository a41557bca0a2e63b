"""Rules: what a game says before and after an action, by whom it is heard, and what overrides it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple, TypeAlias

from gameplan.cards.table.acting import Act
from gameplan.cards.table.state import Table

Level: TypeAlias = Literal["ignore", "info", "warn", "block"]


class Attempt(NamedTuple):
    """What a seat is about to do, as rules see it."""

    table: Table
    seat: int
    action: str
    args: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Replaced:
    """What a rule has done instead of what was asked for."""

    action: str
    args: tuple[Any, ...]
    message: str


Objection: TypeAlias = str | Replaced | None
Before: TypeAlias = Callable[[Attempt], Objection]
After: TypeAlias = Callable[[Act, Attempt], str | None]


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule of a game: it looks at some actions (`on`; none: at all) before they happen, or after.

    `before` says what is wrong, or gives something to do instead; `after` may change the table further, and says what
    it did. `level` is how it is heard by a program that plays; a person is only warned of what blocks a program (see
    `Seat`). Rules with a smaller `priority` come first. What a card's effect overrides, or a seat ignores, is not done
    after an action either, unless it is `upkeep`: what keeps the table in order is always done.
    """

    id: str
    on: tuple[str, ...] = ()
    before: Before | None = None
    after: After | None = None
    level: Level = "block"
    priority: int = 100
    upkeep: bool = False

    def looks_at(self, action: str) -> bool:
        return not self.on or action in self.on


@dataclass(frozen=True, slots=True)
class Seat:
    """Who sits at a table. `levels` say how rules are heard here: by a rule's id, or `*` for all that would block."""

    name: str
    person: bool = False
    levels: Mapping[str, Level] = field(default_factory=dict)

    def hears(self, rule: Rule) -> Level:
        """How this seat hears a rule."""
        told = self.levels.get(rule.id)
        if told is not None:
            return told
        if rule.level == "block":
            return self.levels.get("*", "warn" if self.person else "block")
        return rule.level

    def hears_after(self, rule: Rule) -> Level:
        """How this seat hears what a rule does after an action: nothing is blocked any more."""
        told = self.levels.get(rule.id)
        if told is None:
            return "info" if rule.level == "block" else rule.level
        return "warn" if told == "block" else told


@dataclass(frozen=True, slots=True)
class Note:
    """What a rule said to an action that happened."""

    rule: str
    level: Level
    message: str

    def __str__(self) -> str:
        return f"{self.level} [{self.rule}] {self.message}"


class RuleRefused(Exception):
    """Rules say no. Nothing changed."""

    def __init__(self, notes: Sequence[Note]) -> None:
        self.notes = tuple(notes)
        super().__init__(" ".join(f"[{note.rule}] {note.message}" for note in notes))


class RuleBook:
    """The rules of a game, found by the action that they look at. What they say never changes."""

    def __init__(self, rules: Sequence[Rule]) -> None:
        self.rules = tuple(sorted(rules, key=lambda rule: rule.priority))
        self._before: dict[str, tuple[Rule, ...]] = {}
        self._after: dict[str, tuple[Rule, ...]] = {}

    def before(self, action: str) -> tuple[Rule, ...]:
        if action not in self._before:
            self._before[action] = tuple(rule for rule in self.rules if rule.before and rule.looks_at(action))
        return self._before[action]

    def after(self, action: str) -> tuple[Rule, ...]:
        if action not in self._after:
            self._after[action] = tuple(rule for rule in self.rules if rule.after and rule.looks_at(action))
        return self._after[action]

    def objections(self, attempt: Attempt) -> list[tuple[Rule, str | Replaced]]:
        """All that the rules have to say before an action."""
        found: list[tuple[Rule, str | Replaced]] = []
        for rule in self.before(attempt.action):
            said = rule.before(attempt) if rule.before is not None else None
            if said is not None:
                found.append((rule, said))
        return found
