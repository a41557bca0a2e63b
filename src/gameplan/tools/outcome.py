"""What came of a call: `ok`, `refused` (a rule said no, nothing changed) or `failed` (it broke)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, Literal, TypeAlias, TypeVar

from gameplan.runtime.events import Json, event

R = TypeVar("R")
Status: TypeAlias = Literal["ok", "refused", "failed"]


@dataclass(frozen=True, slots=True)
class Done(Generic[R]):
    """What a tool may return instead of its bare result: the result, with the words that a model is to read.

    A `note` tells of something worth knowing about an action that *was* carried out.
    """

    value: R
    message: str
    note: str = ""


_OPENINGS = ("Done, with a note. ", "Done. ", "Refused, nothing changed. ", "Failed. ")


def message_in(text: str) -> str:
    """What a tool itself said, out of the text of an outcome: for people and programs that see the status anyway."""
    for opening in _OPENINGS:
        if text.startswith(opening):
            return text.removeprefix(opening)
    return "" if text == "Done." else text


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of one call. `text` is what the model reads, and says whether anything changed.

    A failure is `transient` where trying again later may help.
    """

    status: Status
    text: str
    value: Json = None
    code: str = ""
    needs: tuple[str, ...] = ()
    detail: str = ""
    transient: bool = False

    @property
    def ok(self) -> bool:
        return self.status == "ok"

    @classmethod
    def done(cls, value: Json, message: str, note: str = "") -> Outcome:
        if note:
            text = f"Done, with a note. {message}\nNote: {note} (The action was carried out; do not undo or repeat it.)"
        else:
            text = f"Done. {message}" if message else "Done."
        return cls("ok", text, value)

    @classmethod
    def refused(cls, message: str, *, code: str = "refused", needs: tuple[str, ...] = ()) -> Outcome:
        wanted = "".join(f"\n- needed: {need}" for need in needs)
        return cls("refused", f"Refused, nothing changed. {message}{wanted}", code=code, needs=needs)

    @classmethod
    def failed(
        cls, message: str, *, code: str = "failed", changed: bool, detail: str = "", transient: bool = False
    ) -> Outcome:
        effect = "It may have taken effect in part." if changed else "Nothing changed."
        return cls("failed", f"Failed. {message} {effect}", code=code, detail=detail, transient=transient)


@dataclass(frozen=True, slots=True)
class Aftermath:
    """What became of a call whose process was killed, as far as one can see: nothing, all of it, or nobody knows.

    If it was done, `value` is its result. `text` says to a person what is known.
    """

    happened: Literal["nothing", "all", "unclear"]
    text: str = ""
    value: Json = None


@event("tool.invoked")
@dataclass(frozen=True, slots=True)
class ToolInvoked:
    """A tool was called, and this came of it. `detail` holds the traceback of a tool that raised."""

    call_id: str
    tool: str
    arguments: Json
    status: Status
    text: str
    value: Json = None
    code: str = ""
    needs: tuple[str, ...] = ()
    detail: str = ""
    logs: tuple[str, ...] = ()
    duration_ms: float = 0.0
    turn: str = ""
    agent: str = ""
