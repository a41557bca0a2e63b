"""What many plays say about a novel, for each kind of player and for all of them together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from gameplan.novels.play.book import Book
from gameplan.novels.simulation.plays import Played, play_once
from gameplan.novels.simulation.policies import POLICIES, PolicyName

PLAYS = 200  # of each kind


@dataclass(frozen=True, slots=True)
class PolicyReport:
    """How one kind of player fared. Shares are from 0 to 1; `turns` are the 10th, 50th and 90th percentile."""

    policy: PolicyName
    plays: int
    wins: float
    turns: tuple[int, int, int]
    doom: float
    coverage: float
    arcs: float
    stalls: int
    longest_run: int
    paths: int
    endings: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class SimulationReport:
    """How a novel plays. `unseen` are encounters that nobody came to; `endings` are shares of all plays."""

    plays: int
    policies: tuple[PolicyReport, ...]
    endings: Mapping[str, float]
    unseen: tuple[str, ...]

    def of(self, policy: PolicyName) -> PolicyReport | None:
        return next((each for each in self.policies if each.policy == policy), None)

    @property
    def stalls(self) -> int:
        return sum(each.stalls for each in self.policies)

    def __str__(self) -> str:
        lines = ["policy     wins   turns (10/50/90 %)   doom   seen   arcs   stalls   run   paths"]
        for each in self.policies:
            low, middle, high = each.turns
            lines.append(
                f"{each.policy:9}  {each.wins:4.0%}   {low:4} {middle:5} {high:5}      {each.doom:4.0%}   "
                f"{each.coverage:4.0%}   {each.arcs:4.0%}   {each.stalls:6}   {each.longest_run:3}   {each.paths:5}"
            )
        lines.append("endings: " + ", ".join(f"{id} {share:.0%}" for id, share in self.endings.items()))
        if self.unseen:
            lines.append(f"never seen: {', '.join(self.unseen)}")
        return "\n".join(lines)


def simulate(
    book: Book, plays: int = PLAYS, seed: str = "0", policies: Iterable[PolicyName] = tuple(POLICIES)
) -> SimulationReport:
    """Play a novel so many times as each kind of player, and say how it went. The same seed gives the same report."""
    chosen = tuple(policies)
    played = {policy: [play_once(book, policy, f"{seed}/{number}") for number in range(plays)] for policy in chosen}
    everything = [each for some in played.values() for each in some]
    seen = frozenset[str]().union(*(each.seen for each in everything))
    return SimulationReport(
        len(everything),
        tuple(_policy_report(book, policy, some) for policy, some in played.items() if some),
        _shares(book, everything),
        tuple(id for id in book.scenes if id not in seen),
    )


def _policy_report(book: Book, policy: PolicyName, played: Sequence[Played]) -> PolicyReport:
    count = len(played)
    turns = sorted(each.turns for each in played)
    scenes = len(book.scenes) or 1
    return PolicyReport(
        policy,
        count,
        sum(each.outcome == "won" for each in played) / count,
        (_percentile(turns, 10), _percentile(turns, 50), _percentile(turns, 90)),
        sum(each.doom for each in played) / count,
        sum(len(each.seen) for each in played) / count / scenes,
        sum(each.arcs for each in played) / count,
        sum(each.outcome == "stalled" for each in played),
        max(each.longest_run for each in played),
        len({each.path for each in played}),
        _shares(book, played),
    )


def _percentile(ordered: Sequence[int], percent: int) -> int:
    return ordered[min(len(ordered) - 1, len(ordered) * percent // 100)]


def _shares(book: Book, played: Sequence[Played]) -> dict[str, float]:
    counts = Counter(each.ending for each in played)
    known = [ending.id for ending, _ in book.endings]
    return {id: counts[id] / (len(played) or 1) for id in dict.fromkeys((*known, *counts)) if id}
