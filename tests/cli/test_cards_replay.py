"""`gameplan cards replay`: step by step, from a side that may be seen, and what is broken is told."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gameplan.cards.eights import Eights
from gameplan.cards.replay import lines_for
from gameplan.cards.table.game import Game
from gameplan.cards.table.rules import Seat

_COMMAND = Path(sys.executable).with_name("gameplan")


@pytest.fixture
def record(invoke: Callable[..., Any], tmp_path: Path) -> Path:
    """The record of a game that is over."""
    invoke("cards", "match", "embers", "tides", "-n", "1", "--p1", "heuristic", "--p2", "heuristic", "--seed", "4",
           "--save", str(tmp_path / "kept"), "--json")  # fmt: skip
    return tmp_path / "kept" / "game-0001.json"


def stepped(record: Path, words: str) -> str:
    done = subprocess.run(
        [_COMMAND, "cards", "replay", str(record)], input=words, capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_one_steps_forward_and_back_and_jumps_to_turns_and_knock_outs(record: Path) -> None:
    text = stepped(record, "n\nn\np\nt 5\nk\nc\nend\n")
    places = [line.split(" · ")[0].split()[1] for line in text.splitlines() if line.startswith(" Step ")]
    assert places[:4] == ["1", "2", "3", "2"]
    assert "· turn 5 ·" in text
    assert "· knock-out" in text
    assert "The game is over" in text


def test_the_record_is_seen_from_every_side(record: Path) -> None:
    spectator, one, two = (stepped(record, f"t 3\n{side}\n").rpartition("\n\n")[0] for side in ("s", "1", "2"))
    assert "seen by a spectator" in spectator
    assert len({spectator, one, two}) == 3


def test_what_is_not_understood_is_answered(record: Path) -> None:
    text = stepped(record, "foo\nt x\nt 9999\ng 9999\np\n?\nq\n")
    assert '"foo" is not known here' in text
    assert "There is no turn 9999" in text
    assert "There is no step 9999" in text
    assert "This is the first step." in text


def test_a_side_s_file_holds_that_side_and_no_other(invoke: Callable[..., Any], record: Path, tmp_path: Path) -> None:
    out = tmp_path / "one.jsonl"
    invoke("cards", "replay", str(record), "--side", "1", "--out", str(out))
    assert (
        invoke("cards", "replay", str(out), "--plain").output
        == invoke("cards", "replay", str(record), "--side", "1", "--plain").output
    )
    assert "with --side 1" in invoke("cards", "replay", str(out), "--side", "2", code=2).output
    assert "cannot be seen from there" in stepped(out, "2\nq\n")


def test_a_replay_file_is_not_written_over_the_record(invoke: Callable[..., Any], record: Path, tmp_path: Path) -> None:
    before = record.read_bytes()
    assert "is no replay" in invoke("cards", "replay", str(record), "--out", str(record), code=2).output
    assert record.read_bytes() == before
    out = tmp_path / "new" / "one.jsonl"
    for _ in range(2):  # in place of the one before
        assert "Written: " in invoke("cards", "replay", str(record), "--out", str(out)).output


def test_a_broken_file_is_shown_as_far_as_it_is_whole(invoke: Callable[..., Any], record: Path, tmp_path: Path) -> None:
    out = tmp_path / "one.jsonl"
    invoke("cards", "replay", str(record), "--side", "1", "--out", str(out))
    lines = out.read_text().splitlines(keepends=True)
    out.write_text("".join(lines[:9]) + lines[9][:50])
    text = invoke("cards", "replay", str(out), "--plain", code=1).output
    assert "Turn 1" in text
    assert "The replay is broken. Line 10 is cut off" in text
    lines[5] = lines[5].replace('"hash":"', '"hash":"0')
    out.write_text("".join(lines))
    assert "not what was seen" in invoke("cards", "replay", str(out), "--plain", code=1).output


def left(words: str, against: str = "random") -> None:
    """A game that a person has begun, and has said this."""
    subprocess.run([_COMMAND, "cards", "play", "--against", against, "--seed", "2"], input=words, text=True,
                   capture_output=True, timeout=60, check=True)  # fmt: skip


def test_of_a_game_that_goes_on_the_other_side_is_not_shown(invoke: Callable[..., Any], home: Path) -> None:
    left(words="q\n")
    assert "The game is not over" in invoke("cards", "replay", "last", "--side", "2", code=2).output
    own = invoke("cards", "replay", "last", "--plain").output
    assert "You" in own
    invoke("cards", "replay", "last", "--side", "s", "--plain")


def test_showing_a_game_tells_where_to_see_it_and_no_hidden_card(invoke: Callable[..., Any], home: Path) -> None:
    left(words="q\n")
    shown = invoke("show", "last")
    assert "A game of pokemon: Player against House" in shown.stdout
    assert "It goes on: gameplan cards play --resume cards-" in shown.stdout
    assert "See it: gameplan cards replay cards-" in shown.stdout
    assert len(shown.stdout.splitlines()) == 3


def test_what_is_hidden_in_a_game_that_goes_on_is_shown_only_if_asked_for(
    invoke: Callable[..., Any], home: Path
) -> None:
    left(words="q\n")
    for look in (("show", "last", "--events"), ("show", "last", "--event", "3"), ("replay", "last")):
        refused = invoke(*look, code=2)
        assert "is private while the game goes on" in refused.output
        assert "What you may see: gameplan cards replay cards-" in refused.output
        assert "game_started" in invoke(*look, "--private").stdout.replace("GameStarted", "game_started")
    invoke("cards", "play", "--resume", "last", input="concede\n")
    assert "cards.game_started" in invoke("show", "last", "--events").stdout


def test_what_the_other_side_thinks_is_private_until_the_game_is_over(invoke: Callable[..., Any], home: Path) -> None:
    left(words="1\n\n\nq\n", against="house:cards")
    assert re.search(r"^agents-cards-\S+ +agent .* private ", invoke("sessions").stdout, re.MULTILINE)
    for command in ("show", "replay"):
        refused = invoke(command, "agents-", code=2)
        assert "what the other side thinks" in refused.output
        assert "resolve_decision" not in refused.output
        assert "resolve_decision" in invoke(command, "agents-", "--private").stdout
    invoke("cards", "play", "--resume", "last", input="concede\n")
    assert "resolve_decision" in invoke("show", "agents-").stdout
    assert " private " not in invoke("sessions").stdout


def test_showing_a_game_that_is_over_tells_who_has_won(invoke: Callable[..., Any], home: Path) -> None:
    left(words="concede\n")
    assert "House has won: conceded." in invoke("show", "last").stdout


def test_keys_step_through_at_a_terminal(terminal: Callable[..., Any], record: Path) -> None:
    at = terminal("cards", "replay", str(record), columns=80)
    at.wait_for("Step 1 of")
    at.type("\x1b[C")
    at.wait_for("Step 2 of")
    at.type("\x1b[D")
    at.wait_for("Step 1 of")
    at.type("t")
    at.wait_for("turn: ")
    at.type("3\n")
    at.wait_for("turn 3 ")
    at.type("k")
    at.wait_for("knock-out")
    at.type("2")
    at.wait_for("seen by")
    at.type(" ")
    at.wait_for("Step")
    at.type("x")
    at.type("q")
    assert at.end() == 0


def test_a_number_is_typed_as_the_help_writes_it_and_other_keys_do_nothing(
    terminal: Callable[..., Any], record: Path
) -> None:
    at = terminal("cards", "replay", str(record), columns=80)
    at.wait_for("Step 1 of")
    at.type("g 4\n")
    at.wait_for("Step 4 of")
    at.type("\x1b[5~\x1bOP")  # a page up, and F1: nothing moves, and nothing is said
    at.wait_for("Step 4 of")
    assert "is not known here" not in at.seen
    at.type("g\n")
    at.wait_for("g 40 goes to step 40.")
    at.type("t\n")
    at.wait_for("t 7 goes to turn 7.")
    assert "There is no" not in at.seen
    at.type("e")
    at.wait_for("The game is over")
    at.type("q")
    assert at.end() == 0


@pytest.mark.parametrize(
    ("text", "said"),
    [("", "no replay"), ("{", "it is cut off or no JSON"), ('{"session": 3}', "no record"),
     ("\x00\xff", "cannot be read"), ('{"session": "a", "events": []}', "no game of cards")],
)  # fmt: skip
def test_what_is_no_replay_is_refused(invoke: Callable[..., Any], tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "strange.jsonl"
    path.write_text(text)
    result = invoke("cards", "replay", str(path), code=2 if "game of cards" in said else 1)
    assert said in result.output


def test_a_game_that_is_not_there_is_told(invoke: Callable[..., Any], record: Path) -> None:
    assert "cannot be read" in invoke("cards", "replay", "./nowhere.json", code=2).output
    assert "There is no side" in invoke("cards", "replay", str(record), "--side", "3", code=2).output
    told = invoke("cards", "replay", "last", code=2).output
    assert "Nothing has been recorded yet" in told and "Begin with: gameplan cards play" in told


def test_a_record_whose_changes_cannot_have_happened_is_told(invoke: Callable[..., Any], record: Path) -> None:
    text = record.read_text()
    assert '["move", ' in text
    record.write_text(text.replace('["move", ', '["move", 9', 3))
    assert "The record is broken" in invoke("cards", "replay", str(record), "--plain", code=1).output
    record.write_text(text.replace('["move"', '["levitate"', 1))
    assert "The record is broken" in invoke("cards", "replay", str(record), "--plain", code=1).output


def test_a_replay_file_needs_no_deck_and_a_record_says_which_it_needs(
    invoke: Callable[..., Any], home: Path, tmp_path: Path
) -> None:
    card = {"id": "demo1-1", "name": "Sparkmouse", "supertype": "Pokémon", "subtypes": ["Basic"], "hp": "60",
            "types": ["Lightning"], "attacks": [{"name": "Nibble", "cost": ["Lightning"], "damage": "20"}]}  # fmt: skip
    (tmp_path / "cards.json").write_text(json.dumps([card]))
    (tmp_path / "mice.txt").write_text("4 Sparkmouse\n56 Lightning Energy\n")
    invoke("cards", "import", str(tmp_path / "mice.txt"), "--data", str(tmp_path / "cards.json"))
    invoke("cards", "match", "mice", "tides", "-n", "1", "--p1", "random", "--p2", "random", "--save", str(tmp_path))
    record, out = str(tmp_path / "game-0001.json"), str(tmp_path / "two.jsonl")
    invoke("cards", "replay", record, "--side", "2", "--out", out)
    (home / "decks" / "mice.json").unlink()
    assert "Sparkmouse" in invoke("cards", "replay", out, "--plain").output
    assert 'There is no deck "mice"' in invoke("cards", "replay", record, code=2).output


def test_a_coin_that_was_turned_over_in_the_record_is_found_out(invoke: Callable[..., Any], record: Path) -> None:
    text = record.read_text()
    coin = '["coin", true' if '["coin", true' in text else '["coin", false'
    other = '["coin", false' if coin.endswith("true") else '["coin", true'
    record.write_text(text.replace(coin, other, 1))
    told = invoke("cards", "replay", str(record), "--plain", code=1).output
    assert "the coin in it is not the one that the game's seed gives" in told


def test_another_game_s_replay_is_told_without_a_board(invoke: Callable[..., Any], tmp_path: Path) -> None:
    plugin = Eights(2)
    game = Game.start(plugin, plugin.deal(), seed=5, seats=[Seat("Ada"), Seat("Ben")])
    for _ in range(10):
        seat = game.to_act
        assert seat is not None
        game.act(seat, *game.options(seat)[0])
    (tmp_path / "eights.jsonl").write_text("".join(lines_for(game, 0)))
    (tmp_path / "eights.json").write_text(game.session.to_json())
    assert "Ben" in invoke("cards", "replay", str(tmp_path / "eights.jsonl"), "--plain").output
    assert "only pokemon is played" in invoke("cards", "replay", str(tmp_path / "eights.json"), code=2).output
