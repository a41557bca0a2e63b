"""Who answers when a step must be approved: what `--yes` says in advance, then the person at the terminal."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING

from gameplan.cli.clean import clean
from gameplan.cli.errors import UserError
from gameplan.cli.layout import print_line
from gameplan.cli.run_story import question_lines, text_of
from gameplan.plans import Answer, ApprovalAsked, Approve, Deny, Later, Plan, Step, graph_of
from gameplan.plans.approvals import Tools, untrusted_steps, why_asked
from gameplan.tools.arguments import validated

if TYPE_CHECKING:
    from rich.console import Console

    from gameplan.cli.run_screen import RunScreen

VERBS = {"write": "writes", "destroy": "destroys", "send": "sends", "execute": "executes"}
_HELP = "y: do it · n: do without it · a: yes, and to all of this kind · l: later · ?: show the arguments"


def verbs_of(words: Iterable[str]) -> frozenset[str]:
    """The effects that `--yes` approves in advance; `all` is every one, and what the plan itself asks for."""
    said = {part.strip() for word in words for part in word.split(",") if part.strip()}
    unknown = said - {"all", *VERBS}
    if unknown:
        raise UserError(f"--yes {sorted(unknown)[0][:60]}: say all, or some of {', '.join(VERBS)}.")
    return frozenset(["asks", *VERBS.values()] if "all" in said else [VERBS[word] for word in said])


class Consent:
    """Answers for a person.

    What was said in advance covers a step if it covers each effect that the step would really have. It never covers
    what untrusted data decides, what other programs obey (`endangers`), or a step that was interrupted.
    """

    def __init__(self, plan: Plan, tools: Tools, verbs: frozenset[str], console: Console | None) -> None:
        self.screen: RunScreen | None = None
        self._tools = tools
        self._untrusted = untrusted_of(plan, tools)
        self._verbs = verbs
        self._console = console
        self._one_at_a_time = asyncio.Lock()

    async def __call__(self, asked: ApprovalAsked, step: Step) -> Answer:
        if self._covers(asked, step):
            return Approve("--yes")
        if self._console is None or self.screen is None:
            return Later()
        async with self._one_at_a_time:
            if self._covers(asked, step):  # by what was answered meanwhile
                return Approve("person")
            with self.screen.held():
                return await self._ask(self._console, asked, step)

    def _covers(self, asked: ApprovalAsked, step: Step) -> bool:
        return self._is_plain(asked, step) and _kinds(asked) <= self._verbs

    def _is_plain(self, asked: ApprovalAsked, step: Step) -> bool:
        """True if it is asked for no other reason than what the step is."""
        tool = self._tools[step.tool]
        why, doubtful = why_asked(step, tool, validated(tool, asked.args), self._untrusted)
        return why == asked.why and not doubtful

    async def _ask(self, console: Console, asked: ApprovalAsked, step: Step) -> Answer:
        for line in question_lines(asked):
            print_line(console, line)
        while True:
            match (await read_line("Do it? [y/n/a/l/?] ") or "l").strip().lower():
                case "y" | "yes":
                    return Approve("person")
                case "a" | "all":
                    if self._is_plain(asked, step) and "endangers" not in _kinds(asked):
                        self._verbs |= _kinds(asked)
                    return Approve("person")
                case "n" | "no":
                    reason = (await read_line("Why not? (Enter: not wanted) ") or "").strip()
                    return Deny(reason or "not wanted")
                case "l" | "later":
                    return Later()
                case "?":
                    console.print(text_of(f"{step.tool} {clean(str(asked.args))}"))
                case _:
                    console.print(_HELP)


def untrusted_of(plan: Plan, tools: Tools) -> frozenset[str]:
    """The steps of a plan whose results carry text from outside."""
    steps = {step.id: step for step in plan.steps}
    return untrusted_steps((steps[name] for name in graph_of(plan).order), tools)


def _kinds(asked: ApprovalAsked) -> frozenset[str]:
    """The verbs of what a step would do; `asks` for one that has no effect and that the plan wants approved."""
    return frozenset(effect.partition(" ")[0] for effect in asked.effects) or frozenset(["asks"])


async def read_line(prompt: str) -> str | None:
    """A line from the terminal, without blocking the run; None at its end. It can be cancelled at any moment."""
    print(prompt, end="", flush=True)
    loop = asyncio.get_running_loop()
    came: asyncio.Future[bytes] = loop.create_future()
    source = sys.stdin.fileno()

    def take() -> None:
        loop.remove_reader(source)
        try:
            line = os.read(source, 4096)
        except OSError:
            line = b""
        if not came.done():
            came.set_result(line)

    loop.add_reader(source, take)
    try:
        line = await came
    finally:
        loop.remove_reader(source)
    return line.decode(errors="replace") if line else None
