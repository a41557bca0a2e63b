"""A play whose package was changed: what still fits stays, and the player is told of what does not."""

from __future__ import annotations

from gameplan.novels.play.acts import enter_act
from gameplan.novels.play.beats import Beat
from gameplan.novels.play.book import Book
from gameplan.novels.play.state import PlayState


def fitted(book: Book, state: PlayState, beat: Beat) -> tuple[PlayState, Beat, tuple[str, ...]]:
    """A state as it stands in another version of its package, with what has changed by that.

    A place that is gone is left for the start of the act, an act for the first; encounters that are gone are forgotten;
    flags are kept, whether anybody knows them or not.
    """
    state = state.copy()
    notes: list[str] = []
    if state.act not in book.chapters:
        notes.append(f'The act "{state.act}" is gone: the play goes on at the start of the first.')
        enter_act(book, state, book.order[0])
    chapter = book.chapters[state.act]
    progression, clock = chapter.act.global_progression, chapter.clock
    state.progress_needed = progression.required_value if progression is not None else 0
    state.doom_needed = clock.required_value if clock is not None else 0
    state.doom = min(state.doom, state.doom_needed)
    if state.location not in chapter.places:
        notes.append(f'The place "{state.location}" is gone: the play goes on where the act begins.')
        state.location = chapter.start
        state.places.setdefault(chapter.start, state.turn)
    gone = sorted(each for each in state.played if each not in book.scenes)
    if gone:
        notes.append(f"Scenes that were played are gone: {', '.join(gone)}.")
    for counts in (state.played, state.last, state.passed):
        for each in [each for each in counts if each not in book.scenes]:
            del counts[each]
    state.recent = [each for each in state.recent if each.ref in book.scenes]
    keys = {key for key, _ in chapter.escalations}
    state.waiting = [each for each in state.waiting if each in keys]
    for who in [who for who in state.arcs if who not in book.phases]:
        del state.arcs[who]
        state.arc_turns.pop(who, None)
    if state.ending and not any(ending.id == state.ending for ending, _ in book.endings):
        notes.append(f'The ending "{state.ending}" is gone; it was reached all the same.')
    if not state.over and not _is_there(book, state, beat):
        beat = Beat(state.turn, "filler", state.act, state.location, state.location)
    return state, beat, tuple(notes)


def _is_there(book: Book, state: PlayState, beat: Beat) -> bool:
    """Whether what a beat is about is still in the package."""
    chapter = book.chapters[state.act]
    if beat.act != state.act or beat.location not in chapter.places:
        return False
    events = {each.event.id for each in chapter.events}
    known = {*book.scenes, *events, *(key for key, _ in chapter.escalations), *chapter.places, *book.chapters}
    return beat.ref in known
