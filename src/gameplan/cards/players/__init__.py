"""Who plays when no language model does? House players, each given only what its seat can tell.

| level | what it does |
|---|---|
| `random` | takes any option |
| `heuristic` | fixed priorities, never a look ahead |
| `value` | one action ahead: what its turn comes to after each, if the fixed priorities go on |
| `search` | lines of several actions, up to where it would learn something |
| `reply` | the same, and one reply of the other |

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
