"""`gameplan cards decks`: which decks there are, and what is in one."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from gameplan.cards.pokemon.creatures import Deck

_KINDS = {"Pokémon": ("pokemon",), "Trainers": ("item", "supporter", "stadium", "tool"), "Energy": ("energy",)}


def decks(
    name: Annotated[
        str | None, typer.Argument(help="Show one, with all that its cards say.", metavar="[DECK]", show_default=False)
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="For a program.")] = False,
) -> None:
    """List the decks: ours, and those that you imported.

    With a deck's name (or a file that `gameplan cards import` wrote), its cards and what is printed on each. Our decks
    are of creatures of our own; between them they use every shape of effect that the game has.

    With --json it is a list of {"name", "title", "idea", "source", "cards": {"pokemon", "trainers", "energy"}}; of one
    deck the same, with "list": [{"count", "card"}].

    Exit codes: 0; 1 a deck that you imported cannot be read: the others are listed, and it is told why; 2 usage.
    """
    from gameplan.cards.pokemon.creatures import DECKS
    from gameplan.cli.cards.known import find_deck, imported_decks, read_deck
    from gameplan.cli.errors import ExitCode, UserError

    if name is not None:
        _show(find_deck(name), "house" if name in DECKS else "imported", as_json=as_json)
        return
    found = [(deck, "house") for deck in DECKS.values()]
    broken = []
    for path in imported_decks().values():
        try:
            found.append((read_deck(path), "imported"))
        except UserError as error:
            broken.append(str(error))
    if as_json:
        typer.echo(json.dumps([_described(deck, source) for deck, source in found]))
    else:
        _list(found)
    for each in broken:
        typer.echo(f"Error: {each}", err=True)
    if broken:
        raise typer.Exit(int(ExitCode.ENDED_OTHERWISE))


def _list(found: list[tuple[Deck, str]]) -> None:
    from rich.text import Text

    from gameplan.cli.clean import clean
    from gameplan.cli.layout import Line, make_console, print_line, print_text

    console = make_console()
    for deck, source in found:
        heading = Text(clean(deck.name), "bold").append(f"  {clean(deck.title)}", "not bold")
        print_line(console, Line(heading.append("  (imported)" if source == "imported" else "", "dim")))
        if deck.idea:
            print_line(console, Line(Text(clean(deck.idea)), 2))
        print_line(console, Line(Text(_counts_told(deck), "dim"), 2))
    print_text(console, f"\nLook at one: gameplan cards decks {found[0][0].name}", "dim")
    print_text(console, f"Play: gameplan cards play --deck {found[0][0].name}", "dim")


def _described(deck: Deck, source: str) -> dict[str, Any]:
    counts = {"pokemon" if title == "Pokémon" else title.lower(): count for title, count in counts_of(deck).items()}
    return {"name": deck.name, "title": deck.title, "idea": deck.idea, "source": source, "cards": counts}


def counts_of(deck: Deck) -> dict[str, int]:
    """How many cards of each kind a deck has."""
    return {title: sum(card.kind in kinds for card in deck.cards) for title, kinds in _KINDS.items()}


def _counts_told(deck: Deck) -> str:
    return " · ".join(f"{count} {title}" for title, count in counts_of(deck).items())


def _show(deck: Deck, source: str, *, as_json: bool) -> None:
    from rich.text import Text

    from gameplan.cards.pokemon.printed import PrintedCards
    from gameplan.cli.cards.words import card_lines
    from gameplan.cli.clean import clean
    from gameplan.cli.layout import Line, make_console, print_line

    if as_json:
        printed = PrintedCards({})
        cards = [{"count": count, "card": printed.write(card)} for card, count in deck.counts.items()]
        typer.echo(json.dumps({**_described(deck, source), "list": cards}))
        return
    console = make_console()
    print_line(console, Line(Text(clean(deck.title), "bold").append(f"  {_counts_told(deck)}", "not bold dim")))
    if deck.idea:
        print_line(console, Line(Text(clean(deck.idea))))
    for title, kinds in _KINDS.items():
        if any(card.kind in kinds for card in deck.cards):
            print_line(console, Line(Text(title, "bold underline"), space_above=True))
        for card, count in deck.counts.items():
            if card.kind in kinds:
                first, *rest = card_lines(card)
                print_line(console, Line(Text(f"{count}× ").append_text(first), space_above=bool(rest)))
                for line in rest:
                    print_line(console, Line(line, 2))
