"""Beards and moustaches."""

from __future__ import annotations

from gameplan.novels.assets.portraits.canvas import Canvas
from gameplan.novels.assets.portraits.colours import mix
from gameplan.novels.assets.portraits.head import Head
from gameplan.novels.assets.portraits.identity import Identity
from gameplan.novels.assets.portraits.paths import curve, lens, traced


def beard(who: Identity, head: Head, canvas: Canvas) -> str:
    """The beard below the mouth; it is drawn before the lips."""
    if who.beard == "stubble":
        shade = mix(canvas.colour(who.skin, "skin"), mix(canvas.colour(who.hair_colour, "hair"), "#3a3a44", 0.4), 0.5)
        area = "-.96,.6 -.5,.76 -.3,.745 0,.75 .3,.745 .5,.76 .96,.6 1.0,.9 .4,1.05 -.4,1.05 -1.0,.9"
        return canvas.clipped("face") + canvas.fill(traced(area, head.over), shade, 0.55, 10) + "</g>"
    down = {"full": 1.1, "long": 1.42, "short": 1.035}.get(who.beard)
    if who.beard == "goatee":
        path = "-.34,.8! -.3,.9 -.24,1.0 0,1.1! .24,1.0 .3,.9 .34,.8! .2,.885 0,.875 -.2,.885"
    elif down is not None:
        wide = 0.3 if who.beard == "long" else 0.5
        path = (
            f"-1.0,.5! -1.035,.7 -.97,.86 -.74,{(down + 0.95) / 2:.3f} -{wide},{down - 0.03:.3f} "
            f"0,{down:.3f}{'!' if who.beard == 'long' else ''}"
            f" {wide},{down - 0.03:.3f} .74,{(down + 0.95) / 2:.3f} .97,.86 1.035,.7 1.0,.5! .94,.59 .88,.68 "
            ".74,.75 .54,.785 .36,.77 .18,.752 0,.762 -.18,.752 -.36,.77 -.54,.785 -.74,.75 -.88,.68 -.94,.59"
        )
    else:
        return ""
    tips = tuple((x / 10, (down or 1.08) - 0.02 - abs(x) / 50) for x in range(-8, 9, 2))
    inside = "".join(
        canvas.fill(
            lens(head.over(x * 1.05, 0.8), head.over(x * 1.15, 0.9), head.over(x * 0.9, y), 6),
            canvas.dark(who.hair_colour, "hair"),
            0.55,
        )
        for x, y in tips
        if canvas.treatment.detail > 0.5
    )
    light = "".join(
        canvas.fill(
            lens(head.over(x + 0.08, 0.84), head.over(x * 1.1 + 0.08, 0.92), head.over(x * 0.9 + 0.05, y - 0.03), 4),
            mix(canvas.colour(who.hair_colour, "hair"), canvas.light, 0.4),
            0.4,
        )
        for x, y in tips[::2]
        if canvas.treatment.detail > 0.5
    )
    return canvas.form(
        "beard", traced(path, head.over), who.hair_colour, "hair", inside=inside + light, lit=(-22, -8), rim=0.7
    )


def moustache(who: Identity, head: Head, canvas: Canvas) -> str:
    """The hair over the lip; it is drawn after the mouth."""
    if who.beard not in ("moustache", "full", "long", "short", "goatee"):
        return ""
    big = {"moustache": 1.1, "long": 1.1, "full": 1.05}.get(who.beard, 0.82)
    x, y = head.on(0, head.mouth - 0.034, 1.6)
    half, tall = head.half * 0.37 * big, 17 * big
    droop = 26 if who.beard in ("full", "long", "short", "goatee") else 13
    points = [
        (x, y - tall * 1.0),
        (x + half * 0.45, y - tall * 0.95),
        (x + half, y + droop),
        (x + half * 0.5, y + tall * 0.55),
        (x, y + tall * 0.05),
        (x - half * 0.5, y + tall * 0.55),
        (x - half, y + droop),
        (x - half * 0.45, y - tall * 0.95),
    ]
    strands = "".join(
        canvas.fill(
            lens(
                (x + side * 5, y - tall * 0.7),
                (x + side * half * 0.5, y - tall * (0.5 - step)),
                (x + side * half * 0.85, y + droop * 0.6),
                side * 4,
            ),
            canvas.dark(who.hair_colour, "hair"),
            0.6,
        )
        for side in (-1, 1)
        for step in (0.0, 0.55)
    )
    return canvas.form("moustache", curve(points, (2, 6)), who.hair_colour, "hair", inside=strands, lit=(-6, -4), rim=0)
