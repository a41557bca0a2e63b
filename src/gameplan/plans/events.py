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
    """A plan begins to run. `estimates` are the seconds that each tool took in earlier runs."""

    plan: Plan
    inputs: dict[str, Json] = field(default_factory=dict)
    workspace: str = ""
    estimates: dict[str, float] = field(default_factory=dict)


@event("run.plan_changed")
@dataclass(frozen=True, slots=True)
class PlanChanged:
    """The rest of the plan is another from here on; what has run is as it was.

    `opened` are the steps that wait again: what failed inside of a step that is tried again with the change.
    """

    plan: Plan
    why: str = ""
    by: str = "person"
    opened: tuple[str, ...] = ()


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
    """A step has its end. Of one that did not complete, `reason` says why.

    `text` is what the tool said, `effects` what it did to the world; `detail` is the traceback of one that broke. One
    that did not run because of how another ended says which in `because`.
    """

    step: str
    status: StepEnd
    value: Json = None
    reason: str = ""
    duration_ms: float = 0.0
    attempts: int = 0
    text: str = ""
    code: str = ""
    effects: tuple[str, ...] = ()
    logs: tuple[str, ...] = ()
    detail: str = ""
    because: str = ""


@event("run.step_retried")
@dataclass(frozen=True, slots=True)
class StepRetried:
    """A step that failed or was denied is tried again; how it ended stays on the record.

    A person wants it so, or a recovery does. `args` are what they gave it instead of its own arguments, if they did.
    `opened` are the other steps that wait again: those that did not run because of it, and what failed inside of it.
    """

    step: str
    args: dict[str, Json] | None = None
    opened: tuple[str, ...] = ()
    by: str = "person"


@dataclass(frozen=True, slots=True)
class Doubt:
    """An argument that text from outside decides: its value, and where that came from."""

    argument: str
    value: Json
    origin: str


@event("run.approval_asked")
@dataclass(frozen=True, slots=True)
class ApprovalAsked:
    """A step waits for a person. `bound_to` is a hash of the tool, the arguments and of what they would overwrite.

    If it is `doubtful`, nothing that was approved in advance covers it.
    """

    step: str
    bound_to: str
    args: Json
    effects: tuple[str, ...] = ()
    preview: str = ""
    why: str = ""
    doubtful: bool = False
    doubts: tuple[Doubt, ...] = ()
    tool: str = ""


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


@event("run.arguments_changed")
@dataclass(frozen=True, slots=True)
class ArgumentsChanged:
    """A person gave a step that waited to be approved other arguments. It is asked again, with what they would do."""

    step: str
    args: dict[str, Json]
    by: str = "person"


@event("run.policy_set")
@dataclass(frozen=True, slots=True)
class PolicySet:
    """A person approves in advance: effects with these verbs, on what lies below `prefix`, by the steps as they stand.

    It never covers what untrusted data decides.
    """

    verbs: tuple[str, ...]
    prefix: str = ""
    version: int = 1
    by: str = "person"


@event("run.question_asked")
@dataclass(frozen=True, slots=True)
class QuestionAsked:
    """A step asks a person something, and waits for the answer."""

    step: str
    question: str
    type: str = "text"
    choices: tuple[str, ...] = ()
    default: Json = None


@event("run.question_answered")
@dataclass(frozen=True, slots=True)
class QuestionAnswered:
    """A person answered."""

    step: str
    value: Json
    by: str = "person"


@event("run.recovery_proposed")
@dataclass(frozen=True, slots=True)
class RecoveryProposed:
    """After a step failed, somebody proposes how to go on; `plan` is the version that would be carried out.

    `outside` says in what it goes beyond what was approved; if it says nothing, the engine goes on with it.
    """

    step: str
    action: str
    why: str
    failure: str = ""
    plan: Plan | None = None
    outside: tuple[str, ...] = ()
    by: str = "model"


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
