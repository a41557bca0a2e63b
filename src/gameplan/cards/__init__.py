"""What lies where, who sees it, and who plays? A card table, games for it, and players: people, programs, agents.

- `gameplan.cards.table`: the table, for any game. Zones, views, rules, options, undo.
- `gameplan.cards.pokemon`: the Pokémon TCG as a plugin of it, with decks of our own creatures and readers for others'.
- `gameplan.cards.eights`: a second, small game, to learn from.
- `gameplan.cards.players`: house players, which search; each is given only what its seat may see.
- `gameplan.cards.seats`: agents at the table, with a model or a house model: planner and executor, or one alone.
- `gameplan.cards.match`: many games between two players, and what came out.
- `gameplan.cards.replay`: a game as one viewer saw it, in a file.

The names with which a game is played are here too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gameplan._lazy import lazily

if TYPE_CHECKING:
    from gameplan.cards.match import MatchResult, Side, play_match
    from gameplan.cards.seats import AgentPlayer, Sitter, play_out
    from gameplan.cards.table import Game, IllegalAction, RuleRefused, Seat, View
else:
    __getattr__ = lazily(
        __name__,
        {
            "gameplan.cards.match": ("MatchResult", "Side", "play_match"),
            "gameplan.cards.seats": ("AgentPlayer", "Sitter", "play_out"),
            "gameplan.cards.table": ("Game", "IllegalAction", "RuleRefused", "Seat", "View"),
        },
    )

__all__ = [
    "AgentPlayer",
    "Game",
    "IllegalAction",
    "MatchResult",
    "RuleRefused",
    "Seat",
    "Side",
    "Sitter",
    "View",
    "play_match",
    "play_out",
]
