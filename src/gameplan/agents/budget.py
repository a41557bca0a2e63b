"""One budget for every agent under it: steps, tokens, money, seconds, replans."""

from __future__ import annotations

from dataclasses import dataclass, field
from decimal import Decimal, InvalidOperation

from gameplan.agents.model import Usage
from gameplan.runtime import Clock, SystemClock


@dataclass(frozen=True, slots=True)
class Spent:
    """What was used up: by one agent, or in all. `unpriced` counts replies whose price is not known."""

    steps: int = 0
    usage: Usage = field(default_factory=Usage)
    money: Decimal = Decimal(0)
    unpriced: int = 0

    def __add__(self, other: Spent) -> Spent:
        return Spent(
            self.steps + other.steps,
            self.usage + other.usage,
            self.money + other.money,
            self.unpriced + other.unpriced,
        )


class Budget:
    """The bounds of some work, shared by all who do it. None means no bound.

    A step is one model call of an agent that acts; a planner's calls count in tokens and money alone.
    """

    def __init__(
        self,
        *,
        steps: int | None = 75,
        tokens: int | None = None,
        money: Decimal | float | str | None = None,
        seconds: float | None = None,
        replans: int = 3,
        clock: Clock | None = None,
    ) -> None:
        for name, bound in (("steps", steps), ("tokens", tokens), ("seconds", seconds), ("replans", replans)):
            if bound is not None and bound < 0:
                raise ValueError(f"Budget: {name} is {bound}; it cannot be negative.")
        self.steps = steps
        self.tokens = tokens
        self.money = None if money is None else _money(money)
        self.seconds = seconds
        self.replans = replans
        self.replanned = 0
        self.spent = Spent()
        self.by_agent: dict[str, Spent] = {}
        self._clock = clock or SystemClock()
        self._started: float | None = None

    def spend(self, agent: str, spent: Spent) -> None:
        """Book what an agent used."""
        self.spent += spent
        self.by_agent[agent] = self.by_agent.get(agent, Spent()) + spent

    def exhausted(self, *, is_step: bool = True) -> str | None:
        """Why there must be no further model call, or None if there may be one."""
        if is_step and self.steps is not None and self.spent.steps >= self.steps:
            return f"all {self.steps} steps are used" if self.steps != 1 else "the one step is used"
        if self.tokens is not None and self.spent.usage.total >= self.tokens:
            return f"{self.spent.usage.total:,} of {self.tokens:,} tokens are used"
        if self.money is not None and self.spent.money >= self.money:
            return f"${self.spent.money:.4f} of ${self.money} is spent"
        if self.money is not None and self.spent.unpriced:
            return f"a model has no known price, so a limit of ${self.money} cannot be kept; limit the tokens instead"
        left = self.seconds_left()
        if left is not None and left <= 0:
            return f"all {self.seconds:g} seconds are used"
        return None

    def seconds_left(self) -> float | None:
        """The time that is left; it runs from the first time this is asked."""
        if self.seconds is None:
            return None
        now = self._clock.monotonic()
        if self._started is None:
            self._started = now
        return self.seconds - (now - self._started)

    def may_replan(self) -> bool:
        return self.replanned < self.replans


def _money(amount: Decimal | float | str) -> Decimal:
    try:
        money = Decimal(str(amount))
    except InvalidOperation:
        raise ValueError(f'Budget: money is {amount!r}; it must be a number, such as "0.50".') from None
    if not money.is_finite() or money < 0:
        raise ValueError(f"Budget: money is {amount}; it must be a number that is not negative.")
    return money
