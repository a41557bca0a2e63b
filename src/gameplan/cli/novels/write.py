"""`gameplan novels write`: a new novel from a premise, planned step by step before one's eyes."""

from __future__ import annotations

import asyncio
import os
import re
import shlex
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gameplan.cli.errors import ExitCode, UserError

if TYPE_CHECKING:
    from collections.abc import Callable

    from rich.console import Console

    from gameplan.cli.novels.drafts import DraftAt
    from gameplan.cli.novels.proving import Prover
    from gameplan.novels.authoring import DraftSession
    from gameplan.novels.package import VNPackage
    from gameplan.novels.shelf import Shelf, Volume

_LANGUAGES = ("en", "de")
_TAG = re.compile(r"[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*")
_LONGEST = 4_000
WHO, HOW, WHERE = "Who writes", "How it is made", "Where it goes"


def write(
    premise: Annotated[
        str | None, typer.Option("--premise", "-p", help="What it is about, in a sentence or two.", show_default=False)
    ] = None,
    resume: Annotated[
        str | None,
        typer.Option("--resume", help="Go on with a draft: its name, or last.", metavar="DRAFT", show_default=False),
    ] = None,
    model: Annotated[
        str | None,
        typer.Option(
            "--model",
            help="A model; `gameplan models` shows which. Default: the one that is set, else house:author.",
            metavar="MODEL",
            show_default=False,
            rich_help_panel=WHO,
        ),
    ] = None,
    offline: Annotated[
        bool, typer.Option("--offline", help="The house author writes: no key, no network.", rich_help_panel=WHO)
    ] = False,
    seed: Annotated[
        int,
        typer.Option(
            help="Another seed makes another novel of the same premise (house author).", min=0, rich_help_panel=WHO
        ),
    ] = 1,
    language: Annotated[str, typer.Option(help="Its tag; without a model: en or de.", rich_help_panel=HOW)] = "en",
    pictures: Annotated[
        str,
        typer.Option(help="Who draws: house, openai, google, or none.", metavar="WHO", rich_help_panel=HOW),
    ] = "house",
    no_pictures: Annotated[
        bool, typer.Option("--no-pictures", help="The same as --pictures none.", rich_help_panel=HOW)
    ] = False,
    plays: Annotated[
        int,
        typer.Option(
            help="How often each of five kinds of player plays it in the proof; 0: it is only looked through.",
            min=0,
            max=2_000,
            metavar="N",
            rich_help_panel=HOW,
        ),
    ] = 200,
    ask: Annotated[
        bool | None,
        typer.Option(
            "--ask/--yes",
            "/-y",
            help="Ask after each step, or never. Default: ask at a terminal.",
            show_default=False,
            rich_help_panel=HOW,
        ),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(help="A shelf of its own; default: yours.", metavar="DIR", rich_help_panel=WHERE),
    ] = None,
) -> None:
    """Write a new novel with a co-author: premise, people, acts, places, scenes, pictures; then it is proved and kept.

    You see each step as it is made. At a terminal you are asked after each: Enter goes on, `change mara name "…"`
    changes anything, `undo` takes it back, `q` leaves. The draft is on the record from its first step, so that a
    window that is closed loses nothing: --resume last.

    Without a model the house author writes: a program, so that it costs nothing and the same premise and seed give the
    same novel. With one, it works with the same tools; you can talk with it (`say …`).

    Exit codes: 0 written, or left with q; 1 it was not finished, the proof found errors, or a budget was used up; 2
    usage; 3 the model failed; 4 nothing more was typed, and the draft waits for you; 130 Ctrl-C, and the draft is kept.
    """
    from gameplan.cli.layout import make_console
    from gameplan.cli.novels.drafts import begun, draft_again
    from gameplan.cli.novels.pictures import NONE, checked_pictures
    from gameplan.cli.novels.who import author_for
    from gameplan.novels.authoring.events import WriteAsked
    from gameplan.settings.places import open_journal

    console = make_console()
    asks = sys.stdin.isatty() if ask is None else ask
    if resume is not None:
        if premise is not None:
            raise UserError("--premise begins a new draft, --resume goes on with one: give one of them.")
        with open_journal(begin='gameplan novels write --premise "…"') as journal, draft_again(journal, resume) as at:
            changed = author_for(model, offline=offline) if model is not None or offline else at.asked.model
            _must_know(changed, at.asked.language)
            _write(_by(at, changed), console, asks=asks, again=True)
        return
    if premise is None and sys.stdin.isatty():
        premise = _asked_for(console)
    words = " ".join((premise or "").split())
    if not words:
        raise UserError('Say what it is about: --premise "A lighthouse keeper finds a door in the tide."')
    if len(words) > _LONGEST:
        raise UserError(f"A premise has {_LONGEST:,} characters at most; this one has {len(words):,}. Tell less of it.")
    if out is not None:
        _must_be_a_shelf(out)
    author = author_for(model, offline=offline)
    _must_know(author, language)
    asked = WriteAsked(
        premise=words,
        model=author,
        seed=seed,
        language=language,
        pictures=NONE if no_pictures else checked_pictures(pictures),
        plays=plays,
        out=str(out.absolute()) if out is not None else "",
    )
    with open_journal(create=True) as journal, begun(journal, asked) as at:
        _write(at, console, asks=asks)


