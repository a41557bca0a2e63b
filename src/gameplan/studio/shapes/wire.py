"""What all shapes share: camelCase on the wire, and nothing that is not named."""

from __future__ import annotations

from typing import Annotated, Any, TypeAlias

from pydantic import BaseModel, ConfigDict, Field
from pydantic.alias_generators import to_camel

from gameplan.runtime.events import Json

_WIRE = ConfigDict(alias_generator=to_camel, populate_by_name=True, serialize_by_alias=True)


class Shape(BaseModel):
    """Something that the API gives."""

    model_config = ConfigDict(**_WIRE, extra="ignore")


class Body(BaseModel):
    """Something that the API takes; what is not named is refused."""

    model_config = ConfigDict(**_WIRE, extra="forbid")


TOLD_AS = "x-told-as"
"""Marks a field that is plain JSON here, and in the document what it is."""


def _told_as(name: str) -> Any:
    return Field(json_schema_extra={TOLD_AS: name})


PlanJson: TypeAlias = Annotated[dict[str, Json], _told_as("Plan")]
AnyPlan: TypeAlias = Annotated[Any, _told_as("Plan")]
EditJson: TypeAlias = Annotated[dict[str, Json], _told_as("Edit")]
InputJson: TypeAlias = Annotated[Json, _told_as("Input")]
