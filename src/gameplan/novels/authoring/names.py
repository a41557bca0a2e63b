"""Who names whom in a novel: one walk over all of it, by which names are found and by which they are replaced."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from gameplan.novels.authoring.conditions_text import with_names
from gameplan.novels.package import (
    Act,
    ArcEncounter,
    Branch,
    Character,
    Encounter,
    Ending,
    Escalation,
    InevitableEvent,
    Location,
    NextAct,
    Part,
    VNPackage,
    WorldInfo,
)

Kind: TypeAlias = Literal["character", "act", "location", "encounter", "event", "ending", "flag"]

# The fields that name something. `here` and `intends` are locations of the same act; `sets` is a flag that is made.
_FIELDS: Mapping[type[Part], Mapping[str, str]] = {
    Encounter: {
        "prerequisites": "flag",
        "exclude_if_flags": "flag",
        "potential_flags": "sets",
        "guaranteed_flags": "sets",
        "miss_flags": "sets",
        "required_characters": "character",
        "condition": "condition",
        "follows": "encounter",
    },
    ArcEncounter: {"locations": "location"},
    Location: {"required_characters": "character", "connections": "here", "requires_flag": "flag"},
    Act: {"intended_locations": "intends", "start_location": "here"},
    NextAct: {"act_id": "act", "condition": "condition"},
    Branch: {"condition": "condition", "set_flags": "sets", "ending": "ending"},
    InevitableEvent: {"trigger_condition": "condition", "set_flags": "sets"},
    Escalation: {"set_flags": "sets", "lock_locations": "here"},
    Ending: {"condition": "condition"},
    WorldInfo: {"reveal_if": "condition"},
}
_LABELS: Mapping[type[Part], str] = {
    Encounter: "encounter",
    Location: "location",
    Act: "act",
    Character: "character",
    InevitableEvent: "event",
    Ending: "ending",
    WorldInfo: "lore",
}


@dataclass(frozen=True, slots=True)
class Target:
    """What a name stands for. A location that is named within its act has that act; elsewhere it is that of any act."""

    kind: Kind
    id: str
    act: str = ""

    def __str__(self) -> str:
        return f'{self.kind} "{self.id}"' + (f' of act "{self.act}"' if self.act else "")


@dataclass(frozen=True, slots=True)
class Use:
    """Somebody names something: `where` says who, and in which field. `makes`: it is what brings the flag about."""

    target: Target
    where: str
    makes: bool = False


See: TypeAlias = Callable[[Use], str]
"""The name that is to stand there; none, if it is to go."""


def uses(package: VNPackage) -> list[Use]:
    """All names in a package that stand for something else in it."""
    found: list[Use] = []

    def see(use: Use) -> str:
        found.append(use)
        return use.target.id

    _walked(package, "", "the premise", see)
    return found


def defined(package: VNPackage) -> Counter[Target]:
    """All that can be named, and how often it is there."""
    found: Counter[Target] = Counter(Target("character", each.id) for each in package.characters)
    found.update(Target("ending", each.id) for each in package.endings)
    for act in package.acts:
        found[Target("act", act.id)] += 1
        found.update(Target("event", each.id) for each in act.inevitable_events)
        wired = [each.id for each in act.locations]
        found.update(Target("location", each, act.id) for each in wired)
        found.update(Target("location", each, act.id) for each in set(act.intended_locations) - set(wired))
    found.update(Target("encounter", each.id) for each in encounters(package))
    found.update({use.target for use in uses(package) if use.makes})
    # A place may be there in several acts; named from elsewhere it is any of them.
    found.update({Target("location", each.id) for each in found if each.kind == "location"})
    return found


def encounters(package: VNPackage) -> Iterator[Encounter]:
    """Every encounter, of places and of people."""
    for act in package.acts:
        for location in act.locations:
            yield from location.encounters
    for character in package.characters:
        if character.personal_arc is not None:
            yield from character.personal_arc.arc_encounters


def dangling(package: VNPackage) -> list[Use]:
    """The names that stand for nothing that is there."""
    there = defined(package)
    return [use for use in uses(package) if use.target not in there]


def renamed(package: VNPackage, target: Target, to: str) -> VNPackage:
    """The package with another name for something, wherever it is named. The thing itself is not touched."""
    anywhere = Target(target.kind, target.id)
    others = any(
        each.kind == "location" and each.id == target.id and each.act not in ("", target.act)
        for each in defined(package)
    )

    def see(use: Use) -> str:
        # A place of another act may have the same id: then names from elsewhere stand for that one, and stay.
        found = use.target == target or (use.target == anywhere and not others)
        return to if found else use.target.id

    walked: VNPackage = _walked(package, "", "the premise", see)
    return walked


def without_flag(package: VNPackage, flag: str) -> VNPackage:
    """The package in which nothing sets a flag any more."""
    walked: VNPackage = _walked(
        package,
        "",
        "the premise",
        lambda use: "" if use.makes and use.target.id == flag else use.target.id,
    )
    return walked


def _walked(part: Any, act: str, where: str, see: See) -> Any:
    """A part with each name in it as `see` says; the part itself where nothing differs."""
    if isinstance(part, Act):
        act = part.id
    label = next((label for type_, label in _LABELS.items() if isinstance(part, type_)), "")
    if label:
        where = f'{label} "{part.id}"' if isinstance(part, Act | Character) else f'{label} "{part.id}"{_of(act)}'
    changed: dict[str, Any] = {}
    roles = _roles(type(part))
    for name in type(part).model_fields:
        old = getattr(part, name)
        if (role := roles.get(name)) is not None:
            new = _named(old, role, act, f"{where}, {_said(type(part), name)}", see)
        elif isinstance(old, Part):
            new = _walked(old, act, where, see)
        elif isinstance(old, tuple) and old and isinstance(old[0], Part):
            new = tuple(_walked(each, act, where, see) for each in old)
        else:
            continue
        if new != old:
            changed[name] = new
    return part.model_copy(update=changed) if changed else part


def _named(value: Any, role: str, act: str, where: str, see: See) -> Any:
    if isinstance(value, tuple):
        named = tuple(_named(each, role, act, where, see) for each in value)
        return value if named == value else tuple(each for each in dict.fromkeys(named) if each)
    if not value:
        return value
    match role:
        case "condition":
            return with_names(value, lambda kind, name: see(Use(Target(kind, name), where)))  # type: ignore[arg-type]
        case "here" | "intends":
            return see(Use(Target("location", value, act), where))
        case "sets":
            return see(Use(Target("flag", value), where, makes=True))
        case _:
            return see(Use(Target(role, value), where))  # type: ignore[arg-type]


def _roles(type_: type[Part]) -> dict[str, str]:
    return {name: role for each in reversed(type_.__mro__) for name, role in _FIELDS.get(each, {}).items()}


def _said(type_: type[Part], name: str) -> str:
    return type_.model_fields[name].alias or name


def _of(act: str) -> str:
    return f' of act "{act}"' if act else ""
