"""A package becomes a story: all of it is there, told once, and nothing that is hidden."""

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator

import pytest

from gameplan.novels.export import Story, Telling, compile_story
from gameplan.novels.export.compiling_people import people_of, with_usable_assets
from gameplan.novels.export.conditions import Condition, variables_in
from gameplan.novels.export.ink import write_ink
from gameplan.novels.export.story import Passage
from gameplan.novels.package import Asset, VNPackage
from gameplan.novels.telling.said import compact, sentences


def _passages(story: Story) -> Iterator[Passage]:
    for scene in story.scenes:
        yield from (each for text in scene.texts for each in text)
        yield from (each for option in scene.choices for each in option.passages)
    for place in story.places:
        yield from (each for text in (*place.arrivals, *place.quiet) for each in text)
    for act in story.acts:
        yield from (each for aside in act.asides for each in aside.passages)


def test_a_story_goes_to_json_and_back(stories: tuple[Story, ...]) -> None:
    for story in stories:
        assert Story.from_json(json.loads(json.dumps(story.to_json()))) == story


@pytest.mark.parametrize(
    "change", [{"title": 3}, {"acts": {}}, {"unheard": 1}, {"ends": [{"to": "x", "condition": 1}]}]
)
def test_json_that_is_no_story_is_refused(story: Story, change: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=r".+"):
        Story.from_json({**story.to_json(), **change})


def test_the_same_package_and_seed_give_the_same_story_and_another_seed_other_words(
    sample: VNPackage, story: Story
) -> None:
    assert compile_story(sample) == story
    other = compile_story(sample, seed="other")
    assert other != story
    assert [each.id for each in other.scenes] == [each.id for each in story.scenes]


def test_no_sentence_comes_twice(stories: tuple[Story, ...]) -> None:
    for story in stories:
        told = Counter(compact(each) for passage in _passages(story) for each in sentences(passage.text))
        assert [each for each, times in told.items() if times > 1 and each] == []


def test_a_passage_fits_on_a_screen_and_is_one_line(stories: tuple[Story, ...], hostile: VNPackage) -> None:
    for story in (*stories, compile_story(hostile)):
        for passage in _passages(story):
            assert 0 < len(passage.text) <= 280
            assert passage.text == " ".join(passage.text.split())


def test_every_scene_event_ending_and_finding_of_the_novel_is_in_the_story(
    novels: tuple[VNPackage, ...], stories: tuple[Story, ...]
) -> None:
    for package, story in zip(novels, stories, strict=True):
        titles = {each.title for each in story.scenes}
        encounters = [each for act in package.acts for place in act.locations for each in place.encounters]
        for character in package.characters:
            encounters += character.personal_arc.arc_encounters if character.personal_arc is not None else ()
        events = [each for act in package.acts for each in act.inevitable_events]
        assert {" ".join(each.title.split()) for each in (*encounters, *events, *package.endings)} <= titles
        known = {each.text for each in story.findings}
        assert {text for each in encounters for text in each.findings} == known


def test_what_a_story_refers_to_is_there(stories: tuple[Story, ...]) -> None:
    for story in stories:
        scenes, places = {each.id for each in story.scenes}, {each.id for each in story.places}
        variables = {each.name for each in story.variables}
        assert len(scenes) == len(story.scenes) and len(variables) == len(story.variables)
        assert all(re.fullmatch(r"[a-z][a-z0-9_]*", each) for each in (*scenes, *places, *variables))
        for place in story.places:
            assert {*place.scenes} <= scenes
            assert {way.to for way in place.ways} <= {each.id for each in story.places if each.act == place.act}
        for act in story.acts:
            assert {*act.interrupts, act.opening} <= scenes
        assert set(_variables(story)) <= variables
        assert {each.speaker for each in _passages(story) if each.speaker} <= {each.id for each in story.people}


def _variables(story: Story) -> Iterator[str]:
    def found(value: object) -> Iterator[str]:
        if isinstance(value, Condition):
            yield from variables_in(value)
        elif isinstance(value, tuple):
            for each in value:
                yield from found(each)
        elif hasattr(value, "__dataclass_fields__"):
            for name in value.__dataclass_fields__:
                yield from found(getattr(value, name))

    yield from found(story)
    yield from (effect.variable for scene in story.scenes for effect in scene.effects)


def test_what_is_hidden_is_in_no_exported_file(sample: VNPackage, every_text: Callable[[Story], list[str]]) -> None:
    story = compile_story(_with_canaries(sample, hidden=True))
    for text in (*every_text(story), *map(str, write_ink(story).values())):
        assert [each for each in _CANARIES if compact(each) in compact(text)] == []


def test_the_same_words_are_told_where_nothing_hides_them(sample: VNPackage) -> None:
    story = compile_story(_with_canaries(sample, hidden=False))
    moods = {each.mood for each in story.places}
    told = " ".join(each.text for each in _passages(story))
    assert all(each in moods and each in told for each in _CANARIES)


_CANARIES = tuple(
    f"The {bird} under the ninth stair was never a {bird} at all."
    for bird in ("heron", "kingfisher", "cormorant", "nightjar", "lapwing")
)


