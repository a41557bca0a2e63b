"""`gameplan cards decks` and `import`: which decks there are, and how a deck list becomes one."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gameplan.cards.pokemon.creatures import DECKS

SPARKMOUSE = {
    "id": "demo1-1",
    "name": "Sparkmouse",
    "supertype": "Pokémon",
    "subtypes": ["Basic"],
    "hp": "60",
    "types": ["Lightning"],
    "attacks": [{"name": "Nibble", "cost": ["Lightning"], "damage": "20", "text": "Flip a coin."}],
    "number": "1",
}
HELPER = {"id": "demo1-2", "name": "Old Helper", "supertype": "Trainer", "subtypes": ["Supporter"], "number": "2",
          "rules": ["Draw 2 cards."]}  # fmt: skip
LISTED = "Pokémon: 4\n4 Sparkmouse DEM 1\n\nTrainer: 4\n4 Old Helper DEM 2\n\nEnergy: 52\n52 Basic {L} Energy SVE 4\n"


@pytest.fixture
def data(tmp_path: Path) -> Path:
    folder = tmp_path / "data"
    (folder / "cards" / "en").mkdir(parents=True)
    (folder / "sets").mkdir()
    (folder / "cards" / "en" / "demo1.json").write_text(json.dumps([SPARKMOUSE, HELPER]))
    (folder / "sets" / "en.json").write_text(json.dumps([{"id": "demo1", "ptcgoCode": "DEM"}]))
    return folder


@pytest.fixture
def listed(tmp_path: Path) -> Path:
    path = tmp_path / "Spark Deck.txt"
    path.write_text(LISTED)
    return path


def ours_as_list() -> str:
    return "".join(f"{count} {card.name}\n" for card, count in DECKS["embers"].counts.items())


# -- looking


def test_the_decks_of_the_house_are_listed_with_their_ideas_and_counts(invoke: Callable[..., Any]) -> None:
    text = invoke("cards", "decks").output
    for deck in DECKS.values():
        assert f"{deck.name}  {deck.title}" in text
        assert deck.idea in text
    assert "17 Pokémon · 28 Trainers · 15 Energy" in text


def test_one_deck_is_shown_with_all_that_its_cards_say(invoke: Callable[..., Any]) -> None:
    text = invoke("cards", "decks", "embers").output
    for card, count in DECKS["embers"].counts.items():
        assert f"{count}× {card.name}" in text
        assert card.text in text
        assert all(attack.text in text and attack.name in text for attack in card.attacks)


def test_decks_as_json(invoke: Callable[..., Any]) -> None:
    decks = json.loads(invoke("cards", "decks", "--json").stdout)
    assert [deck["name"] for deck in decks] == [*DECKS]
    assert all(sum(deck["cards"].values()) == 60 for deck in decks)
    one = json.loads(invoke("cards", "decks", "tides", "--json").stdout)
    assert sum(each["count"] for each in one["list"]) == 60


def test_an_unknown_deck_is_told_with_what_there_is(invoke: Callable[..., Any]) -> None:
    assert "Did you mean embers?" in invoke("cards", "decks", "ember", code=2).output
    assert "There are: embers" in invoke("cards", "decks", "xyz", code=2).output


# -- importing


def test_a_deck_list_becomes_a_deck_that_can_be_played_by_name_and_by_path(
    invoke: Callable[..., Any], data: Path, listed: Path, tmp_path: Path
) -> None:
    text = invoke("cards", "import", str(listed), "--data", str(data)).output
    assert "60 cards" in text
    assert "2 cards have no program; their texts are carried out by hand: Old Helper, Sparkmouse" in text
    assert "spark-deck" in invoke("cards", "decks").output
    assert "Draw 2 cards." in invoke("cards", "decks", "spark-deck").output
    played = json.loads(invoke("cards", "match", "spark-deck", "embers", "-n", "2", "--p1", "random", "--json").stdout)
    assert played["games"] == 2
    invoke("cards", "import", str(listed), "--data", str(data), "--name", "mice")
    assert "mice  mice  (imported)" in invoke("cards", "decks").output
    out = tmp_path / "elsewhere" / "mine.json"
    invoke("cards", "import", str(listed), "--data", str(data), "--out", str(out))
    assert json.loads(invoke("cards", "match", str(out), "embers", "-n", "1", "--p1", "random", "--json").stdout)


def test_a_list_of_our_own_cards_needs_no_data(invoke: Callable[..., Any], tmp_path: Path) -> None:
    path = tmp_path / "mine.txt"
    path.write_text(ours_as_list())
    told = json.loads(invoke("cards", "import", str(path), "--json").stdout)
    assert (told["cards"], told["problems"], told["rules"], told["by_hand"]) == (60, [], [], [])
    assert Path(told["saved"]).is_file()


def test_a_json_file_of_decks_gives_a_deck_for_each(invoke: Callable[..., Any], data: Path, tmp_path: Path) -> None:
    cards = [{"id": "demo1-1", "name": "Sparkmouse", "rarity": "Common", "count": 4}]
    energy = [{"id": "demo1-99", "name": "Lightning Energy", "count": 56}]
    decks = [{"id": "d1", "name": "Storm Front", "types": ["Lightning"], "cards": [*cards, *energy]},
             {"id": "d2", "name": "Half", "cards": [*cards, {"id": "no-1", "name": "Nobody", "count": 2}]}]  # fmt: skip
    path = tmp_path / "theme.json"
    path.write_text(json.dumps(decks))
    said = invoke("cards", "import", str(path), "--data", str(data), "--json", code=1).stdout
    first, second = map(json.loads, said.splitlines())
    assert (first["name"], first["cards"], first["problems"], first["rules"]) == ("storm-front", 60, [], [])
    assert second["saved"] is None
    assert [(each["where"], each["text"]) for each in second["problems"]] == [("card 2", "Nobody")]
    assert "Storm Front" in invoke("cards", "decks").output
    assert "are for one deck" in invoke("cards", "import", str(path), "--name", "x", code=2).output


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('[{"id": ', "it is not JSON"),
        ("[" * 100_000, "it is nested too deeply"),
        ("[]", "it holds no decks"),
        ('[{"id": "sv1"}]', "number 1 in it is no deck"),
        ('{"format": "gameplan.cards.deck"}', "is a deck already"),
        ("\0\1\2", "is no text"),
    ],
)
def test_what_is_no_deck_list_is_refused_with_words(
    invoke: Callable[..., Any], tmp_path: Path, text: str, said: str
) -> None:
    path = tmp_path / "odd.json"
    path.write_text(text)
    assert said in invoke("cards", "import", str(path), code=2).output.replace("\n", " ")


def test_without_data_it_is_said_how_to_give_some(invoke: Callable[..., Any], data: Path, listed: Path) -> None:
    assert "--data DIR" in invoke("cards", "import", str(listed), code=1).output
    assert "in place of" not in invoke("cards", "import", str(listed), "--data", str(data)).output
    assert "in place of the one before" in invoke("cards", "import", str(listed), "--data", str(data)).output


def test_a_broken_deck_does_not_hide_the_others(invoke: Callable[..., Any], home: Path) -> None:
    (home / "decks").mkdir(parents=True)
    (home / "decks" / "torn.json").write_text("{")
    told = invoke("cards", "decks", code=1)
    assert "Grove of Eldermoor" in told.stdout
    assert "torn.json cannot be read" in told.stderr
    assert len(json.loads(invoke("cards", "decks", "--json", code=1).stdout)) == 3


def test_an_import_that_cannot_be_written_leaves_the_deck_before(
    invoke: Callable[..., Any], data: Path, listed: Path, home: Path
) -> None:
    invoke("cards", "import", str(listed), "--data", str(data))
    before = (home / "decks" / "spark-deck.json").read_bytes()
    small = ("import resource, sys; resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100)); "
             "from gameplan.cli.app import app; app(sys.argv[1:])")  # fmt: skip
    done = subprocess.run([sys.executable, "-c", small, "cards", "import", str(listed), "--data", str(data)],
                          capture_output=True, text=True, timeout=60, check=False)  # fmt: skip
    assert done.returncode != 0
    assert "cannot be written" in done.stderr
    assert (home / "decks" / "spark-deck.json").read_bytes() == before
    assert [path.name for path in (home / "decks").iterdir()] == ["spark-deck.json"]


def test_a_deck_is_not_written_over_something_else(
    invoke: Callable[..., Any], data: Path, listed: Path, tmp_path: Path
) -> None:
    imports = ("cards", "import", str(listed), "--data", str(data), "--out")
    assert "is no deck" in invoke(*imports, str(listed), code=2).output
    assert listed.read_text() == LISTED
    for strange in (tmp_path, Path(os.devnull)):
        assert "is no file" in invoke(*imports, str(strange), code=2).output
    deck = tmp_path / "my deck.json"
    assert f"--deck '{deck}'" in invoke(*imports, str(deck)).output.replace("\n", "")
    assert "in place of the one before" in invoke(*imports, str(deck)).output


def test_a_deck_of_59_cards_is_not_saved_and_said_why(invoke: Callable[..., Any], data: Path, listed: Path) -> None:
    listed.write_text(LISTED.replace("52 Basic", "51 Basic"))
    text = invoke("cards", "import", str(listed), "--data", str(data), code=1).output
    assert "[D1]" in text
    assert "this one has 59" in text
    assert "Not saved" in text


def test_lines_that_cannot_be_read_are_told_one_by_one(invoke: Callable[..., Any], data: Path, listed: Path) -> None:
    listed.write_text(LISTED + "3 Nobody's Creature XYZ 99\nwhat is this\n")
    told = json.loads(invoke("cards", "import", str(listed), "--data", str(data), "--json", code=1).stdout)
    assert [each["where"] for each in told["problems"]] == ["line 9", "line 10"]
    assert told["saved"] is None


def test_a_deck_list_of_ten_megabytes_is_refused_at_once(invoke: Callable[..., Any], tmp_path: Path) -> None:
    path = tmp_path / "huge.txt"
    path.write_text("1 Fire Energy\n" * 750_000)
    assert "10.5 MB" in invoke("cards", "import", str(path), code=2).output


def test_broken_card_data_is_told(invoke: Callable[..., Any], data: Path, listed: Path) -> None:
    (data / "cards" / "en" / "demo1.json").write_text('[{"id": ')
    text = invoke("cards", "import", str(listed), "--data", str(data), code=2).output
    assert "There are no cards in" in text
    assert "it is not JSON" in text
    assert "no card data" in invoke("cards", "import", str(listed), "--data", "/nowhere", code=2).output


def test_a_deck_is_not_named_like_one_of_the_house(invoke: Callable[..., Any], tmp_path: Path) -> None:
    path = tmp_path / "embers.txt"
    path.write_text(ours_as_list())
    assert "is a deck of the house" in invoke("cards", "import", str(path), code=2).output
    assert "cannot be the name" in invoke("cards", "import", str(path), "--name", "../x", code=2).output
    invoke("cards", "import", str(path), "--name", "my-embers")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{", "not JSON"),
        ("[" * 100_000, "It is nested too deeply"),
        ("[]", "no deck of ours"),
        ('{"format": "gameplan.cards.deck", "version": 9}', "version 9"),
        ('{"format": "gameplan.cards.deck", "version": 1}', "cannot be read"),
        ('{"format": "gameplan.cards.deck", "version": 1, "cards": [{"count": 99999, "card": {}}]}', "99999 times"),
        ('{"format": "gameplan.cards.deck", "version": 1, "cards": [{"count": 4, "card": {"key": "a"}}]}', "Card 1"),
        ('{"format": "gameplan.cards.deck", "version": 1, "cards": []}', "[D1]"),
    ],
)
def test_a_broken_deck_file_is_told(invoke: Callable[..., Any], tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "deck.json"
    path.write_text(text)
    assert said in invoke("cards", "match", str(path), "embers", code=2).output


@pytest.mark.parametrize("name", ["play", "match", "replay", "decks", "import"])
def test_each_command_has_help_with_an_example_that_fits(invoke: Callable[..., Any], name: str) -> None:
    text = invoke("cards", name, "--help").output
    assert text.startswith(f"Usage: gameplan cards {name}")
    assert f"  gameplan cards {name}" in text.partition("Example")[2]
    assert all(len(line) <= 100 for line in text.splitlines())
    assert name in invoke("cards", "--help").output
