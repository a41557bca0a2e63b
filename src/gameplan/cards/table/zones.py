"""Where cards can lie: the zones that a game declares, and the layout that a table makes of them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

Sight: TypeAlias = Literal["all", "owner", "nobody"]
NOBODY = -1  # the owner of a zone that is shared
_KEY = re.compile(r"\bp\d+_\w+")
_MOST_SEATS = 7  # a set of viewers is a byte: one bit for each seat, and one for spectators


@dataclass(frozen=True, slots=True)
class ZoneKind:
    """A kind of zone, as a game declares it.

    Each seat has one of it, or `places` of it (`bench_1` to `bench_5`); a `shared` one is there once. `sees` says who
    sees the cards that lie in it, `counts` who sees how many. In an `ordered` zone it matters which card lies where.
    `counters` are the numbers that lie on it, and go with its cards when they are moved as a stack; `limits` say how
    high some of them go.
    """

    name: str
    shared: bool = False
    places: int = 1
    sees: Sight = "all"
    counts: Sight = "all"
    ordered: bool = False
    capacity: int | None = None
    counters: tuple[str, ...] = ()
    limits: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Zone:
    """One zone of a table. `sees` and `counts` are sets of viewers, as bits."""

    index: int
    name: str
    kind: ZoneKind
    owner: int
    place: int
    sees: int
    counts: int


@dataclass(frozen=True)
class Layout:
    """The zones of a table for so many seats. Viewers are bits: one for each seat, and one for all spectators."""

    kinds: tuple[ZoneKind, ...]
    seats: int = 2
    zones: tuple[Zone, ...] = field(init=False)
    index: dict[str, int] = field(init=False, compare=False)
    everybody: int = field(init=False)
    spectator: int = field(init=False)
    sees: tuple[int, ...] = field(init=False)
    _at: dict[tuple[str, int], tuple[int, ...]] = field(init=False, compare=False)
    _counter: dict[tuple[str, str], int] = field(init=False, compare=False)
    _said: dict[int | None, tuple[str, ...]] = field(init=False, compare=False)

    def __post_init__(self) -> None:
        made: list[Zone] = []
        at: dict[tuple[str, int], tuple[int, ...]] = {}
        if not 1 <= self.seats <= _MOST_SEATS:
            raise ValueError(f"A table has from 1 to {_MOST_SEATS} seats, not {self.seats}.")
        everybody = (1 << (self.seats + 1)) - 1
        for owner in (*range(self.seats), NOBODY):
            for kind in self.kinds:
                if kind.shared != (owner == NOBODY):
                    continue
                first = len(made)
                for place in range(kind.places):
                    name = kind.name if kind.places == 1 else f"{kind.name}_{place + 1}"
                    name = name if kind.shared else f"p{owner + 1}_{name}"
                    sees, counts = (_bits(sight, owner, everybody) for sight in (kind.sees, kind.counts))
                    made.append(Zone(len(made), name, kind, owner, place, sees, counts))
                at[kind.name, owner] = tuple(range(first, len(made)))
        for name, value in {
            "zones": tuple(made),
            "index": {zone.name: zone.index for zone in made},
            "everybody": everybody,
            "spectator": 1 << self.seats,
            "sees": tuple(zone.sees for zone in made),
            "_at": at,
            "_counter": {(kind.name, name): i for kind in self.kinds for i, name in enumerate(kind.counters)},
        }.items():
            object.__setattr__(self, name, value)
        said = {seat: tuple(self._name(zone, seat) for zone in made) for seat in (None, *range(self.seats))}
        object.__setattr__(self, "_said", said)

    def at(self, kind: str, seat: int = NOBODY) -> int:
        """The zone of this kind, of a seat or shared."""
        return self._at[kind, seat][0]

    def places(self, kind: str, seat: int = NOBODY) -> tuple[int, ...]:
        """All zones of this kind that a seat has."""
        return self._at[kind, seat]

    def counter(self, kind: str, name: str) -> int:
        """Where in the counters of a kind of zone this one stands."""
        return self._counter[kind, name]

    def named(self, key: str, seat: int | None = None) -> Zone | None:
        """The zone with this name: `p1_deck`, `stadium`, or as a seat says it, `your_deck` and `opponent_deck`."""
        key = key.strip().lower().replace("-", "_").replace(" ", "_")
        if seat is not None:
            own, _, rest = key.partition("_")
            if own in ("your", "my"):
                key = f"p{seat + 1}_{rest}"
            elif own in ("opponent", "opponents", "their") and self.seats == 2:
                key = f"p{2 - seat}_{rest}"
            elif key not in self.index and f"p{seat + 1}_{key}" in self.index:
                key = f"p{seat + 1}_{key}"
        found = self.index.get(key)
        return None if found is None else self.zones[found]

    def said(self, zone: int, seat: int | None) -> str:
        """The zone's name as a seat says it; spectators say it by the seats' numbers."""
        return self._said[seat][zone]

    def told(self, text: str, seat: int | None) -> str:
        """A text in which zones are called as a seat says them."""
        return _KEY.sub(lambda key: self.said(self.index[key[0]], seat) if key[0] in self.index else key[0], text)

    def names(self, seat: int | None = None) -> Sequence[str]:
        """All zones, as a seat says them."""
        return self._said[seat]

    def _name(self, zone: Zone, seat: int | None) -> str:
        if seat is None or zone.owner == NOBODY:
            return zone.name
        if zone.owner == seat:
            return "your_" + zone.name.partition("_")[2]
        return "opponent_" + zone.name.partition("_")[2] if self.seats == 2 else zone.name


def _bits(sight: Sight, owner: int, everybody: int) -> int:
    if sight == "all":
        return everybody
    if sight == "nobody" or owner == NOBODY:
        return 0
    return 1 << owner
