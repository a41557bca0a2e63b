"""A replay at the terminal: forward and back, to a turn, to a knock-out, and from another side."""

from __future__ import annotations

import os
import re
import select
import sys
import termios
import tty
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from functools import lru_cache

from rich.console import Console
from rich.text import Text

from gameplan.cards.pokemon.board import LAYOUT
from gameplan.cards.pokemon.creatures import CARDS
from gameplan.cards.pokemon.facts import Card
from gameplan.cards.pokemon.printed import PrintedCards
from gameplan.cards.replay import Replay, Step, view_at
from gameplan.cli.cards.board import board_lines
from gameplan.cli.cards.words import in_words, log_style
from gameplan.cli.clean import clean
from gameplan.cli.layout import Line, print_line

_KEYS = {"\x1b[C": "n", "\x1b[D": "p", "\x1b[B": "n", "\x1b[A": "p", "\x1bOC": "n", "\x1bOD": "p", "\n": "n", "\r": "n",
         "\x1b[H": "t 0", "\x1b[F": "end", "\x03": "q", "\x04": "q"}  # fmt: skip
_KEY = re.compile(r"\x1b(?:\[[\d;]*[A-Za-z~]|O.)?|.", re.DOTALL)  # a key that has no letter sends a few
_HELP = """\
  → n  the next step        ← p  the one before     space  play on (any key stops)
  t 7  to turn 7            k    the next knock-out      c  the next coin
  1 2 s  whose view         g 40 to step 40         e    to the end         q  leave"""
_SIDES: Mapping[str, int | None] = {"1": 0, "2": 1, "s": None}
_PACE = 0.7


class Stepping:
    """Shows one step at a time."""

    def __init__(
        self,
        replay: Callable[[int | None], Replay],
        allowed: Sequence[int | None],
        first: int | None,
        console: Console,
    ) -> None:
        self._replays = lru_cache(maxsize=None)(replay)
        self._allowed = allowed
        self._viewer = first
        self._console = console
        self._index = 0
        self._keys = sys.stdin.isatty() and console.is_terminal
        self._left = False
        self._typed = ""  # keys that were pressed and not yet taken

    @property
    def _replay(self) -> Replay:
        return self._replays(self._viewer)

    def go_on_until_the_end(self) -> None:
        """Show steps until the person leaves."""
        if not self._replay.steps:
            return
        with _each_key() if self._keys else nullcontext():
            self._show()
            while not self._left:
                word = self._key() if self._keys else self._line()
                if word is None:
                    return
                said = self._do(word)
                if said:
                    print_line(self._console, Line(Text(clean(said), "yellow")))
                elif not self._left:
                    self._show()

    # -- what is typed

    def _do(self, word: str) -> str:
        """Do what was typed; what there is to say to it. Nothing: the step is shown."""
        name, _, rest = word.strip().partition(" ")
        steps = self._replay.steps
        match name.lower():
            case "" | "n" | "next":
                return self._go(self._index + 1, "That was the last step.")
            case "p" | "prev":
                return self._go(self._index - 1, "This is the first step.")
            case "t" | "turn":
                at = self._replay.at_turn(int(rest)) if rest.strip().isdecimal() else None
                if at is None:
                    return f"There is no turn {rest[:20]}: t 7 goes to turn 7." if rest else "t 7 goes to turn 7."
                return self._go(at)
            case "g" | "go":
                at = int(rest) - 1 if rest.strip().isdecimal() else -1
                return self._go(
                    at, f"There is no step {rest[:20]}: there are {len(steps)}." if rest else "g 40 goes to step 40."
                )
            case "k" | "c":
                mark = "knock-out" if name == "k" else "coin"
                found = self._replay.next_mark(mark, self._index)
                return f"There is no {mark} after this." if found is None else self._go(found)
            case "e" | "end":
                return self._go(len(steps) - 1)
            case "1" | "2" | "s":
                return self._look_from(_SIDES[name])
            case "space" | "play":
                self._play_on()
                return ""
            case "esc":
                return ""
            case "q" | "quit":
                self._left = True
                return ""
            case "?" | "h":
                return _HELP
        return f'"{name[:20]}" is not known here.\n{_HELP}'

    def _go(self, index: int, otherwise: str = "") -> str:
        if not 0 <= index < len(self._replay.steps):
            return otherwise
        self._index = index
        return ""

    def _look_from(self, viewer: int | None) -> str:
        if viewer not in self._allowed:
            return "The game cannot be seen from there: this is one side's replay, or the game is not over."
        self._viewer = viewer
        self._index = min(self._index, len(self._replay.steps) - 1)
        return ""

    def _play_on(self) -> None:
        while self._index + 1 < len(self._replay.steps):
            self._index += 1
            self._show()
            if self._keys and self._pressed(_PACE):
                return

    def _line(self) -> str | None:
        line = sys.stdin.readline()
        return line.strip() or "n" if line else None

    def _key(self) -> str | None:
        """A key as the word that it stands for; after `t` and `g`, a number is typed."""
        key = self._pressed(None)
        if key == " ":
            return "space"
        if key in ("t", "g"):
            return f"{key} {self._typed_number('turn' if key == 't' else 'step')}"
        return _KEYS.get(key, "esc" if key.startswith("\x1b") else key) if key else None

    def _typed_number(self, what: str) -> str:
        """Digits, after a space or none, up to Enter or any other key."""
        digits = ""
        self._console.print(f" {what}: ", end="")
        while (key := self._pressed(None)).isdecimal() or key in ("\x7f", "\b") or (key == " " and not digits):
            digits = digits + key.strip() if key not in ("\x7f", "\b") else digits[:-1]
            self._console.print(f"\r {what}: {digits} ", end="\b")
        self._console.print()
        return digits

    def _pressed(self, seconds: float | None) -> str:
        """The key that is pressed, within some time; nothing, if none is."""
        if not self._typed:
            source = sys.stdin.fileno()
            if not select.select([source], [], [], seconds)[0]:
                return ""
            self._typed = os.read(source, 64).decode(errors="replace") or "\x04"
        pressed = _KEY.match(self._typed)
        assert pressed is not None, "something was read"
        self._typed = self._typed[pressed.end() :]
        return pressed[0]

    # -- what is shown

    def _show(self) -> None:
        replay, step = self._replay, self._replay.steps[self._index]
        if self._keys:
            self._console.clear()
        for line in board_at(replay, self._index, self._console.width):
            self._console.print(line, no_wrap=True, overflow="ellipsis")
        self._console.print()
        for said in step_lines(replay, step):
            print_line(self._console, Line(said, 1))
        whose = "a spectator" if self._viewer is None else clean(replay.seats[self._viewer])
        marks = f" · {', '.join(dict.fromkeys(step.marks))}" if step.marks else ""
        place = f"Step {step.number} of {len(replay.steps)} · turn {step.turn} · seen by {whose}{clean(marks)}"
        self._console.print(Text(f" {place}", "bold" if self._keys else "dim"))
        if self._keys:
            self._console.print(Text(" → ← step · t turn · k knock-out · 1 2 s side · space plays on · ? · q", "dim"))


