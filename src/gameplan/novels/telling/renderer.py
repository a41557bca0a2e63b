"""The template renderer: tells a beat without any model, in English or German, so that play never stops.

What the author wrote comes first and as it was written; the rest is made of patterns. No sentence is said twice in one
play: `Said` remembers them all, so an author's sentence that is used up gives way to something else.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from gameplan.novels.telling.choosing import choices_of, in_sentence, seed_of
from gameplan.novels.telling.direction import CastMember, DirectionPack
from gameplan.novels.telling.frames import LONGEST_TEXT, UNKNOWN_NAME, FrameKind, FrameRoll, Sprite, VNFrame, numbered
from gameplan.novels.telling.gate import least_frames
from gameplan.novels.telling.said import Said, compact, sentences
from gameplan.novels.telling.wording import Pattern, Wording, wording_of

_WIDTHS = (110, 150, 200, LONGEST_TEXT)  # characters of a frame: the fewer, the more frames there are to fill
_MUST, _SCENE, _FILLING = -1, 0, 4  # ranks: what has to be told, the scene itself, what only fills
_PHRASE = 7  # words; a text without a full stop that has no more is a phrase, not a sentence
_ENDS = re.compile(r"[.!?…。！？][\"'”’“»«)」』]*$")
_SIDES = ("left", "right", "center")


@dataclass(frozen=True, slots=True)
class _Passage:
    """Something to tell: what has the highest rank is left out first; what is a `_MUST` is left out last."""

    texts: tuple[str, ...]
    rank: int = _SCENE
    kind: FrameKind = "narration"
    speaker: CastMember | None = None


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
    place: str = field(init=False)

    def __post_init__(self) -> None:
        self.place = in_sentence(self.pack.place.title, self.words)
        for frame in self.shown:
            self.said.add(frame.text)

    def frames(self) -> tuple[VNFrame, ...]:
        pack = self.pack
        last = self._last()
        most = max(1, pack.frames.max - len(self.shown)) - 1
        least = min(most, max(1, least_frames(pack, self.said) - len(self.shown)) - 1)
        told = self._fitted(list(self._passages()), least, most)
        frames = [self._frame(passage, text) for passage, text in told]
        return self._staged([*frames, last])

    # -- what there is to tell

    def _passages(self) -> Iterator[_Passage]:
        pack = self.pack
        if not self.shown:
            yield from self._opening()
            yield from self._scene()
        if pack.roll is not None and not any(frame.kind == "roll" for frame in self.shown):
            yield _Passage(self._made(self.words.rolls[pack.roll.tier], "roll"), rank=_MUST, kind="roll")
            yield _Passage(self._new(self._for_reader(pack.roll.outcome)), rank=_MUST)
        yield from self._revealed()
        for text in pack.must_include:
            yield _Passage(self._stated(text, self.words.notes), rank=_MUST)
        if not self.shown:
            yield from self._aftermath()

    def _opening(self) -> Iterator[_Passage]:
        pack = self.pack
        if pack.mode in ("opening", "ending", "climax"):
            title = " ".join(pack.title.split())
            yield _Passage((title,) if title and title not in self.said else (), rank=1, kind="title")
        if pack.mode in ("travel", "opening"):
            arrives = self._made(self.words.arrives, "arrives", place=self.place)
            yield _Passage(arrives, rank=_SCENE if pack.mode == "travel" else 2, kind="transition")
        ambient = self._new(pack.place.ambient_detail)
        count = 3 if pack.mode in ("travel", "opening") else 1
        if ambient and pack.mode != "ending":
            yield _Passage(self._taken(ambient[:count]), rank=1)
        if pack.mode == "opening" and pack.protagonist is not None:
            yield _Passage(self._new(pack.goal), rank=2, kind="thought", speaker=pack.protagonist)
        for text in pack.lore[:1]:
            yield _Passage(self._new(text)[:2], rank=3)

    def _scene(self) -> Iterator[_Passage]:
        pack = self.pack
        told = self._new(self._for_reader(pack.direction))
        others = [each for each in pack.cast if each.role != "protagonist" and each.known]
        missing = [each for each in others if not any(_names(each, text) for text in told)]
        for member in missing[:2]:
            if pack.mode != "ending":
                yield _Passage(
                    self._made(self.words.enters, f"enters/{member.id}", name=self._called(member)), rank=_FILLING
                )
        yield _Passage(told)
        if not told and pack.mode != "travel":
            yield _Passage(self._made(self.words.quiet, "again", place=self.place), rank=1)

    def _revealed(self) -> Iterator[_Passage]:
        """What somebody tells of themselves: the words are the author's, so they are told, not put into a mouth."""
        for member in self.pack.cast:
            for text in member.may_reveal:
                if told := self._new(text):
                    says = self._made(
                        self.words.confesses, f"confesses/{member.id}", optional=True, name=self._called(member)
                    )
                    yield _Passage((*says, *told), rank=_MUST)

    def _aftermath(self) -> Iterator[_Passage]:
        pack = self.pack
        if pack.mode == "ending":
            return
        people = [each for each in pack.cast if each.role != "protagonist" and each.known]
        for member in people[:1]:
            tone = _tone(member)
            talks = 2 if pack.focus == "dialogue_and_worldbuilding" else _FILLING
            line = self._made(self.words.lines[tone], f"line/{member.id}", optional=True)
            yield _Passage(line, rank=talks, kind="dialogue", speaker=member)
            bond = self._made(self.words.bonds[tone], f"bond/{member.id}", optional=True, name=self._called(member))
            yield _Passage(bond, rank=_FILLING)
            wish = member.wants[:1].lower() + member.wants[1:].rstrip(".")
            if member.wants.startswith(self.words.wish) and not self.said.mentions(wish):
                yield _Passage(self._made(self.words.wants, member.id, name=self._called(member), wish=wish), rank=3)
        for text in pack.callbacks[:1]:
            yield _Passage(self._stated(text, self.words.recalls), rank=3)

    def _last(self) -> VNFrame:
        """The last frame: the end, or what the player can do."""
        pack = self.pack
        if pack.mode == "ending":
            text = self._made(self.words.closes[pack.ending_tone or "open"], "closes")
            return VNFrame(kind="ending", text=" ".join(text), transition="fade")
        asks = self._made(self.words.asks, "asks", optional=True, place=self.place)
        text = asks or self._made(self.words.quiet, "asks", place=self.place)
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

    def _stated(self, text: str, pattern: Pattern) -> tuple[str, ...]:
        """A text as a statement: a sentence as it is, a mere phrase after a few words."""
        text = self._for_reader(text).strip()
        if not text or self.said.mentions(text):
            return ()
        if _ENDS.search(text) or len(text.split()) > _PHRASE:
            return self._new(text)
        return self._made(pattern, compact(text), thing=text.rstrip("."))

    def _for_reader(self, text: str) -> str:
        """A text without what is said in it to whoever tells it."""
        hero = self.pack.protagonist
        kept = [each for each in sentences(text) if not self.words.instruction.search(each)]
        if hero is not None:
            kept = [self.words.player.sub(lambda _: hero.name, each) for each in kept]
        return " ".join(kept)

    def _called(self, member: CastMember) -> str:
        """How somebody is called within a sentence: by the first name, unless that is a title."""
        first, *rest = member.name.split()
        return _shown_name(member) if not member.known or not rest or first in self.words.titles else first

    # -- fitting

    def _fitted(self, passages: list[_Passage], least: int, most: int) -> list[tuple[_Passage, str]]:
        """The passages as texts of frames: all that must be told, and as much of the rest as there is room for.

        What the author wrote is spread over the frames before anything is made up to fill them.
        """
        passages = [each for each in passages if each.texts]
        wanted = (least + most + 1) // 2
        chosen = [each for each in passages if each.rank <= _SCENE]
        while chosen and len(_in_frames(chosen, LONGEST_TEXT)) > most:
            chosen = _shortened(chosen)
        for rank in range(1, _FILLING + 1):
            for passage in (each for each in passages if each.rank == rank):
                more = [each for each in passages if each is passage or each in chosen]
                room = least if rank == _FILLING else wanted if rank > 1 else most
                width = _WIDTHS[0] if rank == _FILLING else LONGEST_TEXT if rank == 1 else _WIDTHS[1]
                if len(_in_frames(more, width)) <= room:
                    chosen = more
        width = next((each for each in _WIDTHS if len(_in_frames(chosen, each)) <= wanted), LONGEST_TEXT)
        told = _in_frames(chosen, width)
        while len(told) < least:
            text = " ".join(self._made(self.words.quiet, f"filling/{len(told)}", place=self.place))
            told.append((_Passage((text,)), text))
        return told

    def _frame(self, passage: _Passage, text: str) -> VNFrame:
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
            Sprite.model_validate(
                {"character": each.id, "expression": _expression(each, self.pack), "position": side, "action": "enter"}
            )
            for each, side in zip(people, _SIDES, strict=False)
        )
        if not self.shown:
            update = {"background": place.background, "background_alt": place.background_alt, "music": place.music}
            loud = self.pack.mode in ("escalation", "climax")
            effect = {"effect": "shake"} if loud else {}
            frames[0] = frames[0].model_copy(update={**update, **effect, "sprites": sprites})
        return tuple(frames)


