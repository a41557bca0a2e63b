"""What is saved is there: in each version, whole, and listed."""

from __future__ import annotations

import json
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from gameplan.novels.package import Asset, VNPackage
from gameplan.novels.shelf import PackageError, Shelf, Volume, pack, unpack


@pytest.fixture
def shelf(tmp_path: Path) -> Shelf:
    return Shelf(tmp_path / "packages")


def renamed(volume: Volume, title: str, **also: Any) -> Volume:
    return replace(volume, package=volume.package.model_copy(update={"title": title, **also}))


def test_what_is_saved_is_loaded_as_it_was(shelf: Shelf, novel: Volume) -> None:
    saved = shelf.save(novel)
    assert shelf.load(saved.package.package_id) == saved
    assert saved.package.title == novel.package.title
    assert saved.assets == novel.assets
    assert saved.validation == {"findings": []} and saved.simulation == {"plays": 10, "won": 0.7}


def test_a_package_is_a_folder_that_a_person_can_read(shelf: Shelf, novel: Volume) -> None:
    shelf.save(novel)
    folder = shelf.folder / "das_licht_von_oland" / "1"
    files = sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())
    assert files == [
        "assets/backgrounds/tower.webp",
        "assets/portraits/ada_neutral.png",
        "manifest.json",
        "package.json",
        "simulation.json",
        "validation.json",
    ]
    assert (folder / "assets/music").is_dir()
    said = json.loads((folder / "package.json").read_text(encoding="utf-8"))
    assert said["title"] == "Das Licht von Öland" and said["schemaVersion"] == 1
    assert list(said["extensions"]["tool"]) == ["z", "a"]


def test_each_save_is_a_new_version_and_the_old_ones_stay(shelf: Shelf, novel: Volume) -> None:
    first = shelf.save(novel)
    second = shelf.save(renamed(first, "The Light"))
    assert (first.package.version, second.package.version) == (1, 2)
    id = first.package.package_id
    assert shelf.versions(id) == [1, 2]
    assert shelf.load(id).package.title == "The Light"
    assert shelf.load(id, 1) == first


def test_an_id_is_made_of_the_title_and_is_not_given_twice(shelf: Shelf, novel: Volume) -> None:
    ids = [shelf.save(each).package.package_id for each in (novel, novel, renamed(novel, "灯台"))]
    assert ids == ["das_licht_von_oland", "das_licht_von_oland_2", "novel"]


def test_the_content_hash_does_not_know_where_a_package_stands(shelf: Shelf, novel: Volume) -> None:
    first, second = shelf.save(novel), shelf.save(novel)
    assert first.content_hash == second.content_hash
    assert shelf.save(renamed(novel, "Other")).content_hash != first.content_hash
    other = {**novel.assets, "assets/backgrounds/tower.webp": b"another"}
    assert shelf.save(replace(novel, assets=other)).content_hash != first.content_hash
    assert shelf.save(replace(novel, validation=None)).content_hash == first.content_hash


def test_a_picture_that_is_missing_does_not_keep_a_novel_from_being_saved(shelf: Shelf, novel: Volume) -> None:
    saved = shelf.save(replace(novel, assets={}))
    assert [asset.status for asset in saved.package.assets] == ["failed", "failed", "failed"]
    assert [asset.reason for asset in saved.package.assets][1:] == ["Its file was missing at a save.", "no key"]
    assert shelf.load(saved.package.package_id) == saved


@pytest.mark.parametrize("path", ["../x.png", "assets/x.png", "assets/portraits/../../x", "package.json", "/etc/x"])
def test_a_picture_with_no_place_in_a_package_is_refused(shelf: Shelf, novel: Volume, path: str) -> None:
    with pytest.raises(PackageError, match="cannot be kept") as refused:
        shelf.save(replace(novel, assets={path: b"x"}))
    assert refused.value.code == "unsafe"
    assert shelf.entries() == []


def test_nothing_is_saved_that_could_not_be_loaded(shelf: Shelf, novel: Volume) -> None:
    asset = Asset(id="x", kind="portrait", path="../../x.png", mime="image/png")
    for broken in (renamed(novel, "x", assets=(asset,)), renamed(novel, "x" * 400)):
        with pytest.raises(PackageError):
            shelf.save(replace(broken, package=broken.package.model_copy(update={"package_id": "x"})))
    with pytest.raises(PackageError, match="JSON"):
        shelf.save(renamed(novel, "x", extensions={"half": "\ud800"}))
    with pytest.raises(PackageError, match="id of a package"):
        shelf.save(novel, as_id="../up")
    assert shelf.entries() == []


def test_what_is_not_there_is_said_so(shelf: Shelf, novel: Volume) -> None:
    with pytest.raises(PackageError, match="no package") as missing:
        shelf.load("nothing")
    assert missing.value.code == "not_found"
    id = shelf.save(novel).package.package_id
    with pytest.raises(PackageError, match=r"no version 7. There are: 1"):
        shelf.load(id, 7)
    with pytest.raises(PackageError, match="cannot be the id"):
        shelf.load("../../etc")


