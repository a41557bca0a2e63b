"""Signing in, the home page and the settings."""

from __future__ import annotations

from pydantic import Field

from gameplan.studio.shapes.plans import PlanCard
from gameplan.studio.shapes.runs import InboxItem, RunCard
from gameplan.studio.shapes.wire import Body, Shape


class SignIn(Body):
    """The one-time token out of the address that was printed, or the studio's password."""

    token: str = Field(default="", max_length=500)
    password: str = Field(default="", max_length=500)


class SignedIn(Shape):
    """Whether this browser is signed in. What the studio is about is told only to those who are."""

    signed_in: bool
    workspace: str = ""
    version: str = ""
    with_password: bool = False


class SignInToken(Shape):
    """A token that lets one more browser in: put it behind the studio's address, as in `/#token=…`."""

    token: str


class ModelsInUse(Shape):
    """Which models plan and carry out, and whether a plan can be drafted from words."""

    planner: str
    executor: str
    ready: bool


class Home(Shape):
    """What is running, what waits, what was done."""

    running: list[RunCard]
    waiting: list[InboxItem]
    recent: list[RunCard]
    drafts: list[PlanCard]
    models: ModelsInUse
    workspace: str


class KeyView(Shape):
    """An environment variable that holds a key, and whether it is set. Its value is never told."""

    name: str
    present: bool


class ModelSettings(Shape):
    """The models in use, those that could be, and which keys are there."""

    planner: str
    executor: str
    ready: bool
    planner_from: str = ""
    executor_from: str = ""
    available: list[str] = []
    keys: list[KeyView] = []


class ApprovalSettings(Shape):
    """What is approved in advance in every run that this studio starts, if nothing else is said."""

    yes: list[str] = []


class SettingsView(Shape):
    """What is set. It is kept in the person's own settings file; keys are in the environment alone."""

    etag: str
    models: ModelSettings
    workspace: str
    approvals: ApprovalSettings
    home: str
    file: str
    version: str


class ChangeModels(Body):
    """Other models; null goes back to the default."""

    planner: str | None = Field(default=None, max_length=300)
    executor: str | None = Field(default=None, max_length=300)


class ChangeApprovals(Body):
    """What is approved in advance: write, destroy, send, execute, or all."""

    yes: list[str] = Field(max_length=10)


class ChangeSettings(Body):
    """What to set."""

    models: ChangeModels | None = None
    approvals: ChangeApprovals | None = None
