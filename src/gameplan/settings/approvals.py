"""What a person approves in advance, in the words they use for it."""

from __future__ import annotations

from collections.abc import Iterable

VERBS = {"write": "writes", "destroy": "destroys", "send": "sends", "execute": "executes"}


def verbs_of(words: Iterable[str]) -> frozenset[str]:
    """The effects that are meant; `all` is every one, and what the plan itself asks for. `ValueError` for others."""
    said = {part.strip() for word in words for part in word.split(",") if part.strip()}
    unknown = said - {"all", *VERBS}
    if unknown:
        raise ValueError(f"{sorted(unknown)[0][:60]}: say all, or some of {', '.join(VERBS)}.")
    return frozenset(["asks", *VERBS.values()] if "all" in said else [VERBS[word] for word in said])
