"""Embers: Fire and stone. It burns its own Energy for big hits, and fetches it back from the discard pile."""

from __future__ import annotations

from gameplan.cards.pokemon.creatures import energies, trainers
from gameplan.cards.pokemon.creatures.deck import Deck, of
from gameplan.cards.pokemon.creatures.printing import creature, item, supporter
from gameplan.cards.pokemon.facts import Ability, Attack
from gameplan.cards.pokemon.programs import HIT, choose, coin, discard_energy, if_, op, search

_FIRE = ("and", ("basic_energy",), ("type", "R"))

CINDLET = creature(
    "Cindlet", "R", 70,
    Attack("Soot Sneeze", "C", 30),
    Attack("Kindling Hop", "RC", 50, "+", "Flip a coin. If heads, this attack does 20 more damage.",
           (coin((op("more", 20),)), HIT)),
    weak="W",
)  # fmt: skip
SCORCHOOK = creature(
    "Scorchook", "R", 100,
    Attack("Tinderclap", "RC", 50, "+", "If your opponent's Active Pokémon is already Burned, this attack does 40 more "
           "damage. It is now Burned.",
           (if_(("afflicted", "foe", "Burned"), (op("more", 40),)), HIT, op("condition", "Burned"))),
    weak="W", retreat=2, after=("Cindlet",),
)  # fmt: skip
PYRROGANTH = creature(
    "Pyrroganth", "R", 180,
    Attack("Caldera March", "RCC", 150, text="Discard an Energy from this Pokémon.", effect=discard_energy(1)),
    ability=Ability(
        "Bellows Heart",
        "Once during your turn, you may attach a basic Fire Energy from your discard pile to one of your Pokémon.",
        "once",
        (
            choose("discard", _FIRE, as_="energy", text="Choose a basic Fire Energy of your discard pile to attach"),
            choose("own_all", as_="target", text="Choose the Pokémon to attach it to"),
            op("attach", "energy", "target"),
        ),
        ("any_in", "discard", _FIRE),
    ),
    weak="W", retreat=3, after=("Cindlet", "Scorchook"),
)  # fmt: skip
ASHMANE_REGENT = creature(
    "Ashmane Regent", "R", 210,
    Attack("Levy of Cinders", "RC", 60, "+", "You may discard up to 2 basic Fire Energy cards from your hand. This "
           "attack does 30 more damage for each card that you discard in this way.",
           (choose("hand", _FIRE, as_="paid", least=0, most=2, text="You may discard up to 2 basic Fire Energy of your "
                   "hand, for 30 more damage each"), op("put", "paid", "discard"),
                   op("more", ("per", 30, "chosen", "paid")), HIT)),
    Attack("Pyre Debt", "RRC", 180, text="This Pokémon also does 40 damage to itself. During your next turn, this "
           "Pokémon can't use Pyre Debt.", effect=(op("recoil", 40), op("lock"))),
    weak="F", retreat=2, prizes=2,
)  # fmt: skip
TUNNOOK = creature(
    "Tunnook", "F", 80,
    Attack("Gravel Shrug", "C", 30),
    ability=Ability(
        "Vein Finder",
        "When you play this Pokémon from your hand onto your Bench, you may search your deck for up to 2 basic Energy "
        "cards, reveal them, and put them into your hand. Then shuffle your deck.",
        "played",
        search(("basic_energy",), 2),
        ("deck",),
    ),
    weak="G",
)  # fmt: skip
FLINTOAD = creature(
    "Flintoad", "F", 100,
    Attack("Pebble Patience", "C", text="During your next turn, this Pokémon's attacks do 60 more damage to your "
           "opponent's Active Pokémon (before Weakness and Resistance).", effect=(op("boost", 60),)),
    Attack("Stone Sulk", "CC", 40, text="During your opponent's next turn, attacks do 30 less damage to this Pokémon "
           "(after Weakness and Resistance).", effect=(op("guard", 30),)),
    weak="G", retreat=2,
)  # fmt: skip
RADIANT_SUNQUILL = creature(
    "Radiant Sunquill", "R", 130,
    Attack("Noonday Verdict", "RCC", 60, "+", "This attack does 30 more damage for each Prize card that your opponent "
           "has taken.", (op("more", ("per", 30, "prizes_taken", "foe")), HIT)),
    Attack("Second Dawn", "R", text="Flip 2 coins. If both of them are heads, take another turn after this one. (There "
           "is no Pokémon Checkup between the two.)", effect=(op("flips", 2), if_(("heads", 2), (op("again"),)))),
    radiant=True, text="A deck can have only one Radiant Pokémon.",
)  # fmt: skip

EVERBURNING_COAL = item(
    "Everburning Coal",
    "ACE SPEC: a deck can have only one. Attach up to 3 basic Energy cards from your discard pile to one of your "
    "Pokémon.",
    (
        choose("own_all", as_="target", text="Choose the Pokémon to attach them to"),
        choose(
            "discard", ("basic_energy",), as_="energy", most=3, text="Choose 1 to 3 basic Energy of your discard pile"
        ),
        op("attach", "energy", "target"),
    ),
    ("any_in", "discard", ("basic_energy",)),
    ace_spec=True,
)
DRUM_OF_ANGER = supporter(
    "Drum of Anger",
    "You can play this only if one of your Pokémon was Knocked Out by an attack during your opponent's last turn. "
    "During this turn, attacks of your Pokémon do 50 more damage to your opponent's Active Pokémon (before Weakness "
    "and Resistance). Draw 2 cards.",
    (op("plus", 50), op("draw", 2)),
    ("knocked",),
)

DECK = Deck(
    "embers",
    "Embers of Caldera",
    "Burns its own Energy for the biggest hits and fetches it back from the discard pile.",
    of(
        (4, CINDLET), (2, SCORCHOOK), (3, PYRROGANTH), (2, ASHMANE_REGENT), (3, TUNNOOK), (2, FLINTOAD),
        (1, RADIANT_SUNQUILL),
        (4, trainers.LURE_WHISTLE), (2, trainers.DEEP_SATCHEL), (3, trainers.GROWTH_TONIC), (2, trainers.SWAP_ROPE),
        (1, trainers.FORAGE_BASKET), (1, trainers.HUNGRY_GOAT), (1, trainers.LOCKSMITHS_LENS), (1, EVERBURNING_COAL),
        (4, trainers.WANDERING_SCHOLAR), (2, trainers.QUIET_LIBRARIAN), (2, trainers.SIGNAL_KITE), (1, DRUM_OF_ANGER),
        (2, trainers.STURDY_HARNESS), (2, trainers.STONY_SWITCHBACK),
        (13, energies.FIRE), (2, energies.TANDEM),
    ),
)  # fmt: skip
