"""What to change about the clocks so that a novel comes into its bands: found by trying."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice

from gameplan.novels.package import OpposingForce, VNPackage
from gameplan.novels.play.book import Book
from gameplan.novels.simulation.bands import BANDS, out_of_bands
from gameplan.novels.simulation.policies import PolicyName
from gameplan.novels.simulation.report import SimulationReport, simulate

TRIED, CONFIRMED = 16, 60  # plays of each kind
CONFIRMATIONS = 6  # of what looks good after a few plays
CANDIDATES = 24
ROOMS = (1.0, 1.25, 0.8, 1.5, 0.6, 2.0)  # how long the clock is, by what it was
STEPS = (0, 1, -1, 2, -2, 3)  # how many beats more there are to a tick


@dataclass(frozen=True, slots=True)
class ClockChange:
    """Another clock for an act. Thresholds of escalations go along. `travel` is what a way costs; None: as it was."""

    act: str
    required_value: int
    every_beats: int
    travel: int | None = None

    def __str__(self) -> str:
        beats = f", a tick every {self.every_beats} beats" if self.every_beats > 1 else ", a tick every beat"
        ways = "" if self.travel is None else f", {self.travel} for a way" if self.travel else ", none for a way"
        return f'"{self.act}": clock {self.required_value}{beats if self.every_beats else ""}{ways}'


@dataclass(frozen=True, slots=True)
class Suggestion:
    """Other clocks, and what share of plays would then be won by whom; `in_bands` if that is as it should be."""

    changes: tuple[ClockChange, ...]
    wins: Mapping[PolicyName, float]
    in_bands: bool

    def __str__(self) -> str:
        clocks = "; ".join(map(str, self.changes))
        wins = ", ".join(f"{policy} {share:.0%}" for policy, share in self.wins.items())
        return f"{clocks}. Won then: {wins}{'.' if self.in_bands else '; better, but not yet in the bands.'}"


def suggest(package: VNPackage, report: SimulationReport, seed: str = "sweep") -> Suggestion | None:
    """Other clocks that bring a novel into its bands, or nearer: the smallest change that does.

    Nothing if it is there already, if there is no clock, or if no other clock would be better.
    """
    if not out_of_bands(report) or not any(act.opposing_force for act in package.acts):
        return None
    best: tuple[float, Suggestion] = out_of_bands(report), Suggestion((), {}, False)
    nearest, left = out_of_bands(report), CONFIRMATIONS
    for changes in islice(_candidates(package, report), CANDIDATES):
        book = Book(with_clocks(package, changes))
        tried = out_of_bands(simulate(book, TRIED, seed, tuple(BANDS)))
        if tried > nearest or (tried == nearest and tried):
            continue
        nearest, left = tried, left - 1
        confirmed = simulate(book, CONFIRMED, f"{seed}/again", tuple(BANDS))
        distance = out_of_bands(confirmed)
        if distance < best[0]:
            wins = {each.policy: each.wins for each in confirmed.policies}
            best = distance, Suggestion(changes, wins, not distance)
        if not distance or not left:
            break
    return best[1] if best[1].changes else None


def with_clocks(package: VNPackage, changes: tuple[ClockChange, ...]) -> VNPackage:
    """A package with other clocks."""
    by_act = {each.act: each for each in changes}
    acts = tuple(
        act.model_copy(update={"opposing_force": _changed(act.opposing_force, by_act[act.id])})
        if act.opposing_force is not None and act.id in by_act
        else act
        for act in package.acts
    )
    return package.model_copy(update={"acts": acts})


def _changed(clock: OpposingForce, change: ClockChange) -> OpposingForce:
    share = change.required_value / clock.required_value
    escalations = tuple(
        each.model_copy(update={"threshold": max(1, round(each.threshold * share))}) for each in clock.escalation_events
    )
    travel = clock.ticks.travel if change.travel is None else change.travel
    ticks = clock.ticks.model_copy(update={"every_beats": change.every_beats, "travel": travel})
    return clock.model_copy(
        update={"required_value": change.required_value, "ticks": ticks, "escalation_events": escalations}
    )


def _candidates(package: VNPackage, report: SimulationReport) -> Iterator[tuple[ClockChange, ...]]:
    """Clocks to try, the smallest changes first: longer ones if it is too hard, shorter ones if it is too easy.

    First that of one act alone, by a tick; then all of them. What a way costs tells those who wander from those who do
    not; if it changes, the clock makes up for it.
    """
    too_hard = any(each.wins < BANDS.get(each.policy, (0.0, 1.0))[0] for each in report.policies)
    too_easy = any(each.wins > BANDS.get(each.policy, (0.0, 1.0))[1] for each in report.policies)
    clocks = {act.id: act.opposing_force for act in package.acts if act.opposing_force is not None}
    costly = any(clock.ticks.travel for clock in clocks.values())
    grid = [(room, step, other) for room in ROOMS for step in STEPS for other in (False, True)]
    seen = {tuple(_clock(id, clock, 1.0, 0, None) for id, clock in clocks.items())}
    if too_hard != too_easy:
        for id, clock in clocks.items():
            yield (ClockChange(id, max(2, clock.required_value + (1 if too_hard else -1)), clock.ticks.every_beats),)
    for room, step, other in sorted(grid, key=lambda each: abs(each[0] - 1) * 3 + abs(each[1]) + 1.5 * each[2]):
        longer, shorter = room > 1 or step > 0, room < 1 or step < 0
        if other:
            if shorter != costly or longer == costly:
                continue
        elif (shorter and too_hard and not too_easy) or (longer and too_easy and not too_hard):
            continue
        travel = (0 if costly else 1) if other else None
        changes = tuple(_clock(id, clock, room, step, travel) for id, clock in clocks.items())
        if changes not in seen:
            seen.add(changes)
            yield changes


def _clock(act: str, clock: OpposingForce, room: float, step: int, travel: int | None) -> ClockChange:
    every = clock.ticks.every_beats
    return ClockChange(act, max(2, round(clock.required_value * room)), max(1, every + step) if every else 0, travel)
