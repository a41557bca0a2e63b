"""Ways out of a place: which are open, and in which direction something new is to be found."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

from gameplan.novels.play.book import Book, Chapter
from gameplan.novels.play.choosing import Holds, scenes_at
from gameplan.novels.play.state import PlayState


@dataclass(frozen=True, slots=True)
class Way:
    """A way out. `leads_on` if it is a shortest way to something new; `new` how much of that is right there."""

    to: str
    leads_on: bool = False
    new: int = 0


def open_ways(chapter: Chapter, state: PlayState, place: str) -> list[str]:
    """Where one can go from a place."""
    return [to for to in chapter.places[place].connections if _is_open(chapter, state, to) and to != place]


def _is_open(chapter: Chapter, state: PlayState, to: str) -> bool:
    location = chapter.places.get(to)
    if location is None or to in state.locked:
        return False
    return location.requires_flag is None or location.requires_flag in state.flags


def hard(state: PlayState) -> Holds:
    """Conditions as they hold without anybody being asked."""
    return state.satisfies


def ahead(state: PlayState) -> PlayState:
    """The state as it stands when the next beat is made, if nothing else happens before it."""
    then = state.copy()
    then.turn += 1
    then.act_turn += 1
    return then


def new_at(book: Book, chapter: Chapter, state: PlayState, place: str) -> int:
    """How many scenes that were never played could come at a place."""
    return sum(1 for each in scenes_at(book, chapter, state, place, hard(state)) if each.id not in state.played)


def ways_on(book: Book, chapter: Chapter, state: PlayState) -> list[Way]:
    """The ways out of where the player is, with where they lead."""
    state = ahead(state)
    first = open_ways(chapter, state, state.location)
    new = {to: new_at(book, chapter, state, to) for to in first}
    if any(new.values()):
        return [Way(to, new[to] > 0, new[to]) for to in first]
    towards = _towards_new(book, chapter, state, first)
    return [Way(to, to == towards, 0) for to in first]


def something_new(book: Book, chapter: Chapter, state: PlayState) -> bool:
    """Whether anything that was never played can be reached from here."""
    if new_at(book, chapter, state, state.location):
        return True
    return _towards_new(book, chapter, state, open_ways(chapter, state, state.location)) is not None


def _towards_new(book: Book, chapter: Chapter, state: PlayState, first: list[str]) -> str | None:
    """Which of these ways leads to the nearest place that has something new."""
    seen = {state.location, *first}
    queue = deque((to, to) for to in first)
    while queue:
        place, way = queue.popleft()
        if new_at(book, chapter, state, place):
            return way
        for to in open_ways(chapter, state, place):
            if to not in seen:
                seen.add(to)
                queue.append((to, way))
    return None
