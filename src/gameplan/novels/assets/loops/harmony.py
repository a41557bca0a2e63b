"""The notes: a few chords that lead back to the first, their voices, and a sparse melody with rests."""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import pairwise, product
from random import Random
from typing import TypeAlias

from gameplan.novels.assets.loops.reading import SCALES, Brief

Voicing: TypeAlias = tuple[int, ...]
_LOWEST, _HIGHEST = 50, 72  # of the voices of a chord
_CHORD = 5.0  # seconds, about

# Degrees of the scale, from 0. Each begins at home and ends where it wants to go home.
_WAYS = {
    "ionian": ((0, 5, 3, 4), (0, 3, 1, 4), (0, 2, 3, 4), (0, 3, 5, 1)),
    "lydian": ((0, 1, 0, 4), (0, 1, 5, 1), (0, 4, 1, 2)),
    "mixolydian": ((0, 6, 3, 6), (0, 4, 3, 6), (0, 3, 6, 3)),
    "dorian": ((0, 3, 0, 6), (0, 2, 3, 6), (0, 6, 3, 1)),
    "aeolian": ((0, 5, 2, 6), (0, 3, 5, 6), (0, 5, 3, 4), (0, 2, 6, 3)),
    "phrygian": ((0, 1, 0, 6), (0, 5, 1, 6), (0, 3, 1, 1)),
    "locrian": ((0, 1, 4, 6), (0, 5, 0, 1), (0, 3, 1, 4)),
}


@dataclass(frozen=True)
class Note:
    """One note: when it begins and how long it is, in seconds."""

    pitch: int
    at: float
    length: float
    strength: float = 1.0


@dataclass(frozen=True)
class Chord:
    """A chord that sounds for a while: its voices from below, and its bass."""

    voices: Voicing
    bass: int
    at: float
    length: float


@dataclass(frozen=True)
class Score:
    """All that is played in one round."""

    chords: tuple[Chord, ...]
    melody: tuple[Note, ...]
    figures: tuple[Note, ...]  # the chords broken up, for a second struck instrument
    beat: float


def write_score(brief: Brief, seconds: float, rng: Random) -> Score:
    """Chords, melody and figures that fill the time exactly: an equal number of beats for each chord."""
    pace = 60 + 26 * brief.tempo
    degrees = _progression(brief, rng)
    degrees *= max(1, round(seconds / len(degrees) / _CHORD))  # a long loop goes round them more than once
    length = seconds / len(degrees)
    beats = max(2, round(length * pace / 60))
    beat = length / beats
    chords = _chords(brief, degrees, length, rng)
    melody = _melody(brief, chords, beats, beat, rng)
    figures = tuple(_figures(chords, beats, beat, rng))
    return Score(chords, melody, figures, beat)


def _progression(brief: Brief, rng: Random) -> tuple[int, ...]:
    ways = _WAYS[brief.scale]
    first = rng.choice(ways)
    if brief.tempo < -0.5:
        return first
    second = rng.choice([way for way in ways if way != first])
    return first + second if brief.tempo > 0.3 else first + second[2:]


def _pitch_class(brief: Brief, degree: int) -> int:
    scale = SCALES[brief.scale]
    return (brief.key + scale[degree % len(scale)]) % 12


def _chords(brief: Brief, degrees: tuple[int, ...], length: float, rng: Random) -> tuple[Chord, ...]:
    colours = (1, 6) if brief.tension < 0.4 else (1, 3, 6)  # the ninth or the seventh; tense: a fourth that rubs
    lift = round(3 * brief.register)
    voicings: list[Voicing] = []
    for number, degree in enumerate(degrees):
        steps = (0, 2, 4, rng.choice(colours))
        classes = sorted({_pitch_class(brief, degree + step) for step in steps})
        before = voicings[-1] if voicings else None
        after = voicings[0] if number == len(degrees) - 1 else None  # the last leads back to the first
        voicings.append(_voiced(classes, before, after, lift))
    return tuple(
        Chord(voices, 36 + (_pitch_class(brief, degree) - 36) % 12, number * length, length)
        for number, (voices, degree) in enumerate(zip(voicings, degrees, strict=True))
    )


