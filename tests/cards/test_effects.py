"""What our own cards say, and that it happens: at least one test for each shape of effect."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from gameplan.cards.pokemon.board import (
    ASLEEP,
    BURNED,
    CONDITION,
    CONFUSED,
    DAMAGE,
    EXTRA_TURN,
    LAYOUT,
    PARALYZED,
    POISON,
    energy_on,
    hp,
    pokemon,
    retreat_cost,
)
from gameplan.cards.pokemon.creatures import CARDS
from gameplan.cards.pokemon.machine import OPERATIONS, run
from gameplan.cards.pokemon.plugin import Pokemon
from gameplan.cards.table.acting import Act
from gameplan.cards.table.imagining import imagine
from gameplan.cards.table.state import Table

PLUGIN = Pokemon(CARDS.values())
# What both sides have unless a test says otherwise. Nobody falls by accident, and nobody runs out of cards.
USUAL = {"active": ["flintoad"], "deck": ["fire-energy"] * 10, "prizes": ["fire-energy"] * 6}


class Script:
    """Chance as a test wants it: coins in their order (True for heads), and shuffling turns a deck round."""

    def __init__(self) -> None:
        self.coins: list[bool] = []

    def below(self, sides: int, drawn: int) -> int:
        return 0 if self.coins.pop(0) else 1

    def order(self, size: int, drawn: int) -> Sequence[int]:
        return list(reversed(range(size)))


class Scene:
    """A table in the middle of a game: it is player 1's turn. `own` and `foe` say which cards lie in which zones."""

    def __init__(
        self,
        own: Mapping[str, list[str]] | None = None,
        foe: Mapping[str, list[str]] | None = None,
        *,
        stadium: str = "",
        turn: int = 5,
    ) -> None:
        cards, dealt = [], {}
        for prefix, zones in (("p1", {**USUAL, **(own or {})}), ("p2", {**USUAL, **(foe or {})})):
            for name, keys in zones.items():
                zone = LAYOUT.index[f"{prefix}_{name}"]
                dealt[zone] = list(range(len(cards), len(cards) + len(keys)))
                cards += [CARDS[key] for key in keys]
        if stadium:
            dealt[LAYOUT.index["stadium"]] = [len(cards)]
            cards.append(CARDS[stadium])
        self.table = Table(LAYOUT, cards, dealt)
        self.table.clock(turn, 0, "main")
        self.chance = Script()

    def do(self, action: str, *args: int, seat: int = 0) -> Scene:
        """Do what the rules permit; each decision that waits is written to JSON and read again, as in a record."""
        assert (action, *args) in PLUGIN.options(self.table, seat), PLUGIN.options(self.table, seat)
        self.table = imagine(PLUGIN, self.table, seat, (action, *args), self.chance)
        if self.table.decision is not None:
            self.table.ask(self.table.decision.to_text(), json.dumps(self.table.agenda))
        return self

    def carry_out(self, *program: tuple[Any, ...]) -> Scene:
        """Carry out a program as player 1, from the active Pokémon."""
        run(Act(self.table, 0, self.chance), program, {"seat": 0, "spot": self.spot("p1_active")})
        return self

    def play(self, key: str) -> Scene:
        return self.do("play_trainer", self.card("p1_hand", key))

    def attack(self, name: str, seat: int = 0) -> Scene:
        attacks = [attack.name for attack in pokemon(self.table, self.spot(f"p{seat + 1}_active")).attacks]
        return self.do("declare_attack", attacks.index(name), seat=seat)

    def choose(self, *labels: str, seat: int = 0) -> Scene:
        """Answer what is asked, by what the choices are called."""
        decision = self.table.decision
        assert decision is not None, "nothing is asked"
        assert decision.seat == seat
        left = [choice.label for choice in decision.choices]
        numbers = []
        for label in labels:
            number = left.index(label)
            left[number] = ""
            numbers.append(number)
        return self.do("resolve_decision", *numbers, seat=seat)

    @property
    def offered(self) -> list[str]:
        """What there is to choose from."""
        assert self.table.decision is not None
        return [choice.label for choice in self.table.decision.choices]

    def spot(self, zone: str) -> int:
        return LAYOUT.index[zone]

    def card(self, zone: str, key: str) -> int:
        return next(card for card in self.table.zones[self.spot(zone)] if self.table.cards[card].key == key)

    def names(self, zone: str) -> list[str]:
        return [self.table.cards[card].key for card in self.table.zones[self.spot(zone)]]

    def mark(self, zone: str, counter: int = DAMAGE) -> int:
        return self.table.marks[self.spot(zone)][counter]

    def hurt(self, zone: str, damage: int) -> Scene:
        self.table.mark(self.spot(zone), DAMAGE, damage)
        return self

    def may(self, action: str, seat: int = 0) -> bool:
        """Whether the rules permit such an action now."""
        return any(option[0] == action for option in PLUGIN.options(self.table, seat))


def active(*keys: str, **zones: list[str]) -> dict[str, list[str]]:
    """A side with this active Pokémon and what is attached to it."""
    return {"active": list(keys), **zones}


FIRES = ["fire-energy"] * 3
WATERS = ["water-energy"] * 3
GRASSES = ["grass-energy"] * 4


# -- shapes


@pytest.mark.parametrize(("heads", "damage"), [(True, 70), (False, 50)])
def test_coin_flip_heads_does_more_damage(heads: bool, damage: int) -> None:
    scene = Scene(active("cindlet", *FIRES))
    scene.chance.coins = [heads]
    assert scene.attack("Kindling Hop").mark("p2_active") == damage


@pytest.mark.parametrize(("burned", "damage"), [(0, 50), (1, 90)])
def test_more_damage_if_the_foe_is_burned_already(burned: int, damage: int) -> None:
    scene = Scene(active("scorchook", *FIRES), active("pyrroganth"))
    scene.table.mark(scene.spot("p2_active"), BURNED, burned)
    scene.chance.coins = [False]  # the burn stays
    scene.attack("Tinderclap")
    assert scene.mark("p2_active") == damage + 20  # and 20 between turns
    assert scene.mark("p2_active", BURNED) == 1


