"""A person at the table: the board, what can be done in numbers, and what is typed. Works from a pipe, too."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.console import Console
from rich.text import Text

from gameplan.cards.pokemon.board import DISCARD, LOST
from gameplan.cards.pokemon.facts import Card
from gameplan.cards.pokemon.narrative import Narrative, combat_notes
from gameplan.cards.table.decisions import BY_HAND, ORDER, Decision
from gameplan.cards.table.game import Game
from gameplan.cards.table.log import Log
from gameplan.cards.table.plugin import IllegalAction
from gameplan.cards.table.rules import RuleRefused
from gameplan.cli.cards.board import board_lines, flowed, hand_lines
from gameplan.cli.cards.by_hand import NotUnderstood, by_hand, reason_of
from gameplan.cli.cards.taking_back import take_back
from gameplan.cli.cards.why_not import why_not
from gameplan.cli.cards.words import (
    Offered,
    card_lines,
    in_words,
    log_style,
    offered,
    option_lines,
    place_in_words,
)
from gameplan.cli.clean import clean
from gameplan.cli.layout import Line, print_line
from gameplan.cli.typed import Left, typed_line

_HELP = """\
  3         do number 3; several at once: 1 4; Enter alone for none
  v NAME    read a card: v lumisk; and why you cannot play it now
  b         the board, and what you can do
  d         the discard piles
  l, l 40   the newest lines of the log, or so many
  w         who hits whom how: weakness and resistance
  u         take your last action back: free while nothing was learnt by it
  do        carry a card's text out by hand, where no program does
  concede   give the game up
  q         leave; go on with it by: gameplan cards play --resume {}
