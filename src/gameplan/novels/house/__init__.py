"""The house author: a complete novel for any premise, with no model and no network."""

from gameplan.novels.house.author import write
from gameplan.novels.house.balancing import write_balanced

__all__ = ["write", "write_balanced"]
