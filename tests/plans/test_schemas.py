"""Where a path leads in a schema, and whether what it leads to can go where it is put."""

from __future__ import annotations

from typing import Any

import pytest

from gameplan.plans.schemas import fits, list_of, object_of, said, schema_at, unfolded

TEXT, NUMBER, NOTHING = {"type": "string"}, {"type": "integer"}, {"type": "null"}
TEXTS, NUMBERS = {"type": "array", "items": TEXT}, {"type": "array", "items": NUMBER}
TREE: dict[str, Any] = {
    "$ref": "#/$defs/Node",
    "$defs": {
        "Node": {
            "type": "object",
            "properties": {"name": TEXT, "inside": {"type": "array", "items": {"$ref": "#/$defs/Node"}}},
            "required": ["name"],
            "additionalProperties": False,
        }
    },
}
LOOP: dict[str, Any] = {"$ref": "#/$defs/A", "$defs": {"A": {"anyOf": [{"$ref": "#/$defs/A"}]}}}


@pytest.mark.parametrize(
    ("schema", "parts", "says"),
    [
        (TREE, ("inside", 0, "inside", -1, "name"), "a text"),
        (TREE, ("inside", 0, "x"), None),
        (TREE, (0,), None),
        ({"anyOf": [TREE["$defs"]["Node"], NOTHING]}, ("name",), "a text"),
        ({"type": "object", "additionalProperties": NUMBER}, ("whatever",), "a number"),
        ({"prefixItems": [TEXT, NUMBER], "type": "array"}, (1,), "a number"),
        ({}, ("a", 3, "b"), "a text, a number, a boolean, a list, an object or null"),
        ({"$ref": "https://example.org/x.json"}, ("a",), "a text, a number, a boolean, a list, an object or null"),
        (TEXT, (), "a text"),
    ],
)
def test_where_a_path_leads(schema: Any, parts: tuple[str | int, ...], says: str | None) -> None:
    place = schema_at(schema, parts)
    assert (None if place is None else said(place)) == says


@pytest.mark.parametrize(
    ("produced", "expected", "yes"),
    [
        (TEXT, TEXT, True),
        (TEXT, NUMBER, False),
        (NUMBER, {"type": "number"}, True),
        ({"type": "boolean"}, NUMBER, False),
        (TEXT, {"anyOf": [TEXT, NOTHING]}, True),
        ({"anyOf": [TEXT, NOTHING]}, TEXT, True),
        (NOTHING, TEXT, False),
        ({"type": ["string", "null"]}, NUMBER, False),
        (TEXT, {}, True),
        ({}, NUMBER, True),
        (TEXT, True, True),
        (TEXTS, TEXTS, True),
        (TEXTS, NUMBERS, False),
        ({"type": "array"}, NUMBERS, True),
        (TEXTS, TEXT, False),
        ({"enum": ["a", "b"]}, {"enum": ["b", "c"]}, True),
        ({"enum": ["a", "b"]}, {"const": "c"}, False),
        (TEXT, {"enum": ["a"]}, True),
        (TREE, TREE, True),
        (TREE, {"type": "object"}, True),
        ({"type": "object"}, TREE, True),
        ({"type": "object", "properties": {"name": NUMBER}, "required": ["name"]}, TREE, False),
        ({"type": "object", "properties": {"title": TEXT}, "additionalProperties": False}, TREE, False),
        ({"type": "object", "properties": {"name": TEXT, "x": TEXT}, "required": ["name", "x"]}, TREE, False),
        (LOOP, TEXT, True),
        (TEXT, LOOP, True),
    ],
)
def test_what_can_go_where(produced: Any, expected: Any, yes: bool) -> None:
    assert fits(produced, expected) is yes


def test_an_unfolded_schema_says_the_same_without_references() -> None:
    document = {
        "type": "object",
        "properties": {"node": {"$ref": "#/$defs/Node"}, "text": {"$ref": "#/$defs/a~1b"}, "far": {"$ref": "http://x"}},
        "$defs": {
            "Node": {"type": "object", "properties": {"next": {"$ref": "#/$defs/Node"}, "n": {"type": "number"}}},
            "a/b": {"type": "string"},
            "circle": {"$ref": "#/$defs/circle"},
        },
    }
    inside = list_of(object_of({"x": unfolded(document)}))
    for parts, words in [
        ((0, "x", "node", "next", "next", "n"), "a number"),
        ((0, "x", "text"), "a text"),
    ]:
        place = schema_at(inside, parts)
        assert place is not None
        assert said(place) == words
    assert schema_at(inside, (0, "x", "far", "anything")) is not None
    assert schema_at(inside, (0, "x", "node", "prev")) is None
    assert schema_at(unfolded({"$ref": "#"}), ("anything",)) is not None
    assert unfolded({"$ref": "#/$defs/circle", "$defs": document["$defs"]}) is True
