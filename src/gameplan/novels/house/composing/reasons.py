"""What is odd about the thing of a premise, as a clause after "why": "the clock runs backwards"."""

from __future__ import annotations

import re

from gameplan.novels.house.composing.wording import Gender

_GERMAN_BEFORE = ("in", "auf", "an", "um", "über", "von", "mit", "bei", "für", "aus", "vor", "hinter", "unter")
_LONGEST_WHY = 14  # words
_NO_REASON = re.compile(r"(?:prove[sd]?|shows|says|tells|belongs|that|contains|he|she|they|arrives|comes|lies|stands)")
_YOU_ARE = {"ist": "bist", "war": "warst", "hat": "hast", "wird": "wirst", "kann": "kannst", "steht": "stehst"}
_ACTS = (
    r"change|move|vanish|disappear|speak|talk|sing|burn|grow|return|come|go|write|tell|show|know|remember|forget|bleed|"
    r"whisper|refuse|stop|fall|rise|open|close|hear|wake|walk|glow|answer|lead|turn|weep|cry|scream|predict|lie|"
    r"repeat|keep|age|follow|foretell|multiply|shrink"
)


def why_of(rest: str, thing: str, gender: Gender, language: str) -> str:
    """What is odd about it, as a clause after "why"."""
    clause = re.split(r"[.,;:!?()“”\"„—–]", rest.lstrip(" ,") if language == "de" else rest, maxsplit=1)[0].strip()
    words = clause.split()
    if not 2 <= len(words) <= _LONGEST_WHY or any(each in clause for each in "{}<>[]|"):
        return ""
    first = words[0].lower()
    if language == "de":
        if not rest.startswith(","):
            return ""
        if first == "wo":
            return " ".join(words[1:])
        if first in _GERMAN_BEFORE and words[1] in ("der", "dem", "denen", "die", "das", "den"):
            return _why_there(f"{first} {words[1].replace('denen', 'den')} {thing}", words[2:])
        plain = words[1].islower() and words[1] not in ("er", "sie", "es", "ich", "man", "niemand", "keiner", "alle")
        who = {"m": "der", "f": "die", "n": "das", "pl": "die"}[gender]
        return f"{who} {thing} {' '.join(words[1:])}" if first == who and plain else ""
    if first == "where" or (first in ("in", "on", "at") and words[1] == "which"):
        return " ".join(words[1 if first == "where" else 2 :])
    if first in ("that", "which", "who"):
        words = words[1:]
    elif first in ("she", "he", "they") and len(words) > 3:
        words = words[2:]
    verb = words[1 if words[0].lower() in ("never", "always", "still", "only") and len(words) > 1 else 0].lower()
    if _NO_REASON.fullmatch(verb) or not (
        verb in ("is", "was", "has", "will", "can", "cannot") or re.fullmatch(r"[a-z]{2,}[^s\W]s", verb)
    ):
        return ""
    said = re.split(r"\s(?:and|but|while|until|before|after|when)\s", " ".join(words), maxsplit=1)[0]
    return f"the {thing} {said}" if " " in said else ""


def why_of_many(rest: str, noun: str, thing: str, language: str) -> str:
    """What is odd about several things, if that is said by what they do: her maps change the streets."""
    said = re.match(rf"\s+((?:{_ACTS})\b[^.,;:!?()“”—–]*)", rest) if language == "en" and noun.endswith("s") else None
    clause = said[1].strip() if said is not None else ""
    if not 2 <= len(clause.split()) <= _LONGEST_WHY or any(each in clause for each in "{}<>[]|"):
        return ""
    return f"the {thing if thing.endswith('s') else f'{thing}s'} {clause}"


def _why_there(where: str, words: list[str]) -> str:
    """What is odd about what can be seen or happens there; whom it is about is you."""
    if not words:
        return ""
    if words[0] in ("er", "sie"):
        self_ = words[1:2] if words[1:2] == ["selbst"] else []
        *between, last = words[1 + len(self_) :] or [""]
        return " ".join(("du", *self_, where, *between, _YOU_ARE[last])) if last in _YOU_ARE else ""
    if words[0] == "sich":
        return f"sich {where} {' '.join(words[1:])}"
    return f"{where} {' '.join(words)}"
