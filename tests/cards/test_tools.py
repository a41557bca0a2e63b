"""The tools of a seat: names become cards only where the seat can tell them, and a refusal says what is needed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gameplan.cards.eights import Eights
from gameplan.cards.pokemon.creatures import CARDS, DECKS
from gameplan.cards.pokemon.narrative import Narrative
from gameplan.cards.pokemon.plugin import Pokemon
from gameplan.cards.pokemon.tools import pokemon_tools
from gameplan.cards.table.game import Game
from gameplan.cards.table.hands import Hands
from gameplan.cards.table.rules import Seat
from gameplan.cards.table.texts import PlainNarrator
from gameplan.cards.table.tools import table_tools
from gameplan.runtime import Session
from gameplan.tools import Memory, Outcome, ToolContext, invoke

Lay = Callable[..., Any]


class Seated:
    """A seat with its tools, as an agent has them."""

    def __init__(self, board: Any, seat: int = 0, **options: Any) -> None:
        self.board = board
        self.hands = Hands(board.game, seat, Narrative(), **options)
        self.tools = {tool.name: tool for tool in pokemon_tools(self.hands)}
        self.session = Session()

    async def call(self, tool: str, **arguments: Any) -> Outcome:
        return await invoke(self.tools[tool], arguments, ToolContext(self.session))


ALLOWED = {"allowed_by_card_effect": True, "reason": "Old Plan says so"}

PEEKED = """\
Done, with a note. You look at the top 4 of your_deck: 2× Fire Energy, Emberling, Field Study

=== CARD REFERENCES ===
Emberling — Basic Pokemon — HP: 70 — Type: Fire — Attacks: [Scratch: 10 damage, cost: C; Flame: 30 damage, cost: RC] — Weakness: Water ×2 — Retreat: 1
Field Study — Supporter
Fire Energy — Energy — Type: Fire

=== POSITION (top to bottom) ===
1. Fire Energy (top, drawn next)
2. Emberling (2nd from top)
3. Field Study (3rd from top)
4. Fire Energy (4th from top)

