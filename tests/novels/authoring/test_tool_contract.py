"""The eight tools as the specification of the co-author writes them: what each takes, and what it gives.

The tables are written like its own, by hand. A name with `?` may be left out; one that begins with `+` is an addition
of ours, and nobody has to know of it: so no addition that is taken is needed.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

import pytest
from pydantic import ValidationError

from gameplan.novels.authoring import DraftSession, authoring_tools

ANY: Any = ...  # an addition, or a type that the specification leaves to us
TEXTS = ["string"]
SCENE = {
    "id": "string",
    "title": "string",
    "description": "string",
    "type": "discovery | npc_interaction | combat | puzzle | atmospheric",
}
OF_OURS = dict.fromkeys(
    ("+guaranteedFlags", "+missFlags", "+cooldown", "+maxRepeats", "+doomDelta", "+roll", "+condition", "+tension",
     "+follows", "+within"),
    ANY,
)  # fmt: skip
BESIDES = dict.fromkeys(
    ("+prerequisites", "+excludeIfFlags", "+requiredCharacters", "+findings", "+interactables", "+priority",
     "+repeatable", "+locations"),
    ANY,
)  # fmt: skip
PACING = {"expectedFrames": "number", "focus": "dialogue_and_worldbuilding | standard | tension_and_action"}
TAKES: dict[str, dict[str, Any]] = {
    "proposeStoryPremise": {
        "title": "string",
        "artStyle": "string",
        "language?": "string",  # "en", or that of the draft
        "globalContext": {"setting": "string", "tone": "string", "overarchingTruths": TEXTS},
        "premise": "string",
        "themes": TEXTS,
        "globalMaterials": TEXTS,
        "globalWorldInfo?": [ANY],
        "possibleEndings": TEXTS,
        "+endings": ANY,
        "+stats": ANY,
        "+contentNotes": ANY,
    },
    "proposeCharacter": {
        "id": "string",
        "name": "string",
        "role": "protagonist | ally | antagonist | npc",
        "description": "string",
        "imagePrompt": "string",
        "personalArc?": {
            "want": "string",
            "need": "string",
            "arcEncounters": [
                {
                    **SCENE,
                    "pacing": PACING,
                    "arcPhase": "introduction | development | crisis | resolution",
                    "potentialFlags?": TEXTS,
                    "givesProgression?": "number",
                    **OF_OURS,
                    **BESIDES,
                }
            ],
        },
        "+pronouns": ANY,
        "+voice": ANY,
        "+stats": ANY,
        "+expressions": ANY,
        "+secrets": ANY,
        "+mobile": ANY,
        "+extensions": ANY,
    },
    "draftActOutline": {
        "id": "string",
        "title": "string",
        "objective": "string",
        "scenarioContext": "string",
        "narrativeGuidelines": "string",
        "intendedLocations": TEXTS,
        "inevitableEvents?": [
            {
                "id": "string",
                "title": "string",
                "triggerCondition": "string",
                "description": "string",
                "forcesClimax": "boolean",
                "conditionalBranches?": [{"condition": "string", "effect": "string", "+setFlags": ANY, "+ending": ANY}],
                "+latestTurn": ANY,
                "+setFlags": ANY,
                "+foreshadow": ANY,
            }
        ],
        "scenarioWorldInfo?": [ANY],
        "globalProgression?": {"requiredValue": "number", "trackerLabel": "string"},
        "opposingForce?": {
            "trackerLabel": "string",
            "requiredValue": "number",
            "escalationEvents": [
                {"threshold": "number", "description": "string", "+setFlags": ANY, "+lockLocations": ANY}
            ],
            "+ticks": ANY,
            "+reversible": ANY,
            "+visibility": ANY,
        },
        "+startLocation": ANY,
        "+complications": ANY,
        "+next": ANY,
    },
    "draftNodeWeb": {
        "actId": "string",
        "locations": [
            {
                "id": "string",
                "title": "string",
                "location": "string",
                "requiredCharacters": TEXTS,
                "ambientDetail": "string",
                "mood": "string",
                "callbacks?": TEXTS,
                "connections": TEXTS,
                "+requiresFlag": ANY,
            }
        ],
    },
    "draftNodeEncounters": {
        "actId": "string",
        "nodeId": "string",
        "encounters": [
            {
                **SCENE,
                "pacing": PACING,
                "prerequisites?": TEXTS,
                "excludeIfFlags?": TEXTS,
                "requiredCharacters?": TEXTS,
                "givesProgression?": "number",
                "potentialFlags?": TEXTS,
                "findings?": TEXTS,
                "interactables?": TEXTS,
                "priority?": "low | normal | high | urgent",
                "repeatable?": "boolean",
                **OF_OURS,
            }
        ],
    },
    "finalizeNode": {
        "actId": "string",
        "nodeId": "string",
        "backgroundPrompt": "string",
        "musicPrompts": [{"text": "string", "weight": "number"}],
    },
    "updateElement": {
        "type": "premise | character | act | node" + " | encounter | event | ending | lore | flag",  # ours from there
        "actId?": "string",
        "id?": "string",
        "changes": "object | null",  # null deletes
        "regenerateImage?": "boolean",
    },
    "finalizePackage": {"title": "string"},
}
EVERY = {"ok": "true", "+nextSteps": ANY, "+findings": ANY, "+notes": ANY}
GIVES: dict[str, dict[str, Any]] = {
    "proposeStoryPremise": {**EVERY, "title": "string"},
    "proposeCharacter": {**EVERY, "id": "string", "name": "string", "imageUrl": "string | null"},
    "draftActOutline": {**EVERY, "id": "string", "title": "string"},
    "draftNodeWeb": {**EVERY, "updatedLocations": "number"},
    "draftNodeEncounters": {**EVERY, "updated": "string", "encounterCount": "number"},
    "finalizeNode": {
        **EVERY,
        "id": "string",
        "title": "string",
        "backgroundUrl": "string | null",
        "musicUrl": "string | null",
    },
    "updateElement": {**EVERY, "updated": "string", "id": "string | null"},
    "finalizePackage": {**EVERY, "packageId": "string", "title": "string", "totalNodes": "number"},
}
NAMES = {"integer": "number"}


def tools() -> dict[str, Any]:
    return {each.name: each for each in authoring_tools(DraftSession.start())}


def assert_written_so(table: Any, schema: Any, definitions: Any, where: str) -> None:
    """A schema is what a table says: the same names, types and words, and needed is what is needed there."""
    if table is ANY:
        return
    schema = {**definitions.get(schema.get("$ref", "").rpartition("/")[2], {}), **schema}
    if isinstance(table, list):
        assert schema["type"] == "array", where
        assert_written_so(table[0], schema["items"], definitions, f"{where}[]")
    elif isinstance(table, dict):
        assert schema["additionalProperties"] is False, where
        by_name = {each.strip("+?"): (each, of) for each, of in table.items()}
        assert set(schema["properties"]) == set(by_name), where
        needed = {name for name, (written, _) in by_name.items() if written == name}
        assert set(schema.get("required", ())) == needed, where
        for name, (written, of) in by_name.items():
            part = schema["properties"][name]
            if "?" in written:
                part = next((each for each in part.get("anyOf", ()) if each.get("type") != "null"), part)
            assert_written_so(of, part, definitions, f"{where}.{name}")
    else:
        assert " | ".join(words(schema)) == table, where


def words(schema: Any) -> list[str]:
    if "anyOf" in schema:
        return [word for each in schema["anyOf"] for word in words(each)]
    if "const" in schema:
        return [str(schema["const"]).lower()]
    return schema.get("enum") or [NAMES.get(schema["type"], schema["type"])]


@pytest.mark.parametrize("name", TAKES)
def test_a_tool_takes_what_the_specification_says_and_needs_no_less_and_no_more(name):
    schema = tools()[name].parameters
    assert_written_so(TAKES[name], schema, schema.get("$defs", {}), name)


@pytest.mark.parametrize("name", GIVES)
def test_a_tool_gives_what_the_specification_says(name):
    schema = tools()[name].output
    written = {each.strip("+"): of for each, of in GIVES[name].items()}
    assert set(schema["properties"]) == set(written)
    for each, of in written.items():
        assert_written_so(of, schema["properties"][each], schema.get("$defs", {}), f"{name} gives {each}")


async def test_what_comes_back_has_the_fields_of_the_specification(calls, call):
    desk = DraftSession.start(prove=lambda package: [])
    changed = ("updateElement", {"type": "character", "id": "ada", "changes": {"name": "Ada Voss"}})
    for name, arguments in [*calls[:-1], changed, calls[-1]]:
        outcome = await call(desk, name, arguments)
        assert outcome.ok, outcome.text
        assert set(outcome.value) == {each.strip("+") for each in GIVES[name]}


def parts(table: Any, arguments: Any) -> Iterator[tuple[str, str, Any]]:
    """Every field of a table that is given somewhere in the arguments: how it is written, its name, and the object that
    has it."""
    if isinstance(table, list) and table[0] is not ANY:
        for each in arguments:
            yield from parts(table[0], each)
    elif isinstance(table, dict):
        for written, of in table.items():
            name = written.strip("+?")
            if name in arguments:
                yield from parts(of, arguments[name])
                yield written, name, arguments


@pytest.mark.parametrize("name", TAKES)
def test_a_call_that_leaves_out_what_is_needed_is_refused_and_one_that_leaves_out_the_rest_is_not(name, calls):
    update = {"type": "node", "actId": "flood", "id": "mill", "changes": {"mood": "low"}, "regenerateImage": True}
    given = {**dict(calls), "proposeCharacter": calls[2][1], "updateElement": update}[name]
    adapter, missed = tools()[name].params_adapter, 0
    for at, (written, field, _) in enumerate(parts(TAKES[name], given)):
        if written == field:
            without = copy.deepcopy(given)
            *_, (_, _, holder) = list(parts(TAKES[name], without))[: at + 1]
            del holder[field]
            with pytest.raises(ValidationError, match=field):
                adapter.validate_python(without)
            missed += 1
    assert missed >= len([each for each in TAKES[name] if each.isalpha()])
    least = copy.deepcopy(given)
    for written, field, holder in list(parts(TAKES[name], least)):
        if written != field:
            del holder[field]
    adapter.validate_python(least)
