"""A tool, declared once from a typed function; everything else about it follows from that."""

from __future__ import annotations

import dataclasses
import inspect
import re
import sys
import types
import typing
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Annotated, Any, Generic, TypeVar, get_args, get_origin, overload

from gameplan.prompt import bullet
from gameplan.runtime.events.codec import adapter_of
from gameplan.tools.context import ToolContext
from gameplan.tools.effects import CONTROL, DATA, Argument, Effect
from gameplan.tools.errors import ToolError, ToolRefused
from gameplan.tools.memory import Memory
from gameplan.tools.outcome import Done

if TYPE_CHECKING:
    from pydantic import TypeAdapter

    from gameplan.runtime import Session
    from gameplan.runtime.events import Json
    from gameplan.tools.outcome import Aftermath

P = TypeVar("P")
R = TypeVar("R")
Handler = Callable[..., Any]
_NAME = re.compile(r"[A-Za-z0-9_-]{1,64}")
_POSITIONAL = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)


@dataclass(frozen=True, slots=True)
class NoArguments:
    """The arguments of a tool that takes none."""


@dataclass(frozen=True, slots=True)
class ToolDefinition:
    """What a model is told of a tool."""

    name: str
    description: str
    parameters: Mapping[str, Json]


@dataclass(frozen=True, eq=False)
class Tool(Generic[P, R]):
    """Something that an agent, a plan or a person may do.

    From this one declaration come the schema and definition for models, the bullet for prompts, the check of arguments
    and the handling of results. Make one with the decorator `tool`.

    A `terminal` tool ends the turn when it is ok; one that also `hands_back` ends it without claiming that the work is
    done. A tool with `offered` is shown to a model only while that is true.

    `preview` says what a call would do to the world as it stands, or refuses as the call would; `fingerprint` is a hash
    of the same, so that an approval can be held to what was shown. Neither changes anything. `spares` is that hash if
    the call would destroy nothing as the world stands, and nothing otherwise: then nobody needs to be asked.
    `aftermath` finds out what became of a call whose process was killed. `output_of` is the schema of the result where
    that depends on the arguments.
    """

    name: str
    description: str
    params: type[P]
    result: Any
    handler: Handler
    effects: tuple[Effect, ...] = ()
    effects_known: bool = False
    memory: Memory = Memory.ALWAYS
    terminal: bool = False
    hands_back: bool = False
    offered: Callable[[Session], bool] | None = None
    timeout: float | None = None
    repeatable: bool = False
    trusted: bool = True
    primary: str = ""
    preview: Callable[[Any], str] | None = field(default=None, repr=False)
    fingerprint: Callable[[Any], str] | None = field(default=None, repr=False)
    spares: Callable[[Any], str] | None = field(default=None, repr=False)
    aftermath: Callable[[Session, str], Aftermath] | None = field(default=None, repr=False)
    output_of: Callable[[Mapping[str, Json]], Mapping[str, Json]] | None = field(default=None, repr=False)

    def foreseen(self, params: object) -> tuple[str, str]:
        """What a call would do to the world as it stands, as text; and why it would be refused, if it would be."""
        if self.preview is None:
            return "", ""
        try:
            return self.preview(params), ""
        except ToolRefused as refusal:
            return f"This would be refused: {refusal.message}", refusal.message

    async def __call__(self, params: P, context: ToolContext) -> R | Done[R]:
        """Run the handler itself: no check, no record, and what it raises is raised. Tests like it."""
        result = self.call(params, context)
        return await result if inspect.isawaitable(result) else result  # type: ignore[no-any-return]

    def call(self, params: P, context: ToolContext) -> Any:
        """The handler's own result: an awaitable, if the handler is async."""
        return self.handler(*(params, context)[: self._takes])

    @cached_property
    def is_async(self) -> bool:
        return inspect.iscoroutinefunction(self.handler)

    @property
    def in_thread(self) -> bool:
        """True if `invoke` runs the handler in a thread, where it can be abandoned but not stopped."""
        return self.timeout is not None and not self.is_async

    @cached_property
    def _takes(self) -> int:
        return len(inspect.signature(self.handler).parameters)

    @cached_property
    def parameters(self) -> dict[str, Json]:
        """The JSON schema of the arguments; what is not named in it is not accepted."""
        return _object_schema(self.params_adapter.json_schema())

    @cached_property
    def output(self) -> dict[str, Json]:
        """The JSON schema of the result."""
        return self.result_adapter.json_schema(mode="serialization")

    @cached_property
    def params_adapter(self) -> TypeAdapter[P]:
        """Reads the arguments."""
        return _adapter(self.name, self.params)

    @cached_property
    def result_adapter(self) -> TypeAdapter[Any]:
        """Writes the result."""
        return _adapter(self.name, self.result)

    @cached_property
    def may_give_any_number(self) -> bool:
        """True unless the type of the result rules out numbers that JSON lacks."""
        return _holds_any_number(self.output)

    @cached_property
    def definition(self) -> ToolDefinition:
        return ToolDefinition(self.name, self.description, self.parameters)

    @property
    def bullet(self) -> str:
        """The line that a prompt says about this tool."""
        return bullet(self)

    @cached_property
    def argument_roles(self) -> dict[str, str]:
        """For each argument `control` or `data`."""
        return {name: _role(hint) for name, hint in _arguments(self.name, self.params).items()}

    @property
    def changes_something(self) -> bool:
        """True if the tool does more than look, or does not say what it does."""
        return not self.effects_known or any(effect.verb != "reads" for effect in self.effects)

    def __repr__(self) -> str:
        return f"Tool({self.name})"


