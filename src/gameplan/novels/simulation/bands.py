"""Whether a novel plays as it should: neither too easy nor too hard, never stuck, and with all of it seen."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import sqrt

from gameplan.novels.checks.findings import Finding, finding
from gameplan.novels.checks.story import Story
from gameplan.novels.package import VNPackage
from gameplan.novels.simulation.policies import PolicyName
from gameplan.novels.simulation.report import PolicyReport, SimulationReport

BANDS: Mapping[PolicyName, tuple[float, float]] = {
    "explorer": (0.65, 0.95),
    "beeline": (0.65, 0.95),
    "random": (0.25, 0.85),
    "dawdler": (0.0, 0.45),
}
RAREST_ENDING = 0.03
CLOCKS = "acts[*].opposingForce"  # where a share of wins that is out of its band is to be repaired


def out_of_bands(report: SimulationReport) -> float:
    """How far the shares of wins lie outside of their bands, all together; 0 if none does."""
    return sum(map(_outside, report.policies))


def _outside(played: PolicyReport) -> float:
    """How far a share of wins lies outside of its band: by more than chance alone would take it there."""
    low, high = BANDS.get(played.policy, (0.0, 1.0))
    edge = low if played.wins < low else high
    chance = sqrt(edge * (1 - edge) / played.plays)  # one standard error
    return max(0.0, low - played.wins - chance, played.wins - high - chance)


def judge(package: VNPackage, report: SimulationReport) -> tuple[Finding, ...]:
    """What many plays found wrong with a novel."""
    return (*_wins(report), *_stalls(report), *_endings(package, report), *_unseen(package, report))


def _wins(report: SimulationReport) -> Iterator[Finding]:
    for each in report.policies:
        if not _outside(each):
            continue
        low, high = BANDS[each.policy]
        what = f"As {each.policy}, {each.wins:.0%} of {each.plays} plays are won; {low:.0%} to {high:.0%} is the aim."
        if each.wins < low:
            repair = "Give the clock more room, let it tick less often, or ask for less progression."
        else:
            repair = "Give the clock less room, let it tick more often, or ask for more progression."
        yield finding("VN620", CLOCKS, what, repair)


def _stalls(report: SimulationReport) -> Iterator[Finding]:
    if report.stalls:
        by = ", ".join(f"{each.policy} {each.stalls}" for each in report.policies if each.stalls)
        what = f"{report.stalls} of {report.plays} plays came to a standstill ({by})."
        repair = "Give the act a clock, an event with a latestTurn, or more that can be played."
        yield finding("VN620", "acts", what, repair, severity="error")


def _endings(package: VNPackage, report: SimulationReport) -> Iterator[Finding]:
    for ending in package.endings:
        share = report.endings.get(ending.id, 0.0)
        if share < RAREST_ENDING:
            what = f'"{ending.title}" came in {share:.1%} of {report.plays} plays; {RAREST_ENDING:.0%} is the least.'
            repair = "Make what it asks for easier to come by, in more than one place."
            yield finding("VN620", f"endings[{ending.id}].condition", what, repair)


def _unseen(package: VNPackage, report: SimulationReport) -> Iterator[Finding]:
    if not report.unseen:
        return
    scenes = Story(package).by_id
    for id in report.unseen:
        what = f'"{scenes[id].encounter.title}" came in none of {report.plays} plays.'
        repair = "Ask less of it, raise its priority, or let more places show it."
        yield finding("VN620", scenes[id].where, what, repair)
