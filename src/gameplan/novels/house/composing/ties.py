"""What ties each scene to the thing of the premise: where a scene does not speak of it, a sentence more does."""

from __future__ import annotations

from random import Random
from typing import Any

from gameplan.novels.house.composing.texts import shuffled, texts


class Ties:
    """Sentences that bring any scene back to the thing. Each is drawn once in a novel."""

    def __init__(self, language: str, rng: Random) -> None:
        told = texts(language, "ties")
        pools = {key: told[key] for key in ("while", "visit", "climax")} | told["arc"]
        self._pools = {key: shuffled(rng, pool) for key, pool in pools.items()}

    def to(self, text: str, kind: str) -> str:
        """A text, with a sentence of a kind where it does not speak of the thing itself."""
        return text if speaks_of_it(text) or not self._pools[kind] else f"{text} {self._pools[kind].pop()}"


def speaks_of_it(text: str) -> bool:
    return "{thing" in text


def tied(scene: dict[str, Any]) -> str:
    """The text of a scene, with its own tie."""
    text: str = scene["text"]
    return text if speaks_of_it(text) or "tie" not in scene else f"{text} {scene['tie']}"
