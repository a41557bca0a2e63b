"""The Director: what happens next, by rules. One pure function, `advance`, makes a beat of a state and a choice.

A beat is the first of these that there is: an interrupt (a climax, an escalation, an event, the end of the act), a
scene that fits, or a beat in which nothing happens and the clock goes on. A model may have proposed something.
"""

from __future__ import annotations

from typing import Any

from gameplan.novels.conditions import Condition
from gameplan.novels.play.acts import end_act, enter_act
from gameplan.novels.play.beats import Beat, Choice, IllegalChoice, Proposal, Ranked
from gameplan.novels.play.book import Book, Event, Scene
from gameplan.novels.play.choosing import drawn, scenes_here, shortlist
from gameplan.novels.play.luck import Luck
from gameplan.novels.play.offering import side_effects
from gameplan.novels.play.proposing import bounded, clipped
from gameplan.novels.play.resolving import PHOTO_FINISH, draw, meet, move_bond, resolve, set_flags, tick
from gameplan.novels.play.state import PlayState
from gameplan.novels.play.threads import brought, callbacks, foreshadow
from gameplan.novels.play.ways import open_ways, something_new
from gameplan.novels.telling.direction import Mode

MOVES = 3  # so many ways without a scene, and time passes
IDLE = 2  # so many idle beats, and somebody comes, or the clock goes on
_FINE = 1 << 20


def begin(book: Book) -> tuple[PlayState, Beat]:
    """The beginning of a play: the first act opens."""
    state = PlayState()
    mode, ref = enter_act(book, state, book.order[0])
    return state, Beat(0, mode, state.act, state.location, ref, tension=0.25)


def advance(
    book: Book, state: PlayState, choice: Choice, luck: Luck, proposal: Proposal | None = None
) -> tuple[PlayState, Beat]:
    """The next beat of a play after what the player chose, and how the play stands then. What is given stays as it is.

    Without a proposal the beat's `shortlist` and `questions` say what a model may be asked; ask, and advance again from
    the same state with what it says.
    """
    if state.over:
        raise IllegalChoice("The story has ended.")
    turn = _Turn(book, state, luck, proposal)
    turn.take(choice)
    return turn.state, turn.beat()


