"""A story: a novel lowered so far that a page, a Ren'Py project or an ink file only has to print it and run it.

Everything that changes in a play is a whole number with a name (`Story.variables`); everything that can be asked is a
`Condition` over them; everything that happens is an `Effect` on them. `compile_story` makes a story of a package,
`interpreting.Telling` plays it, and every other run time does exactly as that one does.

**The run time's own variables** (they are in `Story.variables` too, all 0 at first): `act` and `place` (numbers:
positions in `Story.acts` and `Story.places`), `turn`, `act_turn`, `paced` (beats of the act that were no interrupts),
`progress`, `needed`, `scale` (`needed`, or 1), `doom`, `doom_needed`, `doom_scale`, `peak` (the highest that `doom`
has been in the act), `par` (after how many turns the act should be done), `idle`, `moves`, `climax` (1: the act ends
with the next beat), `stalled`, `due` (the position in `Story.endings`, counted from 1, of the ending that is due; 0:
none), `tier` (of the last roll: 3 strong, 2 weak, 1 miss, 0 no roll), `branch` (of the last scene: which of its
branches held, from 1; 0: none), `focus` (of the last scene), `complications`, `random`, and `ended` (as `due`: the
ending that was told).

*Progress is full* means `needed > 0 and progress >= needed`; *doom is full*, `doom_needed > 0 and doom >=
doom_needed`.

**Chance.** `random` is 1 to 2147483646. A draw is `random = random * 48271 % 2147483647` (in 32 bits: `48271 *
(random % 44488) - 3399 * (random / 44488)`, plus 2147483647 if that is below 1), and a die is `1 + random % 6`. A
seed s (a whole number from 0) begins with `random = 1 + s % 2147483646`, and three draws that are thrown away.

**Beginning.** Enter act 0.

**Enter an act** a: `act = a`; apply `Act.effects` (they set place, trackers and clock); play the scene `Act.opening`.

**Tick** by n (n may be negative): nothing if n is negative and the act is not `reversible`. `doom = doom + n`, kept
from 0 to `doom_needed`; if progress and doom are both full then, `doom = doom - 1`; `peak` is at least `doom`.

**Choices** after a beat, in this order:
0. The story has ended: none.
1. The scene that was told last in the beat has `choices`, and none of them was chosen yet: those whose condition
   holds. Choosing one applies its effects and tells its passages (no turn passes), and then the choices below are
   offered. If none holds, go on below.
2. `climax` is 1, or progress or doom is full: only `stay`, with the words `Words.onward`.
3. Otherwise: `stay` (`Words.stay`) if a scene can come here in the next turn (count `turn` and `act_turn` one up,
   look, and count them down again); each way of the place whose condition holds (its `text`, and, if it leads on, the
   `Place.mood` of its target as a hint); and `wait` (`Words.wait`) if there is no `stay`.

**Which ways lead on** (looked up with `turn` and `act_turn` counted up in the same way). A place has something *new* if
the condition of one of its scenes holds whose `times` is 0. From any other place it is as far to something new as the
shortest walk there has steps, each by a way whose condition holds, and none to where the player is now. Of the open
ways out of here those lead on whose targets have something new; if none has, only the first of those whose targets are
nearest to it; and if nothing new can be walked to, none.

**A beat**, after `stay`, `wait` or a way:
1. `turn` and `act_turn` go up by 1. A way: `place` is its target; its `Place.effects` are applied; `tick` by
   `Act.travel`; then tell the arrival: `Place.arrivals[k]`, if there is one, where k is `Place.counter` before it
   goes up by 1.
2. If `turn > Story.longest` or `act_turn > Act.longest`: give up (`climax = 1`; `stalled = 1` if `needed > 0` and
   neither progress nor doom is full).
3. If `climax` is 1: end the act.
4. Else the first scene of `Act.interrupts` whose condition holds is played.
5. Else, if progress is full: end the act.
6. Else, unless the player waited: of the scenes that can come here, the best is played; then *pace* and *asides*.
7. Else nothing happens. After a way `moves` goes up by 1, and if it is 3 or less: pace, and tell nothing more. In all
   other cases `idle` goes up by 1; if the act has a clock (`doom_needed > 0`), tick by `Act.idle`, or by 1 if that is
   0 and `idle > 2`; if it has none and `idle > Act.patience`, give up (as in 2). Pace. Tell `Place.quiet[k]`, if
   there is one, where k is `Place.quiet_counter` before it goes up by 1. (A beat that tells nothing is possible.)

**Pace**: `paced` goes up by 1; if `Act.every > 0` and `paced` is a multiple of it, tick by 1.

**Asides**: the first of `Act.asides` whose condition holds is told, and its effects are applied.

**Which scenes can come**: those of `Place.scenes` whose condition holds. **The best** of them: if any is urgent (its
`urgent` condition holds), only those that are count. The score is `weight` plus the points of each of its `bonuses`
whose condition holds. The highest score wins; of equal scores the smallest `last` variable (played longest ago, or
never); of these the first in `Place.scenes`.

**Playing a scene**:
1. `times` goes up by 1, `last = turn`. The text is `texts[(times - 1) % len(texts)]`.
2. `tier = 0`; with a `roll`: two draws make two dice; `total = first + second + modifier`; tier is 3 from 10 on, 2
   from 7 on, else 1.
3. `branch` is the number of the first of its `branches` that holds, from 1; 0 if none does.
4. Its passages are told in order, each if its condition holds (as things stand before the effects).
5. Its effects are applied in order, each if its condition holds when its turn comes.
6. If its kind is none of `OUTSIDE`: `idle = moves = 0`; `focus` is the scene's; if `needed > 0`, progress
   goes up by `gives` (by half of it, rounded down, if tier is 1); then tick by `doom`, plus `Act.miss` if tier is 1,
   plus `Act.weak` if tier is 2.

**End the act**: the first of `Act.next` whose condition holds is entered. If there is none, the first of `Story.ends`
whose condition holds is the ending (there always is one): `ended` is its position in `Story.endings` counted from 1,
its scene is played, and the story is over.

**An effect** sets a variable, or adds to it and keeps it within the variable's `lowest` and `highest`.

All text is plain text and comes from an author who may be a stranger: escape it for where it is written. Ids and
names of variables have only `a-z`, `0-9` and `_`, and begin with a letter. Paths are `assets/portraits/…`,
`assets/backgrounds/…` or `assets/music/…` with plain names.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from gameplan.novels.export.conditions import ALWAYS, NEVER, Condition
from gameplan.novels.export.story_json import fields_of, made_of

FORMAT = 1
RANDOM_FACTOR, RANDOM_MODULUS = 48271, 2147483647
FREE_MOVES = 3  # so many ways in a row on which nothing happens cost nothing
PATIENT = 2  # so many idle beats, and the clock goes on in any case
SYSTEM_VARIABLES = (
    "act", "place", "turn", "act_turn", "paced", "progress", "needed", "scale", "doom", "doom_needed", "doom_scale",
    "peak", "par", "idle", "moves", "climax", "stalled", "due", "tier", "branch", "focus", "complications", "random",
    "ended",
)  # fmt: skip

SceneKind: TypeAlias = Literal["opening", "encounter", "arc", "event", "escalation", "filler", "climax", "ending"]
PassageKind: TypeAlias = Literal["narration", "dialogue", "thought", "title", "roll", "transition", "ending"]
Tone: TypeAlias = Literal["good", "bittersweet", "bad", "open"]
TIERS = ("none", "miss", "weak", "strong")  # by the number of a tier
OUTSIDE: tuple[SceneKind, ...] = ("opening", "event", "escalation", "climax", "ending")  # scenes that count for nothing


# -- what can be read


@dataclass(frozen=True, slots=True)
class Passage:
    """One screen of text, at most 280 characters, without line breaks.

    `speaker` is the id of a person, or empty for the narrator; `name` is what stands above the text, and empty if
    nothing does. A `thought` is the protagonist's.
    """

    text: str
    kind: PassageKind = "narration"
    speaker: str = ""
    name: str = ""
    expression: str = "neutral"
    condition: Condition = ALWAYS


@dataclass(frozen=True, slots=True)
class Words:
    """The words of the run time, in the novel's language."""

    start: str
    stay: str  # a choice: go on with what is here
    wait: str  # a choice: let time pass
    onward: str  # a choice: the only one
    where_to: str
    back: str
    known: str  # heading of what was found
    carried: str  # heading of what is in hand
    nothing: str
    the_end: str
    again: str
    notes: str  # heading of the content notes
    roll: str
    strong: str
    weak: str
    miss: str
    save: str
    load: str
    history: str
    settings: str
    menu: str
    quit: str


