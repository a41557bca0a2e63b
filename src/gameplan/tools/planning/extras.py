"""What the suite offers beyond the six tools; all of it is off until it is asked for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(slots=True, frozen=True, kw_only=True)
class PlanExtras:
    """Which extras a planning section has.

    `skip`, `remove` and `reopen` each add a tool. With `evidence` a mark may name the tool calls that show what was
    done; with `require_evidence`, which includes it, a step is not done without. With `drift_after` the results of
    plan tools tell when several steps are in progress at once, or one for more than that many tool calls.
    """

    skip: bool = False
    remove: bool = False
    reopen: bool = False
    evidence: bool = False
    require_evidence: bool = False
    drift_after: int | None = None

    def __post_init__(self) -> None:
        if self.drift_after is not None and self.drift_after < 1:
            raise ValueError(f"drift_after is a number of tool calls, 1 or more, not {self.drift_after}.")
        if self.require_evidence:
            object.__setattr__(self, "evidence", True)


NO_EXTRAS: Final = PlanExtras()
"""The six tools alone."""
