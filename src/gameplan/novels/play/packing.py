"""The Direction Pack of a beat: what the Storyteller is told, made of the package, the state and the beat.

What is hidden stays out of it: truths and contexts are never read here, a secret only in the scene where it comes out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from gameplan.novels.assets.owned import backdrop_of, music_of
from gameplan.novels.package import Character, Encounter, Focus, Location, Prose, WorldInfo
from gameplan.novels.play.beats import Beat
from gameplan.novels.play.book import Book, Chapter
from gameplan.novels.play.choosing import Holds
from gameplan.novels.play.offering import allowed_effects
from gameplan.novels.play.state import PlayState
from gameplan.novels.play.ways import hard, ways_on
from gameplan.novels.telling.direction import (
    CONTINUITY_LIMIT,
    CastMember,
    DirectedRoll,
    DirectionPack,
    Exit,
    FrameBudget,
    Mode,
    Place,
)

_FRAMES: dict[Mode, tuple[int, int]] = {
    "opening": (3, 8),
    "encounter": (3, 8),
    "event": (3, 7),
    "escalation": (2, 5),
    "travel": (1, 3),
    "filler": (2, 4),
    "climax": (4, 9),
    "ending": (3, 8),
}
_LINE = 300
_TOPICS = 6


@dataclass(frozen=True, slots=True)
class _Told:
    """What a beat is about, in the author's words."""

    title: str = ""
    direction: str = ""
    includes: tuple[str, ...] = ()


def pack_of(
    book: Book, state: PlayState, beat: Beat, *, id: str, lore: Sequence[str] = (), last_action: str = ""
) -> DirectionPack:
    """The Direction Pack of a beat, after which the play stands so."""
    chapter = book.chapters[beat.act]
    location = chapter.places[beat.location]
    scene = book.scenes.get(beat.ref) if beat.mode in ("encounter", "filler") else None
    encounter = scene.encounter if scene is not None else None
    told = _told(book, chapter, state, beat, encounter)
    effects = allowed_effects(book, state)
    topics = _topics(book, chapter, state)
    ending = book.ending(beat.ref) if beat.mode == "ending" else None
    return DirectionPack(
        id=id,
        turn=beat.turn,
        mode=beat.mode,
        act=beat.act,
        ref=beat.ref,
        type=encounter.type if encounter is not None else None,
        title=told.title[:_LINE],
        language=book.package.language,
        goal=chapter.act.objective,
        direction=told.direction,
        place=_place(book, location),
        cast=tuple(_member(state, beat, each, told, topics) for each in _people(book, beat, location)),
        must_include=tuple(dict.fromkeys(filter(None, (*told.includes, beat.foreshadows)))),
        withhold=topics,
        frames=_budget(beat, encounter),
        focus=encounter.pacing.focus if encounter is not None else _focus(beat),
        tension=beat.tension,
        allowed_effects=effects,
        roll=_roll(beat),
        exits=_exits(book, chapter, state, effects),
        interactables=tuple(filter(None, (*(encounter.interactables if encounter else ()), beat.plants))),
        lore=tuple(lore),
        continuity=_continuity(book, state, beat),
        callbacks=(beat.calls_back,) if beat.calls_back else (),
        last_action=last_action[:_LINE],
        note=beat.note,
        ending_tone=ending.tone if ending is not None else None,
    )


def _told(book: Book, chapter: Chapter, state: PlayState, beat: Beat, encounter: Encounter | None) -> _Told:
    if encounter is not None:
        return _Told(encounter.title, encounter.description, beat.findings)
    match beat.mode:
        case "opening":
            return _Told(chapter.act.title, book.package.premise if beat.turn == 0 else "")
        case "ending":
            ending = book.ending(beat.ref)
            return _Told(ending.title, ending.brief)
        case "escalation":
            return _Told(_clock_label(chapter), _escalation(chapter, beat.ref))
        case "event" | "climax":
            event = next((each.event for each in chapter.events if each.event.id == beat.ref), None)
            if event is None:
                return _Told(_clock_label(chapter))
            branches = event.conditional_branches
            effect = branches[beat.branch].effect if 0 <= beat.branch < len(branches) else ""
            return _Told(event.title, event.description, (effect,))
        case _:
            return _Told(chapter.places[beat.location].title)


def _clock_label(chapter: Chapter) -> str:
    """What the clock counts; nothing, if nobody is to know that there is one."""
    return chapter.clock.tracker_label if chapter.clock and chapter.clock.visibility != "hidden" else ""


def _escalation(chapter: Chapter, key: str) -> Prose:
    return next((each.description for name, each in chapter.escalations if name == key), "")


def _focus(beat: Beat) -> Focus:
    return "tension_and_action" if beat.mode in ("escalation", "climax") else "standard"


