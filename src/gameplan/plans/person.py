"""The person: who is asked when a step must be approved or has a question, and what they may answer.

An answer may come from the approver that the engine was given, or from anybody who calls the engine; whoever is first.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from gameplan.plans.approvals import (
    Answer,
    Answerer,
    Approve,
    Approver,
    Change,
    Deny,
    Later,
    covered,
    kinds_of,
    may_be_approved_in_advance,
    nobody,
)
from gameplan.plans.asking import Question, read_answer
from gameplan.plans.events import (
    ApprovalAsked,
    ApprovalDenied,
    ApprovalGiven,
    ArgumentsChanged,
    PolicySet,
    QuestionAnswered,
    QuestionAsked,
)
from gameplan.plans.model import Step
from gameplan.plans.state import StepState
from gameplan.runtime.events import Json
from gameplan.tools import ToolRefused, Waits
from gameplan.tools.arguments import read_arguments, validated

if TYPE_CHECKING:
    from gameplan.plans.engine import Engine


class NotAsked(ValueError):
    """Somebody answered what was not asked, or not like this."""


class Person:
    """Answers for one run."""

    def __init__(self, engine: Engine, approver: Approver, answerer: Answerer) -> None:
        self._engine = engine
        self._approver = approver
        self._answerer = answerer
        self._asking: dict[str, asyncio.Event] = {}

    # -- what they may say

    def approve(self, name: str, bound: str = "", *, by: str = "person", rest: bool = False) -> None:
        """Let a step act that waits for it; with `rest`, whatever else has effects of the same kinds, too."""
        asked = self._asked(name, bound)
        if rest and may_be_approved_in_advance(asked):
            self._engine.tell(PolicySet(tuple(sorted(kinds_of(asked))), version=self._engine.state.plan.version, by=by))
        self.give(name, asked.bound_to, by)
        if rest:
            self._approve_covered()

    def deny(self, name: str, bound: str = "", reason: str = "not wanted") -> None:
        """Do without a step that waits to be approved."""
        self._engine.tell(ApprovalDenied(name, self._asked(name, bound).bound_to, reason))
        self._answered(name)

    def change_arguments(self, name: str, args: dict[str, Json]) -> None:
        """Give a step that waits to be approved other arguments; it is asked again, with what those would do."""
        asked = self._asked(name)
        if asked.tool not in self._engine.tools:
            raise NotAsked(f"What step {name} asks has no arguments that could be changed.")
        try:
            read = read_arguments(args)
            validated(self._engine.tools[asked.tool], read)
        except ToolRefused as refusal:
            raise NotAsked(refusal.message) from None
        self._engine.tell(ArgumentsChanged(name, read))
        self._answered(name)

    def answer(self, name: str, value: Json, *, by: str = "person") -> None:
        """Answer the question of a step that waits for it."""
        question = self._stands(name).open_question
        if question is None:
            raise NotAsked(f"Step {name} has no open question.")
        try:
            read = read_answer(value, question.type, question.choices)
        except ValueError as error:
            raise NotAsked(str(error)) from None
        self._engine.tell(QuestionAnswered(name, read, by))
        self._answered(name)

    # -- what they are asked

    def give(self, name: str, bound: str, by: str) -> None:
        """Record an approval."""
        self._engine.tell(ApprovalGiven(name, bound, by))
        self._answered(name)

    async def decide(self, asked: ApprovalAsked, step: Step) -> None:
        """Have a question decided that is on the record; the state tells how. Raises `Waits` if nobody can now."""
        engine, name, bound = self._engine, asked.step, asked.bound_to
        await engine.session.committed()
        if engine.state.of(name).asked is not asked:
            return  # somebody has answered meanwhile
        if self._approver is nobody:
            raise Waits
        answer: Answer | None = await self._first(name, self._approver(asked, step))
        match answer:
            case Approve(by=by, rest=rest):
                self.approve(name, bound, by=by, rest=rest)
            case Deny(reason=reason):
                self.deny(name, bound, reason)
            case Change(args=args):
                try:
                    self.change_arguments(name, args)
                except NotAsked:
                    raise Waits from None  # such arguments cannot be given: the question stays open
            case Later():
                raise Waits
            case None:
                pass  # somebody else was quicker

    async def ask(self, name: str, question: Question, step: Step) -> Json:
        """The answer to a question. Raises `Waits` while there is none."""
        stands = self._engine.state.of(name)
        if stands.answer is None:
            asked = stands.question
            if asked is None:
                choices = tuple(question.choices)
                asked = QuestionAsked(name, question.question, question.type, choices, question.default)
                self._engine.tell(asked)
            await self._engine.session.committed()
            if self._engine.state.of(name).answer is None:  # nobody has answered meanwhile
                if self._answerer is nobody:
                    raise Waits
                said = await self._first(name, self._answerer(asked, step))
                if isinstance(said, Later):
                    raise Waits
                if said is not None:
                    self.answer(name, said.value)
            stands = self._engine.state.of(name)
            assert stands.answer is not None
        return stands.answer[0]

    async def _first(self, name: str, answering: Any) -> Any:
        """The answer, unless the step is answered in another way meanwhile. It takes up no place while it waits."""
        came = self._asking.setdefault(name, asyncio.Event())
        asked = asyncio.ensure_future(answering)
        other = asyncio.ensure_future(came.wait())
        try:
            async with self._engine.places.aside():
                await asyncio.wait({asked, other}, return_when=asyncio.FIRST_COMPLETED)
            return None if other.done() else asked.result()
        finally:
            self._asking.pop(name, None)
            for each in (asked, other):
                each.cancel()
            await asyncio.gather(asked, other, return_exceptions=True)

    # -- what was asked

    def _approve_covered(self) -> None:
        """Of the steps that wait already, let those act that have been approved in advance by now."""
        for name, stands in self._engine.state.waiting().items():
            asked = stands.asked
            if asked is not None and not asked.doubtful and asked.tool in self._engine.tools:
                tool = self._engine.tools[asked.tool]
                if covered(self._engine.state, name, tool, validated(tool, read_arguments(asked.args))):
                    self.give(name, asked.bound_to, "policy")

    def _asked(self, name: str, bound: str = "") -> ApprovalAsked:
        asked = self._stands(name).asked
        if asked is None:
            raise NotAsked(f"Step {name} does not wait to be approved.")
        if bound and bound != asked.bound_to:
            raise NotAsked(f"What step {name} would do has changed since that question.")
        return asked

    def _stands(self, name: str) -> StepState:
        stands = self._engine.state.steps.get(name)
        if stands is None:
            raise NotAsked(f"There is no step {name} that waits.")
        return stands

    def _answered(self, name: str) -> None:
        came = self._asking.get(name)
        if came is not None:
            came.set()
        else:
            self._engine.wake(name)
