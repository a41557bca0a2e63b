"""What an English premise is about where no list says it: by what each noun has to do in its sentence.

What somebody finds out about, what is done something to, what itself does something, what two sides want. What kind of
matter that is, is seen by the company it keeps: one hears a sound, plans or attends an occasion, and quarrels over a
thing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from gameplan.novels.house.composing.phrases import Phrase, is_plural, read_phrases, small
from gameplan.novels.house.composing.reasons import why_of
from gameplan.novels.house.composing.texts import texts
from gameplan.novels.house.composing.unlisted import is_place_noun

_LONGEST = 14  # words
_WEIGHT = {"quarrel": 4.6, "told": 3.8, "object": 3.3, "subject": 3.2, "alone": 3.1, "made": 1.6, "at": 0.4}
_OCCASION = re.compile(
    r"(?:plan|prepar|organi[sz]|attend|celebrat|host|hold|cancel|postpone|rehears|enter|stag|perform|announc|judg)"
    r"(?:e|es|s|ed|ing|r?ring)?|hold|holds|put off"
)
_HEARD = re.compile(r"(?:hear|overhear)(?:s|d|ing)?|listens?")
_ABSTRACT = re.compile(r"[a-z]+(?:tion|sion|ment|ness|ity|ance|ence|ism|ship|hood|dom|esty|uty|acy|tude|ing|th)")
_NO_MATTER = small("no_matter")
_AGENT = re.compile(
    r"(?:find|discover|inherit|steal|adopt|teach|collect|open|plan|learn|hire|marr|sell|bu|investigat|search|promis|writ|"
    r"read|cook|bak|build|sew|sav|rescue|hunt|invent|guard|hid|decid|want|lov|hat|try|tri|run|keep|rais|fix|repair|paint|"
    r"travel|return|agree|mak|forg|smuggl|carr|deliver|count|translat|publish|grow|plant|need|know|refus|remember|forget|"
    r"swear|vow|dream|believ|set)(?:y|s|es|ies|e|ys)?"
)
_BEING = ("is", "are", "was", "were", "be", "been", "being")
_COMPANIES = ("orchestra", "crew", "family", "choir", "band", "gang", "company", "troupe", "team", "committee", "class")
_MAKERS = re.compile(
    r"(?:maker|builder|repairer|restorer|tuner|collector|seller|dealer|player|mender|painter|carver)s?"
)
_MAKES = re.compile(
    r"(?:build|make|sew|bake|knit|weave|carve|compose|invent|construct|design|brew|cook|assemble|embroider|sculpt|erect)s?"
)
_FINDS = re.compile(r"(?:find|discover|notice|see|meet|spot|encounter|recogni[sz]e|remember|receive)s?")
_THERE = ("in", "on", "at", "during", "after", "before", "since", "until", "under", "near", "from", "through", "aboard")
_NO_DESCRIPTION = (
    "own",
    "very",
    "same",
    "whole",
    "entire",
    "only",
    "certain",
    "new",
    "one",
    "no",
    "some",
    "each",
    "both",
)


@dataclass(frozen=True)
class Spoken:
    """A noun that a premise may be about."""

    weight: float
    noun: str  # one of it
    described: tuple[str, ...]
    kind: str  # what it is taken for, if no list knows it
    why: str
    part: str
    article: str
    start: int
    end: int


def spoken_of(text: str, is_person: Callable[[str], bool]) -> Iterator[Spoken]:
    """All nouns that a premise may be about, with how much it speaks of each."""
    phrases = read_phrases(text)
    quarrels = texts("en", "matters")["quarrel"]
    first = next((each for each in phrases if each.part == "subject"), None)
    for each in phrases:
        noun = each.noun.lower()
        if (
            each.part == "alone"
            and not each.article
            and (noun.endswith("ed") or text[each.end :].startswith(",") or each.noun.isupper())
        ):
            continue  # Sold: one soul; Rome, 44 BC
        if (
            each.article == "no"
            or (each.named and each.part != "alone")
            or not re.fullmatch(r"[a-z]+(?:[-’'][a-z]+)*", noun)
        ):
            continue
        wanted = bool(each.before in ("over", "about", "for") and (each.to in quarrels["strife"]))
        wanted = wanted or (each.before in ("over", "about", "for") and _verb_before(text, each) in quarrels["verbs"])
        fought = each.part == "subject" and any(
            other.part == "object" and other.noun.lower() in quarrels["strife"] for other in phrases
        )
        why = _why(text, each)
        person = is_person(noun) or is_person(single(noun)) or each.who or _are_agents(each)
        if noun in quarrels["strife"] or (noun in _NO_MATTER and not person):
            continue
        if each.part == "object" and (
            each.verb in _BEING or (noun.endswith("ing") and not _HEARD.fullmatch(each.verb))
        ):
            continue  # they are all copies; it stops playing
        if person:
            if each.part == "alone" and _made(each):
                yield Spoken(_WEIGHT["made"], _made(each), (), "work", "", each.part, "an", each.start, each.end)
            elif each.part == "object" or each.before == "by":
                odd = _why_relative(text, each)
                yield _spoken(each, 2.8 if odd or each.who else 0.3, "person", odd)
            continue
        if wanted or fought:
            yield _spoken(each, _WEIGHT["quarrel"], "quarrel", "" if fought else why)
        elif each.part in ("told", "object", "subject", "alone") or not each.before:
            weight = _WEIGHT.get(each.part, _WEIGHT["at"]) + (0.4 if why else 0.0) - each.start * 0.002
            weight -= 2.0 if each.part == "subject" and each != first else 0.0  # and only the owls have noticed
            yield _spoken(each, weight, _kind(each, noun, why), why)
        elif each.before not in _THERE:
            yield _spoken(each, _WEIGHT["at"], _kind(each, noun, ""), _why_relative(text, each))


def _are_agents(phrase: Phrase) -> bool:
    """Whether several are known by what they do: twelve jurors, two rival forecasters."""
    noun = phrase.noun.lower()
    others = texts("en", "names")["reading"]["no_trades"].split()
    return phrase.several and bool(re.fullmatch(r"[a-z]{3,}[eo]rs", noun)) and noun[:-1] not in others


def part_of(text: str) -> Callable[[int, int], tuple[str, bool]]:
    """What a noun at a place in the text has to do there, and whether it is the last word of its phrase."""
    phrases = read_phrases(text)

    def at(start: int, end: int) -> tuple[str, bool]:
        for each in phrases:
            if each.start <= start < each.end:
                part = "made" if _is_made(each) else each.part
                there = part == "at" and each.before in _THERE
                return ("there" if there else part), end >= each.end
        return "", True

    return at


def agents_of(text: str, is_thing: Callable[[str], bool]) -> tuple[Phrase, ...]:
    """Those who act in a premise as people do, be they hedgehogs."""
    subjects = [each for each in read_phrases(text) if each.part == "subject"]
    first = subjects[0] if subjects else None
    if first is None or first.named or not first.article or first.owner or first.before:
        return ()
    noun = first.noun.lower()
    does = next((each.verb for each in subjects if each.verb), "")
    acts = first.who or _AGENT.fullmatch(does)
    if not acts or noun in _NO_MATTER - _PERSONS or (is_thing(noun) and not first.who and noun not in _PERSONS):
        return ()
    alike = [each for each in subjects[1:] if each.article == first.article and not each.named and not first.verb]
    return (first, *alike)


def as_a_trade(agent: Phrase) -> str:
    """What somebody is who acts in a premise: a hedgehog, one of the two snails."""
    said = " ".join(agent.words)
    if agent.noun in ("couple", "pair"):
        return f"one half of a {said}"
    if agent.noun in _COMPANIES:
        return f"one of the {said}"
    if agent.several:
        number = f"{agent.article} " if agent.article not in ("the", "some", "several", "many", "all") else ""
        return f"one of the {number}{said}"
    return f"the {said}" if agent.article == "the" else f"{'an' if said[0].lower() in 'aeiou' else 'a'} {said}"


_PERSONS = small("persons")
_IN_IE = small("in_ie")
_PLAIN_VERBS = small("plain_verbs") - {"must"}


def single(noun: str) -> str:
    """One of many: hives, a hive; berries, a berry."""
    if not is_plural(noun):
        return noun
    if noun.endswith("ies") and len(noun) > 4:
        return noun[:-1] if noun in _IN_IE else f"{noun[:-3]}y"
    return noun[:-2] if noun.endswith(("ches", "shes", "xes", "sses")) else noun[:-1]


def _spoken(phrase: Phrase, weight: float, kind: str, why: str) -> Spoken:
    noun = single(phrase.noun.lower()) if phrase.noun.islower() or phrase.start == 0 else phrase.noun
    described = tuple(each for each in phrase.words[:-1] if each.lower() not in _NO_DESCRIPTION)
    return Spoken(
        weight,
        noun,
        tuple(each.lower() for each in described),
        kind,
        why,
        phrase.part,
        phrase.article,
        phrase.start,
        phrase.end,
    )


def _kind(phrase: Phrase, noun: str, why: str) -> str:
    if is_place_noun(noun) or noun in _listed_places():
        return "place"
    if _is_made(phrase):
        return "work"
    if _HEARD.fullmatch(phrase.verb) and phrase.part == "object":
        return "message"
    if _OCCASION.fullmatch(phrase.verb) and phrase.part == "object":
        return "event"
    if not phrase.article and not is_plural(noun):
        return "weather" if phrase.part in ("alone", "subject") or _ABSTRACT.fullmatch(noun) else "treasure"
    if _ABSTRACT.fullmatch(noun):
        return "weather"
    found = phrase.part == "object" and _FINDS.fullmatch(phrase.verb)
    return "wonder" if why or found or phrase.part in ("told", "subject") else "treasure"


def _is_made(phrase: Phrase) -> bool:
    """Whether somebody makes it: a coat that is sewn is not there yet."""
    return (
        phrase.part == "object" and bool(_MAKES.fullmatch(phrase.verb)) and phrase.article not in ("his", "her", "the")
    )


@lru_cache(maxsize=1)
def _listed_places() -> frozenset[str]:
    """The nouns by which the places that it knows are called."""
    names = (place["name"] for family in texts("en", "places").values() for place in family.values())
    return frozenset(re.sub(r"[^a-z ]", "", name.lower()).split()[-1] for name in names) | frozenset(
        texts("en", "matters")["place"]["words"]
    )


def _why(text: str, phrase: Phrase) -> str:
    """What is odd about it, as a clause: what it does, or what is said of it after it."""
    relative = _why_relative(text, phrase)
    if relative or phrase.part not in ("told", "subject") or not phrase.verb:
        return relative
    if re.match(r"\s+(?:is|was|are|were)\s+(?:in|at|on|near|by)\b", text[phrase.end :]):
        return ""  # it is in an hour
    rest = re.split(r"[.,;:!?()“”\"…—–]", text[phrase.end :], maxsplit=1)[0]
    rest = re.split(r"\s(?:and|but|while|until|when|because)\s", rest, maxsplit=1)[0].strip()
    verb, _, more = rest.partition(" ")
    if verb in _PLAIN_VERBS and not phrase.several:  # three astronauts and a goat land: why the goat lands
        rest = f"{_does(verb)} {more}".strip()
    said = f"{'the ' if phrase.article else ''}{' '.join(phrase.words)} {rest}"
    if re.match(r"(?:why|how)\b", text.strip(), re.IGNORECASE) and " " not in rest:
        said = f"{said.removesuffix(rest)}{rest}{'' if phrase.several else 's'}"
    said = said if phrase.start or not said[0].isupper() else said[0].lower() + said[1:]
    return said if rest and 2 < len(said.split()) <= _LONGEST and not re.search(r"[{}<>\[\]|]", said) else ""


def _does(verb: str) -> str:
    """What one does, of what several do: land, lands; marry, marries."""
    if verb.endswith("y") and verb[-2] not in "aeiou":
        return f"{verb[:-1]}ies"
    return f"{verb}es" if verb.endswith(("s", "sh", "ch", "x", "o")) else f"{verb}s"


def _why_relative(text: str, phrase: Phrase) -> str:
    tail = text[phrase.end :]
    where = re.match(r"\s+(?:in|on|at|of)\s+(?:an?|the|his|her|their)\s+[a-z -]+?(?=\s+(?:where|in which)\b)", tail)
    if where is not None:
        tail = tail[where.end() :]
    if not re.match(r",?\s+(?:that|which|who|where|in which|on which|at which)\b", tail):
        return ""
    return why_of(tail, " ".join(phrase.words), "n", "en")


def _made(phrase: Phrase) -> str:
    """What those make or keep who are known by it: accordion makers, an accordion."""
    words = [each.lower() for each in phrase.words]
    if len(words) < 2 or not _MAKERS.fullmatch(words[-1]) or words[-2] in ("rival", "old", "retired", "young", "last"):
        return ""
    return words[-2]


def _verb_before(text: str, phrase: Phrase) -> str:
    before = re.findall(r"[a-z]+", text[: phrase.start].lower())
    small = {"a", "an", "the", "his", "her", "their", "over", "about", "for", "one", "its"}
    return next((each for each in reversed(before) if each not in small), "")
