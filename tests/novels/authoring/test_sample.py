"""The sample novel, written call by call and proved by the real checks."""

from __future__ import annotations

from gameplan.novels.authoring import DraftSession, calls_of
from gameplan.novels.checks import check_package
from gameplan.runtime import MemoryJournal, Session


async def test_the_sample_is_written_by_its_calls_as_it_is(sample, call):
    journal = MemoryJournal()
    desk = DraftSession.start(Session(journal=journal, session_id="novel"), check=check_package, prove=check_package)
    *writing, last = calls_of(sample)
    for name, arguments in writing:
        outcome = await call(desk, name, arguments)
        assert outcome.ok, outcome.text
    outcome = await call(desk, *last)
    if outcome.code == "WARNINGS":  # told once
        outcome = await call(desk, *last)
    assert outcome.ok, outcome.text
    made = desk.draft.package()
    assert made.characters == sample.characters
    assert made.endings == sample.endings
    assert [_without_prompts(act) for act in made.acts] == [_without_prompts(act) for act in sample.acts]
    desk.session.close()
    assert DraftSession(Session.open(journal, "novel")).draft.package() == made


async def test_a_fault_that_is_made_is_told_in_the_same_answer(sample, call):
    desk = DraftSession.start(check=check_package, prove=check_package)
    for name, arguments in list(calls_of(sample))[:-1]:
        await call(desk, name, arguments)
    act = sample.acts[0]
    change = {"type": "act", "id": act.id, "changes": {"globalProgression": {"requiredValue": 900}}}
    outcome = await call(desk, "updateElement", change)
    assert "VN501" in {each["code"] for each in outcome.value["findings"]}
    refused = await call(desk, "finalizePackage", {"title": sample.title})
    assert (refused.status, refused.code) == ("refused", "PROOF_FAILED")
    assert any("VN501" in each for each in refused.needs)


def _without_prompts(act):
    dumped = act.model_dump(by_alias=True)
    dumped["intendedLocations"] = sorted(dumped["intendedLocations"])
    for place in dumped["locations"]:
        del place["backgroundPrompt"], place["musicPrompts"]
    return dumped
