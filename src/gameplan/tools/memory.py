"""How long a tool's result stays whole in what a model is sent."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal


@dataclass(frozen=True, slots=True)
class Memory:
    """What a tool declares about its results.

    `ALWAYS`: they stay whole. `LATEST(slot)`: only the newest of all results in that slot stays whole. `BRIEF`: whole
    when the model first sees it, afterwards the first line. What is no longer whole keeps its first line.
    """

    kind: Literal["always", "latest", "brief"]
    slot: str = ""

    ALWAYS: ClassVar[Memory]
    BRIEF: ClassVar[Memory]

    @staticmethod
    def LATEST(slot: str) -> Memory:  # noqa: N802 - reads like its sisters
        return Memory("latest", slot)


Memory.ALWAYS = Memory("always")
Memory.BRIEF = Memory("brief")
