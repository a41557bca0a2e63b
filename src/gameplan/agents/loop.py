"""The loop: an agent is asked, acts through tools, and is asked again, until something with a name ends it."""

from __future__ import annotations

import asyncio
import difflib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import InitVar, dataclass, field
from decimal import Decimal
from typing import Any

from gameplan.agents.answering import first_reply
from gameplan.agents.budget import Budget, Spent
from gameplan.agents.condensing import Condense, Condenser
from gameplan.agents.conversation import conversation, message_of
from gameplan.agents.events import (
    AgentCalls,
    AgentSpeaks,
    AgentTold,
    EndedBy,
    ModelFailed,
    ModelReplied,
    TurnEnded,
    TurnStarted,
)
from gameplan.agents.messages import Message, ModelMessage, ToolCall
from gameplan.agents.model import Delta, Model, ModelError, ModelRequest, Reply, TextDelta, Usage
from gameplan.agents.models import View, resolve_model
from gameplan.agents.rendering import rendered
from gameplan.agents.retry import Retry
from gameplan.agents.turn import TurnResult
from gameplan.agents.written_calls import written_call
from gameplan.prompt import Prompt
from gameplan.runtime import Session
from gameplan.runtime.events import Json
from gameplan.runtime.events.codec import adapter_of
from gameplan.tools import Gate, Outcome, Tool, ToolContext, ToolDefinition, ToolInvoked, ToolRefused, invoke
from gameplan.tools.arguments import excerpt, read_arguments
from gameplan.tools.clean import NotJson, clean_json, clean_text
from gameplan.tools.invoke import record_refusal

_PATIENCE = 2  # how often an agent is reminded that it has not ended its turn
_MOST_CALLS = 100  # in one reply
_LARGEST_EXTRAS = 10_000_000
_NOTHING = Decimal(0)
_WRITTEN = (
    "You wrote a tool call as text. Text is never carried out: nothing was called. "
    "Make your calls through the tool interface. If you need no tool, answer in words."
)


async def run_agent(
    model: Model | str,
    prompt: Prompt | str,
    tools: Sequence[Tool[Any, Any]] = (),
    *,
    request: str = "",
    params: Sequence[object] = (),
    appendix: str = "",
    session: Session | None = None,
    state: Callable[[], str] | None = None,
    budget: Budget | None = None,
    condense: Condense | None = Condense(),
    label: str = "Agent",
    continues: str = "",
    resumes: str = "",
    before_stop: Callable[[Session], str | None] | None = None,
    gate: Gate | None = None,
    fallbacks: Sequence[Model | str] = (),
    retry: Retry = Retry(),
    output: type | None = None,
    output_schema: Mapping[str, Json] | None = None,
    max_output_tokens: int | None = None,
    temperature: float | None = None,
    stream: bool = True,
    counts_steps: bool = True,
    view: View | None = None,
) -> TurnResult:
    """Run an agent until it is finished, or until something else with a name ends its turn.

    At each step the model is sent the prompt, the conversation (condensed) and the `state` of the world as it is then;
    it answers with text or with tool calls, which are carried out in order. A *terminal* tool that is ok ends the turn;
    an agent that has no terminal tool ends it by answering without a call. `before_stop` may say what is still open.
    `appendix` is text that follows the prompt's own; `view` is what a house model that is given by name may see.

    The answer can be asked for as a type (`output`: it is checked, and handed over as `result.output`), or by a schema
    of one's own (`output_schema`: the text is handed over as it is).

    Everything is recorded in `session`: without one, in a session of the turn's own, in memory. A turn whose process
    was killed, or whose call waits for a person, goes on with `resumes`: what was answered and done is not asked and
    done again, and counts in the budget.
    """
    session = session or Session()
    text, by_name = rendered(prompt, params, tools, session)
    turn = _Turn(
        models=[resolve_model(each, view=view) for each in (model, *fallbacks)],
        system=f"{text}\n\n{appendix}" if appendix else text,
        tools=by_name,
        session=session,
        budget=budget or Budget(),
        state=state,
        condense=condense,
        label=label,
        before_stop=before_stop,
        gate=gate,
        retry=retry,
        output=output,
        output_schema=adapter_of(output).json_schema() if output is not None else output_schema,
        max_output_tokens=max_output_tokens,
        temperature=temperature,
        stream=stream,
        counts_steps=counts_steps,
    )
    return await turn.run(request, continues, resumes)


class _Ended(Exception):
    """The turn is over."""

    def __init__(self, by: EndedBy, detail: str = "", *, text: str = "", tool: str = "", value: Any = None) -> None:
        self.by = by
        self.detail = detail
        self.text = text
        self.tool = tool
        self.value = value
        self.output: Any = None


