"""Calls that a model wrote as text. They are noticed, so that it can be told, and never carried out."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator

from gameplan.runtime.events import Json

_LOOKED_AT = 20_000  # characters
_MOST_OBJECTS = 20  # in one text
_NAMES = frozenset({"name", "tool", "tool_name", "function", "action"})
_ARGUMENTS = frozenset({"arguments", "args", "parameters", "params", "input", "tool_input", "action_input"})
_AROUND = ("tool_calls", "tool_call", "function_call", "function")
_FENCED = re.compile(r"^```[^\n`]*\n(.*?)(?:^```$|\Z)", re.MULTILINE | re.DOTALL)
_OBJECT = re.compile(r"^(?:```\w*)?[ \[{]*(?=\{)", re.MULTILINE)
_MARK = re.compile(
    r"^(?:<\|?(?:tool_calls?|function_calls?|tool_use|invoke|function|python_tag)\b|\[TOOL_CALLS\])", re.MULTILINE
)
_AFTER_A_MARK = 200  # characters in which the tool is named
_REACT = re.compile(r"^Action: ?`?(\w+)`?\n+Action Input:", re.MULTILINE)
_LINE = re.compile(r"(?:[-*] )?((?:tool )?call(?:ing)?:? |action: |tool: )?`?(\w+)\(.*\)`?;?\.?", re.IGNORECASE)


def written_call(text: str, tools: Collection[str]) -> str:
    """The tool whose call a model wrote as text, if it did: as JSON, as markup, or as `call read_file(path="a")`.

    An answer that mentions a tool, or shows code, is none of these.
    """
    text = "\n".join(line.strip() for line in text[:_LOOKED_AT].split("\n"))
    return _as_json(text, tools) or _as_markup(_FENCED.sub("\n", text), tools) or _as_lines(text, tools)


def _as_json(text: str, tools: Collection[str]) -> str:
    """A call as an object that begins a line."""
    return next((name for read in _objects(text) if (name := _named(read, tools))), "")


def _objects(text: str) -> Iterator[Json]:
    decoder = json.JSONDecoder()
    end = 0
    for number, found in enumerate(_OBJECT.finditer(text)):
        if number >= _MOST_OBJECTS:
            return
        if found.end() < end:
            continue  # it is inside the one before
        try:
            read, end = decoder.raw_decode(text, found.end())
        except (ValueError, RecursionError):
            continue
        yield read


def _named(read: Json, tools: Collection[str]) -> str:
    """The tool that an object calls: nothing but a name and arguments, perhaps wrapped as some servers wrap it."""
    if isinstance(read, list):
        return _named(read[0], tools) if read else ""
    if not isinstance(read, dict):
        return ""
    for key in _AROUND:
        if isinstance(read.get(key), dict | list):
            return _named(read[key], tools)
    keys = read.keys() - {"type"}
    named, given = keys & _NAMES, keys & _ARGUMENTS
    if len(keys) != 2 or not (named and given):
        return ""
    name = read[named.pop()]
    return name if isinstance(name, str) and name in tools and isinstance(read[given.pop()], dict | str) else ""


def _as_markup(text: str, tools: Collection[str]) -> str:
    """A call behind a mark that some models are taught: `<tool_call>`, `<invoke name=…>`, `[TOOL_CALLS]`."""
    for mark in _MARK.finditer(text):
        for word in re.findall(r"\w+", text[mark.end() : mark.end() + _AFTER_A_MARK]):
            if word in tools:
                return str(word)
    react = _REACT.search(text)
    return react[1] if react is not None and react[1] in tools else ""


def _as_lines(text: str, tools: Collection[str]) -> str:
    """`read_file(path="a")`: if the reply is nothing else, or if its last line says "call" before it."""
    whole = _FENCED.fullmatch(text.strip())
    lines = [line for line in (whole[1] if whole else text).split("\n") if line]
    calls = [found if found and found[2] in tools else None for found in map(_LINE.fullmatch, lines)]
    last = calls[-1] if calls else None
    return last[2] if last and (last[1] or all(calls)) else ""