@contextmanager
def _each_key() -> Iterator[None]:
    """Let the terminal hand over each key at once, and show none."""
    source = sys.stdin.fileno()
    before = termios.tcgetattr(source)
    tty.setcbreak(source, termios.TCSADRAIN)
    try:
        yield
    finally:
        termios.tcsetattr(source, termios.TCSADRAIN, before)


def print_all(replay: Replay, console: Console) -> None:
    """All steps, with the board whenever a turn begins, and at the end."""
    turn = -1
    for index, step in enumerate(replay.steps):
        for said in step_lines(replay, step):
            print_line(console, Line(said))
        if step.turn != turn or index == len(replay.steps) - 1:
            turn = step.turn
            console.print()
            for line in board_at(replay, index, 80):
                console.print(line, soft_wrap=True)
            console.print()


def step_lines(replay: Replay, step: Step) -> list[Text]:
    """What the viewer was told of a step."""
    if step.back_to is not None:
        return [Text(f"Taken back: the game stands as after step {step.back_to}.", "yellow")]
    lines = [said for line in step.told if (said := in_words(line, replay.seats, replay.viewer)) is not None]
    if step.undone:
        return [Text(f"(taken back) {line}", "dim strike") for line in lines]
    return [Text(line, log_style(line)) for line in lines]


def board_at(replay: Replay, index: int, width: int) -> list[Text]:
    """The board after a step, if it is a board of this game."""
    if replay.game != "pokemon":
        return []
    known: dict[str, Card] = {}

    def card(key: str) -> Card:
        if key not in known:
            try:
                known[key] = PrintedCards(CARDS).read(replay.cards[key])
            except (KeyError, ValueError):
                known[key] = Card(key, key, "item")
        return known[key]

    try:
        return board_lines(view_at(replay, index, LAYOUT, card), replay.seats, width)
    except (KeyError, TypeError, ValueError, IndexError):
        return [Text("The board of this step cannot be shown: the replay is of another version.", "yellow")]