def test_more_damage_per_benched_pokemon() -> None:
    bench = {f"bench_{number}": ["mossnib"] for number in (1, 2, 3)}
    scene = Scene(active("eldermoor", *GRASSES, **bench), active("pyrroganth"))
    assert scene.attack("Canopy Fall").mark("p2_active") == 80 + 3 * 20


def test_more_damage_per_energy_of_the_foe() -> None:
    scene = Scene(
        active("voltarn", "lightning-energy", "water-energy"), active("pyrroganth", "fire-energy", "tandem-energy")
    )
    assert scene.attack("Overarc").mark("p2_active") == 60 + 3 * 20


@pytest.mark.parametrize(
    ("attacker", "energy", "attack", "coins", "counter", "value"),
    [
        ("brookel", "water-energy", "Lullaby Ripple", [False], CONDITION, ASLEEP),
        ("zizzle", "lightning-energy", "Carpet Shuffle", [True], CONDITION, PARALYZED),
        ("zizzle", "lightning-energy", "Carpet Shuffle", [False], CONDITION, 0),
        ("somnelope", "psychic-energy", "Pillow Maze", [], CONDITION, CONFUSED),
        ("spindrel", "grass-energy", "Sticky Reel", [], POISON, 1),
        ("scorchook", "fire-energy", "Tinderclap", [False], BURNED, 1),
    ],
)
def test_special_condition_comes_with_an_attack(
    attacker: str, energy: str, attack: str, coins: list[bool], counter: int, value: int
) -> None:
    scene = Scene(active(attacker, energy, energy), active("worldroot-sovereign"))
    scene.chance.coins = coins
    assert scene.attack(attack).mark("p2_active", counter) == value


def test_search_deck_takes_a_card_and_shuffles() -> None:
    deck = ["water-energy", "grass-energy", "cindlet", "pyrroganth", "psychic-energy"]
    scene = Scene({"hand": ["deep-satchel", "fire-energy", "tandem-energy"], "deck": deck})
    scene.play("deep-satchel")
    assert scene.offered == ["Cindlet", "Pyrroganth"]
    scene.choose("Pyrroganth")
    assert scene.names("p1_hand") == ["pyrroganth"]
    assert scene.names("p1_deck") == ["psychic-energy", "cindlet", "grass-energy", "water-energy"]
    assert sorted(scene.names("p1_discard")) == ["deep-satchel", "fire-energy", "tandem-energy"]
    assert scene.table.sight(scene.card("p1_hand", "pyrroganth")) == LAYOUT.everybody  # it was revealed
    assert not any(scene.table.sight(card) for card in scene.table.zones[scene.spot("p1_deck")])


def test_search_deck_may_find_nothing() -> None:
    scene = Scene({"hand": ["glassblower"], "deck": ["brookel", "water-energy"]})
    scene.play("glassblower").choose().choose("Water Energy")
    assert scene.names("p1_hand") == ["water-energy"]
    assert scene.names("p1_deck") == ["brookel"]


def test_damage_counters_placed_are_no_damage_and_reach_a_tera_pokemon_on_the_bench() -> None:
    scene = Scene(active("wispurr", "psychic-energy"), {"bench_1": ["lumisk-regent"]})
    scene.attack("Pinprick Purr").choose("Lumisk Regent (bench_1)")
    assert scene.mark("p2_bench_1") == 30
    assert scene.mark("p2_active") == 0


def test_damage_counters_placed_between_turns() -> None:
    scene = Scene({"bench_1": ["somnelope"]})
    scene.do("end_turn")
    assert scene.mark("p2_active") == 10


def test_damage_counters_moved_leave_the_one_and_lie_on_the_other() -> None:
    scene = Scene(active("somnelope", "psychic-energy", bench_1=["cindlet"]), active("pyrroganth"))
    scene.hurt("p1_active", 10).hurt("p1_bench_1", 60).attack("Borrowed Ache")
    assert scene.offered == ["Somnelope (active)", "Cindlet (bench_1)"]
    scene.choose("Cindlet (bench_1)")
    assert scene.mark("p1_bench_1") == 20
    assert scene.mark("p2_active") == 40 + 10  # and 10 by Uneasy Night


def test_cannot_attack_in_the_next_turn() -> None:
    scene = Scene(
        active("lumisk-regent", "water-energy", "lightning-energy", "fire-energy"), active("worldroot-sovereign")
    )
    scene.attack("Thousandfold Light").do("end_turn", seat=1)
    assert scene.mark("p2_active") == 180
    assert not scene.may("declare_attack")
    scene.do("end_turn").do("end_turn", seat=1)
    assert scene.may("declare_attack")


def test_cannot_retreat_in_the_next_turn() -> None:
    foe = active("flintoad", *FIRES, bench_1=["cindlet"])
    assert Scene(active("spindrel", "grass-energy"), foe).do("end_turn").may("declare_retreat", seat=1)
    scene = Scene(active("spindrel", "grass-energy"), foe).attack("Sticky Reel")
    assert not scene.may("declare_retreat", seat=1)
    scene.do("end_turn", seat=1).do("end_turn")
    assert scene.may("declare_retreat", seat=1)


def test_cannot_use_the_same_attack_in_the_next_turn() -> None:
    scene = Scene(active("ashmane-regent", *FIRES), active("worldroot-sovereign"))
    scene.attack("Pyre Debt").do("end_turn", seat=1)
    attacks = [option for option in PLUGIN.options(scene.table, 0) if option[0] == "declare_attack"]
    assert attacks == [("declare_attack", 0)]


def test_cannot_use_items_in_the_next_turn() -> None:
    foe = {"hand": ["swap-rope", "ferry-pilot"], "bench_1": ["cindlet"]}
    scene = Scene(active("hushbub", "water-energy"), foe).attack("Muffling Foam")
    played = [option[1] for option in PLUGIN.options(scene.table, 1) if option[0] == "play_trainer"]
    assert [scene.table.cards[card].key for card in played] == ["ferry-pilot"]