def _in_frames(passages: Sequence[_Passage], width: int) -> list[tuple[_Passage, str]]:
    """Texts that fit into frames, each with the passage that it begins with; plain telling runs together."""
    told: list[tuple[_Passage, str]] = []
    for passage in passages:
        runs_on = passage.kind == "narration"
        for number, sentence in enumerate(piece for text in passage.texts for piece in _pieces(text)):
            room = told and told[-1][0].kind == passage.kind and told[-1][0].speaker == passage.speaker
            joined = f"{told[-1][1]} {sentence}" if room else sentence
            if room and len(joined) <= (width if runs_on else LONGEST_TEXT) and (runs_on or number):
                told[-1] = (told[-1][0], joined)
            else:
                told.append((passage, sentence))
    return told


def _shortened(passages: list[_Passage]) -> list[_Passage]:
    """The passages with one sentence less: the last of the longest, of the scene as long as there is any of it."""
    at = max(range(len(passages)), key=lambda number: (passages[number].rank, len(passages[number].texts)))
    kept = replace(passages[at], texts=passages[at].texts[:-1])
    return [*passages[:at], *([kept] if kept.texts else []), *passages[at + 1 :]]


def _pieces(sentence: str) -> Iterator[str]:
    """A sentence, cut where it can be if it is too long for a frame."""
    while len(sentence) > LONGEST_TEXT:
        cut = max(sentence.rfind(mark, 0, LONGEST_TEXT - 1) for mark in ("; ", ", ", ": ", " – "))
        cut = cut + 1 if cut > LONGEST_TEXT // 3 else sentence.rfind(" ", 0, LONGEST_TEXT)
        cut = cut if cut > 0 else LONGEST_TEXT
        yield sentence[:cut].strip()
        sentence = sentence[cut:].strip()
    if sentence:
        yield sentence


def _closed(sentence: str) -> str:
    """A sentence with its full stop; a title has none."""
    return sentence if _ENDS.search(sentence) or sentence.endswith((":", ",", ";")) else f"{sentence}."


def _names(member: CastMember, text: str) -> bool:
    return any(part in text for part in member.name.split() if len(part) > 2)


def _shown_name(member: CastMember) -> str:
    return member.name if member.known else UNKNOWN_NAME


def _tone(member: CastMember) -> str:
    return "warm" if member.bond > 0 else "cold" if member.bond < 0 else "even"


def _expression(member: CastMember, pack: DirectionPack) -> str:
    """How somebody looks: by how they stand to the player, and by how the scene goes."""
    if pack.roll is not None and pack.roll.tier == "miss":
        wished = "worried" if member.bond >= 0 else "angry"
    elif pack.tension > 0.7:
        wished = "worried"
    else:
        wished = {"warm": "happy", "even": "neutral", "cold": "angry"}[_tone(member)]
    return wished if wished in member.expressions else "neutral"
