"""A play is a session: it survives a kill, goes back, branches, is saved, and outlives a change of its package."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gameplan.novels.package import Encounter, Escalation, InevitableEvent, OpposingForce, Ticks, VNPackage, WorldInfo
from gameplan.novels.play.beats import Beat, Choice, IllegalChoice, Proposal
from gameplan.novels.play.book import Book
from gameplan.novels.play.director import advance
from gameplan.novels.play.events import Advanced
from gameplan.novels.play.play import Play, Question
from gameplan.novels.play.standing import told_state
from gameplan.novels.play.state import PlayState
from gameplan.runtime import Session, SessionError, SqliteJournal
from gameplan.runtime.events.codec import adapter_of
from gameplan.runtime.session.history import standing

SEEDS = st.integers(0, 10**6)


def _went_on(play: Play, chance: Random, beats: int) -> Play:
    while not play.over and beats:
        play.choose(chance.choice(play.options()))
        play.tell([{"text": f"Beat {play.moment.beat.turn}."}])
        beats -= 1
    return play


def _stands(play: Play) -> tuple[Any, ...]:
    moment = play.moment
    return moment.number, moment.state, moment.beat, moment.memory, moment.frames


@given(novel=SEEDS, seed=SEEDS, beats=st.integers(0, 30))
@settings(max_examples=40)
def test_a_play_read_from_its_record_stands_as_the_live_one(
    novel_by_chance: Any, novel: int, seed: int, beats: int
) -> None:
    book = novel_by_chance(novel)
    live = _went_on(Play.start(book, seed=seed), Random(seed), beats)
    read = Play(book, Session.from_json(live.session.to_json()))
    assert _stands(read) == _stands(live)


@given(novel=SEEDS, seed=SEEDS, beats=st.integers(1, 8))
@settings(max_examples=20)
def test_how_a_play_stood_at_each_event_is_told_from_its_record_alone(
    novel_by_chance: Any, novel: int, seed: int, beats: int
) -> None:
    play, stood = Play.start(novel_by_chance(novel), seed=seed), {}

    def look() -> None:
        stood[play.session.seq] = (play.state, play.moment.beat, play.moment.frames)

    look()
    while not play.over and beats:
        play.choose(Random(beats).choice(play.options()))
        look()
        play.tell([{"text": f"Beat {play.moment.beat.turn}."}])
        look()
        if beats == 2:
            play.back()
            look()
        beats -= 1
    for seq, (state, beat, frames) in stood.items():
        (told,) = told_state(standing(play.session.events, seq))["play"]
        assert PlayState.from_json(told["state"]) == state
        assert adapter_of(Beat).validate_python(told["beat"]) == beat and told["frames"] == list(frames)
    assert told_state([]) == {}


@given(novel=SEEDS, seed=SEEDS, back=st.integers(1, 9))
@settings(max_examples=40)
def test_rollback_and_the_same_choices_give_the_identical_continuation(
    novel_by_chance: Any, novel: int, seed: int, back: int
) -> None:
    play = _went_on(Play.start(novel_by_chance(novel), seed=seed), Random(seed), 12)
    way = [node for node in play.timeline() if node.current]
    if back >= len(way):
        return
    before = play.state, play.moment.beat
    play.back(back)
    assert play.moment.beat == way[-1 - back].beat
    for node in way[-back:]:
        assert node.choice is not None
        assert play.choose(node.choice).beat == node.beat
    assert (play.state, play.moment.beat) == before


def test_every_beat_can_be_made_again_from_what_was_chosen(book: Book) -> None:
    play = Play.start(book, seed=3)
    play.choose("stay", Proposal(pick="talk", tension=float("nan"), bond="mara", bond_step=1))
    _went_on(play, Random(3), 20)
    state = Play.start(book, seed=3).state
    for event in play.session.events_of(Advanced):
        state, beat = advance(book, state, event.choice, play.luck, event.proposal)
        assert beat == event.beat
    assert state == play.state


def test_another_choice_after_a_rollback_is_a_branch_and_both_stay(book: Book) -> None:
    play = Play.start(book, seed=1)
    first = play.choose("stay")
    play.tell([{"text": "Nets."}])
    play.back()
    second = play.travel("tower")
    nodes = {node.moment: node for node in play.timeline()}
    assert nodes[first.number].parent == nodes[second.number].parent
    assert [nodes[each.number].current for each in (first, second)] == [False, True]
    play.go_to(first.number)
    assert play.moment.beat == first.beat and play.moment.frames == ({"text": "Nets."},)
    play.go_to(second.number)
    assert play.moment.beat == second.beat and not play.moment.frames


def test_a_rollback_keeps_the_frames_of_the_moment_it_goes_to(book: Book) -> None:
    play = Play.start(book, seed=1)
    play.tell([{"text": "The play opens."}])
    play.choose("stay")
    play.back()
    assert play.moment.frames == ({"text": "The play opens."},)
    with pytest.raises(IllegalChoice, match="0 choices"):
        play.back()


def test_saves_outlive_a_rollback_and_lead_to_other_branches(book: Book) -> None:
    play = Play.start(book, seed=1)
    saved_at = play.choose("stay")
    saved = play.save("In the harbour", frame="b2.1", thumbnail="data:,")
    play.back()
    play.travel("tower")
    assert [each.label for each in play.saves()] == ["In the harbour"]
    assert play.load(saved.id).beat == saved_at.beat
    play.save("Later", id=saved.id)
    assert [each.label for each in play.saves()] == ["Later"]
    play.remove_save(saved.id)
    assert play.saves() == []
    with pytest.raises(IllegalChoice, match="no save"):
        play.load(saved.id)


def test_a_choice_that_is_not_there_changes_nothing(book: Book) -> None:
    play = Play.start(book, seed=1)
    with pytest.raises(IllegalChoice):
        play.travel("moon")
    assert play.session.seq == 1


_PLAYER = """
import sys
from gameplan.novels.package import VNPackage
from gameplan.novels.play.book import Book
from gameplan.novels.play.play import Play
from gameplan.runtime import Session, SqliteJournal