# -- what happens


@dataclass(frozen=True, slots=True)
class Variable:
    """A whole number that changes in a play, kept within `lowest` and `highest` when something is added to it."""

    name: str
    initial: int = 0
    lowest: int = -1_000_000
    highest: int = 1_000_000


@dataclass(frozen=True, slots=True)
class Effect:
    """What happens to a variable, if the condition holds."""

    variable: str
    operation: Literal["set", "add"]
    value: int
    condition: Condition = ALWAYS


@dataclass(frozen=True, slots=True)
class Option:
    """A choice that belongs to a scene. `hint` says what it may bring, and may be empty."""

    id: str
    text: str
    hint: str = ""
    condition: Condition = ALWAYS
    effects: tuple[Effect, ...] = ()
    passages: tuple[Passage, ...] = ()


@dataclass(frozen=True, slots=True)
class Roll:
    """Two dice and a number. `stat` is its name as the author wrote it, `modifier` what the protagonist has of it."""

    stat: str
    modifier: int = 0


@dataclass(frozen=True, slots=True)
class Bonus:
    """Points for a scene while a condition holds."""

    condition: Condition
    points: int


@dataclass(frozen=True, slots=True)
class Seen:
    """Somebody who can be seen in a scene."""

    person: str
    expression: str = "neutral"