def test_draw_takes_cards_off_the_top_as_many_as_there_are() -> None:
    energy = ["water-energy"]
    scene = Scene(active("puddlin", *energy, deck=["cindlet", "flintoad", "tunnook"])).attack("Rainy Errand")
    assert scene.names("p1_hand") == ["cindlet", "flintoad"]
    assert Scene(active("puddlin", *energy, deck=["cindlet"])).attack("Rainy Errand").names("p1_hand") == ["cindlet"]


def test_draw_until_there_are_six_cards() -> None:
    scene = Scene({"hand": ["quiet-librarian", "cindlet", "flintoad"]}).play("quiet-librarian")
    assert len(scene.names("p1_hand")) == 6
    assert not Scene({"hand": ["quiet-librarian", *["cindlet"] * 6]}).may("play_trainer")


def test_reveal_shows_a_hand_to_everybody() -> None:
    scene = Scene({"hand": ["tin-periscope"]}, {"hand": ["cindlet", "swap-rope"]}).play("tin-periscope")
    assert all(scene.table.sight(card) == LAYOUT.everybody for card in scene.table.zones[scene.spot("p2_hand")])
    assert len(scene.names("p1_hand")) == 1


def test_once_during_your_turn_each_pokemon_uses_its_ability() -> None:
    scene = Scene({"bench_1": ["pyrroganth"], "bench_2": ["pyrroganth"], "discard": ["fire-energy"] * 4})
    one, other = scene.spot("p1_bench_1"), scene.spot("p1_bench_2")
    scene.do("declare_ability", one).choose("Flintoad (active)")
    assert scene.names("p1_active") == ["flintoad", "fire-energy"]
    assert ("declare_ability", one) not in PLUGIN.options(scene.table, 0)
    scene.do("declare_ability", other).choose("Pyrroganth (bench_1)")
    assert not scene.may("declare_ability")
    scene.do("end_turn").do("end_turn", seat=1)
    assert scene.may("declare_ability")


def test_heal_takes_damage_off_and_ends_conditions() -> None:
    scene = Scene({"hand": ["honey-poultice"]}).hurt("p1_active", 70)
    scene.table.mark(scene.spot("p1_active"), POISON, 1)
    scene.play("honey-poultice")
    assert scene.mark("p1_active") == 30
    assert scene.mark("p1_active", POISON) == 0
    assert not Scene({"hand": ["honey-poultice"]}).may("play_trainer")  # nobody is hurt


def test_heal_by_an_ability_and_by_an_attack() -> None:
    scene = Scene({"bench_1": ["eldermoor"], "bench_2": ["cindlet"]}).hurt("p1_active", 20)
    scene.do("declare_ability", scene.spot("p1_bench_1"))  # only the one has damage
    assert scene.mark("p1_active") == 0
    scene = Scene(active("worldroot-sovereign", *GRASSES)).hurt("p1_active", 100).attack("Sap Rising")
    assert scene.mark("p1_active") == 60


def test_discard_own_energy_as_the_cost_of_an_attack() -> None:
    scene = Scene(active("pyrroganth", *FIRES), active("worldroot-sovereign")).attack("Caldera March")
    assert scene.mark("p2_active") == 150
    assert scene.names("p1_active") == ["pyrroganth", "fire-energy", "fire-energy"]
    assert scene.names("p1_discard") == ["fire-energy"]


def test_damage_to_self_comes_with_the_attack() -> None:
    scene = Scene(active("ashmane-regent", *FIRES), active("lumisk-regent")).attack("Pyre Debt")
    assert (scene.mark("p2_active"), scene.mark("p1_active")) == (180, 40)


@pytest.mark.parametrize("count", [0, 1, 2])
def test_discard_from_hand_for_more_damage(count: int) -> None:
    scene = Scene(
        active("ashmane-regent", *FIRES, hand=["fire-energy", "fire-energy", "cindlet"]), active("pyrroganth")
    )
    scene.attack("Levy of Cinders").choose(*["Fire Energy"] * count)
    assert scene.mark("p2_active") == 60 + count * 30
    assert scene.names("p1_discard") == ["fire-energy"] * count


def test_discard_from_hand_is_asked_also_when_nothing_is_there_so_that_nobody_learns_it() -> None:
    scene = Scene(active("ashmane-regent", *FIRES, hand=["cindlet"]), active("pyrroganth")).attack("Levy of Cinders")
    assert scene.offered == []
    assert scene.choose().mark("p2_active") == 60


def test_bench_damage_knows_no_weakness() -> None:
    foe = active("pyrroganth", bench_1=["pyrroganth"])
    scene = Scene(active("lumisk-regent", *WATERS), foe).attack("Prism Spray").choose("Pyrroganth (bench_1)")
    assert (scene.mark("p2_active"), scene.mark("p2_bench_1")) == (0, 70)
    scene = Scene(active("lumisk-regent", *WATERS), foe).attack("Prism Spray").choose("Pyrroganth (active)")
    assert (scene.mark("p2_active"), scene.mark("p2_bench_1")) == (140, 0)


def test_spread_damage_hits_every_benched_pokemon() -> None:
    foe = active("lumisk-regent", bench_1=["flintoad"], bench_3=["tunnook"])
    scene = Scene(active("torrenwyrm", *WATERS), foe).attack("Braided Current")
    assert [scene.mark(f"p2_{zone}") for zone in ("active", "bench_1", "bench_3")] == [130, 20, 20]


def test_attach_energy_by_an_effect_leaves_the_attachment_of_the_turn() -> None:
    scene = Scene(active("ashmane-regent", discard=["fire-energy"] * 4, hand=["everburning-coal", "fire-energy"]))
    scene.play("everburning-coal").choose(*["Fire Energy"] * 3)
    assert energy_on(scene.table, scene.spot("p1_active")) == "RRR"
    assert scene.may("attach_energy")


def test_recover_from_discard_into_the_hand() -> None:
    pile = ["swap-rope", "cindlet", "tandem-energy", "water-energy"]
    scene = Scene({"hand": ["forage-basket"], "discard": pile}).play("forage-basket")
    assert scene.offered == ["Cindlet", "Water Energy"]
    scene.choose("Cindlet", "Water Energy")
    assert sorted(scene.names("p1_hand")) == ["cindlet", "water-energy"]


