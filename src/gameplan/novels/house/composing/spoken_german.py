"""What a German premise is about where no list says it: by article, preposition and place in the sentence.

A noun has a capital and its article tells its gender; what stands after a preposition is where, with or when. What is
left is who acts and what is acted on, and one streitet sich um something.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from gameplan.novels.house.composing.phrases import small
from gameplan.novels.house.composing.texts import texts
from gameplan.novels.house.composing.wording import Gender

_BEFORE = (
    r"[Ii]n|[Ii]m|[Ii]ns|[Aa]n|[Aa]m|[Aa]ns|[Aa]uf|[Uu]nter|[Üü]ber|[Vv]or|[Hh]inter|[Nn]eben|[Zz]wischen|[Bb]ei|[Bb]eim|"
    r"[Mm]it|[Nn]ach|[Vv]on|[Vv]om|[Zz]u|[Zz]um|[Zz]ur|[Aa]us|[Ss]eit|[Dd]urch|[Ff]ür|[Gg]egen|[Oo]hne|[Uu]m|[Bb]is|"
    r"[Ww]ährend|[Ww]egen|[Aa]ls"
)
_PHRASE = re.compile(
    rf"(?:\b(?P<before>{_BEFORE})\s+)?"
    r"(?:\b(?P<article>[Ee]in(?:e[nmrs]?)?|[Dd](?:er|ie|as|en|em|es)|(?:[Ii]hr|[Ss]ein|[Mm]ein|[Uu]nser|[Kk]ein)(?:e[nmrs]?)?"
    r"|[Zz]wei|[Dd]rei|[Vv]ier|[Ff]ünf|[Ss]echs|[Ss]ieben|[Ee]lf)\s+"
    rf"(?:(?!(?:{_BEFORE})\b)[a-zäöüß]+\s+){{0,2}}?)?\b(?P<noun>[A-ZÄÖÜ][a-zäöüß]{{2,}})\b"
)
_AGENT = re.compile(
    r"(?:findet|entdeckt|erbt|stiehlt|adoptiert|lehrt|sammelt|eröffnet|plant|lernt|heiratet|verkauft|kauft|sucht|"
    r"verspricht|schreibt|liest|kocht|backt|bäckt|baut|näht|rettet|jagt|erfindet|hütet|versteckt|beschließt|will|liebt|"
    r"hasst|versucht|führt|repariert|malt|reist|kehrt|muss|weigert|träumt|schwört|braucht|eröffnen|planen|bauen|erben)"
)
PERSON = re.compile(
    r"\w+(?:(?:er|or|ist|eur|ant|ent|log|är|wirt|at)in|gast|mann|frau|männer|frauen|leute|ist|eur|kind|kinder)"
    r"|un\w+(?:bar|lich)en?|(?:fremd|tot|reisend|unbekannt|verwandt|blind|geliebt|verlobt|gefangen)en?"
)
_ABSTRACT = re.compile(r"\w+(?:ung|heit|keit|schaft|ion|ität|weh|mut|sucht|lust|ismus|tum)")
_PLACE = re.compile(r"\w+(?:haus|hof|amt|laden|garten|platz|burg|schloss|dorf|stadt|turm|bad|werk|stätte|heim)")
_MASCULINE = re.compile(
    r"\w+(?:er|el|ling|ismus|or|salat|kuchen|baum|stein|ball|schuh|hut|rock|zug|kopf|topf|stuhl|tisch)"
)
_NEUTER = re.compile(
    r"\w+(?:chen|lein|um|ment|nis|tum|weh|zeug|haus|rad|buch|bild|boot|schiff|spiel|lied|kleid|tier|brot)"
)
_FEMININE = re.compile(r"\w+(?:e|ung|heit|keit|schaft|ion|ität|ei|ik|ur|sucht|lust)")
_NO_MATTER = small("no_matter", "de")


@dataclass(frozen=True)
class Gesprochen:
    """A noun that a premise may be about."""

    weight: float
    noun: str
    gender: Gender
    kind: str
    end: int


def spoken_of_german(text: str, is_person: Callable[[str], bool]) -> Iterator[Gesprochen]:
    """All nouns that a premise may be about, with how much it speaks of each."""
    quarrels = texts("de", "matters")["quarrel"]
    found = list(_PHRASE.finditer(text))
    fought = any(re.search(rf"\b{each}\b", text) for each in quarrels["verbs"])
    for at, each in enumerate(found):
        noun, article, before = each["noun"], (each["article"] or "").lower(), (each["before"] or "").lower()
        said = noun.lower()
        odd = text[each.end() :].startswith((", der", ", die", ", das", ", in ", ", auf ", ", an "))
        if is_person(said) or PERSON.fullmatch(said):
            if at and odd and not before:
                yield Gesprochen(2.8, noun, _gender(article, said, after_preposition=False), "person", each.end())
            continue
        if said in _NO_MATTER or article in ("zwei", "drei", "vier", "fünf"):
            continue
        if said in quarrels["strife"] or article.startswith("kein"):
            continue
        if article in ("die", "ihre", "seine", "meine", "unsere") and said.endswith(("en", "er")):
            continue  # many
        gender = _gender(article, said, after_preposition=bool(before))
        strife = found[at - 1]["noun"].lower() in quarrels["strife"] if at else False
        if before == "um" and (strife or fought):
            yield Gesprochen(4.6, noun, gender, "quarrel", each.end())
        elif not before and (article or len(text.split()) == 1):
            kind = "weather" if not article or _ABSTRACT.fullmatch(said) else "place" if _PLACE.fullmatch(said) else ""
            kind = kind or ("wonder" if odd else "treasure")
            yield Gesprochen(2.6 + (0.7 if odd else 0.0) + (0.3 if at else 0.0), noun, gender, kind, each.end())


def german_agent(text: str, is_thing: Callable[[str], bool]) -> str:
    """Whoever acts at the beginning of a premise as people do: ein Dackel erbt."""
    found = re.match(r"(?:Eine?|Der|Die|Das)\s+(?:[a-zäöüß]+\s+)?([A-ZÄÖÜ][a-zäöüß]{2,})\s+([a-zäöüß]+)\b", text)
    if found is None or not _AGENT.fullmatch(found[2]) or is_thing(found[1].lower()) or found[1].lower() in _NO_MATTER:
        return ""
    return found[1]


def _gender(article: str, noun: str, *, after_preposition: bool) -> Gender:
    """What its article tells of a noun, or else its ending."""
    if article in ("eine", "die", "ihre", "seine", "meine", "unsere", "einer"):
        return "f"
    if article in ("einen", "ihren", "seinen", "meinen", "den") or (article == "der" and not after_preposition):
        return "m"
    if article == "das":
        return "n"
    if article == "der":
        return "f"
    if _NEUTER.fullmatch(noun):
        return "n"
    if not article and _FEMININE.fullmatch(noun):
        return "f"
    return "m" if _MASCULINE.fullmatch(noun) or (article in ("ein", "ihr", "sein") and not noun.endswith("e")) else "n"