@overload
def tool(handler: Callable[[P, ToolContext], Awaitable[R | Done[R]]], /) -> Tool[P, R]: ...
@overload
def tool(handler: Callable[[P, ToolContext], R | Done[R]], /) -> Tool[P, R]: ...
@overload
def tool(handler: Callable[[P], Awaitable[R | Done[R]]], /) -> Tool[P, R]: ...
@overload
def tool(handler: Callable[[P], R | Done[R]], /) -> Tool[P, R]: ...
@overload
def tool(
    *,
    name: str = "",
    description: str = "",
    effects: Effect | tuple[Effect, ...] | None = None,
    memory: Memory = Memory.ALWAYS,
    terminal: bool = False,
    hands_back: bool = False,
    offered: Callable[[Session], bool] | None = None,
    timeout: float | None = None,
    repeatable: bool | None = None,
    trusted: bool = True,
    primary: str = "",
    preview: Callable[[Any], str] | None = None,
    fingerprint: Callable[[Any], str] | None = None,
    spares: Callable[[Any], str] | None = None,
    aftermath: Callable[[Session, str], Aftermath] | None = None,
    output_of: Callable[[Mapping[str, Json]], Mapping[str, Json]] | None = None,
) -> Callable[[Callable[..., Any]], Tool[Any, Any]]: ...
def tool(handler: Handler | None = None, /, **options: Any) -> Any:
    """Declare a tool from a typed function: `(params)` or `(params, context)`, sync or async.

        @tool(effects=Writes("path"), memory=Memory.BRIEF)
        async def write_file(params: WriteFile, context: ToolContext) -> Written:
            '''Write text to a file.'''

    `effects` says what it does to the world; `effects=()` says that it does nothing. Without it nobody knows, and where
    the tool breaks it is taken to have had some.

    `params` is a dataclass or a pydantic model; the docstring is the description that models read. A synchronous
    function is called on the event loop, so give one that may block a `timeout`: it then runs in a thread.
    """
    names = sys._getframe(1).f_locals
    if handler is not None:
        return _declare(handler, names)
    return lambda handler: _declare(handler, names, **options)


def _declare(
    handler: Handler,
    names: Mapping[str, Any],
    *,
    name: str = "",
    description: str = "",
    effects: Effect | tuple[Effect, ...] | None = None,
    repeatable: bool | None = None,
    **options: Any,
) -> Tool[Any, Any]:
    name = name or getattr(handler, "__name__", type(handler).__name__)
    if not _NAME.fullmatch(name):
        raise ToolError(f'Tool "{name}": models take names of up to 64 letters, digits, - and _.')
    takes = list(inspect.signature(handler).parameters.values())
    if len(takes) > 2 or any(each.kind not in _POSITIONAL for each in takes):
        raise ToolError(f'Tool "{name}" must take (params) or (params, context), not {inspect.signature(handler)}.')
    try:
        hints = typing.get_type_hints(handler, localns=dict(names), include_extras=True)
    except (NameError, TypeError) as error:
        raise ToolError(f'Tool "{name}": a type of its signature cannot be found: {error}.') from error
    params: Any = hints.get(takes[0].name) if takes else NoArguments
    if not _is_record(params):
        raise ToolError(
            f'Tool "{name}": annotate its first parameter with the dataclass or pydantic model of its arguments.'
        )
    if "return" not in hints:
        raise ToolError(f'Tool "{name}" needs a return type: from it come the schema of its result and the docs.')
    description = description or inspect.cleandoc(handler.__doc__ or "")
    if not description:
        raise ToolError(f'Tool "{name}" needs a docstring: it is what a model reads to decide when to call it.')
    known = effects is not None
    effects = (effects,) if isinstance(effects, Effect) else tuple(effects or ())
    only_reads = known and all(effect.verb == "reads" for effect in effects)
    declared: Tool[Any, Any] = Tool(
        name=name,
        description=description,
        params=params,
        result=_result_type(name, hints["return"]),
        handler=handler,
        effects=effects,
        effects_known=known,
        repeatable=only_reads if repeatable is None else repeatable,
        **options,
    )
    _check(declared)
    return declared


