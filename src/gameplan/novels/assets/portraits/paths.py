"""Lines: points become smooth paths, in the few characters that a small picture has room for."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import TypeAlias

Point: TypeAlias = tuple[float, float]
Place: TypeAlias = Callable[[float, float], Point]


def number(value: float) -> str:
    """A coordinate with at most one decimal."""
    text = f"{value:.1f}"
    return text[:-2] if text.endswith(".0") else text


def pair(point: Point) -> str:
    return f"{number(point[0])} {number(point[1])}"


def curve(points: Sequence[Point], corners: Iterable[int] = (), *, closed: bool = True, pull: float = 1.0) -> str:
    """A smooth path through the points; at `corners` (their indices) it may turn sharply."""
    sharp = set(corners)
    count = len(points)
    steps = count if closed else count - 1

    def slope(index: int) -> Point:
        if index % count in sharp or (not closed and index in (0, count - 1)):
            return 0.0, 0.0
        before, after = points[(index - 1) % count], points[(index + 1) % count]
        return (after[0] - before[0]) / 6 * pull, (after[1] - before[1]) / 6 * pull

    path = [f"M{pair(points[0])}"]
    for index in range(steps):
        here, there = points[index], points[(index + 1) % count]
        out, into = slope(index), slope((index + 1) if not closed else (index + 1) % count)
        first, second = (here[0] + out[0], here[1] + out[1]), (there[0] - into[0], there[1] - into[1])
        path.append(f"C{pair(first)} {pair(second)} {pair(there)}")
    return "".join(path) + ("Z" if closed else "")


def traced(text: str, place: Place, *, flip: int = 1, pull: float = 1.0) -> str:
    """A closed shape written as "x,y x,y! …": `!` marks a corner. `place` brings the points onto the sheet."""
    points: list[Point] = []
    corners: list[int] = []
    for index, each in enumerate(text.split()):
        x, y = each.rstrip("!").split(",")
        points.append(place(float(x) * flip, float(y)))
        if each.endswith("!"):
            corners.append(index)
    return curve(points, corners, pull=pull)


def lens(start: Point, bend: Point, end: Point, width: float) -> str:
    """A stroke that swells and tapers, like one of a brush."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = max(1.0, (dx * dx + dy * dy) ** 0.5)
    other = (bend[0] - dy / length * width, bend[1] + dx / length * width)
    return f"M{pair(start)}Q{pair(bend)} {pair(end)}Q{pair(other)} {pair(start)}Z"


def oval(x: float, y: float, rx: float, ry: float) -> str:
    turn = f"A{number(rx)} {number(ry)} 0 1 0 "
    return f"M{pair((x - rx, y))}{turn}{pair((x + rx, y))}{turn}{pair((x - rx, y))}Z"


def cloud(points: Sequence[Point], roundness: float = 0.62) -> str:
    """A closed outline of bulges from point to point: curls, fur."""
    path = [f"M{pair(points[0])}"]
    for here, there in zip(points, [*points[1:], points[0]], strict=True):
        radius = max(2.0, ((there[0] - here[0]) ** 2 + (there[1] - here[1]) ** 2) ** 0.5 * roundness)
        path.append(f"A{number(radius)} {number(radius)} 0 0 1 {pair(there)}")
    return "".join(path) + "Z"


_TOKEN = re.compile(r"[MLCQAZ]|-?[\d.]+")
_TAKES = {"M": 2, "L": 2, "C": 6, "Q": 4, "A": 7}


def tight(path: str) -> str:
    """The same path in fewer characters: every step from the last point, and no finer than the eye can see."""
    tokens = _TOKEN.findall(path)
    steps: list[tuple[str, list[float]]] = []
    place = 0
    while place < len(tokens):
        letter = tokens[place]
        takes = _TAKES.get(letter, 0)
        steps.append((letter, [float(each) for each in tokens[place + 1 : place + 1 + takes]]))
        place += 1 + takes
    ends = [values[-2:] for _, values in steps if values]
    wide = max(x for x, _ in ends) - min(x for x, _ in ends) + max(y for _, y in ends) - min(y for _, y in ends)
    fine = 0 if wide > 130 else 1
    written: list[str] = []
    at = start = (0.0, 0.0)
    for letter, values in steps:
        if not values:
            written.append("z")
            at = start
            continue
        fixed = values[:5] if letter == "A" else []
        moves = [round(each - at[index % 2], fine) for index, each in enumerate(values[len(fixed) :])]
        if letter == "M":
            moves = [round(each, fine) for each in values]
            at = start = (moves[0], moves[1])
        else:
            at = (at[0] + moves[-2], at[1] + moves[-1])
        written.append((letter if letter == "M" else letter.lower()) + _joined([*fixed, *moves]))
    return "".join(written)


def _joined(values: Sequence[float]) -> str:
    text = ""
    for value in values:
        each = number(value).replace("-0.", "-.")
        each = each[1:] if each.startswith("0.") else "0" if each == "-0" else each
        text += each if not text or each.startswith("-") else f" {each}"
    return text
