"""The gate: each finding by its code, what is put right, and what is sent back."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gameplan.novels.telling.direction import CastMember, DirectedRoll, DirectionPack, FrameBudget
from gameplan.novels.telling.gate import FrameGate, Gated
from gameplan.novels.telling.reading import read_frames
from gameplan.novels.telling.said import Said
from gameplan.novels.telling.veil import Veil

Pack = Callable[..., DirectionPack]
Frames = list[dict[str, Any]]


def _gate(frames: Frames, pack: DirectionPack, **options: Any) -> Gated:
    return FrameGate(pack, **options).beat(read_frames("\n".join(map(json.dumps, frames))))


def _codes(gated: Gated) -> list[str]:
    return [each.code for each in gated.findings]


def test_good_frames_pass_as_they_are(good: Frames, pack: Pack) -> None:
    gated = _gate(good, pack())
    assert gated.ok and gated.findings == ()
    assert [frame.text for frame in gated.frames] == [frame["text"] for frame in good]
    assert gated.frames[1].display_name == "Mara Lind"


def test_somebody_who_is_not_there_cannot_speak(good: Frames, pack: Pack) -> None:
    good[1]["speaker"] = "the_king"
    gated = _gate(good, pack())
    assert _codes(gated) == ["unknown_speaker"] and not gated.ok
    assert str(gated.wrong[0]) == 'Frame 2: "the_king" is not in this scene. In it: ida, mara.'


def test_what_nobody_of_the_scene_narrates_the_narrator_does(good: Frames, pack: Pack) -> None:
    good[0] |= {"speaker": "you", "expression": "happy", "displayName": "The Player"}
    gated = _gate(good, pack())
    assert gated.ok and _codes(gated) == ["unknown_speaker"]
    first = gated.frames[0]
    assert (first.speaker, first.display_name, first.expression) == (None, "", "")


@pytest.mark.parametrize("called", ["Mara", "MARA", "mara "])
def test_somebody_who_is_called_by_name_is_known(called: str, good: Frames, pack: Pack) -> None:
    good[1]["speaker"] = called
    gated = _gate(good, pack())
    assert gated.ok and gated.frames[1].speaker == "mara"


def test_you_is_the_protagonist(good: Frames, pack: Pack) -> None:
    good[1] |= {"speaker": "you", "expression": "neutral"}
    gated = _gate(good, pack())
    assert gated.ok and gated.frames[1].speaker == "ida" and gated.findings[0].repaired


def test_dialogue_has_a_speaker(good: Frames, pack: Pack) -> None:
    del good[1]["speaker"]
    assert _codes(_gate(good, pack())) == ["unknown_speaker"]


def test_an_unknown_expression_is_neutral(good: Frames, pack: Pack) -> None:
    good[1]["expression"] = "smug"
    good[0]["sprites"] = [{"character": "mara", "expression": "gleeful"}, {"character": "nobody"}]
    gated = _gate(good, pack())
    assert gated.ok and _codes(gated) == ["unknown_expression", "unknown_sprite", "unknown_expression"]
    assert gated.frames[1].expression == "neutral"
    assert [(each.character, each.expression) for each in gated.frames[0].sprites] == [("mara", "neutral")]


def test_pictures_and_music_that_are_not_there_are_those_of_the_place(good: Frames, pack: Pack) -> None:
    good[0] |= {"background": "http://elsewhere/picture.png", "music": "../../etc/passwd", "sfx": "bang"}
    gated = _gate(good, pack())
    assert gated.ok and _codes(gated) == ["unknown_asset"] * 3
    assert (gated.frames[0].background_alt, gated.frames[0].sfx) == ("A wooden quay in rain", "")
    assert (gated.frames[0].background, gated.frames[0].music) == ("quay", "rain")


@pytest.mark.parametrize(("text", "code"), [("a" * 281, "too_long"), ("   ", "empty_text")])
def test_a_text_is_neither_too_long_nor_nothing(text: str, code: str, good: Frames, pack: Pack) -> None:
    good[2]["text"] = text
    assert _codes(_gate(good, pack())) == [code]


def test_a_text_of_280_characters_fits(good: Frames, pack: Pack) -> None:
    good[2]["text"] = "a" * 280
    assert _gate(good, pack()).ok


def test_the_last_frame_has_choices(good: Frames, pack: Pack) -> None:
    del good[3]["choices"]
    assert _codes(_gate(good, pack())) == ["no_choices"]


def test_no_other_frame_has_choices(good: Frames, pack: Pack) -> None:
    good[1]["choices"] = good[3]["choices"]
    assert _codes(_gate(good, pack())) == ["choices_too_early"]


@pytest.mark.parametrize("count", [1, 5])
def test_there_are_two_to_four_choices(count: int, good: Frames, pack: Pack) -> None:
    effects = ["stay", "wait", "go:post", "bond:mara:+1", "bond:mara:-1"]
    good[3]["choices"] = [{"text": f"Do number {each}", "effects": [effects[each]]} for each in range(count)]
    assert _codes(_gate(good, pack())) == ["number_of_choices"]


def test_choices_that_read_or_act_alike_are_one(good: Frames, pack: Pack) -> None:
    good[3]["choices"] += [
        {"text": "ASK her, who tied it!", "effects": ["wait"]},
        {"text": "Walk to the post office", "effects": ["go:post"]},
        {"text": "Look on", "effects": ["stay"]},
        {"text": "Look about"},  # which is to stay, too
    ]
    gated = _gate(good, pack())
    assert gated.ok and _codes(gated) == ["choices_alike"] * 3
    assert [each.text for each in gated.frames[-1].choices] == [
        "Ask her who tied it",
        "Go up to the post office",
        "Look on",
    ]
    assert [each.id for each in gated.frames[-1].choices] == ["1", "2", "3"]


def test_where_nothing_else_is_allowed_choices_may_differ_in_words_alone(good: Frames, pack: Pack) -> None:
    good[3]["choices"] = [{"text": "Look up"}, {"text": "Look down"}]
    assert _gate(good, pack(allowed_effects=("stay",))).ok


def test_an_effect_that_is_not_allowed_is_dropped_and_said(good: Frames, pack: Pack) -> None:
    good[3]["choices"][0]["effects"] = ["bond:mara:+1", "flag:won_the_game", "doom:-9", "go:post", "stay"]
    gated = _gate(good, pack())
    assert gated.ok and _codes(gated) == ["effect_not_allowed"] * 3
    assert gated.frames[-1].choices[0].effects == ("bond:mara:+1", "go:post")


def test_an_ending_has_no_choices_and_says_that_it_is_one(good: Frames, pack: Pack) -> None:
    gated = _gate(good, pack(mode="ending"))
    assert gated.ok and _codes(gated) == ["choices_at_the_end", "not_an_ending"]
    assert gated.frames[-1].kind == "ending" and gated.frames[-1].choices == ()


def test_a_beat_keeps_to_its_frames(good: Frames, pack: Pack) -> None:
    assert _codes(_gate(good, pack(frames=FrameBudget(min=5, max=8)))) == ["too_few_frames"]
    assert _codes(_gate(good, pack(frames=FrameBudget(min=1, max=3)))) == ["too_many_frames"]


def test_a_scene_that_was_told_before_may_be_short(good: Frames, pack: Pack) -> None:
    told = Said()
    told.add(pack().direction)
    assert _gate(good[2:], pack(frames=FrameBudget(min=5, max=8)), said=told).ok


def test_the_roll_is_shown_as_it_fell(good: Frames, pack: Pack, roll: Callable[..., DirectedRoll]) -> None:
    rolled = pack(roll=roll("miss"))
    assert _codes(_gate(good, rolled)) == ["roll_missing"]
    good[2] |= {
        "kind": "roll",
        "roll": {"stat": "wits", "dice": [6, 6], "modifier": 0, "total": 12, "tier": "strong"},
    }
    gated = _gate(good, rolled)
    assert gated.ok and _codes(gated) == ["roll_changed"]
    assert gated.frames[2].roll is not None and gated.frames[2].roll.tier == "miss"


def test_a_roll_that_was_not_made_is_none(good: Frames, pack: Pack) -> None:
    good[2]["kind"] = "roll"
    gated = _gate(good, pack())
    assert gated.ok and _codes(gated) == ["roll_changed"] and gated.frames[2].kind == "narration"


def test_what_is_no_frame_is_sent_back(good: Frames, pack: Pack) -> None:
    good[1]["kind"] = "song"
    assert _codes(_gate(good, pack())) == ["not_a_frame"]
    assert _codes(_gate([], pack())) == ["no_frames"]


def test_a_sentence_is_said_once(good: Frames, pack: Pack) -> None:
    said = Said()
    said.add("That rope — has been there since SPRING!")
    assert _codes(_gate(good, pack(), said=said)) == ["said_before"]
    good[2]["text"] = good[1]["text"]
    assert _codes(_gate(good, pack())) == ["said_before"]


def test_a_short_sentence_may_be_said_again(good: Frames, pack: Pack) -> None:
    said = Said()
    said.add("I don't know.")
    good[1]["text"] = "I don't know."
    assert _gate(good, pack(), said=said).ok


@pytest.mark.parametrize(
    "text",
    [
        "Mara burned the cobalt letter in the year of the flood.",
        "MARA  BURNED — the cobalt letter, in the year of the flood!",
        "You see that she burned the cóbalt lëtter in the yéar of the flood.",
        "M.a.r.a b-u-r-n-e-d t\u200bhe c o b a l t letter in the year",
        "Ｍａｒａ ｂｕｒｎｅｄ ｔｈｅ ｃｏｂａｌｔ ｌｅｔｔｅｒ in the year",
        "Only this much: burned the cobalt letter.",
    ],
)
def test_a_secret_is_found_however_it_is_written(text: str, good: Frames, pack: Pack) -> None:
    veil = Veil(["Mara burned the cobalt letter in the year of the flood."])
    good[2]["text"] = text
    gated = _gate(good, pack(), veil=veil)
    assert "secret_told" in _codes(gated) and not gated.ok
    assert all("cobalt" not in str(each) for each in gated.findings)


def test_a_secret_is_found_in_choices_and_across_frames(good: Frames, pack: Pack) -> None:
    veil = Veil(["Mara burned the cobalt letter in the year of the flood."])
    good[3]["choices"][0]["hint"] = "She burned the cobalt letter in the year of the flood"
    assert "secret_told" in _codes(_gate(good, pack(), veil=veil))
    good[3]["choices"][0]["hint"] = ""
    good[1]["text"], good[2]["text"] = "It was Mara who burned the cobalt", "letter in the year."
    assert _codes(_gate(good, pack(), veil=veil)) == ["secret_told"]


def test_what_the_scene_itself_tells_is_no_secret_any_more(good: Frames, pack: Pack) -> None:
    secret = "Mara burned the cobalt letter in the year of the flood."
    good[2]["text"] = secret
    assert _gate(good, pack(), veil=Veil([secret]).without([secret])).ok


def test_secrets_in_other_scripts_are_found(good: Frames, pack: Pack) -> None:
    veil = Veil(["灯台守は三年前に海で死んでいた。", "섬의 등대지기는 삼 년 전에 바다에서 죽었다"])
    for text in ("実は、灯台守は三年前に海で死んでいたのだ。", "사실 등대지기는 삼 년 전에 바다에서 죽었다고 한다."):
        good[2]["text"] = text
        assert "secret_told" in _codes(_gate(good, pack(), veil=veil))
    good[2]["text"] = "灯台守は三年前の話をしない。"
    assert _gate(good, pack(), veil=veil).ok


def test_who_is_not_known_yet_is_shown_without_a_name(good: Frames, pack: Pack) -> None:
    stranger = pack(cast=(pack().cast[0], CastMember(id="mara", name="Mara Lind", known=False)))
    assert _gate(good, stranger).frames[1].display_name == "???"
    good[1]["displayName"] = "Woman in oilskin"
    assert _gate(good, stranger).frames[1].display_name == "Woman in oilskin"
    good[1]["displayName"] = "mara, at the post office"
    assert _gate(good, stranger).frames[1].display_name == "???"


def test_where_the_player_cannot_stay_a_choice_that_says_nothing_is_to_wait(good: Frames, pack: Pack) -> None:
    gated = _gate(good, pack(allowed_effects=("go:post", "wait", "bond:mara:+1")))
    assert gated.ok and gated.frames[-1].choices[0].effects == ("wait", "bond:mara:+1")
    gated = _gate(good, pack(allowed_effects=("go:post", "bond:mara:+1")))
    assert gated.frames[-1].choices[0].effects == ("go:post", "bond:mara:+1")


TEXT = st.text(st.characters(codec="utf-8", exclude_categories=("Cc", "Zs", "Zl", "Zp")), min_size=1, max_size=290)
WORD = st.sampled_from(["quay", "post", "rain", "moon", "ida", "mara", "nobody", "Mara", "../x", ""])
EFFECTS = st.sampled_from(["stay", "wait", "go:post", "go:moon", "bond:mara:+1", "bond:mara:-1", "flag:won", "doom:-9"])
CHOICES = st.lists(
    st.fixed_dictionaries({"text": TEXT, "effects": st.lists(EFFECTS, max_size=4)}), min_size=2, max_size=4
)
FELL = {"stat": "wits", "dice": [6, 6], "modifier": 3, "total": 15, "tier": "strong"}
FRAME = st.fixed_dictionaries(
    {"text": TEXT},
    optional={
        "kind": st.sampled_from(["narration", "thought", "roll", "title", "transition"]),
        "speaker": st.sampled_from(["ida", "mara"]),
        "displayName": WORD,
        "expression": st.sampled_from(["neutral", "happy", "smug"]),
        "background": WORD,
        "music": WORD,
        "sprites": st.lists(st.fixed_dictionaries({"character": WORD, "expression": WORD}), max_size=3),
        "roll": st.just(FELL),
    },
)


@given(st.lists(FRAME, min_size=3, max_size=8), CHOICES, st.sampled_from(["encounter", "ending"]), st.booleans())
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_whatever_passes_the_gate_can_be_shown(
    pack: Pack, roll: Callable[..., DirectedRoll], frames: Frames, choices: Frames, mode: str, rolled: bool
) -> None:
    whole = pack(mode=mode, roll=roll("miss") if rolled else None)
    frames[0]["kind"] = "roll"
    frames[-1] = {**frames[-1], "choices": choices}
    gated = _gate(frames, whole)
    if not gated.ok:
        return
    assert whole.frames.min <= len(gated.frames) <= whole.frames.max
    for frame in gated.frames:
        assert 0 < len(frame.text) <= 280
        assert frame.speaker in (None, "ida", "mara") and frame.expression in ("", "neutral", "happy")
        assert frame.background in ("", "quay", "post") and frame.music in ("", "rain")
        assert frame.roll is None or frame.roll.tier == "miss"
    last = gated.frames[-1]
    assert all(not frame.choices for frame in gated.frames[:-1])
    assert (mode == "ending" and not last.choices) or 2 <= len(last.choices) <= 4
    assert all(set(each.effects) <= set(whole.allowed_effects) for each in last.choices)
    assert FrameGate(whole).beat(gated.frames).findings == ()  # what passed once passes again


@given(st.text(max_size=200), st.integers(0, 60), st.text(max_size=60))
def test_a_secret_is_found_within_any_text(before: str, at: int, after: str) -> None:
    secret = "Mara burned the cobalt letter in the year of the flood"
    veil = Veil([secret])
    assert veil.covers(before + secret.upper() + after)
    spaced = " ".join(secret)
    assert veil.covers(spaced[:at] + "\u00ad" + spaced[at:])
