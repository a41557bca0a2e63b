"""A person beside the co-author: after each step they can go on, change something, take it back, or say a word."""

from __future__ import annotations

import asyncio
import shlex
from typing import TYPE_CHECKING

from gameplan.cli.errors import UserError
from gameplan.cli.novels.changing import by_kind, element_of, grant, wish_of
from gameplan.cli.novels.lines import read_line, say, say_keys
from gameplan.cli.novels.steps import element_lines, row
from gameplan.cli.typed import Left
from gameplan.novels.authoring.events import ElementChanged, EncountersDrafted, NodeFinalized
from gameplan.tools import ToolRefused, ToolValidationError

if TYPE_CHECKING:
    from rich.console import Console

    from gameplan.cli.novels.steps import Shown
    from gameplan.novels.authoring import DraftSession, Told

_HELP = """\
  Enter                         go on
  change mara name "Mara Voss"  change anything by its id; a name is then used in every scene
  change mara want "To leave"   also: description, voice, pronouns, need, secrets, image_prompt, …
  change premise title "…"      the premise is changed like a person
  show mara                     all of somebody or something; show alone lists what there is
  undo                          take back what was done last
  go                            go on to the end without asking
  q                             leave; the draft is kept"""
_HELP_TALK = "  say TEXT                      tell the co-author something"
_ASK = "[Enter goes on; change …, show …, undo, q; ? for help] "
_ASK_TALK = "[Enter goes on; change …, show …, undo, say …, q; ? for help] "
_ANSWER = "[answer it, or Enter to let it go on; ? for help] "
_PROGRAM = (
    "The house author is a program: it cannot take remarks. It takes changes, and goes on with them: "
    'change mara name "Mara Voss".'
)


class Remark(asyncio.CancelledError):
    """The person has said something: the turn ends here, and the next begins with it."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.text = text


class AtTheDesk:
    """Asks the person. `house`: whoever writes is a program, which cannot be talked to."""

    def __init__(self, desk: DraftSession, shown: Shown, console: Console, *, house: bool) -> None:
        self._desk = desk
        self._shown = shown
        self._console = console
        self._house = house
        self._asks = True
        self._changed: list[str] = []

    def changed(self) -> list[str]:
        """What the person has changed since this was last asked, for a model to know."""
        changed, self._changed = self._changed, []
        return changed

    async def between_steps(self, *, findings: bool) -> None:
        """Let the person say something, if a step of the pipeline is done or something was found wrong."""
        if not self._asks or not (findings or self._step_is_done()):
            return
        self._shown.last = None
        while (line := read_line(self._console, _ASK if self._house else _ASK_TALK)) or False:
            if await self._command(line):
                return
            if line.split()[0] not in _WORDS:
                say(
                    self._console,
                    f'"{line[:40]}" is none of them: Enter goes on, ? tells what else there is.',
                    "yellow",
                )
        self._shown.last = None

    async def answer(self) -> str:
        """What the person answers to something that the co-author has said; nothing: it is to go on."""
        while line := read_line(self._console, _ANSWER):
            try:
                if await self._command(line):
                    return ""
            except Remark as remark:
                return remark.text
            if line.split()[0] not in _WORDS:
                return line
        return ""

    def _step_is_done(self) -> bool:
        event, draft = self._shown.last, self._desk.draft
        match event:
            case None:
                return False
            case EncountersDrafted(act_id=act_id):
                return not self._left(act_id, "wired")
            case NodeFinalized(act_id=act_id):
                return not self._left(act_id, "populated")
            case _:
                return draft.premise is not None

    def _left(self, act_id: str, stage: str) -> bool:
        act = self._desk.draft.act(act_id)
        return act is not None and any(self._desk.draft.node_stage(act_id, each.id) == stage for each in act.locations)

    async def _command(self, line: str) -> bool:
        """Do what was typed. True if it is to go on."""
        word, _, rest = line.partition(" ")
        try:
            match word.lower():
                case "?" | "h" | "help":
                    say_keys(self._console, _HELP if self._house else f"{_HELP}\n{_HELP_TALK}")
                case "q" | "quit" | "exit":
                    raise Left
                case "go":
                    self._asks = False
                    return True
                case "change":
                    await self._change(rest)
                case "undo" | "u":
                    self._undo()
                case "show":
                    self._show(rest.strip())
                case "say":
                    self._say(rest.strip())
        except (UserError, ToolRefused, ToolValidationError) as error:
            say(self._console, _told(error), "yellow")
        return False

    async def _change(self, rest: str) -> None:
        words = _words(rest)
        if len(words) < 3:
            raise UserError('Say what, which field, and to what: change mara name "Mara Voss".')
        wish = wish_of(self._desk.draft, words[0], words[1], " ".join(words[2:]))
        before = self._desk.session.seq
        told = await grant(self._desk, wish)
        tell_change(self._console, self._desk, told, before)
        self._changed.append(f"{words[0]} ({words[1]})")
        self._shown.last = None

    def _undo(self) -> None:
        taken = self._desk.undo()
        say(self._console, f"Taken back: {taken}.", "cyan")
        if self._house and not taken.endswith("was changed") and "renamed" not in taken:
            say(self._console, "What the house author had written, it writes again as it goes on.", "dim")
        self._changed.append(f"taken back: {taken}")

    def _show(self, wanted: str) -> None:
        if not wanted:
            for kind, ids in by_kind(self._desk.draft):
                row(self._console, kind, ids)
            return
        if wanted != "premise":
            wanted = element_of(self._desk.draft, wanted)[2]
        for line in element_lines(self._desk.draft, wanted) or [f'There is not more to say of "{wanted}".']:
            say(self._console, line, indent=2)

    def _say(self, text: str) -> None:
        if self._house:
            raise UserError(_PROGRAM)
        if not text:
            raise UserError("Say what: say make the antagonist kinder.")
        raise Remark(text)


_WORDS = {"?", "h", "help", "q", "quit", "exit", "go", "change", "undo", "u", "show", "say"}


def tell_change(console: Console, desk: DraftSession, told: Told, before: int) -> None:
    """What came of a change: what was wrong by it, and how far it reached."""
    news = [each.event for each in list(desk.session.events)[before:]]
    along = sum(isinstance(each, ElementChanged) and each.with_last for each in news)
    if along:
        say(console, f"{'':11}and in {along} more places that name them", "dim")
    if not news:
        say(console, "It is so already.", "dim")
    for note in told.notes:
        say(console, f"{'':11}{note}", "dim")
    for finding in told.findings:
        say(console, f"{'':11}{finding}", "yellow")


def _words(text: str) -> list[str]:
    try:
        return shlex.split(text)
    except ValueError:  # a quote that is never closed, as in: change mara voice don't
        return text.split(maxsplit=2)


def _told(error: Exception) -> str:
    if isinstance(error, UserError):
        return error.message
    needs = getattr(error, "needs", ())
    return f"{error} {'; '.join(needs)}".strip()
