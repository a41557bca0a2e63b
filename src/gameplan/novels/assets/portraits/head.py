"""The head: its measures, its outline, ears, the planes of the face, and what years leave on it."""

from __future__ import annotations

from dataclasses import dataclass

from gameplan.novels.assets.portraits.canvas import Canvas
from gameplan.novels.assets.portraits.colours import mix
from gameplan.novels.assets.portraits.expressions import Expression
from gameplan.novels.assets.portraits.identity import Identity
from gameplan.novels.assets.portraits.paths import Point, curve, lens, oval

MIDDLE = 450.0
#        cheek, jaw, height of the jaw, chin, height of the chin's side
_SHAPES = {
    "oval": (0.97, 0.81, 0.79, 0.31, 0.960),
    "round": (1.04, 0.92, 0.80, 0.40, 0.965),
    "square": (0.99, 0.91, 0.82, 0.45, 0.972),
    "heart": (0.99, 0.755, 0.79, 0.23, 0.962),
    "long": (0.95, 0.79, 0.81, 0.31, 0.965),
    "diamond": (1.02, 0.78, 0.78, 0.27, 0.962),
}
_HIGH = ("cat", "fox", "wolf", "demon")  # what they have on the head stands up
# How much lower somebody is drawn for what is on the head.
_TALL = {"top": 70, "witch": 70, "feather": 60, "straw": 30, "brim": 30, "hood": 36, "conical": 92, "headwrap": 92}
_TALL |= {
    "toque": 74,
    "turban": 58,
    "sombrero": 34,
    "tricorne": 30,
    "fez": 34,
    "helmet": 34,
    "mobcap": 24,
    "keffiyeh": 8,
}


@dataclass(frozen=True, slots=True)
class Head:
    """Where everything is. `at` takes parts of the head: x -1 to 1 between the temples, y 0 (crown) to 1 (chin)."""

    top: float
    height: float
    half: float
    eyes: float
    brows: float
    nose: float
    mouth: float
    turn: float  # how far the features lie to one side, in pixels

    def at(self, x: float, y: float) -> Point:
        return MIDDLE + x * self.half, self.top + y * self.height

    def over(self, x: float, y: float) -> Point:
        """A point of what lies on the skull: the crown is round, however straight a shape was written down."""
        near = 1 - min(1.0, max(0.0, y) / 0.34)
        return self.at(x * 1.02, y + (0.075 * min(x * x, 1.2) - 0.018) * near)

    def on(self, x: float, y: float, depth: float = 1.0) -> Point:
        """A point on the front of the face; what stands out farther turns farther."""
        return MIDDLE + x * self.half + self.turn * depth, self.top + y * self.height

    @property
    def chin(self) -> float:
        return self.top + self.height


def head_of(who: Identity) -> Head:
    """The measures of somebody's head."""
    young = who.age == "child"
    teen = who.age == "teen"
    height = 440.0 if young else 470.0 if teen else 488.0
    half = 176.0 if young else 168.0 if teen else 167.0
    half *= {"long": 0.93, "round": 1.03, "square": 1.01}.get(who.face, 1.0) * (1 + 0.025 * who.width)
    height *= {"long": 1.035, "round": 0.975}.get(who.face, 1.0)
    if who.build == "broad":
        half *= 1.035
    if who.build == "thin":
        half *= 0.965
    tall = _TALL.get(who.hat, 0) + (34 if who.hair in ("bun", "mohawk") or who.kin in _HIGH else 0)
    top = (
        158.0
        + tall
        + {"tall": 0 if tall or who.hat else -26, "small": 44}.get(who.stature, 0)
        + (118 if young else 38 if teen else 0)
    )
    lower = 0.05 if young else 0.015 if teen else 0.0
    return Head(
        top=top,
        height=height,
        half=half,
        eyes=0.522 + lower,
        brows=0.428 + lower + (0.006 if who.look == "masculine" else -0.006),
        nose=0.718 + lower * 0.4 + (0.012 * who.nose_size if not young else 0),
        mouth=0.822 + lower * 0.3,
        turn=8 * who.turn,
    )


