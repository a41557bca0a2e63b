"""The Storyteller: it asks for the beat, its frames are gated, and whatever it does, the play goes on."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gameplan.agents import ModelError, ModelRequest, OnDelta, Reply, Retry, TextDelta, ToolCall, UserMessage
from gameplan.agents.models import house_models
from gameplan.novels.package import VNPackage
from gameplan.novels.telling.direction import DirectedRoll, DirectionPack, FrameBudget
from gameplan.novels.telling.events import BeatTold
from gameplan.novels.telling.frames import VNFrame
from gameplan.novels.telling.house_storyteller import HouseStoryteller
from gameplan.novels.telling.prompting import storyteller_book, storyteller_prompt
from gameplan.novels.telling.said import compact, sentences
from gameplan.novels.telling.storyteller import Storyteller
from gameplan.novels.telling.visible import visible_to
from gameplan.prompt import lint
from gameplan.runtime import Session
from gameplan.tools import ToolInvoked

Pack = Callable[..., DirectionPack]
Frames = list[dict[str, Any]]
AT_ONCE = Retry(attempts=1)


def _events(storyteller: Storyteller) -> tuple[BeatTold, ...]:
    return storyteller.session.events_of(BeatTold)


# -- the prompt


def test_the_prompt_names_nothing_that_is_not_there() -> None:
    assert [str(problem) for problem in lint(storyteller_book())] == []


def test_the_prompt_says_what_the_story_is_like(planted: VNPackage) -> None:
    text = storyteller_prompt(visible_to("storyteller", planted, act="one"))
    assert "${" not in text
    for part in (
        "The Lamp at Ness",
        "Ness, a fishing village.",
        "wet matches",
        "no harm to children",
        "Short sentences.",
    ):
        assert part in text


def test_the_prompt_of_a_bare_package_is_whole() -> None:
    text = storyteller_prompt(visible_to("storyteller", VNPackage(title="Bare")))
    assert "${" not in text and "Tone: as the setting suggests" in text


# -- telling


async def test_its_one_tool_is_plot_state_and_returns_the_pack(
    planted: VNPackage, pack: Pack, teller: Any, lines: Any, good: Frames
) -> None:
    model = teller(lines(good))
    storyteller = Storyteller(planted, model)
    await storyteller.tell(pack())
    assert [each.name for each in model.requests[0].tools] == ["plotState"]
    (call,) = storyteller.session.events_of(ToolInvoked)
    assert DirectionPack.model_validate(call.value) == visible_to("storyteller", planted, pack())
    assert DirectionPack.from_json(call.text.removeprefix("Done. ")) == visible_to("storyteller", planted, pack())


async def test_good_frames_are_told_and_numbered(
    planted: VNPackage, pack: Pack, teller: Any, lines: Any, good: Frames
) -> None:
    storyteller = Storyteller(planted, teller(lines(good)))
    told = await storyteller.tell(pack())
    assert told.by == "model" and told.reason == "" and not told.asked_again
    assert [frame.id for frame in told.frames] == ["b1.1", "b1.2", "b1.3", "b1.4"]
    assert {frame.encounter_id for frame in told.frames} == {"rope"}
    assert _events(storyteller) == (BeatTold("b1", 1, "model", "scripted", 4),)


async def test_wrong_frames_are_sent_back_once_with_what_is_wrong(
    planted: VNPackage, pack: Pack, teller: Any, lines: Any, good: Frames
) -> None:
    wrong = [*good[:1], {**good[1], "speaker": "the_king"}, {**good[2], "text": "a" * 300}, good[3]]
    model = teller(lines(wrong), lines(good))
    storyteller = Storyteller(planted, model)
    told = await storyteller.tell(pack())
    assert told.by == "model" and told.asked_again
    said = model.requests[-1].messages[-1]
    assert isinstance(said, UserMessage)
    assert 'Frame 2: "the_king" is not in this scene.' in said.text and "Frame 3: Its text has 300" in said.text
    assert [each.code for each in told.findings] == ["unknown_speaker", "too_long"]


async def test_after_a_second_wrong_answer_the_renderer_tells_the_beat(
    planted: VNPackage, pack: Pack, teller: Any, lines: Any, good: Frames
) -> None:
    model = teller(lines(good[:3]))
    storyteller = Storyteller(planted, model)
    told = await storyteller.tell(pack())
    assert len(model.requests) == 3  # for the beat, and twice for frames
    assert told.by == "renderer" and told.reason == "its frames were wrong twice: no_choices"
    assert told.frames[-1].choices and "forty feet" in " ".join(frame.text for frame in told.frames)
    (event,) = _events(storyteller)
    assert event.by == "renderer" and event.asked_again and event.reason == told.reason
    assert event.findings[0].startswith("no_choices: Frame 3: ")


async def test_dropped_effects_are_on_the_record(
    planted: VNPackage, pack: Pack, teller: Any, lines: Any, good: Frames
) -> None:
    good[3]["choices"][0]["effects"].append("flag:rich")
    storyteller = Storyteller(planted, teller(lines(good)))
    await storyteller.tell(pack())
    assert _events(storyteller)[0].findings == (
        'repaired effect_not_allowed: Frame 4: "flag:rich" is not allowed here, and is left out.',
    )


@pytest.mark.parametrize(
    "answer",
    [
        "I'm sorry, I cannot help with that.",
        "{}" * 50,
        '{"text": "a"' * 1_000,
        '{"frames": 7}',
        "[" * 20_000,
        "\x00\ud800 \U0001f600" * 30,
        '{"kind": "narration", "text": "…", "choices": [{"text": ""}]}',
        Reply(""),
        Reply("   "),
        Reply('{"text": "It begins and', cut_off=True),
        Reply(calls=(ToolCall("", "no_such_tool", {}),)),
        Reply(calls=(ToolCall("", "plotState", "{{{"),)),
        ModelError("the line is dead"),
        RuntimeError("it broke"),
    ],
)
async def test_whatever_a_model_does_the_beat_is_told(answer: Any, planted: VNPackage, pack: Pack, teller: Any) -> None:
    shown: list[VNFrame] = []
    storyteller = Storyteller(planted, teller(answer), retry=AT_ONCE)
    told = await storyteller.tell(pack(), on_frame=shown.append)
    assert told.by == "renderer" and told.reason and tuple(shown) == told.frames
    assert 2 <= len(told.frames[-1].choices) <= 4
    (event,) = _events(storyteller)
    assert event.by == "renderer" and event.reason
    json.loads(storyteller.session.to_json())


async def test_a_model_that_does_not_call_its_tool_is_handed_the_beat(
    planted: VNPackage, pack: Pack, teller: Any, lines: Any, good: Frames
) -> None:
    model = teller("Once upon a time.", lines(good[:3]), lines(good), asks=False)
    told = await Storyteller(planted, model).tell(pack())
    handed, wrong = (request.messages[-1].text for request in model.requests[1:])
    assert "You have not called plotState. This is what it returns:" in handed and '"allowedEffects"' in handed
    assert "These frames cannot be shown" in wrong  # it is told so once, as one that had asked
    assert told.by == "model" and told.asked_again


async def test_a_model_that_called_no_tool_is_handed_the_next_beat_at_once(
    sample: VNPackage, sampled: Callable[[VNPackage], list[DirectionPack]], teller: Any
) -> None:
    model = teller("Once upon a time.", asks=False)
    storyteller = Storyteller(sample, model)
    first, second = sampled(sample)[:2]
    await storyteller.tell(first)
    before = len(model.requests)
    await storyteller.tell(second)
    asked = model.requests[before].messages[-1].text
    assert asked.startswith(f"Tell beat {second.turn}. This is what plotState returns:") and second.id in asked
    assert len(model.requests) - before == 2  # for the beat, and once more because it was wrong


async def test_what_is_told_before_the_beat_is_known_is_not_shown(
    planted: VNPackage, pack: Pack, teller: Any, lines: Any, good: Frames
) -> None:
    shown: list[VNFrame] = []
    early = [{**good[0], "text": "A dragon lands on the roof."}, *good[1:]]
    told = await Storyteller(planted, teller(lines(early), lines(good), asks=False)).tell(pack(), on_frame=shown.append)
    assert told.by == "model"
    assert all("dragon" not in frame.text for frame in shown)


async def test_nonsense_for_a_whole_play_loses_nothing(
    sample: VNPackage, sampled: Callable[[VNPackage], list[DirectionPack]], teller: Any
) -> None:
    model = teller('{"kind": "dialogue", "text": "Lorem ipsum dolor sit amet, consectetur.", "speaker": "nobody"}')
    storyteller = Storyteller(sample, model)
    packs = sampled(sample)[:40]
    sentences_told: list[str] = []
    for each in packs:
        told = await storyteller.tell(each)
        assert told.by == "renderer" and told.frames[-1].choices
        assert all(each.direction_id == told.frames[0].direction_id for each in told.frames)
        sentences_told += [compact(one) for frame in told.frames for one in sentences(frame.text)]
        for must in (one for text in each.must_include for one in sentences(text)):
            assert any(compact(must) in one for one in sentences_told)
    events = _events(storyteller)
    assert [event.direction for event in events] == [each.id for each in packs]
    assert {event.by for event in events} == {"renderer"} and all("unknown_speaker" in each.reason for each in events)
    assert len(sentences_told) == len(set(sentences_told))
    assert not any("loremipsum" in each for each in sentences_told)


async def test_a_model_does_not_say_a_sentence_twice_in_a_play(
    planted: VNPackage, pack: Pack, teller: Any, lines: Any, good: Frames
) -> None:
    storyteller = Storyteller(planted, teller(lines(good)))
    assert (await storyteller.tell(pack())).by == "model"
    again = await storyteller.tell(pack(id="b2", turn=2))
    assert again.by == "renderer" and "said_before" in again.reason


def told_in_two_scenes(pack: Pack, canaries: dict[str, str], good: Frames) -> tuple[Any, Frames]:
    """A scene in which Mara may tell her secret, and the frames of a later one that speaks of it."""
    secret = f"{canaries['secret']}."
    mara = pack().cast[1].model_copy(update={"may_reveal": (secret,)})
    texts = ("Rain again, and less of it.", "You know it all now, I suppose.", f"It is known: {secret}", "And now?")
    later = [{**each, "text": text} for each, text in zip(good, texts, strict=True)]
    return pack(cast=(pack().cast[0], mara)), later


async def test_what_one_scene_revealed_may_be_spoken_of_in_the_next(
    planted: VNPackage, canaries: dict[str, str], pack: Pack, teller: Any, lines: Any, good: Frames
) -> None:
    revealing, later = told_in_two_scenes(pack, canaries, good)
    early = Storyteller(planted, teller(lines(later)))
    assert (await early.tell(pack())).by == "renderer"
    storyteller = Storyteller(planted, teller(lines(good), lines(later)))
    await storyteller.tell(revealing)
    assert (await storyteller.tell(pack(id="b2", turn=2))).by == "model"
    resumed = Storyteller(planted, teller(lines(later)), told=[VNFrame(text=f"{canaries['secret']}.")])
    assert (await resumed.tell(pack(id="b2", turn=2))).by == "model"


async def test_after_a_rollback_what_was_revealed_is_a_secret_again(
    planted: VNPackage, canaries: dict[str, str], pack: Pack, teller: Any, lines: Any, good: Frames
) -> None:
    revealing, later = told_in_two_scenes(pack, canaries, good)
    storyteller = Storyteller(planted, teller(lines(good), lines(later), lines(later)))
    await storyteller.tell(revealing)
    storyteller.take_up(())
    told = await storyteller.tell(pack(id="b2", turn=2))
    assert told.by == "renderer" and {each.code for each in told.findings} >= {"secret_told"}


# -- streaming


async def test_the_first_frame_is_shown_as_soon_as_it_is_complete(
    planted: VNPackage, pack: Pack, teller: Any, lines: Any, good: Frames
) -> None:
    class Slow(teller):  # type: ignore[misc]
        async def reply(self, request: Any, on_delta: Any = None) -> Reply:
            def counted(delta: Any) -> None:
                on_delta(delta)
                arrived.append(len(shown))

            reply: Reply = await super().reply(request, counted)
            return reply

    shown: list[VNFrame] = []
    arrived: list[int] = []
    told = await Storyteller(planted, Slow(lines(good))).tell(pack(), on_frame=shown.append)
    pieces = -(-len(lines(good)) // 7)
    first = arrived.index(1)
    assert len(arrived) == pieces and first == (len(json.dumps(good[0])) - 1) // 7
    assert arrived[-1] == 3  # the last one asks: it is shown when the whole beat is well
    assert tuple(shown) == told.frames and len(shown) == 4


async def test_what_was_shown_stands_when_the_model_is_asked_again(
    planted: VNPackage, pack: Pack, teller: Any, lines: Any, good: Frames
) -> None:
    shown: list[VNFrame] = []
    bad_end = [good[0], good[1], {**good[2], "text": "b" * 300}, good[3]]
    model = teller(lines(bad_end), lines(good[2:]))
    told = await Storyteller(planted, model).tell(pack(), on_frame=shown.append)
    assert "Frames 1 to 2 have been shown, and stand." in model.requests[-1].messages[-1].text
    assert told.by == "model" and [frame.text for frame in shown] == [each["text"] for each in good]
    assert [frame.seq for frame in shown] == [1, 2, 3, 4] and tuple(shown) == told.frames


async def test_the_renderer_tells_the_rest_of_what_was_begun(
    planted: VNPackage, pack: Pack, teller: Any, lines: Any, good: Frames, roll: Callable[..., DirectedRoll]
) -> None:
    shown: list[VNFrame] = []
    storyteller = Storyteller(planted, teller(lines(good[:2]), "no more"))
    told = await storyteller.tell(pack(roll=roll("miss")), on_frame=shown.append)
    assert told.by == "both" and tuple(shown) == told.frames
    assert [frame.text for frame in shown[:2]] == [each["text"] for each in good[:2]]
    assert [frame.seq for frame in shown] == list(range(1, len(shown) + 1))
    assert shown[-1].choices and any(frame.kind == "roll" for frame in shown)
    assert _events(storyteller)[0].by == "both"


async def test_a_call_that_broke_off_is_made_again_and_shows_nothing_twice(
    planted: VNPackage, pack: Pack, teller: Any, lines: Any, good: Frames
) -> None:
    class Breaks(teller):  # type: ignore[misc]
        broke = False

        async def reply(self, request: Any, on_delta: Any = None) -> Reply:
            reply: Reply = await super().reply(request, on_delta)
            if reply.text and not self.broke:
                self.broke = True
                raise ModelError("the line is dead", transient=True, retry_after=0)
            return reply

    shown: list[VNFrame] = []
    told = await Storyteller(planted, Breaks(lines(good))).tell(pack(), on_frame=shown.append)
    assert told.by == "model" and [frame.text for frame in shown] == [each["text"] for each in good]


async def test_a_second_model_takes_over_from_one_that_does_not_answer(
    planted: VNPackage, pack: Pack, teller: Any, lines: Any, good: Frames
) -> None:
    dead = teller(ModelError("no credit"), asks=False, name="dead")
    told = await Storyteller(planted, dead, fallbacks=[teller(lines(good))], retry=AT_ONCE).tell(pack())
    assert told.by == "model"


# -- the house


async def test_the_house_storyteller_tells_a_whole_play_through_the_gate(
    sample: VNPackage, sampled: Callable[[VNPackage], list[DirectionPack]]
) -> None:
    storyteller = Storyteller(sample, "house:storyteller")
    told_before: list[str] = []
    for each in sampled(sample)[:60]:
        shown: list[VNFrame] = []
        told = await storyteller.tell(each, on_frame=shown.append)
        assert told.by == "model" and told.findings == () and tuple(shown) == told.frames
        told_before += [compact(one) for frame in told.frames for one in sentences(frame.text)]
    assert len(told_before) == len(set(told_before))


async def test_the_house_storyteller_is_known_and_says_if_it_is_shown_nothing() -> None:
    from gameplan.agents import ModelRequest

    assert "storyteller" in house_models() and "No LLM" not in house_models()["storyteller"]
    reply = await HouseStoryteller(lambda: None).reply(ModelRequest("", []))
    assert "was shown none" in reply.text


async def test_the_record_of_a_storyteller_can_be_read_again(planted: VNPackage, pack: Pack, tmp_path: Path) -> None:
    storyteller = Storyteller(planted)
    await storyteller.tell(pack())
    again = Session.from_json(storyteller.session.to_json())
    assert again.events_of(BeatTold) == _events(storyteller)


async def test_after_a_rollback_the_same_beats_are_told_in_the_same_words(
    sample: VNPackage, sampled: Callable[[VNPackage], list[DirectionPack]]
) -> None:
    storyteller = Storyteller(sample)
    packs = sampled(sample)[:8]
    first = [await storyteller.tell(each) for each in packs]
    storyteller.take_up(frame for told in first[:4] for frame in told.frames)
    again = [await storyteller.tell(each.model_copy(update={"id": f"x{each.id}"})) for each in packs[4:]]
    assert [[frame.text for frame in told.frames] for told in again] == [
        [frame.text for frame in told.frames] for told in first[4:]
    ]


# -- a reply that does not end


class Endless:
    """Asks for the beat, then writes the same again and again, far beyond what any beat holds."""

    name = "endless"

    def __init__(self, piece: str) -> None:
        self.piece = piece
        self.written = 0
        self.stopped = 0
        self.limits: list[int | None] = []

    async def reply(self, request: ModelRequest, on_delta: OnDelta | None = None) -> Reply:
        self.limits.append(request.max_output_tokens)
        if len(request.messages) == 1:
            return Reply(calls=(ToolCall("", "plotState", {}),))
        assert on_delta is not None
        try:
            for _ in range(100_000):
                on_delta(TextDelta(self.piece))
                self.written += len(self.piece)
                await asyncio.sleep(0)
        except asyncio.CancelledError:
            self.stopped += 1
            raise
        raise AssertionError("nobody stopped it")


@pytest.mark.parametrize(
    "piece",
    ["and then and then ", '{"text": "On and on, ', '{"text": "The rain stands on the boards, number one."}\n'],
    ids=["prose", "one frame", "frames"],
)
async def test_a_reply_that_runs_away_is_stopped_and_the_beat_is_told(
    planted: VNPackage, pack: Pack, piece: str
) -> None:
    model = Endless(piece)
    told = await Storyteller(planted, model, retry=AT_ONCE, seconds=None).tell(pack())
    assert told.by == "renderer" and told.reason and told.frames[-1].choices
    assert model.stopped == 2, "once, and once more when it was asked again"
    assert model.written < 40_000


async def test_the_longest_beat_that_there_may_be_is_not_taken_for_one_that_runs_away(
    planted: VNPackage, pack: Pack, teller: Any, lines: Any, good: Frames
) -> None:
    long = [{"kind": "narration", "text": f"{number} " + "é" * 270} for number in range(pack().frames.max - len(good))]
    choices = [{**each, "hint": "h" * 299} for each in good[-1]["choices"]]
    model = teller("\n".join(json.dumps(each) for each in [*long, *good[:-1], {**good[-1], "choices": choices}]))
    told = await Storyteller(planted, model, retry=AT_ONCE).tell(pack())
    assert told.by == "model", (told.reason, told.findings)


async def test_a_model_may_write_as_much_as_the_beat_has_frames(planted: VNPackage, pack: Pack) -> None:
    limits = []
    for most in (3, 9):
        model = Endless("x" * 500)
        await Storyteller(planted, model, retry=AT_ONCE).tell(pack(frames=FrameBudget(min=1, max=most)))
        limits.append(model.limits[-1])
    assert limits[0] is not None and limits[1] is not None and 280 * 3 < limits[0] < limits[1] < 20_000


async def test_a_storyteller_that_is_cancelled_takes_its_model_along(planted: VNPackage, pack: Pack) -> None:
    model = Endless(".")
    telling = asyncio.create_task(Storyteller(planted, model, seconds=None).tell(pack()))
    while not model.written:
        await asyncio.sleep(0)
    telling.cancel()
    with pytest.raises(asyncio.CancelledError):
        await telling
    assert model.stopped == 1
