"""The words of the planning section: the mindset that a strategy asks for, and how the tools are used.

A strategy swaps the mindset alone. No mindset names a tool, so what is said of the tools is the same for all.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum, auto
from typing import assert_never

from gameplan.tools.planning.extras import PlanExtras


class PlanningStrategy(Enum):
    """A way of working that the planning section nudges an agent toward."""

    REACT = auto()
    PLAN_ACT_REFLECT = auto()
    GOAL_DECOMPOSE_ROUTE_SYNTHESISE = auto()


def planning_copy(strategy: PlanningStrategy, extras: PlanExtras) -> str:
    """What the section says: an opening, the mindset, and how to keep the plan."""
    lead, points = _mindset(strategy)
    return "\n\n".join(
        (
            "Keep a short plan in this session for work of several steps. "
            "These points add to your other instructions and replace none.",
            lead,
            _ordered(points),
            "Keep the plan like this:",
            _ordered((*_USAGE, *_extra_usage(extras))),
        )
    )


def _mindset(strategy: PlanningStrategy) -> tuple[str, tuple[str, ...]]:
    match strategy:
        case PlanningStrategy.REACT:
            return "Work in short cycles: reason -> act -> observe -> repeat.", (
                "Reason briefly about what the next step needs.",
                "Act on it with a tool call.",
                "Observe the result and capture what matters as a note on the step.",
                "Let the observation choose what comes next, and repeat until no step is open.",
            )
        case PlanningStrategy.PLAN_ACT_REFLECT:
            return "Work in phases: plan -> act -> reflect.", (
                "Outline the entire plan before you act: every step you can foresee, in order.",
                "Act on the steps one after another.",
                "Reflect after each tool call or completed step: what it showed, and whether the plan still fits.",
                "Append each reflection as a plan note, or give it as a brief status update.",
            )
        case PlanningStrategy.GOAL_DECOMPOSE_ROUTE_SYNTHESISE:
            return "Work from the goal: frame -> decompose -> route -> synthesise.", (
                "Restate the goal in your own words and make that the objective.",
                "Break the goal into concrete sub-problems, one step for each.",
                "Then assign each sub-problem the tools that suit it, and solve it with them.",
                "Synthesise the results into one cohesive answer to the goal.",
            )
        case _:
            assert_never(strategy)


_USAGE = (
    "Plan when the work takes several steps or tool calls, or when their order matters. "
    "Respond directly when one reply or one call will do.",
    "Start with `planning_setup_plan`: one objective and the first few steps, in order. "
    "It replaces any plan that is there.",
    "Expand the plan with `planning_add_step` when you find more to do. "
    "Refine the title or details of a step with `planning_update_step`.",
    "Name a step by its `step_id` when you update or mark it. "
    "Ids follow the pattern S### (S001, S002) and are given to you; do not make them up. "
    "If you are unsure of one, look with `planning_read_plan`.",
    "Track status with `planning_mark_step`: `in_progress` when you begin a step, `blocked` when it cannot go on, "
    "`done` when it is finished. Add a short `note` where it helps. Keep one step in progress at a time.",
    "Use `planning_clear_plan` only to give up: it discards the current plan and all its steps.",
    "Stay brief and write ASCII only: an objective of one sentence, titles of a few words.",
)


def _extra_usage(extras: PlanExtras) -> Iterator[str]:
    if extras.skip:
        yield "Skip a step that need not be done with `planning_skip_step`, and give the reason."
    if extras.remove:
        yield (
            "Remove a step that does not belong in the plan with `planning_remove_step`, and give the reason. "
            "Its id is not used again."
        )
    if extras.reopen:
        yield "Take up a settled step again with `planning_reopen_step`, and give the reason."
    if extras.require_evidence:
        yield "Mark a step `done` only with `evidence`: the ids of the tool calls that show it."
    elif extras.evidence:
        yield "Where tool calls show that a step is `done`, name their ids as its `evidence`."


def _ordered(points: tuple[str, ...]) -> str:
    return "\n".join(f"{number}. {point}" for number, point in enumerate(points, start=1))
