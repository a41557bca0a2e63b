"""Condensing: what is sent of a history that is itself never rewritten.

`condense` is the specification: a pure function of the whole history and of what the tools declared about their
results. `Condenser` does the same step by step, in constant time, and is what runs.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from gameplan.agents.messages import Message, ModelMessage, ToolMessage, estimated_tokens
from gameplan.tools import Memory

_FIRST_LINE = 200
_MARK = " [condensed]"


@dataclass(frozen=True, slots=True)
class Condense:
    """How to condense. With `reclaim_at_least`, nothing is rewritten until that many tokens would be saved at once.

    0 keeps at most one whole result per slot at every step. A rewritten message makes a provider's prompt cache
    useless from there on, so with caching a larger number is often cheaper: see docs/agents.md.
    """

    reclaim_at_least: int = 0


def condense(history: Sequence[Message], memory: Mapping[str, Memory], how: Condense = Condense()) -> list[Message]:
    """What is sent of `history`: the results that have had their time are cut to their first line."""
    hidden: set[str] = set()
    for end in _sending_points(history):
        stale = [message for message in _stale(history[:end], memory) if message.id not in hidden]
        if stale and sum(map(_reclaimed, stale)) >= how.reclaim_at_least:
            hidden.update(message.id for message in stale)
    return [
        cut(message) if message.id in hidden and isinstance(message, ToolMessage) else message for message in history
    ]


class Condenser:
    """The same, kept up to date message by message. `sent` is what a model is to be sent."""

    def __init__(self, memory: Mapping[str, Memory], how: Condense = Condense()) -> None:
        self.sent: list[Message] = []
        self._memory = memory
        self._how = how
        self._newest: dict[str, int] = {}  # slot -> where its newest result stands
        self._unseen: list[int] = []  # brief results that the model has not been shown yet
        self._stale: list[int] = []
        self._reclaimable = 0

    def add(self, message: Message) -> None:
        """Take in the next message of the history."""
        index = len(self.sent)
        self.sent.append(message)
        if isinstance(message, ModelMessage):
            for seen in self._unseen:
                self._mark_stale(seen)
            self._unseen.clear()
        elif isinstance(message, ToolMessage) and message.status == "ok":
            memory = self._memory.get(message.tool, Memory.ALWAYS)
            if memory.kind == "latest":
                slot = memory.slot_of(message.arguments)
                if slot in self._newest:
                    self._mark_stale(self._newest[slot])
                self._newest[slot] = index
            elif memory.kind == "brief":
                self._unseen.append(index)

    def condense(self) -> tuple[str, ...]:
        """Make `sent` ready to be sent; returns the ids of the messages that are no longer whole from now on."""
        if not self._stale or self._reclaimable < self._how.reclaim_at_least:
            return ()
        hidden = []
        for index in self._stale:
            message = self.sent[index]
            assert isinstance(message, ToolMessage)
            self.sent[index] = cut(message)
            hidden.append(message.id)
        self._stale.clear()
        self._reclaimable = 0
        return tuple(hidden)

    def _mark_stale(self, index: int) -> None:
        message = self.sent[index]
        assert isinstance(message, ToolMessage)
        reclaimed = _reclaimed(message)
        if reclaimed:
            self._stale.append(index)
            self._reclaimable += reclaimed


def cut(message: ToolMessage) -> ToolMessage:
    """The message with the first line of its text."""
    text = _cut(message.text)
    if text is message.text:
        return message
    return replace(message, text=text)


def _cut(text: str) -> str:
    end = text.find("\n", 0, _FIRST_LINE + 1)
    if end < 0:
        return text if len(text) <= _FIRST_LINE else text[:_FIRST_LINE] + _MARK
    return text if end + 1 == len(text) else text[:end] + _MARK


def _sending_points(history: Sequence[Message]) -> Iterator[int]:
    """Where in the history a model was sent it: before each of its messages, and now."""
    yield from (index for index, message in enumerate(history) if isinstance(message, ModelMessage))
    yield len(history)


def _stale(history: Sequence[Message], memory: Mapping[str, Memory]) -> Iterable[ToolMessage]:
    """The results that have had their time."""
    newest: dict[str, ToolMessage] = {}
    last_reply = max((i for i, message in enumerate(history) if isinstance(message, ModelMessage)), default=-1)
    results = [(i, m) for i, m in enumerate(history) if isinstance(m, ToolMessage) and m.status == "ok"]
    for _, message in results:
        declared = memory.get(message.tool, Memory.ALWAYS)
        if declared.kind == "latest":
            newest[declared.slot_of(message.arguments)] = message
    for index, message in results:
        declared = memory.get(message.tool, Memory.ALWAYS)
        outdated = declared.kind == "latest" and newest[declared.slot_of(message.arguments)] is not message
        seen = declared.kind == "brief" and index < last_reply
        if (outdated or seen) and _reclaimed(message):
            yield message


def _reclaimed(message: ToolMessage) -> int:
    return max(0, estimated_tokens(message.text) - estimated_tokens(_cut(message.text)))
