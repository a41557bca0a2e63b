"""The whole proof of a novel: the checks, and if they find no error, many plays."""

from __future__ import annotations

from dataclasses import dataclass, replace

from gameplan.novels.checks import Finding, check_package
from gameplan.novels.package import VNPackage
from gameplan.novels.play.book import Book
from gameplan.novels.simulation.bands import CLOCKS, judge
from gameplan.novels.simulation.report import PLAYS, SimulationReport, simulate
from gameplan.novels.simulation.sweep import Suggestion, suggest

ENOUGH = 30  # plays of each kind, to say what is to be changed


@dataclass(frozen=True, slots=True)
class Proof:
    """What the checks and the plays found. There is no `report` if an error makes it pointless to play."""

    findings: tuple[Finding, ...]
    report: SimulationReport | None = None
    suggestion: Suggestion | None = None

    @property
    def holds(self) -> bool:
        """Whether nothing was found that forbids to publish it."""
        return not any(each.severity == "error" for each in self.findings)


def prove(package: VNPackage, plays: int = PLAYS, seed: str = "0") -> Proof:
    """Check a novel, play it so many times as each kind of player, and say what is to be repaired, and how."""
    found = check_package(package)
    if any(each.severity == "error" for each in found):
        return Proof(found)
    report = simulate(Book(package), plays, seed)
    suggestion = suggest(package, report) if plays >= ENOUGH else None
    played = judge(package, report)
    if suggestion is not None:
        played = tuple(
            replace(each, repair=f"{each.repair} Tried: {suggestion}") if each.where == CLOCKS else each
            for each in played
        )
    order = ("error", "warning", "info")
    return Proof(tuple(sorted((*found, *played), key=lambda each: order.index(each.severity))), report, suggestion)
