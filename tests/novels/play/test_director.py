"""The Director: what holds in every play of every novel, and the rules one by one."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gameplan.novels.package import (
    Act,
    Branch,
    Character,
    Encounter,
    Ending,
    Escalation,
    InevitableEvent,
    Location,
    NextAct,
    OpposingForce,
    Pacing,
    Progression,
    Ticks,
    VNPackage,
)
from gameplan.novels.play.beats import Choice, IllegalChoice, Proposal
from gameplan.novels.play.book import Book
from gameplan.novels.play.choosing import scenes_here
from gameplan.novels.play.director import advance, begin
from gameplan.novels.play.luck import Seeded, roll_of
from gameplan.novels.play.offering import options
from gameplan.novels.play.state import PlayState
from gameplan.novels.play.ways import hard, ways_on

SEEDS = st.integers(0, 10**6)
STAY, WAIT = Choice(), Choice("wait")
TALK, TENSE = Pacing(focus="dialogue_and_worldbuilding"), Pacing(focus="tension_and_action")


class Dice:
    """Luck that falls as told: dice first, then always the same."""

    def __init__(self, *faces: int) -> None:
        self.faces = list(faces)

    def below(self, count: int, sides: int) -> int:
        return self.faces.pop(0) - 1 if sides == 6 and self.faces else 0


# -- what always holds


@given(novel=SEEDS, seed=SEEDS)
@settings(max_examples=150)
def test_every_play_ends_and_the_same_choices_give_the_same_play(
    novel_by_chance: Any, play_through: Any, novel: int, seed: int
) -> None:
    book = novel_by_chance(novel)
    end, taken = play_through(book, seed)
    assert end.ending and end.outcome in ("won", "lost", "stalled")
    again, luck = begin(book)[0], Seeded(str(seed))
    for choice, before, beat in taken:
        assert again == before
        again, same = advance(book, again, choice, luck)
        assert same == beat
    assert again == end


@given(novel=SEEDS, seed=SEEDS)
def test_a_state_survives_json_at_every_beat(novel_by_chance: Any, play_through: Any, novel: int, seed: int) -> None:
    end, taken = play_through(novel_by_chance(novel), seed)
    states = [*(before for _, before, _ in taken), end]
    for before, after in itertools.pairwise(states):
        assert PlayState.from_json(after.to_json()) == after
        assert before.with_changes(before.changes_to(after)) == after


@given(novel=SEEDS, seed=SEEDS)
@settings(max_examples=150)
def test_thresholds_and_events_fire_once_and_in_order(
    novel_by_chance: Any, play_through: Any, novel: int, seed: int
) -> None:
    book = novel_by_chance(novel)
    _, taken = play_through(book, seed)
    fired = Counter(beat.ref for _, _, beat in taken if beat.mode in ("escalation", "event"))
    assert all(count == 1 for count in fired.values())
    for act, chapter in book.chapters.items():
        order = [key for key, _ in chapter.escalations]
        told = [beat.ref for _, _, beat in taken if beat.mode == "escalation" and beat.act == act]
        assert [order.index(key) for key in told] == sorted(order.index(key) for key in told)


@given(novel=SEEDS, seed=SEEDS)
@settings(max_examples=150)
def test_there_is_never_a_third_scene_of_one_focus_if_another_could_come(
    novel_by_chance: Any, play_through: Any, novel: int, seed: int
) -> None:
    book = novel_by_chance(novel)
    for choice, before, beat in play_through(book, seed)[1]:
        last = [each.focus for each in before.recent[-2:]]
        if beat.ref not in book.scenes or beat.brought_by or len(set(last)) != 1 or len(last) < 2:
            continue
        if book.scenes[beat.ref].encounter.pacing.focus == last[0]:
            assert {book.scenes[each.id].encounter.pacing.focus for each in beat.shortlist} == {last[0]}
            here = before.copy()
            here.turn, here.location = beat.turn, beat.location
            possible = scenes_here(book, book.chapters[beat.act], here, hard(here))
            # a tick of the clock within the beat may have changed what a condition says
            assert choice.move == "go" or {
                each.encounter.pacing.focus for each in possible if not each.encounter.condition
            } <= {last[0]}


@given(novel=SEEDS, seed=SEEDS)
def test_progress_comes_from_finished_encounters_alone(
    novel_by_chance: Any, play_through: Any, novel: int, seed: int
) -> None:
    book = novel_by_chance(novel)
    for _, before, beat in play_through(book, seed)[1]:
        gives = book.scenes[beat.ref].encounter.gives_progression if beat.ref in book.scenes else 0
        missed = beat.roll is not None and beat.roll.tier == "miss"
        assert beat.progress == (gives // 2 if missed else gives)
        assert beat.act == before.act or not beat.progress


@given(novel=SEEDS, seed=SEEDS)
def test_to_stay_is_offered_when_a_scene_would_come_of_it(
    novel_by_chance: Any, play_through: Any, novel: int, seed: int
) -> None:
    book = novel_by_chance(novel)
    for _, before, _ in play_through(book, seed)[1]:
        beat = advance(book, before, STAY, Seeded("1"))[1]
        if beat.mode in ("encounter", "filler", "travel") and not beat.brought_by:
            assert (beat.ref in book.scenes) == (STAY in options(book, before))


@given(novel=SEEDS, seed=SEEDS, pick=st.text(max_size=8), tension=st.floats(), bond=st.integers(), note=st.text())
def test_whatever_a_model_proposes_changes_only_what_it_may(
    novel_by_chance: Any, novel: int, seed: int, pick: str, tension: float, bond: int, note: str
) -> None:
    book, luck = novel_by_chance(novel), Seeded(str(seed))
    state = begin(book)[0]
    proposal = Proposal(pick, tension, "mara", bond, note, {"somebody is sad": True})
    while not state.over and state.turn < 30:
        after, beat = advance(book, state, options(book, state)[0], luck, proposal)
        plain, expected = advance(book, state, options(book, state)[0], luck)
        assert abs(after.bond("mara") - plain.bond("mara")) <= 2 and -3 <= after.bond("mara") <= 3
        assert 0 <= beat.tension <= 1
        assert beat.mode != "ending" or expected.mode == "ending" or beat.questions
        state = after


@pytest.mark.parametrize("seed", range(20))
def test_no_scene_starves(novel: Callable[..., VNPackage], seed: int) -> None:
    """Who stays sees everything, however often something that repeats would fit better."""
    drab = {"priority": "low", "tension": 0.0, "type": "atmospheric"}
    loud = {"repeatable": True, "cooldown": 0, "priority": "high", "gives_progression": 2, "tension": 0.4}
    pool = (
        *(Encounter(id=f"drab{each}", title="Drab", description="", pacing=TENSE, **drab) for each in range(4)),
        *(
            Encounter(id=f"loud{each}", title="Loud", description="", pacing=(TALK, TENSE)[each % 2], **loud)
            for each in range(12)
        ),
    )
    book = Book(novel(harbour=pool, clock=None, needed=1_000))
    state, luck = begin(book)[0], Seeded(str(seed))
    for _ in range(32):
        state, _ = advance(book, state, STAY, luck)
    assert all(state.done(f"drab{each}") for each in range(4))


# -- rolls


@pytest.mark.parametrize(
    ("modifier", "strong", "weak", "miss"), [(0, 6, 15, 15), (1, 10, 16, 10), (2, 15, 15, 6), (3, 21, 12, 3)]
)
def test_the_odds_of_two_dice(modifier: int, strong: int, weak: int, miss: int) -> None:
    faces = range(1, 7)
    tiers = Counter(roll_of("nerve", (a, b), modifier).tier for a in faces for b in faces)
    assert (tiers["strong"], tiers["weak"], tiers["miss"]) == (strong, weak, miss)


def test_a_modifier_is_kept_within_bounds() -> None:
    assert roll_of("nerve", (3, 3), 9).modifier == 3
    assert roll_of("nerve", (3, 3), -9).modifier == -2


@pytest.mark.parametrize(("dice", "tier", "progress", "doom"), [((6, 5), "strong", 3, 0), ((1, 1), "miss", 1, 1)])
def test_a_miss_gives_half_and_the_clock_goes_on(
    book: Book, dice: tuple[int, int], tier: str, progress: int, doom: int
) -> None:
    state, beat = advance(book, begin(book)[0], Choice("go", "tower"), Dice(*dice))
    assert beat.ref == "stair" and beat.roll is not None and (beat.roll.tier, beat.roll.modifier) == (tier, 1)
    assert (beat.progress, beat.doom) == (progress, doom)
    assert beat.complication == ("The rope slips." if tier == "miss" else "")
    assert state.complications == (tier == "miss")


def test_flags_of_a_miss_and_of_a_success_are_different(novel: Callable[..., VNPackage]) -> None:
    risk = Encounter(
        id="risk",
        title="Risk",
        description="",
        roll="wits",
        potential_flags=("got_it",),
        guaranteed_flags=("tried",),
        miss_flags=("lost_it",),
        findings=("A letter.",),
        interactables=("A brass key",),
    )
    book = Book(novel(harbour=(risk,)))
    won, beat = advance(book, begin(book)[0], STAY, Dice(6, 6))
    assert set(won.flags) == {"tried", "got_it"} and beat.findings == ("A letter.",) and won.has("a brass key")
    lost, beat = advance(book, begin(book)[0], STAY, Dice(1, 1))
    assert set(lost.flags) == {"tried", "lost_it"} and not beat.findings and not lost.has("A brass key")


# -- trackers, acts and endings


def test_progress_wins_a_tie_with_the_clock(novel: Callable[..., VNPackage]) -> None:
    last = Encounter(id="last", title="Last", description="", gives_progression=4, doom_delta=6)
    book = Book(novel(harbour=(last,)))
    state, beat = advance(book, begin(book)[0], STAY, Dice())
    assert state.progress_full and state.doom == 5 and beat.notes == ("photo_finish",)
    state, beat = advance(book, state, STAY, Dice())
    assert (beat.mode, beat.ref, state.outcome) == ("ending", "light", "won")


def test_several_thresholds_that_are_crossed_at_once_are_told_one_after_the_other(
    novel: Callable[..., VNPackage],
) -> None:
    clock = OpposingForce(
        tracker_label="Tide",
        required_value=9,
        reversible=True,
        ticks=Ticks(idle=5, every_beats=0),
        escalation_events=(
            Escalation(threshold=4, description="Four.", set_flags=("four",), lock_locations=("tower",)),
            Escalation(threshold=2, description="Two.", set_flags=("two",)),
        ),
    )
    calm = Encounter(id="calm", title="Calm", description="", doom_delta=-4)
    book = Book(novel(harbour=(calm,), clock=clock))
    state, _ = advance(book, begin(book)[0], WAIT, Dice())
    assert state.doom == 5 and not state.flags
    told = []
    for _ in range(2):
        state, beat = advance(book, state, STAY, Dice())
        told.append((beat.mode, beat.flags))
    assert told == [("escalation", ("two",)), ("escalation", ("four",))]
    with pytest.raises(IllegalChoice, match="no open way"):
        advance(book, state, Choice("go", "tower"), Dice())
    state, _ = advance(book, state, STAY, Dice())
    assert state.doom == 1
    state, _ = advance(book, state, WAIT, Dice())
    assert state.doom == 6 and not state.waiting  # they do not come a second time


def test_a_clock_that_may_not_go_back_does_not(novel: Callable[..., VNPackage]) -> None:
    calm = Encounter(id="calm", title="Calm", description="", doom_delta=-4)
    book = Book(novel(harbour=(calm,)))
    state, _ = advance(book, begin(book)[0], WAIT, Dice())
    assert state.doom == 1
    assert advance(book, state, STAY, Dice())[0].doom == 1


def test_a_full_clock_brings_the_climax_and_then_the_ending(book: Book) -> None:
    state, modes = begin(book)[0], []
    while not state.over:
        state, beat = advance(book, state, STAY if state.doom_full else WAIT, Dice())
        modes.append(beat.mode)
    assert modes[-2:] == ["climax", "ending"]
    assert (state.ending, state.outcome) == ("dark", "lost")


def _event(**more: Any) -> InevitableEvent:
    return InevitableEvent(
        **{"id": "storm", "title": "Storm", "description": "", "trigger_condition": "turn > 99", **more}
    )


def test_an_event_comes_at_its_latest_turn_with_the_first_branch_that_holds(novel: Callable[..., VNPackage]) -> None:
    branches = (
        Branch(condition='flag("never")', effect="No."),
        Branch(condition="turn >= 1", effect="Yes.", set_flags=("yes",)),
        Branch(condition="turn >= 1", effect="Too late.", set_flags=("late",)),
    )
    event = _event(latest_turn=3, conditional_branches=branches, set_flags=("storm",), foreshadow="Gulls leave.")
    book = Book(novel(events=(event,)))
    state, beats = begin(book)[0], []
    for _ in range(3):
        state, beat = advance(book, state, STAY, Dice())
        beats.append(beat)
    assert beats[0].foreshadows == "Gulls leave." and not beats[1].foreshadows
    assert (beats[2].mode, beats[2].branch, beats[2].flags) == ("event", 1, ("storm", "yes"))
    assert state.fired("storm") and advance(book, state, STAY, Dice())[1].mode != "event"


def test_a_branch_with_an_ending_ends_the_story(novel: Callable[..., VNPackage]) -> None:
    branch = Branch(condition="turn >= 1", effect="All sleep.", ending="dark")
    book = Book(novel(events=(_event(trigger_condition="turn >= 1", conditional_branches=(branch,)),)))
    state, beat = advance(book, begin(book)[0], STAY, Dice())
    assert beat.mode == "event" and [each.move for each in options(book, state)] == ["stay"]
    state, beat = advance(book, state, STAY, Dice())
    assert (beat.mode, state.ending, state.outcome) == ("ending", "dark", "lost")


def test_a_climax_that_comes_too_early_is_a_loss_and_no_standstill(novel: Callable[..., VNPackage]) -> None:
    book = Book(novel(events=(_event(latest_turn=2, forces_climax=True),)))
    state = begin(book)[0]
    while not state.over:
        state, _ = advance(book, state, STAY, Dice())
    assert (state.ending, state.outcome) == ("dark", "lost")


def test_a_condition_in_prose_is_asked_and_only_an_answer_makes_it_hold(novel: Callable[..., VNPackage]) -> None:
    book = Book(novel(events=(_event(trigger_condition="The player has lost heart."),)))
    start = begin(book)[0]
    _, beat = advance(book, start, STAY, Dice())
    assert beat.mode != "event" and beat.questions == ("The player has lost heart.",)
    _, beat = advance(book, start, STAY, Dice(), Proposal(answers={"The player has lost heart.": True}))
    assert beat.mode == "event"


@pytest.mark.parametrize("broken", ["location >= 3", "progress / 0 > 1", "turn", 'bond("mara")'])
def test_a_condition_that_cannot_be_computed_does_not_hold_and_play_goes_on(
    novel: Callable[..., VNPackage], play_through: Any, broken: str
) -> None:
    scene = Encounter(id="odd", title="Odd", description="", condition=broken)
    book = Book(
        novel(
            harbour=(scene,),
            events=(_event(trigger_condition=broken),),
            endings=(Ending(id="odd_end", title="Odd", condition=broken), Ending(id="end", title="End")),
        )
    )
    end, _ = play_through(book, 1)
    assert not end.done("odd") and not end.fired("storm") and end.ending == "end"


def _act(id: str, *, next: tuple[NextAct, ...] = (), clock: int = 0) -> Act:
    scene = Encounter(id=f"{id}_scene", title=id, description="", gives_progression=1)
    return Act(
        id=id,
        title=id,
        objective="",
        next=next,
        locations=(Location(id=f"{id}_place", title=id, location="x", encounters=(scene,)),),
        global_progression=Progression(required_value=1, tracker_label="P"),
        opposing_force=OpposingForce(tracker_label="D", required_value=clock) if clock else None,
    )


@pytest.mark.parametrize(
    ("next", "second"),
    [
        ((), "b"),
        ((NextAct(act_id="c", condition='done("a_scene")'),), "c"),
        ((NextAct(act_id="c", condition='flag("never")'),), "b"),
    ],
)
def test_acts_follow_one_another(novel: Callable[..., VNPackage], next: tuple[NextAct, ...], second: str) -> None:
    book = Book(novel(acts=(_act("a", next=next), _act("b"), _act("c"))))
    state, _ = advance(book, begin(book)[0], STAY, Dice())
    state, beat = advance(book, state, STAY, Dice())
    assert (beat.mode, beat.ref, state.act_turn, state.progress) == ("opening", second, 0, 0)
    assert state.done("a_scene")


def test_who_has_lost_goes_on_only_where_a_condition_says_so(novel: Callable[..., VNPackage]) -> None:
    for condition, then in (("", "ending"), ("doom_pct >= 100", "opening")):
        first = _act("a", next=(NextAct(act_id="b", condition=condition),), clock=1)
        book = Book(novel(acts=(first, _act("b"))))
        state, _ = advance(book, begin(book)[0], WAIT, Dice())
        assert state.doom_full
        state, beat = advance(book, state, STAY, Dice())
        assert beat.mode == "climax"
        assert advance(book, state, STAY, Dice())[1].mode == then


def test_without_any_ending_that_holds_the_last_one_comes(novel: Callable[..., VNPackage]) -> None:
    never = tuple(Ending(id=each, title=each, condition='flag("never")') for each in ("first", "second"))
    for endings, expected in ((never, "second"), ((), "the_end")):
        book = Book(novel(endings=endings, acts=(_act("a"),)))
        state, _ = advance(book, begin(book)[0], STAY, Dice())
        assert advance(book, state, STAY, Dice())[0].ending == expected


# -- nothing happens


def test_an_act_in_which_nothing_new_can_be_reached_and_no_clock_runs_ends(novel: Callable[..., VNPackage]) -> None:
    lonely = Act(
        id="a",
        title="a",
        objective="",
        locations=(Location(id="cell", title="Cell", location="cell"),),
        global_progression=Progression(required_value=1, tracker_label="P"),
    )
    book = Book(novel(acts=(lonely,)))
    state, notes = begin(book)[0], []
    while not state.over:
        state, beat = advance(book, state, options(book, state)[0], Dice())
        notes += beat.notes
    assert state.turn < 6 and state.outcome == "stalled" and notes == ["stalled"]


def test_an_act_that_comes_to_a_standstill_is_not_passed_over(novel: Callable[..., VNPackage]) -> None:
    stuck = _act("a").model_copy(update={"global_progression": Progression(required_value=9, tracker_label="P")})
    book = Book(novel(acts=(stuck, _act("b"))))
    state, acts = begin(book)[0], set()
    while not state.over:
        acts.add(state.act)
        state, _ = advance(book, state, options(book, state)[0], Dice())
    assert state.outcome == "stalled" and acts == {"a"}


def test_ways_without_a_scene_are_free_three_times(novel: Callable[..., VNPackage]) -> None:
    one = (Encounter(id="one", title="One", description="", prerequisites=("never",)),)
    book = Book(novel(harbour=one, tower=one[:0] or (one[0].model_copy(update={"id": "two"}),)))
    state, modes = begin(book)[0], []
    for to in ("tower", "harbour", "tower", "harbour", "tower"):
        state, beat = advance(book, state, Choice("go", to), Dice())
        modes.append((beat.mode, beat.doom))
    assert modes[:3] == [("travel", 0)] * 3 and modes[3] == ("filler", 2)  # idle, and the fourth beat


def test_after_idle_beats_somebody_who_goes_about_brings_a_scene(novel: Callable[..., VNPackage]) -> None:
    visit = Encounter(id="visit", title="Visit", description="", required_characters=("jon",))
    jon = Character(id="jon", name="Jon", role="npc", description="", mobile=True)
    book = Book(novel(tower=(visit,), people=(jon,)))
    state, beats = begin(book)[0], []
    for _ in range(3):
        state, beat = advance(book, state, WAIT, Dice())
        beats.append((beat.ref, beat.brought_by))
    assert beats == [("harbour", ""), ("harbour", ""), ("visit", "jon")]
    assert state.location == "harbour" and state.met("jon")


def test_a_way_leads_to_the_nearest_place_with_something_new(novel: Callable[..., VNPackage]) -> None:
    def place(id: str, *ways: str, scenes: tuple[Encounter, ...] = ()) -> Location:
        return Location(id=id, title=id, location=id, connections=ways, encounters=scenes)

    scene = Encounter(id="far", title="Far", description="")
    act = Act(
        id="a",
        title="a",
        objective="",
        locations=(place("a", "b", "c"), place("b", "a"), place("c", "d"), place("d", scenes=(scene,))),
    )
    book = Book(novel(acts=(act,)))
    state = begin(book)[0]
    assert [(way.to, way.leads_on) for way in ways_on(book, book.chapters["a"], state)] == [("b", False), ("c", True)]


# -- proposals


def test_a_model_may_name_one_of_the_shortlist_and_nothing_else(book: Book) -> None:
    start = begin(book)[0]
    plain = advance(book, start, STAY, Seeded("1"))[1]
    for each in plain.shortlist:
        assert advance(book, start, STAY, Seeded("1"), Proposal(pick=each.id))[1].ref == each.id
    beat = advance(book, start, STAY, Seeded("1"), Proposal(pick="stair"))[1]
    assert beat.ref == plain.ref and beat.notes == ('clipped: "stair" is not on the shortlist',)


def test_a_proposal_out_of_bounds_is_clipped_and_logged(book: Book) -> None:
    wild = Proposal(pick="talk", tension=5, bond="mara", bond_step=7, note="x" * 400)
    state, beat = advance(book, begin(book)[0], STAY, Seeded("1"), wild)
    assert beat.ref == "talk" and state.bond("mara") == 2 and beat.tension == 0.7 and len(beat.note) == 300
    assert [note.split(":")[0] for note in beat.notes] == ["clipped"] * 3
    stranger = Proposal(pick="nets", bond="mara", bond_step=1)
    state, beat = advance(book, begin(book)[0], STAY, Seeded("1"), stranger)
    assert state.bond("mara") == 0 and beat.notes == ('clipped: "mara" is not in the scene',)


def test_a_note_that_gives_a_secret_away_is_not_passed_on(book: Book) -> None:
    telling = Proposal(pick="talk", note="Let it show that she sank the Petrel, years ago.")
    beat = advance(book, begin(book)[0], STAY, Seeded("1"), telling)[1]
    assert not beat.note and beat.notes == ("clipped: a note that gives a secret away",)


# -- choices


@pytest.mark.parametrize(
    "text", ["go:moon", "stay bond:mara:+3", "stay bond:jon:+1", "stay item:crown", "stay flag:won"]
)
def test_what_was_not_offered_cannot_be_chosen(book: Book, text: str) -> None:
    state, _ = advance(book, begin(book)[0], STAY, Seeded("1"), Proposal(pick="talk"))
    with pytest.raises(IllegalChoice):
        advance(book, state, Choice.read(text), Seeded("1"))


def test_a_choice_can_bring_somebody_closer(book: Book) -> None:
    state, _ = advance(book, begin(book)[0], STAY, Seeded("1"), Proposal(pick="talk"))
    assert state.bond("mara") == 1
    assert advance(book, state, Choice.read("stay bond:mara:+1"), Seeded("1"))[0].bond("mara") == 2
    assert advance(book, state, Choice.read("go:tower bond:mara:-1"), Seeded("1"))[0].bond("mara") == 0


def test_advance_leaves_what_it_is_given_as_it_is(book: Book) -> None:
    state = begin(book)[0]
    before = state.to_json()
    advance(book, state, STAY, Seeded("1"))
    assert state.to_json() == before


def test_an_ended_story_takes_no_choice(book: Book, play_through: Any) -> None:
    end, _ = play_through(book, 1)
    assert options(book, end) == ()
    with pytest.raises(IllegalChoice, match="ended"):
        advance(book, end, STAY, Seeded("1"))
