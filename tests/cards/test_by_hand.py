"""What no program carries out is done by hand, and the game waits for it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from gameplan.agents import ModelRequest, OnDelta, Reply, ToolCall
from gameplan.cards.patience import DECIDING_STEPS
from gameplan.cards.players.levels import LEVELS, Setting, make_player
from gameplan.cards.players.outlook import outlook_of
from gameplan.cards.pokemon.facts import Ability
from gameplan.cards.pokemon.plugin import Pokemon
from gameplan.cards.seats import AgentPlayer
from gameplan.cards.stand_ins import StoodIn
from gameplan.cards.table.plugin import IllegalAction
from gameplan.tools import ToolInvoked

Lay = Callable[..., Any]


def attacked(lay: Lay, kit: Any, **more: Any) -> Any:
    board = lay({"active": [kit.riddle], "hand": [kit.fire]}, {"active": [kit.pup], "bench": [kit.rock]}, **more)
    board.do("declare_attack", 0)
    return board


def test_an_attack_without_a_program_waits_until_its_text_is_carried_out(lay: Lay, kit: Any) -> None:
    board = attacked(lay, kit, coins="H")
    assert board.counter("opponent_active", "damage") == 10
    assert board.game.to_act == 0 and board.game.view(None).turn == 5
    assert "Nobody has programmed this." in board.game.view(0).decision.text
    board.do("coin_flip")
    board.do("add_counter", "opponent_active", "damage", 50)
    board.do("draw", "deck", "hand", 1)
    assert board.do("set_status", "opponent_active", "Asleep").notes == ()
    with pytest.raises(IllegalAction, match="You have to decide first"):
        board.do("attach_energy", "Fire Energy", "active")
    with pytest.raises(IllegalAction, match="to decide first"):
        board.do("draw", "deck", "hand", 1, seat=1)
    board.decide("done")
    assert board.choices() == ["Prize 1", "Prize 2", "Prize 3", "Prize 4", "Prize 5", "Prize 6"]
    board.decide("Prize 1")
    assert board.names("opponent_active") == ["Stonewall"]
    assert (board.game.view(None).turn, board.game.to_act) == (6, 1)


def test_an_ability_without_a_program_waits_until_its_text_is_carried_out(lay: Lay, kit: Any) -> None:
    warm = replace(
        kit.riddle, key="warm", name="Warmfox",
        ability=Ability.as_printed("Warmth", "Once during your turn, you may heal 10 damage from this Pokémon."),
    )  # fmt: skip
    dull = replace(kit.riddle, key="dull", name="Dullfox", ability=Ability.as_printed("Calm", "It cannot be Asleep."))
    game = Pokemon([*vars(kit).values(), warm, dull])
    board = lay({"active": [warm], "bench": [dull]}, counters={"p1_active": {"damage": 30}}, plugin=game)
    assert board.offers("declare_ability", "active") and not board.offers("declare_ability", "bench_1")
    board.do("declare_ability", "active")
    assert "heal 10 damage" in board.game.view(0).decision.text
    assert board.do("add_counter", "active", "damage", -10).notes == ()
    board.decide("done")
    assert board.counter("active", "damage") == 20 and board.game.view(None).turn == 5
    assert not board.offers("declare_ability", "active")  # T11


def test_nothing_is_carried_out_by_who_is_confused_and_hurts_himself(lay: Lay, kit: Any) -> None:
    board = attacked(lay, kit, coins="T", counters={"p1_active": {"condition": 2}})
    assert board.counter("active", "damage") == 30
    assert board.game.view(None).turn == 6


def test_a_trainer_without_a_program_lies_in_staging_until_it_is_carried_out(lay: Lay, kit: Any) -> None:
    board = lay({"hand": [kit.plan, kit.fire]})
    board.do("play_trainer", "Old Plan")
    assert board.names("staging") == ["Old Plan"] and "Nobody has programmed this." in board.game.view(0).decision.text
    assert board.do("move_card", "Fire Energy", "active").notes == ()  # what an effect attaches does not count
    board.decide("done")
    assert (board.names("staging"), board.names("discard")) == ([], ["Old Plan"])
    assert board.game.view(0).turn == 5 and board.names("active") == ["Dripup", "Fire Energy"]


def test_a_trainer_that_was_left_in_staging_is_discarded_at_the_end_of_the_turn(lay: Lay, kit: Any) -> None:
    board = lay({"staging": [kit.plan]})
    board.do("end_turn")
    assert (board.names("staging"), board.names("discard")) == ([], ["Old Plan"])


@pytest.mark.parametrize("level", LEVELS)
def test_a_house_player_answers_what_somebody_asks_by_hand(level: str, lay: Lay, kit: Any) -> None:
    board = lay()
    board.do("create_decision", 1, "Which?", "this", "that")
    setting = Setting(board.game.plugin, 1, [kit.pup] * 4 + [kit.fire] * 56)
    outlook = outlook_of(board.game, 1)
    board.game.act(1, *outlook.options[make_player(level, setting).choose(outlook)])
    assert board.game.view(None).decision is None


class Says:
    """A model that calls what it was told to, and then falls silent."""

    name = "house:says"

    def __init__(self, *calls: ToolCall) -> None:
        self.calls = list(calls)
        self.offered: set[str] = set()

    async def reply(self, request: ModelRequest, on_delta: OnDelta | None = None) -> Reply:
        self.offered = {tool.name for tool in request.tools}
        return Reply(calls=(self.calls.pop(0),)) if self.calls else Reply("…")


POISONS = ToolCall("", "set_status", {"zone": "opponent_active", "status": "Poisoned"})


async def test_an_agent_carries_a_text_out_with_the_tools_of_the_table(lay: Lay, kit: Any) -> None:
    board = attacked(lay, kit)
    model = Says(POISONS, ToolCall("", "resolve_decision", {"choices": [1]}))
    await AgentPlayer(board.game, 0, model).play()
    assert {"set_status", "move_card", "resolve_decision"} <= model.offered
    assert not {"declare_attack", "end_turn", "concede"} & model.offered
    assert board.counter("opponent_active", "damage") == 20  # ten of the attack, ten of the poison
    assert board.game.view(None).turn == 6


async def test_what_a_rule_refuses_by_hand_says_how_the_card_overrides_it(lay: Lay, kit: Any) -> None:
    board = attacked(lay, kit)
    looks = {"zone": "your_deck"}
    because = {"allowed_by_card_effect": True, "reason": "Riddle"}
    model = Says(ToolCall("", "search_zone", looks), ToolCall("", "search_zone", looks | because))
    agent = AgentPlayer(board.game, 0, model)
    await agent.play()
    refused, done = agent.session.events_of(ToolInvoked)
    assert "allowed_by_card_effect=true" in refused.text and "1. done" in refused.text
    assert (refused.status, done.status) == ("refused", "ok")


async def test_an_agent_that_never_comes_to_an_end_by_hand_has_a_bound(lay: Lay, kit: Any) -> None:
    board = attacked(lay, kit, coins="H" * 40)
    agent = AgentPlayer(board.game, 0, Says(*[ToolCall("", "coin_flip", {})] * 40))
    await agent.play()
    assert len(agent.session.events_of(ToolInvoked)) == DECIDING_STEPS
    assert [each.did for each in agent.session.events_of(StoodIn)] == [("done",)]
    assert board.game.view(None).turn == 6


async def test_an_agent_that_does_not_say_that_it_is_done_holds_nobody_up(lay: Lay, kit: Any) -> None:
    board = attacked(lay, kit)
    agent = AgentPlayer(board.game, 0, Says(POISONS))
    await agent.play()
    assert board.game.view(None).turn == 6
    assert [each.did for each in agent.session.events_of(StoodIn)] == [("done",)]
