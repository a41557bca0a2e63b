"""A story told: the run time that all others are compared with. `story` says what each step means, in its order.

telling = Telling(story, seed=7)
while not telling.over:
    print(*(each.text for each in telling.passages), sep="\\n")
    telling.step(telling.choices[0].id)
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from gameplan.novels.export.conditions import Condition, holds
from gameplan.novels.export.leading import ways_that_lead_on
from gameplan.novels.export.story import (
    FREE_MOVES,
    OUTSIDE,
    PATIENT,
    RANDOM_FACTOR,
    RANDOM_MODULUS,
    Act,
    Effect,
    Ending,
    Option,
    Passage,
    Place,
    Scene,
    Story,
    Way,
)

_THROWN_AWAY = 3  # draws at the beginning, so that seeds side by side differ


@dataclass(frozen=True, slots=True)
class Choice:
    """What the player can do: `stay`, `wait`, `go:harbour`, or an option of a scene (`say:warm`)."""

    id: str
    text: str
    hint: str = ""


@dataclass(frozen=True, slots=True)
class Thrown:
    """A roll as it fell. `tier` is 3 for strong, 2 for weak, 1 for a miss."""

    stat: str
    dice: tuple[int, int]
    modifier: int
    total: int
    tier: int


@dataclass(frozen=True, slots=True)
class Tracker:
    """How far something has come."""

    label: str
    value: int
    needed: int


class Telling:
    """A story being told. `passages` is what the last step told, `choices` what can be done now."""

    def __init__(self, story: Story, seed: int = 0) -> None:
        self.story = story
        self.values = {each.name: each.initial for each in story.variables}
        self.passages: tuple[Passage, ...] = ()
        self.thrown: Thrown | None = None
        self.scene: Scene | None = None  # the one that was told last, while its options can still be chosen
        self._scenes = {each.id: each for each in story.scenes}
        self._limits = {each.name: (each.lowest, each.highest) for each in story.variables}
        self._places = {each.id: number for number, each in enumerate(story.places)}
        self._place_of = {each.id: each for each in story.places}
        self._acts = {each.id: number for number, each in enumerate(story.acts)}
        self._told: list[Passage] = []
        self.values["random"] = 1 + seed % (RANDOM_MODULUS - 1)
        for _ in range(_THROWN_AWAY):
            self._draw()
        self._enter(0)
        self._show()

    # -- how it stands

    @property
    def act(self) -> Act:
        return self.story.acts[self.values["act"]]

    @property
    def place(self) -> Place:
        return self.story.places[self.values["place"]]

    @property
    def over(self) -> bool:
        return self.values["ended"] > 0

    @property
    def ending(self) -> Ending | None:
        return self.story.endings[self.values["ended"] - 1] if self.over else None

    @property
    def trackers(self) -> tuple[Tracker, ...]:
        """What is counted, as far as the player may see it."""
        values, act = self.values, self.act
        found = []
        if act.progress_label:
            found.append(Tracker(act.progress_label, values["progress"], values["needed"]))
        if act.doom_label and act.doom_shown == "full":
            found.append(Tracker(act.doom_label, values["doom"], values["doom_needed"]))
        return tuple(found)

    @property
    def findings(self) -> tuple[str, ...]:
        return tuple(each.text for each in self.story.findings if self.values[each.variable])

    @property
    def items(self) -> tuple[str, ...]:
        return tuple(each.text for each in self.story.items if self.values[each.variable])

    @property
    def choices(self) -> tuple[Choice, ...]:
        """What the player can do now; nothing when the story has ended."""
        if self.over:
            return ()
        if options := self._options():
            return tuple(Choice(f"say:{each.id}", each.text, each.hint) for each in options)
        words = self.story.words
        if self.values["climax"] or self._progress_full() or self._doom_full():
            return (Choice("stay", words.onward),)
        stays, leading = self._next_turn()
        ways = [
            Choice(f"go:{each.to}", each.text, self._place_of[each.to].mood if each in leading else "")
            for each in self.place.ways
            if self._holds(each.condition)
        ]
        return (Choice("stay", words.stay), *ways) if stays else (*ways, Choice("wait", words.wait))

    def _options(self) -> list[Option]:
        return [each for each in self.scene.choices if self._holds(each.condition)] if self.scene is not None else []

    def _next_turn(self) -> tuple[bool, list[Way]]:
        """Whether a scene can come here in the next turn, and which ways lead on then."""
        self._add("turn", 1)
        self._add("act_turn", 1)
        found = bool(self._scenes_here()), ways_that_lead_on(self.place, self._place_of, self._holds, self._is_new)
        self._add("turn", -1)
        self._add("act_turn", -1)
        return found

    def _is_new(self, place: Place) -> bool:
        return any(not self.values[each.times] and self._holds(each.condition) for each in self._scenes_of(place))

    # -- what the player does

    def step(self, choice: str) -> tuple[Passage, ...]:
        """Do something, by the id of a choice; what is told then."""
        if choice not in (each.id for each in self.choices):
            raise ValueError(f'There is no choice "{choice}" here.')
        kind, _, what = choice.partition(":")
        self.thrown = None
        match kind:
            case "say":
                option = next(each for each in self._options() if each.id == what)
                self.scene = None
                self._apply(option.effects)
                self._tell(option.passages)
            case "go":
                self._beat("go", what)
            case "wait":
                self._beat("wait")
            case _:
                self._beat("stay")
        return self._show()

    def _show(self) -> tuple[Passage, ...]:
        self.passages = tuple(self._told)
        self._told.clear()
        return self.passages

    # -- a beat

    def _beat(self, move: Literal["stay", "go", "wait"], to: str = "") -> None:
        values, act = self.values, self.act
        self.scene = None
        self._add("turn", 1)
        self._add("act_turn", 1)
        if move == "go":
            values["place"] = self._places[to]
            self._apply(self.place.effects)
            self._tick(act.travel)
            self._tell_next(self.place.arrivals, self.place.counter)
        if values["turn"] > self.story.longest or values["act_turn"] > act.longest:
            self._give_up()
        if values["climax"]:
            self._end_act()
            return
        interrupt = next((each for each in act.interrupts if self._holds(self._scenes[each].condition)), None)
        if interrupt is not None:
            self._play(self._scenes[interrupt])
        elif self._progress_full():
            self._end_act()
        elif move != "wait" and (scenes := self._scenes_here()):
            self._play(self._best(scenes))
            self._pace()
            self._remark()
        else:
            self._nothing(move)

    def _nothing(self, move: str) -> None:
        values, act = self.values, self.act
        if move == "go":
            self._add("moves", 1)
            if values["moves"] <= FREE_MOVES:
                self._pace()
                return
        self._add("idle", 1)
        if values["doom_needed"]:
            self._tick(act.idle or (1 if values["idle"] > PATIENT else 0))
        elif values["idle"] > act.patience:
            self._give_up()
        self._pace()
        self._tell_next(self.place.quiet, self.place.quiet_counter)

    def _give_up(self) -> None:
        self.values["climax"] = 1
        if self.values["needed"] and not self._progress_full() and not self._doom_full():
            self.values["stalled"] = 1

    def _pace(self) -> None:
        self._add("paced", 1)
        if self.act.every and self.values["paced"] % self.act.every == 0:
            self._tick(1)

    def _remark(self) -> None:
        aside = next((each for each in self.act.asides if self._holds(each.condition)), None)
        if aside is not None:
            self._tell(aside.passages)
            self._apply(aside.effects)

    # -- scenes

    def _scenes_here(self) -> list[Scene]:
        return [each for each in self._scenes_of(self.place) if self._holds(each.condition)]

    def _scenes_of(self, place: Place) -> list[Scene]:
        return [self._scenes[each] for each in place.scenes]

    def _best(self, scenes: list[Scene]) -> Scene:
        urgent = [each for each in scenes if self._holds(each.urgent)]
        return min(urgent or scenes, key=lambda each: (-self._score(each), self.values[each.last]))

    def _score(self, scene: Scene) -> int:
        return scene.weight + sum(each.points for each in scene.bonuses if self._holds(each.condition))

    def _play(self, scene: Scene) -> None:
        values, act = self.values, self.act
        self.scene = scene
        self._add(scene.times, 1)
        values[scene.last] = values["turn"]
        self._roll(scene)
        held = (number for number, each in enumerate(scene.branches, 1) if self._holds(each))
        values["branch"] = next(held, 0)
        self._tell(scene.texts[(values[scene.times] - 1) % len(scene.texts)])
        self._apply(scene.effects)
        if scene.kind in OUTSIDE:
            return
        missed, weak = values["tier"] == 1, values["tier"] == 2
        values["idle"] = values["moves"] = 0
        values["focus"] = scene.focus
        if values["needed"]:
            self._add("progress", scene.gives // 2 if missed else scene.gives)
        self._tick(scene.doom + (act.miss if missed else 0) + (act.weak if weak else 0))

    def _roll(self, scene: Scene) -> None:
        self.values["tier"] = 0
        if scene.roll is not None:
            dice = (self._die(), self._die())
            total = sum(dice) + scene.roll.modifier
            self.values["tier"] = 3 if total >= 10 else 2 if total >= 7 else 1
            self.thrown = Thrown(scene.roll.stat, dice, scene.roll.modifier, total, self.values["tier"])

    # -- acts

    def _enter(self, number: int) -> None:
        self.values["act"] = number
        self._apply(self.act.effects)
        self._play(self._scenes[self.act.opening])

    def _end_act(self) -> None:
        following = next((each.to for each in self.act.next if self._holds(each.condition)), None)
        if following is not None:
            self._enter(self._acts[following])
            return
        ending = next(each.to for each in self.story.ends if self._holds(each.condition))
        number = next(at for at, each in enumerate(self.story.endings, 1) if each.id == ending)
        self.values["ended"] = number
        self._play(self._scenes[self.story.endings[number - 1].scene])

    # -- small things

    def _holds(self, condition: Condition) -> bool:
        return holds(condition, self.values)

    def _progress_full(self) -> bool:
        return 0 < self.values["needed"] <= self.values["progress"]

    def _doom_full(self) -> bool:
        return 0 < self.values["doom_needed"] <= self.values["doom"]

    def _tick(self, by: int) -> None:
        values = self.values
        if by < 0 and not self.act.reversible:
            return
        values["doom"] = min(max(0, values["doom"] + by), values["doom_needed"])
        if self._progress_full() and self._doom_full():
            values["doom"] -= 1
        values["peak"] = max(values["peak"], values["doom"])

    def _add(self, name: str, value: int) -> None:
        lowest, highest = self._limits[name]
        self.values[name] = min(highest, max(lowest, self.values[name] + value))

    def _apply(self, effects: Iterable[Effect]) -> None:
        for each in effects:
            if self._holds(each.condition):
                if each.operation == "set":
                    self.values[each.variable] = each.value
                else:
                    self._add(each.variable, each.value)

    def _tell(self, passages: Iterable[Passage]) -> None:
        self._told += [each for each in passages if self._holds(each.condition)]

    def _tell_next(self, texts: tuple[tuple[Passage, ...], ...], counter: str) -> None:
        number = self.values[counter]
        if number < len(texts):
            self._tell(texts[number])
        self._add(counter, 1)

    def _draw(self) -> int:
        self.values["random"] = self.values["random"] * RANDOM_FACTOR % RANDOM_MODULUS
        return self.values["random"]

    def _die(self) -> int:
        return 1 + self._draw() % 6
