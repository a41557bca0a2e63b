"""Pictures and sounds of a story as Ren'Py wants them, and what it draws where one is missing.

Their names come from ids, never from paths; what they are is seen from their first bytes. Ren'Py has no SVG, so
drawings become PNG.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from zlib import crc32

from gameplan.novels.assets.raster import png_of
from gameplan.novels.export.renpy.escaping import code, colour, comment, literal, safe_id
from gameplan.novels.export.renpy.pixels import figure, shade
from gameplan.novels.export.renpy.scenes import look
from gameplan.novels.export.story import Passage, Person, Place, Seen, Story

PORTRAIT_WIDTH = 540
_DUSKS = ("#1f2a38", "#2a2438", "#23332f", "#38291f", "#2b2f23", "#33232b", "#1d3036", "#30301f")


class Pictures:
    """The files of pictures and sounds, and the script that names them."""

    def __init__(self, story: Story, assets: Mapping[str, bytes]) -> None:
        self.files: dict[str, bytes] = {"game/images/shade.png": shade(), "game/images/figure.png": figure()}
        self.music: dict[str, str] = {}  # where the sound of an asset's path is now
        self._story = story
        self._assets = assets
        self._drawn: dict[str, str] = {}
        for place in story.places:
            self._listen(place)

    def script(self) -> str:
        """The pictures, each by the name that it is shown by."""
        lines = ["# People and places, each picture by the name that it is shown by.", ""]
        looks = _looks(self._story)
        for person in self._story.people:
            lines += [f"# {comment(person.name)}", *self._person(person, looks.get(person.id, {})), ""]
        lines += [f"image bg place_{safe_id(each.id)} = {self._backdrop(each)}" for each in self._story.places]
        lines.append(f"image bg title = {self._title()}")
        lines.append(f"define plot.hero = {self._hero()}")
        return "\n".join(lines) + "\n"

    def _person(self, person: Person, used: Mapping[str, None]) -> Iterator[str]:
        id = safe_id(person.id)
        for expression in dict.fromkeys(("neutral", *used)):  # to draw one takes its time: only what is shown
            portrait = person.portrait(expression)
            path = "" if portrait is None else self._draw(portrait.path, f"people/{id}_{look(portrait.expression)}")
            name = f"p_{id} {look(expression)}"
            if path:
                yield f"image {name} = plot.portrait({code(path)})"
                if person.protagonist:
                    yield f"image side {name} = plot.bust({code(path)})"
            elif not person.protagonist:
                yield f"image {name} = plot.figure({code(colour(person.colour))})"
            else:
                yield f"image {name} = Null()"

    def _backdrop(self, place: Place) -> str:
        path = self._draw(place.backdrop, f"places/{safe_id(place.id)}") if place.backdrop else ""
        if path:
            return f"plot.backdrop({code(path)})"
        dusk = _DUSKS[crc32(place.id.encode()) % len(_DUSKS)]
        return f"plot.bare_place({literal(place.title)}, {code(dusk)})"

    def _title(self) -> str:
        first = next((each for each in self._story.places if self._drawn.get(each.backdrop)), None)
        return f"plot.backdrop({code(self._drawn[first.backdrop])})" if first else 'plot.bare_place("", "#1f2a38")'

    def _hero(self) -> str:
        """The picture of whom one plays, for the first screen; none if there is none."""
        for person in self._story.people:
            portrait = person.portrait("neutral")
            if person.protagonist and portrait is not None and self._drawn.get(portrait.path):
                return code(f"p_{safe_id(person.id)} {look('neutral')}")
        return "None"

    # -- files

    def _draw(self, path: str, name: str) -> str:
        """Keep a picture under a name of its own; where it is then, or nothing if there is none."""
        if path not in self._drawn:
            data = self._assets.get(path, b"")
            kind = _kind(data)
            if kind == "svg":
                data, kind = _rasterised(data), "png"
            usable = bool(data) and kind in ("png", "jpg", "webp")
            self._drawn[path] = f"images/{name}.{kind}" if usable else ""
            if usable:
                self.files[f"game/{self._drawn[path]}"] = data
        return self._drawn[path]

    def _listen(self, place: Place) -> None:
        data = self._assets.get(place.music, b"")
        kind = _kind(data)
        if place.music not in self.music and kind in ("ogg", "mp3", "wav"):
            self.music[place.music] = f"audio/{safe_id(place.id)}.{kind}"
            self.files[f"game/{self.music[place.music]}"] = data


def _kind(data: bytes) -> str:
    """What a file is, by its first bytes; empty if it is nothing that Ren'Py can use."""
    starts = {b"\x89PNG\r\n\x1a\n": "png", b"\xff\xd8\xff": "jpg", b"OggS": "ogg", b"ID3": "mp3", b"\xff\xfb": "mp3"}
    for start, kind in starts.items():
        if data.startswith(start):
            return kind
    if data[:4] == b"RIFF":
        return {b"WEBP": "webp", b"WAVE": "wav"}.get(data[8:12], "")
    return "svg" if b"<svg" in data[:1_000] else ""


def _looks(story: Story) -> dict[str, dict[str, None]]:
    """Every expression that somebody is shown with, in order."""
    found: dict[str, dict[str, None]] = {}
    for scene in story.scenes:
        told = [*(each for text in scene.texts for each in text), *(p for each in scene.choices for p in each.passages)]
        _note(found, *scene.cast, *told)
    for place in story.places:
        _note(found, *(each for text in (*place.arrivals, *place.quiet) for each in text))
    for act in story.acts:
        _note(found, *(passage for each in act.asides for passage in each.passages))
    return found


def _note(found: dict[str, dict[str, None]], *seen: Seen | Passage) -> None:
    for each in seen:
        person = each.person if isinstance(each, Seen) else each.speaker
        if person:
            found.setdefault(person, {})[each.expression] = None


def _rasterised(svg: bytes) -> bytes:
    """A drawing as PNG; nothing if it cannot be drawn, or should not be."""
    try:
        return png_of(svg.decode(), PORTRAIT_WIDTH)
    except ValueError:
        return b""
