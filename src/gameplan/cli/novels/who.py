"""Who writes and who tells: the model that was named or set, or else a program of the house."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import typer

from gameplan.cli.errors import UserError

if TYPE_CHECKING:
    from gameplan.agents import Budget
    from gameplan.settings.choice import Choice
    from gameplan.settings.values import Settings

AUTHOR, STORYTELLER, DIRECTOR = "house:author", "house:storyteller", "house:director"
_STEPS = 200


def author_for(named: str | None, *, offline: bool) -> str:
    """Who writes: the model that plans, unless it is to be offline or none is set."""
    return _one_of(named, AUTHOR, "planner", offline=offline)


def teller_for(named: str | None, *, offline: bool) -> str:
    """Who tells: the model that carries things out, unless it is to be offline or none is set."""
    return _one_of(named, STORYTELLER, "executor", offline=offline)


def is_house(model: str) -> bool:
    return model.startswith("house:")


def checked(model: str) -> str:
    """The model, if it can be had."""
    import gameplan.novels.house.author_model
    import gameplan.novels.play.house_director
    import gameplan.novels.telling.house_storyteller  # noqa: F401 - these make the house models known
    from gameplan.agents import ModelError, resolve_model

    try:
        resolve_model(model, view=lambda: None)
    except ModelError as error:
        raise UserError(error.message) from None
    return model


def budget_for() -> Budget:
    """What the co-author may use up, as it is set."""
    from gameplan.agents import Budget
    from gameplan.settings.values import load_settings

    settings = load_settings(Path())
    return Budget(
        steps=settings.steps or _STEPS, tokens=settings.tokens, money=settings.money, seconds=settings.seconds
    )


def _one_of(named: str | None, house: str, part: str, *, offline: bool) -> str:
    from gameplan.settings.choice import choose
    from gameplan.settings.values import load_settings

    if named is not None:
        if offline and not is_house(named):
            raise UserError(f"--offline and --model {named} do not go together: leave one of them out.")
        return checked(named)
    if offline:
        return house
    settings = load_settings(Path())
    choice = choose(settings)
    model = choice.planner if part == "planner" else choice.executor
    if choice.offline or is_house(model):
        return house
    _say_why(settings, choice, model)
    return checked(model)


def _say_why(settings: Settings, choice: Choice, model: str) -> None:
    if settings.model is None and settings.planner_model is None:
        limit = "" if settings.money else " Nothing limits what is spent: GAMEPLAN_MONEY=0.50 would."
        said = f"Using {model}, because a key is set: what is written goes there. --offline uses the house.{limit}"
        typer.secho(said, dim=True, err=True)
