"""Trainers of our own that any deck may play."""

from __future__ import annotations

from gameplan.cards.pokemon.creatures.printing import item, stadium, supporter, tool
from gameplan.cards.pokemon.programs import (
    CANDY,
    choose,
    coin,
    discard_from_hand,
    gust,
    if_,
    op,
    recover,
    search,
    switch_own,
)

# -- Items

LURE_WHISTLE = item(
    "Lure Whistle",
    "Search your deck for a Basic Pokémon and put it onto your Bench. Then shuffle your deck.",
    search(("basic",), 1, "bench"),
    ("and", ("room",), ("deck",)),
)
DEEP_SATCHEL = item(
    "Deep Satchel",
    "You can play this only if you discard 2 other cards from your hand. Search your deck for a Pokémon, reveal it, "
    "and put it into your hand. Then shuffle your deck.",
    (*discard_from_hand(2), *search(("pokemon",))),
    ("and", ("hand", "own", 2), ("deck",)),
)
TRAIL_MAP = item(
    "Trail Map",
    "Look at the top 5 cards of your deck. You may reveal a Pokémon or an Energy that you find there and put it into "
    "your hand. Put the other cards on the bottom of your deck, in the order in which they lie.",
    (
        op("look", 5),
        choose(
            "looked",
            ("or", ("pokemon",), ("energy",)),
            as_="found",
            least=0,
            text="You may put a Pokémon or an Energy of these into your hand",
        ),
        op("put", "found", "hand", True),
        op("under", "looked"),
    ),
    ("deck",),
)
GROWTH_TONIC = item(
    "Growth Tonic",
    "Choose one of your Basic Pokémon in play. Put a Stage 2 card of its line from your hand onto it to evolve it; the "
    "Stage 1 is skipped. You cannot play this on your first turn, or on a Pokémon that was put into play this turn.",
    CANDY,
    ("candy",),
)
SWAP_ROPE = item(
    "Swap Rope",
    "Switch your Active Pokémon with one of your Benched Pokémon.",
    switch_own(),
    ("bench", "own"),
)
FORAGE_BASKET = item(
    "Forage Basket",
    "Put up to 2 in any combination of Pokémon and basic Energy from your discard pile into your hand.",
    recover(("or", ("pokemon",), ("basic_energy",)), 2),
    ("any_in", "discard", ("or", ("pokemon",), ("basic_energy",))),
)
HONEY_POULTICE = item(
    "Honey Poultice",
    "Heal 40 damage from one of your Pokémon. If it is your Active Pokémon, it also recovers from all Special "
    "Conditions.",
    (
        choose("own_all", as_="target", text="Choose the Pokémon to heal"),
        op("heal", 40, "target"),
        op("cure", "target"),
    ),
    ("or", ("damaged", "own_all"), ("afflicted", "own")),
)
STATIC_BRUSH = item(
    "Static Brush",
    "Flip a coin. If heads, discard an Energy from one of your opponent's Pokémon.",
    (
        coin(
            (choose("energy:foe_all", as_="taken", text="Choose the Energy to discard"), op("put", "taken", "discard"))
        ),
    ),
    ("energy", "foe_all"),
)
TIN_PERISCOPE = item(
    "Tin Periscope",
    "Your opponent reveals their hand. Then draw a card.",
    (op("reveal_hand"), op("draw", 1)),
    ("or", ("hand", "foe"), ("deck",)),
)
LOCKSMITHS_LENS = item(
    "Locksmith's Lens",
    "Look at your face-down Prize cards. You may put one of them into your hand; if you do, put another card from your "
    "hand face down in its place.",
    (
        op("look_at_prizes"),
        if_(
            ("hand", "own"),
            (
                choose("prizes", as_="prize", least=0, text="You may choose a Prize card to put into your hand"),
                op("swap_prize", "prize"),
            ),
        ),
    ),
)

HUNGRY_GOAT = item(
    "Hungry Goat",
    "Discard the Stadium in play and a Tool from one of your opponent's Pokémon.",
    (
        op("discard_stadium"),
        choose("tool:foe_all", as_="taken", text="Choose the Tool to discard"),
        op("put", "taken", "discard"),
    ),
    ("or", ("stadium",), ("tool", "foe_all")),
)
HOMEWARD_LANTERN = item(
    "Homeward Lantern",
    "Put one of your Benched Pokémon and all cards attached to it into your hand.",
    (choose("own_bench", as_="target", text="Choose the Pokémon to put into your hand"), op("pick_up", "target")),
    ("bench", "own"),
)

# -- Supporters

WANDERING_SCHOLAR = supporter(
    "Wandering Scholar",
    "Discard your hand and draw 7 cards.",
    (op("hand_away", "discard"), op("draw", 7)),
    ("deck",),
)
QUIET_LIBRARIAN = supporter(
    "Quiet Librarian",
    "Draw cards until you have 6 cards in your hand.",
    (op("draw_to", 6),),
    ("and", ("deck",), ("hand_up_to", "own", 5)),
)
SIGNAL_KITE = supporter(
    "Signal Kite",
    "Choose one of your opponent's Benched Pokémon and switch it with their Active Pokémon.",
    gust(),
    ("bench", "foe"),
)
HARBOR_AUCTION = supporter(
    "Harbor Auction",
    "Each player puts their hand on the bottom of their deck. Then each player draws as many cards as they have Prize "
    "cards left.",
    (
        op("hand_away", "bottom"),
        op("hand_away", "bottom", "foe"),
        op("draw", ("per", 1, "prizes_left", "own")),
        op("draw", ("per", 1, "prizes_left", "foe"), "foe"),
    ),
)
GLASSBLOWER = supporter(
    "Glassblower",
    "Search your deck for an Evolution Pokémon and a basic Energy, reveal them, and put them into your hand. Then "
    "shuffle your deck.",
    (
        op("look", 0),
        choose("deck", ("evolution",), as_="found", least=0, text="Choose an Evolution Pokémon to put into your hand"),
        op("put", "found", "hand", True),
        choose("deck", ("basic_energy",), as_="found", least=0, text="Choose a basic Energy to put into your hand"),
        op("put", "found", "hand", True),
        op("shuffle"),
    ),
    ("deck",),
)

# -- Tools

STURDY_HARNESS = tool("Sturdy Harness", "The Pokémon that this is attached to has 40 more HP.", "hp", 40)
BRAMBLE_COLLAR = tool(
    "Bramble Collar",
    "If the Pokémon that this is attached to is your Active Pokémon and is damaged by an attack of your opponent's "
    "Pokémon, put 2 damage counters on the Attacking Pokémon.",
    "thorns",
    20,
)
FEATHER_STRAP = tool(
    "Feather Strap", "The Retreat Cost of the Pokémon that this is attached to is 2 Energy less.", "retreat", -2
)

# -- Stadiums

NARROW_JETTY = stadium(
    "Narrow Jetty",
    "Each player can have at most 3 Benched Pokémon. When this comes into play, a player who has more discards Benched "
    "Pokémon, with all cards attached to them, until there are 3.",
    "bench",
    3,
)
STONY_SWITCHBACK = stadium(
    "Stony Switchback", "The Retreat Cost of each Pokémon in play, both yours and your opponent's, is 1 Energy more.",
    "retreat_all", 1,
)  # fmt: skip
MOSSY_FOOTPATH = stadium(
    "Mossy Footpath", "The Retreat Cost of each Pokémon in play, both yours and your opponent's, is 1 Energy less.",
    "retreat_all", -1,
)  # fmt: skip
