"""The JSON Schema of a plan: the published one, and one for drafting that knows the tools.

The one for drafting has a branch for each tool with its own arguments, so a server that constrains what a model writes
by a schema cannot let it name a tool or an argument that is not there. It is written out: no `$ref`, no circles.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from gameplan.plans.catalogue import AnyTool, Catalogue
from gameplan.runtime.events import Json

REFERENCE: dict[str, Json] = {"type": "string", "pattern": r"^\$[A-Za-z_].*$"}
_ID: dict[str, Json] = {"type": "string", "pattern": "^[A-Za-z_][A-Za-z0-9_-]*$"}
# Bounds and patterns of the tools' own are left to `validate`: many servers know few of them, or make huge grammars.
_KEPT = ("type", "enum", "const", "required")
_MOST_NODES = 500
_DEEPEST = 8


def plan_schema(tools: Iterable[AnyTool] | Mapping[str, AnyTool] | None = None) -> dict[str, Json]:
    """The JSON Schema of a plan; with tools, of a draft that uses these tools and nothing else."""
    if tools is None:
        return _published()
    branches = [_branch(tool) for tool in Catalogue.of(tools).values()]
    step: dict[str, Json] = branches[0] if len(branches) == 1 else {"anyOf": branches}
    return {
        "type": "object",
        "properties": {
            "steps": {"type": "array", "items": step, "minItems": 1},
            "estimatedDuration": {"type": "number", "minimum": 0},
        },
        "required": ["steps"],
        "additionalProperties": False,
    }


def _branch(tool: AnyTool) -> dict[str, Json]:
    """A step that uses this tool. It cannot say that nobody is to be asked, only that somebody is."""
    return {
        "type": "object",
        "properties": {
            "id": _ID,
            "description": {"type": "string"},
            "tool": {"type": "string", "const": tool.name},
            "args": _WrittenOut(tool.parameters).arguments(),
            "dependsOn": {"type": "array", "items": _ID},
            "when": {"type": "string"},
            "forEach": {
                "type": "object",
                "properties": {
                    "items": {"anyOf": [REFERENCE, {"type": "array"}]},
                    "max": {"type": "integer", "minimum": 1},
                },
                "required": ["items"],
                "additionalProperties": False,
            },
            "approval": {"type": "boolean", "const": True},
            "critical": {"type": "boolean"},
        },
        "required": ["id", "description", "tool", "args", "dependsOn"],
        "additionalProperties": False,
    }


class _WrittenOut:
    """A tool's schema without `$ref`, descriptions and defaults, where a reference may stand for any value.

    What refers to itself, or would grow too large, is left open from there on.
    """

    def __init__(self, document: Mapping[str, Json]) -> None:
        self._document = document
        self._left = _MOST_NODES

    def arguments(self) -> dict[str, Json]:
        properties = self._document.get("properties", {})
        return {
            "type": "object",
            "properties": {name: self._value(each, 0, ()) for name, each in properties.items()},
            "required": list(self._document.get("required", [])),
            "additionalProperties": False,
        }

    def _value(self, schema: Json, depth: int, inside: tuple[str, ...]) -> dict[str, Json]:
        """A value, or a reference to one."""
        plain = self._plain(schema, depth, inside)
        if not plain or _takes_any_text(plain):
            return plain
        choices = plain["anyOf"] if set(plain) == {"anyOf"} else [plain]
        return {"anyOf": [*choices, REFERENCE]}

    def _plain(self, schema: Json, depth: int, inside: tuple[str, ...]) -> dict[str, Json]:
        self._left -= 1
        if not isinstance(schema, dict) or self._left < 0 or depth > _DEEPEST:
            return {}
        if "$ref" in schema:
            name = str(schema["$ref"]).removeprefix("#/$defs/")
            found = self._document.get("$defs", {}).get(name)
            return {} if found is None or name in inside else self._plain(found, depth + 1, (*inside, name))
        for key in ("anyOf", "oneOf"):
            if isinstance(schema.get(key), list):
                choices = [self._plain(each, depth + 1, inside) for each in schema[key]]
                return {} if any(not each for each in choices) else {"anyOf": choices}
        if isinstance(schema.get("allOf"), list):
            return self._plain(schema["allOf"][0], depth + 1, inside) if len(schema["allOf"]) == 1 else {}
        plain: dict[str, Json] = {key: schema[key] for key in _KEPT if key in schema}
        if isinstance(schema.get("properties"), dict):
            plain["properties"] = {
                name: self._value(each, depth + 1, inside) for name, each in schema["properties"].items()
            }
        if isinstance(schema.get("prefixItems"), list):
            plain["prefixItems"] = [self._value(each, depth + 1, inside) for each in schema["prefixItems"]]
        for key in ("items", "additionalProperties"):
            if isinstance(schema.get(key), dict):
                plain[key] = self._value(schema[key], depth + 1, inside)
            elif schema.get(key) is False:
                plain[key] = False
        return plain


def _takes_any_text(schema: dict[str, Json]) -> bool:
    """True if a reference fits there without being mentioned."""
    choices = schema.get("anyOf", [schema])
    return any(each.get("type") == "string" and len(each) == 1 for each in choices)


_TEXT: dict[str, Json] = {"type": "string"}
_FOR_EACH: dict[str, Json] = {
    "type": "object",
    "properties": {
        "items": {"anyOf": [REFERENCE, {"type": "array"}], "description": "A list, or a reference to one."},
        "max": {"type": "integer", "minimum": 1, "default": 100},
        "parallel": {"type": "integer", "minimum": 1, "default": 8},
    },
    "required": ["items"],
    "additionalProperties": False,
    "description": "Do the step once for each item.",
}
_RETRY: dict[str, Json] = {
    "type": "object",
    "properties": {
        "attempts": {"type": "integer", "minimum": 1, "maximum": 100, "default": 3},
        "wait": {"type": "number", "minimum": 0, "default": 1, "description": "Seconds; doubles each time."},
    },
    "additionalProperties": False,
}
_INPUT: dict[str, Json] = {
    "type": "object",
    "properties": {
        "type": {"enum": ["string", "integer", "number", "boolean", "array", "object"], "default": "string"},
        "description": _TEXT,
        "default": {},
        "required": {"type": "boolean", "default": True},
    },
    "additionalProperties": False,
}


def _published() -> dict[str, Json]:
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A Gameplan plan",
        "type": "object",
        "properties": {
            "id": _TEXT,
            "taskId": _TEXT,
            "version": {"type": "integer", "minimum": 1, "description": "Grows with each change."},
            "request": {**_TEXT, "description": "What was asked for."},
            "createdAt": _TEXT,
            "estimatedDuration": {"type": ["number", "null"], "minimum": 0, "description": "Seconds."},
            "inputs": {
                "type": "object",
                "additionalProperties": _INPUT,
                "description": "What the plan must be told before it runs.",
            },
            "steps": {"type": "array", "items": _published_step(), "minItems": 1},
            "output": {
                "description": "What a step that carries out this plan gives, with references to results and inputs. "
                "Without it: the results of its steps by their ids."
            },
        },
        "required": ["steps"],
        "additionalProperties": False,
    }


def _published_step() -> dict[str, Json]:
    return {
        "type": "object",
        "properties": {
            "id": {
                **_ID,
                "maxLength": 100,
                "not": {"enum": ["input", "item"]},
                "description": "How other steps name this one.",
            },
            "order": {"type": "integer", "description": "Its place in the list, from 1; it says nothing by itself."},
            "description": {**_TEXT, "description": "What the step does, for people."},
            "tool": {**_TEXT, "description": "The tool that it calls."},
            "args": {
                "type": "object",
                "description": (
                    "The arguments. A whole text $step.field[0] is that value, ${step.field} stands for it inside a "
                    "text, $input.name is an input, $item the item of forEach, and $$ a dollar sign."
                ),
            },
            "dependsOn": {
                "type": "array",
                "items": _ID,
                "uniqueItems": True,
                "description": "Steps that must be done first. What is referred to need not be named here.",
            },
            "when": {
                **_TEXT,
                "description": 'A condition over earlier results: $read.size > 0 and $ask.answer == "yes".',
            },
            "forEach": _FOR_EACH,
            "approval": {
                "type": ["boolean", "null"],
                "description": "Whether a person is asked; without it, as the effects of the tool demand.",
            },
            "critical": {"type": "boolean", "description": "If it fails, the whole run stops."},
            "retry": {"anyOf": [_RETRY, {"type": "null"}]},
            "plan": {
                "anyOf": [{"$ref": "#"}, _TEXT, {"type": "null"}],
                "description": (
                    'A plan that the step carries out instead of calling a tool, or the name of a template; "tool" is '
                    'then "plan" and may be left out. The arguments are its inputs, and it sees nothing else.'
                ),
            },
            "status": {"type": "string", "description": "Of a run; left out when a plan is read."},
            "result": {"description": "Of a run; left out when a plan is read."},
            "timeout": {"type": ["number", "null"], "exclusiveMinimum": 0, "description": "Seconds."},
            "estimatedDuration": {"type": ["number", "null"], "minimum": 0, "description": "Seconds."},
        },
        "required": ["id"],
        "anyOf": [{"required": ["tool"]}, {"required": ["plan"]}],
        "additionalProperties": False,
    }
