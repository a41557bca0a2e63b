"""A process that was killed leaves SQLite's rollback journal beside the file: ours is rolled back, others' are not.

(For a kill at each write while the file is made, see `tests/faults/test_run_every_write.py`.)
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from gameplan.runtime.journal import JournalError, SqliteJournal

# Pages go to the file before the commit, because the cache is too small for them; then the process dies.
KILLED = """
import os, signal, sqlite3, sys
db = sqlite3.connect(sys.argv[1], isolation_level=None)
db.execute("PRAGMA journal_mode=DELETE")
db.execute("PRAGMA cache_size=2")
db.execute("BEGIN IMMEDIATE")
for statement in sys.argv[2:]:
    db.execute(statement)
db.execute("CREATE TABLE junk (x)")
for number in range(200):
    db.execute("INSERT INTO junk VALUES (?)", ("x" * 1000,))
os.kill(os.getpid(), signal.SIGKILL)
"""


def killed_while_writing(path: Path, *statements: str) -> Path:
    """The rollback journal that is left."""
    subprocess.run([sys.executable, "-c", KILLED, str(path), *statements], check=False)
    left = path.with_name(path.name + "-journal")
    assert path.stat().st_size and left.stat().st_size
    return left


def test_what_was_committed_is_there_and_what_was_not_is_rolled_back(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    with SqliteJournal(path) as journal:
        journal.create("a", 7).append(8, "door.opened", 1, b"{}")
    left = killed_while_writing(path, "DELETE FROM events")
    with SqliteJournal(path) as journal:
        assert [record.type for record in journal.read("a").records] == ["door.opened"]
    assert not left.exists()


def test_many_processes_may_find_it_at_once(tmp_path: Path) -> None:
    child = (
        "import sys\n"
        "from gameplan.runtime.journal import SqliteJournal\n"
        "sys.stdin.readline()\n"
        "with SqliteJournal(sys.argv[1]) as journal:\n"
        "    journal.create(sys.argv[2], 0)\n"
    )
    path = tmp_path / "journal.db"
    SqliteJournal(path).close()
    killed_while_writing(path)
    children = [
        subprocess.Popen([sys.executable, "-c", child, str(path), f"s{n}"], stdin=subprocess.PIPE) for n in range(4)
    ]
    for process in children:
        assert process.stdin is not None
        process.stdin.write(b"go\n")
        process.stdin.flush()
    for process in children:
        process.communicate()
    assert [process.returncode for process in children] == [0] * 4
    with SqliteJournal(path) as journal:
        assert len(journal.sessions()) == 4


@pytest.mark.parametrize("content", ["of another program", "no database"])
def test_the_file_of_another_program_is_left_alone(tmp_path: Path, content: str) -> None:
    path = tmp_path / "other.db"
    left = killed_while_writing(path, "PRAGMA application_id=77", "CREATE TABLE events (x)")
    if content == "no database":
        path.write_bytes(b"a text\n" * 2000)
    before, journal = path.read_bytes(), left.read_bytes()
    with pytest.raises(JournalError):
        SqliteJournal(path)
    assert (path.read_bytes(), left.read_bytes()) == (before, journal)


def test_nothing_is_rolled_back_where_there_is_a_wal(tmp_path: Path) -> None:
    """The rollback journal cannot be this file's: it would overwrite what is good."""
    path, other = tmp_path / "journal.db", tmp_path / "other.db"
    with SqliteJournal(path) as journal:
        writer = journal.create("a", 7)
        writer.wait(writer.append(8, "door.opened", 1, b"{}"))
        stray = killed_while_writing(other, "CREATE TABLE events (x)")
        for suffix in ("", "-wal"):
            shutil.copy(f"{path}{suffix}", f"{tmp_path}/copy.db{suffix}")
    shutil.copy(stray, tmp_path / "copy.db-journal")
    before = {each.name: each.read_bytes() for each in tmp_path.glob("copy.db*")}
    assert before["copy.db-wal"]
    with pytest.raises(JournalError):
        SqliteJournal(tmp_path / "copy.db")
    assert {each.name: each.read_bytes() for each in tmp_path.glob("copy.db*")} == before
