"""Retrying: which step may be tried again, and what waits again with it.

A step that failed or was denied is opened with the arguments that it has now. How it ended stays on the record. What
did not run because of it waits again: each such end names the step that is its cause.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable

from gameplan.plans.estimates import step_named
from gameplan.plans.events import StepRetried
from gameplan.plans.graph import graph_of
from gameplan.plans.model import Step, StepStatus
from gameplan.plans.provenance import Tools
from gameplan.plans.state import DENIED, RunState, StepState
from gameplan.runtime.events import Json
from gameplan.tools import ToolRefused
from gameplan.tools.arguments import read_arguments, validated

_ENDED = {"completed": "was completed", "failed": "failed", "cancelled": "was cancelled"}


class NotToBeRetried(ValueError):
    """The step has not failed, or cannot be tried again."""


def why_over(state: RunState) -> str:
    """How the run ended, in words; nothing, if it can be gone on with."""
    return _ENDED.get(state.ended or "", "")


def retried(
    state: RunState, tools: Tools, name: str, args: dict[str, Json] | None = None, by: str = "person"
) -> tuple[StepRetried, str]:
    """The event of a retry, and the outermost step that it opens. Raises `NotToBeRetried`, with why."""
    if state.ended == "cancelled":
        raise NotToBeRetried("The run was cancelled: nothing of it is retried. Run the plan again.")
    step, is_item = step_named(state.plan, name)
    if step is None or (is_item and name not in state.steps):
        raise NotToBeRetried(f"There is no step {name}.")
    stands = state.of(name)
    if not may_be_retried(stands):
        raise NotToBeRetried(_why_not(name, state))
    around = [each for each in _around(name) if state.of(each).end is not None]
    for each in around:
        if not may_be_retried(state.of(each)):
            raise NotToBeRetried(f"Step {each} is {state.of(each).status}: what is inside of it is not retried.")
    outermost = (*around, name)[0]
    if outermost.endswith("]"):
        whole = outermost[: outermost.rindex("[")]
        raise NotToBeRetried(f"Step {whole} is still running: retry {name} when it has come to its end.")
    given = None if args is None else _read(name, step, is_item, args, tools)
    return StepRetried(name, given, _opened(state, name, stands.status, around), by), outermost


def opened_inside(state: RunState, name: str) -> tuple[str, ...]:
    """What waits again inside of a step that fails, if it is tried again: what failed, and what did not run then."""
    return _opened(state, name, "failed", [])


def may_be_retried(stands: StepState) -> bool:
    """True if a step that stands like this failed, or was denied."""
    return stands.status == "failed" or (stands.status == "skipped" and stands.code == DENIED)


def _opened(state: RunState, name: str, status: StepStatus, around: list[str]) -> tuple[str, ...]:
    """What else waits again: the steps around it, what ended inside of it in the same way, and what did not run."""
    opened = dict.fromkeys([name, *around])
    for each, stands in state.steps.items():
        if step_named(state.plan, each)[0] is None:
            continue  # a call that an agent made: the next turn makes its own
        if each.startswith((f"{name}/", f"{name}[")) and stands.status == status and may_be_retried(stands):
            opened[each] = None
        elif stands.status == "failed" and any(each.startswith(f"{outer}[") for outer in around):
            opened[each] = None  # of a step that is done for many things, all that failed are tried again
    needs = graph_of(state.plan).needs
    more = True
    while more:
        found = [
            each
            for each, stands in state.steps.items()
            if each not in opened and (stands.because in opened or _was_blocked(stands, needs.get(each, ()), opened))
        ]
        opened |= dict.fromkeys(found)
        more = bool(found)
    return tuple(each for each in opened if each != name)


def _was_blocked(stands: StepState, needs: Iterable[str], opened: Container[str]) -> bool:
    """True if one of these steps may have blocked it: in old records an end does not name its cause."""
    return stands.status == "blocked" and not stands.because and any(need in opened for need in needs)


def _around(name: str) -> list[str]:
    """The steps that something is inside of, the outermost first: `a`, `a[2]` and `a[2]/b` of `a[2]/b/c`."""
    return [name[: found.start()] for found in re.finditer(r"[/\[]", name)]


def _read(name: str, step: Step, is_item: bool, args: dict[str, Json], tools: Tools) -> dict[str, Json]:
    """The arguments, as the tool takes them."""
    if step.plan is not None or step.tool not in tools or (step.for_each is not None and not is_item):
        raise NotToBeRetried(f"Step {name} has no arguments of its own that could be changed.")
    try:
        read = read_arguments(args)
        validated(tools[step.tool], read)
    except ToolRefused as refusal:
        raise NotToBeRetried(refusal.message) from None
    return read


def _why_not(name: str, state: RunState) -> str:
    stands = state.of(name)
    match stands.status:
        case "completed":
            return f"Step {name} is done: there is nothing to retry."
        case "running":
            return f"Step {name} is running: it can be retried if it fails."
        case "waiting":
            return f"Step {name} waits for a person: answer it, it has not failed."
        case "blocked" if stands.because:
            cause = stands.because
            while state.of(cause).status == "blocked" and state.of(cause).because:
                cause = state.of(cause).because
            return f"Step {name} has not failed itself: retry {cause}, and it waits again."
        case "blocked" | "skipped":
            return f"Step {name} did not run: {stands.reason}."
        case _:
            return f"Step {name} has not begun: it can be retried if it fails."
