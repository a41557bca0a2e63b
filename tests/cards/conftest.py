"""What the tests of the card table share: invented cards, positions laid out by hand, and chance told in advance."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import SimpleNamespace
from typing import Any

import pytest

from gameplan.cards.pokemon.facts import Ability, Attack, Card, Change
from gameplan.cards.pokemon.plugin import Pokemon
from gameplan.cards.pokemon.programs import CANDY, HIT, choose, coin, discard_energy, gust, search, switch_own
from gameplan.cards.table.events import Acted
from gameplan.cards.table.game import Done, Game
from gameplan.cards.table.plugin import Deal, Option, Position
from gameplan.cards.table.rules import RuleRefused, Seat

WATER, LIGHTNING = Change("W", "×", 2), Change("L", "×", 2)


def _pokemon(key: str, name: str, hp: int, type_: str, *attacks: Attack, **facts: Any) -> Card:
    return Card(key, name, "pokemon", hp=hp, type=type_, attacks=attacks, **facts)


KIT = SimpleNamespace(
    # -- Pokémon
    ember=_pokemon(
        "ember", "Emberling", 70, "R", Attack("Scratch", "C", 10), Attack("Flame", "RC", 30), weakness=WATER, retreat=1
    ),
    blaze=_pokemon(
        "blaze", "Blazehorn", 110, "R", Attack("Burnout", "RRC", 90, effect=discard_energy(1)),
        stage=1, evolves_from="Emberling", weakness=WATER, retreat=2,
    ),
    infernox=_pokemon(
        "infernox", "Infernox", 160, "R", Attack("Coin Fire", "RRC", 120, "+", effect=(coin((("more", 40),)), HIT)),
        stage=2, evolves_from="Blazehorn", line="Emberling", weakness=WATER, retreat=2,
    ),
    pup=_pokemon("pup", "Dripup", 60, "W", Attack("Splash", "W", 20), weakness=LIGHTNING, retreat=1),
    rock=_pokemon(
        "rock", "Stonewall", 200, "F", Attack("Slam", "C", 60), resistance=Change("R", "-", 30), retreat=3
    ),
    wisp=_pokemon(
        "wisp", "Wisp", 40, "P",
        Attack("Lull", "", effect=(("condition", "Asleep"),)),
        Attack("Daze", "", effect=(("condition", "Confused"),)),
        Attack("Stun", "", effect=(("condition", "Paralyzed"),)),
        Attack("Venom", "", effect=(("condition", "Poisoned"),)),
        Attack("Scorch", "", effect=(("condition", "Burned"),)),
        Attack("Blast", "", 30, effect=(("recoil", 40),)),
    ),
    spread=_pokemon(
        "spread", "Sprinkler", 90, "W",
        Attack("Rain", "", effect=(("hit", 20, "foe_bench"),)),
        Attack("Curse", "", effect=(("counters", 3, "foe_all"),)),
        Attack("Nap", "", effect=(("heal", 20, "self"),)),
    ),
    prince=_pokemon("prince", "Prince ex", 60, "W", Attack("Splash", "W", 20), prizes=2),
    giant=_pokemon("giant", "Mega Giant ex", 60, "W", Attack("Splash", "W", 20), prizes=3),
    jewel=_pokemon("jewel", "Jewelback", 60, "W", Attack("Splash", "W", 20), tera=True),
    sage=_pokemon(
        "sage", "Sage", 60, "P", Attack("Tap", "C", 10),
        ability=Ability("Insight", "Draw a card.", "once", effect=(("draw", 1),), needs=("deck",)),
    ),
    medic=_pokemon(
        "medic", "Medic", 60, "P", Attack("Tap", "C", 10),
        ability=Ability("Patch", "Heal 10 from itself.", "often", effect=(("heal", 10, "self"),),
                        needs=("damaged", "self")),
    ),
    sower=_pokemon(
        "sower", "Sower", 60, "G",
        ability=Ability("Bloom", "Put a counter on your opponent's Active Pokémon between turns.", "checkup",
                        passive=("counters_on_foe", 1)),
    ),
    shell=_pokemon("shell", "Shellback", 120, "W", ability=Ability("Hard", "20 less.", "always", passive=("less", 20))),
    riddle=_pokemon("riddle", "Riddlefox", 60, "P", Attack("Riddle", "", 10, text="Nobody has programmed this."),
                    programmed=False),
    relic=_pokemon(
        "relic", "Relic", 90, "P", Attack("Gamble", "", 0, "+", effect=(coin((("more", 30),)), HIT)),
        weakness=Change("W", "+", 20), resistance=Change("F", "-", 20),
    ),
    # -- Energy
    fire=Card("fire", "Fire Energy", "energy", gives="R"),
    water=Card("water", "Water Energy", "energy", gives="W"),
    double=Card("double", "Twin Energy", "energy", gives="CC", special=True),
    # -- Trainers
    study=Card("study", "Field Study", "supporter", effect=(("draw", 3),), needs=("deck",)),
    call=Card("call", "Call Out", "supporter", effect=gust(), needs=("bench", "foe")),
    tonic=Card("tonic", "Tonic", "item", effect=(("heal", 30, "own"),), needs=("damaged", "own")),
    rope=Card("rope", "Swap Rope", "item", effect=switch_own(), needs=("bench", "own")),
    net=Card("net", "Net", "item", effect=search(("basic",), 2), needs=("deck",)),
    lure=Card("lure", "Lure", "item", effect=search(("basic",), 1, "bench"), needs=("and", ("room",), ("deck",))),
    charge=Card(
        "charge", "Recharge", "item", effect=(choose("discard", ("basic_energy",)), ("attach", "chosen", "own")),
        needs=("any_in", "discard", ("basic_energy",)),
    ),
    sweet=Card("sweet", "Rush Sweet", "item", effect=CANDY, needs=("candy",)),
    shrink=Card("shrink", "Shrink Ray", "item", effect=(("devolve", "foe"),)),
    lift=Card("lift", "Airlift", "item", effect=(("pick_up", "own"),)),
    clock=Card("clock", "Stopped Clock", "item", effect=(("again",),)),
    plan=Card("plan", "Old Plan", "item", text="Nobody has programmed this.", programmed=False),
    dome=Card("dome", "Dome", "stadium"),
    cave=Card("cave", "Narrow Cave", "stadium", passive=("bench", 3)),
    band=Card("band", "Iron Band", "tool", passive=("hp", 30)),
    charm=Card("charm", "Charm", "tool", passive=("more", 20)),
)  # fmt: skip
PLUGIN = Pokemon(vars(KIT).values())


class Scripted:
    """Chance that falls as told: coins as `H` and `T`, dice as numbers; shuffles turn a zone upside down."""

    def __init__(self, coins: str = "", dice: Sequence[int] = ()) -> None:
        self.left = [0 if coin == "H" else 1 for coin in coins] + [value - 1 for value in dice]

    def below(self, sides: int, drawn: int) -> int:
        assert self.left, "chance was asked once more than the test told"
        return self.left.pop(0)

    def order(self, size: int, drawn: int) -> Sequence[int]:
        return range(size - 1, -1, -1)


def settle(game: Game) -> None:
    """Let everybody decide what can be decided in but one way."""
    while (decision := game.table.decision) is not None and decision.is_forced:
        game.act(decision.seat, "resolve_decision", *range(len(decision.choices)))


class Board:
    """A game and ways to speak of it: zones by name (`active`, `opponent_bench_1`), cards by name."""

    def __init__(self, game: Game, chance: Scripted) -> None:
        self.game = game
        self.chance = chance

    def zone(self, name: str, seat: int = 0) -> int:
        found = self.game.plugin.layout.named(name, seat)
        assert found is not None, f"there is no zone {name}"
        return found.index

    def names(self, zone: str, seat: int = 0) -> list[str]:
        """The names of the cards in a zone, from the top."""
        table = self.game.table
        return [table.cards[card].name for card in table.zones[self.zone(zone, seat)]]

    def counter(self, zone: str, name: str, seat: int = 0) -> int:
        index = self.zone(zone, seat)
        return self.game.table.marks[index][self.game.plugin.layout.zones[index].kind.counters.index(name)]

    def card(self, name: str, seat: int = 0) -> int:
        """The number of a card: one of the hand, if there is one of that name."""
        table = self.game.table
        everywhere = [*table.zones[self.zone("hand", seat)], *range(len(table.cards))]
        return next(card for card in everywhere if table.cards[card].name == name)

    def meant(self, args: Sequence[Any], seat: int = 0, *, action: str = "") -> tuple[Any, ...]:
        known = {card.name for card in self.game.table.cards} if action != "rearrange_zone" else ()
        return tuple(
            self.card(arg, seat) if arg in known
            else self.zone(arg, seat) if isinstance(arg, str) and self.game.plugin.layout.named(arg, seat)
            else arg
            for arg in args
        )  # fmt: skip

    def do(self, action: str, *args: Any, seat: int = 0, because: str = "") -> Done:
        return self.game.act(seat, action, *self.meant(args, seat, action=action), because=because)

    def decide(self, *labels: str, seat: int = 0) -> Done:
        """Decide by the words that choices begin with."""
        decision = self.game.view(seat).decision
        assert decision is not None and decision.seat == seat, "this seat has nothing to decide"
        numbers: list[int] = []
        for label in labels:
            fits = [i for i, choice in enumerate(decision.choices) if choice.label.startswith(label)]
            numbers.append(next(i for i in fits if i not in numbers))
        return self.game.act(seat, "resolve_decision", *numbers)

    def settle(self) -> None:
        """Let everybody decide what can be decided in but one way."""
        settle(self.game)

    def choices(self, seat: int = 0) -> list[str]:
        decision = self.game.view(seat).decision
        return [] if decision is None else [choice.label for choice in decision.choices]

    def offers(self, action: str, *args: Any, seat: int = 0) -> bool:
        """Whether something is among the options; cards that are alike count as one."""
        wanted = (action, *self.meant(args, seat))
        return self._alike(wanted) in {self._alike(option) for option in self.game.options(seat)}

    def _alike(self, option: Option) -> tuple[Any, ...]:
        action, *args = option
        if action in ("play_basic", "evolve", "attach_energy", "attach_tool", "play_trainer"):
            args[0] = self.game.table.cards[args[0]].key
        return (action, *args)

    @property
    def happened(self) -> list[Acted]:
        return [each.event for each in self.game.session.standing if hasattr(each.event, "changes")]


def lay(
    own: Mapping[str, Any] | None = None,
    foe: Mapping[str, Any] | None = None,
    *,
    turn: int = 5,
    player: int = 0,
    phase: str = "main",
    stadium: tuple[Card, int] | None = None,
    counters: Mapping[str, Mapping[str, int]] | None = None,
    coins: str = "",
    dice: Sequence[int] = (),
    persons: Sequence[int] = (),
    seed: int = 1,
    plugin: Pokemon = PLUGIN,
) -> Board:
    """A game that stands like this. What is not told: a Dripup as the active Pokémon, a deck of five, six prizes."""
    layout = plugin.layout
    cards: list[Card] = []
    zones: list[int] = []
    owners: list[int] = []
    for seat, side in enumerate((own or {}, foe or {})):
        full = {"active": [KIT.pup], "deck": [KIT.fire] * 5, "prizes": [KIT.water] * 6, **side}
        places = {f"bench_{i + 1}": stack for i, stack in enumerate(full.pop("bench", ()))}
        for name, lying in {**full, **places}.items():
            lying = lying if isinstance(lying, list) else [lying]
            cards += lying
            zones += [layout.index[f"p{seat + 1}_{name}"]] * len(lying)
            owners += [seat] * len(lying)
    if stadium is not None:
        cards.append(stadium[0])
        zones.append(layout.at("stadium"))
        owners.append(stadium[1])
    marks = [(layout.index[zone], name, n) for zone, on in (counters or {}).items() for name, n in on.items()]
    position = Position(turn, player, phase, marks)
    chance = Scripted(coins, dice)
    seats = [Seat("one", person=0 in persons), Seat("two", person=1 in persons)]
    deal = Deal(cards, zones, owners=owners, position=position)
    return Board(Game.start(plugin, deal, seed=seed, seats=seats, chance=chance), chance)


def forbids(
    position: Mapping[str, Any], rule: str, action: str, *args: Any, seat: int = 0, listed: bool = True
) -> None:
    """A rule forbids something: it is no option, an AI is refused, a person is warned, a card's effect overrides."""
    board = lay(**position)
    if listed:
        assert not board.offers(action, *args, seat=seat)
    before = board.game.table.digest()
    with pytest.raises(RuleRefused) as refused:
        board.do(action, *args, seat=seat)
    assert rule in [note.rule for note in refused.value.notes]
    assert board.game.table.digest() == before
    warned = lay(**{**position, "persons": (0, 1)}).do(action, *args, seat=seat)
    assert (rule, "warn") in [(note.rule, note.level) for note in warned.notes]
    done = lay(**position).do(action, *args, seat=seat, because="Strange Card says so")
    notes = [note for note in done.notes if note.rule == rule]
    assert notes and all(note.level == "info" and "Strange Card says so" in note.message for note in notes)
    assert any("Strange Card says so" in note for note in done.event.notes)


