"""The matter of a premise: the thing that it is about, what is odd about it, and who is dead."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import cast

from gameplan.novels.house.composing.phrases import small
from gameplan.novels.house.composing.reasons import why_of, why_of_many
from gameplan.novels.house.composing.spoken import Spoken, part_of, spoken_of
from gameplan.novels.house.composing.spoken_german import PERSON, spoken_of_german
from gameplan.novels.house.composing.texts import texts
from gameplan.novels.house.composing.unlisted import is_place_noun
from gameplan.novels.house.composing.wording import Gender

_WORD = re.compile(r"[^\W\d_]+(?:[-’'][^\W\d_]+)*")
_WEIGHT = {"lost": 5.0, "presence": 2.4, "person": 2.4, "weather": 0.5, "place": 1.0}
_KNOWN = 3.0
_LONGEST = 80  # letters; nobody says a longer thing twice
_OWN = re.compile(
    r"\b(?:loses?|sells?|steals?|lends?|forgets?|pawns?|buys?|trades?)\s+(?:his|her|their|my)\s+(?:[a-z]+\s+)?$"
)
_MADE = re.compile(
    r"\b(?:baut|bauen|näht|nähen|gießt|backt|bäckt|backen|strickt|webt|schnitzt|komponiert|erfindet|konstruiert|braut|malt)\b"
    r"[^,.;:!?]*\b(?:ein|eine|einen)\s+(?:[a-zäöüß]+\s+)?$"
)
_PARTS = {"object": 0.6, "made": 0.6, "told": 0.6, "alone": 0.6, "subject": 0.3, "there": -0.8, "inside": -0.6}
_FORMS_OF_PERSONS = re.compile(r"[a-z]{2,}(?:ist|ian|man|men|woman|women|smith|wright|monger|[^db]eer|ess|folk)s?")
_FOR_WHOM = re.compile(
    r"\s+(?:of|for)\s+(?:an?|the|his|her|their)\s+([a-z]+)\b(?!\s+(?:who|that|nobody|no|[a-z]+ed\b))"
)
_BEFORE = re.compile(r"(?:an?|the|his|her|their|its|one|this|every|own|another|my|our|your)")
_NO_ADJECTIVE = re.compile(
    r"(?:of|and|or|to|in|on|at|by|for|from|with|without|into|is|are|was|were|be|has|have|had|that|which|who|where|when"
    r"|as|than|not|no|she|he|they|it|himself|herself|must|can|will|may|does|do|did|finds?|starts|between|about)"
)
_FINDS = {
    "en": r"(?:finds?|discovers?|steals?|steal back|inherits?|guards?|carries|carry|buys?|hides?|protects?|delivers?|"
    r"receives?|builds?|wins?|repairs?|owns?|seeks?|loses?|keeps?|adopts?|hunts?|catches|brings?|smuggles?|transports?|"
    r"unearths?|uncovers?)\s+(?:an?|the|his|her|their)\s+"
    r"((?:[a-z-]+\s+)?[a-z]{3,})\b",
    "de": r"(?:findet|entdeckt|stiehlt|erbt|bewacht|trägt|kauft|versteckt|beschützt|bekommt|erhält|baut|gewinnt|"
    r"repariert|besitzt|sucht|hütet|verliert|stehlen|finden|fängt)\s+(?:jede[nrs]?\s+[A-Z]\w+\s+)?(?:[a-zäöüß]+\s+){0,3}?(eine|einen|ein)\s+"
    r"(?:[a-zäöüß]+\s+)?([A-ZÄÖÜ][a-zäöüß]{2,})\b",
}
_ONE_OF = {"bees": "swarm", "shoes": "pair of shoes", "bones": "skeleton", "seeds": "bag of seeds"}
_NO_DESCRIPTION = ("own", "very", "same", "whole", "entire", "only", "certain")
_DEEDS = {
    "en": re.compile(r"\b(?:poison(?:s|ed|ing)|murder(?:s|ed|ing)|kill(?:s|ed|ing)|strangle[sd]|stabbed|shot dead)\b"),
    "de": re.compile(r"\b(?:vergiftet|ermordet|erschlagen|erstochen|erwürgt|umgebracht|bringt\b[^.]*\bum)\b"),
}
_TIME = re.compile(
    r"(?:day|week|month|year|hour|moment|minute|way|chance|time|night|thing|something|man|woman|person|job|life)"
)
_AFTER = re.compile(
    r"\s+(?:of|in|on|from|under|behind|to|about)\s+(?:(?:the|a|an|her|his|my)\s+)?"
    r"(?:(?:next|last|same|old|other|far|dead|whole)\s+)?(?!(?:it|him|her|them|me|us|you)\b)[a-z]+\b"
)
_CAN = re.compile(
    r"(?:[a-z]+n['’]t|no|to|can|cannot|could|must|may|might|will|would|shall|should|never|not|does|do|did|who)"
)
_SEVERAL = re.compile(r"[a-z]{2,}s|receive|find|get|send|write|forge|steal|sell|deliver|collect")
_FROM_OWN = re.compile(r"\s+from\s+(?:his|her|their)\s+own\s+([a-z]+)\b")
_INVITED = {"en": re.compile(r"\binvit(?:ed|es|ing)\b"), "de": re.compile(r"\beingeladen\b|\blädt\b[^.]*\bein\b")}
_A_BODY = re.compile(r"\b(?:an?|the)\s+(?:[a-z-]+\s+)?bod(?:y|ies)$")
_OF = re.compile(
    r"\b(?:of|on|in|at|aboard|from|near|under|inside|with|by|behind)\s+(?:an?|the|his|her|their|its)\s+(?:[a-z-]+\s+){0,3}$"
)
_WHERE = re.compile(  # in German
    r"\b(?:[Ii]n|[Ii]m|[Aa]n|[Aa]m|[Aa]uf|[Uu]nter|[Hh]inter|[Nn]eben|[Vv]or|[Bb]ei|[Bb]eim|[Aa]us|[Zz]wischen)\s+"
    r"(?:(?:de[mnr]|eine[mr]|ihre[mnr]|seine[mnr])\s+)?(?:(?!(?:die|das|eine?|einen|um)\b)[a-zäöüß]+\s+){0,2}$"
)
_MANY = re.compile(r"\s+([a-z]+)s\b")
_NOBODY_DOES = {
    "en": re.compile(
        r"\b((?:nobody|no one|everybody|everyone)\s+(?:(?:can|will|ever|still|suddenly)\s+)*"
        r"(?!(?:but|else|is|was|has|at|in|on)\b)[a-z]+(?:\s+[a-z’']+){0,6})(?=[.,;:!?]|$)",
        re.IGNORECASE,
    ),
    "de": re.compile(
        r"\b(?P<who>niemand|keiner|jeder)\s+(?:(?P<verb>[a-zäöüß]+t)(?P<rest>(?:\s+[\wäöüß]+){0,6})"
        r"|(?P<end>mehr\s+[a-zäöüß]+en(?:\s+(?:kann|könnte|will|darf))?))(?=[.,;:!?]|$)",
        re.IGNORECASE,
    ),
}
_WHICH = re.compile(r",?\s*(?:that|which|who|where|in which|on which|at which)\b")
_FOUND = re.compile(
    r"\b(?:find|finds|discovers?|steals?|back|inherits?|guards?|carries|rob|robs|findet|entdeckt|stiehlt|erbt|erben|"
    r"stehlen)\s+(?:[\w-]+\s+){0,3}$"
)
_FALSE = {
    "en": (
        r"\b(?:forge[sd]?|forging|fak(?:e[sd]?|ing)|false|counterfeits?|counterfeited|bogus|sham|falsif\w+)\s+"
        r"(?:[a-z-]+\s+){0,3}THING",
        r"\b(?:forgery|fake|lie)\s+of\s+(?:[a-z-]+\s+){0,2}THING",
        r"THING\b[^.!?;]*\b(?:is|are|was|were|be|been|as)\s+(?:[a-z-]+\s+){0,2}"
        r"(?:forged|fakes?|faked|false|counterfeit|lies?|lying|hoax|fraud|forger(?:y|ies)|untrue|invented)\b",
        r"THING\b,?\s+(?:that|which|who)\s+(?:[a-z]+\s+)?lies\b(?!\s+(?:in|on|under|at|beneath|behind|below|between))",
    ),
    "de": (
        r"\b(?:gefälschte|falsche|unechte|erlogene|erfundene)[nrsm]?\s+THING",
        r"\b(?:fälscht|fälschen)\b[^.!?;]*THING",
        r"THING[^.!?;]*\s(?:fälscht|fälschen)\b",
        r"THING[^.!?;]*\b(?:gefälscht|falsch|Fälschung|unecht|erlogen|Lüge|erfunden|lügt)\b",
        r"\b(?:Fälschung|Lüge)\s+(?:[a-zäöüß]+\s+){0,2}THING",
    ),
}
_PEOPLE = small("people")
_NOBODY = ("phone", "line", "battery", "end", "language", "market", "world", "sea", "town", "village", "city", "tree")
_PEOPLE_IN_GENERAL = ("man", "woman", "year", "century", "village", "town", "house", "people")
_DEAD = re.compile(r"\b(?:dead|late|deceased|murdered|drowned|departed)\s+([a-z]+)")
_IS_DEAD = re.compile(
    r"\b(?:one of (?:his|her|their|the)|an?|the|his|her|their)\s+(?:[a-z-]+\s+)?([a-z]+?)s?\s+"
    r"(?:who\s+)?(?:has|have|had|is|was)\s+(?:been\s+)?(?:already\s+|long\s+)?dead\b"
)
_TOT = re.compile(r"\b(?:[Tt]ote|[Vv]erstorbene|[Ee]rmordete|[Ee]rtrunkene)[nrs]?\s+([A-ZÄÖÜ][a-zäöüß]+)")


@dataclass(frozen=True)
class Matter:
    """What a premise is about. `why` is a clause that says what is odd about it; `gone` is somebody who is dead."""

    kind: str = ""
    thing: str = ""
    gender: Gender = "n"
    portable: bool = True
    why: str = ""
    gone: str = ""
    false: bool = False  # forged, faked, a lie
    mass: bool = False  # spoken of without an article: regret
    own: bool = False  # whoever is dead is one's own: her late husband


NOTHING = Matter()


def read_matter(text: str, language: str, trades: tuple[str, ...], own: frozenset[str] = frozenset()) -> Matter:
    """Read what a premise is about; what it does not say is left empty. `own` are nouns of those who act in it."""
    every = [
        *_candidates(text, language, trades, own),
        *_by_grammar(text, language, trades, own),
        *_by_deed(text, language),
        *_by_verb(text, language, trades),
        *_by_all(text, language),
    ]
    sayable = [each for each in every if len(each[1].thing) <= _LONGEST and len(each[1].why) <= 2 * _LONGEST]
    matter = max(sayable, key=lambda each: each[0], default=(0.0, NOTHING))[1]
    dead = (_DEAD if language == "en" else _TOT).search(text)
    gone = dead[1] if dead else ""
    if language == "de":
        gone = next((gone[: len(each)] for each in stems(gone.lower()) if each in trades), gone)
    elif not is_somebody(gone, trades):
        gone = ""  # dead for a year, late at night
    ones_own = bool(re.search(rf"\b(?:his|her|their|my)\s+[a-z]+\s+{gone}\b", text)) if gone else False
    return replace(matter, gone=gone, own=ones_own, false=_is_false(text, matter.thing, language))


def _is_false(text: str, thing: str, language: str) -> bool:
    """Whether a premise says of a thing that it is no real one."""
    noun = rf"\b(?:{'|'.join(map(re.escape, thing.split()))})" if thing else r"(?!)"
    return any(re.search(each.replace("THING", noun), text, re.IGNORECASE) for each in _FALSE[language])


def kind_of(noun: str, language: str) -> tuple[str, Gender, bool]:
    """The kind of matter that a noun names, its gender, and whether one can carry it."""
    known = _lexicon(language)
    word = noun.lower()
    for at in range(len(word)):
        if (word[at:] in known) and (at == 0 or len(word) - at >= 4):
            return known[word[at:]]
    return "treasure", "n", True


def is_thing(noun: str, language: str) -> bool:
    """Whether a noun names a matter as it stands."""
    return any(each in _lexicon(language) for each in stems(noun.lower()))


def ends_in_a_thing(noun: str, language: str) -> bool:
    """Whether a German compound names a matter by what it ends in: a Luftumwälzer, a Standuhr."""
    return any(_suffix(each, _lexicon(language)) for each in stems(noun.lower()))


def is_carried(noun: str, language: str) -> bool:
    """Whether a noun names something that can be taken elsewhere: it says little about where a story is set."""
    entry = _lexicon(language).get(noun)
    return entry is not None and entry[2]


def _candidates(
    text: str, language: str, trades: tuple[str, ...], own: frozenset[str]
) -> Iterator[tuple[float, Matter]]:
    known = _lexicon(language)
    words = list(_WORD.finditer(text))
    part_at = part_of(text)
    for at, found in enumerate(words):
        for size in (2, 1):
            phrase = " ".join(each[0] for each in words[at : at + size]).lower()
            noun = _noun(phrase, known, language) if size == 1 else phrase if phrase in known else ""
            entry = known.get(_suffix(noun, known))
            if entry is None or (noun in trades and entry[0] != "lost"):
                continue
            end = words[min(at + size, len(words)) - 1].end()
            after = words[at + size][0].lower() if at + size < len(words) else ""
            if after in trades and text[end : end + 1] == " ":
                continue  # a lighthouse keeper is no lighthouse
            part, is_last = part_at(found.start(), end) if language == "en" else ("", True)
            if not is_last or noun in own or (language == "en" and entry[0] == "event"):
                continue  # an umbrella shop is no umbrella; who acts is not what is acted on
            before = _described(text, words, at, entry[0], language)
            if before is None or (language == "de" and not found[0][0].isupper()):
                continue
            kind, gender, portable = entry
            lost = (
                part == "object" and kind in ("presence", "weather", "message") and _OWN.search(text[: found.start()])
            )
            if "stolen" in before or lost:  # whatever it is, somebody has it
                kind, portable = "treasure", True
            elif part == "made" or (language == "de" and _MADE.search(text[: found.start()])):
                kind = "work"
            bare = noun if language == "en" and not found[0].isupper() else found[0][: len(noun)]
            bare, end = _whole(text, bare, end, kind, language)
            thing = " ".join((*before, bare))
            rest = text[end:]
            if language == "en" and _OF.search(text[: found.start()]) and not _WHICH.match(rest):
                rest = ""  # the orchestra of a liner refuses to stop, and not the liner
            if (many := _MANY.match(rest)) and many[1] in trades:
                rest = ""  # a village of rice farmers
            why = why_of(rest, thing, gender, language) or why_of_many(rest, noun, thing, language)
            found_out = 0.7 if _FOUND.search(text[: found.start()]) else 0.0
            first = 1.5 if part == "alone" and at <= 3 else 0.0
            if language == "de" and not why and _WHERE.search(text[: found.start()]):
                part = "there"  # in the cellar a bell is found, and no cellar
            placed = 0.0 if why and part == "inside" else _PARTS.get(part, 0.0)
            weight = _WEIGHT.get(kind, _KNOWN) + (1.0 if why else 0.0) + found_out + placed + first - at * 0.01
            yield weight, Matter(kind, thing, gender, portable, why)
            break


def _by_grammar(
    text: str, language: str, trades: tuple[str, ...], own: frozenset[str]
) -> Iterator[tuple[float, Matter]]:
    """What a premise may be about by what its nouns have to do in it, known or not."""
    known = _lexicon(language)
    if language == "de":
        callings = tuple(each for each in trades if len(each) > 4)
        for each in spoken_of_german(
            text, lambda noun: any(stem in trades or stem.endswith(callings) for stem in stems(noun)) or noun in own
        ):
            if each.kind in ("quarrel", "person") or not _noun(each.noun.lower(), known, language):
                made = _MADE.search(text[: each.end - len(each.noun)])
                kind = "work" if made and each.kind in ("treasure", "wonder") else each.kind
                portable = _can_be_carried(each.noun.lower(), kind, language)
                why = why_of(text[each.end :], each.noun, each.gender, language)
                yield each.weight, Matter(kind, each.noun, each.gender, portable, why)
        return
    for said in spoken_of(text, lambda noun: noun in own or _is_person(noun, trades)):
        entry = known.get(said.noun) if said.kind not in ("quarrel", "person", "work") else None
        kind, weight = said.kind, said.weight
        if entry is not None:
            kind = entry[0]
            weight = _WEIGHT.get(kind, _KNOWN) + _PARTS.get(said.part, 0.0) + (1.0 if said.why else 0.0) - 0.3
            weight += 1.0 if said.part == "alone" and len(text[: said.start].split()) <= 3 else 0.0
        portable = entry[2] if entry is not None else _can_be_carried(said.noun, kind, language)
        mass = not said.article and kind == "weather" and entry is None
        yield weight, Matter(kind, _called(said, kind, text), "n", portable, said.why, mass=mass)


def _can_be_carried(noun: str, kind: str, language: str) -> bool:
    """Whether what two sides want, or what no list knows, can be put on a table."""
    if kind in ("quarrel", "work"):
        entry = _lexicon(language).get(_suffix(noun, _lexicon(language)))
        return entry[2] if entry is not None else not is_place_noun(noun)
    return bool(texts(language, "matters")[kind]["portable"] == ["*"])


def _called(said: Spoken, kind: str, text: str) -> str:
    """A thing as it is called: the last oboe reed, the robot's funeral."""
    noun = _ONE_OF.get(f"{said.noun}s", said.noun) if said.noun not in said.described else said.noun
    whom = _FOR_WHOM.match(text, said.end) if kind == "event" else None
    if whom is not None and not is_place_noun(whom[1]) and whom[1] not in _PEOPLE_IN_GENERAL:
        return f"{whom[1]}'s {noun}"
    return " ".join((*said.described, noun))


