"""What a tool does to the world, declared so that it can be shown, locked, asked for and undone."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, ClassVar


@dataclass(frozen=True, slots=True)
class Effect:
    """An effect on the things that `target` names: an argument of the tool, or a function of its arguments."""

    target: str | Callable[[Any], Iterable[str]]
    verb: ClassVar[str] = "touches"

    def targets(self, params: object) -> tuple[str, ...]:
        """What a call with these arguments would touch; nothing, where the argument is None."""
        if callable(self.target):
            return tuple(self.target(params))
        value = getattr(params, self.target)
        if value is None:
            return ()
        if isinstance(value, set | frozenset):
            return tuple(sorted(map(str, value)))
        return tuple(map(str, value)) if isinstance(value, list | tuple) else (str(value),)


class Reads(Effect):
    """Looks at something and leaves it as it is."""

    verb = "reads"


class Writes(Effect):
    """Makes or changes something."""

    verb = "writes"


class Destroys(Effect):
    """Removes or overwrites something."""

    verb = "destroys"


class Sends(Effect):
    """Lets something leave the machine."""

    verb = "sends"


class Executes(Effect):
    """Runs something as code."""

    verb = "executes"


@dataclass(frozen=True, slots=True)
class Argument:
    """Marks an argument: `path: Annotated[str, CONTROL]`, `text: Annotated[str, DATA]`.

    *Control* decides what happens to what (a path, an address, a command); *data* is only carried. Without a mark an
    argument is control, which is the careful reading.
    """

    role: str


CONTROL = Argument("control")
DATA = Argument("data")
