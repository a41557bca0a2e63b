"""What a draft must have before a package is made of it, and how it is told what it lacks."""

from __future__ import annotations

from collections.abc import Sequence

from gameplan.novels.authoring.draft import Draft
from gameplan.novels.authoring.findings import Finding
from gameplan.novels.authoring.proposing import too_early
from gameplan.tools import ToolRefused


def must_be_whole(draft: Draft) -> None:
    """A package needs a premise, and acts in which there is something to play."""
    need = [] if draft.premise is not None else ["proposeStoryPremise"]
    if not draft.acts:
        need.append("draftActOutline")
    for act in draft.acts:
        if draft.act_stage(act.id) != "wired":
            need.append(f'draftNodeWeb(actId="{act.id}")')
        elif not any(each.encounters for each in act.locations):
            need.append(f'draftNodeEncounters(actId="{act.id}")')
    if need:
        raise too_early("The draft is not whole yet.", *need)


def to_repair(message: str, code: str, found: Sequence[Finding], most: int = 20) -> ToolRefused:
    """The refusal that hands findings back, each with its repair."""
    more = [f"… and {len(found) - most} more"] if len(found) > most else []
    return ToolRefused(message, code=code, needs=[*(str(each) for each in found[:most]), *more])
