"""Making a package of a draft: the proof, the warnings, the pictures, the save."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from gameplan.novels.assets import AssetStore, HouseProvider, Workshop
from gameplan.novels.authoring import DraftSession, Finding
from gameplan.novels.authoring.draft import Owner
from gameplan.novels.package import Asset, VNPackage
from gameplan.novels.shelf import Shelf, Volume


async def write(desk, calls, call):
    for name, arguments in calls[:-1]:
        assert (await call(desk, name, arguments)).ok
    return desk


async def test_errors_come_back_as_repairs_and_nothing_is_made(calls, call):
    proofs: list[VNPackage] = []
    saved: list[VNPackage] = []

    def prove(package: VNPackage) -> list[Finding]:
        proofs.append(package)
        if package.title == "Good":
            return []
        return [
            Finding(
                code="VN501",
                severity="error",
                what="It cannot be won.",
                where="acts[flood]",
                why="The act cannot be finished.",
                repair="More clues.",
            )
        ]

    desk = await write(DraftSession.start(prove=prove, save=saved.append), calls, call)
    before = desk.draft
    outcome = await call(desk, "finalizePackage", {"title": "Bad"})
    assert (outcome.status, outcome.code) == ("refused", "PROOF_FAILED")
    assert outcome.needs == (
        "error VN501 (acts[flood]): It cannot be won. The act cannot be finished. Repair: More clues.",
    )
    assert desk.draft == before
    assert saved == []
    good = await call(desk, "finalizePackage", {"title": "Good"})
    assert good.ok, good.text
    assert [each.title for each in saved] == ["Good"]
    assert desk.draft.premise.title == "Good"
    assert (proofs[-1].package_id, proofs[-1].version) == (desk.draft.package_id, 1)


async def test_a_warning_stops_it_once(calls, call):
    found = ["one"]

    def prove(package: VNPackage) -> list[Finding]:
        return [Finding(code="VN120", severity="warning", what=each) for each in found]

    desk = await write(DraftSession.start(prove=prove), calls, call)
    first = await call(desk, "finalizePackage", {"title": "x"})
    assert (first.status, first.code) == ("refused", "WARNINGS")
    assert desk.draft.version == 0
    found.append("two")
    second = await call(desk, "finalizePackage", {"title": "x"})
    assert second.code == "WARNINGS"
    assert second.needs == ("warning VN120: two",)
    assert (await call(desk, "finalizePackage", {"title": "x"})).ok


async def test_a_version_that_was_taken_back_is_not_given_again(written, call):
    saved: list[VNPackage] = []
    desk = DraftSession(written.session, prove=lambda package: [], save=saved.append)
    assert (await call(desk, "finalizePackage", {"title": "x"})).ok
    desk.undo()
    assert desk.draft.version == 0
    assert (await call(desk, "finalizePackage", {"title": "x"})).ok
    assert [each.version for each in saved] == [1, 2]


async def test_a_draft_that_somebody_changed_while_it_was_proved_is_not_made(written, call):
    saved: list[VNPackage] = []

    def prove(package: VNPackage) -> list[Finding]:
        if not saved and desk.draft.premise.title != "Meanwhile":
            asyncio.run_coroutine_threadsafe(
                desk.update_element("premise", changes={"title": "Meanwhile"}), loop
            ).result()
        return []

    loop = asyncio.get_running_loop()
    desk = DraftSession(written.session, prove=prove, save=saved.append)
    outcome = await call(desk, "finalizePackage", {"title": "x"})
    assert (outcome.status, outcome.code) == ("refused", "CHANGED_MEANWHILE")
    assert saved == [] and desk.draft.version == 0 and desk.draft.premise.title == "Meanwhile"
    assert (await call(desk, "finalizePackage", {"title": "x"})).ok


async def test_a_package_that_cannot_be_saved_is_not_made(written, call):
    def save(package: VNPackage) -> None:
        raise OSError("no space left")

    desk = DraftSession(written.session, prove=lambda package: [], save=save)
    outcome = await call(desk, "finalizePackage", {"title": "x"})
    assert (outcome.status, outcome.code) == ("refused", "NOT_SAVED")
    assert desk.draft.version == 0


async def test_a_package_is_kept_on_a_shelf_version_by_version(written, call, tmp_path):
    shelf = Shelf(tmp_path)
    desk = DraftSession(
        written.session, prove=lambda package: [], save=lambda package: shelf.save(Volume(package)).package
    )
    assert (await call(desk, "finalizePackage", {"title": "One"})).ok
    assert (await call(desk, "finalizePackage", {"title": "Two"})).ok
    assert shelf.versions(desk.draft.package_id) == [1, 2]
    assert shelf.load(desk.draft.package_id).package.acts == desk.draft.acts
    assert desk.draft.version == 2


async def test_without_another_proof_a_novel_is_checked(calls, call):
    desk = await write(DraftSession.start(), calls, call)
    gauge = {"type": "encounter", "id": "after_ledger", "changes": {"givesProgression": 0}}
    assert (await call(desk, "updateElement", gauge)).ok
    outcome = await call(desk, "finalizePackage", {"title": "x"})
    assert outcome.code == "PROOF_FAILED"
    assert "VN201" in outcome.text and "What Ada says" in outcome.text  # it leads to nothing
    assert "VN503" in outcome.text  # one path alone


async def test_without_another_proof_a_novel_that_the_checks_pass_is_played(calls, call):
    desk = await write(DraftSession.start(), calls, call)
    for node, flag in (("lock", "knows_who"), ("mill", "has_reading")):  # now there is more than one path
        more = {
            "id": f"more_{node}",
            "title": f"More at the {node}",
            "description": "Somebody talks.",
            "type": "npc_interaction",
            "pacing": {"expectedFrames": 4, "focus": "standard"},
            "potentialFlags": [flag],
            "givesProgression": 1,
        }
        arguments = {"actId": "flood", "nodeId": node, "encounters": [more]}
        assert (await call(desk, "draftNodeEncounters", arguments)).ok
    outcome = await call(desk, "finalizePackage", {"title": "x"})
    assert outcome.code == "WARNINGS", outcome.text
    assert any("VN620" in each and "of 200 plays are won" in each for each in outcome.needs)


async def test_a_picture_that_is_wanted_anew_is_another(tmp_path, calls, call):
    drawn = []

    def draw(id_, prompt, expression, /, *, art_style, seed):
        drawn.append((id_, seed))
        return f"<svg>{id_}{seed}</svg>"

    shop = Workshop(HouseProvider(draw=draw), AssetStore(tmp_path))
    desk = DraftSession.start(illustrator=shop)
    for name, arguments in calls[:3]:
        assert (await call(desk, name, arguments)).ok
    first = desk.draft.pictures_of(Owner("character", "", "ada"))[0]
    again = {"type": "character", "id": "ada", "changes": {"voice": "low"}, "regenerateImage": True}
    assert (await call(desk, "updateElement", again)).ok
    second = desk.draft.pictures_of(Owner("character", "", "ada"))[0]
    assert first.sha256 != second.sha256 and (first.seed, second.seed) == (0, 1)
    assert ("ada", 1) in drawn


@dataclass
class Pencil:
    """Draws, or does not."""

    breaks: bool = False
    drawn: int = 0

    async def portraits(self, character, art_style, *, seed=None):
        return self._draw(character.id, "portrait", art_style)

    async def place(self, location, art_style, *, seed=None):
        return [*self._draw(location.location, "background", art_style), *self._draw(location.location, "music", "")]

    def _draw(self, id_, kind, style):
        self.drawn += 1
        if self.breaks:
            raise RuntimeError("the pencil broke")
        return [Asset(id=id_, kind=kind, path=f"assets/{id_}.png", mime="image/png", prompt=style, alt="x")]


async def test_what_is_drawn_is_drawn_once_and_again_when_it_is_stale(calls, call):
    pencil = Pencil()
    desk = await write(DraftSession.start(illustrator=pencil), calls, call)
    assert pencil.drawn == 6
    ada = await call(desk, *calls[2])
    assert ada.value["imageUrl"] == "assets/ada.png"
    assert pencil.drawn == 6
    style = {"type": "premise", "changes": {"artStyle": "woodcut"}}
    await call(desk, "updateElement", style)
    assert {each.status for each in desk.draft.package().assets} == {"stale"}
    await call(desk, *calls[2])
    assert pencil.drawn == 7
    assert desk.draft.pictures_of(Owner("character", "", "ada"))[0].prompt == "woodcut"
    assert [each.status for each in desk.draft.package().assets if each.id == "ada"] == ["final"]


async def test_a_picture_that_fails_blocks_nothing_and_an_older_one_stays(calls, call):
    pencil = Pencil(breaks=True)
    desk = DraftSession.start(illustrator=pencil, prove=lambda package: [])
    for name, arguments in calls:
        outcome = await call(desk, name, arguments)
        assert outcome.ok, outcome.text
    failed = desk.draft.pictures_of(Owner("character", "", "ada"))[0]
    assert (failed.status, failed.reason) == ("failed", "RuntimeError: the pencil broke")
    pencil.breaks = False
    again = await call(desk, *calls[2])
    assert again.value["imageUrl"] == "assets/ada.png"
    pencil.breaks = True
    change = {"type": "character", "id": "ada", "changes": {"imagePrompt": "older"}, "regenerateImage": True}
    outcome = await call(desk, "updateElement", change)
    assert outcome.value["notes"] == ["It was not drawn: RuntimeError: the pencil broke. The older picture stays."]
    assert desk.draft.pictures_of(Owner("character", "", "ada"))[0].path == "assets/ada.png"
    assert desk.draft.is_stale("portrait", "", "ada")
