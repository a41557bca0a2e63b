"""What a novel costs that no model is asked for: its checks, simulated plays, its proof, and the first frame of a play.

No other engine does the same, so what stands beside it says how fast the machine is: json.loads and pydantic on the
very package, and a game of dice in plain Python that takes as many turns as a play of the sample.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import subprocess
import sys
import tempfile
from collections.abc import Callable
from statistics import median
from typing import Any

from gameplan.novels.authoring import DraftSession
from gameplan.novels.checks import check_package
from gameplan.novels.house import write
from gameplan.novels.package import ArcEncounter, Character, VNPackage
from gameplan.novels.play import Book, Play
from gameplan.novels.samples import sample_package
from gameplan.novels.simulation import POLICIES, ClockChange, play_once, prove, with_clocks
from gameplan.novels.telling import Said, Storyteller, render
from gameplan.tools import ToolRefused
from measure import Contender, Figure, race
from tables import Column, Row, Table

MOST_CHECK_MS, MOST_PLAY_MS, MOST_PROOF_S, MOST_FIRST_MS = 20, 5, 6, 50
ENCOUNTERS = 30
FLOOR = "json.loads of the sample (floor)"
READ = "pydantic reads the sample"
DICE = "a game of dice, plain Python"
PREMISE = "A lighthouse keeper finds a door in the tide."

# Run in a fresh interpreter: CPU and wall time from a package in memory to the first frame, and CPU time of all of it.
_CHILD = """
import asyncio, time
from gameplan.novels.play import Book, Play
from gameplan.novels.samples import sample_package
from gameplan.novels.telling import Said, Storyteller, render
def now():
    return time.process_time() * 1e3, time.perf_counter() * 1e3
package, seen = sample_package(), []
async def told():
    pack = Play.start(Book(package), seed="7").pack()
    await Storyteller(package, "house:storyteller").tell(pack, on_frame=lambda frame: seen.append(now()))
def rendered():
    render(Play.start(Book(package), seed="7").pack(), Said())
    seen.append(now())
