"""What a scout knows: read from the text of its messages, as any model reads them, and from nothing else."""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from gameplan.agents.messages import Message, ModelMessage, ToolMessage
from gameplan.runtime.events import Json

_MATCH = re.compile(r"^(?P<path>\S.{0,300}?):(?P<line>\d+): ?(?P<text>.*)$")
_READ = re.compile(r"^(?P<path>.+), lines (?P<first>\d+)-(?P<last>\d+) of (?:more than )?[\d,]+, ")
_COUNT = re.compile(r"([\d,]+) (?:files?|entry|entries)\b")
_DONE = re.compile(r"^Done(?:, with a note)?\. ")
_PATH = re.compile(r"(?P<path>[\w-][\w./-]*\.\w{1,6})\b(?::(?P<line>\d+))?")
_CALL_LINE = re.compile(r"^- (?P<tool>\w+)\((?P<arguments>.*)\): (?P<said>.*)$")
_ARGUMENT = re.compile(r"(\w+)=('(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\"|[\w.-]+)")


@dataclass(frozen=True, slots=True)
class Quote:
    """A line of a file, word for word."""

    path: str
    line: int
    text: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.text}"


@dataclass(slots=True)
class Findings:
    """What was tried, and what came of it. `matches` were found by a search, `read` is what a file says."""

    tried: list[tuple[str, dict[str, Json]]] = field(default_factory=list)
    headlines: list[str] = field(default_factory=list)
    matches: list[Quote] = field(default_factory=list)
    read: list[Quote] = field(default_factory=list)
    paths: list[str] = field(default_factory=list)
    entries: list[str] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)

    def was_tried(self, tool: str, arguments: dict[str, Json]) -> bool:
        return (tool, arguments) in self.tried

    @property
    def found(self) -> bool:
        return bool(self.matches or self.paths or self.read)

    def read_paths(self) -> set[str]:
        return {str(arguments.get("path")) for tool, arguments in self.tried if tool == "read_file"}


def from_messages(messages: Sequence[Message]) -> Findings:
    """What an executor has found in this turn: whole results, and its own notes of those that were condensed."""
    findings = Findings()
    arguments: dict[str, dict[str, Json]] = {}
    for message in messages:
        if isinstance(message, ModelMessage):
            for quote in _quotes(message.text):
                _add(findings.read if quote.path in findings.read_paths() else findings.matches, [quote])
            for call in message.calls:
                arguments[call.id] = call.arguments if isinstance(call.arguments, dict) else {}
        elif isinstance(message, ToolMessage):
            _take_result(findings, message, arguments.get(message.call_id, {}))
    return findings


def from_report(text: str) -> Findings:
    """What a planner is told when it is asked again: what was learned, what was done, what was refused."""
    findings = Findings()
    _, _, report = text.rpartition("Known now:")
    learned, _, done = report.rpartition("Done so far")
    _add(findings.matches, _quotes(learned))
    findings.paths += [line[2:].strip() for line in learned.splitlines() if line.startswith("- ")]
    if not findings.found and "Known now:" in text:  # it was said in prose
        for found in _PATH.finditer(learned):
            if found["line"]:
                findings.matches.append(Quote(found["path"], int(found["line"]), ""))
            else:
                findings.paths.append(found["path"])
    worked, _, did_not = done.partition("Refused or failed:")
    for line in worked.splitlines():
        if call := _CALL_LINE.match(line):
            findings.tried.append((call["tool"], _arguments(call["arguments"])))
    for line in did_not.splitlines():
        if call := _CALL_LINE.match(line):
            findings.tried.append((call["tool"], _arguments(call["arguments"])))
            findings.refused.append(line[2:])
    return findings


def _take_result(findings: Findings, message: ToolMessage, arguments: dict[str, Json]) -> None:
    findings.tried.append((message.tool, arguments))
    headline, *lines = _DONE.sub("", message.text).split("\n")
    if message.status != "ok":
        findings.refused.append(f"{message.tool}: {headline}")
        return
    findings.headlines.append(headline.removesuffix(" [condensed]").removesuffix(" in ."))
    match message.tool:
        case "read_file":
            if seen := _READ.match(headline):
                first, last = int(seen["first"]), int(seen["last"])
                _add(findings.read, [Quote(seen["path"], n, each) for n, each in enumerate(lines, first) if n <= last])
        case "search_files" if arguments.get("text"):
            _add(findings.matches, [quote for quote in map(_quote, lines) if quote])
        case "search_files":
            findings.paths += _listed(headline, lines)
        case "list_directory":
            findings.entries = _listed(headline, lines)


def _listed(headline: str, lines: list[str]) -> list[str]:
    """The lines that the headline counts; remarks of the tool come after them."""
    number = _COUNT.search(headline)
    counted = lines[: int(number[1].replace(",", ""))] if number else []
    return [line for line in counted if not line.startswith("…")]


def _quotes(text: str) -> list[Quote]:
    return [quote for quote in map(_quote, text.splitlines()) if quote]


def _quote(line: str) -> Quote | None:
    found = _MATCH.match(line)
    return Quote(found["path"], int(found["line"]), found["text"]) if found else None


def _add(quotes: list[Quote], more: list[Quote]) -> None:
    known = set(quotes)
    quotes += [quote for quote in more if quote not in known]


def _arguments(text: str) -> dict[str, Json]:
    found = {}
    for name, value in _ARGUMENT.findall(text):
        try:
            found[name] = ast.literal_eval(value)
        except (ValueError, SyntaxError):
            found[name] = value
    return found
