"""The inbox: anyone may ask, nothing that was asked is lost, and only the session's writer settles it."""

from __future__ import annotations

import json
import signal
import sqlite3
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gameplan.runtime.journal import (
    InboxFull,
    Intent,
    IntentError,
    Journal,
    JournalError,
    LeaseLost,
    MemoryJournal,
    NoSuchIntent,
    NoSuchSession,
    SqliteJournal,
)
from gameplan.runtime.journal.intents import KEPT, LARGEST_PAYLOAD, MOST_OPEN
from gameplan.runtime.journal.lease import REPAIR, Lease

ASK = """
import sys
from gameplan.runtime.journal import SqliteJournal
path, name, count = sys.argv[1:]
with SqliteJournal(path) as journal:
    sys.stdin.readline()
    for n in range(int(count)):
        print(journal.ask("a", "count", {"n": n}, by=name).id, flush=True)
    sys.stdin.readline()
"""

RECORD_THEN_DIE = """
import os, signal, sys
from gameplan.runtime.journal import SqliteJournal
journal = SqliteJournal(sys.argv[1])
writer, _ = journal.reopen("a")
intent = writer.next_intent()
writer.wait(writer.append(1, "step.approved", 1, b'{"intent": %d}' % intent.id))
os.kill(os.getpid(), signal.SIGKILL)
"""

FULL_DISK = """
import json, resource, sys
from gameplan.runtime.journal import JournalError, SqliteJournal
journal = SqliteJournal(sys.argv[1])
asked = 0
resource.setrlimit(resource.RLIMIT_FSIZE, (300_000, resource.RLIM_INFINITY))
try:
    while True:
        journal.ask("a", "note", {"text": "x" * 5_000})
        asked += 1
except JournalError as error:
    print(json.dumps([asked, type(error).__name__, str(error)]))
"""


READ_ONLY = """
import os, sys
from pathlib import Path
from gameplan.runtime.journal import JournalError, SqliteJournal
journal = SqliteJournal(sys.argv[1])
journal.intents("a")
if os.geteuid() == 0:
    os.setuid(65534)
else:
    for file in Path(sys.argv[1] + "-leases").iterdir():
        file.chmod(0o444)
    Path(sys.argv[1]).chmod(0o444)
    Path(sys.argv[1]).parent.chmod(0o555)
try:
    journal.ask("a", "go", {})
except JournalError as error:
    print(error)
"""


