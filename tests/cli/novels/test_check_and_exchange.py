"""Checking, simulating, exporting and importing novels."""

from __future__ import annotations

import json
import sys
import zipfile
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from gameplan.novels.package import Asset
from gameplan.novels.samples import sample_package
from gameplan.novels.shelf import Shelf, Volume, pack


def test_a_check_reads_it_through_and_plays_it(invoke: Callable[..., Any], novel: str) -> None:
    said = invoke("novels", "check", "sample", "--plays", "40").output
    assert "Checking it, then playing it 200 times" in said and "PLAYER" in said and "explorer" in said
    assert "can be played: 0 errors" in said and "after 200 plays." in said
    looked = json.loads(invoke("novels", "check", novel, "--no-plays", "--json").output)
    assert looked["holds"] and looked["simulation"] is None and {"code", "repair"} <= looked["findings"][0].keys()


def test_a_novel_with_an_error_is_not_played_and_says_how_to_repair_it(invoke: Callable[..., Any], home: Path) -> None:
    from gameplan.novels.samples import sample_package
    from gameplan.novels.shelf import Shelf, Volume

    package = sample_package().model_copy(update={"endings": ()})
    Shelf(home / "novels").save(Volume(package), as_id="endless")
    said = invoke("novels", "check", "endless", code=1).output
    assert "VN800 error" in said and "cannot be published as it is" in said and "PLAYER" not in said


def test_a_simulation_is_a_table_or_json_and_suggests(invoke: Callable[..., Any]) -> None:
    said = invoke("novels", "simulate", "sample", "--plays", "4").output
    assert said.splitlines()[0].split() == ["PLAYER", "WON", "TURNS", "DOOM", "SEEN", "ARCS", "STALLS", "PATHS"]
    assert "Endings: " in said
    said = invoke("novels", "simulate", "sample", "--plays", "25", "--suggest").output
    assert "No other clock is needed, or none would be better." in said
    told = json.loads(invoke("novels", "simulate", "sample", "--plays", "25", "--suggest", "--json").output)
    assert told["plays"] == 125 and len(told["policies"]) == 5 and "suggestion" in told


@pytest.mark.parametrize(
    ("form", "file"),
    [("renpy", "game/script.rpy"), ("ink", "story.ink"), ("html", "index.html"), ("charx", "ilse.charx")],
)
def test_each_form_is_written_to_a_folder_of_its_own(
    invoke: Callable[..., Any], tmp_path: Path, form: str, file: str
) -> None:
    out = tmp_path / "out"
    assert "Written: " in invoke("novels", "export", "sample", "--to", form, "--out", str(out)).output
    assert (out / file).is_file() and [each.name for each in tmp_path.iterdir() if "new" in each.name] == []