@pytest.mark.parametrize(("heads", "damage"), [(True, 0), (False, 40)])
def test_prevent_damage_in_the_next_turn(heads: bool, damage: int) -> None:
    scene = Scene(active("shimfry", "water-energy"), active("flintoad", *FIRES))
    scene.chance.coins = [heads]
    scene.attack("Mirror Wriggle").attack("Stone Sulk", seat=1)
    assert scene.mark("p1_active") == damage


def test_less_damage_in_the_next_turn_only() -> None:
    side = active("flintoad", *FIRES)
    scene = Scene(side, side).attack("Stone Sulk").attack("Stone Sulk", seat=1)
    assert (scene.mark("p2_active"), scene.mark("p1_active")) == (40, 10)
    scene.do("end_turn").do("end_turn", seat=1).do("end_turn").attack("Stone Sulk", seat=1)
    assert scene.mark("p1_active") == 50


@pytest.mark.parametrize(
    ("own", "attack", "damage"),
    [(["flintoad", *FIRES], "Stone Sulk", 20), (["torrenwyrm", *WATERS], "Braided Current", 130)],
)
def test_less_damage_from_basic_pokemon(own: list[str], attack: str, damage: int) -> None:
    scene = Scene(active(*own), active("worldroot-sovereign"))
    assert scene.attack(attack).mark("p2_active") == damage


def test_evolve_over_the_stage_between() -> None:
    scene = Scene(active("cindlet", "fire-energy", hand=["growth-tonic", "pyrroganth"])).hurt("p1_active", 30)
    scene.play("growth-tonic").choose("Pyrroganth")
    assert scene.names("p1_active") == ["pyrroganth", "cindlet", "fire-energy"]
    assert scene.mark("p1_active") == 30
    assert scene.names("p1_discard") == ["growth-tonic"]


def test_evolve_over_the_stage_between_waits_like_any_evolution() -> None:
    side = active("cindlet", hand=["growth-tonic", "pyrroganth"])
    assert not Scene(side, turn=1).may("play_trainer")
    scene = Scene(active("cindlet", hand=["growth-tonic", "eldermoor"]))
    assert not scene.may("play_trainer")  # not of its line
    scene = Scene({"hand": ["cindlet", "growth-tonic", "pyrroganth"]})
    scene.do("play_basic", scene.card("p1_hand", "cindlet"))
    assert not scene.may("play_trainer")


def test_evolve_out_of_the_deck() -> None:
    scene = Scene(active("mossnib", "grass-energy", deck=["brackenox", "eldermoor", "scorchook"])).attack("Green Hurry")
    assert scene.offered == ["Brackenox"]
    assert scene.choose("Brackenox").names("p1_active") == ["brackenox", "mossnib", "grass-energy"]


def test_devolve_takes_the_newest_stage_off() -> None:
    foe = active("pyrroganth", "scorchook", "cindlet", "fire-energy")
    scene = Scene({"hand": ["keeper-of-seeds"]}, foe).hurt("p2_active", 90).play("keeper-of-seeds")
    assert scene.names("p2_active") == ["scorchook", "cindlet", "fire-energy"]
    assert scene.names("p2_hand") == ["pyrroganth"]
    assert len(scene.names("p1_hand")) == 2


def test_devolve_knocks_out_who_has_too_much_damage_then() -> None:
    foe = active("pyrroganth", "scorchook", "cindlet", bench_1=["tunnook"])
    scene = Scene({"hand": ["keeper-of-seeds"]}, foe).hurt("p2_active", 100).play("keeper-of-seeds").choose("Prize 1")
    assert scene.names("p2_active") == ["tunnook"]
    assert len(scene.names("p1_prizes")) == 5


def test_played_to_bench_an_ability_may_be_used() -> None:
    scene = Scene({"hand": ["tunnook"], "deck": ["cindlet", "fire-energy", "water-energy", "fire-energy"]})
    scene.do("play_basic", scene.card("p1_hand", "tunnook"))
    assert scene.offered == ["yes", "no"]
    scene.choose("yes").choose("Fire Energy", "Water Energy")
    assert sorted(scene.names("p1_hand")) == ["fire-energy", "water-energy"]


def test_played_to_bench_an_ability_need_not_be_used() -> None:
    scene = Scene({"hand": ["tunnook"]})
    scene.do("play_basic", scene.card("p1_hand", "tunnook")).choose("no")
    assert scene.names("p1_hand") == []
    assert scene.table.decision is None


def test_played_to_evolve_an_ability_may_be_used() -> None:
    scene = Scene(active("zizzle", hand=["voltarn"]), active("flintoad", "fire-energy"))
    scene.do("evolve", scene.card("p1_hand", "voltarn"), scene.spot("p1_active")).choose("yes")
    assert scene.names("p2_active") == ["flintoad"]
    assert scene.names("p2_discard") == ["fire-energy"]


def test_played_to_evolve_nothing_is_asked_when_the_ability_could_do_nothing() -> None:
    scene = Scene(active("zizzle", hand=["voltarn"]))
    scene.do("evolve", scene.card("p1_hand", "voltarn"), scene.spot("p1_active"))
    assert scene.table.decision is None


def test_basic_onto_bench_out_of_the_deck() -> None:
    scene = Scene({"hand": ["lure-whistle"], "deck": ["scorchook", "cindlet"]}).play("lure-whistle").choose("Cindlet")
    assert scene.names("p1_bench_1") == ["cindlet"]
    full = {f"bench_{number}": ["cindlet"] for number in range(1, 6)}
    assert not Scene({"hand": ["lure-whistle"], **full}).may("play_trainer")


def test_basic_onto_bench_only_as_many_as_have_room() -> None:
    bench = {f"bench_{number}": ["cindlet"] for number in range(1, 5)}
    scene = Scene(active("mossnib", "grass-energy", deck=["tunnook", "flintoad"], **bench)).attack("Call the Clearing")
    assert scene.table.decision is not None
    assert scene.table.decision.most == 1


