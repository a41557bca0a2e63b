"""`mara name "Mara Voss"`: a change as a person writes it, and how it is made at the desk."""

from __future__ import annotations

import json
from dataclasses import dataclass
from difflib import get_close_matches
from types import UnionType
from typing import TYPE_CHECKING, Annotated, Any, Literal, Union, cast, get_args, get_origin

from gameplan.cli.errors import UserError
from gameplan.novels.authoring.draft import Draft, Owner
from gameplan.novels.authoring.elements import INSIDE, ElementType, find
from gameplan.novels.package import Part
from gameplan.runtime.events import Json

if TYPE_CHECKING:
    from gameplan.novels.authoring import DraftSession, Told

_TYPES: tuple[ElementType, ...] = tuple(each for each in get_args(ElementType) if each != "flag")
_MOST = 20
_KINDS: dict[ElementType, str] = {
    "premise": "Premise",
    "character": "People",
    "act": "Acts",
    "event": "Events",
    "lore": "Lore",
    "node": "Places",
    "encounter": "Scenes",
    "ending": "Endings",
}
_SHORT = {"want": "personalArc.want", "need": "personalArc.need", "picture": "imagePrompt", "place": "node"}


@dataclass(frozen=True, slots=True)
class Wish:
    """A change that somebody wishes for: of what, in which act, which field, and to what."""

    type: ElementType
    act_id: str
    id: str
    field: str
    changes: dict[str, Json]


def wish_of(draft: Draft, element: str, field: str, value: str) -> Wish:
    """The change that is meant, or a `UserError` that says what can be changed."""
    type_, act_id, id_ = element_of(draft, element)
    part = find(draft.package(), type_, act_id, id_)
    assert part is not None, "an element that was found is there"
    path = _SHORT.get(field, field).split(".")
    changes: dict[str, Json] = {}
    inner, at = changes, type(part)
    for number, word in enumerate(path):
        name = _field(at, word, type_)
        alias = at.model_fields[name].alias or name
        if number + 1 == len(path):
            inner[alias] = _value(at, name, value)
            break
        at = _inside(at, name)
        deeper: dict[str, Json] = {}
        inner[alias] = deeper
        inner = deeper
    return Wish(type_, act_id, id_, path[-1], changes)


async def grant(desk: DraftSession, wish: Wish) -> Told:
    """Make a change. A new name is used wherever somebody is spoken of; what looks otherwise is drawn again."""
    name = wish.changes.get("name")
    if wish.type == "character" and isinstance(name, str):
        return await desk.rename_character(wish.id, name)
    told = await desk.update_element(wish.type, wish.id, wish.changes, act_id=wish.act_id)
    named = str(wish.changes.get("id", wish.id))
    owner = _owner(desk.draft, wish, named)
    if owner is None or not desk.draft.pictures_of(owner):
        return told
    if not desk.draft.is_stale("portrait" if owner.kind == "character" else "assets", owner.act, owner.id):
        return told
    return await desk.update_element(wish.type, named, {}, act_id=wish.act_id, regenerate_image=True)


def element_of(draft: Draft, wanted: str) -> tuple[ElementType, str, str]:
    """Which element is meant by a word: `mara`, `character:mara`, `act_1/harbour`, `premise`."""
    if wanted == "premise":
        return "premise", "", ""
    said, colon, rest = wanted.partition(":")
    said = _SHORT.get(said, said)
    if colon and said not in _TYPES:
        raise UserError(f'There is no kind of thing "{said}". There are: {", ".join(_TYPES)}.')
    act_id, slash, id_ = (rest if colon else wanted).rpartition("/")
    found = [
        each
        for each in known(draft)
        if each[2] == id_ and (not colon or each[0] == said) and (not slash or each[1] == act_id)
    ]
    if len(found) == 1:
        return found[0]
    if found:
        ways = ", ".join(f"{type_}:{act + '/' if act else ''}{name}" for type_, act, name in found)
        raise UserError(f'"{wanted}" can mean several things. Say which: {ways}.')
    ids = list(dict.fromkeys(each[2] for each in known(draft)))
    near = get_close_matches(id_, ids, n=1, cutoff=0.7)
    meant = _named(draft, id_) or (near[0] if near else "")
    most = ", ".join(ids[:_MOST]) + (", …" if len(ids) > _MOST else ".")
    hint = f"Did you mean {meant}?" if meant else f"There are: premise, {most}"
    raise UserError(f'There is no "{wanted}" in the novel. {hint}')


