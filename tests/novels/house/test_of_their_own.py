"""Novels of different premises are different novels: few scenes and sentences of one are found in another."""

from __future__ import annotations

import re
from itertools import combinations
from statistics import mean

import pytest

from gameplan.novels.house import write
from gameplan.novels.package import Encounter, VNPackage

PREMISES = {
    "en": (
        "A lighthouse keeper finds a door in the tide.",
        "A retired thief must steal back her own portrait before the auction.",
        "Two sisters inherit a bakery and a debt to a ghost.",
        "A cartographer is hired to map a village that is on no map.",
        "The last train of the night does not stop where it should.",
        "A young monk guards a library in which one book writes itself.",
        "A translator discovers that the treaty she carries is a forgery.",
        "A robot gardener refuses to let winter come.",
        "A small-town radio host gets calls from tomorrow.",
        "Six crooks plan to rob the casino of Monte Verde on the night of the eclipse.",
        "A beekeeper discovers that her late husband's hives predict deaths.",
        "The miners of Blackwater rise against Governor Hale when the well runs dry.",
    ),
    "de": (
        "Eine Leuchtturmwärterin findet eine Tür in der Flut.",
        "Ein Uhrmacher in Lübeck findet eine Uhr, die rückwärts geht.",
        "Zwei Schwestern erben eine Bäckerei und die Schulden eines Gespenstes.",
        "Eine Försterin sucht im Schnee nach einem verschwundenen Kind.",
        "Eine Gerichtsmedizinerin in Wien erkennt in einer Leiche sich selbst.",
        "Eine Köchin auf einem Walfangschiff findet im Mehl einen Brief des Kapitäns an seine Mörder.",
        "Die Arbeiter der Druckerei erheben sich gegen Statthalter Krall.",
        "Elias liebt Hanna, aber sie reist am Ende des Sommers ab.",
        "Eine Bande alternder Diebe will aus dem Museum in Tarnau eine Geige stehlen.",
        "Ein Orgelbauer findet eine Pfeife, die nur bei Ebbe klingt.",
        "Drei Fährfrauen und ein Kartoffelsalat.",
        "Jonas kehrt nach zwanzig Jahren in sein Heimatdorf Kaltbrunn zurück und erbt eine Spieldose.",
    ),
}


def scenes_of(novel: VNPackage) -> list[Encounter]:
    """All scenes but those that say only that time goes by in a place."""
    arcs = [each.personal_arc.arc_encounters for each in novel.characters if each.personal_arc is not None]
    places = [place.encounters for act in novel.acts for place in act.locations]
    return [scene for scenes in (*arcs, *places) for scene in scenes if not scene.repeatable]


def said_in(novel: VNPackage) -> tuple[set[str], set[str]]:
    """The titles of its scenes, and the sentences in them, whoever and wherever they are about."""
    people = {part for each in novel.characters for part in (each.name, *each.name.split())}
    places = {place.title[0].lower() + place.title[1:] for act in novel.acts for place in act.locations}
    places |= {place.title for act in novel.acts for place in act.locations}
    names = re.compile("|".join(rf"\b{re.escape(each)}\b" for each in sorted(people | places, key=len, reverse=True)))
    titles, sentences = set(), set()
    for scene in scenes_of(novel):
        titles.add(names.sub("…", scene.title))
        for text in (scene.description, *scene.findings):
            parts = re.split(r"(?<=[.!?])[”“]?\s+", names.sub("…", text))
            sentences |= {each for each in parts if len(each) > 25}
    return titles, sentences


def shared(told: list[set[str]]) -> list[float]:
    """For each pair of novels, how much of the shorter one is in the other as well."""
    return [len(one & other) / min(len(one), len(other)) for one, other in combinations(told, 2)]


@pytest.mark.parametrize("language", PREMISES)
def test_twelve_novels_have_little_in_common(language):
    novels = [said_in(write(premise, seed, language)) for seed, premise in enumerate(PREMISES[language], 1)]
    titles, sentences = (shared([each[part] for each in novels]) for part in (0, 1))
    assert mean(titles) < 0.28 and max(titles) < 0.6, (mean(titles), max(titles))
    assert mean(sentences) < 0.2 and max(sentences) < 0.4, (mean(sentences), max(sentences))


@pytest.mark.parametrize("language", PREMISES)
def test_five_novels_in_a_row_have_one_thread_in_common_at_most(language):
    titles = [said_in(write(premise, seed, language))[0] for seed, premise in enumerate(PREMISES[language], 1)]
    for first in range(len(titles) - 4):
        assert len(set.intersection(*titles[first : first + 5])) <= 3
