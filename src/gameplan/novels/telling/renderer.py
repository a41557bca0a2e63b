"""The template renderer: tells a beat without any model, in English or German, so that play never stops.

What the author wrote comes first and as it was written; the rest is made of patterns. No sentence is said twice in one
play: `Said` remembers them all, so an author's sentence that is used up gives way to something else.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice

from gameplan.novels.telling.choosing import called, choices_of, in_sentence, seed_of
from gameplan.novels.telling.direction import CastMember, DirectionPack
from gameplan.novels.telling.frames import UNKNOWN_NAME, FrameRoll, Position, Sprite, VNFrame, numbered, sprite_alt
from gameplan.novels.telling.gate import least_frames
from gameplan.novels.telling.passages import FILLING, MUST, SCENE, Passage, fitted, has_speech
from gameplan.novels.telling.said import Said, compact, sentences
from gameplan.novels.telling.wording import Pattern, Wording, wording_of

_TENSE = 0.7
_RESTS, _PRESSED = 6, 3  # one beat in so many asks in words of its own
_CAN_ASK = ("narration", "dialogue", "thought")  # what can be told last, with the choices under it
_PHRASE = 7  # words; a text without a full stop that has no more is a phrase, not a sentence
_TRIES = 30
_PARTS = re.compile(r"[,;:] (?:(?:and|but|und|aber) )?|\{\w+\}")
_TELLING = 2  # words; what has fewer may be said again
_ENDS = re.compile(r"[.!?…。！？][\"'”’“»«)」』]*$")
_SIDES: tuple[Position, ...] = ("left", "right", "center")


def render(pack: DirectionPack, said: Said, *, shown: Sequence[VNFrame] = ()) -> tuple[VNFrame, ...]:
    """The frames of a beat; and `said` remembers them.

    If part of the beat was `shown` already, this is the rest of it: what has to be said, and the choices.
    """
    telling = _Telling(pack, said.copy(), wording_of(pack.language), tuple(shown))
    frames = numbered(telling.frames(), pack, first=len(shown))
    for frame in (*shown, *frames):
        said.add(frame.text)
    return frames


@dataclass
class _Telling:
    pack: DirectionPack
    said: Said
    words: Wording
    shown: tuple[VNFrame, ...] = ()
    counted: int = 0
    aside: str = ""  # who is there and has no part in the scene
    place: str = field(init=False)

    def __post_init__(self) -> None:
        self.place = in_sentence(self.pack.place.title, self.words)
        for frame in self.shown:
            self.said.add(frame.text)

    def frames(self) -> tuple[VNFrame, ...]:
        pack = self.pack
        least = least_frames(pack, self.said)
        passages = list(self._passages())
        asks = pack.mode == "ending" or self._asks_now()
        told = self._fitted(passages, least, asks)
        if not asks and (not told or told[-1][0].kind not in _CAN_ASK):
            asks = True
            told = self._fitted(passages, least, asks)
        frames = [self._frame(passage, text) for passage, text in told]
        if asks:
            return self._staged([*frames, self._last()])
        frames[-1] = frames[-1].model_copy(update={"choices": choices_of(pack, self.words)})
        return self._staged(frames)

    def _fitted(self, passages: list[Passage], least: int, asks: bool) -> list[tuple[Passage, str]]:
        """The passages as frames, with room for one more if that is to ask."""
        room = 1 if asks else 0
        most = max(1, self.pack.frames.max - len(self.shown)) - room
        least = min(most, max(1, least - len(self.shown)) - room)
        told = fitted(passages, least, most)
        while len(told) < least:
            text = " ".join(self._fresh(self.words.quiet, f"filling/{len(told)}", place=self.place))
            told.append((Passage((text,)), text))
        return told

    def _asks_now(self) -> bool:
        """Whether a line of its own asks the player: now and then, oftener where there is no time to lose."""
        return self.pack.mode != "opening" and self.pack.turn % (_PRESSED if self._presses() else _RESTS) == 0

    def _presses(self) -> bool:
        return self.pack.mode in ("escalation", "climax") or self.pack.tension > _TENSE

    # -- what there is to tell

    def _passages(self) -> Iterator[Passage]:
        pack = self.pack
        if not self.shown and pack.mode in ("opening", "ending", "climax", "event"):
            title = " ".join(pack.title.split())
            yield Passage((title,) if title and title not in self.said else (), rank=1, kind="title")
        if not self.shown:
            parts = (self._opening(), self._scene())
            for part in parts if pack.mode != "opening" else reversed(parts):
                yield from part
        if pack.roll is not None and not any(frame.kind == "roll" for frame in self.shown):
            fell = self._fresh(self.words.rolls[pack.roll.tier], "roll")
            yield Passage(fell, rank=MUST, kind="roll")
            yield Passage(self._new(self._for_reader(pack.roll.outcome)), rank=MUST)
        yield from self._revealed()
        for text in pack.must_include:
            yield Passage(self._stated(text, self.words.notes), rank=MUST)
        if not self.shown:
            yield from self._aftermath()

    def _opening(self) -> Iterator[Passage]:
        pack = self.pack
        if pack.mode in ("travel", "opening"):
            arrives = self._fresh(self.words.arrives, "arrives", place=self.place)
            yield Passage(arrives, rank=SCENE if pack.mode == "travel" else 2, kind="transition")
        ambient = self._new(pack.place.ambient_detail)
        count = 3 if pack.mode in ("travel", "opening") else 1
        if ambient and pack.mode != "ending":
            yield Passage(self._taken(ambient[:count]), rank=1, apart=True)
        if pack.mode == "opening" and pack.protagonist is not None:
            told = self.words.you.search(pack.goal) is not None  # to the reader, so it is nobody's thought
            goal = self._new(pack.goal)
            speaker = None if told else pack.protagonist
            yield Passage(goal, rank=1, kind="narration" if told else "thought", speaker=speaker, apart=True)
        for text in pack.lore[:1]:
            yield Passage(self._new(text)[:2], rank=3, apart=True)

    def _scene(self) -> Iterator[Passage]:
        pack = self.pack
        told = self._new(self._for_reader(pack.direction))
        others = [each for each in pack.cast if each.role != "protagonist" and each.known]
        missing = [each for each in others if not any(_names(each, text) for text in told)]
        for member in missing[:1]:
            if pack.mode != "ending":
                self.aside = member.id
                yield Passage(self._standing_by(member), rank=FILLING)
        yield Passage(told)
        if not told and pack.mode not in ("travel", "opening"):
            yield Passage(self._fresh(self.words.quiet, "again", place=self.place), rank=1)

    def _standing_by(self, member: CastMember) -> tuple[str, ...]:
        """Somebody who is there and has no part in it: in words that were used of nobody yet."""
        name = self._called(member)
        for text in self.words.enters.sentences(f"{seed_of(self.pack)}/enters", name=name):
            if not self.said.mentions(text.replace(name, "", 1)):
                return self._taken([text])
        return ()

    def _revealed(self) -> Iterator[Passage]:
        """What somebody tells of themselves: the words are the author's, so they are told, not put into a mouth."""
        for member in self.pack.cast:
            for text in member.may_reveal:
                if told := self._new(text):
                    says = self._fresh(
                        self.words.confesses, f"confesses/{member.id}", optional=True, name=self._called(member)
                    )
                    yield Passage((*says, *told), rank=MUST)

    def _aftermath(self) -> Iterator[Passage]:
        pack = self.pack
        if pack.mode == "ending":
            return
        people = [each for each in pack.cast if each.role != "protagonist" and each.known]
        for member in people[:1]:
            tone = _tone(member)
            talks = 2 if pack.focus == "dialogue_and_worldbuilding" and not has_speech(pack.direction) else FILLING
            line = self._made(self.words.lines[tone], f"line/{member.id}", optional=True)
            yield Passage(line, rank=talks, kind="dialogue", speaker=member)
            name = self._called(member)
            if member.id != self.aside:
                bond = self._fresh(self.words.bonds[tone], f"bond/{member.id}", optional=True, name=name)
                yield Passage(bond, rank=FILLING)
            wish = member.wants[:1].lower() + member.wants[1:].rstrip(".")
            if member.wants.startswith(self.words.wish) and not self.said.mentions(wish):
                yield Passage(self._fresh(self.words.wants, member.id, optional=True, name=name, wish=wish), rank=3)
        for text in pack.callbacks[:1]:
            yield Passage(self._stated(text, self.words.recalls), rank=3, apart=True)

    def _last(self) -> VNFrame:
        """The last frame: the end, or what the player can do."""
        pack = self.pack
        if pack.mode == "ending":
            text = self._made(self.words.closes[pack.ending_tone or "open"], "closes")
            return VNFrame(kind="ending", text=" ".join(text), transition="fade")
        text = self._fresh(self.words.presses, "presses", optional=True) if self._presses() else ()
        text = text or self._fresh(self.words.asks, "asks", optional=True)
        text = text or self._fresh(self.words.quiet, "asks", place=self.place)
        return VNFrame(kind="choice", text=" ".join(text), choices=choices_of(pack, self.words))

    # -- words

    def _new(self, text: str) -> tuple[str, ...]:
        """The sentences of a text that can still be said; from now on they are said."""
        return self._taken(self.said.new_in(text))

    def _taken(self, texts: Sequence[str]) -> tuple[str, ...]:
        for each in texts:
            self.said.add(each)
        return tuple(_closed(each) for each in texts)

    def _made(self, pattern: Pattern, seed: str, *, optional: bool = False, **slots: str) -> tuple[str, ...]:
        """A text of the pattern that was not said yet; if there is none, two quiet ones in one, which never end."""
        for text in pattern.sentences(f"{seed_of(self.pack)}/{seed}", **slots):
            whole = sentences(text)
            if len(self.said.new_in(text)) == len(whole):
                return self._taken(whole)
        if optional:
            return ()
        self.counted += 1
        quiet = self.words.quiet.sentences(f"{seed_of(self.pack)}/{seed}/{self.counted}", place=self.place)
        first = next(quiet).rstrip(".")
        for other in quiet:
            both = f"{first}; {other[:1].lower()}{other[1:]}"
            if both not in self.said:
                return self._taken([both])
        return (first + ".",)

    def _fresh(self, pattern: Pattern, seed: str, *, optional: bool = False, **slots: str) -> tuple[str, ...]:
        """A text of the pattern of which no part was said yet, of whomever; else one that is new as a whole."""
        for text in islice(pattern.sentences(f"{seed_of(self.pack)}/{seed}"), _TRIES):
            parts = [each for each in _PARTS.split(text) if len(each.split()) >= _TELLING]
            if not any(self.said.mentions(each) for each in parts):
                for name, value in slots.items():
                    text = text.replace(f"{{{name}}}", value)
                return self._taken([text[:1].upper() + text[1:]])
        return self._made(pattern, seed, optional=optional, **slots)

    def _stated(self, text: str, pattern: Pattern) -> tuple[str, ...]:
        """A text as a statement: a sentence as it is, a mere phrase after a few words."""
        text = self._for_reader(text).strip()
        if not text or self.said.mentions(text):
            return ()
        if _ENDS.search(text) or len(text.split()) > _PHRASE:
            return self._new(text)
        return self._fresh(pattern, compact(text), thing=text.rstrip("."))

    def _for_reader(self, text: str) -> str:
        """A text without what is said in it to whoever tells it."""
        hero = self.pack.protagonist
        kept = [each for each in sentences(text) if not self.words.instruction.search(each)]
        if hero is not None:
            kept = [self.words.player.sub(lambda _: hero.name, each) for each in kept]
        return " ".join(kept)

    def _called(self, member: CastMember) -> str:
        return called(member, self.words) if member.known else UNKNOWN_NAME

    # -- frames

    def _frame(self, passage: Passage, text: str) -> VNFrame:
        speaker = passage.speaker
        roll = FrameRoll.of(self.pack.roll) if passage.kind == "roll" and self.pack.roll is not None else None
        return VNFrame(
            kind=passage.kind,
            text=text,
            speaker=speaker.id if speaker is not None else None,
            display_name=_shown_name(speaker) if speaker is not None else "",
            expression=_expression(speaker, self.pack) if speaker is not None else "",
            roll=roll,
        )

    def _staged(self, frames: list[VNFrame]) -> tuple[VNFrame, ...]:
        """The frames with what is seen and heard: backdrop and music from the first, people from the first on."""
        place = self.pack.place
        people = [each for each in self.pack.cast if each.role != "protagonist"][: len(_SIDES)]
        sprites = tuple(
            Sprite(
                character=each.id,
                expression=(face := _expression(each, self.pack)),
                position=side,
                action="enter",
                alt=sprite_alt(each, face, self.pack),
            )
            for each, side in zip(people, _SIDES, strict=False)
        )
        if not self.shown:
            update = {"background": place.background, "background_alt": place.background_alt, "music": place.music}
            loud = self.pack.mode in ("escalation", "climax")
            effect = {"effect": "shake"} if loud else {}
            frames[0] = frames[0].model_copy(update={**update, **effect, "sprites": sprites})
        return tuple(frames)


