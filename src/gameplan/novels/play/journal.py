"""The player's journal: what was found, what is in hand, who is known, and how the trackers stand, if that is shown."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from gameplan.novels.items import item_id
from gameplan.novels.play.book import Book
from gameplan.novels.play.state import PlayState

_QUARTERS = 4


@dataclass(frozen=True, slots=True)
class Tracker:
    """How far something has come. If `rough`, it is shown in quarters."""

    label: str
    value: int
    needed: int
    rough: bool = False


@dataclass(frozen=True, slots=True)
class Known:
    """Somebody whom the player has met, and how they stand."""

    id: str
    name: str
    bond: int


@dataclass(frozen=True, slots=True)
class Journal:
    """All that the player can look up. Nothing in it is hidden from them."""

    act: str
    objective: str
    progress: Tracker | None
    doom: Tracker | None
    findings: tuple[str, ...]
    items: tuple[str, ...]
    people: tuple[Known, ...]
    stats: tuple[tuple[str, int], ...]  # what the protagonist adds to the dice


def journal_of(book: Book, state: PlayState) -> Journal:
    """The journal as it stands. A clock may be shown as it is, in quarters, or not at all."""
    act = book.chapters[state.act].act
    progression, clock = act.global_progression, act.opposing_force
    doom = None
    if clock is not None and clock.visibility == "full":
        doom = Tracker(clock.tracker_label, state.doom, state.doom_needed)
    elif clock is not None and clock.visibility == "hint":
        doom = Tracker(clock.tracker_label, _QUARTERS * state.doom // state.doom_needed, _QUARTERS, rough=True)
    return Journal(
        act=act.title,
        objective=act.objective,
        progress=Tracker(progression.tracker_label, min(state.progress, state.progress_needed), state.progress_needed)
        if progression is not None
        else None,
        doom=doom,
        findings=tuple(state.findings),
        items=tuple(_items(book, state)),
        people=tuple(
            Known(each.id, each.name, state.bond(each.id))
            for each in book.package.characters
            if each.id in state.people and each.role != "protagonist"
        ),
        stats=tuple((each, book.protagonist.stats.get(each, 0)) for each in book.package.stats)
        if book.protagonist is not None
        else (),
    )


def _items(book: Book, state: PlayState) -> Iterator[str]:
    """The things in hand, as the author calls them."""
    names = {item_id(each): each for scene in book.scenes.values() for each in scene.encounter.interactables}
    for each in state.items:
        yield names.get(each, each.replace("_", " "))
