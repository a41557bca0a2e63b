"""A draft: a novel while it is being written. It is a value, the fold of what happened to it.

Per act the stages are: *none*, *outlined*, *wired*; then each location is *populated* and *finalized*.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from gameplan.novels.package import (
    Act,
    Asset,
    Character,
    Location,
    Premise,
    VNPackage,
)

ActStage: TypeAlias = Literal["none", "outlined", "wired"]
NodeStage: TypeAlias = Literal["none", "intended", "wired", "populated", "finalized"]
StaleWhat: TypeAlias = Literal["portrait", "outline", "web", "encounters", "assets"]


@dataclass(frozen=True, slots=True, order=True)
class Owner:
    """Whose pictures and sounds: a character's, or those of a location of an act."""

    kind: Literal["character", "node"]
    act: str
    id: str


@dataclass(frozen=True, slots=True, order=True)
class Stale:
    """Something that was made before what it rests on was changed. It still stands, and wants to be looked at."""

    what: StaleWhat
    act: str
    id: str
    why: str

    @property
    def key(self) -> tuple[str, str, str]:
        return self.what, self.act, self.id

    def __str__(self) -> str:
        of = f'act "{self.id}"' if self.what == "outline" else f'"{self.id}"'
        return f"{self.what} of {of}: {self.why}"


@dataclass(frozen=True, slots=True)
class Draft:
    """A novel as far as it is written. `warned` are the warnings that its author has been told of."""

    package_id: str = ""
    language: str = "en"
    premise: Premise | None = None
    characters: tuple[Character, ...] = ()
    acts: tuple[Act, ...] = ()
    finalized: frozenset[tuple[str, str]] = frozenset()
    pictures: tuple[tuple[Owner, tuple[Asset, ...]], ...] = ()
    stale: tuple[Stale, ...] = ()
    warned: frozenset[str] = frozenset()
    version: int = 0  # of the package that was made of it last; 0: none yet
    closed: str = ""  # why it is closed, if it is

    def character(self, id: str) -> Character | None:
        return next((each for each in self.characters if each.id == id), None)

    def act(self, id: str) -> Act | None:
        return next((each for each in self.acts if each.id == id), None)

    def location(self, act: str, id: str) -> Location | None:
        found = self.act(act)
        return next((each for each in found.locations if each.id == id), None) if found is not None else None

    def act_stage(self, id: str) -> ActStage:
        """How far an act is: wired when all its intended locations are."""
        act = self.act(id)
        if act is None:
            return "none"
        wired = {each.id for each in act.locations}
        return "wired" if wired and wired.issuperset(act.intended_locations) else "outlined"

    def node_stage(self, act: str, id: str) -> NodeStage:
        """How far a location is."""
        location = self.location(act, id)
        if location is None:
            found = self.act(act)
            return "intended" if found is not None and id in found.intended_locations else "none"
        if (act, id) in self.finalized:
            return "finalized"
        return "populated" if location.encounters else "wired"

    def pictures_of(self, owner: Owner) -> tuple[Asset, ...]:
        return next((assets for each, assets in self.pictures if each == owner), ())

    def is_stale(self, what: StaleWhat, act: str, id: str) -> bool:
        return any(each.key == (what, act, id) for each in self.stale)

    def package(self, *, version: int = 0) -> VNPackage:
        """The draft as a package, whole or not; what is not said yet is empty."""
        premise = self.premise or Premise(title="Untitled", language=self.language)
        return VNPackage(
            package_id=self.package_id,
            version=version or max(1, self.version),
            **{name: getattr(premise, name) for name in Premise.model_fields},
            characters=self.characters,
            acts=self.acts,
            assets=tuple(self._assets()),
        )

    def _assets(self) -> Iterable[Asset]:
        """What was made for people and places. Two places with one backdrop have it once."""
        seen: set[tuple[str, str]] = set()
        for owner, assets in self.pictures:
            stale = self.is_stale("portrait" if owner.kind == "character" else "assets", owner.act, owner.id)
            for asset in assets:
                if (asset.kind, asset.id) in seen:
                    continue
                seen.add((asset.kind, asset.id))
                is_old = stale and asset.status == "final"
                yield asset.model_copy(update={"status": "stale"}) if is_old else asset

    def with_package(self, package: VNPackage) -> Draft:
        """This draft with the words of a package; its stages, pictures and marks stay."""
        words = {name: getattr(package, name) for name in Premise.model_fields}
        premise = Premise(**words) if self.premise is not None else None
        return replace(self, premise=premise, characters=package.characters, acts=package.acts)
