"""Whole lorebooks: `character_book`, `lorebook_v3` and SillyTavern's worlds."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal, TypeAlias

from gameplan.novels.exchange.entries import OURS, Wire, read_entry, write_entry
from gameplan.novels.exchange.errors import ExchangeError, read_json, write_json
from gameplan.novels.exchange.texts import Reader, as_dict
from gameplan.novels.exchange.worlds import book_entry, world_entry
from gameplan.novels.package import WorldInfo

Form: TypeAlias = Literal["lorebook_v3", "character_book", "world"]
MAX_ENTRIES: Final = 3_000
_FORMS: Final = 'a SillyTavern world ({"entries": {…}}), a character_book, or a lorebook_v3'


@dataclass(frozen=True, slots=True)
class Lorebook:
    """The lore of a file. `rest` is what it says beyond its entries, `notes` what was changed in reading."""

    entries: tuple[WorldInfo, ...]
    name: str = ""
    rest: Mapping[str, Any] = field(default_factory=dict)
    notes: tuple[str, ...] = ()


def read_lorebook(content: bytes, *, taken: Collection[str] = (), you: str = "the protagonist") -> Lorebook:
    """The lore of a file. `taken` are ids that are used already; `you` is what {{user}} stands for."""
    said = read_json(content, "The lorebook")
    if isinstance(said, dict) and isinstance(said.get("data"), dict):
        said = said["data"]
        if isinstance(said.get("character_book"), dict):
            said = said["character_book"]
    if not isinstance(said, dict) or not isinstance(said.get("entries"), list | dict):
        raise ExchangeError(f"This is not a lorebook that is known here. Give {_FORMS}.", code="unknown_format")
    reader = Reader(you=you)
    entries = read_book(said, reader, taken)
    name = reader.line(said.get("name"), "The name of the book")
    rest = {key: value for key, value in said.items() if key != "entries"}
    return Lorebook(entries, name, rest, tuple(reader.notes))


def write_lorebook(book: Lorebook, form: Form, *, you: str = "the protagonist") -> bytes:
    """The lore as a file of this form."""
    rest = dict(book.rest)
    if book.name and Reader(you=you).line(rest.get("name"), "") != book.name:
        rest["name"] = book.name
    said = write_book(book.entries, rest, Reader(you=you))
    match form:
        case "lorebook_v3":
            return write_json({"spec": "lorebook_v3", "data": said})
        case "character_book":
            return write_json(said)
        case "world":
            return write_json({**said, "entries": _by_number(said["entries"])})


def read_book(book: Wire, reader: Reader, taken: Collection[str] = (), character: str = "") -> tuple[WorldInfo, ...]:
    """The entries of a book, each with an id of its own."""
    raw = book["entries"]
    entries = (
        [book_entry(each) if isinstance(each, dict) else each for each in raw.values()]
        if isinstance(raw, dict)
        else raw
    )
    if len(entries) > MAX_ENTRIES:
        raise ExchangeError(f"The lorebook has more than {MAX_ENTRIES:,} entries.", code="too_large")
    used = set(taken)
    lore = []
    for number, each in enumerate(entries, 1):
        if not isinstance(each, dict):
            raise ExchangeError(f"Entry {number} of the lorebook is not an object.", code="invalid")
        lore.append(read_entry(each, book, reader, used, character))
        used.add(lore[-1].id)
    return tuple(lore)


def write_book(lore: Iterable[WorldInfo], rest: Mapping[str, Any], reader: Reader) -> Wire:
    entries = [write_entry(each, rest, reader) for each in lore]
    return {"extensions": {}, **rest, "entries": entries}


def _by_number(entries: list[Wire]) -> Wire:
    """The entries of a world, by their number; those that have none, or one that is used, get the next free one."""
    numbered: Wire = {}
    used = {each["id"] for each in entries if type(each.get("id")) is int}
    following = max(used, default=-1) + 1
    for each in entries:
        world = world_entry(each)
        if type(world.get("uid")) is not int or str(world["uid"]) in numbered:
            world["uid"] = following
            following += 1
        numbered[str(world["uid"])] = world
    return numbered


def belongs_to(entry: WorldInfo, character: str) -> bool:
    """Whether this lore came with a character's card."""
    return as_dict(entry.extensions.get(OURS)).get("character") == character


def passed_on(entry: WorldInfo, character: str, to: str) -> WorldInfo:
    """The lore of a character who has another id now."""
    if not belongs_to(entry, character):
        return entry
    ours = {**as_dict(entry.extensions.get(OURS)), "character": to}
    return entry.model_copy(update={"extensions": {**entry.extensions, OURS: ours}})
