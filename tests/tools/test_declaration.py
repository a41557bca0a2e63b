"""A tool is declared once; its schema, definition, bullet, roles and effects follow from that."""

from __future__ import annotations

import functools
import json
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any, ClassVar, Literal

import pytest
from pydantic import BaseModel, ConfigDict, Field, RootModel

from gameplan.runtime import Session
from gameplan.tools import (
    CONTROL,
    DATA,
    Destroys,
    Done,
    Effect,
    Executes,
    Memory,
    NoArguments,
    Reads,
    Sends,
    Tool,
    ToolContext,
    ToolDefinition,
    ToolError,
    Writes,
    tool,
)


@dataclass(frozen=True)
class Inner:
    title: str
    size: int = 1


@dataclass(frozen=True)
class WriteFile:
    path: str
    text: Annotated[str, DATA]
    mode: Literal["new", "over"] = "new"
    inner: Inner | None = None
    all: tuple[Inner, ...] = ()


@dataclass(frozen=True)
class Written:
    path: str
    size: int


@tool(effects=Writes("path"), memory=Memory.BRIEF)
async def write_file(params: WriteFile, context: ToolContext) -> Written:
    """Write text to a file. It is made if it is not there.

    More about it.
    """
    return Written(params.path, len(params.text))


class Ask(BaseModel):
    """What is asked."""

    model_config = ConfigDict(extra="allow")
    kept: ClassVar[int] = 1
    question: str = Field(description="in one sentence", min_length=1)
    options: list[str] = []


@tool
def ask(params: Ask) -> str:
    """Ask a person."""
    return params.question


def objects_in(schema: Any) -> list[dict[str, Any]]:
    """Every schema of an object with named properties, however deep."""
    if isinstance(schema, list):
        return [found for each in schema for found in objects_in(each)]
    if not isinstance(schema, dict):
        return []
    here = [schema] if isinstance(schema.get("properties"), dict) else []
    return here + [found for each in schema.values() for found in objects_in(each)]


# -- what follows from a declaration


def test_a_tool_has_the_name_and_description_of_its_function() -> None:
    assert write_file.name == "write_file"
    assert write_file.description == "Write text to a file. It is made if it is not there.\n\nMore about it."
    assert (write_file.params, write_file.result) == (WriteFile, Written)
    assert repr(write_file) == "Tool(write_file)"


def test_a_name_and_a_description_may_be_given() -> None:
    @tool(name="writeFile", description="Schreibt.")
    def write(params: NoArguments) -> None: ...

    assert (write.name, write.description) == ("writeFile", "Schreibt.")


def test_the_schema_names_types_and_what_is_required() -> None:
    schema = write_file.parameters
    assert schema["type"] == "object"
    assert list(schema["properties"]) == ["path", "text", "mode", "inner", "all"]
    assert schema["required"] == ["path", "text"]
    assert schema["properties"]["mode"] == {"default": "new", "enum": ["new", "over"], "type": "string"}


@pytest.mark.parametrize("declared", [write_file, ask])
def test_the_schema_is_closed_at_every_level(declared: Tool[Any, Any]) -> None:
    assert all(each["additionalProperties"] is False for each in objects_in(declared.parameters))
    assert len(objects_in(write_file.parameters)) == 2


def test_the_schema_has_no_titles_but_keeps_arguments_that_are_called_so() -> None:
    text = json.dumps(write_file.parameters)
    assert '"title": "' not in text
    assert "title" in write_file.parameters["$defs"]["Inner"]["properties"]


def test_values_in_the_schema_are_not_touched() -> None:
    class Odd(BaseModel):
        value: dict[str, Any] = {"title": "kept", "properties": {"title": "kept"}}

    @tool
    def odd(params: Odd) -> None:
        """Take an odd default."""

    assert odd.parameters["properties"]["value"]["default"] == {"title": "kept", "properties": {"title": "kept"}}


def test_a_pydantic_model_gives_its_descriptions_and_constraints() -> None:
    assert ask.parameters["properties"]["question"] == {
        "description": "in one sentence",
        "minLength": 1,
        "type": "string",
    }
    assert ask.parameters["required"] == ["question"]


@dataclass(frozen=True)
class Node:
    value: int
    children: list[Node] = field(default_factory=list)


def test_a_type_that_refers_to_itself_is_an_object_like_any_other() -> None:
    @tool
    def grow(params: Node) -> None:
        """Grow a tree."""

    assert grow.parameters["type"] == "object"
    assert list(grow.parameters["properties"]) == ["value", "children"]
    assert grow.parameters["required"] == ["value"]
    assert "$ref" not in grow.parameters
    assert grow.parameters["properties"]["children"]["items"] == {"$ref": "#/$defs/Node"}


