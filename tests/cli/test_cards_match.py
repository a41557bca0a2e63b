"""`gameplan cards match`: many games, the same each time, with what came out."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from gameplan.agents import ModelRequest, OnDelta, Reply, ToolCall, Usage
from gameplan.agents.models import register_house_model
from gameplan.cli.cards.players import Chosen


def matched(invoke: Callable[..., Any], *arguments: str) -> Any:
    return json.loads(invoke("cards", "match", *arguments, "--json").stdout)


def test_a_match_as_a_process_gives_json_and_nothing_else(command: Callable[..., Any]) -> None:
    done = command("cards", "match", "embers", "tides", "--games", "4", "--seed", "5", "--p2", "random", "--json")
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert told["games"] == len(told["results"]) == 4
    assert sum(side["wins"] for side in told["sides"]) + told["draws"] == 4
    low, high = told["sides"][0]["interval"]
    assert 0 <= low <= told["sides"][0]["rate"] <= high <= 1


def test_the_same_seed_gives_the_same_games(invoke: Callable[..., Any]) -> None:
    arguments = ("embers", "tides", "-n", "3", "--p1", "heuristic", "--p2", "random", "--seed", "x")
    one, other = matched(invoke, *arguments), matched(invoke, *arguments)
    assert one.pop("cpu")
    assert other.pop("cpu")
    assert one == other


def test_players_change_seats_between_the_games_of_a_pair(invoke: Callable[..., Any]) -> None:
    results = matched(invoke, "embers", "tides", "-n", "4", "--p1", "random", "--p2", "random")["results"]
    assert [each["first"] for each in results] == [0, 1, 0, 1]
    assert results[0]["seed"] == results[1]["seed"] != results[2]["seed"]


def test_the_table_has_wins_rates_and_intervals(invoke: Callable[..., Any]) -> None:
    text = invoke("cards", "match", "embers", "embers", "-n", "2", "--p1", "heuristic", "--p2", "random").output
    assert "2 games, seed 1" in text
    assert "95 % INTERVAL" in text
    assert "turns and" in text


def test_agents_play_offline_and_their_calls_are_counted(invoke: Callable[..., Any]) -> None:
    told = matched(invoke, "embers", "tides", "-n", "2", "--p1", "house:cards", "--p2", "random")
    assert told["spent"][0]["calls"] > 0
    assert told["spent"][1]["calls"] == 0
    assert told["sides"][0]["faults"] == []
    shown = invoke("cards", "match", "embers", "tides", "-n", "1", "--p1", "house:cards", "--p2", "random").output
    assert re.search(r"p1, a game: \d+ model calls · no tokens$", shown, re.MULTILINE)


def test_a_model_that_does_not_answer_is_told_and_not_taken_for_a_bad_player(invoke: Callable[..., Any]) -> None:
    class Mute:
        name = "house:mute"

        async def reply(self, request: ModelRequest, on_delta: OnDelta | None = None) -> Reply:
            raise RuntimeError("nobody is at home")

    register_house_model("mute", lambda view: Mute())
    arguments = ("cards", "match", "embers", "tides", "-n", "2", "--p1", "house:mute", "--p2", "random")
    text = invoke(*arguments, code=1).output
    told = re.search(r"p1 failed in 1 game: the table went on without it \d+ times, the first time because of .*", text)
    assert told is not None and "nobody is at home" in " ".join(text.split()), text
    one, other = json.loads(invoke(*arguments, "--json", code=1).stdout)["sides"]
    assert len(one["faults"]) == 2 and other["faults"] == []


def test_what_agents_cost_is_told_for_a_game_and_in_all(invoke: Callable[..., Any]) -> None:
    class Dear:
        name = "house:dear"

        async def reply(self, request: ModelRequest, on_delta: OnDelta | None = None) -> Reply:
            sets_up = len(request.tools) == 1
            call = ToolCall("", "resolve_decision", {"choices": [1]}) if sets_up else ToolCall("", "concede", {})
            return Reply(calls=(call,), usage=Usage(900, 100), cost=Decimal("0.5"))

    register_house_model("dear", lambda view: Dear())
    arguments = ("cards", "match", "embers", "tides", "-n", "2", "--p1", "house:dear", "--p2", "random",
                 "--mode", "autonomous")  # fmt: skip
    spent = json.loads(invoke(*arguments, "--json").stdout)["spent"][0]
    calls = spent["calls"]
    assert (spent["tokens"], Decimal(spent["cost"])) == (1_000 * calls, Decimal("0.5") * calls)
    said = " ".join(invoke(*arguments).output.split())
    assert re.search(rf"p1, a game: {calls // 2} model calls? · {500 * calls:,} tokens · ", said), said
    assert f" tokens · ${calls / 4:.4f} (${calls / 2:.4f} in all)" in said


@pytest.mark.parametrize(
    ("model", "name"),
    [
        ("openai:gpt-5-mini", "gpt-5-mini"),
        ("ollama:qwen3:8b", "qwen3:8b"),
        ("http://127.0.0.1:8080/v1#a-model", "a-model"),
        ("house:cards", "House"),
    ],
)
def test_a_model_is_called_at_the_table_as_people_call_it(model: str, name: str) -> None:
    assert Chosen(model, model=model, planner=model).name == name


def test_ctrl_c_tells_what_was_played_so_far(terminal: Callable[..., Any]) -> None:
    at = terminal("cards", "match", "embers", "tides", "-n", "100000", "--p1", "random", "--p2", "random")
    at.wait_for("/100000")
    assert at.interrupt() == 130
    assert re.search(r"\d+ of 100,000 games?, seed 1", at.seen)
    assert "Traceback" not in at.seen


def test_ctrl_c_before_the_first_game_is_told_too(invoke: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("gameplan.cli.cards.match._progress", interrupted)
    monkeypatch.setattr("gameplan.cli.cards.match.only_closing", lambda: None)
    said = invoke("cards", "match", "embers", "tides", "-n", "5", "--p1", "random", "--p2", "random", code=130)
    assert "0 of 5 games, seed 1" in said.output


def test_at_a_terminal_a_bar_tells_how_far_it_is(terminal: Callable[..., Any]) -> None:
    at = terminal("cards", "match", "embers", "tides", "-n", "3", "--p1", "random", "--p2", "random")
    at.wait_for("playing")
    at.wait_for("/3")
    at.wait_for("95 % INTERVAL")
    assert at.end() == 0


def test_the_records_of_the_games_are_kept_and_can_be_replayed(invoke: Callable[..., Any], tmp_path: Path) -> None:
    matched(invoke, "embers", "tides", "-n", "2", "--p1", "random", "--p2", "random", "--save", str(tmp_path / "kept"))
    records = sorted((tmp_path / "kept").iterdir())
    decks = [re.search(r'"decks":\s*\[\s*"(\w+)"', record.read_text()) for record in records]
    assert [each and each[1] for each in decks] == ["embers", "tides"], "they change seats"
    assert [path.name for path in records] == ["game-0001.json", "game-0002.json"]
    assert "The game is over" in invoke("cards", "replay", str(records[1]), "--plain").output
    records[0].write_text("a letter")
    refused = invoke("cards", "match", "embers", "tides", "-n", "1", "--save", str(tmp_path / "kept"), code=2)
    assert "is no record" in refused.output
    assert records[0].read_text() == "a letter"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("embers", "nothing"), 'There is no deck "nothing"'),
        (("embers", "tides", "--p1", "hueristic"), "Did you mean heuristic?"),
        (("embers", "tides", "--p1", "house:nobody"), "house:nobody"),
        (("embers", "tides", "--p1", "house:cards", "--mode", "both"), 'no mode "both"'),
        (("embers", "tides", "--games", "0"), "--games"),
        (("embers", "./nowhere.json"), "cannot be read"),
    ],
)
def test_what_cannot_be_played_is_told(invoke: Callable[..., Any], arguments: tuple[str, ...], said: str) -> None:
    assert said in invoke("cards", "match", *arguments, code=2).output
