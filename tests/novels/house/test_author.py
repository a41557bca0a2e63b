"""The house author: any premise becomes a whole novel that passes its own proof."""

from __future__ import annotations

import re
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gameplan.novels.checks import check_package
from gameplan.novels.house import write, write_balanced
from gameplan.novels.house.balancing import balanced
from gameplan.novels.house.composing.texts import texts
from gameplan.novels.package import VNPackage
from gameplan.novels.play.book import Book
from gameplan.novels.simulation import ClockChange, prove, simulate, with_clocks
from gameplan.novels.simulation.bands import out_of_bands

ENGLISH = {
    "mystery": "Mara, a lighthouse keeper, finds a ledger that proves the harbour of Sker was sold.",
    "heist": "A crew of retired thieves must steal a violin from the casino of Baron Ostrova.",
    "survival": "Stranded on a mining station orbiting Tethys, engineer Juno Adeyemi counts oxygen.",
    "rebellion": "The miners of Blackwater rise against Governor Hale when the well runs dry.",
    "romance": "Two rival bakers, Elif and Tom, fall in love the summer before the bakery is sold.",
    "homecoming": "After twenty years Ruth returns to her grandmother's farm in Wexcombe and inherits a music box.",
}
GERMAN = {
    "mystery": "Die Leuchtturmwärterin Mara findet ein Logbuch, das beweist, dass Skerhaven verkauft wurde.",
    "heist": "Eine Bande alternder Diebe will aus dem Museum in Tarnau eine Geige stehlen.",
    "survival": "Eingeschneit auf dem Gletscher teilt Vera Holm den Hunger ein.",
    "rebellion": "Die Arbeiter der Druckerei erheben sich gegen Statthalter Krall.",
    "romance": "Elias liebt Hanna, aber sie reist am Ende des Sommers ab.",
    "homecoming": "Jonas kehrt nach zwanzig Jahren in sein Heimatdorf Kaltbrunn zurück und erbt eine Spieldose.",
}
ALL = [(text, "en") for text in ENGLISH.values()] + [(text, "de") for text in GERMAN.values()]


def told(package: VNPackage) -> list[str]:
    """All that anybody is told."""
    said = [package.global_context.setting.removesuffix(package.premise), *package.global_context.overarching_truths]
    said += [each.brief for each in package.endings] + [each.content for each in package.global_world_info]
    for person in package.characters:
        said += [person.description, *person.secrets]
        said += [each.description for each in (person.personal_arc.arc_encounters if person.personal_arc else ())]
    for act in package.acts:
        said += [act.objective, act.scenario_context, act.narrative_guidelines, *act.complications]
        said += [each.content for each in act.scenario_world_info]
        assert act.opposing_force is not None
        said += [each.description for each in act.opposing_force.escalation_events]
        for event in act.inevitable_events:
            said += [event.description, event.foreshadow, *(each.effect for each in event.conditional_branches)]
        for place in act.locations:
            said += [place.ambient_detail]
            said += [text for scene in place.encounters for text in (scene.description, *scene.findings)]
    return said


def sentences(package: VNPackage) -> list[str]:
    parts = [part for text in told(package) for part in re.split(r"(?<=[.!?])[”“]?\s+", text)]
    return [part for part in parts if len(part) > 12]


@pytest.mark.parametrize(
    ("premise", "language"), [("A chess champion in Reykjavik is asked to lose.", "en"), ("Jemand schweigt.", "de")]
)
def test_nobody_has_to_survive_in_the_middle_of_a_town(premise, language):
    acts = {each["title"] for each in texts(language, "frames")["survival"]["acts"]}
    told = [{act.title for act in write(premise, seed, language).acts} for seed in range(8)]
    assert not any(each & acts for each in told)


@pytest.mark.parametrize(("premise", "language"), ALL)
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_novel_passes_the_checks_without_a_warning(premise, language, seed):
    found = check_package(write(premise, seed, language))
    assert [str(each) for each in found if each.severity != "info"] == []


