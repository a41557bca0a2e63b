"""The instruments. Each makes one note as samples; what sustains is read from a table that loops by itself."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from gameplan.novels.assets.loops.harmony import hertz
from gameplan.novels.assets.loops.signals import RATE, Samples, seconds_of

_TABLE = 1 << 17  # about three seconds
_FORMANTS = ((430.0, 90.0, 1.0), (780.0, 110.0, 0.55), (2_500.0, 220.0, 0.12), (3_300.0, 280.0, 0.06))  # "oh"
_DRAWBARS = {1: 1.0, 2: 0.7, 3: 0.35, 4: 0.4, 6: 0.12, 8: 0.15}
_GONG = (1.0, 1.47, 2.09, 2.56, 3.39, 4.08, 5.37)


def sustained(
    kind: str, pitch: float, length: float, attack: float, bright: float, rng: np.random.Generator
) -> Samples:
    """A note that swells and fades, in two channels: its tail lies over the next."""
    table = _table(kind, pitch, round(bright, 1))
    time = seconds_of(length)
    rise = np.clip(time / attack, 0, 1)
    fall = np.clip((length - time) / attack, 0, 1)
    shape = (np.sin(rise * np.pi / 2) * np.sin(fall * np.pi / 2)) ** 2
    where = np.arange(len(time))
    begins = rng.integers(0, _TABLE, 2)
    return np.stack([table[(where + begin) % _TABLE] * shape for begin in begins])


@lru_cache(maxsize=16)
def _table(kind: str, pitch: float, bright: float) -> Samples:
    """A steady tone as one round: each partial is a small hill in the spectrum, with phases by chance."""
    root = hertz(pitch)
    chance = np.random.default_rng([round(pitch * 100), len(kind), sum(map(ord, kind))])
    bins = np.arange(_TABLE // 2 + 1) * (RATE / _TABLE)
    heights = np.zeros(len(bins))
    dull = 1.25 - 0.5 * bright
    for ratio, height, width in _partials(kind, root, dull):
        centre = root * ratio
        if centre > 9_000:
            continue
        spread = max(0.35, centre * (2 ** (width / 1_200) - 1))
        low, high = np.searchsorted(bins, (centre - 4 * spread, centre + 4 * spread))
        hill = np.exp(-0.5 * ((bins[low:high] - centre) / spread) ** 2)
        heights[low:high] += height * hill / np.sqrt(np.sum(np.square(hill)) + 1e-12)
    phases = np.exp(2j * np.pi * chance.random(len(bins)))
    tone = np.fft.irfft(heights * phases, _TABLE)
    made: Samples = tone / (np.sqrt(np.mean(np.square(tone))) + 1e-12)
    return made


def _partials(kind: str, root: float, dull: float) -> list[tuple[float, float, float]]:
    """Ratio, height, and width in cents of each partial."""
    if kind == "organ":
        return [(number, height, 2.5) for number, height in _DRAWBARS.items()]
    if kind == "metal":
        return [(ratio, 1 / (1 + place) ** (0.6 * dull), 6.0) for place, ratio in enumerate(_GONG)]
    made = []
    for number in range(1, 41):
        hz = root * number
        match kind:
            case "strings":
                height, width = number**-dull / (1 + (hz / 3_200) ** 2), 14.0
            case "choir":
                vowel = sum(peak * np.exp(-0.5 * ((hz - at) / (1.6 * wide)) ** 2) for at, wide, peak in _FORMANTS)
                height, width = (0.04 + float(vowel)) * number**-0.3, 20.0
            case "drone":
                height, width = number ** (-1.6 * dull) * (1.0 if number % 2 else 0.6), 8.0
            case _:
                height, width = number ** (-1.4 * dull) / (1 + (hz / 2_400) ** 2), 22.0
        made.append((float(number), float(height), width))
    return made


def bell(pitch: int, bright: float) -> Samples:
    """Frequency modulation: a bright stroke that becomes a plain tone."""
    root, time = hertz(pitch), seconds_of(4.0)
    depth = (1.6 + 0.8 * bright) * np.exp(-2.2 * time)
    stroke = np.sin(2 * np.pi * root * time + depth * np.sin(2 * np.pi * 3.5 * root * time))
    body = 0.5 * np.sin(2 * np.pi * 2.004 * root * time) * np.exp(-1.9 * time)
    return _struck((stroke + body) * np.exp(-1.1 * time), 0.004)


def piano(pitch: int, bright: float) -> Samples:
    """Partials that are a little too wide, the high ones gone first; a soft hammer."""
    root, time = hertz(pitch), seconds_of(3.6)
    sound = np.zeros(len(time))
    for number in range(1, 9):
        hz = root * number * np.sqrt(1 + 0.0004 * number * number)
        if hz < 9_000:
            fades = np.exp(-(0.8 + 0.45 * number + root / 900) * time)
            sound += number ** (-1.7 + 0.4 * bright) * np.sin(2 * np.pi * hz * time) * fades
    return _struck(sound, 0.009)


def pluck(pitch: int, bright: float) -> Samples:
    """A plucked string (Karplus-Strong), solved in its spectrum: its delay need not be a whole number."""
    root, length = hertz(pitch), 4.0
    time = seconds_of(length)
    chance = np.random.default_rng(pitch)
    period = RATE / root
    burst = np.zeros(len(time))
    burst[: round(period)] = chance.uniform(-1, 1, round(period))
    turn = 2 * np.pi * np.fft.rfftfreq(len(time))
    mellow = 1 / (1 + (1.7 - bright) ** 2 * (turn * RATE / (2 * np.pi) / 2_600) ** 2)
    keeps = 10 ** (-3 * period / RATE / 2.6)  # gone after 2.6 seconds
    back = keeps * np.exp(-1j * turn * (period - 0.5)) * (1 + np.exp(-1j * turn)) / 2
    string = np.fft.irfft(np.fft.rfft(burst) * mellow / (1 - back), len(time))
    return _struck(string - np.mean(string), 0.002)


def pulse(pitch: int) -> Samples:
    """A low soft beat."""
    time = seconds_of(0.6)
    sweep = hertz(pitch) * (time + 0.03 * (1 - np.exp(-time / 0.03)))
    return _struck(np.sin(2 * np.pi * sweep) * np.exp(-9 * time), 0.006)


def _struck(sound: Samples, attack: float) -> Samples:
    """With a soft beginning, an end that is silent, and its loudest at 1."""
    rise, fall = round(attack * RATE), round(0.3 * RATE)
    sound = sound / (np.max(np.abs(sound)) + 1e-12)
    sound[:rise] *= 0.5 - 0.5 * np.cos(np.pi * np.arange(rise) / rise)
    sound[-fall:] *= 0.5 + 0.5 * np.cos(np.pi * np.arange(fall) / fall)
    return sound
