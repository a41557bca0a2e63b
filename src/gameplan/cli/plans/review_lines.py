"""A plan as it is shown in a review: numbered steps with their tool, arguments, gates and order."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from rich.text import Text

from gameplan.cli.clean import one_line
from gameplan.cli.layout import Line, counted
from gameplan.cli.plans.review_words import Review
from gameplan.cli.runs.story import text_of
from gameplan.plans import Plan, Step, graph_of
from gameplan.plans.approvals import why_asked
from gameplan.plans.provenance import Outside, Tools, outside_of
from gameplan.plans.references import scan
from gameplan.settings import tools_of
from gameplan.tools import Tool, ToolRefused
from gameplan.tools.arguments import read_arguments, validated
from gameplan.tools.workspace import Workspace

_LONGEST = 100


def plan_lines(title: str, review: Review, folder: Path) -> Iterator[Line]:
    """The plan under its title."""
    plan = review.plan
    changed = ", changed" if review.changed else ""
    yield Line(text_of(plan.request or "A plan", "bold"))
    told = f"{title} · version {plan.version}{changed} · {counted(len(plan.steps), 'step')}"
    yield Line(text_of(told, "dim"))
    with Workspace(folder) as workspace:
        tools = tools_of(workspace, "review")
        yield from _steps(plan, tools, outside_of(plan, tools), review.frozen)


def _steps(plan: Plan, tools: Tools, outside: Outside, frozen: object, level: int = 0) -> Iterator[Line]:
    needs = graph_of(plan).needs
    width = len(str(len(plan.steps)))
    for number, step in enumerate(plan.steps, 1):
        done = isinstance(frozen, frozenset) and step.id in frozen
        about = Text.assemble(
            text_of(f"{number:>{width}} ", "dim"),
            text_of(step.id, "dim" if done else "bold"),
            text_of(f"  {step.tool}", "cyan"),
            text_of(f"  {one_line(step.description)}" if step.description else ""),
            text_of(f"  after {', '.join(needs[step.id])}" if needs[step.id] else "", "dim"),
            text_of("  has run: it stays as it is" if done else "", "dim"),
        )
        yield Line(about, 4 * level)
        margin = 4 * level + width + 1
        for name, value in step.args.items():
            text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
            more = f" … ({text.count(chr(10)) + 1} lines)" if "\n" in text else ""
            yield Line(text_of(f"{name}: {one_line(text, _LONGEST)}{more}", "dim"), margin)
        for word in _gates(step, tools, outside):
            yield Line(text_of(word, "yellow"), margin)
        if isinstance(step.plan, Plan):
            yield from _steps(step.plan, tools, Outside(), (), level + 1)


def _gates(step: Step, tools: Tools, outside: Outside) -> Iterator[str]:
    """What stands before a step: its condition, its items, and whether it asks."""
    if step.when == "false":
        yield "it is skipped"
    elif step.when:
        yield f"when {step.when}"
    if step.for_each is not None:
        yield f"for each of {json.dumps(step.for_each.items, ensure_ascii=False)[:_LONGEST]}"
    tool = tools.get(step.tool)
    if tool is None:
        return
    params = _parameters(step, tool)
    try:
        reason = why_asked(step, tool, params, outside)
    except ValueError:
        return  # a condition that cannot be read is told as a problem
    if reason is not None:
        sure = params is not None or reason.doubtful or step.approval
        yield f"asks first: {reason.why}" if sure else "asks first if it changes what is there"


def _parameters(step: Step, tool: Tool[Any, Any]) -> object:
    """What the tool would be called with; None if that is only known when it runs."""
    if step.for_each is not None or any(True for _ in scan(step.args)):
        return None
    try:
        return validated(tool, read_arguments(step.args))
    except ToolRefused:
        return None
