"""What a stream tells: server-sent events, read line by line."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import httpx

from gameplan.client.asking import error_of
from gameplan.runtime.events import Json

_SILENCE = 45.0
"""Seconds without a word, not even a heartbeat, after which a connection is taken for dead."""


@dataclass(frozen=True, slots=True)
class Told:
    """Something that a stream told: an event with its number, or a notice, which has none."""

    type: str
    seq: int | None
    data: Json

    @property
    def payload(self) -> Json:
        """The fields of an event; of a notice, all that it says."""
        return self.data.get("payload", self.data) if isinstance(self.data, dict) else self.data


@contextmanager
def told_by(http: httpx.Client, path: str, after: int | None = None, **query: bool) -> Iterator[Iterator[Told]]:
    """What the stream at this path tells; with `after`, from that event on."""
    headers = {"Accept": "text/event-stream"} | ({} if after is None else {"Last-Event-ID": str(after)})
    timeout = httpx.Timeout(30.0, read=_SILENCE)
    with http.stream("GET", path, params=query, headers=headers, timeout=timeout) as reply:
        if reply.status_code != 200:
            reply.read()
            raise error_of(reply)
        yield frames(reply.iter_lines())


def frames(lines: Iterator[str]) -> Iterator[Told]:
    """What a stream tells, out of its lines."""
    type_, seq, data = "", None, ""
    for line in lines:
        name, _, value = line.partition(": ")
        if not line:
            if type_:
                yield Told(type_, seq, json.loads(data) if data else None)
            type_, seq, data = "", None, ""
        elif name == "id":
            seq = int(value)
        elif name == "event":
            type_ = value
        elif name == "data":
            data += value
