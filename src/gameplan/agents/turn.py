"""What came of a turn."""

from __future__ import annotations

from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from gameplan.agents.budget import Spent
from gameplan.agents.events import EndedBy
from gameplan.agents.model import Usage
from gameplan.runtime.events import Json


@dataclass(frozen=True, slots=True)
class TurnResult:
    """What came of one run of an agent: its last words, why it ended, and what it cost.

    `value` is the result of the terminal tool; `output` is the answer as the type that was asked for.
    """

    turn: str
    text: str
    ended_by: EndedBy
    detail: str = ""
    steps: int = 0
    terminal_tool: str = ""
    value: Json = None
    output: Any = None
    spent: Spent = field(default_factory=Spent)

    @property
    def cost(self) -> Decimal:
        """What is known to have been paid; `spent.unpriced` counts the replies without a known price."""
        return self.spent.money

    @property
    def usage(self) -> Usage:
        return self.spent.usage