def test_the_definition_is_what_a_model_is_told() -> None:
    assert write_file.definition == ToolDefinition(
        "write_file", "Write text to a file. It is made if it is not there.\n\nMore about it.", write_file.parameters
    )
    assert write_file.definition is write_file.definition


def test_the_bullet_is_the_first_sentence() -> None:
    assert write_file.bullet == "- `write_file`: Write text to a file."


def test_the_result_has_a_schema_too() -> None:
    assert list(write_file.output["properties"]) == ["path", "size"]


@pytest.mark.parametrize("takes_params", [False, True])
def test_a_tool_without_arguments(takes_params: bool) -> None:
    if takes_params:

        @tool
        def look(params: NoArguments) -> str:
            """Look around."""
            return "a room"
    else:

        @tool
        def look() -> str:
            """Look around."""
            return "a room"

    assert look.parameters == {"type": "object", "properties": {}, "additionalProperties": False}
    assert look.argument_roles == {}


async def test_calling_a_tool_runs_the_handler_itself() -> None:
    context = ToolContext(Session())
    assert await write_file(WriteFile("a", "xyz"), context) == Written("a", 3)
    assert await ask(Ask(question="why?"), context) == "why?"
    assert context.session.seq == 0


def test_types_may_be_defined_where_the_tool_is() -> None:
    @dataclass(frozen=True)
    class Here:
        path: str

    @dataclass(frozen=True)
    class There:
        path: str

    @tool(effects=Reads("path"))
    def local(params: Here) -> There:
        """Use local types."""
        return There(params.path)

    assert (local.params, local.result) == (Here, There)
    assert list(local.parameters["properties"]) == list(local.output["properties"]) == ["path"]


@pytest.mark.parametrize(
    ("annotation", "result"),
    [
        (Done[Written], Written),
        (Written | Done[Written], Written),
        (Done[int] | Done[str], int | str),
        (None, type(None)),
        (list[Written], list[Written]),
    ],
)
def test_the_type_of_the_result_is_found_within_done(annotation: Any, result: Any) -> None:
    def handler(params: NoArguments) -> Any:
        """Do it."""

    handler.__annotations__["return"] = annotation
    assert tool(handler).result == result


def test_a_tool_is_repeatable_if_it_only_reads_unless_it_says_otherwise() -> None:
    def made(**options: Any) -> Tool[Any, Any]:
        def act(params: Inner) -> None:
            """Act."""

        return tool(**options)(act)

    assert made(effects=()).repeatable and made(effects=Reads("title")).repeatable
    assert not made().repeatable and made().changes_something  # it does not say what it does
    assert not made(effects=Writes("title")).repeatable
    assert not made(effects=(Reads("title"), Sends("title"))).repeatable
    assert made(effects=Writes("title"), repeatable=True).repeatable
    assert not made(effects=(), repeatable=False).repeatable
    assert made(effects=[Writes("title")]).effects == (Writes("title"),)
    assert [made(effects=kind("title")).changes_something for kind in (Reads, Writes, Destroys, Sends, Executes)] == [
        False,
        True,
        True,
        True,
        True,
    ]


def test_a_slot_by_an_argument_that_is_not_there_is_an_error() -> None:
    with pytest.raises(ToolError, match="nowhere"):

        @tool(memory=Memory.LATEST("files", by="nowhere"))
        def act(params: Inner) -> None:
            """Act."""


def test_memory_is_declared() -> None:
    assert write_file.memory is Memory.BRIEF
    assert ask.memory is Memory.ALWAYS
    assert Memory.LATEST("state") == Memory("latest", "state")


# -- declarations that are refused


def _returns_nothing(params: Inner) -> None:
    """Do nothing."""


def _undocumented(params: Inner) -> None: ...


def _untyped(params) -> None:  # type: ignore[no-untyped-def]
    """Do it."""


def _no_return(params: Inner):  # type: ignore[no-untyped-def]
    """Do it."""


def _three(params: Inner, context: ToolContext, more: int) -> None:
    """Do it."""


def _keyword_only(params: Inner, *, context: ToolContext) -> None:
    """Do it."""


def _many(*params: Inner) -> None:
    """Do it."""


def _plain(params: int) -> None:
    """Do it."""


def _optional(params: Inner | None) -> None:
    """Do it."""


def _lost(params: Missing) -> None:  # type: ignore[name-defined] # noqa: F821
    """Do it."""


def _bare_done(params: Inner) -> Done:  # type: ignore[type-arg]
    """Do it."""
    return Done(1, "")


class Rooted(RootModel[list[int]]):
    pass


def _rooted(params: Rooted) -> None:
    """Do it."""


