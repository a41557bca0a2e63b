import pytest

from gameplan.novels.package import VNPackage
from gameplan.novels.play.book import Book
from gameplan.novels.simulation import (
    BANDS,
    POLICIES,
    judge,
    out_of_bands,
    play_once,
    prove,
    simulate,
    suggest,
    with_clocks,
)
from gameplan.novels.simulation.sweep import ClockChange


@pytest.fixture(scope="module")
def book(sample: VNPackage) -> Book:
    return Book(sample)


def test_the_sample_is_in_its_bands_and_all_of_it_is_seen(sample: VNPackage, book: Book) -> None:
    report = simulate(book, plays=100)
    assert [str(each) for each in judge(sample, report)] == []
    assert suggest(sample, report) is None
    assert report.stalls == 0


@pytest.mark.parametrize("policy", POLICIES)
def test_the_same_seed_gives_the_same_play_and_another_gives_another(book: Book, policy: str) -> None:
    plays = [play_once(book, policy, seed) for seed in ("a", "a", "b", "c", "d")]  # type: ignore[arg-type]
    assert plays[0] == plays[1]
    assert len(set(plays)) > 1


def test_every_play_comes_to_an_ending(book: Book) -> None:
    known = {ending.id for ending, _ in book.endings}
    for policy in POLICIES:
        for seed in range(5):
            played = play_once(book, policy, str(seed))
            assert played.ending in known
            assert played.outcome in ("won", "lost")


def test_a_report_says_how_each_kind_of_player_fared(book: Book) -> None:
    report = simulate(book, plays=10, policies=("explorer", "dawdler"))
    assert [each.policy for each in report.policies] == ["explorer", "dawdler"]
    explorer, dawdler = report.policies
    assert explorer.wins > dawdler.wins
    assert explorer.coverage > dawdler.coverage
    assert explorer.turns == tuple(sorted(explorer.turns))
    assert sum(report.endings.values()) == pytest.approx(1)
    assert all(name in str(report) for name in ("explorer", "dawdler", "quiet_water"))
    assert report.of("random") is None


def too_hard(package: VNPackage) -> VNPackage:
    return with_clocks(package, (ClockChange("the_count", 4, 3), ClockChange("the_water", 13, 4)))


def test_a_clock_that_is_too_short_is_found_and_a_longer_one_suggested(sample: VNPackage) -> None:
    hard = too_hard(sample)
    report = simulate(Book(hard), plays=30)
    found = judge(hard, report)
    assert any("As explorer" in each.what and "more room" in each.repair for each in found)
    assert {each.code for each in found} == {"VN620"}
    suggestion = suggest(hard, report)
    assert suggestion is not None
    assert suggestion.changes[0].required_value > 4 or suggestion.changes[0].every_beats > 3
    better = simulate(Book(with_clocks(hard, suggestion.changes)), 30, policies=tuple(BANDS))
    assert out_of_bands(better) < out_of_bands(report)
    assert "clock" in str(suggestion)


def test_thresholds_go_along_with_the_clock(sample: VNPackage) -> None:
    longer = with_clocks(sample, (ClockChange("the_count", 14, 4),))
    before, after = sample.acts[0].opposing_force, longer.acts[0].opposing_force
    assert before is not None and after is not None
    assert [each.threshold for each in after.escalation_events] == [2 * e.threshold for e in before.escalation_events]
    assert longer.acts[1] == sample.acts[1]


def test_an_ending_that_hardly_ever_comes_and_a_scene_nobody_sees_are_found(sample: VNPackage) -> None:
    endings = (sample.endings[0].model_copy(update={"condition": "turn > 900"}), *sample.endings[1:])
    acts = sample.acts
    chapel = acts[0].locations[0]
    late = chapel.encounters[3].model_copy(update={"condition": "turn > 900"})
    chapel = chapel.model_copy(update={"encounters": (*chapel.encounters[:3], late)})
    count = acts[0].model_copy(update={"locations": (chapel, *acts[0].locations[1:])})
    package = sample.model_copy(update={"endings": endings, "acts": (count, acts[1])})
    found = [each.where for each in judge(package, simulate(Book(package), plays=40))]
    assert "endings[the_eleven_named].condition" in found
    assert "acts[the_count].locations[chapel].encounters[bell_rope]" in found


def test_the_proof_of_the_sample_holds_and_finds_nothing_to_repair(sample: VNPackage) -> None:
    proof = prove(sample, plays=60)
    assert proof.holds
    assert proof.report is not None and proof.report.plays == 300
    assert {each.severity for each in proof.findings} <= {"info"}
    assert proof.suggestion is None


def test_a_package_with_an_error_is_not_played(sample: VNPackage) -> None:
    proof = prove(sample.model_copy(update={"endings": ()}))
    assert not proof.holds
    assert proof.report is None


def test_what_was_tried_is_part_of_the_repair(sample: VNPackage) -> None:
    proof = prove(too_hard(sample), plays=30)
    assert proof.holds, "too hard is a warning"
    assert proof.suggestion is not None
    assert any(str(proof.suggestion) in each.repair for each in proof.findings if each.code == "VN620")
