"""What several commands ask for."""

from __future__ import annotations

import typer

NOVEL = typer.Argument(
    help="A novel on the shelf (`last`: the newest), a folder, a .vnpkg, or `sample`.", metavar="NOVEL"
)
PLAYS = typer.Option(
    help="How often each kind of player plays it in the proof; 0: it is only looked through.",
    min=0,
    max=2_000,
    metavar="N",
)
