"""Every field of a package is read by somebody: with another value in it, what they do is not the same.

docs/novel-fields.md says who reads which field. A reader that is taken away leaves its fields without effect, and the
tests of these fields fail.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Callable, Iterator
from functools import cache
from itertools import zip_longest
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, Literal, get_args, get_origin

import pytest

from gameplan.novels import package as schema
from gameplan.novels.assets import AssetStore, ImageOrder, Made, MusicOrder, Workshop, illustrated
from gameplan.novels.authoring.draft import Draft
from gameplan.novels.authoring.events import (
    EncountersDrafted,
    LocationsWired,
    NodeFinalized,
    PackageFinalized,
    PicturesMade,
)
from gameplan.novels.authoring.folding import after
from gameplan.novels.authoring.next_steps import next_steps
from gameplan.novels.authoring.opening import events_of
from gameplan.novels.checks import check_package
from gameplan.novels.exchange import Lorebook, write_json_card, write_lorebook
from gameplan.novels.export import compile_story
from gameplan.novels.package import Asset, GlobalContext, Location, Pacing, Part, Ticks, VNPackage, WorldInfo
from gameplan.novels.play import Book, Play
from gameplan.novels.play.advising import director_prompt, situation
from gameplan.novels.play.play import Question
from gameplan.novels.samples import sample_package
from gameplan.novels.shelf import Shelf, Volume
from gameplan.novels.shelf.volume import volume_of
from gameplan.novels.simulation.policies import POLICIES, PolicyName
from gameplan.novels.telling import Said, render, visible_to
from gameplan.novels.telling.prompting import storyteller_prompt

TABLE = Path(__file__).parents[2] / "docs" / "novel-fields.md"
PARTS = [
    each for each in vars(schema).values() if isinstance(each, type) and issubclass(each, Part) and each is not Part
]


def own_fields(part: type[Part]) -> list[str]:
    above = {name for base in part.__mro__[1:] if issubclass(base, Part) for name in base.model_fields}
    return [name for name in part.model_fields if name not in above]


FIELDS = [f"{part.__name__}.{name}" for part in PARTS for name in own_fields(part)]


def rows() -> dict[str, str]:
    """Who reads each field, by the table in the docs."""
    found = {}
    for line in TABLE.read_text("utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if len(cells) == 3 and (named := re.fullmatch(r"`(\w+\.\w+)`", cells[0])):
            found[named[1]] = cells[1]
    return found


def test_the_table_has_every_field_and_no_other() -> None:
    assert sorted(rows()) == sorted(FIELDS)


# -- the readers: what each of them does with a package, bit by bit


class Pencil:
    """Makes something of any order, and keeps the orders."""

    def __init__(self) -> None:
        self.orders: list[ImageOrder | MusicOrder] = []

    def maker(self, kind: str) -> str:
        return "pencil"

    async def image(self, order: ImageOrder) -> Made:
        self.orders.append(order)
        return Made(b"drawn", "image/webp", *order.size)

    async def music(self, order: MusicOrder) -> Made:
        self.orders.append(order)
        return Made(b"played", "audio/ogg")


def files_of(package: VNPackage) -> dict[str, bytes]:
    return {each.path: b"played" if each.kind == "music" else b"drawn" for each in package.assets}


def the_play(package: VNPackage, folder: Path) -> Iterator[Any]:
    """Packs, frames, journals and states of plays by several kinds of players."""
    book = Book(package)
    policies: tuple[PolicyName, ...] = ("explorer", "dawdler", "random", "bouncer")
    for seed in range(6):
        for policy in policies:
            play, said, chance = Play.start(book, seed=seed), Said(), Random(f"{seed}{policy}")
            while True:
                pack = play.pack()
                yield pack.model_dump_json()
                yield [frame.to_json() for frame in render(pack, said)]
                yield play.journal()
                yield play.state.to_json()
                if play.over:
                    break
                choice = POLICIES[policy](book, play.state, chance)
                yield situation(book, Question(play.state, choice, play.foresee(choice)[1]))
                play.choose(choice)


def the_director(package: VNPackage, folder: Path) -> Iterator[Any]:
    for act in package.acts:
        yield director_prompt(Book(package), act.id)


def the_storyteller(package: VNPackage, folder: Path) -> Iterator[Any]:
    for act in package.acts:
        yield storyteller_prompt(visible_to("storyteller", package, act=act.id))


def the_workshop(package: VNPackage, folder: Path) -> Iterator[Any]:
    """What is ordered, what comes of it, and which files that gives; what is there already stays."""
    pencil, store = Pencil(), AssetStore(folder / "store")
    made = asyncio.run(illustrated(package, Workshop(pencil, store), kept=files_of(package)))
    yield sorted(map(repr, pencil.orders))
    yield made.assets


def the_export(package: VNPackage, folder: Path) -> Iterator[Any]:
    yield compile_story(package)


def the_shelf(package: VNPackage, folder: Path) -> Iterator[Any]:
    """Where it is kept, and whether it can be read again."""
    shelf = Shelf(folder / "shelf")
    volume = Volume(package, files_of(package))
    try:
        volume_of({"package.json": package.model_dump_json().encode(), **files_of(package)}, "it")
        kept = shelf.save(volume).package
        yield kept.package_id
        yield [(entry.package_id, entry.title) for entry in shelf.entries()]
        yield shelf.load(kept.package_id).package.extensions
    except ValueError as error:
        yield str(error)


def the_cards(package: VNPackage, folder: Path) -> Iterator[Any]:
    for character in package.characters:
        yield json.loads(write_json_card(character))
    yield json.loads(write_lorebook(Lorebook(package.global_world_info), "world"))


def the_checks(package: VNPackage, folder: Path) -> Iterator[Any]:
    yield check_package(package)


def the_coauthor(package: VNPackage, folder: Path) -> Iterator[Any]:
    """What is still to be done when only the acts are outlined."""
    draft = Draft()
    for event in events_of(package, "novel"):
        if not isinstance(event, LocationsWired | EncountersDrafted | NodeFinalized | PicturesMade | PackageFinalized):
            draft = after(draft, event)
        if isinstance(event, PackageFinalized):
            yield event.version
    yield next_steps(draft)


READERS: dict[str, Callable[[VNPackage, Path], Iterator[Any]]] = {
    "the play": the_play,
    "the Director": the_director,
    "the Storyteller": the_storyteller,
    "the workshop": the_workshop,
    "the exports": the_export,
    "the shelf": the_shelf,
    "cards and lorebooks": the_cards,
    "the checks": the_checks,
    "the co-author": the_coauthor,
}


# -- another value in a field


def otherwise(value: Any, annotation: Any) -> Any:
    """Another value of the same kind."""
    if get_origin(annotation) is Literal:
        return next(each for each in get_args(annotation) if each != value)
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    if isinstance(value, float):
        return 0.13
    if isinstance(value, str):
        return f"{value}_x" if re.fullmatch(r"[a-z][a-z0-9_]*", value) else f"{value} and otherwise"
    if isinstance(value, tuple):
        return value[:-1]
    raise AssertionError(f"say in OTHERWISE what else {value!r} can be")


def changed(value: Any, part: type[Part], name: str, change: Callable[[Any], Any]) -> Any:
    """A package in which a field of every such part is another."""
    if isinstance(value, tuple):
        return tuple(changed(each, part, name, change) for each in value)
    if not isinstance(value, Part):
        return value
    fields = {each: changed(getattr(value, each), part, name, change) for each in type(value).model_fields}
    if isinstance(value, part):
        fields[name] = change(fields[name])
    return type(value).model_construct(**fields)


OTHERWISE: dict[str, Any] = {
    "WorldInfo.whole_words": False,
    "WorldInfo.delay": 3,
    "WorldInfo.order": 100,
    "WorldInfo.extensions": {"theirs": 1},
    "Encounter.pacing": Pacing(expected_frames=12),
    "Encounter.roll": "heart",
    "Encounter.follows": "nothing_at_all",
    "Encounter.within": 20,
    "Character.stats": {"nerve": 3},
    "Character.personal_arc": None,
    "Character.extensions": {"theirs": 1},
    "Location.requires_flag": "never_set",
    "Branch.ending": None,
    "InevitableEvent.latest_turn": 1,
    "InevitableEvent.set_flags": ("from_an_event",),
    "Escalation.lock_locations": ("inn", "quarry", "lane", "meadow"),
    "OpposingForce.ticks": Ticks(miss=5),
    "Act.intended_locations": ("somewhere_else",),
    "Act.global_progression": None,
    "Act.opposing_force": None,
    "Premise.global_context": GlobalContext(),
    "VNPackage.extensions": {"theirs": 1},
}


def with_lore(*infos: WorldInfo) -> Callable[[VNPackage], VNPackage]:
    return lambda package: package.model_copy(update={"global_world_info": infos})


def followed(package: VNPackage) -> VNPackage:
    """Every scene at a place follows the first one there."""

    def of_place(place: Location) -> Location:
        first, *more = place.encounters
        second = (each.model_copy(update={"follows": first.id}) for each in more)
        return place.model_copy(update={"encounters": (first, *second)})

    acts = [act.model_copy(update={"locations": tuple(map(of_place, act.locations))}) for act in package.acts]
    return package.model_copy(update={"acts": tuple(acts)})


@cache
def with_pictures() -> VNPackage:
    """The sample with its pictures and sounds, but for one face of everybody."""
    with TemporaryDirectory() as folder:
        made = asyncio.run(illustrated(sample_package(), Workshop(Pencil(), AssetStore(Path(folder)))))
    return made.model_copy(update={"assets": tuple(each for each in made.assets if each.expression != "happy")})


SAID = WorldInfo(id="said", keys=("register",), secondary_keys=("valley", "nobody"), logic="and_all", content="Said.")
BASES: dict[str, Callable[[VNPackage], VNPackage]] = {
    "WorldInfo.id": with_lore(
        *(WorldInfo(id=f"x{each}", content=f"{each}", constant=True, probability=0.5) for each in range(4))
    ),
    "WorldInfo.order": with_lore(
        WorldInfo(id="ink", keys=("ink",), content="Ink."), WorldInfo(id="all", constant=True, content="All.", order=99)
    ),
    "WorldInfo.secondary_keys": with_lore(SAID),
    "WorldInfo.whole_words": with_lore(WorldInfo(id="part", keys=("regist",), content="In part.")),
    "WorldInfo.delay": with_lore(WorldInfo(id="late", constant=True, content="Late.")),
    "Encounter.within": followed,
    **{field: lambda _: with_pictures() for field in FIELDS if field.startswith("Asset.")},
    "VNPackage.assets": lambda _: with_pictures(),
    "Asset.reason": lambda _: changed(with_pictures(), Asset, "status", lambda _: "failed"),
}


@pytest.mark.parametrize("field", FIELDS)
def test_another_value_makes_a_difference(field: str, tmp_path: Path) -> None:
    part_name, name = field.split(".")
    part = getattr(schema, part_name)
    base = BASES.get(field, lambda package: package)(sample_package())
    annotation = part.model_fields[name].annotation
    other = changed(
        base, part, name, lambda value: OTHERWISE[field] if field in OTHERWISE else otherwise(value, annotation)
    )
    assert other != base, "the sample has it nowhere: give BASES one that has"
    read = READERS[rows()[field]]
    before, after = read(base, tmp_path / "before"), read(other, tmp_path / "after")
    assert any(one != another for one, another in zip_longest(before, after, fillvalue=())), f"nobody reads {field}"
