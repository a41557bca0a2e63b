"""The operations of programs: each does one thing that cards say. They are written with the words of `programs.py`.

Importing this declares them all.
"""

from __future__ import annotations

from gameplan.cards.pokemon.effects import cards, choosing, damage, deciding, in_play, lasting, prizes

__all__ = ["cards", "choosing", "damage", "deciding", "in_play", "lasting", "prizes"]
