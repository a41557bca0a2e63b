"""What sits on a head: hats, caps, kerchiefs, hoods and crowns."""

from __future__ import annotations

from gameplan.novels.assets.portraits import hats, wraps
from gameplan.novels.assets.portraits.canvas import Canvas
from gameplan.novels.assets.portraits.colours import mix
from gameplan.novels.assets.portraits.hats import shadow
from gameplan.novels.assets.portraits.head import Head
from gameplan.novels.assets.portraits.identity import Identity
from gameplan.novels.assets.portraits.paths import curve, lens, oval, pair, traced


def hood_behind(who: Identity, head: Head, canvas: Canvas) -> str:
    """The inside of a hood that is up, or the cloth that hangs behind the neck."""
    if who.hat != "hood":
        return wraps.behind(who, head, canvas)
    shape = "-1.3,1.08! -1.4,.6 -1.34,.1 -.95,-.2 0,-.32 .95,-.2 1.34,.1 1.4,.6 1.3,1.08! .6,1.2 -.6,1.2"
    return canvas.form(
        "hoodin", traced(shape, head.over), mix(who.hat_colour, "#0e0b14", 0.62), "cloth", lit=(10, 0), rim=0
    )


def hat(who: Identity, head: Head, canvas: Canvas) -> str:
    """The hat over the hair, with its shadow on the brow."""
    if not who.hat:
        return ""
    return {
        "hood": _hood,
        "beanie": _beanie,
        "peaked": _peaked,
        "straw": _brimmed,
        "feather": _brimmed,
        "brim": _brimmed,
        "top": _top,
        "witch": _witch,
        "beret": _beret,
        "kerchief": _kerchief,
        "sombrero": _brimmed,
        "veil": wraps.lace,
        "hijab": wraps.hijab,
        "wimple": wraps.wimple,
        "keffiyeh": wraps.keffiyeh,
        "turban": wraps.turban,
        "headwrap": wraps.headwrap,
        "mobcap": wraps.mobcap,
        "toque": hats.toque,
        "conical": hats.conical,
        "tricorne": hats.tricorne,
        "fez": hats.fez,
        "laurel": hats.laurel,
        "helmet": hats.helmet,
        "crown": _crown,
    }[who.hat](who, head, canvas)


def _beanie(who: Identity, head: Head, canvas: Canvas) -> str:
    dome = traced("-1.12,.26! -1.14,.05 -.86,-.17 0,-.27 .86,-.17 1.14,.05 1.12,.26! 0,.2", head.over)
    ribs = "".join(
        canvas.fill(
            lens(head.over(x * 0.2, -0.26), head.over(x * 1.05, -0.12), head.over(x, 0.24), 9),
            canvas.dark(who.hat_colour, "cloth"),
            0.6,
            2,
        )
        for x in (-0.85, -0.5, -0.17, 0.17, 0.5, 0.85)
    )
    cuff = traced("-1.17,.33! -1.2,.17 -.6,.1 0,.085 .6,.1 1.2,.17 1.17,.33! .6,.255 0,.235 -.6,.255", head.over)
    lines = "".join(
        canvas.stroke(
            f"M{pair(head.over(x / 10, 0.08 + x * x / 2000))}L{pair(head.over(x / 10, 0.27 + x * x / 1800))}",
            canvas.dark(who.hat_colour, "cloth"),
            4,
            0.7,
        )
        for x in range(-11, 12, 2)
    )
    return (
        shadow(who, head, canvas, 0.25)
        + canvas.form("hat", dome, who.hat_colour, "cloth", inside=ribs)
        + canvas.form("cuff", cuff, mix(who.hat_colour, "#ffffff", 0.07), "cloth", inside=lines, lit=(-16, -4))
    )


def _peaked(who: Identity, head: Head, canvas: Canvas) -> str:
    crown = traced("-1.08,.18! -1.28,-.02 -1.05,-.2 0,-.28 1.05,-.2 1.28,-.02 1.08,.18! 0,.1", head.over)
    band = traced("-1.1,.26! -1.11,.14 0,.04 1.11,.14 1.1,.26! 0,.17", head.over)
    peak = traced("-.98,.22! -.5,.165 0,.15 .5,.165 .98,.22! .8,.315 0,.345 -.8,.315", head.over)
    badge = oval(*head.over(0, 0.09), 15, 17)
    return (
        shadow(who, head, canvas, 0.33)
        + canvas.form("hat", crown, who.hat_colour, "cloth", lit=(-26, -14))
        + canvas.form("hatband", band, mix(who.hat_colour, "#120e18", 0.35), "cloth", lit=(-16, 0), rim=0.5)
        + canvas.form(
            "peak",
            peak,
            mix(who.hat_colour, "#120e18", 0.6),
            "cloth",
            inside=canvas.fill(
                lens(head.over(-0.8, 0.25), head.over(-0.4, 0.18), head.over(0.1, 0.19), 9), "#ffffff", 0.3, 3
            ),
            lit=(-14, -8),
        )
        + canvas.form("badge", badge, "#c9a14a", "metal", lit=(-4, -4), rim=0)
    )