def test_prize_cards_are_looked_at_and_changed_for_a_card_of_the_hand() -> None:
    prizes = ["fire-energy", "cindlet", "water-energy"]
    scene = Scene({"hand": ["locksmiths-lens", "swap-rope", "tunnook"], "prizes": prizes}).play("locksmiths-lens")
    scene.choose("Cindlet").choose("Tunnook")
    assert sorted(scene.names("p1_hand")) == ["cindlet", "swap-rope"]
    assert scene.names("p1_prizes") == ["fire-energy", "tunnook", "water-energy"]
    own, foe = 1, 2
    assert all(scene.table.sight(card) == own for card in scene.table.zones[scene.spot("p1_prizes")])
    assert not scene.table.sight(scene.card("p1_hand", "cindlet")) & foe


def test_prize_cards_one_more_for_a_knock_out() -> None:
    scene = Scene(active("worldroot-sovereign", *GRASSES), {"bench_1": ["cindlet"]}).attack("Age of Leaves")
    assert scene.table.decision is not None
    assert scene.table.decision.least == 2


def test_prize_cards_no_more_for_a_knock_out_between_turns() -> None:
    foe = active("pyrroganth", "sturdy-harness", bench_1=["cindlet"])
    scene = Scene(active("worldroot-sovereign", *GRASSES), foe).hurt("p2_active", 30)
    scene.table.mark(scene.spot("p2_active"), POISON, 1)
    scene.attack("Age of Leaves")  # 180 of the 190 that are left; the poison does the rest
    assert scene.table.decision is not None
    assert (scene.table.decision.kind, scene.table.decision.least) == ("prizes", 1)


def test_gust_brings_a_benched_pokemon_forward() -> None:
    scene = Scene({"hand": ["signal-kite"]}, {"bench_1": ["cindlet"], "bench_2": ["tunnook"]})
    scene.play("signal-kite").choose("Tunnook (bench_2)")
    assert (scene.names("p2_active"), scene.names("p2_bench_2")) == (["tunnook"], ["flintoad"])


def test_gust_by_the_choice_of_the_other_player() -> None:
    foe = {"bench_1": ["cindlet"], "bench_2": ["tunnook"], "active": ["pyrroganth"]}
    scene = Scene(active("brackenox", *GRASSES), foe).attack("Bramble Shoulder").choose("Cindlet (bench_1)", seat=1)
    assert (scene.names("p2_active"), scene.mark("p2_bench_1")) == (["cindlet"], 60)


def test_switch_own_costs_nothing_and_ends_conditions() -> None:
    scene = Scene({"hand": ["swap-rope"], "bench_1": ["cindlet"]})
    scene.table.mark(scene.spot("p1_active"), CONDITION, PARALYZED)
    scene.play("swap-rope")
    assert (scene.names("p1_active"), scene.names("p1_bench_1")) == (["cindlet"], ["flintoad"])
    assert scene.mark("p1_bench_1", CONDITION) == 0


def test_move_energy_from_the_bench_to_the_active_pokemon() -> None:
    scene = Scene({"bench_1": ["torrenwyrm"], "bench_2": ["puddlin", "water-energy", "shelter-energy"]})
    scene.do("declare_ability", scene.spot("p1_bench_1")).choose("Fire Energy", "Fire Energy", "Fire Energy")
    assert scene.offered == ["Water Energy on Puddlin"]
    scene.choose("Water Energy on Puddlin")
    assert scene.names("p1_active") == ["flintoad", "water-energy"]
    assert scene.names("p1_bench_2") == ["puddlin", "shelter-energy"]


@pytest.mark.parametrize(("heads", "left"), [(True, ["flintoad"]), (False, ["flintoad", "fire-energy"])])
def test_discard_foes_energy_by_a_coin(heads: bool, left: list[str]) -> None:
    scene = Scene({"hand": ["static-brush"]}, active("flintoad", "fire-energy"))
    scene.chance.coins = [heads]
    assert scene.play("static-brush").names("p2_active") == left


def test_look_at_top_takes_one_and_puts_the_rest_under_the_deck() -> None:
    deck = ["swap-rope", "cindlet", "signal-kite", "fire-energy", "swap-rope", "tunnook", "flintoad"]
    scene = Scene({"hand": ["trail-map"], "deck": deck}).play("trail-map")
    assert scene.offered == ["Cindlet", "Fire Energy"]
    scene.choose("Cindlet")
    assert scene.names("p1_hand") == ["cindlet"]
    rest = ["tunnook", "flintoad", "swap-rope", "signal-kite", "fire-energy", "swap-rope"]
    assert scene.names("p1_deck") == rest
    own = [scene.table.sight(card) & 1 for card in scene.table.zones[scene.spot("p1_deck")]]
    assert own == [0, 0, 1, 1, 1, 1]


def test_bottom_of_deck_is_where_cards_go_for_all_to_follow_and_the_others_stay_known() -> None:
    deck = ["swap-rope", "cindlet", "signal-kite", "fire-energy", "swap-rope", "tunnook", "flintoad"]
    scene = Scene({"hand": ["trail-map"], "deck": deck})
    tunnook, flintoad = scene.table.zones[scene.spot("p1_deck")][-2:]
    scene.table.apply(("know", (tunnook, flintoad), 2))  # the other player has seen them
    scene.play("trail-map").choose("Cindlet")
    theirs = [card for card in scene.table.zones[scene.spot("p1_deck")] if scene.table.sight(card) & 2]
    assert theirs == [tunnook, flintoad]


def test_any_order_puts_the_top_cards_back_as_chosen() -> None:
    scene = Scene({"bench_1": ["torrenwyrm"], "deck": ["cindlet", "tunnook", "flintoad", "puddlin"]})
    scene.do("declare_ability", scene.spot("p1_bench_1")).choose("Flintoad", "Cindlet", "Tunnook")
    assert scene.names("p1_deck") == ["flintoad", "cindlet", "tunnook", "puddlin"]
    assert [scene.table.sight(card) for card in scene.table.zones[scene.spot("p1_deck")]] == [1, 1, 1, 0]


