"""Settings: models, and what is approved in advance. Keys come from the environment alone, and are never shown."""

from __future__ import annotations

import hashlib
import os
from typing import Annotated

from fastapi import APIRouter, Body, Header
from starlette.responses import Response

import gameplan
from gameplan.agents import ModelError, resolve_model
from gameplan.agents.models import house_models
from gameplan.settings import PROVIDERS, load_settings, own_settings, providers_installed
from gameplan.settings.own_file import Value, own_file, set_own
from gameplan.settings.values import looks_like_a_key
from gameplan.studio.api.replies import House, StrictRoute, problems, shown
from gameplan.studio.house import Studio
from gameplan.studio.problems import Trouble, unfit
from gameplan.studio.shapes import (
    ApprovalSettings,
    ChangeSettings,
    KeyView,
    ModelSettings,
    SettingsView,
)

router = APIRouter(tags=["settings"], route_class=StrictRoute)


@router.get("/settings", response_model=SettingsView, summary="What is set", responses=problems("settings"))
async def settings(studio: House) -> Response:
    """The models, which keys are there (never their values), the workspace, and what is approved in advance."""
    return await shown(_settings, studio)


@router.put(
    "/settings",
    response_model=SettingsView,
    summary="Set something",
    responses=problems("changed_meanwhile", "bad_model", "looks_like_a_key", "settings"),
)
async def change(
    studio: House,
    said: Annotated[
        ChangeSettings,
        Body(examples=[{"models": {"planner": "anthropic:claude-sonnet-5-5"}, "approvals": {"yes": ["write"]}}]),
    ],
    if_match: Annotated[
        str | None,
        Header(description="The ETag of the settings as you read them: others stay as they are.", examples=['"9f2c"']),
    ] = None,
) -> Response:
    """Written to the person's own settings file. What the workspace's file or the environment says is over it.

    With If-Match, settings that somebody has changed since you read them are left as they are (412).
    """
    return await shown(_change, studio, said, if_match)


def _settings(studio: Studio) -> SettingsView:
    set_ = load_settings(studio.folder)
    models = studio.models()
    available = [f"house:{name}" for name in house_models()]
    if providers_installed():
        available += [each.example for each in PROVIDERS if each.has_key]
    return SettingsView(
        models=ModelSettings(
            planner=models.planner,
            executor=models.executor,
            ready=models.ready,
            planner_from=set_.said_in.get("planner_model", ""),
            executor_from=set_.said_in.get("model", ""),
            available=available,
            keys=[
                KeyView(name=variable, present=bool(os.environ.get(variable)))
                for each in PROVIDERS
                for variable in each.variables
            ],
        ),
        workspace=str(studio.folder),
        approvals=ApprovalSettings(yes=list(own_settings().approvals_yes or ())),
        etag=_etag(),
        home=str(studio.home),
        file=str(own_file()),
        version=gameplan.__version__,
    )


def _etag() -> str:
    """Another one as soon as anything in the person's own file is another."""
    file = own_file()
    return f'"{hashlib.sha256(file.read_bytes() if file.exists() else b"").hexdigest()[:16]}"'


def _change(studio: Studio, said: ChangeSettings, etag: str | None) -> SettingsView:
    changes: dict[tuple[str, str], Value] = {}
    if said.models is not None:
        names = {"planner": "planner_model", "executor": "model"}
        for field in said.models.model_fields_set:
            model: str | None = getattr(said.models, field)
            changes["", names[field]] = _checked(model)
    if said.approvals is not None:
        changes["approvals", "yes"] = said.approvals.yes or None
    with studio.setting:
        if etag is not None and etag.strip() not in ("*", now := _etag()):
            told = "Somebody has changed the settings since you read them. Nothing was done: look at them again."
            raise Trouble(412, "changed_meanwhile", told, current={"etag": now}, headers={"ETag": now})
        if changes:
            set_own(changes)
            studio.forget_settings()
    return _settings(studio)


def _checked(model: str | None) -> str | None:
    if model is None or not model.strip():
        return None
    if looks_like_a_key(model.strip()):
        raise unfit("looks_like_a_key", "This looks like a key. Keys are read from the environment alone.")
    if model.strip().startswith("recording:"):
        raise unfit("bad_model", "A recording is a file: name it at the command line, not here.")
    try:
        resolve_model(model.strip())
    except ModelError as error:
        raise unfit("bad_model", error.message) from None
    return model.strip()
