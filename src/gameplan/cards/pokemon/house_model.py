"""`house:cards`: a house player that answers as a model does, so that planner and executor run with no key at all.

As a planner it writes the line that its player would play, up to where something new will be known. As an executor it
follows the text of the plan and nothing else. On its own it plays step by step.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from random import Random

from gameplan.agents import ModelRequest, OnDelta, PlanText, Reply, TextDelta, ToolCall, ToolMessage, plan_in
from gameplan.agents.models import View, register_house_model
from gameplan.agents.plan_text import PlannedStep
from gameplan.cards.players.guessing import determinise
from gameplan.cards.players.levels import Setting
from gameplan.cards.players.outlook import Outlook, Player, veiled
from gameplan.cards.players.value import learns
from gameplan.cards.pokemon.board import ACTIVE, DECK, HAND, PRIZE
from gameplan.cards.pokemon.narrative import Narrative, spot_text
from gameplan.cards.table.acting import Act, Imagined
from gameplan.cards.table.imagining import imagined
from gameplan.cards.table.state import Table
from gameplan.cards.table.texts import Offer
from gameplan.tools import ToolDefinition, message_in

NAME = "house:cards"
_LONGEST = 30
_ENDS = ("declare_attack", "end_turn")
_ARGUMENT = re.compile(r'(\w+)=(?=["\[\dtf-])')
_ASKED = re.compile(r"^You have to decide: .*\(choose (?:from )?(?P<least>\d+)", re.MULTILINE)
_SIDE = re.compile(r"(?P<side>HEADS|TAILS) -> (?P<then>[^;\n]*)")
_decoder = json.JSONDecoder()


@dataclass(frozen=True, slots=True)
class Sight:
    """What a house model may see: what its seat can tell, and who thinks for it."""

    outlook: Outlook
    player: Player
    setting: Setting
    narrator: Narrative


class HouseCards:
    """A model that is a program: it plans, executes or plays, as it is asked."""

    name = NAME

    def __init__(self, view: View) -> None:
        self._view = view

    async def reply(self, request: ModelRequest, on_delta: OnDelta | None = None) -> Reply:
        plan = plan_in(request.system)
        if plan is not None:
            return _Execution(plan, request).reply()
        sight = self._view()
        if not isinstance(sight, Sight):
            return Reply("I play cards, and was shown no table.", model=NAME)
        if not request.tools:
            text = write_plan(sight)
            if on_delta is not None:
                on_delta(TextDelta(text))
            return Reply(text, model=NAME)
        return _called(best(sight.outlook, sight))


def cards(view: View) -> HouseCards:
    """Plays cards: plans, executes, or plays alone. A program, no LLM."""
    return HouseCards(view)


register_house_model("cards", cards)


def best(outlook: Outlook, sight: Sight) -> Offer:
    """What its player would do."""
    option = outlook.options[sight.player.choose(outlook)]
    return sight.narrator.offer(outlook.table, outlook.seat, option)


# -- planning


def write_plan(sight: Sight) -> str:
    """The line that the player would play as the seat holds it likely, up to where something new will be known."""
    lines, contingencies, boundary = principal_line(sight)
    steps = [f"{number}. {line}" for number, line in enumerate(lines, 1)]
    ends = [f"BOUNDARY: {boundary}"] if boundary else []
    coins = ["COIN FLIP CONTINGENCIES:", *contingencies] if contingencies else ["COIN FLIP CONTINGENCIES: None"]
    return "\n".join([f"SITUATION: {_situation(sight.outlook)}", "PLAN:", *steps, *ends, *coins])


def principal_line(sight: Sight) -> tuple[list[str], list[str], str]:
    """The calls, what to do for each coin among them, and what will be known at the end."""
    outlook, setting = sight.outlook, sight.setting
    seat, plugin = outlook.seat, setting.plugin
    seed = f"{setting.seed}/{outlook.table.turn}/{len(outlook.options)}"
    table = determinise(outlook.table, seat, setting.deck, setting.pool, Random(seed))  # noqa: S311 - imagined
    chance = Imagined(1)
    lines: list[str] = []
    contingencies: list[str] = []
    options = outlook.options
    while options and len(lines) < _LONGEST:
        option = options[sight.player.choose(Outlook(seat, veiled(table, seat), options))]
        if table.decision is None or not table.decision.is_forced:  # that is decided without being asked
            lines.append(_line(sight.narrator.offer(table, seat, option), table.decision is not None))
        if option[0] in _ENDS:
            return lines, contingencies, ""
        act = imagined(plugin, table, seat, option, chance)
        if learns(table, act, seat):
            coins = [change for change in act.changes if change[0] == "coin"]
            if len(coins) != 1 or _learns_besides_coins(table, act, seat):
                return lines, contingencies, _what_will_be_known(act)
            falls, else_ = ("HEADS", "TAILS") if coins[0][1] else ("TAILS", "HEADS")
            contingencies.append(f"- {lines[-1]}: {falls} -> go on; {else_} -> request_replan the coin fell {else_}")
        table = act.table
        if table.result is not None:
            return lines, contingencies, ""
        if table.decision is not None and table.decision.seat != seat:
            return lines, contingencies, "what the opponent decides"
        if table.player != seat and table.decision is None:
            return lines, contingencies, ""
        options = tuple(plugin.options(table, seat))
    return lines, contingencies, "how things stand then"


def _what_will_be_known(act: Act) -> str:
    """What a line has to wait for, in words."""
    kinds = {change[0] for change in act.changes}
    if "know" in kinds:
        return "which cards are there"
    if any(change[0] == "move" and change[2] in DECK and change[3] in HAND for change in act.changes):
        return "which cards are drawn"
    return "how the coins fall" if "coin" in kinds else "what comes to light by that"


def _learns_besides_coins(before: Table, act: Act, seat: int) -> bool:
    rest = Act(before, seat, act.chance)
    rest.changes = [change for change in act.changes if change[0] != "coin"]
    return learns(before, rest, seat)


def _line(offer: Offer, decides: bool) -> str:
    """An offer as a line of a plan. A choice is named, because its number may be another one then."""
    if not decides or not offer.arguments.get("choices"):
        return str(offer)
    names = offer.label.split(", ")
    named = len(names) == len(offer.arguments["choices"])
    return f"{offer.tool} choices={json.dumps(names if named else offer.arguments['choices'], ensure_ascii=False)}"


def _situation(outlook: Outlook) -> str:
    view, seat = outlook.view, outlook.seat
    left = [len(view.zones[PRIZE[each]]) for each in (seat, 1 - seat)]
    mine, theirs = (spot_text(view, ACTIVE[each]) for each in (seat, 1 - seat))
    return f"Turn {view.turn}, Prizes left {left[0]} to {left[1]}. My {mine} faces {theirs}."


# -- executing


class _Execution:
    """What to do next by the plan: it knows the plan, what its calls returned, and the state."""

    def __init__(self, plan: PlanText, request: ModelRequest) -> None:
        self.plan = plan
        self.tools = {tool.name: tool for tool in request.tools}
        self.results = [message for message in request.messages if isinstance(message, ToolMessage)]
        self.asked = _ASKED.search(request.state)
        self.calls = [_call_in(_whole(step), self.tools) for step in plan.steps]

    def reply(self) -> Reply:
        at = self._reached()
        last = self.results[-1] if self.results else None
        if last is not None and last.status != "ok" and self._may_ask():
            return self._ask(f"{last.tool} was {last.status}: {_in_one_line(last.text)}")
        if last is not None and last.status == "ok" and (then := self._contingency(at, last.text)):
            return self._ask(then)
        if at < len(self.calls):
            call = self.calls[at]
            if call is not None and call.name == "resolve_decision" and self.asked is None:
                at += 1  # it was not asked after all
                call = self.calls[at] if at < len(self.calls) else None
            if self.asked is not None and (call is None or call.name != "resolve_decision"):
                return self._unforeseen()
            if call is not None:
                return _replied(call)
            if at < len(self.calls) and self._may_ask():
                return self._ask(f"{self.plan.steps[at].title}: that names none of my tools.")
        if self.plan.boundary and "hand_back" in self.tools:
            learned = _in_one_line(last.text)[:300] if last is not None else "Nothing had to be done first."
            return _replied(ToolCall("", "hand_back", {"learned": learned}))
        if self.asked is not None:
            return self._unforeseen()
        if self._may_ask():
            return self._ask("All of the plan is done, and the turn is not over.")
        return _replied(ToolCall("", "end_turn", {}))

    def _reached(self) -> int:
        """How many lines of the plan are behind us."""
        at = 0
        for result in self.results:
            names = [call.name if call is not None else "" for call in self.calls[at : at + 2]]
            if names and names[0] == result.tool:
                at += 1
            elif names[:1] == ["resolve_decision"] and names[1:] == [result.tool]:
                at += 2
        while at < len(self.calls) and self.calls[at] is None and not self._may_ask():
            at += 1
        return at

    def _contingency(self, at: int, result: str) -> str:
        """What the plan says to do after this result; empty if it is to go on."""
        line = _whole(self.plan.steps[at - 1]) if 0 < at <= len(self.plan.steps) else ""
        for each in self.plan.contingencies.splitlines():
            if line and line in each:
                for side in _SIDE.finditer(each):
                    if re.search(rf"\b{side['side']}\b", result):
                        then = side["then"].strip()
                        return "" if then == "go on" else then.removeprefix("request_replan").strip() or then
        return ""

    def _unforeseen(self) -> Reply:
        """Something is to be decided of which the plan does not speak."""
        assert self.asked is not None
        if self._may_ask():
            return self._ask(f"There is something to decide that the plan does not speak of: {self.asked[0]}")
        return _replied(ToolCall("", "resolve_decision", {"choices": list(range(1, int(self.asked["least"]) + 1))}))

    def _may_ask(self) -> bool:
        return "request_replan" in self.tools

    def _ask(self, reason: str) -> Reply:
        if self._may_ask():
            return _replied(ToolCall("", "request_replan", {"reason": reason}))
        return _replied(ToolCall("", "end_turn", {}))


def _whole(step: PlannedStep) -> str:
    """A line of the plan, with what did not fit into its title."""
    if step.title.endswith("…") and step.details.startswith("…"):
        return f"{step.title[:-1]} {step.details[1:]}".replace("\n", " ")
    return step.title


def _call_in(line: str, tools: Mapping[str, ToolDefinition]) -> ToolCall | None:
    """The call that a line speaks of: the first tool that it names, and what follows as `name=value`."""
    for word in re.finditer(r"\w+", line):
        if word[0] in tools:
            takes = tools[word[0]].parameters["properties"]
            arguments = {}
            for found in _ARGUMENT.finditer(line, word.end()):
                if found[1] in takes:
                    try:
                        arguments[found[1]] = _decoder.raw_decode(line, found.end())[0]
                    except ValueError:
                        continue
            return ToolCall("", word[0], arguments)
    return None


def _called(offer: Offer) -> Reply:
    return _replied(ToolCall("", offer.tool, dict(offer.arguments)))


def _replied(call: ToolCall) -> Reply:
    return Reply(calls=(call,), model=NAME)


def _in_one_line(text: str) -> str:
    return " ".join(message_in(text).replace("\n- needed: ", " Needed: ").split())
