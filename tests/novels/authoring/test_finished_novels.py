"""A finished novel is opened as a draft again, and somebody in it gets another name."""

from __future__ import annotations

import pytest

from gameplan.novels.authoring import DraftSession, run_coauthor
from gameplan.novels.authoring.respelling import respelled
from gameplan.novels.house import write
from gameplan.novels.package import Asset, VNPackage
from gameplan.novels.play import Book
from gameplan.novels.samples import sample_package
from gameplan.novels.shelf import Volume
from gameplan.novels.shelf.volume import settled
from gameplan.tools import ToolRefused

PREMISE = "A lighthouse keeper named Mara Quist finds a door in the tide."


def _illustrated(package: VNPackage) -> VNPackage:
    person, place = package.characters[0], package.acts[0].locations[0]
    assets = (
        Asset(id=person.id, kind="portrait", path=f"assets/portraits/{person.id}.svg", mime="image/svg+xml",
              owner=person.id, expression="neutral", alt=f"Portrait of {person.name}"),
        Asset(id=place.location, kind="background", path=f"assets/backgrounds/{place.location}.webp", mime="image/webp",
              owner=place.location, alt=place.title),
    )  # fmt: skip
    return package.model_copy(update={"assets": assets})


@pytest.mark.parametrize("package", [sample_package(), write(PREMISE, 3)], ids=["ours", "the house's"])
def test_a_finished_novel_is_the_same_as_a_draft(package: VNPackage) -> None:
    package = _illustrated(package)
    draft = DraftSession.of(package).draft
    again = draft.package(version=package.version)
    assert {each.id: each for each in again.assets} == {each.id: each for each in package.assets}
    outlined = [act.model_copy(update={"intended_locations": ()}) for act in again.acts]
    assert outlined == [act.model_copy(update={"intended_locations": ()}) for act in package.acts]
    assert (again.title, again.characters, again.endings) == (package.title, package.characters, package.endings)
    assert again.package_id == package.package_id and draft.version == package.version and not draft.stale


async def test_another_name_is_used_wherever_somebody_is_spoken_of_and_taken_back_at_once() -> None:
    desk = DraftSession.of(_illustrated(write(PREMISE, 3)))
    before = desk.draft
    await desk.rename_character("mara_quist", "Ilse Brandt")
    package = desk.draft.package()
    person = package.character("mara_quist")
    assert person is not None and person.name == "Ilse Brandt"
    assert "Mara" not in package.model_dump_json() and "Quist" not in package.model_dump_json()
    assert package.assets[0].alt == "Portrait of Ilse Brandt" and not desk.draft.is_stale("portrait", "", "mara_quist")
    desk.undo()
    assert desk.draft == before


async def test_nobody_can_be_renamed_who_is_not_there() -> None:
    desk = DraftSession.of(sample_package())
    with pytest.raises(ToolRefused, match='no character "nobody"'):
        await desk.rename_character("nobody", "X")


def test_names_that_others_have_are_left_to_them() -> None:
    package = write(PREMISE, 3)
    first, second, *rest = package.characters
    people = (
        first.model_copy(update={"name": "Mara Quist", "description": "Mara is Old Quist's daughter. Maras Tür."}),
        second.model_copy(update={"name": "Old Quist", "description": "Quist sold the boat."}),
        *rest,
    )
    after = respelled(package.model_copy(update={"characters": people}), {"Mara Quist": "Ilse Brandt"})
    assert after.characters[0].description == "Ilse is Old Quist's daughter. Ilses Tür."
    assert after.characters[1].description == "Quist sold the boat."


@pytest.mark.parametrize(("old", "new"), [("a", "Zed"), ("the ferryman", "Tom"), ("Mara Quist", " ")])
def test_a_name_that_is_no_name_changes_no_prose(old: str, new: str) -> None:
    package = write(PREMISE, 3)
    assert respelled(package, {old: new}) == package


async def test_the_house_author_goes_on_with_the_names_and_ids_that_a_person_gave() -> None:
    desk = DraftSession.start(prove=lambda package: [])
    composed = write(PREMISE, 1)
    await desk.propose_character(composed.characters[0])
    await desk.rename_character("mara_quist", "Ilse Brandt")
    await desk.update_element("character", "mara_quist", {"id": "ilse"})
    result = await run_coauthor("house:author", desk, f"{PREMISE} Seed: 1", alone=True)
    assert result.terminal_tool == "finalizePackage"
    text = desk.draft.package().model_dump_json(exclude={"assets"})  # a file keeps its name
    assert "Mara" not in text and "mara_quist" not in text and desk.draft.character("ilse")


def test_the_hash_of_a_play_is_that_of_the_shelf() -> None:
    package = _illustrated(sample_package())
    volume = settled(Volume(package, {each.path: b"x" for each in package.assets}))
    assert Book(volume.package).hash == volume.content_hash
    elsewhere = volume.package.model_copy(update={"package_id": "other", "version": 7})
    assert Book(elsewhere).hash == volume.content_hash
    told = volume.package.model_copy(update={"title": "Other"})
    assert Book(told).hash != volume.content_hash
