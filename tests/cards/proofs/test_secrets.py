"""What is hidden from a viewer is in nothing that he gets."""

from __future__ import annotations

import json
import random
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gameplan.cards.eights import Eights
from gameplan.cards.pokemon.creatures import CARDS, DECKS
from gameplan.cards.pokemon.narrative import Narrative
from gameplan.cards.pokemon.plugin import Pokemon
from gameplan.cards.pokemon.tools import pokemon_tools
from gameplan.cards.replay import lines_for
from gameplan.cards.table.acting import Imagined
from gameplan.cards.table.actions import ACTIONS
from gameplan.cards.table.game import Game
from gameplan.cards.table.hands import Hands
from gameplan.cards.table.imagining import imagine
from gameplan.cards.table.log import Log
from gameplan.cards.table.plugin import IllegalAction
from gameplan.cards.table.rules import RuleRefused, Seat
from gameplan.cards.table.state import Table
from gameplan.cards.table.texts import state_text
from gameplan.cards.table.views import view_of
from gameplan.runtime import Session
from gameplan.tools import ToolContext, invoke

SEEDS = st.integers(0, 2**32)


@settings(max_examples=12)
@given(SEEDS, st.sampled_from([0, 1, None]), st.integers(0, 60))
def test_what_a_viewer_sees_does_not_depend_on_what_is_hidden_from_him(
    plugin: Any, deck: Any, tried: Any, secrets: Any, seed: int, viewer: int | None, count: int
) -> None:
    game = tried(plugin, [deck, deck], seed, count, legal=0.85)
    twin = secrets.twin(game, viewer, random.Random(seed))
    assert twin.started.cards != game.started.cards
    for table, other in zip(secrets.steps(game), secrets.steps(twin), strict=True):
        assert json.dumps(view_of(table, viewer).to_json()) == json.dumps(view_of(other, viewer).to_json())
    assert game.view(viewer).digest == twin.view(viewer).digest
    assert _texts(game, viewer) == _texts(twin, viewer)
    undoing = [(seat, steps) for seat in (0, 1) for steps in (1, 2, 3)]
    assert [game.may_undo(*each) for each in undoing] == [twin.may_undo(*each) for each in undoing]
    for each in (game, twin):
        with suppress(IllegalAction):
            each.undo(0, 2, consent=True)
    assert game.view(viewer).digest == twin.view(viewer).digest
    assert _texts(game, viewer) == _texts(twin, viewer)


@settings(max_examples=12)
@given(SEEDS, st.sampled_from([0, 1, None]))
def test_what_a_viewer_sees_does_not_depend_on_the_order_of_what_was_hidden_again(
    plugin: Any, deck: Any, tried: Any, secrets: Any, seed: int, viewer: int | None
) -> None:
    game, dice = tried(plugin, [deck, deck], seed, 60, legal=0.7), random.Random(seed)
    bit = game.plugin.layout.spectator if viewer is None else 1 << viewer
    for table in secrets.steps(game):
        hidden = [card for card in range(len(table.cards)) if not table.sight(card) & bit]
        faces, others = list(table.cards), hidden[:]
        dice.shuffle(others)
        for card, other in zip(hidden, others, strict=True):
            faces[card] = table.cards[other]
        twin = table.clone()
        twin.cards = tuple(faces)
        assert json.dumps(view_of(table, viewer).to_json()) == json.dumps(view_of(twin, viewer).to_json())


@settings(max_examples=15)
@given(SEEDS)
def test_no_hidden_card_is_named_in_anything_that_is_made_for_a_viewer(
    named: Any, tried: Any, secrets: Any, seed: int
) -> None:
    game = tried(named.plugin, named.decks, seed, 70, legal=0.7)
    for viewer in (0, 1, None):
        told = secrets.told(game, viewer)
        hidden = [card.name for number, card in enumerate(game.table.cards) if number not in told]
        for text in _texts(game, viewer):
            assert not [name for name in hidden if name in text]


