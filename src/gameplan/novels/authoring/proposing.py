"""What may be done to a draft, and what comes of it: pure functions from a draft to an event, or a refusal.

The order of the pipeline is kept here, and so is the rule that nothing is lost and nothing hangs in the air.
"""

from __future__ import annotations

from collections.abc import Sequence

from gameplan.novels.authoring.draft import Draft
from gameplan.novels.authoring.events import (
    ActOutlined,
    CharacterProposed,
    EncountersDrafted,
    Happened,
    LocationsWired,
    NodeFinalized,
    PremiseProposed,
)
from gameplan.novels.authoring.folding import after
from gameplan.novels.authoring.merging import merged, refuse_doubles
from gameplan.novels.authoring.names import Use, dangling, defined, uses
from gameplan.novels.package import Act, Character, Encounter, Location, MusicPrompt, Premise
from gameplan.tools import ToolRefused

_REFERRERS = 12


def premise_proposed(draft: Draft, given: Premise) -> PremiseProposed:
    if draft.premise is None and "language" not in given.model_fields_set:
        given = given.model_copy(update={"language": draft.language})
    return PremiseProposed(merged(draft.premise, given))


def character_proposed(draft: Draft, given: Character) -> CharacterProposed:
    return CharacterProposed(merged(draft.character(given.id), given))


def act_outlined(draft: Draft, given: Act) -> ActOutlined:
    if draft.premise is None:
        raise too_early("An act rests on a premise, and there is none yet.", "proposeStoryPremise")
    if given.locations:
        raise _elsewhere("locations", "draftNodeWeb")
    old = draft.act(given.id)
    wired = [each.id for each in old.locations] if old is not None else []
    act = merged(old, given).model_copy(update={"locations": ()})
    intended = tuple(dict.fromkeys([*act.intended_locations, *wired]))  # what is wired is not given up by the way
    return ActOutlined(act.model_copy(update={"intended_locations": intended}))


def locations_wired(draft: Draft, act_id: str, given: Sequence[Location]) -> LocationsWired:
    act = _outlined(draft, act_id)
    refuse_doubles(*given)
    if any(each.encounters for each in given):
        raise _elsewhere("encounters", "draftNodeEncounters")
    known = [*act.intended_locations, *(each.id for each in act.locations)]
    strange = [each.id for each in given if each.id not in known]
    if strange:
        raise ToolRefused(
            f'Act "{act_id}" intends the locations {_listed(known)}, and not {_listed(strange)}.',
            code="UNKNOWN_LOCATION",
            needs=[f'draftActOutline(id="{act_id}") with intendedLocations that name {_listed(strange)}'],
        )
    new = [merged(draft.location(act_id, each.id), each).model_copy(update={"encounters": ()}) for each in given]
    return LocationsWired(act_id, tuple(new))


def encounters_drafted(draft: Draft, act_id: str, node_id: str, given: Sequence[Encounter]) -> EncountersDrafted:
    place = _wired(draft, act_id, node_id)
    refuse_doubles(*given)
    old = {each.id: each for each in place.encounters}
    return EncountersDrafted(act_id, node_id, tuple(merged(old.get(each.id), each) for each in given))


def node_finalized(
    draft: Draft, act_id: str, node_id: str, background: str, music: Sequence[MusicPrompt]
) -> NodeFinalized:
    place = _wired(draft, act_id, node_id)
    if not place.encounters:
        raise too_early(
            f'What "{node_id}" looks like follows from what happens there, and nothing does yet.',
            f'draftNodeEncounters(actId="{act_id}", nodeId="{node_id}")',
        )
    return NodeFinalized(act_id, node_id, background, tuple(music))


# -- the order


def too_early(message: str, *need: str) -> ToolRefused:
    """The refusal of a call that comes before what it rests on."""
    return ToolRefused(message, code="PIPELINE_ORDER", needs=need)


def _elsewhere(what: str, tool: str) -> ToolRefused:
    return ToolRefused(f"The {what} are drafted in a step of their own.", code="OTHER_TOOL", needs=[tool])


def _outlined(draft: Draft, act_id: str) -> Act:
    act = draft.act(act_id)
    if act is None:
        known = f" There are: {_listed([each.id for each in draft.acts])}." if draft.acts else ""
        raise too_early(f'Act "{act_id}" is not outlined.{known}', f'draftActOutline(id="{act_id}")')
    return act


def _wired(draft: Draft, act_id: str, node_id: str) -> Location:
    act = _outlined(draft, act_id)
    place = draft.location(act_id, node_id)
    if place is None:
        if node_id not in act.intended_locations:
            raise ToolRefused(
                f'Act "{act_id}" has no location "{node_id}". It has: {_listed(act.intended_locations)}.',
                code="UNKNOWN_LOCATION",
                needs=[f'draftActOutline(id="{act_id}") with "{node_id}" in intendedLocations'],
            )
        raise too_early(f'Location "{node_id}" is not wired yet.', f'draftNodeWeb(actId="{act_id}") with "{node_id}"')
    return place


# -- what holds of every change


def guarded(draft: Draft, event: Happened) -> Draft:
    """The draft after an event; refused, if ids became ambiguous by it or names came to hang in the air."""
    new = after(draft, event)
    before, now = draft.package(), new.package()
    there, was = defined(now), defined(before)
    double = [each for each, count in there.items() if count > 1 and was[each] < count]
    if double:
        raise ToolRefused(
            f"There is already {_listed(map(str, double))}: an id stands for one thing in the whole novel.",
            code="DUPLICATE_ID",
            needs=["another id"],
        )
    lost = {each for each in was if each not in there}
    referrers = [use for use in uses(now) if use.target in lost]
    if referrers:
        raise _referenced(referrers)
    old = {(use.target, use.where) for use in dangling(before)}
    nowhere = [use for use in dangling(now) if use.target.act and (use.target, use.where) not in old]
    if nowhere:
        raise ToolRefused(
            f"There is no {_listed(dict.fromkeys(str(each.target) for each in nowhere))}.",
            code="UNKNOWN_LOCATION",
            needs=[f"{use.where}: name a location that the act intends" for use in nowhere[:_REFERRERS]],
        )
    return new


def _referenced(referrers: Sequence[Use]) -> ToolRefused:
    what = dict.fromkeys(str(use.target) for use in referrers)
    more = [f"and {len(referrers) - _REFERRERS} more"] if len(referrers) > _REFERRERS else []
    return ToolRefused(
        f"Others still name {_listed(what)}. Change them first.",
        code="REFERENCED",
        needs=[*(f"{use.where} names {use.target}" for use in referrers[:_REFERRERS]), *more],
    )


def _listed(ids: object) -> str:
    names = [str(each) for each in ids]  # type: ignore[attr-defined]
    return ", ".join(names) or "none"
