"""Grove: Grass and Psychic. It grows quickly, heals, moves damage about, and wears the opponent's deck away."""

from __future__ import annotations

from gameplan.cards.pokemon.creatures import energies, trainers
from gameplan.cards.pokemon.creatures.deck import Deck, of
from gameplan.cards.pokemon.creatures.printing import creature, supporter, tool
from gameplan.cards.pokemon.facts import Ability, Attack
from gameplan.cards.pokemon.programs import HIT, choose, op, search, search_to_evolve

MOSSNIB = creature(
    "Mossnib", "G", 60,
    Attack("Call the Clearing", "C", text="Search your deck for up to 2 Basic Pokémon and put them onto your Bench. "
           "Then shuffle your deck.", effect=search(("basic",), 2, "bench")),
    Attack("Green Hurry", "G", text="Search your deck for a card that evolves from Mossnib and put it onto this "
           "Pokémon to evolve it, even on your first turn or if it was put into play this turn. Then shuffle your "
           "deck.", effect=search_to_evolve("Mossnib")),
    weak="R",
)  # fmt: skip
BRACKENOX = creature(
    "Brackenox", "G", 110,
    Attack("Bramble Shoulder", "GC", 60, text="Your opponent switches their Active Pokémon with one of their Benched "
           "Pokémon that they choose.",
           effect=(HIT, choose("foe_bench", as_="target", by="foe", text="Choose your new Active Pokémon"),
                   op("switch_in", "target"))),
    ability=Ability("Rough Hide", "This Pokémon can't be affected by Special Conditions.", "always",
                    passive=("no_conditions",)),
    weak="R", retreat=2, after=("Mossnib",),
)  # fmt: skip
ELDERMOOR = creature(
    "Eldermoor", "G", 180,
    Attack("Canopy Fall", "GCC", 80, "+", "This attack does 20 more damage for each of your Benched Pokémon.",
           (op("more", ("per", 20, "bench", "own")), HIT)),
    ability=Ability(
        "Mother Root",
        "Once during your turn, you may heal 30 damage from one of your Pokémon.",
        "once",
        (choose("own_damaged", as_="target", text="Choose the Pokémon to heal"), op("heal", 30, "target")),
        ("damaged", "own_all"),
    ),
    weak="R", retreat=3, after=("Mossnib", "Brackenox"),
)  # fmt: skip
WISPURR = creature(
    "Wispurr", "P", 60,
    Attack("Pinprick Purr", "P", text="Put 3 damage counters on one of your opponent's Pokémon.",
           effect=(choose("foe_all", as_="target", text="Choose the Pokémon to put damage counters on"),
                   op("counters", 3, "target"))),
    weak="P",
)  # fmt: skip
SOMNELOPE = creature(
    "Somnelope", "P", 110,
    Attack("Borrowed Ache", "P", text="Move up to 4 damage counters from one of your Pokémon to your opponent's Active "
           "Pokémon.",
           effect=(choose("own_damaged", as_="source", text="Choose the Pokémon to take damage counters from"),
                   op("move_counters", 4, "source", "foe"))),
    Attack("Pillow Maze", "PC", 70, text="Your opponent's Active Pokémon is now Confused.",
           effect=(op("condition", "Confused"),)),
    ability=Ability(
        "Uneasy Night",
        "Between turns, put 1 damage counter on your opponent's Active Pokémon.",
        "checkup",
        passive=("counters_on_foe", 1),
    ),
    weak="P", after=("Wispurr",),
)  # fmt: skip
SPINDREL = creature(
    "Spindrel", "G", 80,
    Attack("Sticky Reel", "C", 20, text="Your opponent's Active Pokémon is now Poisoned. During your opponent's next "
           "turn, it can't retreat.", effect=(op("condition", "Poisoned"), op("stick"))),
    ability=Ability("Dew Drinker", "Between turns, heal 10 damage from this Pokémon.", "checkup",
                    passive=("heal_self", 10)),
    weak="R",
)  # fmt: skip
LEAFLARK = creature(
    "Leaflark", "C", 60,
    Attack("Turn the Page", "C", 20, text="Discard the top 2 cards of your opponent's deck.", effect=(op("mill", 2),)),
    ability=Ability(
        "Overhear",
        "When you play this Pokémon from your hand onto your Bench, you may have your opponent reveal their hand; "
        "choose a Trainer card that you find there and put it on the bottom of their deck.",
        "played",
        (
            op("reveal_hand"),
            choose("foe_hand", ("trainer",), as_="taken", text="Choose a Trainer to put under their deck"),
            op("put", "taken", "deck_bottom", True),
        ),
        ("hand", "foe"),
    ),
    weak="L", resists="F", retreat=0,
)  # fmt: skip
WORLDROOT_SOVEREIGN = creature(
    "Worldroot Sovereign", "G", 280,
    Attack("Sap Rising", "GC", 60, text="Heal 40 damage from this Pokémon.", effect=(op("heal", 40),)),
    Attack("Age of Leaves", "GGGC", 180, text="If your opponent's Pokémon is Knocked Out by damage from this attack, "
           "take 1 more Prize card.", effect=(HIT, op("extra_prizes", 1))),
    ability=Ability(
        "Old Bark", "Attacks of your opponent's Basic Pokémon do 20 less damage to this Pokémon (after Weakness and "
        "Resistance).", "always", passive=("less_from", 20, ("basic",)),
    ),
    retreat=4, prizes=3,
)  # fmt: skip

CROWN_OF_SEASONS = tool(
    "Crown of Seasons",
    "ACE SPEC: a deck can have only one. The Pokémon that this is attached to has 70 more HP.",
    "hp",
    70,
    ace_spec=True,
)
KEEPER_OF_SEEDS = supporter(
    "Keeper of Seeds",
    "Choose one of your opponent's Evolution Pokémon. Put its newest stage back into their hand; it becomes what it "
    "was before. Draw 2 cards.",
    (
        choose("foe_all", ("evolution",), as_="target", text="Choose the Pokémon that loses its newest stage"),
        op("devolve", "target"),
        op("draw", 2),
    ),
    ("spots", "foe_all", ("evolution",)),
)

DECK = Deck(
    "grove",
    "Grove of Eldermoor",
    "Grows quickly out of the deck, heals itself, and moves damage to where it hurts.",
    of(
        (4, MOSSNIB), (2, BRACKENOX), (3, ELDERMOOR), (3, WISPURR), (2, SOMNELOPE), (1, SPINDREL), (2, LEAFLARK),
        (1, WORLDROOT_SOVEREIGN),
        (3, trainers.LURE_WHISTLE), (2, trainers.DEEP_SATCHEL), (3, trainers.GROWTH_TONIC),
        (2, trainers.HONEY_POULTICE), (2, trainers.FORAGE_BASKET), (1, trainers.SWAP_ROPE),
        (1, trainers.HOMEWARD_LANTERN),
        (3, trainers.WANDERING_SCHOLAR), (2, trainers.QUIET_LIBRARIAN), (2, trainers.SIGNAL_KITE),
        (1, trainers.HARBOR_AUCTION), (1, KEEPER_OF_SEEDS),
        (1, CROWN_OF_SEASONS), (1, trainers.BRAMBLE_COLLAR), (2, trainers.MOSSY_FOOTPATH),
        (9, energies.GRASS), (4, energies.PSYCHIC), (2, energies.WINDFALL),
    ),
)  # fmt: skip
