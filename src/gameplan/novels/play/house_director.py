"""`house:director`: the rules, answering as a model does, so that a play needs no key at all."""

from __future__ import annotations

from gameplan.agents import ModelRequest, OnDelta, Reply, ToolCall
from gameplan.agents.models import View, register_house_model
from gameplan.novels.play.beats import DIRECT
from gameplan.novels.play.play import Question

NAME = "house:director"


class HouseDirector:
    """A model that is a program: of what could come it names what fits best. Questions in prose it answers with no."""

    name = NAME

    def __init__(self, view: View) -> None:
        self._view = view

    async def reply(self, request: ModelRequest, on_delta: OnDelta | None = None) -> Reply:
        question = self._view()
        if not isinstance(question, Question) or all(each.name != DIRECT for each in request.tools):
            return Reply("I direct the beats of a novel, and was shown none.", model=NAME)
        best = question.beat.shortlist[0].id if question.beat.shortlist else ""
        return Reply(calls=(ToolCall("", DIRECT, {"pick": best}),), model=NAME)


def director(view: View) -> HouseDirector:
    """Chooses the scenes of a novel by its rules. A program, no LLM."""
    return HouseDirector(view)


register_house_model("director", director)
