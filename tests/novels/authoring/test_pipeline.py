"""The order of the pipeline, and drafting again."""

from __future__ import annotations

import copy

import pytest

from gameplan.novels.authoring import DraftSession, authoring_tools
from gameplan.novels.authoring.draft import Owner
from gameplan.tools import ToolRefused


async def test_a_novel_is_written_call_by_call(calls, call):
    desk = DraftSession.start(prove=lambda package: [])
    answers = {}
    for name, arguments in calls:
        outcome = await call(desk, name, arguments)
        assert outcome.ok, outcome.text
        assert outcome.value["ok"] is True
        assert isinstance(outcome.value["nextSteps"], list)
        answers[name] = outcome.value
    draft = desk.draft
    assert draft.version == 1
    assert draft.act_stage("flood") == "wired"
    assert [draft.node_stage("flood", each) for each in ("lock", "mill")] == ["finalized", "finalized"]
    assert answers["proposeStoryPremise"]["title"] == "The Weir"
    assert (answers["draftActOutline"]["id"], answers["draftActOutline"]["title"]) == ("flood", "The flood")
    assert {"id", "name"} <= answers["proposeCharacter"].keys()
    assert answers["proposeCharacter"]["imageUrl"] is None  # nobody was given to draw it
    assert answers["draftNodeWeb"]["updatedLocations"] == 2
    assert answers["draftNodeEncounters"]["updated"] == "mill"
    assert answers["draftNodeEncounters"]["encounterCount"] == 2
    assert {"id", "title", "backgroundUrl", "musicUrl"} <= answers["finalizeNode"].keys()
    assert answers["finalizePackage"]["totalNodes"] == 2
    assert answers["finalizePackage"]["packageId"] == draft.package_id
    assert answers["finalizePackage"]["title"] == "The Weir"


def test_there_are_eight_tools_with_their_names_on_the_wire():
    tools = {each.name: each for each in authoring_tools(DraftSession.start())}
    assert list(tools) == [
        "proposeStoryPremise", "proposeCharacter", "draftActOutline", "draftNodeWeb", "draftNodeEncounters",
        "finalizeNode", "updateElement", "finalizePackage",
    ]  # fmt: skip
    assert [name for name, each in tools.items() if each.terminal] == ["finalizePackage"]


@pytest.mark.parametrize(
    ("done", "called", "need"),
    [
        (0, 3, "proposeStoryPremise"),
        (3, 4, 'draftActOutline(id="flood")'),
        (3, 5, 'draftActOutline(id="flood")'),
        (4, 5, 'draftNodeWeb(actId="flood") with "lock"'),
        (4, 7, 'draftNodeWeb(actId="flood") with "lock"'),
        (5, 7, 'draftNodeEncounters(actId="flood", nodeId="lock")'),
        (0, 9, "proposeStoryPremise"),
        (4, 9, 'draftNodeWeb(actId="flood")'),
        (5, 9, 'draftNodeEncounters(actId="flood")'),
    ],
)
async def test_a_call_too_early_is_refused_with_what_it_needs(calls, call, done, called, need):
    desk = DraftSession.start()
    for name, arguments in calls[:done]:
        await call(desk, name, arguments)
    before = desk.draft
    outcome = await call(desk, *calls[called])
    assert outcome.status == "refused"
    assert outcome.code == "PIPELINE_ORDER"
    assert need in outcome.needs
    assert outcome.text.startswith("Refused, nothing changed.")
    assert desk.draft == before


async def test_every_answer_says_what_comes_next(calls, call):
    desk = DraftSession.start()
    said = []
    for name, arguments in calls[:-1]:
        said.append((await call(desk, name, arguments)).value["nextSteps"][0])
    assert said[0].startswith("proposeCharacter")
    assert said[2].startswith("draftActOutline")
    assert said[3] == 'draftNodeWeb(actId="flood"): wire lock, mill'
    assert said[4] == 'draftNodeEncounters(actId="flood", nodeId="lock")'
    assert said[6] == 'finalizeNode(actId="flood", nodeId="lock")'
    assert said[8].startswith("finalizePackage")


async def test_drafting_again_with_the_same_words_changes_nothing(written, calls, call):
    before, count = written.draft, len(written.session.standing)
    for name, arguments in calls[:7]:
        outcome = await call(written, name, arguments)
        assert outcome.ok, outcome.text
    assert written.draft == before
    assert len(written.session.standing) == count + 7  # the calls themselves, and nothing else


