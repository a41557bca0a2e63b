"""`import gameplan` is light: no provider, no web framework, no image library comes with it."""

from __future__ import annotations

import json
import subprocess
import sys

import gameplan

HEAVY = [
    "pydantic_ai",
    "openai",
    "anthropic",
    "google",
    "genai_prices",
    "httpx",
    "httpx2",
    "fastapi",
    "starlette",
    "uvicorn",
    "aiohttp",
    "requests",
    "PIL",
    "numpy",
    "cairosvg",
    "soundfile",
    "typer",
    "click",
    "rich",
    "platformdirs",
    "mcp",
    "opentelemetry",
    "sqlalchemy",
]


def imported_by(statement: str) -> set[str]:
    code = f"{statement}\nimport json, sys\nprint(json.dumps(sorted(sys.modules)))"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return {name.split(".")[0] for name in json.loads(run.stdout)}


def test_importing_gameplan_and_its_main_names_brings_nothing_heavy() -> None:
    assert not imported_by("from gameplan import Session, tool, run_agent") & set(HEAVY)


def test_every_public_name_is_there_and_brings_nothing_heavy() -> None:
    assert not imported_by("from gameplan import *") & set(HEAVY)
    assert all(getattr(gameplan, name) is not None for name in gameplan.__all__)
    assert set(gameplan.__all__) <= set(dir(gameplan))


def test_an_unknown_name_is_an_attribute_error() -> None:
    try:
        gameplan.nothing  # noqa: B018
    except AttributeError as error:
        assert "nothing" in str(error)
    else:
        raise AssertionError("it should have been an AttributeError")
