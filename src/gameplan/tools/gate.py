"""The approval gate: the one place where a person, or a policy, may say no to a call before it happens."""

from __future__ import annotations

from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from gameplan.runtime.events import Json
    from gameplan.tools.tool import Tool


@dataclass(frozen=True, slots=True)
class ProposedCall:
    """A call whose arguments are valid and that has not been carried out yet."""

    tool: Tool[Any, Any]
    params: object
    arguments: Json
    call_id: str
    agent: str


@dataclass(frozen=True, slots=True)
class Denied:
    """The call must not happen, and why."""

    reason: str


class Gate(Protocol):
    """Asked before each call of an agent or a plan. It may take as long as a person needs.

    None lets the call through; so does something to be held while the call runs, such as a lock.
    """

    async def __call__(self, call: ProposedCall, /) -> Denied | AbstractAsyncContextManager[Any] | None: ...
