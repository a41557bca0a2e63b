"""The beds: what is heard of the place itself. Each is a whole round in two channels, steady from end to beginning."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np

from gameplan.novels.assets.loops.signals import RATE, Round, Samples, hertz_of, level, seconds_of, swell, wide


def make_bed(kind: str, size: int, rng: np.random.Generator) -> Samples:
    """A bed of this kind, at a level of 1."""
    made = _MAKERS[kind](size, rng)
    return made / (level(made) + 1e-12)


def _noise(size: int, shape: Callable[[Samples], Samples], rng: np.random.Generator) -> Samples:
    """Noise with this spectrum, made on the circle: it has no seam."""
    hz = hertz_of(size)
    bins = (rng.standard_normal(len(hz)) + 1j * rng.standard_normal(len(hz))) * shape(hz)
    bins[0] = 0
    made = np.fft.irfft(bins, size)
    return made / (level(made) + 1e-12)


def _band(centre: float, octaves: float) -> Callable[[Samples], Samples]:
    return lambda hz: np.exp(-0.5 * (np.log2(np.maximum(hz, 1.0) / centre) / octaves) ** 2)


def _rain(size: int, rng: np.random.Generator) -> Samples:
    sheet = _noise(size, lambda hz: (hz / (hz + 900)) ** 2 / (1 + (hz / 9_000) ** 4), rng)
    made = Round(size)
    made.samples += 0.6 * wide(sheet)
    time = seconds_of(0.03)
    for begins in rng.random(round(size / RATE * 22)):
        hz = rng.uniform(1_500, 5_500)
        drop = np.sin(2 * np.pi * hz * time) * np.exp(-rng.uniform(150, 400) * time)
        made.add(drop, begins * size / RATE, rng.uniform(0.5, 2.5), rng.uniform(-1, 1))
    return made.samples


def _wind(size: int, rng: np.random.Generator) -> Samples:
    made = np.zeros((2, size))
    for centre, turns in ((180.0, 2), (340.0, 3), (620.0, 5), (1_100.0, 3)):
        gust = swell(size, turns, rng.random()) * swell(size, 1 + turns // 2, rng.random())
        made += (200 / centre) ** 0.4 * wide(_noise(size, _band(centre, 0.35), rng)) * (0.15 + gust)
    return made


def _sea(size: int, rng: np.random.Generator) -> Samples:
    waves = max(1, round(size / RATE / 7.5))
    surf = wide(_noise(size, lambda hz: (hz / (hz + 300)) / (1 + (hz / 1_800) ** 2), rng))
    deep = wide(_noise(size, lambda hz: (hz / (hz + 40)) / (1 + (hz / 160) ** 3), rng))
    swells = swell(size, waves, rng.random()) ** 3
    later = np.roll(swells, size // (5 * waves))
    return surf * np.stack((0.18 + swells, 0.18 + 0.6 * swells + 0.4 * later)) + 0.5 * deep * (0.4 + later)


def _river(size: int, rng: np.random.Generator) -> Samples:
    made = 0.8 * wide(_noise(size, lambda hz: (hz / (hz + 250)) / (1 + (hz / 1_400) ** 2), rng))
    for centre in (420.0, 760.0, 1_300.0):
        turns = rng.integers(20, 45)
        made += 0.35 * wide(_noise(size, _band(centre, 0.12), rng)) * swell(size, int(turns), rng.random()) ** 2
    return made


def _fire(size: int, rng: np.random.Generator) -> Samples:
    made = Round(size)
    made.samples += 0.5 * wide(_noise(size, lambda hz: (hz / (hz + 60)) / (1 + (hz / 350) ** 2), rng))
    made.samples *= 0.6 + 0.4 * swell(size, max(2, round(size / RATE / 3)), rng.random())
    time = seconds_of(0.05)
    for begins in rng.random(round(size / RATE * 9)):
        crack = rng.standard_normal(len(time)) * np.exp(-rng.uniform(120, 500) * time)
        made.add(crack, begins * size / RATE, rng.uniform(0.2, 1.0) ** 2 * 2.2, rng.uniform(-0.7, 0.7))
    return made.samples


def _crickets(size: int, rng: np.random.Generator) -> Samples:
    made = Round(size)
    made.samples += 0.08 * wide(_noise(size, _band(500.0, 1.2), rng))
    time = seconds_of(0.12)
    for _ in range(5):
        hz, pan, loud = rng.uniform(3_800, 4_900), rng.uniform(-0.9, 0.9), rng.uniform(0.15, 0.8)
        chirp = np.sin(2 * np.pi * hz * time) * np.sin(np.pi * time / 0.12) * np.sin(np.pi * 3 * time / 0.12) ** 2
        count = max(1, round(size / RATE * rng.uniform(1.1, 2.2)))
        for number in range(count):
            if rng.random() < 0.85:
                made.add(chirp, (number + rng.uniform(0, 0.1)) * size / RATE / count, loud, pan)
    return made.samples


def _birds(size: int, rng: np.random.Generator) -> Samples:
    made = Round(size)
    made.samples += 0.06 * wide(_noise(size, _band(900.0, 1.5), rng))
    for _ in range(max(2, round(size / RATE / 3))):
        begins, pan, loud = rng.random() * size / RATE, rng.uniform(-1, 1), rng.uniform(0.3, 1.0)
        hz = rng.uniform(2_300, 4_200)
        for number in range(int(rng.integers(2, 6))):
            time = seconds_of(rng.uniform(0.06, 0.16))
            glide = hz * (1 + rng.uniform(-0.18, 0.18) * time / time[-1])
            call = np.sin(2 * np.pi * np.cumsum(glide) / RATE) * np.sin(np.pi * time / time[-1]) ** 2
            made.add(call, begins + 0.19 * number, loud, pan)
    return made.samples


def _hum(size: int, rng: np.random.Generator) -> Samples:
    where = np.arange(size) / size
    base = round(50 * size / RATE)  # whole turns, so that it comes round
    tone = np.zeros(size)
    for number, height in ((1, 0.8), (2, 1.0), (3, 0.3), (4, 0.45), (6, 0.2), (8, 0.1), (12, 0.06)):
        slow = 0.8 + 0.2 * swell(size, number, rng.random())
        tone += height * slow * np.sin(2 * np.pi * (base * number * where + rng.random()))
    return wide(tone) + 0.12 * wide(_noise(size, _band(1_200.0, 1.0), rng))


def _crowd(size: int, rng: np.random.Generator) -> Samples:
    made = 0.25 * wide(_noise(size, _band(420.0, 0.9), rng))
    seconds = size / RATE
    for _ in range(7):
        voice = _noise(size, _band(rng.uniform(280, 650), 0.3), rng)
        talk = swell(size, round(seconds * rng.uniform(2.5, 4.5)), rng.random()) ** 2
        talk *= swell(size, max(1, round(seconds * rng.uniform(0.1, 0.4))), rng.random())
        pan = rng.uniform(0.15, 0.85)
        made += np.stack((pan * voice * talk, (1 - pan) * voice * talk))
    return made


def _drips(size: int, rng: np.random.Generator) -> Samples:
    made = Round(size)
    made.samples += 0.04 * wide(_noise(size, _band(260.0, 1.2), rng))
    time = seconds_of(0.25)
    for begins in rng.random(max(3, round(size / RATE * 0.9))):
        hz, pan = rng.uniform(700, 1_700), rng.uniform(-0.8, 0.8)
        rise = hz * (time + 0.9 * time * time)
        drop = np.sin(2 * np.pi * rise) * np.exp(-26 * time) * np.minimum(1, time / 0.003)
        for echo in range(6):
            made.add(drop, begins * size / RATE + 0.31 * echo, 0.55**echo, pan * (-0.8) ** echo)
    return made.samples


_MAKERS: Mapping[str, Callable[[int, np.random.Generator], Samples]] = {
    "rain": _rain,
    "wind": _wind,
    "sea": _sea,
    "river": _river,
    "fire": _fire,
    "crickets": _crickets,
    "birds": _birds,
    "hum": _hum,
    "crowd": _crowd,
    "drips": _drips,
}
