"""`gameplan models`: which models there are, and which are used here."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from rich.console import Console

    from gameplan.settings.values import Settings


def models(
    workspace: Annotated[
        Path,
        typer.Option(
            "--workspace",
            "-w",
            help="The folder whose settings count. Default: this one.",
            metavar="DIR",
            show_default=False,
        ),
    ] = Path(),
) -> None:
    """Show which models there are, and which are used here.

    A key is read from the environment alone. Its value is never shown, and never written anywhere.

    To choose models for good, write gameplan.toml into the workspace or your config folder:

        model = "anthropic:claude-haiku-5-5"
        planner_model = "anthropic:claude-sonnet-5-5"

        [budget]
        money = 0.50
    """
    from gameplan.agents.models import house_models
    from gameplan.cli.layout import columns, make_console
    from gameplan.settings.choice import PROVIDERS, choose, providers_installed
    from gameplan.settings.values import load_settings

    console = make_console()
    settings = load_settings(workspace.resolve())
    choice = choose(settings)
    _section(
        console,
        "Used here",
        columns(
            [
                ("planner", choice.planner, _why(settings, "planner_model")),
                ("executor", choice.executor, _why(settings, "model")),
            ]
        ),
    )
    described = [(f"house:{name}", text) for name, text in house_models().items()]
    _section(console, "House models: no key, no network, no language model", columns(described))
    rows = [(each.example, " or ".join(each.variables), "set" if each.has_key else "not set") for each in PROVIDERS]
    missing = [] if providers_installed() else ["They need an extra: pip install 'gameplan[models]'"]
    _section(console, "Providers, and whether their key is set", [*columns(rows), *missing])
    _section(
        console,
        "A server of your own: Ollama, llama.cpp, vLLM, anything like OpenAI's",
        ["http://127.0.0.1:11434/v1#MODEL", "If it wants a key: GAMEPLAN_SERVER_KEY"],
    )


def _section(console: Console, title: str, lines: list[str]) -> None:
    from gameplan.cli.clean import clean
    from gameplan.cli.layout import print_text

    print_text(console, title, "bold")
    for line in lines:
        print_text(console, f"  {clean(line)}")
    console.print()


def _why(settings: Settings, name: str) -> str:
    said_in = settings.said_in.get(name)
    return f"from {said_in}" if said_in else "by default"
