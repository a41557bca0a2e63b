"""What a plan would do, step by step, as far as that is known before anything has run. Nothing is changed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from gameplan.plans.approvals import effects_of, in_words, why_asked
from gameplan.plans.argument_checks import known_arguments
from gameplan.plans.effects import Touched, known_inputs, partly_resolved, touched
from gameplan.plans.graph import graph_of
from gameplan.plans.locks import Names, meet, names_of
from gameplan.plans.model import Plan, Step
from gameplan.plans.provenance import Outside, Tools, from_outside, outside_of
from gameplan.plans.references import BadReference, resolved
from gameplan.plans.scope import spelled_out
from gameplan.runtime.events import Json
from gameplan.tools import ToolRefused
from gameplan.tools.arguments import read_arguments, validated

if TYPE_CHECKING:
    from gameplan.tools import Tool

Changed: TypeAlias = Names | None  # None: nobody knows what
_MOST_ITEMS = 20
_LATER = "what is known when the steps before it are done"


@dataclass(frozen=True, slots=True)
class Foreseen:
    """What one step would do. `preview` is empty where its arguments are only known when other steps are done.

    `refused` says why it would be refused; empty if it would not be, or if a step before it may change that.
    """

    step: str
    tool: str
    description: str
    after: tuple[str, ...]
    effects: tuple[str, ...]
    preview: str
    asks: str
    refused: str = ""

    def to_json(self) -> dict[str, Json]:
        return asdict(self)


def foresee(plan: Plan, inputs: Mapping[str, Json], tools: Tools) -> list[Foreseen]:
    """Each step, in an order in which they can go; the steps of its own plan come after the step that they are in."""
    return list(_foreseen_steps(plan, inputs, tools, outside_of(plan, tools)))


def _foreseen_steps(
    plan: Plan,
    inputs: Mapping[str, Json],
    tools: Tools,
    outside: Outside,
    around: str = "",
    changed_before: Changed = frozenset(),
) -> Iterator[Foreseen]:
    graph = graph_of(plan)
    steps = {step.id: step for step in spelled_out(plan, tools).steps}
    changed: dict[str, Changed] = {}  # by the step after which it is so
    for name in graph.order:
        step, after = steps[name], tuple(f"{around}{need}" for need in graph.needs[name])
        before = _together(changed_before, *(changed[need] for need in graph.needs[name]))
        if not isinstance(step.plan, Plan):
            foreseen, touched, changes = _foreseen(step, inputs, tools, after, outside)
            changed[name] = _together(before, changes)
            may_change = before is None or meet(before, touched)
            yield replace(foreseen, step=f"{around}{name}", refused="" if may_change else foreseen.refused)
            continue
        asks = "the plan asks for it" if step.approval else ""
        each = "for each of some items, " if step.for_each is not None else ""
        about = f"{step.description} ({each}{_counted(len(step.plan.steps))})".strip()
        yield Foreseen(f"{around}{name}", step.tool, about, after, (), "", asks)
        told = known_inputs(step.plan, partly_resolved(step.args, inputs))
        order = {inner.id: inner for inner in step.plan.steps}
        inside = from_outside((order[each] for each in graph_of(step.plan).order), tools, outside.arguments_of(step))
        yield from _foreseen_steps(step.plan, told, tools, inside, f"{around}{name}/", before)
        changed[name] = None


def _together(*changed: Changed) -> Changed:
    """All that is changed by several; None if that of one is not known."""
    known = [each for each in changed if each is not None]
    return frozenset().union(*known) if len(known) == len(changed) else None


def _foreseen(
    step: Step, inputs: Mapping[str, Json], tools: Tools, after: tuple[str, ...], outside: Outside
) -> tuple[Foreseen, Names, Changed]:
    """What a step would do; what it touches, and what of that it changes."""
    tool = tools[step.tool]
    calls = _calls(step, inputs, tools)
    touched: Names = frozenset()
    changed: Changed = None if tool.changes_something else frozenset()
    if calls is None:
        of_all = _foreseen_later(step, inputs, tool, outside)
    else:
        each = [_foreseen_call(step, tool, params, outside) for params in calls[:_MOST_ITEMS]]
        previews = [call.preview for call in each]
        if len(calls) > _MOST_ITEMS:
            previews.append(f"… and so for {len(calls) - _MOST_ITEMS:,} more")
        of_all = _Call(
            tuple(dict.fromkeys(effect for call in each for effect in call.effects)),
            next((call.asks for call in each if call.asks), ""),
            "\n".join(filter(None, previews)),
            next((call.refused for call in each if call.refused), ""),
        )
        names = [names_of(tool, params) for params in calls]
        touched = frozenset().union(*(name for reads_and_writes in names for name in reads_and_writes))
        if tool.effects_known:
            changed = frozenset().union(*(writes for _, writes in names))
    foreseen = Foreseen(
        step.id, step.tool, step.description, after, of_all.effects, of_all.preview, of_all.asks, of_all.refused
    )
    return foreseen, touched, changed


class _Call(NamedTuple):
    """What a call would do, why it would ask, and what its tool says of it."""

    effects: tuple[str, ...]
    asks: str
    preview: str = ""
    refused: str = ""


def _foreseen_call(step: Step, tool: Tool[Any, Any], params: object, outside: Outside) -> _Call:
    """What a call of which everything is known would do."""
    effects = effects_of(tool, params)
    reason = why_asked(step, tool, params, outside)
    if reason is not None and tool.spares is not None and tool.spares(params):
        reason, effects = None if reason.only_destroys else reason, effects_of(tool, params, spares=True)
    return _Call(effects, reason.why if reason else "", *tool.foreseen(params))


def _foreseen_later(step: Step, inputs: Mapping[str, Json], tool: Tool[Any, Any], outside: Outside) -> _Call:
    """The same of a step of which some arguments are only known later; it has no preview."""
    known = touched(replace(step, args=partly_resolved(step.args, inputs)), tool, None)
    effects = _known_effects(known, tool)
    reason = why_asked(step, tool, None, outside, verbs=frozenset(known.gated) if tool.effects_known else None)
    if reason is not None and tool.spares is not None and step.for_each is None:
        params = _parameters_without_data(step, inputs, tool)
        if params is not None and tool.spares(params):  # as things stand, there is nothing to destroy
            reason, effects = None if reason.only_destroys else reason, effects_of(tool, params, spares=True)
    return _Call(effects, reason.why if reason else "")


def _calls(step: Step, inputs: Mapping[str, Json], tools: Tools) -> list[Any] | None:
    """What the tool would be called with, each time; None if that is only known later."""
    if step.for_each is None:
        params = _parameters(step, {"input": dict(inputs)}, tools)
        return None if params is None else [params]
    try:
        items = resolved(step.for_each.items, {"input": dict(inputs)})
    except BadReference:
        return None
    if not isinstance(items, list) or len(items) > step.for_each.max:
        return None
    calls = [_parameters(step, {"input": dict(inputs), "item": item}, tools) for item in items]
    return None if None in calls else calls


def _parameters(step: Step, known: Mapping[str, Json], tools: Tools) -> Any:
    """What the tool would be called with; None if that is only known later."""
    try:
        args = resolved(step.args, known)
        return validated(tools[step.tool], read_arguments(args))
    except (BadReference, ToolRefused):
        return None


def _parameters_without_data(step: Step, inputs: Mapping[str, Json], tool: Tool[Any, Any]) -> Any:
    """What the tool would be called with but for texts, known later, that do not say where; None if more is open."""
    args, later = known_arguments(partly_resolved(step.args, inputs))
    if any(len(place) > 1 or tool.argument_roles.get(str(place[0])) != "data" for place in later):
        return None
    try:
        return validated(tool, read_arguments(args | {str(place[0]): "" for place in later}))
    except ToolRefused:
        return None


def _known_effects(known: Touched, tool: Tool[Any, Any]) -> tuple[str, ...]:
    """The effects of a step of which some arguments are only known later."""
    effects = [("writes", known.shown[name]) for name in sorted(known.writes)]
    if not effects and any(effect.verb == "writes" for effect in tool.effects):
        effects = [("writes", _LATER)]
    moved = known.writes & known.copies.keys()
    effects += [("destroys", known.shown[name]) for name in sorted(known.destroys - moved)]
    if not known.destroys and "destroys" in known.gated:
        effects.append(("destroys", _LATER))
    effects += [(each.verb, _LATER) for each in tool.effects if each.verb in ("sends", "executes")]
    return in_words(effects)


def _counted(number: int) -> str:
    return f"{number:,} step{'' if number == 1 else 's'}"
