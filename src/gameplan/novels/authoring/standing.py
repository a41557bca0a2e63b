"""How a draft stood, from its record alone."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, get_args

from gameplan.novels.authoring.draft import Draft
from gameplan.novels.authoring.events import Happened
from gameplan.novels.authoring.folding import after
from gameplan.novels.authoring.next_steps import next_steps
from gameplan.runtime import Recorded
from gameplan.runtime.events import Json

_HAPPENED = get_args(Happened)


def told_state(record: Iterable[Recorded[Any]]) -> dict[str, Json]:
    """The draft after what a record tells: what is written, what was made stale by a change, and what comes next."""
    draft: Draft | None = None
    for each in record:
        if isinstance(each.event, _HAPPENED):
            draft = after(draft or Draft(), each.event)
    if draft is None:
        return {}
    told: dict[str, Json] = {
        "package": draft.package().model_dump(mode="json", by_alias=True, exclude_defaults=True),
        "finalized": [f"{act}/{node}" for act, node in sorted(draft.finalized)],
        "stale": [str(each) for each in draft.stale],
        "next": next_steps(draft),
        "closed": draft.closed,
    }
    return {"draft": [{name: value for name, value in told.items() if value}]}
