"""Flip any bit, cut anywhere: what is read is what was written, or a whole beginning of it, or a named error."""

from __future__ import annotations

import random
import shutil
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from gameplan.runtime.journal import Intent, JournalDamaged, JournalError, Reading, Record, SqliteJournal

SESSIONS = ("one", "two", "three")

# Half of it is checkpointed into the file, the rest stands in the WAL.
MAKE = """
import os, sqlite3, sys
from gameplan.runtime.journal import SqliteJournal
journal = SqliteJournal(sys.argv[1])
writers = [journal.create(name, 0) for name in ("one", "two", "three")]
for n in range(1, 61):
    for writer in writers:
        seq = writer.append(n, "door.opened", 1, b'{"door": %d, "text": "%s"}' % (n, b"x" * 150))
    if n % 5 == 0:
        for writer in writers:
            writer.wait(seq)
    if n % 3 == 0:
        journal.ask("one", "approve", {"step": n, "text": "y" * 100}, at=n)
    if n == 40:
        sqlite3.connect(sys.argv[1]).execute("PRAGMA wal_checkpoint(TRUNCATE)")
os._exit(0)
"""


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("made")
    subprocess.run([sys.executable, "-c", MAKE, str(folder / "journal.db")], check=True)
    (folder / "journal.db-shm").unlink()
    assert (folder / "journal.db-wal").stat().st_size > 0
    return folder


