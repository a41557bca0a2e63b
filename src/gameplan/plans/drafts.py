"""A plan under review, as a session: it is drafted, edited, undone, drafted anew and run, and all of it is on record.

What it is now is a fold of these events. Undo is a rewind to the version before, redo to the one that was left: nothing
is lost by either. A model that drafts does so in a session of its own, so that no undo gives back what it cost.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from gameplan.plans.model import Plan
from gameplan.runtime import Recorded, Rewound, event
from gameplan.runtime.session.history import standing

KIND = "plan"


@event("plan.drafting")
@dataclass(frozen=True, slots=True)
class DraftingBegan:
    """A model begins to draft, in the session of that name: the whole plan, or from the step `start` on."""

    session: str
    request: str = ""
    start: str = ""
    remark: str = ""


@event("plan.drafted")
@dataclass(frozen=True, slots=True)
class PlanDrafted:
    """There is a plan. `source` says where it is from: a template, a model, a text, a run, a person."""

    plan: Plan
    source: str = "person"


@event("plan.edited")
@dataclass(frozen=True, slots=True)
class PlanEdited:
    """The plan is another from here on."""

    plan: Plan
    why: str = ""
    by: str = "person"


@event("plan.not_drafted")
@dataclass(frozen=True, slots=True)
class NotDrafted:
    """The model's drafting came to nothing; `text` is what it said."""

    trouble: str
    text: str = ""


@event("plan.closed")
@dataclass(frozen=True, slots=True)
class PlanClosed:
    """The plan is put away: it is not listed any more, and cannot be edited."""

    why: str = ""


@dataclass(frozen=True, slots=True)
class Version:
    """One version that stands: the event that made it, and what was said of it."""

    seq: int
    at: int
    plan: Plan
    by: str
    why: str


@dataclass(frozen=True, slots=True)
class DraftState:
    """How a plan under review stands. `undo_to` and `redo_to` are the events to rewind to, where there is one.

    `drafting` is the model's drafting that has not come to an end, as far as the record knows.
    """

    versions: tuple[Version, ...] = ()
    undo_to: int | None = None
    redo_to: int | None = None
    drafting: DraftingBegan | None = None
    trouble: str = ""
    text: str = ""
    closed: bool = False

    @property
    def plan(self) -> Plan | None:
        """The plan as it is now; None while there is none yet."""
        return self.versions[-1].plan if self.versions else None

    def version(self, number: int) -> Version | None:
        """The version of that number, if it stands."""
        return next((each for each in reversed(self.versions) if each.plan.version == number), None)


def draft_state(events: Sequence[Recorded[Any]]) -> DraftState:
    """How the plan stands after these events, which are a session's whole record."""
    versions: dict[int, Version] = {}
    past: list[int] = []
    future: list[int] = []
    for recorded in events:
        match recorded.event:
            case PlanDrafted(plan=plan, source=source):
                versions[recorded.seq] = Version(recorded.seq, recorded.at, plan, "person", source)
                past, future = [*past, recorded.seq], []
            case PlanEdited(plan=plan, why=why, by=by):
                versions[recorded.seq] = Version(recorded.seq, recorded.at, plan, by, why)
                past, future = [*past, recorded.seq], []
            case Rewound(to=to):
                now = [each.seq for each in standing(events, to) if each.seq in versions]
                if now == past[:-1]:
                    future = [*future, *past[-1:]]
                elif future and now == [*past, future[-1]]:
                    future = future[:-1]
                else:
                    future = []
                past = now
            case _:
                pass
    drafting, trouble, text, closed = None, "", "", False
    for recorded in standing(events):
        match recorded.event:
            case DraftingBegan():
                drafting, trouble, text = recorded.event, "", ""
            case PlanDrafted() | PlanEdited():
                drafting, trouble, text = None, "", ""
            case NotDrafted():
                drafting, trouble, text = None, recorded.event.trouble, recorded.event.text
            case PlanClosed():
                closed = True
            case _:
                pass
    return DraftState(
        versions=tuple(versions[seq] for seq in past),
        undo_to=past[-2] if len(past) > 1 else None,
        redo_to=future[-1] if future else None,
        drafting=drafting,
        trouble=trouble,
        text=text,
        closed=closed,
    )
