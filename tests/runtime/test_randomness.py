"""Chance on the record: the seed makes the outcomes, each outcome is an event, and no rewind reaches behind one."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gameplan.runtime import (
    MemoryJournal,
    RandomDrawn,
    Randomness,
    RandomSeeded,
    RewindRefused,
    Session,
    SqliteJournal,
)


def dice(seed: str | int | None = "golden") -> Randomness:
    return Randomness(Session(), seed)


def test_the_outcomes_of_a_seed_never_change() -> None:
    """Pinned: no version of Python, and no machine, may give others."""
    golden = dice("golden")
    assert [golden.roll() for _ in range(20)] == GOLDEN_ROLLS
    assert [golden.flip() for _ in range(12)] == GOLDEN_FLIPS
    assert golden.permutation(10) == GOLDEN_ORDER
    assert golden.below(2**64, "a word") == GOLDEN_WORD
    assert golden.choice("abcdefgh", "a letter") == GOLDEN_LETTER


def test_the_same_seed_and_the_same_draws_give_the_same_outcomes() -> None:
    for seed in ("a", 7, ""):
        first, second = dice(seed), dice(seed)
        assert [first.below(1000, "x") for _ in range(50)] == [second.below(1000, "x") for _ in range(50)]


def test_different_seeds_give_different_outcomes() -> None:
    runs = [tuple(dice(seed).below(1000, "x") for _ in range(5)) for seed in range(20)]
    runs += [tuple(dice(None).below(1000, "x") for _ in range(5)) for _ in range(3)]
    assert len(set(runs)) == 23


def test_a_later_draw_does_not_depend_on_how_much_an_earlier_one_took() -> None:
    first, second = dice(), dice()
    first.permutation(60)
    second.flip()
    assert [first.roll() for _ in range(10)] == [second.roll() for _ in range(10)]


@settings(max_examples=60)
@given(st.integers(1, 2**64), st.integers())
def test_a_draw_is_below_its_sides(sides: int, seed: int) -> None:
    assert 0 <= dice(seed).below(sides, "x") < sides


@settings(max_examples=40)
@given(st.integers(0, 80), st.integers())
def test_a_permutation_holds_each_number_once(size: int, seed: int) -> None:
    assert sorted(dice(seed).permutation(size)) == list(range(size))


@pytest.mark.parametrize("sides", [2, 6, 7, 20])
def test_every_outcome_is_as_likely_as_the_next(sides: int) -> None:
    draws = 3_000
    fair = dice("fair")
    counts = Counter(fair.below(sides, "x") for _ in range(draws))
    expected = draws / sides
    chi_square = sum((counts[side] - expected) ** 2 / expected for side in range(sides))
    assert chi_square < 3 * sides + 12  # far beyond what chance gives, and the seed is fixed


def test_every_order_is_as_likely_as_the_next() -> None:
    fair = dice("fair")
    counts = Counter(fair.permutation(3) for _ in range(1_200))
    assert len(counts) == 6
    assert sum((count - 200) ** 2 / 200 for count in counts.values()) < 30


@pytest.mark.parametrize("sides", [0, -1, 2**64 + 1])
def test_a_draw_that_cannot_be_made_is_refused(sides: int) -> None:
    session = Session()
    with pytest.raises(ValueError, match="A draw"):
        Randomness(session, 1).below(sides, "x")
    assert session.seq == 1


def test_nothing_can_be_chosen_from_nothing() -> None:
    with pytest.raises(ValueError, match="at least one possible outcome"):
        dice().choice([], "x")
    with pytest.raises(ValueError, match="no order of -1"):
        dice().permutation(-1)


def test_every_outcome_is_an_event_with_its_purpose() -> None:
    session = Session()
    chance = Randomness(session, "golden")
    roll = chance.roll(20, "initiative")
    heads = chance.flip()
    order = chance.permutation(4, "deck")
    assert session.events_of(RandomSeeded) == (RandomSeeded("golden"),)
    assert session.events_of(RandomDrawn) == (
        RandomDrawn("initiative", 20, (roll - 1,)),
        RandomDrawn("coin flip", 2, (0 if heads else 1,)),
        RandomDrawn("deck", 4, order),
    )


def test_a_coin_that_has_fallen_stays_fallen() -> None:
    session = Session()
    chance = Randomness(session, 1)
    before = session.seq
    chance.flip()
    with pytest.raises(RewindRefused, match="RandomDrawn"):
        session.rewind(before)
    with pytest.raises(RewindRefused, match="RandomDrawn"):
        session.rewind(0)


def test_nor_can_the_seed_be_taken_back_and_another_chosen() -> None:
    session = Session()
    Randomness(session, 1)
    with pytest.raises(RewindRefused, match="RandomSeeded"):
        session.rewind(0)


def test_after_an_agreed_undo_the_same_flip_falls_the_same_way_and_both_are_recorded() -> None:
    session = Session()
    chance = Randomness(session, 1)
    chance.roll()
    before = session.seq
    outcomes = [chance.below(1_000_000, "x") for _ in range(3)]
    session.rewind(before, past_final=True)
    assert [chance.below(1_000_000, "x") for _ in range(3)] == outcomes
    assert len(session.events_of(RandomDrawn)) == 7


def test_even_an_undo_of_the_very_beginning_keeps_the_seed() -> None:
    session = Session()
    chance = Randomness(session)
    outcomes = [chance.below(1_000_000, "x") for _ in range(3)]
    session.rewind(0, past_final=True)
    assert [chance.below(1_000_000, "x") for _ in range(3)] == outcomes


def test_a_reopened_session_goes_on_with_the_stream(tmp_path: Path) -> None:
    in_one_go = dice(5)
    expected = [in_one_go.below(1000, "x") for _ in range(6)]
    with SqliteJournal(tmp_path / "journal.db") as journal:
        drawn = []
        with Session(journal=journal, session_id="s") as session:
            chance = Randomness(session, 5)
            drawn += [chance.below(1000, "x") for _ in range(3)]
        with Session.open(journal, "s") as session:
            chance = Randomness(session, "another seed, which comes too late")
            drawn += [chance.below(1000, "x") for _ in range(3)]
            assert session.events_of(RandomSeeded) == (RandomSeeded("5"),)
    assert drawn == expected


def test_two_hands_on_one_session_draw_from_one_stream() -> None:
    session = Session(journal=MemoryJournal())
    one, two = Randomness(session, 5), Randomness(session, 6)
    alone = dice(5)
    assert [one.roll(), two.roll(), one.roll()] == [alone.roll() for _ in range(3)]


GOLDEN_ROLLS = [6, 6, 5, 3, 4, 5, 3, 2, 1, 4, 3, 5, 1, 6, 3, 1, 1, 1, 5, 5]
GOLDEN_FLIPS = [True, True, True, True, False, True, True, False, False, True, True, False]
GOLDEN_ORDER = (1, 9, 3, 0, 5, 6, 4, 7, 2, 8)
GOLDEN_WORD = 16490585471250655077
GOLDEN_LETTER = "h"
