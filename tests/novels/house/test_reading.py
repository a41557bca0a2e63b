"""How a premise is read: who it is about, what, where, and what is odd about it."""

from __future__ import annotations

import re

import pytest

from gameplan.novels.house import write
from gameplan.novels.house.composing.reading import read_premise
from gameplan.novels.house.composing.texts import texts
from gameplan.novels.package import ArcEncounter, Encounter, VNPackage

SHIP = "On the generation ship Halcyon, the gardener Tobias Wren finds a seed that was never catalogued."
FUNERAL = "A retired detective is invited to the funeral of a man she put in prison, who is not dead."
LETTERS = "The last typewriter repairman of Lisbon receives letters from his own future."
PAINTING = "In a city where nobody can lie, Inspector Dara Holm investigates a forged painting."
MAPS = "A cartographer in the flooded city of Orsenna discovers that her maps change the streets overnight."
HOTEL = "Three sisters inherit a hotel where the thirteenth room rents itself."
TREATY = "A young diplomat must deliver a treaty across a desert before the moon is full, but the treaty is blank."
BELL = "Eine Glockengießerin in Lübeck gießt eine Glocke, die nur die Toten hören."
PICTURE = "Der Nachtwächter Anton Reuß findet im Museum ein Bild, auf dem er selbst zu sehen ist."
BAKERS = "Two rival bakers in a mountain village must share one oven through the winter."
ALL = (
    *tuple((each, "en") for each in (SHIP, FUNERAL, LETTERS, PAINTING, MAPS, HOTEL, TREATY, BAKERS)),
    (BELL, "de"),
    (PICTURE, "de"),
)


@pytest.mark.parametrize(
    ("premise", "language", "thing", "why"),
    [
        (SHIP, "en", "seed", "the seed was never catalogued"),
        (FUNERAL, "en", "funeral", ""),
        (LETTERS, "en", "letter from your own future", ""),
        (PAINTING, "en", "forged painting", ""),
        (MAPS, "en", "map", "the maps change the streets overnight"),
        (HOTEL, "en", "thirteenth room", "the thirteenth room rents itself"),
        (TREATY, "en", "treaty", "the treaty is blank"),
        (BELL, "de", "Glocke", "die Glocke nur die Toten hören"),
        (PICTURE, "de", "Bild", "du selbst auf dem Bild zu sehen bist"),
        ("Drei Brüder erben ein Hotel, in dem niemand schläft.", "de", "Hotel", "in dem Hotel niemand schläft"),
    ],
)
def test_what_it_is_about_and_what_is_odd_about_it(premise, language, thing, why):
    matter = read_premise(premise, language).matter
    assert (matter.thing, matter.why) == (thing, why)
    assert not why or why in write(premise, 1, language).acts[0].objective


@pytest.mark.parametrize(
    ("premise", "language", "name", "trade", "pronouns"),
    [
        (SHIP, "en", "Tobias Wren", "a gardener", "he/him"),
        (FUNERAL, "en", "", "a retired detective", "she/her"),
        (LETTERS, "en", "", "the last typewriter repairman", "he/him"),
        (PAINTING, "en", "Dara Holm", "an inspector", "she/her"),
        (HOTEL, "en", "", "the eldest of three sisters", "she/her"),
        (BELL, "de", "", "Glockengießerin", "sie/ihr"),
        (PICTURE, "de", "Anton Reuß", "Nachtwächter", "er/ihm"),
        ("A widow finds a letter from the man she never met.", "en", "", "a widow", "she/her"),
    ],
)
def test_who_it_is_about(premise, language, name, trade, pronouns):
    you = write(premise, 1, language).protagonist
    assert you is not None and you.pronouns == pronouns
    assert you.name == (name or you.name) and f"{you.name}, {trade}" in you.description


@pytest.mark.parametrize(
    ("premise", "town", "family"), [(SHIP, "Halcyon", "space"), (LETTERS, "Lisbon", ""), (TREATY, "", "desert")]
)
def test_where_it_is(premise, town, family):
    read = read_premise(premise, "en")
    assert read.town == town and read.family == (family or read.family)


def test_of_three_sisters_both_others_go_along():
    package = write(HOTEL, 1)
    for person, what in zip(package.characters[1:3], ("your sister", "your youngest sister"), strict=True):
        assert person.pronouns == "she/her" and person.personal_arc is not None
        assert person.personal_arc.arc_encounters[0].description.startswith(f"{person.name} is {what}.")


def test_nobody_else_has_the_trade_of_the_one_it_is_about():
    assert not [each.name for each in write(PICTURE, 1, "de").characters if each.name.startswith("Wächter")]


# -- what is told where


def scenes(package: VNPackage) -> list[tuple[str, Encounter]]:
    return [(place.id, each) for act in package.acts for place in act.locations for each in place.encounters]


def test_scenes_are_told_where_they_can_be_told():
    """Of what needs four walls, or the sky, hardly anything is told where there are none, or there is none."""
    told = wrong = 0
    for premise, language in ALL:
        sky = {kind: each.get("open", False) for of in texts(language, "places").values() for kind, each in of.items()}
        wants = {
            f"{thread}_{name}": scene.get("open")
            for thread, of in texts(language, "threads").items()
            for name, scene in zip(("lead", "follow", "turn"), of["scenes"], strict=True)
        }
        for seed in range(4):
            for place, scene in scenes(write(premise, seed, language)):
                if wants.get(scene.id) is not None:
                    told += 1
                    wrong += wants[scene.id] != sky.get(place, False)
    assert told and wrong * 16 <= told


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_scene_of_somebody_that_needs_four_walls_has_them(language):
    premise = HOTEL if language == "en" else PICTURE
    sky = {kind: each.get("open", False) for of in texts(language, "places").values() for kind, each in of.items()}
    bound = 0
    for seed in range(6):
        for person in write(premise, seed, language).characters:
            arcs: tuple[ArcEncounter, ...] = person.personal_arc.arc_encounters if person.personal_arc else ()
            for scene in arcs:
                bound += bool(scene.locations)
                assert not any(sky[place] for place in scene.locations)
    assert bound


def test_no_friend_travels_under_a_false_name():
    found = 0
    for seed in range(30):
        package = write(MAPS, seed)
        friends = {each.id for each in package.characters if each.role == "ally"}
        leads = [each for _, each in scenes(package) if each.id == "stranger_lead"]
        found += len(leads)
        assert not any(friends & set(each.required_characters) for each in leads)
    assert found


# -- how it reads


@pytest.mark.parametrize(("premise", "language"), ALL, ids=lambda each: each[:25])
def test_every_sentence_begins_with_a_capital(premise, language):
    for seed in range(3):
        for _, scene in scenes(write(premise, seed, language)):
            assert not re.search(r"\.[”“]? [a-zäöü]", scene.description), scene.description
