"""How a portrait is painted: each art style is a way to draw lines, to let shadows fall and to mix colours."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, TypeAlias

from gameplan.novels.assets.portraits.colours import Colour, colour_of, faded, lightness, mix, multiply

Role: TypeAlias = Literal["skin", "hair", "cloth", "eye", "lip", "white", "metal"]
Mixing: TypeAlias = Callable[[Colour, Role], Colour]
INK = "#1d1a22"
PAPER = "#f4eee2"


@dataclass(frozen=True, slots=True)
class Treatment:
    """A way to paint. `line` is the width of outlines, `soft` how far an edge of light is blurred."""

    name: str
    mixing: Mixing
    line: float = 0.0
    line_ink: float = 0.5  # 0: as the colour beside it, 1: as ink
    soft: float = 0.0
    shadow: float = 1.0
    reach: float = 1.0  # how far the shadow comes round
    rim: float = 0.5
    detail: float = 1.0  # strands, folds, hatching
    blush: float = 1.0
    hatch: bool = False
    edge: float = 0.0  # pigment that dries at the border
    light: Colour = "#fff3dc"
    finish: str = ""  # primitives of a filter over the whole

    def shade(self, colour: Colour, role: Role) -> Colour:
        """The colour where the light does not come."""
        if self.reach > 2:  # one hard lamp, and no light from anywhere else
            return mix(colour, "#0b0b10", 0.84)
        tint = {"skin": "#d39a94", "lip": "#c98f94", "white": "#b9b6cc", "eye": "#8c86a0"}.get(role, "#8f86a6")
        if role == "hair" and lightness(colour) > 0.5:
            tint = "#b1a9b2"
        return mix(colour, multiply(colour, tint), self.shadow)

    def outline(self, colour: Colour) -> Colour:
        """The line around something of this colour."""
        return mix(multiply(multiply(colour, "#7a5f70"), "#9a8090"), INK, self.line_ink)


def _as_is(colour: Colour, role: Role) -> Colour:
    return colour


def _bright(colour: Colour, role: Role) -> Colour:
    return mix(faded(colour, -0.18), "#ffffff", 0.05) if role in ("hair", "cloth", "eye") else colour


def _washed(colour: Colour, role: Role) -> Colour:
    if role == "eye":
        return mix(colour, "#ffffff", 0.08)
    share = {"skin": 0.12, "lip": 0.1, "white": 0.3}.get(role, 0.24)
    return mix(faded(colour, -0.15), "#fffaf2", share)


def _muted(colour: Colour, role: Role) -> Colour:
    return mix(faded(colour, 0.12 if role in ("skin", "lip") else 0.36), "#efe8da", 0.2 if role == "skin" else 0.26)


def _chalk(colour: Colour, role: Role) -> Colour:
    if role == "eye":
        return mix(colour, "#fff4ea", 0.12)
    share = {"skin": 0.2, "lip": 0.15, "white": 0.3}.get(role, 0.38)
    return mix(faded(colour, -0.1), "#fff1e6", share)


def _few(colour: Colour, role: Role) -> Colour:
    """Poster paint: few colours, each of them strong."""
    strong = faded(colour, -0.25 if role in ("skin", "lip") else -0.5)
    return mix(strong, "#101522" if lightness(colour) < 0.4 else "#fff4e0", 0.14)


def _inked(colour: Colour, role: Role) -> Colour:
    if role == "metal" and lightness(colour) < 0.35:
        return INK
    if role in ("skin", "white", "metal"):
        return mix(PAPER, multiply(PAPER, colour), 0.9 if role == "skin" and lightness(colour) < 0.5 else 0.14)
    if role == "lip":
        return mix(PAPER, "#8d3b36", 0.42)
    if role == "eye":
        return mix(colour, INK, 0.35)
    level = lightness(colour)
    if role == "hair":
        return INK if level < 0.3 else mix(PAPER, INK, 0.1) if level > 0.6 else mix(PAPER, colour, 0.75)
    return mix(INK, colour, 0.3) if level < 0.24 else mix(PAPER, faded(colour, 0.25), 0.6)


def _film(colour: Colour, role: Role) -> Colour:
    level = lightness(colour)
    if role == "lip":
        return mix(colour_of(*(level * 255,) * 3), "#9c2230", 0.5)
    level = {"skin": 0.12 + level * 0.95, "white": level}.get(role, level * 0.82)
    return mix(colour_of(*(level * 255,) * 3), "#5c6a80", 0.12)


def _displaced(size: float, waves: float, seed: int) -> str:
    return (
        f'<feTurbulence type="fractalNoise" baseFrequency="{waves}" numOctaves="2" seed="{seed}" result="n"/>'
        f'<feDisplacementMap in="SourceGraphic" in2="n" scale="{size:g}" xChannelSelector="R" '
        'yChannelSelector="G" result="d"/>'
    )


def _grained(waves: str, seed: int, strength: float, from_: float) -> str:
    """Paper that shows through the paint, more in some places than in others."""
    return (
        f'<feTurbulence type="fractalNoise" baseFrequency="{waves}" numOctaves="3" seed="{seed}"/>'
        f'<feColorMatrix values="0 0 0 0 1 0 0 0 0 .98 0 0 0 0 .94 0 {strength:g} 0 0 {-strength * from_:g}"/>'
        '<feComposite in2="d" operator="atop"/>'
    )


PAINTED = Treatment("painted", _as_is, line=2.4, line_ink=0.15, soft=8, rim=0.4)
_ALL = (
    PAINTED,
    Treatment("cel", _bright, line=4.2, line_ink=0.45, reach=0.9, rim=0.7, detail=0.9),
    Treatment(
        "watercolour",
        _washed,
        soft=18,
        shadow=0.85,
        rim=0.0,
        detail=0.7,
        blush=1.7,
        edge=0.6,
        finish=_displaced(4, 0.025, 3) + _grained("0.008", 8, 1.15, 0.4),
    ),
    Treatment("ink", _inked, line=5.0, line_ink=0.96, rim=0.0, detail=1.1, blush=0.0, hatch=True),
    Treatment(
        "wash",
        _muted,
        line=3.0,
        line_ink=0.85,
        soft=16,
        shadow=0.9,
        rim=0.12,
        detail=1.0,
        blush=0.9,
        finish=_displaced(2.5, 0.03, 5) + _grained("0.01", 4, 0.8, 0.42),
    ),
    Treatment(
        "pastel",
        _chalk,
        soft=22,
        shadow=0.7,
        rim=0.35,
        detail=0.75,
        blush=1.9,
        finish=_displaced(3, 0.08, 2) + _grained(".035 .3", 7, 1.3, 0.42),
    ),
    Treatment("poster", _few, reach=1.35, shadow=1.0, rim=0.0, detail=0.4, blush=0.7),
    Treatment("noir", _film, line=2.6, line_ink=0.9, reach=2.5, rim=0.95, detail=0.8, blush=0.0, light="#f2f4f8"),
)
BY_NAME = {each.name: each for each in _ALL}
_WORDS = (
    ("noir", r"noir|monochrom\w*|black[ -]and[ -]white|schwarz[ -]?wei(ß|ss)|film still|chiaroscuro"),
    (
        "wash",
        r"(ink|tusche|pen|feder)\b.{0,40}(water ?colou?r|aquarell|wash)|(water ?colou?r|aquarell).{0,40}\b(ink|tusche)",
    ),
    ("watercolour", r"water ?colou?rs?|aquarell\w*|lavier\w*|wash(es)?\b"),
    ("pastel", r"pastell?\w*|chalk\w*|kreide\w*|\w*ölkreide|crayon\w*|soft light"),
    (
        "poster",
        r"gouache|poster\w*|plakat\w*|flat (design|colou?rs?|shapes)|screen ?print\w*|linocut|siebdruck|few colou?rs",
    ),
    (
        "ink",
        r"ink(ed|s)?\b|tusche\w*|woodcut|holzschnitt|engrav\w*|line ?art|pen drawing|feder\w*|manga|hatching|schraffur",
    ),
    ("cel", r"cel\b|cel[ -]?shad\w*|anime|cartoon\w*|comic\w*|zeichentrick\w*|toon\w*"),
    ("painted", r"paint\w*|oil\w*|gemalt|öl\w*|realis\w*|digital\w*"),
)
_FOUND = tuple((name, re.compile(rf"\b(?:{pattern})")) for name, pattern in _WORDS)


def treatment_of(art_style: str) -> Treatment:
    """The treatment that the words of an art style ask for; painted where they say nothing."""
    text = art_style[:2_000].lower()
    for name, pattern in _FOUND:
        if pattern.search(text):
            return BY_NAME[name]
    return PAINTED
