"""What all shapes share: camelCase on the wire, and nothing that is not named."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict
from pydantic.alias_generators import to_camel

_WIRE = ConfigDict(alias_generator=to_camel, populate_by_name=True, serialize_by_alias=True)


class Shape(BaseModel):
    """Something that the API gives."""

    model_config = ConfigDict(**_WIRE, extra="ignore")


class Body(BaseModel):
    """Something that the API takes; what is not named is refused."""

    model_config = ConfigDict(**_WIRE, extra="forbid")
