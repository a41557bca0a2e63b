"""The prose of a story: every scene told by the template renderer, with one memory of what was said.

So no sentence comes twice. Scenes are told by the same Direction Packs as in play, and under the same veil: what is
hidden is in no scene but the one that reveals it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from zlib import crc32

from gameplan.novels.export.compiling_words import clean, this_place
from gameplan.novels.export.conditions import ALWAYS, Condition, both, compare
from gameplan.novels.export.story import Passage, Seen
from gameplan.novels.play.beats import Beat
from gameplan.novels.play.book import Book, Scene
from gameplan.novels.play.lore import Memory
from gameplan.novels.play.packing import pack_of
from gameplan.novels.play.state import PlayState
from gameplan.novels.telling.direction import DirectedRoll, DirectionPack, FrameBudget, Mode, Tier
from gameplan.novels.telling.frames import VNFrame
from gameplan.novels.telling.renderer import render
from gameplan.novels.telling.said import Said
from gameplan.novels.telling.visible import told_openly, veil_of, visible_to

REPEATS = 3  # so often a scene that can come again is told anew
ARRIVALS, QUIETS = 3, 4
_TIERS: tuple[tuple[Tier, int], ...] = (("strong", 3), ("weak", 2), ("miss", 1))
_SHORT = FrameBudget(min=1, max=3)
_TURNS = 997


@dataclass(frozen=True, slots=True)
class Told:
    """A scene in words, and who can be seen in it."""

    texts: tuple[tuple[Passage, ...], ...]
    cast: tuple[Seen, ...] = ()


class Prose:
    """Tells the scenes of a book; the seed decides between words that are equally good."""

    def __init__(self, book: Book, seed: str) -> None:
        self._book = book
        self._seed = seed
        self._said = Said()
        self._veil = veil_of(book.package)
        self._veiled: dict[str, bool] = {}
        self._people = {each.id: 0 for each in book.package.characters}

    def public(self, text: str) -> str:
        """A text that stands outside of any scene: empty if it would give a secret away."""
        return "" if self._is_veiled(text) else clean(text)

    def _is_veiled(self, text: str) -> bool:
        if text not in self._veiled:
            self._veiled[text] = self._veil.covers(text)
        return self._veiled[text]

    def beat(self, mode: Mode, act: str, place: str, ref: str) -> Told:
        """A beat that is told in one go: an opening, an escalation, an ending."""
        pack = self._pack(mode, act, place, ref)
        frames = self._tell(pack if mode == "opening" else self._anywhere(pack))
        return Told((_passages(frames),), _cast(frames))

    def event(self, mode: Mode, act: str, place: str, ref: str, branches: Sequence[str]) -> Told:
        """An event, with what each of its branches brings."""
        pack = self._anywhere(self._pack(mode, act, place, ref))
        frames = self._tell(pack)
        told = list(_passages(frames))
        for number, effect in enumerate(branches, 1):
            told += _passages(self._rest(pack, frames, (effect,)), compare("branch", "==", number))
        return Told((tuple(told),), _cast(frames))

    def arrivals(self, act: str, place: str) -> tuple[tuple[Passage, ...], ...]:
        """How a place is come to: for the first time, and again."""
        first = self._tell(self._pack("travel", act, place, place))
        more = [self._brief("travel", act, place, number) for number in range(1, ARRIVALS)]
        return tuple(filter(None, (_passages(first), *map(_passages, more))))

    def quiet(self, act: str, place: str) -> tuple[tuple[Passage, ...], ...]:
        """What is told of a place while nothing happens."""
        told = [self._brief("filler", act, place, number) for number in range(QUIETS)]
        return tuple(filter(None, map(_passages, told)))

    def remark(self, act: str, place: str, text: str, ref: str) -> tuple[Passage, ...]:
        """A remark by the way, as the author wrote it."""
        pack = self._anywhere(self._pack("event", act, place, ref))
        return _passages(self._rest(pack, (), (text,)))

    def scene(self, scene: Scene, mode: Mode, act: str, places: Sequence[str], hidden: Condition | None) -> Told:
        """A scene with its outcomes; again and again if it can come again.

        `hidden` is the condition under which a secret of its character is still one: then it comes out here.
        """
        texts = []
        cast: tuple[Seen, ...] = ()
        for number in range(REPEATS if scene.encounter.repeatable else 1):
            pack = self._pack(mode, act, places[0], scene.id, number=number)
            if scene.character:
                pack = self._with_people(pack, scene.people)
            if len(places) > 1:
                pack = self._nowhere(pack)
            budget = _SHORT if number else FrameBudget(min=2, max=pack.frames.max)
            frames = self._tell(pack.model_copy(update={"frames": budget}))
            cast = cast or _cast(frames)
            texts.append((*_passages(frames), *self._outcomes(scene, pack, frames, hidden)))
        return Told(tuple(texts), cast)

    def _outcomes(
        self, scene: Scene, pack: DirectionPack, shown: Sequence[VNFrame], hidden: Condition | None
    ) -> Iterable[Passage]:
        encounter = scene.encounter
        for tier, number in _TIERS if encounter.roll is not None else ():
            roll = DirectedRoll(stat=encounter.roll or "", dice=(3, 4), total=7, tier=tier)
            rolled = pack.model_copy(update={"roll": roll})
            yield from _passages(self._rest(rolled, shown), compare("tier", "==", number))
        if self._is_new(encounter.findings):
            unmissed = compare("tier", "!=", 1) if encounter.roll is not None else ALWAYS
            yield from _passages(self._rest(pack, shown, encounter.findings), unmissed)
        person = self._book.characters.get(scene.character)
        if hidden is not None and person is not None and self._is_new(person.secrets):
            cast = tuple(
                each.model_copy(update={"may_reveal": person.secrets}) if each.id == person.id else each
                for each in pack.cast
            )
            yield from _passages(self._rest(pack.model_copy(update={"cast": cast}), shown), hidden)

    def _is_new(self, texts: Iterable[str]) -> bool:
        """Whether one of them was not told yet."""
        return any(self._said.new_in(each) and not self._said.mentions(each) for each in texts)

    # -- packs

    def _pack(self, mode: Mode, act: str, place: str, ref: str, *, number: int = 0, branch: int = -1) -> DirectionPack:
        book = self._book
        turn = (
            0 if mode == "opening" and act == book.order[0] else 1 + self._turn(f"{mode}/{act}/{place}/{ref}/{number}")
        )
        scene = book.scenes.get(ref) if mode in ("encounter", "filler") else None
        tension = scene.encounter.tension if scene is not None else 0.5
        beat = Beat(turn, mode, act, place, ref, tension=tension)
        state = PlayState(act=act, location=place, turn=turn, people=self._people)

        def among(id: str) -> bool:
            return book.lore_acts.get(id, act) == act

        lore = book.lore.told(
            book.lore.after(Memory(), book.gist(beat), holds=state.satisfies, chance=lambda name: 0.0, among=among),
            "storyteller",
        )
        pack = pack_of(book, state, beat, id=f"{mode}/{ref}", lore=lore)
        return pack.model_copy(update={"must_include": (), "exits": ()})

    def _turn(self, name: str) -> int:
        return crc32(f"{self._seed}/{name}".encode()) % _TURNS

    def _anywhere(self, pack: DirectionPack) -> DirectionPack:
        """The pack of a beat that comes wherever the player is, and whoever is there."""
        budget = FrameBudget(min=1, max=pack.frames.max)
        return self._nowhere(self._with_people(pack, ())).model_copy(update={"lore": (), "frames": budget})

    def _with_people(self, pack: DirectionPack, people: Collection[str]) -> DirectionPack:
        cast = tuple(each for each in pack.cast if each.role == "protagonist" or each.id in people)
        place = pack.place.model_copy(update={"ambient_detail": ""})
        return pack.model_copy(update={"cast": cast, "place": place})

    def _nowhere(self, pack: DirectionPack) -> DirectionPack:
        place = pack.place.model_copy(update={"ambient_detail": "", "title": this_place(pack.language)})
        return pack.model_copy(update={"place": place})

    # -- frames

    def _tell(self, pack: DirectionPack) -> tuple[VNFrame, ...]:
        return self._render(pack, ())

    def _brief(self, mode: Mode, act: str, place: str, number: int) -> tuple[VNFrame, ...]:
        pack = self._pack(mode, act, place, place, number=number)
        return self._tell(pack.model_copy(update={"frames": _SHORT, "lore": ()}))

    def _rest(self, pack: DirectionPack, shown: Sequence[VNFrame], includes: Sequence[str] = ()) -> tuple[VNFrame, ...]:
        """What else there is to tell of a beat, after what was shown."""
        budget = FrameBudget(min=1, max=min(50, len(shown) + 12))
        shown = tuple(shown) or (VNFrame(),)
        return self._render(pack.model_copy(update={"must_include": tuple(includes), "frames": budget}), shown)

    def _render(self, pack: DirectionPack, shown: Sequence[VNFrame]) -> tuple[VNFrame, ...]:
        """The frames, without the one that asks: what it asks, a run time asks in its own way."""
        if any(map(self._is_veiled, told_openly(pack))):
            pack = visible_to("storyteller", self._book.package, pack)
        frames = tuple(each for each in render(pack, self._said.copy(), shown=shown) if each.kind != "choice")
        for each in frames:
            self._said.add(each.text)
        return frames


def _passages(frames: Iterable[VNFrame], condition: Condition = ALWAYS) -> tuple[Passage, ...]:
    found = []
    for each in frames:
        text = clean(each.text)
        if text and each.kind != "choice":
            name = clean(each.display_name)
            found.append(
                Passage(text, each.kind, each.speaker or "", name, each.expression or "neutral", both(condition))
            )
    return tuple(found)


def _cast(frames: Sequence[VNFrame]) -> tuple[Seen, ...]:
    return tuple(Seen(sprite.character, sprite.expression) for frame in frames for sprite in frame.sprites)
