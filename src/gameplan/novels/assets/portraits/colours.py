"""Colours: their names as people say them, and the little arithmetic that light and treatments need."""

from __future__ import annotations

from typing import TypeAlias

Colour: TypeAlias = str  # "#rrggbb"

HAIR = {
    "black": "#23202a",
    "dark": "#33262a",
    "brown": "#5a3a2a",
    "chestnut": "#7a4426",
    "auburn": "#8a3a22",
    "red": "#b4481f",
    "ginger": "#cc6a2c",
    "blond": "#d8ab5c",
    "straw": "#e6cc86",
    "ash": "#8d7b68",
    "grey": "#8b8d94",
    "silver": "#b9bfc8",
    "white": "#e4e2df",
    "blue": "#3a5fa8",
    "green": "#3f7d5c",
    "pink": "#d9799a",
    "purple": "#6f4a96",
    "teal": "#2f8488",
    "gold": "#dba83e",
}
CLOTH = {
    "red": "#a8352f",
    "crimson": "#8c1f35",
    "orange": "#cf6f2b",
    "yellow": "#d9a92e",
    "mustard": "#b98a2e",
    "green": "#3d6b4a",
    "olive": "#6b6a3a",
    "teal": "#2c6a70",
    "blue": "#3f5f94",
    "navy": "#27344f",
    "purple": "#5d4479",
    "pink": "#c87d90",
    "brown": "#6a4a35",
    "tan": "#b08f66",
    "cream": "#e3d6bb",
    "white": "#e8e6e1",
    "grey": "#767a82",
    "silver": "#aab0b8",
    "black": "#2b2a30",
    "dark": "#363540",
    "gold": "#c39a3b",
    "rust": "#97482c",
    "wine": "#6b2a3b",
    "sage": "#86967a",
    "slate": "#51606f",
}
EYES = {
    "brown": "#6b3f22",
    "dark": "#3a251d",
    "black": "#2a1f1f",
    "hazel": "#8a6a35",
    "amber": "#b5802c",
    "gold": "#c99a2c",
    "green": "#4d7f55",
    "grey": "#73828c",
    "blue": "#3f74ad",
    "pale": "#8fb0c4",
    "purple": "#7553a0",
    "red": "#a83a3a",
    "teal": "#2f8488",
}
SKIN = {
    "porcelain": "#f6dccb",
    "fair": "#f0cbb0",
    "rosy": "#eebfa6",
    "sand": "#e3b48e",
    "olive": "#cd9d72",
    "tan": "#bb8257",
    "bronze": "#9b6440",
    "umber": "#7b4b31",
    "deep": "#5b3727",
}


def parts(colour: Colour) -> tuple[int, int, int]:
    """Red, green and blue, 0 to 255."""
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def colour_of(red: float, green: float, blue: float) -> Colour:
    """The colour with these parts, each brought into 0 to 255."""
    return "#" + "".join(f"{min(255, max(0, round(each))):02x}" for each in (red, green, blue))


def mix(first: Colour, second: Colour, share: float) -> Colour:
    """`first` with a share of `second` in it."""
    one, two = parts(first), parts(second)
    return colour_of(*(a + (b - a) * share for a, b in zip(one, two, strict=True)))


def multiply(first: Colour, second: Colour) -> Colour:
    """One colour seen through the other: how a shadow falls on it."""
    one, two = parts(first), parts(second)
    return colour_of(*(a * b / 255 for a, b in zip(one, two, strict=True)))


def lightness(colour: Colour) -> float:
    """How light it looks, 0 to 1."""
    red, green, blue = parts(colour)
    return (0.299 * red + 0.587 * green + 0.114 * blue) / 255


def faded(colour: Colour, share: float) -> Colour:
    """The colour with a share of its strength taken away, as light as before."""
    level = lightness(colour) * 255
    return mix(colour, colour_of(level, level, level), share)
