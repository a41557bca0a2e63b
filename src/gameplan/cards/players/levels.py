"""The house players by level, each stronger than the one before it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random

from gameplan.cards.players.evaluation import WEIGHTS, Evaluation, Weights
from gameplan.cards.players.guessing import DeckList
from gameplan.cards.players.heuristic import Heuristic
from gameplan.cards.players.outlook import Outlook, Player
from gameplan.cards.players.reply import Reply
from gameplan.cards.players.search import Search
from gameplan.cards.players.value import Mind, Value
from gameplan.cards.pokemon.plugin import Pokemon


@dataclass(frozen=True, slots=True)
class Setting:
    """What a player knows before a game: the game, its seat, its deck, decks that it may meet, and its own seed."""

    plugin: Pokemon
    seat: int
    deck: DeckList
    pool: Sequence[DeckList] = ()
    seed: str = "0"
    weights: Weights = WEIGHTS

    def mind(self) -> Mind:
        cards = [card for deck in (self.deck, *self.pool) for card in deck]
        return Mind(self.plugin, self.seat, Evaluation(cards, self.weights), self.deck, self.pool)


class Chancer:
    """Takes any option."""

    name = "random"

    def __init__(self, seed: str) -> None:
        self._random = Random(seed)  # noqa: S311 - a game

    def choose(self, outlook: Outlook) -> int:
        return self._random.randrange(len(outlook.options))


LEVELS: Mapping[str, Callable[[Setting], Player]] = {
    "random": lambda setting: Chancer(setting.seed),
    "heuristic": lambda setting: Heuristic(),
    "value": lambda setting: Value(setting.mind(), setting.seed),
    "search": lambda setting: Search(setting.mind(), setting.seed),
    "reply": lambda setting: Reply(setting.mind(), setting.seed),
}


def make_player(level: str, setting: Setting) -> Player:
    """The house player of a level, for one game."""
    if level not in LEVELS:
        raise ValueError(f"There is no house player {level!r}; there are: {', '.join(LEVELS)}.")
    return LEVELS[level](setting)
