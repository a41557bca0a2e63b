"""The sheet: forms with one light on them, in the way of a treatment. It keeps what a drawing defines only once."""

from __future__ import annotations

from gameplan.novels.assets.portraits.colours import Colour, lightness, mix
from gameplan.novels.assets.portraits.paths import number, tight
from gameplan.novels.assets.portraits.treatments import INK, Role, Treatment

RIM: Colour = "#d9e6ff"


class Canvas:
    """A drawing in the making. Every id on it begins with `prefix`, so that two drawings can share a page."""

    def __init__(self, prefix: str, treatment: Treatment) -> None:
        self.prefix = prefix
        self.treatment = treatment
        self.light = treatment.light
        self._defs: list[str] = []
        self._kept: set[str] = set()
        self._names: dict[str, str] = {}

    # -- what is drawn

    def form(
        self,
        name: str,
        path: str,
        colour: Colour,
        role: Role,
        *,
        inside: str = "",
        lit: tuple[float, float] = (-24, -10),
        line: float = 1.0,
        rim: float = 1.0,
        soft: float = 1.0,
        lit_path: str = "",
    ) -> str:
        """A body with light from the upper left: shadow, lit side, what lies on it, a rim, its outline."""
        paint = self.treatment
        base = paint.mixing(colour, role)
        dark = paint.shade(base, role)
        self.shape(name, path)
        used = f'href="#{self.id(name)}"'
        move = f"translate({number(lit[0] * paint.reach)} {number(lit[1] * paint.reach)})"
        edge = paint.soft * soft if rim else 0.0  # what is small has crisp edges
        drawn = [self.clipped(name)]
        if paint.hatch and (role != "hair" or lightness(base) > 0.4):
            drawn.append(f'<use {used} fill="{base}"/><use {used} fill="url(#{self.hatching()})"/>')
        else:
            drawn.append(f'<use {used} fill="{dark}"/>')
        body = f'<path d="{tight(lit_path)}"' if lit_path else f"<use {used}"
        drawn.append(f'{body} fill="{base}" transform="{move}"{self.blur(edge, spread=False)}/>')
        drawn.append(inside)
        if paint.rim and rim:
            width = 7.0
            glow = mix(mix(base, self.light, 0.3), RIM, 0.45)
            drawn.append(
                f'<use {used} fill="none" stroke="{glow}" stroke-width="{number(width)}" '
                f'opacity="{_part(paint.rim * rim)}"'
                f' transform="translate({number(-width / 2)} {number(width / 4)})"/>'
            )
        if paint.edge:
            drawn.append(f'<use {used} fill="none" stroke="{dark}" stroke-width="8" opacity="{_part(paint.edge)}"/>')
        drawn.append("</g>")
        if paint.line and line:
            drawn.append(
                f'<use {used} fill="none" stroke="{paint.outline(base)}" stroke-width="{number(paint.line * line)}"/>'
            )
        return "".join(drawn)

    def fill(self, path: str, colour: Colour, opacity: float = 1.0, soft: float = 0.0) -> str:
        """A plain area. `soft` blurs it where the treatment is a soft one."""
        shown = f' opacity="{_part(opacity)}"' if opacity < 1 else ""
        return f'<path d="{tight(path)}" fill="{colour}"{shown}{self.blur(soft if self.treatment.soft else 0)}/>'

    def stroke(self, path: str, colour: Colour, width: float, opacity: float = 1.0) -> str:
        """A line."""
        shown = f' opacity="{_part(opacity)}"' if opacity < 1 else ""
        return f'<path d="{tight(path)}" fill="none" stroke="{colour}" stroke-width="{number(width)}"{shown}/>'

    def shadow(self, path: str, colour: Colour, role: Role, opacity: float = 0.8, soft: float = 9.0) -> str:
        """A shadow that falls on something of this colour."""
        if self.treatment.hatch:
            return f'<path d="{tight(path)}" fill="url(#{self.hatching()})" opacity="{_part(opacity * 1.2)}"/>'
        return self.fill(path, self.dark(colour, role), opacity, soft)

    def colour(self, colour: Colour, role: Role) -> Colour:
        return self.treatment.mixing(colour, role)

    def dark(self, colour: Colour, role: Role) -> Colour:
        return self.treatment.shade(self.treatment.mixing(colour, role), role)

    def deep(self, colour: Colour, role: Role, share: float = 0.55) -> Colour:
        """Darker than shadow: creases, nostrils, the lines of a mouth."""
        return mix(self.treatment.shade(self.dark(colour, role), role), INK, share)

    def glow(self, skin: Colour) -> Colour:
        """Light on skin: near white on fair skin, warm on dark."""
        base = self.colour(skin, "skin")
        return mix(base, self.light, 0.6) if lightness(base) > 0.5 else mix(base, "#e29a68", 0.42)

    # -- what is defined

    def id(self, name: str) -> str:
        """The id of something on this sheet: short, and the same wherever it is named."""
        return self._names.setdefault(name, f"{self.prefix}{len(self._names)}")

    def shape(self, name: str, path: str) -> None:
        """Keep a shape to be used again, and clipped to."""
        self._defs.append(
            f'<path id="{self.id(name)}" d="{tight(path)}"/>'
            f'<clipPath id="{self.id(name)}c"><use href="#{self.id(name)}"/></clipPath>'
        )

    def keep(self, name: str, drawn: str) -> str:
        """Keep something that is drawn several times; its id."""
        if name not in self._kept:
            self._kept.add(name)
            self._defs.append(f'<g id="{self.id(name)}">{drawn}</g>')
        return self.id(name)

    def clipped(self, name: str) -> str:
        """The start of a group that stays inside a shape."""
        return f'<g clip-path="url(#{self.id(name)}c)">'

    def blur(self, size: float, *, spread: bool = True) -> str:
        """The attribute that blurs by so much; nothing for little. Without `spread` it keeps to its box."""
        whole = round(size)
        if whole < 3:
            return ""
        name = f"{self.prefix}{'b' if spread else 'c'}{whole}"
        if name not in self._kept:
            self._kept.add(name)
            box = ' x="-30%" y="-30%" width="160%" height="160%"' if spread else ' x="0" y="0" width="1" height="1"'
            self._defs.append(f'<filter id="{name}"{box}><feGaussianBlur stdDeviation="{whole}"/></filter>')
        return f' filter="url(#{name})"'

    def hatching(self) -> str:
        name = f"{self.prefix}h"
        if name not in self._kept:
            self._kept.add(name)
            self._defs.append(
                f'<pattern id="{name}" width="11" height="11" patternUnits="userSpaceOnUse" '
                'patternTransform="rotate(38)">'
                f'<path d="M0 3H11" stroke="{INK}" stroke-width="2.6"/></pattern>'
            )
        return name

    def finished(self, title: str, drawn: str) -> str:
        """The whole picture."""
        over = ""
        if self.treatment.finish:
            over = f' filter="url(#{self.prefix}f)"'
            self._defs.append(
                f'<filter id="{self.prefix}f" filterUnits="userSpaceOnUse" x="0" y="0" width="900" height="1200"'
                f' color-interpolation-filters="sRGB">{self.treatment.finish}</filter>'
            )
        return (
            '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 900 1200" width="900" height="1200" role="img">'
            f"<title>{title}</title><defs>{''.join(self._defs)}</defs>"
            f'<g stroke-linecap="round" stroke-linejoin="round"{over}>{drawn}</g></svg>'
        )


def _part(value: float) -> str:
    """A share of one in two digits at most."""
    return f"{min(1.0, max(0.0, value)):.2f}".strip("0").rstrip(".") or "0"
