"""A round of sound: samples on a circle, so that whatever runs over the end goes on at the beginning."""

from __future__ import annotations

import math
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Samples: TypeAlias = NDArray[np.float64]
Spectrum: TypeAlias = NDArray[np.complex128]
RATE = 44_100


class Round:
    """Two channels on a circle."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.samples: Samples = np.zeros((2, size))

    def add(self, sound: Samples, at: float, gain: float = 1.0, pan: float = 0.0) -> None:
        """Add a sound from this second on. One channel is panned (-1 left, 1 right); two stay as they are."""
        angle = (max(-1.0, min(1.0, pan)) + 1) * math.pi / 4
        sides = (math.cos(angle) * sound, math.sin(angle) * sound) if sound.ndim == 1 else (sound[0], sound[1])
        for channel, side in zip(self.samples, sides, strict=True):
            begin, done = round(at * RATE) % self.size, 0
            while done < len(side):
                count = min(len(side) - done, self.size - begin)
                channel[begin : begin + count] += gain * side[done : done + count]
                begin, done = 0, done + count


def seconds_of(length: float) -> Samples:
    """The time of each sample of a sound of this length."""
    return np.arange(max(1, round(length * RATE))) / RATE


def wide(signal: Samples) -> Samples:
    """Two channels of one steady round: the same, half a round apart."""
    return np.stack((signal, np.roll(signal, len(signal) // 2)))


def hertz_of(size: int) -> Samples:
    """The frequency of each bin of a round's spectrum."""
    made: Samples = np.arange(size // 2 + 1, dtype=np.float64) * (RATE / size)
    return made


def swell(size: int, turns: int, phase: float) -> Samples:
    """A slow wave from 0 to 1 that comes round exactly."""
    return 0.5 + 0.5 * np.sin(2 * np.pi * (turns * np.arange(size) / size + phase))


def level(signal: Samples) -> float:
    """The root of the mean square."""
    return float(np.sqrt(np.mean(np.square(signal))))
