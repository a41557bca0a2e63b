"""Real tools for plans, declared as any tool is; they do nothing, for these tests never run them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any, Literal

import pytest

from gameplan.plans.model import Plan, plan_from_wire
from gameplan.plans.validation import Problem, validate
from gameplan.tools import CONTROL, DATA, Destroys, Executes, Reads, Sends, Tool, Writes, tool


@dataclass(frozen=True)
class Read:
    path: Annotated[str, CONTROL]
    lines: int | None = None


@dataclass(frozen=True)
class Content:
    content: str
    size: int
    encoding: str | None


@dataclass(frozen=True)
class Write:
    path: Annotated[str, CONTROL]
    content: Annotated[str, DATA]
    overwrite: bool = True


@dataclass(frozen=True)
class Copy:
    source: Annotated[str, CONTROL]
    destination: Annotated[str, CONTROL]


@dataclass(frozen=True)
class Delete:
    path: Annotated[str, CONTROL]


@dataclass(frozen=True)
class Place:
    path: str


@dataclass(frozen=True)
class Folder:
    path: Annotated[str, CONTROL] = "."


@dataclass(frozen=True)
class Entry:
    name: str
    kind: Literal["file", "directory"]
    size: int


@dataclass(frozen=True)
class Listing:
    entries: list[Entry]
    total: int


@dataclass(frozen=True)
class Sort:
    by: Literal["name", "size"]
    rows: list[int] | str
    entry: Entry | None = None
    options: dict[str, int] | None = None


@dataclass(frozen=True)
class Sorted:
    rows: list[int]
    anything: Any


@dataclass(frozen=True)
class Mail:
    to: Annotated[str, CONTROL]
    text: Annotated[str, DATA]


@dataclass(frozen=True)
class Command:
    command: Annotated[list[str], CONTROL]


@tool(effects=Reads("path"), primary="content", trusted=False)
def read_file(params: Read) -> Content:
    """Read a file."""
    raise NotImplementedError


@tool(
    effects=(Writes("path"), Destroys(lambda params: (params.path,) if params.overwrite else ())),
    primary="path",
)
def write_file(params: Write) -> Place:
    """Write a file."""
    raise NotImplementedError


@tool(effects=Writes("path"), primary="path")
def append_file(params: Write) -> Place:
    """Add to a file."""
    raise NotImplementedError


@tool(effects=(Reads("source"), Writes("destination")), primary="path")
def copy_file(params: Copy) -> Place:
    """Copy a file."""
    raise NotImplementedError


@tool(effects=(Writes("source"), Writes("destination")), primary="path")
def move_file(params: Copy) -> Place:
    """Move a file."""
    raise NotImplementedError


@tool(effects=Destroys("path"), primary="path")
def delete_file(params: Delete) -> Place:
    """Delete a file or a folder."""
    raise NotImplementedError


@tool(effects=Reads("path"), primary="entries")
def list_directory(params: Folder) -> Listing:
    """List a folder."""
    raise NotImplementedError


@tool(effects=Writes("path"), repeatable=True, primary="path")
def make_directory(params: Folder) -> Place:
    """Make a folder, unless it is there."""
    raise NotImplementedError


@tool
def sort_rows(params: Sort) -> Sorted:
    """Sort some rows."""
    raise NotImplementedError


@tool(effects=Sends("to"))
def send_mail(params: Mail) -> str:
    """Send a mail."""
    raise NotImplementedError


@tool(effects=Executes("command"))
def run_command(params: Command) -> str:
    """Run a command."""
    raise NotImplementedError


_TOOLS: tuple[Tool[Any, Any], ...] = (
    read_file,
    write_file,
    append_file,
    copy_file,
    move_file,
    delete_file,
    list_directory,
    make_directory,
    sort_rows,
    send_mail,
    run_command,
)


@pytest.fixture(scope="session")
def plan_tools() -> dict[str, Tool[Any, Any]]:
    return {each.name: each for each in _TOOLS}


@pytest.fixture(scope="session")
def plan_of() -> Callable[..., Plan]:
    """A plan from steps as they are written in a file; a step without a tool reads a file."""

    def make(*steps: dict[str, Any], **rest: Any) -> Plan:
        told = [{"tool": "read_file", "args": {"path": "a.txt"}} | step for step in steps]
        return plan_from_wire({"steps": told, **rest})

    return make


@pytest.fixture(scope="session")
def problems_of(plan_of: Callable[..., Plan], plan_tools: dict[str, Tool[Any, Any]]) -> Callable[..., list[Problem]]:
    """The problems of a plan with these steps."""

    def find(*steps: dict[str, Any], given: dict[str, Any] | None = None, **rest: Any) -> list[Problem]:
        return list(validate(plan_of(*steps, **rest), plan_tools, inputs=given))

    return find
