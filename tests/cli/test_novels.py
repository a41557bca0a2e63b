"""Novels in the terminal: written from a premise, checked, simulated, played, listed. All of it offline."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

PREMISE = "A lighthouse keeper finds a door in the tide."


def test_a_premise_becomes_a_novel_on_the_shelf_that_can_be_played(invoke: Callable[..., Any]) -> None:
    said = invoke("novels", "write", "--premise", PREMISE, "--seed", "3").output
    assert "Proved and kept. Play it: gameplan novels play " in said
    name = said.rpartition("novels play ")[2].split()[0]
    assert name in invoke("novels", "list").output
    assert ", 0 errors" in invoke("novels", "check", name).output
    played = invoke("novels", "play", name, input="1\n" * 400).output
    assert len(played) > 2_000


def test_the_sample_is_played_to_an_ending_and_back(invoke: Callable[..., Any]) -> None:
    first = invoke("novels", "play", "sample", input="b\n1\nb\nj\nwhat\nq\n").output
    assert "This is where it begins." in first
    assert "A number chooses; b goes back" in first
    opening = first[: first.index("  1  ")]
    assert first.count(opening) == 2  # going back shows what stood there, word for word
    assert first.rstrip().endswith("You leave the story.")
    whole = invoke("novels", "play", "sample", "--seed", "4", input="1\n" * 400).output
    assert "You leave the story." not in whole


def test_findings_and_plays_are_told(invoke: Callable[..., Any]) -> None:
    assert isinstance(json.loads(invoke("novels", "check", "sample", "--json").output), list)
    assert "explorer" in invoke("novels", "simulate", "sample", "--plays", "5").output


@pytest.mark.parametrize(
    "words",
    [
        ("play", "no_such_novel"),
        ("check", "no_such_novel"),
        ("write", "--premise", "  "),
        ("write", "--premise", PREMISE, "--language", "tlh"),
    ],
)
def test_what_cannot_be_done_is_said(invoke: Callable[..., Any], words: tuple[str, ...]) -> None:
    said = invoke("novels", *words, code=2).output
    assert "Traceback" not in said and said.strip()


def test_a_file_that_is_no_package_is_refused(invoke: Callable[..., Any], tmp_path: Path) -> None:
    (tmp_path / "novel.vnpkg").write_bytes(b"PK\x03\x04 nonsense")
    assert "Traceback" not in invoke("novels", "check", str(tmp_path / "novel.vnpkg"), code=2).output


def test_an_empty_shelf_says_how_to_begin(invoke: Callable[..., Any], tmp_path: Path) -> None:
    assert "gameplan novels write --premise" in invoke("novels", "list", str(tmp_path)).output