def _with_canaries(package: VNPackage, *, hidden: bool) -> VNPackage:
    """The novel with what would give a secret away: in the moods of places, and in what gets in the way."""
    data = package.model_dump(mode="json")
    act = data["acts"][0]
    act["complications"] = list(_CANARIES)
    for place, canary in zip((*act["locations"], data["acts"][1]["locations"][0]), _CANARIES, strict=True):
        place["mood"] = canary
    if hidden:
        truth, context, secret, need, lore = _CANARIES
        data["globalContext"]["overarchingTruths"] = [truth]
        act["scenarioContext"] = context
        stroud = next(each for each in data["characters"] if each["id"] == "stroud")
        stroud["secrets"] = [secret]  # and an arc that never comes to its crisis
        stroud["personalArc"] |= {"need": need, "arcEncounters": stroud["personalArc"]["arcEncounters"][:2]}
        data["globalWorldInfo"] = [{"id": "canary", "content": lore, "constant": True, "audience": "director"}]
    return VNPackage.model_validate(data)


def test_a_secret_is_told_in_the_scene_that_reveals_it_and_only_once(story: Story) -> None:
    secret = "He kept time for the night shift"
    scenes = [scene for scene in story.scenes for text in scene.texts for each in text if secret in each.text]
    assert [each.id for each in scenes] == ["arc_tobiah_struck_out"]
    told = next(each for each in scenes[0].texts[0] if secret in each.text)
    assert set(variables_in(told.condition)) == {"out_tobiah"}


def test_lore_that_waits_for_a_condition_is_not_told(sample: VNPackage) -> None:
    data = sample.model_dump(mode="json")
    lore = {"id": "later", "content": _CANARIES[0], "constant": True, "revealIf": 'flag("never_so")'}
    data["globalWorldInfo"] = [lore]
    assert all(_CANARIES[0] not in each.text for each in _passages(compile_story(VNPackage.model_validate(data))))


def test_markup_in_a_novel_stays_text(hostile: VNPackage) -> None:
    story = compile_story(hostile)
    assert story.title == " ".join(hostile.title.split())
    assert all(re.fullmatch(r"[a-z][a-z0-9_]*", each.id) for each in (*story.scenes, *story.places, *story.people))
    assert any("<script>" in each.text for each in _passages(story))


def test_pictures_and_music_are_found_by_their_owners(sample: VNPackage) -> None:
    story = compile_story(
        _with_assets(
            sample,
            ("tobiah", "portrait", "assets/portraits/tobiah.png", "final"),
            ("tobiah_happy", "portrait", "assets/portraits/tobiah_happy.png", "stale"),
            ("tobiah_sad", "portrait", "assets/portraits/tobiah_sad.png", "failed"),
            (sample.acts[0].locations[0].location, "background", "assets/backgrounds/chapel.webp", "final"),
            (f"{sample.acts[0].locations[0].location}_music", "music", "assets/music/chapel.ogg", "final"),
        )
    )
    tobiah = story.person("tobiah")
    assert tobiah is not None
    assert [each.expression for each in tobiah.portraits] == ["neutral", "happy"]
    assert tobiah.portrait("sad") == tobiah.portraits[0]
    chapel = story.place("chapel")
    assert (chapel.backdrop, chapel.music) == ("assets/backgrounds/chapel.webp", "assets/music/chapel.ogg")


@pytest.mark.parametrize(
    "path", ["../x.png", "/etc/passwd", "assets/portraits/../../x", "package.json", 'assets/portraits/a".png', "C:\\x"]
)
def test_a_path_that_leads_elsewhere_is_left_out(path: str, sample: VNPackage) -> None:
    package = _with_assets(sample, ("tobiah", "portrait", path, "final"))
    assert all(each.portraits == () for each in people_of(with_usable_assets(package)))


def _with_assets(package: VNPackage, *assets: tuple[str, str, str, str]) -> VNPackage:
    made = [
        Asset.model_validate(
            {"id": id, "kind": kind, "path": path, "status": status, "mime": "any/thing", "alt": "It."}
        )
        for id, kind, path, status in assets
    ]
    return package.model_copy(update={"assets": tuple(made)})


def test_a_clock_that_is_hidden_has_no_label_anywhere(
    sample: VNPackage, every_text: Callable[[Story], list[str]]
) -> None:
    data = sample.model_dump(mode="json")
    for act in data["acts"]:
        act["opposingForce"] |= {"visibility": "hidden", "trackerLabel": "Kept quiet"}
    story = compile_story(VNPackage.model_validate(data))
    assert all("Kept quiet" not in each for each in every_text(story))
    assert len(Telling(story, 1).trackers) == 1


def test_what_has_an_empty_name_is_told_all_the_same(sample: VNPackage) -> None:
    people = tuple(each.model_copy(update={"name": " \u202e\x07"}) for each in sample.characters)
    story = compile_story(sample.model_copy(update={"characters": people, "title": ""}))
    assert {story.title, *(each.name for each in story.people)} == {"?"}


def test_a_novel_without_endings_ends(sample: VNPackage) -> None:
    acts = (sample.acts[0].model_copy(update={"next": ()}),)
    telling = Telling(compile_story(sample.model_copy(update={"endings": (), "acts": acts})), 1)
    while not telling.over:
        telling.step(telling.choices[0].id)
    assert telling.ending is not None and telling.ending.id == "the_end"
