"""The arguments of a call, read with suspicion: a model may send anything."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, TypeVar

from gameplan.runtime.events.codec import adapter_of
from gameplan.tools.errors import ToolValidationError

if TYPE_CHECKING:
    from pydantic import ValidationError

    from gameplan.runtime.events import Json
    from gameplan.tools.tool import Tool

P = TypeVar("P")
MAX_ARGUMENT_CHARACTERS = 1_000_000
_SHOWN = 20
_EXCERPT = 500


def read_arguments(arguments: Json) -> Json:
    """What a model sent, as an object; JSON text is read strictly (no NaN, no name twice, no endless nesting)."""
    if isinstance(arguments, str):
        if len(arguments) > MAX_ARGUMENT_CHARACTERS:
            raise ToolValidationError(
                f"The arguments are {len(arguments):,} characters long; {MAX_ARGUMENT_CHARACTERS:,} are allowed.",
                code="arguments_too_large",
            )
        if not arguments.strip():
            return {}
        try:
            arguments = json.loads(arguments, object_pairs_hook=_without_doubles, parse_constant=_no_constant)
        except RecursionError:
            raise ToolValidationError("The arguments are nested too deeply.", code="malformed_json") from None
        except ValueError as error:
            raise ToolValidationError(f"The arguments are not valid JSON: {error}.", code="malformed_json") from None
    if arguments is None:
        return {}
    if not isinstance(arguments, dict):
        raise ToolValidationError(
            f"The arguments must be a JSON object, not {_json_type(arguments)}.", code="malformed_json"
        )
    return arguments


def validated(tool: Tool[P, Any], arguments: Json) -> P:
    """The arguments as the tool's own type; a refusal names each field that does not fit."""
    from pydantic import ValidationError

    try:
        return adapter_of(tool.params).validate_python(arguments, extra="forbid")  # type: ignore[no-any-return]
    except ValidationError as error:
        raise ToolValidationError(_explained(tool, error)) from None
    except RecursionError:
        raise ToolValidationError("The arguments are nested too deeply.", code="malformed_json") from None


def excerpt(arguments: Json) -> Json:
    """The arguments as the record keeps them: whole, unless they are longer than any that are accepted."""
    if isinstance(arguments, str) and len(arguments) > MAX_ARGUMENT_CHARACTERS:
        return arguments[:_EXCERPT] + f"… ({len(arguments):,} characters)"
    return arguments


def _explained(tool: Tool[Any, Any], error: ValidationError) -> str:
    known = ", ".join(tool.parameters["properties"]) or "none"
    problems = error.errors(include_url=False, include_context=False, include_input=False)
    lines = []
    for problem in problems[:_SHOWN]:
        where = ".".join(str(part)[:80] for part in problem["loc"]) or "arguments"
        if problem["type"] in ("unexpected_keyword_argument", "extra_forbidden"):
            lines.append(f"- {where}: there is no such argument")
        elif problem["type"].startswith("missing"):
            lines.append(f"- {where}: is missing")
        else:
            message = problem["msg"].removeprefix("Value error, ")
            lines.append(f"- {where}: {message[:300]}")
    if len(problems) > _SHOWN:
        lines.append(f"- and {len(problems) - _SHOWN} more")
    return f"The arguments of {tool.name} do not fit:\n" + "\n".join(lines) + f"\nIts arguments are: {known}."


def _without_doubles(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    read = dict(pairs)
    if len(read) != len(pairs):
        names = [name for name, _ in pairs]
        double = next(name for name in names if names.count(name) > 1)
        raise ValueError(f'"{double[:80]}" stands there twice')
    return read


def _no_constant(name: str) -> Json:
    raise ValueError(f"{name} is not JSON")


def _json_type(value: Json) -> str:
    match value:
        case list() | tuple():
            return "a list"
        case str():
            return "text"
        case bool():
            return "true or false"
        case _:
            return "a number"
