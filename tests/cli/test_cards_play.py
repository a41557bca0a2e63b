"""`gameplan cards play`: a person types numbers, a whole game long; leaves, comes back, and gets clear answers."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from io import StringIO
from pathlib import Path
from random import Random
from typing import Any

import pytest
from rich.console import Console

from gameplan.agents import ModelRequest, OnDelta, Reply
from gameplan.cards.pokemon.board import BENCH
from gameplan.cards.pokemon.creatures import CARDS, DECKS
from gameplan.cards.pokemon.plugin import Pokemon
from gameplan.cards.seats import AgentPlayer
from gameplan.cards.table.game import Game
from gameplan.cards.table.plugin import Deal, Position
from gameplan.cards.table.rules import Seat
from gameplan.cli.cards.board import board_lines
from gameplan.cli.cards.person import Person
from gameplan.cli.cards.watching import Watcher
from gameplan.runtime import Session

_COMMAND = Path(sys.executable).with_name("gameplan")
_OPTIONS = re.compile(r"^\[your move(?:, 1–|: type )(\d+); ")
_NUMBERS = re.compile(r"^\[(?:type 1;|(?:a number|(?:\d+ to |up to )?(\d+) numbers) from 1–(\d+))")
_NOTHING = "[nothing is there to choose"


class Table:
    """The command with pipes for hands."""

    def __init__(self, *arguments: str) -> None:
        self.process = subprocess.Popen(
            [_COMMAND, "cards", "play", *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env={**os.environ, "COLUMNS": "80"},
            start_new_session=True,
        )
        self.lines: list[str] = []

    def asked(self) -> str | None:
        """Read on until something is asked; None when the game is over."""
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.lines.append(line.rstrip("\n"))
            if _OPTIONS.match(line) or _NUMBERS.match(line):
                return self.lines[-1]
        return None

    def type(self, word: str) -> str | None:
        """Type a line; what is asked next."""
        assert self.process.stdin is not None
        self.process.stdin.write(word + "\n")
        self.process.stdin.flush()
        return self.asked()

    def play(self, question: str | None, random: Random, most: int = 10_000) -> str | None:
        """Play at random, but attack when that is possible."""
        for _ in range(most):
            if question is None:
                return None
            options = _OPTIONS.match(question)
            if options is not None:
                attacks = re.findall(r"^ Attack +(\d+) ", "\n".join(self.lines[-30:]), re.MULTILINE)
                last = int(options[1])
                attack = [number for number in attacks if int(number) == last - 1 or int(number) == last - 2]
                word = attack[-1] if attack and random.random() < 0.5 else str(random.randint(1, last))
            elif question.startswith(_NOTHING):
                word = ""
            else:
                numbers = _NUMBERS.match(question)
                assert numbers is not None, question
                word = " ".join(map(str, range(1, int(numbers[1] or 1) + 1)))
            question = self.type(word)
        return question

    def end(self) -> int:
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.asked()
        return self.process.wait(30)

    @property
    def text(self) -> str:
        return "\n".join(self.lines)


@pytest.fixture
def sit(home: Path) -> Iterator[Callable[..., Table]]:
    sat: list[Table] = []

    def sit(*arguments: str) -> Table:
        sat.append(Table(*arguments))
        return sat[-1]

    yield sit
    for table in sat:
        if table.process.poll() is None:
            table.process.kill()
            table.process.wait()
        for pipe in (table.process.stdin, table.process.stdout):
            if pipe is not None:
                with suppress(BrokenPipeError):
                    pipe.close()


def test_a_person_plays_a_whole_game_by_numbers(sit: Callable[..., Table], command: Callable[..., Any]) -> None:
    table = sit("--against", "heuristic", "--seed", "11")
    assert table.play(table.asked(), Random(1)) is None
    assert table.end() == 0, table.text[-2000:]
    assert re.search(r"^(You have (won|lost)|It is a draw)", table.text, re.MULTILINE)
    assert "Traceback" not in table.text
    assert "is none of them" not in table.text
    assert all(len(line) <= 80 for line in table.lines if "━" in line)
    replayed = command("cards", "replay", "last", "--plain")
    assert "The game is over" in replayed.stdout


def test_a_game_whose_process_is_killed_goes_on_where_it_was(sit: Callable[..., Table]) -> None:
    table = sit("--against", "random", "--seed", "12")
    question = table.play(table.asked(), Random(2), most=12)
    assert question is not None
    board = table.type("b")
    shown = _board(table.lines)
    os.kill(table.process.pid, signal.SIGKILL)
    table.process.wait()
    again = sit("--resume", "last")
    assert again.asked() == board
    assert _board(again.lines) == shown
    assert again.play(again.lines[-1], Random(3), most=12) is not None
    again.type("concede")
    assert again.end() == 0, again.text[-2000:]


def _board(lines: list[str]) -> list[str]:
    """The board that was shown last."""
    middle = max(i for i, line in enumerate(lines) if line.startswith(" ── "))
    return [line for line in lines[middle - 9 : middle + 14] if "━" in line or line.startswith(" ── ")]


def test_what_is_typed_wrongly_is_answered_with_what_to_type(sit: Callable[..., Table]) -> None:
    table = sit("--against", "random", "--seed", "7")
    question = table.asked()
    while question is not None and not _OPTIONS.match(question):
        question = table.play(question, Random(4), most=1)
    for word in ("foo", "99", "-1", "1 2", "0", "²", "9" * 5000):
        assert table.type(word) == question
        assert "type a number from 1 to" in table.lines[-2]
    table.type("?")
    assert "read a card" in table.text
    table.type("v cindlet")
    assert "Soot Sneeze" in table.text
    table.type("v no such thing")
    assert 'You know of no card "no such thing"' in table.text
    table.type("v")
    table.type("d")
    assert "Your discard pile" in table.text
    table.type("w")
    table.type("l")
    assert table.type("b") == question


def test_the_cards_that_the_other_holds_cannot_be_read(sit: Callable[..., Table]) -> None:
    table = sit("--deck", "embers", "--against", "random", "--seed", "7")
    table.asked()
    table.type("v voltarn")
    table.type("v water energy")
    assert table.text.count("You know of no card") >= 1


def test_a_slip_is_taken_back_and_what_was_learnt_is_not(sit: Callable[..., Table]) -> None:
    table = sit("--deck", "embers", "--against", "random", "--seed", "7")
    question = table.asked()
    while question is not None and not _OPTIONS.match(question):
        question = table.play(question, Random(4), most=1)
    assert question is not None
    while not (numbers := re.findall(r"^ (?:Bench|Energy) +(\d+) ", "\n".join(table.lines[-12:]), re.MULTILINE)):
        question = table.play(question, Random(4), most=1)
        assert question is not None, table.text
    number = numbers[0]
    assert table.type(number) != question
    assert table.type("u") == question
    assert "Taken back." in table.text
    table.type(re.findall(r"\d+", question)[1])  # ends the turn: the other plays, and cards are seen
    table.type("u")
    assert "The other player does not consent: " in table.text


async def test_at_a_terminal_a_turn_with_an_attack_is_not_ended_by_a_slip(monkeypatch: pytest.MonkeyPatch) -> None:
    plugin, cards = Pokemon(CARDS.values()), DECKS["embers"].cards
    seats = [Seat("Player", person=True), Seat("House")]
    game = Game.start(plugin, plugin.deal([cards, cards]), seed=7, seats=seats)
    while not any(option[0] == "declare_attack" for option in game.options(0)):
        assert game.to_act is not None
        game.act(game.to_act, *game.options(game.to_act)[0])
    turn, last = game.view(0).turn, len(game.options(0))
    console = Console(file=StringIO(), force_terminal=True, width=100)
    monkeypatch.setattr("sys.stdin", StringIO(f"{last}\nn\n{last}\ny\n"))
    await Person(game, 0, cards, console).play()
    assert console.file.getvalue().count("You could attack. End the turn without?") == 2  # type: ignore[attr-defined]
    assert game.view(0).turn == turn + 1


async def test_where_nothing_can_be_chosen_it_is_said_and_enter_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    plugin, cards = Pokemon(CARDS.values()), DECKS["embers"].cards
    lying = {"p1_active": ["ashmane-regent", "fire-energy", "fire-energy"], "p2_active": ["pyrroganth"]}
    lying |= {"p1_deck": ["cindlet"], "p2_deck": ["cindlet"], "p1_prizes": ["cindlet"], "p2_prizes": ["cindlet"]}
    zones = [plugin.layout.index[zone] for zone, keys in lying.items() for _ in keys]
    deal = Deal([CARDS[key] for keys in lying.values() for key in keys], zones, position=Position(5, 0, "main"))
    game = Game.start(plugin, deal, seed=1, seats=[Seat("Player", person=True), Seat("House")])
    game.act(0, "declare_attack", 0)
    console = Console(file=StringIO(), width=100)
    monkeypatch.setattr("sys.stdin", StringIO("4\nv\n\n"))
    await Person(game, 0, cards, console).play()
    said = console.file.getvalue()  # type: ignore[attr-defined]
    assert f"{_NOTHING}; ? for help; Enter goes on]" in said
    assert "There is nothing to choose: Enter goes on." in said and "Type v and a part of a card's name" in said
    assert game.view(0).turn == 6


async def test_the_board_is_shown_with_what_can_be_done(monkeypatch: pytest.MonkeyPatch) -> None:
    plugin, cards = Pokemon(CARDS.values()), DECKS["embers"].cards
    seats = [Seat("Player", person=True), Seat("House")]
    game = Game.start(plugin, plugin.deal([cards, cards]), seed=7, seats=seats)
    while game.to_act != 0:
        game.act(1, *game.options(1)[0])
    console = Console(file=StringIO(), width=100)
    monkeypatch.setattr("sys.stdin", StringIO("b\nv cindlet\n1\n"))
    await Person(game, 0, cards, console).play()
    said = console.file.getvalue()  # type: ignore[attr-defined]
    assert said.count("Choose your Active Pokémon") == said.count(" Active   empty") / 2 == 2


@pytest.mark.parametrize("width", [44, 60, 80, 100])
def test_a_board_fits_into_the_terminal_that_there_is(width: int) -> None:
    plugin = Pokemon(CARDS.values())
    game = Game.start(
        plugin,
        plugin.deal([DECKS["embers"].cards, DECKS["tides"].cards]),
        seed=2,
        seats=[Seat("Player"), Seat("House")],
    )
    dice = Random(2)
    while (seat := game.to_act) is not None:
        game.act(seat, *dice.choice(game.options(seat)))
        lines = [line for line in board_lines(game.view(0), ["Player", "House"], width) if "──" not in line.plain]
        assert [line.plain for line in lines if line.cell_len > width] == []


async def test_where_nothing_has_to_be_chosen_it_is_asked_for_up_to_so_many(monkeypatch: pytest.MonkeyPatch) -> None:
    plugin = Pokemon(CARDS.values())
    basics = ["cindlet", "flintoad", "tunnook"]
    lying = {"p1_active": ["mossnib", "grass-energy"], "p2_active": ["cindlet"], "p1_deck": basics}
    zones = [plugin.layout.index[zone] for zone, keys in lying.items() for _ in keys]
    deal = Deal([CARDS[key] for keys in lying.values() for key in keys], zones, position=Position(5, 0, "main"))
    game = Game.start(plugin, deal, seed=1, seats=[Seat("Player", person=True), Seat("House")])
    game.act(0, *next(option for option in game.options(0) if option[0] == "declare_attack"))
    console = Console(file=StringIO(), width=100)
    monkeypatch.setattr("sys.stdin", StringIO("1 2 3\n2 1\n"))
    await Person(game, 0, [], console).play()
    said = console.file.getvalue()  # type: ignore[attr-defined]
    assert "[up to 2 numbers from 1–3; ? for help; Enter for none]" in said
    assert "Type up to 2 numbers, each once; that was 3." in said
    assert [game.view(0).zones[spot][0].key for spot in BENCH[0][:2]] == ["flintoad", "cindlet"]


async def test_where_there_is_only_one_choice_it_is_asked_for_in_so_many_words(monkeypatch: pytest.MonkeyPatch) -> None:
    plugin = Pokemon(CARDS.values())
    lying = {"p1_active": "cindlet", "p2_active": "cindlet", "p1_deck": "cindlet", "p2_deck": "cindlet"}
    zones = [plugin.layout.index[zone] for zone in lying]
    deal = Deal([CARDS[key] for key in lying.values()], zones, position=Position(5, 0, "main"))
    game = Game.start(plugin, deal, seed=1, seats=[Seat("Player", person=True), Seat("House")])
    game.act(0, "create_decision", 0, "Carry it out", "done")
    console = Console(file=StringIO(), width=100)
    person = Person(game, 0, [], console)
    monkeypatch.setattr("sys.stdin", StringIO("2\n1\n2\n1\n"))
    await person.play()
    assert game.view(0).decision is None
    await person.play()
    assert game.view(0).turn == 6
    said = console.file.getvalue()  # type: ignore[attr-defined]
    assert "[type 1; ? for help]" in said and '"2" is no choice: type 1, or ?' in said
    assert "[your move: type 1; ? for help]" in said and '"2" is none of them: type 1, or ?' in said


def test_a_card_that_cannot_be_played_is_told_with_the_rule_that_keeps_from_it(sit: Callable[..., Table]) -> None:
    table = sit("--deck", "embers", "--against", "random", "--seed", "audit1")
    question = table.asked()
    while question is not None and not _OPTIONS.match(question):
        question = table.play(question, Random(4), most=1)
    assert question is not None
    table.type("v drum of anger")  # a Supporter for after a knock-out
    assert re.search(r"You cannot play it now: \[T\d+\] ", table.text), table.text
    assert "could do nothing now" in table.text
    table.type("v sturdy harness")
    assert "Sturdy Harness  Tool" in table.text
    assert "cannot play it now: [T9]" not in table.text


def test_leaving_keeps_the_game_and_the_end_of_the_input_waits(sit: Callable[..., Table]) -> None:
    table = sit("--against", "random", "--seed", "3")
    table.asked()
    table.type("q")
    assert table.end() == 0
    assert "--resume" in table.text
    again = sit("--resume", "last")
    again.asked()
    assert again.end() == 4


def test_a_game_can_be_given_up(sit: Callable[..., Table]) -> None:
    table = sit("--against", "random", "--seed", "3")
    table.asked()
    assert table.type("concede") is None
    assert table.end() == 0
    assert "You have lost: conceded." in table.text
    over = sit("--resume", "last")
    over.asked()
    assert over.end() == 2
    assert "is over" in over.text


def test_a_person_plays_against_agents(sit: Callable[..., Table]) -> None:
    table = sit("--against", "house:cards", "--seed", "5")
    if table.play(table.asked(), Random(5), most=25) is not None:
        table.type("concede")
    assert table.end() == 0, table.text[-2000:]
    assert "House: " in table.text
    assert "PLAN:" not in table.text  # what the other thinks is his own
    assert re.search(r"\d+ model calls", table.text)


@pytest.mark.parametrize("mode", ["pipeline", "autonomous"])
def test_two_agents_are_watched_with_their_plans_shown_first(command: Callable[..., Any], mode: str) -> None:
    done = command("cards", "play", "--watch", "--mode", mode, "--seed", "3")
    assert done.returncode == 0, done.stderr
    assert re.search(r"^House [12] has won|^It is a draw", done.stdout, re.MULTILINE)
    assert ("PLAN:" in done.stdout) == (mode == "pipeline")
    if mode == "pipeline":
        planned = re.search(r'play_trainer cardName="(.+?)"', done.stdout)
        assert planned is not None
        played = re.search(rf"House [12] plays {re.escape(planned[1])}", done.stdout)
        assert played is None or played.start() > planned.start()
        assert re.search(r"House [12] plays ", done.stdout)


class Planner:
    """Plans what cannot be, and then better."""

    name = "house:planner"
    lines = ('1. play_trainer cardName="Black Lotus"\n2. end_turn', "1. end_turn")

    async def reply(self, request: ModelRequest, on_delta: OnDelta | None = None) -> Reply:
        steps, *later = self.lines
        self.lines = (*later,) or (steps,)
        return Reply(f"SITUATION: A test.\nPLAN:\n{steps}\nCOIN FLIP CONTINGENCIES: None")


async def test_who_watches_sees_what_is_refused_and_why_a_plan_is_given_up() -> None:
    plugin, cards = Pokemon(CARDS.values()), DECKS["embers"].cards
    game = Game.start(plugin, plugin.deal([cards, cards]), seed=7, seats=[Seat("House 1"), Seat("House 2")])
    while game.view(None).phase != "main":
        assert game.to_act is not None
        game.act(game.to_act, *game.options(game.to_act)[0])
    seat, thoughts, console = game.view(None).player, Session(), Console(file=StringIO(), width=200)
    player = AgentPlayer(game, seat, "house:cards", planner=Planner(), session=thoughts)
    Watcher(game, [thoughts if each == seat else None for each in (0, 1)], console, 0)
    await player.play()
    said = console.file.getvalue()  # type: ignore[attr-defined]
    name = f"House {seat + 1}"
    order = [f"{name} plans\n", f'{name} tried play_trainer. You see no "Black Lotus"', f"{name} asks for a new plan: ",
             f"{name} plans again (Replanner-1)\n"]  # fmt: skip
    places = [said.find(each) for each in order]
    assert -1 not in places and places == sorted(places), said


def test_at_a_terminal_the_board_is_shown_and_ctrl_c_keeps_the_game(terminal: Callable[..., Any]) -> None:
    at = terminal("cards", "play", "--against", "random", "--seed", "7", columns=80)
    at.wait_for("? for help")
    at.type("?\n")
    at.wait_for("read a card")
    assert at.interrupt() == 130
    assert "--resume" in at.seen


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--deck", "nothing"), 'There is no deck "nothing"'),
        (("--against", "nobody"), 'There is no player "nobody"'),
        (("--mode", "both"), 'no mode "both"'),
        (("--player", "random"), "--player is for --watch"),
        (("--seed", ""), "A seed has"),
        (("--resume", "zzz"), "Nothing has been recorded yet"),
    ],
)
def test_what_cannot_be_begun_is_told(invoke: Callable[..., Any], arguments: tuple[str, ...], said: str) -> None:
    assert said in invoke("cards", "play", *arguments, code=2).output


def test_what_no_program_carries_out_is_done_by_hand(sit: Callable[..., Table]) -> None:
    table = sit("--deck", "embers", "--against", "random", "--seed", "7")
    question = table.asked()
    while question is not None and not _OPTIONS.match(question):
        question = table.play(question, Random(4), most=1)
    table.type("do")
    assert "do draw 2" in table.text
    table.type("do draw 2")
    assert re.search(r"^ You draw .*\.$", table.lines[-8:][0] + "\n" + table.text, re.MULTILINE)
    assert "rule T1: " in table.text
    table.type("do damage their active 10")
    assert "takes 10 damage:" in table.text
    table.type("do flip")
    assert re.search(r"coin: (HEADS|TAILS)", table.text)
    table.type("do peek 2 deck bottom")
    table.type("do peek their deck")
    assert len(re.findall(r"^ You look at .+ of your deck\.$", table.text, re.MULTILINE)) == 1
    assert len(re.findall(r"^ You look at .+ of House's deck\.$", table.text, re.MULTILINE)) == 1
    table.type("do reveal")
    shown = re.search(r"^ You show (?:\d× )?([^,]+), ", table.text, re.MULTILINE)
    assert shown is not None, table.text
    table.type(f"do reveal {shown[1]} from hand")
    assert f" You show {shown[1]} of your hand." in table.lines
    table.type("do look deck")
    table.type("do move cindlet from deck to deck bottom")
    table.type("do move cindlet from deck to hand")
    assert "You put Cindlet from your deck into your hand." in table.text
    for wrong, said in {
        "do move x": "Say what goes where",
        "do move nobody from hand to deck": 'You see no "nobody"',
        "do draw many": '"many" is no number',
        "do peek nowhere": 'There is no zone "nowhere"',
        "do peek 99": '"99" is no number of cards',
        "do reveal nobody from hand": 'You see no "nobody"',
        "do damage nowhere 10": 'There is no zone "nowhere"',
        "do switch active": "Say which two",
        "do done": "Nothing waits",
    }.items():
        table.type(wrong)
        assert said in table.text


def test_a_game_that_is_being_played_is_not_taken_up_elsewhere(sit: Callable[..., Table]) -> None:
    table = sit("--against", "random", "--seed", "3")
    table.asked()
    other = sit("--resume", "last")
    other.asked()
    assert other.end() == 2
    assert "is being played in another window" in other.text


def test_bytes_that_are_no_text_are_answered_like_any_wrong_word(home: Path) -> None:
    done = subprocess.run(
        [_COMMAND, "cards", "play", "--against", "random", "--seed", "3"],
        input=b"\xff\xfe\x00\n\xc3\n\nq\n",
        capture_output=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert b"Traceback" not in done.stdout + done.stderr
