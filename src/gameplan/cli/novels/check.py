"""`gameplan novels check` and `simulate`: whether a novel can be played to its ends, and how plays go."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

from gameplan.cli.errors import UserError
from gameplan.cli.novels.options import NOVEL

if TYPE_CHECKING:
    from rich.console import Console

    from gameplan.novels.package import VNPackage
    from gameplan.novels.simulation import Proof, SimulationReport

_EXPLAINED = (
    "Turns: the 10th, 50th and 90th of a hundred plays. Doom: how far the clock had come. Seen: how many scenes. "
    "Arcs: how far people's own stories came. Stalls: plays that came to a standstill. Paths: plays that differ.\n"
    "Explorers go where something is new, beeliners to the goal, dawdlers wait, bouncers run to and fro."
)


def check(
    novel: Annotated[str, NOVEL],
    plays: Annotated[
        int,
        typer.Option(min=1, max=10_000, help="How often each of five kinds of player plays it.", metavar="N"),
    ] = 200,
    no_plays: Annotated[bool, typer.Option("--no-plays", help="Only look, do not play: quick.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="For a program.")] = False,
) -> None:
    """Check a novel: what can never happen, what is missing, what stops a play, each with how to repair it.

    First it is read through, then it is played a thousand times by five kinds of player, unless an error makes that
    pointless. It is the proof that every novel passes before it is kept.

    With --json: {"novel", "version", "holds", "findings": [{"code", "severity", "where", "what", "why", "repair"}],
    "simulation": as `simulate --json` has it, or null}.

    Exit codes: 0 nothing that forbids to play it; 1 errors; 2 usage, or it cannot be read.
    """
    from gameplan.cli.layout import make_console
    from gameplan.cli.novels.known import find_novel
    from gameplan.cli.novels.lines import say
    from gameplan.cli.novels.proving import as_dict, show_finding, summed_up
    from gameplan.novels.checks import check_package

    package, console = find_novel(novel).package, make_console()
    proof = None if no_plays else _proved(console, package, plays, quiet=as_json)
    found = proof.findings if proof is not None else check_package(package)
    holds = not any(each.severity == "error" for each in found)
    report = proof.report if proof is not None else None
    if as_json:
        said = {
            "novel": package.package_id,
            "version": package.version,
            "holds": holds,
            "findings": [asdict(each) for each in found],
            "simulation": as_dict(report) if report is not None else None,
        }
        typer.echo(json.dumps(said))
    else:
        for before, each in zip([None, *found], found, strict=False):
            show_finding(console, each, before=before)
        if report is not None:
            _show(console, report)
            say(console, _EXPLAINED, "dim")
        _say_verdict(console, package, summed_up(found), holds=holds, played=report.plays if report is not None else 0)
    if not holds:
        raise typer.Exit(1)


def simulate(
    novel: Annotated[str, NOVEL],
    plays: Annotated[
        int, typer.Option(min=1, max=10_000, help="How often each kind of player plays it.", metavar="N")
    ] = 200,
    seed: Annotated[str, typer.Option(help="Another seed, other dice.")] = "0",
    suggest: Annotated[
        bool, typer.Option("--suggest", help="Try other clocks, and say which would make it fair.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="For a program.")] = False,
) -> None:
    """Play a novel many times as five kinds of player, and tell how that went: wins, length, doom, endings, stalls.

    With --json: {"plays", "policies": [{"policy", "wins", "turns", "doom", "coverage", "arcs", "stalls", …}],
    "endings", "unseen", and with --suggest "suggestion"}; shares are from 0 to 1.

    Exit codes: 0 simulated; 2 usage, or it cannot be read or played.
    """
    from gameplan.cli.layout import make_console
    from gameplan.cli.novels.known import find_novel
    from gameplan.cli.novels.lines import Busy, say
    from gameplan.cli.novels.proving import as_dict
    from gameplan.novels.play import Book
    from gameplan.novels.simulation import simulate as simulated
    from gameplan.novels.simulation import suggest as suggested

    package, console = find_novel(novel).package, make_console()
    try:
        book = Book(package)
    except ValueError as error:
        raise UserError(f"It cannot be played: {error} `gameplan novels check` says what is missing.") from None
    busy = Busy(console)
    with busy.while_(f"Playing it {5 * plays:,} times …"):
        report = simulated(book, plays, seed)
    better = None
    if suggest:
        with busy.while_("Trying other clocks …"):
            better = suggested(package, report)
    if as_json:
        more = {"suggestion": asdict(better) if better is not None else None} if suggest else {}
        typer.echo(json.dumps(as_dict(report) | more))
        return
    _show(console, report)
    say(console, _EXPLAINED, "dim")
    if better is not None:
        say(console, f"Other clocks: {better}", "cyan")
    elif suggest:
        say(console, "No other clock is needed, or none would be better.", "cyan")


def _proved(console: Console, package: VNPackage, plays: int, *, quiet: bool) -> Proof:
    from gameplan.cli.novels.lines import Busy
    from gameplan.novels.simulation import prove

    with Busy(console).while_(f"Checking it, then playing it {5 * plays:,} times …", plain=not quiet):
        return prove(package, plays)


def _show(console: Console, report: SimulationReport) -> None:
    from gameplan.cli.layout import print_row
    from gameplan.cli.novels.lines import say
    from gameplan.cli.novels.proving import table

    for number, line in enumerate(table(report)):
        print_row(console, line, "" if number else "bold")
    say(console, "Endings: " + ", ".join(f"{id_} {share:.0%}" for id_, share in report.endings.items()))
    if report.unseen:
        say(console, f"Never seen: {', '.join(report.unseen)}", "yellow")


def _say_verdict(console: Console, package: VNPackage, found: str, *, holds: bool, played: int) -> None:
    from gameplan.cli.novels.lines import say

    verdict = "can be played" if holds else "cannot be published as it is"
    after = f" after {played:,} plays" if played else ""
    say(console, f'"{package.title}" {verdict}: {found}{after}.', "bold green" if holds else "bold red")
