"""Keys are taken out of everything that leaves this package as text."""

from __future__ import annotations

import re
from collections.abc import Iterable

from gameplan.tools.clean import SHORTEST_KEY, masked

_LOOKS_LIKE_A_KEY = re.compile(r"\b(?:sk-[\w-]{8,}|AIza[\w-]{20,}|Bearer\s+[\w.~+/-]{8,}=*)")


def redacted(text: str, secrets: Iterable[str] = ()) -> str:
    """The text without keys: those given, those in the environment, and what looks like one."""
    for secret in sorted(set(secrets), key=len, reverse=True):
        if len(secret) >= SHORTEST_KEY:
            text = text.replace(secret, "[key]")
    return _LOOKS_LIKE_A_KEY.sub("[key]", masked(text))
