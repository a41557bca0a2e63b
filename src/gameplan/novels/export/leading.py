"""Which ways of a place lead on, to something that was not told yet. `story` says what that means."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from gameplan.novels.export.conditions import Condition
from gameplan.novels.export.story import Place, Way

_NOWHERE = 1_000_000  # ways, and more than any novel has


def ways_that_lead_on(
    here: Place, places: Mapping[str, Place], holds: Callable[[Condition], bool], is_new: Callable[[Place], bool]
) -> list[Way]:
    """The ways to a place that has something new; if there are none, the first of the shortest to one further off."""

    def open_ways(place: Place) -> list[Way]:
        return [each for each in place.ways if holds(each.condition)]

    def far(place: Place) -> int:
        """How many ways it is from a place to something new, without coming through here."""
        seen, edge, steps = {here.id, place.id}, [place], 0
        while edge:
            if any(map(is_new, edge)):
                return steps
            reached = {way.to for each in edge for way in open_ways(each)} - seen
            edge, steps = [places[to] for to in reached], steps + 1
            seen |= reached
        return _NOWHERE

    distances = {each: far(places[each.to]) for each in open_ways(here)}
    nearest = min(distances.values(), default=_NOWHERE)
    found = [each for each, steps in distances.items() if steps == nearest < _NOWHERE]
    return found[:1] if nearest else found
