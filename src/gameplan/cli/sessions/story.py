"""The story of a run: each event of the record as the lines that tell of it, live, in `show` and in `replay` alike."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from decimal import Decimal
from pathlib import Path

from rich.text import Text

from gameplan.agents import (
    AgentTold,
    EndedBy,
    ModelFailed,
    ModelReplied,
    PipelineEnded,
    PipelineStarted,
    Spent,
    TurnEnded,
    TurnStarted,
    hand_back,
    parse_plan,
    request_replan,
)
from gameplan.cli.clean import clean, one_line
from gameplan.cli.layout import Line, columns, counted
from gameplan.cli.record import Retelling, RunEnded, RunStarted
from gameplan.runtime import Recorded, Rewound, SessionStarted, select_latest
from gameplan.runtime.events import Json
from gameplan.tools import ToolInvoked, message_in
from gameplan.tools.planning import Plan

MARKS = {"ok": ("✓", "green"), "refused": ("✗", "yellow"), "failed": ("✗", "red")}
STEP_MARKS = {"done": "✓", "in_progress": "▸", "blocked": "✗", "pending": "·", "skipped": "–"}
_ROLES = {"Planner": "magenta", "Replanner": "magenta", "Executor": "cyan", "Agent": "cyan"}
_SPOKEN_LINES = 8
_PROMPT_LINES = 1


@dataclass(slots=True)
class Story:
    """Tells a record event by event. It keeps what has been so: the state at that moment, and what was spent."""

    session_id: str
    in_full: bool = False
    spent: dict[str, Spent] = field(default_factory=dict)
    models: dict[str, str] = field(default_factory=dict)
    replans: int = 0
    began: int = 0
    ended: RunEnded | None = None
    retelling: Retelling = field(init=False)

    def __post_init__(self) -> None:
        self.retelling = Retelling(self.session_id)

    @property
    def plan(self) -> Plan | None:
        return select_latest(self.retelling.session, Plan)

    def tell(self, recorded: Recorded[object]) -> list[Line]:
        """Take in the next event; returns what there is to show of it."""
        before = self.plan
        self.retelling.take(recorded)
        return list(self._lines(recorded, before))

    def _lines(self, recorded: Recorded[object], before: Plan | None) -> Iterator[Line]:
        match recorded.event:
            case SessionStarted(kind=kind, title=title):
                self.began = recorded.at
                if self.in_full:
                    yield Line(_text(title, "bold"))
                    yield Line(_text(f"{kind} · {self.session_id}", "dim"))
            case RunStarted() as started:
                if self.in_full:
                    yield Line(_text(_set_up(started), "dim"))
            case TurnStarted(agent=agent, model=model):
                self.models[agent] = model
                self.replans += agent.startswith("Replanner")
                yield Line(Text.assemble(label(agent), " ", _text(model, "dim")), space_above=True)
                if self.in_full:
                    yield from _told(recorded.event)
            case ModelReplied() as reply:
                spent = Spent(1, reply.usage, reply.cost or Decimal(0), int(reply.cost is None))
                self.spent[reply.agent] = self.spent.get(reply.agent, Spent()) + spent
                yield from _plan_lines(reply.text) if is_planner(reply.agent) else _spoken(reply)
            case ModelFailed(model=model, error=error, then=then):
                yield Line(_text(f"! {model}: {clean(error)} ({then})", "yellow"), 2)
            case AgentTold(text=text):
                yield Line(_text(f"(told) {clean(text)}", "dim"), 2)
            case ToolInvoked() as call:
                yield from self._call(call, before)
            case TurnEnded() as turn:
                if turn.ended_by is not EndedBy.FINISHED:
                    yield Line(_text(f"{turn.ended_by}: {turn.detail}" if turn.detail else turn.ended_by, "yellow"), 2)
                if self.in_full:
                    yield Line(_text(self._turn_cost(turn), "dim"), 2, space_above=turn.terminal_tool == "answer")
            case RunEnded() as ended:
                self.ended = ended
                yield from closing(self, recorded.at)
            case Plan() | PipelineStarted() | PipelineEnded():
                pass  # told by what comes of them
            case Rewound(to=to):
                yield Line(_text(f"went back to event {to}", "yellow"), 2)
            case other:
                yield Line(_text(summary(other), "dim"), 2)

    def _call(self, call: ToolInvoked, before: Plan | None) -> Iterator[Line]:
        if call.tool == "answer" and call.status == "ok":
            yield Line(_text("Answer", "bold"), space_above=True)
            yield Line(_text(str(_argument(call, "text"))), 2)
            return
        if call.tool == request_replan.name and call.status == "ok":
            yield Line(_text(f"↺ asks for a new plan: {_argument(call, 'reason')}", "yellow"), 2)
            return
        if call.tool == hand_back.name and call.status == "ok":
            yield Line(_text(f"→ hands back at the boundary: {one_line(str(_argument(call, 'learned')), 200)}"), 2)
            return
        mark, style = MARKS[call.status]
        step = _step_done(before, self.plan)
        which = Text(f" {step}", "dim") if step else Text("")
        said = one_line(message_in(call.text), 160)
        yield Line(
            Text.assemble(
                (mark, style),
                which,
                " ",
                _text(called(call)),
                "  ",
                _text(said, "dim" if call.status == "ok" else style),
            ),
            2,
        )

    def _turn_cost(self, turn: TurnEnded) -> str:
        spent = Spent()
        for reply in self.retelling.session.events_of(ModelReplied):
            if reply.turn == turn.turn:
                spent += Spent(1, reply.usage, reply.cost or Decimal(0), int(reply.cost is None))
        calls, tokens = counted(spent.steps, "model call"), counted(spent.usage.total, "token")
        return f"{turn.ended_by} · {calls} · {tokens} · {price(spent)}"


# -- parts


def label(agent: str) -> Text:
    return Text(f"[{clean(agent)}]", f"bold {_ROLES.get(agent.split('-')[0], 'blue')}")


def is_planner(agent: str) -> bool:
    return agent.startswith(("Planner", "Replanner"))


def plan_with_ticks(plan: Plan) -> list[Line]:
    """The plan as it stands, a mark before each step."""
    styles = {"done": "green", "in_progress": "bold", "blocked": "yellow"}
    return [
        Line(
            Text.assemble((STEP_MARKS[step.status], styles.get(step.status, "dim")), f" {number} ", _text(step.title)),
            2,
        )
        for number, step in enumerate(plan.steps, 1)
    ]


def closing(story: Story, at: int) -> Iterator[Line]:
    """How it ended, and what it cost: per agent and in all."""
    ended = story.ended
    if ended is None:
        return
    finished = ended.ended_by is EndedBy.FINISHED
    said = str(ended.ended_by).replace("_", " ") + (f": {ended.detail}" if ended.detail else "")
    acted = [spent for agent, spent in story.spent.items() if not is_planner(agent)]
    steps = sum(spent.steps for spent in acted)
    seconds = (at - story.began) / 1_000_000
    yield Line(
        Text.assemble(
            _text(said[:1].upper() + said[1:], "bold green" if finished else "bold yellow"),
            f" · {counted(steps, 'step')} · {counted(ended.replans or story.replans, 'replan')} · {seconds:.1f} s",
        ),
        space_above=True,
    )
    rows = [(f"[{agent}]", story.models.get(agent, ""), spent) for agent, spent in story.spent.items()]
    if len(rows) > 1:
        rows.append(("in all", "", sum(story.spent.values(), Spent())))
    cells = [
        (name, clean(model), counted(spent.steps, "call"), counted(spent.usage.total, "token"), price(spent))
        for name, model, spent in rows
    ]
    for row in columns(cells):
        yield Line(_text(row, "dim"), 2)


def price(spent: Spent) -> str:
    if spent.unpriced:
        return "price not known" if not spent.money else f"${spent.money:.4f} and replies whose price is not known"
    return f"${spent.money:.4f}" if spent.money else "$0"


def called(call: ToolInvoked) -> str:
    arguments = call.arguments if isinstance(call.arguments, dict) else {}
    given = " ".join(
        f"{name}={one_line(json.dumps(value, ensure_ascii=False), 60)}" for name, value in arguments.items()
    )
    return f"{call.tool} {given}".rstrip()


def summary(event: object) -> str:
    """An event in a line, for those that have no words of their own."""
    match event:
        case TurnStarted(agent=agent, model=model):
            return f"[{agent}] begins with {model}"
        case ModelReplied(agent=agent, text=text, calls=calls):
            return f"[{agent}] {', '.join(call.name for call in calls) or one_line(text, 80)}"
        case ToolInvoked() as call:
            return f"{call.status} {one_line(called(call), 100)}"
        case TurnEnded(agent=agent, ended_by=ended_by):
            return f"[{agent}] {ended_by}"
        case RunEnded(ended_by=ended_by) | PipelineEnded(ended_by=ended_by):
            return str(ended_by)
        case PipelineStarted(mode=mode):
            return mode
        case SessionStarted(title=title) | RunStarted(request=title):
            return one_line(title, 80)
        case Plan(steps=steps):
            return counted(len(steps), "step")
        case _:
            return one_line(repr(event), 100)


def _text(text: str, style: str = "") -> Text:
    return Text(clean(text), style)


def _argument(call: ToolInvoked, name: str) -> Json:
    return call.arguments.get(name, "") if isinstance(call.arguments, dict) else ""


def _step_done(before: Plan | None, after: Plan | None) -> str:
    """Which step of the plan a call has settled, as `2/4`."""
    if before is None or after is None or len(before.steps) != len(after.steps):
        return ""
    for number, (old, new) in enumerate(zip(before.steps, after.steps, strict=True), 1):
        if old.status != new.status and new.status in ("done", "blocked"):
            return f"{number}/{len(after.steps)}"
    return ""


def _plan_lines(text: str) -> Iterator[Line]:
    plan = parse_plan(text)
    if plan.situation:
        yield Line(_text(plan.situation), 2)
    for number, step in enumerate(plan.steps, 1):
        yield Line(_text(f"{number}. {step.title}"), 4)
        if step.details:
            yield Line(_text(step.details, "dim"), 7)
    if plan.boundary:
        yield Line(_text(f"up to the boundary: {plan.boundary}", "italic"), 4)
    if plan.contingencies:
        yield Line(_text(plan.contingencies, "dim"), 2)


def _spoken(reply: ModelReplied) -> Iterator[Line]:
    lines = clean(reply.text).strip().split("\n") if reply.text.strip() else []
    if not reply.calls:
        yield Line(_text(reply.text.strip()), 2)
    elif lines:
        more = [f"… {counted(len(lines) - _SPOKEN_LINES, 'more line')}"] if len(lines) > _SPOKEN_LINES else []
        yield Line(_text("\n".join((*lines[:_SPOKEN_LINES], *more)), "dim"), 4)


def _told(turn: TurnStarted) -> Iterator[Line]:
    prompt = [line for line in clean(turn.prompt).splitlines() if line.strip()]
    shown = "\n".join(prompt[:_PROMPT_LINES])
    more = f" … ({len(turn.prompt):,} characters)" if len(prompt) > _PROMPT_LINES else ""
    yield Line(_text(f"told: {shown}{more}", "dim"), 2)
    if turn.tools:
        yield Line(_text(f"may: {', '.join(turn.tools)}", "dim"), 2)


def _set_up(started: RunStarted) -> str:
    bounds = {
        "steps": started.steps, "tokens": started.tokens, "seconds": started.seconds, "replans": started.replans,
    }  # fmt: skip
    limits = [f"{value:g} {name}" for name, value in bounds.items() if value is not None]
    limits += [f"${started.money}"] if started.money is not None else []
    return f"{started.mode} in {_short(started.workspace)} · at most {', '.join(limits)}"


def _short(path: str) -> str:
    home = str(Path.home())
    return "~" + path.removeprefix(home) if path.startswith(home + "/") else path
