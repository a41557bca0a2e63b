"""The executor: reads the plan as text, turns its next line into a call, and asks again when it no longer holds.

It knows nothing of houses. All that it has is what any model has: its prompt, its tools and what its calls returned.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from gameplan.agents import ModelRequest, OnDelta, PlanText, Reply, ToolCall, ToolMessage, parse_plan
from gameplan.tools import ToolDefinition

_PLAN = "## PLAN\n"
_QUOTED = re.compile(r"""["'`“](.+?)["'`”]""")
_CONTINGENCY = re.compile(r"^\W*(?P<call>[^:]+): (?P<sides>.+)$")
_SIDE = re.compile(r"(?P<side>\w+) (?:->|→) (?P<then>[^;\"]*(?:\"[^\"]*\")?)")


class DoorsExecutor:
    """Follows a plan line by line."""

    name = "house:doors-executor"

    async def reply(self, request: ModelRequest, on_delta: OnDelta | None = None) -> Reply:
        plan = parse_plan(request.system.rpartition(_PLAN)[2])
        results = [message for message in request.messages if isinstance(message, ToolMessage)]
        tools = {tool.name: tool for tool in request.tools}
        return next_reply(plan, results, tools)


def next_reply(plan: PlanText, results: Sequence[ToolMessage], tools: Mapping[str, ToolDefinition]) -> Reply:
    """What to do next: one line of the plan was carried out for each result so far."""
    done = len(results)
    if results:
        line, result = plan.steps[min(done, len(plan.steps)) - 1].title, results[-1]
        if result.status != "ok":
            return _ask(f'"{line}" was {result.status}: {_in_one_line(result.text)}', tools)
        then = _contingency(plan, line, result.text)
        if then and _call(then, tools) is None:
            return _ask(f'after "{line}" the plan says "{then}"', tools)
        if then:
            return _reply(_call(then, tools))
    if done < len(plan.steps):
        call = _call(plan.steps[done].title, tools)
        return _reply(call) if call else _ask(f'"{plan.steps[done].title}" names none of my tools', tools)
    if plan.boundary and "hand_back" in tools:
        learned = _in_one_line(results[-1].text) if results else "nothing had to be done first"
        return _reply(_call("hand_back", tools, argument=learned))
    return _ask("the plan is carried out, and that was not the end", tools)


def _contingency(plan: PlanText, line: str, result: str) -> str:
    """What the plan says to do after this result of that line; empty if it is to go on."""
    for found in filter(None, map(_CONTINGENCY.match, plan.contingencies.splitlines())):
        if not line.startswith(found["call"].strip()):
            continue
        for side in _SIDE.finditer(found["sides"]):
            if re.search(rf"\b{side['side']}\b", result):
                return "" if side["then"].strip() == "go on" else side["then"].strip()
    return ""


def _call(line: str, tools: Mapping[str, ToolDefinition], argument: str = "") -> ToolCall | None:
    """The call that a line speaks of: the first tool it names, with the first thing in quotation marks after it."""
    for word in re.finditer(r"\w+", line):
        tool = tools.get(word[0])
        if tool is not None:
            quoted = _QUOTED.search(line, word.end() + 1)
            value = argument or (quoted[1] if quoted else line[word.end() :].strip(" .:"))
            takes = list(tool.parameters["properties"])
            return ToolCall("", tool.name, {takes[0]: value} if takes else {})
    return None


def _ask(reason: str, tools: Mapping[str, ToolDefinition]) -> Reply:
    """Ask for a new plan; where there is none to be had, say so and stop."""
    call = _call("request_replan", tools, argument=reason)
    return _reply(call) if call else Reply(f"I stop here: {reason}.", model=DoorsExecutor.name)


def _reply(call: ToolCall | None) -> Reply:
    return Reply(calls=(call,) if call else (), model=DoorsExecutor.name)


def _in_one_line(text: str) -> str:
    return " ".join(text.removeprefix("Done. ").removeprefix("Refused, nothing changed. ").split())
