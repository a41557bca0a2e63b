"""Weighted prompts become a brief: how loud each instrument and bed is, in which scale, how fast, how it feels."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random

from gameplan.novels.assets.loops.words import BEDS, INSTRUMENTS, STRUCK, SUSTAINED, traits_of

MOST_PROMPTS = 32
_HEAVIEST = 10.0
_MOOD = 0.6

SCALES: Mapping[str, tuple[int, ...]] = {
    "ionian": (0, 2, 4, 5, 7, 9, 11),
    "lydian": (0, 2, 4, 6, 7, 9, 11),
    "mixolydian": (0, 2, 4, 5, 7, 9, 10),
    "dorian": (0, 2, 3, 5, 7, 9, 10),
    "aeolian": (0, 2, 3, 5, 7, 8, 10),
    "phrygian": (0, 1, 3, 5, 7, 8, 10),
    "locrian": (0, 1, 3, 5, 6, 8, 10),
}


@dataclass(frozen=True)
class Brief:
    """What is to be played. Levels are 0..1; the feelings are -1..1."""

    scale: str
    key: int  # the pitch class of the tonic
    levels: Mapping[str, float]  # instruments
    beds: Mapping[str, float]
    outside: float  # the part of the sound that the beds have
    tempo: float
    register: float
    tension: float
    bright: float
    echo: float
    dense: float
    pentatonic: bool


def read_prompts(prompts: Sequence[tuple[str, float]], mood: str, rng: Random) -> Brief:
    """What the prompts ask for together. Weights mix; a negative one takes away."""
    sums: dict[str, float] = {}
    for text, weight in (*prompts[:MOST_PROMPTS], (mood, _MOOD)):
        heavy = max(-_HEAVIEST, min(_HEAVIEST, weight)) if math.isfinite(weight) else 0.0
        for name, amount in traits_of(text).items():
            sums[name] = sums.get(name, 0.0) + heavy * amount

    def feeling(name: str) -> float:
        return math.tanh(sums.get(name, 0.0))

    return Brief(
        scale=_scale(sums, rng),
        key=rng.randrange(12),
        levels=_instruments(sums, rng),
        beds=_shares({name: sums.get(name, 0.0) for name in BEDS}),
        outside=_outside(sums),
        tempo=feeling("tempo"),
        register=feeling("register"),
        tension=feeling("tension"),
        bright=feeling("bright"),
        echo=feeling("echo"),
        dense=feeling("dense"),
        pentatonic=sums.get("pentatonic", 0.0) > 0,
    )


def _scale(sums: Mapping[str, float], rng: Random) -> str:
    named = {name: sums.get(name, 0.0) for name in ("lydian", "dorian", "phrygian")}
    best = max(named, key=lambda name: named[name])
    valence, tension = math.tanh(sums.get("valence", 0.0)), math.tanh(sums.get("tension", 0.0))
    if named[best] > 0 and tension < 0.6:
        return best
    if tension > 0.6:
        return "locrian" if valence < -0.5 and rng.random() < 0.4 else "phrygian"
    if valence > 0.3:
        return rng.choice(("ionian", "lydian", "mixolydian"))
    if valence < -0.3:
        return rng.choice(("aeolian", "aeolian", "dorian"))
    return rng.choice(("dorian", "mixolydian", "aeolian", "ionian"))


def _instruments(sums: Mapping[str, float], rng: Random) -> dict[str, float]:
    """What was asked for, over a quiet ground where nothing carries it, and something that sings."""
    asked = {name: sums.get(name, 0.0) for name in INSTRUMENTS}
    if all(asked[name] <= 0 for name in SUSTAINED):
        ground = next((name for name in ("pad", "strings", "drone", "choir", "organ") if asked[name] >= 0), None)
        if ground:
            asked[ground] = 0.45 * max(1.0, *(asked[name] for name in STRUCK))
    if all(asked[name] <= 0 for name in STRUCK) and sums.get("dense", 0.0) > -0.7:
        left = [name for name in STRUCK if asked[name] >= 0]
        if left:
            asked[rng.choice(left)] = 0.35 * max(asked.values())
    if sums.get("tension", 0.0) > 0.5 and asked["drone"] == 0:
        asked["drone"] = 0.5 * max(asked.values())
    return _shares(asked)


def _outside(sums: Mapping[str, float]) -> float:
    beds = sum(max(0.0, sums.get(name, 0.0)) for name in BEDS)
    music = sum(max(0.0, sums.get(name, 0.0)) for name in INSTRUMENTS)
    return 0.75 * beds / (beds + music) if beds > 0 else 0.0


def _shares(asked: Mapping[str, float]) -> dict[str, float]:
    """Only what is wanted, the most wanted at 1."""
    most = max((*asked.values(), 0.0))
    return {name: amount / most for name, amount in asked.items() if amount > 0.02 * most} if most > 0 else {}
