"""`house:author`: the house author as a co-author, so that a novel is written step by step with no key at all.

It composes the whole novel at once and then writes it down call by call, so that a person can look on and change
things. What stands in the draft already is left as it is, and what a person has named otherwise is called so from then
on. A refusal is answered with what the reply asks for.
"""

from __future__ import annotations

import asyncio
import re
import zlib
from collections.abc import Iterator, Sequence
from typing import Any, cast

from gameplan.agents import ModelRequest, OnDelta, Reply, TextDelta, ToolCall, ToolMessage
from gameplan.agents.messages import UserMessage
from gameplan.agents.models import View, register_house_model
from gameplan.novels.authoring.coauthor import DeskSight
from gameplan.novels.authoring.draft import Draft
from gameplan.novels.authoring.elements import ElementType, is_there, with_other_id
from gameplan.novels.authoring.respelling import respelled
from gameplan.novels.authoring.retelling import calls_of
from gameplan.novels.house.balancing import write_balanced
from gameplan.novels.package import VNPackage

NAME = "house:author"
_SEED = re.compile(r"\s*\b(?:seed|Saat)\s*[:=]?\s*(\d{1,18})\b\.?", re.IGNORECASE)
_TRIES = 3  # so often it tries one and the same call


class HouseAuthor:
    """A model that is a program: it knows the novel from the premise, and the draft from the view."""

    name = NAME

    def __init__(self, view: View) -> None:
        self._view = view

    async def reply(self, request: ModelRequest, on_delta: OnDelta | None = None) -> Reply:
        tools = {tool.name for tool in request.tools}
        seen = self._view()
        sight = DeskSight(seen) if isinstance(seen, Draft) else seen
        if "proposeStoryPremise" not in tools or not isinstance(sight, DeskSight):
            return _said("I write novels, and was given no desk to write at.", on_delta)
        asked = _asked(request)
        if not asked:
            return _said("Tell me the premise, in a sentence or two, and I shall write the novel.", on_delta)
        package = await asyncio.to_thread(_package, asked, sight)
        results = _results(request)
        call = _next(package, sight.draft, results)
        if call is None:
            return _said(_stuck(results), on_delta)
        return Reply(calls=(call,), model=NAME)


def author(view: View) -> HouseAuthor:
    """Writes a novel from a premise, call by call. A program, no LLM."""
    return HouseAuthor(view)


register_house_model("author", author)


def premise_and_seed(text: str) -> tuple[str, int]:
    """A request as premise and seed: `seed 7` in it names one (the last counts), else the premise itself decides."""
    found = list(_SEED.finditer(text))
    if not found:
        premise = " ".join(text.split())
        return premise, zlib.crc32(premise.encode())
    last = found[-1]
    return " ".join(f"{text[: last.start()]} {text[last.end() :]}".split()), int(last[1])


def _asked(request: ModelRequest) -> str:
    """The first thing that the person said: the premise."""
    return next((each.text for each in request.messages if isinstance(each, UserMessage) and each.text.strip()), "")


def _results(request: ModelRequest) -> list[ToolMessage]:
    """What came of its calls since it was last spoken to: what was in vain then may succeed now."""
    results: list[ToolMessage] = []
    for message in request.messages:
        if isinstance(message, ToolMessage):
            results.append(message)
        elif isinstance(message, UserMessage):
            results = []
    return results


def _package(asked: str, sight: DeskSight) -> VNPackage:
    """The whole novel, with the ids and the names that a person has given since."""
    premise, seed = premise_and_seed(asked)
    draft = sight.draft
    package = write_balanced(premise, seed, draft.premise.language if draft.premise is not None else draft.language)
    for each in sight.renamed:
        type_ = cast(ElementType, each.type)
        if is_there(package, type_, each.act_id, each.id):
            package = with_other_id(package, type_, each.act_id, each.id, each.to)
    names = {each.name: now.name for each in package.characters if (now := draft.character(each.id)) is not None}
    return respelled(package, names)


def _next(package: VNPackage, draft: Draft, results: Sequence[ToolMessage]) -> ToolCall | None:
    """The first call that the draft still lacks. None if it was tried in vain too often."""
    for name, arguments in _lacking(package, draft):
        tried = sum(1 for each in results if each.tool == name and each.status != "ok" and each.arguments == arguments)
        if tried < _TRIES:
            return ToolCall("", name, arguments)
        return None
    return None


def _lacking(package: VNPackage, draft: Draft) -> Iterator[tuple[str, dict[str, Any]]]:
    for name, arguments in calls_of(package):
        if name == "finalizePackage" and draft.premise is not None:
            arguments = {"title": draft.premise.title}  # the person may have changed it
        if not _stands(name, arguments, draft):
            yield name, arguments


def _stands(name: str, arguments: dict[str, Any], draft: Draft) -> bool:
    """Whether the draft has already what a call would bring."""
    act, node = str(arguments.get("actId", "")), str(arguments.get("nodeId", ""))
    match name:
        case "proposeStoryPremise":
            return draft.premise is not None
        case "proposeCharacter":
            return any(each.id == arguments["id"] for each in draft.characters)
        case "draftActOutline":
            return any(each.id == arguments["id"] for each in draft.acts)
        case "draftNodeWeb":
            return all(draft.location(act, str(each["id"])) is not None for each in arguments["locations"])
        case "draftNodeEncounters":
            place = draft.location(act, node)
            return place is not None and bool(place.encounters)
        case "finalizeNode":
            return draft.node_stage(act, node) == "finalized"
        case _:
            return False


def _stuck(results: Sequence[ToolMessage]) -> str:
    last = results[-1].text if results else "Nothing was done."
    return f"I cannot go on by myself. The last reply was: {last}"


def _said(text: str, on_delta: OnDelta | None) -> Reply:
    if on_delta is not None:
        on_delta(TextDelta(text))
    return Reply(text, model=NAME)
