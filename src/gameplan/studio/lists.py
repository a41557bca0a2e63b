"""What there is: runs, plans under review, what waits for a person. Each is read again only when it has grown.

Everything here blocks, and is called in worker threads.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Container, Sequence
from contextlib import suppress
from dataclasses import dataclass

from gameplan.plans import Problem
from gameplan.plans.drafts import KIND as PLAN
from gameplan.plans.model import Plan
from gameplan.runtime import JournalError, SqliteJournal
from gameplan.runtime.journal.protocol import SessionInfo
from gameplan.studio.readings import Readings
from gameplan.studio.shapes import InboxItem, PlanCard, RunCard, SessionCard
from gameplan.studio.shapes.streams import Changed
from gameplan.studio.views.plans import plan_card
from gameplan.studio.views.runs import card, inbox_items
from gameplan.studio.views.sessions import session_card

RUN = "run"
OVER = ("completed", "failed", "cancelled")
_MOST_LOOKED_AT = 500


@dataclass(frozen=True, slots=True)
class _Run:
    card: RunCard
    inbox: list[InboxItem]


@dataclass(frozen=True, slots=True)
class _Seen:
    """A run as it was when it was last looked at; one that is over is looked at again only when it has grown."""

    grown: tuple[int, bool]
    noted: int
    run: _Run | None
    over: bool


class Lists:
    """The lists of the house."""

    def __init__(
        self, journal: SqliteJournal, readings: Readings, check: Callable[[Plan], tuple[Problem, ...]]
    ) -> None:
        self._journal = journal
        self._readings = readings
        self._check = check
        self._kinds: dict[str, tuple[int, str]] = {}  # when each session was created, and what it is for
        self._runs: dict[str, _Seen] = {}
        self._plans: dict[str, tuple[int, PlanCard | None]] = {}
        self.is_drafting: Callable[[str], bool] = lambda _: False

    def sessions(self, kind: str = "", text: str = "", limit: int = 200) -> list[SessionCard]:
        """The sessions of the journal, the newest first."""
        wanted = text.casefold()
        found = (
            info
            for info in reversed(self._journal.sessions())
            if (not kind or info.kind == kind) and wanted in f"{info.title} {info.session_id}".casefold()
        )
        return [session_card(info) for info, _ in zip(found, range(limit), strict=False)]

    def runs(self, text: str = "", status: str = "", limit: int = 50) -> list[RunCard]:
        """The runs, the newest first."""
        cards = []
        wanted = text.casefold()
        asked = self._journal.asked()
        for info in self._of_kind(RUN):
            if wanted not in f"{info.title} {info.session_id}".casefold():
                continue
            run = self._run(info, asked)
            if run is not None and (not status or run.card.status == status):
                cards.append(run.card)
            if len(cards) == limit:
                break
        return cards

    def runs_of(self, plan_id: str, infos: Sequence[SessionInfo]) -> list[str]:
        """Those of these runs that are of a plan under review, in their order."""
        asked = self._journal.asked()
        runs = (self._run(info, asked) for info in infos)
        return [each.card.id for each in runs if each is not None and each.card.plan == plan_id]

    def newest_runs(self) -> list[SessionInfo]:
        """The newest sessions that are runs, the newest first."""
        return self._of_kind(RUN)

    def waiting(self) -> list[InboxItem]:
        """All that waits for a person, what waits longest first."""
        asked = self._journal.asked()
        runs = (self._run(info, asked) for info in self._of_kind(RUN))
        items = [item for run in runs if run is not None for item in run.inbox if not item.noted]
        return sorted(items, key=lambda item: item.since)

    def plans(self, text: str = "", limit: int = 100) -> list[PlanCard]:
        """The plans under review that are not closed, what was changed last first."""
        wanted = text.casefold()
        infos = self._of_kind(PLAN)
        runs: dict[str, int] = {}
        for run in self.runs(limit=_MOST_LOOKED_AT) if infos else ():
            runs[run.plan] = runs.get(run.plan, 0) + 1
        cards = [self._plan(info) for info in infos]
        found = [
            each.model_copy(update={"runs": runs.get(each.id, 0), "drafting": self.is_drafting(each.id)})
            for each in cards
            if each is not None and wanted in f"{each.title} {each.id}".casefold()
        ]
        return sorted(found, key=lambda each: -each.updated_at)[:limit]

    def line(self, session_id: str) -> Changed:
        """How a session stands, in a line: what those who show lists are told when it has changed."""
        writing = self._journal.is_written(session_id)
        with self._readings.reading(session_id) as known:
            kind, seq = known.started.kind, known.seq
            line = Changed(session=session_id, kind=kind, seq=seq)
            if kind == RUN:
                run = card(session_id, known.story, writing=writing)
                line.status, line.waiting, line.done, line.total = run.status, run.waiting, run.done, run.total
            elif kind == PLAN:
                line.status = "closed" if known.draft.closed else "open"
            return line

    def _of_kind(self, kind: str) -> list[SessionInfo]:
        """The newest sessions of a kind, the newest first. What a session is for is read once."""
        kinds = self._kinds
        for info in self._journal.sessions(lambda name: name not in kinds):
            if info.first is not None:
                kinds[info.session_id] = (info.created, info.kind)
        found = ((created, name) for name, (created, its) in tuple(kinds.items()) if its == kind)
        newest = {name for _, name in heapq.nlargest(_MOST_LOOKED_AT, found)}
        return list(reversed(self._journal.sessions(newest.__contains__)))

    def _run(self, info: SessionInfo, asked: Container[str]) -> _Run | None:
        grown = (info.events, info.writing)
        known = self._runs.get(info.session_id)
        if known is not None and known.grown == grown and known.over:
            return known.run
        noted = self._journal.intents(info.session_id) if info.session_id in asked else ()
        if known is not None and known.grown == grown and known.noted == len(noted):
            return known.run
        made, over = None, True
        with suppress(JournalError), self._readings.reading(info.session_id) as reading:
            story = reading.story
            run = card(info.session_id, story, writing=info.writing, noted=len(noted))
            over = run.status in OVER
            if story.state is not None:
                made = _Run(run, [] if over else inbox_items(info.session_id, story, noted))
        self._runs[info.session_id] = _Seen(grown, len(noted), made, over and not info.writing)
        return made

    def _plan(self, info: SessionInfo) -> PlanCard | None:
        known = self._plans.get(info.session_id)
        if known is not None and known[0] == info.events:
            return known[1]
        made = None
        with suppress(JournalError), self._readings.reading(info.session_id) as reading:
            draft = reading.draft
            if not draft.closed:
                plan = draft.plan
                problems = len(self._check(plan)) if plan is not None else 0
                title = (plan.request if plan is not None else "") or reading.started.title
                made = plan_card(
                    info.session_id, title, draft, problems, drafting=False, runs=0, updated_at=reading.updated_at
                )
        self._plans[info.session_id] = (info.events, made)
        return made