def _must_know(author: str, language: str) -> None:
    """A model writes in any language; the house author in two."""
    from gameplan.cli.novels.who import AUTHOR

    if not _TAG.fullmatch(language):
        raise UserError(f"{language!r} is no language. Give its tag: en, de, pt-BR.")
    if author == AUTHOR and language.lower().partition("-")[0] not in _LANGUAGES:
        known = " and ".join(_LANGUAGES)
        raise UserError(f"The house author writes {known}, not {language!r}. A model does: --model NAME.")


def _must_be_a_shelf(folder: Path) -> None:
    """It is seen before a novel is written whether it can be kept there."""
    at = folder.absolute()
    there = next(each for each in (at, *at.parents) if each.exists() or each.is_symlink())
    if not there.is_dir():
        raise UserError(f"{there} is not a folder. Give another: --out DIR.")
    if not os.access(there, os.W_OK | os.X_OK):
        raise UserError(f"Nothing can be written in {there}. Give another folder: --out DIR.")


def _asked_for(console: Console) -> str:
    """The premise, as it is typed."""
    from gameplan.cli.novels.lines import read_line, say
    from gameplan.cli.typed import Left

    say(console, "What is it about? A sentence or two; names and places in it are kept.", "bold")
    try:
        return read_line(console, "> ")
    except Left:
        return ""


def _by(at: DraftAt, model: str) -> DraftAt:
    """The draft, written on by another."""
    return replace(at, asked=replace(at.asked, model=model))


def _write(at: DraftAt, console: Console, *, asks: bool, again: bool = False) -> None:
    from gameplan.cli.novels.lines import say
    from gameplan.cli.novels.who import AUTHOR
    from gameplan.cli.typed import Left, interrupted_at_once, only_closing

    who = "the house author: a program, no key, no network" if at.asked.model == AUTHOR else at.asked.model
    say(console, f"{'Again at the draft' if again else 'A new draft'}, {at.name}. It is written by {who}.", "bold")
    kept = f"The draft is kept. Go on with it: gameplan novels write --resume {at.name}"
    try:
        with interrupted_at_once():
            asyncio.run(_written(at, console, asks=asks, again=again))
    except Left as left:
        say(console, kept, "dim")
        raise typer.Exit(int(ExitCode.WAITING if left.ended else ExitCode.FINISHED)) from None
    except KeyboardInterrupt:
        only_closing()
        say(console, f"\n{kept}", "dim")
        raise typer.Exit(int(ExitCode.CANCELLED)) from None