def _is_person(noun: str, trades: tuple[str, ...]) -> bool:
    if noun in texts("en", "matters")["lost"]["words"]:
        return True
    return is_somebody(noun, trades) or bool(_FORMS_OF_PERSONS.fullmatch(noun) and not is_thing(noun, "en"))


def _noun(word: str, known: dict[str, tuple[str, Gender, bool]], language: str) -> str:
    """A noun as the lexicon has it: in German without the ending of its case."""
    if language != "de":
        return word if word in known else ""
    return next((each for each in stems(word) if _suffix(each, known)), "")


def _suffix(word: str, known: dict[str, tuple[str, Gender, bool]]) -> str:
    """What a German compound ends in: a Standuhr is an Uhr."""
    if word in known:
        return word
    return next((word[at:] for at in range(2, len(word) - 2) if len(word) - at > 2 and word[at:] in known), "")


def stems(word: str) -> Iterator[str]:
    """A German word, and what may be its first case."""
    yield word
    for end in ("es", "en", "s", "n", "e"):
        if word.endswith(end) and len(word) > len(end) + 3:
            yield word[: -len(end)]


def _described(text: str, words: list[re.Match[str]], at: int, kind: str, language: str) -> tuple[str, ...] | None:
    """The words that describe a thing, after its article; nothing if it is not spoken of as one."""
    only = texts(language, "matters")[kind].get("only_after", ())
    before = words[at - 1][0] if at else ""
    if only:
        low = before.lower()
        if language == "de":
            return () if low.rstrip("enrsm") in {each.rstrip("enrsm") for each in only} else None
        return (low,) if low in only else None
    if language == "de":
        return ()
    said: list[str] = []
    for back in range(1, 4):
        if at - back < 0:
            break
        word = words[at - back][0]
        if kind == "weather" and word.lower() in ("every", "each", "one", "that"):
            return None  # every night is no matter
        if word[0].isupper() and word.endswith(("’s", "'s")):
            return tuple(reversed(said))  # Noor's telephone
        if text[words[at - back].end() : words[at - back + 1].start()] != " ":
            break
        if back == 1 and words[at][0].endswith("s") and _SEVERAL.fullmatch(word):
            return ()  # somebody receives letters
        if _BEFORE.fullmatch(word.lower()):
            return tuple(reversed([each for each in said if each not in _NO_DESCRIPTION]))
        if _NO_ADJECTIVE.fullmatch(word.lower()) or not word.islower():
            break
        said.append(word)
    noun = words[at][0].lower()
    bare = kind in ("weather", "message") or noun == "murder" or (kind in ("presence", "person") and noun.endswith("s"))
    can_be = bare and (at == 0 or not _CAN.fullmatch(words[at - 1][0].lower()))
    return () if can_be else None  # nobody can lie: that is no lie