@pytest.fixture(params=["memory", "sqlite"])
def journal(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Journal]:
    journal: Journal = MemoryJournal() if request.param == "memory" else SqliteJournal(tmp_path / "journal.db")
    yield journal
    journal.close()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A journal with a session that has no writer."""
    path = tmp_path / "journal.db"
    with SqliteJournal(path) as journal:
        journal.create("a", 0).close()
    return path


def asker(path: Path, name: str, count: int) -> subprocess.Popen[str]:
    """A process that asks when it is sent a line, and ends when it is sent another."""
    return subprocess.Popen(
        [sys.executable, "-c", ASK, str(path), name, str(count)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


def as_before_there_were_inboxes(path: Path) -> None:
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("DROP TABLE intents")


# -- what every journal keeps to


def test_what_is_asked_waits_in_order_until_it_is_settled(journal: Journal) -> None:
    writer = journal.create("a", 0)
    first = journal.ask("a", "approve", {"step": "copy"}, by="mia", at=7)
    second = journal.ask("a", "pause", {})
    assert first == Intent(first.id, "a", "approve", {"step": "copy"}, "mia", 7, "", "")
    assert (second.by, second.open) == ("person", True)
    assert second.at > 1_700_000_000_000_000
    assert first.id < second.id
    assert list(journal.intents("a")) == [first, second]

    taken = writer.settle(first.id, "taken")
    refused = writer.settle(second.id, "refused", "The run is over.")
    assert (taken.verdict, refused.verdict, refused.reason) == ("taken", "refused", "The run is over.")
    assert not taken.open
    assert list(journal.intents("a")) == []
    assert list(journal.intents("a", open_only=False)) == [taken, refused]
    assert (journal.intent(first.id), journal.intent(second.id)) == (taken, refused)


def test_the_writer_reads_one_open_intent_after_the_other(journal: Journal) -> None:
    writer = journal.create("a", 0)
    journal.create("b", 0)
    assert writer.next_intent() is None
    ids = [journal.ask(name, "go", {}).id for name in ("a", "b", "a", "a")]
    writer.settle(ids[2], "taken")
    first = writer.next_intent()
    assert first is not None and first.id == ids[0]
    last = writer.next_intent(first.id)
    assert last is not None and last.id == ids[3]
    assert writer.next_intent(last.id) is None


def test_a_verdict_stands(journal: Journal) -> None:
    writer = journal.create("a", 0)
    intent = journal.ask("a", "go", {})
    settled = writer.settle(intent.id, "refused", "too late")
    assert writer.settle(intent.id, "refused", "too late") == settled
    assert writer.settle(intent.id, "taken", "after all") == settled
    assert journal.intent(intent.id) == settled


def test_a_verdict_does_not_fail_for_its_words(journal: Journal) -> None:
    writer = journal.create("a", 0)
    settled = writer.settle(journal.ask("a", "go", {}).id, "refused", "half a pair: \ud800 " + "x" * 20_000)
    assert settled.reason.startswith("half a pair: \\ud800 x")
    assert len(settled.reason) < 11_000
    assert journal.intent(settled.id) == settled


def test_there_is_no_other_verdict(journal: Journal) -> None:
    writer = journal.create("a", 0)
    intent = journal.ask("a", "go", {})
    with pytest.raises(IntentError, match="taken or refused"):
        writer.settle(intent.id, "maybe")  # type: ignore[arg-type]
    assert journal.intent(intent.id) == intent


def test_a_session_settles_its_own_intents_alone(journal: Journal) -> None:
    writer, _ = journal.create("a", 0), journal.create("b", 0)
    other = journal.ask("b", "go", {})
    for number in (other.id, 99):
        with pytest.raises(NoSuchIntent, match=f"no intent {number} in the inbox of session a"):
            writer.settle(number, "taken")
    assert journal.intent(other.id) == other
    assert journal.intent(99) is journal.intent(0) is journal.intent(-1) is journal.intent(2**70) is None


def test_a_session_that_is_not_there_cannot_be_asked(journal: Journal) -> None:
    for name in ("nobody", "../up"):
        with pytest.raises(NoSuchSession, match=name):
            journal.ask(name, "go", {})
        with pytest.raises(NoSuchSession, match=name):
            journal.intents(name)


def test_what_was_asked_while_nobody_wrote_is_there_for_the_next_writer(journal: Journal) -> None:
    journal.create("a", 0).close()
    intent = journal.ask("a", "approve", {"step": "copy"})
    writer, _ = journal.reopen("a")
    assert writer.next_intent() == intent
    writer.settle(intent.id, "taken")
    writer.close()
    assert journal.reopen("a")[0].next_intent() is None


def test_a_closed_writer_settles_nothing(journal: Journal) -> None:
    writer = journal.create("a", 0)
    intent = journal.ask("a", "go", {})
    writer.close()
    with pytest.raises(JournalError, match="closed"):
        writer.settle(intent.id, "taken")
    assert journal.intent(intent.id) == intent


def test_whoever_listens_hears_of_what_is_asked_here_at_once(journal: Journal) -> None:
    writer, other = journal.create("a", 0), journal.create("b", 0)
    heard = threading.Event()
    stop = writer.on_intent(heard.set)
    stop_other = other.on_intent(lambda: 1 / 0)  # its fault is its own
    journal.ask("b", "go", {})
    journal.ask("a", "go", {})
    assert heard.wait(30)
    stop()
    stop_other()
    stop()
    heard.clear()
    journal.ask("a", "go", {})
    assert not heard.is_set()


def test_what_was_read_cannot_change_the_inbox(journal: Journal) -> None:
    journal.create("a", 0)
    payload = {"list": [1]}
    intent = journal.ask("a", "go", payload)
    payload["list"].append(2)
    intent.payload["list"].append(3)
    journal.intents("a")[0].payload["list"].append(4)
    kept = journal.intent(intent.id)
    assert kept is not None and kept.payload == {"list": [1]}


def test_an_inbox_has_room_for_so_much_and_says_when_it_is_full(
    journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert MOST_OPEN == 1_000
    monkeypatch.setattr("gameplan.runtime.journal.intents.MOST_OPEN", 5)
    writer = journal.create("a", 0)
    journal.create("b", 0)
    ids = [journal.ask("a", "go", {}).id for _ in range(5)]
    with pytest.raises(InboxFull, match=r"session a is full: 5 intents.* Resume"):
        journal.ask("a", "go", {})
    journal.ask("b", "go", {})
    writer.settle(ids[0], "taken")
    journal.ask("a", "go", {})


itself: dict[str, object] = {}
itself["itself"] = itself
deep: dict[str, object] = {}
for _ in range(200):
    deep = {"": deep}

BAD: dict[str, tuple[Any, str]] = {
    "a list": ([1], "JSON object"),
    "nothing": (None, "JSON object"),
    "text": ("{}", "JSON object"),
    "not a number": ({"x": float("nan")}, "cannot be written as JSON"),
    "infinite": ({"x": [float("-inf")]}, "cannot be written as JSON"),
    "half a surrogate pair": ({"x": "\ud800"}, "cannot be written as JSON"),
    "half a pair as a key": ({"\udfff": 1}, "cannot be written as JSON"),
    "a key that is no text": ({1: "x"}, "read back as something else"),
    "a tuple": ({"x": (1, 2)}, "read back as something else"),
    "a set": ({"x": {1}}, "cannot be written as JSON"),
    "bytes": ({"x": b"y"}, "cannot be written as JSON"),
    "an object": ({"x": object()}, "cannot be written as JSON"),
    "itself inside": (itself, "nested more than 100"),
    "too deep": (deep, "nested more than 100"),
    "too long a number": ({"x": 10**5000}, "cannot be written as JSON"),
    "too large": ({"x": "y" * LARGEST_PAYLOAD}, r"1,000,009 bytes of JSON; 1,000,000 are allowed"),
    "too large in bytes": ({"x": "ü" * (LARGEST_PAYLOAD // 2)}, "are allowed"),
}


@pytest.mark.parametrize("what", BAD)
def test_a_payload_that_is_not_a_small_json_object_is_refused(journal: Journal, what: str) -> None:
    payload, problem = BAD[what]
    journal.create("a", 0)
    with pytest.raises(IntentError, match=problem):
        journal.ask("a", "go", payload)
    assert list(journal.intents("a")) == []


def test_a_large_payload_that_fits_comes_back(journal: Journal) -> None:
    journal.create("a", 0)
    payload = {"x": "y" * (LARGEST_PAYLOAD - 9)}
    assert journal.ask("a", "go", payload) == journal.intents("a")[0]
    assert journal.intents("a")[0].payload == payload


@pytest.mark.parametrize("name", ["", "  ", "x" * 201, "two\nlines", "nul\0", "\ud800", None, 7])
def test_a_kind_and_an_asker_are_short_printable_text(journal: Journal, name: Any) -> None:
    journal.create("a", 0)
    with pytest.raises(IntentError, match="kind of an intent"):
        journal.ask("a", name, {})
    with pytest.raises(IntentError, match="asker of an intent"):
        journal.ask("a", "go", {}, by=name)


@pytest.mark.parametrize("at", [-1, 2**63, 1.5, "now"])
def test_a_time_counts_microseconds(journal: Journal, at: Any) -> None:
    journal.create("a", 0)
    with pytest.raises(IntentError, match="microseconds"):
        journal.ask("a", "go", {}, at=at)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=20,
)


@settings(max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(payload=st.dictionaries(st.text(), json_values, max_size=5), by=st.text(min_size=1, max_size=20))
def test_any_json_object_comes_back_as_it_was(tmp_path: Path, payload: dict[str, Any], by: str) -> None:
    by = by if by.isprintable() and by.strip() else "person"
    with SqliteJournal(tmp_path / "any.db") as on_disk:
        for journal in (on_disk, MemoryJournal()):
            if not journal.sessions():
                journal.create("a", 0).close()
            writer, _ = journal.reopen("a")
            asked = journal.ask("a", "go", payload, by=by, at=3)
            read = writer.next_intent()
            assert read == asked == Intent(asked.id, "a", "go", payload, by, 3)
            assert json.dumps(read.payload) == json.dumps(payload)
            assert writer.settle(asked.id, "taken").payload == payload
            writer.close()


# -- several processes


def test_nothing_is_lost_beside_a_writer_that_never_rests(path: Path) -> None:
    with SqliteJournal(path) as journal:
        writer, _ = journal.reopen("a")
        done = threading.Event()
        written = []

        def write() -> None:
            while not done.is_set():
                seq = writer.append(1, "t", 1, b"{}")
                writer.wait(seq)
                written.append(seq)

        writing = threading.Thread(target=write)
        writing.start()
        with asker(path, "other", 50) as child:
            out, _ = child.communicate("\n\n", timeout=60)
        done.set()
        writing.join()
        intents = journal.intents("a")
        assert [intent.payload["n"] for intent in intents] == list(range(50))
        assert [intent.id for intent in intents] == [int(line) for line in out.split()]
        assert writer.failure is None
        writer.close()
        reading = journal.read("a")
        assert reading.damage is None
        assert [record.seq for record in reading.records] == written


def test_many_processes_may_ask_at_once(path: Path) -> None:
    children = {f"asker-{n}": asker(path, f"asker-{n}", 25) for n in range(8)}
    for child in children.values():
        assert child.stdin is not None
        child.stdin.write("go\n")
        child.stdin.flush()
    told = {name: child.communicate("end\n", timeout=60)[0].split() for name, child in children.items()}
    assert [child.returncode for child in children.values()] == [0] * 8
    with SqliteJournal(path) as journal:
        intents = journal.intents("a")
    assert len(intents) == 200
    for name, ids in told.items():
        own = [intent for intent in intents if intent.by == name]
        assert [str(intent.id) for intent in own] == ids
        assert [intent.payload["n"] for intent in own] == list(range(25))


def test_many_threads_may_ask_at_once(journal: Journal) -> None:
    journal.create("a", 0)

    def ask(name: str) -> None:
        for n in range(10):
            journal.ask("a", "count", {"n": n}, by=name)

    threads = [threading.Thread(target=ask, args=(f"asker-{n}",)) for n in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    intents = journal.intents("a")
    assert len({intent.id for intent in intents}) == 40
    for name in {intent.by for intent in intents}:
        assert [intent.payload["n"] for intent in intents if intent.by == name] == list(range(10))


def test_an_asker_that_is_killed_has_asked(path: Path) -> None:
    with asker(path, "mia", 1) as child:
        assert child.stdin is not None and child.stdout is not None
        child.stdin.write("go\n")
        child.stdin.flush()
        intent_id = int(child.stdout.readline())
        child.send_signal(signal.SIGKILL)
        assert child.wait() == -signal.SIGKILL
    with SqliteJournal(path) as journal:
        assert [(intent.id, intent.by) for intent in journal.intents("a")] == [(intent_id, "mia")]


def test_a_writer_that_is_killed_before_it_settles_leaves_the_intent_open(path: Path) -> None:
    with SqliteJournal(path) as journal:
        intent = journal.ask("a", "approve", {"step": "copy"})
        child = subprocess.run([sys.executable, "-c", RECORD_THEN_DIE, str(path)], check=False)
        assert child.returncode == -signal.SIGKILL
        writer, reading = journal.reopen("a")
        assert [json.loads(record.payload) for record in reading.records] == [{"intent": intent.id}]
        assert writer.next_intent() == intent


def test_a_writer_that_was_replaced_settles_nothing(path: Path) -> None:
    with SqliteJournal(path) as one, SqliteJournal(path) as two:
        stale, _ = one.reopen("a")
        intent = one.ask("a", "go", {})
        (path.with_name(path.name + "-leases") / "a.lease").unlink()
        fresh, _ = two.reopen("a")
        with pytest.raises(LeaseLost, match="another writer"):
            stale.settle(intent.id, "taken")
        assert two.intent(intent.id) == intent
        assert fresh.settle(intent.id, "refused", "no").verdict == "refused"


def test_a_writer_whose_commit_failed_settles_nothing(path: Path) -> None:
    with SqliteJournal(path) as journal:
        writer, _ = journal.reopen("a")
        intent = journal.ask("a", "go", {})
        with closing(sqlite3.connect(path)) as db, db:
            db.execute("UPDATE sessions SET head_seq = 5")
        writer.append(1, "t", 1, b"{}")
        with pytest.raises(JournalError, match="something else wrote"):
            writer.wait(1)
        with pytest.raises(JournalError, match="something else wrote"):
            writer.settle(intent.id, "taken")


def test_a_listener_hears_of_what_another_process_asks(path: Path) -> None:
    with SqliteJournal(path) as journal, asker(path, "other", 1) as child:
        writer, _ = journal.reopen("a")
        heard = threading.Semaphore(0)
        stop = writer.on_intent(heard.release)
        assert heard.acquire(timeout=30)  # the first look, whatever there is
        assert child.stdin is not None
        child.stdin.write("go\n")
        child.stdin.flush()
        assert heard.acquire(timeout=30)
        assert writer.next_intent() is not None
        stop()
        child.communicate("end\n")


# -- the file


def test_a_file_from_before_there_were_inboxes_gets_one(path: Path) -> None:
    as_before_there_were_inboxes(path)
    before = path.read_bytes()
    with SqliteJournal(path) as journal:
        assert list(journal.intents("a")) == []
        assert journal.intent(1) is None
        assert journal.repair("a") is None
    assert path.read_bytes()[100:] == before[100:]
    with SqliteJournal(path) as journal:
        writer, _ = journal.reopen("a")
        with pytest.raises(NoSuchIntent):
            writer.settle(1, "taken")
        assert writer.next_intent() is None
        heard = threading.Event()
        stop = writer.on_intent(heard.set)
        intent = journal.ask("a", "go", {})
        assert heard.wait(30)
        stop()
        assert writer.next_intent() == intent
        assert journal.repair("a") is None


def test_a_person_can_query_the_inbox(path: Path) -> None:
    with SqliteJournal(path) as journal:
        journal.ask("a", "approve", {"step": "süd"}, by="mia", at=7)
    with closing(sqlite3.connect(path)) as db:
        rows = db.execute("SELECT session, at, kind, payload->>'step', asker, verdict FROM intents").fetchall()
    assert rows == [("a", 7, "approve", "süd", "mia", "")]


def test_an_intent_that_was_changed_says_so_and_can_be_refused(path: Path) -> None:
    with SqliteJournal(path) as journal:
        intent = journal.ask("a", "approve", {"step": "copy"})
        with closing(sqlite3.connect(path)) as db, db:
            db.execute("""UPDATE intents SET payload = '{"step": "wipe"}'""")
        writer, _ = journal.reopen("a")
        read = writer.next_intent()
        assert read == Intent(intent.id, "a", "unreadable", {}, by="nobody")
        assert writer.settle(intent.id, "refused", "not as it was written").verdict == "refused"
        assert writer.next_intent() is None


def test_a_repair_leaves_the_inbox_as_it_is(path: Path) -> None:
    with SqliteJournal(path) as journal:
        writer, _ = journal.reopen("a")
        for n in range(5):
            writer.append(n, "t", 1, b"{}")
        journal.ask("a", "go", {})
        writer.settle(journal.ask("a", "go", {}).id, "refused", "no")
        writer.close()
        before = journal.intents("a", open_only=False)
        with closing(sqlite3.connect(path)) as db, db:
            db.execute("UPDATE events SET payload = '[]' WHERE seq = 3")
        assert journal.repair("a") is not None
        assert list(journal.intents("a", open_only=False)) == list(before)


@pytest.mark.parametrize("older", [False, True])
def test_a_file_that_is_rebuilt_keeps_its_inbox(path: Path, older: bool) -> None:
    if older:
        as_before_there_were_inboxes(path)
    with SqliteJournal(path) as journal:
        writer, _ = journal.reopen("a")
        for n in range(100):
            writer.append(n, "t", 1, b'{"text": "%s"}' % (b"x" * 200))
        writer.wait(100)
        journal.ask("a", "go", {"text": "y" * 10_000})
        writer.settle(journal.ask("a", "go", {}).id, "refused", "no")
        writer.close()
        before = journal.intents("a", open_only=False)
    with path.open("r+b") as file:  # the root of the table of sessions
        file.seek(4096)
        file.write(bytes(4096))
    with SqliteJournal(path) as journal:
        assert journal.repair("a") is not None
        assert list(journal.intents("a", open_only=False)) == list(before)
        assert len(journal.read("a").records) == 100
        assert journal.ask("a", "go", {}).id == before[-1].id + 1
        assert journal.repair("a") is None


def test_nothing_is_asked_while_the_file_is_being_replaced(path: Path) -> None:
    with SqliteJournal(path, busy_timeout=0.05) as journal:
        leases = path.with_name(path.name + "-leases")
        with Lease.acquire(leases, REPAIR), pytest.raises(JournalError, match=r"_repair.*try again"):
            journal.ask("a", "go", {})
        journal.ask("a", "go", {})


def test_a_file_that_stays_locked_is_a_journal_error(path: Path) -> None:
    with SqliteJournal(path, busy_timeout=0.05) as journal:
        writer, _ = journal.reopen("a")
        intent = journal.ask("a", "go", {})
        with closing(sqlite3.connect(path, isolation_level=None)) as db:
            db.execute("BEGIN IMMEDIATE")
            with pytest.raises(JournalError, match=r"SQLITE_BUSY.* close it"):
                journal.ask("a", "go", {})
            with pytest.raises(JournalError, match=r"SQLITE_BUSY.* close it"):
                writer.settle(intent.id, "taken")
            assert writer.next_intent() == intent
            db.execute("ROLLBACK")
        writer.settle(intent.id, "taken")


def test_a_file_that_may_only_be_read_is_a_journal_error() -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "journal.db"
        with SqliteJournal(path) as journal:
            journal.create("a", 0).close()
        Path(folder).chmod(0o755)
        child = subprocess.run(
            [sys.executable, "-c", READ_ONLY, str(path)], capture_output=True, text=True, check=False
        )
        Path(folder).chmod(0o755)
    assert child.returncode == 0, child.stderr
    assert "Allow this user to write" in child.stdout


def test_a_disk_that_takes_no_more_is_a_journal_error(path: Path) -> None:
    child = subprocess.run([sys.executable, "-c", FULL_DISK, str(path)], capture_output=True, text=True, check=False)
    assert child.returncode == 0, child.stderr
    asked, name, message = json.loads(child.stdout)
    assert name == "JournalError"
    assert "disk" in message
    with SqliteJournal(path) as journal:
        assert len(journal.intents("a")) >= asked > 10
        journal.ask("a", "go", {})


def test_old_verdicts_go_when_another_is_given_and_what_is_open_stays(path: Path) -> None:
    with SqliteJournal(path) as journal:
        writer, _ = journal.reopen("a")
        old = [journal.ask("a", "go", {"n": n}).id for n in range(4)]
        for intent in old[:2]:
            writer.settle(intent, "taken")
        with closing(sqlite3.connect(path)) as db, db:  # as if so many had been asked meanwhile
            db.execute("UPDATE intents SET id = id + ? WHERE id = ?", (KEPT, old[3]))
        newest = old[3] + KEPT
        assert [each.id for each in journal.intents("a", open_only=False)] == [*old[:3], newest]

        writer.settle(newest, "refused", "no")
        assert [each.id for each in journal.intents("a", open_only=False)] == [old[2], newest]
        assert journal.intent(old[0]) is None

        writer.settle(old[2], "taken")  # it is old itself, and whoever asked may be waiting for just this
        settled = journal.intent(old[2])
        assert settled is not None and settled.verdict == "taken"
        assert journal.ask("a", "go", {}).id == newest + 1
        writer.close()


def test_whoever_may_not_settle_prunes_nothing(path: Path) -> None:
    with SqliteJournal(path) as journal:
        writer, _ = journal.reopen("a")
        old = [journal.ask("a", "go", {}).id for _ in range(3)]
        writer.settle(old[0], "taken")
        with closing(sqlite3.connect(path)) as db, db:
            db.execute("UPDATE intents SET id = id + ? WHERE id = ?", (KEPT, old[2]))
            db.execute("UPDATE sessions SET token = token + 1")
        with pytest.raises(LeaseLost):
            writer.settle(old[1], "taken")
        assert journal.intent(old[0]) is not None
        writer.close()


def test_a_closed_journal_takes_no_intents(path: Path) -> None:
    journal = SqliteJournal(path)
    journal.close()
    for ask in (lambda: journal.ask("a", "go", {}), lambda: journal.intents("a"), lambda: journal.intent(1)):
        with pytest.raises(JournalError, match="closed"):
            ask()


def test_nothing_looks_at_the_file_when_nobody_listens(path: Path) -> None:
    def looking() -> list[str]:
        return [thread.name for thread in threading.enumerate() if thread.name == "gameplan-inbox"]

    with SqliteJournal(path) as journal:
        writer, _ = journal.reopen("a")
        other = journal.create("b", 0)
        journal.ask("a", "go", {})
        assert looking() == []
        stops = [each.on_intent(lambda: None) for each in (writer, other, writer)]
        assert looking() == ["gameplan-inbox"]
        (thread,) = [thread for thread in threading.enumerate() if thread.name == "gameplan-inbox"]
        for stop in stops:
            stop()
        thread.join(30)
        assert looking() == []
        other.on_intent(lambda: None)
        assert looking() == ["gameplan-inbox"]
        other.wait(other.append(1, "t", 1, b"{}"))
    assert looking() == []  # with the last writer it is gone, whoever still listens
    assert not path.with_name(path.name + "-wal").exists()
