"""Sessions, their events, and the turns of agents."""

from __future__ import annotations

from gameplan.runtime.events import Json
from gameplan.studio.shapes.runs import RunView
from gameplan.studio.shapes.wire import PlanJson, Shape


class SessionCard(Shape):
    """A session of the journal, as a list shows it."""

    id: str
    kind: str
    title: str
    events: int
    created_at: int
    updated_at: int
    writing: bool
    damaged: str = ""
    private: str = ""


class EventView(Shape):
    """An event as it stands in the record."""

    seq: int
    at: int
    type: str
    payload: Json


class StateView(Shape):
    """How a session stood after event `seq`: as a run or plan, where it is one, and slice by slice."""

    kind: str
    seq: int
    run: RunView | None = None
    plan: PlanJson | None = None
    slices: dict[str, Json] = {}


class CallView(Shape):
    """A tool that a model called, and what came of it."""

    id: str
    tool: str
    arguments: Json = None
    status: str = ""
    text: str = ""


class TurnStep(Shape):
    """One call of a model: what it was told since the one before, what it said, what it called, what it cost."""

    step: int
    seq: int
    told: list[str] = []
    told_tokens: int = 0
    condensed: int = 0
    text: str = ""
    calls: list[CallView] = []
    usage: dict[str, int] = {}
    cost: float | None = None


class TurnView(Shape):
    """One run of an agent."""

    turn: str
    agent: str
    model: str
    prompt: str = ""
    request: str = ""
    tools: list[str] = []
    continues: str = ""
    steps: list[TurnStep] = []
    failures: list[str] = []
    ended_by: str = ""
    detail: str = ""
    cost: float = 0.0
    tokens: int = 0