def _brimmed(who: Identity, head: Head, canvas: Canvas) -> str:
    wide = {"straw": 1.95, "feather": 1.7, "sombrero": 2.45}.get(who.hat, 1.6)
    crown = traced(
        "-1.04,.16! -1.0,-.12 -.72,-.29 -.2,-.29 .0,-.26 .2,-.29 .72,-.29 1.0,-.12 1.04,.16! 0,.08", head.over
    )
    brim = traced(
        f"-{wide},.2! -1.2,.09 -.6,.03 0,.01 .6,.03 1.2,.09 {wide},.2! 1.2,.27 .5,.285 0,.29 -.5,.285 -1.2,.27",
        head.over,
    )
    band = traced("-1.05,.17! -1.03,.05 -.5,.035 0,.035 .5,.035 1.03,.05 1.05,.17! .5,.15 0,.15 -.5,.15", head.over)
    weave = ""
    if who.hat == "straw" and canvas.treatment.detail > 0.5:
        weave = "".join(
            canvas.stroke(
                (
                    f"M{pair(head.over(-1.9 + x * 0.02, 0.2 - x * 0.004))}Q{pair(head.over(0, 0.03 + x * 0.03))} "
                    f"{pair(head.over(1.9 - x * 0.02, 0.2 - x * 0.004))}"
                ),
                canvas.dark(who.hat_colour, "cloth"),
                2.6,
                0.6,
            )
            for x in range(1, 9)
        )
    drawn = shadow(who, head, canvas, 0.27, 0.11)
    drawn += canvas.form("brim", brim, who.hat_colour, "cloth", inside=weave, lit=(-30, -12))
    drawn += canvas.form("hat", crown, who.hat_colour, "cloth", lit=(-30, -10))
    drawn += canvas.form("hatband", band, who.accent, "cloth", lit=(-20, 0), rim=0)
    if who.hat == "feather":
        side = who.side
        plume = curve(
            [
                head.over(side * x, y)
                for x, y in (
                    (0.9, 0.1),
                    (1.15, -0.12),
                    (1.25, -0.32),
                    (0.98, -0.42),
                    (0.62, -0.38),
                    (0.98, -0.3),
                    (0.98, -0.1),
                )
            ],
            (0,),
        )
        quill = (
            f"M{pair(head.over(side * 0.9, 0.1))}Q{pair(head.over(side * 1.16, -0.2))} "
            f"{pair(head.over(side * 0.8, -0.38))}"
        )
        drawn += canvas.form("plume", plume, who.accent, "cloth", lit=(-8, -6)) + canvas.stroke(
            quill, canvas.dark(who.accent, "cloth"), 3, 0.8
        )
    return drawn


def _top(who: Identity, head: Head, canvas: Canvas) -> str:
    crown = traced("-.98,.14! -.94,-.16 -1.02,-.38! 0,-.42 1.02,-.38! .94,-.16 .98,.14! 0,.08", head.over)
    brim = traced("-1.42,.15! -1.2,.1 0,.06 1.2,.1 1.42,.15! 1.1,.225 0,.25 -1.1,.225", head.over)
    band = traced("-.99,.15! -.96,-.02! 0,-.05 .96,-.02! .99,.15! 0,.1", head.over, pull=0.8)
    return (
        shadow(who, head, canvas, 0.22)
        + canvas.form("brim", brim, who.hat_colour, "cloth", lit=(-20, -8))
        + canvas.form("hat", crown, who.hat_colour, "cloth", lit=(-40, -6))
        + canvas.form("hatband", band, who.accent, "cloth", lit=(-24, 0), rim=0)
    )


def _witch(who: Identity, head: Head, canvas: Canvas) -> str:
    cone = traced(
        "-1.0,.14! -.66,-.14 -.2,-.36 .34,-.42! .42,-.38! .36,-.24 .72,-.1 1.0,.14! 0,.08", head.over, flip=who.side
    )
    brim = traced("-1.9,.22! -1.2,.09 0,.02 1.2,.09 1.9,.22! 1.2,.29 0,.31 -1.2,.29", head.over)
    band = traced("-1.02,.16! -.92,.04! 0,-.03 .92,.04! 1.02,.16! 0,.1", head.over, pull=0.8)
    return (
        shadow(who, head, canvas, 0.28, 0.1)
        + canvas.form("brim", brim, who.hat_colour, "cloth", lit=(-26, -10))
        + canvas.form("hat", cone, who.hat_colour, "cloth", lit=(-30, -6))
        + canvas.form("hatband", band, who.accent, "cloth", lit=(-20, 0), rim=0)
    )