@pytest.fixture(scope="module")
def settled(made: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same, with all of it in the file and no WAL."""
    folder = tmp_path_factory.mktemp("settled") / "copy"
    shutil.copytree(made, folder)
    with SqliteJournal(folder / "journal.db") as journal:
        journal.reopen("one")
    assert not (folder / "journal.db-wal").exists()
    return folder


@pytest.fixture(scope="module")
def originals(made: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[Record, ...]]:
    folder = tmp_path_factory.mktemp("originals") / "copy"
    shutil.copytree(made, folder)
    with SqliteJournal(folder / "journal.db") as journal:
        originals = {name: tuple(journal.read(name).records) for name in SESSIONS}
    assert all(len(records) == 60 for records in originals.values())
    return originals


def outcome(ask: Callable[[], Reading], original: tuple[Record, ...]) -> str:
    """Checks that nothing but the original, a whole beginning with damage, or a named error comes back."""
    try:
        reading = ask()
    except JournalError as error:
        return type(error).__name__
    assert tuple(reading.records) == original[: len(reading.records)]
    if reading.damage is None:
        assert len(reading.records) == len(original)
        return "whole"
    assert reading.damage.kept == len(reading.records)
    return "damaged"


def check(folder: Path, originals: dict[str, tuple[Record, ...]]) -> set[str]:
    """Reads, reopens and repairs everything; returns what was met on the way."""
    path = folder / "journal.db"
    met, readable = set(), {}
    for name, original in originals.items():
        try:
            journal = SqliteJournal(path)
        except JournalError:
            return {"refused"}
        with journal:
            before = contents(path)
            met.add(outcome(partial(journal.read, name), original))
            reopened = outcome(partial(second, journal.reopen, name), original)
            assert reopened != "damaged"
            assert reopened == "whole" or contents(path) == before
            with suppress(JournalError):
                journal.sessions()
            with suppress(JournalError):
                assert all(map(is_as_asked, journal.intents("one")))
            readable[name] = 0
            with suppress(JournalDamaged):
                readable[name] = len(journal.read(name).records)
    with SqliteJournal(path) as journal:
        for name, original in originals.items():
            copy = journal.repair(name)
            writer, reading = journal.reopen(name)
            assert reading.damage is None
            assert tuple(reading.records) == original[: len(reading.records)]
            assert len(reading.records) >= readable[name], "a whole record was lost"
            writer.wait(writer.append(1, "after.repair", 1, b"{}"))
            writer.close()
            met.add("repaired" if copy else "fine")
        assert all(map(is_as_asked, journal.intents("one", open_only=False)))
    return met


def is_as_asked(intent: Intent) -> bool:
    step = intent.id * 3
    asked = Intent(intent.id, "one", "approve", {"step": step, "text": "y" * 100}, at=step)
    return intent.kind == "unreadable" or replace(intent, verdict="", reason="") == asked


def contents(path: Path) -> list[bytes]:
    files = (path, path.with_name(path.name + "-wal"))
    return [file.read_bytes() if file.exists() else b"" for file in files]


def second(ask: Callable[[str], tuple[object, Reading]], name: str) -> Reading:
    return ask(name)[1]


def broken(made: Path, folder: Path, file: str, damage: Callable[[bytearray], None]) -> Path:
    if folder.exists():
        shutil.rmtree(folder)
    shutil.copytree(made, folder)
    content = bytearray((folder / file).read_bytes())
    damage(content)
    (folder / file).write_bytes(content)
    return folder


FULL_PAGE = 5 * 4096 + 2048  # of events in the file, not written to again
PLACES = [("made", "journal.db"), ("made", "journal.db-wal"), ("settled", "journal.db")]


@pytest.mark.parametrize(("source", "file"), PLACES)
@pytest.mark.parametrize("seed", range(3))
def test_a_flipped_bit_never_gives_a_wrong_event(
    originals: dict[str, tuple[Record, ...]],
    tmp_path: Path,
    source: str,
    file: str,
    seed: int,
    request: pytest.FixtureRequest,
) -> None:
    made = request.getfixturevalue(source)
    chance = random.Random(f"{source} {file} {seed}")
    size = (made / file).stat().st_size
    # The header and the schema, where a bit weighs most, then a page full of events, and then anywhere.
    places = [chance.randrange(120) for _ in range(8)] + [chance.randrange(size) for _ in range(22)]
    places += [FULL_PAGE + chance.randrange(2048) for _ in range(2)]
    met: set[str] = set()
    for place in places:

        def flip(content: bytearray, place: int = place) -> None:
            content[place] ^= 1 << chance.randrange(8)

        met |= check(broken(made, tmp_path / "broken", file, flip), originals)
    assert met & {"damaged", "JournalDamaged"}
    assert "repaired" in met


@pytest.mark.parametrize(("source", "file"), PLACES)
def test_a_cut_file_never_gives_a_wrong_event(
    originals: dict[str, tuple[Record, ...]], tmp_path: Path, source: str, file: str, request: pytest.FixtureRequest
) -> None:
    made = request.getfixturevalue(source)
    size = (made / file).stat().st_size
    chance = random.Random(file)
    lengths = [0, 1, 31, 32, 99, 100, 4095, 4096, size - 1, size - 4096] + [chance.randrange(size) for _ in range(20)]
    for length in lengths:

        def cut(content: bytearray, length: int = length) -> None:
            del content[length:]

        check(broken(made, tmp_path / "broken", file, cut), originals)


def test_a_page_of_zeros_never_gives_a_wrong_event(
    settled: Path, originals: dict[str, tuple[Record, ...]], tmp_path: Path
) -> None:
    for page in range((settled / "journal.db").stat().st_size // 4096):

        def wipe(content: bytearray, page: int = page) -> None:
            content[page * 4096 : (page + 1) * 4096] = bytes(4096)

        check(broken(settled, tmp_path / "broken", "journal.db", wipe), originals)


def test_a_lost_first_page_loses_no_event(
    settled: Path, originals: dict[str, tuple[Record, ...]], tmp_path: Path
) -> None:
    def wipe(content: bytearray) -> None:
        content[:4096] = bytes(4096)

    folder = broken(settled, tmp_path / "broken", "journal.db", wipe)
    damaged = (folder / "journal.db").read_bytes()
    with SqliteJournal(folder / "journal.db") as journal:
        journal.repair("one")
        assert (folder / "journal.db.damaged-1").read_bytes() == damaged
        assert {name: tuple(journal.read(name).records) for name in SESSIONS} == originals
        assert all(journal.read(name).damage is None for name in SESSIONS)
        assert [intent.id for intent in journal.intents("one")] == list(range(1, 21))


def test_a_broken_file_is_not_replaced_under_a_writer(settled: Path, tmp_path: Path) -> None:
    def wipe(content: bytearray) -> None:
        content[:4096] = bytes(4096)

    from gameplan.runtime.journal.lease import Lease

    folder = broken(settled, tmp_path / "broken", "journal.db", wipe)
    before = (folder / "journal.db").read_bytes()
    with SqliteJournal(folder / "journal.db") as journal:
        with Lease.acquire(folder / "journal.db-leases", "two"), pytest.raises(JournalError, match="two"):
            journal.repair("one")
        assert (folder / "journal.db").read_bytes() == before
        assert journal.repair("one") is not None


def test_a_repair_that_was_interrupted_is_finished_by_the_next_who_opens(
    settled: Path, originals: dict[str, tuple[Record, ...]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def wipe(content: bytearray) -> None:
        content[:4096] = bytes(4096)

    folder = broken(settled, tmp_path / "broken", "journal.db", wipe)
    path = folder / "journal.db"

    class PowerCut(BaseException):
        pass

    def cut(_: object) -> None:
        (folder / "journal.db-wal").unlink(missing_ok=True)  # the worst moment
        raise PowerCut

    with SqliteJournal(path) as journal, monkeypatch.context() as patched, pytest.raises(PowerCut):
        patched.setattr("gameplan.runtime.journal.repair._replace", cut)
        journal.repair("one")
    with SqliteJournal(path) as journal:
        assert {name: tuple(journal.read(name).records) for name in SESSIONS} == originals
    assert not (folder / "journal.db.repaired").exists()
