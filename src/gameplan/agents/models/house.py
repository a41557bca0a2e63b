"""House models: software with a policy of its own that answers as a model does, with no key and no network.

A package offers one by an entry point in the group `gameplan.house_models`, a program by `register_house_model`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, TypeAlias

from gameplan.agents.model import Model, ModelError

if TYPE_CHECKING:
    from importlib.metadata import EntryPoints

ENTRY_POINTS = "gameplan.house_models"

View: TypeAlias = Callable[[], Any]
HouseModelFactory: TypeAlias = Callable[[View], Model]

_registered: dict[str, HouseModelFactory] = {}


def register_house_model(name: str, factory: HouseModelFactory) -> None:
    """Make `house:name` known in this program. The first line of the factory's docstring is its description."""
    _registered[name] = factory


def house_models() -> Mapping[str, str]:
    """The house models by name, each with a line that says what it is."""
    return {name: _description(name) for name in house_model_names()}


def house_model_names() -> list[str]:
    """The names alone, which are known without importing any of the models."""
    return sorted(set(_registered) | {point.name for point in _offered()})


def make_house_model(name: str, view: View | None) -> Model:
    """The house model of this name. Besides the messages, what `view()` shows is all that it knows."""
    return _factory(name)(view or _sees_nothing)


def _sees_nothing() -> None:
    """The view of a house model that was given none."""


def _factory(name: str) -> HouseModelFactory:
    if name in _registered:
        return _registered[name]
    for point in _offered().select(name=name):
        try:
            factory: HouseModelFactory = point.load()
        except Exception as error:
            raise ModelError(f"house:{name} cannot be loaded from {point.value}: {error}") from error
        return factory
    raise LookupError(name)


def _offered() -> EntryPoints:
    from importlib.metadata import entry_points

    return entry_points(group=ENTRY_POINTS)


def _description(name: str) -> str:
    try:
        doc = _factory(name).__doc__ or ""
    except ModelError as error:
        return error.message
    return doc.strip().partition("\n")[0]
