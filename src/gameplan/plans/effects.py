"""What a step would touch, as far as that is known before anything has run."""

from __future__ import annotations

import posixpath
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from gameplan.plans.argument_checks import known_arguments
from gameplan.plans.catalogue import AnyTool, copied_argument, defaults_of
from gameplan.plans.model import Plan, Step
from gameplan.plans.references import BadReference, escaped, resolved, with_texts
from gameplan.runtime.events import Json
from gameplan.tools.workspace.paths import twin_form


@dataclass(frozen=True, slots=True)
class Touched:
    """What a step writes, destroys and copies, each under its one name; `shown` is how the plan spells it.

    What is only known later is in none of the three. `copies` has for each thing the argument that names it. Steps with
    the same `repeats` for something do the same to it, and doing that twice does no harm. `gated` are the verbs for
    which a step must ask a person.
    """

    writes: frozenset[str] = frozenset()
    destroys: frozenset[str] = frozenset()
    copies: Mapping[str, str] = field(default_factory=dict)
    repeats: Mapping[str, str] = field(default_factory=dict)
    gated: tuple[str, ...] = ()
    shown: Mapping[str, str] = field(default_factory=dict)


_GATED = ("destroys", "sends", "executes", "endangers")
_NOTHING = Touched()
_UNKNOWN = Touched(gated=("may change",))
_MOST_LEVELS = 64


def touched(step: Step, tool: AnyTool, params: Any) -> Touched:
    """What a step would touch. `params` are the tool's own, or None where some are only known later or do not fit."""
    if not tool.effects_known:
        return _UNKNOWN
    if not tool.changes_something and not copied_argument(tool):
        return _NOTHING
    partly = _Partly(step, tool) if params is None else None
    params = params if partly is None else partly
    writes: set[str] = set()
    destroys: set[str] = set()
    gated: dict[str, None] = {}
    shown: dict[str, str] = {}
    for effect in tool.effects:
        if effect.verb == "reads":
            continue
        try:
            found: tuple[object, ...] = effect.targets(params)  # of arguments that do not fit, anything
            targets = [each for each in found if isinstance(each, str) and each]
        except Exception:  # noqa: BLE001 - it is only known later
            if effect.verb in _GATED and effect.verb != "endangers":
                gated[effect.verb] = None
            continue
        if targets and effect.verb in _GATED:
            gated[effect.verb] = None
        for target in targets:
            name = resource(target)
            shown.setdefault(name, target)
            if effect.verb in ("writes", "destroys"):
                writes.add(name)
            if effect.verb == "destroys":
                destroys.add(name)
    copies = _copied(tool, params)
    destroys |= writes & copies.keys()  # moved away
    repeats: dict[str, str] = {}
    if tool.repeatable and writes and not destroys and (partly is None or not partly.later):
        repeats = dict.fromkeys(writes, f"{tool.name} {step.args!r}")
    return Touched(frozenset(writes), frozenset(destroys), copies, repeats, tuple(gated), shown)


def touched_inside(step: Step, tools: Mapping[str, AnyTool]) -> Touched:
    """What a step that carries out a plan would touch: all that the steps of that plan would."""
    if not isinstance(step.plan, Plan):
        return _NOTHING
    inputs = known_inputs(step.plan, step.args)
    found: list[Touched] = []
    for each in step.plan.steps:
        inner = replace(each, args=partly_resolved(each.args, inputs))
        tool = tools.get(each.tool)
        if isinstance(each.plan, Plan):
            found.append(touched_inside(inner, tools))
        elif tool is not None:
            found.append(touched(inner, tool, None))
    return _together(found)


def known_inputs(plan: Plan, args: Mapping[str, Json]) -> dict[str, Json]:
    """What a plan inside a step is told, as far as that is known before anything has run."""
    given, later = known_arguments(dict(args))
    unknown = {place[0] for place in later}
    inputs: dict[str, Json] = {}
    for name, each in plan.inputs.items():
        value = each.default if given.get(name) is None else given[name]
        if value is not None and name not in unknown:
            inputs[name] = value
    return inputs


def partly_resolved(args: dict[str, Json], inputs: Mapping[str, Json]) -> dict[str, Json]:
    """Some arguments with the inputs that are known put in; all other references stay as they are."""

    def told(text: str, _: object) -> Json:
        try:
            value = resolved(text, {"input": dict(inputs)})
        except BadReference:
            return text
        return with_texts(value, lambda inside, _: escaped(inside))

    filled: dict[str, Json] = with_texts(args, told)
    return filled


def resource(target: str) -> str:
    """The one name of something, however its path is spelled."""
    return twin_form(posixpath.normpath(target)) if target else target


def above(name: str) -> list[str]:
    """The folders that something is in, from the nearest; the last is the workspace."""
    found: list[str] = []
    while (at := name.rfind("/")) > 0 and len(found) < _MOST_LEVELS:
        name = name[:at]
        found.append(name)
    return [*found, "."]


def _copied(tool: AnyTool, params: Any) -> dict[str, str]:
    argument = copied_argument(tool)
    if not argument:
        return {}
    try:
        value = getattr(params, argument)
    except Exception:  # noqa: BLE001 - it is only known later
        return {}
    return {resource(value): argument} if isinstance(value, str) and value else {}


def _together(every: Iterable[Touched]) -> Touched:
    """What several steps touch, as if it were one."""
    writes: set[str] = set()
    destroys: set[str] = set()
    copies: dict[str, str] = {}
    repeats: dict[str, str] = {}
    gated: dict[str, None] = {}
    shown: dict[str, str] = {}
    for each in every:
        for name in each.writes:
            same = each.repeats.get(name, "")
            repeats[name] = same if repeats.get(name, same) == same else ""
        writes |= each.writes
        destroys |= each.destroys
        copies |= dict.fromkeys(each.copies, "")  # no argument of the outer step names it
        gated |= dict.fromkeys(each.gated)
        shown |= each.shown
    harmless = {name: same for name, same in repeats.items() if same}
    return Touched(frozenset(writes), frozenset(destroys), copies, harmless, tuple(gated), shown)


class _KnownLater(Exception):
    """The argument is only known when the plan runs."""


class _Partly:
    """The parameters of a tool of which some are only known later: asking for one of those raises."""

    def __init__(self, step: Step, tool: AnyTool) -> None:
        args, places = known_arguments(step.args)
        self.later = {place[0] for place in places}
        params: Any = tool.params
        self._known = defaults_of(params) | args

    def __getattr__(self, name: str) -> Any:
        if name in self.later or name not in self._known:
            raise _KnownLater(name)
        return self._known[name]