class _Turn:
    """One beat while it is made."""

    def __init__(self, book: Book, state: PlayState, luck: Luck, proposal: Proposal | None) -> None:
        self.book = book
        self.before = state
        self.state = state.copy()
        self.luck = luck
        self.notes: list[str] = []
        self.proposal = proposal
        if proposal is not None:
            self.proposal, self.notes = bounded(proposal)
        self.chapter = book.chapters[state.act]
        self.questions: dict[str, None] = {}
        self.choice = Choice()

    def holds(self, condition: Condition) -> bool:
        if condition.is_soft:
            self.questions[condition.text] = None
            answers = self.proposal.answers if self.proposal is not None else {}
            return bool(answers.get(condition.text, False))
        return self.state.satisfies(condition)

    # -- what the player does

    def take(self, choice: Choice) -> None:
        state, chapter = self.state, self.chapter
        self.choice = choice
        if choice.move == "go" and choice.to not in open_ways(chapter, state, state.location):
            raise IllegalChoice(f'There is no open way from "{state.location}" to "{choice.to}".')
        if choice.effects:
            allowed = set(side_effects(self.book, state))
            wrong = next((each for each in choice.effects if each not in allowed), None)
            if wrong is not None or len({each.partition(":")[0] for each in choice.effects}) < len(choice.effects):
                raise IllegalChoice(f'A choice cannot bring "{wrong or choice.id}" here.')
            for effect in choice.effects:
                self._effect(effect)
        state.turn += 1
        state.act_turn += 1
        if choice.move == "go":
            state.location = choice.to
            state.places.setdefault(choice.to, state.turn)
            tick(chapter, state, chapter.clock.ticks.travel if chapter.clock is not None else 0)

    def _effect(self, effect: str) -> None:
        kind, _, rest = effect.partition(":")
        if kind == "bond":
            who, _, step = rest.partition(":")
            move_bond(self.state, who, int(step))
        else:
            self.state.items[rest] = self.state.turn

    # -- the beat

    def beat(self) -> Beat:
        interrupt = self._interrupt()
        if interrupt is not None:
            return interrupt
        scenes = [] if self.choice.move == "wait" else scenes_here(self.book, self.chapter, self.state, self.holds)
        return self._scene(scenes) if scenes else self._nothing()

    def _beat(self, mode: Mode, ref: str, tension: float | None = None, **more: Any) -> Beat:
        """The beat, when everything has happened."""
        state, before = self.state, self.before
        if state.photo_finish and not before.photo_finish:
            self.notes.append(PHOTO_FINISH)
        return Beat(
            state.turn,
            mode,
            state.act,
            state.location,
            ref,
            arrived=self.choice.move == "go",
            progress=state.progress - before.progress if state.act_turn else 0,
            doom=state.doom - before.doom if state.act_turn else 0,
            tension=self._tension(tension),
            questions=tuple(self.questions),
            notes=tuple(self.notes),
            **more,
        )

    def _tension(self, own: float | None = None) -> float:
        done = max(self.state.progress_pct, self.state.doom_pct) / 100
        tension = 0.25 + 0.6 * done if own is None else own
        return round(min(1.0, max(0.0, tension + (self.proposal.tension if self.proposal is not None else 0.0))), 3)

    def _pace(self) -> None:
        """A beat that is not an interrupt: the clock goes on by itself after so many."""
        self.state.paced += 1
        clock = self.chapter.clock
        if clock is not None and clock.ticks.every_beats and self.state.paced % clock.ticks.every_beats == 0:
            tick(self.chapter, self.state, 1)

    # -- interrupts

    def _interrupt(self) -> Beat | None:
        state = self.state
        if state.turn > self.book.longest or state.act_turn > self.chapter.longest:
            self.notes.append("out_of_time")
            self._give_up()
        if state.climax:
            return self._end_act()
        pending = [each for each in self.chapter.events if each.event.id not in state.events]
        for each in pending:
            if each.event.forces_climax and self._comes(each):
                return self._fire(each, "climax")
        if state.waiting:
            return self._escalate(state.waiting.pop(0))
        for each in pending:
            if not each.event.forces_climax and self._comes(each):
                return self._fire(each, "event")
        if state.progress_full:
            return self._end_act()
        if state.doom_full:
            forced = next((each for each in pending if each.event.forces_climax and each.trigger.is_soft), None)
            if forced is not None:
                return self._fire(forced, "climax")
            state.climax = True
            return self._beat("climax", state.act)
        return None

    def _comes(self, event: Event) -> bool:
        latest = event.event.latest_turn
        if latest is not None and self.state.act_turn >= latest:
            return True
        if not event.trigger.text and latest is not None:
            return False
        return self.holds(event.trigger)

    def _fire(self, event: Event, mode: Mode) -> Beat:
        state, told = self.state, event.event
        state.events[told.id] = state.turn
        number = next((each for each, branch in enumerate(event.branches) if self.holds(branch)), -1)
        state.branches[told.id] = number
        branch = told.conditional_branches[number] if number >= 0 else None
        flags = set_flags(state, (*told.set_flags, *(branch.set_flags if branch is not None else ())))
        if branch is not None and branch.ending is not None:
            state.ending_due = branch.ending
            state.climax = True
        if told.forces_climax:
            state.climax = True
        return self._beat(mode, told.id, branch=number, flags=flags)

    def _escalate(self, key: str) -> Beat:
        escalation = dict(self.chapter.escalations)[key]
        flags = set_flags(self.state, escalation.set_flags)
        for each in escalation.lock_locations:
            self.state.locked.setdefault(each, self.state.turn)
        return self._beat("escalation", key, flags=flags)

    def _end_act(self) -> Beat:
        mode, ref = end_act(self.book, self.state, self.holds)
        return self._beat(mode, ref)

    # -- scenes

    def _scene(self, scenes: list[Scene], brought_by: str = "") -> Beat:
        state = self.state
        proposed = self.proposal.tension if self.proposal is not None else 0.0
        best = shortlist(self.book, self.chapter, state, scenes, proposed)
        picked = self._pick(best)
        for each in scenes:
            if each.id != picked.id:
                state.passed[each.id] = state.passed.get(each.id, 0) + 1
        scene = self.book.scenes[picked.id]
        came = resolve(self.book, self.chapter, state, scene, self.luck)
        self._pace()
        plants, calls_back = callbacks(self.chapter, state)
        foreshadows, note = foreshadow(self.chapter, state), self._propose(scene)
        return self._beat(
            "filler" if scene.encounter.type == "atmospheric" else "encounter",
            scene.id,
            scene.encounter.tension,
            roll=came.roll,
            brought_by=brought_by,
            flags=came.flags,
            findings=came.findings,
            items=came.items,
            reveals=came.reveals,
            complication=came.complication,
            plants=plants,
            calls_back=calls_back,
            foreshadows=foreshadows,
            note=note,
            shortlist=tuple(best),
        )

    def _pick(self, best: list[Ranked]) -> Ranked:
        chance = draw(self.state, self.luck, _FINE) / _FINE  # drawn in any case, so that a model changes no dice
        wished = self.proposal.pick if self.proposal is not None else ""
        for each in best:
            if each.id == wished:
                return each
        if wished:
            self.notes.append(f'clipped: "{wished}" is not on the shortlist')
        return drawn(best, chance)

    def _propose(self, scene: Scene) -> str:
        """What a model proposed besides the scene, as far as it may."""
        if self.proposal is None or (not self.proposal.bond and not self.proposal.note):
            return ""
        allowed, notes = clipped(self.book, self.proposal, scene.people, self.state.revealed)
        self.notes.extend(notes)
        if allowed.bond:
            move_bond(self.state, allowed.bond, allowed.bond_step)
        return allowed.note

    # -- nothing

    def _nothing(self) -> Beat:
        """Nothing happens here. Ways are free for a while; then time passes, and somebody comes, or the clock goes on.

        If nothing new can be reached and no clock runs, the act ends.
        """
        state, chapter = self.state, self.chapter
        if self.choice.move == "go":
            state.moves += 1
            if state.moves <= MOVES:
                return self._uneventful("travel")
        state.idle += 1
        if state.idle > IDLE:
            who, scenes = brought(self.book, chapter, state, self.holds)
            if scenes:
                return self._scene(scenes, who)
        clock = chapter.clock
        if clock is not None:
            tick(chapter, state, max(clock.ticks.idle, 1 if state.idle > IDLE else 0))
        elif state.idle > IDLE and not self._something_comes():
            if state.progress_needed:
                self.notes.append("stalled")
            self._give_up()
        return self._uneventful("filler")

    def _uneventful(self, mode: Mode) -> Beat:
        self._pace()
        meet(self.state, self.chapter.places[self.state.location].required_characters)
        return self._beat(mode, self.state.location)

    def _give_up(self) -> None:
        """The act cannot go on. One that is about something has stalled; one that is not is simply over."""
        self.state.climax = True
        if self.state.progress_needed and not self.state.progress_full and not self.state.doom_full:
            self.state.outcome = "stalled"

    def _something_comes(self) -> bool:
        """Whether anything new can be reached, or comes by itself."""
        due = (each.event for each in self.chapter.events if each.event.id not in self.state.events)
        if any(each.latest_turn is not None for each in due):
            return True
        return something_new(self.book, self.chapter, self.state)
