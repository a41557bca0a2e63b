"""A planner and an executor at work, with no key and no network.

A player is to carry a lantern out of a house of locked doors, jammed doors and dark rooms. The planner knows what the
player has seen, searches it for the cheapest way and writes a plan. The executor has the plan, as text, and tools: it
carries the plan out line by line, asks for a new one when a door stays shut or a coin falls wrong, and hands back where
the plan could not see any further. Both are programs (`house:` models), and either can be a language model instead:

    python examples/locked_doors.py
    python examples/locked_doors.py --seed 3 --size large
    python examples/locked_doors.py --mode autonomous
    python examples/locked_doors.py --planner anthropic:claude-sonnet-5-5
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
from contextlib import closing
from pathlib import Path

from doors.actions import player_tools
from doors.building import SIZES, build_house
from doors.executor import doors_executor
from doors.house import House, fold_house, house_in
from doors.planner import DoorsPlanner
from doors.screen import Screen
from doors.sight import as_seen, tell_house
from doors.wanderer import DoorsWanderer
from gameplan.agents import (
    Agent,
    AgentMode,
    EndedBy,
    Model,
    ModelError,
    PipelineResult,
    plan_and_execute,
    register_house_model,
    resolve_model,
)
from gameplan.runtime import JournalError, MemoryJournal, Randomness, Session, SessionStarted, SqliteJournal

RULES = """\
You are in a house, and you are to carry something out of its front door. You go from room to room through open doors.
A locked door opens with its key. A jammed door can be forced once: a coin decides whether it opens or is stuck for
good. A door that nobody has seen yet may be open or not; what lies in a dark room shows when you are in it."""
REQUEST = "Carry the lantern out of the front door."
MAX_REPLANS = 8  # a house has more surprises than the usual three

register_house_model("doors-planner", DoorsPlanner)
register_house_model("doors-executor", doors_executor)
register_house_model("doors-wanderer", DoorsWanderer)


async def play(
    world: Session, agents: Session, planner: Model, executor: Model, *, seed: int, mode: AgentMode
) -> PipelineResult:
    """Play one game. What happens in the house is one session, what the agents do is another."""
    return await plan_and_execute(
        Agent(planner, RULES),
        Agent(executor, RULES, player_tools(world, Randomness(world, seed))),
        request=REQUEST,
        session=agents,
        state=lambda: tell_house(as_seen(house_in(world))),
        max_replans=MAX_REPLANS,
        mode=mode,
    )


async def show(options: argparse.Namespace, screen: Screen) -> int:
    """Play one game before your eyes."""
    with closing(SqliteJournal(options.journal) if options.journal else MemoryJournal()) as journal:
        title = f"{options.size} house, seed {options.seed}"
        world, agents = Session(journal=journal), Session(journal=journal)
        world.dispatch(SessionStarted("locked doors: the house", title))
        agents.dispatch(SessionStarted("locked doors: the agents", title))
        fold_house(world)
        world.dispatch(build_house(options.seed, options.size))

        def view() -> House:
            return as_seen(house_in(world))

        planner, executor = (resolve_model(name, view=view) for name in (options.planner, options.model))
        screen.say(f"A {title}. {REQUEST}", "bold")
        screen.tell(f"\nWhat the player knows:\n{tell_house(view())}", "dim")
        screen.follow(agents, world)
        result = await play(world, agents, planner, executor, seed=options.seed, mode=options.mode)
        tell_end(result, house_in(world), screen)
    if options.journal:
        screen.say(f"Recorded in {options.journal}: sessions {world.session_id} and {agents.session_id}.")
    screen.say(f"Next: {what_next(options)}", "cyan")
    return 0 if result.ended_by is EndedBy.FINISHED else 1


def tell_end(result: PipelineResult, house: House, screen: Screen) -> None:
    if house.left:
        screen.say(f"\nWon: the {house.treasure} is out of the house.", "bold green")
    else:
        screen.say(f"\nNot won. {result.detail or result.text}", "bold red")
    ended_by = f"{result.ended_by} ({result.terminal_tool})" if result.terminal_tool else str(result.ended_by)
    cost = "not known" if result.spent.unpriced else f"${result.cost:.2f}"
    counts = f"steps: {result.steps}, plans: {len(result.plans)}, replans: {result.replans}, cost: {cost}"
    screen.say(f"Ended by {ended_by}; {counts}.")


def what_next(options: argparse.Namespace) -> str:
    python = os.path.relpath(sys.executable)
    here = f"{python} examples/locked_doors.py --seed {options.seed} --size {options.size}"
    if options.mode == "pipeline":
        return f"{here} --mode autonomous   (the same house without a plan)"
    return f"{here}   (the same house with a plan)"


def read_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=(__doc__ or "").split("\n\n")[0], epilog="House models need no key and no network."
    )
    parser.add_argument("--seed", type=int, default=94, help="which house, and how coins fall (default: %(default)s)")
    parser.add_argument("--size", choices=SIZES, default="medium", help="how large a house (default: %(default)s)")
    parser.add_argument(
        "--mode", choices=["pipeline", "autonomous"], default="pipeline", help="with a plan, or without"
    )
    parser.add_argument("--model", help="who acts (default: house:doors-executor; autonomous: house:doors-wanderer)")
    parser.add_argument("--planner", default="house:doors-planner", help="who plans (default: %(default)s)")
    parser.add_argument("--journal", type=Path, metavar="FILE", help="keep the record in this SQLite file")
    parser.add_argument("--quiet", action="store_true", help="only how it ended")
    options = parser.parse_args()
    options.model = options.model or f"house:doors-{'executor' if options.mode == 'pipeline' else 'wanderer'}"
    return options


def main() -> int:
    options = read_options()
    screen = Screen(quiet=options.quiet)
    try:
        return asyncio.run(show(options, screen))
    except KeyboardInterrupt:
        screen.say("\nStopped.")
        return 130
    except (ModelError, JournalError) as error:
        print(error, file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
