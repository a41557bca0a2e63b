"""The choices that the renderer offers: each with words of its own, and each with another consequence."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TypeVar
from zlib import crc32

from gameplan.novels.items import item_id
from gameplan.novels.telling.direction import CastMember, DirectionPack
from gameplan.novels.telling.frames import FEWEST_CHOICES, MOST_CHOICES, Choice
from gameplan.novels.telling.gate import move_of
from gameplan.novels.telling.said import compact
from gameplan.novels.telling.wording import Wording

_T = TypeVar("_T")
_THING = 6  # words; what has more is a sentence about a thing
_NAMED_THING = 4  # if it begins like a sentence


def choices_of(pack: DirectionPack, words: Wording) -> tuple[Choice, ...]:
    """Two to four choices, of what the pack allows: to stay, to stand to somebody, and to go, in this order.

    Ways out of which something is known come first; of the others it is another one each time. Every other beat leaves
    room for one more of them.
    """
    allowed = set(pack.allowed_effects)
    people = list(_people(pack, words, allowed))
    stay = _stay(pack, words, people)
    staying = [each for each in (stay, *_takes(pack, words, allowed)) if set(each.effects) <= allowed]
    ways = list(_ways(pack, words, allowed))
    room = MOST_CHOICES - min(1 + pack.turn % 2, len(ways))
    found = [*staying[:2], *people][:room]
    found += ways[: MOST_CHOICES - len(found)]
    here = in_sentence(pack.place.title, words)
    if len(found) < FEWEST_CHOICES and "wait" in allowed:
        found.append(Choice(id="", text=_one(words.waits, pack).replace("{place}", here), effects=("wait",)))
    for text in _onward(pack, words):
        if len(found) < FEWEST_CHOICES and compact(text) not in {compact(each.text) for each in found}:
            found.append(Choice(id="", text=text))
    return tuple(
        each.model_copy(update={"id": str(number), "effects": (*move_of(each.effects, pack), *each.effects)})
        for number, each in enumerate(found, 1)
    )


def _stay(pack: DirectionPack, words: Wording, people: Sequence[Choice]) -> Choice:
    """To go on here: with a thing, if there is one; else with somebody; else with the place."""
    things = [each.rstrip(".") for each in pack.interactables if _is_thing(each)]
    others = [each for each in pack.cast if each.role != "protagonist" and each.known]
    spoken_of = {effect.split(":")[1] for each in people for effect in each.effects if effect.startswith("bond:")}
    silent = [each for each in others if each.id not in spoken_of]
    if "wait" not in pack.allowed_effects and not pack.exits:
        text = _one(_onward(pack, words), pack)
    elif things:
        thing = _one(things, pack)
        known = words.articles.match(thing) is not None
        thing = words.definite.sub(words.article.lower(), thing, count=1) if known else thing
        text = _one(words.looks if known else words.sees, pack).replace("{thing}", thing)
    elif silent and pack.turn % 2:
        text = _one(words.hears, pack).replace("{name}", called(_one(silent, pack), words))
    else:
        text = _one(words.stays, pack).replace("{place}", in_sentence(pack.place.title, words))
    return Choice(id="", text=text, effects=("stay",))


def _onward(pack: DirectionPack, words: Wording) -> list[str]:
    """To go on, where there is no other way: from a climax, which can be anywhere, with what it was called."""
    if pack.mode == "climax" and pack.title:
        return [each.replace("{title}", pack.title) for each in words.after]
    here = in_sentence(pack.place.title, words)
    return [each.replace("{place}", here) for each in words.onward]


def _is_thing(text: str) -> bool:
    return len(text) <= 80 and len(text.split()) <= (_NAMED_THING if text[:1].isupper() else _THING)


def _takes(pack: DirectionPack, words: Wording, allowed: set[str]) -> Iterator[Choice]:
    written = {item_id(each): each.rstrip(".") for each in pack.interactables}
    for effect in pack.allowed_effects:
        if effect.startswith("item:"):
            id = effect.removeprefix("item:")
            thing = written.get(id) or id.replace("_", " ")
            yield Choice(id="", text=_one(words.takes, pack).replace("{thing}", thing), effects=(effect,))


def _people(pack: DirectionPack, words: Wording, allowed: set[str]) -> Iterator[Choice]:
    """To come closer to somebody, or to keep away from them."""
    for member in pack.cast:
        if member.role == "protagonist" or not member.known:
            continue
        for effect, labels in ((f"bond:{member.id}:+1", words.warms), (f"bond:{member.id}:-1", words.cools)):
            if effect in allowed:
                name = called(member, words)
                text = _one(labels, pack).replace("{name}", name)
                yield Choice(id="", text=text, hint=words.remembered.replace("{name}", name), effects=(effect,))


def _ways(pack: DirectionPack, words: Wording, allowed: set[str]) -> Iterator[Choice]:
    exits = [each for each in pack.exits if f"go:{each.id}" in allowed]
    known = [each for each in exits if each.hint]
    others = [each for each in exits if not each.hint]
    turned = pack.turn % len(others) if others else 0
    label = _one(words.goes, pack)
    for way in (*known, *others[turned:], *others[:turned]):
        text = label.replace("{place}", in_sentence(way.title, words))
        yield Choice(id="", text=text, hint=way.hint, effects=(f"go:{way.id}",))


def in_sentence(title: str, words: Wording) -> str:
    """A title as it is written within a sentence: "the Harbour", not "The Harbour"."""
    if words.article and title.startswith(words.article):
        return title[:1].lower() + title[1:]
    return title


def called(member: CastMember, words: Wording) -> str:
    """How somebody is called within a sentence: by the first name, unless that is a title or they are no friend.

    A title is also what somebody is said to be: Auctioneer Pike, of whom one says "the auctioneer".
    """
    first, *rest = member.name.split() or [member.name]
    is_one = re.search(
        rf"\b(?:the|an?|der|die|das|als|eine?)\s+{re.escape(first)}\b", member.description, re.IGNORECASE
    )
    title = first in words.titles or is_one is not None
    formal = not rest or title or member.role == "antagonist"
    return member.name if formal else first


def _one(labels: Sequence[_T], pack: DirectionPack) -> _T:
    return labels[crc32(seed_of(pack).encode()) % len(labels)]


def seed_of(pack: DirectionPack) -> str:
    """What decides between words that are equally good: the same for the same beat, however often it is played."""
    return f"{pack.turn}/{pack.mode}/{pack.ref}/{pack.place.id}"
