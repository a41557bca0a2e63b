"""Reads a premise: who and what it names, where it is set, and what kind of story it asks for."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal

from gameplan.novels.house.composing.texts import texts

_WORD = re.compile(r"[^\W_]+(?:[-’'][^\W_]+)*")
_ENDS = re.compile(r"[.!?:;]\s*$")
_ARTICLES = {
    "en": {"the", "a", "an", "this", "his", "her", "their", "its"},
    "de": {
        *("der", "die", "das", "den", "dem", "des", "ein", "eine", "einen", "einem", "einer", "eines", "kein", "keine"),
        *("ihr", "ihre", "ihren", "ihrem", "ihrer", "sein", "seine", "seinen", "seinem", "seiner", "im", "am", "zum"),
        *(
            "zur",
            "vom",
            "beim",
            "ins",
            "ans",
            "jeder",
            "jede",
            "jedes",
            "alle",
            "zwei",
            "drei",
            "vier",
            "fünf",
            "viele",
        ),
    },
}
_JOINING = {"of", "von", "vom", "de", "the", "du", "la"}


@dataclass(frozen=True)
class Premise:
    """What was understood of a premise. What is not there is empty, and made up."""

    text: str
    people: tuple[tuple[str, Literal["f", "m"] | None], ...] = ()
    foe: str = ""
    town: str = ""
    thing: str = ""
    trade: str = ""
    frame: str = ""
    family: str = ""
    kinds: tuple[str, ...] = ()  # kinds of places that it speaks of


@dataclass(frozen=True)
class _Name:
    text: str
    before: str
    starts: bool
    article: bool
    at: int


def read_premise(text: str, language: str) -> Premise:
    """Read a premise, in English or German."""
    words = texts(language, "names")["reading"]
    lower = [word.lower() for word in _WORD.findall(text)]
    people: list[str] = []
    town = foe = trade = ""
    for name in _names(text, language, words):
        first, _, rest = name.text.partition(" ")
        known = {*people, *(each for person in people for each in person.split()), town, foe}
        if name.text in known:
            continue
        if (name.before in words["foe_before"] or first in words["foe_titles"]) and not foe:
            foe = name.text
        elif first in words["titles"] and rest:
            trade = trade or (_a(first.lower(), language) if _is_trade(first, words) and not people else "")
            people.append(name.text)
        elif first in words["place_words"] and rest and language == "de":
            town = town or rest
        elif _is_trade(first, words) and rest and language == "de":
            trade = trade or ("" if people else first)
            people.append(rest)
        elif (
            name.before in words["place_before"] or name.text.split()[-1] in words["place_words"]
        ) and not name.article:
            town = town or name.text
        elif not name.article:
            people.append(name.text)
    frame = _most(lower, {key: frame["words"] for key, frame in texts(language, "frames").items()})
    kinds, family = _places(lower, language)
    people = [each for each in people if each != foe]
    return Premise(
        text=" ".join(text.split()),
        people=tuple((each, _gender(each, text, words, first=each == people[0])) for each in people[:4]),
        foe=foe,
        town=town,
        thing=_thing(text, language, words),
        trade=trade or _trade(text, words, language),
        frame=frame,
        family=family,
        kinds=kinds,
    )


def _is_trade(word: str, words: dict[str, Any]) -> bool:
    return word.lower() in words["trades"] or word.lower().endswith(tuple(words["trades"]))


def _names(text: str, language: str, words: dict[str, Any]) -> Iterable[_Name]:
    """Names, with the word before each: capitals that no sentence and, in German, no article explains."""
    found = list(_WORD.finditer(text))
    stop = set(words["stop"])
    nouns = {each.lower() for each in words.get("nouns", ())}
    at = 0
    while at < len(found):
        word = found[at][0]
        if not word[0].isupper() or word in stop or (word.isupper() and len(word) > 3):
            at += 1
            continue
        end = at + 1
        while end < len(found) and found[end][0][0].isupper() and found[end][0] not in stop:
            if text[found[end - 1].end() : found[end].start()] != " ":
                break
            end += 1
        before = found[at - 1][0].lower() if at else ""
        starts = at == 0 or bool(_ENDS.search(text[found[at - 1].end() : found[at].start()]))
        article = before in _ARTICLES[language] and not starts
        name = re.sub(r"[’']s$", "", text[found[at].start() : found[end - 1].end()])
        if language == "de" and end - at == 1:
            noun = name.lower() in nouns or bool(re.search(words["noun_ends"], name.lower()))
            adjective = bool(re.search(r"(e|er|es|en|em)$", before)) and before not in words["place_before"]
            known = name in words["given"]
            if not known and (article or noun or (adjective and not starts and before not in words["verbs"])):
                at = end
                continue
        if language == "en" and starts and end - at == 1:
            follows = text[found[at].end() : found[at].end() + 1]
            after = found[end][0].lower() if end < len(found) else ""
            given = name in (*texts(language, "names")["she"], *texts(language, "names")["he"])
            if not (given or follows == "," or after.endswith("s") or after in {"and", "must", "can", "will", "had"}):
                at = end
                continue
        yield _Name(name, before, starts, article, at)
        at = end


def _gender(name: str, text: str, words: dict[str, Any], *, first: bool) -> Literal["f", "m"] | None:
    """By what stands near the name; the first of a premise is whom its pronouns mean."""
    near = re.search(rf"(\w+)\s+{re.escape(name)}", text)
    if near and near[1].lower() in words["she_words"]:
        return "f"
    if near and near[1].lower() in words["he_words"]:
        return "m"
    given = name.split()[0]
    for language in ("en", "de"):
        known = texts(language, "names")
        if given in known["she"]:
            return "f"
        if given in known["he"]:
            return "m"
    if first:
        for word in _WORD.findall(text.lower()):
            if word in words["she_words"]:
                return "f"
            if word in words["he_words"]:
                return "m"
    if given in words["she_names"] or given.endswith(("a", "ie", "ine", "elle")):
        return "f"
    return None if given[-1] in "aeiouy" else "m"


def _most(said: list[str], tables: dict[str, list[str]]) -> str:
    counts = {key: sum(said.count(word) for word in words) for key, words in tables.items()}
    best = max(counts, key=lambda key: counts[key])
    return best if counts[best] else ""


def _places(said: list[str], language: str) -> tuple[tuple[str, ...], str]:
    families: dict[str, int] = {}
    kinds: list[tuple[int, str]] = []
    for family, places in texts(language, "places").items():
        for kind, place in places.items():
            at = [said.index(word) for word in place["words"] if word in said]
            if at:
                kinds.append((min(at), f"{family}.{kind}"))
                if family != "any":
                    families[family] = families.get(family, 0) + len(at)
    family = max(families, key=lambda key: families[key]) if families else ""
    return tuple(kind for _, kind in sorted(kinds)), family


def _thing(text: str, language: str, words: dict[str, Any]) -> str:
    """The first thing that it speaks of with an article, with the word that describes it."""
    if language == "de":
        for found in _WORD.finditer(text):
            if found[0].lower() in words["things"]:
                return str(found[0])
        return ""
    for noun in re.finditer(
        r"\b(?:a|an|the|his|her|their|its|last|only|stolen|missing|lost)\s+((?:[a-z-]+\s+)?)([a-z]+)\b", text
    ):
        adjective, name = noun[1].strip(), noun[2]
        if name in words["things"] and adjective not in {"of", "and", "to", "in", "last", "only"}:
            return f"{adjective} {name}".strip()
        if name in words["things"]:
            return name
        if adjective in words["things"]:
            return adjective
    many = re.search(r"\b(seeds|letters|jewels|diamonds|maps|keys|coins|bones|eggs|books|photographs|records)\b", text)
    return f"box of {many[1]}" if many else ""


def _trade(text: str, words: dict[str, Any], language: str) -> str:
    trades = "|".join(re.escape(each) for each in sorted(words["trades"], key=len, reverse=True))
    if language == "de":
        found = re.search(
            rf"\b(?:[Ee]in|[Ee]ine|[Dd]er|[Dd]ie|[Ee]iner|[Ee]inem)\s+(?:[a-zäöüß]+\s+)?(\w*(?:{trades}))\b",
            text,
            re.IGNORECASE,
        )
        return found[1] if found else ""
    found = re.search(rf"\b(?:an?|the|[Aa]n?|The)\s+((?:[a-z-]+\s+){{0,2}}(?:{trades}))\b", text)
    if not found:
        found = re.search(rf"\b({trades})s?\b", text)
    if not found:
        return ""
    return _a(found[1], language)


def _a(trade: str, language: str) -> str:
    if language == "de":
        return trade[0].upper() + trade[1:]
    return f"{'an' if trade[0] in 'aeiou' else 'a'} {trade}"