def _closed(sentence: str) -> str:
    """A sentence with its full stop; a title has none."""
    return sentence if _ENDS.search(sentence) or sentence.endswith((":", ",", ";")) else f"{sentence}."


def _names(member: CastMember, text: str) -> bool:
    return any(part in text for part in member.name.split() if len(part) > 2)


def _shown_name(member: CastMember) -> str:
    return member.name if member.known else UNKNOWN_NAME


def _tone(member: CastMember) -> str:
    """How somebody speaks to the player; an antagonist never as a friend."""
    if member.bond < 0:
        return "cold"
    return "warm" if member.bond > 0 and member.role != "antagonist" else "even"


def _expression(member: CastMember, pack: DirectionPack) -> str:
    """How somebody looks: by how they stand to the player, and by how the scene goes."""
    wished = _wished(member, pack)
    return wished if wished in member.expressions else "neutral"


def _wished(member: CastMember, pack: DirectionPack) -> str:
    against = member.role == "antagonist" or member.bond < 0
    if member.may_reveal:
        return "sad"
    if pack.mode == "ending":
        return {"good": "happy", "bittersweet": "sad", "bad": "sad"}.get(pack.ending_tone or "", "neutral")
    if pack.mode == "escalation":
        return "neutral" if against else "surprised"
    if pack.roll is not None and pack.roll.tier != "weak":
        went_well = pack.roll.tier == "strong"
        if against:
            return "angry" if went_well else "happy"
        return "happy" if went_well else "worried"
    if pack.mode == "climax" or pack.tension > _TENSE:
        return "angry" if against else "worried"
    if pack.type == "discovery" and not against and member.bond == 0:
        return "surprised"
    return {"warm": "happy", "even": "neutral", "cold": "angry"}[_tone(member)]
