"""A character card, version 1, 2 or 3, as a `Character` with its lore, and back.

As with lore, writing begins with the card that was read, and changes what has changed since.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any, Final, Literal, TypeAlias

from pydantic import ValidationError

from gameplan.novels.exchange.entries import OURS, Wire, cleaned, same
from gameplan.novels.exchange.errors import ExchangeError
from gameplan.novels.exchange.lorebooks import belongs_to, read_book, write_book
from gameplan.novels.exchange.texts import Reader, as_dict, as_text, mentioned, slug
from gameplan.novels.package import Character, Role, VNPackage, WorldInfo

Spec: TypeAlias = Literal[2, 3]
_EMPTY: Final = {
    "scenario": "",
    "first_mes": "",
    "mes_example": "",
    "creator_notes": "",
    "system_prompt": "",
    "post_history_instructions": "",
    "alternate_greetings": [],
    "tags": [],
    "creator": "",
    "character_version": "",
    "group_only_greetings": [],
}
_FIELDS: Final = {"name": "name", "description": "description", "voice": "personality"}
_SPECS: Final = ("chara_card_v2", "chara_card_v3")
_OF_THE_CARD: Final = ("spec", "spec_version", "data")


def card_of(
    said: Any, *, role: Role, taken: Collection[str], lore_taken: Collection[str], you: str
) -> tuple[Character, tuple[WorldInfo, ...], Reader]:
    """The character and the lore that a card is."""
    data, outer, spec = _opened(said)
    reader = Reader(you=you)
    reader.char = reader.name(data.get("nickname"), "The nickname") or reader.name(data.get("name"), "The name")
    if not reader.char:
        raise ExchangeError("The card does not say who it is: its name is empty.", code="invalid")
    if spec not in _SPECS and spec:
        reader.note(f'The card is of another version ("{mentioned(spec)}"); what is known of it was read.')
    book = data.get("character_book")
    named = isinstance(book, dict) and isinstance(book.get("entries"), list | dict)
    kept = _kept(data, outer, reader, book if named else None)
    character = _character(data, kept, reader, role, taken)
    lore = read_book(book, reader, lore_taken, character.id) if isinstance(book, dict) and named else ()
    return character, lore, reader


def _opened(said: Any) -> tuple[Wire, Wire, str]:
    if not isinstance(said, dict):
        raise ExchangeError("The card is not a JSON object.", code="invalid")
    spec = as_text(said.get("spec"))
    if spec == "lorebook_v3":
        raise ExchangeError("This is a lorebook, not a card. Import it as a lorebook.", code="unknown_format")
    if isinstance(said.get("data"), dict):
        return said["data"], {name: each for name, each in said.items() if name not in _OF_THE_CARD}, spec
    if "name" in said and "description" in said:  # version 1 has no more than that
        return said, {}, spec
    raise ExchangeError("This is not a character card: it has neither data nor a name.", code="unknown_format")


def _fields(data: Wire, reader: Reader) -> dict[str, str]:
    return {
        "name": reader.name(data.get("name"), "The name") or reader.char,
        "description": reader.prose(data.get("description"), "The description"),
        "voice": reader.line(data.get("personality"), "The personality"),
    }


def _character(data: Wire, kept: Wire, reader: Reader, role: Role, taken: Collection[str]) -> Character:
    said: Wire = {**_fields(data, reader), "role": role}
    own = as_dict(data.get("extensions")).get(OURS)
    told = own.get("character") if isinstance(own, dict) else None
    if isinstance(told, dict):
        try:
            character = Character.model_validate(
                {"id": slug(said["name"], "character"), **said, **cleaned(told, reader)}
            )
            id = character.id if character.id not in taken else slug(character.id, "character", taken)
            return character.model_copy(update={"id": id, "extensions": kept})
        except ValidationError:
            pass
    if own is not None:
        reader.note("The card has an extension of ours that cannot be read; it is kept as it is.")
        kept[OURS]["unread"] = own
    return Character.model_validate({**said, "id": slug(said["name"], "character", taken), "extensions": kept})


def _kept(data: Wire, outer: Wire, reader: Reader, book: Wire | None) -> Wire:
    theirs = as_dict(data.get("extensions"))
    base = {
        **_EMPTY,
        **{_FIELDS[name]: value for name, value in _fields(data, Reader(reader.char, reader.you)).items()},
    }
    rest = {
        name: value
        for name, value in data.items()
        if not (name in base and same(base[name], value))
        and not (name == "extensions" and theirs is value)
        and not (name == "character_book" and book is not None)
    }
    ours: Wire = {"card": rest, "char": reader.char, "you": reader.you}
    if outer:
        ours["outer"] = outer
    if book is not None:
        ours["book"] = {name: value for name, value in book.items() if name != "entries"}
    return {**{name: value for name, value in theirs.items() if name != OURS}, OURS: ours}


def card_from(character: Character, lore: Iterable[WorldInfo], spec: Spec) -> Wire:
    """The card that a character is, with its lore."""
    ours = as_dict(character.extensions.get(OURS))
    reader = Reader(as_text(ours.get("char")) or character.name, as_text(ours.get("you")))
    extensions = {name: value for name, value in character.extensions.items() if name != OURS}
    base = {**_EMPTY, **{theirs: getattr(character, name) for name, theirs in _FIELDS.items()}}
    data: Wire = {**base, **as_dict(ours.get("card"))}
    for name, value in _fields(data, reader).items():
        if getattr(character, name) != value:
            data[_FIELDS[name]] = getattr(character, name)
    if "extensions" not in data or isinstance(data["extensions"], dict):
        data["extensions"] = extensions
    _add_own(character, data, extensions, reader, ours.get("unread"))
    lore = tuple(lore)
    if lore or "book" in ours:
        data["character_book"] = write_book(lore, as_dict(ours.get("book")), reader)
    outer = {name: data.get(name, each) for name, each in as_dict(ours.get("outer")).items()}
    return {**outer, "spec": _SPECS[spec - 2], "spec_version": f"{spec}.0", "data": data}


def _add_own(character: Character, data: Wire, extensions: Wire, reader: Reader, unread: Any) -> None:
    """What a card has no words for goes to our own extension."""
    said = {"id": slug(_fields(data, reader)["name"], "character"), **_fields(data, reader), "role": "npc"}
    plain = Character.model_validate(said)
    beyond = {
        name
        for name in Character.model_fields
        if name != "extensions" and getattr(plain, name) != getattr(character, name)
    }
    if beyond:
        told = character.model_dump(mode="json", include=beyond)
        extensions[OURS] = {**as_dict(unread), "character": told}
        data["extensions"] = extensions
    elif unread is not None:
        extensions[OURS] = unread


def lore_of(package: VNPackage, character: str) -> tuple[WorldInfo, ...]:
    """The lore of a package that came with this character's card, and goes out with it."""
    return tuple(each for each in package.global_world_info if belongs_to(each, character))
