"""A play: a session in which a novel is played. Everything that happens in it is an event, so it survives a kill.

play = Play.start(book, seed="7")
play.choose("go:harbour")
pack = play.pack()              # for whoever tells it
play.tell(frames)               # what was told is kept, and never made again
play.back()                     # rollback: the same choice gives the same again
"""

from __future__ import annotations

import os
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from gameplan.novels.play.beats import Beat, Choice, IllegalChoice, Proposal
from gameplan.novels.play.book import Book
from gameplan.novels.play.director import advance, begin
from gameplan.novels.play.events import Advanced, PlayStarted, Refitted, Saved, SaveRemoved, Told
from gameplan.novels.play.fitting import fitted
from gameplan.novels.play.journal import Journal, journal_of
from gameplan.novels.play.keys import folded
from gameplan.novels.play.lore import Memory
from gameplan.novels.play.luck import Luck, Seeded
from gameplan.novels.play.offering import options
from gameplan.novels.play.packing import pack_of
from gameplan.novels.play.proposing import recordable
from gameplan.novels.play.state import PlayState
from gameplan.novels.play.timeline import Node, saves_in, seconds_played, timeline
from gameplan.novels.telling.direction import DirectionPack
from gameplan.runtime import ReducerContext, Session, SessionError, Slice
from gameplan.runtime.events import Json
from gameplan.runtime.randomness import chance_below

_FINE = 1 << 20
_LONGEST_SAYING, _LONGEST_TALE = 300, 16_000


@dataclass(frozen=True, slots=True, eq=False)
class Moment:
    """A play between two choices: how it stands, the beat that was made last, and its frames, once they are told.

    `number` is that of the event that made it; frames and saves hang on it.
    """

    number: int
    state: PlayState
    beat: Beat
    memory: Memory
    choice: Choice | None
    package_hash: str
    frames: tuple[Json, ...] = ()
    notes: tuple[str, ...] = ()  # what did not fit another version of the package

    @property
    def id(self) -> str:
        return f"b{self.number}"


@dataclass(frozen=True, slots=True)
class Question:
    """What a model is asked about a beat before it is made: what could come, and which conditions in prose hold."""

    state: PlayState
    choice: Choice
    beat: Beat  # as it would be without the model


Adviser: TypeAlias = Callable[[Question], Awaitable[Proposal]]


