"""The nouns of an English sentence, and what each has to do in it: who acts, on what, where, what is told of it.

A shallow reading by articles, endings and order. It knows the small words of the language and no nouns: so it finds
what a premise is about where no list knows the word.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal, TypeAlias

from gameplan.novels.house.composing.texts import texts

Part: TypeAlias = Literal["subject", "object", "told", "alone", "at", "inside"]
# `told` is the subject of what somebody finds out; `alone` is spoken of in a phrase that has no verb; `at` stands after
# a preposition, `inside` within a clause about something else.


@lru_cache(maxsize=64)
def small(kind: str, language: str = "en") -> frozenset[str]:
    """The small words of a language, by what they do."""
    return frozenset(texts(language, "grammar")[kind].split())


_TOKEN = re.compile(r"[^\W_]+(?:[-’'][^\W_]+)*|[^\w\s]")
_ONE = small("one")
_MANY = small("many")
_ARTICLES = _ONE | _MANY | small("articles")
_PREPOSITIONS = small("prepositions")
_PRONOUNS = small("pronouns")
_HELPING = small("helping")
_BEING = small("being")
_RELATIVE = frozenset({"who", "which", "that", "where", "whose", "whom"})
_ASIDE = small("aside")
_JOINS = frozenset({"and", "or", "but", "nor", "yet", "so"})
_ENDS = frozenset(".!?;:…—–")
_SMALL = _PREPOSITIONS | _PRONOUNS | _HELPING | _RELATIVE | _ASIDE | _JOINS | frozenset({"why", "how", "what", "then"})
_ADVERBS = small("adverbs")
_WILL = small("will")
_BEGINS = small("begins")
_PLAIN_VERBS = small("plain_verbs")
_PAST = small("past")
_OF_PERSONS = small("subjects")
_NO_S = ("ss", "us", "is", "ous", "’s", "'s")


@dataclass(frozen=True)
class Phrase:
    """One noun with what belongs to it."""

    words: tuple[str, ...]  # as they are written, the noun last
    article: str
    part: Part
    start: int
    end: int
    verb: str = ""  # before an object, after a subject
    before: str = ""  # the preposition
    owner: str = ""  # husband, in: her late husband's hives
    named: bool = False  # names follow, or it is one
    who: bool = False  # who …: it is spoken of as a person
    to: str = ""  # the noun to which a preposition ties it: a fight over a ticket

    @property
    def noun(self) -> str:
        return self.words[-1]

    @property
    def several(self) -> bool:
        several = is_plural(self.noun) or self.noun.lower() in ("children", "men", "women", "people", "mice", "geese")
        return self.article in _MANY or (self.article not in _ONE and several)


def is_plural(word: str) -> bool:
    """Whether a noun has the form of many."""
    return len(word) > 3 and word.endswith("s") and not word.endswith(_NO_S)


def read_phrases(text: str) -> tuple[Phrase, ...]:
    """The phrases of a text, in order."""
    found: list[Phrase] = []
    for start, end in _sentences(text):
        found += _Reading(text, start, end).phrases()
    return tuple(found)


def _sentences(text: str) -> list[tuple[int, int]]:
    cuts = [found.end() for found in re.finditer(r"[.!?;:…—–]+(?=\s|$)", text)]
    starts = [0, *cuts]
    return [(start, end) for start, end in zip(starts, [*cuts, len(text)], strict=True) if text[start:end].strip()]


class _Reading:
    """One sentence, read from left to right."""

    def __init__(self, text: str, start: int, end: int) -> None:
        self._tokens = list(_TOKEN.finditer(text, start, end))
        self._words = [each[0].lower().replace("’", "'") for each in self._tokens]
        self._asks = self._words[:1] in (["why"], ["how"], ["what"], ["who"])

    def phrases(self) -> list[Phrase]:
        found: list[Phrase] = []
        part: Part = "subject"
        verb = before = ""
        verbs, verb_at = 0, -2
        aside = False  # within a clause that begins with when, or who
        joined = False
        at = 0
        while at < len(self._words):
            word = self._words[at]
            if word in _OF_PERSONS and found and at and self._tokens[at - 1].end() == found[-1].end and not aside:
                part, aside, before, verbs = "inside", True, "", 0  # a man nobody invited
            if word in _ENDS or not word[0].isalnum():
                if word == "," and (aside or not verbs):
                    part, verb, aside, verbs = "subject", "", False, 0
                before = ""
                at += 1
            elif word in ("who", "whom", "which", "whose", "where") or (
                word == "that" and not self._tells(at, found, verb)
            ):
                if found and self._tokens[at - 1].end() >= found[-1].end:
                    found[-1] = replace(found[-1], who=found[-1].who or word in ("who", "whose"))
                part, aside, before = "inside", True, ""
                at += 1
            elif word == "that":
                part, verb, before, verbs = "told", "", "", 0
                at += 1
            elif word in _ASIDE or (word in ("after", "before", "since") and self._clause_follows(at)):
                part, aside, before = "inside", True, ""
                at += 1
            elif word in _JOINS:
                joined = bool(found) and part in ("subject", "told") and not verbs
                before = before if word == "and" and before and self._word(at + 1) in _ARTICLES else ""
                at += 1
            elif word in _PREPOSITIONS:
                before = "" if word == "to" and self._is_base(at + 1) else word
                at += 1 if before or word != "to" else 2
                verb = verb if before else self._words[at - 1] if at - 1 < len(self._words) else verb
            elif word in _ADVERBS or (
                word in ("all", "both") and found and self._tokens[at - 1].end() == found[-1].end
            ):
                at += 1
            elif word in _HELPING or word in _PRONOUNS or word in ("why", "how", "what", "then"):
                if (
                    word in _HELPING
                    and found
                    and found[-1].part == "object"
                    and self._tokens[at - 1].end() == found[-1].end
                ):
                    found[-1] = replace(found[-1], part="subject", verb=word)  # and the owls have noticed
                if word in _HELPING and not (self._asks and not found):
                    found = self._with_verb(found, part, word)
                    verbs, verb = verbs + 1, word
                    part = part if aside and verbs < 2 else "object" if part in ("subject", "told", "object") else part
                elif part == "object" and word in _PRONOUNS and self._word(at + 1) not in _ARTICLES:
                    part = "inside"  # keeps it secret; but: sends you a bill
                at += 1
            elif self._is_participle(at):
                if self._words[at - 1] not in _HELPING:
                    part = "inside"
                verb = word
                at += 1
            elif verb_at != at - 1 and self._is_verb(at, found, joined and part in ("subject", "told")):
                if aside and verbs:  # the verb of the sentence, after a clause about its subject
                    aside, part = False, "object"
                elif aside:
                    part = "inside"
                else:
                    found = self._with_verb(found, part, word)
                    part = "object"
                verbs, verb, before, verb_at = verbs + 1, word, "", at
                at += 1
            else:
                phrase, at = self._phrase(at, part, verb, before, found, joined and part in ("subject", "told"))
                if phrase is not None:
                    found.append(phrase)
                before = ""
        if not any(each.part in ("object", "told") or (each.verb and each.part != "inside") for each in found):
            found = [replace(each, part="alone") if each.part == "subject" else each for each in found]
        return found

    def _phrase(
        self, at: int, part: Part, verb: str, before: str, found: list[Phrase], joined: bool
    ) -> tuple[Phrase | None, int]:
        article = owner = ""
        began = at
        while at < len(self._words) and self._words[at] in _ARTICLES:
            article = article or self._words[at]
            at += 1
        first = at
        while at < len(self._words):
            word = self._words[at]
            if word in _SMALL or word in _ADVERBS or not word[0].isalpha() or (at > first and word in _ARTICLES):
                break
            if word.endswith("'s") or (word.endswith("s") and self._word(at + 1) == "'"):
                owner, first, article = word.removesuffix("'s"), at + 1, "his"
            elif at > first and self._ends_before(at, first, article, joined):
                break
            at += 1
        while first < at and (self._words[first].endswith("ly") or self._words[first].isdigit()):
            first += 1
        words = [each[0] for each in self._tokens[first:at]]
        if not words:
            return None, max(at, began + 1)
        named = words[-1][0].isupper()
        while len(words) > 1 and words[-1][0].isupper():
            words.pop()
        end = self._tokens[first + len(words) - 1].end()
        tied = found[-1].noun.lower() if before and found and part != "object" else ""
        if before and found and part == "object" and found[-1].part == "object":
            tied = found[-1].noun.lower()
        return Phrase(
            tuple(words),
            article or ("his" if owner else ""),
            "at" if before and part != "inside" else part,
            self._tokens[first].start(),
            end,
            verb if part in ("object", "inside") and not before else "",
            before,
            owner,
            named and (at != 1 or len(words) > 1 or not article),
            to=tied,
        ), at  # fmt: skip

    def _ends_before(self, at: int, first: int, article: str, joined: bool) -> bool:
        """Whether a phrase is over before this word, since it is the verb."""
        word, before, after = self._words[at], self._words[at - 1], self._word(at + 1)
        if self._tokens[at][0][0].isupper():
            return False
        if self._tokens[at - 1][0][0].isupper() and at - 1 > 0:
            return True  # Birch Lane build
        if (self._asks and not after) or word in _PAST:
            return True  # why does the lake applaud; so grandma stole it
        if is_plural(word):
            if article in _MANY and not any(is_plural(each) for each in self._words[first:at]):
                return False
            doing = word in _BEGINS and after.endswith("ing")  # the taster stops tasting
            return article in _ONE or self._opens(at + 1) or not after or doing
        if word.endswith("ed") and len(word) > 4:
            return after in _PREPOSITIONS or after in _ARTICLES or not after
        if word.endswith("ing") and (after in _ARTICLES or after in _PREPOSITIONS):
            return True
        together = joined and (after in _ARTICLES or (word in _PLAIN_VERBS and after in _PREPOSITIONS))
        return (is_plural(before) and article not in _ONE) or together

    def _is_participle(self, at: int) -> bool:
        """Whether this word only says more of a noun, or goes with a helping verb: named after a dog, has opened."""
        word, before, after = self._words[at], self._words[at - 1] if at else "", self._word(at + 1)
        if not word[0].isalpha() or not at or word in _ARTICLES or word in _SMALL:
            return False
        if before in _WILL or (before in _HELPING and (word.endswith(("ed", "en")) or after in _ARTICLES)):
            return True
        if before in ("has", "have", "had") and after in _PRONOUNS:
            return True  # has sent you
        if before in _BEING and (after in _PREPOSITIONS or not is_plural(word)):
            return True  # is afraid of, is paid by, is dead
        if word.endswith("ing") and is_plural(before) and after:
            return True  # keeps returning
        return word.endswith("ed") and len(word) > 4 and before not in _SMALL | _ARTICLES and after in _PREPOSITIONS

    def _is_verb(self, at: int, found: list[Phrase], joined: bool) -> bool:
        """Whether this word, after its subject, is a verb."""
        last = found[-1] if found else None
        word, before = self._words[at], self._words[at - 1] if at else ""
        before = self._words[at - 2] if before in ("all", "both") and at > 1 else before
        if not word[0].isalpha() or self._tokens[at][0][0].isupper() or word in _ARTICLES:
            return False
        if before in _PRONOUNS or before in ("who", "which", "that", "never", "always", "only"):
            return True
        if last is None or before in _SMALL | _ARTICLES:
            return False
        return (
            word in _PAST
            or is_plural(word)
            or last.several
            or joined
            or last.named
            or word.endswith("ed")
            or self._asks
        )

    def _opens(self, at: int) -> bool:
        """Whether what stands here follows a verb rather than a noun: hums in the night; but not books that were."""
        word = self._word(at)
        if word == "that":
            return self._word(at + 1) not in _HELPING
        return word in _ARTICLES or word in _PRONOUNS or (word in _PREPOSITIONS and word != "of")

    def _is_base(self, at: int) -> bool:
        """Whether after `to` there is a verb: to steal, and not to Paris, to the sea."""
        word = self._word(at)
        return bool(word) and word not in _SMALL and word not in _ARTICLES and self._tokens[at][0].islower()

    def _tells(self, at: int, found: list[Phrase], verb: str) -> bool:
        """Whether `that` tells what somebody finds out."""
        return bool(verb) and self._words[at - 1] == verb and verb not in _HELPING

    def _clause_follows(self, at: int) -> bool:
        return self._word(at + 1) in _PRONOUNS

    def _word(self, at: int) -> str:
        word = self._words[at] if at < len(self._words) else ""
        return word if word[:1].isalnum() else ""

    @staticmethod
    def _with_verb(found: list[Phrase], part: Part, verb: str) -> list[Phrase]:
        """The subjects of a clause, with what they do."""
        for at in range(len(found) - 1, -1, -1):
            if found[at].part == part and part in ("subject", "told") and not found[at].verb:
                found[at] = replace(found[at], verb=verb)
                break
        return found