def _whole(text: str, bare: str, end: int, kind: str, language: str) -> tuple[str, int]:
    """A thing with what belongs to it: the door in the tide. Many of a kind become one."""
    if language != "en":
        return bare, end
    after = _AFTER.match(text, end)
    own = _FROM_OWN.match(text, end) if kind == "writing" else None
    bare = _ONE_OF.get(bare, bare)
    if bare.endswith("s") and bare[:-1] in texts("en", "matters")[kind]["words"]:
        bare = bare[:-1]
    if own is not None:
        return f"{bare} from your own {own[1]}", own.end()
    if after is None:
        return bare, end
    if kind in ("door", "message"):
        last = re.compile(r"\s+([a-z]+)\b").match(text, after.end())
        if last is not None and is_place_noun(last[1]):  # in the royal aviary
            return f"{bare}{after[0]}{last[0]}", last.end()
        return f"{bare}{after[0]}", after.end()
    return bare, after.end() if after[0].split()[0] == "of" else end


def _by_deed(text: str, language: str) -> Iterator[tuple[float, Matter]]:
    """What was done, and who is dead and all the same does not keep away from the story: a client who still pays."""
    found = _IS_DEAD.search(text) if language == "en" else None
    if found is not None and found[1] not in _NOBODY:
        yield 3.35, Matter("presence", f"dead {found[1]}", portable=False)
    if _DEEDS[language].search(text):
        german = language == "de"
        yield 1.4, Matter("murder", "Mord" if german else "murder", "m" if german else "n", portable=False)
    if _INVITED[language].search(text):
        yield 1.5, Matter("writing", *(("Einladung", "f") if language == "de" else ("invitation",)))