def test_an_export_that_takes_long_says_what_it_does_and_what_it_lacks(
    invoke: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = sample_package()
    drawing = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90 120"></svg>'
    asset = Asset(
        id="ilse",
        kind="portrait",
        owner="ilse",
        expression="neutral",
        path="assets/portraits/ilse.svg",
        mime="image/svg+xml",
        sha256=sha256(drawing).hexdigest(),
    )
    volume = Volume(package.model_copy(update={"assets": (asset,)}), {asset.path: drawing})
    file = tmp_path / "drawn.vnpkg"
    file.write_bytes(pack(volume))
    said = invoke("novels", "export", str(file), "--to", "renpy", "--out", str(tmp_path / "out")).output
    assert "drawing the portraits" in said and (tmp_path / "out/game/images/people/ilse_neutral.png").is_file()
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    said = invoke("novels", "export", str(file), "--to", "renpy", "--out", str(tmp_path / "other"), code=1).output
    assert "install gameplan[novels]" in said and not (tmp_path / "other").exists()


def test_a_folder_that_is_not_empty_is_left_alone_or_kept_aside(invoke: Callable[..., Any], tmp_path: Path) -> None:
    out = tmp_path / "out"
    out.mkdir()
    (out / "mine.txt").write_text("mine")
    refused = invoke("novels", "export", "sample", "--to", "renpy", "--out", str(out), code=2).output
    assert (
        "is not empty" in refused and "Making" not in refused and [each.name for each in out.iterdir()] == ["mine.txt"]
    )
    said = invoke("novels", "export", "sample", "--to", "ink", "--out", str(out), "--force").output
    assert "What was there before: " in said
    assert (tmp_path / "out.before-1" / "mine.txt").read_text() == "mine" and not (out / "mine.txt").exists()


def test_a_novel_goes_out_as_one_file_and_comes_in_again(
    invoke: Callable[..., Any], novel: str, tmp_path: Path, shelved: Callable[[str], Any]
) -> None:
    file = tmp_path / "door.vnpkg"
    invoke("novels", "export", novel, "--to", "vnpkg", "--out", str(file))
    assert "is there already" in invoke("novels", "export", novel, "--to", "vnpkg", "--out", str(file), code=2).output
    assert "version 2" in invoke("novels", "import", str(file)).output
    assert shelved(novel).version == 2
    assert "turn" not in invoke("novels", "play", str(file), input="q\n").output[:40]


def test_a_character_and_a_lorebook_are_put_into_a_novel(
    invoke: Callable[..., Any], novel: str, tmp_path: Path, shelved: Callable[[str], Any]
) -> None:
    card = {"spec": "chara_card_v2", "spec_version": "2.0", "data": {"name": "Old Tom", "description": "A ferryman."}}
    (tmp_path / "tom.json").write_text(json.dumps(card))
    assert "--into NOVEL" in invoke("novels", "import", str(tmp_path / "tom.json"), code=2).output
    said = invoke("novels", "import", str(tmp_path / "tom.json"), "--into", novel, "--plays", "0").output
    assert "Person     Old Tom (old_tom), npc: A ferryman." in said
    assert shelved(novel).character("old_tom").description == "A ferryman."
    world = {"entries": {"0": {"uid": 0, "key": ["ferry"], "content": "The ferry never runs on Sundays."}}}
    (tmp_path / "world.json").write_text(json.dumps(world))
    invoke("novels", "import", str(tmp_path / "world.json"), "--into", novel, "--plays", "0")
    assert "The ferry never runs on Sundays." in [each.content for each in shelved(novel).global_world_info]


def _nonsense(path: Path) -> None:
    path.write_bytes(b"PK\x03\x04 nonsense")


def _leads_out(path: Path) -> None:
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("../package.json", "{}")


def _newer(path: Path) -> None:
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("package.json", json.dumps({"title": "T", "schemaVersion": 999}))


@pytest.mark.parametrize("command", ["check", "import", "play"])
@pytest.mark.parametrize(
    ("make", "said"), [(_nonsense, "is not a zip file"), (_leads_out, "../package.json"), (_newer, "newer Gameplan")]
)
def test_a_file_that_is_no_package_is_refused(
    invoke: Callable[..., Any], tmp_path: Path, command: str, make: Callable[[Path], None], said: str
) -> None:
    make(tmp_path / "novel.vnpkg")
    refused = invoke("novels", command, str(tmp_path / "novel.vnpkg"), code=2).output
    assert said in refused and "novels list" not in refused, "the list does not help with a file"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("check", "no_such_novel"), 'There is no novel "no_such_novel"'),
        (("export", "sample", "--to", "gold"), 'There is no export to "gold". There are: renpy, ink, html'),
        (("import", "no_such_file"), "cannot be read"),
        (("import", "pyproject.toml", "--into", "sample"), "not JSON"),
    ],
)
def test_what_cannot_be_done_is_said(invoke: Callable[..., Any], words: tuple[str, ...], said: str) -> None:
    assert said in invoke("novels", *words, code=2).output


def test_an_empty_shelf_says_how_to_begin_and_a_name_may_be_short(
    invoke: Callable[..., Any], tmp_path: Path, novel: str
) -> None:
    assert "gameplan novels write --premise" in invoke("novels", "list", str(tmp_path / "empty")).output
    assert "version 1" in invoke("novels", "list").output
    assert "Did you mean the_door?" in invoke("novels", "check", "the_dor", code=2).output
    assert "can be played" in invoke("novels", "check", "the_d", "--no-plays").output


def test_last_is_the_novel_that_was_kept_last(invoke: Callable[..., Any], home: Path, novel: str) -> None:
    Shelf(home / "novels").save(Volume(sample_package().model_copy(update={"package_id": "kept_later"})))
    assert json.loads(invoke("novels", "check", "last", "--no-plays", "--json").output)["novel"] == "kept_later"