def test_bottom_of_deck_gets_a_trainer_of_the_foes_hand() -> None:
    scene = Scene({"hand": ["leaflark"]}, {"hand": ["cindlet", "swap-rope", "signal-kite"]})
    scene.do("play_basic", scene.card("p1_hand", "leaflark")).choose("yes")
    assert scene.offered == ["Swap Rope", "Signal Kite"]
    scene.choose("Signal Kite")
    assert scene.names("p2_deck")[-1] == "signal-kite"
    assert sorted(scene.names("p2_hand")) == ["cindlet", "swap-rope"]


def test_hand_reset_for_both_players() -> None:
    own = {"hand": ["harbor-auction", "cindlet", "tunnook"], "prizes": ["fire-energy"] * 2}
    scene = Scene(own, {"hand": ["puddlin"]}).play("harbor-auction")
    assert scene.names("p1_hand") == ["fire-energy"] * 2
    assert sorted(scene.names("p1_deck")[-2:]) == ["cindlet", "tunnook"]
    assert scene.names("p2_hand") == ["fire-energy"] * 6
    assert scene.names("p2_deck")[-1] == "puddlin"


def test_hand_reset_discards_the_hand_and_draws_seven() -> None:
    scene = Scene({"hand": ["wandering-scholar", "cindlet"]}).play("wandering-scholar")
    assert len(scene.names("p1_hand")) == 7
    assert sorted(scene.names("p1_discard")) == ["cindlet", "wandering-scholar"]


def test_mill_discards_off_the_top_of_the_foes_deck() -> None:
    scene = Scene(active("leaflark", "grass-energy"), {"deck": ["cindlet", "tunnook", "puddlin"]}).attack(
        "Turn the Page"
    )
    assert scene.names("p2_discard") == ["tunnook", "cindlet"]
    assert scene.names("p2_hand") == ["puddlin"]  # the card of the new turn


def test_more_damage_per_heads_of_three_coins() -> None:
    scene = Scene(active("zizzle", "lightning-energy", "fire-energy"))
    scene.chance.coins = [True, False, True]
    assert scene.attack("Crackle Count").mark("p2_active") == 60


def test_more_damage_next_turn_only() -> None:
    scene = Scene(active("flintoad", *FIRES), active("worldroot-sovereign"))
    scene.attack("Pebble Patience").do("end_turn", seat=1).attack("Stone Sulk")
    assert scene.mark("p2_active") == 40 + 60 - 20  # Old Bark
    scene.do("end_turn", seat=1).attack("Stone Sulk")
    assert scene.mark("p2_active") == 80 + 20


@pytest.mark.parametrize(("coins", "player"), [([True, True], 0), ([True, False], 1)])
def test_another_turn_follows_two_heads(coins: list[bool], player: int) -> None:
    scene = Scene(active("radiant-sunquill", *FIRES))
    scene.chance.coins = coins
    assert scene.attack("Second Dawn").table.player == player


def test_another_turn_defers_what_was_said_of_the_others_next_turn() -> None:
    own = active("lumisk-regent", *WATERS[:2], "lightning-energy")
    scene = Scene(own, active("radiant-sunquill", *FIRES, "crown-of-seasons"))
    scene.attack("Thousandfold Light")  # during its next turn it cannot attack
    scene.chance.coins = [True, True]
    scene.attack("Second Dawn", seat=1)
    assert scene.table.player == 1
    scene.do("end_turn", seat=1)
    assert scene.table.player == 0 and not scene.may("declare_attack")
    scene.do("end_turn").do("end_turn", seat=1)
    assert scene.may("declare_attack")


def test_take_back_into_the_hand_is_no_knock_out() -> None:
    scene = Scene({"hand": ["homeward-lantern"], "bench_1": ["tunnook", "fire-energy"]}).hurt("p1_bench_1", 70)
    scene.play("homeward-lantern")
    assert sorted(scene.names("p1_hand")) == ["fire-energy", "tunnook"]
    assert len(scene.names("p2_prizes")) == 6
    assert scene.mark("p1_bench_1") == 0


def test_discard_stadium_or_tool() -> None:
    foe = active("flintoad", "sturdy-harness")
    scene = Scene({"hand": ["hungry-goat"]}, foe, stadium="narrow-jetty").play("hungry-goat")
    assert (scene.names("stadium"), scene.names("p2_active")) == ([], ["flintoad"])
    assert not Scene({"hand": ["hungry-goat"]}).may("play_trainer")


def test_discard_stadium_or_tool_knocks_out_who_needed_the_tool() -> None:
    foe = active("flintoad", "sturdy-harness", bench_1=["cindlet"])
    scene = Scene({"hand": ["hungry-goat"]}, foe).hurt("p2_active", 110).play("hungry-goat").choose("Prize 1")
    assert scene.names("p2_active") == ["cindlet"]


@pytest.mark.parametrize(("attacker", "damage"), [("ashmane-regent", 0), ("flintoad", 40)])
def test_prevent_damage_by_pokemon_that_give_up_more_prizes(attacker: str, damage: int) -> None:
    scene = Scene(active(attacker, *FIRES), active("hushbub", bench_1=["cindlet"]))
    scene.do("declare_attack", 1)
    assert scene.mark("p2_active") == damage


def test_prevent_conditions_on_a_pokemon() -> None:
    scene = Scene(active("brookel", *WATERS), active("brackenox")).attack("Lullaby Ripple")
    assert (scene.mark("p2_active"), scene.mark("p2_active", CONDITION)) == (50, 0)


def test_less_damage_on_the_bench() -> None:
    scene = Scene(active("lumisk-regent", *WATERS), {"bench_1": ["shimfry"]})
    assert scene.attack("Prism Spray").choose("Shimfry (bench_1)").mark("p2_bench_1") == 40


def test_heal_between_turns() -> None:
    scene = Scene({"bench_1": ["spindrel"]}).hurt("p1_bench_1", 40).do("end_turn")
    assert scene.mark("p1_bench_1") == 30


# -- what some cards are


@pytest.mark.parametrize("victim", ["ashmane-regent", "lumisk-regent"])
def test_two_prizes_are_taken_for_a_regent(victim: str) -> None:
    scene = Scene(active("flintoad", *FIRES), active(victim, bench_1=["cindlet"])).hurt("p2_active", 190)
    scene.attack("Stone Sulk").choose("Prize 1", "Prize 2")
    assert len(scene.names("p1_prizes")) == 4


