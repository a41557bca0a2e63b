"""The Pokémon TCG at the table: zones, rules, effects as programs, and decks of our own creatures.

Not affiliated with the owners of the game; no card, text or picture of theirs is in here.
"""
