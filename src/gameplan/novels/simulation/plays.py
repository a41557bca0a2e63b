"""One simulated play, from the opening to an ending, and what is kept of it."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from gameplan.novels.play.book import Book
from gameplan.novels.play.director import advance, begin
from gameplan.novels.play.state import Outcome
from gameplan.novels.simulation.policies import POLICIES, PolicyName

LONGEST = 2_000  # turns; a play that is still going on then has stalled


@dataclass(frozen=True, slots=True)
class Played:
    """What is kept of a simulated play. `doom` and `arcs` are shares from 0 to 1, of the last act and of all phases."""

    policy: PolicyName
    ending: str
    outcome: Outcome
    turns: int
    doom: float
    seen: frozenset[str]
    path: frozenset[str]  # the scenes that brought it forward
    arcs: float
    longest_run: int  # scenes in a row with one focus


class _Dice:
    """Luck for a play that only goes forward: much quicker than luck that can be asked again."""

    def __init__(self, chance: Random) -> None:
        self._chance = chance

    def below(self, count: int, sides: int) -> int:
        return int(self._chance.random() * sides)


def play_once(book: Book, policy: PolicyName, seed: str) -> Played:
    """Play a novel to its end as one kind of player would; the same seed gives the same play."""
    chance = Random(f"{seed}/{policy}")  # noqa: S311
    dice = _Dice(chance)
    choose = POLICIES[policy]
    state, _ = begin(book)
    path: set[str] = set()
    run = longest = 0
    focus = ""
    while not state.over and state.turn < LONGEST:
        state, beat = advance(book, state, choose(book, state, chance), dice)
        scene = book.scenes.get(beat.ref) if beat.mode in ("encounter", "filler") else None
        if scene is not None:
            if beat.progress > 0:
                path.add(beat.ref)
            now = scene.encounter.pacing.focus
            run = run + 1 if now == focus else 1
            focus, longest = now, max(longest, run)
    phases = sum(map(len, book.phases.values()))
    reached = sum(sum(1 for phase in of if phase <= state.arc(who)) for who, of in book.phases.items())
    return Played(
        policy,
        state.ending,
        state.outcome if state.over else "stalled",
        state.turn,
        min(1.0, state.doom_pct / 100),
        frozenset(state.played),
        frozenset(path),
        reached / phases if phases else 1.0,
        longest,
    )
