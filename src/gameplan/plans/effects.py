"""What a step would touch, as far as that is known before anything has run."""

from __future__ import annotations

import posixpath
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from gameplan.plans.argument_checks import known_arguments
from gameplan.plans.catalogue import AnyTool, copied_argument, defaults_of
from gameplan.plans.model import Step
from gameplan.tools.workspace.paths import twin_form


@dataclass(frozen=True, slots=True)
class Touched:
    """What a step writes, destroys and copies, each under its one name; `shown` is how the plan spells it.

    What is only known later is in none of the three. Steps with the same `repeats` do the same, and doing it twice does
    no harm. `gated` are the verbs for which a step must ask a person.
    """

    writes: frozenset[str] = frozenset()
    destroys: frozenset[str] = frozenset()
    copies: str = ""
    repeats: str = ""
    gated: tuple[str, ...] = ()
    shown: Mapping[str, str] = field(default_factory=dict)


_GATED = ("destroys", "sends", "executes", "endangers")
_NOTHING = Touched()
_MOST_LEVELS = 64


def touched(step: Step, tool: AnyTool, params: Any) -> Touched:
    """What a step would touch. `params` are the tool's own, or None where some are only known later or do not fit."""
    if not tool.effects:
        return _NOTHING
    params = _Partly(step, tool) if params is None else params
    by_verb: dict[str, set[str]] = {}
    gated: dict[str, None] = {}
    shown: dict[str, str] = {}
    for effect in tool.effects:
        try:
            found: tuple[object, ...] = effect.targets(params)  # of arguments that do not fit, anything
            targets = tuple(each for each in found if isinstance(each, str) and each)
        except Exception:  # noqa: BLE001 - it is only known later
            targets, unknown = (), True
        else:
            unknown = False
        if effect.verb in _GATED and (targets or (unknown and effect.verb != "endangers")):
            gated[effect.verb] = None
        for target in targets:
            name = resource(target)
            by_verb.setdefault(effect.verb, set()).add(name)
            shown.setdefault(name, target)
    destroys = by_verb.get("destroys", set())
    writes = by_verb.get("writes", set()) | destroys
    copies = _copied(tool, params)
    if copies in writes:
        destroys = destroys | {copies}  # moved away
    repeats = f"{tool.name} {step.args!r}" if tool.repeatable and writes and not destroys else ""
    return Touched(frozenset(writes), frozenset(destroys), copies, repeats, tuple(gated), shown)


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


def _copied(tool: AnyTool, params: Any) -> str:
    argument = copied_argument(tool)
    if not argument:
        return ""
    try:
        value = getattr(params, argument)
    except Exception:  # noqa: BLE001 - it is only known later
        return ""
    return resource(value) if isinstance(value, str) and value else ""


class _KnownLater(Exception):
    """The argument is only known when the plan runs."""


class _Partly:
    """The parameters of a tool of which some are only known later: asking for one of those raises."""

    def __init__(self, step: Step, tool: AnyTool) -> None:
        args, places = known_arguments(step.args)
        self._later = {place[0] for place in places}
        self._known = defaults_of(tool.params) | args

    def __getattr__(self, name: str) -> Any:
        if name in self._later or name not in self._known:
            raise _KnownLater(name)
        return self._known[name]
