"""The Direction Pack: its form on the wire, and what it refuses."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from pydantic import ValidationError

from gameplan.novels.telling.direction import CONTINUITY_LIMIT, DirectedRoll, DirectionPack
from gameplan.novels.telling.frames import FrameRoll, VNFrame

Pack = Callable[..., DirectionPack]


def test_a_pack_is_the_same_after_a_way_through_json(pack: Pack, roll: Callable[..., DirectedRoll]) -> None:
    whole = pack(roll=roll("miss"))
    assert DirectionPack.from_json(whole.to_json()) == whole


def test_its_names_on_the_wire_are_those_of_the_format(pack: Pack) -> None:
    wire = json.loads(pack().to_json())
    named = {
        "id", "turn", "mode", "ref", "goal", "direction", "cast", "mustInclude", "withhold", "frames", "focus",
        "tension", "allowedEffects", "roll", "exits", "lore", "continuity", "callbacks", "lastAction",
    }  # fmt: skip
    assert named <= set(wire)
    assert {"wants", "bond", "mayReveal", "mustNotReveal"} <= set(wire["cast"][0])


def test_a_pack_cannot_be_changed(pack: Pack) -> None:
    with pytest.raises(ValidationError):
        pack().turn = 3  # type: ignore[misc]


@pytest.mark.parametrize("effect", ["stay", "wait", "go:post", "flag:a_b", "item:lamp", "bond:mara:+1", "bond:mara:-3"])
def test_an_effect_is_a_short_text(effect: str, pack: Pack) -> None:
    whole = json.loads(pack().to_json()) | {"allowedEffects": [effect]}
    assert DirectionPack.model_validate(whole).allowed_effects == (effect,)


@pytest.mark.parametrize("effect", ["", "go", "go:The Quay", "bond:mara", "bond:mara:+9", "doom:+1", "progress:5"])
def test_other_effects_are_refused(effect: str, pack: Pack) -> None:
    whole = json.loads(pack().to_json()) | {"allowedEffects": [effect]}
    with pytest.raises(ValidationError):
        DirectionPack.model_validate(whole)


def test_the_facts_to_keep_to_are_few(pack: Pack) -> None:
    whole = json.loads(pack().to_json()) | {"continuity": ["a fact"] * (CONTINUITY_LIMIT + 1)}
    with pytest.raises(ValidationError):
        DirectionPack.model_validate(whole)


def test_the_outcome_of_a_roll_is_that_of_its_tier(roll: Callable[..., DirectedRoll]) -> None:
    assert [roll(tier).outcome for tier in ("strong", "weak", "miss")] == [
        "The knot opens at once.",
        "The knot opens, and the rope burns your hands.",
        "The rope slips back into the water.",
    ]


def test_only_an_ending_asks_nothing(pack: Pack) -> None:
    assert pack().wants_choices and not pack(mode="ending").wants_choices


def test_a_frame_is_the_same_after_a_way_through_json(roll: Callable[..., DirectedRoll]) -> None:
    frame = VNFrame(id="b1.1", seq=1, kind="roll", text="Half of it.", roll=FrameRoll.of(roll()))
    assert VNFrame.from_json(frame.to_json()) == frame
    assert "displayName" in VNFrame(display_name="???").to_json()
