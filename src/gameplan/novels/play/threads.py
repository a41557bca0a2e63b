"""Threads through a play: what is planted and comes up again, what casts its shadow, who brings a scene along."""

from __future__ import annotations

from gameplan.novels.play.book import Book, Chapter, Scene
from gameplan.novels.play.choosing import Holds, arc_is_open, is_open
from gameplan.novels.play.state import PlayState

CALLBACK_REST = 3  # turns
FORESHADOWING = 4  # turns before an event comes at the latest
_ON_THE_WAY = 33  # percent of an act after which an event without such a turn is foreshadowed


def callbacks(chapter: Chapter, state: PlayState) -> tuple[str, str]:
    """Something of this place that may come up again later, and something of another place that comes up now."""
    own = chapter.places[state.location].callbacks
    plants = next((each for each in own if each not in state.planted), "")
    calls_back = ""
    if not state.paid or state.turn - max(state.paid.values()) >= CALLBACK_REST:
        for each, turn in state.planted.items():
            if each not in state.paid and each not in own and state.turn - turn >= CALLBACK_REST:
                calls_back = each
                state.paid[each] = state.turn
                break
    if plants:
        state.planted[plants] = state.turn
    return plants, calls_back


def foreshadow(chapter: Chapter, state: PlayState) -> str:
    """A sign of an event that is coming, once for each."""
    for each in chapter.events:
        told = each.event
        if not told.foreshadow or told.id in state.events or told.id in state.foreshadowed:
            continue
        near = told.latest_turn is not None and state.act_turn >= told.latest_turn - FORESHADOWING
        if near or max(state.progress_pct, state.doom_pct) >= _ON_THE_WAY:
            state.foreshadowed[told.id] = state.turn
            return told.foreshadow
    return ""


def brought(book: Book, chapter: Chapter, state: PlayState, holds: Holds) -> tuple[str, list[Scene]]:
    """Scenes of other places that somebody who goes about can bring here, and who that is."""
    for character in book.package.characters:
        if not character.mobile:
            continue
        own = [
            each
            for each in book.arc_scenes
            if each.character == character.id
            and (not each.places or state.location in each.places)
            and arc_is_open(book, each, state)
        ]
        for place, pool in chapter.pools.items():
            if place != state.location:
                own += [each for each in pool if character.id in each.people]
        scenes = [each for each in own if each.id not in state.played and is_open(each, state, holds)]
        if scenes:
            return character.id, scenes
    return "", []