def _beret(who: Identity, head: Head, canvas: Canvas) -> str:
    puff = traced("-1.06,.2! -1.32,.02 -1.0,-.16 -.2,-.23 .7,-.16 1.08,.0 1.06,.18! 0,.08", head.over, flip=who.side)
    band = traced("-1.07,.25! -1.07,.15 0,.05 1.07,.13 1.07,.22! 0,.145", head.over, flip=who.side)
    return (
        shadow(who, head, canvas, 0.18)
        + canvas.form("hat", puff, who.hat_colour, "cloth", lit=(-26, -14))
        + canvas.form("hatband", band, mix(who.hat_colour, "#120e18", 0.25), "cloth", rim=0, lit=(-14, 0))
    )


def _kerchief(who: Identity, head: Head, canvas: Canvas) -> str:
    shape = traced(
        (
            "-1.02,.7! -1.14,.45 -1.13,.2 -.95,-.03 -.5,-.14 0,-.165 .5,-.14 .95,-.03 1.13,.2 1.14,.45 1.02,.7! "
            ".97,.46 .84,.25 .45,.15 0,.13 -.45,.15 -.84,.25 -.97,.46"
        ),
        head.over,
    )
    spots = "".join(
        canvas.fill(oval(*head.over(x, y), 9, 9), mix(canvas.colour(who.hat_colour, "cloth"), canvas.light, 0.65), 0.8)
        for x, y in (
            (-0.9, 0.2),
            (-0.6, 0.06),
            (-0.25, -0.05),
            (0.1, 0.05),
            (0.35, -0.07),
            (0.62, 0.1),
            (0.9, 0.22),
            (-0.3, 0.1),
            (-1.04, 0.42),
            (1.04, 0.42),
        )
    )
    knot = traced("-.16,1.03! -.3,1.1 -.36,1.22! 0,1.12 .36,1.22! .3,1.1 .16,1.03! 0,1.0", head.over)
    ties = "".join(
        canvas.form(
            f"tie{'l' if side < 0 else 'r'}",
            traced("1.02,.62! 1.12,.66 .7,.98 .1,1.1! .06,1.05 .6,.94", head.over, flip=side),
            who.hat_colour,
            "cloth",
            rim=0,
            lit=(-8, -4),
        )
        for side in (-1, 1)
    )
    tied = (
        ties + canvas.form("knot2", knot, who.hat_colour, "cloth", lit=(-8, -4), rim=0)
        if who.look == "feminine"
        else ""
    )
    return (
        shadow(who, head, canvas, 0.2, 0.05)
        + canvas.form("hat", shape, who.hat_colour, "cloth", inside=spots, lit=(-26, -12))
        + tied
    )


def _hood(who: Identity, head: Head, canvas: Canvas) -> str:
    shape = (
        "-1.36,1.14! -1.46,.6 -1.38,.08 -.98,-.23 0,-.35 .98,-.23 1.38,.08 1.46,.6 1.36,1.14! 1.14,1.05 "
        "1.14,.6 1.0,.22 .62,.04 0,-.03 -.62,.04 -1.0,.22 -1.14,.6 -1.14,1.05"
    )
    path = traced(shape, head.over)
    creases = "".join(
        canvas.fill(
            lens(head.over(side * 0.3, -0.3), head.over(side * 1.25, -0.05), head.over(side * 1.3, 0.9), side * 16),
            canvas.dark(who.hat_colour, "cloth"),
            0.6,
            5,
        )
        for side in (-1, 1)
    )
    cast = (
        canvas.clipped("face")
        + f'<g transform="translate(8 36)">{canvas.shadow(path, who.skin, "skin", 0.8, 12)}</g></g>'
    )
    return cast + canvas.form("hat", path, who.hat_colour, "cloth", inside=creases, lit=(-26, -14))


def _crown(who: Identity, head: Head, canvas: Canvas) -> str:
    shape = traced(
        (
            "-.94,.13! -1.02,-.16! -.62,-.04! -.42,-.24! 0,-.09! .42,-.24! .62,-.04! 1.02,-.16! .94,.13! .5,.07 "
            "0,.05 -.5,.07"
        ),
        head.over,
        pull=0.6,
    )
    gems = "".join(
        canvas.fill(oval(*head.over(x, y), 11, 12), canvas.colour(who.accent, "cloth"))
        for x, y in ((-0.6, 0.04), (0.0, 0.0), (0.6, 0.04))
    )
    return canvas.form("hat", shape, who.hat_colour, "metal", inside=gems, lit=(-26, -8))
