"""What makes one scene fit better than another: each term of the score, with all others alike."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from math import e
from typing import Any

import pytest

from gameplan.novels.package import ARC_PHASES, ArcEncounter, Character, Encounter, Pacing, PersonalArc, VNPackage
from gameplan.novels.play.beats import TERMS, Choice, Proposal, Ranked
from gameplan.novels.play.book import Book, Chapter
from gameplan.novels.play.choosing import drawn, rank, scenes_at
from gameplan.novels.play.director import advance, begin
from gameplan.novels.play.luck import Seeded
from gameplan.novels.play.state import PlayState, Recent

Novel = Callable[..., VNPackage]
FILLER = Encounter(id="filler", title="Filler", description="", type="atmospheric", repeatable=True)


def scene(id: str, **more: Any) -> Encounter:
    return Encounter(id=id, title=id, description="", **{"type": "discovery", "tension": 0.25, **more})


def ranked(novel: Novel, better: Encounter, worse: Encounter, change: Callable[[PlayState], None], *more: Encounter):
    """Two scenes with their scores; and that of all terms only one differs."""
    book = Book(novel(harbour=(better, worse, FILLER, *more), clock=None, needed=10))
    state = begin(book)[0]
    change(state)
    chapter = book.chapters[state.act]
    found = {each.id: each for each in rank(book, chapter, state, [book.scenes["better"], book.scenes["worse"]], 0.0)}
    differs = [
        name
        for name, one, other in zip(TERMS, found["better"].terms, found["worse"].terms, strict=True)
        if one != pytest.approx(other)
    ]
    return found["better"].score - found["worse"].score, differs


def jon() -> Character:
    """Somebody with an arc of two steps."""
    steps = tuple(
        ArcEncounter(
            **scene(f"mara_{phase}", required_characters=("jon",)).model_dump(exclude={"required_characters"}),
            arc_phase=phase,
            required_characters=("jon",),
        )
        for phase in ("introduction", "crisis")
    )
    arc = PersonalArc(want="To leave.", need="To stay.", arc_encounters=steps)
    return Character(id="jon", name="Jon", role="ally", description="A pilot.", mobile=True, personal_arc=arc)


def ids(book: Book, chapter: Chapter, state: PlayState, place: str) -> list[str]:
    return [each.id for each in scenes_at(book, chapter, state, place, lambda condition: True)]


def nothing(state: PlayState) -> None:
    """The act has just begun."""


def passed_over(state: PlayState) -> None:
    state.passed["better"] = 4


def behind(state: PlayState) -> None:
    state.act_turn = 6


def just_now(state: PlayState) -> None:
    state.recent.append(Recent("filler", "puzzle", "standard", "", 0))


@pytest.mark.parametrize(
    ("term", "better", "worse", "change"),
    [
        ("priority", {"priority": "high"}, {"priority": "low"}, nothing),
        ("starvation", {}, {}, passed_over),
        ("need", {"gives_progression": 2}, {}, behind),
        ("unlock", {"potential_flags": ("open",)}, {}, nothing),
        ("novelty", {"pacing": Pacing(focus="tension_and_action")}, {"pacing": Pacing(focus="standard")}, just_now),
        ("novelty", {"type": "discovery"}, {"type": "puzzle"}, just_now),
        ("pacing", {"tension": 0.25}, {"tension": 0.9}, nothing),
    ],
)
def test_a_scene_fits_better_by_each_term_alone(
    term: str, better: dict[str, Any], worse: dict[str, Any], change: Callable[[PlayState], None], novel: Novel
) -> None:
    locked = scene("locked", prerequisites=("open",), gives_progression=2)
    ahead, differs = ranked(novel, scene("better", **better), scene("worse", **worse), change, locked)
    assert ahead > 0 and differs == [term]


def test_the_longer_a_scene_was_passed_over_the_better_it_fits(novel: Novel) -> None:
    def after(turns: int) -> float:
        def change(state: PlayState) -> None:
            state.passed["better"] = turns

        return ranked(novel, scene("better"), scene("worse"), change)[0]

    assert 0 < after(1) < after(4) < after(9)


def test_what_repeats_is_never_starved(novel: Novel) -> None:
    repeats = {"repeatable": True, "cooldown": 0}
    ahead, differs = ranked(novel, scene("better", **repeats), scene("worse", **repeats), passed_over)
    assert ahead == pytest.approx(0) and differs == []


def test_a_scene_of_an_arc_fits_when_its_phase_is_due_and_not_before(novel: Novel) -> None:
    steps = [f"mara_{phase}" for phase in ("introduction", "crisis")]
    book = Book(novel(people=(jon(),), clock=None, needed=10))

    def terms(progress: int) -> dict[str, float]:
        state = begin(book)[0]
        state.progress = progress
        scenes = [book.scenes[each] for each in steps]
        arc = TERMS.index("arc")
        return {each.id: each.terms[arc] for each in rank(book, book.chapters[state.act], state, scenes, 0.0)}

    assert terms(3) == {"mara_introduction": 1.0, "mara_crisis": -0.6}
    assert terms(7) == {"mara_introduction": 1.0, "mara_crisis": 1.0}


def test_a_person_rests_three_turns_between_two_steps_of_an_arc(novel: Novel) -> None:
    book = Book(novel(people=(jon(),), clock=None, needed=10))
    state = begin(book)[0]
    chapter, place = book.chapters[state.act], state.location
    assert "mara_crisis" not in ids(book, chapter, state, place)
    state.arcs["jon"] = ARC_PHASES.index("introduction") + 1
    state.arc_turns["jon"] = state.turn = 5
    state.played["mara_introduction"] = 1
    found = []
    for state.turn in range(6, 11):
        found.append("mara_crisis" in ids(book, chapter, state, place))
    assert found == [False, False, False, True, True]


def test_of_the_best_the_better_is_drawn_the_oftener_and_none_never() -> None:
    ranked = [Ranked("one", 1.0), Ranked("two", 0.75), Ranked("three", 0.5)]
    found = Counter(drawn(ranked, at / 1_000).id for at in range(1_000))
    assert found["one"] / found["two"] == pytest.approx(e, rel=0.02)  # a quarter of a point at a temperature of 0.25
    assert found["two"] / found["three"] == pytest.approx(e, rel=0.02)
    assert drawn(ranked, 0.999_999_999).id == "three"


def test_the_luck_of_the_play_draws_among_the_best(novel: Novel) -> None:
    """Two scenes that fit alike come about equally often over the seeds, and a model that names one changes no dice."""
    book = Book(novel(harbour=(scene("one"), scene("two"), FILLER), clock=None, needed=10))
    state = begin(book)[0]
    found = Counter(advance(book, state, Choice(), Seeded(str(seed)))[1].ref for seed in range(300))
    assert set(found) <= {"one", "two", "filler"} and min(found["one"], found["two"]) > 100
    for seed in range(10):
        luck = Seeded(str(seed))
        plain, named = (advance(book, state, Choice(), luck, by)[0] for by in (None, Proposal(pick="two")))
        assert plain.drawn == named.drawn > state.drawn


def test_tension_rises_with_the_act_and_falls_after_a_climb(novel: Novel) -> None:
    """The same two scenes: the quiet one fits at the beginning, the loud one late, and the quiet one after a climb."""

    def ahead(progress: int, paced: int) -> float:
        def change(state: PlayState) -> None:
            state.progress, state.paced = progress, paced

        return ranked(novel, scene("better", tension=0.3), scene("worse", tension=0.7), change)[0]

    assert ahead(0, 0) > 0 > ahead(8, 2)
    assert ahead(5, 3) > ahead(5, 2)
