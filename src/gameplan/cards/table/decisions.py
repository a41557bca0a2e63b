"""What somebody has to decide before the game goes on, and how a game ended: data, so that a table can be copied."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

# The kind of a decision that somebody at the table has asked for, or a card whose text is carried out by hand.
BY_HAND = "words"
# The kind of one in which it counts in what order things are chosen.
ORDER = "order"

as_text = json.JSONEncoder(separators=(",", ":")).encode  # as it stands in the record


@dataclass(frozen=True, slots=True)
class Choice:
    """One thing that can be chosen: what it is called, and what it is (a card, a zone, a number, a word)."""

    label: str
    value: int | str


@dataclass(frozen=True, slots=True)
class Decision:
    """A seat is to choose from `least` to `most` of the choices. If it is `private`, only that seat sees them."""

    seat: int
    kind: str
    text: str
    choices: tuple[Choice, ...]
    least: int = 1
    most: int = 1
    private: bool = False

    @property
    def is_forced(self) -> bool:
        """Whether there is but one way to decide: it was asked only so that nobody learns that there is no other."""
        count = len(self.choices)
        return self.kind != BY_HAND and self.least == count and (count < 2 or self.kind != ORDER)

    def to_wire(self) -> list[Any]:
        choices = [[choice.label, choice.value] for choice in self.choices]
        return [self.seat, self.kind, self.text, choices, self.least, self.most, self.private]

    def to_text(self) -> str:
        return as_text(self.to_wire())

    @classmethod
    def from_text(cls, text: str) -> Decision:
        seat, kind, said, choices, least, most, private = json.loads(text)
        return cls(seat, kind, said, tuple(Choice(*choice) for choice in choices), least, most, private)


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended; without a winner it is a draw."""

    winner: int | None
    reason: str

    def to_wire(self) -> list[Any]:
        return [self.winner, self.reason]
