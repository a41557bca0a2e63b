"""A story is told by its run time: every walk ends, every state is legal, and the rules are those that are written."""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from gameplan.novels.export import Story, Telling, compile_story
from gameplan.novels.export.conditions import NEVER, compare
from gameplan.novels.export.story import Bonus, Passage
from gameplan.novels.package import VNPackage
from gameplan.novels.play import Book
from gameplan.novels.play.state import PlayState
from gameplan.novels.play.ways import ways_on
from gameplan.novels.simulation.plays import play_once
from gameplan.novels.simulation.policies import POLICIES
from gameplan.novels.telling.wording import wording_of


def _walk(story: Story, seed: int) -> Iterator[Telling]:
    """A play by chance, some of them with more wish to stay than others."""
    chance, telling = Random(seed), Telling(story, seed)
    stays = (0.0, 0.4, 0.8)[seed % 3]
    while not telling.over:
        yield telling
        choices = telling.choices
        telling.step((choices[0] if chance.random() < stays else chance.choice(choices)).id)
    yield telling


def _is_legal(telling: Telling) -> bool:
    values, story = telling.values, telling.story
    limits = all(each.lowest <= values[each.name] <= each.highest for each in story.variables if each.name != "random")
    doom = 0 <= values["doom"] <= values["doom_needed"] and values["peak"] >= values["doom"]
    here = telling.place.act == telling.act.id and values["turn"] <= story.longest + 1
    marks = all(values[each.name] in (0, 1) for each in story.variables if each.name.startswith(("flag_", "knows_")))
    return limits and doom and here and marks and 1 <= values["random"] < 2147483647


@pytest.mark.parametrize("number", range(3))
def test_every_walk_ends_and_every_ending_that_simulation_reaches_is_reached(
    number: int, stories: tuple[Story, ...], novels: tuple[VNPackage, ...]
) -> None:
    story, book = stories[number], Book(novels[number])
    missing = {play_once(book, policy, str(seed)).ending for policy in POLICIES for seed in range(12)}
    for seed in range(400):
        if seed >= 70 and not missing:
            break
        for telling in _walk(story, seed):
            assert _is_legal(telling)
            choices = telling.choices
            assert telling.over or choices
            assert len({each.id for each in choices}) == len({each.text for each in choices}) == len(choices)
        assert telling.ending is not None
        assert telling.choices == ()
        assert telling.passages[0].text == telling.ending.title
        missing.discard(telling.ending.id)
    assert not missing


@pytest.mark.parametrize("seed", range(5))
def test_a_novel_of_any_shape_ends(seed: int, mangled: Callable[[int], VNPackage]) -> None:
    story = compile_story(mangled(seed))
    for walk in range(3):
        for telling in _walk(story, walk):
            assert _is_legal(telling)
            assert telling.over or telling.choices
        assert telling.over


def test_a_scene_that_comes_once_is_not_told_twice_in_a_play(stories: tuple[Story, ...]) -> None:
    for story in stories:
        once = {each.times for each in story.scenes if len(each.texts) == 1 and each.kind != "opening"}
        for seed in range(9):
            *_, last = _walk(story, seed)
            assert all(last.values[each] <= 1 for each in once)


def test_the_same_seed_and_choices_give_the_same_play(story: Story) -> None:
    def told(seed: int) -> list[str]:
        return [each.text for telling in _walk(story, seed) for each in telling.passages]

    assert told(4) == told(4)
    assert told(4) != told(7)


def test_a_choice_that_is_not_offered_is_refused_and_changes_nothing(story: Story) -> None:
    telling = Telling(story, 1)
    before = dict(telling.values)
    for choice in ("wait", "go:gallery", "say:warm", "", "go:", "stay:x"):
        with pytest.raises(ValueError, match="no choice"):
            telling.step(choice)
    assert telling.values == before


# -- chance


