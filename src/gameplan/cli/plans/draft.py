"""Drafting a plan from words: a model writes it, on the record, and what is wrong with it goes back to the model."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from gameplan.cli.errors import ExitCode, UserError

if TYPE_CHECKING:
    from gameplan.agents import Model
    from gameplan.plans import Draft


def draft(request: str, folder: Path, model: str | None) -> Draft:
    """A draft of a plan for the request, by the model that is set to plan."""
    planner = planner_for(folder, model)
    typer.secho(f"{planner.name} is drafting the plan …", dim=True, err=True)
    try:
        drafted = asyncio.run(_draft(request, folder, planner))
    except KeyboardInterrupt:
        raise typer.Exit(int(ExitCode.CANCELLED)) from None
    refuse_if_nothing(drafted)
    return drafted


def planner_for(folder: Path, model: str | None) -> Model:
    """The model that is set to plan; where none is, what to do instead is told."""
    from gameplan.agents import ModelError, resolve_model
    from gameplan.cli.plans.templates import known_templates
    from gameplan.settings.choice import choose
    from gameplan.settings.values import load_settings

    choice = choose(load_settings(folder, planner_model=model))
    if choice.offline:
        names = "".join(f"\n  {name}" for name in known_templates())
        raise UserError(
            "A plan from words needs a language model, and none is set. Name one with --model, or set "
            "ANTHROPIC_API_KEY or GAMEPLAN_PLANNER_MODEL; `gameplan models` shows which there are.\n"
            f"A template needs no model: gameplan plan --template NAME. There are:{names}"
        )
    try:
        return resolve_model(choice.planner)
    except ModelError as error:
        raise UserError(error.message) from None


def refuse_if_nothing(drafted: Draft) -> None:
    """A draft that is no plan is told with what the model said."""
    if drafted.plan is None:
        code = ExitCode.USAGE if drafted.text else ExitCode.MODEL_ERROR
        raise UserError(f"There is no plan: {drafted.trouble}\n{drafted.text}".rstrip(), code)


async def _draft(request: str, folder: Path, planner: Model) -> Draft:
    from gameplan.plans import draft_plan
    from gameplan.runtime import Session, SessionStarted, SortableIds
    from gameplan.settings import thinking_model, tools_of
    from gameplan.settings.places import open_journal
    from gameplan.tools import ToolContext
    from gameplan.tools.workspace import ListDirectory, Workspace

    with open_journal(create=True) as journal, Workspace(folder) as workspace:
        session_id = SortableIds().new("draft")
        with Session(journal=journal, session_id=session_id) as session:
            session.dispatch(SessionStarted("draft", request))
            tools = tools_of(workspace, session_id, model=thinking_model(folder))
            listing = await tools["list_directory"](ListDirectory(depth=2), ToolContext(session))
            return await draft_plan(
                request, tools, model=planner, workspace=getattr(listing, "message", ""), session=session
            )
