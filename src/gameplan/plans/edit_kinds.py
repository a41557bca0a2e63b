"""The changes that a person, a repair or a recovery can make to a plan: data, so that they can be shown and recorded.

Each names a step by its id. `gameplan.plans.edits` makes them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from gameplan.plans.model import ForEach, Plan, Step
from gameplan.runtime.events import Json


@dataclass(frozen=True, slots=True)
class ReplaceStep:
    """Put another step of the same id in a step's place."""

    by: Step
    kind: Literal["replace_step"] = "replace_step"


@dataclass(frozen=True, slots=True)
class Describe:
    """Say in other words what a step does."""

    step: str
    description: str
    kind: Literal["describe"] = "describe"


@dataclass(frozen=True, slots=True)
class UseTool:
    """Let a step use another tool."""

    step: str
    tool: str
    kind: Literal["use_tool"] = "use_tool"


@dataclass(frozen=True, slots=True)
class SetArgs:
    """Give a step other arguments."""

    step: str
    args: dict[str, Json]
    kind: Literal["set_args"] = "set_args"


@dataclass(frozen=True, slots=True)
class SetArgument:
    """Give one argument of a step, or something inside it, another value."""

    step: str
    place: tuple[str | int, ...]
    value: Json
    kind: Literal["set_argument"] = "set_argument"


@dataclass(frozen=True, slots=True)
class DropArgument:
    """Take one argument away from a step."""

    step: str
    name: str
    kind: Literal["drop_argument"] = "drop_argument"


@dataclass(frozen=True, slots=True)
class AddDependency:
    """Let a step come after another."""

    step: str
    on: str
    kind: Literal["add_dependency"] = "add_dependency"


@dataclass(frozen=True, slots=True)
class DropDependency:
    """Take away every mention of a step among those that another declares to come after."""

    step: str
    on: str
    kind: Literal["drop_dependency"] = "drop_dependency"


@dataclass(frozen=True, slots=True)
class SetDependencies:
    """Say anew which steps a step comes after."""

    step: str
    on: tuple[str, ...]
    kind: Literal["set_dependencies"] = "set_dependencies"


@dataclass(frozen=True, slots=True)
class SetCondition:
    """Do a step only when something holds; without text, always."""

    step: str
    when: str
    kind: Literal["set_condition"] = "set_condition"


@dataclass(frozen=True, slots=True)
class SetForEach:
    """Do a step once for each of some items, or (None) once."""

    step: str
    for_each: ForEach | None
    kind: Literal["set_for_each"] = "set_for_each"


@dataclass(frozen=True, slots=True)
class SetApproval:
    """Whether a step asks a person: true, false, or (None) as its effects demand."""

    step: str
    approval: bool | None
    kind: Literal["set_approval"] = "set_approval"


@dataclass(frozen=True, slots=True)
class SetPlan:
    """Let a step carry out another plan: one that stands in it, a template by its name, or (None) none."""

    step: str
    plan: Plan | str | None
    kind: Literal["set_plan"] = "set_plan"


@dataclass(frozen=True, slots=True)
class EditInside:
    """Make an edit to the plan that a step carries out."""

    step: str
    edit: Edit
    kind: Literal["edit_inside"] = "edit_inside"


@dataclass(frozen=True, slots=True)
class SkipStep:
    """Leave a step in the plan and do without it, and without what uses its result."""

    step: str
    kind: Literal["skip_step"] = "skip_step"


@dataclass(frozen=True, slots=True)
class AddStep:
    """Put a new step after another; without one, at the beginning."""

    new: Step
    after: str = ""
    kind: Literal["add_step"] = "add_step"


@dataclass(frozen=True, slots=True)
class RemoveStep:
    """Take a step out. With `rewire`, what came after it comes after what it came after.

    With `instead`, whatever names it names that other step from then on.
    """

    step: str
    rewire: bool = False
    instead: str = ""
    kind: Literal["remove_step"] = "remove_step"


@dataclass(frozen=True, slots=True)
class MoveStep:
    """Put a step in front of another; without one, at the end."""

    step: str
    before: str = ""
    kind: Literal["move_step"] = "move_step"


@dataclass(frozen=True, slots=True)
class RenameStep:
    """Give a step another id; whatever names it names it so from then on."""

    step: str
    to: str
    kind: Literal["rename_step"] = "rename_step"


@dataclass(frozen=True, slots=True)
class RenameNumber:
    """Give the step of this number (from 1) another id, where two have the same; nothing else changes."""

    number: int
    to: str
    kind: Literal["rename_number"] = "rename_number"


Edit: TypeAlias = (
    ReplaceStep
    | Describe
    | UseTool
    | SetArgs
    | SetArgument
    | DropArgument
    | AddDependency
    | DropDependency
    | SetDependencies
    | SetCondition
    | SetForEach
    | SetApproval
    | SetPlan
    | EditInside
    | SkipStep
    | AddStep
    | RemoveStep
    | MoveStep
    | RenameStep
    | RenameNumber
)