async def _written(at: DraftAt, console: Console, *, asks: bool, again: bool) -> None:
    from gameplan.agents import EndedBy
    from gameplan.cli.novels.at_the_desk import AtTheDesk, Remark
    from gameplan.cli.novels.coauthor import Watched, request_for
    from gameplan.cli.novels.lines import Busy, say
    from gameplan.cli.novels.steps import Shown
    from gameplan.cli.novels.who import AUTHOR, budget_for
    from gameplan.novels.authoring import run_coauthor
    from gameplan.novels.authoring.coauthor import FINAL

    desk, prover = desk_of(at, console)
    shown, busy = Shown(desk, console), Busy(console)
    house = at.asked.model == AUTHOR
    person = AtTheDesk(desk, shown, console, house=house) if asks else None
    watched = Watched(at.asked.model, desk, prover, person, busy, console)
    shown.before_it_is_kept = watched.tell_proof
    request = request_for(at)
    if again:
        _say_where(console, desk)
    try:
        while True:
            try:
                result = await run_coauthor(
                    watched, desk, request, alone=person is None, session=at.talk, budget=budget_for()
                )
            except Remark as remark:
                request = remark.text
                continue
            finally:
                busy.end()
            watched.tell_proof()
            if result.terminal_tool == FINAL:
                _say_done(at, console)
                return
            if result.ended_by is not EndedBy.FINISHED or person is None:
                break
            say(console, f"\n{result.text}\n", "magenta")
            if house:
                break
            request = await person.answer() or "Go on."
        why = result.detail or result.text or str(result.ended_by)
        if result.ended_by is EndedBy.STOPPED:
            why = f"{at.asked.model} talked instead of calling a tool. Try another model, or --offline."
        say(console, f"It is not finished: {_refused(at) or why}", "yellow")
        say(console, f"The draft is kept. Go on with it: gameplan novels write --resume {at.name}", "dim")
        failed = result.ended_by is EndedBy.MODEL_ERROR
        raise typer.Exit(int(ExitCode.MODEL_ERROR if failed else ExitCode.ENDED_OTHERWISE))
    finally:
        shown.close()


def _refused(at: DraftAt) -> str:
    """Why no package was made when the co-author last wanted one."""
    from gameplan.novels.authoring.coauthor import FINAL
    from gameplan.tools import ToolInvoked

    tried = [each for each in at.talk.events_of(ToolInvoked) if each.tool == FINAL]
    return tried[-1].text if tried and tried[-1].status == "refused" else ""


def desk_of(at: DraftAt, console: Console) -> tuple[DraftSession, Prover]:
    """The desk of a draft: with who draws, who proves, and the shelf on which the novel is put."""
    from gameplan.cli.novels.known import the_shelf
    from gameplan.cli.novels.pictures import illustrator_for
    from gameplan.cli.novels.proving import Prover
    from gameplan.novels.authoring import DraftSession
    from gameplan.novels.authoring.events import DraftOpened, PackageFinalized
    from gameplan.novels.checks import check_package

    prover = Prover(at.asked.plays)

    def id_() -> str:
        made = at.session.events_of(PackageFinalized)
        return made[-1].package_id if made else ""

    save = saver(prover, lambda: (the_shelf(at.shelf), id_()))
    illustrator = illustrator_for(at.asked.pictures, at.asked.language)
    if at.session.events_of(DraftOpened):
        desk = DraftSession(at.session, illustrator=illustrator, check=check_package, prove=prover, save=save)
    else:
        desk = DraftSession.start(
            at.session,
            language=at.asked.language,
            illustrator=illustrator,
            check=check_package,
            prove=prover,
            save=save,
        )
    return desk, prover


def saver(
    prover: Prover, where: Callable[[], tuple[Shelf, str]], old: Volume | None = None
) -> Callable[[VNPackage], VNPackage]:
    """Keeps a package on a shelf, with its pictures (those of an older version too) and what the proof found."""
    from gameplan.cli.novels.pictures import volume_of

    def save(package: VNPackage) -> VNPackage:
        shelf, id_ = where()
        volume = volume_of(package.model_copy(update={"package_id": id_}), old)
        return shelf.save(prover.with_reports(volume)).package

    return save


def _say_where(console: Console, desk: DraftSession) -> None:
    from gameplan.cli.novels.lines import say
    from gameplan.novels.authoring import draft_text

    for line in draft_text(desk.draft).splitlines():
        say(console, line, "dim", 2)


def _say_done(at: DraftAt, console: Console) -> None:
    from gameplan.cli.novels.lines import say
    from gameplan.novels.authoring.events import PackageFinalized

    made = at.session.events_of(PackageFinalized)[-1]
    word = shlex.quote(at.asked.out or made.package_id)
    say(console, f"Play it:    gameplan novels play {word}", "cyan")
    say(console, f'Change it:  gameplan novels change {word} PERSON name "…"', "cyan")
    say(console, f"Take it on: gameplan novels export {word} --to renpy --out FOLDER", "cyan")
