"""What can come, and what comes first: the rules of the Director one by one, and in every play of every novel."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gameplan.novels.package import (
    Character,
    Encounter,
    Escalation,
    InevitableEvent,
    Location,
    OpposingForce,
    Ticks,
    VNPackage,
)
from gameplan.novels.play.beats import Beat, Choice
from gameplan.novels.play.book import Book
from gameplan.novels.play.choosing import scenes_here
from gameplan.novels.play.director import advance, begin
from gameplan.novels.play.luck import Seeded
from gameplan.novels.play.state import PlayState
from gameplan.novels.play.ways import hard

Novel = Callable[..., VNPackage]
SEEDS = st.integers(0, 10**6)
STAY, WAIT = Choice(), Choice("wait")
FILLER = Encounter(id="filler", title="Filler", description="", type="atmospheric", repeatable=True, cooldown=0)


def scene(id: str, **more: Any) -> Encounter:
    return Encounter(id=id, title=id, description="", **more)


def here(book: Book, state: PlayState) -> set[str]:
    """What could come where the player is."""
    return {each.id for each in scenes_here(book, book.chapters[state.act], state, hard(state))}


def stays(novel: Novel, beats: int, *pool: Encounter, **more: Any) -> list[str]:
    """What comes, beat by beat, to somebody who stays."""
    state, came = begin(book := Book(novel(harbour=pool, needed=1_000, **{"clock": None, **more})))[0], []
    for _ in range(beats):
        state, beat = advance(book, state, STAY, Seeded("1"))
        came.append(beat.ref)
    return came


# -- what can come


@pytest.mark.parametrize(
    ("rule", "flags", "comes"),
    [
        ({"prerequisites": ("a", "b")}, ("a",), False),
        ({"prerequisites": ("a", "b")}, ("a", "b"), True),
        ({"exclude_if_flags": ("a", "b")}, (), True),
        ({"exclude_if_flags": ("a", "b")}, ("b",), False),
        ({"condition": 'flag("a") and turn < 9'}, ("a",), True),
        ({"condition": 'flag("a") and turn > 9'}, ("a",), False),
    ],
)
def test_a_scene_can_come_when_its_flags_and_its_condition_let_it(
    novel: Novel, rule: dict[str, Any], flags: tuple[str, ...], comes: bool
) -> None:
    book = Book(novel(harbour=(scene("it", **rule), FILLER)))
    state = begin(book)[0]
    state.flags.update(dict.fromkeys(flags, 0))
    assert ("it" in here(book, state)) == comes


def test_what_was_played_does_not_come_again_unless_it_repeats(novel: Novel) -> None:
    came = stays(novel, 6, scene("once"), FILLER)
    assert came.count("once") == 1 and came.count("filler") == 5


def test_what_repeats_rests_first_and_comes_so_often_at_most(novel: Novel) -> None:
    again = scene("again", repeatable=True, cooldown=2, max_repeats=2, priority="high", tension=0.4)
    came = stays(novel, 20, again, FILLER)
    at = [number for number, ref in enumerate(came) if ref == "again"]
    assert len(at) == 3  # once, and twice again
    assert all(later - earlier > 2 for earlier, later in pairwise(at))
    often = again.model_copy(update={"max_repeats": 0, "cooldown": 0})
    assert stays(novel, 20, often, FILLER).count("again") > 3


def test_a_second_half_comes_after_the_first_and_only_soon(novel: Novel) -> None:
    first, second = scene("first"), scene("second", follows="first", within=2)
    book = Book(novel(harbour=(first, second, FILLER), clock=None))
    state = begin(book)[0]
    assert "second" not in here(book, state)
    state.played["first"], state.last["first"] = 1, state.turn
    for turns, comes in ((1, True), (2, True), (3, False)):
        later = state.copy()
        later.turn += turns
        assert ("second" in here(book, later)) == comes


def test_a_scene_of_an_arc_comes_where_it_may(novel: Novel) -> None:
    step = {**scene("mara_step").model_dump(by_alias=True), "arcPhase": "introduction", "locations": ["tower"]}
    arc = {"want": "a", "need": "b", "arcEncounters": [step]}
    jon = Character.model_validate({"id": "jon", "name": "Jon", "role": "npc", "description": "", "personalArc": arc})
    book = Book(novel(harbour=(FILLER,), people=(jon,)))
    state = begin(book)[0]
    assert "mara_step" not in here(book, state)
    state.location = "tower"
    assert "mara_step" in here(book, state)


# -- what comes first


@pytest.mark.parametrize("number", range(5))
def test_what_is_urgent_comes_before_all_that_would_fit_better(novel: Novel, number: int) -> None:
    drab = {"priority": "urgent", "tension": 1.0, "type": "atmospheric"}
    fine = [scene(f"fine{each}", priority="high", tension=0.25, gives_progression=9) for each in range(6)]
    assert stays(novel, 1, *fine[:number], scene("drab", **drab), *fine[number:])[0] == "drab"


def interrupts(novel: Novel, *, climax: bool, threshold: bool, event: bool) -> Beat:
    """The beat after one in which all of these came due at once."""
    due = [("storm", True, climax), ("visit", False, event)]
    events = tuple(
        InevitableEvent(id=id, title=id, description="", trigger_condition="doom >= 1", forces_climax=forces)
        for id, forces, wanted in due
        if wanted
    )
    crossed = (Escalation(threshold=1, description="One."),) if threshold else ()
    clock = OpposingForce(
        tracker_label="Tide", required_value=9, ticks=Ticks(idle=1, every_beats=0), escalation_events=crossed
    )
    book = Book(novel(harbour=(scene("it", priority="urgent"), FILLER), clock=clock, events=events))
    state, _ = advance(book, begin(book)[0], WAIT, Seeded("1"))
    assert state.doom == 1
    return advance(book, state, STAY, Seeded("1"))[1]


@pytest.mark.parametrize(
    ("climax", "threshold", "event", "first"),
    [
        (True, True, True, ("climax", "storm")),
        (True, False, True, ("climax", "storm")),
        (False, True, True, ("escalation", "one/1")),
        (False, False, True, ("event", "visit")),
        (False, False, False, ("encounter", "it")),
    ],
)
def test_a_climax_comes_before_an_escalation_that_before_an_event_and_all_before_a_scene(
    novel: Novel, climax: bool, threshold: bool, event: bool, first: tuple[str, str]
) -> None:
    beat = interrupts(novel, climax=climax, threshold=threshold, event=event)
    assert (beat.mode, beat.ref) == first


def test_events_that_are_due_together_come_one_a_beat(novel: Novel) -> None:
    events = tuple(
        InevitableEvent(id=id, title=id, description="", trigger_condition="turn >= 1") for id in ("one_e", "two_e")
    )
    assert stays(novel, 2, FILLER, events=events) == ["one_e", "two_e"]


def test_an_event_without_any_condition_waits_for_its_latest_turn(novel: Novel) -> None:
    late = InevitableEvent(id="late", title="Late", description="", trigger_condition="", latest_turn=3)
    assert stays(novel, 3, FILLER, events=(late,)) == ["filler", "filler", "late"]


def test_a_way_that_needs_a_flag_is_closed_until_it_is_set(novel: Novel) -> None:
    package = novel(harbour=(FILLER,))
    act = package.acts[0]
    tower: Location = act.locations[1].model_copy(update={"requires_flag": "key"})
    act = act.model_copy(update={"locations": (act.locations[0], tower)})
    book = Book(package.model_copy(update={"acts": (act,)}))
    state = begin(book)[0]
    with pytest.raises(ValueError, match="no open way"):
        advance(book, state, Choice("go", "tower"), Seeded("1"))
    state.flags["key"] = 0
    assert advance(book, state, Choice("go", "tower"), Seeded("1"))[0].location == "tower"


def test_what_is_planted_at_a_place_comes_up_once_elsewhere_and_not_at_once(novel: Novel) -> None:
    package = novel(harbour=(FILLER,), tower=(FILLER.model_copy(update={"id": "wind"}),), clock=None, needed=1_000)
    act = package.acts[0]
    harbour = act.locations[0].model_copy(update={"callbacks": ("the cracked bell",)})
    act = act.model_copy(update={"locations": (harbour, act.locations[1])})
    book = Book(package.model_copy(update={"acts": (act,)}))
    state, planted, back = begin(book)[0], [], []
    for choice in (STAY, STAY, Choice("go", "tower"), *[STAY] * 6):
        state, beat = advance(book, state, choice, Seeded("1"))
        planted += [beat.turn] if beat.plants == "the cracked bell" else []
        back += [(beat.turn, beat.location)] if beat.calls_back == "the cracked bell" else []
    assert planted == [1] and back == [(4, "tower")]


# -- in every play


@given(novel=SEEDS, seed=SEEDS)
@settings(max_examples=150)
def test_nothing_is_ever_played_against_its_rules(
    novel_by_chance: Any, play_through: Any, novel: int, seed: int
) -> None:
    """Said anew from the fields of the package, and held against what came."""
    book = novel_by_chance(novel)
    count: dict[str, int] = {}
    last: dict[str, int] = {}
    phases: dict[str, int] = {}
    for _, before, beat in play_through(book, seed)[1]:
        played = book.scenes.get(beat.ref)
        if played is None:
            continue
        rules, flags = played.encounter, set(before.flags)
        assert set(rules.prerequisites) <= flags
        assert not set(rules.exclude_if_flags) & flags
        times = count.get(beat.ref, 0)
        assert not times or rules.repeatable
        assert not times or not rules.max_repeats or times <= rules.max_repeats
        assert not times or beat.turn - last[beat.ref] > rules.cooldown
        assert rules.condition != "somebody is sad"  # nobody was asked
        if played.character:
            reached = phases.get(played.character, 0)
            assert played.phase <= reached or not any(
                reached < each < played.phase for each in book.phases[played.character]
            )
            phases[played.character] = max(reached, played.phase)
        count[beat.ref], last[beat.ref] = times + 1, beat.turn