@pytest.mark.parametrize(("premise", "language"), ALL)
def test_no_sentence_comes_twice_and_no_slot_is_left(premise, language):
    for seed in range(4):
        said = sentences(write(premise, seed, language))
        assert [each for each, count in Counter(said).items() if count > 1] == []
        assert not [each for each in said if re.search(r"[{}\[\]|~]", each)]


@pytest.mark.parametrize(("premise", "language"), ALL)
def test_the_same_premise_and_seed_give_the_same_novel_and_another_seed_another(premise, language):
    one, again, other = write(premise, 5, language), write(premise, 5, language), write(premise, 6, language)
    assert one == again
    assert set(sentences(one)) - set(sentences(other))
    assert one.acts != other.acts


@pytest.mark.parametrize(("table", "language"), [(ENGLISH, "en"), (GERMAN, "de")])
def test_a_premise_gets_the_frame_that_it_asks_for(table, language):
    frames = texts(language, "frames")
    for frame, premise in table.items():
        titles = {each["title"] for each in frames[frame]["acts"]}
        assert {act.title for act in write(premise, 1, language).acts} <= titles


def test_names_places_and_things_of_the_premise_are_carried_through():
    package = write(ENGLISH["mystery"], 1)
    said = " ".join(told(package))
    assert package.protagonist is not None and package.protagonist.name == "Mara"
    assert "lighthouse keeper" in package.protagonist.description
    assert package.acts[0].locations[0].id == "lighthouse"
    assert said.count("Sker") >= 5 and said.count("the ledger") >= 2
    heist = write(ENGLISH["heist"], 1)
    assert [each.name for each in heist.characters if each.role == "antagonist"] == ["Baron Ostrova"]
    romance = write(ENGLISH["romance"], 1)
    assert [each.name for each in romance.characters[:2]] == ["Elif", "Tom"]
    home = write(GERMAN["homecoming"], 1, "de")
    assert "Kaltbrunn" in " ".join(told(home)) and "die Spieldose" in " ".join(told(home))


def test_an_act_has_scenes_of_all_kinds_in_places_that_lead_back():
    for seed in range(6):
        for act in write(ENGLISH["survival"], seed).acts:
            scenes = [scene for place in act.locations for scene in place.encounters]
            assert 12 <= len(scenes) <= 16
            assert {"combat", "npc_interaction", "atmospheric"} <= {scene.type for scene in scenes}
            for place in act.locations:
                assert any(scene.repeatable for scene in place.encounters)
                assert all(place.id in other.connections for other in act.locations if other.id in place.connections)


@pytest.mark.parametrize("language", ["en", "de"])
def test_every_ending_comes_in_play_and_no_play_stalls(language):
    premise = (ENGLISH if language == "en" else GERMAN)["homecoming"]
    package = write(premise, 1, language)
    report = simulate(Book(package), 20, "0")
    assert report.stalls == 0 and len(package.endings) > 1
    assert all(report.endings.get(each.id, 0) > 0 for each in package.endings), report.endings


def test_a_novel_that_is_too_hard_is_given_other_clocks():
    novel = write(GERMAN["homecoming"], 1, "de")
    hard = with_clocks(novel, tuple(ClockChange(act.id, 4, 2) for act in novel.acts))
    before, after = (simulate(Book(each), 40, "then") for each in (hard, balanced(hard)))
    assert out_of_bands(after) < out_of_bands(before) / 2


@pytest.mark.parametrize(
    ("premise", "language"), [(ENGLISH["heist"], "en"), (ENGLISH["romance"], "en"), (GERMAN["homecoming"], "de")]
)
def test_a_balanced_novel_passes_the_whole_proof(premise, language):
    proof = prove(write_balanced(premise, 2, language), plays=40)
    assert proof.holds and proof.report is not None and not proof.report.stalls
    assert out_of_bands(proof.report) < 0.1


@settings(max_examples=40, deadline=None)
@given(st.text(max_size=300), st.integers(0, 2**40), st.sampled_from(["en", "de", "de-AT", "fr", ""]))
def test_any_text_at_all_becomes_a_novel(premise, seed, language):
    package = write(premise, seed, language)
    assert not [each for each in check_package(package) if each.severity == "error"]
