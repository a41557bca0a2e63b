"""kill -9 in the middle of a thousand dispatches: what was acknowledged, published or followed is there afterwards."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from gameplan.runtime import RandomDrawn, Session, SqliteJournal, append, select_all

pytestmark = pytest.mark.faults

# The events are of a kind that is declared in the library, so that parent and child know the same one.
DISPATCH = """
import asyncio, sys
from gameplan.runtime import InProcessEventBus, NoSuchSession, RandomDrawn, Session, SqliteJournal

def tell(what, number):
    sys.stdout.write(f"{what} {number}\\n")
    sys.stdout.flush()

async def follow(session, after):
    async for recorded in session.follow(after):
        tell("followed", recorded.event.sides)

async def work(session, first):
    bus.subscribe(RandomDrawn, lambda event: tell("published", event.sides))
    following = asyncio.create_task(follow(session, session.seq))
    for number in range(first, first + 1000):
        session.dispatch(RandomDrawn("a draw", number, (0,)))
        if number % 3 == 0:
            await session.committed()
            tell("acknowledged", number)
    following.cancel()

bus = InProcessEventBus()
journal = SqliteJournal(sys.argv[1])
try:
    session = Session.open(journal, "s", bus=bus)
except NoSuchSession:
    session = Session(journal=journal, session_id="s", bus=bus)
print("begun", flush=True)
asyncio.run(work(session, session.seq + 1))
"""


@pytest.mark.parametrize("round_", range(10))
def test_what_anyone_was_told_survives_the_kill(tmp_path: Path, round_: int) -> None:
    path = tmp_path / "journal.db"
    chance = random.Random(round_)
    told = 0
    for _ in range(2):  # the second child goes on where the first was killed
        with subprocess.Popen([sys.executable, "-c", DISPATCH, str(path)], stdout=subprocess.PIPE, text=True) as child:
            assert child.stdout is not None
            assert child.stdout.readline() == "begun\n"
            lines = [child.stdout.readline() for _ in range(chance.randrange(1, 400))]
            time.sleep(chance.random() * 0.03)
            child.send_signal(signal.SIGKILL)
            lines += [line for line in child.stdout if line.endswith("\n")]
            child.wait()
        told = max([told, *(int(line.split()[1]) for line in lines if " " in line)])
        with SqliteJournal(path) as journal, Session.open(journal, "s") as session:
            session.register_reducer(RandomDrawn, append)
            kept = [drawn.sides for drawn in select_all(session, RandomDrawn)]
        assert kept == list(range(1, len(kept) + 1))
        assert len(kept) >= told > 0