def test_three_prizes_are_taken_for_a_sovereign() -> None:
    scene = Scene(active("flintoad", *FIRES), active("worldroot-sovereign", bench_1=["cindlet"])).hurt("p2_active", 270)
    scene.attack("Stone Sulk").choose("Prize 1", "Prize 2", "Prize 3")
    assert len(scene.names("p1_prizes")) == 3


def test_tera_pokemon_take_no_damage_on_the_bench() -> None:
    scene = Scene(active("torrenwyrm", *WATERS), active("pyrroganth", bench_1=["lumisk-regent"], bench_2=["flintoad"]))
    scene.hurt("p2_active", 0).attack("Braided Current").choose("Prize 1")
    marks = {scene.names(f"p2_{zone}")[0]: scene.mark(f"p2_{zone}") for zone in ("bench_1", "bench_2")}
    assert marks == {"lumisk-regent": 0, "flintoad": 20}


def test_tera_a14_counts_for_attacks_of_both_players() -> None:
    bench = {"bench_1": ["lumisk-regent"], "bench_2": ["tunnook"]}
    scene = Scene(bench, bench).carry_out(("hit", 20, "both_bench"))
    marks = [scene.mark(f"{seat}_{zone}") for seat in ("p1", "p2") for zone in ("bench_1", "bench_2")]
    assert marks == [0, 20, 0, 20]


def test_radiant_pokemon_do_more_damage_per_prize_of_the_foe() -> None:
    foe = {"active": ["lumisk-regent"], "prizes": ["fire-energy"] * 4}
    assert Scene(active("radiant-sunquill", *FIRES), foe).attack("Noonday Verdict").mark("p2_active") == 60 + 2 * 30


def test_ace_spec_undertow_bell_gusts_confuses_and_switches() -> None:
    scene = Scene({"hand": ["undertow-bell"], "bench_1": ["cindlet"]}, {"bench_1": ["tunnook"]})
    scene.play("undertow-bell").choose("Cindlet (bench_1)")
    assert (scene.names("p2_active"), scene.mark("p2_active", CONDITION)) == (["tunnook"], CONFUSED)
    assert scene.names("p1_active") == ["cindlet"]


def test_ace_spec_crown_of_seasons_gives_hit_points() -> None:
    scene = Scene(active("flintoad", "crown-of-seasons"))
    assert hp(scene.table, scene.spot("p1_active")) == 170


def test_special_energy_tandem_pays_for_two_and_weakens_attacks() -> None:
    assert Scene(active("flintoad", "tandem-energy")).attack("Stone Sulk").mark("p2_active") == 20


def test_special_energy_shelter_softens_attacks() -> None:
    scene = Scene(active("flintoad", *FIRES), active("tunnook", "shelter-energy")).attack("Stone Sulk")
    assert scene.mark("p2_active") == 20


@pytest.mark.parametrize(("energy", "pays"), [(["windfall-energy"], True), (["water-energy"], False)])
def test_special_energy_windfall_pays_for_any_type_but_only_once(energy: list[str], pays: bool) -> None:
    second = ("declare_attack", 1)
    scene = Scene(active("cindlet", "water-energy", *energy))  # whose Kindling Hop costs RC
    assert (second in PLUGIN.options(scene.table, 0)) == pays
    scene = Scene(active("ashmane-regent", *["water-energy"] * 2, *energy))  # whose Pyre Debt costs RRC
    assert second not in PLUGIN.options(scene.table, 0)


def test_special_energy_windfall_hurts_and_draws() -> None:
    scene = Scene({"hand": ["windfall-energy"]})
    scene.do("attach_energy", scene.card("p1_hand", "windfall-energy"), scene.spot("p1_active"))
    assert (scene.mark("p1_active"), len(scene.names("p1_hand"))) == (10, 1)
    assert energy_on(scene.table, scene.spot("p1_active")) == "*"


def test_tool_is_attached_once_and_gives_hit_points() -> None:
    scene = Scene({"hand": ["sturdy-harness", "feather-strap"]})
    scene.do("attach_tool", scene.card("p1_hand", "sturdy-harness"), scene.spot("p1_active"))
    assert hp(scene.table, scene.spot("p1_active")) == 140
    assert not scene.may("attach_tool")


def test_tool_pricks_the_attacker() -> None:
    scene = Scene(active("flintoad", *FIRES), active("tunnook", "bramble-collar")).attack("Stone Sulk")
    assert (scene.mark("p2_active"), scene.mark("p1_active")) == (40, 20)


def test_tool_pricks_nobody_from_the_bench() -> None:
    foe = active("flintoad", bench_1=["tunnook", "bramble-collar"])
    scene = Scene(active("lumisk-regent", *WATERS), foe).attack("Prism Spray").choose("Tunnook (bench_1)")
    assert (scene.mark("p2_bench_1"), scene.mark("p1_active")) == (70, 0)


def test_tool_makes_retreating_cheaper() -> None:
    scene = Scene(active("flintoad", "feather-strap"))
    assert retreat_cost(scene.table, scene.spot("p1_active")) == 0


@pytest.mark.parametrize(("stadium", "cost"), [("stony-switchback", 3), ("mossy-footpath", 1), ("", 2)])
def test_stadium_changes_retreat_costs(stadium: str, cost: int) -> None:
    assert retreat_cost(Scene(stadium=stadium).table, LAYOUT.index["p2_active"]) == cost


def test_stadium_makes_benches_smaller_for_both() -> None:
    full = {f"bench_{number}": ["cindlet"] for number in range(1, 6)}
    scene = Scene({"hand": ["narrow-jetty", "tunnook"], **full}, {"bench_1": ["cindlet"], "bench_2": ["tunnook"]})
    scene.play("narrow-jetty").choose("Cindlet (bench_1)", "Cindlet (bench_4)")
    assert scene.names("p1_discard") == ["cindlet"] * 2
    assert not scene.may("play_basic")


