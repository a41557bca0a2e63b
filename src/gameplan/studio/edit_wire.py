"""Edits of a plan as JSON: `{"edit": "setArgument", "step": "bump", "place": ["new"], "value": "2.0.0"}`.

The names are those of `gameplan.plans.edit_kinds` in camelCase. An edit inside a step's own plan stands in `inner`:
`{"edit": "editInside", "step": "each", "inner": {"edit": "describe", …}}`.
"""

from __future__ import annotations

import dataclasses
import re
from typing import Any, get_args

from pydantic import ValidationError

from gameplan.plans.edit_kinds import Edit, EditInside
from gameplan.plans.model import ForEach, Plan, PlanError, Step, plan_from_wire
from gameplan.runtime.events import Json
from gameplan.runtime.events.codec import adapter_of
from gameplan.tools.misfits import in_words

_DEEPEST = 10


def _camel(name: str) -> str:
    return re.sub(r"_(\w)", lambda found: found[1].upper(), name)


def _wire_name(kind: Any, field: str) -> str:
    return "inner" if kind is EditInside and field == "edit" else _camel(field)


_KINDS: dict[str, Any] = {kind.__name__[0].lower() + kind.__name__[1:]: kind for kind in get_args(Edit)}
KINDS = tuple(_KINDS)


def edit_fields(kind: str) -> tuple[type, dict[str, str]]:
    """The type of a kind of edit, and what each of its fields is called on the wire."""
    type_ = _KINDS[kind]
    return type_, {each.name: _wire_name(type_, each.name) for each in dataclasses.fields(type_) if each.name != "kind"}


class BadEdit(ValueError):
    """Something cannot be read as an edit."""


def edit_from_wire(data: Json, depth: int = 0) -> Edit:
    """Read an edit; `BadEdit` says what does not fit."""
    if not isinstance(data, dict) or data.get("edit") not in _KINDS:
        raise BadEdit(f'An edit is an object with its kind in "edit": {", ".join(KINDS)}.')
    if depth > _DEEPEST:
        raise BadEdit("There are edits inside edits, too deep.")
    name = data["edit"]
    kind = _KINDS[name]
    wanted = {_wire_name(kind, each.name): each for each in dataclasses.fields(kind) if each.name != "kind"}
    given = {key: value for key, value in data.items() if key != "edit"}
    unknown = [key for key in given if key not in wanted]
    if unknown:
        raise BadEdit(f'{name} has no "{unknown[0][:60]}". It has: {", ".join(wanted)}.')
    missing = [key for key, each in wanted.items() if each.default is dataclasses.MISSING and key not in given]
    if missing:
        raise BadEdit(f"{name} needs: {', '.join(missing)}.")
    try:
        fields = {wanted[key].name: _read(kind, wanted[key].name, value, depth) for key, value in given.items()}
        edit: Edit = adapter_of(kind).validate_python(fields)
    except PlanError as error:
        raise BadEdit(f"{name}: {error}") from None
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        raise BadEdit(f"{name}: {'.'.join(map(str, first['loc']))}: {in_words(first)}") from None
    return edit


def edit_to_wire(edit: Edit) -> dict[str, Json]:
    """An edit as JSON has it."""
    kind = type(edit)
    wire: dict[str, Json] = {"edit": kind.__name__[0].lower() + kind.__name__[1:]}
    for each in dataclasses.fields(edit):
        value = getattr(edit, each.name)
        if each.name != "kind":
            wire[_wire_name(kind, each.name)] = _written(value)
    return wire


def _read(kind: Any, field: str, value: Json, depth: int) -> Any:
    match field:
        case "new" | "by":
            return plan_from_wire({"steps": [value]}).steps[0]
        case "plan" if value is not None and not isinstance(value, str):
            return plan_from_wire(value)
        case "edit" if kind is EditInside:
            return edit_from_wire(value, depth + 1)
        case _:
            return value


def _written(value: Any) -> Json:
    match value:
        case Step():
            step = Plan((value,)).to_wire()["steps"][0]
            return {key: each for key, each in step.items() if key != "order"}
        case Plan():
            return value.to_wire()
        case ForEach():
            return adapter_of(ForEach).dump_python(value, mode="json", by_alias=True)
        case tuple():
            return list(value)
        case _ if dataclasses.is_dataclass(value):
            return edit_to_wire(value)  # type: ignore[arg-type]
        case _:
            return value