@pytest.mark.parametrize(
    ("handler", "options", "problem"),
    [
        (_undocumented, {}, "needs a docstring: it is what a model reads"),
        (_untyped, {}, "annotate its first parameter with the dataclass or pydantic model"),
        (_plain, {}, "annotate its first parameter"),
        (_optional, {}, "annotate its first parameter"),
        (_rooted, {}, "annotate its first parameter"),
        (_no_return, {}, "needs a return type"),
        (_three, {}, r"must take \(params\) or \(params, context\), not"),
        (_keyword_only, {}, r"must take \(params\)"),
        (_many, {}, r"must take \(params\)"),
        (_lost, {}, "a type of its signature cannot be found.*Missing"),
        (_bare_done, {}, r"as in Done\[Written\]"),
        (lambda params: None, {}, '"<lambda>": models take names'),
        (functools.partial(_returns_nothing), {}, "cannot be found"),
        (_returns_nothing, {"name": "not a name"}, "models take names of up to 64 letters"),
        (_returns_nothing, {"name": "x" * 65}, "models take names"),
        (_returns_nothing, {"effects": Writes("nowhere")}, 'writes "nowhere", which is not one of its arguments'),
        (_returns_nothing, {"timeout": 0}, "leaves it no time"),
        (_returns_nothing, {"timeout": -1.5}, "leaves it no time"),
        (_returns_nothing, {"hands_back": True}, "declare it terminal"),
        (write_file.handler, {"primary": "sized"}, 'primary field "sized" is none of path, size'),
        (write_file.handler, {"effects": Sends("text")}, 'sends "text": such an argument is control, not data'),
        (ask.handler, {"effects": Writes("kept")}, "not one of its arguments"),
    ],
)
def test_a_declaration_that_makes_no_sense_is_refused(
    handler: Callable[..., Any], options: dict[str, Any], problem: str
) -> None:
    with pytest.raises(ToolError, match=problem):
        tool(**options)(handler)


def test_a_field_whose_type_cannot_be_found_is_named_when_the_tool_is_declared() -> None:
    @dataclass(frozen=True)
    class Hidden:
        x: int

    @dataclass(frozen=True)
    class Outer:
        hidden: Hidden

    with pytest.raises(ToolError, match=r'Tool "bad": a type in .*Outer cannot be found.*Hidden.*outside of functions'):

        @tool
        def bad(params: Outer) -> None:
            """Do it."""


class Opaque:
    pass


@dataclass(frozen=True)
class WithOpaque:
    opaque: Opaque


def test_a_type_that_has_no_schema_is_named_with_its_tool() -> None:
    @tool
    def bad(params: WithOpaque) -> Opaque:
        """Do it."""
        return params.opaque

    with pytest.raises(ToolError, match=r'Tool "bad".*WithOpaque.*cannot be written as JSON'):
        _ = bad.definition
    with pytest.raises(ToolError, match=r'Tool "bad".*Opaque'):
        _ = bad.output


# -- roles and effects


@dataclass(frozen=True)
class Send:
    to: str
    body: Annotated[str, DATA]
    copy: Annotated[str | None, CONTROL] = None
    notes: Annotated[str, Field(max_length=10), DATA] = ""
    maybe: Annotated[str, DATA] | None = None
    constant: ClassVar[int] = 1
    derived: int = field(init=False, default=0)


def test_an_argument_is_control_unless_it_is_marked_as_data() -> None:
    @tool
    def send(params: Send) -> None:
        """Send it."""

    assert send.argument_roles == {
        "to": "control",
        "body": "data",
        "copy": "control",
        "notes": "data",
        "maybe": "control",  # only the whole type can be marked; without a mark, the careful reading
    }
    assert ask.argument_roles == {"question": "control", "options": "control"}


@dataclass(frozen=True)
class Targets:
    one: str | None = None
    path: Path = Path("a")
    many: tuple[str, ...] = ()
    some: frozenset[str] = frozenset()


@pytest.mark.parametrize(
    ("effect", "params", "targets"),
    [
        (Writes("one"), Targets("x"), ("x",)),
        (Writes("one"), Targets(None), ()),
        (Reads("path"), Targets(path=Path("a/b")), ("a/b",)),
        (Reads("many"), Targets(many=("x", "y")), ("x", "y")),
        (Reads("some"), Targets(some=frozenset("cab")), ("a", "b", "c")),
        (Destroys(lambda params: (f"{params.one}.bak", "x")), Targets("f"), ("f.bak", "x")),
    ],
)
def test_an_effect_says_what_a_call_would_touch(effect: Effect, params: Targets, targets: tuple[str, ...]) -> None:
    assert effect.targets(params) == targets


def test_each_effect_has_its_verb() -> None:
    assert [kind("x").verb for kind in (Effect, Reads, Writes, Destroys, Sends, Executes)] == [
        "touches",
        "reads",
        "writes",
        "destroys",
        "sends",
        "executes",
    ]
