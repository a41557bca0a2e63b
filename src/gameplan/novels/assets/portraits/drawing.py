"""The portrait as a whole: which part lies over which."""

from __future__ import annotations

import hashlib
from dataclasses import replace

from gameplan.novels.assets.portraits import (
    adornments,
    beards,
    carried,
    clothes,
    features,
    hair,
    head,
    headwear,
    kin,
    mouth,
)
from gameplan.novels.assets.portraits import body as bodies
from gameplan.novels.assets.portraits.canvas import Canvas
from gameplan.novels.assets.portraits.expressions import NEUTRAL, Expression, expression_of
from gameplan.novels.assets.portraits.identity import BARE, Identity, identity_of
from gameplan.novels.assets.portraits.treatments import treatment_of

_LOW = ("bob", "fringe", "bowl", "ponytail", "twin_braids", "tousled", "pixie")
_ROOM = 27_500  # characters of a face at rest; feelings add a little, and the whole stays below 30 kB


def draw_portrait(id: str, prompt: str, expression: str = "neutral", *, art_style: str = "", seed: int = 0) -> str:
    """Somebody's portrait as SVG, 900 by 1200 with a transparent background.

    The words of the prompt say how somebody looks; what they leave open follows from id, prompt and seed, and is the
    same in every expression. An unknown expression is drawn as neutral. No word of the prompt is in the picture.
    """
    who = identity_of(id, prompt, seed)
    feeling = expression_of(expression)
    treatment = treatment_of(art_style)
    key = f"{id}\0{prompt}\0{seed}\0{feeling.name}\0{treatment.name}".encode("utf-8", "surrogatepass")
    prefix = f"p{hashlib.sha256(key).hexdigest()[:6]}-"
    for detail in (treatment.detail, 0.4, 0.0):  # somebody who wears everything is drawn with fewer strokes
        treatment = replace(treatment, detail=detail, rim=treatment.rim if detail > 0.4 else 0.0)
        who = who if detail else replace(who, extras=())
        calm = Canvas(prefix, treatment)
        if len(calm.finished("", drawn(who, NEUTRAL, calm))) < _ROOM:
            break
    canvas = Canvas(prefix, treatment)
    return canvas.finished(f"Portrait, {feeling.name}", drawn(who, feeling, canvas))


def drawn(who: Identity, feeling: Expression, canvas: Canvas) -> str:
    """All parts, from the back to the front. What is not the face is the same in every feeling."""
    skull = head.head_of(who)
    body = bodies.body_of(who, skull)
    lower = (
        clothes.behind_neck(who, body, canvas)
        + bodies.skin(who, skull, body, canvas)
        + clothes.worn(who, body, canvas)
        + carried.carried(who, body, canvas)
    )
    back = headwear.hood_behind(who, skull, canvas) + hair.behind(who, skull, canvas)
    top = hair.over(who, skull, canvas) + kin.over_hair(who, skull, canvas)
    top += adornments.earrings(who, skull, canvas) + headwear.hat(who, skull, canvas)
    face = _face(who, feeling, skull, canvas)
    turn = f'transform="translate(0 {feeling.drop:g}) rotate({feeling.tilt:g} {head.MIDDLE:g} {skull.chin - 20:g})"'
    lean = f'transform="rotate({who.turn * 1.6:.1f} {head.MIDDLE:g} {skull.chin:.0f})"'
    through = ""
    if who.hair in _LOW and who.hat in BARE:  # brows show through a fringe, as they speak
        brows = "".join(features.brow(who, feeling=feeling, head=skull, canvas=canvas, side=side) for side in (-1, 1))
        through = f'<g opacity=".6">{brows}</g>'
    whole = f"<g {turn}>{back}</g><g {lean}>{lower}</g><g {turn}>{face}<g>{top}</g>{through}</g>"
    return f'<g opacity=".78">{whole}</g>' if who.kin == "ghost" else whole


def _face(who: Identity, feeling: Expression, skull: head.Head, canvas: Canvas) -> str:
    inside = head.planes(who, skull, feeling, canvas)
    drawn = [
        head.ears(who, skull, canvas),
        canvas.form("face", head.outline(who, skull), who.skin, "skin", inside=inside, lit=(-30, -12), soft=1.2),
        head.marks(who, skull, feeling, canvas),
        beards.beard(who, skull, canvas),
        features.nose(who, skull, canvas),
        mouth.mouth(who, skull, feeling, canvas),
        beards.moustache(who, skull, canvas),
    ]
    for side in (-1, 1):
        drawn.append(features.eye(who, skull, feeling, canvas, side) + features.brow(who, skull, feeling, canvas, side))
    drawn += [
        adornments.marks_of_choice(who, skull, canvas),
        kin.on_face(who, skull, canvas),
        adornments.scar(who, skull, canvas),
        adornments.glasses(who, skull, canvas),
    ]
    return "".join(drawn)
