"""Make the sound of a place: a loop of weighted prompts, offline and always the same."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from gameplan.novels.assets.loops.reading import read_prompts

SHORTEST, LONGEST = 2.0, 120.0  # seconds


def compose_loop(prompts: Sequence[tuple[str, float]], *, mood: str = "", seconds: float = 24, seed: int = 0) -> bytes:
    """An ambient loop as an OGG file (Vorbis, stereo, 44.1 kHz, about -20 LUFS), whose end runs into its beginning.

    Prompts are texts with weights, in English or German: what has more weight is heard more, and a negative weight
    takes away. The same prompts, mood, length and seed give the same sound.
    """
    if not SHORTEST <= seconds <= LONGEST:
        raise ValueError(f"A loop lasts from {SHORTEST:g} to {LONGEST:g} seconds, not {seconds!r}.")
    try:
        from gameplan.novels.assets.loops.ogg import to_ogg
        from gameplan.novels.assets.loops.playing import play
    except ModuleNotFoundError as error:
        raise ModuleNotFoundError(
            f"Loops need one more package ({error.name}): pip install 'gameplan[novels]'", name=error.name
        ) from error
    chance = Random(f"{seed}:{mood!r}:{[(text, float(weight)) for text, weight in prompts]!r}")  # noqa: S311
    return to_ogg(play(read_prompts(prompts, mood, chance), seconds, chance))
