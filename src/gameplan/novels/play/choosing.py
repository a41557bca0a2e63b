"""Which scene comes next: those that can come, how well each fits, and one of the best.

Each term of a score lies between 0 and 1; the weights were tuned by simulation.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import exp

from gameplan.novels.conditions import Condition
from gameplan.novels.play.beats import SHORTLIST, Ranked
from gameplan.novels.play.book import Book, Chapter, Scene
from gameplan.novels.play.state import PlayState

WEIGHTS = (0.9, 0.5, 1.2, 0.9, 0.7, 0.8, 0.8)  # in the order of `TERMS`
TEMPERATURE = 0.25
STARVED = 8  # so often passed over, and it comes before what is not urgent
ARC_REST = 3  # turns between two steps of one arc
_DUE = (0.0, 0.05, 0.30, 0.60, 0.85)  # how far the act should be for a phase to be due
_SAW = (0.0, 0.12, 0.25, -0.15)
_HUNGER = tuple(1 - exp(-turns / 5) for turns in range(64))
_FADES = (1.0, 0.55, 0.55**2)

Holds = Callable[[Condition], bool]


# -- what can come


def scenes_here(book: Book, chapter: Chapter, state: PlayState, holds: Holds) -> list[Scene]:
    """The scenes that can come where the player is."""
    return scenes_at(book, chapter, state, state.location, holds)


def scenes_at(book: Book, chapter: Chapter, state: PlayState, place: str, holds: Holds) -> list[Scene]:
    """The scenes that could come at a place: those of its pool, and those of the people who can be there."""
    found = [scene for scene in chapter.pools[place] if is_open(scene, state, holds)]
    for scene in chapter.arcs[place]:
        if arc_is_open(book, scene, state) and is_open(scene, state, holds):
            found.append(scene)
    return found


def is_open(scene: Scene, state: PlayState, holds: Holds) -> bool:
    """Whether a scene can come, wherever that is."""
    encounter = scene.encounter
    times = state.played.get(encounter.id, 0)
    if times and not encounter.repeatable:
        return False
    flags = state.flags
    if not scene.needs <= flags.keys() or not scene.excluded.isdisjoint(flags):
        return False
    if times:
        if encounter.max_repeats and times > encounter.max_repeats:
            return False
        if state.turn - state.last[encounter.id] <= encounter.cooldown:
            return False
    if encounter.follows is not None:
        before = state.last.get(encounter.follows)
        if before is None or state.turn - before > encounter.within:
            return False
    return not scene.condition.text or holds(scene.condition)


def arc_is_open(book: Book, scene: Scene, state: PlayState) -> bool:
    """Whether an arc has come to a scene: it is of the next phase and the last step was some turns ago, or was left."""
    reached = state.arcs.get(scene.character, 0)
    if scene.phase <= reached:
        return True
    if scene.phase != next(phase for phase in book.phases[scene.character] if phase > reached):
        return False
    return not reached or state.turn - state.arc_turns[scene.character] > ARC_REST


# -- how well it fits


def rank(book: Book, chapter: Chapter, state: PlayState, scenes: Iterable[Scene], tension: float) -> list[Ranked]:
    """Scenes with their scores, the best first."""
    done = max(state.progress_pct, state.doom_pct) / 100
    target = min(1.0, max(0.0, 0.25 + 0.6 * done + _SAW[state.paced % 4] + tension))
    behind = min(1.0, state.act_turn / chapter.par) - state.progress_pct / 100
    lag = min(1.0, max(0.0, 3 * behind)) if state.progress_needed else 0.0
    ranked = [_ranked(book, state, scene, target, lag, done) for scene in scenes]
    ranked.sort(key=lambda each: (-each.score, each.id))
    return ranked


def _ranked(book: Book, state: PlayState, scene: Scene, target: float, lag: float, done: float) -> Ranked:
    encounter = scene.encounter
    passed = state.passed.get(encounter.id, 0)
    arc = 0.0 if not scene.character else 1.0 if done >= _DUE[scene.phase] else -0.6
    terms = (
        scene.weight,
        0.0 if encounter.repeatable else _HUNGER[min(passed, 63)],
        lag * min(1.0, encounter.gives_progression / 2),
        _unlocking(book, state, encounter.id),
        _novelty(state, encounter.type, encounter.pacing.focus),
        1 - abs(target - encounter.tension),
        arc,
    )
    return Ranked(encounter.id, sum(weight * term for weight, term in zip(WEIGHTS, terms, strict=True)), terms)


def _unlocking(book: Book, state: PlayState, id: str) -> float:
    worth = 0.0
    for flag, waiting in book.unlocks[id]:
        if flag not in state.flags:
            worth += sum(value for scene, value in waiting if scene not in state.played)
    return min(1.0, worth / 4)


def _novelty(state: PlayState, type: str, focus: str) -> float:
    alike = 0.0
    for age, beat in enumerate(reversed(state.recent[-3:])):
        alike = max(alike, (0.5 * (beat.type == type) + 0.5 * (beat.focus == focus)) * _FADES[age])
    return 1 - alike


# -- one of the best


def shortlist(
    book: Book, chapter: Chapter, state: PlayState, scenes: Sequence[Scene], tension: float = 0.0
) -> list[Ranked]:
    """The best five of those that come into question.

    Never a third scene of one focus if there is another. What is urgent or was passed over too often comes first.
    """
    last = state.recent[-2:]
    if len(last) == 2 and last[0].focus == last[1].focus:
        scenes = [each for each in scenes if each.encounter.pacing.focus != last[0].focus] or scenes
    pressing = [each for each in scenes if _presses(state, each)]
    return rank(book, chapter, state, pressing or scenes, tension)[:SHORTLIST]


def _presses(state: PlayState, scene: Scene) -> bool:
    encounter = scene.encounter
    if encounter.repeatable:
        return encounter.priority == "urgent" and encounter.id not in state.played
    return encounter.priority == "urgent" or state.passed.get(encounter.id, 0) >= STARVED


def drawn(ranked: Sequence[Ranked], chance: float) -> Ranked:
    """One of them, the better the likelier, as `chance` (from 0 to 1) has it."""
    best = ranked[0].score
    shares = [exp((each.score - best) / TEMPERATURE) for each in ranked]
    left = chance * sum(shares)
    for each, share in zip(ranked, shares, strict=True):
        left -= share
        if left < 0:
            return each
    return ranked[-1]
