"""Which models are used: those that were set, else the best that a key is there for, else the house models."""

from __future__ import annotations

import importlib.util
import os
from dataclasses import dataclass

from gameplan.settings.values import Settings

EXECUTOR_MODEL = "anthropic:claude-haiku-5-5"
"""What carries plans out when nothing is set and there is a key: quick and cheap, as its planner is strong."""


@dataclass(frozen=True, slots=True)
class Provider:
    """A provider of models, and the environment variables of which one holds its key."""

    name: str
    variables: tuple[str, ...]
    example: str

    @property
    def has_key(self) -> bool:
        return any(os.environ.get(variable) for variable in self.variables)


PROVIDERS = (
    Provider("anthropic", ("ANTHROPIC_API_KEY",), "anthropic:claude-sonnet-5-5"),
    Provider("openai", ("OPENAI_API_KEY",), "openai:gpt-5"),
    Provider("google", ("GOOGLE_API_KEY", "GEMINI_API_KEY"), "google:gemini-2.5-flash"),
    Provider("openrouter", ("OPENROUTER_API_KEY",), "openrouter:qwen/qwen3-coder"),
    Provider("deepseek", ("DEEPSEEK_API_KEY",), "deepseek:deepseek-chat"),
)


@dataclass(frozen=True, slots=True)
class Choice:
    """The two models of a run. `offline` says that they were taken for want of any other."""

    planner: str
    executor: str
    offline: bool = False


def choose(settings: Settings) -> Choice:
    """The models that these settings lead to."""
    from gameplan.agents.models import DEFAULT_PLANNER_MODEL, house_models

    executor, planner = settings.model, settings.planner_model
    keyed = _has_key_for(DEFAULT_PLANNER_MODEL)
    if executor is None and planner is None and not keyed:
        return Choice("house:scout-planner", "house:scout", offline=True)
    if executor is None:
        house = planner is not None and planner.startswith("house:")
        executor = "house:scout" if house else EXECUTOR_MODEL if keyed else planner
    assert executor is not None
    if planner is None:
        own = f"{executor}-planner"
        if executor.startswith("house:") and own.removeprefix("house:") in house_models():
            planner = own
        else:
            planner = DEFAULT_PLANNER_MODEL if keyed else executor
    return Choice(planner, executor)


def providers_installed() -> bool:
    return importlib.util.find_spec("pydantic_ai") is not None


def _has_key_for(model: str) -> bool:
    provider = model.partition(":")[0]
    return providers_installed() and any(each.has_key for each in PROVIDERS if each.name == provider)
