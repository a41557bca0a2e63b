"""What the tools of a table take. The names on the wire are those of prompts: `cardName`, `fromZone`, `from`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import Field

_LONGEST = 500
# What these mean is in the prompt, once: a schema is sent with every call to a model, for each tool anew.
ZoneKey = str
FromZone = Annotated[str, Field(alias="fromZone")]
ToZone = Annotated[str, Field(alias="toZone")]
CardName = Annotated[str, Field(alias="cardName")]
CardNames = Annotated[list[str], Field(alias="cardNames", max_length=200)]
End = Annotated[Literal["top", "bottom"], Field(alias="from")]
Position = Annotated[str | int, Field(description="top, bottom, or a place counted from the top, from 1.")]
Allowed = bool
Reason = str


def because(params: Any) -> str:
    """The reason why the rules do not count, if they do not."""
    return (params.reason.strip()[:_LONGEST] or "no reason was given") if params.allowed_by_card_effect else ""


@dataclass(frozen=True, slots=True)
class Draw:
    count: Annotated[int, Field(ge=1, le=60)] = 1
    zone: ZoneKey = "your_deck"
    to_zone: ToZone = "your_hand"
    allowed_by_card_effect: Allowed = False
    reason: Reason = ""


@dataclass(frozen=True, slots=True)
class MoveCard:
    from_zone: FromZone
    to_zone: ToZone
    card_name: CardName = ""
    position: Position = "top"
    allowed_by_card_effect: Allowed = False
    reason: Reason = ""


@dataclass(frozen=True, slots=True)
class PlaceOnZone:
    card_name: CardName
    from_zone: FromZone
    zone: ZoneKey
    position: Position = "top"
    allowed_by_card_effect: Allowed = False
    reason: Reason = ""


@dataclass(frozen=True, slots=True)
class MoveStack:
    from_zone: FromZone
    to_zone: ToZone
    allowed_by_card_effect: Allowed = False
    reason: Reason = ""


@dataclass(frozen=True, slots=True)
class SwapStacks:
    zone: ZoneKey
    with_zone: Annotated[str, Field(alias="withZone")]
    allowed_by_card_effect: Allowed = False
    reason: Reason = ""


@dataclass(frozen=True, slots=True)
class OneZone:
    zone: ZoneKey
    allowed_by_card_effect: Allowed = False
    reason: Reason = ""


@dataclass(frozen=True, slots=True)
class Peek:
    zone: ZoneKey
    count: Annotated[int, Field(ge=1, le=60)] = 1
    end: End = "top"
    allowed_by_card_effect: Allowed = False
    reason: Reason = ""


@dataclass(frozen=True, slots=True)
class Rearrange:
    zone: ZoneKey
    card_names: CardNames
    end: End = "top"
    allowed_by_card_effect: Allowed = False
    reason: Reason = ""


@dataclass(frozen=True, slots=True)
class Reveal:
    zone: ZoneKey
    card_names: CardNames
    allowed_by_card_effect: Allowed = False
    reason: Reason = ""


@dataclass(frozen=True, slots=True)
class OneCard:
    zone: ZoneKey
    card_name: CardName
    allowed_by_card_effect: Allowed = False
    reason: Reason = ""


@dataclass(frozen=True, slots=True)
class Turned:
    zone: ZoneKey
    card_name: CardName
    degrees: Literal[0, 90, 180, 270]


@dataclass(frozen=True, slots=True)
class SetCounter:
    zone: ZoneKey
    counter: str
    value: Annotated[int, Field(ge=0, le=9_990)]
    allowed_by_card_effect: Allowed = False
    reason: Reason = ""


@dataclass(frozen=True, slots=True)
class AddCounter:
    zone: ZoneKey
    counter: str
    amount: Annotated[int, Field(ge=-9_990, le=9_990)]
    allowed_by_card_effect: Allowed = False
    reason: Reason = ""


@dataclass(frozen=True, slots=True)
class CoinFlip:
    purpose: Annotated[str, Field(max_length=200)] = ""


@dataclass(frozen=True, slots=True)
class DiceRoll:
    sides: Annotated[int, Field(ge=2, le=1_000)] = 6
    purpose: Annotated[str, Field(max_length=200)] = ""


@dataclass(frozen=True, slots=True)
class CreateDecision:
    player: Literal["you", "opponent"]
    text: Annotated[str, Field(max_length=500)]
    choices: Annotated[list[str], Field(min_length=1, max_length=50)]


@dataclass(frozen=True, slots=True)
class ResolveDecision:
    choices: Annotated[
        list[int | str], Field(description="The numbers of what you choose, as listed; or the names.", max_length=100)
    ]


@dataclass(frozen=True, slots=True)
class Mulligan:
    allowed_by_card_effect: Allowed = False
    reason: Reason = ""


@dataclass(frozen=True, slots=True)
class DeclareAction:
    text: Annotated[str, Field(max_length=500)]


@dataclass(frozen=True, slots=True)
class DeclareVictory:
    reason: Annotated[str, Field(max_length=500)]
    allowed_by_card_effect: Allowed = False
