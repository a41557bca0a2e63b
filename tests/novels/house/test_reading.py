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


@pytest.mark.parametrize(
    ("premise", "language", "people", "trade", "thing"),
    [
        ("Anna, a retired judge, finds a letter in the wall.", "en", ["Anna"], "a retired judge", "letter"),
        ("Anna, a retired magistrate, inherits a circus.", "en", ["Anna"], "a retired magistrate", "circus"),
        ("Anna Berg, retired judge, finds a letter.", "en", ["Anna Berg"], "a retired judge", "letter"),
        ("Judge Anna Berg, a widow, finds a letter.", "en", ["Anna Berg"], "a judge", "letter"),
        ("Tom, the village doctor, hides a patient.", "en", ["Tom"], "a village doctor", "patient"),
        ("When Anna, a retired diver, hears a bell, Paul leaves.", "en", ["Anna", "Paul"], "a retired diver", "bell"),
        ("Anna, a judge with a secret, and Ruth, a doctor, inherit a farm.", "en", ["Anna", "Ruth"], "a judge", "farm"),
        ("Anna, a widow with a haunted piano, returns to Sker.", "en", ["Anna"], "a widow", "haunted piano"),
        ("The crew hides Anna, a retired judge, in a crate.", "en", ["Anna"], "a retired judge", None),
        ("Ruth and Anna, a retired judge, inherit a farm.", "en", ["Ruth", "Anna"], "", "farm"),
        ("Sara escapes to Lund, a city of bells, and finds a letter.", "en", ["Sara"], "", "letter"),
        ("Anna, tired, finds a letter.", "en", ["Anna"], "", "letter"),
        ("Ruth inherits a farm, a debt and a ghost.", "en", ["Ruth"], "", "ghost"),
        ("Anna, eine pensionierte Richterin, findet einen Brief.", "de", ["Anna"], "pensionierte Richterin", "Brief"),
        ("Anna, eine pensionierte Akrobatin, erbt einen Zirkus.", "de", ["Anna"], "pensionierte Akrobatin", "Zirkus"),
        ("Anna Berg, ehemalige Nonne, findet einen Brief.", "de", ["Anna Berg"], "ehemalige Nonne", "Brief"),
        ("Anna, früher Richterin, findet einen Brief.", "de", ["Anna"], "Richterin", "Brief"),
        ("Karl, der alte Uhrmacher aus Lübeck, findet eine Uhr.", "de", ["Karl"], "Uhrmacher", "Uhr"),
        ("Als Anna, eine alte Köchin, einen Brief findet, geht Paul.", "de", ["Anna", "Paul"], "alte Köchin", "Brief"),
        ("Anna, eine Köchin, findet im Keller eine Glocke.", "de", ["Anna"], "Köchin", "Glocke"),
        ("Anna, ein Brief in der Hand, wartet.", "de", ["Anna"], "", "Brief"),
    ],
)  # fmt: skip
def test_what_is_told_beside_a_name_is_of_that_one_person(premise, language, people, trade, thing):
    read = read_premise(premise, language)
    assert [name for name, _ in read.people] == people
    assert read.trade == trade
    assert read.roles == (), "nobody else does that"
    assert thing is None or read.matter.thing == thing


@pytest.mark.parametrize(
    ("premise", "language", "town"),
    [
        ("Sker, a drowned town, rings its bells at low tide.", "en", "Sker"),
        ("Marrow, an abandoned lighthouse, begins to shine again.", "en", "Marrow"),
        ("When Hollin, a village without children, finds a map, everybody leaves.", "en", "Hollin"),
        ("Sker, eine versunkene Stadt, läutet bei Ebbe die Glocken.", "de", "Sker"),
        ("Hollin, ein altes Dorf, findet eine Karte.", "de", "Hollin"),
        ("In Prague, a city of spies, somebody lights a lamp.", "en", "Prague"),
    ],
)
def test_what_is_called_a_place_beside_its_name_is_nobody(premise, language, town):
    read = read_premise(premise, language)
    assert (read.people, read.town) == ((), town)
    assert town not in {each.name for each in write(premise, 1, language).characters}


def test_a_retired_judge_is_you_and_nobody_besides():
    for premise, language, said in (
        ("Anna, a retired judge, finds a letter in the wall.", "en", "You are Anna, a retired judge,"),
        ("Anna, eine pensionierte Richterin, findet einen Brief.", "de", "Du bist Anna, pensionierte Richterin,"),
    ):
        novel = write(premise, 1, language)
        assert said in novel.premise
        assert not [each.name for each in novel.characters if re.search(r"judge|Richter", each.name, re.IGNORECASE)]
