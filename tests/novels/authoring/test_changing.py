"""Changing what was drafted: other words, other ids, gone; and the marks that a change leaves."""

from __future__ import annotations

import json

import pytest

from gameplan.novels.authoring.conditions_text import with_names
from gameplan.novels.authoring.draft import Owner
from gameplan.novels.authoring.names import dangling
from gameplan.novels.exchange import lore_of, read_card


async def update(call, desk, type_, id_=None, changes=None, **more):
    return await call(desk, "updateElement", {"type": type_, "id": id_, "changes": changes, **more})


# -- words


async def test_a_change_is_merged_into_what_is_there(written, call):
    outcome = await update(call, written, "act", "flood", {"globalProgression": {"requiredValue": 3}})
    assert outcome.ok, outcome.text
    assert (outcome.value["updated"], outcome.value["id"]) == ("act", "flood")
    progression = written.draft.act("flood").global_progression
    assert (progression.required_value, progression.tracker_label) == (3, "Clues")
    assert len(written.draft.act("flood").locations) == 2


async def test_a_field_that_is_null_is_taken_away(written, call):
    assert (await update(call, written, "act", "flood", {"opposing_force": None})).ok
    assert written.draft.act("flood").opposing_force is None


@pytest.mark.parametrize(
    ("type_", "id_", "changes"),
    [
        ("character", "ada", {"role": "villain"}),
        ("character", "ada", {"name": None}),
        ("character", "ada", {"colour": "red"}),
        ("encounter", "gauge", {"tension": 7}),
        ("premise", None, {"id": "x"}),
        ("character", "ada", {"id": "Ada Moss"}),
        ("character", None, {"name": "x"}),
        ("flag", "knows_who", {"title": "x"}),
        ("node", "lock", {"encounters": []}),
        ("act", "flood", {"locations": []}),
        ("node", "nowhere", {"title": "x"}),
        ("node", "lock", {"title": "x", "actId": "y"}),
        ("premise", None, None),
    ],
)
async def test_a_change_that_would_not_be_whole_is_refused(written, call, type_, id_, changes):
    before = written.draft
    outcome = await update(call, written, type_, id_, changes)
    assert outcome.status == "refused", outcome.text
    assert written.draft == before


async def test_what_would_not_be_whole_is_said_in_the_words_of_json(written, call):
    outcome = await update(call, written, "act", "flood", {"globalProgression": 5, "intendedLocations": 5, "mist": 1})
    for said in (
        "globalProgression: it has to be an object",
        "intendedLocations: it has to be a list",
        "mist: there is",
    ):
        assert said in outcome.text


@pytest.mark.parametrize(
    ("type_", "id_", "changes"),
    [
        ("premise", None, {"globalContext": {"tone": "loud"}}),
        ("character", "ada", {"name": "Ada"}),
        ("node", "lock", {"title": "Upper lock"}),
        ("encounter", "gauge", {"title": "Gauge"}),
        ("encounter", "ada_arrives", {"title": "Ada"}),
        ("event", "siren", {"title": "Siren"}),
        ("ending", "truth", {"brief": "All is said."}),
    ],
)
async def test_every_kind_of_element_can_be_changed(written, call, type_, id_, changes):
    before = written.draft
    outcome = await update(call, written, type_, id_, changes)
    assert outcome.ok, outcome.text
    assert written.draft != before
    written.undo()
    assert written.draft == before


# -- ids


def everything(desk) -> str:
    return desk.draft.package().model_dump_json()


