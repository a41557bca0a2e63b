"""`gameplan novels write`: a new novel from a premise, with no key and no network."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from gameplan.cli.errors import UserError


def write(
    premise: Annotated[str, typer.Option("--premise", "-p", help="What it is about, in a sentence or two.")],
    seed: Annotated[int, typer.Option(help="Another seed makes another novel of the same premise.")] = 1,
    language: Annotated[str, typer.Option(help="en or de.")] = "en",
    out: Annotated[Path | None, typer.Option(help="Where to keep it; default: your own shelf.", metavar="DIR")] = None,
) -> None:
    """Write a new novel: people, places, scenes, clocks and endings, proved to be playable.

    The house author writes it: a program, so that it costs nothing and is the same again for the same premise and seed.

    Exit codes: 0 written; 1 the proof found errors; 2 usage.
    """
    from gameplan.cli.layout import counted, make_console, print_text
    from gameplan.cli.novels.known import the_shelf
    from gameplan.novels.house import write as compose
    from gameplan.novels.shelf import Volume
    from gameplan.novels.simulation.proof import prove

    if not premise.strip():
        raise UserError('Say what it is about: --premise "A lighthouse keeper finds a door in the tide."')
    if language not in ("en", "de"):
        raise UserError(f"The house author writes en and de, not {language!r}.")
    console = make_console()
    package = compose(premise, seed, language)
    print_text(console, package.title, "bold")
    print_text(console, package.premise)
    for person in package.characters:
        print_text(console, f"  {person.name}, {person.role}", "dim")
    for act in package.acts:
        scenes = sum(len(place.encounters) for place in act.locations)
        said = f"  {act.title}: {counted(len(act.locations), 'place')}, {counted(scenes, 'scene')}"
        print_text(console, said, "dim")
    proof = prove(package)
    for finding in proof.findings:
        if finding.severity == "error":
            print_text(console, str(finding), "red")
    if not proof.holds:
        raise typer.Exit(1)
    saved = the_shelf(out).save(Volume(package, {}, {"findings": [str(each) for each in proof.findings]}))
    name = saved.package.package_id if out is None else str(out)
    print_text(console, f"Proved and kept. Play it: gameplan novels play {name}", "cyan")
