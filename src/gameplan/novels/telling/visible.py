"""What each role may see of a novel: one function, through which everything goes that leaves the Director.

The Director and the co-author see all of it. The Storyteller sees the setting, the style of the act, and one Direction
Pack at a time. The player sees what a cover says, and frames.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal, TypeAlias, assert_never, overload

from gameplan.novels.package import Act, Asset, GlobalContext, VNPackage, WorldInfo
from gameplan.novels.telling.direction import CastMember, DirectionPack, Exit, Place
from gameplan.novels.telling.frames import VNFrame
from gameplan.novels.telling.veil import Veil

Viewer: TypeAlias = Literal["author", "director", "storyteller", "player"]


@overload
def visible_to(role: Viewer, package: VNPackage, /, *, act: str = "") -> VNPackage: ...
@overload
def visible_to(
    role: Viewer, package: VNPackage, thing: DirectionPack, /, *, revealed: Iterable[str] = ()
) -> DirectionPack: ...
@overload
def visible_to(role: Viewer, package: VNPackage, thing: VNFrame, /) -> VNFrame: ...
def visible_to(
    role: Viewer,
    package: VNPackage,
    thing: DirectionPack | VNFrame | None = None,
    /,
    *,
    act: str = "",
    revealed: Iterable[str] = (),
) -> VNPackage | DirectionPack | VNFrame:
    """The package as this role may see it while `act` is played, or one of its packs or frames as they may see that.

    `revealed` is what was hidden once and has been told by now.
    """
    match role:
        case "author" | "director":
            return package if thing is None else thing
        case "storyteller":
            if isinstance(thing, DirectionPack):
                return _directed(package, thing, tuple(revealed))
            return _style(package, act) if thing is None else thing
        case "player":
            if isinstance(thing, DirectionPack):
                return _signposts(thing)
            return _cover(package) if thing is None else _shown(thing)
        case _:
            assert_never(role)


def veil_of(package: VNPackage, *, open: Iterable[str] = ()) -> Veil:
    """The veil over all that the package hides, but for what is `open` by now."""
    return Veil([*_for_the_director(package), *_not_yet(package)], open=open)


def told_openly(pack: DirectionPack) -> Iterator[str]:
    """The texts of a pack that may be told in its beat: once it is played, they are no secret any more."""
    yield from (pack.title, pack.goal, pack.direction, pack.place.title, pack.place.ambient_detail)
    yield from (*pack.must_include, *pack.lore, *pack.continuity, *pack.callbacks, *pack.interactables)
    yield from (text for each in pack.cast for text in (each.name, each.description, each.wants, *each.may_reveal))
    yield from (text for each in pack.exits for text in (each.title, each.hint))
    if pack.roll is not None:
        yield pack.roll.outcome


# -- what is hidden


def _for_the_director(package: VNPackage) -> Iterator[str]:
    """What only a scene itself may bring to light."""
    yield from package.global_context.overarching_truths
    yield from (act.scenario_context for act in package.acts)
    for character in package.characters:
        yield from character.secrets
        if character.personal_arc is not None:
            yield character.personal_arc.need
    yield from (each.content for each in _lore(package) if each.audience == "director")


def _not_yet(package: VNPackage) -> Iterator[str]:
    """What is told once a condition holds."""
    yield from (each.content for each in _lore(package) if each.audience != "director" and each.reveal_if)


def _told_in_scenes(package: VNPackage) -> Iterator[str]:
    """What the author gave scenes and events to tell; all else that a pack wants told is somebody's addition."""
    for character in package.characters:
        if character.personal_arc is not None:
            yield from (text for each in character.personal_arc.arc_encounters for text in each.findings)
    for act in package.acts:
        yield from (text for place in act.locations for each in place.encounters for text in each.findings)
        for event in act.inevitable_events:
            yield event.foreshadow
            yield from (each.effect for each in event.conditional_branches)


def _lore(package: VNPackage) -> Iterator[WorldInfo]:
    yield from package.global_world_info
    for act in package.acts:
        yield from act.scenario_world_info


# -- the Storyteller