def test_a_draw_is_the_same_in_32_bits() -> None:
    chance = Random(1)
    for state in (1, 2, 44487, 44488, 2147483646, *(chance.randrange(1, 2147483647) for _ in range(2_000))):
        whole = state * 48271 % 2147483647
        high, low = 48271 * (state % 44488), 3399 * (state // 44488)
        assert high < 2**31 and low < 2**31
        assert whole == (high - low if high - low > 0 else high - low + 2147483647)


def test_dice_are_fair_and_seeds_side_by_side_differ(story: Story) -> None:
    telling = Telling(story, 5)
    thrown = Counter((telling._die(), telling._die()) for _ in range(18_000))
    assert len(thrown) == 36
    assert all(400 < count < 600 for count in thrown.values())
    first = Counter(Telling(story, seed)._die() for seed in range(60))
    assert len(first) == 6 and max(first.values()) < 20


# -- the rules


@pytest.fixture
def plain(story: Story) -> Story:
    """The first act of the sample with nothing that interrupts it."""
    acts = (replace(story.acts[0], interrupts=(), asides=(), next=()),)
    return replace(story, acts=acts)


def test_interrupts_come_in_the_order_in_which_the_act_lists_them(story: Story) -> None:
    act = story.acts[0]
    order = [story.scene(each).kind for each in act.interrupts]
    assert order == ["climax", "escalation", "escalation", "event", "climax"]
    telling = Telling(story, 1)
    telling.values |= {"peak": 7, "doom": 6, "progress": 10}
    kinds = []
    for _ in range(4):
        telling.step(next(each.id for each in telling.choices if not each.id.startswith("go:")))
        kinds.append(telling.scene.id if telling.scene is not None else "")
        telling.scene = None
    assert kinds[:3] == ["escalation_the_count_1", "escalation_the_count_2", "event_board_inspection"]
    assert story.scene(kinds[3]).kind in ("encounter", "arc", "filler")


def test_an_escalation_comes_once_though_the_clock_goes_back_and_forth(story: Story) -> None:
    scene = story.scene("escalation_the_water_1")
    assert story.acts[1].reversible
    for seed in range(12):
        *_, last = _walk(story, seed)
        assert last.values[scene.times] <= 1


def test_urgent_scenes_come_first_then_the_best_then_the_one_played_longest_ago_then_the_first(plain: Story) -> None:
    one, two, three = plain.places[0].scenes[:3]
    always = compare("turn", ">=", 0)
    alike: dict[str, Any] = {"weight": 5, "bonuses": (), "urgent": NEVER, "condition": always}

    def first(changes: dict[str, dict[str, Any]], last: dict[str, int]) -> str:
        scenes = [replace(each, condition=NEVER) for each in plain.scenes if each.id not in (one, two, three)]
        scenes += [replace(plain.scene(each), **alike | changes.get(each, {})) for each in (one, two, three)]
        telling = Telling(replace(plain, scenes=tuple(scenes)), 0)
        telling.values |= {plain.scene(each).last: last.get(each, 7) for each in (one, two, three)}
        telling.step("stay")
        assert telling.scene is not None
        return telling.scene.id

    assert first({}, {}) == one
    assert first({}, {two: 3, three: 4}) == two
    assert first({three: {"weight": 6}}, {two: 3}) == three
    assert first({three: {"bonuses": (Bonus(always, 2), Bonus(NEVER, -9))}}, {two: 3}) == three
    assert first({three: {"weight": 9}, two: {"urgent": always}}, {}) == two


def test_a_miss_gives_half_and_moves_the_clock(plain: Story) -> None:
    rolled = next(
        each for each in plain.scenes if each.roll is not None and each.kind == "encounter" and each.gives > 1
    )
    found = set()
    for seed in range(40):
        telling = Telling(plain, seed)
        doom, progress = telling.values["doom"], telling.values["progress"]
        telling._play(rolled)
        tier = telling.values["tier"]
        assert telling.thrown is not None and telling.thrown.tier == tier
        assert telling.thrown.total == sum(telling.thrown.dice) + rolled.roll.modifier
        assert telling.values["progress"] - progress == (rolled.gives // 2 if tier == 1 else rolled.gives)
        assert telling.values["doom"] - doom == max(0, rolled.doom) + (telling.act.miss if tier == 1 else 0)
        found.add(tier)
    assert found == {1, 2, 3}


def test_progress_wins_a_tie_with_the_clock(plain: Story) -> None:
    telling = Telling(plain, 1)
    telling.values |= {"progress": telling.values["needed"], "doom": telling.values["doom_needed"] - 1}
    telling._tick(3)
    assert telling.values["doom"] == telling.values["doom_needed"] - 1


def test_ways_that_need_a_flag_are_closed_until_it_is_set(story: Story) -> None:
    telling = Telling(story, 1)
    telling._enter(1)
    telling.scene = None
    assert "go:gallery" not in {each.id for each in telling.choices}
    telling.values["flag_gallery_key"] = 1
    assert "go:gallery" in {each.id for each in telling.choices}


def test_a_way_has_a_hint_exactly_where_the_play_gives_one(novels: tuple[VNPackage, ...]) -> None:
    """The Director of the play is asked about the same standing: what was played, which flags are set, where one is."""
    hints = Counter[bool]()
    for package in novels:
        book, story = Book(package), compile_story(package)
        for seed in range(4):
            for telling in _walk(story, seed):
                shown = {each.id[3:]: each.hint for each in telling.choices if each.id.startswith("go:")}
                state = _standing(book, telling)
                if not shown or state is None:
                    continue
                ways = {way.to: way for way in ways_on(book, book.chapters[state.act], state)}
                moods = {to: story.place(to).mood if ways[to].leads_on else "" for to in shown if to in ways}
                assert shown == moods
                hints.update(map(bool, shown.values()))
    assert hints[True] > 20 and hints[False] > 5


def _standing(book: Book, telling: Telling) -> PlayState | None:
    """How a play stands that has come as far as a story; None where ids of places are not the novel's own."""
    values, story = telling.values, telling.story
    if any(each.act == telling.act.id and each.id not in book.chapters[each.act].places for each in story.places):
        return None
    state = PlayState(act=telling.act.id, location=telling.place.id, turn=values["turn"], act_turn=values["act_turn"])
    for each in book.scenes.values():
        if values.get(f"times_{each.id}"):
            state.played[each.id], state.last[each.id] = values[f"times_{each.id}"], values[f"last_{each.id}"]
    state.flags = {name[5:]: 1 for name, value in values.items() if name.startswith("flag_") and value}
    state.locked = {name[5:]: 1 for name, value in values.items() if name.startswith("shut_") and value}
    for each in book.arc_scenes:
        if each.id in state.played and each.phase >= state.arcs.get(each.character, 0):
            state.arcs[each.character], state.arc_turns[each.character] = each.phase, state.last[each.id]
    for name in ("progress", "doom"):
        setattr(state, name, values[name])
    state.progress_needed, state.doom_needed = values["needed"], values["doom_needed"]
    state.places = {name[5:]: 1 for name, value in values.items() if name.startswith("been_") and value}
    state.people = {name[4:]: 1 for name, value in values.items() if name.startswith("met_") and value}
    state.bonds = {name[5:]: value for name, value in values.items() if name.startswith("bond_")}
    state.items = {name[5:]: 1 for name, value in values.items() if name.startswith("item_") and value}
    state.events = {name[12:]: 1 for name, value in values.items() if name.startswith("event_times_") and value}
    return state


def test_a_choice_within_a_scene_brings_somebody_closer_and_no_turn_passes(story: Story) -> None:
    telling = Telling(story, 1)
    scene = story.scene("arc_tobiah_keeper_of_the_key")
    telling._play(scene)
    before = dict(telling.values)
    assert [each.id for each in telling.choices] == ["say:warm", "say:cool"]
    telling.step("say:warm")
    assert telling.values["bond_tobiah"] == before["bond_tobiah"] + 1
    assert telling.values["turn"] == before["turn"]
    assert not any(each.id.startswith("say:") for each in telling.choices)


def test_an_arrival_is_told_in_other_words_each_time_and_then_no_more(plain: Story) -> None:
    scenes = tuple(replace(each, condition=NEVER) for each in plain.scenes)
    here, there = plain.places[0], plain.places[1]
    quiet = tuple(replace(each, quiet=()) for each in plain.places)
    telling = Telling(replace(plain, scenes=scenes, places=quiet), 1)
    told: list[tuple[Passage, ...]] = []
    for _ in range(len(there.arrivals) + 1):
        told.append(telling.step(f"go:{there.id}"))
        telling.step(f"go:{here.id}")
    assert told == [*there.arrivals, ()]


def test_an_act_without_a_clock_in_which_nothing_can_happen_ends(plain: Story) -> None:
    scenes = tuple(replace(each, condition=NEVER) for each in plain.scenes)
    act = plain.acts[0]
    effects = tuple(replace(each, value=0) if each.variable == "doom_needed" else each for each in act.effects)
    telling = Telling(replace(plain, scenes=scenes, acts=(replace(act, effects=effects),)), 1)
    turns = 0
    while not telling.over:
        telling.step(telling.choices[-1].id)
        turns += 1
    assert telling.values["stalled"] == 1
    assert act.patience < turns < act.longest


def test_a_novel_of_prose_conditions_goes_on_by_its_latest_turns(sample: VNPackage) -> None:
    data = sample.model_dump(mode="json")
    for act in data["acts"]:
        for event in act["inevitableEvents"]:
            event["triggerCondition"] = "the reader has grown tired of waiting"
            event["latestTurn"] = 9 if event["forcesClimax"] else 5
    story = compile_story(VNPackage.model_validate(data))
    *_, last = _walk(story, 2)
    fired = [last.values[each.times] for each in story.scenes if each.id.startswith("event_")]
    assert last.over
    assert sum(fired) >= 2


def test_a_story_tells_what_the_author_wrote_and_hardly_anything_to_fill_it(novels: tuple[VNPackage, ...]) -> None:
    """Of scenes that come once, not one passage is only a word about the place and the hour."""
    for package in novels[1:]:
        story = compile_story(package)
        fillers = {each.casefold() for each in wording_of(package.language).quiet.all}
        for scene in story.scenes:
            if scene.kind in ("encounter", "arc") and len(scene.texts) == 1:
                told = [passage.text for passage in scene.texts[0]]
                assert [text for text in told if text.casefold() in fillers] == []
