"""Who plays when no language model does? House players, each given only what its seat can tell.

| level | what it does |
|---|---|
| `random` | takes any option |
| `heuristic` | fixed priorities, never a look ahead |
| `value` | one action ahead: how it stands right after each |
| `search` | its own turn: lines of actions, each played on to the turn's end |
| `reply` | the same, and the best lines through the other's reply and its own next turn |

    player = make_player("search", Setting(plugin, seat, deck, pool, seed="7"))
    number = player.choose(outlook_of(game, seat))

They count actions, not seconds: the same seed gives the same game.
"""

from gameplan.cards.players.evaluation import WEIGHTS, Evaluation, Weights
from gameplan.cards.players.guessing import determinise, likelihoods
from gameplan.cards.players.levels import LEVELS, Setting, make_player
from gameplan.cards.players.outlook import Outlook, Player, outlook_of, veiled

__all__ = [
    "LEVELS",
    "WEIGHTS",
    "Evaluation",
    "Outlook",
    "Player",
    "Setting",
    "Weights",
    "determinise",
    "likelihoods",
    "make_player",
    "outlook_of",
    "veiled",
]