def allows(position: Mapping[str, Any], action: str, *args: Any, seat: int = 0, listed: bool = True) -> Board:
    """No rule has anything against it: it is an option, and an AI does it. The board stands after it."""
    board = lay(**position)
    if listed:
        assert board.offers(action, *args, seat=seat)
    done = board.do(action, *args, seat=seat)
    assert [note for note in done.notes if note.level != "info"] == []
    return board


@pytest.fixture(name="kit", scope="session")
def _kit() -> SimpleNamespace:
    """Small invented cards, by short names."""
    return KIT


@pytest.fixture(name="plugin", scope="session")
def _plugin() -> Pokemon:
    """The game with these cards."""
    return PLUGIN


@pytest.fixture(name="lay", scope="session")
def _lay() -> Callable[..., Any]:
    """Lay a game out as it is to stand."""
    return lay


@pytest.fixture(name="forbids", scope="session")
def _forbids() -> Callable[..., None]:
    """See that a rule forbids something, to each as it should."""
    return forbids


@pytest.fixture(name="allows", scope="session")
def _allows() -> Callable[..., Any]:
    """See that nothing forbids something."""
    return allows


@pytest.fixture(name="settle", scope="session")
def _settle() -> Callable[[Game], None]:
    """Let everybody decide what can be decided in but one way."""
    return settle


@pytest.fixture(name="scripted", scope="session")
def _scripted() -> type[Scripted]:
    """Chance that falls as told."""
    return Scripted


class Deck(list[Card]):
    """A deck that is short to print."""

    def __repr__(self) -> str:
        return f"a deck of {len(self)}"


@pytest.fixture(name="deck", scope="session")
def _deck() -> Deck:
    """Sixty cards with which games of all kinds come about."""
    kit = KIT
    four = [kit.ember, kit.pup, kit.study, kit.call, kit.rope, kit.lure]
    two = [
        kit.blaze,
        kit.infernox,
        kit.sage,
        kit.wisp,
        kit.spread,
        kit.tonic,
        kit.sweet,
        kit.charge,
        kit.cave,
        kit.band,
    ]
    single = [kit.medic, kit.double, kit.riddle, kit.plan]
    return four * 4 + two * 2 + single + [kit.fire] * 7 + [kit.water] * 5
