"""A loop is a whole: no seam, as loud as the others, and it sounds like its words."""

from __future__ import annotations

import io
import subprocess
import sys
from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from random import Random

import numpy as np
import pytest
import soundfile
from numpy.typing import NDArray

from gameplan.novels.assets.loops import compose_loop
from gameplan.novels.assets.loops.beds import make_bed
from gameplan.novels.assets.loops.harmony import write_score
from gameplan.novels.assets.loops.reading import SCALES, read_prompts
from gameplan.novels.assets.loops.signals import Round
from gameplan.novels.assets.loops.space import in_a_room, loudness
from gameplan.novels.assets.loops.words import BEDS, traits_of

RATE = 44_100
PLACES = (
    (("slow organ pad, rain", 1.0), ("distant single bell", 0.4)),
    (("electric hum, tense strings", 1.0), ("wind", 0.5)),
    (("Meeresrauschen, Harfe, Chor", 1.0),),
    (("urgent low pulse, crowd, crickets, metal", 1.0),),
    (),
)


@cache
def _made(prompts: tuple[tuple[str, float], ...], seconds: float = 6, seed: int = 0) -> bytes:
    return compose_loop(prompts, seconds=seconds, seed=seed)


def _heard(made: bytes) -> NDArray[np.float64]:
    samples, rate = soundfile.read(io.BytesIO(made))
    assert rate == RATE
    return np.asarray(samples, dtype=np.float64).T


def _share_above(samples: NDArray[np.float64], hertz: float) -> float:
    power = np.abs(np.fft.rfft(samples.sum(axis=0))) ** 2
    return float(power[round(hertz * samples.shape[1] / RATE) :].sum() / power.sum())


@pytest.mark.parametrize("prompts", PLACES)
def test_a_loop_is_whole(prompts: tuple[tuple[str, float], ...]) -> None:
    made = _made(prompts)
    assert made[:4] == b"OggS"
    samples = _heard(made)
    assert samples.shape[0] == 2
    assert abs(samples.shape[1] / RATE - 6) < 0.01
    assert np.max(np.abs(samples)) < 1
    assert abs(loudness(samples) + 20) < 0.5
    assert np.mean(np.abs(samples[0] - samples[1])) > 0.001  # two channels, not one twice