@pytest.mark.parametrize(
    ("type_", "old"),
    [
        ("character", "ada"),
        ("act", "flood"),
        ("node", "mill"),
        ("encounter", "ledger"),
        ("encounter", "gauge"),
        ("event", "siren"),
        ("ending", "truth"),
        ("flag", "knows_who"),
        ("flag", "has_reading"),
    ],
)
async def test_a_new_id_is_written_everywhere_in_conditions_too(written, call, type_, old):
    before = written.draft
    outcome = await update(call, written, type_, old, {"id": "zzz"})
    assert outcome.ok, outcome.text
    assert dangling(written.draft.package()) == []
    for trace in (f'"{old}"', f'\\"{old}\\"'):
        assert trace not in everything(written)
    assert '"zzz"' in everything(written)
    assert len(written.draft.finalized) == 2
    assert len(written.draft.pictures) == 4
    assert written.draft.stale == ()
    back = await update(call, written, type_, "zzz", {"id": old})
    assert back.ok, back.text
    assert written.draft == before


async def test_a_rename_and_a_change_in_one_call_are_taken_back_together(written, call):
    before = written.draft
    outcome = await update(call, written, "character", "ada", {"id": "adele", "name": "Adele"}, regenerateImage=True)
    assert outcome.ok, outcome.text
    assert written.draft.character("adele").name == "Adele"
    assert written.draft.pictures_of(Owner("character", "", "adele"))
    written.undo()
    assert written.draft == before


async def test_the_lore_of_a_card_stays_with_its_character(written, call):
    book = {"entries": [{"keys": ["mill"], "content": "It burned.", "extensions": {"other": 1}}]}
    mara = {"name": "Mara Voss", "description": "A pilot.", "extensions": {}, "character_book": book}
    card = read_card(json.dumps({"spec": "chara_card_v2", "spec_version": "2.0", "data": mara}).encode())
    await written.propose_character(card.character)
    lore = [each.model_dump(mode="json", by_alias=True) for each in card.lore]
    assert (await update(call, written, "premise", None, {"globalWorldInfo": lore})).ok
    assert (await update(call, written, "character", "mara_voss", {"id": "mara"})).ok
    assert [each.content for each in lore_of(written.draft.package(), "mara")] == ["It burned."]
    assert lore_of(written.draft.package(), "mara_voss") == ()
    assert written.draft.premise.global_world_info[0].extensions["other"] == 1


async def test_an_id_that_is_taken_is_refused(written, call):
    for type_, old, new in (
        ("character", "ada", "keeper"),
        ("node", "mill", "lock"),
        ("flag", "knows_who", "ada_trusts"),
    ):
        assert (await update(call, written, type_, old, {"id": new})).code == "DUPLICATE_ID"


def test_names_in_a_condition_are_replaced_where_they_stand():
    def name(kind: str, old: str) -> str:
        return {("flag", "a"): 'say "x"', ("location", "a"): "yard"}.get((kind, old), old)

    text = """ flag('a')  and done("a") and (location in ["a", "b"] or not visited("a"))"""
    assert with_names(text, name) == (
        """flag("say \\"x\\"")  and done("a") and (location in ["yard", "b"] or not visited("yard"))"""
    )
    assert with_names('"a" == location', name) == '"yard" == location'
    assert with_names('when flag("a") feels right', name) == 'when flag("a") feels right'


# -- gone


@pytest.mark.parametrize(
    ("type_", "id_", "referrer"),
    [
        ("character", "ada", 'encounter "ledger" of act "flood", requiredCharacters names character "ada"'),
        ("node", "mill", 'location "lock" of act "flood", connections names location "mill" of act "flood"'),
        ("encounter", "gauge", 'encounter "ledger" of act "flood", prerequisites names flag "has_reading"'),
        ("encounter", "ledger", 'encounter "after_ledger" of act "flood", follows names encounter "ledger"'),
        ("event", "siren", 'encounter "ledger" of act "flood", condition names event "siren"'),
        ("ending", "truth", 'event "siren" of act "flood", ending names ending "truth"'),
        ("flag", "knows_who", 'ending "truth", condition names flag "knows_who"'),
        ("act", "flood", 'encounter "ada_arrives", locations names location "lock"'),
    ],
)
async def test_what_is_named_is_not_deleted_and_the_refusal_says_by_whom(written, call, type_, id_, referrer):
    before = written.draft
    outcome = await update(call, written, type_, id_, None)
    assert outcome.code == "REFERENCED"
    assert referrer in outcome.needs
    assert written.draft == before


