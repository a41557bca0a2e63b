"""What can be said to a run. Whoever carries the run out reads it, and refuses what does not fit."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from gameplan.runtime.events import Json
from gameplan.studio.shapes.wire import Body, PlanJson

_Step = Annotated[str, Field(description="The step: its name, as in the inbox and in `steps` of the run.")]
_Bound = Annotated[
    str, Field(description="`boundTo` of what waits: the answer holds for what was shown there, and nothing else.")
]
_Reason = Annotated[str, Field(description="Why, for whoever reads the record.")]
_Args = Annotated[dict[str, Json], Field(description="All its arguments, as the tool takes them.")]


class Approve(Body):
    """Let a step act, as it was shown. The same accepts a recovery that is proposed."""

    step: _Step
    bound_to: _Bound = ""
    rest: Annotated[bool, Field(description="Also the steps that do the same kind of thing.")] = False


class Deny(Body):
    """Do not let a step act: it is skipped, and so is what needs its result. The same refuses a recovery."""

    step: _Step
    bound_to: _Bound = ""
    reason: _Reason = "not wanted"


class Arguments(Body):
    """Give a step that waits to be approved other arguments: it asks again, with what they would do."""

    step: _Step
    args: _Args


class Answer(Body):
    """Answer the question of a step, with a value of the type that it asks for."""

    step: _Step
    value: Json


class Pause(Body):
    """Begin no further step; what has begun goes on to its end."""


class Unpause(Body):
    """Go on after a pause."""


class Cancel(Body):
    """End what has begun, and skip the rest. What was done stays, and can be undone."""

    reason: _Reason = "cancelled by a person"


class Skip(Body):
    """Leave out a step that has not begun."""

    step: _Step
    reason: _Reason = "skipped by a person"


class Retry(Body):
    """Try a step again that failed, or ask again for one that was denied."""

    step: _Step
    args: Annotated[dict[str, Json] | None, Field(description="Other arguments than it had.")] = None


class EditRest(Body):
    """Go on with another plan; what has run must be in it as it was."""

    from_version: int = Field(alias="from", description="The version of the run's plan that was edited.")
    plan: PlanJson
    why: _Reason = "edited by a person"


INTENTS: dict[str, type[Body]] = {
    "approve": Approve,
    "deny": Deny,
    "arguments": Arguments,
    "answer": Answer,
    "pause": Pause,
    "unpause": Unpause,
    "cancel": Cancel,
    "skip": Skip,
    "retry": Retry,
    "edit": EditRest,
}
