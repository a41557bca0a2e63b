"""A model as Director: it chooses within bounds, and whatever it does, the play goes on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from gameplan.agents import ModelError, ModelRequest, Reply, Retry, ToolCall
from gameplan.novels.package import InevitableEvent, VNPackage
from gameplan.novels.play.advising import DirectorModel, director_book, director_prompt, situation
from gameplan.novels.play.beats import Choice
from gameplan.novels.play.book import Book
from gameplan.novels.play.play import Play, Question
from gameplan.prompt import lint


class Says:
    """A model that always answers the same, or fails."""

    name = "test:director"

    def __init__(self, answer: Any) -> None:
        self.answer = answer
        self.requests: list[ModelRequest] = []

    async def reply(self, request: ModelRequest, on_delta: Any = None) -> Reply:
        self.requests.append(request)
        if isinstance(self.answer, Exception):
            raise self.answer
        if isinstance(self.answer, dict):
            return Reply(calls=(ToolCall("1", "direct", self.answer),), model=self.name)
        return Reply(str(self.answer), model=self.name)


def _director(book: Book, answer: Any) -> DirectorModel:
    return DirectorModel(book, Says(answer), retry=Retry(attempts=1))


def test_the_prompt_names_nothing_that_is_not_there() -> None:
    assert [str(problem) for problem in lint(director_book())] == []


def test_the_director_is_told_the_truth_and_what_could_come(sample: VNPackage) -> None:
    book = Book(sample)
    play = Play.start(book, seed=1)
    text = director_prompt(book, play.state.act)
    assert all(truth in text for truth in sample.global_context.overarching_truths) and "${" not in text
    beat = play.foresee("stay")[1]
    told = situation(book, Question(play.state, Choice(said="Who writes here?"), beat))
    assert all(each.id in told for each in beat.shortlist) and "Who writes here?" in told


async def test_a_model_names_the_scene_that_comes(book: Book) -> None:
    for id in ("nets", "talk", "rain"):
        play = Play.start(book, seed=1)
        moment = await play.choose_with(_director(book, {"pick": id, "note": "Slowly."}), "stay")
        assert (moment.beat.ref, moment.beat.note) == (id, "Slowly.")
        assert play.pack().note == "Slowly."


@pytest.mark.parametrize(
    "answer",
    [
        "I would rather not.",
        "",
        {"pick": "stair"},
        {"pick": 7},
        {"pick": "nets", "bond": "mara", "bond_step": 10**9, "tension": 1e300},
        {"nonsense": True},
        ModelError("down"),
    ],
)
async def test_whatever_a_model_does_there_is_a_beat(book: Book, answer: Any) -> None:
    play = Play.start(book, seed=1)
    moment = await play.choose_with(_director(book, answer), "stay")
    assert moment.beat.ref in ("nets", "talk", "rain") and abs(play.state.bond("mara")) <= 2


async def test_a_model_answers_conditions_in_prose(novel: Callable[..., VNPackage]) -> None:
    event = InevitableEvent(id="e", title="E", description="", trigger_condition="The player has lost heart.")
    book = Book(novel(events=(event,)))
    for holding, mode in (([1], "event"), ([], "encounter")):
        play = Play.start(book, seed=1)
        moment = await play.choose_with(_director(book, {"pick": "nets", "holding": holding}), "stay")
        assert moment.beat.mode == mode


async def test_the_house_director_directs_a_whole_play(sample: VNPackage) -> None:
    book = Book(sample)
    play, director = Play.start(book, seed=1), DirectorModel(book)
    while not play.over:
        moment = await play.choose_with(director, play.options()[0])
        if moment.beat.shortlist and not moment.beat.brought_by:
            assert moment.beat.ref == moment.beat.shortlist[0].id
    assert play.state.ending


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        ("I would rather not.", "it said nothing that could be used"),
        (ModelError("down \x1b[2J\nand out"), "it could not be asked: "),
        ({"pick": "nets"}, ""),
    ],
)
async def test_why_the_rules_decide_is_known_and_safe_to_show(book: Book, answer: Any, why: str) -> None:
    director = _director(book, answer)
    await Play.start(book, seed=1).choose_with(director, "stay")
    assert director.failure.startswith(why) and bool(director.failure) is bool(why)
    assert director.failure.isprintable() and director.name == "test:director"


async def test_a_director_that_comes_back_has_not_failed(book: Book) -> None:
    model = Says("no")
    director = DirectorModel(book, model, retry=Retry(attempts=1))
    play = Play.start(book, seed=1)
    await play.choose_with(director, "stay")
    assert director.failure
    model.answer = {"pick": ""}
    await play.choose_with(director, "stay")
    assert director.failure == ""
