"""`gameplan run --dry-run`: what a plan would do, shown before anything has run."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from gameplan.cli.layout import Line
from gameplan.cli.runs.story import question_lines, text_of
from gameplan.plans import ApprovalAsked, Plan
from gameplan.plans.foreseeing import Foreseen
from gameplan.plans.foreseeing import foresee as foresee_with
from gameplan.runtime.events import Json
from gameplan.settings import THINKING, thinking_model, tools_by_step, tools_of
from gameplan.tools.workspace import Workspace


def foresee(plan: Plan, inputs: Mapping[str, Json], folder: Path, *, model: str | None = None) -> list[Foreseen]:
    """What each step would do in a folder as it stands."""
    with Workspace(folder) as workspace:
        thinks = any(tool in THINKING for tool in tools_by_step(plan).values())
        tools = tools_of(workspace, "dry-run", model=thinking_model(folder, model) if thinks else None)
        return foresee_with(plan, inputs, tools)


def foreseen_lines(steps: list[Foreseen]) -> list[Line]:
    lines = []
    for each in steps:
        asked = ApprovalAsked(each.step, "", None, each.effects, each.preview, each.asks and f"asks: {each.asks}")
        _, *rest = question_lines(asked)
        about = text_of(f"· {each.step}", "bold").append_text(text_of(f"  {each.tool}  {each.description}", "dim"))
        about.append_text(text_of(f"  after {', '.join(each.after)}" if each.after else "", "dim"))
        lines += [Line(about, 0, True), *rest]
        if each.asks:
            lines.append(Line(text_of(f"It would ask first: {each.asks}", "yellow"), 2))
    return lines
