"""A planner's plan: text in the format SITUATION / PLAN / CONTINGENCIES, read leniently into its parts."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TypeAlias

from gameplan.tools.planning import Plan, PlanStep

PLAN_HEADING = "## PLAN\n"
_HEADING = re.compile(
    r"^[\s#>*_]*(SITUATION|PLAN|(?:COIN[ _-]?FLIP[ _-]?)?CONTINGENC(?:Y|IES))[*_ ]*(?::[*_ ]*|$)", re.IGNORECASE
)
_BOUNDARY = re.compile(r"^[\s*_>-]*(?:\d+[.)]\s*)?[*_]*BOUNDARY[*_ ]*:[*_ ]*(?P<known>.*)$", re.IGNORECASE)
_NUMBERED = re.compile(r"^\s*(?:[-*]\s+)?(?:step\s+)?(?P<number>\d{1,3})[.):]\s+(?P<text>.+)$", re.IGNORECASE)
_BULLET = re.compile(r"^\s*[-*•]\s+(?P<text>.+)$")
_TITLE = 160
_OBJECTIVE = 240


@dataclass(frozen=True, slots=True)
class PlannedStep:
    """One line of a plan, with the lines that belong to it."""

    title: str
    details: str = ""


Steps: TypeAlias = tuple[PlannedStep, ...]


@dataclass(frozen=True, slots=True)
class PlanText:
    """What a planner wrote, in its parts. `boundary` is what will be known at the end; then it plans on."""

    text: str
    situation: str
    steps: Steps
    contingencies: str = ""
    boundary: str = ""

    def as_plan(self, objective: str = "") -> Plan:
        """The session plan by which the progress of its execution is seen."""
        return Plan(
            objective=(self.situation or objective or "Carry out the plan")[:_OBJECTIVE],
            status="active",
            steps=tuple(
                PlanStep(f"S{number:03d}", step.title, step.details or None, "pending")
                for number, step in enumerate(self.steps, 1)
            ),
        )


def parse_plan(text: str) -> PlanText:
    """Read a plan. Text that keeps to no format at all is a plan of one step: itself."""
    parts: dict[str, list[str]] = {"situation": [], "plan": [], "contingencies": []}
    part, boundary = "situation", ""
    for line in text.strip().splitlines():
        heading = _HEADING.match(line)
        if heading:
            part = heading[1].lower()
            part = "contingencies" if "conting" in part else part
            line = line[heading.end() :]
        elif part == "situation" and _NUMBERED.match(line):
            part = "plan"  # the heading was left out
        if part == "plan" and (found := _BOUNDARY.match(line)):
            boundary = found["known"].strip() or "what happens next"
            part = "after"
            continue
        if part in parts and line.strip():
            parts[part].append(line.rstrip())
    steps = _steps(parts["plan"])
    situation = " ".join(line.strip() for line in parts["situation"])
    if not steps and text.strip():
        steps, situation = (_step(text.strip().splitlines()),), ""
    contingencies = "\n".join(parts["contingencies"]).strip()
    if contingencies.strip('." []').lower() == "none":
        contingencies = ""
    return PlanText(text.strip(), situation, steps, contingencies, boundary)


def plan_in(prompt: str) -> PlanText | None:
    """The plan at the end of an executor's prompt, for house models that follow one."""
    _, found, text = prompt.rpartition(PLAN_HEADING)
    return parse_plan(text) if found else None


def _steps(lines: list[str]) -> Steps:
    """The steps: numbered lines, else bullets, else every line; what is in between belongs to the step above."""
    for pattern in (_NUMBERED, _BULLET):
        if any(pattern.match(line) for line in lines):
            break
    else:
        return tuple(_step([line]) for line in lines)
    grouped: list[list[str]] = []
    for line in lines:
        found = pattern.match(line)
        if found:
            grouped.append([found["text"]])
        elif grouped:
            grouped[-1].append(line.strip())
    return tuple(_step(group) for group in grouped)


def _step(lines: list[str]) -> PlannedStep:
    title, *rest = (line.strip() for line in lines)
    if len(title) > _TITLE:
        cut = title.rfind(" ", 0, _TITLE - 1)
        cut = cut if cut > _TITLE // 2 else _TITLE - 1
        rest.insert(0, "…" + title[cut:].strip())
        title = title[:cut] + "…"
    return PlannedStep(title, "\n".join(rest))
