"""Nothing is acknowledged before a sync of the log has returned; a sync that fails is not an acknowledgement.

A process that is killed loses nothing that the kernel holds, so only counting the syncs shows durability.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from gameplan.runtime.journal import SqliteJournal

pytestmark = [
    pytest.mark.faults,
    pytest.mark.skipif(not sys.platform.startswith("linux"), reason="LD_PRELOAD and /proc are Linux"),
]

APPEND = """
import os, sys, threading
from gameplan.runtime.journal import SqliteJournal, database
path, log, database.SYNCHRONOUS = sys.argv[1:4]
fd = os.open(log, os.O_WRONLY | os.O_APPEND | os.O_CREAT)

def work(writer):
    for n in range(1, 26):
        os.write(fd, f"put {writer.session_id}.{n}\\n".encode())
        seq = writer.append(n, "t", 1, b"{}")
        assert seq == n
        writer.wait(seq)
        os.write(fd, f"ack {writer.session_id}.{n}\\n".encode())

with SqliteJournal(path) as journal:
    threads = [threading.Thread(target=work, args=(journal.create(f"s{k}", 0),)) for k in range(4)]
    for thread in threads: thread.start()
    for thread in threads: thread.join()
"""

ASK = """
import os, sys
from gameplan.runtime.journal import SqliteJournal, database
path, log, database.SYNCHRONOUS = sys.argv[1:4]
fd = os.open(log, os.O_WRONLY | os.O_APPEND | os.O_CREAT)
with SqliteJournal(path) as journal:
    writer = journal.create("a", 0)
    writer.wait(writer.append(0, "t", 1, b"{}"))  # a connection stays open: nothing is synced by closing the last one
    for n in range(1, 26):
        for name, act in (("ask", lambda: journal.ask("a", "go", {})), ("settle", lambda: writer.settle(n, "taken"))):
            os.write(fd, f"put {name}.{n}\\n".encode())
            act()
            os.write(fd, f"ack {name}.{n}\\n".encode())
"""

FAIL = """
import json, sys
from gameplan.runtime.journal import JournalError, SqliteJournal
journal = SqliteJournal(sys.argv[1])
acknowledged, problem = 0, None
try:
    writer = journal.create("a", 0)
    for n in range(1, 21):
        writer.wait(writer.append(n, "t", 1, b"{}"))
        acknowledged = n
except JournalError as error:
    problem = f"{type(error).__name__}: {error}"
journal.close()
print(json.dumps([acknowledged, problem]))
"""


@pytest.fixture(scope="module")
def shim(tmp_path_factory: pytest.TempPathFactory) -> Path:
    assert shutil.which("cc"), "these tests need a C compiler: install gcc"
    shim = tmp_path_factory.mktemp("shim") / "sync_shim.so"
    source = Path(__file__).with_name("sync_shim.c")
    subprocess.run(["cc", "-shared", "-fPIC", "-O1", "-Wall", "-o", str(shim), str(source), "-ldl"], check=True)
    return shim


def run(shim: Path, code: str, *arguments: object, **environment: str) -> str:
    child = subprocess.run(
        [sys.executable, "-c", code, *map(str, arguments)],
        env={**os.environ, "LD_PRELOAD": str(shim), **environment},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert child.returncode == 0, child.stderr
    return child.stdout


def acknowledged_without_a_sync(log: Path, wal: Path) -> list[str]:
    """Those whose acknowledgement no sync of the log came before, since they were handed over."""
    waiting: dict[str, bool] = {}
    unsynced = []
    for line in log.read_text().splitlines():
        what, _, name = line.partition(" ")
        if what == "put":
            waiting[name] = False
        elif what == "sync" and name == str(wal):
            waiting = dict.fromkeys(waiting, True)
        elif what == "ack" and not waiting.pop(name):
            unsynced.append(name)
    assert not waiting
    return unsynced


def test_a_sync_comes_before_each_acknowledgement(shim: Path, tmp_path: Path) -> None:
    path, log = tmp_path / "journal.db", tmp_path / "log"
    run(shim, APPEND, path, log, "FULL", SYNC_LOG=str(log))
    assert log.read_text().count("ack ") == 100
    assert acknowledged_without_a_sync(log, tmp_path / "journal.db-wal") == []


def test_a_sync_comes_before_an_intent_counts_as_asked_or_settled(shim: Path, tmp_path: Path) -> None:
    path, log = tmp_path / "journal.db", tmp_path / "log"
    run(shim, ASK, path, log, "FULL", SYNC_LOG=str(log))
    assert log.read_text().count("ack ") == 50
    assert acknowledged_without_a_sync(log, tmp_path / "journal.db-wal") == []


@pytest.mark.parametrize("synchronous", ["NORMAL", "OFF"])
def test_the_check_catches_a_journal_that_does_not_sync(shim: Path, tmp_path: Path, synchronous: str) -> None:
    path, log = tmp_path / "journal.db", tmp_path / "log"
    run(shim, APPEND, path, log, synchronous, SYNC_LOG=str(log))
    assert len(acknowledged_without_a_sync(log, tmp_path / "journal.db-wal")) > 50


def test_a_sync_that_fails_is_not_an_acknowledgement(shim: Path, tmp_path: Path) -> None:
    met = []
    for failing in range(1, 16):
        path = tmp_path / str(failing) / "journal.db"
        acknowledged, problem = json.loads(run(shim, FAIL, path, SYNC_FAIL=str(failing)))
        met.append(problem.partition(":")[0] if problem else "none")
        with SqliteJournal(path) as journal:
            if met[-1] == "JournalError":  # the session could not even be begun
                assert acknowledged == 0
                assert "disk I/O error" in problem
                continue
            writer, reading = journal.reopen("a")
            if met[-1] == "none":  # it was the sync of a checkpoint: the commits had theirs before
                assert acknowledged == len(reading.records) == 20
                continue
            assert "disk I/O error" in problem and f"after event {acknowledged} " in problem
            # The record that failed may have reached the disk all the same; it was not acknowledged.
            assert len(reading.records) in (acknowledged, acknowledged + 1)
            writer.wait(writer.append(99, "t", 1, b"{}"))
    assert met.count("CommitFailed") >= 10
    assert met.count("none") <= 2
    assert "JournalError" in met


def test_a_disk_that_never_syncs_acknowledges_nothing(shim: Path, tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    SqliteJournal(path).close()
    acknowledged, problem = json.loads(run(shim, FAIL, path, SYNC_FAIL="1", SYNC_FAIL_COUNT="1000000"))
    assert acknowledged == 0
    assert problem is not None
