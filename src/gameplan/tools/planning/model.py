"""The session plan and what can happen to it: frozen values, of which those that are dispatched are events."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, Literal, TypeAlias

from gameplan.runtime.events import event

PlanStatus: TypeAlias = Literal["active", "completed", "abandoned"]
StepStatus: TypeAlias = Literal["pending", "in_progress", "blocked", "done"]
"""What a step can be marked."""

AnyStepStatus: TypeAlias = Literal["pending", "in_progress", "blocked", "done", "skipped"]
"""What a step can be: only `planning_skip_step` makes one `skipped`."""

SETTLED: Final[frozenset[AnyStepStatus]] = frozenset({"done", "skipped"})
"""The statuses in which a step asks for no more work; with all steps settled a plan is completed."""


@dataclass(slots=True, frozen=True)
class PlanStep:
    """A step of the plan. `evidence` holds the ids of the tool calls that show what was done."""

    step_id: str
    title: str
    details: str | None
    status: AnyStepStatus
    notes: tuple[str, ...] = field(default_factory=tuple)
    evidence: tuple[str, ...] = field(default_factory=tuple)

    @property
    def settled(self) -> bool:
        return self.status in SETTLED


@dataclass(slots=True, frozen=True)
class RemovedStep:
    """What is left of a step that was taken out: its id, which is not given again, and the reason."""

    step_id: str
    title: str
    reason: str


@event("planning.plan")
@dataclass(slots=True, frozen=True)
class Plan:
    """The one plan of a session. Dispatched as it is, it takes the place of the plan before."""

    objective: str
    status: PlanStatus
    steps: tuple[PlanStep, ...] = field(default_factory=tuple)
    removed: tuple[RemovedStep, ...] = field(default_factory=tuple)

    def step(self, step_id: str) -> PlanStep | None:
        """The step of that id, if the plan has it."""
        return next((step for step in self.steps if step.step_id == step_id), None)


@dataclass(slots=True, frozen=True)
class NewPlanStep:
    """A step that has no id yet."""

    title: str
    details: str | None = None


@event("planning.setup_plan")
@dataclass(slots=True, frozen=True)
class SetupPlan:
    """Begin a plan, in place of any other."""

    objective: str
    initial_steps: tuple[NewPlanStep, ...] = field(default_factory=tuple)


@event("planning.add_step")
@dataclass(slots=True, frozen=True)
class AddStep:
    """Put steps at the end of the plan."""

    steps: tuple[NewPlanStep, ...]


@event("planning.update_step")
@dataclass(slots=True, frozen=True)
class UpdateStep:
    """Change what a step says. None leaves a field as it is; empty details clear it."""

    step_id: str
    title: str | None = None
    details: str | None = None


@event("planning.mark_step")
@dataclass(slots=True, frozen=True)
class MarkStep:
    """Change how a step stands."""

    step_id: str
    status: StepStatus
    note: str | None = None
    evidence: tuple[str, ...] = field(default_factory=tuple)


@event("planning.clear_plan")
@dataclass(slots=True, frozen=True)
class ClearPlan:
    """Abandon the plan."""


@dataclass(slots=True, frozen=True)
class ReadPlan:
    """Look at the plan."""


@event("planning.skip_step")
@dataclass(slots=True, frozen=True)
class SkipStep:
    """Settle a step without doing it."""

    step_id: str
    reason: str


@event("planning.remove_step")
@dataclass(slots=True, frozen=True)
class RemoveStep:
    """Take a step out of the plan."""

    step_id: str
    reason: str


@event("planning.reopen_step")
@dataclass(slots=True, frozen=True)
class ReopenStep:
    """Make a settled step pending again."""

    step_id: str
    reason: str
