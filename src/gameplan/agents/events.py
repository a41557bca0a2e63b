"""What happens in the turn of an agent, as the record tells it.

What the model was told at each step is not written down again: it is the messages of the turn so far, less what
`ModelReplied.condensed` says was cut from then on, followed by the state of the world at that moment.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from decimal import Decimal
from enum import StrEnum

from gameplan.agents.messages import ToolCall
from gameplan.agents.model import Usage
from gameplan.runtime.events import Json, event


class EndedBy(StrEnum):
    """Why a turn ended."""

    FINISHED = "finished"  # a terminal tool was ok, or the agent gave its answer
    STOPPED = "stopped"  # the agent fell silent without the terminal tool that ends its turn
    BUDGET = "budget"
    REPLAN_LIMIT = "replan_limit"
    MODEL_ERROR = "model_error"
    CANCELLED = "cancelled"
    BROKEN = "broken"  # the program's own function (its state, its gate) raised; the exception goes on


@event("turn.started")
@dataclass(frozen=True, slots=True)
class TurnStarted:
    """An agent begins. `continues` names the turn whose conversation it takes up."""

    turn: str
    agent: str
    model: str
    prompt: str
    tools: tuple[str, ...] = ()
    request: str = ""
    continues: str = ""


@event("turn.told")
@dataclass(frozen=True, slots=True)
class AgentTold:
    """The loop said something to the agent: that it is not done yet, or that its answer does not fit."""

    turn: str
    message_id: str
    text: str


@event("turn.model_replied")
@dataclass(frozen=True, slots=True)
class ModelReplied:
    """One step: the model was asked and replied."""

    turn: str
    agent: str
    step: int
    message_id: str
    text: str
    calls: tuple[ToolCall, ...] = ()
    model: str = ""
    usage: Usage = field(default_factory=Usage)
    cost: Decimal | None = None
    told: int = 0
    condensed: tuple[str, ...] = ()
    extras: Json = None


@event("turn.model_failed")
@dataclass(frozen=True, slots=True)
class ModelFailed:
    """A model did not reply; `then` says what was done about it."""

    turn: str
    agent: str
    model: str
    error: str
    attempt: int
    then: str


@event("turn.ended")
@dataclass(frozen=True, slots=True)
class TurnEnded:
    """An agent ended, and why."""

    turn: str
    agent: str
    ended_by: EndedBy
    detail: str = ""
    steps: int = 0
    terminal_tool: str = ""
    text: str = ""


@event("pipeline.started")
@dataclass(frozen=True, slots=True)
class PipelineStarted:
    """Planner and executor begin (or the executor alone, in mode `autonomous`)."""

    mode: str
    request: str = ""


@event("pipeline.ended")
@dataclass(frozen=True, slots=True)
class PipelineEnded:
    """The work of planner and executor ended, and why. `steps` counts the model calls that acted."""

    ended_by: EndedBy
    detail: str = ""
    steps: int = 0
    replans: int = 0
    plans: int = 0


@dataclass(frozen=True, slots=True)
class AgentSpeaks:
    """A notice: a piece of the agent's text has just arrived."""

    turn: str
    agent: str
    text: str


@dataclass(frozen=True, slots=True)
class AgentCalls:
    """A notice: a piece of a tool call has just arrived."""

    turn: str
    agent: str
    index: int
    tool: str
    arguments: str
