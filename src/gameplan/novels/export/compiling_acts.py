"""The acts of a novel as a story has them: how they open, what interrupts them, and what follows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal

from gameplan.novels.export.compiling_prose import Prose, Told
from gameplan.novels.export.compiling_scenes import DOOM_FULL, PROGRESS_FULL, percent
from gameplan.novels.export.compiling_words import clean
from gameplan.novels.export.conditions import ALWAYS, NEVER, Condition, both, compare, either, negated
from gameplan.novels.export.conditions_lowering import Lowering, Names
from gameplan.novels.export.story import Act, Aside, Effect, Ending, Next, Scene, SceneKind
from gameplan.novels.package import Location
from gameplan.novels.play.book import THE_END, Book, Chapter, Event
from gameplan.novels.play.threads import FORESHADOWING

_ON_THE_WAY = 33  # percent of an act after which an event is foreshadowed
_UNKNOWN_ENDING = -1
_LOST = either(compare("stalled", "==", 1), both(DOOM_FULL, negated(PROGRESS_FULL)))


class Acts:
    """Lowers the acts of a book. `place_ids` has the id in the story of each location of each act."""

    def __init__(
        self,
        book: Book,
        names: Names,
        lower: Lowering,
        prose: Prose,
        place_ids: Mapping[tuple[str, str], str],
    ) -> None:
        self._book = book
        self._names = names
        self._lower = lower
        self._prose = prose
        self._place_ids = place_ids
        self._positions = {key: number for number, key in enumerate(place_ids)}
        self._ending_ids = [each.id for each, _ in book.endings] or [THE_END.id]

    # -- scenes that are not encounters

    def openings(self) -> list[Scene]:
        """How each act opens."""
        found = []
        for id, chapter in self._book.chapters.items():
            told = self._prose.beat("opening", id, chapter.start, id)
            found.append(self._scene(f"opening_{id}", "opening", chapter.act.title, told))
        return found

    def interrupts(self) -> list[Scene]:
        """Events, escalations and the climax of each act."""
        return [scene for chapter in self._book.chapters.values() for scene in self._interrupts(chapter)]

    def _interrupts(self, chapter: Chapter) -> Iterator[Scene]:
        act, start = chapter.act.id, chapter.start
        for each in chapter.events:
            yield self._event(chapter, each)
        for number, (key, escalation) in enumerate(chapter.escalations, 1):
            id = _escalation_id(act, number)
            told = self._prose.beat("escalation", act, start, key)
            effects = [Effect(self._names.of("flag", flag), "set", 1) for flag in escalation.set_flags]
            effects += [Effect(self._names.of("shut", place), "set", 1) for place in escalation.lock_locations]
            condition = both(
                compare(self._names.of("scene_times", id), "==", 0), compare("peak", ">=", escalation.threshold)
            )
            yield self._scene(
                id, "escalation", _clock_label(chapter), told, condition=condition, effects=tuple(effects)
            )
        if chapter.clock is not None:
            told = self._prose.beat("climax", act, start, act)
            condition = both(DOOM_FULL, negated(PROGRESS_FULL))
            climax = (Effect("climax", "set", 1),)
            title = _clock_label(chapter)
            yield self._scene(f"climax_{act}", "climax", title, told, condition=condition, effects=climax)

    def _event(self, chapter: Chapter, written: Event) -> Scene:
        event, names = written.event, self._names
        branches = event.conditional_branches
        mode: Literal["climax", "event"] = "climax" if event.forces_climax else "event"
        told = self._prose.event(mode, chapter.act.id, chapter.start, event.id, [each.effect for each in branches])
        times = names.of("event_times", event.id)
        effects = [Effect(names.of("flag", flag), "set", 1) for flag in event.set_flags]
        for number, branch in enumerate(branches, 1):
            here = compare("branch", "==", number)
            effects += [Effect(names.of("flag", flag), "set", 1, here) for flag in branch.set_flags]
            if branch.ending is not None:
                effects += [Effect("due", "set", self._due(branch.ending), here), Effect("climax", "set", 1, here)]
        if event.forces_climax:
            effects.append(Effect("climax", "set", 1))
        return Scene(
            id=_event_id(event.id),
            kind=mode,
            title=clean(event.title),
            times=times,
            last=names.of("event_last", event.id),
            texts=told.texts,
            condition=both(compare(times, "==", 0), self._comes(written)),
            tension=90 if event.forces_climax else 60,
            cast=told.cast,
            branches=tuple(map(self._lower, written.branches)),
            effects=tuple(effects),
        )

    def _comes(self, written: Event) -> Condition:
        """When an event comes: when its trigger holds, at its latest turn, or, in prose, when the clock is full."""
        latest = written.event.latest_turn
        at_last = compare("act_turn", ">=", latest) if latest is not None else NEVER
        trigger = self._lower(written.trigger) if written.trigger.text or latest is None else NEVER
        if written.trigger.is_soft and written.event.forces_climax:
            trigger = both(DOOM_FULL, negated(PROGRESS_FULL))
        return either(at_last, trigger)

    def _due(self, ending: str) -> int:
        return 1 + self._ending_ids.index(ending) if ending in self._ending_ids else _UNKNOWN_ENDING

    def _scene(
        self,
        id: str,
        kind: SceneKind,
        title: str,
        told: Told,
        *,
        condition: Condition = ALWAYS,
        effects: tuple[Effect, ...] = (),
    ) -> Scene:
        return Scene(
            id=id,
            kind=kind,
            title=clean(title),
            times=self._names.of("scene_times", id),
            last=self._names.of("scene_last", id),
            texts=told.texts,
            condition=condition,
            tension=80 if kind in ("escalation", "climax") else 50,
            cast=told.cast,
            effects=effects,
        )

    # -- acts

    def acts(self) -> tuple[Act, ...]:
        """The acts, in their order."""
        return tuple(self._act(id, chapter) for id, chapter in self._book.chapters.items())

    def _act(self, id: str, chapter: Chapter) -> Act:
        progression, clock = chapter.act.global_progression, chapter.clock
        latest = [each.event.latest_turn or 0 for each in chapter.events]
        ticks = clock.ticks if clock is not None else None
        return Act(
            id=id,
            title=clean(chapter.act.title),
            opening=f"opening_{id}",
            start=self._place_ids[id, chapter.start],
            effects=tuple(self._entering(id, chapter)),
            progress_label=clean(progression.tracker_label) if progression is not None else "",
            doom_label=clean(_clock_label(chapter)),
            doom_shown=clock.visibility if clock is not None else "hidden",
            reversible=clock.reversible if clock is not None else False,
            travel=ticks.travel if ticks is not None else 0,
            idle=ticks.idle if ticks is not None else 0,
            miss=ticks.miss if ticks is not None else 0,
            weak=ticks.weak if ticks is not None else 0,
            every=ticks.every_beats if ticks is not None else 0,
            patience=max(4 + 2 * len(chapter.places), *latest, 0),
            longest=chapter.longest,
            interrupts=tuple(self._order(id, chapter)),
            asides=tuple(self._asides(id, chapter)),
            next=tuple(self._following(id, chapter)),
        )

    def _order(self, act: str, chapter: Chapter) -> Iterator[str]:
        """What forces the climax, escalations by their thresholds, other events, and the climax of a full clock."""
        yield from (_event_id(each.event.id) for each in chapter.events if each.event.forces_climax)
        yield from (_escalation_id(act, number) for number in range(1, len(chapter.escalations) + 1))
        yield from (_event_id(each.event.id) for each in chapter.events if not each.event.forces_climax)
        if chapter.clock is not None:
            yield f"climax_{act}"

    def _entering(self, act: str, chapter: Chapter) -> Iterator[Effect]:
        progression, clock = chapter.act.global_progression, chapter.clock
        needed = progression.required_value if progression is not None else 0
        doom_needed = clock.required_value if clock is not None else 0
        for name in (*_ANEW, "progress", "doom"):
            yield Effect(name, "set", 0)
        for name, value in (("needed", needed), ("scale", needed or 1), ("doom_needed", doom_needed)):
            yield Effect(name, "set", value)
        yield Effect("doom_scale", "set", doom_needed or 1)
        yield Effect("par", "set", round(chapter.par))
        yield Effect("place", "set", self._positions[act, chapter.start])
        yield from self.coming_to(chapter.places[chapter.start])

    def coming_to(self, location: Location) -> tuple[Effect, ...]:
        """What it means to be at a place: it is visited, and who belongs to it is met."""
        met = (Effect(self._names.of("met", each), "set", 1) for each in location.required_characters)
        return (Effect(self._names.of("been", location.id), "set", 1), *met)

    def is_open(self, location: Location) -> Condition:
        """Whether a place can be gone to."""
        flag = location.requires_flag
        needs = compare(self._names.of("flag", flag), "==", 1) if flag is not None else ALWAYS
        return both(compare(self._names.of("shut", location.id), "==", 0), needs)

    def _asides(self, act: str, chapter: Chapter) -> Iterator[Aside]:
        """What gets in the way when it did not go well, each once and in order; and signs of events that are coming."""
        start = chapter.start
        badly = both(compare("tier", ">=", 1), compare("tier", "<=", 2))
        for number, text in enumerate(chapter.act.complications):
            passages = self._prose.remark(act, start, text, f"complication {number}")
            effect = Effect("complications", "set", number + 1)
            yield Aside(
                f"complication_{act}_{number + 1}",
                both(badly, compare("complications", "==", number)),
                passages,
                (effect,),
            )
        for each in chapter.events:
            event = each.event
            passages = self._prose.remark(act, start, event.foreshadow, event.id) if event.foreshadow else ()
            if not passages:
                continue
            latest = event.latest_turn
            near = compare("act_turn", ">=", latest - FORESHADOWING) if latest is not None else NEVER
            told, fired = self._names.of("told", event.id), self._names.of("event_times", event.id)
            condition = both(compare(told, "==", 0), compare(fired, "==", 0), either(near, percent(_ON_THE_WAY)))
            yield Aside(f"sign_{event.id}", condition, passages, (Effect(told, "set", 1),))

    def _following(self, act: str, chapter: Chapter) -> Iterator[Next]:
        """The acts that can follow. Who has lost, or came to a standstill, goes on only where a condition says so."""
        free = both(compare("due", "==", 0), compare("turn", "<=", self._book.longest))
        for to, condition in chapter.next:
            if to in self._book.chapters:
                held = self._lower(condition) if condition.text else negated(_LOST)
                yield Next(to, both(free, held))
        after = self._book.order.index(act) + 1
        if after < len(self._book.order):
            yield Next(self._book.order[after], both(free, negated(_LOST)))

    # -- endings

    def endings(self) -> tuple[tuple[Ending, ...], tuple[Next, ...], list[Scene]]:
        """The endings, when each comes, and their scenes. That which is due comes first, the last in any case."""
        written = self._book.endings or ((THE_END, None),)
        endings, scenes = [], []
        last = list(self._book.chapters.values())[-1]
        for each, _ in written:
            id = f"ending_{each.id}"
            told = self._prose.beat("ending", last.act.id, last.start, each.id)
            scenes.append(self._scene(id, "ending", each.title, told))
            endings.append(Ending(each.id, clean(each.title), each.tone, id))
        due = [Next(each.id, compare("due", "==", number)) for number, (each, _) in enumerate(written, 1)]
        held = [Next(each.id, self._lower(condition)) for each, condition in written if condition is not None]
        return tuple(endings), (*due, *held, Next(written[-1][0].id)), scenes


_ANEW = ("act_turn", "paced", "idle", "moves", "complications", "climax", "stalled", "peak")


def _clock_label(chapter: Chapter) -> str:
    """What the clock counts; nothing, if nobody is to know that there is one."""
    clock = chapter.clock
    return clock.tracker_label if clock is not None and clock.visibility != "hidden" else ""


def _event_id(id: str) -> str:
    return f"event_{id}"


def _escalation_id(act: str, number: int) -> str:
    return f"escalation_{act}_{number}"