async def test_outlining_an_act_again_keeps_its_locations_and_what_was_not_said(written, calls, call):
    again = {key: value for key, value in calls[3][1].items() if key not in ("inevitableEvents", "opposingForce")}
    again |= {"objective": "Save the town.", "intendedLocations": ["lock", "church"]}
    before = written.draft.act("flood")
    outcome = await call(written, "draftActOutline", again)
    act = written.draft.act("flood")
    assert outcome.ok, outcome.text
    assert act.objective == "Save the town."
    assert act.locations == before.locations
    assert act.inevitable_events == before.inevitable_events
    assert act.opposing_force == before.opposing_force
    assert act.intended_locations == ("lock", "church", "mill")
    assert written.draft.act_stage("flood") == "outlined"  # the church is not wired


async def test_encounters_drafted_again_are_changed_by_their_ids_and_none_is_taken_away(written, calls, call):
    gauge = {**calls[5][1]["encounters"][0], "title": "The old gauge"}
    del gauge["potentialFlags"]
    bell = {**gauge, "id": "bell", "title": "The bell"}
    await call(written, "draftNodeEncounters", {"actId": "flood", "nodeId": "lock", "encounters": [gauge, bell]})
    encounters = written.draft.location("flood", "lock").encounters
    assert [each.id for each in encounters] == ["gauge", "rain", "bell"]
    assert encounters[0].title == "The old gauge"
    assert encounters[0].potential_flags == ("has_reading",)


async def test_a_list_with_one_id_twice_is_refused_because_one_would_be_lost(written, calls, call):
    twice = copy.deepcopy(calls[5][1])
    twice["encounters"].append({**twice["encounters"][0], "title": "Another"})
    outcome = await call(written, "draftNodeEncounters", twice)
    assert outcome.code == "DUPLICATE_ID"


async def test_an_encounter_id_stands_for_one_encounter_in_the_whole_novel(written, calls, call):
    stolen = {"actId": "flood", "nodeId": "mill", "encounters": [calls[5][1]["encounters"][0]]}
    outcome = await call(written, "draftNodeEncounters", stolen)
    assert outcome.code == "DUPLICATE_ID"
    assert 'encounter "gauge"' in outcome.text


async def test_ways_lead_only_to_locations_that_the_act_intends(calls, call):
    desk = DraftSession.start()
    for name, arguments in calls[:4]:
        await call(desk, name, arguments)
    web = copy.deepcopy(calls[4][1])
    web["locations"][0]["connections"] = ["moon"]
    outcome = await call(desk, "draftNodeWeb", web)
    assert outcome.code == "UNKNOWN_LOCATION"
    assert '"moon"' in outcome.text
    web["locations"][0] |= {"id": "moon", "connections": []}
    assert (await call(desk, "draftNodeWeb", web)).code == "UNKNOWN_LOCATION"


async def test_what_is_drafted_in_a_later_step_is_not_silently_dropped_from_an_earlier_one(written):
    act = written.draft.act("flood")
    with pytest.raises(ToolRefused, match="locations are drafted"):
        await written.outline_act(act)
    with pytest.raises(ToolRefused, match="encounters are drafted"):
        await written.wire_locations("flood", act.locations)


async def test_a_novel_is_in_the_language_of_its_draft_unless_its_premise_says_otherwise(calls, call):
    premise = {name: value for name, value in calls[0][1].items() if name != "language"}
    desk = DraftSession.start(language="de")
    await call(desk, "proposeStoryPremise", premise)
    assert desk.draft.premise.language == "de"


async def test_findings_are_told_once_when_they_are_new(calls, call):
    desk = DraftSession.start()
    for name, arguments in calls[:2]:
        await call(desk, name, arguments)  # without ada
    for name, arguments in calls[3:4]:
        await call(desk, name, arguments)
    first = await call(desk, *calls[4])
    assert [each["what"] for each in first.value["findings"]] == ['character "ada" is named, and there is none']
    again = await call(desk, *calls[4])
    assert again.value["findings"] == []
    assert "New finding" in first.text


async def test_without_anybody_to_draw_placeholders_stand_in_and_say_why(written):
    portrait = written.draft.pictures_of(Owner("character", "", "ada"))[0]
    backdrop, music = written.draft.pictures_of(Owner("node", "flood", "lock"))
    assert {each.status for each in (portrait, backdrop, music)} == {"placeholder"}
    assert portrait.reason and portrait.alt == "Portrait of Ada Moss"
    assert (backdrop.kind, music.kind) == ("background", "music")
