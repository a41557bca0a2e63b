"""From a premise to a project in Ren'Py, offline, at a real terminal: what a person does on a first evening."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

PROMPT = "? for help] "


def test_a_premise_is_planned_changed_proved_played_to_two_endings_rolled_back_and_exported(
    terminal: Callable[..., Any],
    invoke: Callable[..., Any],
    premise: str,
    tmp_path: Path,
    shelved: Callable[[str], Any],
) -> None:
    desk = terminal("novels", "write", "--offline", "--no-pictures", "--plays", "25")
    desk.wait_for("> ")
    desk.type(f"{premise}\n")
    desk.wait_for(PROMPT)
    assert "Premise" in desk.seen and "endings:" in desk.seen
    desk.type("\n")
    desk.wait_for(PROMPT)
    assert "Mara Quist (mara_quist), protagonist" in desk.seen
    desk.type('change mara_quist name "Ilse Brandt"\n')
    desk.wait_for("more places that name them")
    desk.wait_for(PROMPT)
    os.kill(desk.process.pid, signal.SIGKILL)  # the power goes
    desk.process.wait(30)

    assert "Drafts (gameplan novels write --resume NAME)" in invoke("novels", "list").output
    said = invoke("novels", "write", "--resume", "last", "--yes").output
    for word in ("Person ", "Act ", "Map ", "Scenes ", "Place ", "Proof ", "Kept "):
        assert word in said
    name = said.rpartition("novels play ")[2].split()[0]
    package = shelved(name)
    assert package.character("mara_quist").name == "Ilse Brandt"
    assert "Mara" not in package.model_dump_json(), "she is called so in every scene"
    assert "Drafts" not in invoke("novels", "list").output

    first = invoke("novels", "play", name, "--seed", "2", input="1\n" * 200).output
    assert "The end: " in first
    back = "1\n" * first.count("[1–") + "s the end\nt 1\n"
    for way in ("2\n", "3\n2\n", "1\n2\n", "3\n1\n1\n"):  # some other way leads elsewhere
        both = invoke("novels", "play", name, "--seed", "2", input=back + way * 200).output
        if "2 endings in this play: " in both:
            break
    assert 'Saved as "the end"' in both and "2 endings in this play: " in both
    invoke("novels", "export", name, "--to", "renpy", "--out", str(tmp_path / "renpy"))
    assert (tmp_path / "renpy" / "game" / "script.rpy").is_file()


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
