"""The gate that every frame passes, whoever wrote it. What can be put right is, and is said; the rest is sent back."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from gameplan.novels.telling.direction import CastMember, DirectionPack
from gameplan.novels.telling.frames import (
    FEWEST_CHOICES,
    LONGEST_TEXT,
    MOST_CHOICES,
    UNKNOWN_NAME,
    Choice,
    FrameRoll,
    Sprite,
    VNFrame,
    sprite_alt,
)
from gameplan.novels.telling.reading import Unread
from gameplan.novels.telling.said import Said, compact
from gameplan.novels.telling.veil import Veil

Code: TypeAlias = Literal[
    "no_frames",
    "not_a_frame",
    "empty_text",
    "unknown_speaker",
    "unknown_expression",
    "unknown_sprite",
    "unknown_asset",
    "too_long",
    "too_few_frames",
    "too_many_frames",
    "no_choices",
    "number_of_choices",
    "choices_alike",
    "choices_too_early",
    "choices_at_the_end",
    "effect_not_allowed",
    "roll_missing",
    "roll_changed",
    "not_an_ending",
    "secret_told",
    "said_before",
]
_SPOKEN = ("dialogue", "thought")
_SHORT = 24  # letters; a sentence that is no longer may be said again: "I don't know."


@dataclass(frozen=True, slots=True)
class GateFinding:
    """Something that was wrong with a frame; `repaired` if the gate put it right. Frame 0 is the beat as a whole."""

    code: Code
    frame: int
    message: str
    repaired: bool = False

    def __str__(self) -> str:
        where = f"Frame {self.frame}: " if self.frame else ""
        return f"{where}{self.message}"


@dataclass(frozen=True, slots=True)
class Gated:
    """The frames as they may be shown, and what was found."""

    frames: tuple[VNFrame, ...]
    findings: tuple[GateFinding, ...] = ()

    @property
    def wrong(self) -> tuple[GateFinding, ...]:
        """What could not be put right."""
        return tuple(each for each in self.findings if not each.repaired)

    @property
    def ok(self) -> bool:
        return not self.wrong


class FrameGate:
    """The gate of one beat: what its pack allows, what is hidden, and what was said in the play before."""

    def __init__(self, pack: DirectionPack, veil: Veil | None = None, said: Said | None = None) -> None:
        self.pack = pack
        self._veil = veil if veil is not None else Veil()
        self._said = said if said is not None else Said()
        self._backgrounds = {pack.place.background, *(each.id for each in pack.exits), pack.place.id} - {""}

    def beat(self, read: Sequence[VNFrame | Unread]) -> Gated:
        """All frames of a beat."""
        findings: list[GateFinding] = []
        frames: list[VNFrame] = []
        for number, each in enumerate(read, 1):
            if isinstance(each, Unread):
                findings.append(GateFinding("not_a_frame", number, f"This is no frame: {each.problem}."))
                continue
            gated = self.frame(each, number, is_last=number == len(read))
            findings += gated.findings
            frames += gated.frames
        findings += self._of_all(frames)
        return Gated(tuple(frames), tuple(findings))

    def frame(self, frame: VNFrame, number: int, *, is_last: bool, before: Sequence[VNFrame] = ()) -> Gated:
        """One frame, by itself and after those that came `before` it in the beat."""
        checked = _Checked(frame, number, self.pack)
        checked.people()
        checked.assets(self._backgrounds)
        checked.text()
        checked.roll()
        checked.choices(is_last=is_last)
        if self._veil.covers(*checked.frame.words()) or self._veil.covers(*_texts((*before, checked.frame))):
            checked.wrong("secret_told", "It tells something that must not be known yet. Leave it out altogether.")
        if any(each in self._said for each in _long_sentences(frame.text)):
            checked.wrong("said_before", "A sentence of it was said before in this play. Say something new.")
        return Gated((checked.frame,), tuple(checked.findings))

    def _of_all(self, frames: Sequence[VNFrame]) -> Iterable[GateFinding]:
        pack = self.pack
        least, most = least_frames(pack, self._said), pack.frames.max
        if not frames:
            yield GateFinding("no_frames", 0, "There are no frames. Answer with one JSON object per line.")
            return
        if len(frames) < least:
            yield GateFinding("too_few_frames", 0, f"There are {len(frames)} frames, and at least {least} wanted.")
        if len(frames) > most:
            yield GateFinding("too_many_frames", 0, f"There are {len(frames)} frames, and at most {most} allowed.")
        if pack.roll is not None and not any(frame.kind == "roll" for frame in frames):
            yield GateFinding("roll_missing", 0, 'The roll is not shown. One frame is of the kind "roll".')
        if self._veil.covers(*_texts(frames)):
            message = "Read together, the frames tell something that must not be known yet."
            yield GateFinding("secret_told", 0, message)
        told = [compact(each) for frame in frames for each in _long_sentences(frame.text)]
        if len(set(told)) < len(told):
            yield GateFinding("said_before", 0, "A sentence is in two frames. Say each thing once.")


class _Checked:
    """A frame on its way through the gate."""

    def __init__(self, frame: VNFrame, number: int, pack: DirectionPack) -> None:
        self.frame = frame
        self.number = number
        self.pack = pack
        self.findings: list[GateFinding] = []

    def wrong(self, code: Code, message: str) -> None:
        self.findings.append(GateFinding(code, self.number, message))

    def repair(self, code: Code, message: str, **changes: object) -> None:
        self.findings.append(GateFinding(code, self.number, message, repaired=True))
        self.frame = self.frame.model_copy(update=changes)

    # -- who

    def people(self) -> None:
        self._meant()
        frame = self.frame
        speaker = self.pack.member(frame.speaker) if frame.speaker is not None else None
        if frame.speaker is not None and speaker is None and frame.kind not in _SPOKEN:
            message = f'"{frame.speaker[:60]}" is not in this scene; the narrator says it.'
            self.repair("unknown_speaker", message, speaker=None, display_name="", expression="")
        elif frame.speaker is not None:
            if speaker is None:
                known = ", ".join(each.id for each in self.pack.cast) or "nobody"
                self.wrong("unknown_speaker", f'"{frame.speaker[:60]}" is not in this scene. In it: {known}.')
            else:
                self.frame = self.frame.model_copy(update={"display_name": self._shown_as(speaker)})
                if frame.expression and frame.expression not in speaker.expressions:
                    message = f'{speaker.name} has no expression "{frame.expression[:60]}"; it is neutral.'
                    self.repair("unknown_expression", message, expression="neutral")
        elif frame.kind == "dialogue":
            self.wrong("unknown_speaker", 'It is dialogue and has no "speaker".')
        else:
            self.frame = frame.model_copy(update={"display_name": "", "expression": ""})
        self._sprites()

    def _meant(self) -> None:
        """Somebody who is called by name, or "you", where an id is wanted."""
        called = self.frame.speaker
        if called is None or self.frame.kind not in _SPOKEN or self.pack.member(called) is not None:
            return
        found = [each for each in self.pack.cast if compact(called) and compact(called) in _callings(each)]
        if len(found) == 1:
            message = f'"{called[:60]}" is {found[0].id}.'
            self.repair("unknown_speaker", message, speaker=found[0].id)

    def _shown_as(self, speaker: CastMember) -> str:
        """The speaker's name, or, while it is not known, whatever does not give it away."""
        if speaker.known:
            return speaker.name
        shown = compact(self.frame.display_name)
        given_away = any(part in shown for part in map(compact, speaker.name.split()) if part)
        return UNKNOWN_NAME if not shown or given_away else self.frame.display_name

    def _sprites(self) -> None:
        kept: list[Sprite] = []
        for sprite in self.frame.sprites:
            member = self.pack.member(sprite.character)
            if member is None:
                self.repair("unknown_sprite", f'"{sprite.character[:60]}" is not in this scene, and is not shown.')
            elif sprite.expression not in member.expressions:
                message = f'{member.name} has no expression "{sprite.expression[:60]}"; it is neutral.'
                self.repair("unknown_expression", message)
                alt = sprite_alt(member, "neutral", self.pack)
                kept.append(sprite.model_copy(update={"expression": "neutral", "alt": alt}))
            else:
                kept.append(sprite.model_copy(update={"alt": sprite_alt(member, sprite.expression, self.pack)}))
        if tuple(kept) != self.frame.sprites:
            self.frame = self.frame.model_copy(update={"sprites": tuple(kept)})

    # -- what is seen and heard

    def assets(self, backgrounds: set[str]) -> None:
        frame, place = self.frame, self.pack.place
        if frame.background and frame.background not in backgrounds:
            message = f'There is no background "{frame.background[:60]}"; it is that of the place.'
            self.repair("unknown_asset", message, background=place.background)
        seen = self.frame.background and self.frame.background == place.background
        self.frame = self.frame.model_copy(update={"background_alt": place.background_alt if seen else ""})
        if frame.music and frame.music != place.music:
            message = f'There is no music "{frame.music[:60]}"; it is that of the place.'
            self.repair("unknown_asset", message, music=place.music)
        if frame.sfx:
            self.repair("unknown_asset", f'There is no sound "{frame.sfx[:60]}".', sfx="")

    def text(self) -> None:
        length = len(self.frame.text)
        if not self.frame.text.strip():
            self.wrong("empty_text", "It has no text.")
        elif length > LONGEST_TEXT:
            self.wrong(
                "too_long", f"Its text has {length} characters; at most {LONGEST_TEXT} fit. Make two frames of it."
            )

    def roll(self) -> None:
        fell = FrameRoll.of(self.pack.roll) if self.pack.roll is not None else None
        if self.frame.kind != "roll":
            if self.frame.roll is not None:
                self.repair("roll_changed", "A roll is shown by a frame of its own kind.", roll=None)
        elif fell is None:
            self.repair("roll_changed", "No roll was made.", roll=None, kind="narration")
        elif self.frame.roll is None:
            self.frame = self.frame.model_copy(update={"roll": fell})
        elif self.frame.roll != fell:
            self.repair("roll_changed", "The roll is as it fell.", roll=fell)

    # -- what can be done

    def choices(self, *, is_last: bool) -> None:
        if not is_last:
            if self.frame.choices or self.frame.kind == "choice":
                self.wrong("choices_too_early", "Only the last frame has choices.")
            return None
        if not self.pack.wants_choices:
            if self.frame.choices or self.frame.free_input:
                self.repair("choices_at_the_end", "The story ends here; there is nothing to choose.", choices=())
            if self.frame.kind != "ending":
                message = "The last frame of an ending is one."
                self.repair("not_an_ending", message, kind="ending", free_input=False, roll=None)
            return None
        if not self.frame.choices:
            return self.wrong("no_choices", f"The last frame has {FEWEST_CHOICES} to {MOST_CHOICES} choices.")
        kept = self._distinct([self._allowed(each) for each in self.frame.choices])
        changes = {"choices": tuple(kept), "kind": "choice" if self.frame.kind == "narration" else self.frame.kind}
        self.frame = self.frame.model_copy(update=changes)
        if not FEWEST_CHOICES <= len(kept) <= MOST_CHOICES:
            message = f"There are {len(kept)} different choices; there must be {FEWEST_CHOICES} to {MOST_CHOICES}."
            self.wrong("number_of_choices", message)
        return None

    def _allowed(self, choice: Choice) -> Choice:
        """The choice, with those of its effects that are allowed; a player can only do one of stay, wait and go."""
        kept: list[str] = []
        for effect in dict.fromkeys(choice.effects):
            if effect not in self.pack.allowed_effects or (_is_move(effect) and any(map(_is_move, kept))):
                self.repair("effect_not_allowed", f'"{effect[:80]}" is not allowed here, and is left out.')
            else:
                kept.append(effect)
        return choice.model_copy(update={"effects": (*move_of(kept, self.pack), *kept)})

    def _distinct(self, choices: Sequence[Choice]) -> list[Choice]:
        """The choices that differ from those before them: in their words, and in what they bring."""
        kept: list[Choice] = []
        can_differ = bool(set(self.pack.allowed_effects) - {"stay"})
        for choice in choices:
            words = compact(choice.text)
            alike = any(
                words == compact(each.text) or (can_differ and choice.consequence == each.consequence) for each in kept
            )
            if alike or not words:
                self.repair("choices_alike", f'"{choice.text[:60]}" is no choice of its own, and is left out.')
            else:
                kept.append(choice)
        return [each.model_copy(update={"id": str(number)}) for number, each in enumerate(kept, 1)]


