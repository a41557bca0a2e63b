"""Sessions, events and turns, as the API gives them."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterable, Sequence
from typing import Any

from gameplan.agents.events import (
    AgentCalls,
    AgentSpeaks,
    AgentTold,
    ModelFailed,
    ModelReplied,
    TurnEnded,
    TurnStarted,
)
from gameplan.runtime import Recorded, UnknownEvent
from gameplan.runtime.events import Json
from gameplan.runtime.events.codec import adapter_of, name_and_version
from gameplan.runtime.journal.protocol import SessionInfo
from gameplan.studio.shapes import CallView, EventView, SessionCard, TurnStep, TurnView
from gameplan.tools import ToolInvoked, ToolLogged, ToolProgress

NOTICES: dict[type, str] = {
    ToolLogged: "tool.logged",
    ToolProgress: "tool.progress",
    AgentSpeaks: "agent.speaks",
    AgentCalls: "agent.calls",
}


def event_json(recorded: Recorded[Any]) -> tuple[str, bytes]:
    """The name of an event, and the event as JSON text in one line."""
    name, _ = name_and_version(recorded.event)
    payload = _payload(recorded.event)
    data = b'{"seq":%d,"at":%d,"type":%b,"payload":%b}' % (
        recorded.seq,
        recorded.at,
        json.dumps(name).encode(),
        payload,
    )
    return name, data


def notice_json(notice: object) -> tuple[str, bytes] | None:
    """The name of a notice, and the notice as JSON text; None for those that are not shown."""
    name = NOTICES.get(type(notice))
    if name is None:
        return None
    return name, json.dumps(dataclasses.asdict(notice)).encode()  # type: ignore[call-overload]


def event_view(recorded: Recorded[Any]) -> EventView:
    """An event as it stands in the record."""
    name, _ = name_and_version(recorded.event)
    return EventView(seq=recorded.seq, at=recorded.at, type=name, payload=json.loads(_payload(recorded.event)))


def _payload(event: object) -> bytes:
    if isinstance(event, UnknownEvent):
        try:
            return json.dumps(json.loads(event.payload)).encode()
        except (ValueError, RecursionError):
            return json.dumps({"unreadable": event.payload[:10_000]}).encode()
    return adapter_of(type(event)).serializer.to_json(event, warnings="none")


def session_card(info: SessionInfo, damaged: str = "", private: str = "") -> SessionCard:
    """A session, as a list shows it."""
    return SessionCard(
        id=info.session_id,
        kind=info.kind,
        title=info.title,
        events=info.events,
        created_at=info.created,
        updated_at=info.last.at if info.last is not None else info.created,
        writing=info.writing,
        damaged=damaged,
        private=private,
    )


def turn_views(events: Sequence[Recorded[Any]]) -> list[TurnView]:
    """The turns of the agents in a session: what each was told, said, called and cost, step by step."""
    turns: dict[str, TurnView] = {}
    told: dict[str, list[str]] = {}
    calls: dict[str, CallView] = {}
    for recorded in events:
        event = recorded.event
        match event:
            case TurnStarted():
                turns[event.turn] = TurnView(
                    turn=event.turn,
                    agent=event.agent,
                    model=event.model,
                    prompt=event.prompt,
                    request=event.request,
                    tools=list(event.tools),
                    continues=event.continues,
                )
                told[event.turn] = [event.request] if event.request else []
            case AgentTold(turn=turn, text=text):
                told.setdefault(turn, []).append(text)
            case ModelReplied(turn=turn) if turn in turns:
                step = _step(recorded.seq, event, told.pop(turn, []))
                calls |= {call.id: call for call in step.calls}
                turns[turn].steps.append(step)
                turns[turn].tokens += event.usage.total
                turns[turn].cost += float(event.cost or 0)
            case ToolInvoked(call_id=call_id, status=status, text=text) if call_id in calls:
                calls[call_id].status, calls[call_id].text = str(status), text
            case ModelFailed(turn=turn, error=error) if turn in turns:
                turns[turn].failures.append(error)
            case TurnEnded(turn=turn, ended_by=ended_by, detail=detail) if turn in turns:
                turns[turn].ended_by, turns[turn].detail = str(ended_by), detail
            case _:
                pass
    return list(turns.values())


def _step(seq: int, event: ModelReplied, told: Iterable[str]) -> TurnStep:
    return TurnStep(
        step=event.step,
        seq=seq,
        told=list(told),
        told_tokens=event.told,
        condensed=len(event.condensed),
        text=event.text,
        calls=[CallView(id=call.id, tool=call.name, arguments=_arguments(call.arguments)) for call in event.calls],
        usage={
            "inputTokens": event.usage.input_tokens,
            "outputTokens": event.usage.output_tokens,
            "cacheReadTokens": event.usage.cache_read_tokens,
            "cacheWriteTokens": event.usage.cache_write_tokens,
        },
        cost=None if event.cost is None else float(event.cost),
    )


def _arguments(arguments: Json) -> Json:
    if not isinstance(arguments, str):
        return arguments
    try:
        return json.loads(arguments)
    except (ValueError, RecursionError):
        return arguments
