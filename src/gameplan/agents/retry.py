"""How long to wait before a model is asked again."""

from __future__ import annotations

import zlib
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Retry:
    """Back-off for transient errors: each wait is longer than the last, and a little different for each turn."""

    attempts: int = 4
    first_wait: float = 0.5
    factor: float = 2.0
    longest_wait: float = 30.0

    def wait(self, attempt: int, key: str, retry_after: float | None = None) -> float:
        """Seconds to wait after failed attempt number `attempt`; what the provider asks for counts first."""
        if retry_after is not None:
            return min(retry_after, self.longest_wait)
        spread = zlib.crc32(f"{key}/{attempt}".encode()) / 0xFFFFFFFF
        return min(self.first_wait * self.factor ** (attempt - 1), self.longest_wait) * (0.75 + spread / 2)
