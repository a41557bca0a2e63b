"""A small novel to play, novels made by chance, and players who choose by chance."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from gameplan.novels.package import (
    Act,
    ArcEncounter,
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
    PersonalArc,
    Progression,
    Ticks,
    VNPackage,
)
from gameplan.novels.play.beats import Beat, Choice
from gameplan.novels.play.book import Book
from gameplan.novels.play.director import advance, begin
from gameplan.novels.play.luck import Seeded
from gameplan.novels.play.offering import options
from gameplan.novels.play.state import PlayState

Taken = tuple[Choice, PlayState, Beat]  # a choice, how the play stood before it, and the beat
FOCI = ("dialogue_and_worldbuilding", "standard", "tension_and_action")


def _novel(**more: Any) -> VNPackage:
    """One act at a harbour and a tower, with a talk, a risk, and a clock of six."""
    harbour = more.pop("harbour", ()) or (
        Encounter(id="nets", title="Nets", description="Nets dry on the wall.", guaranteed_flags=("saw_nets",)),
        Encounter(
            id="talk", title="A talk", description="Mara talks.", type="npc_interaction", required_characters=("mara",)
        ),
        Encounter(
            id="rain",
            title="Rain",
            description="It rains.",
            type="atmospheric",
            repeatable=True,
            cooldown=0,
            pacing=Pacing(focus="dialogue_and_worldbuilding"),
        ),
    )
    tower = more.pop("tower", ()) or (
        Encounter(id="stair", title="The stair", description="It is steep.", roll="nerve", gives_progression=3),
        Encounter(
            id="lamp", title="The lamp", description="It burns.", prerequisites=("saw_nets",), gives_progression=2
        ),
    )
    clock = more.pop("clock", OpposingForce(tracker_label="Tide", required_value=6))
    return VNPackage(
        package_id="small",
        title="Small",
        characters=(
            Character(id="ada", name="Ada", role="protagonist", description="A keeper.", stats={"nerve": 1}),
            Character(id="mara", name="Mara", role="ally", description="A fisher.", secrets=("She sank the Petrel.",)),
            *more.pop("people", ()),
        ),
        endings=more.pop(
            "endings",
            (
                Ending(id="light", title="Light", condition="progress_pct >= 100", tone="good"),
                Ending(id="dark", title="Dark", tone="bad"),
            ),
        ),
        acts=more.pop("acts", ())
        or (
            Act(
                id="one",
                title="One",
                objective="Light the lamp.",
                locations=(
                    Location(
                        id="harbour",
                        title="The harbour",
                        location="harbour",
                        connections=("tower",),
                        encounters=harbour,
                    ),
                    Location(
                        id="tower", title="The tower", location="tower", connections=("harbour",), encounters=tower
                    ),
                ),
                global_progression=Progression(required_value=more.pop("needed", 4), tracker_label="Light"),
                opposing_force=clock,
                inevitable_events=more.pop("events", ()),
                complications=("The rope slips.", "The oil is low."),
            ),
        ),
        **more,
    )


def _encounter(chance: Random, id: str, flags: list[str], **more: Any) -> dict[str, Any]:
    return {
        "id": id,
        "title": id,
        "description": id,
        "type": chance.choice(("discovery", "npc_interaction", "combat", "puzzle", "atmospheric")),
        "pacing": Pacing(focus=chance.choice(FOCI)),
        "prerequisites": tuple(chance.sample(flags, chance.choice((0, 0, 0, 1)))),
        "exclude_if_flags": tuple(chance.sample(flags, chance.choice((0, 0, 0, 0, 1)))),
        "gives_progression": chance.choice((0, 0, 1, 2)),
        "potential_flags": tuple(chance.sample(flags, chance.choice((0, 1, 2)))),
        "miss_flags": tuple(chance.sample(flags, chance.choice((0, 1)))),
        "priority": chance.choice(("low", "normal", "high", "urgent")),
        "repeatable": chance.random() < 0.2,
        "cooldown": chance.randrange(4),
        "max_repeats": chance.randrange(3),
        "doom_delta": chance.choice((0, 0, 1, -1)),
        "roll": chance.choice((None, "nerve", "wits")),
        "tension": chance.random(),
        "condition": chance.choice(("", "", "", "turn >= 4", 'visited("p1")', "doom_pct < 50", "somebody is sad")),
        **more,
    }


def _act(chance: Random, number: int, count: int, flags: list[str]) -> Act:
    places = [f"p{each}" for each in range(chance.randrange(1, 5))]
    clock = None
    if chance.random() < 0.8:
        needed = chance.randrange(1, 12)
        thresholds = sorted(chance.choices(range(1, needed + 1), k=chance.randrange(4)))
        clock = OpposingForce(
            tracker_label="Doom",
            required_value=needed,
            escalation_events=tuple(
                Escalation(
                    threshold=each,
                    description=str(each),
                    set_flags=tuple(chance.sample(flags, 1)),
                    lock_locations=tuple(chance.sample(places, chance.choice((0, 0, 1)))),
                )
                for each in thresholds
            ),
            ticks=Ticks(
                miss=chance.randrange(3),
                weak=chance.randrange(2),
                idle=chance.randrange(2),
                travel=chance.randrange(2),
                every_beats=chance.choice((0, 3, 5)),
            ),
            reversible=chance.random() < 0.5,
        )
    events = tuple(
        InevitableEvent(
            id=f"e{number}_{each}",
            title="Event",
            description="It happens.",
            trigger_condition=chance.choice(
                ("turn >= 5", "doom_pct >= 50", "progress_pct >= 100", "the sky falls", "")
            ),
            forces_climax=chance.random() < 0.3,
            latest_turn=chance.choice((None, 3, 12)),
            conditional_branches=(Branch(condition=f'flag("{flags[0]}")', effect="So.", set_flags=(flags[1],)),),
            foreshadow="A sign.",
        )
        for each in range(chance.randrange(3))
    )
    return Act(
        id=f"act{number}",
        title="Act",
        objective="Go on.",
        locations=tuple(
            Location(
                id=place,
                title=place,
                location=place,
                connections=tuple(chance.sample(places, chance.randrange(len(places) + 1))),
                required_characters=tuple(chance.sample(("mara", "jon"), chance.randrange(2))),
                callbacks=(f"the {place}",),
                requires_flag=chance.choice((None, None, None, flags[2])),
                encounters=tuple(
                    Encounter(**_encounter(chance, f"a{number}_{place}_{each}", flags))
                    for each in range(chance.randrange(6))
                ),
            )
            for place in places
        ),
        global_progression=Progression(required_value=chance.randrange(1, 9), tracker_label="P")
        if chance.random() < 0.8
        else None,
        opposing_force=clock,
        inevitable_events=events,
        complications=("It rains.",),
        next=tuple(
            NextAct(act_id=f"act{chance.randrange(count)}", condition=chance.choice(("", "doom_pct >= 100")))
            for _ in range(chance.choice((0, 0, 1)))
        ),
    )


@pytest.fixture(scope="session")
def novel() -> Callable[..., VNPackage]:
    """Makes the small novel, with whatever is different about it."""
    return _novel


@pytest.fixture(scope="session")
def book() -> Book:
    return Book(_novel())


@pytest.fixture(scope="session")
def novel_by_chance() -> Callable[[int], Book]:
    """Makes a novel of any shape: dead ends, cycles of acts, clocks that never tick, conditions in prose."""

    def make(seed: int) -> Book:
        chance = Random(seed)
        flags = [f"f{each}" for each in range(6)]
        count = chance.randrange(1, 4)
        arc = PersonalArc(
            want="Rest",
            need="Truth",
            arc_encounters=tuple(
                ArcEncounter(**_encounter(chance, f"arc_{phase}_{each}", flags, arc_phase=phase))
                for phase in ("introduction", "development", "crisis", "resolution")
                for each in range(chance.randrange(3))
            ),
        )
        return Book(
            VNPackage(
                package_id=f"chance{seed}",
                title="Chance",
                characters=(
                    Character(id="ada", name="Ada", role="protagonist", description="", stats={"nerve": 2}),
                    Character(id="mara", name="Mara", role="ally", description="", personal_arc=arc),
                    Character(id="jon", name="Jon", role="npc", description="", mobile=chance.random() < 0.5),
                ),
                endings=tuple(
                    Ending(id=f"end{each}", title="End", condition=chance.choice(("", "turn > 9", "all is well")))
                    for each in range(chance.randrange(3))
                ),
                acts=tuple(_act(chance, each, count, flags) for each in range(count)),
            )
        )

    return make


@pytest.fixture(scope="session")
def play_through() -> Callable[..., tuple[PlayState, list[Taken]]]:
    """Plays a book to its end with choices made by chance (or by `choose`); how it ends, and all that was taken."""

    def play(book: Book, seed: int, choose: Any = None) -> tuple[PlayState, list[Taken]]:
        chance, luck = Random(seed), Seeded(str(seed))
        state, _ = begin(book)
        taken: list[Taken] = []
        while not state.over:
            possible = options(book, state)
            choice = choose(possible, state) if choose is not None else chance.choice(possible)
            before = state
            state, beat = advance(book, state, choice, luck)
            taken.append((choice, before, beat))
            assert len(taken) <= book.longest + 10, "the play goes on for ever"
        return state, taken

    return play