def outline(who: Identity, head: Head) -> str:
    """The contour of the face."""
    cheek, jaw, jaw_y, chin, chin_y = _SHAPES[who.face]
    firm = {"masculine": 0.05, "feminine": -0.03}.get(who.look, 0.0) + 0.03 * who.jaw
    if who.age == "child":
        firm, cheek = -0.02, cheek + 0.03
    if who.age in ("old", "elder"):
        jaw += 0.02
    if who.build == "broad":
        jaw, chin = jaw + 0.04, chin + 0.03
    jaw, chin = min(jaw + firm, 0.94), chin + firm * 1.1
    right = [(0.5, 0.055), (0.85, 0.2), (0.985, 0.37), (cheek, 0.56), (jaw, jaw_y), (chin, chin_y)]
    left = [(-x, y) for x, y in reversed(right)]
    return curve([head.at(x, y) for x, y in [(0.0, 0.0), *right, (0.0, 1.0), *left]])


def ears(who: Identity, head: Head, canvas: Canvas) -> str:
    """Both ears; hair may cover them."""
    drawn = []
    for side in (-1, 1):
        points = [
            head.at(side * x, y)
            for x, y in ((0.93, 0.52), (1.06, 0.485), (1.145, 0.53), (1.12, 0.61), (1.04, 0.685), (0.95, 0.67))
        ]
        fold = lens(head.at(side * 1.0, 0.54), head.at(side * 1.13, 0.52), head.at(side * 1.05, 0.63), side * 9)
        shade = canvas.fill(fold, canvas.dark(who.skin, "skin"), 0.8)
        drawn.append(
            canvas.form(f"ear{'l' if side < 0 else 'r'}", curve(points), who.skin, "skin", inside=shade, rim=0)
        )
    return "".join(drawn)


def planes(who: Identity, head: Head, feeling: Expression, canvas: Canvas) -> str:
    """Light and colour on the face: brow, sockets, cheeks, temple, chin, and a blush."""
    skin = canvas.colour(who.skin, "skin")
    glow = canvas.glow(who.skin)
    dark = canvas.dark(who.skin, "skin")
    paint = canvas.treatment
    drawn = []
    if paint.soft:
        for side in (-1, 1):
            x, y = head.on(side * 0.42, head.eyes - 0.02)
            drawn.append(canvas.fill(oval(x, y, head.half * 0.33, head.height * 0.055), dark, 0.34, 12))
        x, y = head.at(-0.25, 0.25)
        drawn.append(canvas.fill(oval(x, y, 80, 52), glow, 0.45, 24))
        x, y = head.on(-0.48, 0.645)
        drawn.append(canvas.fill(oval(x, y, 40, 26), glow, 0.45, 14))
        x, y = head.on(0, 0.945)
        drawn.append(canvas.fill(oval(x - 8, y, 34, 16), glow, 0.4, 10))
    lasting = 0.3 if "rouge" in who.extras else 0.14 if who.age == "child" else 0.0
    blush = (feeling.blush + lasting) * paint.blush
    if blush > 0.02:
        warm = mix(skin, canvas.colour("#d24a4a", "lip"), 0.55)
        for side in (-1, 1):
            x, y = head.on(side * 0.57, 0.665 if who.age != "child" else 0.7)
            drawn.append(canvas.fill(oval(x, y, 46, 29), warm, min(0.75, blush), 14 if paint.soft else 0))
        if feeling.name == "sad" and paint.soft:
            x, y = head.on(0, head.nose - 0.02, 1.8)
            drawn.append(canvas.fill(oval(x, y, 26, 20), warm, 0.3, 10))
    if feeling.pale and paint.blush:
        drawn.append(canvas.fill(oval(*head.at(0, 0.3), 170, 110), mix(skin, "#c9d4e2", 0.5), feeling.pale * 2.4, 24))
    return "".join(drawn)


