"""The picture of a plan."""

from __future__ import annotations

from typing import Literal

from pydantic import AliasChoices, Field

from gameplan.studio.shapes.wire import Shape


class Node(Shape):
    """A step in the picture: where its box is, in which layer, and whether it is on the longest chain."""

    id: str
    x: float
    y: float
    width: float
    height: float
    layer: int
    critical: bool = False


class Edge(Shape):
    """What a step waits for: declared, because it refers to a result, or because its condition does."""

    source: str = Field(validation_alias=AliasChoices("from", "source"), serialization_alias="from")
    target: str = Field(validation_alias=AliasChoices("to", "target"), serialization_alias="to")
    kind: Literal["declared", "reference", "condition"]
    critical: bool = False
    points: list[tuple[float, float]]


class GraphView(Shape):
    """The picture of a plan, laid out."""

    width: float = 0
    height: float = 0
    nodes: list[Node] = []
    edges: list[Edge] = []
