"""How a path may be spelled by those who use the tools, and how names are shown to them."""

from __future__ import annotations

import unicodedata

from gameplan.tools.errors import ToolRefused, ToolValidationError

PRIVATE = ".gameplan"
MAX_PATH = 4_000
_MAX_LEVELS = 256
_SHOWN = 200
_JOINER = "\u200d"  # holds emoji together; harmless, and part of names


def check_spelling(path: str) -> None:
    """Refuse what cannot be a path inside the workspace. Containment does not rest on this: the opening holds it."""
    if not path:
        raise _invalid('The path is empty. The workspace itself is ".".')
    if "\0" in path:
        raise _invalid("The path contains a NUL character.")
    if any("\ud800" <= character <= "\udfff" for character in path):
        raise _invalid("The path is not valid Unicode: it contains a lone surrogate.")
    if len(path.encode()) > MAX_PATH or path.count("/") > _MAX_LEVELS:
        raise _invalid(f"The path is too long: {MAX_PATH:,} bytes and {_MAX_LEVELS} levels are allowed.")
    if "://" in path or path.lower().startswith("file:"):
        raise _invalid(f'"{shown(path)}" is an address, not a path. Give a path inside the workspace, such as "src".')
    if path.startswith("/"):
        raise outside(path, "absolute paths are not accepted")
    if path.startswith("~"):
        raise outside(path, f'"~" is not expanded; if a name really begins with it, write "./{shown(path)}"')
    if any(is_private(part) for part in path.split("/")):
        raise private()


def is_private(name: str) -> bool:
    """True for `.gameplan` in any case and Unicode form, also where the file system tells those apart."""
    return unicodedata.normalize("NFKC", name).casefold() == PRIVATE


def twin_form(name: str) -> str:
    """The same text for names that differ only in case or Unicode form, and look alike to a reader."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).casefold())


def shown(text: str, limit: int = _SHOWN) -> str:
    """Text from outside as it may stand in a line: nothing invisible, no control of the terminal, not endless."""
    cut = text[:limit]
    if not cut.isprintable():
        cut = "".join(each if each.isprintable() or each == _JOINER else _escaped(each) for each in cut)
    return cut if len(text) <= limit else cut + "…"


def outside(path: str, why: str) -> ToolRefused:
    return ToolRefused(
        f'"{shown(path)}" is not inside the workspace: {why}. Give a path relative to the workspace, such as "src".',
        code="outside_workspace",
    )


def private() -> ToolRefused:
    return ToolRefused(
        f"{PRIVATE} is Gameplan's own record of this workspace: no tool can see or touch it.", code="private_path"
    )


def _invalid(message: str) -> ToolValidationError:
    return ToolValidationError(message, code="invalid_path")


def _escaped(character: str) -> str:
    return character.encode("unicode_escape").decode("ascii")
