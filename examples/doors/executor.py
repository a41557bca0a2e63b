"""The executor: reads the plan as text, turns its next line into a call, and asks again when it no longer holds.

It knows nothing of houses. All that it has is what any model has: its prompt, its tools and what its calls returned.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from gameplan.agents import ModelRequest, OnDelta, PlanText, Reply, ToolCall, ToolMessage, View, parse_plan, plan_in
from gameplan.tools import ToolDefinition, message_in

_QUOTED = re.compile(r"""["'`“](.+?)["'`”]""")
_CONTINGENCY = re.compile(r"^\W*(?P<call>[^:]+): (?P<sides>.+)$")
_SIDE = re.compile(r"(?P<side>\w+) (?:->|→) (?P<then>[^;\"]*(?:\"[^\"]*\")?)")


class DoorsExecutor:
    """Follows a plan line by line."""

    name = "house:doors-executor"

    async def reply(self, request: ModelRequest, on_delta: OnDelta | None = None) -> Reply:
        plan = plan_in(request.system) or parse_plan("")
        results = [message for message in request.messages if isinstance(message, ToolMessage)]
        return next_reply(plan, results, {tool.name: tool for tool in request.tools})


def doors_executor(view: View) -> DoorsExecutor:
    """Follows a plan line by line, and sees nothing but the plan and its results."""
    return DoorsExecutor()


def next_reply(plan: PlanText, results: Sequence[ToolMessage], tools: Mapping[str, ToolDefinition]) -> Reply:
    """What to do next. Each result so far came of one line of the plan."""
    done, todo = plan.steps[: len(results)], plan.steps[len(results) :]
    if done:
        line, result = done[-1].title, results[-1]
        if result.status != "ok" and result.tool == "request_replan":
            return _stop(_in_one_line(result.text))
        if result.status != "ok":
            return _ask(f"{line}: {result.status}. {_in_one_line(result.text)}", tools)
        if then := _contingency(plan, line, result.text):
            quoted = _QUOTED.search(then)
            return _ask(quoted[1] if quoted else then, tools)
    if todo:
        call = _call_in(todo[0].title, tools)
        return _reply(call) if call else _ask(f"{todo[0].title}: that names none of my tools.", tools)
    if plan.boundary and "hand_back" in tools:
        learned = _in_one_line(results[-1].text) if results else "Nothing had to be done first."
        return _reply(_call(tools["hand_back"], learned))
    return _ask("All of the plan is done, and that was not the end.", tools)


def _contingency(plan: PlanText, line: str, result: str) -> str:
    """What the plan says to do after this result of that line; empty if it is to go on."""
    for found in filter(None, map(_CONTINGENCY.match, plan.contingencies.splitlines())):
        if line.startswith(found["call"].strip()):
            for side in _SIDE.finditer(found["sides"]):
                if re.search(rf"\b{side['side']}\b", result):
                    return "" if side["then"].strip() == "go on" else side["then"].strip()
    return ""


def _call_in(line: str, tools: Mapping[str, ToolDefinition]) -> ToolCall | None:
    """The call that a line speaks of: the first tool it names, with the first words in quotation marks after that."""
    for word in re.finditer(r"\w+", line):
        if word[0] in tools:
            quoted = _QUOTED.search(line, word.end() + 1)
            return _call(tools[word[0]], quoted[1] if quoted else line[word.end() :].strip(" .:"))
    return None


def _call(tool: ToolDefinition, value: str) -> ToolCall:
    """A call of a tool that takes one argument, or none."""
    takes = list(tool.parameters["properties"])
    return ToolCall("", tool.name, {takes[0]: value} if takes else {})


def _ask(reason: str, tools: Mapping[str, ToolDefinition]) -> Reply:
    """Ask for a new plan; where there is none to be had, say so and stop."""
    if "request_replan" in tools:
        return _reply(_call(tools["request_replan"], reason))
    return _stop(reason)


def _stop(reason: str) -> Reply:
    return Reply(f"I stop here. {reason}", model=DoorsExecutor.name)


def _reply(call: ToolCall) -> Reply:
    return Reply(calls=(call,), model=DoorsExecutor.name)


def _in_one_line(text: str) -> str:
    return " ".join(message_in(text).replace("\n- needed: ", " Needed: ").split())
