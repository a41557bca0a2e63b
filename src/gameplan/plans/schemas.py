"""What the JSON schema of a result says about what a reference leads to, and whether that can go where it is put.

Only what is certainly wrong does not fit. Where a schema leaves something open, the plan is trusted; the tool's own
type has the last word when the value is there.
"""

from __future__ import annotations

from collections.abc import Iterable

from gameplan.expressions import Path
from gameplan.expressions.schemas import Place as SchemaPlace
from gameplan.expressions.values import any_of
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
