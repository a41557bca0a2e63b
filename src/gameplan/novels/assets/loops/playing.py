"""The score is played: every instrument and bed into one round of samples."""

from __future__ import annotations

from random import Random

import numpy as np

from gameplan.novels.assets.loops import tones
from gameplan.novels.assets.loops.beds import make_bed
from gameplan.novels.assets.loops.harmony import Note, Score, hertz, write_score
from gameplan.novels.assets.loops.reading import Brief
from gameplan.novels.assets.loops.signals import RATE, Round, Samples, level, swell
from gameplan.novels.assets.loops.space import at_loudness, in_a_room
from gameplan.novels.assets.loops.words import STRUCK, SUSTAINED

LOUDNESS = -20.0  # LUFS
_GRAIN = 420  # samples: rounds of such a multiple have quick spectra


def play(brief: Brief, seconds: float, chance: Random) -> Samples:
    """A whole round, in two channels."""
    size = round(seconds * RATE / _GRAIN) * _GRAIN
    score = write_score(brief, size / RATE, chance)
    rng = np.random.default_rng(chance.getrandbits(64))
    music = Round(size)
    for name in SUSTAINED:
        if name in brief.levels:
            _sustain(music, name, brief, score, rng)
    struck = sorted((name for name in STRUCK if name in brief.levels), key=lambda name: (-brief.levels[name], name))
    for place, name in enumerate(struck):
        _strike(music, name, brief, score.melody if place == 0 else score.figures, 12 * (place == 2))
    if "pulse" in brief.levels:
        _beat(music, brief, score)
    if brief.tension > 0.3:
        _rub(music, brief, score)
    wet = 0.34 + 0.2 * brief.echo
    heard = in_a_room(music.samples, 2.4 + 1.4 * brief.echo, wet, rng)
    heard /= level(heard) + 1e-12
    if brief.beds:
        heard = np.sqrt(1 - brief.outside) * heard + np.sqrt(brief.outside) * _outside(brief, size, rng)
    return at_loudness(_from_quiet(heard), LOUDNESS)


def _from_quiet(heard: Samples) -> Samples:
    """The same round, begun where it is quietest: what the encoder changes at the ends is heard least there."""
    size = heard.shape[1]
    power = np.concatenate(([0.0], np.cumsum(np.sum(np.square(heard), axis=0))))
    span = round(0.1 * RATE)
    sums = power[span:] - power[: size - span + 1]
    return np.roll(heard, -(int(np.argmin(sums)) + span // 2), axis=1)


def _sustain(music: Round, name: str, brief: Brief, score: Score, rng: np.random.Generator) -> None:
    overlap = min(2.2, 0.6 * score.chords[0].length)
    gain = 0.12 * brief.levels[name]
    for chord in score.chords:
        low = name in ("drone", "metal")
        fifth = chord.bass + 7 if name == "drone" else chord.bass + 12
        voices = (chord.bass, fifth) if low else (chord.bass + 12, *chord.voices)
        for pitch in voices:
            louder = 1.8 if low else 1.0
            note = tones.sustained(name, pitch, chord.length + overlap, overlap, brief.bright, rng)
            music.add(note, chord.at - overlap / 2, louder * gain)


def _strike(music: Round, name: str, brief: Brief, notes: tuple[Note, ...], lift: int) -> None:
    make = {"bell": tones.bell, "piano": tones.piano, "pluck": tones.pluck}[name]
    made: dict[int, Samples] = {}
    for note in notes:
        pitch = note.pitch + lift + (12 if name == "bell" else 0)
        if pitch not in made:
            made[pitch] = make(pitch, brief.bright)
        music.add(made[pitch], note.at, 0.42 * brief.levels[name] * note.strength, (note.pitch - 70) / 18)


def _beat(music: Round, brief: Brief, score: Score) -> None:
    for chord in score.chords:
        sound = tones.pulse(chord.bass)
        for number in range(round(chord.length / score.beat)):
            at = chord.at + number * score.beat
            music.add(sound, at, brief.levels["pulse"] * (0.5 if number % 2 else 0.8))
            if number % 2 == 0:
                music.add(sound, at + 0.3 * score.beat, 0.4 * brief.levels["pulse"])


def _rub(music: Round, brief: Brief, score: Score) -> None:
    """Unease: two low tones that beat against each other, all the way round."""
    size = music.size
    where = np.arange(size) / size
    turns = [round(hertz(score.chords[0].bass + step) * size / RATE) for step in (0, 1, 13)]
    tone = sum(np.sin(2 * np.pi * each * where + each) / (1 + place) for place, each in enumerate(turns))
    slow = swell(size, max(1, len(score.chords) // 2), 0.25)
    music.samples += 0.16 * brief.tension * (0.3 + 0.7 * slow) * tone


def _outside(brief: Brief, size: int, rng: np.random.Generator) -> Samples:
    together = np.zeros((2, size))
    for name, loud in brief.beds.items():
        together += loud * make_bed(name, size, rng)
    return together / (level(together) + 1e-12)
