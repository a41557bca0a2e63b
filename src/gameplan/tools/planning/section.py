"""The planning section: the words about the plan and the tools that keep it, in one part of a prompt."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from gameplan.prompt import RenderContext, Section
from gameplan.runtime import Session
from gameplan.tools.planning.extras import NO_EXTRAS, PlanExtras
from gameplan.tools.planning.reducers import register_reducers
from gameplan.tools.planning.strategies import PlanningStrategy, planning_copy
from gameplan.tools.planning.suite import planning_tools


class PlanningToolsSection(Section):
    """Lets an agent keep a plan in its session.

    With a `session`, that session is made ready at once; without, by `bind`. The section remembers no session, so one
    may serve many. The strategy is the one given here, else the setting of the session or of the prompt, else REACT.
    """

    def __init__(
        self,
        session: Session | None = None,
        strategy: PlanningStrategy | None = None,
        *,
        extras: PlanExtras = NO_EXTRAS,
        title: str = "Planning",
        key: str | None = None,
        enabled: Callable[[], bool] | None = None,
    ) -> None:
        super().__init__(title=title, key=key, tools=planning_tools(extras), enabled=enabled)
        self.strategy: Final = strategy
        self.extras: Final = extras
        self._fallback: Final = _strategy_of(session) or PlanningStrategy.REACT
        if session is not None:
            self.bind(session)

    def body(self, context: RenderContext) -> str:
        """The copy of the strategy that holds here."""
        strategy = self.strategy or context.setting(PlanningStrategy) or self._fallback
        return planning_copy(strategy, self.extras)

    def bind(self, session: object) -> None:
        """Register the plan's reducers with a session."""
        if not isinstance(session, Session):
            raise TypeError(f"A planning section is bound to a Session, not to {type(session).__name__}.")
        register_reducers(session)


def _strategy_of(session: Session | None) -> PlanningStrategy | None:
    settings = () if session is None else session.settings
    return next((setting for setting in settings if isinstance(setting, PlanningStrategy)), None)
