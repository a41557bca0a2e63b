"""The two tools by which an executor gives the word back to the planner."""

from __future__ import annotations

from dataclasses import dataclass

from gameplan.tools import Done, ToolValidationError, tool


@dataclass(frozen=True, slots=True)
class RequestReplan:
    """What invalidated the current plan."""

    reason: str


@dataclass(frozen=True, slots=True)
class HandBack:
    """What is known now that was not known when the plan was written."""

    learned: str


@tool(terminal=True, hands_back=True)
def request_replan(params: RequestReplan) -> Done[RequestReplan]:
    """Ask for a new plan. Use it when the present plan no longer holds: a random outcome, a refused action, a state
    of things that the plan did not expect. What was done stays done; the planner sees how things stand now and plans
    the remainder."""
    _must_say("reason", params.reason)
    return Done(params, f"A new plan was asked for: {params.reason}")


@tool(terminal=True, hands_back=True)
def hand_back(params: HandBack) -> Done[HandBack]:
    """Hand back to the planner at the plan's BOUNDARY line, once what it speaks of is known. This is not a replan."""
    _must_say("learned", params.learned)
    return Done(params, f"Handed back: {params.learned}")


def _must_say(field: str, text: str) -> None:
    if not text.strip():
        raise ToolValidationError(f"{field}: say it in a sentence; the planner has nothing else to go by.")
