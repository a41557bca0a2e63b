"""`gameplan agent`: a run over a folder, shown and recorded."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gameplan.agents import PipelineEnded, TurnEnded, TurnStarted
from gameplan.runtime import Session, SessionStarted, SqliteJournal


def recorded(home: Path) -> Session:
    with SqliteJournal(home / "gameplan.db") as journal:
        return Session.view(journal, journal.sessions()[-1].session_id)


@pytest.mark.parametrize("mode", ["pipeline", "autonomous"])
def test_it_answers_with_facts_offline(invoke: Callable[..., Any], folder: Path, home: Path, mode: str) -> None:
    output = invoke("agent", "where is `Ferry`?", "--workspace", str(folder), "--mode", mode).output
    assert "src/ferry.py:1: class Ferry:" in output
    assert "Finished · 2 steps · 0 replans" in output
    assert ("[Planner] house:scout-planner" in output) is (mode == "pipeline")
    session = recorded(home)
    assert session.events[0].event == SessionStarted("agent", "where is `Ferry`?")
    assert session.session_id in output


def test_it_shows_the_plan_each_call_and_the_cost(command: Callable[..., Any], folder: Path) -> None:
    done = command("agent", "what is `Ferry`?", cwd=folder)
    assert done.returncode == 0
    lines = [line.strip() for line in done.stdout.splitlines()]
    for line in (
        "[Planner] house:scout-planner",
        '1. search_files text="Ferry"',
        'up to the boundary: which files speak of "Ferry", and where',
        "[Executor] house:scout",
        '✓ 1/1 search_files text="Ferry"  1 line in 1 file with "Ferry" in .',
        "[Planner-2] house:scout-planner",
        "Answer",
        "src/ferry.py:1: class Ferry:",
        "in all                            6 calls  0 tokens  $0",
    ):
        assert line in lines, line
    assert "gameplan replay " in lines[-1]


def test_a_new_plan_is_labelled_with_its_reason(invoke: Callable[..., Any], folder: Path) -> None:
    output = invoke("agent", "explain the QuantumToaster", "-w", str(folder)).output
    assert '↺ asks for a new plan: nothing was found for "QuantumToaster"' in output
    assert "[Replanner-1]" in output
    assert "I found nothing in this folder" in output


def test_without_a_model_or_a_key_it_says_so_in_a_line(command: Callable[..., Any], folder: Path) -> None:
    assert "Offline" in command("agent", "find TODOs", cwd=folder).stderr
    assert "gameplan models" in command("agent", "find TODOs", cwd=folder).stderr
    assert command("agent", "find TODOs", "--model", "house:scout", cwd=folder).stderr == ""


def test_json_is_one_event_per_line_and_a_result(command: Callable[..., Any], folder: Path, home: Path) -> None:
    done = command("agent", "find TODOs", "--json", cwd=folder)
    *events, result = [json.loads(line) for line in done.stdout.splitlines()]
    assert [event["seq"] for event in events] == list(range(1, len(events) + 1))
    assert all(set(event) == {"seq", "at", "type", "version", "fields"} for event in events)
    assert events == json.loads(recorded(home).to_json())["events"]
    assert result["type"] == "result"
    assert (result["ended_by"], result["steps"], result["replans"]) == ("finished", 3, 0)
    assert "src/ferry.py:4: # TODO: storms" in result["answer"]
    assert result["spent"]["Executor"] == {"model": "house:scout", "calls": 3, "tokens": 0, "cost": "0"}
    assert result["session"] == recorded(home).session_id


def test_piped_output_has_no_escape_codes_and_no_wrapped_lines(command: Callable[..., Any], folder: Path) -> None:
    (folder / "long.txt").write_text("needle " + "hay " * 45 + "\n")
    done = command("agent", "where is the needle?", cwd=folder)
    assert "\x1b" not in done.stdout + done.stderr
    assert re.search(r"^  long\.txt:1: needle (?:hay ){45}", done.stdout, re.MULTILINE)


@pytest.mark.parametrize("mode", ["pipeline", "autonomous"])
def test_what_a_file_says_cannot_steer_the_terminal(invoke: Callable[..., Any], folder: Path, mode: str) -> None:
    evil = "zebra \x1b]0;title\x07 \x1b[31mred\x9b2J \u202egnp [bold]b[/bold] \r over"
    (folder / "evil.txt").write_text(evil)
    (folder / "zebra\x1b[2Jname.txt").write_text("nothing")
    for arguments in (
        ("agent", "where is the zebra?", "-w", str(folder), "--mode", mode),
        ("agent", "what is evil.txt about?", "-w", str(folder), "--mode", mode),
        ("agent", "\x1b[31mfind\x1b[0m files like zebra*", "-w", str(folder), "--mode", mode, "--json"),
        ("sessions",),
        ("show", "last"),
        ("show", "last", "--events"),
        ("show", "last", "--event", "1"),
        ("replay", "last"),
    ):
        output = invoke(*arguments).output
        assert not set(output) & set("\x1b\x9b\x07\u202e\r"), arguments
    assert "[bold]b[/bold]" in invoke("agent", "where is the zebra?", "-w", str(folder)).output


def test_a_budget_ends_it_with_exit_code_1(invoke: Callable[..., Any], folder: Path, home: Path) -> None:
    output = invoke("agent", "where is `Ferry`?", "-w", str(folder), "--steps", "1", code=1).output
    assert "Budget: the one step is used" in output
    assert recorded(home).events_of(TurnEnded)[-1].ended_by == "budget"


def test_a_session_can_be_given_a_name_once(invoke: Callable[..., Any], folder: Path) -> None:
    arguments = ("agent", "find TODOs", "-w", str(folder), "--session")
    invoke(*arguments, "nightly-1")
    assert "find TODOs" in invoke("show", "nightly-1").output
    assert 'There is a session "nightly-1" already' in invoke(*arguments, "nightly-1", code=2).output
    assert "cannot be a session's id" in invoke(*arguments, "../x", code=2).output
    assert 'cannot be named "last"' in invoke(*arguments, "last", code=2).output


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--workspace", "/nowhere/at/all"], "The workspace /nowhere/at/all is not there."),
        (["--workspace", __file__], "is a file. Give a folder"),
        (["--model", "house:scuot"], "Did you mean house:scout?"),
        (["--model", "openai:gpt-5"], "set OPENAI_API_KEY"),
        (["--planner", "nonsense"], 'There is no model "nonsense"'),
        (["--mode", "fast"], '--mode must be "pipeline" or "autonomous"'),
        (["--steps", "0"], "--steps must be a whole number, at least 1"),
        (["--money", "0"], "--money must be a number, more than 0"),
        (["--condense", "some"], '--condense must be a number of tokens, or "off"'),
        (["--planner", " "], "--planner must be text"),
    ],
)
def test_what_cannot_work_is_said_with_exit_code_2(
    invoke: Callable[..., Any], home: Path, arguments: list[str], said: str
) -> None:
    result = invoke("agent", "find TODOs", *arguments, code=2)
    assert said in result.output
    assert not home.exists()  # nothing was begun


def test_an_empty_request_is_refused(invoke: Callable[..., Any]) -> None:
    assert "Say what you want to know" in invoke("agent", "  ", code=2).output


def test_condensing_can_be_switched_off(invoke: Callable[..., Any], folder: Path, home: Path) -> None:
    for value in ("off", "0", "5000"):
        invoke("agent", "find TODOs", "-w", str(folder), "--condense", value)
        [started] = [each.event for each in recorded(home).events if type(each.event).__name__ == "RunStarted"]
        assert started.condense == (None if value == "off" else int(value))


def test_the_planner_sees_the_top_of_the_folder(invoke: Callable[..., Any], folder: Path, home: Path) -> None:
    output = invoke("agent", "what is this folder about?", "-w", str(folder)).output
    assert "README.md:3: A timetable of ferries." in output
    assert len([turn for turn in recorded(home).events_of(TurnStarted) if turn.agent.startswith("Planner")]) == 1


@pytest.mark.parametrize("reader", ["| head -c 20", "> /dev/full"])
def test_the_work_goes_on_when_nobody_reads(folder: Path, home: Path, reader: str) -> None:
    shell = f'"{sys.executable}" -m gameplan.cli agent "find TODOs" --workspace "{folder}" {reader}'
    run = subprocess.run(
        shell, shell=True, capture_output=True, text=True, env={**os.environ, "GAMEPLAN_HOME": str(home)}, timeout=60
    )
    assert "Traceback" not in run.stderr and "never retrieved" not in run.stderr
    with SqliteJournal(home / "gameplan.db") as journal:
        (info,) = journal.sessions()
        ended = Session.view(journal, info.session_id).events_of(PipelineEnded)
    assert [each.ended_by for each in ended] == ["finished"]


def test_a_key_in_the_environment_is_told_before_it_is_used(
    invoke: Callable[..., Any], folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ANTHROPIC_API_KEY", "no-real-key")
    monkeypatch.setenv("ANTHROPIC_BASE_URL", "http://127.0.0.1:9")
    result = invoke("agent", "find TODOs", "--workspace", str(folder), "--seconds", "0.2", code=1)
    assert "because a key is set: what is read is sent there" in result.stderr
    assert "no-real-key" not in result.output + result.stderr
