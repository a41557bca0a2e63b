"""The players that a novel is tried on: what each does where the others would do something else."""

from __future__ import annotations

from random import Random

import pytest

from gameplan.novels.package import Act, Character, Encounter, Location, OpposingForce, Progression, VNPackage
from gameplan.novels.play.beats import Choice
from gameplan.novels.play.book import Book
from gameplan.novels.play.director import begin
from gameplan.novels.play.state import PlayState
from gameplan.novels.simulation import POLICIES
from gameplan.novels.simulation.policies import PolicyName

STAY, WAIT = Choice(), Choice("wait")


def scene(id: str, gives: int = 0) -> Encounter:
    return Encounter(id=id, title=id, description="", gives_progression=gives)


def place(id: str, *ways: str, scenes: tuple[Encounter, ...] = ()) -> Location:
    return Location(id=id, title=id, location=id, connections=ways, encounters=scenes)


@pytest.fixture
def book() -> Book:
    """A hall with something to see; a shop with more to win; a yard with nothing; an attic behind the yard."""
    act = Act(
        id="act",
        title="Act",
        objective="Go on.",
        locations=(
            place("hall", "shop", "yard", scenes=(scene("portrait"), scene("clock"))),
            place("shop", "hall", scenes=(scene("till", 3),)),
            place("yard", "hall", "attic"),
            place("attic", "yard", scenes=(scene("trunk", 1),)),
        ),
        global_progression=Progression(required_value=9, tracker_label="P"),
        opposing_force=OpposingForce(tracker_label="Doom", required_value=9),
    )
    you = Character(id="ada", name="Ada", role="protagonist", description="")
    return Book(VNPackage(title="A house", premise="A house.", characters=(you,), acts=(act,)))


def chosen(policy: PolicyName, book: Book, state: PlayState, times: int = 60) -> set[str]:
    chance = Random(policy)
    return {POLICIES[policy](book, state, chance).id for _ in range(times)}


def at_the_beginning(book: Book) -> PlayState:
    return begin(book)[0]


def when_the_hall_is_seen(book: Book) -> PlayState:
    state = at_the_beginning(book)
    for each in ("portrait", "clock"):
        state.played[each], state.last[each] = 1, 0
    return state


@pytest.mark.parametrize(
    ("policy", "fresh", "seen"),
    [
        ("explorer", {"stay"}, {"go:shop"}),  # what is new here, then the nearest that is new
        ("beeline", {"go:shop"}, {"go:shop"}),  # only where there is something to be won
        ("random", {"stay", "go:shop", "go:yard"}, {"go:shop", "go:yard"}),
        ("dawdler", {"wait", "stay", "go:shop", "go:yard"}, {"wait", "go:shop", "go:yard"}),
        ("bouncer", {"go:shop", "go:yard"}, {"go:shop", "go:yard"}),  # never stays where there is a way
    ],
)
def test_each_kind_of_player_does_what_it_is_for(
    book: Book, policy: PolicyName, fresh: set[str], seen: set[str]
) -> None:
    assert chosen(policy, book, at_the_beginning(book)) == fresh
    assert chosen(policy, book, when_the_hall_is_seen(book)) == seen


def test_an_explorer_goes_through_a_place_without_anything_towards_what_is_new(book: Book) -> None:
    state = when_the_hall_is_seen(book)
    state.played["till"], state.last["till"] = 1, 0
    assert chosen("explorer", book, state) == {"go:yard"}


def test_a_dawdler_waits_half_of_the_time(book: Book) -> None:
    chance, state = Random(1), at_the_beginning(book)
    waits = sum(POLICIES["dawdler"](book, state, chance) == WAIT for _ in range(1_000))
    assert 430 < waits < 570


@pytest.mark.parametrize("policy", POLICIES)
def test_when_the_act_is_over_everybody_goes_on_with_it(book: Book, policy: PolicyName) -> None:
    for change in ({"climax": True}, {"progress": 9}, {"doom": 9}):
        state = at_the_beginning(book)
        for name, value in change.items():
            setattr(state, name, value)
        assert chosen(policy, book, state, 20) == {STAY.id}
