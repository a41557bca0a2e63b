"""A premise as it is read: without signs and turns that say nothing of what it is about."""

from __future__ import annotations

import re

_SIGNS = (
    (re.compile(r"\s*&\s*(?=\w)"), {"en": " and ", "de": " und "}),
    (re.compile(r"…+|\.{3,}"), ". "),
    (re.compile(r"\b(Dr|Mr|Mrs|Ms|St|Prof|Fr|Hr)\.\s+(?=\w)"), r"\1 "),
    (re.compile(r"\b([ap])\.\s?m\."), r"\1m"),
    (re.compile(r"\bany more\b(?!\s+[a-z])"), "anymore"),
    (re.compile(r"\s*\(\d+\)|,\s+\d{1,3},"), ""),  # how old somebody is
)
_HEADING = re.compile(  # Football: …; but not: A cursed podcast: …
    r"^(?!(?:An?|The|One|Two|Three|Four|Five|Eine?|Der|Die|Das|Zwei|Drei|Vier|Fünf)\b)(?:[^\W_]+ ){0,2}[^\W_]+:\s+"
    r"(?=\S+ \S+ \S+)"
)
_WHERE_AND_WHEN = re.compile(r"^(?:[A-Za-z]+-[a-z]+\s+)?([A-ZÄÖÜ][^\W\d_]+),?\s+(?:im Jahr |in )?\d{3,4}s?[:.]\s+(\w)")
_SHORT = re.compile(r"\b(who|that|there|what)['’]s\b", re.IGNORECASE)
_SAYING_NOTHING = {
    "en": re.compile(
        r"^what if\s+|^ladies and gentlemen,?\s+|[,;]\s*not even\b[^.!?]*"
        r"|\b(?:accidentally|unexpectedly|mistakenly|unwittingly|reluctantly"
        r"|inexplicably|mysteriously|suddenly)\s+",
        re.IGNORECASE,
    ),
    "de": re.compile(r"\b(?:versehentlich|plötzlich|unerwartet)\s+"),
}
_I_AM = {
    "en": re.compile(
        r"^(?:i am|i['’]m|you are|you['’]re)\s+"
        r"(?P<who>(?P<article>an?|the)\s+(?:(?!(?:of|who|and|in)\b)[a-z-]+\s+){0,3}?[a-z-]+)"
        r"(?=[,.;:!?]|\s+(?:who|that|in|on|at|of|with|and|whose|from|without)\b|$)",
        re.IGNORECASE,
    ),
    "de": re.compile(
        r"^(?:[Ii]ch bin|[Dd]u bist)\s+(?P<article>eine?|der|die|das)\s+(?:[a-zäöüß]+\s+){0,2}"
        r"(?P<noun>[A-ZÄÖÜ][a-zäöüß]+)",
    ),
}


_NUMBERS = {
    "en": ["four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen", "fourteen"],
    "de": ["vier", "fünf", "sechs", "sieben", "acht", "neun", "zehn", "elf", "zwölf", "dreizehn", "vierzehn"],
}
_YOUNG = {
    "en": re.compile(rf"\b({'|'.join(_NUMBERS['en'])}|\d+)-year-old\b|[A-Z]\w+\s*(?:,\s*|\()(\d+)(?=[,)])"),
    "de": re.compile(rf"\b({'|'.join(_NUMBERS['de'])}|\d+-)jährige[rnms]?\b|[A-Z]\w+\s*(?:,\s*|\()(\d+)(?=[,)])"),
}


def plainly(text: str, language: str) -> str:
    """A premise without ampersands, dots of abbreviations, ages, headings and the like."""
    for sign, plain in _SIGNS:
        text = sign.sub(plain[language] if isinstance(plain, dict) else plain, text)
    text = _WHERE_AND_WHEN.sub(lambda found: f"In {found[1]}, {found[2].lower()}", text, count=1)
    text = _HEADING.sub("", text, count=1)
    if language == "en":
        text = _SHORT.sub(r"\1 is", text)
    text = _SAYING_NOTHING[language].sub("", text).strip()
    return text[:1].upper() + text[1:] if text[:1].islower() and language == "en" else text


def who_you_are(text: str, language: str) -> str:
    """Who one is, if a premise says so outright: I am a vampire, you are the last dragon."""
    found = _I_AM[language].match(text)
    if found is None:
        return ""
    return found["noun"] if language == "de" else found["who"].lower()


def as_a_child(text: str, language: str) -> str:
    """Who one is, if a premise says that one is a child: of nine, of sieben Jahren."""
    found = _YOUNG[language].search(text)
    if found is None:
        return ""
    numbers = _NUMBERS[language]
    said = (found[1] or found[2]).rstrip("-")
    old = numbers.index(said) + 4 if said in numbers else int(said[:4])
    if not 4 <= old <= 14:
        return ""
    return f"a child of {numbers[old - 4]}" if language == "en" else f"ein Kind von {numbers[old - 4]} Jahren"


def without_you(text: str, language: str) -> str:
    """A premise of which one is the subject: a vampire who faints, for I am a vampire who faints."""
    found = _I_AM[language].match(text)
    return text[found.start("article")].upper() + text[found.start("article") + 1 :] if found is not None else text
