"""What more than one command of the card table takes."""

from __future__ import annotations

from typing import Annotated, TypeAlias

import typer

Mode: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--mode", help="How models play: pipeline (the default) or autonomous.", metavar="MODE", show_default=False
    ),
]
Planner: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--planner",
        help="Who plans for a model in a pipeline. Default: as set (gameplan models).",
        metavar="MODEL",
        show_default=False,
    ),
]
