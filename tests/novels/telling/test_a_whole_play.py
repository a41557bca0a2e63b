"""Whole plays with the real Director: every choice can be made, no sentence comes twice, and no secret too early."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from random import Random
from typing import Any

import pytest

from gameplan.agents import Model
from gameplan.novels.house import write
from gameplan.novels.package import VNPackage
from gameplan.novels.play.book import Book
from gameplan.novels.play.play import Play
from gameplan.novels.telling.direction import DirectionPack
from gameplan.novels.telling.events import BeatTold
from gameplan.novels.telling.said import compact, sentences
from gameplan.novels.telling.storyteller import Storyteller, Told
from gameplan.novels.telling.visible import veil_of

LONGEST = 200


async def _played(
    package: VNPackage, model: Model | str, seed: str
) -> AsyncIterator[tuple[Play, DirectionPack, Told, Storyteller]]:
    """A play from its beginning to its end, in which every choice that is offered can be made."""
    play = Play.start(Book(package), seed=seed)
    storyteller = Storyteller(package, model)
    chance = Random(seed)
    for _ in range(LONGEST):
        pack = play.pack()
        told = await storyteller.tell(pack)
        play.tell([json.loads(frame.to_json()) for frame in told.frames])
        yield play, pack, told, storyteller
        if play.over:
            return
        choices = told.frames[-1].choices
        for choice in choices:
            play.foresee(" ".join(choice.effects))  # raises, if it cannot be made
        play.choose(" ".join(chance.choice(choices).effects))
    raise AssertionError("the play does not end")


@pytest.mark.parametrize("seed", ["1", "8", "30"])
@pytest.mark.parametrize("language", ["en", "de"])
async def test_the_house_tells_the_sample_to_its_end(seed: str, language: str, sample: VNPackage) -> None:
    package = sample.model_copy(update={"language": language})
    told_before: list[str] = []
    last = None
    async for _, pack, told, _ in _played(package, "house:storyteller", seed):
        assert told.by == "model" and told.findings == ()
        told_before += [compact(each) for frame in told.frames for each in sentences(frame.text)]
        assert all(compact(one) in told_before for one in sentences(pack.direction))
        last = told.frames[-1]
    assert last is not None and last.kind == "ending"
    assert len(told_before) == len(set(told_before))


@pytest.mark.parametrize(
    ("premise", "language"),
    [
        ("After the flood, three neighbours on a roof in New Orleans wait for a boat that belongs to a man.", "en"),
        ("Ein Roboter lernt in einem Altersheim in Leipzig das Lügen.", "de"),
    ],
)
async def test_every_act_begins_by_saying_what_it_is_about(premise: str, language: str) -> None:
    acts, package = [], write(premise, 3, language)
    async for _, pack, told, _ in _played(package, "house:storyteller", "7"):
        if pack.mode == "opening":
            text = compact(" ".join(frame.text for frame in told.frames))
            assert [each for each in sentences(pack.goal) if compact(each) not in text] == []
            acts.append(pack.act)
    assert acts == [each.id for each in package.acts] and len(acts) > 1


async def test_a_model_that_talks_nonsense_does_not_stop_a_play(sample: VNPackage, teller: Any) -> None:
    nonsense = teller('{"text": "", "kind": "choice"} and so on')
    beats = [each async for each in _played(sample, nonsense, "2")]
    for _, _, told, _ in beats:
        assert told.by == "renderer" and told.reason.startswith("its frames were wrong twice: ")
    play, _, _, storyteller = beats[-1]
    assert play.over
    record = storyteller.session.events_of(BeatTold)
    assert len(record) == len(beats) and all(each.by == "renderer" and each.findings for each in record)


@pytest.mark.parametrize("seed", ["1", "8"])
async def test_no_secret_of_the_sample_is_told_before_its_scene(seed: str, sample: VNPackage, teller: Any) -> None:
    model = teller("nothing of use")
    hidden = veil_of(sample)
    known: list[str] = []
    async for _, pack, told, _ in _played(sample, model, seed):
        scene = [pack.direction, *pack.must_include, *pack.lore, *(t for each in pack.cast for t in each.may_reveal)]
        known += [each for each in scene if hidden.covers(each)]
        veil = hidden.without([*known, sample.premise])
        assert not veil.covers(*(word for frame in told.frames for word in frame.words()))
        assert not veil.covers(model.told())
        model.requests.clear()


async def test_planted_phrases_do_not_come_out_of_a_play(
    planted: VNPackage, canaries: dict[str, str], teller: Any
) -> None:
    model = teller("nothing of use")
    never = ("truth", "scenario", "secret", "need", "lore for the director", "lore for later")
    shown = []
    async for play, _, told, _ in _played(planted, model, "5"):
        shown += [word for frame in told.frames for word in frame.words()]
        if play.state.turn > 25:
            break
    sent = compact(model.told())
    assert [name for name in never if compact(canaries[name]) in sent] == []
    assert [name for name in never if compact(canaries[name]) in compact(" ".join(shown))] == []
    assert compact("Nobody in Ness owns a clock.") in sent
