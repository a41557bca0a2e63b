"""The room around the sound, and how loud it is: both measured and made on the circle."""

from __future__ import annotations

import math

import numpy as np

from gameplan.novels.assets.loops.signals import RATE, Samples, Spectrum, hertz_of

_BLOCK, _STEP = 0.4, 0.1  # seconds
_SILENT, _BELOW = -70.0, 10.0  # blocks that do not count: LUFS, and LU below the rest
_KNEE, _CEILING = 0.7, 0.93


def in_a_room(dry: Samples, seconds: float, wet: float, rng: np.random.Generator) -> Samples:
    """The sound with its echo, which runs over the end into the beginning; what is too low to be heard is taken out."""
    size = dry.shape[1]
    length = round(1.6 * seconds * RATE)
    time = np.arange(length) / RATE
    tail = np.exp(-6.9 * time / seconds) * np.minimum(1, time / 0.02)
    hz = hertz_of(size)
    low_cut = hz**2 / (hz**2 + 28.0**2)
    dull = 1 / (1 + (hz / 3_200) ** 2)
    made = np.empty_like(dry)
    for channel in range(2):
        answer = rng.standard_normal(length) * tail
        answer /= np.sqrt(np.sum(np.square(answer)))
        round_answer = np.zeros(-(-length // size) * size)
        round_answer[:length] = answer
        echo = np.fft.rfft(round_answer.reshape(-1, size).sum(axis=0)) * dull
        made[channel] = np.fft.irfft(np.fft.rfft(dry[channel]) * low_cut * (1 - wet + wet * echo), size)
    return made


def loudness(samples: Samples) -> float:
    """The loudness of a round in LUFS, as ITU-R BS.1770 defines it: weighted, in blocks, the silent ones left out."""
    size = samples.shape[1]
    weights = _weights(size)
    heard = np.fft.irfft(np.fft.rfft(samples, axis=1) * weights, size, axis=1)
    power = np.concatenate(([0.0], np.cumsum(np.sum(np.square(heard), axis=0))))
    block = min(size, round(_BLOCK * RATE))
    begins = np.arange(0, size - block + 1, round(_STEP * RATE))
    means = (power[begins + block] - power[begins]) / block
    loud = means[means > 10 ** ((_SILENT + 0.691) / 10)]
    if len(loud) == 0:
        return -math.inf
    kept = loud[loud > np.mean(loud) / 10 ** (_BELOW / 10)]
    return float(-0.691 + 10 * np.log10(np.mean(kept)))


def _weights(size: int) -> Samples:
    """How much of each frequency is heard: a shelf for the head, and less of the lows."""
    z = np.exp(-2j * np.pi * hertz_of(size) / RATE)
    bend, gain, quality = (
        math.tan(math.pi * 1_681.974450955533 / RATE),
        10 ** (3.999843853973347 / 20),
        0.7071752369554196,
    )
    side = gain**0.4996667741545416
    above = (gain + side * bend / quality + bend**2) + 2 * (bend**2 - gain) * z
    above = above + (gain - side * bend / quality + bend**2) * z**2
    shelf = above / _below(bend, quality, z)
    bend, quality = math.tan(math.pi * 38.13547087602444 / RATE), 0.5003270373238773
    cut = (1 + bend / quality + bend**2) * (1 - z) ** 2 / _below(bend, quality, z)
    heard: Samples = np.abs(shelf * cut)
    return heard


def _below(bend: float, quality: float, z: Spectrum) -> Spectrum:
    return (1 + bend / quality + bend**2) + 2 * (bend**2 - 1) * z + (1 - bend / quality + bend**2) * z**2


def at_loudness(samples: Samples, wanted: float) -> Samples:
    """As loud as this. Peaks are rounded off, never cut."""
    for _ in range(2):
        now = loudness(samples)
        if not math.isfinite(now):
            return samples
        samples = _rounded(samples * 10 ** ((wanted - now) / 20))
    return samples


def _rounded(samples: Samples) -> Samples:
    over = np.abs(samples) - _KNEE
    if np.max(over) <= 0:
        return samples
    soft = _KNEE + (_CEILING - _KNEE) * np.tanh(over / (_CEILING - _KNEE))
    return np.where(over > 0, np.sign(samples) * soft, samples)
