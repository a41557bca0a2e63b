"""The published schema of a plan, and the one for drafting that knows the tools."""

from __future__ import annotations

import dataclasses
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest

from gameplan.plans.model import Input, Plan, Step
from gameplan.plans.published import plan_schema
from gameplan.tools import Tool, tool

Tools = dict[str, Tool[Any, Any]]


def accepts(schema: Any, value: Any, document: Any = None) -> bool:
    """Whether a schema (of the kind that is written here) accepts a value."""
    document = schema if document is None else document
    if schema.get("$ref") == "#":
        schema = document
    if "anyOf" in schema and not any(accepts(each, value, document) for each in schema["anyOf"]):
        return False
    kinds = {"string": str, "integer": int, "number": (int, float), "boolean": bool, "array": list, "object": dict}
    types = schema.get("type", [])
    if types and not any(
        value is None if each == "null" else isinstance(value, kinds[each])  # type: ignore[arg-type]
        for each in ([types] if isinstance(types, str) else types)
    ):
        return False
    if "const" in schema and value != schema["const"]:
        return False
    if "enum" in schema and value not in schema["enum"]:
        return False
    if isinstance(value, str) and "pattern" in schema and not re.search(schema["pattern"], value, re.DOTALL):
        return False
    if isinstance(value, list):
        return all(accepts(schema.get("items", {}), each, document) for each in value) and len(value) >= schema.get(
            "minItems", 0
        )
    if isinstance(value, dict):
        known, more = schema.get("properties", {}), schema.get("additionalProperties", {})
        return all(name in value for name in schema.get("required", [])) and all(
            accepts(known[name], each, document)
            if name in known
            else more is not False and accepts(more, each, document)
            for name, each in value.items()
        )
    return True


def everywhere(schema: Any) -> Iterator[dict[str, Any]]:
    if isinstance(schema, dict):
        yield schema
        for each in schema.values():
            yield from everywhere(each)
    elif isinstance(schema, list):
        for each in schema:
            yield from everywhere(each)


def step(tool: str, **args: Any) -> dict[str, Any]:
    return {"steps": [{"id": "a", "description": "x", "tool": tool, "args": args, "dependsOn": []}]}


@pytest.mark.parametrize(
    ("draft", "yes"),
    [
        (step("write_file", path="a", content="b"), True),
        (step("write_file", path="$r.content", content="${r} x"), True),
        (step("write_file", path="a", content="b", overwrite=False), True),
        (step("write_file", path="a", content="b", overwrite="$r.ok"), True),
        (step("write_file", path="a", content="b", overwrite="yes"), False),
        (step("write_file", path="a", content="b", mode="w"), False),
        (step("write_file", path="a"), False),
        (step("erase_disk", path="a"), False),
        (step("read_file", path="a", content="b"), False),
        (step("sort_rows", by="name", rows=[1, "$r.size"]), True),
        (step("sort_rows", by="$r.x", rows="$r.rows"), True),
        (step("sort_rows", by="age", rows=[1]), False),
        (step("sort_rows", by="name", rows=[1], entry={"name": "x", "kind": "$k", "size": 1}), True),
        (step("sort_rows", by="name", rows=[1], entry={"name": "x"}), False),
        ({"steps": []}, False),
        ({"steps": [{**step("list_directory")["steps"][0], "approval": False}]}, False),
        ({"steps": [{**step("list_directory")["steps"][0], "forEach": {"items": "$x"}}]}, True),
    ],
)
def test_a_draft_can_name_only_what_is_there(plan_tools: Tools, draft: dict[str, Any], yes: bool) -> None:
    assert accepts(plan_schema(plan_tools), draft) is yes


def test_it_is_small_and_written_out(plan_tools: Tools) -> None:
    schema = plan_schema(plan_tools)
    assert len(json.dumps(schema)) < 1_200 * len(plan_tools)
    assert not any("$ref" in each or "$defs" in each for each in everywhere(schema))
    for each in everywhere(schema):
        if isinstance(each.get("pattern"), str):
            assert each["pattern"].startswith("^") and each["pattern"].endswith("$")  # what llama.cpp asks for


@dataclass(frozen=True)
class Node:
    name: str
    left: Node | None = None
    right: Node | None = None


@dataclass(frozen=True)
class Trees:
    node: Node


def test_a_type_that_refers_to_itself_is_left_open_there() -> None:
    @tool
    def plant(params: Trees) -> str:
        """Plant a tree."""
        return ""

    schema = plan_schema([plant])
    assert len(json.dumps(schema)) < 3_000
    assert accepts(schema, step("plant", node={"name": "a", "left": {"name": "b"}}))
    assert not accepts(schema, step("plant", node={"left": {"name": "b"}}))


def test_the_published_schema_knows_every_field_and_accepts_what_is_written() -> None:
    schema = plan_schema()
    plan = Plan(
        steps=(
            Step("a", "t", "d", {"x": "$b"}, ("b",), "true", approval=True, critical=True, timeout=1.5),
            Step("b", "t"),
        ),
        inputs={"n": Input("integer", default=3)},
        request="do it",
        estimated_duration=2.0,
    )
    assert accepts(schema, plan.to_wire())
    assert not accepts(schema, {"steps": [{"id": "a"}]})
    assert not accepts(schema, {"steps": [{"id": "a", "tool": "t", "typo": 1}]})
    inner = {"inputs": {"x": {}}, "steps": [{"id": "b", "tool": "t"}], "output": {"y": "$b"}}
    assert accepts(schema, {"steps": [{"id": "a", "plan": inner}, {"id": "c", "tool": "plan", "plan": "template"}]})
    assert not accepts(schema, {"steps": [{"id": "a", "plan": {"steps": [{"id": "b"}]}}]})
    assert not accepts(schema, {"steps": [{"id": "a", "plan": {"steps": [{"id": "b", "plan": {}}]}}]})
    said = {re.sub(r"_(\w)", lambda found: found[1].upper(), each.name) for each in dataclasses.fields(Step)}
    assert said <= set(schema["properties"]["steps"]["items"]["properties"])
    assert {re.sub(r"_(\w)", lambda found: found[1].upper(), each.name) for each in dataclasses.fields(Plan)} == set(
        schema["properties"]
    )
    json.dumps(schema)