def _voiced(classes: list[int], before: Voicing | None, after: Voicing | None, lift: int) -> Voicing:
    """The nearest way to lay a chord: each voice moves as little as it can, and none are crowded."""
    low, high = _LOWEST + lift, _HIGHEST + lift
    places = [[pitch for pitch in range(low, high) if pitch % 12 == each] for each in classes]
    middle = (low + high) / 2

    def cost(voicing: Voicing) -> tuple[float, Voicing]:
        crowded = sum(3.0 for lower, upper in pairwise(voicing) if upper - lower < 3)
        total = crowded + 0.3 * abs(sum(voicing) / len(voicing) - middle)
        for other in (before, after):
            if other:
                total += _distance(voicing, other)
        return total, voicing

    return min((tuple(sorted(each)) for each in product(*places)), key=cost)


def _distance(voicing: Voicing, other: Voicing) -> float:
    there = sum(min(abs(each - pitch) for pitch in other) for each in voicing)
    back = sum(min(abs(each - pitch) for pitch in voicing) for each in other)
    return (there + back) / 2


def _melody(brief: Brief, chords: tuple[Chord, ...], beats: int, beat: float, rng: Random) -> tuple[Note, ...]:
    """One rhythm for two chords, told again with other notes; more rests than notes."""
    low = 67 + round(5 * brief.register)
    scale = SCALES[brief.scale]
    kept = (0, 1, 2, 4, 5) if brief.pentatonic and scale[2] == 4 else (0, 2, 3, 4, 6) if brief.pentatonic else range(7)
    ladder = [pitch for pitch in range(low, low + 17) if (pitch - brief.key) % 12 in {scale[each] for each in kept}]
    rhythm = _rhythm(beats, 0.5 + 0.2 * brief.dense, rng)
    place = len(ladder) // 2
    notes = []
    for slot in range(2 * beats * len(chords)):
        turn, within = divmod(slot, 4 * beats)
        if within not in rhythm or (turn % 2 and rng.random() < 0.25):
            continue
        chord = chords[slot // (2 * beats)]
        place = max(0, min(len(ladder) - 1, place + rng.choice((-2, -1, -1, 1, 1, 2))))
        if within % 2 == 0:
            place = _nearest(ladder, place, {pitch % 12 for pitch in chord.voices})
        swing = rng.uniform(-0.012, 0.012)
        notes.append(Note(ladder[place], slot * beat / 2 + swing, 2 * beat, rng.uniform(0.55, 1.0)))
    return tuple(notes) or (Note(ladder[place], 0.0, 2 * beat),)


def _rhythm(beats: int, share: float, rng: Random) -> set[int]:
    """The half beats of two chords on which a note begins, most of them on a beat; a breath in the middle."""
    slots = [slot for slot in range(4 * beats) if not 2 * beats - 3 <= slot < 2 * beats]
    order = sorted(slots, key=lambda slot: rng.random() + 0.6 * (slot % 2))
    return set(order[: max(3, round(share * 2 * beats))])


def _nearest(ladder: list[int], place: int, classes: set[int]) -> int:
    fitting = [each for each, pitch in enumerate(ladder) if pitch % 12 in classes]
    return min(fitting, key=lambda each: (abs(each - place), each), default=place)


def _figures(chords: tuple[Chord, ...], beats: int, beat: float, rng: Random) -> list[Note]:
    order = rng.choice(((0, 2, 1, 3), (0, 1, 2, 3), (3, 2, 1, 0), (0, 3, 2, 1)))
    notes = []
    for chord in chords:
        for number in range(beats):
            if rng.random() < 0.75:
                voice = chord.voices[order[number % 4] % len(chord.voices)]
                strength = rng.uniform(0.4, 0.7) * (1.2 if number == 0 else 1.0)
                notes.append(Note(voice, chord.at + number * beat + rng.uniform(0, 0.02), 2 * beat, strength))
    return notes


def hertz(pitch: float) -> float:
    return 440.0 * math.exp2((pitch - 69) / 12)
