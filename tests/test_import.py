"""`import gameplan` is light: no provider, no web framework, no image library comes with it."""

from __future__ import annotations

import json
import subprocess
import sys
from importlib import import_module
from pathlib import Path

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


def test_every_folder_of_code_is_a_package_with_a_contents_page() -> None:
    """One without `__init__.py` can be imported all the same, but the linter of the rooms does not see into it."""
    root = Path(gameplan.__file__).parent
    packages = {module.parent for module in root.rglob("*.py")}
    assert len(packages) > 30
    assert [package for package in packages if not (package / "__init__.py").is_file()] == []


def test_a_contents_page_names_what_is_there_and_the_first_page_names_every_room() -> None:
    for room in sorted(Path(gameplan.__file__).parent.iterdir()):
        if (room / "__init__.py").is_file():
            contents = import_module(f"gameplan.{room.name}")
            assert f"`gameplan.{room.name}`" in str(gameplan.__doc__)
            assert all(hasattr(contents, name) for name in getattr(contents, "__all__", ()))
    pages = [import_module(name) for name in ("gameplan.cards.table", "gameplan.cards.pokemon")]
    assert all(hasattr(page, name) for page in pages for name in page.__all__)