=== ACTIONS ===
To take cards: move_card fromZone="your_deck" cardName="<name>" toZone="<zone>"
To reorder: rearrange_zone zone="your_deck" with cardNames in the wanted order, top to bottom
To shuffle: shuffle zone="your_deck"
Each of these with allowed_by_card_effect=true and the same reason.
"""  # noqa: E501


async def test_peek_shows_references_positions_and_what_can_be_done_next(lay: Lay, kit: SimpleNamespace) -> None:
    seat = Seated(lay({"deck": [kit.fire, kit.ember, kit.study, kit.fire, kit.sage]}))
    faces = bytes(seat.board.game.table.faces)
    done = await seat.call("peek", zone="your_deck", count=4, **ALLOWED)
    assert done.ok and done.text.partition("Note: ")[0] == PEEKED
    assert "Sage" not in done.text
    view = seat.board.game.view(0)
    assert [card and card.name for card in view.cards("deck", 0)][4] is None
    assert not any(seat.board.game.view(1).cards("deck", 0)), "the other player learns nothing"
    assert bytes(seat.board.game.table.faces) == faces, "the cards lie as they did"


async def test_a_peek_at_the_bottom_is_told_from_top_to_bottom_with_the_places(lay: Lay, kit: SimpleNamespace) -> None:
    seat = Seated(lay({"deck": [kit.sage, kit.fire, kit.ember, kit.study]}))
    done = await seat.call("peek", **{"zone": "your_deck", "count": 2, "from": "bottom"}, **ALLOWED)
    assert "You look at the bottom 2 of your_deck: Emberling, Field Study" in done.text
    assert "=== POSITION (top to bottom) ===\n1. Emberling (3rd from top)\n2. Field Study (bottom)\n" in done.text
    assert "Sage" not in done.text and "drawn next" not in done.text


async def test_search_shows_quantities(lay: Lay, kit: SimpleNamespace) -> None:
    seat = Seated(lay({"deck": [kit.fire, kit.ember, kit.fire]}))
    done = await seat.call("search_zone", zone="your_deck", **ALLOWED)
    assert "=== QUANTITIES ===\n1× Emberling\n2× Fire Energy\n" in done.text
    assert done.text.count("Fire Energy — Energy") == 1
    assert 'Afterwards, unless the effect says otherwise: shuffle zone="your_deck"' in done.text


async def test_without_an_effect_nobody_looks_into_a_deck(lay: Lay, kit: SimpleNamespace) -> None:
    seat = Seated(lay({"deck": [kit.sage]}))
    refused = await seat.call("peek", zone="your_deck")
    assert (refused.status, refused.code) == ("refused", "visibility")
    assert "allowed_by_card_effect" in refused.needs[-1]
    assert "Sage" not in refused.text
    refused = await seat.call("peek", zone="your_deck", reason="I should like to")
    assert refused.code == "visibility", "a reason alone allows nothing"


@pytest.mark.parametrize("inside", [True, False])
async def test_a_hidden_card_is_not_found_by_name_whether_or_not_it_is_there(
    inside: bool, lay: Lay, kit: SimpleNamespace
) -> None:
    deck = [kit.sage if inside else kit.fire, kit.fire]
    seat = Seated(lay({"deck": deck}))
    refused = await seat.call("move_card", fromZone="your_deck", cardName="Sage", toZone="your_hand", **ALLOWED)
    assert refused.text == (
        'Refused, nothing changed. You see no "Sage" in your_deck.\n'
        "- needed: there you see: no card that you can tell"
    )  # fmt: skip
    refused = await seat.call("rearrange_zone", zone="your_deck", cardNames=["Sage", "Fire Energy"])
    assert refused.code == "card_not_seen" and "You do not know what the top 2 of your_deck are." in refused.text


async def test_after_a_look_a_card_can_be_taken_by_its_name(lay: Lay, kit: SimpleNamespace) -> None:
    seat = Seated(lay({"deck": [kit.fire, kit.sage]}))
    await seat.call("peek", zone="your_deck", count=2, **ALLOWED)
    done = await seat.call("move_card", fromZone="your_deck", cardName="sage", toZone="your_hand", **ALLOWED)
    assert done.ok and seat.board.names("hand") == ["Sage"]


async def test_move_card_without_a_name_takes_the_top_card(lay: Lay, kit: SimpleNamespace) -> None:
    seat = Seated(lay({"deck": [kit.sage, kit.fire]}))
    assert (await seat.call("move_card", fromZone="your_deck", toZone="your_hand", **ALLOWED)).ok
    assert seat.board.names("hand") == ["Sage"]


async def test_where_no_end_is_named_it_is_the_top(lay: Lay, kit: SimpleNamespace) -> None:
    seat = Seated(lay({"deck": [kit.sage, kit.ember, kit.fire, kit.water]}))
    seen = await seat.call("peek", zone="your_deck", count=2, **ALLOWED)
    assert "the top 2 of your_deck: Sage, Emberling" in seen.text
    done = await seat.call("rearrange_zone", zone="your_deck", cardNames=["Emberling", "Sage"], **ALLOWED)
    assert done.ok and seat.board.names("deck")[:2] == ["Emberling", "Sage"]
    await seat.call("move_card", fromZone="your_deck", toZone="your_hand", **ALLOWED)
    assert seat.board.names("hand") == ["Emberling"]
    assert (await seat.call("draw", **ALLOWED)).ok
    assert seat.board.names("hand") == ["Emberling", "Sage"]
    assert seat.board.names("deck") == ["Fire Energy", "Water Energy"]


@pytest.mark.parametrize(("position", "index"), [("top", 0), ("bottom", 3), (2, 1), ("3", 2)])
async def test_a_card_is_placed_on_top_at_the_bottom_or_at_a_place(
    position: str | int, index: int, lay: Lay, kit: SimpleNamespace
) -> None:
    seat = Seated(lay({"hand": [kit.sage], "deck": [kit.fire] * 3}))
    done = await seat.call(
        "place_on_zone", cardName="Sage", fromZone="your_hand", zone="your_deck", position=position, **ALLOWED
    )
    assert done.ok and seat.board.names("deck").index("Sage") == index


@settings(max_examples=40, deadline=None)
@given(data=st.data(), end=st.sampled_from(["top", "bottom"]))
async def test_rearranging_is_a_permutation_at_both_ends_with_duplicates(
    data: st.DataObject, end: str, lay: Lay, kit: SimpleNamespace
) -> None:
    faces = data.draw(st.lists(st.sampled_from([kit.fire, kit.water, kit.sage]), min_size=3, max_size=7))
    count = data.draw(st.integers(1, len(faces)))
    seat = Seated(lay({"deck": faces}))
    names = [card.name for card in faces]
    await seat.call("peek", **{"zone": "your_deck", "count": count, "from": end}, **ALLOWED)
    part = names[:count] if end == "top" else names[-count:]
    wanted = data.draw(st.permutations(part))
    done = await seat.call("rearrange_zone", **{"zone": "your_deck", "cardNames": wanted, "from": end}, **ALLOWED)
    assert done.ok, done.text
    after = seat.board.names("deck")
    assert Counter(after) == Counter(names)
    assert (after[:count] if end == "top" else after[-count:]) == wanted
    assert (after[count:] if end == "top" else after[:-count]) == (names[count:] if end == "top" else names[:-count])


async def test_a_turn_of_tools(lay: Lay, kit: SimpleNamespace) -> None:
    seat = Seated(
        lay(
            {"active": [kit.ember, kit.fire], "hand": [kit.fire, kit.blaze, kit.pup, kit.band, kit.study],
             "deck": [kit.water] * 5}
        )
    )  # fmt: skip
    for tool, arguments in (
        ("play_basic", {"cardName": "Dripup"}),
        ("evolve", {"cardName": "Blazehorn", "zone": "your_active"}),
        ("attach_energy", {"cardName": "Fire Energy", "zone": "your_active"}),
        ("attach_tool", {"cardName": "Iron Band", "pokemonName": "Dripup"}),
        ("play_trainer", {"cardName": "Field Study"}),
    ):
        done = await seat.call(tool, **arguments)
        assert done.ok, done.text
    assert "Water Energy" in seat.board.names("hand")
    ended = await seat.call("end_turn")
    assert ended.ok and "— Turn 6: two's turn —" in ended.text


async def test_a_refusal_names_the_rule_and_what_is_possible(lay: Lay, kit: SimpleNamespace) -> None:
    seat = Seated(lay({"hand": [kit.fire, kit.fire, kit.study]}, turn=5))
    await seat.call("attach_energy", cardName="Fire Energy", zone="your_active")
    refused = await seat.call("attach_energy", cardName="Fire Energy", zone="your_active")
    assert refused.code == "T5" and "[T5]" in refused.text and refused.status == "refused"
    done = await seat.call("attach_energy", cardName="Fire Energy", zone="your_active", **ALLOWED)
    assert done.ok and "Old Plan says so" in done.text and done.text.startswith("Done, with a note.")


async def test_two_pokemon_of_one_name_are_told_apart_by_their_zones(lay: Lay, kit: SimpleNamespace) -> None:
    seat = Seated(lay({"bench": [kit.pup], "hand": [kit.fire]}))
    refused = await seat.call("attach_energy", cardName="Fire Energy", pokemonName="Dripup")
    assert refused.code == "which_pokemon"
    assert refused.needs == ("one of: your_active (Dripup), your_bench_1 (Dripup)",)
    assert (await seat.call("attach_energy", cardName="Fire Energy", zone="your_bench_1")).ok


async def test_an_unknown_zone_or_attack_is_refused_with_those_that_there_are(lay: Lay, kit: SimpleNamespace) -> None:
    seat = Seated(lay({"active": [kit.ember, kit.fire]}))
    refused = await seat.call("shuffle", zone="your_decks")
    assert refused.code == "unknown_zone" and "your_deck" in refused.needs[0]
    refused = await seat.call("declare_attack", attackName="Splash")
    assert refused.code == "no_attack" and refused.needs == ("one of: Scratch, Flame",)


async def test_a_decision_in_the_middle_is_told_and_resolved_by_number_or_name(lay: Lay, kit: SimpleNamespace) -> None:
    for answer in (2, "2", "Sage", "sage"):
        seat = Seated(lay({"hand": [kit.lure], "deck": [kit.ember, kit.sage, kit.fire]}))
        played = await seat.call("play_trainer", cardName="Lure")
        assert "You have to decide: " in played.text and "(choose from 0 to 1)\n1. Emberling\n2. Sage" in played.text
        busy = await seat.call("end_turn")
        assert busy.status == "refused" and "resolve_decision" in busy.text
        wrong = await seat.call("resolve_decision", choices=[7])
        assert wrong.status == "refused" and "1. Emberling, 2. Sage" in wrong.text
        assert (await seat.call("resolve_decision", choices=[answer])).ok
        assert seat.board.names("bench_1") == ["Sage"]


async def test_what_can_be_decided_in_but_one_way_is_done_without_being_asked(lay: Lay, kit: SimpleNamespace) -> None:
    seat = Seated(lay({"active": [kit.ember], "hand": [kit.sweet, kit.infernox]}, {"active": [kit.rock]}))
    done = await seat.call("play_trainer", cardName="Rush Sweet")
    assert "You evolve Emberling (your_active) into Infernox." in done.text and "You have to decide" not in done.text
    refused = await seat.call("resolve_decision", choices=["Infernox"])
    assert (refused.code, "without being asked" in refused.text) == ("no_decision", True)


async def test_a_decision_of_the_other_seat_is_waited_for(lay: Lay) -> None:
    board = lay()

    async def other_decides() -> None:
        board.game.act(1, "resolve_decision", 1)

    seat = Seated(board, waits=other_decides)
    done = await seat.call("create_decision", player="opponent", text="Heads or tails?", choices=["heads", "tails"])
    assert "Chosen: tails." in done.text
    alone = Seated(lay())
    done = await alone.call("create_decision", player="opponent", text="Heads or tails?", choices=["heads", "tails"])
    assert done.text.endswith("two has to decide now; wait for it.")


async def test_an_attack_that_leaves_a_decision_says_so(lay: Lay, kit: SimpleNamespace) -> None:
    knocked = {"active": [kit.pup], "bench": [kit.ember, kit.sage]}
    seat = Seated(lay({"active": [kit.rock, kit.fire], "prizes": [kit.water] * 6}, knocked))
    done = await seat.call("declare_attack", attackName="Slam")
    assert done.ok and "Take 1 of your Prize cards" in done.text
    seat = Seated(lay({"active": [kit.rock, kit.fire], "prizes": [kit.water]}, knocked))
    done = await seat.call("declare_attack", attackName="Slam")
    assert "The game is over: you win" in done.text


async def test_rewind_takes_back_until_something_was_learnt(lay: Lay, kit: SimpleNamespace) -> None:
    seat = Seated(lay({"hand": [kit.fire]}, coins="H"))
    rewind = seat.tools["rewind"]
    assert rewind.offered is not None and not rewind.offered(seat.session)
    await seat.call("attach_energy", cardName="Fire Energy", zone="your_active")
    assert rewind.offered(seat.session)
    done = await seat.call("rewind")
    assert done.text == "Done. Taken back: You attach Fire Energy to Dripup (your_active)."
    assert seat.board.names("hand") == ["Fire Energy"]
    await seat.call("coin_flip", purpose="luck")
    assert not rewind.offered(seat.session), "a coin is not flipped again"
    assert (await seat.call("rewind")).status == "refused"


async def test_what_tools_remember(lay: Lay) -> None:
    tools = Seated(lay()).tools
    assert tools["peek"].memory == tools["search_zone"].memory == Memory.LATEST("cards seen")
    assert tools["coin_flip"].memory == tools["dice_roll"].memory == Memory.ALWAYS
    others = {name for name, tool in tools.items() if tool.memory != Memory.BRIEF}
    assert others == {"peek", "search_zone", "coin_flip", "dice_roll"}
    assert {name for name, tool in tools.items() if tool.terminal} == {
        "declare_attack", "end_turn", "concede", "declare_victory"
    }  # fmt: skip


async def test_every_tool_survives_nonsense(lay: Lay, kit: SimpleNamespace) -> None:
    board = lay({"hand": [kit.fire]})
    seat = Seated(board)
    before = board.game.table.digest()
    for name, tool in seat.tools.items():
        if name in ("end_turn", "concede", "reveal_hand", "coin_flip", "dice_roll", "declare_action"):
            continue
        nonsense = dict.fromkeys(tool.parameters["properties"], "nonsense")
        done = await seat.call(name, **nonsense)
        assert done.status == "refused", (name, done.text)
        assert done.text.startswith("Refused, nothing changed."), name
    assert board.game.table.digest() == before


async def test_what_is_far_too_long_is_refused_in_few_words(lay: Lay, kit: SimpleNamespace) -> None:
    seat = Seated(lay({"hand": [kit.fire]}))
    long = "x" * 100_000
    for tool, arguments in (
        ("play_trainer", {"cardName": long}),
        ("shuffle", {"zone": long}),
        ("attach_energy", {"cardName": "Fire Energy", "zone": long}),
        ("attach_energy", {"cardName": "Fire Energy", "pokemonName": long}),
        ("declare_attack", {"attackName": long}),
        ("set_counter", {"zone": "your_active", "counter": long, "value": 1, **ALLOWED}),
        ("set_status", {"zone": "your_active", "status": long, **ALLOWED}),
        ("reveal", {"zone": "your_hand", "cardNames": [long]}),
    ):
        refused = await seat.call(tool, **arguments)
        assert refused.status == "refused" and len(refused.text) < 1_000, tool


async def test_the_tools_of_the_table_serve_any_game() -> None:
    eights = Eights()
    game = Game.start(eights, eights.deal(), seed=1, seats=[Seat("one"), Seat("two")])
    tools = {tool.name: tool for tool in table_tools(Hands(game, 0, PlainNarrator(eights)))}
    seen = await invoke(tools["peek"], {"zone": "stock", "count": 2, **ALLOWED}, ToolContext(Session()))
    top = game.table.cards[game.table.zones[eights.stock][0]].name
    assert f"1. {top} (top)" in seen.text
    drawn = await invoke(tools["draw"], {"zone": "stock", **ALLOWED}, ToolContext(Session()))
    assert f"You draw {top} from stock." in drawn.text


CALLS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("move_card", {"fromZone": "your_deck", "cardName": "Fire Energy", "toZone": "your_hand"}),
    ("move_card", {"fromZone": "your_deck", "cardName": "Fire Energy", "toZone": "your_hand", **ALLOWED}),
    ("move_card", {"fromZone": "opponent_hand", "cardName": "Water Energy", "toZone": "your_hand", **ALLOWED}),
    ("move_card", {"fromZone": "your_prizes", "toZone": "your_hand"}),
    ("move_card", {"fromZone": "opponent_deck", "toZone": "your_hand"}),
    ("place_on_zone", {"cardName": "Cindlet", "fromZone": "opponent_hand", "zone": "your_deck", **ALLOWED}),
    ("rearrange_zone", {"zone": "your_deck", "cardNames": ["Fire Energy", "Cindlet"]}),
    ("reveal", {"zone": "opponent_hand", "cardNames": ["Puddlin"]}),
    ("flip_card", {"zone": "your_prizes", "cardName": "Fire Energy"}),
    ("peek", {"zone": "opponent_deck", "count": 3}),
    ("search_zone", {"zone": "opponent_hand"}),
    ("play_trainer", {"cardName": "Wandering Scholar"}),
    ("play_basic", {"cardName": "Puddlin"}),
    ("attach_energy", {"cardName": "Water Energy", "zone": "your_active"}),
    ("resolve_decision", {"choices": [1]}),
    ("end_turn", {}),
)


@settings(max_examples=15, deadline=None)
@given(seed=st.integers(0, 10_000), actions=st.integers(0, 60), order=st.permutations(CALLS))
async def test_what_tools_say_does_not_depend_on_hidden_cards(
    seed: int, actions: int, order: list[tuple[str, dict[str, Any]]]
) -> None:
    """What the other player cannot see is dealt otherwise, and every tool says the same to him."""
    plugin = Pokemon(CARDS.values())
    deal = plugin.deal([DECKS["embers"].cards, DECKS["tides"].cards])
    game = Game.start(plugin, deal, seed=seed, seats=[Seat("one"), Seat("two")])
    chance = Random(seed)
    for _ in range(actions):
        if game.to_act is not None:
            game.act(game.to_act, *chance.choice(game.options(game.to_act)))
    seat = 1 - game.to_act if game.to_act is not None else 0  # who waits changes nothing by his calls
    twins = [SimpleNamespace(game=each) for each in (game, dealt_otherwise(game, seat, chance))]
    for name, arguments in order:
        said = [await Seated(twin, seat).call(name, **arguments) for twin in twins]
        if "Done" not in said[0].text:
            assert said[0].text == said[1].text, name
        else:
            assert said[0].status == said[1].status, name
            break


def dealt_otherwise(game: Game, viewer: int, chance: Random) -> Game:
    """The same game as far as a viewer can tell, with what he cannot tell now dealt otherwise from the beginning."""
    table, cards = game.table, list(game.table.cards)
    for owner in (0, 1):
        own = [n for n in range(len(cards)) if table.owners[n] == owner and not table.sight(n) >> viewer & 1]
        mixed = [cards[n] for n in own]
        chance.shuffle(mixed)
        for number, card in zip(own, mixed, strict=True):
            cards[number] = card
    session = Session()
    session.dispatch(replace(game.started, cards=tuple(card.key for card in cards)))
    for recorded in list(game.session.events)[1:]:
        session.dispatch(recorded.event)
    return Game(game.plugin, session, game.seats)
