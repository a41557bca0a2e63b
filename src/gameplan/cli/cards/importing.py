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
    from gameplan.cards.pokemon.importing import Catalogue, DeckList, ImportProblem

_MOST_TOLD = 20


def import_decks(
    files: Annotated[
        list[Path], typer.Argument(help="Deck lists, as text or JSON.", metavar="FILE…", show_default=False)
    ],
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
    line. A JSON file of decks (decks/en/*.json of the community's data) gives a deck for each. Cards are looked up in
    --data, the community's JSON (a folder with cards/en/*.json and sets/en.json, or files of cards), then among ours;
    basic Energy needs no data. What cannot be read is told line by line.

    Nobody has written programs for cards that you bring along: what their texts do beyond damage, you carry out by
    hand. It is said which cards those are.

    With --json each line is {"file", "name", "saved", "cards", "problems": [{"where", "text", "message"}], "rules":
    [{"rule", "message"}], "by_hand": [names]}.

    Exit codes: 0 every deck may be played; 1 a list was not read in full, or breaks a rule: it is not saved; 2 usage.
    """  # fmt: skip
    lists = [each for path in files for each in _lists(path, name)]
    if len(lists) > 1 and (out is not None or name is not None):
        raise UserError(f"--out and --name are for one deck: here are {len(lists)}.")
    catalogue, problems = _catalogue(data)
    _tell_data(data, problems, as_json=as_json)
    whole = True
    for each in lists:
        whole = _import(each, catalogue, out, with_data=data is not None, as_json=as_json) and whole
    if not whole:
        raise typer.Exit(int(ExitCode.ENDED_OTHERWISE))


@dataclass(frozen=True, slots=True)
class _List:
    """A list that is to become a deck: from which file, and what the deck is to be called."""

    path: Path
    name: str
    title: str
    listed: DeckList


def _lists(path: Path, name: str | None) -> list[_List]:
    """The deck lists of a file."""
    from shlex import quote

    from gameplan.cards.pokemon.importing import NoDecks, TooMuch, is_collection, read_deck_collection, read_deck_list
    from gameplan.cards.pokemon.importing.deck_files import FORMAT
    from gameplan.cli.cards.known import name_for, read_text

    text = read_text(path, 1_000_000)
    if "\0" in text[:1_000]:
        raise UserError(f"{path} is no text: a deck list has a count and a name in each line.")
    if f'"{FORMAT}"' in text[:200]:
        raise UserError(f"{path} is a deck already: gameplan cards play --deck {quote(str(path))}")
    try:
        if not is_collection(text):
            return [_List(path, name_for(path.stem, name), name or path.stem, read_deck_list(text))]
        decks = read_deck_collection(text)
    except (NoDecks, TooMuch) as error:
        raise UserError(f"{path} cannot be read: {error}") from None
    titles = [deck.title or path.stem for deck in decks]
    return [
        _List(path, name_for(title, name), name or title, deck.listed)
        for title, deck in zip(titles, decks, strict=True)
    ]


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
        what = "1 thing" if len(problems) == 1 else f"{len(problems):,} things"
        typer.echo(f"In {clean(str(data))}, {what} could not be read:", err=True)
        for problem in problems[:_MOST_TOLD]:
            typer.echo(f"  {clean(str(problem))}", err=True)
        if len(problems) > _MOST_TOLD:
            typer.echo(f"  … and {len(problems) - _MOST_TOLD:,} more", err=True)


def _import(each: _List, catalogue: Catalogue, out: Path | None, *, with_data: bool, as_json: bool) -> bool:
    """Import one list. True if the deck may be played."""
    from gameplan.cards.pokemon.creatures import CARDS, Deck
    from gameplan.cards.pokemon.deck_rules import deck_problems
    from gameplan.cards.pokemon.importing import Catalogue
    from gameplan.cards.pokemon.importing.deck_files import FORMAT, deck_to_json
    from gameplan.cli.cards.known import decks_folder
    from gameplan.cli.cards.writing import write_file

    resolved = catalogue.deck(each.listed)
    if resolved.problems:  # it may be a list of ours
        ours = Catalogue((*CARDS.values(), *catalogue.cards)).deck(each.listed)
        resolved = ours if len(ours.problems) < len(resolved.problems) else resolved
    deck = Deck(each.name, each.title, "", resolved.cards)
    rules = deck_problems(deck.cards)
    by_hand = sorted({card.name for card in deck.cards if not card.programmed})
    saved, replaced = None, False
    if not resolved.problems and not rules:
        saved = out if out is not None else decks_folder() / f"{deck.name}.json"
        replaced = write_file(saved, deck_to_json(deck), what="deck", has=FORMAT)
    imported = _Imported(each.path, deck, saved, resolved.problems, rules, by_hand, replaced, with_data)
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
    replaced: bool
    with_data: bool


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
    from shlex import quote

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
        have = "1 card has no program; its text is" if len(by_hand) == 1 else ""
        have = have or f"{len(by_hand)} cards have no program; their texts are"
        told = f"{have} carried out by hand: {', '.join(by_hand)}"
        print_line(console, Line(Text(clean(told), "dim"), 2))
    if saved is None:
        print_line(console, Line(Text(f"Not saved: mend {clean(str(imported.path))} and import it again.", "bold"), 2))
        if not imported.with_data and any("no such card" in problem.message for problem in problems):
            hint = "Cards that are not ours are looked up in the card data that you give: --data DIR"
            print_line(console, Line(Text(hint, "dim"), 2))
    else:
        over = " (in place of the one before)" if imported.replaced else ""
        print_line(console, Line(Text(f"Saved: {clean(str(saved))}{over}", "green"), 2))
        word = deck.name if saved.parent.name == "decks" and saved.stem == deck.name else str(saved)
        print_line(console, Line(Text(f"Play with it: gameplan cards play --deck {quote(clean(word))}", "dim"), 2))
