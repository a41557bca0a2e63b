"""kill -9 in the middle of a thousand appends: nothing that was acknowledged is lost."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from gameplan.runtime.journal import SqliteJournal
from gameplan.runtime.journal.record import follows, genesis

pytestmark = pytest.mark.faults

APPEND = """
import sys, threading
from gameplan.runtime.journal import NoSuchSession, SqliteJournal
journal = SqliteJournal(sys.argv[1])

def opened(name):
    try:
        return journal.reopen(name)[0]
    except NoSuchSession:
        return journal.create(name, 0)

def work(writer):
    for _ in range(1000):
        seq = writer.append(1, "t", 1, b'{"text": "' + b"x" * 200 + b'"}')
        writer.wait(seq)
        sys.stdout.write(f"{writer.session_id} {seq}\\n")
        sys.stdout.flush()

writers = [opened(name) for name in ("a", "b", "c")]
print("begun", flush=True)
threads = [threading.Thread(target=work, args=(writer,)) for writer in writers]
for thread in threads: thread.start()
for thread in threads: thread.join()
"""


@pytest.mark.parametrize("round_", range(10))
def test_a_killed_process_loses_nothing_that_was_acknowledged(tmp_path: Path, round_: int) -> None:
    path = tmp_path / "journal.db"
    chance = random.Random(round_)
    acknowledged = {"a": 0, "b": 0, "c": 0}
    for _ in range(2):  # the second child goes on where the first was killed
        with subprocess.Popen([sys.executable, "-c", APPEND, str(path)], stdout=subprocess.PIPE, text=True) as child:
            assert child.stdout is not None
            assert child.stdout.readline() == "begun\n"
            for _ in range(chance.randrange(1, 100)):
                name, seq = child.stdout.readline().split()
                acknowledged[name] = int(seq)
            time.sleep(chance.random() * 0.05)
            child.send_signal(signal.SIGKILL)
            for line in child.stdout:
                if line.endswith("\n"):
                    name, seq = line.split()
                    acknowledged[name] = int(seq)
            assert child.wait() == -signal.SIGKILL
        with SqliteJournal(path) as journal:
            assert [line.writing for line in journal.sessions()] == [False, False, False]
            for name, last in acknowledged.items():
                writer, reading = journal.reopen(name)
                writer.close()
                assert len(reading.records) >= last
                previous = genesis(name)
                for number, record in enumerate(reading.records, 1):
                    assert follows(record, number, previous)
                    previous = record.hash