@settings(max_examples=15)
@given(SEEDS, st.data())
async def test_no_hidden_card_is_named_in_what_a_tool_answers(
    named: Any, tried: Any, secrets: Any, seed: int, data: Any
) -> None:
    game = tried(named.plugin, named.decks, seed, 40, legal=0.9)
    tools = _tools(game)
    for _ in range(8):
        tool, arguments = _call(game, data)
        if data.draw(st.booleans()):
            arguments |= {"allowed_by_card_effect": True, "reason": "an effect"}
        done = await invoke(tools[tool], arguments, ToolContext(Session()))
        said = {value for value in arguments.values() if isinstance(value, str)} | {*arguments.get("cardNames", ())}
        told = secrets.told(game, 0)
        hidden = [card.name for number, card in enumerate(game.table.cards) if number not in told]
        assert not [name for name in hidden if name in done.text and name not in said]


@settings(max_examples=12)
@given(SEEDS, st.data())
async def test_what_a_tool_refuses_and_why_does_not_depend_on_what_is_hidden(
    plugin: Any, deck: Any, tried: Any, secrets: Any, seed: int, data: Any
) -> None:
    game = tried(plugin, [deck, deck], seed, 40, legal=0.9)
    both = game, secrets.twin(game, 0, random.Random(seed))
    for _ in range(10):
        tool, arguments = _call(game, data)
        done, other = [await invoke(_tools(each)[tool], arguments, ToolContext(Session())) for each in both]
        assert done.status == other.status
        if done.status == "ok":  # what he does now may show him what they differ in
            return
        assert done.text == other.text


@settings(max_examples=8)
@given(SEEDS, st.sampled_from(["pokemon", "eights"]))
def test_why_something_is_refused_does_not_depend_on_what_is_hidden(
    plugin: Any, deck: Any, tried: Any, secrets: Any, seed: int, name: str
) -> None:
    game = (
        tried(plugin, [deck, deck], seed, 40, legal=1) if name == "pokemon" else tried(Eights(), (), seed, 9, legal=1)
    )
    seat = game.to_act
    if seat is None:
        return
    hidden = sorted({*range(len(game.table.cards))} - secrets.told(game, seat))
    both = [_as_programs(each) for each in (game, secrets.twin(game, seat, random.Random(seed)))]
    layout = game.plugin.layout
    zones = [layout.at("hand", seat), layout.at("active", seat) if name == "pokemon" else layout.at("pile")]
    for action in (*ACTIONS, *game.plugin.actions):
        for card in hidden[::5]:
            for args in ((card,), *((card, zone) for zone in zones)):
                one, other = (_refused(each, seat, action, args) for each in both)
                assert one == other, (action, args)


@settings(max_examples=40)
@given(SEEDS)
def test_how_a_game_goes_on_depends_on_nothing_that_the_other_cannot_tell(own: Any, played: Any, seed: int) -> None:
    """What is asked of a player, and whether, tells the other nothing of the cards that he holds."""
    dice = random.Random(seed)
    decks = [dice.choice(own.decks), dice.choice(own.decks)]
    for table in (played(own.plugin, decks, seed, most=most)[0].table for most in (1, 2, 3, 4, 20, 50)):
        decision = table.decision
        seat = decision.seat if decision is not None else table.player
        options = own.plugin.options(table, seat)
        for option in dice.sample(options, min(5, len(options))):
            numbers = [decision.choices[i].value for i in option[1:]] if decision is not None else option[1:2]
            twin = _with_another_hand(table, seat, dice, besides=numbers)
            if decision is None and option not in own.plugin.options(twin, seat):
                continue  # there it is not possible, which he keeps to himself
            one, other = (imagine(own.plugin, each, seat, option, Imagined(seed)) for each in (table, twin))
            assert _course(one, 1 - seat) == _course(other, 1 - seat), option


