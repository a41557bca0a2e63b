"""What does a place sound like? A quiet loop, made of words, whose end runs into its beginning."""

from gameplan.novels.assets.loops.composing import compose_loop

__all__ = ["compose_loop"]