def _by_all(text: str, language: str) -> Iterator[tuple[float, Matter]]:
    """What nobody does any more, or everybody, in a whole town."""
    found = _NOBODY_DOES[language].search(text)
    if found is None:
        return
    if language == "en":
        said = f"{found[1][0].lower()}{found[1][1:]}".replace("anymore", "any more")
        yield 0.2, Matter("place", "town", portable=False, why=said)
        return
    said = (
        found["end"].replace("könnte", "kann") if found["end"] else f"{found['rest'].strip()} {found['verb']}".strip()
    )
    yield 0.2, Matter("place", "Stadt", "f", portable=False, why=f"{found['who'].lower()} {said}")


def is_somebody(noun: str, trades: tuple[str, ...]) -> bool:
    """Whether an English noun names a person."""
    reading = texts("en", "names")["reading"]
    return noun in trades or noun in (*reading["relations"], *reading["she_words"], *reading["he_words"], *_PEOPLE)


def _by_verb(text: str, language: str, trades: tuple[str, ...]) -> Iterator[tuple[float, Matter]]:
    """What somebody finds, guards or steals."""
    for found in re.finditer(_FINDS[language], text):
        if language == "de":
            gender = cast(Gender, {"eine": "f", "einen": "m", "ein": "n"}[found[1]])
            if found[2].lower() not in trades and not PERSON.fullmatch(found[2].lower()):
                yield 0.3, Matter("treasure", found[2], gender)
            continue
        words = [each for each in found[1].split() if each != "own"]
        while words and (_TIME.fullmatch(words[-1]) or _NO_ADJECTIVE.fullmatch(words[-1]) or words[-1] in trades):
            words.pop()
        if words and words[-1] in ("body", "bodies"):
            if _A_BODY.search(found[0]):
                yield 3.4, Matter("murder", " ".join((*words[:-1], "body")), portable=False)
        elif words and is_place_noun(words[-1]):
            yield 2.0, Matter("place", " ".join(words), portable=False)


@lru_cache(maxsize=4)
def _lexicon(language: str) -> dict[str, tuple[str, Gender, bool]]:
    """Every noun that names a matter: its kind, its gender, and whether one can carry it."""
    found: dict[str, tuple[str, Gender, bool]] = {}
    for kind, told in texts(language, "matters").items():
        portable = told["portable"]
        genders = told["words"] if isinstance(told["words"], dict) else dict.fromkeys(told["words"], "n")
        for word, gender in genders.items():
            found.setdefault(word, (kind, cast(Gender, gender), portable == ["*"] or word in portable))
    return found
