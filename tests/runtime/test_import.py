"""What importing the core pulls in: the standard library alone, until a type has to be checked."""

from __future__ import annotations

import subprocess
import sys

import pytest

PROBE = """
import sys
import gameplan.runtime, gameplan.tools, gameplan.prompt
{then}
print(*sorted({{name.split(".")[0] for name in sys.modules}}))
"""
HEAVY = {
    "pydantic_ai",
    "openai",
    "anthropic",
    "google",
    "fastapi",
    "starlette",
    "PIL",
    "numpy",
    "typer",
    "rich",
    "genai_prices",
    "httpx",
    "mcp",
}

DECLARE_AND_DISPATCH = """
from dataclasses import dataclass
from gameplan.runtime import Session, append, event
from gameplan.tools import Writes, tool

@event("import.said")
@dataclass(frozen=True)
class Said:
    text: str

@tool(effects=Writes("text"))
def say(params: Said) -> None:
    "Say something."

session = Session()
session.register_reducer(Said, append)
session.dispatch(Said("hello"))
assert "say" in say.bullet
"""


def imported(then: str = "") -> set[str]:
    probe = subprocess.run([sys.executable, "-c", PROBE.format(then=then)], capture_output=True, text=True, check=True)
    return set(probe.stdout.split())


def test_the_core_imports_no_provider_no_web_framework_and_no_image_library() -> None:
    assert imported() & HEAVY == set()


@pytest.mark.parametrize("then", ["", DECLARE_AND_DISPATCH], ids=["imported", "declared and dispatched"])
def test_pydantic_waits_until_it_is_used(then: str) -> None:
    assert imported(then) & {"pydantic", "pydantic_core"} == set()


def test_when_pydantic_is_used_nothing_heavier_comes_with_it() -> None:
    used = imported(DECLARE_AND_DISPATCH + "\nsay.definition")
    assert "pydantic" in used
    assert used & HEAVY == set()
