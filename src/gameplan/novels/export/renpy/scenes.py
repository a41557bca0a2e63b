"""Scenes as labels: what is said, by whom, under which condition, and what can be chosen."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from gameplan.novels.export.compiling_words import stat_word
from gameplan.novels.export.conditions import ALWAYS, NEVER, Condition, variables_in
from gameplan.novels.export.renpy.escaping import attribute, code, comment, literal, quoted, safe_id
from gameplan.novels.export.renpy.rules import INDENT, Effects, python_of
from gameplan.novels.export.story import Aside, Option, Passage, Scene, Seen, Story
from gameplan.novels.package import EXPRESSIONS

UNCOUNTED = ("opening", "event", "escalation", "climax", "ending")
VOICES = {"title": "voice_title", "ending": "voice_ending", "roll": "voice_roll", "thought": "voice_thought"}


def indented(lines: Iterable[str], depth: int = 1) -> Iterator[str]:
    return (INDENT * depth + each if each else "" for each in lines)


def look(expression: str) -> str:
    """The name of an expression in a script. One that is not ours might be a word of Ren'Py's."""
    return expression if expression in EXPRESSIONS else f"look_{safe_id(expression)}"


class SceneWriter:
    """Writes the scenes of a story."""

    def __init__(self, story: Story) -> None:
        self._people = {each.id: each for each in story.people}
        self._effects = Effects(story)
        self._language = story.language
        self._last = {each.scene for each in story.endings}

    def scene(self, scene: Scene) -> Iterator[str]:
        """What the Director has to know of a scene, and its label."""
        id = safe_id(scene.id)
        yield f"## {comment(scene.title) or id} {'#' * 20}"
        yield ""
        yield from self._rules(scene)
        yield ""
        yield f"label scene_{id}:"
        yield from indented(self._told(scene))
        yield ""

    def aside(self, aside: Aside) -> Iterator[str]:
        """The label of a remark."""
        yield f"label aside_{safe_id(aside.id)}:"
        yield from indented(self.passages(aside.passages))
        yield from indented(self._effects.lines(aside.effects))
        yield INDENT + "return"
        yield ""

    def _rules(self, scene: Scene) -> Iterator[str]:
        yield "init python in plot:"
        yield f"    scene({code(scene.id)}, {code(attribute(scene.times))}, {code(attribute(scene.last))},"
        if scene.condition != ALWAYS:
            yield f"        when=lambda: {python_of(scene.condition)},"
        if scene.urgent != NEVER:
            yield f"        urgent=lambda: {python_of(scene.urgent)},"
        if scene.bonuses:
            yield "        bonuses=["
            for bonus in scene.bonuses:
                yield f"            ({int(bonus.points)}, lambda: {python_of(bonus.condition)}),"
            yield "        ],"
        if scene.branches:
            yield f"        branches=[{', '.join(f'lambda: {python_of(each)}' for each in scene.branches)}],"
        if scene.roll is not None:
            yield f"        roll=({code(stat_word(scene.roll.stat, self._language))}, {int(scene.roll.modifier)}),"
        counts = ", counts=False" if scene.kind in UNCOUNTED else ""
        numbers = f"weight={int(scene.weight)}, focus={int(scene.focus)}, gives={int(scene.gives)}"
        yield f"        {numbers}, doom={int(scene.doom)}{counts})"

    def _told(self, scene: Scene) -> Iterator[str]:
        yield f"$ plot.play({code(scene.id)})"
        yield from self._seen(scene.cast)
        several = len(scene.texts)
        for number, text in enumerate(scene.texts):
            lines = list(self.passages(text, dice=f"{number}_{safe_id(scene.id)}" if scene.roll else ""))
            if several > 1:
                times = f"story.{attribute(scene.times)}"
                yield f"{'elif' if number else 'if'} ({times} - 1) % {several} == {number}:"
                yield from indented(lines or ["pass"])
            else:
                yield from lines
        yield from self._effects.lines(scene.effects)
        yield f"call director_after({code(scene.id)}) from told_{safe_id(scene.id)}"
        if scene.choices and scene.id not in self._last:
            yield from self._menu(scene.choices)
        yield "return"

    def _seen(self, cast: Sequence[Seen]) -> Iterator[str]:
        people = [each for each in dict.fromkeys(cast) if each.person in self._people]
        people = list({each.person: each for each in people}.values())
        for number, each in enumerate(people):
            yield f"show p_{safe_id(each.person)} {look(each.expression)} at seat({_seat(number, len(people))})"
        yield "with dissolve"
        pictures = (self._people[each.person].portrait(each.expression) for each in people)
        if alts := [each.alt for each in pictures if each is not None and each.alt]:
            yield f"alt {quoted('; '.join(alts))}"

    def _menu(self, choices: Iterable[Option]) -> Iterator[str]:
        yield "menu:"
        for each in choices:
            hint = f" (hint={literal(each.hint)})" if each.hint else ""
            yield from indented([f"{quoted(each.text or '…')}{hint}{given(each.condition)}:"])
            inside = [*self._effects.lines(each.effects), *self.passages(each.passages)]
            yield from indented(inside or ["pass"], 2)

    # -- what is said

    def passages(self, passages: Iterable[Passage], *, dice: str = "") -> Iterator[str]:
        """What is said, side by side under one condition.

        Dice that fell have a name, and are shown before the first that depends on them.
        """
        due = bool(dice)
        for condition, group in groupby(passages, key=lambda each: each.condition):
            said = list(group)
            if due and ("tier" in variables_in(condition) or any(each.kind == "roll" for each in said)):
                yield f"call director_dice from dice_{dice}"
                due = False
            if condition == ALWAYS:
                yield from map(self._said, said)
            else:
                yield f"if {python_of(condition)}:"
                yield from indented(map(self._said, said))
        if due:
            yield f"call director_dice from dice_{dice}"

    def _said(self, passage: Passage) -> str:
        text = quoted(passage.text)
        person = self._people.get(passage.speaker)
        if person is None:
            who = VOICES.get(passage.kind, "") or (quoted(passage.name) if passage.name else "")
            return f"{who} {text}".strip()
        voice = "t" if passage.kind == "thought" else "p"
        other = f" (name={literal(passage.name)})" if passage.name not in ("", person.name) else ""
        return f"{voice}_{safe_id(person.id)} {look(passage.expression)} {text}{other}"


def given(condition: Condition) -> str:
    """The condition of a choice, after it."""
    return "" if condition == ALWAYS else f" if {python_of(condition)}"


def _seat(number: int, of: int) -> str:
    """Where somebody stands, from 0 at the left to 1 at the right."""
    return f"{(number + 1) / (of + 1):.2f}"