@pytest.mark.parametrize(
    ("type_", "id_"),
    [("encounter", "rain"), ("encounter", "after_ledger"), ("character", "keeper"), ("flag", "ada_trusts")],
)
async def test_what_nothing_names_can_be_deleted(written, call, type_, id_):
    before = written.draft
    if id_ == "keeper":
        assert (await update(call, written, "node", "lock", {"requiredCharacters": []})).ok
        before = written.draft
    outcome = await update(call, written, type_, id_, None)
    assert outcome.ok, outcome.text
    assert f'"{id_}"' not in everything(written)
    written.undo()
    assert written.draft == before


async def test_a_flag_that_others_need_is_not_lost_by_changing_what_sets_it(written, call):
    outcome = await update(call, written, "encounter", "gauge", {"potentialFlags": ["other"]})
    assert outcome.code == "REFERENCED"


async def test_the_last_encounter_gone_takes_a_location_back_to_wired_and_keeps_its_picture(written, call):
    assert (await update(call, written, "node", "mill", {"title": "x"})).ok
    assert (await update(call, written, "encounter", "after_ledger", None)).ok
    assert (await update(call, written, "ending", "truth", {"condition": ""})).ok
    event = {"conditionalBranches": []}
    assert (await update(call, written, "event", "siren", event)).ok
    assert (await update(call, written, "encounter", "ledger", None)).ok
    assert written.draft.node_stage("flood", "mill") == "wired"
    assert written.draft.pictures_of(Owner("node", "flood", "mill"))


# -- marks


def marks(desk) -> set[tuple[str, str]]:
    return {(each.what, each.id) for each in desk.draft.stale}


async def test_a_change_marks_the_next_thing_downstream_and_loses_nothing(written, call):
    package = written.draft.package()
    await update(call, written, "premise", None, {"premise": "Another one."})
    assert marks(written) == {("outline", "flood")}
    await update(call, written, "act", "flood", {"objective": "Another one."})
    assert marks(written) == {("web", "lock"), ("web", "mill")}
    await update(call, written, "node", "mill", {"mood": "loud"})
    assert marks(written) == {("web", "lock"), ("encounters", "mill"), ("assets", "mill")}
    await update(call, written, "encounter", "gauge", {"description": "Another one."})
    assert ("assets", "lock") in marks(written)
    now = written.draft.package()
    assert len(now.acts[0].locations[0].encounters) == len(package.acts[0].locations[0].encounters)
    assert {each.id for each in now.assets} == {each.id for each in package.assets}


async def test_a_mark_goes_when_the_thing_was_looked_at_again(written, calls, call):
    await update(call, written, "premise", None, {"premise": "Another one."})
    outcome = await call(written, *calls[3])  # the same outline: it still fits
    assert outcome.ok, outcome.text
    assert marks(written) == set()


async def test_a_changed_character_marks_its_portrait_and_the_scenes_it_is_in(written, call):
    outcome = await update(call, written, "character", "ada", {"description": "Older than she looks."})
    assert marks(written) == {("encounters", "mill"), ("portrait", "ada")}
    assert any(each.startswith("Look again at") for each in outcome.value["nextSteps"])
    await update(call, written, "character", "ada", {"pronouns": "she"}, regenerateImage=True)
    assert ("portrait", "ada") not in marks(written)


async def test_marks_are_carried_along_by_a_rename(written, call):
    await update(call, written, "character", "ada", {"description": "Older than she looks."})
    await update(call, written, "character", "ada", {"id": "adele"})
    await update(call, written, "node", "mill", {"id": "works"})
    assert marks(written) == {("encounters", "works"), ("portrait", "adele")}
