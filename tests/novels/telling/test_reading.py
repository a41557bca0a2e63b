"""Reading frames out of what a model writes."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gameplan.novels.telling.frames import VNFrame
from gameplan.novels.telling.reading import FrameReader, Unread, read_frames

Lines = Callable[[Sequence[dict[str, Any]]], str]


def _texts(text: str) -> list[str]:
    return [each.text if isinstance(each, VNFrame) else "?" for each in read_frames(text)]


@pytest.mark.parametrize(
    "written",
    [
        '{"text": "one"}\n{"text": "two {brace} \\" quote"}',
        '[{"text": "one"}, {"text": "two {brace} \\" quote"}]',
        '{"frames": [{"text": "one"}, {"text": "two {brace} \\" quote"}]}',
        'Here they are:\n```json\n{"text": "one"}\n\n{"text":\n "two {brace} \\" quote"}\n```\nI hope you like them.',
        '```\n{ "frames" : [\n{"text": "one"},\n{"text": "two {brace} \\" quote"}\n]}\n```',
    ],
)
def test_frames_are_read_in_every_usual_form(written: str) -> None:
    assert _texts(written) == ["one", 'two {brace} " quote']


@pytest.mark.parametrize("written", ["", "Once upon a time.", "[1, 2]", "null", "}}}}"])
def test_where_there_is_no_frame_none_is_read(written: str) -> None:
    assert read_frames(written) == []


@pytest.mark.parametrize(
    "written",
    [
        '{"text": ',
        '{"nothing": 1}',
        '{"text": 5}',
        '{"text": "a", "kind": "song"}',
        '{"text": "a", "choices": [5]}',
        '{"text": NaN}',
        '{"text": "half a \\ud800 pair"}',
        '{"text": "a", "sprites": ' + "[" * 5_000 + "]" * 5_000 + "}",
    ],
)
def test_what_is_no_frame_is_named_with_its_problem(written: str) -> None:
    (only,) = read_frames(written)
    assert isinstance(only, Unread) and only.problem


def test_unknown_fields_and_nulls_are_passed_over_and_ids_are_not_a_models_to_give() -> None:
    written = {"text": "a", "mood": "blue", "music": None, "id": "mine", "seq": 9, "directionId": "x"}
    choice = {"text": "b", "id": "zz", "requires": "some_flag", "roll": "wits", "colour": 1, "effects": ["stay"]}
    (frame,) = read_frames(json.dumps({**written, "choices": [choice]}))
    assert isinstance(frame, VNFrame)
    assert (frame.id, frame.seq, frame.direction_id, frame.music) == ("", 0, "", "")
    assert frame.choices[0].model_dump() == {
        "id": "1", "text": "b", "hint": "", "requires": None, "effects": ("stay",), "roll": None,
    }  # fmt: skip


def test_looks_and_sounds_of_a_wrong_form_cost_no_frame() -> None:
    looks = {"sprites": {"mara": ["left"]}, "music": ["rain"], "transition": "explode", "roll": "6", "expression": 3}
    (frame,) = read_frames(json.dumps({"text": "a", "background": "quay", **looks}))
    assert frame == VNFrame(text="a", background="quay")
    (wrong,) = read_frames(json.dumps({"text": 5, **looks}))
    assert isinstance(wrong, Unread) and wrong.problem.startswith("text:")


def test_a_frame_is_there_as_soon_as_it_is_complete(lines: Lines, good: list[dict[str, Any]]) -> None:
    text = lines(good)
    reader = FrameReader()
    first = text.index("}") + 1
    assert reader.feed(text[: first - 1]) == []
    (frame,) = reader.feed(text[first - 1 : first])
    assert isinstance(frame, VNFrame) and frame.text == good[0]["text"]


@given(st.lists(st.text(min_size=1, max_size=40), max_size=6), st.integers(1, 9), st.booleans())
def test_it_does_not_matter_in_what_pieces_a_text_comes(texts: list[str], size: int, wrapped: bool) -> None:
    frames = [json.dumps({"text": text}, ensure_ascii=True) for text in texts]
    whole = '{"frames": [' + ", ".join(frames) + "]}" if wrapped else "\n".join(frames)
    reader = FrameReader()
    pieces = [each for at in range(0, len(whole), size) for each in reader.feed(whole[at : at + size])]
    assert pieces == read_frames(whole)
    assert len(pieces) == len(texts)


def test_a_flood_is_cut_off() -> None:
    reader = FrameReader()
    for _ in range(50):
        reader.feed('{"text": "' + "a" * 10_000)
    assert reader.is_open
