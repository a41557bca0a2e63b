"""The proof of a novel, as it is run and shown: checks, many plays, and what is to be repaired."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Any

from gameplan.cli.layout import counted
from gameplan.cli.novels.lines import say

if TYPE_CHECKING:
    from rich.console import Console

    from gameplan.novels.authoring import FindingLike
    from gameplan.novels.package import VNPackage
    from gameplan.novels.shelf import Volume
    from gameplan.novels.simulation import Proof, SimulationReport

COLOURS = {"error": "red", "warning": "yellow", "info": "dim"}


class Prover:
    """Proves packages for a desk; what tells the same as the last is not proved again. No `plays`: it only looks."""

    def __init__(self, plays: int) -> None:
        self.plays = plays
        self.proof: Proof | None = None
        self._of: VNPackage | None = None

    def __call__(self, package: VNPackage) -> Sequence[FindingLike]:
        from gameplan.novels.checks import check_package
        from gameplan.novels.simulation import Proof, prove

        told = package.model_copy(update={"version": 1, "title": ""})
        if self.proof is None or self._of != told:
            self.proof = prove(package, self.plays) if self.plays else Proof(check_package(package))
            self._of = told
        return self.proof.findings

    @property
    def does(self) -> str:
        """What it does, for whoever waits."""
        return f"Proving it: checks, then {5 * self.plays:,} plays …" if self.plays else "Proving it: checks …"

    def with_reports(self, volume: Volume) -> Volume:
        """A volume with what the proof found."""
        if self.proof is None:
            return volume
        report = self.proof.report
        return replace(
            volume,
            validation={"findings": [asdict(each) for each in self.proof.findings]},
            simulation=as_dict(report) if report is not None else None,
        )


def as_dict(report: SimulationReport) -> dict[str, Any]:
    """A report as JSON has it."""
    said = asdict(report)
    said["policies"] = [{**each, "turns": list(each["turns"])} for each in said["policies"]]
    said["unseen"] = list(report.unseen)
    return said


def show_finding(console: Console, finding: FindingLike, indent: int = 0, *, before: FindingLike | None = None) -> None:
    """A finding: what and where, then why it matters and how it is repaired, if that was not said of the one before."""
    where = finding.where or "the package"
    say(
        console,
        f"{finding.code} {finding.severity}, {where}: {finding.what}",
        COLOURS.get(finding.severity, ""),
        indent,
    )
    why = f"{finding.why} {finding.repair}".strip()
    if why and (before is None or why != f"{before.why} {before.repair}".strip()):
        say(console, why, "dim", indent + 4)


def show_findings(console: Console, found: Sequence[FindingLike], novel: str, most: int = 6) -> None:
    """The findings that want a repair; of many, the heaviest."""
    heavy = [each for each in found if each.severity != "info"]
    for before, each in zip([None, *heavy], heavy[:most], strict=False):
        show_finding(console, each, 11, before=before)
    if len(heavy) > most:
        say(console, f"… and {len(heavy) - most} more: gameplan novels check {novel}", "dim", 11)


def summed_up(found: Sequence[FindingLike]) -> str:
    """How many findings of which weight."""
    counts = {weight: sum(each.severity == weight for each in found) for weight in COLOURS}
    words = [counted(counts["error"], "error"), counted(counts["warning"], "warning")]
    return ", ".join([*words, counted(counts["info"], "remark")] if counts["info"] else words)


def table(report: SimulationReport) -> list[str]:
    """A report as a table for people."""
    from gameplan.cli.layout import columns

    heading = ("PLAYER", "WON", "TURNS", "DOOM", "SEEN", "ARCS", "STALLS", "PATHS")
    rows = [
        (
            each.policy,
            f"{each.wins:.0%}",
            f"{each.turns[0]}–{each.turns[1]}–{each.turns[2]}",
            f"{each.doom:.0%}",
            f"{each.coverage:.0%}",
            f"{each.arcs:.0%}",
            str(each.stalls),
            str(each.paths),
        )
        for each in report.policies
    ]
    return columns([heading, *rows])