def marks(who: Identity, head: Head, feeling: Expression, canvas: Canvas) -> str:
    """Freckles, moles, and the lines of years, weather and worry."""
    line = canvas.deep(who.skin, "skin", 0.12)
    years = {"middle": 0.4, "old": 0.8, "elder": 1.1}.get(who.age, 0.0) + (0.3 if "weathered" in who.extras else 0)
    tired = 0.5 if "tired" in who.extras else 0.0
    drawn = []

    def crease(start: Point, bend: Point, end: Point, width: float, opacity: float) -> None:
        if opacity > 0.06:
            drawn.append(canvas.fill(lens(start, bend, end, width), line, min(0.8, opacity)))

    fold = years * 0.5 + max(0.0, feeling.smile) * 0.28 + (0.1 if feeling.name == "angry" else 0)
    for side in (-1, 1):
        reach = 0.36 + 0.05 * max(0.0, feeling.smile)
        crease(
            head.on(side * 0.235, head.nose - 0.02),
            head.on(side * (reach + 0.06), head.nose + 0.02),
            head.on(side * (reach + 0.02), head.mouth - 0.005),
            side * 4.5,
            fold,
        )
        bags = years * 0.38 + tired
        y = head.eyes + 0.062
        crease(
            head.on(side * 0.26, y - 0.005),
            head.on(side * 0.42, y + 0.035),
            head.on(side * 0.6, y - 0.003),
            side * -4,
            bags,
        )
        if years > 0.7:
            for index in range(3):
                rise = (index - 1) * 0.022
                crease(
                    head.on(side * 0.76, head.eyes + rise * 0.6),
                    head.on(side * 0.82, head.eyes + rise),
                    head.on(side * 0.9, head.eyes + rise * 1.9 + 0.005),
                    3,
                    0.45,
                )
            crease(
                head.on(side * 0.3, 0.865),
                head.on(side * 0.38, 0.885),
                head.on(side * 0.36, 0.92),
                side * 3,
                0.4 * years,
            )
        if canvas.treatment.soft and (years > 1 or who.face == "diamond" or who.build == "thin"):
            hollow = lens(head.at(side * 0.86, 0.62), head.at(side * 0.56, 0.73), head.at(side * 0.62, 0.86), side * 22)
            drawn.append(canvas.fill(hollow, canvas.dark(who.skin, "skin"), 0.24, 9))
    if years > 0.7 or feeling.name in ("surprised", "worried"):
        lift = 0.012 * max(feeling.brow_inner, 0)
        for index, half in enumerate((0.4, 0.46)):
            y = 0.335 - index * 0.045 - lift
            strength = 0.3 * years + (0.12 if years < 0.7 and who.age != "child" else 0.1 if years else 0)
            crease(head.on(-half, y + 0.006), head.on(0, y - 0.012), head.on(half, y + 0.006), 4, strength)
    if feeling.furrow > 0.2 and who.age != "child":
        for side in (-1, 1):
            crease(
                head.on(side * 0.1, head.brows - 0.012),
                head.on(side * 0.065, head.brows + 0.02),
                head.on(side * 0.085, head.brows + 0.05),
                side * 4,
                0.6 * feeling.furrow,
            )
    if "freckles" in who.extras:
        spot = (
            canvas.deep(who.skin, "skin", 0.3)
            if canvas.treatment.hatch
            else canvas.colour(mix(who.skin, "#8a3f1c", 0.55), "skin")
        )
        for index in range(22):
            x = ((index * 37) % 101 - 50) / 62
            y = 0.615 + ((index * 53) % 17) / 170 + abs(x) * 0.02
            size = 2.6 + (index * 7 % 4) * 0.7
            drawn.append(canvas.fill(oval(*head.on(x, y), size, size * 0.85), spot, 0.75))
    if "mole" in who.extras:
        drawn.append(
            canvas.fill(oval(*head.on(0.36 * who.side, 0.79), 4.6, 4.6), canvas.deep(who.skin, "skin", 0.4), 0.9)
        )
    return "".join(drawn)
