"""`gameplan novels export`: a novel for other programs."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gameplan.cli.errors import ExitCode, UserError
from gameplan.cli.novels.options import NOVEL

if TYPE_CHECKING:
    from gameplan.novels.package import Character
    from gameplan.novels.shelf import Volume

_FORMS = {
    "renpy": "Open it with the Ren'Py launcher, or: renpy {out}",
    "ink": "Open story.ink in Inky, or compile it with inklecate or inkjs.",
    "html": "Open {out}/index.html in a browser; it needs no network.",
    "vnpkg": "Read it in again: gameplan novels import {out}",
    "charx": "Each .charx opens in programs that read character cards (V3).",
}
_DOES = {"renpy": "Making it for Ren'Py: drawing the portraits it shows …"}  # what may take long
_PICTURES = ("image/png", "image/jpeg", "image/webp")  # cards have no drawings
_WIDTH = 600


def export(
    novel: Annotated[str, NOVEL],
    to: Annotated[str, typer.Option("--to", help=f"{', '.join(_FORMS)}.", metavar="FORM", show_default=False)],
    out: Annotated[
        Path | None,
        typer.Option(help="The folder, or for vnpkg the file. Default: NOVEL-FORM here.", metavar="PATH"),
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Also where something is; that is kept beside it.")] = False,
) -> None:
    """Export a novel: to Ren'Py, to ink, as a page that plays by itself, as one file, or as character cards.

    It is written to a folder of its own, all of it or nothing.

    Exit codes: 0 written; 1 it could not be made or written; 2 usage, or the novel cannot be read.
    """
    from gameplan.cli.layout import counted, make_console
    from gameplan.cli.novels.known import find_novel
    from gameplan.cli.novels.lines import Busy, say
    from gameplan.cli.novels.writing_out import must_be_free, write_one, write_out

    if to not in _FORMS:
        raise UserError(f'There is no export to "{to}". There are: {", ".join(_FORMS)}.')
    console, volume = make_console(), find_novel(novel)
    name = volume.package.package_id or "novel"
    if to == "vnpkg":
        from gameplan.novels.shelf import pack

        at = out or Path(f"{name}.vnpkg")
        aside = write_one(at, pack(volume), force=force)
        say(console, f"Written: {at}", "green")
    else:
        at = out or Path(f"{name}-{to}")
        must_be_free(at, force=force)
        with Busy(console).while_(_DOES.get(to, f"Making it for {to} …"), plain=to in _DOES):
            files = _files(volume, to)
        aside = write_out(at, files, force=force)
        say(console, f"Written: {at}, {counted(len(files), 'file')}", "green")
    if aside is not None:
        say(console, f"What was there before: {aside}", "dim")
    say(console, _FORMS[to].format(out=at), "cyan")


def _files(volume: Volume, to: str) -> Mapping[str, bytes | str]:
    if to == "charx":
        return {f"{each.id}.charx": _charx(volume, each) for each in volume.package.characters}
    from gameplan.novels.export import compile_story

    try:
        story = compile_story(volume.package)
    except ValueError as error:
        said = f"It cannot be exported: {error} `gameplan novels check` says what is missing."
        raise UserError(said, ExitCode.ENDED_OTHERWISE) from None
    match to:
        case "renpy":
            from gameplan.novels.assets.raster import NoRasterizer
            from gameplan.novels.export.renpy import write_renpy

            try:
                return write_renpy(story, volume.assets)
            except NoRasterizer as missing:
                raise UserError(str(missing), ExitCode.ENDED_OTHERWISE) from None
        case "ink":
            from gameplan.novels.export.ink import write_ink

            return {**write_ink(story), **volume.assets}
        case _:
            from gameplan.novels.export.html import write_html

            return write_html(story, volume.assets)


def _charx(volume: Volume, character: Character) -> bytes:
    """A card of a character, with its portraits."""
    from gameplan.novels.assets.owned import portrait_of
    from gameplan.novels.exchange import lore_of, write_charx

    pictures = {}
    for expression in ("neutral", *character.expressions):
        asset = portrait_of(volume.package, character.id, expression)
        picture = _pixels(volume.assets.get(asset.path, b""), asset.mime) if asset is not None else b""
        if asset is not None and picture:
            pictures[asset.expression or expression] = picture
    return write_charx(character, lore_of(volume.package, character.id), pictures=pictures)


def _pixels(content: bytes, mime: str) -> bytes:
    """A picture as cards can have it; nothing if it cannot be."""
    from gameplan.novels.assets.raster import NoRasterizer, png_of

    if mime in _PICTURES:
        return content
    if mime != "image/svg+xml":
        return b""
    try:
        return png_of(content.decode(), _WIDTH)
    except (NoRasterizer, ValueError):
        return b""
