"""A package becomes a story: people, places, scenes, acts and endings, lowered and told.

The order in which things are told decides who gets an author's sentence that is there once: openings come first, then
places, events and scenes.

A story has no Director with a model behind it, and its scenes are told beforehand. So it leaves out what needs either:
the choice by chance among the best five, hunger of scenes that were passed over, callbacks, people who bring a scene of
another place along, lore that waits for a condition, secrets told to a close friend, names that are not known yet
("???"), and words that fit how somebody stands to the player. Conditions in prose never hold.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from gameplan.novels.assets.owned import backdrop_of, music_of
from gameplan.novels.export.compiling_acts import Acts
from gameplan.novels.export.compiling_people import people_of, with_usable_assets
from gameplan.novels.export.compiling_prose import Prose
from gameplan.novels.export.compiling_scenes import Scenes
from gameplan.novels.export.compiling_words import NAMELESS, clean, words_of
from gameplan.novels.export.conditions_lowering import Lowering, Names
from gameplan.novels.export.story import SYSTEM_VARIABLES, Note, Passage, Place, Story, Variable, Way
from gameplan.novels.items import item_id
from gameplan.novels.package import Location, VNPackage
from gameplan.novels.play.book import Book, Chapter
from gameplan.novels.play.book import Scene as Written
from gameplan.novels.play.state import CLOSEST, FURTHEST
from gameplan.novels.telling.choosing import in_sentence
from gameplan.novels.telling.wording import wording_of


def compile_story(package: VNPackage, *, seed: str = "0") -> Story:
    """The story of a package. The seed decides between words that are equally good."""
    named = tuple(
        each if clean(each.name) else each.model_copy(update={"name": NAMELESS}) for each in package.characters
    )
    shown = with_usable_assets(package).model_copy(update={"characters": named})
    return _Compiling(Book(shown), seed).story()


_Texts: TypeAlias = tuple[tuple[Passage, ...], ...]


@dataclass(frozen=True, slots=True)
class _Coming:
    """An encounter with where it can come."""

    written: Written
    id: str
    act: str
    places: tuple[str, ...]  # ids of locations of that act
    everywhere: frozenset[str]  # ids of places of the story


class _Compiling:
    def __init__(self, book: Book, seed: str) -> None:
        self.book = book
        self.names = Names(SYSTEM_VARIABLES)
        self.prose = Prose(book, seed)
        self.place_ids = _place_ids(book)
        positions: dict[str, list[int]] = {}
        for number, (_, location) in enumerate(self.place_ids):
            positions.setdefault(location, []).append(number)
        self.lower = Lowering(self.names, {each: tuple(found) for each, found in positions.items()})
        self.acts = Acts(book, self.names, self.lower, self.prose, self.place_ids)
        self.scenes = Scenes(book, self.names, self.lower, self.prose)

    def story(self) -> Story:
        package = self.book.package
        openings = self.acts.openings()
        arrivals = {key: self.prose.arrivals(*key) for key in self.place_ids}
        interrupts = self.acts.interrupts()
        coming = list(self._coming())
        scenes = [self.scenes.scene(each.written, each.id, each.act, each.places) for each in coming]
        endings, ends, told = self.acts.endings()
        acts = self.acts.acts()
        quiet = {key: self.prose.quiet(*key) for key in self.place_ids}
        places = tuple(self._place(key, arrivals[key], quiet[key], coming) for key in self.place_ids)
        findings, items = self._notes(coming)
        return Story(
            id=clean(package.package_id),
            title=clean(package.title) or NAMELESS,
            language=clean(package.language) or "en",
            words=words_of(package.language),
            variables=self._variables(),
            people=people_of(package),
            places=places,
            acts=acts,
            scenes=(*openings, *interrupts, *scenes, *told),
            endings=endings,
            ends=ends,
            findings=findings,
            items=items,
            premise=clean(package.premise),
            content_notes=tuple(filter(None, map(clean, package.content_notes))),
            longest=self.book.longest,
        )

    # -- places

    def _place(self, key: tuple[str, str], arrivals: _Texts, quiet: _Texts, coming: list[_Coming]) -> Place:
        act, id = key
        chapter = self.book.chapters[act]
        location = chapter.places[id]
        own = self.place_ids[key]
        backdrop, music = backdrop_of(self.book.package, location), music_of(self.book.package, location)
        return Place(
            id=own,
            act=act,
            title=clean(location.title) or NAMELESS,
            counter=self.names.of("arrivals", own),
            quiet_counter=self.names.of("quiet", own),
            backdrop=backdrop.path if backdrop is not None else "",
            backdrop_alt=clean(backdrop.alt if backdrop is not None else "") or clean(location.title),
            music=music.path if music is not None else "",
            mood=self.prose.public(location.mood),
            ways=tuple(self._ways(chapter, location)),
            scenes=tuple(each.id for each in coming if own in each.everywhere),
            arrivals=arrivals,
            quiet=quiet,
            effects=self.acts.coming_to(location),
        )

    def _ways(self, chapter: Chapter, location: Location) -> Iterator[Way]:
        words = wording_of(self.book.package.language)
        for number, to in enumerate(dict.fromkeys(location.connections)):
            target = chapter.places.get(to)
            if target is None or to == location.id:
                continue
            open_ = self.acts.is_open(target)
            label = words.goes[number % len(words.goes)]
            title = in_sentence(clean(target.title) or NAMELESS, words)
            yield Way(self.place_ids[chapter.act.id, to], label.replace("{place}", title), open_)

    # -- scenes

    def _coming(self) -> Iterator[_Coming]:
        """Every encounter that can come somewhere: those of places, then those of people."""
        ids = Names()
        for act, chapter in self.book.chapters.items():
            for location, pool in chapter.pools.items():
                for each in pool:
                    id = ids.of("encounter", each.id if self.book.scenes[each.id] is each else f"{each.id} {location}")
                    yield _Coming(each, id, act, (location,), frozenset((self.place_ids[act, location],)))
        for scene in self.book.arc_scenes:
            where = [
                (act, location)
                for act, chapter in self.book.chapters.items()
                for location, arcs in chapter.arcs.items()
                if scene in arcs
            ]
            if where:
                first = where[0][0]
                places = tuple(location for act, location in where if act == first)
                everywhere = frozenset(self.place_ids[key] for key in where)
                several = places if len(everywhere) == 1 or len(places) > 1 else (*places, *places)
                yield _Coming(scene, ids.of("arc", scene.id), first, several, everywhere)

    def _notes(self, coming: list[_Coming]) -> tuple[tuple[Note, ...], tuple[Note, ...]]:
        """All that the player can come to know and to have, each once."""
        findings: dict[str, str] = {}
        items: dict[str, str] = {}
        for each in coming:
            for text in each.written.encounter.findings:
                findings.setdefault(self.names.of("knows", text), clean(text))
            for thing in each.written.encounter.interactables:
                items.setdefault(self.names.of("item", item_id(thing)), clean(thing))
        return _noted(findings), _noted(items)

    def _variables(self) -> tuple[Variable, ...]:
        own = (
            Variable(name, lowest=FURTHEST, highest=CLOSEST) if kind == "bond" else Variable(name)
            for name, kind in self.names.all()
        )
        return (*map(Variable, SYSTEM_VARIABLES), *own)


def _noted(texts: Mapping[str, str]) -> tuple[Note, ...]:
    return tuple(Note(name, text) for name, text in texts.items() if text)


def _place_ids(book: Book) -> dict[tuple[str, str], str]:
    """The id in the story of each location of each act: its own, unless another act has one of the same name."""
    found: dict[tuple[str, str], str] = {}
    taken: set[str] = set()
    for act, chapter in book.chapters.items():
        for location in chapter.places:
            id = wished = location
            number = 1
            while id in taken:
                number += 1
                id = f"{wished}_{number}"
            taken.add(id)
            found[act, location] = id
    return found
