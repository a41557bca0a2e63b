"""What a JSON schema says about the values it allows, as far as a condition needs to know.

A schema may come from anywhere, so it is read with care: `$ref` is followed only inside the schema itself, never
fetched; circles and odd values are taken as "anything"; and nothing here is recursive.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from gameplan.expressions.errors import ExpressionError
from gameplan.expressions.values import ANY, Kind, Kinds, kind_of

_TYPES: Final[dict[str, Kind]] = {
    "string": "text",
    "integer": "number",
    "number": "number",
    "boolean": "boolean",
    "null": "null",
    "array": "list",
    "object": "object",
}
_MOST_SCHEMAS: Final = 1_000
_MOST_VALUES: Final = 1_000


@dataclass(frozen=True)
class Known:
    """What is known about a value before there is one: its kinds, the kinds of its items, the values it can have."""

    kinds: Kinds = ANY
    items: Kinds = ANY
    values: tuple[str, ...] | None = None


@dataclass(frozen=True, eq=False)
class Place:
    """A place that a path has reached in a schema: the plain schemas of which one applies."""

    document: object
    schemas: tuple[object, ...]

    @classmethod
    def of(cls, document: object) -> Place:
        """The top of a schema."""
        return cls(document, _alternatives(document, [document]) or (True,))

    def kinds(self) -> Kinds:
        return frozenset(kind for schema in self.schemas for kind in _kinds(schema))

    def known(self) -> Known:
        """What is known about a value at this place."""
        items = self._inside(found for schema in self._of_kind("list") for found in _items(schema))
        return Known(self.kinds(), ANY if items is None else items.kinds(), self._values())

    def field(self, name: str) -> Place | None:
        """The place of a field, or None if there can be no such field."""
        return self._inside(found for schema in self._of_kind("object") for found in _field(schema, name))

    def fields(self) -> list[str]:
        """The names of the fields that are written down."""
        properties = (_part(schema, "properties") for schema in self._of_kind("object"))
        return [str(name) for known in properties if isinstance(known, dict) for name in known]

    def item(self, index: int) -> Place | None:
        """The place of an item, or None if there can be no such item."""
        return self._inside(found for schema in self._of_kind("list") for found in _item(schema, index))

    def _of_kind(self, kind: Kind) -> list[object]:
        return [schema for schema in self.schemas if kind in _kinds(schema)]

    def _inside(self, found: Iterator[object]) -> Place | None:
        schemas = _alternatives(self.document, list(found))
        return Place(self.document, schemas) if schemas else None

    def _values(self) -> tuple[str, ...] | None:
        """The texts that a value can be, if each schema lists them or allows no text."""
        values: list[str] = []
        for schema in self._of_kind("text"):
            listed = _listed_values(schema)
            if listed is None or len(listed) > _MOST_VALUES:
                return None
            values += [value for value in listed if isinstance(value, str)]
        return tuple(values)


def _alternatives(document: object, start: list[object]) -> tuple[object, ...]:
    """The plain schemas behind `$ref`, `anyOf`, `oneOf` and a lone `allOf`; an open one where that cannot be told."""
    ahead, seen, plain = list(reversed(start)), set[int](), list[object]()
    while ahead:
        schema = ahead.pop()
        if schema is False or id(schema) in seen:
            continue
        seen.add(id(schema))
        if len(seen) > _MOST_SCHEMAS:
            return (True,)
        if not isinstance(schema, dict):
            plain.append(True)
        elif "$ref" in schema:
            ahead.append(_resolved(document, schema["$ref"]))
        elif isinstance(choices := schema.get("anyOf", schema.get("oneOf")), list):
            ahead += reversed(choices)
        elif isinstance(every := schema.get("allOf"), list):
            ahead.append(every[0] if len(every) == 1 and "properties" not in schema else True)
        elif "$dynamicRef" in schema or "if" in schema:
            plain.append(True)
        else:
            plain.append(schema)
    return tuple(plain)


def _resolved(document: object, reference: object) -> object:
    """What a reference inside the document points to; a reference to anywhere else allows anything."""
    if not isinstance(reference, str) or not reference.startswith("#"):
        return True
    place = document
    for step in reference[1:].split("/")[1:]:
        name = step.replace("~1", "/").replace("~0", "~")
        if not isinstance(place, dict) or name not in place:
            return True
        place = place[name]
    return place


def _part(schema: object, name: str) -> object:
    return schema.get(name) if isinstance(schema, dict) else None


def _kinds(schema: object) -> Kinds:
    declared = _part(schema, "type")
    if isinstance(declared, str):
        declared = [declared]
    if isinstance(declared, list):
        named = [_TYPES.get(name) if isinstance(name, str) else None for name in declared]
        known = frozenset(kind for kind in named if kind is not None)
        return known if known and None not in named else ANY
    values = _listed_values(schema)
    if values is None or len(values) > _MOST_VALUES:
        return ANY
    try:
        return frozenset(map(kind_of, values)) or ANY
    except ExpressionError:
        return ANY


def _listed_values(schema: object) -> list[object] | None:
    if isinstance(schema, dict) and "const" in schema:
        return [schema["const"]]
    values = _part(schema, "enum")
    return values if isinstance(values, list) else None


def _field(schema: object, name: str) -> Iterator[object]:
    properties, more = _part(schema, "properties"), _part(schema, "additionalProperties")
    if isinstance(properties, dict) and name in properties:
        yield properties[name]
    elif _part(schema, "patternProperties") is not None:
        yield True
    elif more is not None:
        # A schema for the rest, or true; false is none.
        yield more
    elif not isinstance(properties, dict) or not properties:
        yield True


def _item(schema: object, index: int) -> Iterator[object]:
    first = _part(schema, "prefixItems")
    if isinstance(first, list) and 0 <= index < len(first):
        yield first[index]
    elif isinstance(first, list) and index >= 0:
        yield _rest(schema)
    else:
        yield from _items(schema)


def _items(schema: object) -> Iterator[object]:
    first = _part(schema, "prefixItems")
    if isinstance(first, list):
        yield from first
    yield _rest(schema)


def _rest(schema: object) -> object:
    rest = _part(schema, "items")
    return True if rest is None else rest
