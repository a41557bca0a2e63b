"""Changing one element of a draft: other words, another id, or gone. Pure, as `proposing` is."""

from __future__ import annotations

from typing import Any

from pydantic import TypeAdapter, ValidationError

from gameplan.novels.authoring.draft import Draft
from gameplan.novels.authoring.elements import INSIDE, ElementType, find, is_there, with_other_id
from gameplan.novels.authoring.events import ElementChanged, ElementRemoved, ElementRenamed
from gameplan.novels.authoring.merging import patched, refuse_doubles
from gameplan.novels.authoring.proposing import too_early
from gameplan.novels.faults import in_words
from gameplan.novels.package import Part, Slug, VNPackage
from gameplan.runtime.events import Json
from gameplan.tools import ToolRefused, ToolValidationError

_SLUG: TypeAdapter[str] = TypeAdapter(Slug)
_IN_AN_ACT = ("node", "event", "lore")
_DRAFTED_BY = {"locations": "draftNodeWeb", "encounters": "draftNodeEncounters"}


def changed(
    draft: Draft, type_: ElementType, act_id: str, id_: str, changes: dict[str, Json] | None
) -> tuple[ElementRenamed | ElementChanged | ElementRemoved, ...]:
    """What comes of changing an element. With `None` for changes it is taken away; a field that is null is, too."""
    package = draft.package()
    act_id = _its_act(package, type_, act_id, id_)
    _must_be_there(draft, package, type_, act_id, id_)
    if changes is None:
        if type_ == "premise":
            raise ToolRefused("A novel has one premise: change it, or close the draft.", code="REFERENCED")
        return (ElementRemoved(type_, act_id, id_),)
    changes = dict(changes)
    events: list[ElementRenamed | ElementChanged | ElementRemoved] = []
    to = changes.pop("id", id_) if type_ != "premise" else id_
    if to != id_:
        events.append(_renamed(package, type_, act_id, id_, to))
        package = with_other_id(package, type_, act_id, id_, events[0].to)  # type: ignore[union-attr]
        act_id, id_ = (act_id, to)
    if changes:
        event = _reworded(package, type_, act_id, id_, changes, with_last=bool(events))
        if event is not None:
            events.append(event)
    return tuple(events)


def _its_act(package: VNPackage, type_: ElementType, act_id: str, id_: str) -> str:
    if type_ not in _IN_AN_ACT:
        return ""
    if act_id:
        if package.act(act_id) is None:
            raise ToolRefused(f'There is no act "{act_id}".', code="UNKNOWN_ELEMENT", needs=["an actId that is there"])
        return act_id
    if type_ == "lore" and find(package, "lore", "", id_) is not None:
        return ""
    acts = [each.id for each in package.acts if is_there(package, type_, each.id, id_)]
    if len(acts) > 1:
        raise ToolRefused(f'"{id_}" is in several acts: {", ".join(acts)}.', code="AMBIGUOUS", needs=["actId"])
    return acts[0] if acts else ""


def _must_be_there(draft: Draft, package: VNPackage, type_: ElementType, act_id: str, id_: str) -> None:
    if type_ == "premise":
        if draft.premise is None:
            raise too_early("There is no premise to change yet.", "proposeStoryPremise")
        return
    if not id_:
        raise ToolValidationError(f"id: which {type_} is meant?")
    if not is_there(package, type_, act_id, id_):
        raise ToolRefused(f'There is no {type_} "{id_}".', code="UNKNOWN_ELEMENT", needs=_known(package, type_, act_id))


def _known(package: VNPackage, type_: ElementType, act_id: str) -> list[str]:
    match type_:
        case "character":
            known = [each.id for each in package.characters]
        case "act":
            known = [each.id for each in package.acts]
        case "ending":
            known = [each.id for each in package.endings]
        case "node":
            known = [each.id for act in package.acts if act_id in ("", act.id) for each in act.locations]
        case _:
            known = []
    return [f"one of: {', '.join(known[:40])}"] if known else ["an id that is there"]


def _renamed(package: VNPackage, type_: ElementType, act_id: str, id_: str, to: Any) -> ElementRenamed:
    try:
        to = _SLUG.validate_python(to)
    except ValidationError:
        raise ToolValidationError("id: an id is a lowercase slug, such as lin_mei, of at most 60 letters.") from None
    if is_there(package, type_, act_id, to):
        raise ToolRefused(f'There is already a {type_} "{to}".', code="DUPLICATE_ID", needs=["another id"])
    return ElementRenamed(type_, act_id, id_, to)


def _reworded(
    package: VNPackage, type_: ElementType, act_id: str, id_: str, changes: dict[str, Json], *, with_last: bool
) -> ElementChanged | None:
    if type_ == "flag":
        raise ToolValidationError("A flag has nothing but its id.")
    for name in INSIDE.get(type_, ()):
        if name in changes:
            raise ToolRefused(
                f"changes.{name}: they are drafted one by one.", code="OTHER_TOOL", needs=[_DRAFTED_BY[name]]
            )
    element = find(package, type_, act_id, id_)
    if element is None:
        raise too_early(f'Location "{id_}" is not wired yet.', f'draftNodeWeb(actId="{act_id}") with "{id_}"')
    old = _wire(element, type_)
    try:
        new = type(element).model_validate(patched(old, changes))
    except ValidationError as error:
        raise ToolValidationError(f"The {type_} would not be whole:\n{_problems(error)}") from None
    refuse_doubles(new)
    wire = _wire(new, type_)
    fields = tuple(name for name in wire if wire[name] != old.get(name))
    return ElementChanged(type_, act_id, id_, wire, fields, with_last) if fields else None


def _wire(element: Part, type_: ElementType) -> dict[str, Json]:
    return element.model_dump(mode="json", by_alias=True, exclude=set(INSIDE.get(type_, ())))


def _problems(error: ValidationError) -> str:
    listed = error.errors(include_url=False, include_context=False, include_input=False)
    return "\n".join(
        f"- {'.'.join(map(str, each['loc']))}: {in_words(each['type'], each['msg'])}" for each in listed[:10]
    )
