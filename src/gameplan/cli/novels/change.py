"""`gameplan novels change`: one thing about a finished novel, changed, proved again, and kept as a new version."""

from __future__ import annotations

import asyncio
import shlex
from typing import TYPE_CHECKING, Annotated

import typer

from gameplan.cli.errors import ExitCode, UserError
from gameplan.cli.novels.options import NOVEL, PLAYS

if TYPE_CHECKING:
    from rich.console import Console

    from gameplan.cli.novels.changing import Wish
    from gameplan.cli.novels.known import Found
    from gameplan.cli.novels.proving import Prover
    from gameplan.novels.authoring import DraftSession


def change(
    novel: Annotated[str, NOVEL],
    element: Annotated[
        str,
        typer.Argument(
            help="Whom or what: an id such as mara, act_1/harbour, premise. Without it, all there are.",
            metavar="[ELEMENT]",
        ),
    ] = "",
    field: Annotated[
        str, typer.Argument(help="What about it. Without it, all of it is shown.", metavar="[FIELD]")
    ] = "",
    value: Annotated[str, typer.Argument(help="How it is to be.", metavar="[VALUE]", show_default=False)] = "",
    pictures: Annotated[
        str, typer.Option(help="Who draws again what looks otherwise: house, openai, google, or none.", metavar="WHO")
    ] = "house",
    plays: Annotated[int, PLAYS] = 200,
) -> None:
    """Change something about a finished novel. It is proved again, and kept as a new version; the old one stays.

    A character's new name is used in every scene. A new `id` renames it in every reference. Numbers and lists are
    written as in JSON; a list of words also with semicolons between them.

    Exit codes: 0 changed; 1 it was changed, but the proof found errors, and the old version stays; 2 usage.
    """
    from gameplan.cli.layout import make_console
    from gameplan.cli.novels.changing import wish_of
    from gameplan.cli.novels.known import look_up
    from gameplan.cli.novels.lines import say
    from gameplan.cli.novels.pictures import checked_pictures
    from gameplan.tools import ToolRefused

    console, found = make_console(), look_up(novel)
    desk, prover = desk_for(found, checked_pictures(pictures), plays)
    if not field:
        _show(console, desk, element, novel)
        return
    if not value:
        raise UserError(f'Say how it is to be: gameplan novels change {novel} {element} {field} "…"')
    wish = wish_of(desk.draft, element, field, value)
    try:
        kept = asyncio.run(_changed(console, desk, prover, wish))
    except ToolRefused as error:
        needs = "".join(f"\n  {each}" for each in error.needs)
        raise UserError(f"{error.message}{needs}", ExitCode.ENDED_OTHERWISE) from None
    except KeyboardInterrupt:
        raise typer.Exit(int(ExitCode.CANCELLED)) from None
    if kept:
        say(console, f"Play it: gameplan novels play {shlex.quote(found.newest(kept))}", "cyan")


def desk_for(found: Found, pictures: str, plays: int) -> tuple[DraftSession, Prover]:
    """A desk at which a finished novel is changed; what is made of it is the next version of it."""
    from gameplan.cli.novels.pictures import illustrator_for
    from gameplan.cli.novels.proving import Prover
    from gameplan.cli.novels.write import saver
    from gameplan.novels.authoring import DraftSession
    from gameplan.novels.package import VNPackage

    package, prover = found.volume.package, Prover(plays)
    id_ = "" if found.word == "sample" else package.package_id
    kept = saver(prover, lambda: (found.shelf, id_), found.volume)

    def save(new: VNPackage) -> VNPackage:
        return kept(new.model_copy(update={"extensions": package.extensions}))

    return DraftSession.of(
        package, illustrator=illustrator_for(pictures, package.language), prove=prover, save=save
    ), prover


async def finalized(console: Console, desk: DraftSession, prover: Prover) -> str:
    """Prove the draft and keep it; warnings are shown, and do not stop it. Returns the name of the novel."""
    from gameplan.cli.novels.lines import Busy
    from gameplan.cli.novels.proving import show_findings, summed_up
    from gameplan.cli.novels.steps import row
    from gameplan.tools import ToolRefused

    title = desk.draft.premise.title if desk.draft.premise is not None else "Untitled"
    busy = Busy(console)
    with busy.while_(prover.does, plain=True):
        try:
            package, _ = await desk.finalize_package(title)
        except ToolRefused as refusal:
            if refusal.code != "WARNINGS":
                raise
            package, _ = await desk.finalize_package(title)
    assert prover.proof is not None, "a package that was made was proved"
    row(console, "Proof", summed_up(prover.proof.findings))
    show_findings(console, prover.proof.findings, package.package_id)
    row(console, "Kept", f"{package.title}: {package.package_id}, version {package.version}")
    return package.package_id


async def _changed(console: Console, desk: DraftSession, prover: Prover, wish: Wish) -> str:
    from gameplan.cli.novels.at_the_desk import tell_change
    from gameplan.cli.novels.changing import grant
    from gameplan.cli.novels.steps import Shown

    shown, before = Shown(desk, console), desk.session.seq
    try:
        told = await grant(desk, wish)
        tell_change(console, desk, told, before)
    finally:
        shown.close()
    if desk.session.seq == before:
        return ""
    return await finalized(console, desk, prover)


def _show(console: Console, desk: DraftSession, element: str, novel: str) -> None:
    from gameplan.cli.novels.changing import by_kind, element_of
    from gameplan.cli.novels.lines import say
    from gameplan.cli.novels.steps import element_lines, row

    if element:
        name = element if element == "premise" else element_of(desk.draft, element)[2]
        for line in element_lines(desk.draft, name) or [f'There is not more to say of "{name}".']:
            say(console, line)
        return
    say(console, "What can be changed:", "bold")
    for kind, ids in by_kind(desk.draft):
        row(console, kind, ids)
    say(console, f'For example: gameplan novels change {novel} PERSON name "…"', "dim")