cpu, wall = now()
{how}
print([seen[0][0] - cpu, seen[0][1] - wall, seen[0][0]])
"""


def tables(*, quick: bool) -> list[Table]:
    rounds, fresh, plays = (1, 1, 10) if quick else (7, 9, 200)
    sample = sample_package()
    novels = {"": _of_30(sample), ", the sample": sample, ", of the house author": write(PREMISE, seed=1)}
    return [
        asyncio.run(_proof_table(novels, sample, rounds, plays, 0.0 if quick else 0.02)),
        asyncio.run(_first_frame_table(sample, rounds, fresh, 0.0 if quick else 0.02)),
    ]


# -- checks, plays, and the proof


async def _proof_table(
    novels: dict[str, VNPackage], sample: VNPackage, rounds: int, plays: int, at_least: float
) -> Table:
    text = sample.model_dump_json()
    turns = {name: _turns(package) for name, package in novels.items()}
    hasty = _hasty(sample)
    dice_turns = round(turns[", the sample"])
    contenders = [
        Contender(READ, lambda: VNPackage.model_validate_json(text)),
        Contender(DICE, lambda: _dice_game(dice_turns)),
        *(Contender(f"checks{name}", _checking(package)) for name, package in novels.items()),
        *(Contender(f"a play{name}", _playing(package), len(POLICIES) * 4) for name, package in novels.items()),
        Contender("proof", lambda: prove(sample, plays)),
        *([Contender("swept", lambda: prove(hasty, plays))] if rounds > 1 else []),
        Contender("desk", _finalize, prepare=lambda: _desk(sample, plays)),
    ]
    figures = await race(Contender(FLOOR, lambda: json.loads(text)), contenders, rounds=rounds, at_least=at_least)

    def row(name: str, key: str, most: float | None = None, of: str | None = None) -> Row:
        values = _values(figures[key])
        if of is not None:
            values |= {"encounters": len(Book(novels[of]).scenes), "turns": turns[of] if "play" in key else None}
        kept = None if most is None else figures[key].cpu * 1e3 <= most
        return Row(name, values, "" if most is None else f"≤ {most:,.0f} ms", kept)

    number = len(POLICIES) * plays
    rows = [
        row(FLOOR, FLOOR),
        row("control", "control"),
        row(READ, READ),
        Row(DICE, _values(figures[DICE]) | {"turns": dice_turns}),
        *(row(f"static checks{name}", f"checks{name}", None if name else MOST_CHECK_MS, name) for name in novels),
        *(row(f"one simulated play{name}", f"a play{name}", None if name else MOST_PLAY_MS, name) for name in novels),
        row(f"proof of the sample: checks and {number:,} plays", "proof", MOST_PROOF_S * 1e3, ", the sample"),
        row("the same by finalizePackage, on a draft of it", "desk", MOST_PROOF_S * 1e3, ", the sample"),
    ]
    if "swept" in figures:
        rows.append(row("the same with clocks too short: others are tried", "swept", None, ", the sample"))
    columns = [
        Column("encounters", "{:,.0f}"),
        Column("turns", "{:,.0f}"),
        Column("CPU ms", "{:,.2f}"),
        Column("wall ms", "{:,.2f}"),
        Column("× json.loads", "{:,.1f}×"),
    ]
    return Table(
        "Novels: checks, plays, proof",
        f"Packages in memory, {rounds} rounds. The one of {ENCOUNTERS} encounters is the first act of the sample with "
        "its people. A play is the\nmean of the five kinds of player, four plays each; its turns are the mean of "
        "those. The dice: two a turn, and a dictionary of\ncounters that is copied each turn. The draft is made "
        "before, and not timed. Promises are held against CPU time.",
        columns,
        rows,
    )


def _of_30(sample: VNPackage) -> VNPackage:
    """The first act of the sample, with as many scenes of its people as make 30 encounters."""
    act = sample.acts[0].model_copy(update={"next": ()})
    places = {each.id for each in act.locations}
    left = ENCOUNTERS - sum(len(each.encounters) for each in act.locations)
    people: list[Character] = []
    for person in sample.characters:
        arc = person.personal_arc
        scenes = [_within(each, places) for each in arc.arc_encounters][:left] if arc is not None else []
        left -= len(scenes)
        kept = arc.model_copy(update={"arc_encounters": tuple(scenes)}) if arc is not None and scenes else None
        people.append(person.model_copy(update={"personal_arc": kept}))
    made = sample.model_copy(update={"acts": (act,), "characters": tuple(people)})
    assert len(Book(made).scenes) == ENCOUNTERS
    return made


def _hasty(sample: VNPackage) -> VNPackage:
    """The sample with clocks that run out before most plays are won."""
    clocks = [(act.id, act.opposing_force) for act in sample.acts if act.opposing_force is not None]
    return with_clocks(
        sample, tuple(ClockChange(id, 1 + clock.required_value // 2, clock.ticks.every_beats) for id, clock in clocks)
    )


def _within(scene: ArcEncounter, places: set[str]) -> ArcEncounter:
    return scene.model_copy(update={"locations": tuple(each for each in scene.locations if each in places)})


def _checking(package: VNPackage) -> Callable[[], object]:
    return lambda: check_package(package)


def _playing(package: VNPackage) -> Callable[[], object]:
    book = Book(package)
    return lambda: [play_once(book, policy, str(seed)) for policy in POLICIES for seed in range(4)]


def _turns(package: VNPackage) -> float:
    book = Book(package)
    played = [play_once(book, policy, str(seed)).turns for policy in POLICIES for seed in range(4)]
    return sum(played) / len(played)


def _dice_game(turns: int) -> list[dict[str, int]]:
    luck, counts = random.Random(7), {f"counter_{number}": 0 for number in range(30)}
    past = []
    for turn in range(turns):
        total = luck.randint(1, 6) + luck.randint(1, 6)
        counts = dict(counts)
        counts[f"counter_{(turn + total) % 30}"] += total
        past.append(counts)
    return past


def _desk(sample: VNPackage, plays: int) -> DraftSession:
    return DraftSession.of(sample, prove=lambda package: prove(package, plays).findings)


async def _finalize(desk: DraftSession) -> None:
    try:
        await desk.finalize_package("The Sallow Weir")
    except ToolRefused:
        if desk.draft.warned:  # with few plays the bands can be missed; they are told once
            return
        raise


# -- the first frame


async def _first_frame_table(sample: VNPackage, rounds: int, fresh: int, at_least: float) -> Table:
    text = sample.model_dump_json()

    async def told() -> None:
        play = Play.start(Book(sample), seed="7")
        teller = Storyteller(sample, "house:storyteller")
        await teller.tell(play.pack(), on_frame=lambda frame: None)

    def rendered() -> None:
        render(Play.start(Book(sample), seed="7").pack(), Said())

    floor = Contender(FLOOR, lambda: json.loads(text))
    contenders = [Contender("rendered", rendered), Contender("told", told)]
    figures = await race(floor, contenders, rounds=rounds, at_least=at_least)
    cold = {how: _fresh(call, fresh) for how, call in (("rendered", "rendered()"), ("told", "asyncio.run(told())"))}

    def warm(name: str, key: str) -> Row:
        return Row(name, _values(figures[key]), f"≤ {MOST_FIRST_MS} ms", figures[key].cpu * 1e3 <= MOST_FIRST_MS)

    def first(name: str, key: str) -> Row:
        cpu, wall, with_imports = cold[key]
        values = {
            "CPU ms": cpu,
            "wall ms": wall,
            "× json.loads": cpu / (figures[FLOOR].cpu * 1e3),
            "with imports, CPU ms": with_imports,
        }
        return Row(name, values, f"≤ {MOST_FIRST_MS} ms", cpu <= MOST_FIRST_MS)

    rows = [
        Row(FLOOR, _values(figures[FLOOR])),
        warm("by the renderer, again", "rendered"),
        first("by the renderer, first in a process", "rendered"),
        warm("by house:storyteller, the whole beat, again", "told"),
        first("by house:storyteller, first in a process", "told"),
    ]
    return Table(
        "Novels: time to the first frame, offline",
        f"The sample in memory: Book, Play.start, pack, and the frames. Again: the median of {rounds} rounds, in a "
        f"process that has done\nit before. First: the median of {fresh} fresh processes with compiled bytecode, "
        "imports done; beside it the CPU time with all\nimports. Nothing waits here, so the promise is held against "
        "CPU time; wall time has the load of the machine in it.",
        [
            Column("CPU ms", "{:,.2f}"),
            Column("wall ms", "{:,.2f}"),
            Column("× json.loads", "{:,.1f}×"),
            Column("with imports, CPU ms", "{:,.0f}"),
        ],
        rows,
    )


def _fresh(call: str, count: int) -> tuple[float, float, float]:
    """Milliseconds of CPU and wall time to the first frame in a new process, and of CPU time with its imports."""
    with tempfile.TemporaryDirectory() as compiled:
        here = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
        here["PYTHONPYCACHEPREFIX"] = compiled
        command = [sys.executable, "-c", _CHILD.format(how=call)]
        made: list[list[float]] = []
        for _ in range(count + 1):  # the first compiles
            child = subprocess.run(command, capture_output=True, text=True, check=True, env=here, timeout=60)
            made.append(json.loads(child.stdout))
    cpu, wall, with_imports = (median(each) for each in zip(*made[1:], strict=True))
    return cpu, wall, with_imports


def _values(figure: Figure) -> dict[str, Any]:
    return {"CPU ms": figure.cpu * 1e3, "wall ms": figure.wall * 1e3, "× json.loads": figure.cpu_ratio}
