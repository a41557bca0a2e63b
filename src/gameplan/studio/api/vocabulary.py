"""What plans, edits, what is said to a run, and events are made of: for the API's document, from the types themselves.

These travel as plain JSON, and are read by others than the API. Here they get names and fields, so that a client can be
written by the document alone: `Plan`, `Edit` (one of `edit.describe`, …), `NewIntent` (one of `intent.approve`, …), and
each event and notice by its own name.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeAlias

from gameplan.plans.model import Plan
from gameplan.runtime.events.codec import adapter_of
from gameplan.runtime.events.declare import kind_named, kind_of
from gameplan.studio.edit_wire import KINDS, edit_fields
from gameplan.studio.shapes.field_words import words_for
from gameplan.studio.shapes.intents import INTENTS
from gameplan.studio.shapes.plan_words import WORDS
from gameplan.studio.shapes.streams import FRAMES
from gameplan.studio.shapes.told import TOLD
from gameplan.studio.shapes.wire import TOLD_AS
from gameplan.studio.views.sessions import NOTICES

Schema: TypeAlias = dict[str, Any]
EVENTS = "x-events"
"""Beside a stream in the document: the names of the events that it tells."""
_AT = "#/components/schemas/"
_AS_RECORDED: Schema = {"type": "object", "description": "The plan, as the record has it: its fields in snake_case."}


def with_words(schemas: dict[str, Schema], events: Iterable[str]) -> dict[str, Schema]:
    """The schemas of a document with all that they speak of; what is told as a plan or an edit leads there."""
    plans = _plans()
    told = {name: schema for name, schema in _events(events).items() if name not in plans}
    words = {**plans, **_edits(), **_intents(schemas["NewIntent"]), **told}
    return {name: _told_of(name, _leading(schema)) for name, schema in {**schemas, **words}.items()}


def _told_of(name: str, schema: Schema) -> Schema:
    """A schema in which each field says what it is."""
    for field, each in schema.get("properties", {}).items():
        words = words_for(name, field)
        if words and "description" not in each:
            each["description"] = words
    return schema


def _plans() -> dict[str, Schema]:
    _, parts = _schema(Plan)
    for name, fields in WORDS.items():
        for field, words in fields.items():
            parts[name]["properties"][field]["description"] = words
    return parts


def _edits() -> dict[str, Schema]:
    kinds = {}
    for kind in KINDS:
        type_, names = edit_fields(kind)
        schema, _ = _schema(type_)
        fields = {wire: schema["properties"][name] for name, wire in names.items()}
        if "inner" in fields:
            fields["inner"] = {"$ref": f"{_AT}Edit"}
        needed = [names[name] for name in schema["required"]]
        kinds[f"edit.{kind}"] = _one(schema["description"], {"edit": {"const": kind}, **fields}, ["edit", *needed])
    return {"Edit": _choice("A change to a plan; its kind stands in `edit`.", "edit", kinds), **kinds}


def _intents(before: Schema) -> dict[str, Schema]:
    kinds = {}
    for kind, payload in INTENTS.items():
        fields = payload.model_json_schema()
        needed = ["kind", "payload"] if fields.get("required") else ["kind"]
        words = fields.pop("description")
        kinds[f"intent.{kind}"] = _one(words, {"kind": {"const": kind}, "payload": fields}, needed)
    return {"NewIntent": _choice(before["description"], "kind", kinds), **kinds}


def _events(names: Iterable[str]) -> dict[str, Schema]:
    notices = {name: type_ for type_, name in NOTICES.items()}
    found: dict[str, Schema] = {}
    shown = {_name_of(each): adapter_of(type(each)).dump_python(each, mode="json") for each in TOLD}
    for name in names:
        kind = kind_named(name)
        type_ = FRAMES.get(name) or notices.get(name) or (kind.type if kind is not None else None)
        schema, parts = _schema(type_, recorded=True)
        found |= {**parts, name: {**schema, "title": name, "examples": [shown[name]]}}
    return found


def _name_of(told: object) -> str:
    frames: dict[type, str] = {type_: name for name, type_ in FRAMES.items()}
    return frames.get(type(told)) or NOTICES.get(type(told)) or kind_of(type(told)).name


def _schema(type_: Any, *, recorded: bool = False) -> tuple[Schema, dict[str, Schema]]:
    """What a type looks like as JSON, and the parts that it names."""
    if recorded:
        whole = adapter_of(type_).json_schema(by_alias=False, mode="serialization", ref_template=f"{_AT}{{model}}")
        whole = _with_plans_as_recorded(whole)
    else:
        whole = adapter_of(type_).json_schema(ref_template=f"{_AT}{{model}}")
    parts: dict[str, Schema] = whole.pop("$defs", {})
    return (parts[whole["$ref"].removeprefix(_AT)] if "$ref" in whole else whole), parts


def _with_plans_as_recorded(schema: Any) -> Any:
    match schema:
        case {"$ref": "#/components/schemas/Plan"}:
            return _AS_RECORDED
        case dict():
            return {key: _with_plans_as_recorded(each) for key, each in schema.items()}
        case list():
            return [_with_plans_as_recorded(each) for each in schema]
        case _:
            return schema


def _leading(schema: Any) -> Any:
    """A schema in which what is told as something leads to what that is."""
    match schema:
        case dict() if TOLD_AS in schema:
            words = {"description": schema["description"]} if "description" in schema else {}
            return {"$ref": f"{_AT}{schema[TOLD_AS]}", **words}
        case dict():
            return {key: _leading(each) for key, each in schema.items()}
        case list():
            return [_leading(each) for each in schema]
        case _:
            return schema


def _one(words: str, fields: dict[str, Schema], needed: list[str]) -> Schema:
    return {
        "type": "object",
        "description": words,
        "properties": fields,
        "required": needed,
        "additionalProperties": False,
    }


def _choice(words: str, by: str, kinds: dict[str, Schema]) -> Schema:
    mapping = {schema["properties"][by]["const"]: f"{_AT}{name}" for name, schema in kinds.items()}
    return {
        "description": words,
        "oneOf": [{"$ref": each} for each in mapping.values()],
        "discriminator": {"propertyName": by, "mapping": mapping},
    }
