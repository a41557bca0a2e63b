"""A tool, declared once from a typed function; everything else about it follows from that."""

from __future__ import annotations

import dataclasses
import inspect
import sys
import typing
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Annotated, Any, Generic, TypeVar, get_args, get_origin, overload

from gameplan.prompt import bullet
from gameplan.runtime.events.codec import adapter_of
from gameplan.tools.context import ToolContext
from gameplan.tools.effects import CONTROL, DATA, Argument, Effect
from gameplan.tools.errors import ToolError
from gameplan.tools.memory import Memory
from gameplan.tools.outcome import Done

if TYPE_CHECKING:
    from gameplan.runtime import Session
    from gameplan.runtime.events import Json

P = TypeVar("P")
R = TypeVar("R")
Handler = Callable[..., Any]


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
    """

    name: str
    description: str
    params: type[P]
    result: Any
    handler: Handler
    effects: tuple[Effect, ...] = ()
    memory: Memory = Memory.ALWAYS
    terminal: bool = False
    hands_back: bool = False
    offered: Callable[[Session], bool] | None = None
    timeout: float | None = None
    repeatable: bool = False
    trusted: bool = True
    primary: str = ""
    preview: Callable[[Any], str] | None = field(default=None, repr=False)

    async def __call__(self, params: P, context: ToolContext) -> R | Done[R]:
        """Run the handler itself: no check, no record, and what it raises is raised. Tests like it."""
        result = self.call(params, context)
        return await result if self.is_async else result  # type: ignore[no-any-return]

    def call(self, params: P, context: ToolContext) -> Any:
        """The handler's own result: an awaitable, if the handler is async."""
        return self.handler(*(params, context)[: self._takes])

    @cached_property
    def is_async(self) -> bool:
        return inspect.iscoroutinefunction(self.handler)

    @cached_property
    def _takes(self) -> int:
        return len(inspect.signature(self.handler).parameters)

    @cached_property
    def parameters(self) -> dict[str, Json]:
        """The JSON schema of the arguments; what is not named in it is not accepted."""
        return _closed(adapter_of(self.params).json_schema())

    @cached_property
    def output(self) -> dict[str, Json]:
        """The JSON schema of the result."""
        return adapter_of(self.result).json_schema(mode="serialization")

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
        roles = {}
        for name, hint in typing.get_type_hints(self.params, include_extras=True).items():
            marks = [mark for mark in get_args(hint)[1:] if isinstance(mark, Argument)] if _annotated(hint) else []
            roles[name] = marks[0].role if marks else CONTROL.role
        return roles

    @property
    def changes_something(self) -> bool:
        """True if the tool does more than look."""
        return any(effect.verb != "reads" for effect in self.effects)

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
    effects: Effect | tuple[Effect, ...] = (),
    memory: Memory = Memory.ALWAYS,
    terminal: bool = False,
    hands_back: bool = False,
    offered: Callable[[Session], bool] | None = None,
    timeout: float | None = None,
    repeatable: bool | None = None,
    trusted: bool = True,
    primary: str = "",
    preview: Callable[[Any], str] | None = None,
) -> Callable[[Callable[..., Any]], Tool[Any, Any]]: ...
def tool(handler: Handler | None = None, /, **options: Any) -> Any:
    """Declare a tool from a typed function: `(params)` or `(params, context)`, sync or async.

        @tool(effects=Writes("path"), memory=Memory.BRIEF)
        async def write_file(params: WriteFile, context: ToolContext) -> Written:
            '''Write text to a file.'''

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
    effects: Effect | tuple[Effect, ...] = (),
    repeatable: bool | None = None,
    **options: Any,
) -> Tool[Any, Any]:
    name = name or handler.__name__
    takes = list(inspect.signature(handler).parameters)
    if len(takes) > 2:
        raise ToolError(f'Tool "{name}" must take (params) or (params, context), not ({", ".join(takes)}).')
    try:
        hints = typing.get_type_hints(handler, localns=dict(names), include_extras=True)
    except NameError as error:
        raise ToolError(f'Tool "{name}": a type of its signature cannot be found: {error}.') from error
    params: Any = hints.get(takes[0]) if takes else NoArguments
    if not _is_record(params):
        raise ToolError(
            f'Tool "{name}": annotate its first parameter with the dataclass or pydantic model of its arguments.'
        )
    if "return" not in hints:
        raise ToolError(f'Tool "{name}" needs a return type: from it come the schema of its result and the docs.')
    description = description or inspect.cleandoc(handler.__doc__ or "")
    if not description:
        raise ToolError(f'Tool "{name}" needs a docstring: it is what a model reads to decide when to call it.')
    effects = (effects,) if isinstance(effects, Effect) else effects
    _check_targets(name, params, effects)
    only_reads = all(effect.verb == "reads" for effect in effects)
    return Tool(
        name=name,
        description=description,
        params=params,
        result=_result_type(hints["return"]),
        handler=handler,
        effects=effects,
        repeatable=only_reads if repeatable is None else repeatable,
        **options,
    )


def _check_targets(name: str, params: Any, effects: tuple[Effect, ...]) -> None:
    fields = typing.get_type_hints(params, include_extras=True)
    for effect in effects:
        if isinstance(effect.target, str):
            if effect.target not in fields:
                raise ToolError(f'Tool "{name}" {effect.verb} "{effect.target}", which is not one of its arguments.')
            if _annotated(fields[effect.target]) and DATA in get_args(fields[effect.target]):
                raise ToolError(
                    f'Tool "{name}" {effect.verb} "{effect.target}": such an argument is control, not data.'
                )


def _is_record(type_: Any) -> bool:
    return isinstance(type_, type) and (dataclasses.is_dataclass(type_) or hasattr(type_, "model_json_schema"))


def _result_type(hint: Any) -> Any:
    """The type of the result itself, out of `Done[...]`."""
    return get_args(hint)[0] if get_origin(hint) is Done else hint


def _annotated(hint: Any) -> bool:
    return get_origin(hint) is Annotated


def _closed(schema: dict[str, Json]) -> dict[str, Json]:
    """The schema with every object closed to properties that it does not name, and without noise for models."""

    def close(node: Json) -> Json:
        if isinstance(node, list):
            return [close(each) for each in node]
        if not isinstance(node, dict):
            return node
        closed = {key: close(value) for key, value in node.items()}
        if closed.get("type") == "object" and "properties" in closed:
            closed["properties"] = {key: _untitled(value) for key, value in closed["properties"].items()}
            closed.setdefault("additionalProperties", False)
        return closed

    closed: dict[str, Json] = close(schema)
    closed.setdefault("properties", {})
    closed.setdefault("additionalProperties", False)
    return {key: value for key, value in closed.items() if key != "title"}


def _untitled(schema: Json) -> Json:
    return {key: value for key, value in schema.items() if key != "title"} if isinstance(schema, dict) else schema