@pytest.mark.parametrize("prompts", PLACES)
def test_its_end_runs_into_its_beginning(prompts: tuple[tuple[str, float], ...]) -> None:
    samples = _heard(_made(prompts))
    steps = np.max(np.abs(np.diff(samples, axis=1)), axis=0)
    jump = np.max(np.abs(samples[:, 0] - samples[:, -1]))
    assert jump <= np.quantile(steps, 0.999)
    # Nor does it fade: just at the seam it is not much quieter than the quietest place within.
    span = RATE // 5
    twice = np.concatenate((samples, samples), axis=1)
    levels = [float(np.mean(np.square(twice[:, at : at + span]))) for at in range(0, samples.shape[1], span // 2)]
    seam = float(np.mean(np.square(twice[:, samples.shape[1] - span // 2 : samples.shape[1] + span // 2])))
    assert seam > 0.3 * min(levels)


def test_a_sound_that_runs_over_the_end_goes_on_at_the_beginning() -> None:
    sounds = Round(RATE)
    sounds.add(np.ones(RATE // 2), 0.75, pan=-1)
    sounds.add(np.ones(3 * RATE), -0.5, pan=1)  # longer than the round: it lies over itself
    assert np.array_equal(np.flatnonzero(sounds.samples[0] > 0.5), [*range(RATE // 4), *range(RATE * 3 // 4, RATE)])
    assert np.allclose(sounds.samples[1], 3)


def test_the_echo_of_the_end_is_heard_at_the_beginning() -> None:
    """Turned round first and put into a room, or the other way: the same."""
    dry = np.zeros((2, RATE))
    dry[:, -100] = 1
    wet, turned = (in_a_room(each, 0.8, 0.5, np.random.default_rng(1)) for each in (dry, np.roll(dry, 5_000, axis=1)))
    assert np.allclose(np.roll(wet, 5_000, axis=1), turned)
    assert np.mean(np.square(wet[:, : RATE // 4])) > np.mean(np.square(wet[:, RATE // 2 : -200]))


@pytest.mark.parametrize("bed", BEDS)
def test_a_bed_comes_round(bed: str) -> None:
    made = make_bed(bed, 3 * RATE, np.random.default_rng(1))
    steps = np.max(np.abs(np.diff(made, axis=1)), axis=0)
    assert np.max(np.abs(made[:, 0] - made[:, -1])) <= np.quantile(steps, 0.999)


def test_the_same_words_make_the_same_file() -> None:
    prompts = (("harp, rain", 1.0),)
    assert compose_loop(prompts, mood="grey", seconds=4, seed=5) == compose_loop(
        prompts, mood="grey", seconds=4, seed=5
    )
    assert compose_loop(prompts, mood="grey", seconds=4, seed=5) != compose_loop(
        prompts, mood="grey", seconds=4, seed=6
    )


def test_another_process_makes_the_same_file() -> None:
    code = (
        "import sys; from gameplan.novels.assets.loops import compose_loop;"
        "assert 'numpy' not in sys.modules, 'the package alone needs nothing';"
        "sys.stdout.buffer.write(compose_loop([('piano, fire', 1.0)], seconds=3))"
    )
    other = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True).stdout
    assert other == compose_loop([("piano, fire", 1.0)], seconds=3)


def test_rain_is_higher_than_a_drone() -> None:
    rain, drone = (_share_above(_heard(_made(((text, 1.0),))), 2_000) for text in ("rain", "drone"))
    assert rain > 0.2
    assert rain > 20 * drone


def test_the_same_in_german_sounds_alike() -> None:
    english, german = (_share_above(_heard(_made(((text, 1.0),))), 2_000) for text in ("rain", "Regen"))
    assert abs(english - german) < 0.1


def test_weights_mix_and_a_negative_one_takes_away() -> None:
    def above(*prompts: tuple[str, float]) -> float:
        return _share_above(_heard(_made(prompts)), 2_000)

    loud, soft = above(("pad", 1.0), ("rain", 2.0)), above(("pad", 1.0), ("rain", 0.2))
    none = above(("pad", 1.0), ("rain", 1.0), ("rain", -1.0))
    assert loud > soft > none
    brief = read_prompts([("piano, bells", 1.0), ("bells", -2.0)], "", Random(0))
    assert "bell" not in brief.levels and "piano" in brief.levels
    assert "rain" not in read_prompts([("wind, no rain", 1.0)], "", Random(0)).beds


def test_tense_and_calm_differ() -> None:
    calm, tense = (read_prompts([(text, 1.0)], "", Random(1)) for text in ("calm, warm", "tense horror"))
    assert calm.tension < 0 < tense.tension
    assert {scale: 1 in SCALES[scale] for scale in (calm.scale, tense.scale)} == {calm.scale: False, tense.scale: True}
    low = [1 - _share_above(_heard(_made(((text, 1.0),))), 150) for text in ("calm, warm pad", "tense horror pad")]
    assert low[1] > 1.3 * low[0]


@pytest.mark.parametrize("bed", BEDS)
def test_each_bed_has_a_word_and_a_sound(bed: str) -> None:
    samples = _heard(compose_loop([(bed, 1.0)], seconds=2))
    assert bed in read_prompts([(bed, 1.0)], "", Random(0)).beds
    assert abs(loudness(samples) + 20) < 1


@pytest.mark.parametrize("seed", range(6))
def test_the_chords_lie_near_each_other_and_the_melody_rests(seed: int) -> None:
    rng = Random(seed)
    score = write_score(read_prompts([("piano", 1.0)], "", rng), 24, rng)
    assert 4 <= len(score.chords) <= 8
    around = (*score.chords, score.chords[0])
    for before, after in pairwise(around):
        moves = [min(abs(pitch - other) for other in before.voices) for pitch in after.voices]
        assert sum(moves) / len(moves) <= 3
    assert sum(chord.length for chord in score.chords) == pytest.approx(24)
    begins = sorted(note.at for note in score.melody)
    assert 3 <= len(begins) <= 24 / score.beat
    assert max(b - a for a, b in pairwise(begins)) >= 1.5 * score.beat


def test_a_word_is_not_found_within_another() -> None:
    for word in ("train", "window", "terrain", "domain", "seem", "inner"):
        assert not {"rain", "wind", "sea", "crowd", "organ"} & traits_of(word).keys()
    assert traits_of("Kirchenglocke")["bell"] > 0
    assert traits_of("Nachtwind")["wind"] > 0
    assert traits_of("Stürme") == traits_of("sturme")


@pytest.mark.parametrize(
    "prompts",
    [
        [("", 1.0)],
        [("\x00\ud800 <script>alert(1)</script> ../../etc %s {0} \u202e", 1.0)],
        [("rain", float("nan")), ("wind", float("inf")), ("sea", -1e300)],
        [("drone " * 50_000, 1e300)] * 200,
        [(" ".join(("pad", "strings", "choir", "organ", "drone", "bell", "harp", "piano", "pulse")), -3.0)],
        [("雨と風", 1.0), ("дождь", 0.5)],
    ],
)
def test_any_prompt_makes_a_sound(prompts: Sequence[tuple[str, float]]) -> None:
    samples = _heard(compose_loop(prompts, mood=prompts[0][0], seconds=2))
    assert np.all(np.isfinite(samples))
    assert np.max(np.abs(samples)) < 1


@pytest.mark.parametrize("seconds", [0, -1, 1e9, float("nan"), float("inf")])
def test_a_length_that_cannot_be_is_refused(seconds: float) -> None:
    with pytest.raises(ValueError, match="lasts from 2 to 120 seconds"):
        compose_loop([], seconds=seconds)


def test_a_full_sine_is_as_loud_as_the_standard_says() -> None:
    """ITU-R BS.1770: 997 Hz at full scale in one channel is -3.01 LKFS."""
    time = np.arange(RATE * 5) / RATE
    tone = np.stack((np.sin(2 * np.pi * 997 * time), np.zeros(len(time))))
    assert loudness(tone) == pytest.approx(-3.01, abs=0.02)
    assert loudness(np.zeros((2, RATE))) == -np.inf
