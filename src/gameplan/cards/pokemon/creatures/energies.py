"""Energy: the basic ones, and special ones of our own."""

from __future__ import annotations

from gameplan.cards.pokemon.creatures.printing import basic_energy, special_energy
from gameplan.cards.pokemon.programs import op

FIRE = basic_energy("Fire Energy", "R")
WATER = basic_energy("Water Energy", "W")
LIGHTNING = basic_energy("Lightning Energy", "L")
GRASS = basic_energy("Grass Energy", "G")
PSYCHIC = basic_energy("Psychic Energy", "P")

TANDEM = special_energy(
    "Tandem Energy",
    "CC",
    "Provides two Colorless Energy. The attacks of the Pokémon that this is attached to do 20 less damage to your "
    "opponent's Active Pokémon (before Weakness and Resistance).",
    "more",
    -20,
)
SHELTER = special_energy(
    "Shelter Energy",
    "C",
    "Provides one Colorless Energy. Attacks of your opponent's Pokémon do 20 less damage to the Pokémon that this is "
    "attached to (after Weakness and Resistance).",
    "less",
    20,
)
WINDFALL = special_energy(
    "Windfall Energy",
    "*",
    "Provides one Energy of any type. When you attach this from your hand, put 1 damage counter on that Pokémon and "
    "draw a card.",
    effect=(op("counters", 1, "self"), op("draw", 1)),
)
