"""`gameplan novels import`: novels, characters and lore from elsewhere."""

from __future__ import annotations

import asyncio
import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, cast, get_args

import typer

from gameplan.cli.errors import ExitCode, UserError
from gameplan.cli.novels.options import PLAYS

if TYPE_CHECKING:
    from rich.console import Console

    from gameplan.novels.authoring import DraftSession
    from gameplan.novels.package import Role

_LARGEST = 200_000_000


def import_file(
    file: Annotated[Path, typer.Argument(help="A .vnpkg or a folder; a character card; a lorebook.", metavar="FILE")],
    into: Annotated[
        str | None,
        typer.Option(
            "--into", help="The novel that a character or lore is put into.", metavar="NOVEL", show_default=False
        ),
    ] = None,
    role: Annotated[
        str, typer.Option(help="What a character is in it: ally, antagonist, npc.", metavar="ROLE")
    ] = "npc",
    plays: Annotated[int, PLAYS] = 200,
) -> None:
    """Import a novel (.vnpkg), or put a character card (PNG, .charx, JSON) or a lorebook (JSON) into one of yours.

    What a card or a lorebook says beyond what we know is kept, and goes out with it again. The novel is proved again
    and kept as a new version; the old one stays.

    Exit codes: 0 imported; 1 the proof found errors, and nothing was kept; 2 usage, or the file cannot be read.
    """
    from gameplan.cli.layout import make_console
    from gameplan.cli.novels.known import the_shelf
    from gameplan.cli.novels.lines import say
    from gameplan.novels.exchange import ExchangeError
    from gameplan.novels.shelf import PackageError
    from gameplan.tools import ToolRefused

    console = make_console()
    try:
        if into is None and (file.is_dir() or _is_package(file)):
            saved = the_shelf().import_file(file).package
            say(console, f"Imported: {saved.title}, version {saved.version}", "green")
            say(console, f"Play it: gameplan novels play {saved.package_id}", "cyan")
            return
        content = _content(file)
        if into is None:
            raise UserError(
                f"{file.name} is no novel. A character card or a lorebook is put into one: "
                f"gameplan novels import {file} --into NOVEL"
            )
        name = asyncio.run(_put(console, content, into, role, plays))
        say(console, f"Play it: gameplan novels play {shlex.quote(name)}", "cyan")
    except (PackageError, ExchangeError) as error:
        raise UserError(str(error)) from None
    except ToolRefused as error:
        needs = "".join(f"\n  {each}" for each in error.needs)
        raise UserError(f"{error.message}{needs}", ExitCode.ENDED_OTHERWISE) from None
    except KeyboardInterrupt:
        raise typer.Exit(int(ExitCode.CANCELLED)) from None


def _content(file: Path) -> bytes:
    try:
        if file.stat().st_size > _LARGEST:
            raise UserError(f"{file} is larger than {_LARGEST:,} bytes.")
        return file.read_bytes()
    except OSError as error:
        raise UserError(f"{file} cannot be read: {error.strerror}.") from None


def _is_package(file: Path) -> bool:
    """Whether it is a zip file with a package in it; a `.charx` is a zip file, too."""
    content = _content(file)
    return file.suffix == ".vnpkg" or (
        content.startswith(b"PK") and b"package.json" in content and b"card.json" not in content
    )


async def _put(console: Console, content: bytes, into: str, role: str, plays: int) -> str:
    from gameplan.cli.novels.change import desk_for, finalized
    from gameplan.cli.novels.known import look_up
    from gameplan.cli.novels.steps import Shown
    from gameplan.novels.package import Role as Roles

    if role not in get_args(Roles):
        raise UserError(f'There is no role "{role}". There are: {", ".join(get_args(Roles))}.')
    found = look_up(into)
    desk, prover = desk_for(found, "none", plays)
    shown = Shown(desk, console)
    try:
        await _add(console, desk, content, cast("Role", role))
    finally:
        shown.close()
    return found.newest(await finalized(console, desk, prover))


async def _add(console: Console, desk: DraftSession, content: bytes, role: Role) -> None:
    from gameplan.cli.novels.lines import say
    from gameplan.novels.exchange import ExchangeError, read_card, read_lorebook

    draft = desk.draft
    assert draft.premise is not None, "a finished novel has a premise"
    people = [each.id for each in draft.characters]
    lore_ids = [each.id for each in draft.premise.global_world_info]
    lore_ids += [each.id for act in draft.acts for each in act.scenario_world_info]
    hero = next((each.name for each in draft.characters if each.role == "protagonist"), "the protagonist")
    try:
        card = read_card(content, role=role, taken=people, lore_taken=lore_ids, you=hero)
        lore, notes = card.lore, card.notes
        await desk.propose_character(card.character)
    except ExchangeError as error:
        if error.code != "unknown_format":
            raise
        book = read_lorebook(content, taken=lore_ids, you=hero)
        lore, notes = book.entries, book.notes
    if lore:
        new: list[Any] = [
            each.model_dump(mode="json", by_alias=True) for each in (*draft.premise.global_world_info, *lore)
        ]
        await desk.update_element("premise", "", {"globalWorldInfo": new})
    for note in notes:
        say(console, note, "dim")
