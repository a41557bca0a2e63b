"""Templates and tools."""

from __future__ import annotations

from pydantic import Field

from gameplan.runtime.events import Json
from gameplan.studio.shapes.wire import Body, InputJson, PlanJson, Shape


class TemplateCard(Shape):
    """A plan that is ready to be used once it is told a few things."""

    name: str
    description: str
    inputs: dict[str, InputJson]
    source: str
    steps: int


class TemplateView(TemplateCard):
    """A template with its plan."""

    plan: PlanJson


class SaveTemplate(Body):
    """Save a plan under review as a template of the person's own."""

    name: str = Field(pattern=r"^[a-z0-9][a-z0-9-]{0,60}$")
    plan: str = Field(max_length=200)
    replace: bool = False


class EffectView(Shape):
    """What a tool does to what: reads, writes, destroys, sends, executes."""

    verb: str
    target: str


class ToolView(Shape):
    """A tool that a step may call, with the JSON schemas of its arguments and its result."""

    name: str
    description: str
    parameters: dict[str, Json]
    output: Json
    effects: list[EffectView]
    trusted: bool
    repeatable: bool
    primary: str
    roles: dict[str, str]
