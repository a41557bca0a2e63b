"""The scenes of a novel as a story has them: when each can come, what it is worth, and what comes of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from zlib import crc32

from gameplan.novels.export.compiling_prose import Prose
from gameplan.novels.export.compiling_words import clean
from gameplan.novels.export.conditions import (
    ALWAYS,
    NEVER,
    Amount,
    Compare,
    Compute,
    Condition,
    Number,
    Variable,
    both,
    compare,
    either,
    negated,
)
from gameplan.novels.export.conditions_lowering import Lowering, Names
from gameplan.novels.export.story import Bonus, Effect, Option, Roll, Scene
from gameplan.novels.items import item_id
from gameplan.novels.package import Focus
from gameplan.novels.play.book import Book
from gameplan.novels.play.book import Scene as Written
from gameplan.novels.play.choosing import ARC_REST
from gameplan.novels.play.luck import HIGHEST_MODIFIER, LOWEST_MODIFIER
from gameplan.novels.telling.wording import wording_of

PROGRESS_FULL = both(compare("needed", ">", 0), Compare(">=", Variable("progress"), Variable("needed")))
DOOM_FULL = both(compare("doom_needed", ">", 0), Compare(">=", Variable("doom"), Variable("doom_needed")))
_FOCUSES: tuple[Focus, ...] = ("dialogue_and_worldbuilding", "standard", "tension_and_action")
_DUE = (0, 5, 30, 60, 85)  # percent of the act after which a phase of an arc is due
_FROM_CRISIS = 3
_PRIORITY, _NEED, _UNLOCK, _NOVELTY, _PACING, _ARC_DUE, _ARC_EARLY = 90, 60, 90, 50, 80, 80, -48


def percent(least: int) -> Condition:
    """Whether progress or doom has come so far, in percent."""
    return either(_percent("progress", "scale", least), _percent("doom", "doom_scale", least))


def _percent(name: str, scale: str, least: int) -> Condition:
    return Compare(">=", _times(Number(100), Variable(name)), _times(Number(least), Variable(scale)))


def _times(left: Amount, right: Amount) -> Amount:
    return Compute("*", left, right)


def _since(name: str) -> Amount:
    return Compute("-", Variable("turn"), Variable(name))


class Scenes:
    """Lowers the encounters of a book."""

    def __init__(self, book: Book, names: Names, lower: Lowering, prose: Prose) -> None:
        self._book = book
        self._names = names
        self._lower = lower
        self._prose = prose
        self._words = wording_of(book.package.language)

    def scene(self, written: Written, id: str, act: str, places: Sequence[str]) -> Scene:
        """A scene that can come at these places of an act."""
        encounter = written.encounter
        times, last = self._names.of("times", encounter.id), self._names.of("last", encounter.id)
        filler = encounter.type == "atmospheric"
        told = self._prose.scene(written, "filler" if filler else "encounter", act, places, self._hidden(written))
        arc = bool(written.character)
        weight = round(_PRIORITY * written.weight) + (_ARC_EARLY if arc else 0)
        return Scene(
            id=id,
            kind="arc" if arc else "filler" if filler else "encounter",
            title=clean(encounter.title),
            times=times,
            last=last,
            texts=told.texts,
            condition=self._condition(written),
            urgent=self._urgent(written, times),
            weight=weight,
            bonuses=tuple(self._bonuses(written)),
            focus=1 + _FOCUSES.index(encounter.pacing.focus),
            tension=round(100 * encounter.tension),
            cast=told.cast,
            roll=self._roll(written),
            effects=tuple(self._effects(written, times)),
            gives=encounter.gives_progression,
            doom=encounter.doom_delta,
            choices=tuple(self._choices(written)),
        )

    def _roll(self, written: Written) -> Roll | None:
        stat = written.encounter.roll
        if stat is None:
            return None
        has = self._book.protagonist.stats.get(stat, 0) if self._book.protagonist is not None else 0
        return Roll(clean(stat), min(HIGHEST_MODIFIER, max(LOWEST_MODIFIER, has)))

    # -- when it can come

    def _condition(self, written: Written) -> Condition:
        encounter, names = written.encounter, self._names
        times, last = names.of("times", encounter.id), names.of("last", encounter.id)
        never = compare(times, "==", 0)
        parts: list[Condition] = []
        if not encounter.repeatable:
            parts.append(never)
        else:
            rested = Compare(">", _since(last), Number(encounter.cooldown))
            often = compare(times, "<=", encounter.max_repeats) if encounter.max_repeats else ALWAYS
            parts.append(either(never, both(often, rested)))
        parts += [compare(names.of("flag", each), "==", 1) for each in encounter.prerequisites]
        parts += [compare(names.of("flag", each), "==", 0) for each in encounter.exclude_if_flags]
        if encounter.follows is not None:
            since = _since(names.of("last", encounter.follows))
            parts += [compare(names.of("times", encounter.follows), ">=", 1)]
            parts += [Compare("<=", since, Number(encounter.within))]
        if written.character:
            parts.append(self._arc_is_open(written))
        parts.append(self._lower(written.condition))
        return both(*parts)

    def _arc_is_open(self, written: Written) -> Condition:
        """The arc has come to the scene: it is of the next phase and the last step was some turns ago, or was left."""
        arc = self._names.of("arc", written.character)
        before = max((each for each in self._book.phases[written.character] if each < written.phase), default=0)
        steps = [each for each in self._book.arc_scenes if each.character == written.character and each.phase == before]
        rested = both(
            *(
                either(
                    compare(self._names.of("times", each.id), "==", 0),
                    Compare(">", _since(self._names.of("last", each.id)), Number(ARC_REST)),
                )
                for each in steps
            )
        )
        return either(compare(arc, ">=", written.phase), both(compare(arc, "==", before), rested))

    def _urgent(self, written: Written, times: str) -> Condition:
        if written.encounter.priority != "urgent":
            return NEVER
        return compare(times, "==", 0) if written.encounter.repeatable else ALWAYS

    # -- what it is worth

    def _bonuses(self, written: Written) -> Iterator[Bonus]:
        encounter = written.encounter
        if encounter.gives_progression:
            points = _NEED * min(2, encounter.gives_progression) // 2
            expected = _times(Variable("act_turn"), Variable("needed"))
            behind = Compute("-", expected, _times(Variable("progress"), Variable("par")))
            third = _times(Variable("par"), Variable("needed"))
            yield Bonus(Compare(">", behind, Number(0)), points)
            yield Bonus(both(compare("needed", ">", 0), Compare(">=", _times(Number(3), behind), third)), points)
        for flag, waiting in self._book.unlocks[encounter.id][:2]:
            worth = min(1.0, sum(value for _, value in waiting) / 4)
            yield Bonus(compare(self._names.of("flag", flag), "==", 0), round(_UNLOCK * worth))
        yield Bonus(compare("focus", "!=", 1 + _FOCUSES.index(encounter.pacing.focus)), _NOVELTY)
        tense = round(_PACING * (encounter.tension - 0.5))
        if tense:
            yield Bonus(percent(50), tense)
            yield Bonus(negated(percent(50)), -tense)
        if written.character:
            yield Bonus(percent(_DUE[written.phase]), _ARC_DUE - _ARC_EARLY)

    # -- what comes of it

    def _effects(self, written: Written, times: str) -> Iterator[Effect]:
        encounter, names = written.encounter, self._names
        missed = compare("tier", "==", 1) if encounter.roll is not None else NEVER
        well = negated(missed)
        for flag in encounter.guaranteed_flags:
            yield Effect(names.of("flag", flag), "set", 1)
        for flag in encounter.potential_flags:
            yield Effect(names.of("flag", flag), "set", 1, well)
        if encounter.roll is not None:
            for flag in encounter.miss_flags:
                yield Effect(names.of("flag", flag), "set", 1, missed)
        for each in sorted(written.people):
            yield Effect(names.of("met", each), "set", 1)
            if encounter.type == "npc_interaction" and not self._is_protagonist(each):
                bond = names.of("bond", each)
                yield Effect(bond, "add", 1, both(well, compare(times, "==", 1)))
                if encounter.roll is not None:
                    yield Effect(bond, "add", -1, missed)
        for text in encounter.findings:
            yield Effect(names.of("knows", text), "set", 1, well)
        for thing in encounter.interactables:
            yield Effect(names.of("item", item_id(thing)), "set", 1, well)
        if written.character:
            arc = names.of("arc", written.character)
            yield Effect(arc, "set", written.phase, compare(arc, "<", written.phase))
            if self._hidden(written) is not None:
                yield Effect(names.of("out", written.character), "set", 1)

    def _hidden(self, written: Written) -> Condition | None:
        person = self._book.characters.get(written.character)
        if written.phase < _FROM_CRISIS or person is None or not person.secrets:
            return None
        return compare(self._names.of("out", written.character), "==", 0)

    def _is_protagonist(self, id: str) -> bool:
        return self._book.protagonist is not None and self._book.protagonist.id == id

    def _choices(self, written: Written) -> Iterator[Option]:
        """How the player stands to somebody of the scene: closer, or further off."""
        people = [each for each in sorted(written.people) if not self._is_protagonist(each)]
        known = [self._book.characters[each] for each in people if each in self._book.characters]
        if not known or not (written.character or written.encounter.type == "npc_interaction"):
            return
        person = next((each for each in known if each.id == written.character), known[0])
        bond = self._names.of("bond", person.id)
        name = clean(person.name)
        for id, labels, step in (("warm", self._words.warms, 1), ("cool", self._words.cools, -1)):
            label = labels[crc32(f"{written.id}/{id}".encode()) % len(labels)]
            hint = self._words.remembered.replace("{name}", name)
            yield Option(id, label.replace("{name}", name), hint, effects=(Effect(bond, "add", step),))
