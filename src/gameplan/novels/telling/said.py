"""What was said in a play so far, so that no sentence is said twice."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from functools import lru_cache

# The end of a sentence: its mark, quotes that close after it, then a space; in some scripts no space follows.
_END = re.compile(r"(?<=[.!?…])[\"'”’“»«)]*\s+|(?<=[。！？])[」』”]*")
_ABBREVIATION = re.compile(
    r"(?:^|[\s(])(?:[A-Z]|Mr|Mrs|Ms|Dr|Prof|St|Nr|Hr|Fr|ca|bzw|usw|z\.\s?B|d\.\s?h|e\.g|i\.e)\.$"
)
_NOT_A_WORD = re.compile(r"[\W_]+")


@lru_cache(maxsize=20_000)
def compact(text: str) -> str:
    """A text as it is compared: letters and digits alone, without case, accents, marks and spaces."""
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", text).casefold())
    bare = "".join(each for each in plain if not unicodedata.combining(each))
    return _NOT_A_WORD.sub("", unicodedata.normalize("NFC", bare))


def sentences(text: str) -> list[str]:
    """The sentences of a text, each with its marks."""
    found: list[str] = []
    begin = 0
    text = " ".join(text.split())
    for end in _END.finditer(text):
        piece = text[begin : end.end()].strip()
        if not piece or (text[end.start() - 1] == "." and _ABBREVIATION.search(text[begin : end.start()])):
            continue
        found.append(piece)
        begin = end.end()
    rest = text[begin:].strip()
    return [*found, rest] if rest else found


class Said:
    """The sentences of a play. It can be written down and taken up again, as a list of what it holds."""

    def __init__(self, keys: Iterable[str] = ()) -> None:
        self._keys = dict.fromkeys(keys)

    def __contains__(self, sentence: str) -> bool:
        return compact(sentence) in self._keys

    def __iter__(self) -> Iterator[str]:
        return iter(self._keys)

    def __len__(self) -> int:
        return len(self._keys)

    def add(self, text: str) -> None:
        """Remember every sentence of a text."""
        for sentence in sentences(text):
            if key := compact(sentence):
                self._keys[key] = None

    def new_in(self, text: str) -> list[str]:
        """The sentences of a text that were not said yet, each once."""
        found: dict[str, str] = {}
        for sentence in sentences(text):
            key = compact(sentence)
            if key and key not in self._keys:
                found.setdefault(key, sentence)
        return list(found.values())

    def mentions(self, phrase: str) -> bool:
        """Whether a phrase is part of something that was said."""
        key = compact(phrase)
        return bool(key) and any(key in each for each in self._keys)

    def copy(self) -> Said:
        """Another memory with the same in it: for trying things out."""
        return Said(self._keys)
