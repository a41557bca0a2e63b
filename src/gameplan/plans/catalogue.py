"""The tools that a plan may use, by name, with the schemas of what they take and give at hand."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from functools import lru_cache
from itertools import islice
from typing import Any, TypeAlias

from gameplan.expressions.schemas import Place as SchemaPlace
from gameplan.plans.schemas import unfolded
from gameplan.runtime.events import Json
from gameplan.tools import Tool

AnyTool: TypeAlias = Tool[Any, Any]

_COMPARISONS = 10_000
_NAMES_COMPARED = 1_000
_LONGEST_NAME = 80
_COPIES = {"copy_file": "source", "move_file": "source"}


class Catalogue(dict[str, AnyTool]):
    """Tools by their names."""

    def __init__(self, tools: Iterable[AnyTool] | Mapping[str, AnyTool]) -> None:
        super().__init__(tools if isinstance(tools, Mapping) else ((tool.name, tool) for tool in tools))
        self._parameters: dict[str, SchemaPlace] = {}
        self._outputs: dict[str, Json] = {}

    @classmethod
    def of(cls, tools: Catalogue | Iterable[AnyTool] | Mapping[str, AnyTool]) -> Catalogue:
        return tools if isinstance(tools, Catalogue) else cls(tools)

    def parameters(self, name: str) -> SchemaPlace:
        """The schema of the arguments of a tool."""
        if name not in self._parameters:
            self._parameters[name] = SchemaPlace.of(self[name].parameters)
        return self._parameters[name]

    def output(self, name: str) -> Json:
        """The schema of the result of a tool, unfolded; an open one for a tool that is not there."""
        if name not in self._outputs:
            tool = self.get(name)
            self._outputs[name] = True if tool is None else unfolded(tool.output)
        return self._outputs[name]


def copied_argument(tool: AnyTool) -> str:
    """The argument that names what a tool copies or moves elsewhere; empty for other tools.

    A tool says it with an attribute `copies`; the workspace's own are known.
    """
    return str(getattr(tool, "copies", "") or _COPIES.get(tool.name, ""))


@lru_cache(maxsize=1_024)
def defaults_of(params: Any) -> dict[str, Any]:
    """The arguments that a tool does not need to be given, with what they then are; to be read, not changed."""
    if dataclasses.is_dataclass(params):
        found: dict[str, Any] = {}
        for each in dataclasses.fields(params):
            if each.default is not dataclasses.MISSING:
                found[each.name] = each.default
            elif each.default_factory is not dataclasses.MISSING:
                found[each.name] = each.default_factory()
        return found
    fields = getattr(params, "model_fields", {})
    return {
        name: field.get_default(call_default_factory=True) for name, field in fields.items() if not field.is_required()
    }


class Nearest:
    """Finds the known name nearest to one that is not known; gives up when it has compared enough."""

    def __init__(self) -> None:
        self._left = _COMPARISONS

    def to(self, name: str, known: Iterable[str]) -> str:
        """The nearest of the known names, or nothing."""
        if self._left <= 0:
            return ""
        names = list(islice(known, _NAMES_COMPARED))
        self._left -= len(names)
        near = get_close_matches(name[:_LONGEST_NAME], names, n=1, cutoff=0.6)
        return near[0] if near else ""
