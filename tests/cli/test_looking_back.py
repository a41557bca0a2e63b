"""`sessions`, `show` and `replay`: what is on the record."""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gameplan.agents import EndedBy
from gameplan.cli.record import RunEnded
from gameplan.runtime import Session, SessionStarted, SqliteJournal
from gameplan.tools.planning import NewPlanStep, SetupPlan


@pytest.fixture
def ids(invoke: Callable[..., Any], folder: Path, home: Path) -> list[str]:
    """Two runs on the record."""
    for request in ("where is `Ferry`?", "find TODOs"):
        invoke("agent", request, "-w", str(folder))
    with SqliteJournal(home / "gameplan.db") as journal:
        return [info.session_id for info in journal.sessions()]


def damage(home: Path, session_id: str, seq: int) -> None:
    db = sqlite3.connect(home / "gameplan.db")
    with db:
        db.execute("UPDATE events SET payload = '{}' WHERE session = ? AND seq = ?", (session_id, seq))
    db.close()


def test_with_nothing_on_the_record_it_teaches(invoke: Callable[..., Any], home: Path) -> None:
    assert 'gameplan agent "what is this folder about?"' in invoke("sessions").output
    assert [json.loads(invoke(each, "--json").output) for each in ("sessions", "runs")] == [[], []]
    assert not home.exists()  # looking makes nothing
    assert "Nothing has been recorded yet" in invoke("show", "last", code=2).output


def test_sessions_are_listed_newest_first(invoke: Callable[..., Any], ids: list[str]) -> None:
    heading, newest, oldest, *_ = invoke("sessions").output.splitlines()
    assert heading.split() == ["SESSION", "KIND", "WHEN", "EVENTS", "TITLE"]
    assert newest.startswith(f"{ids[1]}  agent  ")
    assert newest.endswith("find TODOs")
    assert oldest.startswith(ids[0])
    assert "… and 1 older" in invoke("sessions", "--limit", "1").output


def test_sessions_are_listed_for_a_program(invoke: Callable[..., Any], ids: list[str], home: Path) -> None:
    damage(home, ids[0], 5)
    newest, oldest = json.loads(invoke("sessions", "--json").output)
    assert (newest["id"], newest["kind"], newest["title"], newest["damage"]) == (ids[1], "agent", "find TODOs", "")
    assert (newest["writing"], newest["private"]) == (False, False)
    with SqliteJournal(home / "gameplan.db") as journal:
        last = next(info for info in journal.sessions() if info.session_id == ids[1])
    assert last.last is not None and (newest["events"], newest["at"]) == (last.events, last.last.at)
    assert oldest["id"] == ids[0] and "Event 5 is not as it was written" in oldest["damage"]
    assert json.loads(invoke("sessions", "--json", "--limit", "1").output) == [newest]
    told = invoke("sessions", "--help").output
    assert newest.keys() == set(re.findall(r'"(\w+)"', told.split("[{")[1].split("}]")[0]))


def test_a_session_that_is_being_written_says_so(invoke: Callable[..., Any], home: Path) -> None:
    home.mkdir()
    with SqliteJournal(home / "gameplan.db") as journal, Session(journal=journal, session_id="now") as session:
        session.dispatch(SessionStarted("agent", "going on"))
        session.commit()
        assert "being written" in invoke("sessions").output
        assert "It has not ended" in invoke("show", "now").output
    assert "being written" not in invoke("sessions").output


def test_any_unique_beginning_of_an_id_will_do(invoke: Callable[..., Any], ids: list[str]) -> None:
    tail = ids[0].rsplit("-", 1)[-1]
    for wanted in (ids[0], ids[0][:-1], tail, tail[:6]):
        assert "where is `Ferry`?" in invoke("show", wanted).output
    assert "find TODOs" in invoke("show", "last").output
    ambiguous = invoke("show", "agent", code=2).output
    assert '2 sessions begin with "agent"' in ambiguous
    assert ids[0] in ambiguous
    for unknown in ("zzz", "", "../x"):
        assert "There is no session" in invoke("show", unknown, code=2).output


def test_show_tells_turn_by_turn_what_happened(invoke: Callable[..., Any], ids: list[str]) -> None:
    text = invoke("show", ids[0]).output
    for part in (
        "told: A person has a question",
        "[Planner] house:scout-planner",
        "may: list_directory, read_file, search_files, answer, request_replan",
        '✓ 1/2 search_files text="Ferry"',
        "src/ferry.py:1: class Ferry:",
        "finished · 2 model calls · 0 tokens · $0",
        "Finished · 2 steps",
    ):
        assert part in text, part


