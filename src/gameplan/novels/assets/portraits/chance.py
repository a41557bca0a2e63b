"""Chance that repeats itself."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence


class Chance:
    """Choices that look random and are not: the same key and question always give the same answer."""

    def __init__(self, key: str) -> None:
        self._key = key.encode("utf-8", "surrogatepass")

    def share(self, question: str) -> float:
        """A number from 0 up to 1."""
        digest = hashlib.sha256(self._key + b"\0" + question.encode()).digest()
        return int.from_bytes(digest[:6], "big") / 2**48

    def swing(self, question: str) -> float:
        """A number between -1 and 1, more often near the middle."""
        return self.share(question) + self.share(question + " again") - 1

    def pick(self, question: str, options: Sequence[str]) -> str:
        return options[int(self.share(question) * len(options))]

    def weigh(self, question: str, options: Mapping[str, float]) -> str:
        """One of the options, the heavier the likelier."""
        left = self.share(question) * sum(options.values())
        for name, weight in options.items():
            left -= weight
            if left < 0:
                return name
        return next(iter(options))
