"""The template renderer: every beat of a long play, in both languages, with no sentence twice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gameplan.novels.package import EXPRESSIONS, VNPackage
from gameplan.novels.play import Book, Play
from gameplan.novels.simulation.policies import POLICIES
from gameplan.novels.telling.direction import CastMember, DirectedRoll, DirectionPack, Exit, FrameBudget, Place
from gameplan.novels.telling.frames import VNFrame
from gameplan.novels.telling.gate import FrameGate
from gameplan.novels.telling.renderer import render
from gameplan.novels.telling.said import Said, compact, sentences
from gameplan.novels.telling.wording import ENGLISH, GERMAN, wording_of

Pack = Callable[..., DirectionPack]
Sampled = Callable[[VNPackage], list[DirectionPack]]


def _text(frames: tuple[VNFrame, ...]) -> str:
    return " ".join(frame.text for frame in frames)


@pytest.mark.parametrize("language", ["en", "de-AT"])
def test_no_sentence_is_said_twice_in_a_long_play(language: str, sample: VNPackage, sampled: Sampled) -> None:
    said = Said()
    told: list[str] = []
    packs = [each.model_copy(update={"language": language}) for each in sampled(sample)]
    for pack in packs:
        told += [compact(each) for frame in render(pack, said) for each in sentences(frame.text)]
    assert len(packs) > 100
    assert [each for each, times in Counter(told).items() if times > 1] == []


@pytest.mark.parametrize("language", ["en", "de"])
def test_what_it_tells_passes_the_gate_untouched(language: str, sample: VNPackage, sampled: Sampled) -> None:
    said = Said()
    for each in sampled(sample):
        pack = each.model_copy(update={"language": language})
        before = said.copy()
        frames = render(pack, said)
        gated = FrameGate(pack, said=before).beat(frames)
        asked = frames[-1].model_copy(update={"kind": gated.frames[-1].kind})  # the gate calls it a choice
        assert gated.findings == () and gated.frames == (*frames[:-1], asked)


def test_what_the_author_wrote_is_told_as_it_was_written(pack: Pack) -> None:
    text = _text(render(pack(), Said()))
    assert "You pull the rope up. It is dry, all forty feet of it." in text
    assert "a brass tag with the number 9" in text


def test_the_same_beat_is_told_the_same_way(pack: Pack) -> None:
    assert render(pack(), Said()) == render(pack(), Said())


def test_a_scene_that_comes_again_is_told_otherwise(pack: Pack) -> None:
    said = Said()
    first, second = _text(render(pack(), said)), _text(render(pack(id="b2", turn=2), said))
    assert "forty feet" in first and "forty feet" not in second and second


def test_each_visit_shows_more_of_a_place(pack: Pack) -> None:
    said = Said()
    shown = [_text(render(pack(id=f"b{turn}", turn=turn, direction=f"Turn {turn}."), said)) for turn in range(4)]
    ambient = ["The boards are wet.", "A rope hangs over the edge.", "It has no boat at its end."]
    assert [sum(each in text for text in shown) for each in ambient] == [1, 1, 1]


@pytest.mark.parametrize("tier", ["strong", "weak", "miss"])
@pytest.mark.parametrize("language", ["en", "de"])
def test_a_roll_is_shown_and_then_what_comes_of_it(
    tier: str, language: str, pack: Pack, roll: Callable[..., DirectedRoll]
) -> None:
    fell = roll(tier)
    frames = render(pack(roll=fell, language=language), Said())
    at = next(number for number, frame in enumerate(frames) if frame.kind == "roll")
    assert frames[at].roll is not None and frames[at].roll.tier == tier
    assert fell.outcome in frames[at + 1].text
    others = {roll(each).outcome for each in ("strong", "weak", "miss")} - {fell.outcome}
    assert not any(each in _text(frames) for each in others)


def test_choices_differ_in_what_they_bring(sample: VNPackage, sampled: Sampled) -> None:
    for pack in sampled(sample):
        choices = render(pack, Said())[-1].choices
        assert 2 <= len(choices) <= 4
        assert len({each.consequence for each in choices}) == len(choices)
        assert all(effect in pack.allowed_effects for each in choices for effect in each.effects)
        assert any(effect.startswith("go:") for each in choices for effect in each.effects) == bool(pack.exits)


def test_there_are_two_choices_even_where_nothing_is_allowed(pack: Pack) -> None:
    for allowed in ((), ("stay",), ("wait",), ("go:post",)):
        choices = render(pack(allowed_effects=allowed), Said())[-1].choices
        assert len(choices) >= 2 and len({compact(each.text) for each in choices}) == len(choices)


def test_every_way_out_is_offered_sooner_or_later(pack: Pack) -> None:
    exits = tuple(Exit(id=f"way_{each}", title=f"Way {each}") for each in "abcdef")
    allowed = ("stay", *(f"go:{each.id}" for each in exits))
    offered = {
        effect
        for turn in range(8)
        for each in render(pack(id=f"b{turn}", turn=turn, exits=exits, allowed_effects=allowed), Said())[-1].choices
        for effect in each.effects
    }
    assert offered == set(allowed)


def test_a_way_out_of_which_something_is_known_comes_first(pack: Pack) -> None:
    exits = (Exit(id="a", title="A"), Exit(id="b", title="B"), Exit(id="c", title="The Cellar", hint="Someone knocks."))
    frame = render(pack(exits=exits, allowed_effects=("stay", "go:a", "go:b", "go:c")), Said())[-1]
    ways = [each for each in frame.choices if each.effects[0].startswith("go:")]
    assert (ways[0].hint, ways[0].text.endswith("the Cellar")) == ("Someone knocks.", True)


@pytest.mark.parametrize("tone", ["good", "bittersweet", "bad", "open"])
@pytest.mark.parametrize("language", ["en", "de"])
def test_an_ending_ends(tone: str, language: str, pack: Pack) -> None:
    end = pack(mode="ending", ending_tone=tone, language=language, direction="The lamp is lit.", title="Light")
    frames = render(end, Said())
    assert frames[0].kind == "title" and frames[0].text == "Light"
    assert frames[-1].kind == "ending" and frames[-1].choices == () and "The lamp is lit." in _text(frames)


def test_what_is_said_to_the_teller_is_not_for_the_reader(pack: Pack) -> None:
    direction = (
        "Describe the cold in detail. The player finds a ladder. Let the player decide how far to climb. "
        "Keep out, says a board."
    )
    text = _text(render(pack(direction=direction), Said()))
    assert "Describe" not in text and "decide how far" not in text
    assert "Ida Voss finds a ladder." in text and "Keep out, says a board." in text


def test_the_rest_of_a_beat_goes_on_from_what_was_shown(pack: Pack, roll: Callable[..., DirectedRoll]) -> None:
    said = Said()
    shown = (VNFrame(id="b1.1", seq=1, text="It rains on the quay."), VNFrame(id="b1.2", seq=2, text="You pull."))
    rest = render(pack(roll=roll("miss")), said, shown=shown)
    assert [frame.seq for frame in rest] == list(range(3, 3 + len(rest)))
    assert "forty feet" not in _text(rest) and "number 9" in _text(rest) and rest[-1].choices
    assert len(shown) + len(rest) <= 8 and "You pull." in said


def test_names_are_not_told_before_they_are_known(pack: Pack) -> None:
    stranger = CastMember(id="mara", name="Mara Lind", known=False, may_reveal=("She has been here before.",))
    frames = render(pack(cast=(pack().cast[0], stranger), direction="Somebody coughs."), Said())
    words = " ".join(word for frame in frames for word in frame.words())
    assert "Mara" not in words and "She has been here before." in words


def test_german_is_german_and_all_else_is_english() -> None:
    assert wording_of("de") is GERMAN and wording_of("de-CH") is GERMAN
    assert wording_of("en-GB") is ENGLISH and wording_of("pt") is ENGLISH and wording_of("") is ENGLISH


@pytest.mark.parametrize("words", [ENGLISH, GERMAN])
def test_every_pattern_has_only_slots_that_are_filled(words: object) -> None:
    slots = {"place": "X", "name": "X", "thing": "X", "wish": "X"}
    patterns = [
        pattern
        for value in vars(words).values()
        for pattern in (value.values() if isinstance(value, dict) else [value])
        if hasattr(pattern, "sentences")
    ]
    assert len(patterns) > 15
    for pattern in patterns:
        made = list(pattern.sentences("seed", **slots))
        assert len(set(made)) == len(made) == len(pattern.all)
        assert not any("{" in each or "  " in each for each in made)


TEXT = st.text(st.characters(codec="utf-8"), max_size=700)


@given(
    direction=TEXT,
    ambient=TEXT,
    must=st.lists(TEXT, max_size=4),
    title=st.text(min_size=1, max_size=60),
    least=st.integers(1, 8),
    more=st.integers(0, 6),
    language=st.sampled_from(["en", "de"]),
    mode=st.sampled_from(["opening", "encounter", "travel", "filler", "event", "escalation", "climax", "ending"]),
)
def test_whatever_an_author_wrote_comes_out_as_frames(
    direction: str, ambient: str, must: list[str], title: str, least: int, more: int, language: str, mode: str
) -> None:
    pack = DirectionPack.model_validate(
        {
            "id": "b1",
            "turn": 1,
            "mode": mode,
            "language": language,
            "title": title,
            "direction": direction,
            "place": Place(id="here", title=title, ambient_detail=ambient),
            "mustInclude": must,
            "frames": FrameBudget(min=least, max=least + more),
            "allowedEffects": ["stay", "wait"],
        }
    )
    frames = render(pack, Said())
    assert 1 <= len(frames) <= least + more
    assert all(frame.text.strip() and len(frame.text) <= 280 for frame in frames)
    assert (frames[-1].kind == "ending") == (mode == "ending")
    assert all(VNFrame.from_json(frame.to_json()) == frame for frame in frames)


def test_what_somebody_says_is_not_cut_in_two(pack: Pack) -> None:
    direction = (
        "Two miles without a word, and the river all the way on the left of you. Then, at a pump: “He asked whether it "
        "hurts. I said no. I am good at that.” The handle comes up again by itself."
    )
    frames = render(pack(direction=direction), Said())
    assert any("“He asked whether it hurts. I said no. I am good at that.”" in frame.text for frame in frames)


def test_only_a_thing_is_offered_to_be_looked_at(pack: Pack) -> None:
    quiet = pack(interactables=("The yard is paved with millstones.",))
    assert not any("millstones" in each.text for each in render(quiet, Said())[-1].choices)
    thing = pack(interactables=("the tin box",))
    assert any(each.text.endswith(" the tin box") for each in render(thing, Said())[-1].choices)


def test_where_the_player_cannot_stay_every_choice_says_what_else(pack: Pack) -> None:
    choices = render(pack(allowed_effects=("go:post", "wait", "bond:mara:+1", "bond:mara:-1")), Said())[-1].choices
    assert choices and all({"go:post", "wait"} & set(each.effects) for each in choices)


def test_most_beats_end_on_what_was_told_and_not_on_a_line_that_asks(sample: VNPackage, sampled: Sampled) -> None:
    said = Said()
    asking = [render(pack, said)[-1].kind == "choice" for pack in sampled(sample) if pack.wants_choices]
    assert 0 < sum(asking) < len(asking) / 2


@pytest.mark.parametrize("language", ["en", "de"])
def test_from_a_climax_one_goes_on_with_what_it_was_and_not_with_where_one_stood(language: str, pack: Pack) -> None:
    said = "The first stone"
    climax = pack(mode="climax", title=said, language=language, exits=(), allowed_effects=("stay",))
    choices = render(climax, Said())[-1].choices
    assert len(choices) == 2 and all(said in each.text and climax.place.title not in each.text for each in choices)


@pytest.mark.parametrize("language", ["en", "de"])
def test_to_stay_names_a_thing_a_person_or_the_place(language: str, sample: VNPackage, sampled: Sampled) -> None:
    for each in sampled(sample):
        pack = each.model_copy(update={"language": language})
        if not pack.exits:
            continue
        for choice in render(pack, Said())[-1].choices:
            people = [word for member in pack.cast for word in member.name.split()]
            named = [
                *people,
                *pack.place.title.split(),
                *(word for thing in pack.interactables for word in thing.split()),
            ]
            if "stay" in choice.effects:
                assert any(word.rstrip(".") in choice.text for word in named if len(word) > 2)


def test_a_thing_is_taken_by_the_words_it_was_written_in(pack: Pack) -> None:
    effect = "item:ein_schluessel_mit_zettel"
    told = pack(language="de", interactables=("ein Schlüssel mit Zettel",), allowed_effects=("stay", "go:post", effect))
    taking = [each.text for each in render(told, Said())[-1].choices if effect in each.effects]
    assert taking and taking[0].endswith(": ein Schlüssel mit Zettel")


def test_a_thing_that_was_told_of_is_no_longer_any_thing(pack: Pack) -> None:
    choices = render(pack(interactables=("a silver button",)), Said())[-1].choices
    assert any(each.text.endswith(" the silver button") for each in choices)
    bare = render(pack(interactables=("Rope",)), Said())[-1].choices
    assert any(each.text.endswith(": Rope") for each in bare)


def test_an_objective_that_speaks_to_the_reader_is_nobodys_thought(pack: Pack) -> None:
    for goal, kind in (("You have to find the bell.", "narration"), ("Find the bell.", "thought")):
        frames = render(pack(mode="opening", goal=goal, direction="The sea is out."), Said())
        assert next(frame.kind for frame in frames if goal in frame.text) == kind


def test_nobody_stands_by_twice_in_the_same_words(pack: Pack) -> None:
    said = Said()
    told = []
    for turn in range(12):
        quiet = pack(id=f"b{turn}", turn=turn, direction=f"Turn {turn}.", frames=FrameBudget(min=6, max=8))
        told += [frame.text for frame in render(quiet, said)]
    tails = [text.split(" ", 1)[1] for text in " ".join(told).split(". ") if text.startswith("Mara ")]
    assert len(tails) > 2 and len(set(tails)) == len(tails)


def test_every_face_is_seen_in_some_play(sample: VNPackage) -> None:
    seen, book = set(), Book(sample)
    for seed in range(4):
        play, said, chance = Play.start(book, seed=seed), Said(), Random(seed)
        while not play.over:
            play.choose(POLICIES["explorer"](book, play.state, chance))
            seen |= {each.expression for frame in render(play.pack(), said) for each in frame.sprites}
    assert seen == set(EXPRESSIONS)


@pytest.mark.parametrize(
    ("role", "tier", "face"),
    [
        ("ally", "strong", "happy"),
        ("ally", "miss", "worried"),
        ("antagonist", "strong", "angry"),
        ("antagonist", "miss", "happy"),
    ],
)
def test_who_is_against_it_looks_otherwise_at_a_roll(
    pack: Pack, roll: Callable[..., DirectedRoll], role: str, tier: str, face: str
) -> None:
    somebody = CastMember(id="mara", name="Mara", role=role)  # type: ignore[arg-type]
    told = render(pack(cast=(somebody,), roll=roll(tier=tier)), Said())
    assert [each.expression for each in told[0].sprites] == [face]


@pytest.mark.parametrize("language", ["en", "de"])
def test_what_is_said_of_one_person_is_not_said_of_the_next(language: str, pack: Pack) -> None:
    """Whoever tells a secret, wishes for something or looks on: the words for it come once, until they are used up."""
    said, told = Said(), ""
    people = [CastMember(id=f"p{n}", name=f"Nobody{n}", role="npc", wants=_wish(language)) for n in range(6)]
    for turn, member in enumerate(people):
        telling = member.model_copy(update={"may_reveal": (f"Secret number {turn}.",)})
        beat = pack(id=f"b{turn}", turn=turn, language=language, cast=(telling,), direction=f"Beat {turn}.")
        told += _text(render(beat, said)).replace(member.name, "Nobody")
    words = wording_of(language)
    for pattern in (words.confesses, *words.bonds.values(), words.enters, words.wants):
        forms = [each.replace("{name}", "Nobody").split("{")[0].strip() for each in pattern.all]
        assert [each for each in forms if told.count(each) > 1] == []


def _wish(language: str) -> str:
    return "To be left alone" if language == "en" else "zu schlafen"


@pytest.mark.parametrize("language", ["en", "de"])
def test_what_comes_up_again_does_so_in_other_words_each_time(language: str, pack: Pack) -> None:
    said = Said()
    told = ""
    for turn in range(8):
        beat = pack(id=f"b{turn}", turn=turn, language=language, callbacks=(f"the lamp {turn}",), cast=(), direction="")
        told += _text(render(beat.model_copy(update={"frames": FrameBudget(min=4, max=6)}), said))
    forms = [each.split("{")[0].strip() for each in wording_of(language).recalls.all]
    used = [each for each in forms if each in told]
    assert len(used) == 8 and all(told.count(each) == 1 for each in used)


def test_somebody_who_keeps_out_of_a_scene_is_not_said_to_take_part_in_it(pack: Pack) -> None:
    member = CastMember(id="p", name="Ludo", role="ally", bond=2)
    for turn in range(1, 20):
        beat = pack(turn=turn, cast=(member,), direction="A lamp goes out.", frames=FrameBudget(min=5, max=7))
        text = _text(render(beat, Said()))
        forms = [each.replace("{name}", "Ludo") for each in ENGLISH.bonds["warm"].all]
        assert [each for each in forms if each in text] == []


@pytest.mark.parametrize("language", ["en", "de"])
def test_an_antagonist_never_speaks_as_a_friend(language: str, pack: Pack) -> None:
    foe = CastMember(id="foe", name="Quill", role="antagonist", bond=3)
    warm = set(wording_of(language).lines["warm"].all)
    for turn in range(1, 30):
        beat = pack(turn=turn, language=language, cast=(foe,), frames=FrameBudget(min=5, max=7))
        assert not [each for each in render(beat, Said()) if each.text in warm]


@pytest.mark.parametrize("language", ["en", "de"])
def test_every_choice_names_a_person_a_thing_or_a_place(language: str, sample: VNPackage, sampled: Sampled) -> None:
    said = Said()
    for each in sampled(sample):
        pack = each.model_copy(update={"language": language})
        names = [pack.title, pack.place.title, *(way.title for way in pack.exits), *(who.name for who in pack.cast)]
        names += [part for who in pack.cast for part in who.name.split()] + list(pack.interactables)
        names += [effect.partition(":")[2].replace("_", " ") for effect in pack.allowed_effects]
        words = {word for name in names for word in name.lower().split() if len(word) > 2}
        for choice in render(pack, said)[-1].choices:
            assert words & {*choice.text.lower().replace(":", "").split()}, choice.text


@pytest.mark.parametrize(
    ("wording", "turns"),
    [
        (ENGLISH, ("after all", "all the same", "in the end", "does not hold", "does not last")),
        (GERMAN, ("doch noch", "trotzdem", "am ende", "hält nicht", "nicht von dauer")),
    ],
)
def test_a_miss_is_told_as_a_turn_since_the_scene_before_it_may_have_seemed_to_go_well(wording, turns) -> None:
    assert [each for each in wording.rolls["miss"].all if not any(turn in each.lower() for turn in turns)] == []
