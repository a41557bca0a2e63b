"""`gameplan cards import`: a deck out of the deck list that a person brings along, with card data of theirs."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from gameplan.cli.errors import ExitCode, UserError

if TYPE_CHECKING:
    from gameplan.cards.pokemon.creatures import Deck
    from gameplan.cards.pokemon.deck_rules import DeckProblem
    from gameplan.cards.pokemon.importing import Catalogue, ImportProblem

_MOST_TOLD = 20


def import_decks(
    files: Annotated[list[Path], typer.Argument(help="Deck lists, as text.", metavar="FILE…", show_default=False)],
    data: Annotated[
        Path | None,
        typer.Option(
            "--data",
            help="The card data that the lists need: a folder, or a file of cards.",
            metavar="DIR",
            show_default=False,
        ),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out", help="Write the deck here. Default: among your decks.", metavar="DECK.json", show_default=False
        ),
    ] = None,
    name: Annotated[
        str | None,
        typer.Option("--name", help="What to call the deck. Default: as its file.", metavar="NAME", show_default=False),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object per deck and line.")] = False,
) -> None:
    """Make decks of deck lists, to be played with.

    Lists are read as PTCG Live, PTCGO, Limitless and Pocket write them, or as people do: a count and a name in each
    line. Cards are looked up in --data, the community's JSON (a folder with cards/en/*.json and sets/en.json, or files
    of cards), then among ours; basic Energy needs no data. What cannot be read is told line by line.

    Nobody has written programs for cards that you bring along: what their texts do beyond damage, you carry out by
    hand. It is said which cards those are.

    With --json each line is {"file", "name", "saved", "cards", "problems": [{"where", "text", "message"}], "rules":
    [{"rule", "message"}], "by_hand": [names]}.

    Exit codes: 0 every deck may be played; 1 a list was not read in full, or breaks a rule: it is not saved; 2 usage.
    """  # fmt: skip
    from gameplan.cli.cards.known import name_for

    if len(files) > 1 and (out is not None or name is not None):
        raise UserError("--out and --name are for one deck list: give one file.")
    names = [name_for(path, name) for path in files]
    catalogue, problems = _catalogue(data)
    _tell_data(data, problems, as_json=as_json)
    whole = True
    for path, called in zip(files, names, strict=True):
        whole = _import(path, called, catalogue, out, as_json=as_json) and whole
    if not whole:
        raise typer.Exit(int(ExitCode.ENDED_OTHERWISE))


def _catalogue(data: Path | None) -> tuple[Catalogue, tuple[ImportProblem, ...]]:
    """The cards of the data that a person has; without any, those of the house."""
    from gameplan.cards.pokemon.creatures import CARDS
    from gameplan.cards.pokemon.importing import Catalogue, TooMuch, read_cards

    if data is None:
        return Catalogue(CARDS.values()), ()
    try:
        if data.is_dir():
            catalogue, problems = Catalogue.read(data)
        elif data.is_file():
            read = read_cards(data)
            catalogue, problems = Catalogue(read.cards), read.problems
        else:
            raise UserError(f"There is no card data at {data}.")
    except TooMuch as error:
        raise UserError(str(error)) from None
    except OSError as error:
        raise UserError(f"The card data at {data} cannot be read: {error.strerror}.") from None
    if not catalogue.cards:
        told = "".join(f"\n  {problem}" for problem in problems[:_MOST_TOLD])
        raise UserError(f"There are no cards in {data}.{told}")
    return catalogue, problems


def _tell_data(data: Path | None, problems: tuple[ImportProblem, ...], *, as_json: bool) -> None:
    from gameplan.cli.clean import clean

    if problems and not as_json:
        typer.echo(f"In {clean(str(data))}, {len(problems):,} things could not be read:", err=True)
        for problem in problems[:_MOST_TOLD]:
            typer.echo(f"  {clean(str(problem))}", err=True)
        if len(problems) > _MOST_TOLD:
            typer.echo(f"  … and {len(problems) - _MOST_TOLD:,} more", err=True)


def _import(path: Path, name: str, catalogue: Catalogue, out: Path | None, *, as_json: bool) -> bool:
    """Import one list. True if the deck may be played."""
    from gameplan.cards.pokemon.creatures import CARDS, Deck
    from gameplan.cards.pokemon.deck_rules import deck_problems
    from gameplan.cards.pokemon.importing import Catalogue, TooMuch, read_deck_list
    from gameplan.cli.cards.known import read_text

    text = read_text(path, 1_000_000)
    try:
        listed = read_deck_list(text)
    except TooMuch as error:
        raise UserError(f"{path}: {error}") from None
    resolved = catalogue.deck(listed)
    if resolved.problems:  # it may be a list of ours
        ours = Catalogue((*CARDS.values(), *catalogue.cards)).deck(listed)
        resolved = ours if len(ours.problems) < len(resolved.problems) else resolved
    deck = Deck(name, path.stem, "", resolved.cards)
    rules = deck_problems(deck.cards)
    by_hand = sorted({card.name for card in deck.cards if not card.programmed})
    saved = None if resolved.problems or rules else _save(deck, out)
    imported = _Imported(path, deck, saved, resolved.problems, rules, by_hand)
    if as_json:
        typer.echo(json.dumps(_as_json(imported)))
    else:
        _print(imported)
    return saved is not None


@dataclass(frozen=True, slots=True)
class _Imported:
    """What came of a list: the deck, where it was kept, and what is wrong with it."""

    path: Path
    deck: Deck
    saved: Path | None
    problems: tuple[ImportProblem, ...]
    rules: tuple[DeckProblem, ...]
    by_hand: list[str]


def _save(deck: Deck, out: Path | None) -> Path:
    from gameplan.cards.pokemon.importing.deck_files import deck_to_json
    from gameplan.cli.cards.known import decks_folder

    path = out if out is not None else decks_folder() / f"{deck.name}.json"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(deck_to_json(deck), encoding="utf-8")
    except OSError as error:
        raise UserError(f"The deck cannot be written to {path}: {error.strerror}.") from None
    return path


def _as_json(imported: _Imported) -> dict[str, Any]:
    return {
        "file": str(imported.path),
        "name": imported.deck.name,
        "saved": None if imported.saved is None else str(imported.saved),
        "cards": len(imported.deck.cards),
        "problems": [{"where": each.where, "text": each.text, "message": each.message} for each in imported.problems],
        "rules": [{"rule": each.rule, "message": each.message} for each in imported.rules],
        "by_hand": imported.by_hand,
    }


def _print(imported: _Imported) -> None:
    from rich.text import Text

    from gameplan.cli.cards.decks import counts_of
    from gameplan.cli.clean import clean
    from gameplan.cli.layout import Line, make_console, print_line

    deck, saved, problems = imported.deck, imported.saved, imported.problems
    console = make_console()
    counts = ", ".join(f"{count} {title}" for title, count in counts_of(deck).items())
    print_line(console, Line(Text(clean(deck.name), "bold").append(f"  {len(deck.cards)} cards: {counts}", "not bold")))
    for problem in problems[:_MOST_TOLD]:
        print_line(console, Line(Text(f"✗ {clean(str(problem))}", "yellow"), 2))
    if len(problems) > _MOST_TOLD:
        print_line(console, Line(Text(f"… and {len(problems) - _MOST_TOLD:,} more lines", "yellow"), 2))
    for rule in imported.rules:
        print_line(console, Line(Text(f"✗ {clean(str(rule))}", "red"), 2))
    if imported.by_hand:
        by_hand = imported.by_hand
        told = f"{len(by_hand)} cards have no program; their texts are carried out by hand: {', '.join(by_hand)}"
        print_line(console, Line(Text(clean(told), "dim"), 2))
    if saved is None:
        print_line(console, Line(Text(f"Not saved: mend {clean(str(imported.path))} and import it again.", "bold"), 2))
    else:
        print_line(console, Line(Text(f"Saved: {clean(str(saved))}", "green"), 2))
        word = deck.name if saved.parent.name == "decks" and saved.stem == deck.name else str(saved)
        print_line(console, Line(Text(f"Play with it: gameplan cards play --deck {clean(word)}", "dim"), 2))
