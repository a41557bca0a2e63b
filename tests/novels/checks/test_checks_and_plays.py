"""Checks and real plays agree: what is called out of reach is never come to."""

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from gameplan.novels.checks import check_package
from gameplan.novels.checks.reach import Reach
from gameplan.novels.checks.story import Story
from gameplan.novels.package import VNPackage
from gameplan.novels.play.book import Book
from gameplan.novels.simulation import POLICIES, play_once

FLAGS = ("red", "blue", "green", "gold")
PLACES = ("hall", "yard", "tower")
CONDITIONS = (
    "",
    "",
    "",
    'flag("red") and progress >= 2',
    'not flag("blue")',
    'visited("tower")',
    "doom_pct >= 50",
    'done("e0")',
    'arc("mara") >= development',
)
some_flags = st.lists(st.sampled_from(FLAGS), max_size=2, unique=True)


@st.composite
def packages(draw: st.DrawFn) -> VNPackage:
    count = draw(st.integers(1, 2))
    number = 0

    def encounter(**more: Any) -> dict[str, Any]:
        nonlocal number
        number += 1
        return {
            "id": f"e{number - 1}",
            "title": f"Scene {number - 1}",
            "description": "It happens.",
            "prerequisites": draw(some_flags),
            "potentialFlags": draw(some_flags),
            "missFlags": draw(some_flags),
            "excludeIfFlags": draw(st.lists(st.sampled_from(FLAGS), max_size=1)),
            "givesProgression": draw(st.integers(0, 2)),
            "roll": draw(st.sampled_from((None, "wits"))),
            "condition": draw(st.sampled_from(CONDITIONS)),
            "repeatable": draw(st.booleans()),
            **more,
        }

    acts = []
    for act in range(count):
        ids = [f"{place}{act or ''}" for place in PLACES]
        locations = [
            {
                "id": id,
                "title": id,
                "location": id,
                "connections": draw(st.lists(st.sampled_from(ids), max_size=2, unique=True)),
                "requiresFlag": draw(st.sampled_from((None, None, *FLAGS))),
                "requiredCharacters": draw(st.sampled_from(((), ("mara",)))),
                "encounters": [encounter() for _ in range(draw(st.integers(0, 2)))],
            }
            for id in ids
        ]
        climax = {
            "id": f"climax{act}",
            "title": "The climax",
            "description": "It ends.",
            "triggerCondition": "doom_pct >= 100",
            "forcesClimax": True,
            "conditionalBranches": [
                {"condition": draw(st.sampled_from(CONDITIONS)), "effect": "So.", "setFlags": draw(some_flags)},
                {"condition": 'flag("gold")', "effect": "Or so.", "ending": "golden"},
            ],
        }
        acts.append(
            {
                "id": f"act{act}",
                "title": f"Act {act}",
                "objective": "To go on.",
                "locations": locations,
                "inevitableEvents": [climax],
                "globalProgression": {"requiredValue": draw(st.integers(1, 6)), "trackerLabel": "Done"},
                "opposingForce": {"requiredValue": 4, "trackerLabel": "Doom"},
            }
        )
    phases = ("introduction", "development", "crisis")
    scenes = [encounter(arcPhase=phase, locations=draw(st.sampled_from(((), PLACES[:2])))) for phase in phases]
    mara: dict[str, Any] = {"id": "mara", "name": "Mara", "role": "npc", "description": "Somebody."}
    mara["personalArc"] = {"want": "This.", "need": "That.", "arcEncounters": scenes}
    endings = [
        {"id": "first", "title": "First", "condition": draw(st.sampled_from(CONDITIONS[3:]))},
        {"id": "golden", "title": "Golden", "condition": 'flag("gold") and flag("green")'},
        {"id": "last", "title": "Last"},
    ]
    hero = {"id": "hero", "name": "Hero", "role": "protagonist", "description": "You."}
    return VNPackage.model_validate(
        {"title": "Any", "premise": "Any.", "characters": [hero, mara], "acts": acts, "endings": endings}
    )


@settings(max_examples=60, deadline=None)
@given(packages())
def test_no_play_comes_to_what_is_out_of_reach(package: VNPackage) -> None:
    within_reach = Reach(Story(package)).scenes
    never = {each.where for each in check_package(package) if each.code == "VN802"}
    book = Book(package)
    for policy in POLICIES:
        for seed in range(3):
            played = play_once(book, policy, str(seed))
            assert played.seen <= within_reach
            assert not {f"endings[{played.ending}]", f"endings[{played.ending}].condition"} & never
