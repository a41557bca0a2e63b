"""How long a tool's result stays whole in what a model is sent."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from gameplan.runtime.events import Json


@dataclass(frozen=True, slots=True)
class Memory:
    """What a tool declares about its results.

    `ALWAYS`: they stay whole. `LATEST(slot)`: only the newest of all results in that slot stays whole; tools may share
    a slot, and `by` names an argument each value of which has a slot of its own. `BRIEF`: whole when the model first
    sees it, afterwards the first line. What is no longer whole keeps its first line.
    """

    kind: Literal["always", "latest", "brief"]
    slot: str = ""
    by: str = ""

    ALWAYS: ClassVar[Memory]
    BRIEF: ClassVar[Memory]

    @staticmethod
    def LATEST(slot: str, by: str = "") -> Memory:  # noqa: N802 - reads like its sisters
        return Memory("latest", slot, by)

    def slot_of(self, arguments: Json) -> str:
        """The slot of a call with these arguments."""
        if not self.by or not isinstance(arguments, dict):
            return self.slot
        return f"{self.slot}/{arguments.get(self.by)}"


Memory.ALWAYS = Memory("always")
Memory.BRIEF = Memory("brief")
