"""What the JSON schema of a result says about what a reference leads to, and whether that can go where it is put.

Only what is certainly wrong does not fit. Where a schema leaves something open, the plan is trusted; the tool's own
type has the last word when the value is there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from gameplan.expressions import Path
from gameplan.expressions.schemas import Place as SchemaPlace
from gameplan.expressions.values import any_of
from gameplan.plans.references import Reference, scan, unescaped
from gameplan.runtime.events import Json

_DEEPEST = 6


def schema_at(schema: Json | SchemaPlace, parts: Iterable[str | int]) -> SchemaPlace | None:
    """Where the parts of a path lead to in a schema; None if there can be nothing there."""
    place: SchemaPlace | None = schema if isinstance(schema, SchemaPlace) else SchemaPlace.of(schema)
    for part in parts:
        if place is None:
            return None
        place = place.field(part) if isinstance(part, str) else place.item(part)
    return place


def fits(produced: Json | SchemaPlace, expected: Json | SchemaPlace) -> bool:
    """Whether a value of the one schema can be a value of the other. `$ref` is followed inside the schema alone."""
    produced = produced if isinstance(produced, SchemaPlace) else SchemaPlace.of(produced)
    expected = expected if isinstance(expected, SchemaPlace) else SchemaPlace.of(expected)
    return _fits(produced, expected, _DEEPEST)


def meant(path: Path, output: SchemaPlace, primary: str, expected: SchemaPlace) -> Path:
    """The path that a reference means: a whole result, where its primary field is what is expected, is that field."""
    if path.parts or not primary or _fits(output, expected, _DEEPEST):
        return path
    field = output.field(primary)
    return Path(path.root, (primary,)) if field is not None and _fits(field, expected, _DEEPEST) else path


def said(place: SchemaPlace) -> str:
    """What may stand at a place, in words: a text, a number or null."""
    return any_of(place.kinds())


def unfolded(document: Json) -> Json:
    """A schema with what it refers to in the place of each `$ref`, so that it can be put into another one.

    What refers to itself contains itself: it is for looking up, not for writing down. Not recursive: any depth will do.
    """
    made: dict[int, Json] = {}
    ahead: list[tuple[Json, Json]] = []

    def begun(node: Json) -> Json:
        node = _followed(document, node)
        if not isinstance(node, dict | list):
            return node
        if id(node) not in made:
            made[id(node)] = {} if isinstance(node, dict) else []
            ahead.append((node, made[id(node)]))
        return made[id(node)]

    top = begun(document)
    while ahead:
        old, new = ahead.pop()
        if isinstance(old, dict):
            new.update({name: begun(each) for name, each in old.items()})
        else:
            new.extend(begun(each) for each in old)
    return top


def list_of(schema: Json) -> Json:
    """The schema of a list of such values."""
    return {"type": "array", "items": schema}


def object_of(fields: dict[str, Json], *, required: Iterable[str] = ()) -> Json:
    """The schema of an object with these fields and no others."""
    return {"type": "object", "properties": fields, "required": list(required), "additionalProperties": False}


def schema_of(value: Json, found: Callable[[Path], SchemaPlace | None]) -> Json:
    """The schema of a value with references in it; `found` tells what a path leads to."""
    match value:
        case str() if (plain := unescaped(value)) is not None:
            return {"const": plain}
        case str():
            first = next(scan(value))
            if not isinstance(first, Reference) or not first.whole:
                return {"type": "string"}
            place = found(first.path)
            return True if place is None else {"anyOf": list(place.schemas)}
        case dict():
            return object_of({name: schema_of(each, found) for name, each in value.items()}, required=value)
        case list() | tuple():
            return {"type": "array", "prefixItems": [schema_of(each, found) for each in value], "items": False}
        case _:
            return {"const": value}


def _followed(document: Json, node: Json) -> Json:
    """What a schema refers to, by way of others too, inside its document; anywhere else may be anything."""
    seen: set[int] = set()
    while isinstance(node, dict) and isinstance(pointer := node.get("$ref"), str):
        if id(node) in seen or not pointer.startswith("#"):
            return True
        seen.add(id(node))
        node = document
        for step in pointer[1:].split("/")[1:]:
            name = step.replace("~1", "/").replace("~0", "~")
            node = node.get(name, True) if isinstance(node, dict) else True
    return node


def _fits(produced: SchemaPlace, expected: SchemaPlace, depth: int) -> bool:
    if depth == 0:
        return True
    return any(
        _plain_fits(_only(produced, one), _only(expected, other), depth)
        for one in produced.schemas
        for other in expected.schemas
    )


def _plain_fits(produced: SchemaPlace, expected: SchemaPlace, depth: int) -> bool:
    common = produced.kinds() & expected.kinds()
    if common == {"list"}:
        return _lists_fit(produced, expected, depth)
    if common == {"object"}:
        return _objects_fit(produced, expected, depth)
    if common == {"text"}:
        here, there = produced.known().values, expected.known().values
        return here is None or there is None or not set(here).isdisjoint(there)
    return bool(common)


def _lists_fit(produced: SchemaPlace, expected: SchemaPlace, depth: int) -> bool:
    one, other = produced.item(-1), expected.item(-1)  # any item: the last may be any of them
    # Where the one has no items or the other takes none, an empty list still fits.
    return one is None or other is None or _fits(one, other, depth - 1)


def _objects_fit(produced: SchemaPlace, expected: SchemaPlace, depth: int) -> bool:
    for name in _required(expected):
        field, wanted = produced.field(name), expected.field(name)
        if field is None or (wanted is not None and not _fits(field, wanted, depth - 1)):
            return False
    return all(expected.field(name) is not None for name in _required(produced))


def _required(place: SchemaPlace) -> list[str]:
    required = place.schemas[0].get("required") if isinstance(place.schemas[0], dict) else None
    return [name for name in required if isinstance(name, str)] if isinstance(required, list) else []


def _only(place: SchemaPlace, schema: object) -> SchemaPlace:
    return SchemaPlace(place.document, (schema,))
