"""What cards say of the time between turns and of a turn's beginning, and no program carries out: their owners do."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from gameplan.agents import ModelRequest, OnDelta, Reply, ToolCall, TurnStarted
from gameplan.cards.pokemon.facts import Ability, Card
from gameplan.cards.pokemon.modes import mode_of, sections
from gameplan.cards.pokemon.plugin import Pokemon
from gameplan.cards.seats import AgentPlayer, Sitter, play_out
from gameplan.cards.stand_ins import StoodIn
from gameplan.cards.table.game import Game
from gameplan.cards.table.rules import Seat
from gameplan.runtime import Session

Lay = Callable[..., Any]


@pytest.fixture
def cards(kit: Any) -> SimpleNamespace:
    """Creatures and Trainers of which only the words are known, as they come from a file."""

    def printed(key: str, name: str, text: str) -> Card:
        return replace(kit.riddle, key=key, name=name, attacks=(), ability=Ability.as_printed(f"{name}'s way", text))

    return SimpleNamespace(
        mire=printed("mire", "Mirefox", "During Pokémon Checkup, put 1 damage counter on your foe's Active Pokémon."),
        dawn=printed("dawn", "Dawnfox", "At the beginning of your turn, you may heal 10 damage from this Pokémon."),
        calm=printed("calm", "Calmfox", "This Pokémon cannot be Asleep."),
        late=replace(printed("late", "Latefox", "It never sleeps."), stage=1, evolves_from="Mirefox"),
        bog=Card("bog", "Deep Bog", "stadium", text="Between turns, heal 10 from each Poisoned Pokémon.",
                 programmed=False),
        bell=Card("bell", "Bell", "tool", text="At the start of your turn, flip a coin. If tails, discard this card.",
                  programmed=False),
    )  # fmt: skip


@pytest.fixture
def there(kit: Any, cards: SimpleNamespace) -> Pokemon:
    return Pokemon([*vars(kit).values(), *vars(cards).values()])


def asked(board: Any) -> tuple[int, str, str]:
    """Who is asked by which card, and in what part of the turn."""
    view = board.game.view(None)
    return view.decision.seat, view.decision.text.partition(":")[0], view.phase


def test_between_turns_whose_card_it_is_carries_it_out_after_the_checkup_and_before_knock_outs(
    lay: Lay, kit: Any, cards: SimpleNamespace, there: Pokemon
) -> None:
    poisoned = {"p2_active": {"poison": 1, "damage": 40}}
    foe = {"active": [kit.pup], "bench": [kit.rock, cards.mire]}
    board = lay({"bench": [cards.mire]}, foe, counters=poisoned, plugin=there)
    board.do("end_turn")
    assert asked(board) == (0, "Mirefox", "checkup")
    assert board.counter("opponent_active", "damage") == 50
    assert board.do("add_counter", "opponent_active", "damage", 10).notes == ()
    board.decide("done")
    assert asked(board) == (1, "Mirefox", "checkup"), "then the other one"
    board.decide("done", seat=1)
    assert board.choices()[0] == "Prize 1" and mode_of(board.game.view(0)) == "decision"
    board.decide("Prize 1")
    board.decide("Stonewall", seat=1)
    view = board.game.view(None)
    assert (view.turn, view.player, view.phase, view.decision) == (6, 1, "main", None)
    assert len(board.names("opponent_hand")) == 1, "the card for the turn is drawn"


def test_at_the_beginning_of_a_turn_it_is_carried_out_before_the_card_for_the_turn(
    lay: Lay, cards: SimpleNamespace, there: Pokemon
) -> None:
    hurt = {"p2_active": {"damage": 30}}
    board = lay({}, {"active": [cards.dawn, cards.bell]}, counters=hurt, coins="T", plugin=there)
    board.do("end_turn")
    assert asked(board) == (1, "Dawnfox", "start") and board.names("opponent_hand") == []
    assert board.do("add_counter", "active", "damage", -10, seat=1).notes == ()
    board.decide("done", seat=1)
    assert asked(board) == (1, "Bell", "start"), "what is attached speaks, too"
    board.do("coin_flip", seat=1)
    board.do("move_card", "Bell", "discard", seat=1)
    board.decide("done", seat=1)
    view = board.game.view(None)
    assert (view.turn, view.player, view.phase, view.decision) == (6, 1, "main", None)
    assert len(board.names("opponent_hand")) == 1 and board.counter("opponent_active", "damage") == 20
    board.do("end_turn", seat=1)
    assert board.game.view(None).decision is None, "it is not its owner's turn"


def test_who_is_knocked_out_as_a_turn_begins_is_so_before_the_card_is_drawn(
    lay: Lay, kit: Any, cards: SimpleNamespace, there: Pokemon
) -> None:
    board = lay({}, {"active": [cards.dawn], "bench": [kit.rock]}, plugin=there)
    board.do("end_turn")
    board.do("add_counter", "active", "damage", 60, seat=1)
    board.decide("done", seat=1)
    assert board.choices()[0] == "Prize 1" and board.names("opponent_hand") == []
    board.decide("Prize 1")
    assert (board.names("opponent_active"), len(board.names("opponent_hand"))) == (["Stonewall"], 1)


def test_a_stadium_speaks_to_its_owner_and_nobody_else(lay: Lay, cards: SimpleNamespace, there: Pokemon) -> None:
    board = lay(stadium=(cards.bog, 1), plugin=there)
    board.do("end_turn")
    assert asked(board) == (1, "Deep Bog", "checkup")
    board.decide("done", seat=1)
    assert board.game.view(None).turn == 6


def test_nobody_is_asked_for_what_is_not_for_this_moment(
    lay: Lay, kit: Any, cards: SimpleNamespace, there: Pokemon
) -> None:
    quiet = [
        {"active": [cards.calm]},
        {"active": [cards.late, cards.mire]},  # it has evolved
        {"active": [kit.sower]},  # a program carries it out
        {"hand": [cards.mire], "discard": [cards.mire, cards.bell]},
        {"active": [cards.dawn]},  # it is the other's turn that begins
    ]
    for own in quiet:
        board = lay(own, plugin=there)
        board.do("end_turn")
        assert board.game.view(None).decision is None and board.game.view(None).turn == 6


def test_before_an_extra_turn_there_is_no_checkup(lay: Lay, cards: SimpleNamespace, there: Pokemon, kit: Any) -> None:
    board = lay({"active": [cards.mire], "hand": [kit.clock]}, plugin=there)
    board.do("play_trainer", "Stopped Clock")
    board.do("end_turn")
    view = board.game.view(None)
    assert (view.turn, view.player, view.decision) == (6, 0, None)


class Says:
    """A model that calls what it was told to, and then falls silent."""

    name = "house:says"

    def __init__(self, *calls: ToolCall) -> None:
        self.calls = list(calls)
        self.requests: list[ModelRequest] = []

    async def reply(self, request: ModelRequest, on_delta: OnDelta | None = None) -> Reply:
        self.requests.append(request)
        return Reply(calls=(self.calls.pop(0),)) if self.calls else Reply("…")


def call(tool: str, **arguments: Any) -> ToolCall:
    return ToolCall("", tool, arguments)


@pytest.mark.parametrize("mode", ["pipeline", "autonomous"])
async def test_an_agent_is_given_the_start_of_its_turn_as_a_task_of_its_own(
    mode: Any, lay: Lay, cards: SimpleNamespace, there: Pokemon
) -> None:
    board = lay({"active": [cards.dawn]}, counters={"p1_active": {"damage": 30}}, player=1, plugin=there)
    board.do("end_turn", seat=1)
    planner = Says()
    model = Says(
        call("add_counter", zone="your_active", counter="damage", amount=-10), call("resolve_decision", choices=[1])
    )
    player = AgentPlayer(board.game, 0, model, planner=planner, mode=mode)
    await player.play()
    assert [turn.agent for turn in player.session.events_of(TurnStarted)] == ["startOfTurn"]
    assert planner.requests == [], "it is no matter for a planner"
    said, tools = model.requests[0].system, {tool.name for tool in model.requests[0].tools}
    for name in ("INTRO", "GAME_ENGINE", "ROLE_START_OF_TURN", "ZONE_LAYOUT", "STATUS_CONDITIONS", "DECISIONS"):
        assert f"## {sections()[name].title}\n" in said
    assert "STRATEGY" not in said and sections()["ROLE_MAIN"].title not in said
    assert {"draw", "set_status", "add_counter", "coin_flip", "resolve_decision"} <= tools
    assert not {"declare_attack", "end_turn", "play_trainer", "request_replan"} & tools
    assert "At the beginning of your turn, you may heal 10" in model.requests[0].state
    assert board.counter("active", "damage") == 20 and player.session.events_of(StoodIn) == ()
    view = board.game.view(0)
    assert (view.phase, view.decision, mode_of(view), len(view.cards("hand", 0))) == ("main", None, "main", 1)


async def test_two_cards_that_say_the_same_are_two_tasks_and_nobody_stands_in(
    lay: Lay, cards: SimpleNamespace, there: Pokemon
) -> None:
    board = lay({"active": [cards.dawn], "bench": [cards.dawn]}, player=1, plugin=there)
    board.do("end_turn", seat=1)
    player = AgentPlayer(board.game, 0, Says(*[call("resolve_decision", choices=[1])] * 2))
    await player.play()
    assert mode_of(board.game.view(0)) == "startOfTurn", "the other one is still to come"
    await player.play()
    assert mode_of(board.game.view(0)) == "main"
    assert player.session.events_of(StoodIn) == ()


async def test_whole_games_go_on_through_it_and_are_replayed_to_the_same_table(
    kit: Any, cards: SimpleNamespace, there: Pokemon
) -> None:
    deck = [*[cards.mire] * 4, *[cards.dawn] * 4, *[kit.rock] * 4, *[cards.bog] * 4, *[kit.fire] * 44]
    game = Game.start(there, there.deal([deck, deck]), seed=4, seats=[Seat("Ada"), Seat("Ben")])
    ada = AgentPlayer(game, 0, "house:cards", level="heuristic")

    class Luck:
        def __init__(self) -> None:
            self.dice = random.Random(1)

        def choose(self, outlook: Any) -> int:
            return self.dice.randrange(len(outlook.options))

    result = await play_out(game, {0: ada, 1: Sitter(game, 1, Luck())})
    assert result.reason
    labels = {turn.agent for turn in ada.session.events_of(TurnStarted)}
    assert {"setup", "startOfTurn", "Executor"} <= labels, labels
    assert Game(there, Session.from_json(game.session.to_json())).table.digest() == game.table.digest()
