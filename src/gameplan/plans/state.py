"""How a run stands: a fold of its events, and the summary that a person reads at the end."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any, TypeAlias

from gameplan.agents.events import ModelReplied
from gameplan.expressions import PathNotFound
from gameplan.plans.events import (
    ApprovalAsked,
    ApprovalDenied,
    ApprovalGiven,
    ArgumentsChanged,
    PlanChanged,
    PolicySet,
    QuestionAnswered,
    QuestionAsked,
    RecoveryProposed,
    RunEnd,
    RunEnded,
    RunPaused,
    RunResumed,
    RunStarted,
    StepBegan,
    StepEnd,
    StepEnded,
    StepRetried,
)
from gameplan.plans.graph import Graph, graph_of
from gameplan.plans.model import ENDED, Plan, StepStatus
from gameplan.plans.references import Reference, scan
from gameplan.runtime import Recorded
from gameplan.runtime.events import Json

Vouched: TypeAlias = tuple[str, str, Json]
"""A value that a person stands for, as this argument of this tool."""

STOPPED = "stopped"
DENIED = "denied"
_HALF_DONE = frozenset({STOPPED, DENIED})


@dataclass(slots=True)
class StepState:
    """How a step stands. `asked` is the approval that it waits for, `question` the question; `edited` are the arguments
    that a person gave it instead of its own. It is `in_flight` from the moment it begins until it has an end; one that
    was stopped meanwhile, or denied to begin anew, stays so: nobody knows how far it came. `code` and `because` are as
    in `StepEnded`.
    """

    status: StepStatus = "pending"
    value: Json = None
    reason: str = ""
    code: str = ""
    because: str = ""
    attempts: int = 0
    duration_ms: float = 0.0
    ended_at: int = 0
    effects: tuple[str, ...] = ()
    asked: ApprovalAsked | None = None
    approved: str = ""
    denied: str | None = None
    edited: dict[str, Json] | None = None
    question: QuestionAsked | None = None
    answer: tuple[Json] | None = None
    proposed: RecoveryProposed | None = None
    in_flight: bool = False

    @property
    def end(self) -> StepEnd | None:
        """How it ended, if it has."""
        match self.status:
            case "completed" | "failed" | "skipped" | "blocked":
                return self.status
            case _:
                return None

    @property
    def at_work(self) -> bool:
        """True if it has begun, and does not wait for an answer: stopped now, nobody knows how far it came."""
        return self.in_flight and self.open_question is None

    @property
    def waits_for(self) -> str:
        """What a person is asked, in a line; nothing, if nobody is."""
        if self.asked is not None:
            return self.asked.why
        return self.open_question.question if self.open_question is not None else ""

    @property
    def open_question(self) -> QuestionAsked | None:
        """The question that nobody has answered yet."""
        return self.question if self.answer is None else None


@dataclass(slots=True)
class RunState:
    """How a run stands. It is changed by `take` alone, event by event.

    `approved_plan` is the last version that a person has approved: what a recovery must keep within. `inside` has the
    names of what is known to be inside of a step: its items, the steps of its own plan, the calls of its agent.
    """

    plan: Plan
    inputs: dict[str, Json] = field(default_factory=dict)
    workspace: str = ""
    estimates: dict[str, float] = field(default_factory=dict)
    steps: dict[str, StepState] = field(default_factory=dict)
    policies: list[tuple[PolicySet, Plan]] = field(default_factory=list)
    vouched: list[Vouched] = field(default_factory=list)
    paused: bool = False
    ended: RunEnd | None = None
    reason: str = ""
    began_at: int = 0
    ended_at: int = 0
    tokens: int = 0
    cost: Decimal = Decimal(0)
    recoveries: int = 0
    approved_plan: Plan = field(init=False)
    inside: dict[str, list[str]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.approved_plan = self.plan
        self.vouched += _inputs_given(self.plan, self.inputs)

    def of(self, step_id: str) -> StepState:
        """How a step stands; one of which nothing is known is pending."""
        return self.steps.get(step_id) or StepState()

    def waiting(self) -> dict[str, StepState]:
        """The steps that wait for a person, by name."""
        return {name: each for name, each in self.steps.items() if each.status == "waiting" and each.waits_for}

    def take(self, event: object, at: int = 0) -> None:
        """Fold one event in."""
        reader = _READERS.get(type(event))
        if reader is not None:
            reader(self, event, at)

    def _step(self, name: str) -> StepState:
        stands = self.steps.get(name)
        if stands is None:
            stands = self.steps[name] = StepState()
            around = parent_of(name)
            if around:
                self.inside.setdefault(around, []).append(name)
        return stands


def run_state(events: Iterable[Recorded[Any]]) -> RunState | None:
    """How the run stands after these events; None if they are not those of a run."""
    state: RunState | None = None
    for recorded in events:
        event = recorded.event
        if state is not None:
            state.take(event, recorded.at)
        elif type(event) is RunStarted:
            state = RunState(event.plan, event.inputs, event.workspace, event.estimates, began_at=recorded.at)
    return state


def statuses(state: RunState, graph: Graph | None = None) -> dict[str, StepStatus]:
    """The status of each step of the plan; one that nothing holds back any more is `ready`."""
    graph = graph or graph_of(state.plan)
    found: dict[str, StepStatus] = {step.id: state.of(step.id).status for step in state.plan.steps}
    for name, status in tuple(found.items()):
        if status == "pending" and all(found[need] in ("completed", "skipped") for need in graph.needs[name]):
            found[name] = "ready"
    return found


def parent_of(name: str) -> str:
    """The name of what a step is inside of; nothing for a step of the plan itself."""
    return name.rpartition("[")[0] if name.endswith("]") else name.rpartition("/")[0]


def outer_step(name: str) -> str:
    """The step of the plan to which something belongs that the record knows by this name."""
    return name.partition("/")[0].partition("[")[0]


def _inputs_given(plan: Plan, inputs: Mapping[str, Json]) -> list[Vouched]:
    """What the person gave by name is theirs where the plan says that they give it: for that argument of that tool."""
    found: list[Vouched] = []
    for step in plan.steps if inputs else ():
        for reference in scan(step.args):
            if isinstance(reference, Reference) and reference.whole and reference.path.root == "input":
                with suppress(PathNotFound):
                    value = reference.path.look_up({"input": dict(inputs)})
                    found.append((step.tool, str(reference.place[0]), value))
    return found


def _plan_changed(state: RunState, event: PlanChanged, at: int) -> None:
    before = {step.id: step for step in state.plan.steps}
    same = {step.id for step in event.plan.steps if before.get(step.id) == step}
    state.plan = event.plan
    if event.by != "recovery":
        state.approved_plan = event.plan
    for name, stands in tuple(state.steps.items()):
        stands.proposed = None
        if outer_step(name) not in same:
            stands.edited = None
            if stands.status not in ENDED:
                del state.steps[name]  # whatever was asked or answered was about another step
    _open(state, event.opened)


def _began(state: RunState, event: StepBegan, at: int) -> None:
    stands = state._step(event.step)
    stands.status, stands.attempts = "running", event.attempt
    stands.approved, stands.proposed = "", None  # an approval holds once: with the beginning of the step it is used
    stands.in_flight = True


def _ended(state: RunState, event: StepEnded, at: int) -> None:
    stands = state._step(event.step)
    stands.status, stands.value, stands.reason = event.status, event.value, event.reason
    stands.attempts, stands.duration_ms, stands.effects = event.attempts, event.duration_ms, event.effects
    stands.code, stands.because, stands.ended_at = event.code, event.because, at
    stands.asked = stands.question = stands.proposed = None
    stands.in_flight = stands.in_flight and event.code in _HALF_DONE
    if event.status != "completed":
        _end_inside(state, event, at)


def _end_inside(state: RunState, event: StepEnded, at: int) -> None:
    """What is inside of a step that did not complete has its end with it: it waits for nobody any more."""
    for name in state.inside.get(event.step, ()):
        stands = state.of(name)
        if stands.end is None:
            status: StepEnd = "failed" if stands.at_work else "skipped"
            code = STOPPED if stands.at_work else ""
            end = StepEnded(name, status, reason=event.reason, attempts=stands.attempts, code=code, because=event.step)
            _ended(state, end, at)


def _retried(state: RunState, event: StepRetried, at: int) -> None:
    _open(state, (event.step, *event.opened))
    if event.args is not None:
        state.steps[event.step].edited = event.args
    state.ended, state.reason = None, ""


def _open(state: RunState, names: Iterable[str]) -> None:
    """These steps wait again; what a person gave them is kept."""
    for name in names:
        before = state.steps.pop(name, None) or StepState()
        state.steps[name] = StepState(edited=before.edited, answer=before.answer, in_flight=before.in_flight)


def _asked(state: RunState, event: ApprovalAsked, at: int) -> None:
    stands = state._step(event.step)
    stands.status, stands.asked, stands.denied = "waiting", event, None


def _given(state: RunState, event: ApprovalGiven, at: int) -> None:
    stands = state._step(event.step)
    if stands.asked is not None:
        state.vouched += [(stands.asked.tool, doubt.argument, doubt.value) for doubt in stands.asked.doubts]
    stands.status, stands.approved, stands.asked = "ready", event.bound_to, None


def _denied(state: RunState, event: ApprovalDenied, at: int) -> None:
    stands = state._step(event.step)
    stands.status, stands.denied, stands.asked = "ready", event.reason, None


def _arguments_changed(state: RunState, event: ArgumentsChanged, at: int) -> None:
    stands = state._step(event.step)
    stands.status, stands.edited, stands.asked = "ready", event.args, None


def _policy_set(state: RunState, event: PolicySet, at: int) -> None:
    state.policies.append((event, state.plan))


def _question_asked(state: RunState, event: QuestionAsked, at: int) -> None:
    stands = state._step(event.step)
    stands.status, stands.question, stands.answer = "waiting", event, None


def _question_answered(state: RunState, event: QuestionAnswered, at: int) -> None:
    stands = state._step(event.step)
    stands.status, stands.answer = "ready", (event.value,)


def _recovery_proposed(state: RunState, event: RecoveryProposed, at: int) -> None:
    stands = state._step(event.step)
    stands.proposed, stands.in_flight = event, False
    state.recoveries += 1


def _paused(state: RunState, event: RunPaused, at: int) -> None:
    state.paused = True


def _resumed(state: RunState, event: RunResumed, at: int) -> None:
    state.paused, state.ended = False, None


def _run_ended(state: RunState, event: RunEnded, at: int) -> None:
    state.ended, state.reason, state.ended_at = event.status, event.reason, at


def _model_replied(state: RunState, event: ModelReplied, at: int) -> None:
    state.tokens += event.usage.total
    state.cost += event.cost or 0


_READERS: dict[type, Any] = {
    PlanChanged: _plan_changed,
    StepBegan: _began,
    StepEnded: _ended,
    StepRetried: _retried,
    ApprovalAsked: _asked,
    ApprovalGiven: _given,
    ApprovalDenied: _denied,
    ArgumentsChanged: _arguments_changed,
    PolicySet: _policy_set,
    QuestionAsked: _question_asked,
    QuestionAnswered: _question_answered,
    RecoveryProposed: _recovery_proposed,
    RunPaused: _paused,
    RunResumed: _resumed,
    RunEnded: _run_ended,
    ModelReplied: _model_replied,
}


@dataclass(frozen=True, slots=True)
class ExecutionSummary:
    """What came of a run. Each step that did not complete is there with its reason.

    `duration_ms` is how long it took as a person saw it, `critical_path_ms` the longest chain of steps that had to
    follow each other: no run of this plan could have been shorter.
    """

    run: str
    status: RunEnd
    completed: tuple[str, ...] = ()
    failed: dict[str, str] = field(default_factory=dict)
    blocked: dict[str, str] = field(default_factory=dict)
    skipped: dict[str, str] = field(default_factory=dict)
    waiting: dict[str, str] = field(default_factory=dict)
    values: dict[str, Json] = field(default_factory=dict)
    reason: str = ""
    effects: tuple[str, ...] = ()
    duration_ms: float = 0.0
    critical_path_ms: float = 0.0
    critical_path: tuple[str, ...] = ()
    tokens: int = 0
    cost: Decimal = Decimal(0)


def summary_of(run: str, state: RunState, graph: Graph | None = None) -> ExecutionSummary:
    """The summary of a run that stands like this. `graph` is that of its plan, where one is at hand."""
    by_status: dict[str, dict[str, str]] = {"failed": {}, "blocked": {}, "skipped": {}, "waiting": {}}
    completed = []
    effects: dict[str, None] = {}
    for step in state.plan.steps:
        stands = state.of(step.id)
        if stands.status == "completed":
            completed.append(step.id)
        elif stands.status in by_status:
            by_status[stands.status][step.id] = stands.waits_for or stands.reason
    for stands in state.steps.values():
        if stands.effects and stands.status == "completed":
            effects.update(dict.fromkeys(stands.effects))
    path, longest = _critical_path(state, graph or graph_of(state.plan))
    return ExecutionSummary(
        run=run,
        status=state.ended or "waiting",
        completed=tuple(completed),
        values={step: state.steps[step].value for step in completed},
        reason=state.reason,
        effects=tuple(effects),
        duration_ms=round(max(state.ended_at - state.began_at, 0) / 1e3, 3),
        critical_path_ms=longest,
        critical_path=path,
        tokens=state.tokens,
        cost=state.cost,
        **by_status,
    )


def _critical_path(state: RunState, graph: Graph) -> tuple[tuple[str, ...], float]:
    """The steps, one waiting for the other, that took longest together, and how long."""
    left = {name: state.of(name).duration_ms for name in graph.order}
    for name in reversed(graph.order):
        left[name] += max((left[follower] for follower in graph.followers[name]), default=0.0)
    path: list[str] = []
    ahead: Iterable[str] = graph.order
    while ahead:
        path.append(max(ahead, key=left.__getitem__))
        ahead = graph.followers[path[-1]]
    return tuple(path), round(left[path[0]], 3) if path else 0.0
