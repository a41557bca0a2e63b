"""What a plan would do, step by step, as far as that is known before anything has run. Nothing is changed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gameplan.cli.consent import untrusted_of
from gameplan.cli.layout import Line
from gameplan.cli.plan_files import tools_of
from gameplan.cli.run_story import question_lines, text_of
from gameplan.plans import ApprovalAsked, BadReference, Plan, Step, graph_of, resolved
from gameplan.plans.approvals import Tools, effects_of, why_asked
from gameplan.plans.effects import touched
from gameplan.plans.references import escaped, with_texts
from gameplan.plans.scope import spelled_out
from gameplan.runtime.events import Json
from gameplan.tools import ToolRefused
from gameplan.tools.arguments import read_arguments, validated
from gameplan.tools.workspace import Workspace

if TYPE_CHECKING:
    from gameplan.tools import Tool

_LATER = "what is known when the steps before it are done"


@dataclass(frozen=True, slots=True)
class Foreseen:
    """What one step would do. `preview` is empty where its arguments are only known when other steps are done."""

    step: str
    tool: str
    description: str
    after: tuple[str, ...]
    effects: tuple[str, ...]
    preview: str
    asks: str

    def to_json(self) -> dict[str, Json]:
        return asdict(self)


def foresee(plan: Plan, inputs: Mapping[str, Json], folder: Path) -> list[Foreseen]:
    """Each step, in an order in which they can go."""
    graph = graph_of(plan)
    with Workspace(folder) as workspace:
        tools = tools_of(workspace, "dry-run")
        untrusted = untrusted_of(plan, tools)
        steps = {step.id: step for step in spelled_out(plan, tools).steps}
        return [_foreseen(steps[name], inputs, tools, graph.needs[name], untrusted) for name in graph.order]


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


def _foreseen(
    step: Step, inputs: Mapping[str, Json], tools: Tools, after: tuple[str, ...], untrusted: frozenset[str]
) -> Foreseen:
    tool = tools[step.tool]
    params = None if step.for_each is not None else _parameters(step, inputs, tools)
    if params is not None:
        effects = effects_of(tool, params)
        preview = tool.preview(params) if tool.preview is not None else ""
    else:
        effects, preview = _known_effects(step, tool, inputs), ""
    asks, _ = why_asked(step, tool, params, untrusted)
    return Foreseen(step.id, step.tool, step.description, after, effects, preview, asks)


def _parameters(step: Step, inputs: Mapping[str, Json], tools: Tools) -> Any:
    """What the tool would be called with; None if that is only known later."""
    try:
        args = resolved(step.args, {"input": dict(inputs)})
        return validated(tools[step.tool], read_arguments(args))
    except (BadReference, ToolRefused):
        return None


def _known_effects(step: Step, tool: Tool[Any, Any], inputs: Mapping[str, Json]) -> tuple[str, ...]:
    """The effects of a step of which some arguments are only known later."""

    def told(text: str, _: object) -> Json:
        try:
            value = resolved(text, {"input": dict(inputs)})
        except BadReference:
            return text
        return escaped(value) if isinstance(value, str) else value

    partly = replace(step, args=with_texts(step.args, told))
    known = touched(partly, tool, None)
    effects = []
    for verb, names in (("writes", known.writes), ("destroys", known.destroys)):
        if any(effect.verb == verb for effect in tool.effects):
            effects += [f"{verb} {known.shown[name]}" for name in sorted(names)] or [f"{verb} {_LATER}"]
    effects += [f"{each.verb} {_LATER}" for each in tool.effects if each.verb in ("sends", "executes")]
    return tuple(effects)
