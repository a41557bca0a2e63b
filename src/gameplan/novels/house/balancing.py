"""The house author's second look: plays what it has written, and sets the clocks by how that went."""

from __future__ import annotations

from functools import lru_cache

from gameplan.novels.house.author import write
from gameplan.novels.package import VNPackage
from gameplan.novels.play.book import Book
from gameplan.novels.simulation.report import simulate
from gameplan.novels.simulation.sweep import suggest, with_clocks

_PLAYS = 60  # of each kind of player


@lru_cache(maxsize=8)
def write_balanced(premise: str, seed: int, language: str = "en") -> VNPackage:
    """A complete novel for a premise, neither too easy nor too hard: as `write`, with the clocks that plays ask for."""
    return balanced(write(premise, seed, language))


def balanced(package: VNPackage) -> VNPackage:
    """A novel with the clocks that plays ask for; with its own, if these will do."""
    suggestion = suggest(package, simulate(Book(package), _PLAYS))
    return with_clocks(package, suggestion.changes) if suggestion is not None else package
