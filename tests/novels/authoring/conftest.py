"""A small novel as the calls that write it, and hands to make them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from gameplan.novels.authoring import DraftSession, authoring_tools
from gameplan.tools import Outcome, ToolContext, invoke

Call = tuple[str, dict[str, Any]]
Calls = list[Call]
Make = Callable[[DraftSession, str, dict[str, Any]], Awaitable[Outcome]]

PREMISE = {
    "title": "The Weir",
    "artStyle": "ink and wash",
    "language": "en",
    "globalContext": {
        "setting": "a river town",
        "tone": "quiet",
        "overarchingTruths": ["the weir was opened on purpose"],
    },
    "premise": "A lock keeper finds out who drowned the mill.",
    "themes": ["debt"],
    "globalMaterials": ["a brass key"],
    "possibleEndings": ["it comes out", "nobody speaks"],
    "endings": [
        {"id": "truth", "title": "Truth", "condition": 'flag("knows_who") and arc("ada") >= crisis', "tone": "good"},
        {"id": "silence", "title": "Silence"},
    ],
}
KEEPER = {
    "id": "keeper",
    "name": "Jonas Reed",
    "role": "protagonist",
    "description": "Keeps the lock.",
    "imagePrompt": "a tired man in oilskins",
}
ADA = {
    "id": "ada",
    "name": "Ada Moss",
    "role": "ally",
    "description": "The miller's daughter.",
    "imagePrompt": "a young woman with flour on her sleeves",
    "personalArc": {
        "want": "the mill",
        "need": "to leave",
        "arcEncounters": [
            {
                "id": "ada_arrives",
                "title": "Ada comes",
                "description": "She asks for the ledger.",
                "type": "npc_interaction",
                "pacing": {"expectedFrames": 5, "focus": "dialogue_and_worldbuilding"},
                "arcPhase": "introduction",
                "potentialFlags": ["ada_trusts"],
                "locations": ["lock"],
            }
        ],
    },
}
ACT = {
    "id": "flood",
    "title": "The flood",
    "objective": "Find out who opened the weir.",
    "scenarioContext": "It was the mayor.",
    "narrativeGuidelines": "Short sentences.",
    "intendedLocations": ["lock", "mill"],
    "inevitableEvents": [
        {
            "id": "siren",
            "title": "The siren",
            "triggerCondition": 'visited("mill") and progress >= 1 or turn > 9',
            "description": "It sounds.",
            "forcesClimax": True,
            "conditionalBranches": [
                {"condition": 'flag("knows_who") and met("ada")', "effect": "He is named.", "ending": "truth"}
            ],
        }
    ],
    "globalProgression": {"requiredValue": 2, "trackerLabel": "Clues"},
    "opposingForce": {
        "trackerLabel": "Water",
        "requiredValue": 8,
        "escalationEvents": [{"threshold": 4, "description": "The cellar is full.", "lockLocations": ["mill"]}],
    },
}
WEB = {
    "actId": "flood",
    "locations": [
        {
            "id": "lock",
            "title": "The lock",
            "location": "lock",
            "requiredCharacters": ["keeper"],
            "ambientDetail": "Water on stone.",
            "mood": "low strings",
            "connections": ["mill"],
        },
        {
            "id": "mill",
            "title": "The mill",
            "location": "mill",
            "requiredCharacters": ["ada"],
            "ambientDetail": "Wet flour.",
            "mood": "slow piano",
            "connections": ["lock"],
        },
    ],
}
AT_LOCK = {
    "actId": "flood",
    "nodeId": "lock",
    "encounters": [
        {
            "id": "gauge",
            "title": "The gauge",
            "description": "It was read by somebody else.",
            "type": "discovery",
            "pacing": {"expectedFrames": 6, "focus": "standard"},
            "potentialFlags": ["has_reading"],
            "givesProgression": 1,
        },
        {
            "id": "rain",
            "title": "Rain",
            "description": "It goes on.",
            "type": "atmospheric",
            "pacing": {"expectedFrames": 3, "focus": "dialogue_and_worldbuilding"},
            "repeatable": True,
        },
    ],
}
AT_MILL = {
    "actId": "flood",
    "nodeId": "mill",
    "encounters": [
        {
            "id": "ledger",
            "title": "The ledger",
            "description": "A page is torn out.",
            "type": "puzzle",
            "pacing": {"expectedFrames": 8, "focus": "tension_and_action"},
            "prerequisites": ["has_reading"],
            "requiredCharacters": ["ada"],
            "potentialFlags": ["knows_who"],
            "givesProgression": 1,
            "condition": 'done("gauge") and location == "mill" and not fired("siren")',
        },
        {
            "id": "after_ledger",
            "title": "What Ada says",
            "description": "She knew.",
            "type": "npc_interaction",
            "pacing": {"expectedFrames": 4, "focus": "dialogue_and_worldbuilding"},
            "follows": "ledger",
            "givesProgression": 1,
        },
    ],
}


def _final(node: str) -> dict[str, Any]:
    return {
        "actId": "flood",
        "nodeId": node,
        "backgroundPrompt": f"the {node} in the rain",
        "musicPrompts": [{"text": "strings", "weight": 1.0}],
    }


@pytest.fixture
def calls() -> Calls:
    """The calls that write the whole novel, in order."""
    return [
        ("proposeStoryPremise", PREMISE),
        ("proposeCharacter", KEEPER),
        ("proposeCharacter", ADA),
        ("draftActOutline", ACT),
        ("draftNodeWeb", WEB),
        ("draftNodeEncounters", AT_LOCK),
        ("draftNodeEncounters", AT_MILL),
        ("finalizeNode", _final("lock")),
        ("finalizeNode", _final("mill")),
        ("finalizePackage", {"title": "The Weir"}),
    ]


@pytest.fixture
def call() -> Make:
    """Makes a call as an agent does."""

    async def make(desk: DraftSession, name: str, arguments: dict[str, Any]) -> Outcome:
        by_name = {each.name: each for each in authoring_tools(desk)}
        return await invoke(by_name[name], arguments, ToolContext(desk.session, desk.session.ids.new("call")))

    return make


@pytest.fixture
async def written(calls: Calls, call: Make) -> DraftSession:
    """A draft with all of it, but not made into a package. It is too small for the proof, which is left out."""
    desk = DraftSession.start(prove=lambda package: [])
    for name, arguments in calls[:-1]:
        outcome = await call(desk, name, arguments)
        assert outcome.ok, outcome.text
    return desk
