"""The house author: a complete novel for any premise, with no model and no network."""

from gameplan.novels.house.author import write

__all__ = ["write"]