package, path = sys.argv[1:]
book = Book(VNPackage.model_validate_json(open(package).read()))
play = Play.start(book, seed="7", session=Session(journal=SqliteJournal(path), session_id="play"))
while True:
    play.choose(play.options()[0])
    play.session.commit()
    print(play.moment.beat.turn, flush=True)
    if play.over:
        sys.stdin.read()
"""


def test_a_play_survives_a_kill_and_goes_on(book: Book, tmp_path: Path) -> None:
    package = tmp_path / "package.json"
    package.write_text(book.package.model_dump_json())
    journal = tmp_path / "play.db"
    command = [sys.executable, "-c", _PLAYER, str(package), str(journal)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as player:
        assert player.stdout is not None
        seen = [int(player.stdout.readline()) for _ in range(2)]
        os.kill(player.pid, signal.SIGKILL)
    opened = SqliteJournal(journal)
    play = Play(book, Session.open(opened, "play"))
    assert play.state.turn >= seen[-1]
    unbroken = Play.start(book, seed="7")
    while unbroken.state.turn < play.state.turn:
        unbroken.choose(unbroken.options()[0])
    assert play.state == unbroken.state
    if not play.over:
        assert play.choose(play.options()[0]).beat == unbroken.choose(unbroken.options()[0]).beat
    play.session.close()


def test_a_changed_package_is_fitted_and_the_player_is_told(novel: Callable[..., VNPackage]) -> None:
    play = Play.start(Book(novel()), seed=1)
    play.choose("stay", Proposal(pick="nets"))
    play.travel("tower")
    (act,) = novel().acts
    harbour = act.locations[0].model_copy(update={"connections": (), "encounters": act.locations[0].encounters[1:]})
    changed = Book(novel(acts=(act.model_copy(update={"locations": (harbour,)}),)))
    again = Play(changed, Session.from_json(play.session.to_json()))
    state = again.state
    assert state.location == "harbour" and state.flag("saw_nets") and not state.done("nets")
    assert any("tower" in note for note in again.moment.notes) and any("nets" in note for note in again.moment.notes)
    assert again.pack().place.id == "harbour"
    again.choose("stay")
    same = Play(changed, again.session)
    assert same.session.seq == again.session.seq  # it is fitted once
    again.back(2)
    assert again.state.location == "harbour"


def test_who_looks_on_sees_a_play_of_a_changed_package_as_it_fits_and_records_nothing(
    tmp_path: Path, novel: Callable[..., VNPackage]
) -> None:
    journal = SqliteJournal(tmp_path / "journal.db")
    play = Play.start(Book(novel()), seed=1, session=Session(journal=journal, session_id="play"))
    play.travel("tower")
    play.session.close()
    (act,) = novel().acts
    harbour = act.locations[0].model_copy(update={"connections": ()})
    changed = Book(novel(acts=(act.model_copy(update={"locations": (harbour,)}),)))
    with Session.view(journal, "play") as session:
        seen = Play(changed, session)
        assert seen.state.location == "harbour" and seen.pack().place.id == "harbour"
        assert any("tower" in note for note in seen.moment.notes)
        with pytest.raises(SessionError, match="only viewed"):
            seen.choose("stay")
        assert session.seq == play.session.seq
    with Session.open(journal, "play") as session:
        assert Play(Book(novel()), session).state.location == "tower"


async def test_a_model_may_choose_among_what_could_come(book: Book) -> None:
    play = Play.start(book, seed=1)
    asked: list[Question] = []

    async def adviser(question: Question) -> Proposal:
        asked.append(question)
        return Proposal(pick=question.beat.shortlist[-1].id, note="Softly.")

    moment = await play.choose_with(adviser, "stay")
    assert moment.beat.ref == asked[0].beat.shortlist[-1].id and moment.beat.note == "Softly."
    assert play.session.events_of(Advanced)[0].proposal is not None


def test_foreseeing_changes_nothing_and_comes_true(book: Book) -> None:
    play = Play.start(book, seed=1)
    state, beat = play.foresee("go:tower")
    assert play.session.seq == 1
    assert play.choose(Choice("go", "tower")).beat == beat and play.state == state


# -- the Direction Pack


def test_a_whole_play_has_a_pack_for_every_beat(sample: VNPackage) -> None:
    for seed in range(3):
        play, chance = Play.start(Book(sample), seed=seed), Random(seed)
        while not play.over:
            pack = play.pack()
            assert pack.turn == play.moment.beat.turn and {f"go:{way.id}" for way in pack.exits} <= set(
                pack.allowed_effects
            )
            play.choose(chance.choice([*play.options(), *map(Choice.read, pack.allowed_effects)]))
        assert play.pack().ending_tone is not None and not play.pack().allowed_effects


def test_a_pack_holds_what_the_scene_brings_and_no_secret(novel: Callable[..., VNPackage]) -> None:
    scene = Encounter(
        id="talk",
        title="A talk",
        description="Mara mends a net.",
        type="npc_interaction",
        required_characters=("mara",),
        findings=("The Petrel is overdue.",),
        interactables=("a net needle",),
    )
    lore = (
        WorldInfo(id="petrel", keys=("Petrel",), content="The Petrel was a lugger."),
        WorldInfo(id="wreck", keys=("wreck",), content="It lies off the point.", reveal_if='flag("dived")'),
    )
    book = Book(novel(harbour=(scene,), global_world_info=lore))
    play = Play.start(book, seed=1)
    play.act("I ask about the boat")
    pack = play.pack()
    assert (pack.mode, pack.ref, pack.title, pack.direction) == ("encounter", "talk", "A talk", "Mara mends a net.")
    assert pack.must_include == ("The Petrel is overdue.",) and pack.lore == ("The Petrel was a lugger.",)
    assert pack.last_action == "I ask about the boat" and pack.withhold == ("wreck",)
    assert [member.id for member in pack.cast] == ["ada", "mara"] and pack.cast[1].known
    assert {"go:tower", "bond:mara:+1"} <= set(pack.allowed_effects)
    assert not any("sank" in text or "off the point" in text for text in pack.texts())


def test_secrets_come_out_in_the_scene_that_reveals_them_and_in_no_other(sample: VNPackage) -> None:
    book = Book(sample)
    hidden = {secret: each.id for each in sample.characters for secret in each.secrets}
    told = 0
    for seed in range(6):
        play, chance = Play.start(book, seed=seed), Random(seed)
        while not play.over:
            play.choose(chance.choice(play.options()))
            for text in play.pack().texts():
                if text in hidden:
                    told += 1
                    assert play.moment.beat.reveals == hidden[text]
    assert told


def test_what_was_told_is_what_lore_listens_to(novel: Callable[..., VNPackage]) -> None:
    lore = (WorldInfo(id="kraken", keys=("kraken",), content="It sleeps."),)
    play = Play.start(Book(novel(global_world_info=lore)), seed=1)
    play.tell([{"text": "An old song about a kraken."}])
    assert play.pack().lore == ()
    play.choose("wait")
    assert play.pack().lore == ("It sleeps.",)


def test_an_event_is_packed_with_the_branch_it_took(novel: Callable[..., VNPackage]) -> None:
    event = InevitableEvent.model_validate(
        {
            "id": "storm",
            "title": "Storm",
            "triggerCondition": "turn >= 1",
            "description": "Wind.",
            "conditionalBranches": [{"condition": "turn >= 1", "effect": "The boats are in."}],
        }
    )
    play = Play.start(Book(novel(events=(event,))), seed=1)
    play.choose("stay")
    assert play.pack().mode == "event" and play.pack().must_include == ("The boats are in.",)
    play.choose("stay")
    assert play.pack().continuity == ("The boats are in.",)


def test_frames_and_packs_are_json(book: Book) -> None:
    play = Play.start(book, seed=1)
    assert json.loads(play.pack().to_json())["mode"] == "opening"


# -- the journal


@pytest.mark.parametrize(("visibility", "shown"), [("full", (3, 6, False)), ("hint", (2, 4, True)), ("hidden", None)])
def test_the_clock_is_shown_as_far_as_its_author_wants(
    novel: Callable[..., VNPackage], visibility: Any, shown: tuple[int, int, bool] | None
) -> None:
    clock = OpposingForce(
        tracker_label="Tide", required_value=6, visibility=visibility, ticks=Ticks(idle=3, every_beats=0)
    )
    play = Play.start(Book(novel(clock=clock)), seed=1)
    play.choose("wait")
    doom = play.journal().doom
    assert (None if doom is None else (doom.value, doom.needed, doom.rough)) == shown


@pytest.mark.parametrize(("visibility", "named"), [("full", True), ("hidden", False)])
def test_a_hidden_clock_is_named_in_no_beat(novel: Callable[..., VNPackage], visibility: Any, *, named: bool) -> None:
    clock = OpposingForce(
        tracker_label="The Grey Tide",
        required_value=2,
        visibility=visibility,
        escalation_events=(Escalation(threshold=1, description="It rises."),),
    )
    play, packs = Play.start(Book(novel(clock=clock)), seed=1), []
    while not play.over:
        packs.append(play.pack())
        play.choose("wait" if Choice("wait") in play.options() else "stay")
    modes = {pack.mode for pack in packs if "The Grey Tide" in pack.to_json()}
    assert {"escalation", "climax"} <= {pack.mode for pack in packs}
    assert modes == ({"escalation", "climax"} if named else set())


def test_the_journal_holds_what_was_found_and_who_was_met(novel: Callable[..., VNPackage]) -> None:
    scene = Encounter(
        id="talk",
        title="A talk",
        description="",
        type="npc_interaction",
        required_characters=("mara",),
        findings=("The Petrel is overdue.",),
        interactables=("A brass key",),
    )
    play = Play.start(Book(novel(harbour=(scene,))), seed=1)
    assert play.journal().people == ()
    play.choose("stay")
    journal = play.journal()
    assert journal.findings == ("The Petrel is overdue.",) and journal.items == ("A brass key",)
    assert [(each.name, each.bond) for each in journal.people] == [("Mara", 1)]
