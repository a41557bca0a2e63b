"""Agents in seats: whole games through real prompts and tools, replans, and models that do not play along."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from statistics import median
from types import SimpleNamespace
from typing import Any

import pytest

from gameplan.agents import (
    ModelRequest,
    OnDelta,
    PipelineEnded,
    Reply,
    ToolCall,
    TurnEnded,
    TurnStarted,
    parse_plan,
    resolve_model,
)
from gameplan.agents.models import register_house_model
from gameplan.cards.players.levels import Setting, make_player
from gameplan.cards.pokemon.creatures import CARDS, DECKS
from gameplan.cards.pokemon.house_model import HouseCards, Sight, write_plan
from gameplan.cards.pokemon.plugin import Pokemon
from gameplan.cards.seats import AgentPlayer, Player, Sitter, play_out
from gameplan.cards.stand_ins import StoodIn
from gameplan.cards.table.game import Game
from gameplan.cards.table.log import Log
from gameplan.cards.table.rules import Seat
from gameplan.runtime import Session, SqliteJournal
from gameplan.tools import ToolInvoked

Lay = Callable[..., Any]
PLUGIN = Pokemon(CARDS.values())


def a_game(seed: int = 1, decks: Sequence[str] = ("embers", "tides"), session: Session | None = None) -> Game:
    deal = PLUGIN.deal([DECKS[name].cards for name in decks])
    return Game.start(PLUGIN, deal, seed=seed, seats=[Seat("Ada"), Seat("Ben")], session=session)


class Says:
    """A model that gives these replies one after the other, and the last one for ever."""

    name = "house:says"

    def __init__(self, *replies: str | ToolCall | tuple[ToolCall, ...]) -> None:
        self.replies = list(replies)
        self.requests: list[ModelRequest] = []

    async def reply(self, request: ModelRequest, on_delta: OnDelta | None = None) -> Reply:
        self.requests.append(request)
        said = self.replies.pop(0) if len(self.replies) > 1 else self.replies[0]
        if isinstance(said, str):
            return Reply(said)
        return Reply(calls=(said,) if isinstance(said, ToolCall) else said)


def call(tool: str, **arguments: Any) -> ToolCall:
    return ToolCall("", tool, arguments)


def plan(*lines: str, boundary: str = "", coins: str = "None") -> str:
    steps = [f"{number}. {line}" for number, line in enumerate(lines, 1)]
    ends = [f"BOUNDARY: {boundary}"] if boundary else []
    return "\n".join(["SITUATION: A test.", "PLAN:", *steps, *ends, f"COIN FLIP CONTINGENCIES: {coins}"])


def labels(session: Session) -> list[str]:
    return [turn.agent for turn in session.events_of(TurnStarted)]


# -- whole games


@pytest.mark.parametrize("mode", ["pipeline", "autonomous"])
@pytest.mark.parametrize("seed", [1, 2])
async def test_the_house_model_plays_whole_games_through_real_prompts_and_tools(mode: Any, seed: int) -> None:
    game = a_game(seed)
    players = {seat: AgentPlayer(game, seat, "house:cards", mode=mode, seed=seed, level="value") for seat in (0, 1)}
    result = await play_out(game, players)
    assert result.reason
    for player in players.values():
        assert player.session.events_of(StoodIn) == ()
        assert {ended.ended_by for ended in player.session.events_of(PipelineEnded)} == {"finished"}
        calls = player.session.events_of(ToolInvoked)
        assert {each.status for each in calls} == {"ok"}, [each.text for each in calls if each.status != "ok"][:3]
        assert ("Planner" in labels(player.session)) == (mode == "pipeline")


class Measured(AgentPlayer):
    """An agent that notes how long the texts are that it is shown, by what it is then."""

    sizes: dict[str, list[int]]

    def state(self) -> str:
        text = super().state()
        agent = labels(self.session)[-1].partition("-")[0]
        self.sizes.setdefault(agent, []).append(len(text.encode()))
        return text


async def test_what_an_agent_is_shown_has_four_thousand_bytes_at_most_as_a_rule() -> None:
    sizes: dict[str, list[int]] = {}
    for seed in (3, 4):
        game = a_game(seed=seed)
        players = {
            0: Measured(game, 0, "house:cards", level="heuristic", mode="pipeline"),
            1: Measured(game, 1, "house:cards", level="heuristic", mode="autonomous"),
        }
        for player in players.values():
            player.sizes = sizes
        await play_out(game, players)
    assert {"Planner", "Executor", "Agent", "decision"} <= sizes.keys()
    assert {agent: median(each) for agent, each in sizes.items() if median(each) > 4_096} == {}


async def test_who_plays_alone_is_told_of_the_cards_on_the_table_once_in_a_turn() -> None:
    game, model = a_game(3), Says(call("end_turn"))
    while (seat := game.to_act) is not None and game.view(seat).phase == "setup":
        game.act(seat, *game.options(seat)[0])
    assert seat is not None
    player = AgentPlayer(game, seat, model, mode="autonomous")
    foe = game.view(seat).cards("active", 1 - seat)[0]
    await player.play()
    asked = model.requests[0]
    assert f"{foe.name} — Basic Pokemon" in asked.system
    assert "CARD REFERENCES" not in asked.state


async def test_the_same_seed_gives_the_same_game_byte_for_byte() -> None:
    games = []
    for _ in range(2):
        game = a_game(3)
        await play_out(game, {seat: AgentPlayer(game, seat, "house:cards", seed=3, level="value") for seat in (0, 1)})
        games.append([each.event for each in game.session.events])
    assert games[0] == games[1]


async def test_agents_play_against_a_house_player_on_disk(tmp_path: Any) -> None:
    journal = SqliteJournal(tmp_path / "games.db")
    table, agents = Session(journal=journal), Session(journal=journal)
    game = a_game(4, session=table)
    house = make_player("heuristic", Setting(PLUGIN, 1, DECKS["tides"].cards))
    players: dict[int, Player] = {0: AgentPlayer(game, 0, "house:cards", session=agents), 1: Sitter(game, 1, house)}
    result = await play_out(game, players)
    digest = game.table.digest()
    await table.committed()
    table.close()
    agents.close()
    again = Game(PLUGIN, Session.view(journal, table.session_id))
    assert (again.table.digest(), again.view(None).result) == (digest, result)
    kept = Session.view(journal, agents.session_id)
    assert len(kept.events_of(PipelineEnded)) > 3
    journal.close()


@pytest.mark.parametrize("seed", [1, 2, 3, 11])
async def test_who_decides_in_the_setup_does_not_wait_until_turns_are_over(seed: int) -> None:
    game = a_game(seed)
    players = {seat: AgentPlayer(game, seat, "house:cards", level="heuristic") for seat in (0, 1)}
    for player in players.values():
        player.let_others_decide(players)
    while game.view(None).phase == "setup":
        assert game.to_act is not None
        await players[game.to_act].play()
    assert game.view(None).turn == 1, "nobody has played a turn while somebody waited for a decision"
    for player in players.values():
        events = [type(each.event) for each in player.session.events]
        turns = [each for each in events if each in (TurnStarted, TurnEnded)]
        assert turns == [TurnStarted, TurnEnded] * (len(turns) // 2), "one turn of an agent after the other"


async def test_only_the_main_part_of_a_turn_is_planned() -> None:
    """Setup and decisions are a single agent on the user's own model; the planner's model is asked for turns alone."""
    game = a_game(1)
    planned: list[ModelRequest] = []

    class Planner(HouseCards):
        async def reply(self, request: ModelRequest, on_delta: OnDelta | None = None) -> Reply:
            planned.append(request)
            return await super().reply(request, on_delta)

    players = {seat: AgentPlayer(game, seat, "house:cards", mode="pipeline") for seat in (0, 1)}
    players[0].planner = Planner(players[0].sight)
    await play_out(game, players)
    assert {"setup", "decision"} & set(labels(players[0].session))
    assert planned and not any(request.tools for request in planned)
    assert all("## The form of your answer" in request.system for request in planned)
    assert all("=== CARD REFERENCES ===" in request.state for request in planned)


# -- what a planner writes and an executor does with it


async def test_the_house_planner_writes_a_plan_in_the_planners_format(lay: Lay, kit: SimpleNamespace) -> None:
    board = lay({"active": [kit.ember, kit.fire], "hand": [kit.fire]}, {"active": [kit.pup]},
                counters={"p2_active": {"damage": 30}})  # fmt: skip
    player = AgentPlayer(board.game, 0, "house:cards")
    text = write_plan(player.sight())
    read = parse_plan(text)
    assert [step.title for step in read.steps] == [
        'attach_energy cardName="Fire Energy" zone="your_active"', 'declare_attack attackName="Flame"'
    ]  # fmt: skip
    assert "COIN FLIP CONTINGENCIES: None" in text and not read.boundary


async def test_a_plan_ends_where_something_new_will_be_known(lay: Lay, kit: SimpleNamespace) -> None:
    board = lay({"hand": [kit.study], "deck": [kit.fire] * 20}, {"active": [kit.rock]})
    player = AgentPlayer(board.game, 0, "house:cards", level="heuristic")
    read = parse_plan(write_plan(player.sight()))
    assert read.boundary == "which cards are drawn"
    assert read.steps[-1].title == 'play_trainer cardName="Field Study"'
    await player.play()
    assert labels(player.session)[:3] == ["Planner", "Executor", "Planner-2"], "handing back is no replan"
    assert player.session.events_of(PipelineEnded)[0].replans == 0


async def test_the_house_executor_follows_the_text_of_the_plan_alone(lay: Lay, kit: SimpleNamespace) -> None:
    board = lay({"hand": [kit.fire, kit.rope], "bench": [kit.ember]}, {"active": [kit.rock]})
    text = plan(
        'First attach_energy cardName="Fire Energy" zone="your_bench_1", because it attacks next',
        'play_trainer cardName="Swap Rope"',
        "end_turn",
    )
    player = AgentPlayer(board.game, 0, "house:cards", planner=Says(text))
    await player.play()
    assert [each.tool for each in player.session.events_of(ToolInvoked)] == [
        "attach_energy", "play_trainer", "end_turn"
    ]  # fmt: skip
    assert board.names("active") == ["Emberling", "Fire Energy"]


async def test_an_executor_of_the_house_is_shown_no_table_beyond_its_words(lay: Lay, kit: SimpleNamespace) -> None:
    shown: list[object] = []

    def spy(view: Callable[[], object]) -> Any:
        """Notes what it may see."""
        shown.append(view)
        return Says(call("end_turn"))

    register_house_model("spy", spy)
    board = lay({}, {"active": [kit.rock]})
    await AgentPlayer(board.game, 0, "house:spy", planner=Says(plan("end_turn"))).play()
    assert shown and not any(isinstance(view(), Sight) for view in shown)  # type: ignore[operator]


async def test_a_coin_that_falls_otherwise_than_planned_is_a_replan(lay: Lay, kit: SimpleNamespace) -> None:
    board = lay({"hand": [kit.fire]}, {"active": [kit.rock]}, coins="T")
    flip = 'coin_flip purpose="luck"'
    planner = Says(
        plan(flip, "end_turn", coins=f"\n- {flip}: HEADS -> go on; TAILS -> request_replan the coin fell TAILS"),
        plan('attach_energy cardName="Fire Energy" zone="your_active"', "end_turn"),
    )
    player = AgentPlayer(board.game, 0, "house:cards", planner=planner)
    await player.play()
    assert labels(player.session) == ["Planner", "Executor", "Replanner-1", "Executor"]
    asked = planner.requests[1].messages[0].text
    assert "The executor asked for a new plan: the coin fell TAILS" in asked
    assert "You flip a coin for luck: TAILS." in asked, "what was done is told"
    assert board.names("active") == ["Dripup", "Fire Energy"]


async def test_a_refusal_is_a_replan_that_knows_why(lay: Lay, kit: SimpleNamespace) -> None:
    board = lay({"hand": [kit.fire, kit.fire]}, {"active": [kit.rock]})
    attach = 'attach_energy cardName="Fire Energy" zone="your_active"'
    planner = Says(plan(attach, attach, "end_turn"), plan("end_turn"))
    player = AgentPlayer(board.game, 0, "house:cards", planner=planner)
    await player.play()
    asked = planner.requests[1].messages[0].text
    assert "[T5]" in asked and "Refused or failed:\n- attach_energy(" in asked
    assert player.session.events_of(PipelineEnded)[0].replans == 1
    assert board.game.view(0).turn == 6


async def test_after_three_replans_the_executor_goes_on_without_asking(lay: Lay, kit: SimpleNamespace) -> None:
    board = lay({}, {"active": [kit.rock]})
    planner = Says(plan('play_trainer cardName="Lure"', "end_turn"))
    player = AgentPlayer(board.game, 0, "house:cards", planner=planner)
    await player.play()
    starts = player.session.events_of(TurnStarted)
    assert [turn.agent for turn in starts] == [
        "Planner", "Executor", "Replanner-1", "Executor", "Replanner-2", "Executor", "Replanner-3", "Executor"
    ]  # fmt: skip
    assert ["request_replan" in turn.tools for turn in starts if turn.agent == "Executor"] == [True] * 3 + [False]
    assert "`request_replan`" not in starts[-1].prompt and "There will be no further plan" in starts[-1].prompt
    assert board.game.view(0).turn == 6 and player.session.events_of(StoodIn) == ()


async def test_a_decision_that_no_plan_speaks_of_is_a_replan(lay: Lay, kit: SimpleNamespace) -> None:
    board = lay({"hand": [kit.rope], "bench": [kit.ember, kit.sage]}, {"active": [kit.rock]})
    planner = Says(
        plan('play_trainer cardName="Swap Rope"', "end_turn"),
        plan('resolve_decision choices=["Sage (bench_2)"]', "end_turn"),
    )
    player = AgentPlayer(board.game, 0, "house:cards", planner=planner)
    await player.play()
    assert "Replanner-1" in labels(player.session)
    assert board.names("active") == ["Sage"]


async def test_an_executor_is_told_no_references_and_a_planner_is(lay: Lay, kit: SimpleNamespace) -> None:
    board = lay({}, {"active": [kit.rock]})
    planner, executor = Says(plan("end_turn")), Says(call("end_turn"))
    await AgentPlayer(board.game, 0, executor, planner=planner).play()
    assert planner.requests[0].state.startswith("=== CARD REFERENCES ===")
    assert executor.requests[0].state.startswith("=== BOARD ===")


async def test_only_the_newest_look_at_cards_stays_before_the_eyes_of_an_agent(lay: Lay, kit: SimpleNamespace) -> None:
    board = lay({"deck": [kit.sage, kit.fire, kit.wisp]}, {"active": [kit.rock]}, coins="H")
    because = {"allowed_by_card_effect": True, "reason": "an effect"}
    seen: list[str] = []

    class Reads(Says):
        async def reply(self, request: ModelRequest, on_delta: OnDelta | None = None) -> Reply:
            seen.append("\n".join(message.text for message in request.messages))
            return await super().reply(request, on_delta)

    model = Reads(
        call("peek", zone="your_deck", count=1, **because),
        call("coin_flip", purpose="luck"),
        call("search_zone", zone="your_deck", **because),
        call("declare_action", text="Hm."),
        call("end_turn"),
    )
    await AgentPlayer(board.game, 0, model, mode="autonomous").play()
    peeked, searched = "=== POSITION (top to bottom) ===\n1. Sage", "=== QUANTITIES ===\n1× Fire Energy\n1× Sage"
    assert [peeked in each for each in seen] == [False, True, True, False, False], "until something newer is seen"
    assert [searched in each for each in seen] == [False, False, False, True, True]
    assert ["for luck: HEADS" in each for each in seen] == [False, False, True, True, True], "a coin stays"


# -- decisions


async def test_a_decision_in_the_middle_of_a_turn_is_made_by_the_same_agent(lay: Lay, kit: SimpleNamespace) -> None:
    board = lay({"hand": [kit.rope], "bench": [kit.ember, kit.sage]}, {"active": [kit.rock]})
    model = Says(call("play_trainer", cardName="Swap Rope"), call("resolve_decision", choices=[2]), call("end_turn"))
    player = AgentPlayer(board.game, 0, model, mode="autonomous")
    await player.play()
    assert labels(player.session) == ["Agent"]
    assert board.names("active") == ["Sage"]


async def test_what_is_left_to_decide_after_an_attack_is_a_task_of_its_own(lay: Lay, kit: SimpleNamespace) -> None:
    knocked = {"active": [kit.pup], "bench": [kit.ember, kit.sage]}
    board = lay({"active": [kit.rock, kit.fire]}, knocked)
    model = Says(call("declare_attack", attackName="Slam"), call("resolve_decision", choices=[3]))
    player = AgentPlayer(board.game, 0, model, mode="autonomous")
    await player.play()
    assert board.game.to_act == 0 and len(board.names("prizes")) == 6
    await player.play()
    assert labels(player.session) == ["Agent", "decision"] and len(board.names("prizes")) == 5
    assert board.game.to_act == 1, "now the other one brings a new Active Pokémon"


async def test_what_can_be_decided_in_but_one_way_is_asked_of_no_model(lay: Lay, kit: SimpleNamespace) -> None:
    board = lay({"active": [kit.ember], "hand": [kit.sweet, kit.infernox]}, {"active": [kit.rock]})
    model = Says(call("play_trainer", cardName="Rush Sweet"), call("end_turn"))
    await AgentPlayer(board.game, 0, model, mode="autonomous").play()
    assert board.names("active")[0] == "Infernox" and len(model.requests) == 2
    board = lay({"active": [kit.ember], "hand": [kit.sweet, kit.infernox]}, {"active": [kit.rock]})
    board.do("play_trainer", "Rush Sweet")
    await AgentPlayer(board.game, 0, model).play()
    assert board.names("active")[0] == "Infernox" and len(model.requests) == 2


async def test_who_decides_in_the_middle_of_a_planned_turn_is_told_the_plan(lay: Lay, kit: SimpleNamespace) -> None:
    knocked = {"active": [kit.pup], "bench": [kit.ember, kit.sage]}
    board = lay({"active": [kit.rock, kit.fire]}, knocked)
    attacks = plan('declare_attack attackName="Slam"', 'resolve_decision choices=["Prize 3"]')
    one = Says(call("declare_attack", attackName="Slam"), call("resolve_decision", choices=[3]))
    await AgentPlayer(board.game, 0, one, planner=Says(attacks), session=(thoughts := Session())).play()
    resumed = AgentPlayer(board.game, 0, one, planner=Says(attacks), session=thoughts)
    await resumed.play()
    asked = [turn.request for turn in resumed.session.events_of(TurnStarted) if turn.agent == "decision"]
    assert len(asked) == 1 and attacks in asked[0]


async def test_who_decides_in_the_others_turn_is_told_no_old_plan(lay: Lay, kit: SimpleNamespace) -> None:
    own = {"active": [kit.pup], "bench": [kit.ember, kit.sage]}
    board = lay(own, {"active": [kit.rock, kit.fire]})
    ends, one = Says(plan("end_turn")), Says(call("end_turn"), call("resolve_decision", choices=[1]))
    player = AgentPlayer(board.game, 0, one, planner=ends)
    await player.play()
    board.do("declare_attack", 0, seat=1)
    board.decide("Prize 1", seat=1)
    await player.play()
    asked = [turn.request for turn in player.session.events_of(TurnStarted) if turn.agent == "decision"]
    assert asked == ["You have to decide: Choose your new Active Pokémon"]


async def test_a_decision_of_the_other_seat_is_made_by_who_sits_there(lay: Lay, kit: SimpleNamespace) -> None:
    board = lay({}, {"active": [kit.rock]})
    asks = call("create_decision", player="opponent", text="Which?", choices=["this", "that"])
    one = AgentPlayer(board.game, 0, Says(asks, call("concede")), mode="autonomous")
    two = AgentPlayer(board.game, 1, Says(call("resolve_decision", choices=["that"])), mode="autonomous")
    await play_out(board.game, {0: one, 1: two})
    told = [each.text for each in one.session.events_of(ToolInvoked)]
    assert "Chosen: that." in told[0]
    assert labels(two.session) == ["byHand"]


# -- models that do not play along

NONSENSE: dict[str, str | ToolCall | tuple[ToolCall, ...]] = {
    "it only talks": "I think that I shall win this game.",
    "it says nothing": "",
    "it calls what there is not": call("win_the_game", at="once"),
    "its arguments do not fit": call("attach_energy", nonsense=[1, 2, 3]),
    "it names cards that there are not": call("play_trainer", cardName="Black Lotus"),
    "it floods": tuple(call("declare_attack", attackName="Nothing") for _ in range(150)),
}


@pytest.mark.parametrize("mode", ["pipeline", "autonomous"])
@pytest.mark.parametrize("nonsense", NONSENSE)
async def test_a_model_that_answers_nonsense_for_a_whole_game_ends_each_turn_openly(nonsense: str, mode: Any) -> None:
    game = a_game(5)
    model = Says(NONSENSE[nonsense])
    player = AgentPlayer(game, 0, model, mode=mode)
    house = make_player("heuristic", Setting(PLUGIN, 1, DECKS["tides"].cards))
    result = await play_out(game, {0: player, 1: Sitter(game, 1, house)})
    assert result.winner == 1, "the game went on, and it lost"
    stood_in = player.session.events_of(StoodIn)
    turns = {each.turn for each in stood_in if "end_turn" in each.did}
    assert turns and all(each.reason for each in stood_in)
    said = [str(line) for line in Log(game, None).lines() if "is ended for them" in str(line)]
    assert len(said) == len(turns), "each is in the log, for everybody to read"
    assert len(game.table.cards) == 120 == sum(map(len, game.table.zones))


async def test_a_model_that_breaks_does_not_break_the_game(lay: Lay, kit: SimpleNamespace) -> None:
    class Broken:
        name = "house:broken"

        async def reply(self, request: ModelRequest, on_delta: OnDelta | None = None) -> Reply:
            raise RuntimeError("out of order")

    board = lay({}, {"active": [kit.rock]})
    player = AgentPlayer(board.game, 0, Broken())
    await player.play()
    stood_in = player.session.events_of(StoodIn)
    assert [(each.turn, each.did) for each in stood_in] == [(5, ("end_turn",))]
    assert "model_error" in stood_in[0].reason and "out of order" in stood_in[0].reason


async def test_a_decision_that_was_not_made_is_made_openly_and_tells_nothing(lay: Lay, kit: SimpleNamespace) -> None:
    board = lay({"hand": [kit.lure], "deck": [kit.sage, kit.ember, kit.fire]}, {"active": [kit.rock]})
    board.do("play_trainer", "Lure")
    player = AgentPlayer(board.game, 0, Says("I cannot decide."))
    await player.play()
    stood_in = player.session.events_of(StoodIn)[0]
    assert stood_in.did == ("Sage",) and "stopped" in stood_in.reason
    seen = [str(line) for line in Log(board.game, 1).lines()]
    said = [line for line in seen if "one did not decide, so the first choice was taken." in line]
    assert len(said) == 1 and "Sage" not in said[0]
    assert board.game.to_act == 0 and board.game.view(0).turn == 5, "its turn goes on"


async def test_patience_ends_after_ten_refusals_in_a_row(lay: Lay, kit: SimpleNamespace) -> None:
    board = lay({}, {"active": [kit.rock]})
    model = Says(call("play_trainer", cardName="Black Lotus"))
    player = AgentPlayer(board.game, 0, model, mode="autonomous")
    await player.play()
    ended = player.session.events_of(TurnEnded)[0]
    assert (ended.ended_by, ended.detail) == ("budget", "10 calls in a row were refused")
    assert len(model.requests) == 10


async def test_what_is_refused_now_and_then_does_not_end_a_turn(lay: Lay, kit: SimpleNamespace) -> None:
    board = lay({}, {"active": [kit.rock]})
    wrong = [call("play_trainer", cardName="Black Lotus")] * 9
    model = Says(*wrong, call("declare_action", text="Hm."), *wrong, call("end_turn"))
    player = AgentPlayer(board.game, 0, model, mode="autonomous")
    await player.play()
    assert player.session.events_of(StoodIn) == () and board.game.view(0).turn == 6


async def test_all_executors_of_a_turn_share_seventy_five_steps(lay: Lay, kit: SimpleNamespace) -> None:
    board = lay({}, {"active": [kit.rock]})
    hums = call("declare_action", text="Hm.")
    executor = Says(*[hums] * 40, call("request_replan", reason="I am lost."), hums)
    planner = Says(plan("end_turn"))
    player = AgentPlayer(board.game, 0, executor, planner=planner)
    await player.play()
    assert (len(executor.requests), len(planner.requests)) == (75, 2)
    assert [each.did for each in player.session.events_of(StoodIn)] == [("end_turn",)]
    assert "budget" in player.session.events_of(StoodIn)[0].reason


async def test_the_house_model_is_found_by_its_name() -> None:
    assert resolve_model("house:cards").name == "house:cards"
    reply = await resolve_model("house:cards").reply(ModelRequest("", ()))
    assert reply.text == "I play cards, and was shown no table."


async def test_a_rewind_gives_no_budget_back(lay: Lay, kit: SimpleNamespace) -> None:
    """The table and the agents are two sessions: what is taken back at the table was still spent."""
    board = lay({"hand": [kit.fire]}, {"active": [kit.rock]})
    attach = call("attach_energy", cardName="Fire Energy", zone="your_active")
    player = AgentPlayer(board.game, 0, Says(attach, call("rewind"), attach, call("end_turn")), mode="autonomous")
    await player.play()
    assert [each.status for each in player.session.events_of(ToolInvoked)] == ["ok"] * 4
    assert player.session.events_of(PipelineEnded)[0].steps == 4
    assert board.names("active") == ["Dripup", "Fire Energy"]