@dataclass(frozen=True, slots=True)
class Scene:
    """Something that is told and has consequences. `times` and `last` are the names of its variables.

    Whether it can come at all (what it needs, whether it was played, how long it rests) is in its `condition`. An
    interrupt is a scene that an act lists as one. `cast` is who can be seen, without the protagonist.
    """

    id: str
    kind: SceneKind
    title: str
    times: str
    last: str
    texts: tuple[tuple[Passage, ...], ...]
    condition: Condition = ALWAYS
    urgent: Condition = NEVER
    weight: int = 0
    bonuses: tuple[Bonus, ...] = ()
    focus: int = 0
    tension: int = 50  # percent: for music and light, not for rules
    cast: tuple[Seen, ...] = ()
    roll: Roll | None = None
    branches: tuple[Condition, ...] = ()
    effects: tuple[Effect, ...] = ()
    gives: int = 0
    doom: int = 0
    choices: tuple[Option, ...] = ()


@dataclass(frozen=True, slots=True)
class Aside:
    """A remark after a scene: a sign of what is coming, something that gets in the way."""

    id: str
    condition: Condition
    passages: tuple[Passage, ...]
    effects: tuple[Effect, ...] = ()


# -- who and where


@dataclass(frozen=True, slots=True)
class Portrait:
    """The picture of a person with an expression."""

    expression: str
    path: str
    alt: str = ""


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody of the story. `colour` is `#rrggbb`, readable on black. No portraits: nothing was drawn."""

    id: str
    name: str
    colour: str
    protagonist: bool = False
    portraits: tuple[Portrait, ...] = ()

    def portrait(self, expression: str) -> Portrait | None:
        """The picture for an expression, else the neutral one, else the first."""
        for wished in (expression, "neutral"):
            for each in self.portraits:
                if each.expression == wished:
                    return each
        return self.portraits[0] if self.portraits else None


@dataclass(frozen=True, slots=True)
class Way:
    """A way out: the id of the place that it leads to, what the choice says, and when it is open."""

    to: str
    text: str
    condition: Condition = ALWAYS


@dataclass(frozen=True, slots=True)
class Place:
    """A place of one act. `scenes` are the ids of the scenes that can come here, in order.

    `backdrop` and `music` are paths, or empty where nothing was made. `counter` and `quiet_counter` are names of
    variables: how often it was come to by a way, and how often nothing happened.
    """

    id: str
    act: str
    title: str
    counter: str
    quiet_counter: str
    backdrop: str = ""
    backdrop_alt: str = ""
    music: str = ""
    mood: str = ""
    ways: tuple[Way, ...] = ()
    scenes: tuple[str, ...] = ()
    arrivals: tuple[tuple[Passage, ...], ...] = ()
    quiet: tuple[tuple[Passage, ...], ...] = ()
    effects: tuple[Effect, ...] = ()


@dataclass(frozen=True, slots=True)
class Next:
    """What follows if a condition holds: the id of an act, or of an ending."""

    to: str
    condition: Condition = ALWAYS


@dataclass(frozen=True, slots=True)
class Act:
    """A part of the story. `interrupts` are ids of scenes: what forces the climax, then escalations, then other events.

    `progress_label` is empty if nothing is counted, `doom_label` if no clock is shown. `doom_shown`: as numbers, as a
    hint only, or not at all.
    """

    id: str
    title: str
    opening: str
    start: str
    effects: tuple[Effect, ...]
    progress_label: str = ""
    doom_label: str = ""
    doom_shown: Literal["full", "hint", "hidden"] = "full"
    reversible: bool = False
    travel: int = 0
    idle: int = 0
    miss: int = 0
    weak: int = 0
    every: int = 0
    patience: int = 10
    longest: int = 100
    interrupts: tuple[str, ...] = ()
    asides: tuple[Aside, ...] = ()
    next: tuple[Next, ...] = ()


@dataclass(frozen=True, slots=True)
class Ending:
    """How the story can end; `scene` is the id of the scene that tells it."""

    id: str
    title: str
    tone: Tone
    scene: str


@dataclass(frozen=True, slots=True)
class Note:
    """What the player knows or has, as long as its variable is not 0."""

    variable: str
    text: str


@dataclass(frozen=True, slots=True)
class Story:
    """A novel, ready to be printed. `acts`, `places` and `endings` are counted by their positions."""

    id: str
    title: str
    language: str
    words: Words
    variables: tuple[Variable, ...]
    people: tuple[Person, ...]
    places: tuple[Place, ...]
    acts: tuple[Act, ...]
    scenes: tuple[Scene, ...]
    endings: tuple[Ending, ...]
    ends: tuple[Next, ...]
    findings: tuple[Note, ...] = ()
    items: tuple[Note, ...] = ()
    premise: str = ""
    content_notes: tuple[str, ...] = ()
    longest: int = 1_000
    format: int = FORMAT

    def scene(self, id: str) -> Scene:
        return next(each for each in self.scenes if each.id == id)

    def place(self, id: str) -> Place:
        return next(each for each in self.places if each.id == id)

    def person(self, id: str) -> Person | None:
        return next((each for each in self.people if each.id == id), None)

    def to_json(self) -> dict[str, Any]:
        """As JSON has it: fields by their names, conditions as `conditions.to_json` writes them."""
        return fields_of(self)

    @classmethod
    def from_json(cls, data: object) -> Story:
        """The story that `to_json` wrote; a `ValueError` says what is wrong with another."""
        return made_of(cls, data)
