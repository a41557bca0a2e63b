"""Which model answers? Names become models here: a provider's, a server's, a house model or a recording.

    resolve_model("anthropic:claude-sonnet-5-5")        a provider, with its key in the environment
    resolve_model("http://127.0.0.1:8081/v1#qwen2.5")   any OpenAI-compatible server
    resolve_model("house:novelist")                     software of this house: no key, no network
    resolve_model("recording:tests/a-turn.jsonl")       what a model once answered

Nothing of a provider is imported before a name asks for it. The model behind `provider:model` is
`gameplan.agents.models.provider.ProviderModel`.
"""

from typing import TYPE_CHECKING

from gameplan._lazy import lazily
from gameplan.agents.models.house import HouseModelFactory, View, house_models, register_house_model
from gameplan.agents.models.resolve import DEFAULT_PLANNER_MODEL, UnknownModel, resolve_model

if TYPE_CHECKING:
    from gameplan.agents.models.recorder import PlayedModel, RecordedModel
else:
    __getattr__ = lazily(__name__, {"gameplan.agents.models.recorder": ["PlayedModel", "RecordedModel"]})

__all__ = [
    "DEFAULT_PLANNER_MODEL",
    "HouseModelFactory",
    "PlayedModel",
    "RecordedModel",
    "UnknownModel",
    "View",
    "house_models",
    "register_house_model",
    "resolve_model",
]
