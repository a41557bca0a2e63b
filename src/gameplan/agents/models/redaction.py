"""Keys are taken out of everything that leaves this package as text."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable

_NAMES_A_SECRET = re.compile(r"(KEY|TOKEN|SECRET|PASSWORD|CREDENTIALS?)$", re.IGNORECASE)
_LOOKS_LIKE_A_KEY = re.compile(r"\b(?:sk-[\w-]{8,}|AIza[\w-]{20,}|Bearer\s+[\w.~+/-]{8,}=*)")
_SHORTEST = 8  # what is shorter is a word, not a key


def redacted(text: str, secrets: Iterable[str] = ()) -> str:
    """The text without keys: those given, those in the environment, and what looks like one."""
    for secret in sorted({*secrets, *_in_environment()}, key=len, reverse=True):
        if len(secret) >= _SHORTEST:
            text = text.replace(secret, "[key]")
    return _LOOKS_LIKE_A_KEY.sub("[key]", text)


def _in_environment() -> set[str]:
    return {value for name, value in os.environ.items() if _NAMES_A_SECRET.search(name)}
