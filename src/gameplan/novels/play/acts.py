"""Acts open, end and follow one another, until the story ends. Every play ends: an ending is always found."""

from __future__ import annotations

from typing import TypeAlias

from gameplan.novels.play.book import THE_END, Book
from gameplan.novels.play.choosing import Holds
from gameplan.novels.play.resolving import meet
from gameplan.novels.play.state import PlayState
from gameplan.novels.telling.direction import Mode

Told: TypeAlias = tuple[Mode, str]  # how a beat is told, and what it is about


def enter_act(book: Book, state: PlayState, act: str) -> Told:
    """Open an act: its tracker and its clock begin anew; what is known, and who stands how, stays."""
    chapter = book.chapters[act]
    progression, clock = chapter.act.global_progression, chapter.act.opposing_force
    state.act, state.location = act, chapter.start
    state.act_turn = state.paced = state.idle = state.moves = state.complications = 0
    state.progress, state.progress_needed = 0, progression.required_value if progression is not None else 0
    state.doom, state.doom_needed = 0, clock.required_value if clock is not None else 0
    state.climax = False
    state.outcome = ""
    state.waiting.clear()
    state.places.setdefault(state.location, state.turn)
    meet(state, chapter.places[state.location].required_characters)
    return "opening", act


def end_act(book: Book, state: PlayState, holds: Holds) -> Told:
    """The act is over: the next one opens, or the story ends."""
    following = "" if state.ending_due else _following(book, state, holds)
    if following and state.turn <= book.longest:
        return enter_act(book, state, following)
    return _end(book, state, holds)


def _following(book: Book, state: PlayState, holds: Holds) -> str:
    """The act that comes next: the first whose condition holds, else the one after it.

    Who has lost, or came to a standstill, goes on only where a condition says so.
    """
    chapter = book.chapters[state.act]
    for act, condition in chapter.next:
        if act in book.chapters and (condition.text or not _lost(state)) and holds(condition):
            return act
    if _lost(state):
        return ""
    after = book.order.index(state.act) + 1
    return book.order[after] if after < len(book.order) else ""


def _lost(state: PlayState) -> bool:
    return state.outcome == "stalled" or (state.doom_full and not state.progress_full)


def _end(book: Book, state: PlayState, holds: Holds) -> Told:
    """The ending that is due, else the first whose condition holds, else the last."""
    due = [ending for ending, _ in book.endings if ending.id == state.ending_due]
    due += [ending for ending, condition in book.endings if holds(condition)]
    due += [ending for ending, _ in reversed(book.endings)]
    ending = due[0] if due else THE_END
    state.ending = ending.id
    if state.outcome != "stalled":
        reached = state.progress_full or (not state.progress_needed and not state.doom_full)
        led_there = ending.id == state.ending_due and ending.tone in ("good", "bittersweet")
        state.outcome = "won" if reached or led_there else "lost"
    return "ending", ending.id
