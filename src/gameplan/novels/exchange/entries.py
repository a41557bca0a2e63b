"""One entry of a lorebook, as `character_book` and `lorebook_v3` write it, and as `WorldInfo`.

What an entry says beyond our fields stays in `extensions`: theirs as it was, and what stood beside it under our own
name. Writing begins with what was read, and changes what has changed since; what their format has no words for goes to
our own extension. So nothing is lost in either direction.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from typing import Any, Final

from pydantic import ValidationError
from pydantic.alias_generators import to_camel

from gameplan.novels.exchange.texts import LINE, Reader, as_dict, as_text, slug, without_unseen
from gameplan.novels.package import WorldInfo

OURS: Final = "gameplan"
LOGIC: Final = ("and_any", "not_all", "not_any", "and_all")  # by the numbers that SillyTavern gives them
_DECORATORS: Final = re.compile(r"\A(?:@@[^\n]*(?:\n|\Z))+\n*")
_PATTERN: Final = re.compile(r"/.+/[a-z]*", re.DOTALL)
_SPECIAL: Final = re.compile(r"[\\^$*+?()\[\]{}|]")
_DEFAULTS: Final = WorldInfo(id="x", content="")
_DEPTH: Final = _DEFAULTS.scan_depth
_FAR: Final = 1_000_000

Wire = dict[str, Any]


def read_entry(
    raw: Wire, book: Mapping[str, Any], reader: Reader, taken: Collection[str], character: str = ""
) -> WorldInfo:
    """The lore that an entry is. `book` is what it stands in, whose settings count where it has none of its own."""
    fields = _fields(raw, book, reader)
    said = {to_camel(name): value for name, value in fields.items()}
    own = _extensions(raw).get(OURS)
    kept = _kept(raw, fields, character)
    told = own.get("entry") if isinstance(own, dict) else None
    if isinstance(told, dict):
        try:
            entry = WorldInfo.model_validate({"id": _own_id(raw), **said, **cleaned(told, reader)})
            return entry.model_copy(update={"id": _free(entry.id, taken), "extensions": kept})
        except ValidationError:
            pass
    if own is not None:
        reader.note("An entry has an extension of ours that cannot be read; it is kept as it is.")
        kept[OURS] = {**kept.get(OURS, {}), "unread": own}
    return WorldInfo.model_validate({**said, "id": _free(_own_id(raw), taken), "extensions": kept})


def write_entry(entry: WorldInfo, book: Mapping[str, Any], reader: Reader) -> Wire:
    """The entry that a lore is; what was read from one is written back as it was, but for what has changed."""
    ours = as_dict(entry.extensions.get(OURS))
    extensions = {name: value for name, value in entry.extensions.items() if name != OURS}
    raw: Wire = {**_base(entry), "extensions": extensions, **as_dict(ours.get("entry"))}
    quiet = Reader(reader.char, reader.you)
    for name in _differing(entry, raw, book, quiet):
        if name in _WRITERS:
            raw["extensions"] = extensions
            _WRITERS[name](raw, extensions, getattr(entry, name))
    beyond = _differing(entry, raw, book, quiet)
    unread = ours.get("unread")
    told = entry.model_dump(mode="json", include=set(beyond)) if beyond else {}
    if told:
        extensions[OURS] = {**as_dict(unread), "entry": told}
    elif unread is not None:
        extensions[OURS] = unread
    return {**raw, "extensions": extensions} if extensions else raw


def _differing(entry: WorldInfo, raw: Wire, book: Mapping[str, Any], reader: Reader) -> list[str]:
    said: dict[str, Any] = {"id": _own_id(raw), "audience": _DEFAULTS.audience, "reveal_if": ""}
    said |= _fields(raw, book, reader)
    return [name for name, value in said.items() if getattr(entry, name) != value]


def _fields(raw: Wire, book: Mapping[str, Any], reader: Reader) -> dict[str, Any]:
    """What an entry says, in our words."""
    extensions = _extensions(raw)
    depth = _whole(extensions.get("scan_depth"), _whole(book.get("scan_depth"), _DEPTH))
    alone = extensions.get("exclude_recursion") or extensions.get("prevent_recursion")
    logic = extensions.get("selectiveLogic")
    sensitive = extensions.get("case_sensitive")
    whole_words = extensions.get("match_whole_words")
    what = f'Lore "{_own_id(raw)}"'
    return {
        "keys": _keys(raw, "keys", reader, what),
        "secondary_keys": _keys(raw, "secondary_keys", reader, what) if raw.get("selective") else (),
        "logic": LOGIC[logic] if type(logic) is int and 0 <= logic < len(LOGIC) else "and_any",
        "content": reader.prose(_DECORATORS.sub("", as_text(raw.get("content"))), what),
        "constant": raw.get("constant") is True,
        "whole_words": whole_words if isinstance(whole_words, bool) else None,
        "case_sensitive": (sensitive if isinstance(sensitive, bool) else raw.get("case_sensitive")) is True,
        "scan_depth": 0 if extensions.get("delay_until_recursion") else min(max(depth, 0), 100),
        "order": min(max(_whole(raw.get("insertion_order"), 100), -_FAR), _FAR),
        "probability": _probability(raw, extensions),
        "group": reader.line(extensions.get("group"), what),
        **{name: max(_whole(extensions.get(name), 0), 0) for name in ("sticky", "cooldown", "delay")},
        "recursive": not alone and book.get("recursive_scanning") is not False,
    }


def _extensions(raw: Wire) -> Wire:
    return as_dict(raw.get("extensions"))


def _keys(raw: Wire, field: str, reader: Reader, what: str) -> tuple[str, ...]:
    said = raw.get(field)
    if isinstance(said, str):
        said = said.split(",")
    keys = []
    for each in said if isinstance(said, list) else []:
        key = without_unseen(as_text(each)).strip()
        if raw.get("use_regex") is True and not _PATTERN.fullmatch(key) and _SPECIAL.search(key):
            key = "/" + key.replace("/", "\\/") + "/"
        if len(key) > LINE:
            reader.note(f"{what}: a key is longer than {LINE} characters, and does not count.")
        elif key:
            keys.append(key)
    return tuple(keys)


def _probability(raw: Wire, extensions: Wire) -> float:
    """One that is switched off never comes to mind: its probability is 0."""
    if raw.get("enabled") is False:
        return 0.0
    said = extensions.get("probability")
    if extensions.get("useProbability") is False or not isinstance(said, int | float) or isinstance(said, bool):
        return 1.0
    return float(min(max(said / 100, 0.0), 1.0))


def _whole(value: Any, otherwise: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return otherwise
    return int(min(max(value, -_FAR), _FAR))


def _own_id(raw: Wire) -> str:
    """The id that an entry gets when nothing else has it."""
    keys = raw.get("keys")
    first = keys[0] if isinstance(keys, list) and keys else ""
    named = next((text for each in (raw.get("name"), raw.get("comment"), first) if (text := as_text(each).strip())), "")
    return slug(named[:LINE], "lore")


def _free(id: str, taken: Collection[str]) -> str:
    return id if id not in taken else slug(id, "lore", taken)


def _kept(raw: Wire, fields: Mapping[str, Any], character: str) -> Wire:
    """Their extensions as they are, and beside them what else the entry says and we would not write so by ourselves."""
    kept = {name: value for name, value in _extensions(raw).items() if name != OURS}
    base = _base(WorldInfo.model_validate({**fields, "id": "x"}))
    rest = {name: value for name, value in raw.items() if not (name in base and same(base[name], value))}
    if isinstance(rest.get("extensions"), dict):
        del rest["extensions"]
    ours: Wire = {"entry": rest} if rest else {}
    if character:
        ours["character"] = character
    return {**kept, OURS: ours} if ours else kept


def same(one: Any, other: Any) -> bool:
    return type(one) is type(other) and bool(one == other)


def _base(entry: WorldInfo) -> Wire:
    """An entry that says what every entry must."""
    return {
        "keys": list(entry.keys),
        "content": entry.content,
        "enabled": True,
        "insertion_order": entry.order,
        "case_sensitive": entry.case_sensitive,
        "use_regex": _are_patterns(entry.keys, entry.secondary_keys),
        "constant": entry.constant,
        "selective": bool(entry.secondary_keys),
        "secondary_keys": list(entry.secondary_keys),
    }


def _are_patterns(keys: tuple[str, ...], others: tuple[str, ...] = ()) -> bool:
    """Whether an entry says that its keys are patterns: it is said of all of them, or of none."""
    return bool(keys) and all(map(_PATTERN.fullmatch, (*keys, *others)))


def cleaned(value: Any, reader: Reader) -> Any:
    """What our own extension says, written by who knows whom."""
    match value:
        case str():
            return reader.plain(value, "An extension")
        case list():
            return [cleaned(each, reader) for each in value]
        case dict():
            return {name: cleaned(each, reader) for name, each in value.items()}
        case _:
            return value


# -- what changed since it was read, in their words


def _write_keys(raw: Wire, extensions: Wire, keys: tuple[str, ...]) -> None:
    raw["keys"] = list(keys)
    raw["use_regex"] = _are_patterns(keys)


def _write_secondary(raw: Wire, extensions: Wire, keys: tuple[str, ...]) -> None:
    raw["secondary_keys"] = list(keys)
    raw["selective"] = bool(keys)


def _write_case(raw: Wire, extensions: Wire, value: bool) -> None:
    raw["case_sensitive"] = value
    if "case_sensitive" in extensions:
        extensions["case_sensitive"] = value


def _write_depth(raw: Wire, extensions: Wire, value: int) -> None:
    extensions["scan_depth"] = value
    if extensions.get("delay_until_recursion"):
        extensions["delay_until_recursion"] = False


def _write_probability(raw: Wire, extensions: Wire, value: float) -> None:
    raw["enabled"] = True
    percent = round(value * 100, 6)
    extensions["probability"] = int(percent) if percent == int(percent) else percent
    extensions["useProbability"] = True


def _write_recursive(raw: Wire, extensions: Wire, value: bool) -> None:
    extensions["exclude_recursion"] = extensions["prevent_recursion"] = not value


def _write_logic(raw: Wire, extensions: Wire, value: str) -> None:
    extensions["selectiveLogic"] = LOGIC.index(value)


def _in(name: str) -> Callable[[Wire, Wire, Any], None]:
    def write(raw: Wire, extensions: Wire, value: Any) -> None:
        raw[name] = value

    return write


def _in_extensions(name: str) -> Callable[[Wire, Wire, Any], None]:
    def write(raw: Wire, extensions: Wire, value: Any) -> None:
        extensions[name] = value

    return write


_WRITERS: Final[Mapping[str, Callable[[Wire, Wire, Any], None]]] = {
    "keys": _write_keys,
    "secondary_keys": _write_secondary,
    "logic": _write_logic,
    "content": _in("content"),
    "constant": _in("constant"),
    "whole_words": _in_extensions("match_whole_words"),
    "case_sensitive": _write_case,
    "scan_depth": _write_depth,
    "order": _in("insertion_order"),
    "probability": _write_probability,
    "group": _in_extensions("group"),
    "sticky": _in_extensions("sticky"),
    "cooldown": _in_extensions("cooldown"),
    "delay": _in_extensions("delay"),
    "recursive": _write_recursive,
}