@dataclass(kw_only=True)
class _Turn:
    """One turn, as it goes."""

    models: Sequence[Model]
    system: str
    tools: Mapping[str, Tool[Any, Any]]
    session: Session
    budget: Budget
    state: Callable[[], str] | None
    condense: InitVar[Condense | None]
    label: str
    before_stop: Callable[[Session], str | None] | None
    gate: Gate | None
    retry: Retry
    output: type | None
    output_schema: Mapping[str, Json] | None
    max_output_tokens: int | None
    temperature: float | None
    stream: InitVar[bool]
    counts_steps: bool

    steps: int = 0
    spent: Spent = field(default_factory=Spent)
    reminders: int = 0
    told_of_written: bool = False
    call_ids: set[str] = field(default_factory=set)

    def __post_init__(self, condense: Condense | None, stream: bool) -> None:
        self.id = self.session.ids.new("turn")
        self.enders = [name for name, tool in self.tools.items() if tool.terminal and not tool.hands_back]
        memory = {name: tool.memory for name, tool in self.tools.items()} if condense else {}
        self.condenser = Condenser(memory, condense or Condense())
        self.on_delta = self._tell_delta if stream else None
        self._all_offered = None if any(tool.offered for tool in self.tools.values()) else self._offered()

    # -- the loop

    async def run(self, request: str, continues: str, resumes: str) -> TurnResult:
        left: ModelReplied | None = None
        if resumes:
            left = self._take_up(resumes)
        else:
            self._start(request, continues)
        try:
            ended = await self.steps_until_ended(left)
        except asyncio.CancelledError:
            self._end(_Ended(EndedBy.CANCELLED, "the turn was cancelled"))
            await self.session.committed()
            raise
        except Exception as error:
            self._end(_Ended(EndedBy.BROKEN, f"{type(error).__name__}: {error}"))
            raise
        self._end(ended)
        await self.session.committed()
        return TurnResult(
            self.id,
            ended.text,
            ended.by,
            ended.detail,
            self.steps,
            ended.tool,
            ended.value,
            ended.output,
            self.spent,
        )

    async def steps_until_ended(self, left: ModelReplied | None = None) -> _Ended:
        limit = asyncio.timeout(self.budget.seconds_left())
        try:
            async with limit:
                if left is not None:
                    await self._finish_step(left)
                while True:
                    await self.step()
        except _Ended as ended:
            return ended
        except TimeoutError:
            if not limit.expired():
                raise  # it is not ours
            return _Ended(EndedBy.BUDGET, f"all {self.budget.seconds:g} seconds are used")

    async def step(self) -> None:
        reply = await self.ask()
        if reply.calls:
            await self.act(reply.calls, reply.text)
        else:
            self.consider_stopping(reply.text, cut_off=reply.cut_off)

    async def _finish_step(self, reply: ModelReplied) -> None:
        """What is left of a step that was interrupted: the calls of the reply of which nothing is on the record."""
        if not reply.calls:
            return self.consider_stopping(reply.text)
        known = {each.call_id: each for each in self.session.events_of(ToolInvoked) if each.turn == self.id}
        failed = next((call.name for call in reply.calls if call.id in known and known[call.id].status != "ok"), None)
        await self.act([call for call in reply.calls if call.id not in known], reply.text, stopped_by=failed)
        return None

    async def ask(self) -> Reply:
        """Send the model what it is to know, and record what it answers."""
        exhausted = self.budget.exhausted(is_step=self.counts_steps)
        if exhausted:
            raise _Ended(EndedBy.BUDGET, exhausted)
        condensed = self.condenser.condense()
        await self.session.committed()  # what the model is shown is on disk
        request = ModelRequest(
            system=self.system,
            messages=self.condenser.sent,
            tools=self._all_offered if self._all_offered is not None else self._offered(),
            state=self.state() if self.state is not None else "",
            output_schema=self.output_schema,
            max_output_tokens=self.max_output_tokens,
            temperature=self.temperature,
        )
        reply = await self._reply(request)
        self.steps += 1
        text = clean_text(reply.text)
        calls, recorded = self._as_read(reply.calls)
        self._spend(reply.usage, reply.cost)
        self._happens(
            ModelReplied(
                turn=self.id,
                agent=self.label,
                step=self.steps,
                message_id=f"{self.id}.{self.steps}",
                text=text,
                calls=recorded,
                model=reply.model or self.models[0].name,
                usage=reply.usage,
                cost=reply.cost,
                told=len(self.condenser.sent),
                condensed=condensed,
                extras=_recordable(reply.extras),
            )
        )
        await self.session.committed()  # before anything acts on it
        return Reply(text, calls, cut_off=reply.cut_off)

    async def act(self, calls: Sequence[ToolCall], text: str, stopped_by: str | None = None) -> None:
        """Carry out the calls of one reply in order; after one that did not work, the rest are not run."""
        for number, call in enumerate(calls):
            context = ToolContext(self.session, call.id, self.id, self.label)
            if stopped_by is not None:
                outcome = self._not_run(call, context, f"an earlier call of the same reply, {stopped_by}, did not work")
            elif number >= _MOST_CALLS:
                outcome = self._not_run(call, context, f"one reply may have {_MOST_CALLS} calls at most")
            else:
                outcome = await self._call(call, context)
            self.condenser.add(self._message_of_call(call.id))
            if not outcome.ok:
                stopped_by = stopped_by or call.name
            elif self.tools[call.name].terminal:
                for left in calls[number + 1 :]:
                    self._not_run(left, ToolContext(self.session, left.id, self.id, self.label), "the turn had ended")
                raise _Ended(EndedBy.FINISHED, text=text or outcome.text, tool=call.name, value=outcome.value)

    def consider_stopping(self, text: str, *, cut_off: bool = False) -> None:
        """The model answered without a call: is that the end?"""
        written = "" if cut_off or self._wants_calls() else written_call(text, self.tools)
        if written and not self.told_of_written:
            self.told_of_written = True
            return self._tell(_WRITTEN)
        if written and not self.enders:
            raise _Ended(EndedBy.STOPPED, f"it was told that calls do not count as text: {written}", text=text)
        unfinished = self._unfinished(text, cut_off=cut_off)
        if unfinished:
            self.reminders += 1
            if self.reminders > _PATIENCE:
                raise _Ended(EndedBy.STOPPED, f"it was told {_PATIENCE} times: {unfinished}", text=text)
            return self._tell(unfinished)
        still_open = self.before_stop(self.session) if self.before_stop is not None else None
        if still_open:
            return self._tell(still_open)
        ended = _Ended(EndedBy.FINISHED, text=text)
        if self.output is not None:
            try:
                ended.output = adapter_of(self.output).validate_json(text)
            except ValueError as error:
                return self._tell(f"Your answer does not fit the schema that was asked for:\n{error}")
        raise ended

    def _wants_calls(self) -> bool:
        """True if the answer that was asked for looks like a call itself."""
        return {"name", "arguments"} <= set((self.output_schema or {}).get("properties") or ())

    def _unfinished(self, text: str, *, cut_off: bool) -> str:
        """Why an answer without a call cannot be the last one, if it cannot."""
        if cut_off:
            return "Your reply was cut off at the limit of its length. Answer again, and more briefly."
        if self.enders:
            return f"You have not ended your turn. To end it, call one of: {', '.join(self.enders)}."
        return "" if text.strip() else "Your reply was empty. Answer, or call a tool."

    # -- asking

    async def _reply(self, request: ModelRequest) -> Reply:
        try:
            return await first_reply(
                self.models,
                request,
                self.on_delta,
                retry=self.retry,
                key=self.id,
                clock=self.session.clock,
                on_failure=self._failed,
            )
        except ModelError as error:
            raise _Ended(EndedBy.MODEL_ERROR, error.message) from None

    def _failed(self, model: Model, error: ModelError, attempt: int, then: str) -> None:
        self.session.dispatch(ModelFailed(self.id, self.label, model.name, error.message, attempt, then))

    def _as_read(self, calls: Sequence[ToolCall]) -> tuple[tuple[ToolCall, ...], tuple[ToolCall, ...]]:
        """The calls as they are to be carried out, and as they can be recorded; each has an id of its own.

        They differ where the arguments cannot be read: the tool will refuse them and say why. And some servers send no
        id, or the same one again.
        """
        asked, recorded = [], []
        for number, call in enumerate(calls, 1):
            id_ = call.id if call.id and call.id not in self.call_ids else f"{self.id}.{self.steps}.{number}"
            self.call_ids.add(id_)
            name = clean_text(call.name[:80])
            try:
                read = ToolCall(id_, name, read_arguments(call.arguments))
                asked.append(read)
                recorded.append(read)
            except ToolRefused:
                asked.append(ToolCall(id_, name, call.arguments))
                recorded.append(ToolCall(id_, name, excerpt(call.arguments)))
        return tuple(asked), tuple(recorded)

    # -- acting

    async def _call(self, call: ToolCall, context: ToolContext) -> Outcome:
        tool = self.tools.get(call.name)
        if tool is None:
            return record_refusal(call.name, None, self._unknown(call.name), context)
        if tool.offered is not None and not tool.offered(self.session):
            refusal = Outcome.refused(f"{tool.name} cannot be used now.", code="not_offered")
            return record_refusal(tool.name, None, refusal, context)
        if tool.terminal and self.before_stop is not None and not tool.hands_back:
            still_open = self.before_stop(self.session)
            if still_open:
                return record_refusal(tool.name, None, Outcome.refused(still_open, code="open_work"), context)
        return await invoke(tool, call.arguments, context, gate=self.gate)

    def _message_of_call(self, call_id: str) -> Message:
        """What the record says of a call. Others may write to the session too, so it need not be the last event."""
        for recorded in reversed(self.session.events):
            if isinstance(recorded.event, ToolInvoked) and recorded.event.call_id == call_id:
                message = message_of(recorded.event)
                assert message is not None
                return message
        raise AssertionError(f"call {call_id} is not on the record")

    def _unknown(self, name: str) -> Outcome:
        near = difflib.get_close_matches(name, self.tools, n=1)
        hint = f" Did you mean {near[0]}?" if near else ""
        known = ", ".join(self.tools) or "none"
        return Outcome.refused(f'There is no tool "{name}".{hint} The tools are: {known}.', code="unknown_tool")

    def _not_run(self, call: ToolCall, context: ToolContext, why: str) -> Outcome:
        refusal = Outcome.refused(f"This call was not run, because {why}.", code="not_run")
        return record_refusal(call.name, None, refusal, context)

    def _offered(self) -> tuple[ToolDefinition, ...]:
        """What may be called now: a tool that could not work is not offered."""
        return tuple(
            tool.definition for tool in self.tools.values() if tool.offered is None or tool.offered(self.session)
        )

    # -- telling

    def _start(self, request: str, continues: str) -> None:
        if continues:
            self._recall(continues)
        self._happens(
            TurnStarted(self.id, self.label, self.models[0].name, self.system, tuple(self.tools), request, continues)
        )

    def _take_up(self, turn: str) -> ModelReplied | None:
        """Go on with a turn that did not come to its end; returns its last reply, if nothing was said after it."""
        events = [each.event for each in self.session.events if getattr(each.event, "turn", None) == turn]
        if any(isinstance(event, TurnEnded) for event in events):
            raise ValueError(f"Turn {turn} has ended: give it as `continues`.")
        self._recall(turn)
        self.id = turn
        replies = [event for event in events if isinstance(event, ModelReplied)]
        self.steps = len(replies)
        for reply in replies:
            self._spend(reply.usage, reply.cost)
        self.told_of_written = any(isinstance(event, AgentTold) and event.text == _WRITTEN for event in events)
        said = next((each for each in reversed(events) if isinstance(each, ModelReplied | AgentTold)), None)
        return said if isinstance(said, ModelReplied) else None

    def _recall(self, turn: str) -> None:
        for message in conversation(self.session, turn):
            if isinstance(message, ModelMessage):
                self.condenser.condense()
                self.call_ids.update(call.id for call in message.calls)
            self.condenser.add(message)

    def _spend(self, usage: Usage, cost: Decimal | None) -> None:
        spent = Spent(int(self.counts_steps), usage, cost or _NOTHING, int(cost is None))
        self.budget.spend(self.label, spent)
        self.spent += spent

    def _end(self, ended: _Ended) -> None:
        self.session.dispatch(
            TurnEnded(self.id, self.label, ended.by, ended.detail, self.steps, ended.tool, ended.text)
        )

    def _tell(self, text: str) -> None:
        self._happens(AgentTold(self.id, f"{self.id}.{self.steps}.told", text))

    def _happens(self, event: object) -> None:
        self.session.dispatch(event)
        message = message_of(event)
        if message is not None:
            self.condenser.add(message)

    def _tell_delta(self, delta: Delta) -> None:
        if isinstance(delta, TextDelta):
            self.session.notify(AgentSpeaks(self.id, self.label, delta.text))
        else:
            self.session.notify(AgentCalls(self.id, self.label, delta.index, delta.name, delta.arguments))


def _recordable(extras: Json) -> Json:
    """A provider's own, if it can be written down; a reply is understood without it."""
    try:
        return None if extras is None else clean_json(extras, largest=_LARGEST_EXTRAS)
    except NotJson:
        return None
