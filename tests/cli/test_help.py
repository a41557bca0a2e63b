"""Help: what to do first, an example of everything, and quickly."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

COMMAND = Path(sys.executable).with_name("gameplan")
COMMANDS = ["agent", "sessions", "sessions repair", "show", "replay", "models"]


def test_help_says_what_to_do_first_and_groups_the_commands(invoke: Callable[..., Any]) -> None:
    text = invoke("--help").output
    parts = ["Start here", 'gameplan agent "what is this folder about?"', "Run:", "Look back:", "Set up:", "Exit codes"]
    assert [part for part in parts if part in text] == parts
    assert sorted(parts, key=text.index) == parts
    assert all(len(line) <= 80 for line in text.splitlines())


@pytest.mark.parametrize("name", ["agent", "sessions", "show", "replay", "models"])
def test_each_command_has_a_line_and_an_example_in_the_overview(invoke: Callable[..., Any], name: str) -> None:
    lines = invoke("--help").output.splitlines()
    at = next(number for number, line in enumerate(lines) if line.startswith(f"  {name} "))
    assert lines[at].split(maxsplit=1)[1].endswith(".")
    assert lines[at + 1].strip().startswith(f"gameplan {name}")


@pytest.mark.parametrize("name", COMMANDS)
def test_each_command_has_an_example(invoke: Callable[..., Any], name: str) -> None:
    text = invoke(*name.split(), "--help").output
    assert text.startswith(f"Usage: gameplan {name}")
    _, _, examples = text.partition("Example")
    assert f"  gameplan {name}" in examples


def test_no_arguments_show_the_help(command: Callable[..., Any]) -> None:
    result = command()
    assert "Start here" in result.stdout + result.stderr


def test_the_version(invoke: Callable[..., Any]) -> None:
    from gameplan import __version__

    assert invoke("--version").output == f"gameplan {__version__}\n"


def test_help_imports_neither_agents_nor_rich_nor_pydantic() -> None:
    code = (
        "import sys\nsys.argv = ['gameplan', '--help']\nfrom gameplan.cli import main\n"
        "try:\n    main()\nexcept SystemExit:\n    pass\n"
        "heavy = {'gameplan.agents', 'gameplan.runtime', 'rich.console', 'pydantic', 'pydantic_ai'}\n"
        "print('heavy:', sorted(heavy & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout.splitlines()[-1] == "heavy: []"


@pytest.mark.parametrize("missing", ["typer", "rich", "platformdirs"])
def test_without_the_extra_it_says_how_to_install_it(missing: str) -> None:
    code = f"import sys\nsys.modules[{missing!r}] = None\nfrom gameplan.cli import main\nmain()"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 2
    assert "pip install 'gameplan[cli]'" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_wrong_command_or_option_is_a_usage_error(invoke: Callable[..., Any]) -> None:
    assert "frobnicate" in invoke("frobnicate", code=2).output
    assert "--frobnicate" in invoke("models", "--frobnicate", code=2).output
    assert "Usage: gameplan agent REQUEST [OPTIONS]" in invoke("agent", code=2).output


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a disk without room is a thing of Linux")
@pytest.mark.parametrize("arguments", [["templates"], ["models"], ["--help"]])
def test_a_disk_without_room_is_told_in_words(home: Path, arguments: list[str]) -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [COMMAND, *arguments], stdout=full, stderr=subprocess.PIPE, text=True, timeout=60, check=False
        )
    assert (done.returncode, done.stderr) == (1, "Error: There is no room left on the disk.\n")
