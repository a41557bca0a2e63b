"""Colours: mixed in OKLab, lit in linear light, written as hex."""

from __future__ import annotations

from functools import cache
from typing import TypeAlias

Colour: TypeAlias = tuple[float, float, float]  # linear light, 0 to 1


@cache
def parse(hex_colour: str) -> Colour:
    """The linear light of a colour such as `#a0b0c0`."""
    value = hex_colour.lstrip("#")
    red, green, blue = (_linear(int(value[at : at + 2], 16) / 255) for at in (0, 2, 4))
    return red, green, blue


def to_hex(colour: Colour) -> str:
    return "#" + "".join(f"{round(255 * _gamma(min(1.0, max(0.0, part)))):02x}" for part in colour)


def mix(one: Colour, other: Colour, share: float) -> Colour:
    """So much of the other colour, as the eye would have it."""
    share = min(1.0, max(0.0, share))
    a, b = to_oklab(one), to_oklab(other)
    return from_oklab((a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share, a[2] + (b[2] - a[2]) * share))


def scale(colour: Colour, by: float) -> Colour:
    return colour[0] * by, colour[1] * by, colour[2] * by


def times(one: Colour, other: Colour) -> Colour:
    return one[0] * other[0], one[1] * other[1], one[2] * other[2]


def to_oklab(colour: Colour) -> Colour:
    r, g, b = colour
    long = max(0.0, 0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b) ** (1 / 3)
    middle = max(0.0, 0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b) ** (1 / 3)
    short = max(0.0, 0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b) ** (1 / 3)
    return (
        0.2104542553 * long + 0.7936177850 * middle - 0.0040720468 * short,
        1.9779984951 * long - 2.4285922050 * middle + 0.4505937099 * short,
        0.0259040371 * long + 0.7827717662 * middle - 0.8086757660 * short,
    )


def from_oklab(lab: Colour) -> Colour:
    lightness, a, b = lab
    long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
    middle = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
    short = (lightness - 0.0894841775 * a - 1.2914855480 * b) ** 3
    red = 4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short
    green = -1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short
    blue = -0.0041960863 * long - 0.7034186147 * middle + 1.7076147010 * short
    return max(0.0, red), max(0.0, green), max(0.0, blue)


def _linear(value: float) -> float:
    return value / 12.92 if value <= 0.04045 else float(((value + 0.055) / 1.055) ** 2.4)


def _gamma(value: float) -> float:
    return value * 12.92 if value <= 0.0031308 else float(1.055 * value ** (1 / 2.4) - 0.055)
