"""The decks that can be played with: those of the house, those that were imported, and files."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from shlex import quote

from gameplan.cards.pokemon.creatures import CARDS, DECKS, Deck
from gameplan.cards.pokemon.deck_rules import deck_problems
from gameplan.cards.pokemon.facts import Card
from gameplan.cards.pokemon.importing.deck_files import MOST_BYTES, BrokenDeck, deck_from_json
from gameplan.cards.pokemon.plugin import Pokemon
from gameplan.cli.errors import UserError

_NAME = re.compile(r"^[a-z0-9][a-z0-9-]{0,39}$")


def decks_folder() -> Path:
    """The folder with the decks that were imported."""
    from gameplan.settings.places import home

    return home() / "decks"


def imported_decks() -> Mapping[str, Path]:
    """The decks that were imported, by name."""
    return {path.stem: path for path in sorted(decks_folder().glob("*.json"))}


def find_deck(wanted: str) -> Deck:
    """The deck of that name, or in that file; it may be played."""
    deck = _find(wanted)
    problems = deck_problems(deck.cards)
    if problems:
        told = "".join(f"\n  {problem}" for problem in problems)
        raise UserError(f"The deck {wanted} cannot be played with:{told}")
    return deck


def deck_word(wanted: str) -> str:
    """A deck as it stands in a record: a file by its whole path, so that it is found again from elsewhere."""
    return str(Path(wanted).absolute()) if _is_path(wanted) else wanted


def _is_path(wanted: str) -> bool:
    return "/" in wanted or wanted.endswith((".json", ".txt"))


def _find(wanted: str) -> Deck:
    if wanted in DECKS:
        return DECKS[wanted]
    imported = imported_decks()
    if wanted in imported:
        return read_deck(imported[wanted])
    if _is_path(wanted):
        return read_deck(Path(wanted))
    from difflib import get_close_matches

    names = [*DECKS, *imported]
    near = get_close_matches(wanted, names, n=1)
    hint = f"Did you mean {near[0]}?" if near else f"There are: {', '.join(names)}."
    raise UserError(f'There is no deck "{wanted}". {hint} A file is given with its path: ./{wanted}.json')


def read_deck(path: Path) -> Deck:
    """The deck in a file of ours."""
    text = read_text(path, MOST_BYTES)
    try:
        deck = deck_from_json(text, CARDS)
    except BrokenDeck as error:
        hint = ""
        if path.suffix != ".json":
            hint = f"\nIf it is a deck list: gameplan cards import {quote(str(path))}"
        raise UserError(f"The deck {path} cannot be read. {error}{hint}") from None
    return Deck(deck.name or path.stem, deck.title or path.stem, deck.idea, deck.cards)


def read_text(path: Path, most: int) -> str:
    """A file as text, if it is not too large."""
    try:
        if path.stat().st_size > most:
            size = path.stat().st_size / 1_000_000
            raise UserError(f"{path} has {size:,.1f} MB; at most {most / 1_000_000:,.1f} MB are read.")
        return path.read_bytes().decode("utf-8", errors="replace")
    except OSError as error:
        raise UserError(f"{path} cannot be read: {error.strerror}.") from None


def plugin_for(decks: Iterable[Deck]) -> Pokemon:
    """The game with the cards of these decks, and with all of the house."""
    cards: dict[str, Card] = {card.key: card for deck in decks for card in deck.cards}
    return Pokemon({**cards, **CARDS}.values())


def name_for(title: str, wanted: str | None) -> str:
    """The name of a deck that is imported: as told, or as it or its file is called."""
    name = wanted if wanted is not None else re.sub(r"[^a-z0-9]+", "-", title.lower())[:40].strip("-")
    if not _NAME.match(name):
        raise UserError(f'"{name}" cannot be the name of a deck: use small letters, digits and hyphens (--name).')
    if name in DECKS:
        raise UserError(f'"{name}" is a deck of the house: choose another name (--name).')
    return name
