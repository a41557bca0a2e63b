"""Intents: what others ask of a session's writer, waiting in the session's inbox until it has answered."""

from __future__ import annotations

import dataclasses
import hashlib
import json
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from gameplan.runtime.events.declare import Json
from gameplan.runtime.journal.protocol import InboxFull, IntentError

Verdict: TypeAlias = Literal["taken", "refused"]

LARGEST_PAYLOAD: Final = 1_000_000  # bytes of JSON
MOST_OPEN: Final = 1_000  # intents of one session that nobody has answered yet
KEPT: Final = 10_000  # of the newest intents of a file; what is older goes once it is settled
UNREADABLE: Final = "unreadable"
_DEEPEST = 100  # levels, as everywhere else
_LONGEST_NAME = 200
_LONGEST_REASON = 10_000


@dataclass(frozen=True, slots=True)
class Intent:
    """Something that is asked of a session's writer: approve this, pause, stop.

    The runtime does not know what the kinds mean. Whoever interprets an intent checks that what it presupposes still
    holds, makes an event of it, and settles it as `taken`, or as `refused` with a reason.

    An intent that is no longer as it was written has the kind "unreadable" and an empty payload.
    """

    id: int
    session_id: str
    kind: str
    payload: Json
    by: str = "person"
    at: int = 0
    verdict: Literal["", "taken", "refused"] = ""
    reason: str = ""

    @property
    def open(self) -> bool:
        """True as long as the writer has not said what became of it."""
        return self.verdict == ""


@dataclass(frozen=True, slots=True)
class Letter:
    """An intent as it lies in an inbox: the payload is text, and a hash shows when something was changed."""

    session_id: str
    at: int
    kind: str
    by: str
    payload: bytes

    @classmethod
    def of(cls, session_id: str, kind: str, payload: Json, by: str, at: int) -> Letter:
        """Check what is asked. What would be read back as something else is refused with an `IntentError`."""
        _check_name("kind", kind)
        _check_name("asker", by)
        if type(at) is not int or not 0 <= at < 2**63:
            raise IntentError(f"{at!r:.80} is not a time: give microseconds since the epoch.")
        return cls(session_id, at, kind, by, _encoded(payload))

    @property
    def hash(self) -> bytes:
        head = json.dumps([self.session_id, self.at, self.kind, self.by])
        return hashlib.sha256(head.encode() + self.payload).digest()

    def opened(self, id_: int) -> Intent:
        """The intent, open, with a payload of its own."""
        return Intent(id_, self.session_id, self.kind, json.loads(self.payload), self.by, self.at)


def unreadable(intent_id: int, session_id: str) -> Intent:
    """Stands for an intent that is not as it was written; it has a kind that nobody takes."""
    return Intent(intent_id, session_id, UNREADABLE, {}, by="nobody")


def settled(intent: Intent, verdict: Verdict, reason: str) -> Intent:
    """The intent with its verdict. The first one stands: settling again changes nothing."""
    if verdict not in ("taken", "refused"):
        raise IntentError(f"An intent is settled as taken or refused, not as {verdict!r}.")
    if not intent.open:
        return intent
    # A verdict must not fail for its words.
    words = reason[:_LONGEST_REASON].encode(errors="backslashreplace").decode()
    return dataclasses.replace(intent, verdict=verdict, reason=words)


def refuse_if_full(session_id: str, waiting: int) -> None:
    if waiting >= MOST_OPEN:
        raise InboxFull(
            f"The inbox of session {session_id} is full: {waiting:,} intents wait for its writer. "
            "Resume the session, so that it reads them, and ask again."
        )


def _check_name(what: str, name: object) -> None:
    if not isinstance(name, str) or not name.strip() or len(name) > _LONGEST_NAME or not name.isprintable():
        raise IntentError(
            f"{name!r:.80} cannot be the {what} of an intent: use up to {_LONGEST_NAME} printable characters."
        )


def _encoded(payload: Json) -> bytes:
    if not isinstance(payload, dict):
        raise IntentError(f"The payload of an intent is a JSON object (a dict), not {type(payload).__name__}.")
    try:
        _check_depth(payload)
        text = json.dumps(payload, ensure_ascii=False, allow_nan=False).encode()
        faithful = json.loads(text) == payload
    except (ValueError, TypeError, RecursionError) as error:
        raise IntentError(f"The payload of an intent cannot be written as JSON: {error}.") from error
    if not faithful:
        raise IntentError("The payload of an intent would be read back as something else: use lists, and text as keys.")
    if len(text) > LARGEST_PAYLOAD:
        raise IntentError(
            f"The payload of an intent has {len(text):,} bytes of JSON; {LARGEST_PAYLOAD:,} are allowed. "
            "Put what is large into a file and name it."
        )
    return text


def _check_depth(payload: Json) -> None:
    """Level by level, so that a structure with itself inside ends here too."""
    level = [payload]
    for _ in range(_DEEPEST):
        inside = [each for value in level for each in (value.values() if isinstance(value, dict) else value)]
        level = [each for each in inside if isinstance(each, dict | list | tuple)]
        if not level:
            return
        if len(level) > LARGEST_PAYLOAD:
            raise ValueError("it is too large")
    raise ValueError(f"it is nested more than {_DEEPEST} levels deep")
