"""The arguments of a call, read with suspicion: a model may send anything."""

from __future__ import annotations

import json
import reprlib
from typing import TYPE_CHECKING, Any, TypeVar

from gameplan.tools.clean import MAX_NESTING, NotJson, clean_json, clean_text, masked
from gameplan.tools.errors import ToolRefused, ToolValidationError
from gameplan.tools.misfits import in_words

if TYPE_CHECKING:
    from pydantic import ValidationError

    from gameplan.runtime.events import Json
    from gameplan.tools.tool import Tool

P = TypeVar("P")
MAX_ARGUMENT_CHARACTERS = 1_000_000
_SHOWN = 20
_EXCERPT = 500
_MESSAGE = 300
_HOLDERS = (dict, list)


def read_arguments(arguments: Json) -> dict[str, Json]:
    """What a model sent, JSON text or a value, as an object of clean JSON: no NaN, no name twice, not too deep."""
    if isinstance(arguments, str):
        arguments = _parsed(arguments)
    if arguments is None:
        return {}
    if not isinstance(arguments, dict):
        raise ToolValidationError(
            f"The arguments must be a JSON object, not {_json_type(arguments)}.", code="malformed_json"
        )
    try:
        cleaned: dict[str, Json] = clean_json(arguments, largest=MAX_ARGUMENT_CHARACTERS)
    except NotJson:
        raise _unclean(arguments) from None
    return cleaned


def validated(tool: Tool[P, Any], arguments: dict[str, Json]) -> P:
    """The arguments as the tool's own type; a refusal names each field that does not fit."""
    own = _copied(arguments)  # what the tool does with its values is not to change the record
    try:
        return tool.params_adapter.validate_python(own, extra="forbid")
    except ToolRefused:
        raise
    except Exception as error:
        from pydantic import ValidationError

        if isinstance(error, ValidationError):
            raise ToolValidationError(_explained(tool, error)) from None
        # A check of the arguments' own type that does not raise ValueError.
        problem = f"- arguments: {said_by(error) or type(error).__name__}"
        raise ToolValidationError(f"The arguments of {tool.name} do not fit:\n{problem}") from error


def excerpt(arguments: Json) -> Json:
    """What was sent, as the record can keep it: clean values as they are, other things as the beginning of a text."""
    if not isinstance(arguments, str):
        try:
            return clean_json(arguments, largest=MAX_ARGUMENT_CHARACTERS)
        except NotJson:
            arguments = _shown(arguments)
    if len(arguments) > _EXCERPT:
        arguments = arguments[:_EXCERPT] + f"… ({len(arguments):,} characters)"
    return clean_text(arguments)


def said_by(error: BaseException) -> str:
    """The first line of what an error says, short, without the full stop; nothing, if it cannot even say it."""
    try:
        return clean_text(masked(str(error)).strip().split("\n", 1)[0][:_MESSAGE]).rstrip(". ")
    except Exception:  # noqa: BLE001 - an error that cannot be printed
        return ""


def _parsed(text: str) -> Json:
    if len(text) > MAX_ARGUMENT_CHARACTERS:
        raise ToolValidationError(
            f"The arguments are {len(text):,} characters long; {MAX_ARGUMENT_CHARACTERS:,} are allowed.",
            code="arguments_too_large",
        )
    if not text.strip():
        return None
    try:
        return _decoder.decode(text)
    except RecursionError:
        problem = f"they are nested more than {MAX_NESTING} levels deep"
    except ValueError as error:
        problem = str(error)
    raise ToolValidationError(f"The arguments are not valid JSON: {problem}.", code="malformed_json")


def _unclean(arguments: dict[str, Json]) -> ToolValidationError:
    """Names the arguments that are not JSON."""
    problems = []
    room = MAX_ARGUMENT_CHARACTERS
    for name, value in arguments.items():
        try:
            clean_json({name: value}, largest=room)
        except NotJson as problem:
            problems.append(f"- {clean_text(str(name)[:80])}: {problem}")
        if len(problems) == _SHOWN:
            break
    listed = "\n".join(problems) or f"- all of them together: {room:,} characters are allowed"
    return ToolValidationError(f"The arguments are not all JSON:\n{listed}")


def _explained(tool: Tool[Any, Any], error: ValidationError) -> str:
    known = ", ".join(tool.parameters["properties"]) or "none"
    problems = error.errors(include_url=False, include_input=False)
    lines = []
    for problem in problems[:_SHOWN]:
        where = ".".join(str(part)[:80] for part in problem["loc"]) or "arguments"
        if problem["type"] in ("unexpected_keyword_argument", "extra_forbidden"):
            lines.append(f"- {where}: there is no such argument")
        else:
            lines.append(f"- {where}: {in_words(problem)[:_MESSAGE]}")
    if len(problems) > _SHOWN:
        lines.append(f"- and {len(problems) - _SHOWN} more")
    return f"The arguments of {tool.name} do not fit:\n" + "\n".join(lines) + f"\nIts arguments are: {known}."


def _without_doubles(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    read = dict(pairs)
    if len(read) != len(pairs):
        seen: set[str] = set()
        for name, _ in pairs:
            if name in seen:
                raise ValueError(f'"{clean_text(name[:80])}" stands there twice')
            seen.add(name)
    return read


def _copied(value: Json) -> Json:
    if type(value) is dict:
        return {name: _copied(each) if type(each) in _HOLDERS else each for name, each in value.items()}
    if type(value) is list:
        return [_copied(each) if type(each) in _HOLDERS else each for each in value]
    return value


def _shown(value: object) -> str:
    """A value of any kind as a short text, however deep it goes."""
    try:
        return _repr.repr(value)
    except Exception:  # noqa: BLE001 - it cannot even be printed
        return f"({_json_type(value)})"


def _json_type(value: Json) -> str:
    match value:
        case list() | tuple():
            return "a list"
        case str():
            return "text"
        case bool():
            return "true or false"
        case int() | float():
            return "a number"
        case _:
            return type(value).__name__


_decoder = json.JSONDecoder(object_pairs_hook=_without_doubles)
_repr = reprlib.Repr()
_repr.maxstring = _repr.maxother = 200
