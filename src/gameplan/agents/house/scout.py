"""The scouts: a planner and an executor for questions about a folder. Programs with a policy, no language models.

Like any model they are sent messages and tools, and answer with text and calls. They keep nothing between two requests.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence

from gameplan.agents.house.findings import Findings, Quote, from_messages, from_report
from gameplan.agents.house.policy import Look, course, ranked
from gameplan.agents.house.question import Question, take_apart
from gameplan.agents.messages import Message, ToolCall, ToolMessage, UserMessage
from gameplan.agents.model import CallDelta, Model, ModelRequest, OnDelta, Reply, TextDelta
from gameplan.agents.models.house import View
from gameplan.agents.plan_text import PlanText, plan_in
from gameplan.runtime.events import Json

_NOTED = 5
_QUOTED = 12
_LISTED = 40
_ASKED_AGAIN = re.compile(r"\n\n(?:The executor asked for a new plan:|The boundary of the last plan was reached\.)")
_ASK = re.compile(r"\n\nWrite the plan[\w ]*\.$")
_ARGUMENT = re.compile(r"(\w+)\s*[=:]\s*(\"(?:[^\"\\]|\\.)*\"|'[^']*'|`[^`]*`|[^\s,)]+)")
_VALUE = re.compile(r"\"([^\"]+)\"|`([^`]+)`|'([^']+)'")
_MAIN_ARGUMENT = {"search_files": "text", "read_file": "path", "list_directory": "path"}


def scout_planner(view: View) -> Model:
    """Plans where to look in a folder. A program, no LLM."""
    return _ScoutPlanner()


def scout(view: View) -> Model:
    """Looks, and quotes what it finds. A program, no LLM."""
    return _Scout()


class _ScoutPlanner:
    name = "house:scout-planner"

    async def reply(self, request: ModelRequest, on_delta: OnDelta | None = None) -> Reply:
        return _said(_plan(_request(request.messages), request.state), on_delta)


class _Scout:
    name = "house:scout"

    async def reply(self, request: ModelRequest, on_delta: OnDelta | None = None) -> Reply:
        return _Execution(request).reply(on_delta)


# -- planning


def _plan(told: str, listing: str) -> str:
    """The plan for a request, or for what remains of it."""
    asked_again = _ASKED_AGAIN.search(told)
    request = _ASK.sub("", told[: asked_again.start()] if asked_again else told)
    question = take_apart(request)
    findings = from_report(told) if asked_again else Findings()
    following = course(question, findings, listing)
    lines = [str(look) for look in following.looks]
    if not following.boundary:
        lines.append(_answer_line(question, findings, following.looks))
    numbered = [f"{number}. {line}" for number, line in enumerate(lines, 1)]
    if following.boundary:
        numbered.append(f"BOUNDARY: {following.boundary}")
    replan = "If nothing at all is found, or a call is refused: request_replan." if following.looks else "None"
    return "\n".join((f"SITUATION: {_situation(question, findings)}", "PLAN:", *numbered, f"CONTINGENCIES: {replan}"))


def _situation(question: Question, findings: Findings) -> str:
    subject = _subject(question)
    wants = {
        "where": f"The request asks where to find {subject}.",
        "explain": f"The request asks about {subject}.",
        "list": f"The request asks for a list of {subject}.",
        "count": f"The request asks for a number: {subject}.",
        "summary": "The request asks what the folder is about.",
    }[question.kind]
    if findings.refused and not findings.found:
        return f"{wants} This did not work: {findings.refused[-1]}"
    if findings.matches:
        return f"{wants} It is in {_files(findings.matches)}."
    if findings.tried and not findings.found:
        return f"{wants} The searches so far found nothing: {_tried(findings)}."
    return wants


def _answer_line(question: Question, findings: Findings, looks: Sequence[Look]) -> str:
    if not looks and not findings.found and not findings.entries:
        return f"answer that nothing was found for {_tried(findings) or _subject(question)}"
    form = "the number that was counted" if question.kind == "count" else "what was found"
    return f"answer with {form}, quoted as path:line: text" if question.terms else f"answer with {form}"


# -- carrying out


class _Execution:
    """One step of an executor: what it knows from its messages, and what it does next."""

    def __init__(self, request: ModelRequest) -> None:
        self.request = request
        self.tools = {tool.name: tool for tool in request.tools}
        self.question = take_apart(_request(request.messages))
        self.findings = from_messages(request.messages)
        self.plan = plan_in(request.system)

    def reply(self, on_delta: OnDelta | None) -> Reply:
        last = self.request.messages[-1]
        if self.plan is None:
            following = course(self.question, self.findings, self.request.state).looks
        else:
            if isinstance(last, ToolMessage) and last.status != "ok" and "request_replan" in self.tools:
                return self._replan(f"{last.tool} did not work: {_first_line(last.text)}", on_delta)
            following = self._rest_of(self.plan)
        if following:
            return self._calls(following[0].tool, following[0].arguments, on_delta)
        if self.plan is not None:
            if self.findings.tried and not self._has_facts() and "request_replan" in self.tools:
                return self._replan(f"nothing was found for {_tried(self.findings)}", on_delta)
            if self.plan.boundary and "hand_back" in self.tools:
                return self._calls("hand_back", {"learned": self._learned()}, on_delta)
        if "answer" in self.tools:
            return self._calls("answer", {"text": self._answer()}, on_delta, note=False)
        return _said(self._answer(), on_delta)

    def _rest_of(self, plan: PlanText) -> tuple[Look, ...]:
        """The calls that the plan's lines still ask for; a line that names no reading tool is none."""
        lines = (self._read_line(f"{step.title} {step.details}") for step in plan.steps)
        return tuple(look for look in lines if look)[len(self.findings.tried) :]

    def _read_line(self, line: str) -> Look | None:
        """A line of a plan as a call: `tool key="value"`, or words that name the tool and what it is to be given."""
        tool = next((name for name in _MAIN_ARGUMENT if name in self.tools and re.search(rf"\b{name}\b", line)), None)
        if tool is None:
            return None
        known = self.tools[tool].parameters["properties"]
        arguments = {key: _value(value) for key, value in _ARGUMENT.findall(line) if key in known}
        main = _MAIN_ARGUMENT[tool]
        if not arguments and (quoted := _VALUE.search(line)):
            arguments[main] = next(filter(None, quoted.groups()))
        if tool == "read_file" and main not in arguments:  # "the best match"
            best = [quote.path for quote in ranked(self.question, self.findings.matches)] or self.findings.paths
            arguments[main] = best[0] if best else "."
        return Look(tool, arguments)

    # -- answering

    def _calls(self, tool: str, arguments: dict[str, Json], on_delta: OnDelta | None, *, note: bool = True) -> Reply:
        """A call; with it come notes of the newest result, which may be condensed before it is needed."""
        text = self._notes() if note and tool in _MAIN_ARGUMENT else ""
        if on_delta is not None:
            if text:
                on_delta(TextDelta(text))
            on_delta(CallDelta(0, tool, json.dumps(arguments, ensure_ascii=False)))
        return Reply(text, (ToolCall("", tool, arguments),))

    def _replan(self, reason: str, on_delta: OnDelta | None) -> Reply:
        return self._calls("request_replan", {"reason": reason}, on_delta)

    def _notes(self) -> str:
        last = self.request.messages[-1]
        if not isinstance(last, ToolMessage) or last.status != "ok":
            return ""
        newest = from_messages(self.request.messages[-2:])
        noted = _telling(newest.read)[: 2 * _NOTED] or ranked(self.question, newest.matches)[:_NOTED]
        return "\n".join(("Noted:", *map(str, noted))) if noted else ""

    def _learned(self) -> str:
        quotes = ranked(self.question, self.findings.matches)[:_QUOTED]
        paths = [f"- {path}" for path in self.findings.paths[:_QUOTED]]
        entries = [f"- {entry}" for entry in self.findings.entries[:_QUOTED]] if not (quotes or paths) else []
        return "\n".join((f"{'; '.join(self.findings.headlines)}.", *map(str, quotes), *paths, *entries))

    def _has_facts(self) -> bool:
        return self.findings.found or bool(self.findings.entries)

    def _answer(self) -> str:
        """The answer, from what the tools said alone."""
        found, question = self.findings, self.question
        if found.read and question.kind in ("explain", "summary"):
            return "\n\n".join(filter(None, (self._from_reading(), self._folder() if found.entries else "")))
        if found.matches:
            return "\n".join((f"{'; '.join(found.headlines)}:", *_shortened(ranked(question, found.matches), _QUOTED)))
        if found.paths:
            most = _QUOTED if question.kind == "count" else _LISTED
            return "\n".join((f"{'; '.join(found.headlines)}:", *_shortened(found.paths, most)))
        if found.entries:
            return "\n".join((f"{found.headlines[-1]}:", *_shortened(found.entries, _LISTED)))
        if found.refused:
            return f"I could not find out about {_subject(question)}. {found.refused[-1]}"
        return f"I found nothing in this folder about {_subject(question)}."

    def _from_reading(self) -> str:
        paths = list(dict.fromkeys(quote.path for quote in self.findings.read))
        parts = []
        for path in paths:
            here = _described(_telling([quote for quote in self.findings.read if quote.path == path]))
            parts.append("\n".join((f"{path} says:", *map(str, here[: _QUOTED // len(paths) + 2]))))
        return "\n\n".join(parts)

    def _folder(self) -> str:
        names = [entry.split("  ")[0] for entry in self.findings.entries]
        more = f" and {len(names) - _LISTED} more" if len(names) > _LISTED else ""
        return f"The folder holds {', '.join(names[:_LISTED])}{more}."


# -- words


def _request(messages: Sequence[Message]) -> str:
    return next((message.text for message in messages if isinstance(message, UserMessage)), "")


def _said(text: str, on_delta: OnDelta | None) -> Reply:
    if on_delta is not None:
        on_delta(TextDelta(text))
    return Reply(text)


def _subject(question: Question) -> str:
    return ", ".join(f'"{each}"' for each in question.terms or question.files) or "the folder"


def _tried(findings: Findings) -> str:
    sought = [
        arguments.get("text") or arguments.get("name") or arguments.get("path") for _, arguments in findings.tried
    ]
    return ", ".join(dict.fromkeys(f'"{each}"' for each in sought if each))


def _files(quotes: Sequence[Quote]) -> str:
    paths = list(dict.fromkeys(quote.path for quote in quotes))
    return ", ".join(paths[:3]) + (f" and {len(paths) - 3} more" if len(paths) > 3 else "")


def _telling(quotes: Sequence[Quote]) -> list[Quote]:
    return [quote for quote in quotes if quote.text.strip()]


def _described(quotes: list[Quote]) -> list[Quote]:
    """A definition with its description, where the two are apart: nobody asked for a list of parameters."""
    marks = [number for number, quote in enumerate(quotes) if '"""' in quote.text]
    if not marks or marks[0] < 2 or not re.match(r"\s*\S.*\(\s*$", quotes[0].text):
        return quotes
    ends = marks[0] if quotes[marks[0]].text.count('"""') > 1 or len(marks) < 2 else marks[1]
    return [quotes[0], *quotes[marks[0] : ends + 1]]


def _shortened(lines: Sequence[object], most: int) -> list[str]:
    more = [f"… and {len(lines) - most} more"] if len(lines) > most else []
    return [*map(str, lines[:most]), *more]


def _first_line(text: str) -> str:
    return text.split("\n", 1)[0]


def _value(written: str) -> Json:
    if written[0] in "'`":
        return written[1:-1]
    try:
        return json.loads(written.lower() if written in ("True", "False") else written)
    except ValueError:
        return written.strip("\"'`").rstrip(".,;") or written
