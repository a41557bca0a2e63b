"""Who acts, and within what bounds? Models, the loop, budgets, condensing, planner and executor."""

from typing import TYPE_CHECKING

from gameplan._lazy import lazily
from gameplan.agents.budget import Budget, Spent
from gameplan.agents.condensing import Condense, Condenser, condense
from gameplan.agents.conversation import conversation
from gameplan.agents.events import (
    AgentCalls,
    AgentSpeaks,
    AgentTold,
    EndedBy,
    ModelFailed,
    ModelReplied,
    PipelineEnded,
    PipelineStarted,
    TurnEnded,
    TurnStarted,
)
from gameplan.agents.loop import run_agent
from gameplan.agents.messages import Message, ModelMessage, ToolCall, ToolMessage, UserMessage
from gameplan.agents.model import CallDelta, Delta, Model, ModelError, ModelRequest, OnDelta, Reply, TextDelta, Usage
from gameplan.agents.models import View, register_house_model, resolve_model
from gameplan.agents.retry import Retry
from gameplan.agents.turn import TurnResult

if TYPE_CHECKING:
    from gameplan.agents.handover import hand_back, request_replan
    from gameplan.agents.pipeline import Agent, AgentMode, PipelineResult, plan_and_execute
    from gameplan.agents.plan_progress import track_progress
    from gameplan.agents.plan_text import PlannedStep, PlanText, parse_plan, plan_in
else:
    __getattr__ = lazily(
        __name__,
        {
            "gameplan.agents.handover": ["hand_back", "request_replan"],
            "gameplan.agents.pipeline": ["Agent", "AgentMode", "PipelineResult", "plan_and_execute"],
            "gameplan.agents.plan_progress": ["track_progress"],
            "gameplan.agents.plan_text": ["PlanText", "PlannedStep", "parse_plan", "plan_in"],
        },
    )

__all__ = [
    "Agent",
    "AgentCalls",
    "AgentMode",
    "AgentSpeaks",
    "AgentTold",
    "Budget",
    "CallDelta",
    "Condense",
    "Condenser",
    "Delta",
    "EndedBy",
    "Message",
    "Model",
    "ModelError",
    "ModelFailed",
    "ModelMessage",
    "ModelReplied",
    "ModelRequest",
    "OnDelta",
    "PipelineEnded",
    "PipelineResult",
    "PipelineStarted",
    "PlanText",
    "PlannedStep",
    "Reply",
    "Retry",
    "Spent",
    "TextDelta",
    "ToolCall",
    "ToolMessage",
    "TurnEnded",
    "TurnResult",
    "TurnStarted",
    "Usage",
    "UserMessage",
    "View",
    "condense",
    "conversation",
    "hand_back",
    "parse_plan",
    "plan_and_execute",
    "plan_in",
    "register_house_model",
    "request_replan",
    "resolve_model",
    "run_agent",
    "track_progress",
]
