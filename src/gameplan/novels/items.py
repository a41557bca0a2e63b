"""The ids of things that come into hand: how a scene's "a brass key" is called in a condition, a choice, a save."""

from __future__ import annotations

import re
import unicodedata

_LONGEST = 59
_SPELT = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "æ": "ae", "ø": "oe", "œ": "oe"})


def item_id(words: str) -> str:
    """The name under which a thing is in hand: `a brass key` is `a_brass_key`, in letters that any id may have."""
    spelt = words.casefold().translate(_SPELT)
    plain = "".join(map(_plain, unicodedata.normalize("NFKD", spelt)))
    name = re.sub(r"[^a-z0-9]+", "_", plain).strip("_")[:_LONGEST]
    return name if name[:1].isalpha() else f"x{name}"


def _plain(letter: str) -> str:
    """A letter of another script by its number; accents fall away."""
    if letter.isascii() or unicodedata.combining(letter):
        return letter if letter.isascii() else ""
    return f"u{ord(letter):x}" if letter.isalnum() else "_"
