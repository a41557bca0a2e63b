"""What `--yes` says in advance, and the person at the terminal, who answers when a step asks."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING

from gameplan.cli.clean import clean
from gameplan.cli.errors import UserError
from gameplan.cli.layout import print_line
from gameplan.cli.run_story import asking_lines, question_lines, text_of
from gameplan.plans import Answer, Answered, ApprovalAsked, Approve, Change, Deny, Later, QuestionAsked, Step
from gameplan.plans.asking import read_answer
from gameplan.runtime.events import Json

if TYPE_CHECKING:
    from rich.console import Console

    from gameplan.cli.run_screen import RunScreen

VERBS = {"write": "writes", "destroy": "destroys", "send": "sends", "execute": "executes"}
_HELP = (
    "y: do it · n: do without it · a: yes, and to all of this kind · e: change the arguments · l: later · "
    "?: show the arguments"
)


def verbs_of(words: Iterable[str]) -> frozenset[str]:
    """The effects that `--yes` approves in advance; `all` is every one, and what the plan itself asks for."""
    said = {part.strip() for word in words for part in word.split(",") if part.strip()}
    unknown = said - {"all", *VERBS}
    if unknown:
        raise UserError(f"--yes {sorted(unknown)[0][:60]}: say all, or some of {', '.join(VERBS)}.")
    return frozenset(["asks", *VERBS.values()] if "all" in said else [VERBS[word] for word in said])


class Consent:
    """Answers for the person at the terminal, one question at a time. Without a console nobody can be asked."""

    def __init__(self, console: Console | None) -> None:
        self.screen: RunScreen | None = None
        self._console = console
        self._one_at_a_time = asyncio.Lock()

    async def approve(self, asked: ApprovalAsked, step: Step) -> Answer:
        """Show what a step would do, and ask whether it may."""
        if self._console is None or self.screen is None:
            return Later()
        async with self._one_at_a_time:
            with self.screen.held():
                for line in question_lines(asked):
                    print_line(self._console, line)
                return await self._ask(self._console, asked)

    async def answer(self, question: QuestionAsked, step: Step) -> Answered | Later:
        """Ask what a step wants to know."""
        if self._console is None or self.screen is None:
            return Later()
        async with self._one_at_a_time:
            with self.screen.held():
                for line in asking_lines(question):
                    print_line(self._console, line)
                return await self._read_answer(self._console, question)

    async def _ask(self, console: Console, asked: ApprovalAsked) -> Answer:
        while True:
            match (await read_line("Do it? [y/n/a/e/l/?] ") or "l").strip().lower():
                case "y" | "yes":
                    return Approve("person")
                case "a" | "all":
                    return Approve("person", rest=True)
                case "n" | "no":
                    reason = (await read_line("Why not? (Enter: not wanted) ") or "").strip()
                    return Deny(reason or "not wanted")
                case "e" | "edit":
                    changed = await self._edit(console, asked)
                    if changed is not None:
                        return changed
                case "l" | "later":
                    return Later()
                case "?":
                    console.print(text_of(f"{asked.tool} {clean(json.dumps(asked.args, ensure_ascii=False))}"))
                    console.print(_HELP)
                case _:
                    console.print(_HELP)

    async def _edit(self, console: Console, asked: ApprovalAsked) -> Change | None:
        """Other arguments, one by one; None if nothing was changed."""
        args = dict(asked.args) if isinstance(asked.args, dict) else {}
        console.print(f"The arguments: {', '.join(map(clean, args))}. Enter an empty line when you are done.")
        changed = False
        while True:
            line = (await read_line("NAME=VALUE: ") or "").strip("\n")
            if not line.strip():
                return Change(args) if changed else None
            name, equals, value = line.partition("=")
            if not equals or name.strip() not in args:
                console.print(f"Write NAME=VALUE, with one of: {', '.join(map(clean, args))}.")
                continue
            args[name.strip()] = _as_before(value, args[name.strip()])
            changed = True

    async def _read_answer(self, console: Console, question: QuestionAsked) -> Answered | Later:
        agreed = f" (Enter: {clean(str(question.default))})" if question.default is not None else ""
        while True:
            line = await read_line(f"Your answer{agreed}: ")
            if line is None:
                return Later()
            text = line.strip("\n")
            if not text.strip() and question.default is not None:
                return Answered(question.default)
            try:
                return Answered(read_answer(text, question.type, question.choices))
            except ValueError as error:
                console.print(clean(str(error)))


def _as_before(text: str, value: Json) -> Json:
    """A text as the same kind of value as it replaces, where it can be read as one."""
    if isinstance(value, str):
        return text
    try:
        return json.loads(text)
    except ValueError:
        return text


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
