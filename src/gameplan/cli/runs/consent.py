"""What `--yes` says in advance, and the person at the terminal, who answers when a step asks."""

from __future__ import annotations

import asyncio
import json
import os
import sys
import termios
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING

from gameplan.cli.clean import clean, one_line
from gameplan.cli.errors import UserError
from gameplan.cli.layout import Line, print_line
from gameplan.cli.plans.arguments import as_before, as_text, edited_meanwhile, editor
from gameplan.cli.runs.story import asking_lines, question_lines, text_of
from gameplan.plans import Answer, Answered, ApprovalAsked, Approve, Change, Deny, Later, QuestionAsked, Step
from gameplan.plans.approvals import kinds_of, may_be_approved_in_advance
from gameplan.plans.asking import read_answer
from gameplan.runtime.events import Json
from gameplan.settings.approvals import verbs_of as words_as_verbs

if TYPE_CHECKING:
    from rich.console import Console

    from gameplan.cli.runs.screen import RunScreen
    from gameplan.plans import Engine

_KEYS = {
    "y": "do it",
    "n": "do without it",
    "a": "yes, and to the rest that {}",
    "e": "change the arguments, and be asked again",
    "l": "later: the run waits",
    "?": "show the arguments",
}


def verbs_of(words: Iterable[str]) -> frozenset[str]:
    """The effects that `--yes` approves in advance; `all` is every one, and what the plan itself asks for."""
    try:
        return words_as_verbs(words)
    except ValueError as error:
        raise UserError(f"--yes {error}") from None


class Consent:
    """Answers for the person at the terminal, one question at a time. Without a console nobody can be asked.

    When somebody else answers meanwhile (`gameplan approve` in another window), the question is taken back.
    """

    def __init__(self, console: Console | None) -> None:
        self.screen: RunScreen | None = None
        self.engine: Engine | None = None
        self._console = console
        self._one_at_a_time = asyncio.Lock()

    async def approve(self, asked: ApprovalAsked, step: Step) -> Answer:
        """Show what a step would do, and ask whether it may."""
        if self._console is None or self.screen is None:
            return Later()
        async with self._asking(self._console, asked.step):
            for line in question_lines(asked):
                print_line(self._console, line)
            return await self._ask(self._console, asked)

    async def answer(self, question: QuestionAsked, step: Step) -> Answered | Later:
        """Ask what a step wants to know."""
        if self._console is None or self.screen is None:
            return Later()
        async with self._asking(self._console, question.step):
            for line in asking_lines(question, numbered=True):
                print_line(self._console, line)
            return await self._read_answer(self._console, question)

    @asynccontextmanager
    async def _asking(self, console: Console, name: str) -> AsyncIterator[None]:
        """The terminal for one question; if it is taken back, the prompt goes, and what was typed at it."""
        assert self.screen is not None
        async with self._one_at_a_time:
            with self.screen.held():
                try:
                    yield
                except asyncio.CancelledError:
                    print("\r\x1b[2K", end="", flush=True)
                    with suppress(termios.error, OSError, ValueError):
                        termios.tcflush(sys.stdin.fileno(), termios.TCIFLUSH)
                    if self.engine is not None and not self.engine.stopping:
                        console.print(text_of(f"{name}: answered elsewhere.", "dim"))
                    raise

    async def _ask(self, console: Console, asked: ApprovalAsked) -> Answer:
        keys = {key: words.format(" or ".join(sorted(kinds_of(asked)))) for key, words in _KEYS.items()}
        if not may_be_approved_in_advance(asked):
            del keys["a"]
        prompt = f"Do it? [{'/'.join(keys)}] "
        while True:
            said = (await read_line(prompt) or "l").strip().lower()
            match said:
                case "y" | "yes":
                    return Approve("person")
                case "a" | "all" if "a" in keys:
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
                case _:
                    if said == "?":
                        _show_arguments(console, asked)
                    elif said == "a":
                        console.print("It cannot be approved together with others: text from outside decides.")
                    for key, words in keys.items():
                        console.print(f"  {key}  {words}")

    async def _edit(self, console: Console, asked: ApprovalAsked) -> Change | None:
        """Other arguments, one by one; None if nothing was changed."""
        args = dict(asked.args) if isinstance(asked.args, dict) else {}
        names = ", ".join(map(clean, args))
        where = "opens your editor" if editor() else "reads lines, up to one with a single dot"
        _show_arguments(console, asked)
        console.print(f"Write NAME=VALUE; NAME alone {where}; an empty line when you are done.")
        changed = dict(args)
        while True:
            line = (await read_line("Change: ") or "").strip("\n")
            name, equals, text = line.partition("=")
            name = name.strip()
            if not line.strip():
                return Change(changed) if changed != args else None
            if name not in args:
                console.print(f"There is no {clean(name[:60])}: {names}.")
                continue
            try:
                changed[name] = as_before(text, args[name]) if equals else await _rewritten(changed[name])
            except ValueError as error:
                console.print(clean(str(error)))

    async def _read_answer(self, console: Console, question: QuestionAsked) -> Answered | Later:
        agreed = f" (Enter: {one_line(str(question.default), 60)})" if question.default is not None else ""
        while True:
            line = await read_line(f"Your answer{agreed}: ")
            if line is None:
                return Later()
            text = line.strip("\n")
            if not text.strip():
                if question.default is not None:
                    return Answered(question.default)
                console.print("Write your answer; Ctrl-D answers later.")
                continue
            if question.type == "choice" and text.strip().isdecimal() and text.strip() not in question.choices:
                number = int(text.strip()[:9])
                text = question.choices[number - 1] if 1 <= number <= len(question.choices) else text
            try:
                return Answered(read_answer(text, question.type, question.choices))
            except ValueError as error:
                console.print(clean(str(error)))


def _show_arguments(console: Console, asked: ApprovalAsked) -> None:
    """The tool and each of its arguments, whole."""
    console.print(text_of(asked.tool, "bold"))
    for name, value in asked.args.items() if isinstance(asked.args, dict) else ():
        text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
        if "\n" in text:
            print_line(console, Line(text_of(f"{name}:", "dim"), 2))
            print_line(console, Line(text_of(text), 4))
        else:
            print_line(console, Line(text_of(f"{name}: ", "dim").append_text(text_of(text)), 2))


async def _rewritten(value: Json) -> Json:
    """A value that the person writes anew: in their editor, or line by line."""
    if editor():
        text = await edited_meanwhile(as_text(value), ".txt" if isinstance(value, str) else ".json")
        if text is None:
            raise ValueError("Your editor ended with an error: nothing was changed.")
    else:
        lines = []
        while (line := await read_line("| ")) is not None and line.strip("\n") != ".":
            lines.append(line.strip("\n"))
        text = "\n".join(lines)
    if isinstance(value, str):
        return text
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        raise ValueError("This cannot be read as JSON: nothing was changed.") from None


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
