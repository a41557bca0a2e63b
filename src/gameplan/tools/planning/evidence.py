"""Evidence: a step is shown to be done by tool calls on the record, not by someone's word."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from gameplan.runtime import Recorded
from gameplan.tools.outcome import ToolInvoked
from gameplan.tools.planning.record import PLAN_TOOLS, is_work

_SHOWN = 8


def evidence_problems(call_ids: Sequence[str], record: Sequence[Recorded[Any]]) -> tuple[str, ...]:
    """What is wrong with these ids as evidence: each must be a call of this session that went well."""
    return tuple(_problems(call_ids, _calls(record))) if call_ids else ()


def usable_evidence(record: Sequence[Recorded[Any]]) -> str:
    """The newest calls that can be named, with their tools: models often do not know the ids of their calls."""
    usable = [
        f"{call_id} ({call.tool})" for call_id, call in _calls(record).items() if is_work(call) and call.status == "ok"
    ]
    if not usable:
        return "no tool call has gone well yet"
    return ", ".join(reversed(usable[-_SHOWN:]))


def _calls(record: Sequence[Recorded[Any]]) -> dict[str, ToolInvoked]:
    """The newest call of each id, oldest first."""
    calls: dict[str, ToolInvoked] = {}
    for recorded in record:
        if isinstance(recorded.event, ToolInvoked):
            calls.pop(recorded.event.call_id, None)
            calls[recorded.event.call_id] = recorded.event
    return calls


def _problems(call_ids: Sequence[str], calls: dict[str, ToolInvoked]) -> Iterator[str]:
    for call_id in call_ids:
        call = calls.get(call_id)
        if call is None:
            yield f'evidence: there is no tool call "{call_id[:80]}" in this session'
        elif call.tool in PLAN_TOOLS:
            yield f'evidence: "{call_id}" is a call of {call.tool}, which only keeps the plan'
        elif call.status != "ok":
            yield f'evidence: the call "{call_id}" of {call.tool} was {call.status}'
