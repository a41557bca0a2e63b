"""What comes next in a draft, in the order of the pipeline. It is told with every reply: nobody has to remember it."""

from __future__ import annotations

from collections.abc import Iterator

from gameplan.novels.authoring.draft import Draft
from gameplan.novels.package import Act

_TOLD = 6


def next_steps(draft: Draft, most: int = _TOLD) -> list[str]:
    """The next things to do, the first of them first."""
    steps = list(_steps(draft))
    if len(steps) > most:
        return [*steps[: most - 1], f"… and {len(steps) - most + 1} more"]
    return steps


def is_populated(draft: Draft) -> bool:
    """Whether all that was intended is written, so that it can be judged as a whole."""
    return (
        draft.premise is not None
        and bool(draft.acts)
        and all(draft.act_stage(act.id) == "wired" for act in draft.acts)
        and all(place.encounters for act in draft.acts for place in act.locations)
    )


def _steps(draft: Draft) -> Iterator[str]:
    if draft.closed:
        yield f"Nothing: the draft is closed ({draft.closed})."
        return
    if draft.premise is None:
        yield "proposeStoryPremise: what the novel is about"
    elif not draft.premise.endings:
        yield 'updateElement(type="premise"): give it endings, each with a condition that play can compute'
    if not any(each.role == "protagonist" for each in draft.characters):
        yield 'proposeCharacter(role="protagonist"): whom the player plays'
    if draft.premise is not None and not draft.acts:
        yield "draftActOutline: the first act"
    for act in draft.acts:
        yield from _steps_of(draft, act)
    for mark in draft.stale:
        yield f"Look again at the {mark}"
    if is_populated(draft):
        yield "finalizePackage: have it proved and made"


def _steps_of(draft: Draft, act: Act) -> Iterator[str]:
    stages = {id_: draft.node_stage(act.id, id_) for id_ in _ids(act)}
    unwired = [id_ for id_, stage in stages.items() if stage == "intended"]
    if unwired:
        yield f'draftNodeWeb(actId="{act.id}"): wire {", ".join(unwired)}'
    elif not stages:
        yield f'draftActOutline(id="{act.id}"): name its intendedLocations'
    for id_, stage in stages.items():
        if stage == "wired":
            yield f'draftNodeEncounters(actId="{act.id}", nodeId="{id_}")'
    for id_, stage in stages.items():
        if stage == "populated":
            yield f'finalizeNode(actId="{act.id}", nodeId="{id_}")'


def _ids(act: Act) -> list[str]:
    return list(dict.fromkeys([*act.intended_locations, *(each.id for each in act.locations)]))
