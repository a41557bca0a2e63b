"""What many plays come to: each figure of a report from plays that are known, and what is said of it."""

from __future__ import annotations

from typing import Any

import pytest

from gameplan.novels.package import VNPackage
from gameplan.novels.play.book import Book
from gameplan.novels.simulation import POLICIES, judge, report, simulate
from gameplan.novels.simulation.plays import Played
from gameplan.novels.simulation.policies import PolicyName


def played(number: int, policy: PolicyName = "explorer", **more: Any) -> Played:
    """The play of this number: longer, and with more of everything, the higher it is."""
    return Played(
        **{
            "policy": policy,
            "ending": "quiet_water",
            "outcome": "won",
            "turns": 10 + number,
            "doom": number / 10,
            "seen": frozenset({f"scene{each}" for each in range(number)}),
            "path": frozenset({f"scene{number % 3}"}),
            "arcs": number / 20,
            "longest_run": number % 4,
            **more,
        }
    )


@pytest.fixture
def told(sample: VNPackage, monkeypatch: pytest.MonkeyPatch) -> Any:
    """A report of these plays."""

    def of(*plays: Played) -> report.SimulationReport:
        waiting = list(plays)
        monkeypatch.setattr(report, "play_once", lambda book, policy, seed: waiting.pop(0))
        return simulate(Book(sample), len(plays), policies=("explorer",))

    return of


def test_every_figure_is_that_of_the_plays(told: Any, sample: VNPackage) -> None:
    lost = {3: "lost", 4: "stalled"}
    plays = [played(each, outcome=lost.get(each, "won")) for each in range(10)]
    plays[9] = played(9, ending="the_eleven_named")
    found = told(*plays).of("explorer")
    assert found is not None and found.plays == 10
    assert found.wins == 0.8 and found.stalls == 1
    assert found.turns == (11, 15, 19)
    assert found.doom == pytest.approx(0.45) and found.arcs == pytest.approx(0.225)
    assert found.coverage == pytest.approx(4.5 / len(Book(sample).scenes))
    assert found.longest_run == 3 and found.paths == 3
    assert found.endings["quiet_water"] == 0.9 and found.endings["the_eleven_named"] == 0.1


def test_what_nobody_saw_is_named(told: Any, sample: VNPackage) -> None:
    scenes = list(Book(sample).scenes)
    report_ = told(played(1, seen=frozenset(scenes[2:])), played(2, seen=frozenset(scenes[1:])))
    assert report_.unseen == (scenes[0],)


def test_a_play_that_stands_still_is_an_error(told: Any, sample: VNPackage) -> None:
    plays = [played(each) for each in range(9)]
    assert not [each for each in judge(sample, told(*plays)) if each.severity == "error"]
    found = [each for each in judge(sample, told(*plays, played(9, outcome="stalled"))) if each.severity == "error"]
    assert [each.code for each in found] == ["VN620"] and "explorer 1" in found[0].what


@pytest.mark.parametrize(("wins", "wrong"), [(40, "more room"), (80, ""), (100, "less room")])
def test_too_many_wins_are_as_wrong_as_too_few(told: Any, sample: VNPackage, wins: int, wrong: str) -> None:
    plays = [played(5, outcome="won" if each < wins else "lost") for each in range(100)]
    repairs = [each.repair for each in judge(sample, told(*plays)) if each.what.startswith("As explorer")]
    assert [wrong in each for each in repairs] == ([True] if wrong else [])


@pytest.mark.parametrize("policy", POLICIES)
def test_what_is_kept_of_a_play_is_what_happened_in_it(sample: VNPackage, policy: PolicyName) -> None:
    book = Book(sample)
    for number in range(4):
        kept = report.play_once(book, policy, str(number))
        assert kept.path <= kept.seen <= set(book.scenes) and kept.turns > 0
        assert 0 <= kept.doom <= 1 and 0 <= kept.arcs <= 1 and kept.longest_run >= 1
        assert all(book.scenes[each].encounter.gives_progression for each in kept.path)
