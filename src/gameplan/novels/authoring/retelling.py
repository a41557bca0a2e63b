"""A package as the calls that write it: so a finished novel can be taken up again, or be written while one looks on."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from gameplan.novels.authoring.tool_arguments import (
    DraftActOutline,
    DraftedEncounter,
    ProposeCharacter,
    ProposeStoryPremise,
    WiredLocation,
)
from gameplan.novels.package import Act, Location, Part, Premise, VNPackage
from gameplan.runtime.events import Json


def calls_of(package: VNPackage) -> Iterator[tuple[str, dict[str, Json]]]:
    """The name and the arguments of each call, in the order of the pipeline. The last one makes the package."""
    premise = Premise(**{name: getattr(package, name) for name in Premise.model_fields})
    yield "proposeStoryPremise", _wire(premise, ProposeStoryPremise)
    for character in package.characters:
        yield "proposeCharacter", _wire(character, ProposeCharacter)
    for act in package.acts:
        yield from _calls_of_act(act)
    yield "finalizePackage", {"title": package.title}


def _calls_of_act(act: Act) -> Iterator[tuple[str, dict[str, Json]]]:
    intended = tuple(dict.fromkeys([*act.intended_locations, *(each.id for each in act.locations)]))
    yield "draftActOutline", _wire(act.model_copy(update={"intended_locations": intended}), DraftActOutline)
    if act.locations:
        yield "draftNodeWeb", {"actId": act.id, "locations": [_wire(each, WiredLocation) for each in act.locations]}
    for place in act.locations:
        if place.encounters:
            encounters = [_wire(each, DraftedEncounter) for each in place.encounters]
            yield "draftNodeEncounters", {"actId": act.id, "nodeId": place.id, "encounters": encounters}
    for place in act.locations:
        if place.encounters:
            yield "finalizeNode", _finalized(act, place)


def _finalized(act: Act, place: Location) -> dict[str, Json]:
    music: list[Json] = [each.model_dump(mode="json", by_alias=True) for each in place.music_prompts]
    prompt = place.background_prompt or place.ambient_detail
    return {"actId": act.id, "nodeId": place.id, "backgroundPrompt": prompt, "musicPrompts": music}


def _wire(part: Part, taken: type[Part]) -> dict[str, Json]:
    """A part as a tool takes it: what the tool must have, and of the rest what is not as usual anyway."""
    given = taken.model_validate(part.model_dump(include=set(taken.model_fields)))
    said: dict[str, Any] = given.model_dump(mode="json", by_alias=True, exclude_defaults=True)
    return said
