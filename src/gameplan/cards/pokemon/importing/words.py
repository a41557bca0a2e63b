"""The words that card data is written in, with the ways in which they are misspelt."""

from __future__ import annotations

import re
import unicodedata

from gameplan.cards.pokemon.facts import TYPES

_LETTERS = {word.lower(): letter for letter, word in TYPES.items()}
_LETTERS |= {"dark": "D", "electric": "L", "steel": "M", "water": "W", "free": "", "": ""}
_MOJIBAKE = {"Ã©": "é", "Ã\x97": "×", "Ã—": "×", "â€™": "’", "â€“": "–", "Â": ""}


def mended(text: str) -> str:
    """Text that was once decoded wrongly, as it was meant."""
    for wrong, right in _MOJIBAKE.items():
        if wrong in text:
            text = text.replace(wrong, right)
    return text


def letter_of(word: str) -> str | None:
    """The letter of a type, given by its name or by the letter; "" for none, None for a word that is no type."""
    word = word.strip()
    if len(word) == 1 and word.upper() in TYPES:
        return word.upper()
    return _LETTERS.get(word.lower())


def plain(name: str) -> str:
    """A name as it is compared: without accents, case and typographic marks."""
    text = unicodedata.normalize("NFKD", mended(name).replace("’", "'").replace("&", "and"))
    return re.sub(r"\s+", " ", "".join(c for c in text if not unicodedata.combining(c))).strip().lower()


def bones(name: str) -> str:
    """What is left of a name whose accents came out as question marks, of the name and of the list alike."""
    text = unicodedata.normalize("NFC", mended(name)).lower()
    return re.sub(r"\s+", " ", re.sub(r"[^a-z0-9 ]", "", text)).strip()


def is_garbled(name: str) -> bool:
    """Whether letters of a name may have been lost."""
    return "?" in name or "\ufffd" in name


_ENERGY = re.compile(
    r"^(?:basic\s+)?(?:\{(?P<letter>[a-z])\}|(?P<word>grass|fire|water|lightning|psychic|fighting|darkness|dark|metal|fairy))"
    r"\s+energy$",
    re.IGNORECASE,
)


def basic_energy(name: str) -> str | None:
    """The letter of a basic Energy, if a name means one: `Basic {R} Energy`, `Basic Fire Energy`, `Fire Energy`."""
    found = _ENERGY.match(re.sub(r"\s+", " ", name.strip()))
    if found is None:
        return None
    letter = letter_of(found["letter"] or found["word"])
    return letter if letter and letter not in "CN" else None
