"""Players that a novel is tried on: each chooses by a rule of its own, none of them by reading."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Literal, TypeAlias

from gameplan.novels.play.beats import Choice
from gameplan.novels.play.book import Book
from gameplan.novels.play.choosing import scenes_at
from gameplan.novels.play.state import PlayState
from gameplan.novels.play.ways import hard, open_ways, ways_on

PolicyName: TypeAlias = Literal["explorer", "beeline", "random", "dawdler", "bouncer"]
Policy: TypeAlias = Callable[[Book, PlayState, Random], Choice]
STAY, WAIT = Choice(), Choice("wait")
_FAR = 0.6  # what progress is worth one place further on


def explorer(book: Book, state: PlayState, chance: Random) -> Choice:
    """Plays what is new here, then goes where there is something new, the longest unseen place first."""
    if _ends(state) or _new_here(book, state):
        return STAY
    ways = ways_on(book, book.chapters[state.act], state)
    on = [way for way in ways if way.leads_on] or ways
    if not on:
        return STAY
    return Choice("go", min(on, key=lambda way: (way.to in state.places, -way.new, way.to)).to)


def beeline(book: Book, state: PlayState, chance: Random) -> Choice:
    """Wants to be done: goes where the most progress is to be had, the near before the far."""
    if _ends(state):
        return STAY
    chapter = book.chapters[state.act]
    best, way = _progress_at(book, state, state.location), ""
    for to in open_ways(chapter, state, state.location):
        there = _FAR * _progress_at(book, state, to)
        if there > best:
            best, way = there, to
    if best:
        return Choice("go", way) if way else STAY
    return explorer(book, state, chance)


def at_random(book: Book, state: PlayState, chance: Random) -> Choice:
    """Tosses a coin whether to stay for what there is here or to take any of the ways."""
    if _ends(state):
        return STAY
    chapter = book.chapters[state.act]
    ways = open_ways(chapter, state, state.location)
    here = bool(scenes_at(book, chapter, state, state.location, hard(state)))
    if ways and (not here or chance.random() < 0.5):
        return Choice("go", chance.choice(ways))
    return STAY if here else WAIT


def dawdler(book: Book, state: PlayState, chance: Random) -> Choice:
    """Half of the time waits for something to happen, and stays long at each place."""
    if _ends(state):
        return STAY
    draw = chance.random()
    if draw < 0.5:
        return WAIT
    ways = open_ways(book.chapters[state.act], state, state.location)
    if ways and (draw < 0.65 or not _new_here(book, state)):
        return Choice("go", chance.choice(ways))
    return STAY


def bouncer(book: Book, state: PlayState, chance: Random) -> Choice:
    """Never stays: goes on after every scene."""
    if _ends(state):
        return STAY
    ways = open_ways(book.chapters[state.act], state, state.location)
    return Choice("go", chance.choice(ways)) if ways else STAY


POLICIES: Mapping[PolicyName, Policy] = {
    "explorer": explorer,
    "beeline": beeline,
    "random": at_random,
    "dawdler": dawdler,
    "bouncer": bouncer,
}


def _ends(state: PlayState) -> bool:
    return state.climax or state.progress_full or state.doom_full


def _new_here(book: Book, state: PlayState) -> bool:
    scenes = scenes_at(book, book.chapters[state.act], state, state.location, hard(state))
    return any(each.id not in state.played for each in scenes)


def _progress_at(book: Book, state: PlayState, place: str) -> float:
    scenes = scenes_at(book, book.chapters[state.act], state, place, hard(state))
    return sum(each.encounter.gives_progression for each in scenes if each.id not in state.played)
