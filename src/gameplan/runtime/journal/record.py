"""A record of the journal, and the chain of hashes that shows when one was changed or is missing."""

from __future__ import annotations

import hashlib
from typing import NamedTuple


class Record(NamedTuple):
    """One event as it is written down. `hash` covers every other field and the record before it."""

    seq: int
    at: int
    type: str
    version: int
    payload: bytes
    hash: bytes


def genesis(session_id: str) -> bytes:
    """The hash that the first record of a session follows."""
    return hashlib.sha256(f"gameplan/1 {session_id}".encode()).digest()


def chained(previous: bytes, seq: int, at: int, type_: str, version: int, payload: bytes) -> Record:
    """The record that comes after the one with hash `previous`."""
    return Record(seq, at, type_, version, payload, _hash(previous, seq, at, type_, version, payload))


def follows(record: Record, seq: int, previous: bytes) -> bool:
    """True if `record` is, unchanged, the one numbered `seq` that was written after `previous`."""
    return record.seq == seq and record.hash == _hash(previous, *record[:5])


def _hash(previous: bytes, seq: int, at: int, type_: str, version: int, payload: bytes) -> bytes:
    head = b"%b%d %d %b %d " % (previous, seq, at, type_.encode("utf-8", "surrogateescape"), version)
    return hashlib.sha256(head + payload).digest()
