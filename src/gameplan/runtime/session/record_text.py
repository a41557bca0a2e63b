"""The whole record of a session as JSON text."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from gameplan.runtime.events.codec import decode, encode, name_and_version
from gameplan.runtime.events.declare import EventError
from gameplan.runtime.events.record import Recorded


def record_to_json(session_id: str, record: Iterable[Recorded[Any]]) -> str:
    events = []
    for seq, at, event in record:
        name, version = name_and_version(event)
        fields = json.loads(encode(event))
        events.append({"seq": seq, "at": at, "type": name, "version": version, "fields": fields})
    return json.dumps({"session": session_id, "events": events})


def record_from_json(text: str) -> tuple[str, list[Recorded[Any]]]:
    """The session's id and its record."""
    try:
        data = json.loads(text)
        return data["session"], [
            Recorded(
                each["seq"],
                each["at"],
                decode(each["type"], each["version"], json.dumps(each["fields"]).encode()),
            )
            for each in data["events"]
        ]
    except (ValueError, TypeError, KeyError) as error:
        raise EventError(f"The text is not the record of a session: {error!r}.") from error