def _callings(member: CastMember) -> set[str]:
    """What somebody may be called instead of by their id."""
    you = {"you", "player", "protagonist"} if member.role == "protagonist" else set()
    return you | {compact(each) for each in (member.id, member.name, *member.name.split())}


def least_frames(pack: DirectionPack, said: Said) -> int:
    """How many frames a beat has at least; a scene that was told before can be told in few."""
    known = bool(pack.direction) and not said.new_in(pack.direction)
    return min(2, pack.frames.min) if known else pack.frames.min


def move_of(effects: Sequence[str], pack: DirectionPack) -> tuple[str, ...]:
    """What a choice that says nothing of it does, where the player cannot stay: wait, or go the first way."""
    if any(map(_is_move, effects)) or "stay" in pack.allowed_effects:
        return ()
    moves = sorted((each for each in pack.allowed_effects if _is_move(each)), key=lambda move: move != "wait")
    return tuple(moves[:1])


def _texts(frames: Iterable[VNFrame]) -> list[str]:
    return [frame.text for frame in frames]


def _is_move(effect: str) -> bool:
    return effect in ("stay", "wait") or effect.startswith("go:")


def _long_sentences(text: str) -> list[str]:
    return [each for each in Said().new_in(text) if len(compact(each)) > _SHORT]
