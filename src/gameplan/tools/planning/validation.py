"""What the plan tools accept: every text checked and trimmed before anything is dispatched."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final, get_args

from gameplan.tools.errors import ToolValidationError
from gameplan.tools.planning.model import NewPlanStep, Plan, PlanStep, StepStatus

OBJECTIVE_LIMIT: Final = 240
TITLE_LIMIT: Final = 160
TEXT_LIMIT: Final = 512
"""Details, notes and reasons."""

_STATUSES: Final[tuple[str, ...]] = get_args(StepStatus)
_IDS_SHOWN = 50
_LINE_BREAK: Final = re.compile(r"[ ]*[\t\n\r\f\v]\s*")
_NOT_IN_A_LINE: Final = re.compile(r"[^\x20-\x7e]")
_NOT_IN_A_PASSAGE: Final = re.compile(r"[^\n\t\x20-\x7e]")


class Arguments:
    """Reads the arguments of one call, and refuses it with everything that is wrong with them."""

    def __init__(self, tool: str) -> None:
        self._tool = tool
        self._problems: list[str] = []

    def line(self, where: str, text: str, limit: int) -> str:
        """A text that must be there and stands on one line; a line break in it becomes a space."""
        line = _LINE_BREAK.sub(" ", self._text(where, text).strip())
        if not line:
            self.problem(f"{where}: must not be empty")
        self._check(where, line, limit, _NOT_IN_A_LINE)
        return line

    def passage(self, where: str, text: str | None) -> str:
        """A text that may be missing or empty, of one line or several."""
        passage = self._text(where, text or "").replace("\r\n", "\n").replace("\r", "\n").strip()
        self._check(where, passage, TEXT_LIMIT, _NOT_IN_A_PASSAGE)
        return passage

    def reason(self, text: str) -> str:
        """Why something is done, which must be said."""
        reason = self.passage("reason", text)
        if not reason:
            self.problem("reason: must not be empty")
        return reason

    def steps(self, where: str, steps: Iterable[NewPlanStep]) -> tuple[NewPlanStep, ...]:
        """New steps, with no details where they are empty."""
        return tuple(
            NewPlanStep(
                self.line(f"{where}.{index}.title", step.title, TITLE_LIMIT),
                self.passage(f"{where}.{index}.details", step.details) or None,
            )
            for index, step in enumerate(steps)
        )

    def status(self, status: StepStatus) -> StepStatus:
        if status not in _STATUSES:
            self.problem(f"status: must be one of {', '.join(_STATUSES)}")
        return status

    def problem(self, problem: str) -> None:
        """Remember something that is wrong."""
        self._problems.append(problem)

    def check(self) -> None:
        """Refuse the call if anything was wrong."""
        if self._problems:
            listed = "\n".join(f"- {problem}" for problem in self._problems)
            raise ToolValidationError(f"The arguments of {self._tool} do not fit:\n{listed}")

    def _text(self, where: str, text: object) -> str:
        if isinstance(text, str):
            return text
        self.problem(f"{where}: must be text")
        return ""

    def _check(self, where: str, text: str, limit: int, forbidden: re.Pattern[str]) -> None:
        if len(text) > limit:
            self.problem(f"{where}: is {len(text)} characters long; at most {limit} are allowed")
        if found := forbidden.search(text):
            self.problem(f"{where}: only printable ASCII is allowed; character {found.start() + 1} is {found[0]!a}")


def must_exist(plan: Plan | None) -> Plan:
    """The plan, if there is one."""
    if plan is None:
        raise ToolValidationError(
            "There is no plan in this session yet.", code="no_plan", needs=["a plan; call planning_setup_plan"]
        )
    return plan


def must_not_be_abandoned(plan: Plan | None) -> Plan:
    """The plan, if it can still be worked with."""
    plan = must_exist(plan)
    if plan.status == "abandoned":
        raise ToolValidationError(
            "The plan is abandoned.", code="plan_abandoned", needs=["a new plan; call planning_setup_plan"]
        )
    return plan


def must_be_active(plan: Plan | None) -> Plan:
    """The plan, if there is still work in it."""
    plan = must_not_be_abandoned(plan)
    if plan.status != "active":
        raise ToolValidationError(
            "The plan is completed.",
            code="plan_completed",
            needs=[
                "an active plan; take a step of this one back out of done with planning_mark_step, or begin anew "
                "with planning_setup_plan"
            ],
        )
    return plan


def must_have_step(plan: Plan, step_id: str) -> PlanStep:
    """The step of that id; a refusal names the ids that there are."""
    wanted = str(step_id).strip()
    step = plan.step(wanted)
    if step is not None:
        return step
    gone = next((each for each in plan.removed if each.step_id == wanted), None)
    what = f'There is no step "{wanted[:80]}"' if gone is None else f"{wanted} was removed from the plan"
    raise ToolValidationError(f"{what}; {_ids(plan)}.", code="unknown_step")


def _ids(plan: Plan) -> str:
    ids = [step.step_id for step in plan.steps]
    if not ids:
        return "the plan has no steps"
    more = f" and {len(ids) - _IDS_SHOWN} more" if len(ids) > _IDS_SHOWN else ""
    return f"the plan has {', '.join(ids[:_IDS_SHOWN])}{more}"
