"""What can be wrong with a plan, said so that a person, a model and a program can each do something about it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from gameplan.plans.edit_kinds import Edit, EditInside
from gameplan.plans.references import Place

Code: TypeAlias = Literal[
    "empty_plan",
    "too_many_steps",
    "too_many_dependencies",
    "too_large",
    "not_json",
    "bad_id",
    "reserved_id",
    "duplicate_id",
    "bad_setting",
    "unknown_tool",
    "unknown_template",
    "plan_missing",
    "plan_not_used",
    "nested_too_deep",
    "bad_args",
    "unknown_dependency",
    "duplicate_dependency",
    "self_dependency",
    "cycle",
    "bad_reference",
    "unknown_reference",
    "unknown_field",
    "wrong_type",
    "reference_in_text_not_text",
    "item_outside_for_each",
    "for_each_items",
    "bad_condition",
    "input_missing",
    "unknown_input",
    "write_conflict",
    "backup_after_overwrite",
    "destructive_without_gate",
]


@dataclass(frozen=True, slots=True)
class Repair:
    """How a problem can be repaired: in words, and where it can be said so exactly, as edits of the plan."""

    words: str
    edits: tuple[Edit, ...] = ()


@dataclass(frozen=True, slots=True)
class Problem:
    """Something that is wrong with a plan: what, in which step, at which place of it, and what to do.

    `place` is written as in a file: `("args", "path")`, `("dependsOn", 1)`, `("forEach", "items")`. A step of a plan
    inside a step is named after both: `outer/inner`.
    """

    code: Code
    step_id: str | None
    place: Place
    message: str
    repair: Repair | None = None

    def inside(self, step_id: str) -> Problem:
        """The same, as a problem of the plan around it: that of a step in the plan of this step."""
        of_plan = self.step_id is None or self.place[:1] == ("steps",)
        repair = self.repair
        if repair is not None:
            repair = Repair(repair.words, tuple(EditInside(step_id, edit) for edit in repair.edits))
        return Problem(
            self.code,
            step_id if self.step_id is None else f"{step_id}/{self.step_id}",
            ("plan", *self.place) if of_plan else self.place,
            self.message,
            repair,
        )

    def __str__(self) -> str:
        where = "" if self.step_id is None else f'Step "{shown(self.step_id)}"'
        if self.place:
            where += (", " if where else "") + written(self.place)
        repair = "" if self.repair is None or not self.repair.words else f" {self.repair.words}"
        return f"{where}: {self.message}{repair}" if where else f"{self.message}{repair}"


def written(place: Place) -> str:
    """A place as it is written: `args.path[0]`."""
    text = "".join(f"[{part}]" if isinstance(part, int) else f".{shown(part)}" for part in place)
    return text.removeprefix(".")


def shown(text: str, limit: int = 60) -> str:
    """A name or text of the plan as it may stand in a message: printable, and not too long."""
    cut = text[:limit]
    if not cut.isprintable():
        cut = "".join(each if each.isprintable() else "·" for each in cut)
    return cut if len(text) <= limit else cut + "…"