def test_plus_only_after_a_knock_out_by_an_attack() -> None:
    side = active("flintoad", *FIRES, hand=["drum-of-anger"], bench_1=["flintoad", *FIRES])
    assert not Scene(side).may("play_trainer")
    scene = Scene(side, active("flintoad", *FIRES)).hurt("p1_active", 60)
    scene.do("end_turn").attack("Stone Sulk", seat=1).choose("Prize 1", seat=1)
    scene.play("drum-of-anger").attack("Stone Sulk")
    assert scene.mark("p2_active") == 40 + 50 - 30  # less what the foe's Stone Sulk softens


def test_plus_not_after_ones_own_attack_has_knocked_out_ones_own_pokemon() -> None:
    """Who has another turn after that has had no turn of the opponent's in between."""
    side = active("radiant-sunquill", *FIRES, hand=["drum-of-anger"], bench_1=["flintoad", *FIRES])
    scene = Scene(side).hurt("p1_active", 110)
    scene.table.mark(scene.spot("p1_active"), CONDITION, CONFUSED)
    scene.table.mark(scene.spot("p1_player"), EXTRA_TURN, 5)
    scene.chance.coins = [False]
    scene.attack("Second Dawn").choose("Prize 1", seat=1)
    assert scene.table.player == 0 and not scene.may("play_trainer")


# -- what no card of ours says, but a program may


def test_a_hand_is_shuffled_into_the_deck() -> None:
    scene = Scene({"hand": ["cindlet", "tunnook"], "deck": ["puddlin"]}).carry_out(("hand_away", "deck"))
    assert scene.names("p1_hand") == []
    assert sorted(scene.names("p1_deck")) == ["cindlet", "puddlin", "tunnook"]
    assert not any(scene.table.sight(card) for card in scene.table.zones[scene.spot("p1_deck")])


def test_the_bottom_of_a_deck_is_looked_at_by_one_player() -> None:
    scene = Scene({"deck": ["cindlet", "tunnook", "puddlin"]}).carry_out(("look", 2, "bottom"))
    assert [scene.table.sight(card) for card in scene.table.zones[scene.spot("p1_deck")]] == [0, 1, 1]


def test_the_foe_draws_until_there_are_so_many_cards() -> None:
    assert len(Scene(foe={"hand": ["cindlet"]}).carry_out(("draw_to", 4, "foe")).names("p2_hand")) == 4


def test_coins_are_flipped_until_one_is_tails() -> None:
    scene = Scene()
    scene.chance.coins = [True, True, False]
    assert scene.carry_out(("flips", -1), ("counters", ("per", 1, "heads"))).mark("p2_active") == 20


def test_cards_go_to_the_lost_zone_or_on_top_of_the_deck() -> None:
    pile = {"discard": ["cindlet"]}
    lost = Scene(pile).carry_out(("choose", "chosen", "discard"), ("put", "chosen", "lost"))
    assert lost.names("p1_lost") == ["cindlet"]
    top = Scene(pile).carry_out(("choose", "chosen", "discard"), ("put", "chosen", "deck_top"))
    assert top.names("p1_deck")[0] == "cindlet"


def test_a_pokemon_goes_back_into_the_deck() -> None:
    scene = Scene({"bench_1": ["tunnook", "fire-energy"]}).carry_out(("pick_up", "own_bench", "deck"))
    assert scene.names("p1_bench_1") == []
    assert len(scene.names("p1_deck")) == 12
    assert scene.table.drawn == 1, "the deck is shuffled then"


@pytest.mark.parametrize("source", ["prizes", "foe_hand", "deck", "foe_deck"])
def test_who_has_not_looked_chooses_among_cards_without_names(source: str) -> None:
    three = ["cindlet", "cindlet", "puddlin"]
    scene = Scene({"prizes": three, "deck": three}, {"hand": three, "deck": three})
    assert scene.carry_out(("choose", "chosen", source)).offered == ["Card 1", "Card 2", "Card 3"]
    filtered = Scene({"prizes": three, "deck": three}, {"hand": three, "deck": three})
    filtered.carry_out(("choose", "chosen", source, ("basic",), 0, 1))
    assert filtered.table.decision is None or filtered.offered == []


def test_the_other_player_chooses_from_a_hand_that_he_does_not_see() -> None:
    scene = Scene({"hand": ["cindlet", "puddlin"]})
    assert scene.carry_out(("choose", "chosen", "hand", (), 1, 1, "foe")).offered == ["Card 1", "Card 2"]


# -- programs are data


def programs() -> dict[str, Any]:
    """Every program of every card, by the card and where it stands on it."""
    found = {}
    for card in CARDS.values():
        found[f"{card.key}: effect"] = card.effect
        found |= {f"{card.key}: {attack.name}": attack.effect for attack in card.attacks}
        if card.ability is not None:
            found[f"{card.key}: {card.ability.name}"] = card.ability.effect
    return {name: program for name, program in found.items() if program}


def conditions() -> dict[str, Any]:
    """All that a card needs, and all that always holds for it."""
    found = {}
    for card in CARDS.values():
        found |= {f"{card.key}: needs": card.needs, f"{card.key}: passive": card.passive}
        if card.ability is not None:
            found[f"{card.key}: ability"] = (card.ability.needs, card.ability.passive)
    return {name: condition for name, condition in found.items() if condition}


def tuples(value: Any) -> Any:
    return tuple(map(tuples, value)) if isinstance(value, list) else value


def operations(program: Any) -> set[str]:
    """The names of all operations of a program, and of those inside it."""
    names = set()
    for name, *args in program:
        names.add(name)
        inner = args[1:] if name == "if" else args if name == "coin" else []
        for each in inner:
            names |= operations(each)
    return names


@pytest.mark.parametrize("data", [pytest.param(data, id=name) for name, data in (programs() | conditions()).items()])
def test_a_program_is_the_same_after_json(data: Any) -> None:
    assert tuples(json.loads(json.dumps(data))) == data


@pytest.mark.parametrize("program", [pytest.param(program, id=name) for name, program in programs().items()])
def test_a_program_is_made_of_operations_that_there_are(program: Any) -> None:
    assert operations(program) <= set(OPERATIONS)
