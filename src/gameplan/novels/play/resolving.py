"""What comes of a scene: dice, flags, progress, the clock, arcs, bonds, and what is found.

Progress comes from finished encounters alone, the clock from rules. Progress wins a tie with the clock.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from gameplan.novels.items import item_id
from gameplan.novels.play.book import Book, Chapter, Scene
from gameplan.novels.play.luck import Luck, Roll, roll_of
from gameplan.novels.play.state import CLOSEST, FURTHEST, REMEMBERED, PlayState, Recent

PHOTO_FINISH = "photo_finish"
_FROM_CRISIS = 3  # the phase from which a character's secrets may come out


@dataclass(frozen=True, slots=True)
class Resolved:
    """What a scene has brought."""

    roll: Roll | None
    flags: tuple[str, ...]
    findings: tuple[str, ...]
    items: tuple[str, ...]
    reveals: str
    complication: str


def draw(state: PlayState, luck: Luck, sides: int) -> int:
    """Ask luck, and count it."""
    outcome = luck.below(state.drawn, sides)
    state.drawn += 1
    return outcome


def resolve(book: Book, chapter: Chapter, state: PlayState, scene: Scene, luck: Luck) -> Resolved:
    """Play a scene through: the dice are thrown before anything is told."""
    encounter = scene.encounter
    roll = None
    if encounter.roll is not None:
        stats = book.protagonist.stats if book.protagonist is not None else {}
        dice = (1 + draw(state, luck, 6), 1 + draw(state, luck, 6))
        roll = roll_of(encounter.roll, dice, stats.get(encounter.roll, 0))
    tier = roll.tier if roll is not None else ""
    missed = tier == "miss"
    first = encounter.id not in state.played
    flags = set_flags(
        state, (*encounter.guaranteed_flags, *(encounter.miss_flags if missed else encounter.potential_flags))
    )
    _remember(state, scene, tier)
    gains = encounter.gives_progression
    state.progress += gains // 2 if missed else gains
    ticks = chapter.clock.ticks if chapter.clock is not None else None
    by_tier = {"miss": ticks.miss, "weak": ticks.weak}.get(tier, 0) if ticks is not None else 0
    tick(chapter, state, by_tier + encounter.doom_delta)
    meet(state, (*sorted(scene.people), *chapter.places[state.location].required_characters))
    _stand_closer(book, state, scene, missed=missed, first=first)
    findings: tuple[str, ...] = ()
    items: tuple[str, ...] = ()
    if not missed:
        findings = tuple(each for each in encounter.findings if each not in state.findings)
        state.findings.extend(findings)
        items = tuple(each for each in encounter.interactables if item_id(each) not in state.items)
        for each in items:
            state.items[item_id(each)] = state.turn
    return Resolved(roll, flags, findings, items, _advance_arc(book, state, scene), _complicated(chapter, state, tier))


def _remember(state: PlayState, scene: Scene, tier: str) -> None:
    encounter = scene.encounter
    state.played[encounter.id] = state.played.get(encounter.id, 0) + 1
    state.last[encounter.id] = state.turn
    state.passed.pop(encounter.id, None)
    state.recent.append(Recent(encounter.id, encounter.type, encounter.pacing.focus, tier, state.turn))
    del state.recent[:-REMEMBERED]
    state.idle = state.moves = 0


def set_flags(state: PlayState, flags: Iterable[str]) -> tuple[str, ...]:
    """Set flags; those of them that were not set before."""
    new = tuple(flag for flag in dict.fromkeys(flags) if flag not in state.flags)
    for flag in new:
        state.flags[flag] = state.turn
    return new


def meet(state: PlayState, people: Iterable[str]) -> None:
    for each in people:
        state.people.setdefault(each, state.turn)


def move_bond(state: PlayState, character: str, step: int) -> None:
    """Let somebody stand closer to the player, or further off, within bounds."""
    state.bonds[character] = min(CLOSEST, max(FURTHEST, state.bond(character) + step))


def _stand_closer(book: Book, state: PlayState, scene: Scene, *, missed: bool, first: bool) -> None:
    """A talk that goes well brings people closer, once; one that fails does the opposite."""
    if scene.encounter.type != "npc_interaction" or not (first or missed):
        return
    for each in sorted(scene.people):
        if book.protagonist is None or each != book.protagonist.id:
            move_bond(state, each, -1 if missed else 1)


def _advance_arc(book: Book, state: PlayState, scene: Scene) -> str:
    """Bring a character's arc on; whose secrets come out by that. Who has no arc tells them to a close friend."""
    character = scene.character
    if character and scene.phase > state.arcs.get(character, 0):
        state.arcs[character] = scene.phase
        state.arc_turns[character] = state.turn
    for each in sorted(scene.people):
        person = book.characters.get(each)
        if person is None or not person.secrets or each in state.revealed:
            continue
        ready = scene.phase >= _FROM_CRISIS and each == character
        if ready or (each not in book.phases and state.bond(each) >= CLOSEST):
            state.revealed[each] = state.turn
            return each
    return ""


def _complicated(chapter: Chapter, state: PlayState, tier: str) -> str:
    """What gets in the way when it did not go well: each complication of the act once, in order."""
    coming = chapter.act.complications
    if tier not in ("weak", "miss") or state.complications >= len(coming):
        return ""
    state.complications += 1
    return coming[state.complications - 1]


# -- the clock


def tick(chapter: Chapter, state: PlayState, by: int) -> None:
    """Move the doom clock. Thresholds that it crosses wait to be told, each once and in order.

    It goes back only if it may. It does not fill when the act is won already: it stops one short, and that is noted.
    """
    clock = chapter.clock
    if clock is None or (by < 0 and not clock.reversible):
        by = 0
    state.doom = min(max(0, state.doom + by), state.doom_needed)
    if state.progress_full and state.doom_full:
        state.doom -= 1
        state.photo_finish = True
    for key, escalation in chapter.escalations:
        if escalation.threshold > state.doom:
            break
        if key not in state.escalated:
            state.escalated[key] = state.turn
            state.waiting.append(key)
