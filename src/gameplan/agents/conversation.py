"""The conversation of a turn, as a fold of its events: what the loop keeps while it runs is the same, step by step."""

from __future__ import annotations

from gameplan.agents.events import AgentTold, ModelReplied, TurnStarted
from gameplan.agents.messages import Message, ModelMessage, ToolMessage, UserMessage
from gameplan.runtime import Session
from gameplan.tools import ToolInvoked


def message_of(event: object) -> Message | None:
    """The message that an event adds to the conversation of its turn."""
    match event:
        case TurnStarted(turn=turn, request=request) if request:
            return UserMessage(f"{turn}.request", request)
        case AgentTold(message_id=id_, text=text):
            return UserMessage(id_, text)
        case ModelReplied(message_id=id_, text=text, calls=calls, extras=extras):
            return ModelMessage(id_, text, calls, extras)
        case ToolInvoked(call_id=id_, tool=tool, status=status, text=text, arguments=arguments):
            return ToolMessage(id_, id_, tool, status, text, arguments)
        case _:
            return None


def conversation(session: Session, turn: str) -> list[Message]:
    """Every message of a turn, whole, after those of the turn that it continues."""
    events = [recorded.event for recorded in session.events if getattr(recorded.event, "turn", None) == turn]
    started = next((event for event in events if isinstance(event, TurnStarted)), None)
    if started is None:
        raise LookupError(f"There is no turn {turn} in session {session.session_id}.")
    before = conversation(session, started.continues) if started.continues else []
    return before + [message for message in map(message_of, events) if message is not None]
