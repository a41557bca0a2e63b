"""Tides: Water and Lightning. It holds the opponent back, hits the Bench, and knows what it will draw."""

from __future__ import annotations

from gameplan.cards.pokemon.creatures import energies, trainers
from gameplan.cards.pokemon.creatures.deck import Deck, of
from gameplan.cards.pokemon.creatures.printing import creature, item, supporter
from gameplan.cards.pokemon.facts import Ability, Attack
from gameplan.cards.pokemon.programs import HIT, choose, coin, gust, op, switch_own

PUDDLIN = creature(
    "Puddlin", "W", 60,
    Attack("Rainy Errand", "C", text="Draw 2 cards.", effect=(op("draw", 2),)),
    Attack("Droplet Flick", "C", 30),
    weak="L",
)  # fmt: skip
BROOKEL = creature(
    "Brookel", "W", 90,
    Attack("Lullaby Ripple", "WC", 50, text="Your opponent's Active Pokémon is now Asleep.",
           effect=(op("condition", "Asleep"),)),
    weak="L", after=("Puddlin",),
)  # fmt: skip
TORRENWYRM = creature(
    "Torrenwyrm", "W", 160,
    Attack("Braided Current", "WCC", 130, text="This attack also does 20 damage to each of your opponent's Benched "
           "Pokémon. (Weakness and Resistance don't count for Benched Pokémon.)",
           effect=(HIT, op("hit", 20, "foe_bench"))),
    ability=Ability(
        "Tide Table",
        "Once during your turn, you may look at the top 3 cards of your deck and put them back in any order. Then you "
        "may move a basic Energy from one of your Benched Pokémon to your Active Pokémon.",
        "once",
        (
            op("look", 3),
            op("arrange", "looked"),
            choose("energy:own_bench", ("basic_energy",), as_="moved", least=0, text="You may move a basic Energy to "
                   "your Active Pokémon"),
            op("attach", "moved", "own"),
        ),
        ("deck",),
    ),
    weak="L", retreat=2, after=("Puddlin", "Brookel"),
)  # fmt: skip
SHIMFRY = creature(
    "Shimfry", "W", 60,
    Attack("Mirror Wriggle", "C", 20, text="Flip a coin. If heads, during your opponent's next turn, prevent all "
           "damage done to this Pokémon by attacks.", effect=(coin((op("guard", 9_999),)),)),
    ability=Ability(
        "Slip Under",
        "While this Pokémon is on your Bench, attacks of your opponent's Pokémon do 30 less damage to it.",
        "always",
        passive=("less_on_bench", 30),
    ),
    weak="L",
)  # fmt: skip
LUMISK_REGENT = creature(
    "Lumisk Regent", "W", 220,
    Attack("Prism Spray", "WC", text="This attack does 70 damage to one of your opponent's Pokémon. (Weakness and "
           "Resistance don't count for Benched Pokémon.)",
           effect=(choose("foe_all", as_="target", text="Choose the Pokémon to damage"), op("hit", 70, "target"))),
    Attack("Thousandfold Light", "WLC", 180, text="During your next turn, this Pokémon can't attack.",
           effect=(op("hold", "self"),)),
    weak="L", retreat=2, prizes=2, after=("Shimfry",), tera=True,
    text="Tera: while this Pokémon is on your Bench, attacks (yours and your opponent's) do no damage to it.",
)  # fmt: skip
ZIZZLE = creature(
    "Zizzle", "L", 70,
    Attack("Carpet Shuffle", "C", 20, text="Flip a coin. If heads, your opponent's Active Pokémon is now Paralyzed.",
           effect=(coin((op("condition", "Paralyzed"),)),)),
    Attack("Crackle Count", "LC", 30, "×", "Flip 3 coins. This attack does 30 damage for each heads.",
           (op("flips", 3), op("hit", ("per", 30, "heads")))),
    weak="F",
)  # fmt: skip
VOLTARN = creature(
    "Voltarn", "L", 120,
    Attack("Overarc", "LC", 60, "+", "This attack does 20 more damage for each Energy attached to your opponent's "
           "Active Pokémon.", (op("more", ("per", 20, "energy", "foe")), HIT)),
    ability=Ability(
        "Bare Wire",
        "When you play this Pokémon from your hand to evolve one of your Pokémon, you may discard an Energy from your "
        "opponent's Active Pokémon.",
        "evolved",
        (choose("energy:foe", as_="taken", text="Choose the Energy to discard"), op("put", "taken", "discard")),
        ("energy", "foe"),
    ),
    weak="F", after=("Zizzle",),
)  # fmt: skip
HUSHBUB = creature(
    "Hushbub", "W", 80,
    Attack("Muffling Foam", "C", 20, text="During their next turn, your opponent can't play Item cards from their "
           "hand.", effect=(op("forbid", "items"),)),
    Attack("Bilge Anchor", "WC", 50, text="During your opponent's next turn, the Defending Pokémon can't retreat.",
           effect=(op("stick"),)),
    ability=Ability(
        "Beneath Notice",
        "Prevent all damage done to this Pokémon by attacks of your opponent's Pokémon that give up more than one "
        "Prize card.",
        "always",
        passive=("immune", ("ruler",)),
    ),
    weak="L", retreat=2,
)  # fmt: skip

UNDERTOW_BELL = item(
    "Undertow Bell",
    "ACE SPEC: a deck can have only one. Choose one of your opponent's Benched Pokémon and switch it with their Active "
    "Pokémon. The new Active Pokémon is now Confused. Then you may switch your Active Pokémon with one of your Benched "
    "Pokémon.",
    (
        *gust(),
        op("condition", "Confused"),
        choose("own_bench", as_="own_target", least=0, text="You may switch your Active Pokémon with this one"),
        op("switch_in", "own_target"),
    ),
    ("bench", "foe"),
    ace_spec=True,
)
FERRY_PILOT = supporter(
    "Ferry Pilot",
    "Switch your Active Pokémon with one of your Benched Pokémon. Then draw 3 cards.",
    (*switch_own(), op("draw", 3)),
    ("bench", "own"),
)

DECK = Deck(
    "tides",
    "Tides of Lanternbay",
    "Holds the opponent back with conditions and hits the Bench, while it arranges its own draws.",
    of(
        (4, PUDDLIN), (2, BROOKEL), (3, TORRENWYRM), (3, SHIMFRY), (2, LUMISK_REGENT), (2, ZIZZLE), (2, VOLTARN),
        (1, HUSHBUB),
        (3, trainers.LURE_WHISTLE), (2, trainers.TRAIL_MAP), (3, trainers.GROWTH_TONIC), (1, trainers.SWAP_ROPE),
        (1, trainers.STATIC_BRUSH), (1, trainers.TIN_PERISCOPE), (1, trainers.FORAGE_BASKET), (1, UNDERTOW_BELL),
        (3, trainers.WANDERING_SCHOLAR), (2, trainers.GLASSBLOWER), (2, FERRY_PILOT), (1, trainers.SIGNAL_KITE),
        (2, trainers.HARBOR_AUCTION), (1, trainers.FEATHER_STRAP), (1, trainers.BRAMBLE_COLLAR),
        (2, trainers.NARROW_JETTY),
        (8, energies.WATER), (4, energies.LIGHTNING), (2, energies.SHELTER),
    ),
)  # fmt: skip
