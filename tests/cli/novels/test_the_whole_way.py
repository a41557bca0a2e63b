"""From a premise to a project in Ren'Py, offline, at a real terminal: what a person does on a first evening."""

from __future__ import annotations

import os
import signal
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

PROMPT = "? for help] "


def test_a_premise_is_planned_changed_proved_illustrated_played_to_two_endings_rolled_back_and_opened_in_renpy(
    terminal: Callable[..., Any],
    invoke: Callable[..., Any],
    premise: str,
    tmp_path: Path,
    shelved: Callable[[str], Any],
    request: pytest.FixtureRequest,
) -> None:
    desk = terminal("novels", "write", "--offline", "--plays", "25", "--seed", "4")  # a short one, of two acts
    desk.wait_for("> ")
    desk.type(f"{premise}\n")
    desk.wait_for(PROMPT)
    assert "Premise" in desk.seen and "endings:" in desk.seen
    desk.type("\n")
    desk.wait_for(PROMPT)
    assert "Mara Quist (mara_quist), protagonist" in desk.seen and "6 portraits" in desk.seen
    desk.type('change mara_quist name "Ilse Brandt"\n')
    desk.wait_for("more places that name them")
    desk.wait_for(PROMPT)
    os.kill(desk.process.pid, signal.SIGKILL)  # the power goes
    desk.process.wait(30)

    assert "Drafts (gameplan novels write --resume NAME)" in invoke("novels", "list").output
    said = invoke("novels", "write", "--resume", "last", "--yes").output
    for word in ("Person ", "Act ", "Map ", "Scenes ", "Place ", "Pictures ", "Proof ", "Kept "):
        assert word in said
    name = said.rpartition("novels play ")[2].split()[0]
    package = shelved(name)
    assert package.character("mara_quist").name == "Ilse Brandt"
    assert "Mara" not in package.model_dump_json(exclude={"assets"}), "she is called so in every scene"
    assert {each.status for each in package.assets} == {"final"}
    places = [place for act in package.acts for place in act.locations]
    made = Counter((each.kind, each.owner) for each in package.assets)
    assert made == {
        **{("portrait", each.id): len(each.expressions) for each in package.characters},
        **{(kind, each.location): 1 for each in places for kind in ("background", "music")},
    }
    assert "Drafts" not in invoke("novels", "list").output

    first = invoke("novels", "play", name, "--seed", "2", input="1\n" * 200).output
    assert "The end: " in first
    back = "1\n" * first.count("[1–") + "s the end\nt 1\n"
    for way in ("2\n3\n", "1\n1\n2\n", "2\n", "3\n2\n", "1\n2\n", "3\n1\n1\n"):  # some other way leads elsewhere
        both = invoke("novels", "play", name, "--seed", "2", input=back + way * 200).output
        if "2 endings in this play: " in both:
            break
    assert 'Saved as "the end"' in both and "2 endings in this play: " in both

    project = tmp_path / "novel"
    invoke("novels", "export", name, "--to", "renpy", "--out", str(project))
    assert {each.stem for each in (project / "game/images/places").iterdir()} == {each.location for each in places}
    assert {each.stem for each in (project / "game/audio").iterdir()} == {each.location for each in places}
    drawn = (project / "game/images.rpy").read_text()
    shown = [each.id for each in package.characters if f"image p_{each.id} neutral = plot.portrait(" in drawn]
    assert "mara_quist" in shown and len(shown) > 4, "the faces are drawn, and not made up by the project"
    judge = request.getfixturevalue("judge")  # what stands above holds also where there is no Ren'Py
    linted = judge.lint(project)
    assert linted.clean, linted.report
    report = judge.play(project, request.getfixturevalue("display"), seed=2, shots=["choice"], look_at=10_000)
    assert any(each.title in report["heard"]["the_end"] for each in package.endings)
    assert any("Ilse Brandt" in text for _, text in report["said"])
    assert shows_one_of(project / "game/images/places", Path(report["folder"]) / "choice.png")


def shows_one_of(pictures: Path, screen: Path) -> bool:
    """Whether what is seen at the left edge of a screen, where nobody stands and nothing is written, is a picture."""
    from PIL import Image, ImageChops, ImageStat

    def edge(file: Path) -> Image.Image:
        return Image.open(file).convert("RGB").resize((960, 540)).crop((0, 70, 90, 350))

    seen = edge(screen)
    apart = [sum(ImageStat.Stat(ImageChops.difference(seen, edge(each))).mean) / 3 for each in pictures.iterdir()]
    return min(apart) < 6 and sorted(apart)[1] > 12


def test_a_play_whose_process_is_killed_goes_on_where_it_stood(
    terminal: Callable[..., Any], invoke: Callable[..., Any]
) -> None:
    player = terminal("novels", "play", "sample", "--seed", "4", columns=300)
    for choice in ("1\n", "2\n", "s before the inn\n"):
        player.wait_for(PROMPT)
        player.type(choice)
    player.wait_for(PROMPT)
    os.kill(player.process.pid, signal.SIGKILL)
    player.process.wait(30)

    again = invoke("novels", "play", "sample", "--resume", input="saves\nb\nb\nb\nl before the inn\nt\n").output
    assert "at turn 2. You left it here:" in again
    assert again.count("Benna puts a plate before you") == 2, "where it was left, and loaded again"
    assert "before the inn" in again and "This is where it begins." in again
    assert "Make for the Weir Inn (The Weir Inn)" in again
    assert "The play is kept." in again


def test_a_play_that_was_left_is_offered_at_a_terminal(
    terminal: Callable[..., Any], invoke: Callable[..., Any]
) -> None:
    invoke("novels", "play", "sample", "--seed", "4", input="1\nq\n")
    player = terminal("novels", "play", "sample")
    player.wait_for("Go on with it? [Y/n] ")
    player.type("\n")
    player.wait_for(PROMPT)
    assert "at turn 1" in player.seen
    player.type("q\n")
    assert player.end() == 0


def test_ctrl_c_at_the_desk_keeps_the_draft(
    terminal: Callable[..., Any], invoke: Callable[..., Any], premise: str
) -> None:
    desk = terminal("novels", "write", "--offline", "--premise", premise, "--no-pictures")
    desk.wait_for(PROMPT)
    assert desk.interrupt() == 130 and "The draft is kept." in desk.seen
    assert "next: a person, and the portrait" in invoke("novels", "list").output
