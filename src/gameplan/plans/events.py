"""What happens in the run of a plan. A run is a session; what is true of it is a fold of these (see `run_state`)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from gameplan.plans.model import Plan
from gameplan.runtime.events import Json, event

StepEnd: TypeAlias = Literal["completed", "failed", "skipped", "blocked"]
RunEnd: TypeAlias = Literal["completed", "failed", "cancelled", "waiting"]


@event("run.started")
@dataclass(frozen=True, slots=True)
class RunStarted:
    """A plan begins to run."""

    plan: Plan
    inputs: dict[str, Json] = field(default_factory=dict)
    workspace: str = ""


@event("run.plan_changed")
@dataclass(frozen=True, slots=True)
class PlanChanged:
    """The rest of the plan is another from here on; what has run is as it was."""

    plan: Plan
    why: str = ""


@event("run.step_began")
@dataclass(frozen=True, slots=True)
class StepBegan:
    """A step is about to act. `key` is the same each time that this step is tried: the key for doing a thing once."""

    step: str
    key: str
    args: Json
    attempt: int = 1


@event("run.step_ended")
@dataclass(frozen=True, slots=True)
class StepEnded:
    """A step has its end. Of one that did not complete, `reason` says why."""

    step: str
    status: StepEnd
    value: Json = None
    reason: str = ""
    duration_ms: float = 0.0
    attempts: int = 0


@event("run.approval_asked")
@dataclass(frozen=True, slots=True)
class ApprovalAsked:
    """A step waits for a person. `bound_to` is a hash of the tool, the arguments and of what they would overwrite."""

    step: str
    bound_to: str
    args: Json
    effects: tuple[str, ...] = ()
    preview: str = ""
    why: str = ""


@event("run.approval_given")
@dataclass(frozen=True, slots=True)
class ApprovalGiven:
    """A person, or a policy that a person set, lets a step act; it holds once, and for what it is bound to."""

    step: str
    bound_to: str
    by: str = "person"


@event("run.approval_denied")
@dataclass(frozen=True, slots=True)
class ApprovalDenied:
    """A person does not want a step to act."""

    step: str
    bound_to: str
    reason: str = ""


@event("run.paused")
@dataclass(frozen=True, slots=True)
class RunPaused:
    """No further step begins until the run is resumed."""


@event("run.resumed")
@dataclass(frozen=True, slots=True)
class RunResumed:
    """Steps begin again: after a pause, or in a new process."""


@event("run.ended")
@dataclass(frozen=True, slots=True)
class RunEnded:
    """Nothing more happens by itself. A run that ended as `waiting` goes on when a person has answered."""

    status: RunEnd
    reason: str = ""
