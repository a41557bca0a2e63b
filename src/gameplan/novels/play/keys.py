"""Keys of lore: whether something is spoken of, in any script.

A key of one word matches whole words, where words are set apart; in Chinese, Japanese, Korean, Thai and their like it
matches wherever it stands. A key of several words matches as it is. `/…/` is a pattern.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from functools import lru_cache
from typing import TypeAlias

Matcher: TypeAlias = Callable[[str], bool]
_UNSPACED = (
    "\u0e00-\u0fff"  # Thai, Lao, Tibetan
    "\u1000-\u109f\u1780-\u17ff"  # Burmese, Khmer
    "\u1100-\u11ff\uac00-\ud7af"  # Korean has spaces, but its particles are written on to the word
    "\u3040-\u30ff\u31f0-\u31ff"  # Japanese
    "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"  # Chinese
)
_HAS_UNSPACED = re.compile(f"[{_UNSPACED}]")
_PATTERN = re.compile(r"/(.+)/([a-z]*)", re.DOTALL)
_PIECE = re.compile(r"\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|\{\d*,?\d*\}|.", re.DOTALL)
_LONGEST_PATTERN, _LONGEST_TEXT = 200, 4_000
_REACH, _MOST_REPEATS = 80, 2  # what a pattern may repeat, so that it cannot search for ever
_FLAGS = {"i": re.IGNORECASE, "s": re.DOTALL, "m": re.MULTILINE}


def folded(text: str) -> str:
    """A text in one form of its letters."""
    return unicodedata.normalize("NFKC", text)


@lru_cache(maxsize=10_000)
def matcher(key: str, whole_words: bool | None = None, case_sensitive: bool = False) -> Matcher:
    """What says whether a key is in a text (that is `folded`). A pattern that cannot be used is read as words."""
    key = key.strip()
    pattern = _pattern(key, case_sensitive)
    if pattern is not None:
        return lambda text: pattern.search(text[-_LONGEST_TEXT:]) is not None
    words = folded(key)
    if not words:
        return lambda text: False
    by_word = " " not in words and not _HAS_UNSPACED.search(words) if whole_words is None else whole_words
    sought = words if case_sensitive else words.casefold()

    def finds(text: str) -> bool:
        return _is_in(sought, text if case_sensitive else _low(text), by_word)

    return finds


def _is_in(words: str, text: str, by_word: bool) -> bool:
    at = text.find(words)
    while at >= 0:
        end = at + len(words)
        if not by_word or not (_joins(text[at - 1 : at], words[0]) or _joins(words[-1], text[end : end + 1])):
            return True
        at = text.find(words, at + 1)
    return False


def _joins(one: str, other: str) -> bool:
    """Whether two signs side by side belong to one word; those of a script without spaces belong to none."""
    return _is_letter(one) and _is_letter(other)


def _is_letter(sign: str) -> bool:
    if not sign or _HAS_UNSPACED.match(sign):
        return False
    return sign.isalnum() or sign == "_" or unicodedata.category(sign)[0] == "M"  # a mark on a letter


@lru_cache(maxsize=64)
def _low(text: str) -> str:
    return text.casefold()


def _pattern(key: str, case_sensitive: bool) -> re.Pattern[str] | None:
    found = _PATTERN.fullmatch(key)
    tame = _tamed(found[1]) if found is not None and len(key) <= _LONGEST_PATTERN else None
    if found is None or tame is None:
        return None
    flags = 0 if case_sensitive else re.IGNORECASE
    for letter in found[2]:
        flags |= _FLAGS.get(letter, 0)
    try:
        return re.compile(tame, flags)
    except (re.error, OverflowError, RecursionError):
        return None


def _tamed(pattern: str) -> str | None:
    """The pattern with repeats of bounded length; None if it has too many, or repeats what repeats or branches."""
    made: list[str] = []
    busy = [False]  # for each open group: whether something in it repeats or branches
    closed_busy = False
    repeats = 0
    for piece in _PIECE.findall(pattern):
        is_repeat = piece in ("*", "+") or (len(piece) > 1 and piece[0] == "{")
        if len(piece) == 2 and piece[0] == "\\" and piece[1].isdigit():
            return None
        if is_repeat:
            repeats += 1
            last = made[-1] if made else ""
            if repeats > _MOST_REPEATS or (last == ")" and closed_busy) or (piece[0] == "{" and not _is_short(piece)):
                return None
            piece = {"*": f"{{0,{_REACH}}}", "+": f"{{1,{_REACH}}}"}.get(piece, piece)
            busy[-1] = True
        elif piece == "|" or (piece == "?" and made and made[-1] != "("):
            busy[-1] = True
        elif piece == "(":
            busy.append(False)
        elif piece == ")" and len(busy) > 1:
            closed_busy = busy.pop()
            busy[-1] = busy[-1] or closed_busy
        made.append(piece)
    return "".join(made)


def _is_short(count: str) -> bool:
    most = count[1:-1].rpartition(",")[2]
    return most.isdigit() and int(most) <= _REACH
