"""What planner and executor are told about their parts, from one section file, so that it can be linted and shown."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import Any

from gameplan.agents.handover import hand_back, request_replan
from gameplan.agents.plan_text import PlanText
from gameplan.prompt import Mode, Only, PromptBook, ToolLike, bullet_with_arguments, load_sections
from gameplan.tools import Tool

_MODES = (
    Mode("planner", ("ROLE_PLANNER", "PLANNER_TOOLS", "PLANNER_OUTPUT_FORMAT"), Only()),
    Mode("executor", ("ROLE_EXECUTOR", "ASK_FOR_A_PLAN"), Only("request_replan")),
    Mode("executor to a boundary", ("ROLE_EXECUTOR", "ASK_FOR_A_PLAN", "HAND_BACK")),
    Mode("last executor", ("ROLE_EXECUTOR", "NO_NEW_PLAN"), Only()),
    Mode("last executor to a boundary", ("ROLE_EXECUTOR", "NO_NEW_PLAN", "HAND_BACK"), Only("hand_back")),
)


@cache
def roles() -> PromptBook:
    """The book of the two parts."""
    text = files("gameplan.agents").joinpath("roles.md").read_text("utf-8")
    return PromptBook(sections=load_sections(text), tools=(request_replan, hand_back), modes=_MODES)


def planner_role(tools: Sequence[ToolLike]) -> str:
    """What a planner is told of its part, and of what the executor can do."""
    listed = "\n".join(map(bullet_with_arguments, tools)) or "- nothing but answer"
    return _text("planner", executor_tools=listed)


def executor_mode(plan: PlanText, *, may_replan: bool) -> str:
    """Which of the executor's modes this is."""
    return ("executor" if may_replan else "last executor") + (" to a boundary" if plan.boundary else "")


def executor_role(mode: str) -> str:
    """What an executor is told of its part."""
    return _text(mode)


def executor_tools(mode: str) -> tuple[Tool[Any, Any], ...]:
    """The tools by which an executor in this mode can give the word back."""
    return tuple(tool for tool in (request_replan, hand_back) if tool in roles().tools(mode))


def _text(mode: str, **values: str) -> str:
    return roles().prompt(mode, ns="gameplan/agents", values=values).render(numbered=False).text
