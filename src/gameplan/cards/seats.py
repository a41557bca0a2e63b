"""Who plays a seat: agents with a model, or a house player. A table is one session, the agents at it are another.

In `pipeline` the main part of a turn is a planner and an executor; everything else is a single agent on the user's own
model, and is asked only where there is something to decide. In `autonomous` one agent does all of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Protocol

from gameplan.agents import (
    Agent,
    Budget,
    EndedBy,
    Model,
    PipelineStarted,
    TurnEnded,
    TurnStarted,
    parse_plan,
    plan_and_execute,
    run_agent,
)
from gameplan.agents.models import DEFAULT_PLANNER_MODEL
from gameplan.agents.pipeline import AgentMode
from gameplan.agents.plan_progress import EXECUTOR
from gameplan.agents.roles import executor_mode
from gameplan.cards.patience import DECIDING_STEPS, REPLANS, STEPS, Patience
from gameplan.cards.players.levels import Setting, make_player
from gameplan.cards.players.outlook import Player as HousePlayer
from gameplan.cards.players.outlook import outlook_of
from gameplan.cards.pokemon.house_model import Sight
from gameplan.cards.pokemon.modes import SeatPrompts, mode_of
from gameplan.cards.pokemon.narrative import Narrative
from gameplan.cards.pokemon.tools import pokemon_tools
from gameplan.cards.stand_ins import StoodIn
from gameplan.cards.table.decisions import Decision, Result
from gameplan.cards.table.events import Acted
from gameplan.cards.table.game import Game
from gameplan.cards.table.hands import Hands
from gameplan.cards.table.texts import REFERENCES, deck_lines, references, state_text
from gameplan.runtime import Session
from gameplan.tools.clean import clean_text


class Player(Protocol):
    """Whoever plays a seat."""

    async def play(self) -> None:
        """Do what the game waits for from this seat: a decision, or a turn."""
        ...


async def play_out(game: Game, players: Mapping[int, Player]) -> Result:
    """Let the players play until the game is over."""
    for player in players.values():
        if isinstance(player, AgentPlayer):
            player.let_others_decide(players)
    while (seat_to_act := game.to_act) is not None:
        await players[seat_to_act].play()
    result = game.view(None).result
    assert result is not None, "nobody has to act when a game is over"
    return result


class Sitter:
    """A house player in a seat: no model, no prompts."""

    def __init__(self, game: Game, seat: int, player: HousePlayer) -> None:
        self._game = game
        self._seat = seat
        self._player = player

    async def play(self) -> None:
        outlook = outlook_of(self._game, self._seat)
        self._game.act(self._seat, *outlook.options[self._player.choose(outlook)])
        await self._game.session.committed()


class AgentPlayer:
    """Agents in a seat. `session` is theirs: it holds their plans, calls and costs, and outlives what is taken back."""

    def __init__(
        self,
        game: Game,
        seat: int,
        model: Model | str,
        *,
        planner: Model | str | None = None,
        mode: AgentMode = "pipeline",
        session: Session | None = None,
        level: str = "search",
        seed: str | int = 0,
        steps: int = STEPS,
        replans: int = REPLANS,
        stream: bool = False,
    ) -> None:
        self.game = game
        self.seat = seat
        self.model = model
        self.planner = planner if planner is not None else _planner_for(model)
        self.mode = mode
        self.session = session if session is not None else Session()
        self.narrator = Narrative()
        self.hands = Hands(game, seat, self.narrator, waits=self._wait)
        self._steps = steps
        self._replans = replans
        self._stream = stream
        self._others: Mapping[int, Player] = {}
        self._in_turn = False
        table = game.table
        own = [card for card, owner in zip(table.cards, table.owners, strict=True) if owner == seat]
        self._deck = self._told = frozenset(own)
        deck = deck_lines(game.plugin, own)
        self.prompts = SeatPrompts(pokemon_tools(self.hands), game.seats[seat].name, deck)
        setting = Setting(game.plugin, seat, own, seed=f"{seed}/{seat}")  # type: ignore[arg-type]
        self._setting = setting
        self._house = make_player(level, setting)

    def let_others_decide(self, players: Mapping[int, Player]) -> None:
        """Tell whom to wait for, when somebody else has to decide in the middle of this seat's turn."""
        self._others = players

    async def play(self) -> None:
        if self.hands.take_forced():
            await self.game.session.committed()
            return
        view = self.game.view(self.seat)
        mode = mode_of(view)
        if mode == "main":
            await self._play_turn(view.turn)
        else:
            await self._decide(mode)

    def sight(self) -> Sight:
        """What a house model in this seat may see."""
        return Sight(outlook_of(self.game, self.seat), self._house, self._setting, self.narrator)

    def state(self) -> str:
        """The table in words, as an agent in this seat is shown it at each step.

        Who plans or plays was told of its own deck in the prompt, and who plays alone of what lay on the table when its
        turn began; an executor plays by the plan.
        """
        started = (each.event for each in reversed(self.session.events) if isinstance(each.event, TurnStarted))
        agent = next((turn.agent for turn in started), "")
        return state_text(
            self.game,
            self.seat,
            self.hands.log,
            self.narrator,
            told=() if agent in _DECIDES else self._told,
            cards="none" if agent == EXECUTOR else "choice" if agent == "decision" else "all",
        )

    # -- the main part of a turn

    async def _play_turn(self, turn: int) -> None:
        budget = Patience(self.session, steps=self._steps, replans=self._replans)
        tools = self.prompts.tools("main" if self.mode == "autonomous" else "executor")
        planner = Agent(self.planner, self.prompts.text("planner"), view=self.sight)
        self._told = self._deck
        if self.mode == "autonomous":
            executor = Agent(self.model, self._told_at_once(), tools, view=self.sight)
        else:
            executor = Agent(self.model, self.prompts.executor(lambda: self._executor_mode(budget)), tools)
        self._in_turn = True
        try:
            done = await plan_and_execute(
                planner,
                executor,
                request=self._request(turn),
                session=self.session,
                state=self.state,
                budget=budget,
                mode=self.mode,
                stream=self._stream,
                add_roles=False,
            )
        finally:
            self._in_turn = False
        view = self.game.view(self.seat)
        if view.result is None and view.turn == turn and view.player == self.seat and done.ended_by != EndedBy.FINISHED:
            self._stand_in(f"{done.ended_by}: {done.detail}", ends_turn=True)

    def _told_at_once(self) -> str:
        """The prompt of who plays a whole turn alone, with what is printed on the cards that matter as it begins."""
        new = frozenset(self.narrator.referenced(self.game.view(self.seat))) - self._deck
        self._told = self._deck | new
        told = ["", REFERENCES, *references(self.game.plugin, new)] if new else []
        return "\n".join([self.prompts.text("main"), *told])

    def _executor_mode(self, budget: Budget) -> str:
        """Which of its modes the executor is in: whether it may ask again, and whether its plan has a boundary."""
        return executor_mode(parse_plan(self._plan()), may_replan=budget.may_replan())

    def _plan(self) -> str:
        """The plan that was written last for this turn of the game; nothing, if there is none."""
        text = ""
        for each in reversed(self.session.events):
            match each.event:
                case TurnEnded() as ended if not text and ended.agent.startswith(("Planner", "Replanner")):
                    text = ended.text
                case PipelineStarted() as began:
                    return text if began.request == self._request(self.game.view(self.seat).turn) else ""
        return ""

    def _request(self, turn: int) -> str:
        return f"It is your turn {turn}. {'Play it.' if self.mode == 'autonomous' else 'Plan and play it.'}"

    # -- everything else

    async def _decide(self, mode: str) -> None:
        asked = self.game.session.seq
        decision = self.game.view(self.seat).decision
        last = "draw" if decision is None else "resolve_decision"
        tools = [replace(tool, terminal=tool.terminal or tool.name == last) for tool in self.prompts.tools(mode)]
        done = await run_agent(
            self.model,
            self.prompts.text(mode),
            tools,
            request=self._task(decision),
            session=self.session,
            state=self.state,
            budget=Patience(self.session, steps=DECIDING_STEPS),
            label=mode,
            view=self.sight,
            stream=self._stream,
        )
        did = [
            each.event.action for each in self.game.session.events if each.seq > asked and isinstance(each.event, Acted)
        ]
        is_open = (
            "resolve_decision" not in did if decision is not None else not did
        )  # the next question may be the same
        if self.game.to_act == self.seat and is_open:
            self._stand_in(f"{done.ended_by}: {done.detail}", ends_turn=decision is None)

    def _task(self, decision: Decision | None) -> str:
        """What is wanted of a single agent; in the middle of a turn that was planned, with the plan."""
        if decision is None:
            return "Begin your turn."
        plan = f"The plan of your turn, which is being carried out:\n\n{plan}" if (plan := self._plan()) else ""
        return "\n\n".join(filter(None, (f"You have to decide: {decision.text}", plan)))

    # -- when an agent does not come to an end

    def _stand_in(self, reason: str, *, ends_turn: bool) -> None:
        """Go on without the agent, for everybody to see: the first choice is taken, and the turn ended if told."""
        game, seat, name = self.game, self.seat, self.game.seats[self.seat].name
        turn, did = game.view(seat).turn, []
        while game.to_act == seat and game.view(seat).decision is not None:
            option = game.options(seat)[0]
            did.append(self.narrator.offer(game.table, seat, option).label)
            game.act(seat, *option)
        view = game.view(seat)
        if did and view.result is None and view.decision is None:
            self._say(f"{name} did not decide, so the first choice was taken. {reason}")
        if ends_turn and game.to_act == seat and view.turn == turn > 0:
            self._say(f"The turn of {name} is ended for them. {reason}")
            game.act(seat, "end_turn")
            did.append("end_turn")
        self.session.dispatch(StoodIn(seat, turn, reason, tuple(did)))

    def _say(self, text: str) -> None:
        self.game.act(self.seat, "declare_action", clean_text(text[:500]))

    async def _wait(self) -> None:
        """Let others decide what they are asked in the middle of this seat's turn; never play a turn of theirs."""
        while self._in_turn and (decision := self.game.view(self.seat).decision) is not None:
            if decision.seat == self.seat or decision.seat not in self._others:
                return
            await self._others[decision.seat].play()


def _planner_for(model: Model | str) -> Model | str:
    """Who plans, if nobody is named: for a provider's model the default planner, for any other itself."""
    return DEFAULT_PLANNER_MODEL if isinstance(model, str) and not model.startswith(_OFFLINE) else model


_OFFLINE = ("house:", "recording:", "http://", "https://")
_DECIDES = ("setup", "startOfTurn", "decision", "byHand")  # the modes in which a single agent is asked one thing
