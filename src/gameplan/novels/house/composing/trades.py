"""What somebody in a premise does for a living: by how the noun ends, where no list knows it.

Only the one whom a premise begins with is read so: "A chess champion in Reykjavik", "Eine Gerichtsmedizinerin in Wien".
"""

from __future__ import annotations

import re
from typing import Any

from gameplan.novels.house.composing.matter import ends_in_a_thing, is_thing
from gameplan.novels.house.composing.texts import texts
from gameplan.novels.house.composing.unlisted import is_place_noun

ROYAL = ("king", "queen", "prince", "princess", "duke", "duchess", "empress", "emperor")
_ENGLISH = re.compile(
    r"^(?:(?:In|On|At|After|During|Under|Beneath|Near|Deep)\b[^,]*,\s*)?(?:An?|The|One|an?|the|one)\s+"
    r"((?:(?!(?:of|for|in|on|at|to|by|and|from|with|who|that)\s)[a-z][a-z-]*\s+|[A-Z][a-z]+(?:an|ish|ese|ch)\s+){0,2}?"
    r"(?P<noun>(?:[a-z]+-)?[a-z]{2,}(?:er|or|ist|ian|eer|tress|hess|man|woman|smith|wright|monger|eur)"
    r"|prince|princess|king|queen|duke|bride|groom))"
    r"(?=,|\s+(?:[a-z]{2,}s|must|can|cannot|will|is|was|has|had|in|at|on|of|from|with|without|who|whose|and)\b)"
)
_GERMAN = re.compile(
    r"^(?:(?:In|Im|Auf|An|Am|Nach|Seit|Bei|Unter|Zwischen|Vor|Hinter)\s[^,.]*?\s)?(?:[Ee]ine?|[Dd]er|[Dd]ie)\s+"
    r"(?:[a-zäöüß]+\s+){0,2}(?P<noun>[A-ZÄÖÜ][a-zäöüß]{2,}"
    r"(?:(?:er|or|ist|eur|ant|ent|log|är|wirt|at)in|mann|frau|ist|eur|ologe|oge|ant|or|är|er))\b"
)

_WHOSE = re.compile(
    r"^(?P<article>(?:The|An?)\s+)?(?P<whose>(?(article)(?:[a-z-]+\s+)?[a-z]+|(?:(?:Dr|Mr|Mrs|Lady|Lord|Captain|Professor)\s+)?[A-Z][a-z]+)[’']s\s+(?:[a-z]+\s+)?"
    r"(?:daughter|son|wife|husband|widow|widower|sister|brother|niece|nephew|mother|father|apprentice|assistant|servant|heir"
    r"|lady|cook|maid|driver|butler|gardener|tailor|doctor|bodyguard|taster|secretary|barber|valet|nurse|cat|dog|horse))\b"
)
_SEVERAL = re.compile(r"^(Two|Three|Four|Five|Six)\s+((?:[a-z-]+\s+){0,2})([a-z]{3,})s\b")


_WESSEN = re.compile(
    r"^(Die|Der)\s+((?:Tochter|Sohn|Frau|Witwe|Witwer|Schwester|Bruder|Nichte|Neffe|Gehilfin|Gehilfe|Mutter|Vater)"
    r"\s+(?:des|der|eines|einer)\s+(?:[a-zäöüß]+\s+)?[A-ZÄÖÜ][a-zäöüß]+)"
)


def by_whom(text: str, words: dict[str, Any], language: str) -> str:
    """What one is by somebody else, or by those of whom one is one: the mayor's daughter, one of two rival makers."""
    if language == "de":
        wessen = _WESSEN.match(text)
        return f"{wessen[1].lower()} {wessen[2]}" if wessen is not None else ""
    whose = _WHOSE.match(text)
    if whose is not None:
        return f"the {whose['whose']}" if whose["article"] else whose["whose"]
    several = _SEVERAL.match(text)
    if several is None or several[3] not in words["trades"]:
        return ""
    return f"one of the {several[1].lower()} {several[2]}{several[3]}s"


def by_form(text: str, language: str) -> str:
    """What the one does whom a premise begins with; nothing if that is no person."""
    found = (_GERMAN if language == "de" else _ENGLISH).match(text)
    if found is None:
        return ""
    noun = found["noun"].lower()
    if (is_thing(noun, language) and noun not in ROYAL) or noun in texts(language, "names")["reading"][
        "no_trades"
    ].split():
        return ""
    if language == "de":
        return "" if ends_in_a_thing(noun, language) else a_trade(found["noun"], language)
    return "" if is_place_noun(noun) else a_trade(found[1], language)


def a_trade(trade: str, language: str) -> str:
    """A trade as one says it of somebody: a night nurse, the last librarian, Köchin."""
    if language == "de":
        return trade[0].upper() + trade[1:]
    if trade.split()[0] in ("last", "first", "only", "best", "worst"):
        return f"the {trade}"
    return f"{'an' if trade[0] in 'aeiou' else 'a'} {trade}"
