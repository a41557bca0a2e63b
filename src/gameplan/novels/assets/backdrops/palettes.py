"""The light of a picture: what the hour, the weather and the mood do to every colour in it."""

from __future__ import annotations

from dataclasses import dataclass

from gameplan.novels.assets.backdrops.colour import Colour, from_oklab, mix, parse, scale, times, to_hex, to_oklab
from gameplan.novels.assets.backdrops.views import View


@dataclass(frozen=True)
class Hour:
    """Sky from the zenith to the horizon, the light that falls, and what the shade is lit by."""

    sky: tuple[str, ...]
    haze: str
    light: str
    ambient: str
    light_level: float
    ambient_level: float


HOURS = {
    "dawn": Hour(("#4a5d96", "#8d86b4", "#e3a9a0", "#ffd9a6"), "#dcb6b0", "#ffd0a0", "#a79fc4", 0.75, 0.52),
    "day": Hour(("#2f74bd", "#63a3db", "#a6cfe9", "#dcecf0"), "#bfd5e4", "#fff2d8", "#b4c8e2", 0.85, 0.62),
    "dusk": Hour(("#1b2550", "#55407c", "#c05a6c", "#f9a561"), "#b87470", "#ff9d62", "#7d6c9c", 0.62, 0.34),
    "night": Hour(("#050a1c", "#0b1734", "#1a2f58", "#38557f"), "#203659", "#b9ceff", "#5c78b0", 0.24, 0.20),
}
# lightness, chroma, then a shift of the two axes of colour (green to red, blue to yellow)
MOODS = {
    "melancholy": (0.97, 0.62, -0.006, -0.022),
    "warm": (1.0, 1.08, 0.014, 0.026),
    "eerie": (0.92, 0.72, -0.030, 0.008),
    "tense": (0.93, 0.95, 0.022, 0.004),
    "calm": (1.01, 0.92, -0.006, 0.0),
    "neon": (0.98, 1.25, 0.034, -0.036),
    "dreamy": (1.03, 0.95, 0.022, -0.012),
    "bleak": (0.98, 0.42, -0.003, -0.008),
    "joyful": (1.03, 1.14, 0.0, 0.010),
}
# the light of rooms without their lamps, and how strong it is
ROOMS = {"day": ("#ffffff", 1.36), "dawn": ("#ffe8dc", 1.16), "dusk": ("#d8b8c4", 0.78), "night": ("#7c96d8", 0.62)}
GLAZED = ("arcade", "station", "greenhouse")  # the sky is seen through their roofs
# how grey, and how far the sky is drawn together
WEATHERS = {"clear": 0.0, "overcast": 0.62, "rain": 0.72, "storm": 0.86, "snow": 0.66, "fog": 0.70}


class Palette:
    """Every colour of a picture comes through here, so that all layers are in one light."""

    def __init__(self, view: View) -> None:
        hour = HOURS[view.time]
        self.view = view
        self.grey = WEATHERS[view.weather]
        self.night = view.time == "night"
        self.lamps = view.time in ("dusk", "night") or view.weather == "storm"
        self.haze = self._felt(self._greyed(parse(hour.haze)))
        self.sky = tuple(self._felt(self._greyed(parse(each))) for each in hour.sky)
        self.light = self._felt(mix(parse(hour.light), parse(hour.haze), self.grey * 0.7))
        self.light_level = hour.light_level * (1 - 0.72 * self.grey)
        self.ambient_level = hour.ambient_level * (1 + 0.22 * self.grey) * (0.72 if view.weather == "storm" else 1.0)
        self.ambient = self._felt(mix(parse(hour.ambient), parse(hour.haze), 0.3 + 0.4 * self.grey))
        self.lamp = self._felt(parse("#ffc46b"))
        if view.weather == "snow":
            self.ambient_level *= 1.5 if self.night else 1.15
        self.room_light: Colour = (1.0, 1.0, 1.0)  # what light a room has without its lamps
        if view.kind in GLAZED:
            self.ambient_level = {"day": 0.74, "dawn": 0.64, "dusk": 0.54, "night": 0.44}[view.time]
            self.ambient = mix(self.ambient, self._felt(parse("#e8d8c8")), 0.2)
        elif view.indoors:
            self.ambient_level, self.light_level = 0.44, 0.62
            self.ambient = self._felt(parse("#f0e6dc"))
            self.light = mix(self.light, self.ambient, 0.5)
            self.room_light = scale(parse(ROOMS[view.time][0]), ROOMS[view.time][1])
            if view.kind in ("cellar", "hold", "cave"):  # no day comes down there
                self.room_light = scale(parse("#b8a898"), 0.6)
            if view.kind in ("space", "metro"):
                self.room_light = scale(parse("#e4ecff"), 1.25)
        self.thick = {"fog": 2.3, "snow": 1.5, "rain": 1.35, "storm": 1.3, "overcast": 1.15}.get(view.weather, 1.0)

    def tone(self, colour: str, depth: float = 0.0, lit: float = 0.35, glow: float = 0.0) -> str:
        """A thing's own colour as it is seen: so far away (0 to 1), so much in the light (0 to 1)."""
        own = parse(colour)
        falls = tuple(
            self.ambient[at] * self.ambient_level + self.light[at] * self.light_level * lit for at in (0, 1, 2)
        )
        seen = times(self._felt(own), (falls[0], falls[1], falls[2]))
        seen = mix(seen, self.haze, min(0.96, 1 - (1 - min(depth, 0.97)) ** self.thick))
        return to_hex(mix(seen, self.lamp, glow))

    def own(self, colour: str, level: float = 1.0) -> str:
        """A colour that shines by itself: a lamp, a sign, a fire."""
        return to_hex(scale(self._felt(parse(colour)), level))

    def hazy(self, share: float = 1.0) -> str:
        return to_hex(mix(parse("#000000"), self.haze, share))

    def horizon(self) -> str:
        return to_hex(self.sky[-1])

    def _greyed(self, colour: Colour) -> Colour:
        lightness, a, b = to_oklab(colour)
        middle = {"dawn": 0.72, "day": 0.76, "dusk": 0.50, "night": 0.25}[self.view.time]
        middle -= {"storm": 0.17, "rain": 0.06}.get(self.view.weather, 0.0) * (0.4 if self.night else 1.0)
        keep = 1 - self.grey
        flat = 1 - 0.72 * self.grey
        return from_oklab((middle + (lightness - middle) * flat, a * keep, b * keep - 0.006 * self.grey))

    def _felt(self, colour: Colour) -> Colour:
        level, chroma, red, yellow = MOODS[self.view.mood]
        lightness, a, b = to_oklab(colour)
        shift = 0.35 + 0.65 * min(1.0, lightness * 1.4)
        return from_oklab((lightness * level, a * chroma + red * shift, b * chroma + yellow * shift))