def test_show_events_and_one_event(invoke: Callable[..., Any], ids: list[str]) -> None:
    lines = invoke("show", "last", "--events").output.splitlines()
    assert [line.split()[0] for line in lines] == [str(number) for number in range(1, len(lines) + 1)]
    assert "session.started" in lines[0]
    first = json.loads(invoke("show", "last", "--event", "1").output)
    assert first["fields"] == {"kind": "agent", "title": "find TODOs"}
    assert "There is no event 99" in invoke("show", "last", "--event", "99", code=2).output
    assert "There is no event 0" in invoke("show", "last", "--event", "0", code=2).output


def test_replay_shows_what_was_shown_and_proves_the_state(
    command: Callable[..., Any], folder: Path, home: Path
) -> None:
    live = command("agent", "what is `Ferry`?", cwd=folder)
    replayed = command("replay", "last")
    assert replayed.returncode == 0
    *shown, _session = live.stdout.splitlines()
    *told, empty, verdict = replayed.stdout.splitlines()
    assert told == shown
    assert (empty, verdict[:1]) == ("", "✓")
    assert "the state is the one noted at the end of the run" in verdict


def test_replay_until_an_event_shows_the_state_then(invoke: Callable[..., Any], ids: list[str]) -> None:
    text = invoke("replay", ids[1], "--until", "10").output
    assert "The state after event 10 of" in text
    assert '✓ 1 search_files text="TODO"' in text
    assert '▸ 2 search_files text="FIXME"' in text
    assert "Answer" not in text
    assert "no plan yet" in invoke("replay", ids[1], "--until", "0").output
    assert "There is no event 999" in invoke("replay", ids[1], "--until", "999", code=2).output


def test_a_record_that_no_longer_leads_to_the_same_state_is_found(invoke: Callable[..., Any], home: Path) -> None:
    home.mkdir()
    with SqliteJournal(home / "gameplan.db") as journal, Session(journal=journal, session_id="other") as session:
        session.dispatch(SessionStarted("agent", "another state"))
        session.dispatch(RunEnded(EndedBy.FINISHED, state="0" * 64))
    text = invoke("replay", "other", code=1).output
    assert "the code that folds it changed" in text


def test_damage_is_reported_and_can_be_repaired(invoke: Callable[..., Any], ids: list[str], home: Path) -> None:
    damage(home, ids[0], 5)
    listed = invoke("sessions").output
    assert "damaged" in listed
    assert f"gameplan sessions repair {ids[0]}" in listed
    shown = invoke("show", ids[0], code=1).output
    assert "[Planner]" in shown  # what is whole is shown
    assert "Event 5 is not as it was written. Events 1 to 4 are whole." in shown
    assert "Event 5 is not as it was written" in invoke("replay", ids[0], code=1).output
    repaired = invoke("sessions", "repair", ids[0]).output
    assert "has 4 whole events" in repaired
    assert (home / "gameplan.db.damaged-1").exists()
    assert "damaged" not in invoke("sessions").output
    assert "is whole: nothing was done" in invoke("sessions", "repair", ids[1]).output


def test_a_file_that_is_no_database_is_an_error_in_words(invoke: Callable[..., Any], home: Path) -> None:
    home.mkdir()
    (home / "gameplan.db").write_bytes(b"nonsense " * 1000)
    for arguments in (("sessions",), ("show", "last"), ("agent", "find TODOs")):
        assert "gameplan.db" in invoke(*arguments, code=1).output


def test_an_event_of_an_unknown_kind_is_shown_all_the_same(invoke: Callable[..., Any], home: Path) -> None:
    home.mkdir()
    with SqliteJournal(home / "gameplan.db") as journal:
        writer = journal.create("strange", 1)
        writer.append(1, "someone.elses_event", 3, b'{"a": "\\u001b[31m"}')
        writer.close()
    text = invoke("show", "strange", "--events").output
    assert "someone.elses_event" in text
    assert "\x1b" not in text
    invoke("show", "strange")
    assert json.loads(invoke("show", "strange", "--event", "1").output)["type"] == "someone.elses_event"
    assert "1 events replayed" in invoke("replay", "strange").output


def test_a_rewound_session_is_replayed_too(invoke: Callable[..., Any], home: Path) -> None:
    home.mkdir()
    with SqliteJournal(home / "gameplan.db") as journal, Session(journal=journal, session_id="back") as session:
        session.dispatch(SessionStarted("agent", "there"))
        session.dispatch(SetupPlan("go", (NewPlanStep("a step"),)))
        session.rewind(1)
        session.dispatch(SetupPlan("go again", ()))
    assert "went back to event 1" in invoke("show", "back").output
    assert "4 events replayed" in invoke("replay", "back").output
    assert "no plan yet" in invoke("replay", "back", "--until", "3").output
