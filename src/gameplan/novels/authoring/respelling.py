"""Another name for somebody, in everything that is written of them: prose calls people by their names, not by ids."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeAlias, TypeVar, cast

from gameplan.novels.authoring.changing import changed
from gameplan.novels.authoring.draft import Draft
from gameplan.novels.authoring.elements import INSIDE, ElementType, find
from gameplan.novels.authoring.events import Change, ElementChanged, PicturesMade
from gameplan.novels.package import Part, VNPackage

P = TypeVar("P", bound=Part)
Spell: TypeAlias = Callable[[str], str]
_TITLE = re.compile(
    r"the|old|young|little|mr|mrs|ms|miss|dr|sir|lady|captain|mother|father|sister|brother|aunt|uncle"
    r"|der|die|das|alte|alter|herr|frau|doktor|mutter|vater|schwester|bruder|tante|onkel",
    re.IGNORECASE,
)
_SHORTEST = 3
_NOT_PROSE = ("id", "extensions", "assets", "image_prompt")  # a face stays as it is


def respelled(part: P, names: Mapping[str, str]) -> P:
    """A part of a package in which people have other names: `names` says how they were called, and how they are now."""
    spell = _speller(part, names)
    return part if spell is None else cast(P, _walked(part, spell))


def name_changed(draft: Draft, id_: str, name: str) -> tuple[Change, ...]:
    """What comes of giving a character another name: they have it, and are called so wherever they are spoken of.

    All of it is one step, and is taken back at once.
    """
    events: list[Change] = list(changed(draft, "character", "", id_, {"name": name}))
    person = draft.character(id_)
    if not events or person is None:
        return tuple(events)
    package = draft.package()
    spell = _speller(package, {person.name: name})
    if spell is None:
        return tuple(events)
    for type_, act_id, element_id in _elements(package):
        old = find(package, type_, act_id, element_id)
        if old is None:
            continue
        new = cast(Part, _walked(old, spell))
        if type_ == "character" and element_id == id_:
            old, new = (each.model_copy(update={"name": name}) for each in (old, new))
        inside = set(INSIDE.get(type_, ()))
        fields = [key for key in type(old).model_fields if key not in inside and getattr(old, key) != getattr(new, key)]
        if fields:
            wire: dict[str, Any] = new.model_dump(mode="json", by_alias=True, exclude=inside)
            told = tuple(type(new).model_fields[key].alias or key for key in fields)
            events.append(ElementChanged(type_, act_id, element_id, wire, told, with_last=True))
    return (*events, *_captions(draft, spell))


def _captions(draft: Draft, spell: Spell) -> Iterator[PicturesMade]:
    """Pictures show whom they showed; what is said of them has the new name."""
    for owner, assets in draft.pictures:
        new = tuple(each.model_copy(update={"alt": spell(each.alt)[:300]}) for each in assets)
        stale = draft.is_stale("portrait" if owner.kind == "character" else "assets", owner.act, owner.id)
        if new != assets and not stale:
            yield PicturesMade(owner, new, with_last=True)


def _elements(package: VNPackage) -> Iterator[tuple[ElementType, str, str]]:
    yield "premise", "", ""
    for person in package.characters:
        yield "character", "", person.id
    for act in package.acts:
        yield "act", "", act.id
        for place in act.locations:
            yield "node", act.id, place.id
            for encounter in place.encounters:
                yield "encounter", "", encounter.id


def _speller(part: Part, names: Mapping[str, str]) -> Spell | None:
    """What spells a text anew; nothing if nobody is called otherwise."""
    table: dict[str, str] = {}
    for old, new in names.items():
        if old != new and new.strip() and len(old) >= _SHORTEST and not old[:1].islower():
            table |= _words(part, old, new)
    if not table:
        return None
    longest_first = sorted(table, key=len, reverse=True)
    pattern = re.compile(rf"(?<!\w)({'|'.join(map(re.escape, longest_first))})(s?)(?!\w)")  # Maras Tür
    return lambda text: pattern.sub(lambda found: table[found[1]] + found[2], text)


def _words(part: Part, old: str, new: str) -> dict[str, str]:
    """The words by which somebody was called, and is called now: by the whole name, by the first, by the last."""
    others = {each.name for each in part.characters if each.name != old} if isinstance(part, VNPackage) else set()
    taken = {word for each in others for word in each.split()}
    was, now = old.split(), new.split()
    called = [each for each in now if not _is_title(each)] or now
    if len(was) == 1:
        return {old: new if _is_title(now[0]) else now[0]}
    table = {old: new}
    for word, instead in ((was[0], called[0]), (was[-1], called[-1])):
        if not _is_title(word) and word[:1].isupper() and len(word) >= _SHORTEST and word not in taken:
            table.setdefault(word, instead)
    return table


def _is_title(word: str) -> bool:
    return _TITLE.fullmatch(word.rstrip(".")) is not None


def _walked(value: Any, spell: Spell) -> Any:
    match value:
        case str():
            return spell(value)
        case tuple():
            return tuple(_walked(each, spell) for each in value)
        case Part():
            new = {
                name: _walked(getattr(value, name), spell)
                for name in type(value).model_fields
                if name not in _NOT_PROSE
            }
            return value.model_copy(update={name: each for name, each in new.items() if each != getattr(value, name)})
        case _:
            return value
