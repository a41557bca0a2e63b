"""The studio itself: the journal, the workspace, what runs here and who watches. Everything that the API does is here.

The workspace is chosen when the studio starts, and never by the page.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

from gameplan.agents import Model
from gameplan.plans import Engine, ModelRecovery, Plan, Policy, Problem
from gameplan.plans.catalogue import Catalogue
from gameplan.plans.templating import Template, names_templates, templates
from gameplan.runtime import JournalError, Session, SortableIds, SqliteJournal
from gameplan.settings import choose, load_settings, own_settings, problems_with, thinking_model, tools_of
from gameplan.studio.aside import aside
from gameplan.studio.drafting import Drafting
from gameplan.studio.lists import Lists
from gameplan.studio.news import News
from gameplan.studio.plans import Plans
from gameplan.studio.readings import Readings
from gameplan.studio.runs import Runs
from gameplan.studio.shapes import ModelsInUse
from gameplan.studio.stream import Feeds
from gameplan.studio.watch import Watch
from gameplan.tools import Tool
from gameplan.tools.workspace import Workspace

P = ParamSpec("P")
R = TypeVar("R")


class Studio:
    """One house: a workspace, a journal, and what goes on in them. Close it when you are done.

    `planner` and `executor` are models to use whatever the settings say.
    """

    def __init__(
        self,
        workspace: Path,
        home: Path,
        *,
        planner: Model | str | None = None,
        executor: Model | str | None = None,
    ) -> None:
        self.folder = workspace.resolve()
        self.home = home.absolute()
        self.planner = planner
        self.executor = executor
        self.ids = SortableIds()
        self.home.mkdir(mode=0o700, parents=True, exist_ok=True)
        self.workspace = Workspace(self.folder)
        self.journal = SqliteJournal(self.home / "gameplan.db")
        self.readings = Readings(self.journal)
        self.lists = Lists(self.journal, self.readings, self.check)
        self.feeds = Feeds(self.readings)
        self.news = News(self.lists)
        self.plans = Plans(self)
        self.drafting = Drafting(self)
        self.lists.is_drafting = self.drafting.is_drafting
        self.runs = Runs(self)
        self.setting = threading.Lock()
        self._catalogue: Catalogue | None = None
        self._watch: Watch | None = None
        self._tidying: asyncio.Task[None] | None = None

    # -- from beginning to end

    async def open(self) -> None:
        """Begin to watch the journal. In the event loop that the studio then lives in."""
        loop = asyncio.get_running_loop()

        def grown(sessions: Mapping[str, int]) -> None:
            with suppress(RuntimeError):  # the loop has ended
                loop.call_soon_threadsafe(self._grown, sessions)

        self._watch = Watch(self.journal.path, self.journal.is_written, grown)
        self._watch.start()
        self._tidying = asyncio.create_task(self._tidy())

    async def let_go(self) -> None:
        """Send all watchers away: they come back by themselves, to another studio or to this one when it is back."""
        self.news.close()
        await self.feeds.close()

    async def close(self) -> None:
        """Stop what runs here so that it can be gone on with, and let everything go."""
        await self.let_go()
        await self.drafting.stop_all()
        await self.runs.stop_all()
        if self._tidying is not None:
            self._tidying.cancel()
            await asyncio.gather(self._tidying, return_exceptions=True)
        await self.plans.tidy(all_of_them=True)
        if self._watch is not None:
            await aside(self._watch.close)
        await aside(self.journal.close)
        self.workspace.close()

    def _grown(self, sessions: Mapping[str, int]) -> None:
        for session_id in sessions:
            self.feeds.grown(session_id)
            self.news.changed(session_id)

    def tell_changed(self, session_id: str) -> None:
        """Something about a session changed that does not stand in its record: who carries it out."""
        self.news.changed(session_id)

    async def _tidy(self) -> None:
        while True:
            await asyncio.sleep(1)
            with suppress(JournalError):
                await self.plans.tidy()

    async def read(self, look: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
        """What a function gives that blocks, while the house goes on."""
        return await aside(look, *args, **kwargs)

    # -- what there is (these block)

    def tools_for(self, session_id: str) -> dict[str, Tool[Any, Any]]:
        """The tools of a run: what they change is kept under its name."""
        return tools_of(self.workspace, session_id, model=self._thinker())

    def engine_for(
        self,
        session: Session,
        tools: Mapping[str, Tool[Any, Any]],
        policy: Policy,
        estimates: Mapping[str, float] | None = None,
    ) -> Engine:
        """Who carries out a run here. With a model that is set, it proposes how to go on after a failure."""
        thinker = self._thinker()
        recoverer = None if thinker is None else ModelRecovery(thinker, tools)
        return Engine(tools, session, policy=policy, stays=True, inbox=True, estimates=estimates, recoverer=recoverer)

    def catalogue(self) -> Catalogue:
        """The tools, to check plans with and to be shown."""
        if self._catalogue is None:
            self._catalogue = Catalogue(self.tools_for("studio"))
        return self._catalogue

    def forget_settings(self) -> None:
        """The settings have changed: what follows from them is found out anew."""
        self._catalogue = None

    def check(self, plan: Plan) -> tuple[Problem, ...]:
        """Every problem of a plan."""
        names: Sequence[str] = tuple(self.templates()) if names_templates(plan) else ()
        return problems_with(plan, self.catalogue(), None, names)

    def templates(self) -> dict[str, Template]:
        """Every template, ours and the person's own."""
        return templates(self.home / "templates")

    def models(self) -> ModelsInUse:
        """Which models plan and carry out; without any, no plan can be drafted from words."""
        choice = choose(load_settings(self.folder))
        planner = self.planner if isinstance(self.planner, str) or self.planner is None else self.planner.name
        executor = self.executor if isinstance(self.executor, str) or self.executor is None else self.executor.name
        return ModelsInUse(
            planner=planner or choice.planner,
            executor=executor or choice.executor,
            ready=self.planner is not None or not choice.offline,
        )

    def approved_in_advance(self) -> Sequence[str]:
        """What the person has set to be approved in every run."""
        return own_settings().approvals_yes or ()

    def _thinker(self) -> Model | str | None:
        return self.executor if self.executor is not None else thinking_model(self.folder)
