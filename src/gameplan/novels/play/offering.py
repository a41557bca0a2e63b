"""What the player can do, and what else a choice may bring."""

from __future__ import annotations

from collections.abc import Iterator

from gameplan.novels.items import item_id
from gameplan.novels.play.beats import Choice
from gameplan.novels.play.book import Book, Scene
from gameplan.novels.play.choosing import scenes_here
from gameplan.novels.play.state import PlayState
from gameplan.novels.play.ways import ahead, hard, open_ways


def options(book: Book, state: PlayState) -> tuple[Choice, ...]:
    """What the player can do now; nothing when the story has ended."""
    if state.over:
        return ()
    if state.climax or state.progress_full or state.doom_full:
        return (Choice(),)
    chapter = book.chapters[state.act]
    ways = tuple(Choice("go", to) for to in open_ways(chapter, state, state.location))
    then = ahead(state)
    here = (Choice(),) if scenes_here(book, chapter, then, hard(then)) else ()
    return (*here, *ways, Choice("wait"))


def last_scene(book: Book, state: PlayState) -> Scene | None:
    """The scene of the beat that was told last, if it was one."""
    if not state.recent or state.recent[-1].turn != state.turn:
        return None
    return book.scenes.get(state.recent[-1].ref)


def side_effects(book: Book, state: PlayState) -> Iterator[str]:
    """What a choice may bring besides where it leads: a bond with somebody of the scene, something that lies there."""
    scene = last_scene(book, state)
    if scene is None:
        return
    for each in sorted(scene.people):
        person = book.characters.get(each)
        if person is not None and person.role != "protagonist":
            yield f"bond:{each}:+1"
            yield f"bond:{each}:-1"
    for each in map(item_id, scene.encounter.interactables):
        if each not in state.items:
            yield f"item:{each}"


def allowed_effects(book: Book, state: PlayState) -> tuple[str, ...]:
    """All that the choices of a beat may bring, as a Direction Pack writes it."""
    return (*(choice.id for choice in options(book, state)), *side_effects(book, state)) if not state.over else ()
