"""Writing and changing novels: what a person types at the desk, and what is said to what cannot be."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest

QUICK = ("--no-pictures", "--plays", "0")


def test_a_person_at_the_desk_changes_looks_takes_back_and_leaves(invoke: Callable[..., Any], premise: str) -> None:
    typed = [
        "",  # the premise is good
        "?",
        "show",
        "show mara_quist",
        "show quist",
        "change mara_quist voice don't",
        "change mara_quist voice 'never finishes'",
        "undo",
        "say hello",
        "change mara_quist frob 3",
        "change mara_quist",
        "change nobody name X",
        "change mara_quist stats three",
        "change mara_quist id ilse",
        "what",
        "show ilse",
        "q",
    ]
    said = invoke("novels", "write", "--ask", "-p", premise, *QUICK, input="\n".join(typed) + "\n").output
    for expected in (
        "Enter                         go on",
        "People     mara_quist (Mara Quist)",
        "Endings    good, ",
        'There is no "quist" in the novel. Did you mean mara_quist?',
        "stats: nerve",
        'Changed    character mara_quist: voice "never finishes"',
        'Taken back: the character "mara_quist" was changed.',
        "The house author is a program: it cannot take remarks.",
        'A character has no "frob". It has: id, name,',
        "Say what, which field, and to what",
        'There is no "nobody" in the novel.',
        '"stats" takes a value as JSON writes it',
        'the character "mara_quist" was renamed to "ilse"',
        '"what" is none of them',
        "Mara Quist (ilse), protagonist",
        "The draft is kept. Go on with it: gameplan novels write --resume ",
    ):
        assert expected in said, expected
    assert "say …" not in said and "say TEXT" not in said  # a program cannot be talked with


def test_when_nothing_more_is_typed_the_draft_waits(invoke: Callable[..., Any], premise: str) -> None:
    said = invoke("novels", "write", "--ask", "-p", premise, *QUICK, input="\n", code=4).output
    assert "The draft is kept." in said
    name = said.rpartition("--resume ")[2].split()[0]
    again = invoke("novels", "write", "--resume", name, "--ask", input="q\n").output
    assert f"Again at the draft, {name}." in again and "People: mara_quist (protagonist)" in again


def test_the_same_premise_and_seed_give_the_same_novel_in_a_shelf_of_its_own(
    invoke: Callable[..., Any], premise: str, tmp_path: Path
) -> None:
    from gameplan.novels.house.balancing import write_balanced
    from gameplan.novels.shelf import Shelf

    invoke("novels", "write", "--offline", "-p", premise, "--seed", "1", "--out", str(tmp_path / "shelf"), *QUICK)
    shelf = Shelf(tmp_path / "shelf")
    (entry,) = shelf.entries()
    made, composed = shelf.load(entry.package_id).package, write_balanced(premise, 1)
    assert (made.title, made.characters, made.acts) == (composed.title, composed.characters, composed.acts)
    assert entry.package_id.startswith(made.title.lower().split()[0]), "its name is its title"
    assert made.title in invoke("novels", "play", str(tmp_path / "shelf"), input="").output


def test_a_finished_novel_is_changed_and_kept_as_a_new_version(
    invoke: Callable[..., Any], novel: str, shelved: Callable[[str], Any]
) -> None:
    before = shelved(novel)
    listed = invoke("novels", "change", novel).output
    assert "People     mara_quist (Mara Quist)" in listed and "Endings    good" in listed
    assert "wits" in invoke("novels", "change", novel, "mara_quist").output
    said = invoke("novels", "change", novel, "mara_quist", "name", "Ilse Brandt", "--plays", "0").output
    assert f"{novel}, version 2" in said and "more places that name them" in said
    after = shelved(novel)
    assert after.character("mara_quist").name == "Ilse Brandt"
    assert "Mara" not in after.model_dump_json() and "Mara Quist" in before.model_dump_json()
    invoke("novels", "change", novel, "premise", "themes", "debt; water", "--plays", "0")
    assert shelved(novel).themes == ("debt", "water") and shelved(novel).version == 3
    assert "It is so already." in invoke("novels", "change", novel, "premise", "themes", "debt; water").output


def test_a_change_that_breaks_the_novel_is_not_kept(
    invoke: Callable[..., Any], novel: str, shelved: Callable[[str], Any]
) -> None:
    refused = invoke("novels", "change", novel, "mara_quist", "role", "npc", "--plays", "0", code=1).output
    assert "VN010" in refused and shelved(novel).version == 1
    wrong = invoke("novels", "change", novel, "mara_quist", "stats", '{"wits": 9}', code=1).output
    assert "less than or equal to 3" in wrong


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("write", "--premise", "  "), "Say what it is about"),
        (("write",), "Say what it is about"),
        (("write", "--premise", "x" * 5_000), "4,000 characters at most"),
        (("write", "--premise", "A sea.", "--language", "tlh"), "en and de"),
        (("write", "--premise", "A sea.", "--language", "in French"), "is no language"),
        (("write", "--premise", "A sea.", "--out", __file__), "is not a folder"),
        (("write", "--premise", "A sea.", "--out", f"{__file__}/novel"), "is not a folder"),
        (("write", "--premise", "A sea.", "--pictures", "rembrandt"), 'Nobody called "rembrandt" draws here'),
        (("write", "--premise", "A sea.", "--offline", "--model", "openai:gpt-5"), "do not go together"),
        (("write", "--premise", "A sea.", "--model", "house:nobody"), 'There is no model "house:nobody"'),
        (("write", "--premise", "A sea.", "--resume", "last"), "give one of them"),
        (("change", "sample", "ilse", "name"), "Say how it is to be"),
        (("change", "sample", "ilze", "name", "X"), "Did you mean ilse?"),
        (("change", "sample", "ghost:ilse", "name", "X"), 'There is no kind of thing "ghost"'),
        (("illustrate", "sample", "--pictures", "none"), "Somebody has to draw"),
    ],
)
def test_what_cannot_be_done_is_said(invoke: Callable[..., Any], words: tuple[str, ...], said: str) -> None:
    assert said in invoke("novels", *words, code=2).output


def test_why_a_novel_could_not_be_kept_is_said_and_the_draft_waits(
    invoke: Callable[..., Any], premise: str, tmp_path: Path
) -> None:
    out = tmp_path / "shelf"
    invoke("novels", "write", "--ask", "-p", premise, *QUICK, "--out", str(out), input="q\n")
    out.write_text("somebody else's")
    said = invoke("novels", "write", "--resume", "last", "--yes", code=1).output
    assert "The package could not be saved" in said and "write --resume" in said
    out.unlink()
    said = invoke("novels", "write", "--resume", "last", "--yes").output
    assert f"gameplan novels play {out}" in said.replace("\n", "")


def test_what_was_changed_elsewhere_is_named_by_where_it_is(
    invoke: Callable[..., Any], novel: str, home: Path, tmp_path: Path
) -> None:
    other = tmp_path / "other"
    copytree(home / "novels", other)
    said = invoke("novels", "change", str(other), "premise", "title", "Another", "--plays", "0").output
    assert f"gameplan novels play {other}" in said.replace("\n", "")
    said = invoke("novels", "change", novel, "premise", "title", "Another", "--plays", "0").output
    assert f"gameplan novels play {novel}\n" in said


def test_there_is_no_draft_to_go_on_with(invoke: Callable[..., Any], premise: str) -> None:
    invoke("novels", "play", "sample", input="q\n")
    assert "There is no draft yet" in invoke("novels", "write", "--resume", "last", code=2).output
    invoke("novels", "write", "--ask", "-p", premise, *QUICK, input="q\n")
    assert 'There is no draft "zzz"' in invoke("novels", "write", "--resume", "zzz", code=2).output


def test_what_is_missing_is_drawn_once(invoke: Callable[..., Any], home: Path) -> None:
    from gameplan.novels.package import Act, Character, Location, VNPackage
    from gameplan.novels.shelf import Shelf, Volume

    place = Location(id="quay", title="The quay", location="quay", mood="grey", background_prompt="A quay at dusk")
    person = Character(
        id="ada",
        name="Ada",
        role="protagonist",
        description="A pilot.",
        expressions=("neutral",),
        image_prompt="a scar",
    )
    package = VNPackage(
        title="Quay", characters=(person,), acts=(Act(id="a", title="A", objective="", locations=(place,)),)
    )
    shelf = Shelf(home / "novels")
    shelf.save(Volume(package), as_id="quay")
    assert (
        "quay, version 2: 1 portraits, 1 backdrops, 1 pieces of music" in invoke("novels", "illustrate", "quay").output
    )
    made = shelf.load("quay")
    assert len(made.assets) == 3 and all(each.alt for each in made.package.assets)
    assert 'Nothing is missing in "Quay".' in invoke("novels", "illustrate", "quay").output
    assert shelf.versions("quay") == [1, 2]
