"""What is shown of one plan does not cost more for the runs of all the others."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from gameplan.plans import RunStarted, plan_from_wire
from gameplan.runtime import Session, SessionStarted, SqliteJournal
from gameplan.runtime.journal.intents import Intent
from gameplan.runtime.journal.protocol import SessionInfo
from gameplan.studio.lists import Lists
from gameplan.studio.readings import Readings

PLAN = plan_from_wire({"steps": [{"id": "look", "tool": "list_directory"}]})


class CountedJournal(SqliteJournal):
    """Counts what is read of single sessions."""

    looks = 0

    def sessions(self, wanted: Callable[[str], bool] | None = None) -> Sequence[SessionInfo]:
        found = super().sessions(wanted)
        self.looks += sum(info.first is not None and info.kind != "run" for info in found)
        return found

    def intents(self, session_id: str, *, open_only: bool = True) -> Sequence[Intent]:
        self.looks += 1
        return super().intents(session_id, open_only=open_only)


def begin(journal: SqliteJournal, name: str, plan_id: str) -> None:
    """A run that never came to its end."""
    with Session(journal=journal, session_id=name) as session:
        session.dispatch(SessionStarted("run", name))
        session.dispatch(RunStarted(replace(PLAN, id=plan_id)))
        session.commit()


def test_runs_that_never_ended_are_not_asked_each_time(tmp_path: Path) -> None:
    with CountedJournal(tmp_path / "gameplan.db") as journal:
        lists = Lists(journal, Readings(journal), lambda _: ())
        for number in range(8):
            begin(journal, f"run{number}", "mine" if number == 3 else "theirs")
            with Session(journal=journal, session_id=f"game{number}") as session:
                session.dispatch(SessionStarted("cards", "a game"))
                session.commit()
        assert lists.runs_of("mine", lists.newest_runs()) == ["run3"]
        journal.looks = 0
        assert lists.runs_of("mine", lists.newest_runs()) == ["run3"]
        assert len(lists.runs()) == 8
        assert lists.waiting() == []
        assert journal.looks == 0


def test_what_a_run_was_asked_is_noticed(tmp_path: Path) -> None:
    with CountedJournal(tmp_path / "gameplan.db") as journal:
        lists = Lists(journal, Readings(journal), lambda _: ())
        for number in range(3):
            begin(journal, f"run{number}", "mine")
        assert [card.noted for card in lists.runs()] == [0, 0, 0]
        journal.ask("run1", "cancel", {})
        assert journal.asked() == {"run1"}
        assert {card.id: card.noted for card in lists.runs()} == {"run0": 0, "run1": 1, "run2": 0}
        begin(journal, "run3", "mine")
        assert lists.runs_of("mine", lists.newest_runs()) == ["run3", "run2", "run1", "run0"]