class Play:
    """A novel being played. `Play.start` begins one; `Play(book, session)` takes up one that the session has.

    Over `Session.view` it is looked at; if the package was changed since, it is shown as it would go on.
    """

    def __init__(self, book: Book, session: Session) -> None:
        self.book = book
        self.session = session
        started = next((each.event for each in session.events if isinstance(each.event, PlayStarted)), None)
        if started is None:
            raise ValueError(f"Session {session.session_id} has no play: Play.start begins one.")
        self.started = started
        self.luck: Luck = Seeded(started.seed)
        self._fold()
        self._fit()

    @classmethod
    def start(cls, book: Book, *, seed: str | int | None = None, session: Session | None = None) -> Play:
        """Begin a play; without a seed it is a new one each time."""
        session = session if session is not None else Session()
        chosen = os.urandom(8).hex() if seed is None else str(seed)
        state, beat = begin(book)
        session.dispatch(PlayStarted(book.package.package_id, book.hash, chosen, state.to_json(), beat))
        return cls(book, session)

    # -- how it stands

    @property
    def moment(self) -> Moment:
        """Where the play stands."""
        return self._fitted(self._recorded())

    @property
    def state(self) -> PlayState:
        """A copy of the state, with all that is hidden: for records and tests, never for a player."""
        return self.moment.state.copy()

    @property
    def over(self) -> bool:
        return self.moment.state.over

    def options(self) -> tuple[Choice, ...]:
        """What the player can do now."""
        return options(self.book, self.moment.state)

    def journal(self) -> Journal:
        """What the player has written down, and how the trackers stand."""
        return journal_of(self.book, self.moment.state)

    def pack(self) -> DirectionPack:
        """The Direction Pack of the beat that was made last."""
        moment = self.moment
        return pack_of(
            self.book,
            moment.state,
            moment.beat,
            id=moment.id,
            lore=self.book.lore.told(moment.memory, "storyteller"),
            last_action=moment.choice.said if moment.choice is not None else "",
        )

    # -- what happens

    def choose(self, choice: Choice | str, proposal: Proposal | None = None) -> Moment:
        """Do something, by a choice or as it is written (`go:harbour`); the next beat comes of it.

        Raises `IllegalChoice`, and then nothing has changed.
        """
        if isinstance(choice, str):
            choice = Choice.read(choice)
        choice = replace(choice, said=choice.said[:_LONGEST_SAYING])
        proposal = recordable(proposal) if proposal is not None else None
        before = self.moment.state
        after, beat = advance(self.book, before, choice, self.luck, proposal)
        self.session.dispatch(Advanced(choice, proposal, before.changes_to(after), beat))
        return self.moment

    def travel(self, to: str, *, said: str = "") -> Moment:
        """Go to a place."""
        return self.choose(Choice("go", to, said=said))

    def act(self, said: str) -> Moment:
        """Do what the player wrote: where they are, on with what is there."""
        return self.choose(Choice(said=said))

    def foresee(self, choice: Choice | str) -> tuple[PlayState, Beat]:
        """What would come of a choice, without making it: for whoever prepares it."""
        chosen = Choice.read(choice) if isinstance(choice, str) else choice
        return advance(self.book, self.moment.state, chosen, self.luck)

    async def choose_with(self, adviser: Adviser, choice: Choice | str) -> Moment:
        """Do something, and let a model choose among what could come of it. Whatever it says, there is a beat."""
        chosen = Choice.read(choice) if isinstance(choice, str) else choice
        state, beat = self.foresee(chosen)
        if state.over or not (len(beat.shortlist) > 1 or beat.questions):
            return self.choose(chosen)
        return self.choose(chosen, await adviser(Question(self.state, chosen, beat)))

    def tell(self, frames: Sequence[Mapping[str, Json]]) -> None:
        """Keep the frames with which the beat was told."""
        self.session.dispatch(Told(self.moment.number, tuple(dict(each) for each in frames)))

    # -- going back, and elsewhere

    def timeline(self) -> list[Node]:
        """Every moment there was, on every branch."""
        return timeline(self.session.events, self.session.standing)

    def back(self, steps: int = 1) -> Moment:
        """Go back by so many choices. What was left stays as a branch."""
        way = [each for each in self.timeline() if each.current]
        if not 0 < steps < len(way):
            raise IllegalChoice(f"The play has {len(way) - 1} choices to take back, not {steps}.")
        return self.go_to(way[-1 - steps].moment)

    def go_to(self, moment: int) -> Moment:
        """Go to a moment of any branch, with its frames."""
        node = next((each for each in self.timeline() if each.moment == moment), None)
        if node is None:
            raise IllegalChoice(f"The play has no moment {moment}.")
        self.session.rewind(node.until)
        self._fit()
        return self.moment

    # -- saves

    def save(self, label: str = "", *, id: str = "", frame: str = "", thumbnail: str = "") -> Saved:
        """Save where the play stands, under a new id or over the save that has it (`auto`, a slot)."""
        moment, state, session = self.moment, self.moment.state, self.session
        saved = Saved(
            id=id or session.ids.new("save"),
            moment=moment.number,
            package_id=self.book.package.package_id,
            package_hash=moment.package_hash,
            label=label,
            frame=frame,
            thumbnail=thumbnail,
            seconds=seconds_played(session.events, session.clock.now()),
            facts={"act": state.act, "location": state.location, "turn": state.turn},
        )
        session.dispatch(saved)
        return saved

    def saves(self) -> list[Saved]:
        """The saves, the newest first."""
        return saves_in(self.session.events)

    def load(self, id: str) -> Moment:
        """Go to where a save was made."""
        return self.go_to(self._saved(id).moment)

    def remove_save(self, id: str) -> None:
        self.session.dispatch(SaveRemoved(self._saved(id).id))

    def _saved(self, id: str) -> Saved:
        saved = next((each for each in self.saves() if each.id == id), None)
        if saved is None:
            raise IllegalChoice(f'There is no save "{id}".')
        return saved

    # -- the fold

    def _fit(self) -> None:
        """If the package is another than that of this moment, let the play fit it."""
        stood = self._recorded()
        if stood.package_hash == self.book.hash:
            return
        now = self._fitted(stood)
        with suppress(SessionError):  # who only looks on sees it fitted, and records nothing
            self.session.dispatch(Refitted(self.book.hash, stood.state.changes_to(now.state), now.beat, now.notes))

    def _recorded(self) -> Moment:
        moment = self.session.slice(Moment).latest
        if moment is None:
            raise ValueError("The session was rewound to before its play began.")
        return moment

    def _fitted(self, moment: Moment) -> Moment:
        """A moment as it stands in this package."""
        if moment.package_hash == self.book.hash:
            return moment
        state, beat, notes = fitted(self.book, moment.state, moment.beat)
        return replace(moment, state=state, beat=beat, package_hash=self.book.hash, notes=notes)

    def _fold(self) -> None:
        """Let the session keep the moment."""

        def begun(slice_: Slice[Moment], event: PlayStarted, context: ReducerContext) -> Slice[Moment]:
            state = PlayState.from_json(event.state)
            memory = self._remembered(Memory(), state, event.beat, None)
            return Slice((Moment(context.seq, state, event.beat, memory, None, event.package_hash),))

        def advanced(slice_: Slice[Moment], event: Advanced, context: ReducerContext) -> Slice[Moment]:
            return Slice(self._after(each, event, context.seq) for each in slice_)

        def told(slice_: Slice[Moment], event: Told, context: ReducerContext) -> Slice[Moment]:
            return Slice(_with_frames(each, event) if each.number == event.moment else each for each in slice_)

        def refitted(slice_: Slice[Moment], event: Refitted, context: ReducerContext) -> Slice[Moment]:
            return Slice(
                replace(
                    each,
                    state=each.state.with_changes(event.changes),
                    beat=event.beat,
                    package_hash=event.package_hash,
                    notes=event.notes,
                )
                for each in slice_
            )

        for event_type, reducer in ((PlayStarted, begun), (Advanced, advanced), (Told, told), (Refitted, refitted)):
            self.session.register_reducer(event_type, reducer, slice_type=Moment)

    def _after(self, moment: Moment, event: Advanced, number: int) -> Moment:
        state = moment.state.with_changes(event.changes)
        memory = self._remembered(moment.memory, state, event.beat, event.choice)
        return Moment(number, state, event.beat, memory, event.choice, moment.package_hash)

    def _remembered(self, memory: Memory, state: PlayState, beat: Beat, choice: Choice | None) -> Memory:
        """The lore that a beat brings to mind."""
        book, seed = self.book, self.started.seed
        if not book.lore.entries:
            return memory

        def chance(name: str) -> float:
            return chance_below(f"{seed}/lore/{memory.count}/{name}", _FINE) / _FINE

        def among(id: str) -> bool:
            return book.lore_acts.get(id, state.act) == state.act

        message = book.gist(beat)
        if choice is not None and choice.said:
            message = f"{choice.said}\n{message}"
        return book.lore.after(memory, message, holds=state.satisfies, chance=chance, among=among)


def _with_frames(moment: Moment, event: Told) -> Moment:
    """The moment with its frames; what was told is what the next beat remembers."""
    memory = moment.memory
    words = "\n".join(_words(frame) for frame in event.frames)
    messages = (
        (*memory.messages[:-1], folded(f"{memory.messages[-1]}\n{words}"[:_LONGEST_TALE])) if memory.count else ()
    )
    return replace(moment, frames=event.frames, memory=replace(memory, messages=messages))


def _words(frame: Any) -> str:
    text = frame.get("text", "") if isinstance(frame, dict) else ""
    return text if isinstance(text, str) else ""
