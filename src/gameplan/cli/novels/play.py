"""`gameplan novels play`: a novel in the terminal, told by the house storyteller or by a model."""

from __future__ import annotations

import asyncio
import sys
from typing import TYPE_CHECKING, Annotated

import typer

from gameplan.cli.errors import ExitCode, UserError

if TYPE_CHECKING:
    from rich.console import Console

    from gameplan.cli.novels.plays import Listed
    from gameplan.novels.package import VNPackage
    from gameplan.novels.play import Book, Play
    from gameplan.novels.play.events import PlayAsked
    from gameplan.runtime import SqliteJournal

_LONGEST_SEED = 200


def play(
    novel: Annotated[
        str | None,
        typer.Argument(
            help="A novel on the shelf, a folder, a .vnpkg, or `sample` (the default).",
            metavar="[NOVEL]",
            show_default=False,
        ),
    ] = None,
    resume: Annotated[
        bool, typer.Option("--resume", "-r", help="Go on with the newest play, of this novel or of any.")
    ] = False,
    which: Annotated[
        str, typer.Option("--play", help="Go on with this play; `novels list` names them.", metavar="PLAY")
    ] = "",
    seed: Annotated[
        str | None,
        typer.Option(
            help="The dice: the same seed and choices give the same play. Default: new ones.", show_default=False
        ),
    ] = None,
    model: Annotated[
        str | None,
        typer.Option(
            help="Who tells it. Default: the model that is set, else house:storyteller, a program.",
            metavar="MODEL",
            show_default=False,
        ),
    ] = None,
    director: Annotated[
        str | None,
        typer.Option(help="A model that chooses among what the rules allow.", metavar="MODEL", show_default=False),
    ] = None,
    offline: Annotated[bool, typer.Option("--offline", help="The house tells it, also if a model is set.")] = False,
) -> None:
    """Play a novel: read, choose by number, save, go back, try another branch, to one of its endings.

    `?` tells what else can be typed. A play is on the record with each choice: leave it, close the window, or lose the
    power, and --resume goes on where it stood. A new version of the novel is fitted to it, and you are told.

    Without a terminal, lines are read from the standard input.

    Exit codes: 0 played to an end, or left; 2 usage, or the novel cannot be read; 130 Ctrl-C, and the play is kept.
    """
    from gameplan.cli.layout import make_console
    from gameplan.cli.novels.known import SAMPLE
    from gameplan.settings.places import open_journal

    if seed is not None and not 0 < len(seed) <= _LONGEST_SEED:
        raise UserError(f"A seed has from 1 to {_LONGEST_SEED} characters.")
    console = make_console()
    with open_journal(create=True) as journal:
        if resume or which:
            if seed is not None:
                raise UserError("A play keeps the seed that it was begun with: leave --seed or --resume out.")
            _go_on(journal, console, novel, which, (model, director), offline=offline)
            return
        _begin(journal, console, novel or SAMPLE, seed, (model, director), offline=offline)


def _begin(
    journal: SqliteJournal,
    console: Console,
    novel: str,
    seed: str | None,
    who: tuple[str | None, str | None],
    *,
    offline: bool,
) -> None:
    from gameplan.cli.novels.known import look_up
    from gameplan.cli.novels.lines import say
    from gameplan.cli.novels.plays import begun, plays
    from gameplan.cli.novels.who import checked, teller_for
    from gameplan.novels.play.events import PlayAsked

    found = look_up(novel)
    book = _book(found.volume.package)
    package_id = found.volume.package.package_id or found.word
    left = next((each for each in plays(journal, package_id) if not each.ended), None)
    if left is not None and _wants_on(console, left, novel, new=seed is not None):
        _go_on(journal, console, novel, left.session_id, who, offline=offline)
        return
    model = teller_for(who[0], offline=offline)
    asked = PlayAsked(found.word, package_id, book.package.title, model, checked(who[1]) if who[1] else "")
    with begun(journal, book, asked, seed) as game:
        told = "told by the house storyteller, a program" if model.startswith("house:") else f"told by {model}"
        say(console, f"{book.package.title}, {told}", "bold")
        if book.package.content_notes:
            say(console, f"It has in it: {'; '.join(book.package.content_notes)}.", "dim")
        _play(journal, console, game, asked)