def known(draft: Draft) -> list[tuple[ElementType, str, str]]:
    """Everything in a draft that can be changed, with the act that it belongs to."""
    found: list[tuple[ElementType, str, str]] = [("character", "", each.id) for each in draft.characters]
    for act in draft.acts:
        found.append(("act", "", act.id))
        found += [("event", act.id, each.id) for each in act.inevitable_events]
        found += [("lore", act.id, each.id) for each in act.scenario_world_info]
        for place in act.locations:
            found.append(("node", act.id, place.id))
            found += [("encounter", "", each.id) for each in place.encounters]
    for person in draft.characters:
        if person.personal_arc is not None:
            found += [("encounter", "", each.id) for each in person.personal_arc.arc_encounters]
    if draft.premise is not None:
        found += [("ending", "", each.id) for each in draft.premise.endings]
        found += [("lore", "", each.id) for each in draft.premise.global_world_info]
    return found


def by_kind(draft: Draft) -> list[tuple[str, str]]:
    """The ids of everything that can be changed, by the word for what they are; people with their names."""
    names = {each.id: each.name for each in draft.characters}
    found: dict[ElementType, list[str]] = {"premise": ["premise"]}
    for type_, _, id_ in known(draft):
        found.setdefault(type_, []).append(f"{id_} ({names[id_]})" if type_ == "character" else id_)
    return [(_KINDS[type_], ", ".join(dict.fromkeys(ids))) for type_, ids in found.items()]


def _named(draft: Draft, wanted: str) -> str:
    """Whose name a word is, or begins with it: `mara` for Mara Voss, whatever her id."""
    word = wanted.casefold()
    return next((each.id for each in draft.characters if word in each.name.casefold().split()), "")


def _field(at: type[Part], word: str, type_: ElementType) -> str:
    fields = {name: name for name in at.model_fields if name not in INSIDE.get(type_, ()) and name != "extensions"}
    names = fields | {at.model_fields[name].alias or name: name for name in fields}
    if word not in names:
        near = get_close_matches(word, list(names), n=1)
        hint = f"Did you mean {near[0]}? " if near else ""
        raise UserError(f'A {type_} has no "{word}". {hint}It has: {", ".join(fields)}.')
    return names[word]


def _inside(at: type[Part], name: str) -> type[Part]:
    for each in (at.model_fields[name].annotation, *get_args(at.model_fields[name].annotation)):
        if isinstance(each, type) and issubclass(each, Part):
            return each
    raise UserError(f'"{name}" has no parts that could be changed one by one.')


def _value(at: type[Part], name: str, text: str) -> Json:
    """What a field is set to: words as they are; lists of words with `;` between them, or as JSON; the rest as JSON."""
    annotation = at.model_fields[name].annotation
    if _is_text(annotation):
        return text
    try:
        return cast(Json, json.loads(text))
    except ValueError:
        if get_origin(annotation) is tuple and _is_text(get_args(annotation)[0]):
            return [each.strip() for each in text.split(";") if each.strip()]
        raise UserError(f'"{name}" takes a value as JSON writes it (3, true, ["a", "b"]), not {text[:60]!r}.') from None


def _is_text(annotation: Any) -> bool:
    inside = get_args(annotation)
    match get_origin(annotation):
        case origin if origin is Annotated:
            return _is_text(inside[0])
        case origin if origin is Literal:
            return all(isinstance(each, str) for each in inside)
        case origin if origin in (Union, UnionType):
            return any(map(_is_text, inside))
        case _:
            return annotation is str


def _owner(draft: Draft, wish: Wish, named: str) -> Owner | None:
    if wish.type == "character":
        return Owner("character", "", named)
    if wish.type == "node":
        return Owner("node", wish.act_id, named)
    return None