def test_the_list_has_every_version_the_newest_first(shelf: Shelf, novel: Volume) -> None:
    assert shelf.entries() == []
    first = shelf.save(novel)
    shelf.save(renamed(first, "The Light"))
    shelf.save(renamed(novel, "Another"))
    listed = shelf.entries()
    assert [(each.package_id, each.version, each.title) for each in listed] == [
        ("another", 1, "Another"),
        ("das_licht_von_oland", 2, "The Light"),
        ("das_licht_von_oland", 1, "Das Licht von Öland"),
    ]
    assert (listed[2].acts, listed[2].encounters, listed[2].characters, listed[2].language) == (1, 1, 1, "de")
    assert listed[2].content_hash == first.content_hash
    assert shelf.entries() == listed


@pytest.mark.parametrize("what", ["gone", "nonsense", "another form", "empty"])
def test_the_index_is_made_again_from_the_folders(shelf: Shelf, novel: Volume, what: str) -> None:
    shelf.save(novel)
    listed = shelf.entries()
    index = shelf.folder / ".index.db"
    match what:
        case "gone":
            index.unlink()
        case "nonsense":
            index.write_bytes(b"not a database" * 1000)
        case "empty":
            index.write_bytes(b"")
        case _:
            with closing(sqlite3.connect(index)) as db, db:
                db.execute("ALTER TABLE package_versions RENAME COLUMN title TO name")
                db.execute("PRAGMA user_version = 99")
    assert Shelf(shelf.folder).entries() == listed
    with closing(sqlite3.connect(index)) as db:
        assert db.execute("SELECT title FROM package_versions").fetchall() == [("Das Licht von Öland",)]


def test_the_list_follows_what_happens_to_the_folders(shelf: Shelf, novel: Volume) -> None:
    id = shelf.save(novel).package.package_id
    shelf.save(novel, as_id=id)
    shelf.entries()
    (shelf.folder / id / "1" / "manifest.json").write_text("{}")
    (shelf.folder / id / "2").rename(shelf.folder / id / "5")
    assert [(each.version, bool(each.problem)) for each in shelf.entries()] == [(5, False), (1, True)]
    assert shelf.load(id).package.version == 5


def test_a_busy_index_does_not_keep_a_shelf_from_being_listed(shelf: Shelf, novel: Volume, tmp_path: Path) -> None:
    shelf.save(novel)
    listed = shelf.entries()
    index = shelf.folder / ".index.db"
    index.unlink()
    index.mkdir()  # a file that cannot be opened
    assert shelf.entries() == listed


def test_a_vnpkg_holds_the_package_and_is_the_same_each_time(shelf: Shelf, novel: Volume, tmp_path: Path) -> None:
    saved = shelf.save(novel)
    file = tmp_path / "light.vnpkg"
    shelf.export_file(saved.package.package_id, file)
    assert file.read_bytes() == pack(saved) == pack(unpack(pack(saved)))
    assert unpack(file.read_bytes()) == saved
    other = Shelf(tmp_path / "elsewhere")
    brought = other.import_file(file)
    assert brought == saved
    assert other.import_file(file).package.version == 2
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".")] == []


def test_a_folder_is_imported_like_a_file(shelf: Shelf, novel: Volume, tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "package.json").write_text(json.dumps({"title": "By hand", "characters": []}))
    assert shelf.import_file(tmp_path / "mine").package.package_id == "by_hand"
    with pytest.raises(PackageError, match="cannot be read"):
        shelf.import_file(tmp_path / "nothing.vnpkg")


def test_a_shelf_that_cannot_be_written_to_says_so(tmp_path: Path, novel: Volume) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(PackageError, match="Nothing can be saved"):
        Shelf(tmp_path / "file" / "packages").save(novel)
    with pytest.raises(PackageError, match="cannot be written"):
        shelf = Shelf(tmp_path / "packages")
        shelf.export_file(shelf.save(novel).package.package_id, tmp_path / "no" / "x.vnpkg")


def test_a_package_says_nothing_but_its_title_and_is_kept(shelf: Shelf) -> None:
    saved = shelf.save(Volume(VNPackage(title="")))
    assert shelf.load("novel") == saved


def test_saves_at_the_same_time_are_versions_one_after_another(shelf: Shelf, novel: Volume) -> None:
    with ThreadPoolExecutor(4) as pool:
        saved = list(pool.map(lambda number: shelf.save(renamed(novel, str(number)), as_id="novel"), range(12)))
    assert sorted(each.package.version for each in saved) == shelf.versions("novel") == list(range(1, 13))
    assert all(shelf.load("novel", each.package.version) == each for each in saved)


def test_the_sample_can_be_kept(shelf: Shelf, sample: VNPackage) -> None:
    saved = shelf.save(Volume(sample))
    assert shelf.load(saved.package.package_id).package == saved.package
    assert unpack(pack(saved)) == saved
