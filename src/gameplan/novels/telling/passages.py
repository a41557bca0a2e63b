"""Passages, and how they are fitted into frames: what must be told, then the scene, then what there is room for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from gameplan.novels.telling.direction import CastMember
from gameplan.novels.telling.frames import LONGEST_TEXT, FrameKind

MUST, SCENE, FILLING = -1, 0, 4  # ranks: what has to be told, the scene itself, what only fills
_WIDTHS = (110, 150, 200, LONGEST_TEXT)  # characters of a frame: the fewer, the more frames there are to fill
_QUOTES = (("„", "“”"), ("“", "”"), ("«", "»"), ("「", "」"))


@dataclass(frozen=True, slots=True)
class Passage:
    """Something to tell, sentence by sentence. What has the highest rank is left out first, a `MUST` last."""

    texts: tuple[str, ...]
    rank: int = SCENE
    kind: FrameKind = "narration"
    speaker: CastMember | None = None
    apart: bool = False  # in a frame of its own


def fitted(passages: Sequence[Passage], least: int, most: int) -> list[tuple[Passage, str]]:
    """The passages as texts of frames, at most so many; of what only fills, as much as the least asks for.

    What the author wrote is spread over the frames before anything is added to fill them.
    """
    wanted = (least + most + 1) // 2
    told = {at: each for at, each in enumerate(passages) if each.texts}
    chosen = {at: each for at, each in told.items() if each.rank <= SCENE}
    while chosen and len(_in_frames(chosen, LONGEST_TEXT)) > most:
        _shorten(chosen)
    for rank in range(1, FILLING + 1):
        for at in (at for at, each in told.items() if each.rank == rank):
            room = least if rank == FILLING else wanted if rank > 1 else most
            width = _WIDTHS[0] if rank == FILLING else LONGEST_TEXT if rank == 1 else _WIDTHS[1]
            more = {**chosen, at: told[at]}
            if len(_in_frames(more, width)) <= room:
                chosen = more
    width = next((each for each in _WIDTHS if len(_in_frames(chosen, each)) <= wanted), LONGEST_TEXT)
    return _in_frames(chosen, width)


def has_speech(text: str) -> bool:
    """Whether somebody speaks in a text."""
    return any(opening in text for opening, _ in _QUOTES) or text.count('"') > 1


def _in_frames(passages: Mapping[int, Passage], width: int) -> list[tuple[Passage, str]]:
    """Texts that fit into frames, each with the passage that it begins with; plain telling runs together."""
    told: list[tuple[Passage, str]] = []
    for _, passage in sorted(passages.items()):
        runs_on = passage.kind == "narration"
        for number, sentence in enumerate(piece for text in passage.texts for piece in _pieces(text)):
            room = told and told[-1][0].kind == passage.kind and told[-1][0].speaker == passage.speaker
            room = room and not (not number and (passage.apart or told[-1][0].apart))
            joined = f"{told[-1][1]} {sentence}" if room else sentence
            holds = width if runs_on and not (number and _speaks_on(told[-1][1])) else LONGEST_TEXT
            if room and len(joined) <= holds and (runs_on or number):
                told[-1] = (told[-1][0], joined)
            else:
                told.append((passage, sentence))
    return told


def _speaks_on(text: str) -> bool:
    """Whether somebody speaks in a text and has not ended: such a text is not cut if it can be helped."""
    for opening, closing in _QUOTES:
        if opening in text:
            return text.count(opening) > sum(text.count(each) for each in closing)
    return text.count('"') % 2 == 1


def _shorten(passages: dict[int, Passage]) -> None:
    """Leave out one sentence: the last of the longest passage, of the scene as long as there is any of it."""
    at = max(passages, key=lambda at: (passages[at].rank, len(passages[at].texts)))
    kept = replace(passages[at], texts=passages[at].texts[:-1])
    if kept.texts:
        passages[at] = kept
    else:
        del passages[at]


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
