"""Recordings: what a real model answered, saved to a file, and played back in tests without it.

A recording is a JSONL file. Each piece of a request (a message, a tool, the prompt) is written once, with its digest;
a line with an answer names the pieces of the request that it answers. Nothing else is in it, and no key ever.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from gameplan.agents.model import CallDelta, Delta, Model, ModelError, ModelRequest, OnDelta, Reply, TextDelta
from gameplan.agents.models.fingerprint import Piece, Shape, difference, likeness, shape_of
from gameplan.agents.models.redaction import redacted
from gameplan.runtime.events import Json
from gameplan.runtime.events.codec import adapter_of


class RecordedModel:
    """A model whose answers, and errors, are added to a recording."""

    def __init__(self, model: Model, path: str | os.PathLike[str]) -> None:
        self._model = model
        self._path = Path(path)
        self._written: set[str] = set()

    @property
    def name(self) -> str:
        return self._model.name

    async def reply(self, request: ModelRequest, on_delta: OnDelta | None = None) -> Reply:
        """Answer as the model does. Raises `ModelError`."""
        shape = shape_of(request)
        deltas: list[Json] = []

        def tell(delta: Delta) -> None:
            deltas.append(_delta_as_json(delta))
            if on_delta is not None:
                on_delta(delta)

        try:
            reply = await self._model.reply(request, tell if on_delta is not None else None)
        except ModelError as error:
            told: Json = {"message": error.message, "transient": error.transient, "retry_after": error.retry_after}
            self._write(shape, {"error": told, "deltas": deltas})
            raise
        self._write(shape, {"reply": adapter_of(Reply).dump_python(reply, mode="json"), "deltas": deltas})
        return reply

    def _write(self, shape: Shape, answer: dict[str, Json]) -> None:
        lines: list[Json] = []
        for piece in shape.pieces:
            if piece.digest not in self._written:
                self._written.add(piece.digest)
                lines.append({"piece": piece.digest, "content": piece.content})
        lines.append({"fingerprint": shape.fingerprint, "request": shape.digests, **answer})
        _append(self._path, lines)


class PlayedModel:
    """A recording, played back: each request gets the answer that was recorded for it, in the order of recording."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self._path = Path(path)
        self._takes = _read(self._path)

    @property
    def name(self) -> str:
        return f"recording:{self._path}"

    async def reply(self, request: ModelRequest, on_delta: OnDelta | None = None) -> Reply:
        """The recorded answer. Raises `ModelError`: the recorded one, or one that says what was not recorded."""
        shape = shape_of(request)
        takes = self._takes.get(shape.fingerprint)
        if takes is None:
            raise ModelError(self._not_recorded(shape))
        if takes.played == len(takes.answers):
            raise ModelError(f"{self.name} has {len(takes.answers)} answers to this request, and all were played.")
        answer = takes.answers[takes.played]
        takes.played += 1
        reply: Reply | None = adapter_of(Reply).validate_python(answer["reply"]) if "reply" in answer else None
        if on_delta is not None:
            for delta in _deltas(answer, reply):
                on_delta(delta)
        if reply is None:
            raise ModelError(**answer["error"])
        return reply

    def _not_recorded(self, shape: Shape) -> str:
        nearest = max(
            (takes.shape for takes in self._takes.values()), key=lambda each: likeness(shape, each), default=None
        )
        if nearest is None:
            return f"{self.name} is empty."
        return f"{self.name} has no answer to this request. Compared with the nearest that it has:\n" + difference(
            shape, nearest
        )


@dataclass(slots=True)
class _Takes:
    """The answers to one request."""

    shape: Shape
    answers: list[dict[str, Json]] = field(default_factory=list)
    played: int = 0


def _append(path: Path, lines: Iterable[Json]) -> None:
    """Add lines in one write, so that a reader, and a crash, find whole lines."""
    text = "".join(redacted(json.dumps(line, ensure_ascii=False)) + "\n" for line in lines)
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("ab+", buffering=0) as file:
        if _is_torn(file.tell(), path):
            text = "\n" + text
        file.write(text.encode())


def _is_torn(size: int, path: Path) -> bool:
    if not size:
        return False
    with path.open("rb") as file:
        file.seek(-1, os.SEEK_END)
        return file.read(1) != b"\n"


def _read(path: Path) -> dict[str, _Takes]:
    """The recorded answers by fingerprint. A line that a crash cut off is passed over."""
    try:
        text = path.read_text("utf-8")
    except OSError as error:
        raise ModelError(f"There is no recording at {path}: {error.strerror}.") from None
    pieces: dict[str, Piece] = {}
    takes: dict[str, _Takes] = {}
    for number, line in enumerate(text.split("\n"), 1):  # not splitlines: a text may hold other line ends
        try:
            entry = json.loads(line)
        except ValueError:
            continue
        try:
            if "piece" in entry:
                pieces[entry["piece"]] = Piece(entry["piece"], entry["content"])
            else:
                shape = Shape.read(entry["request"], pieces)
                takes.setdefault(entry["fingerprint"], _Takes(shape)).answers.append(entry)
        except (KeyError, TypeError) as error:
            raise ModelError(f"{path}, line {number}, is not part of a recording: {error!r}.") from None
    return takes


def _delta_as_json(delta: Delta) -> Json:
    return [delta.text] if isinstance(delta, TextDelta) else [delta.index, delta.name, delta.arguments]


def _deltas(answer: dict[str, Json], reply: Reply | None) -> Iterable[Delta]:
    """The pieces as they came; or the whole reply as pieces, if it was recorded without."""
    if answer["deltas"] or reply is None:
        yield from (TextDelta(*told) if len(told) == 1 else CallDelta(*told) for told in answer["deltas"])
        return
    if reply.text:
        yield TextDelta(reply.text)
    for index, call in enumerate(reply.calls):
        arguments = call.arguments if isinstance(call.arguments, str) else json.dumps(call.arguments)
        yield CallDelta(index, call.name, arguments)
