"""Acts as files: what begins them, their places with the ways out, and the scenes that belong to no other act."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from gameplan.novels.export.conditions import ALWAYS
from gameplan.novels.export.renpy.escaping import attribute, code, comment, literal, quoted, safe_id
from gameplan.novels.export.renpy.rules import Effects, python_of
from gameplan.novels.export.renpy.scenes import SceneWriter, given, indented
from gameplan.novels.export.story import Act, Next, Passage, Place, Scene, Story, Way


class ActWriter:
    """Writes one file for each act, one for scenes of several acts, and one for the endings."""

    def __init__(self, story: Story, music: Mapping[str, str]) -> None:
        self._story = story
        self._music = music
        self._effects = Effects(story)
        self._scenes = SceneWriter(story)

    def files(self) -> Iterator[tuple[str, str]]:
        """The path of each file, and what is in it."""
        home = self._homes()
        for number, act in enumerate(self._story.acts):
            own = [each for each in self._story.scenes if home[each.id] == act.id]
            yield f"game/act_{number + 1}_{safe_id(act.id)[:40]}.rpy", _file(self._act(number, act, own))
        several = [each for each in self._story.scenes if home[each.id] == ""]
        if several:
            yield "game/scenes_of_several_acts.rpy", _file(self._several(several))
        yield "game/endings.rpy", _file(self._endings([each for each in self._story.scenes if home[each.id] == "*"]))

    def _homes(self) -> dict[str, str]:
        """The act of each scene: empty if it has several, a star if it tells an ending."""
        found: dict[str, set[str]] = {each.id: set() for each in self._story.scenes}
        for act in self._story.acts:
            for id in (act.opening, *act.interrupts):
                found[id].add(act.id)
        for place in self._story.places:
            for id in place.scenes:
                found[id].add(place.act)
        home = {id: next(iter(acts)) if len(acts) == 1 else "" for id, acts in found.items()}
        return home | {each.scene: "*" for each in self._story.endings}

    def _act(self, number: int, act: Act, scenes: Iterable[Scene]) -> Iterator[str]:
        id = safe_id(act.id)
        yield f"# {comment(act.title) or id}"
        yield ""
        yield "init python in plot:"
        yield f"    act({number}, {code(id)}, {literal(act.title)},"
        yield f"        progress={literal(act.progress_label)},"
        yield f"        doom={literal(act.doom_label)},"
        yield f"        shown={code(act.doom_shown)}, reversible={bool(act.reversible)},"
        yield f"        travel={int(act.travel)}, idle={int(act.idle)}, miss={int(act.miss)}, weak={int(act.weak)},"
        yield f"        every={int(act.every)}, patience={int(act.patience)}, longest={int(act.longest)},"
        yield f"        interrupts=[{', '.join(map(code, map(safe_id, act.interrupts)))}],"
        yield "        asides=["
        for aside in act.asides:
            yield f"            ({code('aside_' + safe_id(aside.id))}, lambda: {python_of(aside.condition)}),"
        yield "        ],"
        yield "        next=["
        yield from indented(_following(act.next), 3)
        yield "        ])"
        yield ""
        yield f"label act_{id}:"
        yield from indented([f"$ plot.enter({number})", *self._effects.lines(act.effects)])
        place = next((each for each in self._story.places if each.id == act.start), None)
        yield from indented(_described(place) if place is not None else ())
        yield f"    jump scene_{safe_id(act.opening)}"
        yield ""
        for at, place in enumerate(self._story.places):
            if place.act == act.id:
                yield from self._place(at, place)
        for scene in scenes:
            yield from self._scenes.scene(scene)
        for aside in act.asides:
            yield from self._scenes.aside(aside)

    def _place(self, number: int, place: Place) -> Iterator[str]:
        id = safe_id(place.id)
        music = self._music.get(place.music, "")
        yield f"## {comment(place.title) or id} {'#' * 20}"
        yield ""
        yield "init python in plot:"
        yield f"    place({number}, {code(id)}, {literal(place.title)}, {literal(place.mood)},"
        yield f"        {code('bg place_' + id)}, {code(music)}, ["
        for each in place.scenes:
            yield f"            {code(safe_id(each))},"
        yield "        ], ["
        yield from indented(_following(place.ways), 3)
        yield "        ])"
        yield ""
        yield f"label place_{id}:"
        yield from indented(self._ways(place))
        yield ""
        yield f"label arrive_{id}:"
        yield f"    $ story.place = {number}"
        yield from indented(self._effects.lines(place.effects))
        yield "    $ plot.tick(plot.this_act().travel)"
        yield "    $ plot.show_place()"
        yield "    with dissolve"
        yield from indented(_described(place))
        yield from indented(self._nth(place.counter, place.arrivals))
        yield ""
        yield f"label quiet_{id}:"
        yield from indented(self._nth(place.quiet_counter, place.quiet))
        yield ""

    def _ways(self, place: Place) -> Iterator[str]:
        words = self._story.words
        yield "menu (heading=words.where_to):"
        yield from indented([f"{quoted(words.stay)} if plot.something_here():", '    return "stay"'])
        for each in place.ways:
            to = safe_id(each.to)
            hint = f" (hint=plot.hint({code(to)}))"
            yield from indented(
                [f"{quoted(each.text or to)}{hint}{given(each.condition)}:", f'    return "arrive_{to}"']
            )
        yield from indented([f"{quoted(words.wait)} if not plot.something_here():", '    return "wait"'])

    def _nth(self, counter: str, texts: Iterable[tuple[Passage, ...]]) -> Iterator[str]:
        """What is told the first time, the second time, and so on."""
        name = f"story.{attribute(counter)}"
        for number, text in enumerate(texts):
            yield f"{'elif' if number else 'if'} {name} == {number}:"
            yield from indented(list(self._scenes.passages(text)) or ["pass"])
        yield f"$ {name} += 1"
        yield "return"

    def _several(self, scenes: Iterable[Scene]) -> Iterator[str]:
        yield "# Scenes that can come in more than one act, or that nothing leads to."
        yield ""
        for each in scenes:
            yield from self._scenes.scene(each)

    def _endings(self, scenes: Iterable[Scene]) -> Iterator[str]:
        yield "# How the story can end. When the last act is over, the first of `ends` whose condition holds is told."
        yield ""
        yield "init python in plot:"
        for number, each in enumerate(self._story.endings):
            id, scene = code(safe_id(each.id)), code(safe_id(each.scene))
            yield f"    ending({number}, {id}, {literal(each.title)}, {code(each.tone)}, {scene})"
        yield "    ends.extend(["
        yield from indented(_following(self._story.ends), 2)
        yield "    ])"
        yield f"    longest = {int(self._story.longest)}"
        yield ""
        for told in scenes:
            yield from self._scenes.scene(told)


def _following(nexts: Iterable[Next | Way]) -> Iterator[str]:
    for each in nexts:
        when = "always" if each.condition == ALWAYS else f"lambda: {python_of(each.condition)}"
        yield f"({code(safe_id(each.to))}, {when}),"


def _described(place: Place) -> Iterator[str]:
    """What the backdrop shows: Ren'Py says it to those who have it read aloud."""
    if place.backdrop_alt:
        yield f"alt {quoted(place.backdrop_alt)}"


def _file(lines: Iterable[str]) -> str:
    return "\n".join(lines).rstrip() + "\n"
