"""Steps that think: `extract` takes values out of a text with a model that has no tools; `agent` is a turn of an agent.

What they give carries the provenance of what they were given, and of what they read.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, make_dataclass, replace
from importlib.resources import files
from typing import Annotated, Any, Literal, cast

from gameplan.agents import Budget, EndedBy, Model, TurnResult, run_agent
from gameplan.agents.events import TurnEnded, TurnStarted
from gameplan.plans.asking import AnswerType, answer_schema, read_answer
from gameplan.plans.json_text import object_in
from gameplan.plans.provenance import Tools
from gameplan.plans.step_context import StepContext
from gameplan.prompt import Mode, Only, PromptBook, load_sections
from gameplan.runtime import Session
from gameplan.runtime.events import Json
from gameplan.tools import CONTROL, DATA, Tool, ToolContext, ToolInvoked, ToolRefused, ToolValidationError, tool

_TEXT: dict[str, AnswerType] = {"text": "text"}
_FIELDS = {
    "description": 'What the result has, and what each is: {"version": "text", "count": "integer"}.',
    "min_length": 1,
    "max_length": 50,
}
_EXTRACT_STEPS = 3
_LARGEST_REQUEST = 200_000
NOT_FOR_AGENTS = frozenset({"agent", "ask", "plan"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Extract:
    text: Annotated[str, DATA] = field(metadata={"description": "The text to look in."})
    fields: Annotated[dict[str, AnswerType], DATA] = field(metadata=_FIELDS)
    about: Annotated[str, DATA] = field(
        default="", metadata={"description": "What to look for, in words.", "max_length": 2_000}
    )


@dataclass(frozen=True, kw_only=True)
class AgentTask:
    task: Annotated[str, DATA] = field(metadata={"description": "What it is to do.", "min_length": 1})
    tools: Annotated[list[str], CONTROL] = field(default_factory=list)
    given: Annotated[Json, DATA] = field(default=None, metadata={"description": "Values that it may use."})
    fields: Annotated[dict[str, AnswerType] | None, DATA] = field(default=None, metadata=_FIELDS)
    steps: Annotated[int, CONTROL] = field(default=20, metadata={"ge": 1, "le": 200})
    money: Annotated[float | None, CONTROL] = field(default=None, metadata={"ge": 0})


def thinking_tools(model: Model | str, tools: Tools) -> list[Tool[Any, Any]]:
    """The tools `extract` and `agent`, with this model; agents may be given any of the tools."""
    return [extract_tool(model), agent_tool(model, tools)]


def extract_tool(model: Model | str) -> Tool[Any, Any]:
    """`extract`, with this model."""

    @tool(effects=(), repeatable=True, timeout=300, output_of=_fields_schema)
    async def extract(params: Extract, context: ToolContext) -> Json:
        """Take typed values out of a text with a model that can do nothing else, as in {"version": "text"}.

        Where a pattern or a path is enough, extract_text and extract_json are quicker and surer.
        """
        wanted = "\n".join(f'- "{name}": {kind}' for name, kind in params.fields.items())
        about = f"What to look for: {params.about}\n\n" if params.about else ""
        turn = await run_agent(
            model,
            thinking_prompt("extract", {"fields": wanted}),
            request=_whole(f"{about}The text:\n\n{params.text}"),
            session=context.session,
            budget=Budget(steps=_EXTRACT_STEPS),
            label=_label(context),
            output_schema=_open_to_null(_fields_schema({"fields": params.fields})),
        )
        return _read_fields(turn, params.fields)

    return extract


def agent_tool(model: Model | str, tools: Tools) -> Tool[Any, Any]:
    """`agent`, with this model; its steps may name any of these tools."""
    usable = {name: each for name, each in tools.items() if name not in NOT_FOR_AGENTS}

    @tool(effects=(), repeatable=True, trusted=False, primary="text", output_of=_agent_schema)
    async def agent(params: AgentTask, context: ToolContext) -> Json:
        """Let an agent do something that cannot be planned step by step: find something out, or write something.

        It has the tools that are listed, and a bound on its steps. Every call that changes something passes the same
        approval as a step of the plan.
        """
        if not isinstance(context, StepContext):
            raise ToolRefused("An agent takes part in the run of a plan; there is none here.", code="no_run")
        if any("$" in str(each) for each in _as_list(context.step.args.get("tools"))):
            raise ToolValidationError("The tools of an agent are written in the plan; they cannot come from a result.")
        own = [usable[name] for name in params.tools]
        wanted = params.fields or _TEXT
        answer = "Answer in words." if params.fields is None else f"Answer with JSON: {_example(wanted)}"
        resumes = _unfinished(context.session, _label(context))
        if resumes and any(
            not usable[call.tool].trusted
            for call in context.session.events_of(ToolInvoked)
            if call.turn == resumes and call.tool in usable
        ):
            context.tainted = True
        given = f"\n\nWhat you are given:\n{json.dumps(params.given, ensure_ascii=False)}" if params.given else ""
        turn = await run_agent(
            model,
            thinking_prompt("agent", {"answer": answer}),
            own,
            request=_whole(params.task + given),
            session=context.session,
            budget=Budget(steps=params.steps, money=params.money),
            label=_label(context),
            resumes=resumes,
            gate=context.gate,
            output_schema=_open_to_null(_fields_schema({"fields": wanted})) if params.fields else None,
        )
        return {"text": _finished(turn).text} if params.fields is None else _read_fields(turn, wanted)

    return _with_names(agent, tuple(usable))


def thinking_book() -> PromptBook:
    """What a model is told that takes a part in a run, section by section."""
    text = files("gameplan.plans").joinpath("thinking.md").read_text("utf-8")
    names = {"field of a recovery": ("args", "steps")}
    modes = [Mode(name, (name.upper(),), Only()) for name in ("extract", "agent", "recovery")]
    return PromptBook(sections=load_sections(text), tools=(), modes=modes, names=names)


def thinking_prompt(mode: str, values: Mapping[str, str]) -> str:
    """What a model is told in one of these parts: `extract`, `agent` or `recovery`."""
    return thinking_book().prompt(mode, ns="gameplan/plans", values=values).render().text


def _with_names(made: Tool[Any, Any], names: tuple[str, ...]) -> Tool[Any, Any]:
    """The tool `agent`, with the tools that there are as the only ones that can be named."""
    which: Any = Literal[names] if names else str
    tools: Any = ("tools", Annotated[list[which], CONTROL], field(default_factory=list))
    params = make_dataclass("AgentTask", [tools], bases=(AgentTask,), frozen=True, kw_only=True)
    return replace(made, params=params)


def _whole(request: str) -> str:
    """The request, if a model can be sent so much: it is never cut without a word."""
    if len(request) > _LARGEST_REQUEST:
        message = f"That is {len(request):,} characters; a model is sent {_LARGEST_REQUEST:,} at most."
        raise ToolRefused(message, code="too_large", needs=["a smaller part of the text"])
    return request


def _label(context: ToolContext) -> str:
    return getattr(context, "name", context.call_id)


def _unfinished(session: Session, label: str) -> str:
    """The turn of this step that did not come to its end; nothing, if there is none."""
    started = [each.turn for each in session.events_of(TurnStarted) if each.agent == label]
    ended = {each.turn for each in session.events_of(TurnEnded)}
    return started[-1] if started and started[-1] not in ended else ""


def _finished(turn: TurnResult) -> TurnResult:
    if turn.ended_by is not EndedBy.FINISHED:
        raise ToolRefused(f"The agent did not finish ({turn.ended_by}): {turn.detail}", code="agent_unfinished")
    return turn


def _read_fields(turn: TurnResult, wanted: Mapping[str, AnswerType]) -> dict[str, Json]:
    """The fields out of the last words of a turn, each as what it is to be."""
    said = object_in(_finished(turn).text)
    if said is None:
        raise ToolRefused("The model did not answer with the fields that were asked for.", code="no_fields")
    missing = [name for name in wanted if said.get(name) is None]
    if missing:
        raise ToolRefused(f"This was not found: {', '.join(missing)}.", code="not_found")
    values: dict[str, Json] = {}
    for name, kind in wanted.items():
        try:
            values[name] = read_answer(said[name], kind)
        except ValueError as error:
            raise ToolRefused(f"{name}: {error}", code="wrong_type") from None
    return values


def _fields_schema(args: Mapping[str, Json]) -> dict[str, Json]:
    fields = args.get("fields")
    if not isinstance(fields, dict):
        return {}
    return {
        "type": "object",
        "properties": {name: answer_schema({"type": kind}) for name, kind in fields.items()},
        "required": list(fields),
        "additionalProperties": False,
    }


def _agent_schema(args: Mapping[str, Json]) -> dict[str, Json]:
    return _fields_schema({"fields": args.get("fields") or cast(Json, _TEXT)})


def _open_to_null(schema: dict[str, Json]) -> dict[str, Json]:
    """The schema of what a model may answer: it can say that something is not there."""
    properties = {name: {"anyOf": [each, {"type": "null"}]} for name, each in schema["properties"].items()}
    return {**schema, "properties": properties}


def _example(fields: Mapping[str, AnswerType]) -> str:
    return json.dumps({name: f"({kind})" for name, kind in fields.items()}, ensure_ascii=False)


def _as_list(value: Json) -> Sequence[Json]:
    return value if isinstance(value, list) else [value]
