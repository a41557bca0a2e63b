"""Who plays: a house player of some level, or agents with a model; and how a person names them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from gameplan.cards.players.levels import LEVELS, Setting, make_player
from gameplan.cards.pokemon.plugin import Pokemon
from gameplan.cards.table.game import Game
from gameplan.cli.errors import UserError

if TYPE_CHECKING:
    from gameplan.agents import Spent
    from gameplan.cards.pokemon.creatures import Deck
    from gameplan.cards.seats import Player
    from gameplan.runtime import Session

Mode = Literal["pipeline", "autonomous"]
MODES: tuple[Mode, ...] = ("pipeline", "autonomous")
HOUSE_MODEL = "house:cards"


@dataclass(frozen=True, slots=True)
class Chosen:
    """A player as a person has named him: by a level of the house, or by a model and a mode."""

    word: str
    level: str = ""
    model: str = ""
    planner: str = ""
    mode: Mode = "pipeline"

    @property
    def told(self) -> str:
        """Who that is, in words."""
        if self.level:
            return f"the house (level {self.level})"
        if self.mode == "autonomous" or self.planner == self.model:
            return f"{self.model}, {self.mode}"
        return f"{self.planner} plans, {self.model} executes"

    @property
    def name(self) -> str:
        """What the player is called at the table."""
        if self.level or self.model == HOUSE_MODEL:
            return "House"
        address, _, name = self.model.rpartition("#")  # http://127.0.0.1:8080/v1#a-model
        provider, _, rest = name.partition(":")
        return (name if address else rest or provider)[:20]

    def sit(self, game: Game, seat: int, decks: tuple[Deck, Deck], seed: str, session: Session | None = None) -> Player:
        """Take a seat at a table. `session` is for what agents think and say."""
        from gameplan.cards.seats import AgentPlayer, Sitter

        if self.level:
            assert isinstance(game.plugin, Pokemon), "the house plays the Pokémon TCG"
            pool = tuple(deck.cards for deck in decks)
            setting = Setting(game.plugin, seat, decks[seat].cards, pool, f"{seed}/player {seat}")
            return Sitter(game, seat, make_player(self.level, setting))
        return AgentPlayer(game, seat, self.model, planner=self.planner, mode=self.mode, session=session, seed=seed)


def choose_player(word: str, mode: str | None = None, planner: str | None = None) -> Chosen:
    """The player that is meant: a level, a model, or `pipeline` and `autonomous` with the models that are set."""
    if mode is not None and mode not in MODES:
        raise UserError(f'There is no mode "{mode}": --mode {" or ".join(MODES)}.')
    if word in LEVELS:
        return Chosen(word, level=word)
    wanted: Mode = "autonomous" if mode == "autonomous" else "pipeline"
    first, _, rest = word.partition(":")
    if first in MODES:
        model, plans = _models(rest, planner)
        return Chosen(word, model=model, planner=plans, mode="pipeline" if first == "pipeline" else "autonomous")
    if ":" in word or "#" in word:
        model, plans = _models(rest if first == "model" else word, planner)
        return Chosen(word, model=model, planner=plans, mode=wanted)
    from difflib import get_close_matches

    near = get_close_matches(word, [*LEVELS, *MODES], n=1)
    hint = f"Did you mean {near[0]}? " if near else ""
    raise UserError(
        f'There is no player "{word}". {hint}There are the house players {", ".join(LEVELS)}; and agents: '
        f"{HOUSE_MODEL}, pipeline, autonomous, or a model as in openai:gpt-5 (gameplan models tells which)."
    )


def _models(name: str, told: str | None) -> tuple[str, str]:
    """The model that executes and the one that plans; they can be had. What is not named is as it is set."""
    import gameplan.cards.pokemon.house_model  # noqa: F401 - makes house:cards known
    from gameplan.agents import ModelError, resolve_model
    from gameplan.settings.choice import choose
    from gameplan.settings.values import load_settings

    choice = choose(load_settings(Path(), model=name or None, planner_model=told))
    model, planner = choice.executor, choice.planner
    if choice.offline or name == HOUSE_MODEL:
        model, planner = HOUSE_MODEL, told or HOUSE_MODEL
    try:
        for each in {model, planner}:
            resolve_model(each, view=lambda: None)
    except ModelError as error:
        raise UserError(error.message) from None
    return model, planner


def spent_by(session: Session | None) -> Spent:
    """What agents have used up."""
    from gameplan.agents import ModelReplied, Spent

    spent = Spent()
    for reply in session.events_of(ModelReplied) if session is not None else ():
        spent += Spent(1, reply.usage, reply.cost or Decimal(0), int(reply.cost is None))
    return spent


def stood_in(session: Session | None) -> str:
    """How often the table went on without an agent in a game, and why the first time; nothing, if it never had to."""
    from gameplan.cards.stand_ins import StoodIn

    found = session.events_of(StoodIn) if session is not None else ()
    if not found:
        return ""
    often = "once" if len(found) == 1 else f"{len(found)} times"
    return f"the table went on without it {often}, the first time because of {found[0].reason}"


def spending(spent: Spent, games: int = 1) -> str:
    """What agents did in a game, and what all of it cost. A program that answers as a model does counts no tokens."""
    from gameplan.cli.layout import counted
    from gameplan.cli.sessions.story import price

    calls = counted(spent.steps // games, "model call")
    if not spent.usage.total:
        return f"{calls} · no tokens"
    in_all = f" ({price(spent)} in all)" if games > 1 and spent.money else ""
    a_game = price(replace(spent, money=spent.money / games))
    return f"{calls} · {counted(spent.usage.total // games, 'token')} · {a_game}{in_all}"