def _with_another_hand(table: Table, seat: int, dice: random.Random, besides: Any) -> Table:
    """The same table, where the cards of a player that the other cannot tell are exchanged among each other."""
    layout = table.layout
    zones = {layout.at(kind, seat) for kind in ("hand", "deck", "prizes")}
    hidden = [
        card
        for card in range(len(table.cards))
        if not table.sight(card) >> (1 - seat) & 1 and table.place[card] in zones and card not in besides
    ]
    faces, others = list(table.cards), dice.sample(hidden, len(hidden))
    for card, other in zip(hidden, others, strict=True):
        faces[card] = table.cards[other]
    twin = table.clone()
    twin.cards = tuple(faces)
    return twin


def _course(table: Table, viewer: int) -> Any:
    """How a game goes on, as a viewer sees it, whatever cards have come to light."""
    view = view_of(table, viewer)
    return (view.turn, view.player, view.phase, view.decision, view.result, [*map(len, view.zones)], view.marks)


def _as_programs(game: Game) -> Game:
    return Game(game.plugin, game.session, [Seat(seat.name) for seat in game.seats])


def _refused(game: Game, seat: int, action: str, args: tuple[int, ...]) -> str:
    """Why something cannot be done; what can be is taken back."""
    try:
        game.act(seat, action, *args)
    except (IllegalAction, RuleRefused) as error:
        return str(error)
    game.undo(seat, consent=True)
    return ""


def _tools(game: Game) -> dict[str, Any]:
    return {tool.name: tool for tool in pokemon_tools(Hands(game, 0, Narrative()))}


def _call(game: Game, data: Any) -> tuple[str, dict[str, Any]]:
    """A call that touches cards, known or hidden."""
    zones = st.sampled_from(game.plugin.layout.names(0))
    names = st.sampled_from([card.name for card in game.table.cards])
    calls = [
        ("move_card", {"cardName": names, "fromZone": zones, "toZone": zones}),
        ("move_card", {"fromZone": zones, "toZone": zones}),
        ("peek", {"zone": zones, "count": st.integers(1, 9)}),
        ("search_zone", {"zone": zones}),
        ("rearrange_zone", {"zone": zones, "cardNames": st.lists(names, min_size=1, max_size=4)}),
        ("draw", {"zone": zones, "toZone": zones, "count": st.integers(1, 3)}),
        ("play_basic", {"cardName": names}),
        ("attach_energy", {"cardName": names, "zone": zones}),
    ]
    tool, wanted = data.draw(st.sampled_from(calls))
    return tool, {name: data.draw(value) for name, value in wanted.items()}


@pytest.fixture(scope="module")
def own() -> Any:
    """Our own decks, and the game with them."""
    return Named(Pokemon(CARDS.values()), [list(deck.cards) for deck in DECKS.values()])


@pytest.fixture(scope="module")
def named(kit: Any) -> Any:
    """Two decks in which no two cards have the same name."""
    kinds = [kit.ember, kit.pup, kit.sage, kit.wisp, kit.study, kit.call, kit.rope, kit.lure, kit.tonic, kit.charge]
    kinds += [kit.fire, kit.water, kit.fire, kit.band, kit.cave]
    cards = [
        replace(kinds[number % len(kinds)], key=f"card-{number}", name=f"{kinds[number % len(kinds)].name} <{number}>")
        for number in range(120)
    ]
    return Named(Pokemon(cards), [cards[:60], cards[60:]])


@dataclass(repr=False)
class Named:
    plugin: Pokemon
    decks: list[list[Any]]


def _texts(game: Game, viewer: int | None) -> list[str]:
    """All that is written down for a viewer."""
    log = Log(game, viewer, Narrative())
    texts = [*map(str, log.lines()), *lines_for(game, viewer, words=Narrative())]
    texts += [str(line) for line in Log(game, viewer).lines()]
    if viewer is not None:
        texts.append(state_text(game, viewer, log, Narrative()))
    return texts