def _wants_on(console: Console, left: Listed, novel: str, *, new: bool) -> bool:
    """Whether to go on with a play that was left. Without a terminal nobody is asked."""
    from gameplan.cli.novels.lines import read_line, say
    from gameplan.cli.typed import Left

    if new or not left.turn:
        return False
    if not sys.stdin.isatty():
        say(console, f"(You left a play of it at turn {left.turn}: gameplan novels play {novel} --resume)", "dim")
        return False
    try:
        answer = read_line(console, f"You left a play of it at turn {left.turn}. Go on with it? [Y/n] ").lower()
    except Left:
        return False
    return not answer.startswith("n")


def _go_on(
    journal: SqliteJournal,
    console: Console,
    novel: str | None,
    which: str,
    who: tuple[str | None, str | None],
    *,
    offline: bool,
) -> None:
    from dataclasses import replace

    from gameplan.cli.novels.known import look_up
    from gameplan.cli.novels.lines import say
    from gameplan.cli.novels.plays import find_play, play_again
    from gameplan.cli.novels.who import checked, teller_for

    package_id = ""
    if novel is not None:
        found = look_up(novel)
        package_id = found.volume.package.package_id or found.word
    listed = find_play(journal, which, package_id)
    book = _book(look_up(novel or listed.asked.novel).volume.package)
    asked = listed.asked
    if who[0] is not None or offline:
        asked = replace(asked, model=teller_for(who[0], offline=offline))
    asked = replace(asked, model=checked(asked.model), director=checked(who[1]) if who[1] else asked.director)
    with play_again(journal, listed, book) as game:
        say(console, f"{book.package.title}, at turn {game.state.turn}. You left it here:", "bold")
        if game.moment.package_hash != game.started.package_hash:
            say(console, f"The novel has changed since you began: this is version {book.package.version}.", "yellow")
            for note in game.moment.notes or ("Everything you have done fits it.",):
                say(console, note, "yellow")
        _play(journal, console, game, asked)


def _book(package: VNPackage) -> Book:
    from gameplan.novels.play import Book

    try:
        return Book(package)
    except ValueError as error:
        raise UserError(f"It cannot be played: {error} `gameplan novels check` says what is missing.") from None


def _play(journal: SqliteJournal, console: Console, game: Play, asked: PlayAsked) -> None:
    from gameplan.cli.novels.lines import say
    from gameplan.cli.novels.plays import talk_of
    from gameplan.cli.novels.reading import Reader
    from gameplan.cli.typed import Left, interrupted_at_once, only_closing
    from gameplan.novels.play import DirectorModel
    from gameplan.novels.telling.storyteller import Storyteller

    play_id = game.session.session_id
    telling = talk_of(journal, play_id, "storyteller", asked.model)
    directing = talk_of(journal, play_id, "director", asked.director) if asked.director else None
    director = DirectorModel(game.book, asked.director, session=directing) if asked.director else None
    teller = Storyteller(game.book.package, asked.model, session=telling)
    reader = Reader(game, teller, console, director=director, who=asked.model)
    kept = f"The play is kept. Go on with it: gameplan novels play --play {play_id.rpartition('-')[2]}"
    try:
        with interrupted_at_once():
            asyncio.run(reader.play())
    except Left:
        say(console, f"You leave the story. {kept}", "dim")
    except KeyboardInterrupt:
        only_closing()
        say(console, f"\n{kept}", "dim")
        raise typer.Exit(int(ExitCode.CANCELLED)) from None
    finally:
        telling.close()
        if directing is not None:
            directing.close()
