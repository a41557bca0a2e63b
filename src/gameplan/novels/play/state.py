"""How a play stands: everything that happened in it, as far as it matters for what can happen next."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Literal, NamedTuple, TypeAlias

from gameplan.expressions import ExpressionError
from gameplan.novels.conditions import Condition
from gameplan.novels.items import item_id

Outcome: TypeAlias = Literal["", "won", "lost", "stalled"]
REMEMBERED = 8  # beats
CLOSEST, FURTHEST = 3, -3  # bonds


class Recent(NamedTuple):
    """A scene that was played lately."""

    ref: str
    type: str
    focus: str
    tier: str
    turn: int


@dataclass(slots=True)
class PlayState:
    """A play between two beats. What happens in it is by id, so that it outlives a change of the package.

    `flags`, `places` (visited), `people` (met), `events` (fired), `items` and `revealed` say at which turn. It is what
    conditions ask (`World`).
    """

    act: str = ""
    location: str = ""
    turn: int = 0
    act_turn: int = 0
    paced: int = 0  # beats of this act that were not interrupts
    drawn: int = 0  # how often luck was asked
    progress: int = 0
    progress_needed: int = 0
    doom: int = 0
    doom_needed: int = 0
    idle: int = 0  # beats in a row in which nothing happened
    moves: int = 0  # ways in a row on which nothing happened
    complications: int = 0  # how many of the act's have come
    climax: bool = False  # the act's climax was played: it ends with the next beat
    photo_finish: bool = False
    ending_due: str = ""
    ending: str = ""
    outcome: Outcome = ""
    flags: dict[str, int] = field(default_factory=dict)
    places: dict[str, int] = field(default_factory=dict)
    people: dict[str, int] = field(default_factory=dict)
    events: dict[str, int] = field(default_factory=dict)
    branches: dict[str, int] = field(default_factory=dict)  # which branch an event took; none: -1
    escalated: dict[str, int] = field(default_factory=dict)  # "act/number" of each threshold that was crossed
    waiting: list[str] = field(default_factory=list)  # those of them that are not told yet
    foreshadowed: dict[str, int] = field(default_factory=dict)
    locked: dict[str, int] = field(default_factory=dict)
    played: dict[str, int] = field(default_factory=dict)  # how often each encounter was finished
    last: dict[str, int] = field(default_factory=dict)  # and when last
    passed: dict[str, int] = field(default_factory=dict)  # how often it could have come, and did not
    arcs: dict[str, int] = field(default_factory=dict)
    arc_turns: dict[str, int] = field(default_factory=dict)
    bonds: dict[str, int] = field(default_factory=dict)
    items: dict[str, int] = field(default_factory=dict)
    revealed: dict[str, int] = field(default_factory=dict)  # whose secrets are out
    planted: dict[str, int] = field(default_factory=dict)  # callbacks
    paid: dict[str, int] = field(default_factory=dict)
    findings: list[str] = field(default_factory=list)
    recent: list[Recent] = field(default_factory=list)

    def copy(self) -> PlayState:
        """Another that can go its own way."""
        other = PlayState.__new__(PlayState)
        for name in _PLAIN:
            setattr(other, name, getattr(self, name))
        for name in _HELD:
            setattr(other, name, getattr(self, name).copy())
        return other

    # -- what conditions ask

    def flag(self, name: str) -> bool:
        return name in self.flags

    def visited(self, location: str) -> bool:
        return location in self.places

    def done(self, encounter: str) -> bool:
        return encounter in self.played

    def fired(self, event: str) -> bool:
        return event in self.events

    def met(self, character: str) -> bool:
        return character in self.people

    def has(self, item: str) -> bool:
        return item_id(item) in self.items

    def bond(self, character: str) -> int:
        return self.bonds.get(character, 0)

    def arc(self, character: str) -> int:
        return self.arcs.get(character, 0)

    def facts(self) -> Mapping[str, Any]:
        return {
            "progress": self.progress,
            "progress_pct": self.progress_pct,
            "doom": self.doom,
            "doom_pct": self.doom_pct,
            "turn": self.turn,
            "act_turn": self.act_turn,
            "location": self.location,
        }

    def satisfies(self, condition: Condition, *, soft: bool = False) -> bool:
        """Whether a condition holds. One that cannot be computed (`location > 3`) does not: play goes on."""
        try:
            return condition.holds(self, soft=soft)
        except ExpressionError:
            return False

    @property
    def progress_pct(self) -> float:
        return 100 * self.progress / self.progress_needed if self.progress_needed else 0.0

    @property
    def doom_pct(self) -> float:
        return 100 * self.doom / self.doom_needed if self.doom_needed else 0.0

    @property
    def progress_full(self) -> bool:
        return 0 < self.progress_needed <= self.progress

    @property
    def doom_full(self) -> bool:
        return 0 < self.doom_needed <= self.doom

    @property
    def over(self) -> bool:
        return bool(self.ending)

    # -- JSON

    def to_json(self) -> dict[str, Any]:
        """As JSON has it."""
        return {name: _plain(getattr(self, name)) for name in _NAMES}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> PlayState:
        """The state that `to_json` wrote; what is not there is as at the beginning."""
        return cls().with_changes(data)

    def changes_to(self, after: PlayState) -> dict[str, Any]:
        """The fields that are different afterwards, as JSON has them."""
        return {name: _plain(new) for name in _NAMES if (new := getattr(after, name)) != getattr(self, name)}

    def with_changes(self, changes: Mapping[str, Any]) -> PlayState:
        """The state after such changes."""
        other = self.copy()
        for name, value in changes.items():
            if name == "recent":
                other.recent = [Recent(*each) for each in value]
            elif name in _HELD:
                setattr(other, name, value.copy())
            elif name in _PLAIN:
                setattr(other, name, value)
        return other


_NAMES = tuple(each.name for each in fields(PlayState))
_HELD = tuple(name for name in _NAMES if isinstance(getattr(PlayState(), name), dict | list))
_PLAIN = tuple(name for name in _NAMES if name not in _HELD)


def _plain(value: Any) -> Any:
    if isinstance(value, list):
        return [list(each) if isinstance(each, tuple) else each for each in value]
    return dict(value) if isinstance(value, dict) else value
