"""Which events of a record still count, when some of them went back to an earlier one."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from typing import Any

from gameplan.runtime.events.declare import is_final
from gameplan.runtime.events.record import Recorded, Rewound


def standing(record: Sequence[Recorded[Any]], after: int | None = None) -> list[Recorded[Any]]:
    """The events that counted after event number `after` (after the last, unless told), oldest first.

    An event follows the one before it; a rewind follows the event that it went back to. So a rewind can itself be
    rewound: to an event before it, and things stand again as they did then.
    """
    kept = []
    seq = len(record) if after is None else after
    while seq > 0:
        recorded = record[seq - 1]
        kept.append(recorded)
        seq = recorded.event.to if isinstance(recorded.event, Rewound) else seq - 1
    kept.reverse()
    return kept


def final_loss(now: Sequence[Recorded[Any]], then: Sequence[Recorded[Any]]) -> Recorded[Any] | None:
    """The newest final event that counts now and would no longer count then."""
    shared = sum(1 for _ in takewhile(lambda pair: pair[0].seq == pair[1].seq, zip(now, then, strict=False)))
    return next((now[index] for index in range(len(now) - 1, shared - 1, -1) if is_final(now[index].event)), None)
