"""Playing in the terminal: reading, choosing, saving, going back, branches; with lines from a pipe."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest


def test_everything_that_can_be_typed_is_answered(invoke: Callable[..., Any]) -> None:
    typed = [
        "b",
        "?",
        "1",
        "j",
        "m",
        "t",
        "what",
        "",
        "99",
        "saves",
        "l",
        "l x",
        "s",
        "saves",
        "b x",
        "b 7",
        "t 99",
        "q",
    ]
    said = invoke("novels", "play", "sample", "--seed", "4", input="\n".join(typed) + "\n").output
    for expected in (
        "This is where it begins.",
        "10 and more goes well",
        "Found: Somebody writes in the register at night.",
        "You are here: The chapel of Sallow",
        "to The Weir Inn",
        "| The chapel of Sallow: it begins",
        '"what" is none of them: type a number from 1 to ',
        "Type a number from 1 to ",
        '"99" is none of them',
        "Nothing is saved yet: s NAME saves.",
        'Saved as "quick"',
        '"x" is no number.',
        "choices to take back, not 7",
        "Type t and a number from 1 to 2.",
        "You leave the story. The play is kept.",
    ):
        assert expected in said, expected


def test_going_back_shows_what_stood_there_and_leaves_a_branch(invoke: Callable[..., Any]) -> None:
    said = invoke("novels", "play", "sample", "--seed", "4", input="1\nb\n2\nt\n").output
    opening = said[said.index("The pews have been sold") :].split("\n")[0]
    assert said.count(opening) == 2
    assert "   3 *   Make for the Weir Inn (The Weir Inn)" in said


def test_trackers_and_dice_are_told_in_words(invoke: Callable[..., Any]) -> None:
    said = invoke("novels", "play", "sample", "--seed", "4", input="1\n" * 6).output
    assert "Names accounted for: 1 of 11" in said
    assert "[wits: dice 1 + 6, wits +2 = 9. 7 to 9: it goes well, at a price]" in said


def test_a_german_novel_is_played_in_german(invoke: Callable[..., Any], home: Path) -> None:
    from gameplan.novels.house import write
    from gameplan.novels.shelf import Shelf, Volume

    Shelf(home / "novels").save(Volume(write("Eine Tür im Watt.", 3, language="de")), as_id="watt")
    typed = ["x", "?", "j", "m", "s", "saves", "l y", "t", *["1"] * 60, "t"]
    said = invoke("novels", "play", "watt", "--seed", "4", input="\n".join(typed) + "\n").output
    for expected in (
        '"x" ist nichts davon: tippe eine Nummer von 1 bis ',
        "die Nummer 2 wählen",
        ": 0 von ",
        "Du bist hier: ",
        'Gespeichert als "quick".',
        "Zug 0",
        'Als "y" ist nichts gespeichert.',
        ": es beginnt",
        ": Würfel ",
        "Ende: ",
        "[b geht zurück",
    ):
        assert expected in said, expected
    for english in ("nerve", "wits", "heart", "hands", " of 1", "dice", "The end", "for help", "turn 0"):
        assert english not in said, english


def test_an_act_has_its_title_above_its_first_place(invoke: Callable[..., Any]) -> None:
    said = invoke("novels", "play", "sample", "--seed", "4", input="q\n").output
    assert said.index("The Count") < said.index("The chapel of Sallow") < said.index("A county registrar")


def test_what_is_too_long_for_the_terminal_goes_on_below_where_it_began() -> None:
    from io import StringIO

    from rich.console import Console

    from gameplan.cli.novels.lines import say, say_keys

    console = Console(file=StringIO(), width=40, force_terminal=True, color_system=None)
    say_keys(console, "  q            leave; the play is kept for as long as you like")
    say(console, "    Found: somebody writes in the register at night.", indent=2)
    lines = [line.rstrip() for line in console.file.getvalue().splitlines()]  # type: ignore[attr-defined]
    assert lines == [
        "  q            leave; the play is kept",
        "               for as long as you like",
        "      Found: somebody writes in the",
        "      register at night.",
    ]


def test_the_player_is_not_shown_what_a_choice_brings_or_which_scene_it_is(invoke: Callable[..., Any]) -> None:
    said = invoke("novels", "play", "sample", "--seed", "4", input="1\n1\n1\nj\nm\nt\n").output
    for hidden in ("go:inn", "bond:tobiah", "fresh_ink", "encounterId", "b1.1"):
        assert hidden not in said


def test_the_same_seed_and_choices_give_the_same_play(invoke: Callable[..., Any]) -> None:
    plays = [invoke("novels", "play", "sample", "--seed", "9", input="2\n1\n" * 4).output for _ in range(2)]
    first, second = (each[each.index("The Count") : each.rindex("You leave")] for each in plays)
    assert first == second


def test_a_novel_that_was_changed_meanwhile_is_fitted_and_that_is_told(
    invoke: Callable[..., Any], novel: str, home: Path
) -> None:
    from gameplan.novels.shelf import Shelf, Volume

    invoke("novels", "play", novel, "--seed", "1", input="1\n1\nq\n")
    shelf = Shelf(home / "novels")
    package = shelf.load(novel).package
    shelf.save(Volume(package))  # a new version that tells the same
    assert "has changed since" not in invoke("novels", "play", novel, "--resume", input="q\n").output
    first = package.acts[0]
    fewer = first.model_copy(update={"locations": first.locations[1:], "start_location": None})
    shelf.save(Volume(package.model_copy(update={"acts": (fewer, *package.acts[1:])})))
    told = invoke("novels", "play", novel, "--resume", input="q\n").output
    assert "The novel has changed since you began: this is version 3." in told
    assert f'The place "{first.locations[0].id}" is gone' in told


def test_a_word_of_the_novel_cannot_steer_the_terminal(invoke: Callable[..., Any], home: Path) -> None:
    from gameplan.novels.samples import sample_package
    from gameplan.novels.shelf import Shelf, Volume

    vile = "\x1b]0;owned\x07[bold]Chapel"
    package = sample_package()
    first = package.acts[0]
    place = first.locations[0].model_copy(update={"title": vile})
    acts = (first.model_copy(update={"locations": (place, *first.locations[1:])}), *package.acts[1:])
    Shelf(home / "novels").save(Volume(package.model_copy(update={"acts": acts, "title": vile})), as_id="vile")
    for words in (
        ("play", "vile"),
        ("list",),
        ("check", "vile", "--no-plays"),
        ("change", "vile", first.locations[0].id),
    ):
        said = invoke("novels", *words, input="1\nm\nt\nj\n").output
        assert "\x1b" not in said and "\x07" not in said


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("no_such_novel",), 'There is no novel "no_such_novel"'),
        (("sample", "--resume"), "There is no play of this novel to go on with"),
        (("--play", "zzz"), "There is no play to go on with"),
        (("sample", "--seed", ""), "A seed has from 1"),
        (("sample", "--seed", "1", "--resume"), "A play keeps the seed"),
        (("sample", "--model", "house:nobody"), 'There is no model "house:nobody"'),
        (("sample", "--director", "openai:gpt-5"), "needs a key"),
    ],
)
def test_what_cannot_be_played_is_said(invoke: Callable[..., Any], words: tuple[str, ...], said: str) -> None:
    assert said in invoke("novels", "play", *words, code=2).output
