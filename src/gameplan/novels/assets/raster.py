"""From a vector drawing to a picture of pixels. A drawing may come from a stranger: what could harm is not drawn.

A drawing can name files of this machine as its pictures, and can be so tall that no memory holds it. So it must say
its size in plain numbers, in a sane shape, and contain no pictures of its own.
"""

from __future__ import annotations

import re

TALLEST = 4.0  # so many times as high as it is wide, or as wide as it is high
_ATTRIBUTE = r"""\s+[\w:.-]+\s*=\s*(?:"[^"<]*"|'[^'<]*')"""
_ROOT = re.compile(rf"\s*(?:<\?xml[^<>]*\?>\s*)?<svg((?:{_ATTRIBUTE})*)\s*>")
_PAIR = re.compile(r"""\s+([\w:.-]+)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')""")
_NUMBER = re.compile(r"[0-9]{1,5}(\.[0-9]{1,6})?(px)?")
_FORBIDDEN = re.compile(r"<!|<\s*(\w+:)?(image|feImage|foreignObject|script)\b", re.IGNORECASE)


class NoRasterizer(RuntimeError):
    """The library that draws SVG is not installed."""


def png_of(svg: str, width: int) -> bytes:
    """The drawing as a PNG of this width; its height follows. What was transparent stays so.

    Raises `ValueError` for what is no drawing, and for one that could do harm.
    """
    try:
        import resvg_py
    except ImportError as missing:
        raise NoRasterizer("Pictures need resvg-py: install gameplan[novels].") from missing
    if not 1 <= width <= 8_192:
        raise ValueError(f"A picture is 1 to 8192 pixels wide, not {width}.")
    if not _is_harmless(svg):
        raise ValueError("The drawing is not drawn: it needs a plain size, and may hold no pictures, scripts or files.")
    try:
        return bytes(resvg_py.svg_to_bytes(svg_string=svg, width=width, skip_system_fonts=True))
    except (RuntimeError, ValueError) as error:
        raise ValueError(f"The drawing cannot be read: {error}.") from None


def _is_harmless(svg: str) -> bool:
    root = _ROOT.match(svg)
    if root is None or _FORBIDDEN.search(svg):
        return False
    said = {name: one or other for name, one, other in _PAIR.findall(root[1])}
    box = said.get("viewBox", "").replace(",", " ").split()
    sides = [said.get(name, box[at] if len(box) == 4 else "") for name, at in (("width", 2), ("height", 3))]
    if "style" in said or not all(map(_NUMBER.fullmatch, sides)):
        return False
    across, down = (float(each.removesuffix("px")) for each in sides)
    return min(across, down) > 0 and max(across, down) <= TALLEST * min(across, down)
