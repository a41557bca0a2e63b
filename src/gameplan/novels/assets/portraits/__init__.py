"""Portraits that are drawn here: one identity across all expressions, from words and from chance that repeats."""

from gameplan.novels.assets.portraits.drawing import draw_portrait
from gameplan.novels.assets.portraits.identity import Identity, identity_of

__all__ = ["Identity", "draw_portrait", "identity_of"]
