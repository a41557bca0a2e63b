"""The elements of a draft that can be changed one by one: where each stands, and how it is put there or taken away."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Literal, TypeAlias, TypeVar

from gameplan.novels.authoring.names import Target, renamed, uses, without_flag
from gameplan.novels.exchange.lorebooks import passed_on
from gameplan.novels.package import (
    Act,
    ArcEncounter,
    Character,
    Location,
    Part,
    Premise,
    VNPackage,
)

ElementType: TypeAlias = Literal["premise", "character", "act", "node", "encounter", "event", "ending", "lore", "flag"]
P = TypeVar("P", bound=Part)
Change: TypeAlias = Callable[[Any], Any]

# What is drafted inside an element by tools of its own, and is not part of its own words.
INSIDE: Mapping[str, tuple[str, ...]] = {"act": ("locations",), "node": ("encounters",)}


def find(package: VNPackage, type_: ElementType, act_id: str, id_: str) -> Part | None:
    """An element as it stands; without an act, the first of that id."""
    if type_ == "premise":
        return Premise(**{name: getattr(package, name) for name in Premise.model_fields})
    found: list[Part] = []

    def look(element: Part) -> Part:
        found.append(element)
        return element

    _at(package, type_, act_id, id_, look)
    return found[0] if found else None


def put(package: VNPackage, type_: ElementType, act_id: str, id_: str, element: Mapping[str, Any]) -> VNPackage:
    """The package with an element as `element` has it on the wire; what is drafted inside it stays."""
    if type_ == "premise":
        premise = Premise.model_validate(element)
        return package.model_copy(update={name: getattr(premise, name) for name in Premise.model_fields})

    def replaced(old: Part) -> Part:
        new = type(old).model_validate(element)
        return new.model_copy(update={name: getattr(old, name) for name in INSIDE.get(type_, ())})

    return _at(package, type_, act_id, id_, replaced)


def removed(package: VNPackage, type_: ElementType, act_id: str, id_: str) -> VNPackage:
    """The package without an element."""
    if type_ == "flag":
        return without_flag(package, id_)
    package = _at(package, type_, act_id, id_, lambda old: None)
    if type_ != "node":
        return package

    def unintended(act: Act) -> Act:
        return act.model_copy(update={"intended_locations": tuple(x for x in act.intended_locations if x != id_)})

    return _at(package, "act", "", act_id, unintended)


def with_other_id(package: VNPackage, type_: ElementType, act_id: str, id_: str, to: str) -> VNPackage:
    """The package in which an element has another id, and is called by it everywhere."""
    target = target_of(type_, act_id, id_)
    if target is not None:
        package = renamed(package, target, to)
    if type_ == "character":
        lore = tuple(passed_on(each, id_, to) for each in package.global_world_info)
        package = package.model_copy(update={"global_world_info": lore})

    def called(old: Part) -> Part:
        changes = {"id": to}
        if isinstance(old, Location) and old.location == id_:
            changes["location"] = to
        return old.model_copy(update=changes)

    return package if type_ == "flag" else _at(package, type_, act_id, id_, called)


def target_of(type_: ElementType, act_id: str, id_: str) -> Target | None:
    """What names of an element stand for; nothing can name a premise or lore."""
    match type_:
        case "premise" | "lore":
            return None
        case "node":
            return Target("location", id_, act_id)
        case _:
            return Target(type_, id_)


def is_there(package: VNPackage, type_: ElementType, act_id: str, id_: str) -> bool:
    """Whether there is such an element. A location counts once it is intended, a flag once it is named."""
    match type_:
        case "flag":
            return any(use.target == Target("flag", id_) for use in uses(package))
        case "node":
            act = package.act(act_id)
            return act is not None and (id_ in act.intended_locations or any(each.id == id_ for each in act.locations))
        case _:
            return find(package, type_, act_id, id_) is not None


def _at(package: VNPackage, type_: ElementType, act_id: str, id_: str, change: Change) -> VNPackage:
    """The package with one element changed; None takes it away."""

    def of(items: tuple[P, ...]) -> tuple[P, ...]:
        new = [change(each) if getattr(each, "id", None) == id_ else each for each in items]
        return tuple(each for each in new if each is not None)

    def in_acts(inner: Callable[[Act], dict[str, Any]]) -> VNPackage:
        acts = [each.model_copy(update=inner(each)) if act_id in ("", each.id) else each for each in package.acts]
        return package.model_copy(update={"acts": tuple(acts)})

    match type_:
        case "character":
            return package.model_copy(update={"characters": of(package.characters)})
        case "act":
            return package.model_copy(update={"acts": of(package.acts)})
        case "ending":
            return package.model_copy(update={"endings": of(package.endings)})
        case "lore" if not act_id:
            return package.model_copy(update={"global_world_info": of(package.global_world_info)})
        case "lore":
            return in_acts(lambda act: {"scenario_world_info": of(act.scenario_world_info)})
        case "event":
            return in_acts(lambda act: {"inevitable_events": of(act.inevitable_events)})
        case "node":
            return in_acts(lambda act: {"locations": of(act.locations)})
        case "encounter":
            package = in_acts(
                lambda act: {
                    "locations": tuple(
                        each.model_copy(update={"encounters": of(each.encounters)}) for each in act.locations
                    )
                }
            )
            people = tuple(_with_arc(each, of) for each in package.characters)
            return package.model_copy(update={"characters": people})
        case _:
            raise ValueError(f"A {type_} has no place of its own.")


def _with_arc(character: Character, of: Callable[[tuple[Any, ...]], tuple[Any, ...]]) -> Character:
    arc = character.personal_arc
    if arc is None:
        return character
    scenes: tuple[ArcEncounter, ...] = of(arc.arc_encounters)
    return character.model_copy(update={"personal_arc": arc.model_copy(update={"arc_encounters": scenes})})
