"""A story as one ink file: variables, the run time, a knot for each scene, tags on the lines that are told."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from gameplan.novels.export.conditions import ALWAYS, NEVER, Condition
from gameplan.novels.export.ink.director import DIRECTOR
from gameplan.novels.export.ink.escaping import condition, text
from gameplan.novels.export.story import OUTSIDE, Act, Effect, Passage, Place, Scene, Story

_SCENE_TAGS = "# place:{the_place_id()} # bg:{the_backdrop()} # music:{the_music()}"


def ink_of(story: Story) -> str:
    """The whole story in ink."""
    return "\n".join(_Writing(story).lines()) + "\n"


class _Writing:
    def __init__(self, story: Story) -> None:
        self._story = story
        self._scenes = {each.id: each for each in story.scenes}
        self._numbers = {each.id: number for number, each in enumerate(story.scenes, 1)}
        self._places = {each.id: number for number, each in enumerate(story.places)}
        self._acts = {each.id: number for number, each in enumerate(story.acts)}
        self._limits = {each.name: (each.lowest, each.highest) for each in story.variables if each.lowest > -1_000_000}

    def lines(self) -> Iterator[str]:
        story = self._story
        yield f"# title: {text(story.title)}"
        yield f"# language: {text(story.language)}"
        yield from (f"# content note: {text(each)}" for each in story.content_notes)
        yield from (f"VAR {each.name} = {each.initial}" for each in story.variables)
        yield from (f"VAR ink_far_{number} = 0" for number in range(len(story.places)))
        yield f"CONST ink_longest_story = {story.longest}"
        yield ""
        yield DIRECTOR
        for act in story.acts:
            yield from self._act(act)
        yield from self._switches()
        yield from self._places_told()
        yield from self._ends()
        for scene in story.scenes:
            yield from self._scene(scene)

    # -- acts

    def _act(self, act: Act) -> Iterator[str]:
        number = self._acts[act.id]
        yield f"=== enter_act_{number}"
        yield f"~ act = {number}"
        settings = {"travel": act.travel, "idle": act.idle, "miss": act.miss, "weak": act.weak, "every": act.every}
        settings |= {"patience": act.patience, "longest": act.longest}
        yield from (f"~ ink_{name} = {value}" for name, value in settings.items())
        yield f"~ ink_reversible = {str(act.reversible).lower()}"
        yield from self._effects(act.effects)
        yield f"-> tell_{act.opening} ->"
        yield "->->"
        yield ""
        yield f"=== interrupts_{number}"
        for id in act.interrupts:
            yield from _block(self._scenes[id].condition, [f"-> tell_{id} -> the_menu"])
        yield "-> the_rest_of_the_beat"
        yield ""
        yield f"=== end_of_act_{number}"
        for each in act.next:
            yield from _block(each.condition, [f"-> enter_act_{self._acts[each.to]} -> the_menu"])
        yield "-> the_ending"
        yield ""
        yield f"=== asides_{number}"
        for aside in act.asides:
            told = [*self._passages(aside.passages), *self._effects(aside.effects), "->->"]
            yield from _block(aside.condition, told)
        yield "->->"
        yield ""

    def _ends(self) -> Iterator[str]:
        endings = {each.id: (number, each) for number, each in enumerate(self._story.endings, 1)}
        yield "=== the_ending"
        for each in self._story.ends:
            number, ending = endings[each.to]
            yield from _block(each.condition, [f"~ ended = {number}", f"-> tell_{ending.scene} -> the_menu"])
        yield "-> the_menu"
        yield ""

    # -- what depends on where and when

    def _switches(self) -> Iterator[str]:
        story = self._story
        acts, places = range(len(story.acts)), range(len(story.places))
        yield from _switch("the_interrupts", "act", {each: [f"-> interrupts_{each}"] for each in acts})
        yield from _switch("the_end_of_the_act", "act", {each: [f"-> end_of_act_{each}"] for each in acts})
        yield from _switch("the_asides", "act", {each: [f"-> asides_{each} ->"] for each in acts}, then="->->")
        yield from _switch("the_ways", "place", {each: [f"-> ways_{each}"] for each in places})
        yield from _switch("the_arrival", "place", {each: [f"-> arrival_{each} ->"] for each in places}, then="->->")
        yield from _switch("the_quiet", "place", {each: [f"-> quiet_{each} ->"] for each in places}, then="->->")
        offering = [each for each in story.scenes if each.choices]
        options = {self._numbers[each.id]: [f"-> options_{each.id}"] for each in offering}
        yield from _switch("the_options", "ink_offers", options, then="-> the_moves")
        coming = dict.fromkeys(id for place in story.places for id in place.scenes)
        scenes = {self._numbers[id]: [f"-> tell_{id} ->"] for id in coming}
        yield from _switch("the_scene", "ink_pick", scenes, then="->->")
        here = {number: [f"~ return {_any_can(each)}"] for number, each in enumerate(story.places)}
        yield from _switch("function the_scenes_here()", "place", here, then="~ return false")
        choosing = {number: list(self._candidates(each)) for number, each in enumerate(story.places)}
        yield from _switch("function the_choosing()", "place", choosing, before="~ ink_pick = -1", then="")
        ahead = {number: list(self._ahead(each)) for number, each in enumerate(story.places)}
        yield from _switch("function the_ways_ahead()", "place", ahead, then="")
        for name, lines in (("the_news", self._news), ("the_steps", self._steps)):
            by_act = {number: list(lines(each)) for number, each in enumerate(story.acts)}
            yield from _switch(f"function {name}()", "act", by_act, then="")
        for name, words in (
            ("the_place_id", [each.id for each in story.places]),
            ("the_backdrop", [each.backdrop for each in story.places]),
            ("the_music", [each.music for each in story.places]),
        ):
            returned = {number: [f'~ return "{word}"'] for number, word in enumerate(words)}
            yield from _switch(f"function {name}()", "place", returned, then='~ return ""')

    def _candidates(self, place: Place) -> Iterator[str]:
        for id in place.scenes:
            scene = self._scenes[id]
            urgent = condition(scene.urgent)
            candidate = f"~ the_candidate({self._numbers[id]}, {urgent}, score_{id}(), {scene.last})"
            yield from (f"{{ can_{id}():", f"    {candidate}", "}")

    # -- which ways lead on

    def _ahead(self, place: Place) -> Iterator[str]:
        for way in place.ways:
            to = self._places[way.to]
            yield from _block(way.condition, [f"~ the_way_ahead({to}, ink_far_{to})"])

    def _news(self, act: Act) -> Iterator[str]:
        """How far it is from each place of an act to something new: no step, or not known yet."""
        for number, place in self._places_of(act):
            yield f"~ ink_far_{number} = ink_nowhere"
            new = " || ".join(f"({self._scenes[each].times} == 0 && can_{each}())" for each in place.scenes)
            if new:
                yield from (f"{{ place != {number} && ({new}):", f"    ~ ink_far_{number} = 0", "}")

    def _steps(self, act: Act) -> Iterator[str]:
        """Each way of an act, as one more step."""
        for number, place in self._places_of(act):
            for way in place.ways:
                step = f"~ the_step({number}, ink_far_{number}, ink_far_{self._places[way.to]})"
                yield from _block(way.condition, [step])

    def _places_of(self, act: Act) -> list[tuple[int, Place]]:
        return [(number, each) for number, each in enumerate(self._story.places) if each.act == act.id]

    # -- places

    def _places_told(self) -> Iterator[str]:
        for number, place in enumerate(self._story.places):
            yield f"=== ways_{number}"
            yield from self._ways(place)
            yield ""
            for way in dict.fromkeys(each.to for each in place.ways):
                yield f"=== go_{number}_{self._places[way]}"
                yield "~ ink_move = 1"
                yield f"~ ink_target = {self._places[way]}"
                yield "-> the_beat"
                yield ""
            yield f"=== arrival_{number}"
            yield from self._effects(place.effects)
            yield "~ the_tick(ink_travel)"
            yield from self._in_turn(place.arrivals, place.counter)
            yield f"=== quiet_{number}"
            yield from self._in_turn(place.quiet, place.quiet_counter)

    def _in_turn(self, texts: Sequence[Sequence[Passage]], counter: str) -> Iterator[str]:
        if texts:
            yield f"{{ {counter}:"
            for number, passages in enumerate(texts):
                yield f"- {number}:"
                yield from _indented(self._passages(passages))
            yield "}"
        yield f"~ {counter} = {counter} + 1"
        yield "->->"
        yield ""

    def _ways(self, place: Place) -> Iterator[str]:
        words, number = self._story.words, self._places[place.id]
        yield f"+ {{ ink_only }} [{text(words.onward)}] -> stay_here"
        yield f"+ {{ not ink_only && ink_stays }} [{text(words.stay)}] -> stay_here"
        for way in place.ways:
            to = self._places[way.to]
            open_ = f"not ink_only && ({condition(way.condition)})"
            leads = f"the_way_leads_on({to}, ink_far_{to})"
            hint = text(self._story.places[to].mood)
            if hint:
                yield f"+ {{ {open_} && {leads} }} [{text(way.text)} # hint: {hint}] -> go_{number}_{to}"
                open_ = f"{open_} && not {leads}"
            yield f"+ {{ {open_} }} [{text(way.text)}] -> go_{number}_{to}"
        yield f"+ {{ not ink_only && not ink_stays }} [{text(words.wait)}] -> wait_here"

    # -- scenes

    def _scene(self, scene: Scene) -> Iterator[str]:
        yield f"=== tell_{scene.id}"
        yield f"~ {scene.times} = {scene.times} + 1"
        yield f"~ {scene.last} = turn"
        yield "~ tier = 0"
        if scene.roll is not None:
            yield f"~ the_roll({scene.roll.modifier})"
        yield "~ branch = 0"
        if scene.branches:
            yield "{"
            for number, held in enumerate(scene.branches, 1):
                yield f"- {condition(held)}:"
                yield f"    ~ branch = {number}"
            yield "}"
        yield from self._texts(scene)
        yield from self._effects(scene.effects)
        if scene.kind not in OUTSIDE:
            yield f"~ focus = {scene.focus}"
            yield f"~ the_outcome({scene.gives}, {scene.doom})"
        yield f"~ ink_offers = {self._numbers[scene.id] if scene.choices else 0}"
        yield "->->"
        yield ""
        if scene.choices:
            yield from self._options(scene)
        if scene.kind not in OUTSIDE:
            yield f"=== function can_{scene.id}()"
            yield f"~ return {condition(scene.condition)}"
            yield ""
            yield f"=== function score_{scene.id}()"
            yield f"~ temp score = {scene.weight}"
            for bonus in scene.bonuses:
                yield from _block(bonus.condition, [f"~ score = score + ({bonus.points})"])
            yield "~ return score"
            yield ""

    def _texts(self, scene: Scene) -> Iterator[str]:
        stat = scene.roll.stat if scene.roll is not None else ""
        if len(scene.texts) == 1:
            yield from self._passages(scene.texts[0], stat)
            return
        yield f"{{ ({scene.times} - 1) % {len(scene.texts)}:"
        for number, passages in enumerate(scene.texts):
            yield f"- {number}:"
            yield from _indented(self._passages(passages, stat))
        yield "}"

    def _options(self, scene: Scene) -> Iterator[str]:
        yield f"=== options_{scene.id}"
        for number, option in enumerate(scene.choices, 1):
            hint = f" # hint: {text(option.hint)}" if option.hint else ""
            held = f"{{ {condition(option.condition)} }} " if option.condition != ALWAYS else ""
            yield f"+ {held}[{text(option.text)}{hint}] -> option_{scene.id}_{number}"
        yield "+ -> the_moves"
        yield ""
        for number, option in enumerate(scene.choices, 1):
            yield f"=== option_{scene.id}_{number}"
            yield from self._effects(option.effects)
            yield from self._passages(option.passages)
            yield "-> the_moves"
            yield ""

    # -- lines

    def _passages(self, passages: Iterable[Passage], stat: str = "") -> Iterator[str]:
        for number, each in enumerate(passages):
            line = " ".join((text(each.text), *_tags(each, stat), *([_SCENE_TAGS] if number == 0 else [])))
            yield from _block(each.condition, [line])

    def _effects(self, effects: Iterable[Effect]) -> Iterator[str]:
        for each in effects:
            yield from _block(each.condition, [self._effect(each)])

    def _effect(self, effect: Effect) -> str:
        name = effect.variable
        if effect.operation == "set":
            return f"~ {name} = {effect.value}"
        changed = f"{name} + ({effect.value})"
        if name in self._limits:
            lowest, highest = self._limits[name]
            changed = f"the_number_within({changed}, {lowest}, {highest})"
        return f"~ {name} = {changed}"


def _tags(passage: Passage, stat: str) -> Iterator[str]:
    if passage.kind != "narration":
        yield f"# kind:{passage.kind}"
    if passage.speaker:
        yield f"# speaker:{passage.speaker} # expression:{text(passage.expression)}"
        if passage.name:
            yield f"# name:{text(passage.name)}"
    if passage.kind == "roll" and stat:
        yield f"# roll:{text(stat)} # dice:{{ink_first}},{{ink_second}} # total:{{ink_total}}"


def _any_can(place: Place) -> str:
    return " || ".join(f"can_{each}()" for each in place.scenes) or "false"


def _block(held: Condition, lines: Sequence[str]) -> Iterator[str]:
    """Lines that count only if a condition holds."""
    if held == ALWAYS:
        yield from lines
    elif held != NEVER:
        yield f"{{ {condition(held)}:"
        yield from _indented(lines)
        yield "}"


def _indented(lines: Iterable[str]) -> Iterator[str]:
    return (f"    {each}" for each in lines)


def _switch(
    name: str, variable: str, cases: dict[int, list[str]], *, before: str = "", then: str = "-> DONE"
) -> Iterator[str]:
    """A knot or function that does something else for each value of a variable."""
    yield f"=== {name}"
    if before:
        yield before
    if any(cases.values()):
        yield f"{{ {variable}:"
        for value, lines in cases.items():
            if lines:
                yield f"- {value}:"
                yield from _indented(lines)
        yield "}"
    if then:
        yield then
    yield ""
