"""`house:storyteller`: the template renderer that answers as a model does, so that a play needs no key at all."""

from __future__ import annotations

from dataclasses import dataclass

from gameplan.agents import ModelRequest, OnDelta, Reply, TextDelta, ToolCall, ToolMessage
from gameplan.agents.models import View, register_house_model
from gameplan.novels.telling.direction import DirectionPack
from gameplan.novels.telling.prompting import PLOT_STATE
from gameplan.novels.telling.renderer import render
from gameplan.novels.telling.said import Said
from gameplan.tools import message_in

NAME = "house:storyteller"


@dataclass(frozen=True, slots=True)
class TellerSight:
    """What the house storyteller may see besides the beat: what was said in the play so far."""

    said: Said


class HouseStoryteller:
    """A model that is a program: it asks for the beat, and tells it by templates."""

    name = NAME

    def __init__(self, view: View) -> None:
        self._view = view

    async def reply(self, request: ModelRequest, on_delta: OnDelta | None = None) -> Reply:
        told = [each for each in request.messages if isinstance(each, ToolMessage) and each.tool == PLOT_STATE]
        if not told or told[-1].status != "ok":
            if told or all(each.name != PLOT_STATE for each in request.tools):
                return Reply("I tell the beats of a novel, and was shown none.", model=NAME)
            return Reply(calls=(ToolCall("", PLOT_STATE, {}),), model=NAME)
        pack = DirectionPack.from_json(message_in(told[-1].text))
        sight = self._view()
        said = sight.said.copy() if isinstance(sight, TellerSight) else Said()
        lines = [f"{frame.to_json()}\n" for frame in render(pack, said)]
        if on_delta is not None:
            for line in lines:
                on_delta(TextDelta(line))
        return Reply("".join(lines), model=NAME)


def storyteller(view: View) -> HouseStoryteller:
    """Tells the beats of a novel by templates, in English and German. A program, no LLM."""
    return HouseStoryteller(view)


register_house_model("storyteller", storyteller)
