"""`gameplan novels check` and `simulate`: whether a novel can be played to its ends, and how plays go."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Annotated

import typer

NOVEL = typer.Argument(help="A novel on the shelf, a folder, a .vnpkg, or `sample`.", metavar="NOVEL")


def check(
    novel: Annotated[str, NOVEL],
    as_json: Annotated[bool, typer.Option("--json", help="For a program.")] = False,
) -> None:
    """Check a novel: what can never happen, what is missing, what stops a play, each with how to repair it.

    Exit codes: 0 nothing that forbids to play it; 1 errors; 2 usage, or it cannot be read.
    """
    from gameplan.cli.clean import clean
    from gameplan.cli.layout import make_console, print_text
    from gameplan.cli.novels.known import find_novel
    from gameplan.novels.checks import check_package

    found = check_package(find_novel(novel).package)
    errors = [each for each in found if each.severity == "error"]
    if as_json:
        typer.echo(json.dumps([asdict(each) for each in found]))
    else:
        console = make_console()
        for each in found:
            colour = {"error": "red", "warning": "yellow"}.get(each.severity, "dim")
            print_text(console, clean(str(each)), colour)
        print_text(console, f"{len(found)} findings, {len(errors)} errors.", "bold")
    if errors:
        raise typer.Exit(1)


def simulate(
    novel: Annotated[str, NOVEL],
    plays: Annotated[int, typer.Option(min=1, max=10_000, help="How often each kind of player plays it.")] = 200,
    seed: Annotated[str, typer.Option(help="Another seed, other dice.")] = "0",
) -> None:
    """Play a novel many times as five kinds of player, and tell how that went: wins, length, doom, endings, stalls."""
    from gameplan.cli.clean import clean
    from gameplan.cli.layout import make_console, print_text
    from gameplan.cli.novels.known import find_novel
    from gameplan.novels.play.book import Book
    from gameplan.novels.simulation.report import simulate as simulated

    print_text(make_console(), clean(str(simulated(Book(find_novel(novel).package), plays, seed))))