def _style(package: VNPackage, act: str) -> VNPackage:
    """Setting, tone and rules of style: nothing of what will happen."""
    now = package.act(act)
    context = package.global_context
    return VNPackage(
        title=package.title,
        language=package.language,
        premise=package.premise,
        themes=package.themes,
        global_materials=package.global_materials,
        global_context=GlobalContext(setting=context.setting, tone=context.tone),
        stats=package.stats,
        content_notes=package.content_notes,
        acts=()
        if now is None
        else (
            Act(
                id=now.id,
                title=now.title,
                objective=now.objective,
                narrative_guidelines=now.narrative_guidelines,
            ),
        ),
    )


def _directed(package: VNPackage, pack: DirectionPack, revealed: tuple[str, ...]) -> DirectionPack:
    """The pack, without what would give a secret away that its scene does not tell: such a line is left out."""
    written = set(_told_in_scenes(package))
    scene = [*revealed, pack.title, pack.direction, *(each for each in pack.must_include if each in written)]
    scene += [text for each in pack.cast for text in each.may_reveal]
    scene += [act.objective for act in package.acts if act.objective == pack.goal]  # the player is told what to do
    if pack.roll is not None:
        scene.append(pack.roll.outcome)
    secrets = Veil(_for_the_director(package), open=scene)
    lore = tuple(each for each in pack.lore if not secrets.covers(each))
    veil = Veil([*_for_the_director(package), *_not_yet(package)], open=[*scene, *lore])

    def fit(texts: Iterable[str]) -> tuple[str, ...]:
        return tuple(each for each in texts if not veil.covers(each))

    def only(text: str) -> str:
        return "" if veil.covers(text) else text

    roll = pack.roll
    if roll is not None:
        roll = roll.model_copy(update={f"on_{each}": "" for each in ("strong", "weak", "miss") if each != roll.tier})
    return pack.model_copy(
        update={
            "goal": only(pack.goal),
            "place": pack.place.model_copy(update={"ambient_detail": only(pack.place.ambient_detail)}),
            "cast": tuple(_in_cast(each, veil) for each in pack.cast),
            "must_include": fit(pack.must_include),
            "withhold": fit(pack.withhold),
            "lore": lore,
            "continuity": fit(pack.continuity),
            "callbacks": fit(pack.callbacks),
            "interactables": fit(pack.interactables),
            "exits": tuple(each.model_copy(update={"hint": only(each.hint)}) for each in pack.exits),
            "last_action": only(pack.last_action),
            "note": only(pack.note),
            "roll": roll,
        }
    )


def _in_cast(member: CastMember, veil: Veil) -> CastMember:
    return member.model_copy(
        update={
            "description": "" if veil.covers(member.description) else member.description,
            "voice": "" if veil.covers(member.voice) else member.voice,
            "wants": "" if veil.covers(member.wants) else member.wants,
            "must_not_reveal": tuple(each for each in member.must_not_reveal if not veil.covers(each)),
        }
    )


# -- the player


def _cover(package: VNPackage) -> VNPackage:
    """What can be said before the first page: and the pictures, without how they were asked for."""
    pictures = (
        Asset(
            id=each.id,
            kind=each.kind,
            owner=each.owner,
            expression=each.expression,
            path=each.path,
            mime=each.mime,
            sha256=each.sha256,
            width=each.width,
            height=each.height,
            status=each.status,
            alt=each.alt,
        )
        for each in package.assets
    )
    return VNPackage(
        schema_version=package.schema_version,
        package_id=package.package_id,
        version=package.version,
        title=package.title,
        art_style=package.art_style,
        language=package.language,
        premise=package.premise,
        stats=package.stats,
        content_notes=package.content_notes,
        assets=tuple(pictures),
    )


def _signposts(pack: DirectionPack) -> DirectionPack:
    """Where the player is, where they can go, and how a roll fell."""
    place = Place(id=pack.place.id, title=pack.place.title)
    exits = tuple(Exit(id=each.id, title=each.title, hint=each.hint) for each in pack.exits)
    roll = pack.roll
    if roll is not None:
        roll = roll.model_copy(update={"on_strong": "", "on_weak": "", "on_miss": ""})
    return DirectionPack(
        id=pack.id,
        turn=pack.turn,
        mode=pack.mode,
        act=pack.act,
        language=pack.language,
        place=place,
        exits=exits,
        roll=roll,
    )


def _shown(frame: VNFrame) -> VNFrame:
    """The frame, without what its choices bring and which scene it belongs to."""
    choices = tuple(each.model_copy(update={"effects": (), "requires": None}) for each in frame.choices)
    return frame.model_copy(update={"choices": choices, "encounter_id": "", "direction_id": ""})