def _budget(beat: Beat, encounter: Encounter | None) -> FrameBudget:
    if encounter is None:
        least, most = _FRAMES[beat.mode]
    else:
        expected = encounter.pacing.expected_frames
        least, most = max(2, expected - 1), max(3, expected + 2)
    return FrameBudget(min=least, max=most)


def _roll(beat: Beat) -> DirectedRoll | None:
    roll = beat.roll
    if roll is None:
        return None
    outcome = {f"on_{roll.tier}": beat.complication} if beat.complication else {}
    return DirectedRoll(
        stat=roll.stat, dice=roll.dice, modifier=roll.modifier, total=roll.total, tier=roll.tier, **outcome
    )


# -- where, and who


def _place(book: Book, location: Location) -> Place:
    backdrop, music = backdrop_of(book.package, location), music_of(book.package, location)
    return Place(
        id=location.id,
        title=location.title,
        ambient_detail=location.ambient_detail,
        mood=location.mood,
        background=backdrop.id if backdrop is not None else location.location,
        background_alt=(backdrop.alt if backdrop is not None else "") or location.title,
        music=music.id if music is not None else "",
    )


def _exits(book: Book, chapter: Chapter, state: PlayState, effects: Sequence[str]) -> tuple[Exit, ...]:
    """The ways that the player can take; those that lead to something new come first, and have a hint."""
    ways = [way for way in ways_on(book, chapter, state) if f"go:{way.to}" in effects]
    places = chapter.places
    return tuple(
        Exit(id=way.to, title=places[way.to].title, hint=places[way.to].mood if way.leads_on else "")
        for way in sorted(ways, key=lambda way: not way.leads_on)
    )


def _people(book: Book, beat: Beat, location: Location) -> Iterator[Character]:
    """Who is in a beat: the protagonist, those whom the scene needs, and those who belong to the place."""
    if book.protagonist is not None:
        yield book.protagonist
    scene = book.scenes.get(beat.ref)
    needed = sorted(scene.people) if scene is not None else ()
    there = () if beat.mode == "ending" else location.required_characters
    for each in dict.fromkeys((*needed, beat.brought_by, *there)):
        person = book.characters.get(each)
        if person is not None and person.role != "protagonist":
            yield person


def _member(state: PlayState, beat: Beat, person: Character, told: _Told, topics: Sequence[str]) -> CastMember:
    secrets = "\n".join(person.secrets).casefold()
    return CastMember(
        id=person.id,
        name=person.name,
        role=person.role,
        description=person.description,
        pronouns=person.pronouns,
        voice=person.voice,
        wants=person.personal_arc.want if person.personal_arc is not None else "",
        bond=state.bond(person.id),
        known=_is_known(state, beat, person, told),
        expressions=person.expressions,
        may_reveal=person.secrets if beat.reveals == person.id else (),
        must_not_reveal=() if person.id in state.revealed else tuple(t for t in topics if t.casefold() in secrets),
    )


def _is_known(state: PlayState, beat: Beat, person: Character, told: _Told) -> bool:
    """Whether the player knows who that is: they have met before, or the scene says the name."""
    if person.role == "protagonist" or state.people.get(person.id, beat.turn) < beat.turn:
        return True
    text = f"{told.title} {told.direction}"
    return any(part in text for part in person.name.split() if len(part) > 2 or not part.isascii())


# -- what is known, and what is not yet


def _topics(book: Book, chapter: Chapter, state: PlayState) -> tuple[str, ...]:
    """What is not to be spoken of yet: by the names under which it is known, never by what it is."""
    holds = hard(state)
    hidden = (info for info in _infos(book, chapter) if _is_hidden(book, info, holds))
    return tuple(dict.fromkeys(key for info in hidden for key in info.keys[:1] if not key.startswith("/")))[:_TOPICS]


def _infos(book: Book, chapter: Chapter) -> Iterator[WorldInfo]:
    yield from book.package.global_world_info
    yield from chapter.act.scenario_world_info


def _is_hidden(book: Book, info: WorldInfo, holds: Holds) -> bool:
    condition = book.lore.entries[info.id].reveal_if
    return info.audience == "director" or (bool(condition.text) and not holds(condition))


def _continuity(book: Book, state: PlayState, beat: Beat) -> tuple[str, ...]:
    """What was found and what has happened, the newest last; not what this beat itself brings."""
    facts = [each for each in state.findings if each not in beat.findings]
    happened = []
    for chapter in book.chapters.values():
        for each in chapter.events:
            number = state.branches.get(each.event.id, -1)
            branches = each.event.conditional_branches
            if each.event.id in state.events and each.event.id != beat.ref:
                happened.append(branches[number].effect if 0 <= number < len(branches) else each.event.title)
    return (*happened[-4:], *facts[-(CONTINUITY_LIMIT - 4) :])