On the board, the letter after the hit points is a Pokémon's own type, and
[RRW] the energy on it: G Grass, R Fire, W Water, L Lightning, P Psychic,
F Fighting, D Darkness, M Metal, N Dragon, Y Fairy, C Colorless, * any."""
_BOARD = ("b", "board")
_FEW = 6  # as many choices are listed one below the other
_AGAIN = 8  # lines of the log for whoever comes back


class Person:
    """Plays a seat with what is typed."""

    def __init__(self, game: Game, seat: int, deck: Sequence[Card], console: Console) -> None:
        self._game = game
        self._seat = seat
        self._deck = deck
        self._console = console
        self._names = [each.name for each in game.seats]
        self._log = Log(game, seat, Narrative())
        self._told = 0  # the newest event that the person has read of
        self._turn = -1

    def come_back(self) -> None:
        """Take up a game that was left: only the newest of what happened is told again."""
        self._told = self._game.session.seq
        self._say("You left the game here:", "dim")
        self._show_log(_AGAIN)

    async def play(self) -> None:
        """Show what happened since, and have the person act once."""
        self.tell()
        view = self._game.view(self._seat)
        if self._console.is_terminal or view.turn != self._turn:
            self._turn = view.turn
            self._board()
        seq = self._game.session.seq
        while self._game.session.seq == seq:
            self._ask()
        await self._game.session.committed()
        other = self._game.to_act
        if other != self._seat:
            self.tell()
            if other is not None and self._console.is_terminal:
                self._say(f" {self._names[other]} is to play …", "dim")

    def tell(self) -> None:
        """What has happened since the person was last told."""
        lines = [line for line in self._log.lines() if line.seq > self._told and not line.undone]
        self._told = self._game.session.seq
        for line in lines:
            self._say_logged(str(line))

    def end(self) -> None:
        """How the game ended."""
        self.tell()
        self._board()

    # -- asking

    def _ask(self) -> None:
        decision = self._game.view(self._seat).decision
        if decision is not None:
            self._decide(decision)
            return
        found = offered(self._game.table, self._seat, self._game.options(self._seat))
        self._console.print()
        for line in option_lines(found, self._console.width):
            self._console.print(line, no_wrap=self._console.is_terminal, overflow="ellipsis", soft_wrap=True)
        hint = f"your move, 1–{len(found)}" if len(found) > 1 else "your move: type 1"
        while (line_ := self._word(f"{hint}; ? for help")) is not None:
            if self._chosen(line_, found):
                return

    def _chosen(self, word: str, found: Sequence[Offered]) -> bool:
        """Do the option that is meant. True if something was done."""
        if not word.isdecimal() or not 1 <= int(word[:6]) <= len(found):
            wanted = f"a number from 1 to {len(found)}" if len(found) > 1 else "1"
            self._say(f'"{clean(word[:40])}" is none of them: type {wanted}, or ?', "yellow")
            return False
        action, *args = found[int(word) - 1].option
        if action == "end_turn" and any(each.kind == "Attack" for each in found) and not self._is_sure():
            return False
        return self._act(action, *args)

    def _is_sure(self) -> bool:
        """Numbers change from move to move: at a terminal, a turn is not ended by a slip where there is an attack."""
        if not self._console.is_terminal:
            return True
        return self._read("You could attack. End the turn without? [y/n] ").lower() in ("y", "yes")

    def _decide(self, decision: Decision) -> None:
        count = len(decision.choices)
        least, most = decision.least, min(decision.most, count)
        several = (
            f"{most} numbers" if least == most else f"{least} to {most} numbers" if least else f"up to {most} numbers"
        )
        wanted = "a number" if most == 1 else several
        order = ", in the order that you want" if decision.kind == ORDER else ""
        self._say(f" {decision.text}", "bold")
        if decision.kind == BY_HAND:
            self._say(" Before you answer, `do` moves cards and counters; `do` alone tells how.", "dim")
        labels = [place_in_words(clean(choice.label)) for choice in decision.choices]
        parts = [Text.assemble((f"{number} ", "bold cyan"), label) for number, label in enumerate(labels, 1)]
        for line in _listed(parts, self._console.width):
            self._console.print(line, soft_wrap=True)
        hint = f"{wanted} from 1–{count}{order}" if count > 1 else "type 1" if count else "nothing is there to choose"
        enter = "" if least else "Enter for none" if count else "Enter goes on"
        while (word := self._word(f"{hint}; ? for help", enter)) is not None:
            numbers = word.replace(",", " ").split()
            if numbers and not count:
                self._say("There is nothing to choose: Enter goes on.", "yellow")
            elif not all(each.isdecimal() and 1 <= int(each[:6]) <= count for each in numbers):
                numbered = f"{wanted} from 1 to {count}{order}" if count > 1 else "1"
                self._say(f'"{clean(word[:40])}" is no choice: type {numbered}, or ?', "yellow")
            elif not least <= len(numbers) <= most or len({*numbers}) != len(numbers):
                self._say(f"Type {wanted}, each once; that was {len(numbers) or 'none'}.", "yellow")
            elif self._act("resolve_decision", *(int(each) - 1 for each in numbers)):
                return

    def _by_hand(self, line: str) -> None:
        try:
            action, args = by_hand(self._game, self._seat, line)
        except NotUnderstood as error:
            self._say(in_words(str(error), self._names, self._seat) or str(error), "yellow")
            return
        self._act(action, *args, because=reason_of(self._game, self._seat))

    def _act(self, action: str, *args: Any, because: str = "") -> bool:
        try:
            self._game.act(self._seat, action, *args, because=because)
        except (IllegalAction, RuleRefused) as error:
            self._say(str(error), "yellow")
            return False
        return True

    # -- what is typed

    def _word(self, hint: str, enter: str = "") -> str | None:
        """The next word that is meant for the game. None: something else was done, and it is asked anew."""
        while True:
            word = self._read(f"[{'; '.join(filter(None, (hint, enter)))}] ")
            seq = self._game.session.seq
            if not word and enter:
                return ""
            if word and not self._command(word):
                return word
            if self._game.session.seq != seq or word.lower() in _BOARD:
                return None

    def _read(self, prompt: str) -> str:
        return typed_line(prompt, lambda text: self._say(text, "dim"))

    def _command(self, line: str) -> bool:
        """Do what is no move. True if it was that."""
        word, _, rest = line.partition(" ")
        match word.lower():
            case "?" | "h" | "help":
                self._say(_HELP.format(self._game.session.session_id.rpartition("-")[2]))
            case board if board in _BOARD:
                self._board()
            case "d" | "discard":
                self._discards()
            case "v" | "view":
                self._read_card(rest.strip())
            case "l" | "log":
                self._show_log(int(rest) if rest.strip().isdecimal() else 20)
            case "w" | "weakness":
                notes = combat_notes(self._game.view(self._seat)) or ["There are no two Active Pokémon yet."]
                self._say("\n".join(notes))
            case "u" | "undo":
                self._say(take_back(self._game, self._seat), "cyan")
                self._told = self._game.session.seq
                self._turn = -1  # the board is shown again
            case "do":
                self._by_hand(rest.strip())
            case "concede":
                self._act("concede")
            case "q" | "quit" | "exit":
                raise Left
            case _:
                return False
        return True

    # -- showing

    def _board(self) -> None:
        self._console.print()
        for line in board_lines(self._game.view(self._seat), self._names, self._console.width):
            self._console.print(line, no_wrap=True, overflow="ellipsis")

    def _discards(self) -> None:
        view = self._game.view(self._seat)
        for seat in (1 - self._seat, self._seat):
            for pile, word in ((DISCARD[seat], "discard pile"), (LOST[seat], "Lost Zone")):
                cards = view.zones[pile]
                if cards or pile == DISCARD[seat]:
                    whose = "Your" if seat == self._seat else f"{clean(self._names[seat])}'s"
                    self._say(f"{whose} {word}: {len(cards) or 'nothing'}", "bold")
                    for line in hand_lines(cards, self._console.width):
                        self._console.print(line)

    def _read_card(self, wanted: str) -> None:
        """Cards that the person can tell: on the table, or in the deck that he brought."""
        seen = [card for zone in self._game.view(self._seat).zones for card in zone if card is not None]
        known = {card.name: card for card in (*self._deck, *seen)}
        plain = wanted.casefold()
        found = [card for name, card in known.items() if name.casefold() == plain]
        found = found or [card for name, card in known.items() if plain and plain in name.casefold()]
        if not plain:
            self._say("Type v and a part of a card's name: v lumisk", "yellow")
        elif not found:
            self._say(f'You know of no card "{clean(wanted[:40])}". Type v and a part of its name.', "yellow")
        elif len(found) > 4:
            self._say(f"Which? {', '.join(sorted(clean(card.name) for card in found))}", "yellow")
        for card in found if len(found) <= 4 else ():
            for line in card_lines(card):
                print_line(self._console, Line(line))
            for why in why_not(self._game, self._seat, card):
                self._say(f"  You cannot play it now: {why}", "yellow")

    def _show_log(self, count: int) -> None:
        for line in list(self._log.lines())[-max(1, count) :]:
            self._say_logged(str(line))

    def _say_logged(self, line: str) -> None:
        said = in_words(line, self._names, self._seat)
        if said is not None:
            print_line(self._console, Line(Text(said, log_style(said)), 1))

    def _say(self, text: str, style: str = "") -> None:
        print_line(self._console, Line(Text(clean(text), style)))


def _listed(parts: Sequence[Text], width: int) -> list[Text]:
    """Choices one below the other; of many, as many in a line as fit."""
    return [Text("  ") + each for each in parts] if len(parts) <= _FEW else flowed(Text("  "), parts, width, "   ")
