"""Reads a premise: who and what it names, where it is set, and what kind of story it asks for."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from itertools import takewhile
from typing import Any, Literal

from gameplan.novels.house.composing.appositions import Apposition, appositions, with_places, without
from gameplan.novels.house.composing.company import kin, relations, roles, the_dead
from gameplan.novels.house.composing.country import CLOSED
from gameplan.novels.house.composing.matter import NOTHING, Matter, is_carried, is_thing, read_matter, stems
from gameplan.novels.house.composing.phrases import small
from gameplan.novels.house.composing.plainly import as_a_child, plainly, who_you_are, without_you
from gameplan.novels.house.composing.spoken import agents_of, as_a_trade
from gameplan.novels.house.composing.spoken_german import german_agent
from gameplan.novels.house.composing.texts import texts
from gameplan.novels.house.composing.trades import ROYAL, a_trade, by_form, by_whom
from gameplan.novels.house.composing.unlisted import MOST, Unlisted, unlisted_places
from gameplan.novels.house.composing.wording import Thing

_WORD = re.compile(r"[^\W_]+(?:[-’'][^\W_]+)*")
_ENDS = re.compile(r"[.!?:;]\s*$")
_A_STORY = re.compile(
    r"^(?:.{0,60}?\b(?:an?|the)\s+)?(?:[a-z-]+\s+){0,2}?"
    r"(?:story|tale|novel|mystery|romance|comedy|tragedy|thriller|adventure|fairy tale|farce)\s+"
    r"(?:about|of how|between|in which|where|set in|in)\s+(?=[a-z])",
    re.IGNORECASE,
)
_LONGEST_NAME = 60  # letters
_ON_THE_MOON = re.compile(
    r"\b(?:on|to|from|beneath|under|inside|around|orbiting|auf|zum|vom|unter)\s+(?:an?\s+|the\s+|de[mnr]\s+|eine[mnr]\s+)?"
    r"(?:\w+\s+)?\w*(?:moons?|mond)\b|\bmoon base\b|\w+mond\b|\bmoons?\s+of\s+[A-Z]",
    re.IGNORECASE,
)
_ONE_DOES = {"and", "must", "can", "will", "had", "still", "never", "always", "just", "only", "once"}
_MANY_DO = {"must", "can", "will", "have", "are", "were", "do", "could", "should"}
_SMALL_WORDS = small("pronouns") | small("helping") | small("articles") | small("prepositions") | small("aside")
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
_NO_TRADE = r"(?:of|and|or|to|in|on|at|by|for|from|with|is|was|that|which|who|the|an?|dead|late|her|his|against)"
_JOINING = {"of", "von", "vom", "de", "the", "du", "la"}
_PRONOUNS = frozenset({"she", "her", "herself", "he", "him", "his", "himself"}) | frozenset(
    {"sie", "ihr", "ihre", "ihrer", "ihren", "ihrem", "er", "ihm", "ihn", "sein", "seine", "seinen", "seinem", "seiner"}
)
_SUBJECT_ENDS = re.compile(
    r"of|in|on|at|to|from|with|by|for|who|whose|that|which|where|is|was|has|must|can|will|[a-z]{3,}[^s]s"
    r"|im|auf|am|an|aus|mit|von|vom|bei|dessen|deren|muss|soll|kann|[a-zäöüß]{3,}t"
)


@dataclass(frozen=True)
class Premise:
    """What was understood of a premise. What is not there is empty, and made up."""

    text: str
    people: tuple[tuple[str, Literal["f", "m"] | None], ...] = ()
    foe: str = ""
    town: str = ""
    matter: Matter = NOTHING
    trade: str = ""
    gender: Literal["f", "m"] | None = None  # of whom it is about
    relations: tuple[str, ...] = ()  # a sister, a rival: those who go along
    roles: tuple[str, ...] = ()  # others whom it speaks of by what they do
    frame: str = ""
    leans_to: str = ""  # the frame that it does not ask for, and that would suit it
    family: str = ""
    kinds: tuple[str, ...] = ()  # kinds of places that it speaks of
    unlisted: tuple[Unlisted, ...] = ()  # places that it speaks of and that are of no kind


@dataclass(frozen=True)
class _Name:
    text: str
    before: str
    starts: bool
    article: bool
    beside: bool  # nothing but a space is between it and the word before it


def read_premise(text: str, language: str) -> Premise:
    """Read a premise, in English or German."""
    whole = " ".join(text.split())
    text = with_places(plainly(whole, language), language)
    you = who_you_are(text, language) or as_a_child(whole, language)
    text = without_you(text, language)
    words = texts(language, "names")["reading"]
    lower = [word.lower() for word in _WORD.findall(whole)]  # a heading tells of what kind it is
    if language == "de":
        lower = [_plain(word, language) for word in lower]
    people: list[str] = []
    town = foe = trade = ""
    for name in _names(text, language, words):
        first, _, rest = name.text.partition(" ")
        known = {*people, *(each for person in people for each in person.split()), town, foe}
        if name.text in known or len(name.text) > _LONGEST_NAME:
            continue
        if (name.before in words["foe_before"] or first in words["foe_titles"]) and not foe:
            foe = name.text
        elif name.beside and name.before in words["vessels"]:  # the ship Halcyon
            town = town or name.text
        elif first in words["titles"] and rest:
            is_mine = _is_trade(first, words) and not people and not trade
            trade = a_trade(first.lower(), language) if is_mine else trade
            people.append(rest if is_mine else name.text)  # Inspector Holm is Holm, an inspector
        elif first in words["place_words"] and rest and language == "de":
            town = town or rest
        elif _is_trade(first, words) and rest and language == "de":
            trade = trade or ("" if people else first)
            people.append(rest)
        elif (
            name.before in words["place_before"] or name.text.split()[-1] in words["place_words"]
        ) and not name.article:
            town = town or name.text
        elif name.article and name.before == "the" and name.text.split()[-1] in words.get("lands", "").split():
            town = town or (f"the {name.text}" if " " in name.text else "")
        elif not name.article:
            if not people and not trade and language == "en" and name.before in words["trades"] and name.beside:
                trade = a_trade(name.before, language)  # Captain Vane, who is told of as Vane
            elif not people and not trade and language == "en" and name.before in ROYAL and name.beside:
                trade = f"the {name.before}"
            people.append(name.text)
    people = [each for each in people if each != foe]
    titled = {*words["titles"], *words["foe_titles"]}
    named = {_plain(each.lower(), language) for each in _WORD.findall(" ".join((*people, foe))) if each not in titled}
    said = [each for each in lower if each not in named]  # Mira Sand is in no desert
    if not _ON_THE_MOON.search(text):
        said = [each for each in said if each not in ("moon", "mond")]  # who steals it is not there
    family = _family(said, language)
    trades = tuple(words["trades"])
    beside = appositions(text, language)
    rest = without(text, beside)
    trade = trade or you or _told_beside(people, beside)
    if not trade and (whose := by_whom(rest, words, language)):
        trade = whose
        people = [each for each in people if f"{each}'s" not in whose.replace("’", "'")]  # Dr Jekyll's gardener
    trade = trade or _first_of(rest, _trade(rest, words, language), by_form(rest, language))
    said_of = _without_its_frame(rest) if language == "en" else rest
    agents = agents_of(said_of, lambda noun: is_thing(noun, language)) if language == "en" else ()
    if not trade and not people:
        trade = as_a_trade(agents[0]) if agents else german_agent(rest, lambda noun: is_thing(noun, language))
    is_a_title = not any(each.islower() and len(each) > 3 for each in _WORD.findall(text))  # The Last Library Burns
    named = set() if is_a_title else {*named, town.lower()}
    acting = frozenset({*trade.lower().split()[-1:], *(each.noun.lower() for each in agents), *named})
    matter = read_matter(said_of, language, trades, acting)
    if not matter.thing and beside:  # a widow with a haunted piano
        matter = read_matter(text, language, trades, acting)
    known_as = {_plain(each.noun, language) for each in beside}
    unnamed = [each for each in lower if each not in known_as]
    own = trade.lower().split()
    absent = {*(own if own[:1] in (["the"], ["die"], ["der"]) else own[-1:]), *the_dead(text, language, _plain)}
    frame, leans_to = _frame(said, matter, language)
    return Premise(
        text=whole,
        people=tuple((each, _gender(each, text, words, first=each == people[0])) for each in people[:4]),
        foe=foe,
        town=town,
        matter=matter,
        trade=trade or kin(lower, words),
        gender=_by_trade(trade, language) or _gender_of(lower, words),
        relations=relations([each for each in lower if each not in absent], words),
        roles=(*(each.noun for each in agents[1:]), *roles(unnamed, trade, matter, words))[:2],
        frame=frame,
        leans_to=leans_to,
        family=family,
        kinds=_kinds(said, family, language),
        unlisted=(
            *_of_its_own(matter, language),
            *unlisted_places(text, language, lambda noun: _is_known(noun, language)),
        )[:MOST],
    )


def _told_beside(people: list[str], beside: tuple[Apposition, ...]) -> str:
    """What the first of the people is, if that is told beside the name."""
    return next((each.trade for each in beside if people and people[0] in each.name), "")


def _without_its_frame(text: str) -> str:
    """A premise without what only says that it is one: a story about a clock is about the clock."""
    told = _A_STORY.sub("", text, count=1)
    return told.lower() if told.isupper() and " " in told.strip() else told


def _of_its_own(matter: Matter, language: str) -> tuple[Unlisted, ...]:
    """The place that a premise is about, if it is one of which there is only one: the umbrella shop."""
    thing = Thing(matter.thing, language)
    if matter.kind != "place" or language != "en" or " " not in matter.thing or not thing.at.startswith("at "):
        return ()
    return (Unlisted(matter.thing, "at"),)


def _first_of(text: str, listed: str, formed: str) -> str:
    """Of what two readings take for a trade, the one that the premise begins with."""
    if not (listed and formed):
        return listed or formed
    lower = text.lower()
    return formed if lower.find(formed.split()[-1].lower()) < lower.find(listed.split()[-1].lower()) else listed


def _is_known(noun: str, language: str) -> bool:
    """Whether a noun is one of a list: it has a place of its own there, or is none."""
    plain = _plain(noun, language) if language == "de" else noun
    compound = plain != noun and plain not in stems(noun)  # a home for the old is no home
    known = plain in (_known(language) - _of_frames(language) if compound else _known(language))
    return known or is_thing(noun, language) or _is_trade(noun, texts(language, "names")["reading"])


@lru_cache(maxsize=2_000)
def _plain(word: str, language: str) -> str:
    """A German word as the tables have it: without the ending of its case, a compound by what it ends in."""
    known = _known(language)
    for each in stems(word):
        if each in known:
            return each
    return next((word[at:] for at in range(2, len(word) - 3) if word[at:] in known), word)


@lru_cache(maxsize=2)
def _known(language: str) -> frozenset[str]:
    found = {word for told in texts(language, "settings").values() for word in told["words"]}
    found |= {
        word for places in texts(language, "places").values() for place in places.values() for word in place["words"]
    }
    found |= _of_frames(language)
    reading = texts(language, "names")["reading"]
    return frozenset(found.union(reading["trades"], reading["she_words"], reading["he_words"], reading["relations"]))


@lru_cache(maxsize=2)
def _of_frames(language: str) -> frozenset[str]:
    """The words by which a premise asks for a kind of story."""
    return frozenset(word for frame in texts(language, "frames").values() for word in (*frame["words"], *frame["weak"]))


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
        kin = word.lower() in words["she_words"] or word.lower() in words["he_words"]
        loud = word.isupper() and (len(word) > 3 or word.lower() in _SMALL_WORDS)  # NOT me
        if not word[0].isupper() or word in stop or kin or loud or len(word) == 1:
            at += 1
            continue
        end = at + 1
        while end < len(found) and found[end][0][0].isupper() and found[end][0] not in stop:
            if text[found[end - 1].end() : found[end].start()] != " ":
                break
            end += 1
        before = _before(found, at, words)
        starts = at == 0 or bool(_ENDS.search(text[found[at - 1].end() : found[at].start()]))
        article = before in _ARTICLES[language] and not starts
        name = re.sub(r"[’']s$", "", text[found[at].start() : found[end - 1].end()])
        if language == "de" and end - at == 1:
            noun = name.lower() in nouns or bool(re.search(words["noun_ends"], name.lower()))
            noun = noun or is_thing(name, language)
            if before not in words["place_before"]:  # in Lübeck; but a word for a country is no name
                noun = noun or _plain(name.lower(), language) in _known(language)
            adjective = bool(re.search(r"(e|er|es|en|em)$", before)) and before not in words["place_before"]
            known = name in words["given"]
            if starts and not known and _alone(text, found, end):
                at = end
                continue
            if not known and (article or noun or (adjective and not starts and before not in words["verbs"])):
                at = end
                continue
        if language == "en" and starts and end - at == 1:
            follows = text[found[at].end() : found[at].end() + 1]
            after = found[end][0].lower() if end < len(found) else ""
            given = name in (*texts(language, "names")["she"], *texts(language, "names")["he"])
            then = found[end + 1][0].lower() if end + 1 < len(found) else ""
            if after.endswith("s") and then in _MANY_DO and not given:
                at = end  # Divorced parents must
                continue
            if not (given or follows == "," or after.endswith("s") or after in _ONE_DOES):
                at = end
                continue
        beside = bool(at) and text[found[at - 1].end() : found[at].start()] == " "
        yield _Name(name, before, starts, article, beside)
        at = end


def _alone(text: str, found: list[re.Match[str]], end: int) -> bool:
    """Whether nothing is done by a German word that begins a sentence: Heimweh. Streit um einen Garten."""
    after = text[found[end - 1].end() :].lstrip()
    following = found[end][0] if end < len(found) else ""
    return not after or after[0] in ".!?:" or following in ("um", "im", "in", "über", "mit", "ohne", "auf", "für", "am")


def _before(found: list[re.Match[str]], at: int, words: dict[str, Any]) -> str:
    """The word before a name; in 1970s Reykjavik it is the first."""
    before = found[at - 1][0].lower() if at else ""
    said_of = before[:1].isdigit() or before in words["said_of_places"]
    if said_of and at > 1 and found[at - 2][0].lower() in words["place_before"]:
        return found[at - 2][0].lower()
    return before


def _gender(name: str, text: str, words: dict[str, Any], *, first: bool) -> Literal["f", "m"] | None:
    """By what stands near the name; the first of a premise is whom its pronouns mean."""
    near = re.search(rf"(\w+)\s+(?:(?:Dr|Prof)\s+)*{re.escape(name)}", text)
    if near and near[1].lower() in words["she_words"]:
        return "f"
    if near and near[1].lower() in words["he_words"]:
        return "m"
    given = next((each for each in name.split() if each not in words["titles"]), name)
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


def _frame(said: list[str], matter: Matter, language: str) -> tuple[str, str]:
    """What kind of story it asks for, and to which it leans: by its words, and by what it is about."""
    asked = texts(language, "matters").get(matter.kind, {}).get("frame", "")

    def weight(key: str, frame: dict[str, Any]) -> float:
        plain, weak = (sum(said.count(word) for word in frame[each]) for each in ("words", "weak"))
        return float(plain + 0.5 * weak + 0.75 * (key == asked))

    weights = {key: weight(key, frame) for key, frame in texts(language, "frames").items()}
    best = max(weights, key=lambda key: weights[key])
    return (best if weights[best] >= 1 else "", best if weights[best] else "")


def _family(said: list[str], language: str) -> str:
    """The country that it speaks of most; of two, the one that is the further from here, or that it names first.

    Who somebody is and what they carry says less about it than where they are: a diplomat may be in a desert.
    """
    trades = set(texts(language, "names")["reading"]["trades"])
    tables = {key: set(told["words"]) for key, told in texts(language, "settings").items()}
    elsewhere = {each for each in said if each in trades or is_carried(each, language)}
    counts = {
        key: sum(0.5 if each in elsewhere else 1.0 for each in words & set(said)) for key, words in tables.items()
    }
    named = {key: min((said.index(each) for each in words & set(said)), default=0) for key, words in tables.items()}
    best = max(counts, key=lambda key: (counts[key] + 0.5 * (key in CLOSED), counts[key], -named[key]))
    return best if counts[best] else ""


def _kinds(said: list[str], family: str, language: str) -> tuple[str, ...]:
    """The kinds of places that it speaks of: what it names first, then its country, then whose people it names."""
    table, trades = texts(language, "places"), texts(language, "names")["reading"]["trades"]
    found: dict[str, tuple[bool, bool]] = {}
    for word in dict.fromkeys(said):
        named = [
            (f"{where}.{kind}", (word in trades, not place.get("named", False)))
            for where in (family, "any")
            for kind, place in reversed(table.get(where, {}).items())
            if word in place["words"] and family not in place.get("not", ())
        ]
        for kind, rank in (each for each in named if each[0].split(".")[0] == named[0][0].split(".")[0]):
            found[kind] = min(rank, found.get(kind, rank))
    return tuple(sorted(found, key=lambda kind: found[kind]))


def _gender_of(said: list[str], words: dict[str, Any]) -> Literal["f", "m"] | None:
    """Whether it is about her or him: by its subject, then by its pronouns. Two sisters are told of by one of them."""
    for word in said:
        if word in words["kin"] and word in words["relations"]:
            return "f" if words["relations"][word]["g"] == "f" else "m"
    subject = list(takewhile(lambda word: not _SUBJECT_ENDS.fullmatch(word), said))
    for word in (*subject, *(each for each in said if each in _PRONOUNS), *said):
        if word in words["she_words"]:
            return "f"
        if word in words["he_words"]:
            return "m"
    return None


def _by_trade(trade: str, language: str) -> Literal["f", "m"] | None:
    """What a German trade tells: an Uhrmacher, an Uhrmacherin."""
    if language != "de" or not trade:
        return None
    if trade.startswith(("die ", "der ")):
        return "f" if trade.startswith("die ") else "m"
    return "f" if trade.endswith(("in", "schwester", "nonne", "hexe", "amme", "Nonne", "Hexe")) else "m"


def _trade(text: str, words: dict[str, Any], language: str) -> str:
    trades = "|".join(re.escape(each) for each in sorted(words["trades"], key=len, reverse=True))
    if language == "de":
        found = re.search(
            rf"\b(?:[Ee]in|[Ee]ine|[Dd]er|[Dd]ie|[Ee]iner|[Ee]inem)\s+(?:[a-zäöüß]+\s+)?(\w*(?:{trades}))\b",
            text,
            re.IGNORECASE,
        )
        return found[1] if found else ""
    plain = rf"(?!{_NO_TRADE}\b)[a-z-]+\s+"
    other = r"(?![’']|\s+(?:dies|died|is dead)\b)"  # the abbot's cook; on the day the abbot dies
    alive = r"(?!(?:dead|late|deceased|murdered|drowned|departed)\b)"
    found = re.search(rf"\b(?:[Aa]n?|[Tt]he)\s+{alive}((?:{plain}){{0,2}}(?:{trades}))\b{other}", text)
    if not found:
        found = re.search(rf"(?<!dead )(?<!late )(?<!murdered )\b({trades})(?:s\b|(?=\s+[A-Z]))", text)
    if not found:
        return ""
    return a_trade(found[1], language)
