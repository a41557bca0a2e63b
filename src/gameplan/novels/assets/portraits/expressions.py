"""What a feeling does to a face: brows, lids, pupils, mouth, a little colour and the tilt of the head."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Expression:
    """A feeling, as movements away from a face at rest. Lengths are parts of the face's own."""

    name: str
    brow_inner: float = 0.0  # up is positive
    brow_arch: float = 0.0
    brow_outer: float = 0.0
    brow_close: float = 0.0  # towards each other
    open: float = 1.0  # of the eyes
    lid_inner: float = 0.0  # the upper lid comes down at the nose
    lid_outer: float = 0.0  # … at the temple
    lid_lower: float = 0.0  # the lower lid comes up
    pupil: float = 1.0
    look: tuple[float, float] = (0.0, 0.0)
    smile: float = 0.0  # the corners of the mouth; negative is down
    gape: float = 0.0  # how far it stands open
    teeth: bool = False
    wide: float = 1.0
    crooked: float = 0.0
    blush: float = 0.12
    pale: float = 0.0
    furrow: float = 0.0  # lines between the brows
    tilt: float = 0.0
    drop: float = 0.0  # of the head


NEUTRAL = Expression("neutral")
_ALL = (
    NEUTRAL,
    Expression(
        "happy",
        brow_inner=0.5, brow_arch=0.62, brow_outer=0.1,
        open=0.86, lid_lower=0.55, pupil=1.06,
        smile=1.0, gape=0.5, teeth=True, wide=1.2, blush=0.42, tilt=2.5,
    ),
    Expression(
        "sad",
        brow_inner=1.0, brow_arch=0.0, brow_outer=-0.75, brow_close=0.25,
        open=0.74, lid_outer=0.55, look=(0.0, 0.5), pupil=1.04,
        smile=-0.75, wide=0.86, blush=0.2, furrow=0.25, tilt=-4.0, drop=10,
    ),
    Expression(
        "angry",
        brow_inner=-1.15, brow_arch=-0.1, brow_outer=0.55, brow_close=0.9,
        open=0.84, lid_inner=0.75, lid_lower=0.3, pupil=0.84,
        smile=-0.55, gape=0.3, teeth=True, wide=1.0, crooked=0.2, blush=0.36, furrow=1.0, drop=8,
    ),
    Expression(
        "surprised",
        brow_inner=1.45, brow_arch=1.6, brow_outer=0.95,
        open=1.36, pupil=0.72, smile=-0.05, gape=1.1, wide=0.66, blush=0.16, tilt=-1.0, drop=-8,
    ),
    Expression(
        "worried",
        brow_inner=1.05, brow_arch=0.25, brow_outer=-0.35, brow_close=0.75,
        open=1.06, lid_outer=0.22, lid_lower=0.15, look=(0.55, 0.05), pupil=0.9,
        smile=-0.4, gape=0.16, wide=0.84, crooked=0.35, blush=0.05, pale=0.1, furrow=0.75, tilt=3.0, drop=2,
    ),
)  # fmt: skip
BY_NAME = {each.name: each for each in _ALL}


def expression_of(name: str) -> Expression:
    """The expression of this name; the neutral one where there is none."""
    return BY_NAME.get(name.strip().lower(), NEUTRAL)