def _check(tool: Tool[Any, Any]) -> None:
    """Refuse a declaration that contradicts itself."""
    if tool.timeout is not None and not tool.timeout > 0:
        raise ToolError(f'Tool "{tool.name}": a timeout of {tool.timeout} s leaves it no time.')
    if tool.hands_back and not tool.terminal:
        raise ToolError(f'Tool "{tool.name}" hands back, so it ends the turn: declare it terminal.')
    fields = _fields(tool.result)
    if tool.primary and fields is not None and tool.primary not in fields:
        raise ToolError(f'Tool "{tool.name}": its primary field "{tool.primary}" is none of {", ".join(fields)}.')
    arguments = _arguments(tool.name, tool.params)
    if tool.memory.by and tool.memory.by not in arguments:
        raise ToolError(f'Tool "{tool.name}" has a slot by "{tool.memory.by}", which is not one of its arguments.')
    for effect in tool.effects:
        if not isinstance(effect.target, str):
            continue
        if effect.target not in arguments:
            raise ToolError(f'Tool "{tool.name}" {effect.verb} "{effect.target}", which is not one of its arguments.')
        if _role(arguments[effect.target]) == DATA.role:
            raise ToolError(
                f'Tool "{tool.name}" {effect.verb} "{effect.target}": such an argument is control, not data.'
            )


def _is_record(type_: Any) -> bool:
    return _fields(type_) is not None and not getattr(type_, "__pydantic_root_model__", False)


def _fields(type_: Any) -> tuple[str, ...] | None:
    """The names of the fields of a dataclass or pydantic model; None for anything else."""
    if not isinstance(type_, type):
        return None
    if dataclasses.is_dataclass(type_):
        return tuple(each.name for each in dataclasses.fields(type_) if each.init)
    return tuple(type_.model_fields) if hasattr(type_, "model_fields") else None


def _arguments(tool: str, params: Any) -> dict[str, Any]:
    """The arguments and their types."""
    try:
        hints = typing.get_type_hints(params, include_extras=True)
    except NameError as error:
        raise ToolError(
            f'Tool "{tool}": a type in {params.__qualname__} cannot be found: {error}. Define it outside of functions.'
        ) from error
    return {name: hints[name] for name in _fields(params) or ()}


def _role(hint: Any) -> str:
    marks = get_args(hint)[1:] if get_origin(hint) is Annotated else ()
    return next((mark.role for mark in marks if isinstance(mark, Argument)), CONTROL.role)


def _result_type(tool: str, hint: Any) -> Any:
    """The type of the result itself, out of `Done[...]`."""
    if hint is Done:
        raise ToolError(f'Tool "{tool}": write what is done, as in Done[Written].')
    if get_origin(hint) is Done:
        return get_args(hint)[0]
    if get_origin(hint) in (typing.Union, types.UnionType):
        return typing.Union[tuple(_result_type(tool, each) for each in get_args(hint))]  # noqa: UP007
    return hint


def _adapter(tool: str, type_: Any) -> TypeAdapter[Any]:
    try:
        return adapter_of(type_)
    except Exception as error:
        raise ToolError(f'Tool "{tool}": {type_!r} cannot be written as JSON: {error}') from error


def _object_schema(schema: dict[str, Json]) -> dict[str, Json]:
    """The schema of a tool's arguments. A type that refers to itself is written out once; the tool describes it."""
    closed: dict[str, Json] = _closed(schema)
    if "$ref" in closed:
        name = closed.pop("$ref").rsplit("/", 1)[-1]
        closed = {**closed["$defs"][name], **closed}
    closed.pop("description", None)
    return {**closed, "properties": closed.get("properties", {}), "additionalProperties": False}


_SAYS_WHAT = frozenset({"type", "$ref", "anyOf", "oneOf", "allOf", "enum", "const", "properties", "$defs"})


def _holds_any_number(schema: Json) -> bool:
    """True if the schema, or one in it, takes numbers that are not whole, or anything at all."""
    if not isinstance(schema, dict):
        return schema is True
    kind = schema.get("type", ())
    if kind == "number" or (isinstance(kind, list) and "number" in kind) or not schema.keys() & _SAYS_WHAT:
        return True
    inside = [each for key in ("properties", "$defs") for each in schema.get(key, {}).values()]
    inside += [each for key in ("anyOf", "oneOf", "allOf", "prefixItems") for each in schema.get(key, ())]
    inside += [schema[key] for key in ("items", "additionalProperties") if key in schema]
    return (kind == "array" and "items" not in schema and "prefixItems" not in schema) or any(
        map(_holds_any_number, inside)
    )


def _closed(schema: Json) -> Json:
    """A schema with every object closed to properties that it does not name, and without titles, noise to a model."""
    if isinstance(schema, list):
        return [_closed(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    closed: dict[str, Json] = {}
    for key, value in schema.items():
        if key in ("properties", "$defs"):
            closed[key] = {name: _closed(each) for name, each in value.items()}
        elif key in ("default", "const", "enum", "examples", "discriminator"):
            closed[key] = value
        elif key != "title":
            closed[key] = _closed(value)
    if "properties" in closed:
        closed["additionalProperties"] = False
    return closed
