"""Any package goes through a folder and a `.vnpkg` and is the same."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from gameplan.novels.package import Asset, Character, VNPackage, WorldInfo
from gameplan.novels.shelf import Shelf, Volume, pack, unpack

texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=30)
slugs = st.from_regex(r"[a-z][a-z0-9_]{0,12}", fullmatch=True)
json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**60), 2**60) | st.floats(allow_nan=False, allow_infinity=False) | texts,
    lambda each: st.lists(each, max_size=3) | st.dictionaries(texts, each, max_size=3),
    max_leaves=8,
)
extensions = st.dictionaries(texts, json_values, max_size=3)
lore = st.builds(
    WorldInfo,
    id=slugs,
    keys=st.lists(texts, max_size=3).map(tuple),
    content=texts,
    probability=st.floats(0, 1),
    extensions=extensions,
)
people = st.builds(
    Character,
    id=slugs,
    name=texts,
    role=st.just("npc"),
    description=texts,
    stats=st.dictionaries(slugs, st.integers(-2, 3), max_size=2),
    extensions=extensions,
)
files = st.dictionaries(
    st.tuples(
        st.sampled_from(["portraits", "backgrounds", "music"]),
        st.from_regex(r"[a-z0-9][a-z0-9_-]{0,8}\.[a-z]{3}", fullmatch=True),
    ).map(lambda place: f"assets/{place[0]}/{place[1]}"),
    st.binary(max_size=40),
    max_size=3,
)
KINDS = {"portraits": "portrait", "backgrounds": "background", "music": "music"}


@st.composite
def volumes(draw: st.DrawFn) -> Volume:
    assets = draw(files)
    package = VNPackage(
        title=draw(texts),
        themes=tuple(draw(st.lists(texts, max_size=2))),
        characters=tuple(draw(st.lists(people, max_size=2))),
        global_world_info=tuple(draw(st.lists(lore, max_size=2))),
        assets=tuple(
            Asset(id=f"a{number}", kind=KINDS[path.split("/")[1]], path=path, mime="x/y")  # type: ignore[arg-type]
            for number, path in enumerate(assets)
        ),
        extensions=draw(extensions),
    )
    reports: list[dict[str, Any] | None] = [draw(st.none() | extensions), draw(st.none() | extensions)]
    return Volume(package, assets, *reports)


@given(volumes())
@settings(max_examples=60)
def test_a_package_survives_a_vnpkg(volume: Volume) -> None:
    packed = pack(volume)
    read = unpack(packed)
    assert pack(read) == packed
    assert read.content_hash == unpack(packed).content_hash
    assert read.assets == volume.assets
    assert json.dumps(read.package.extensions) == json.dumps(volume.package.extensions)
    settled = {"assets": read.package.assets}
    assert read.package == volume.package.model_copy(update=settled)


@given(volumes())
@settings(max_examples=30)
def test_a_package_survives_a_folder(volume: Volume) -> None:
    with tempfile.TemporaryDirectory() as place:
        shelf = Shelf(Path(place))
        saved = shelf.save(volume)
        assert shelf.load(saved.package.package_id) == saved
        assert [each.content_hash for each in shelf.entries()] == [saved.content_hash]
        assert saved.content_hash == unpack(pack(volume)).content_hash


@given(volumes(), volumes())
@settings(max_examples=60)
def test_the_hash_is_the_same_for_the_same_content_only(one: Volume, other: Volume) -> None:
    same = one.assets == other.assets and one.package.model_dump_json() == other.package.model_dump_json()
    assert not same or one.content_hash == other.content_hash
    if one.content_hash == other.content_hash:
        assert one.package == other.package and one.assets == other.assets


def test_a_package_of_another_order_of_keys_is_the_same() -> None:
    one = Volume(VNPackage(title="T", extensions={"a": 1, "b": 2}))
    other = Volume(VNPackage(title="T", extensions={"b": 2, "a": 1}))
    assert one.content_hash == other.content_hash
