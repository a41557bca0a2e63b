"""`house:author` as a co-author: it writes a novel at a desk, call by call, until it is made."""

from __future__ import annotations

import pytest

from gameplan.agents import EndedBy
from gameplan.novels.authoring import DraftSession, run_coauthor
from gameplan.novels.checks import check_package
from gameplan.novels.house import write_balanced
from gameplan.novels.house.author_model import HouseAuthor, premise_and_seed
from gameplan.tools import ToolInvoked

PREMISE = "Mara, a lighthouse keeper, finds a ledger that proves the harbour of Sker was sold. Seed 7"


def at(desk: DraftSession) -> HouseAuthor:
    return HouseAuthor(lambda: desk.draft)


async def test_it_writes_the_novel_by_the_tools_in_the_order_of_the_pipeline():
    desk = DraftSession.start(prove=check_package)
    result = await run_coauthor(at(desk), desk, PREMISE, alone=True)
    assert result.terminal_tool == "finalizePackage"
    premise, seed = premise_and_seed(PREMISE)
    expected = write_balanced(premise, seed, "en")
    made = desk.draft.package()
    assert [each.name for each in made.characters] == [each.name for each in expected.characters]
    assert made.acts == expected.acts
    names = [each.tool for each in desk.session.events_of(ToolInvoked)]
    assert names[0] == "proposeStoryPremise"
    assert names.index("draftNodeWeb") < names.index("draftNodeEncounters") < names.index("finalizeNode")
    assert names[-1] == "finalizePackage"


async def test_what_a_person_changed_stays_as_they_changed_it():
    desk = DraftSession.start(prove=check_package)
    package = write_balanced(*premise_and_seed(PREMISE), "en")
    ally = package.characters[1]
    await desk.propose_character(ally.model_copy(update={"description": "Changed by hand."}))
    result = await run_coauthor(at(desk), desk, PREMISE, alone=True)
    assert result.terminal_tool == "finalizePackage"
    kept = desk.draft.package().character(ally.id)
    assert kept is not None and kept.description == "Changed by hand."


async def test_it_writes_in_the_language_of_the_draft():
    desk = DraftSession.start(language="de", prove=check_package)
    await run_coauthor(at(desk), desk, "Jonas kehrt nach Kaltbrunn zurück und erbt eine Spieldose.", alone=True)
    made = desk.draft.package()
    assert made.language == "de"
    assert made.protagonist is not None and made.protagonist.name == "Jonas"


async def test_without_a_desk_it_says_so():
    desk = DraftSession.start(prove=check_package)
    result = await run_coauthor(HouseAuthor(lambda: None), desk, "A novel, please.")
    assert result.ended_by is EndedBy.FINISHED
    assert "no desk" in result.text


@pytest.mark.parametrize(
    ("text", "premise", "seed"),
    [("A fox. Seed 7", "A fox.", 7), ("seed=12 A fox.", "A fox.", 12)],
)
def test_a_request_may_name_its_seed(text, premise, seed):
    assert premise_and_seed(text) == (premise, seed)
