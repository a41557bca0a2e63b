"""The story of a run of a plan: how each step stands, in lines; the same live, in `show` and at the end."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence

from rich.text import Text

from gameplan.cli.clean import clean, one_line
from gameplan.cli.layout import Line, counted, time_told
from gameplan.cli.runs.inbox import in_order, noted_words
from gameplan.cli.runs.tree import Node, nodes_of
from gameplan.plans import (
    ApprovalAsked,
    ApprovalDenied,
    ApprovalGiven,
    ArgumentsChanged,
    PlanChanged,
    PolicySet,
    QuestionAnswered,
    QuestionAsked,
    RecoveryProposed,
    RunEnded,
    RunPaused,
    RunResumed,
    RunStarted,
    RunState,
    StepBegan,
    StepEnded,
    StepRetried,
    StepStatus,
    graph_of,
)
from gameplan.plans.provenance import shown_value
from gameplan.runtime import Intent, Recorded
from gameplan.tools import message_in
from gameplan.tools.workspace import FilesChanging

MARKS: dict[StepStatus, tuple[str, str]] = {
    "pending": ("·", "dim"),
    "ready": ("·", "dim"),
    "running": ("▸", "cyan"),
    "waiting": ("?", "yellow"),
    "completed": ("✓", "green"),
    "failed": ("✗", "red"),
    "blocked": ("✗", "yellow"),
    "skipped": ("–", "dim"),
}
_ENDS = {"completed": "green", "failed": "red", "cancelled": "yellow", "waiting": "yellow"}
_SAID = {"completed": "Completed", "failed": "Failed", "cancelled": "Cancelled", "waiting": "Waits for a person"}
_PREVIEW_LINES = 40


class RunStory:
    """Tells a run event by event, in plain lines."""

    def tell(self, recorded: Recorded[object]) -> list[Line]:
        return list(self._lines(recorded.event))

    def _lines(self, event: object) -> Iterator[Line]:
        match event:
            case RunStarted(plan=plan):
                yield Line(text_of(f"{plan.request or 'A plan'} ({counted(len(plan.steps), 'step')})", "bold"))
            case StepBegan(step=step, attempt=attempt):
                again = f" (try {attempt})" if attempt > 1 else ""
                yield Line(Text.assemble(marked("running"), text_of(f"{step}{again}")))
            case StepEnded(step=step, status=status) as end:
                said = end.reason or message_in(end.text)
                yield Line(Text.assemble(marked(status), text_of(step), *_after(status, said, end.duration_ms)))
            case ApprovalAsked(step=step, why=why):
                yield Line(Text.assemble(marked("waiting"), text_of(f"{step} must be approved: {why}", "yellow")))
            case ApprovalGiven(step=step, by=by):
                yield Line(Text.assemble(("✓ ", "dim"), text_of(f"{step} is approved by {by}", "dim")))
            case ApprovalDenied(step=step, reason=reason):
                yield Line(Text.assemble(("– ", "dim"), text_of(f"{step} is denied: {reason}", "dim")))
            case StepRetried(step=step):
                yield Line(text_of(f"{step} is tried again", "dim"))
            case ArgumentsChanged(step=step):
                yield Line(Text.assemble(("– ", "dim"), text_of(f"{step} has been given other arguments", "dim")))
            case PolicySet(verbs=verbs, by=by):
                kinds = ", ".join(verbs)
                yield Line(Text.assemble(("✓ ", "dim"), text_of(f"approved in advance by {by}: {kinds}", "dim")))
            case QuestionAsked(step=step, question=question):
                yield Line(Text.assemble(marked("waiting"), text_of(f"{step} asks: {question}", "yellow")))
            case QuestionAnswered(step=step, value=value):
                yield Line(Text.assemble(("✓ ", "dim"), text_of(f"{step} is answered: {value}", "dim")))
            case RecoveryProposed(step=step, action=action, why=why, outside=outside):
                asks = f" (it asks: {'; '.join(outside)})" if outside else ""
                yield Line(text_of(f"After {step} failed: {action}, because {why}{asks}", "yellow"))
            case PlanChanged(plan=plan, why=why):
                yield Line(text_of(f"The plan is now version {plan.version}: {why}", "yellow"))
            case RunPaused():
                yield Line(text_of("Paused.", "yellow"))
            case RunResumed():
                yield Line(text_of("Goes on.", "dim"))
            case RunEnded(status=status, reason=reason):
                yield Line(text_of(f"{status}: {reason}" if reason else status, f"bold {_ENDS[status]}"))
            case _:
                pass


def step_lines(state: RunState) -> list[Line]:
    """Each step of a run with its status and, where it did not complete, its reason; what is inside it below it."""
    return [Line(_step(node), 2 * depth) for each in nodes_of(state) for node, depth in each.walk()]


def graph_lines(state: RunState) -> list[Line]:
    """Each step below what it waits for, set in by how far it is from the beginning."""
    graph = graph_of(state.plan)
    nodes = {node.name: node for node in nodes_of(state)}
    tools = {step.id: step.tool for step in state.plan.steps}
    depth: dict[str, int] = {}
    lines = []
    for name in graph.order:
        depth[name] = 1 + max((depth[need] for need in graph.needs[name]), default=-1)
        needs = f" ← {', '.join(graph.needs[name])}" if graph.needs[name] else ""
        text = _step(nodes[name], tools[name]).append_text(text_of(needs, "dim"))
        lines.append(Line(text, 2 * min(depth[name], 20)))
    return lines


def waiting_lines(run: str, state: RunState, noted: Sequence[Intent] = (), *, writing: bool = False) -> list[Line]:
    """What a run waits for: each question with what would happen, and how to answer; and what is answered already."""
    lines = []
    approving: dict[str, None] = {}
    asking: dict[str, None] = {}
    short = short_id(run)
    answered = {each.payload.get("step") for each in noted if isinstance(each.payload, dict)}
    waiting = state.waiting()
    for name in sorted(waiting, key=in_order):
        stands = waiting[name]
        if name in answered:
            continue
        if stands.asked is not None:
            lines += question_lines(stands.asked)
            approving[_without_number(name)] = None
        elif stands.question is not None:
            lines += asking_lines(stands.question)
            asking[name] = None
    if lines:
        ways = [f"gameplan {verb} {short} {_the_one(approving)}" for verb in ("approve", "deny") if approving]
        ways += [f"gameplan answer {short} {_the_one(asking)} ANSWER"] if asking else []
        lines.append(Line(text_of(f"Answer: {', '.join(ways)}", "bold"), 0, True))
    if noted:
        told = "; ".join(map(noted_words, noted))
        lines.append(Line(text_of(f"Noted, and not yet taken up: {told}.", "cyan"), 0, not lines))
    if lines and not writing and state.ended in (None, "waiting"):
        lines.append(Line(text_of(f"Then go on: gameplan resume {short}", "bold")))
    return lines


def _without_number(name: str) -> str:
    """A step by a name that answers for each of its items."""
    return name[: name.rindex("[")] if name.endswith("]") else name


def _the_one(steps: Collection[str]) -> str:
    """The step that a command is to name, if there is but one."""
    return next(iter(steps)) if len(steps) == 1 else "STEP"


def question_lines(asked: ApprovalAsked) -> list[Line]:
    """What a person is asked: the step, why, what it would do, and the text that would change."""
    lines = [
        Line(
            Text.assemble(marked("waiting"), text_of(asked.step, "bold"), text_of(f"  {asked.why}", "yellow")), 0, True
        )
    ]
    lines += [Line(text_of(effect), 2) for effect in asked.effects]
    lines += [
        Line(text_of(f"its {doubt.argument} is {shown_value(doubt.value)}, from {doubt.origin}", "yellow"), 2)
        for doubt in asked.doubts
    ]
    if asked.preview:
        shown = asked.preview.split("\n")
        lines += [Line(text_of(line, _diff_style(line)), 2) for line in shown[:_PREVIEW_LINES]]
        if len(shown) > _PREVIEW_LINES:
            lines.append(Line(text_of(f"… and {len(shown) - _PREVIEW_LINES} more lines", "dim"), 2))
    return lines


def asking_lines(question: QuestionAsked, *, numbered: bool = False) -> list[Line]:
    """A question of a step to a person, with what there is to choose from."""
    asked = Text.assemble(marked("waiting"), text_of(question.step, "bold"), text_of(f"  {question.question}"))
    lines = [Line(asked, 0, True)]
    for number, choice in enumerate(question.choices, 1):
        lines.append(Line(text_of(f"{number}. {choice}" if numbered else f"- {choice}"), 2))
    return lines


def closing_lines(
    run: str,
    state: RunState,
    events: Iterable[Recorded[object]],
    *,
    writing: bool = False,
    told: Sequence[Line] = (),
) -> list[Line]:
    """How a run ended, in a line, what is `told` besides, and what can be done now."""
    counts, short = _counts(state), short_id(run)
    if state.ended is None or (writing and state.ended == "waiting"):
        how = ("pauses" if state.paused else "is running") if writing else "was stopped in the middle"
        lines = [Line(text_of(f"The run {how}. {counts}.", "bold yellow"), 0, True)]
        return lines if writing else [*lines, Line(text_of(f"Go on: gameplan resume {short}"))]
    reason = f" ({state.reason})" if state.reason and state.ended != "waiting" else ""
    lines = [Line(text_of(f"{_SAID[state.ended]}{reason}. {counts}.", f"bold {_ENDS[state.ended]}"), 0, True), *told]
    failed = [step.id for step in state.plan.steps if state.of(step.id).status == "failed"]
    if state.ended == "failed" and failed:
        retry = f"gameplan retry {short} {_the_one(failed)} (with other arguments: --edit NAME=VALUE)"
        lines.append(Line(text_of(f"Try again what failed: {retry}", "dim")))
    changes = [each.event.action for each in events if isinstance(each.event, FilesChanging)]
    if changes and changes[-1] == "undo":
        lines.append(Line(text_of("What it did to files has been undone.", "yellow")))
    elif changes:
        lines.append(Line(text_of(f"Take back what it did to files: gameplan undo {short}", "dim")))
    return lines


def _counts(state: RunState) -> str:
    counts: dict[str, int] = {}
    for node in nodes_of(state):
        counts[node.status] = counts.get(node.status, 0) + 1
    done = counts.pop("completed", 0)
    rest = "".join(f", {number} {status}" for status, number in sorted(counts.items()))
    return f"{done:,} of {counted(len(state.plan.steps), 'step')} completed{rest}"


def how_it_stands(state: RunState, *, writing: bool) -> str:
    """One word for a list."""
    return stands_in_words(state.ended or "", writing=writing, paused=state.paused, asks=bool(state.waiting()))


def stands_in_words(ended: str, *, writing: bool, paused: bool, asks: bool) -> str:
    """The same, of a run that is known by its card alone."""
    if writing and ended in ("", "waiting"):
        return "paused" if paused else "asks" if asks else "running"
    return ended or "stopped"


def with_noted(stands: str, noted: int) -> str:
    """The same with what was said to a run that nobody carries out; who carries one out takes it up at once."""
    return f"{stands}, {noted} noted" if noted and stands not in ("paused", "asks", "running") else stands


def short_id(run: str) -> str:
    """The part of an id that a person needs to type."""
    return run.rsplit("-", 1)[-1] if run.startswith("run-") else run


def text_of(text: str, style: str = "") -> Text:
    return Text(clean(text), style)


def marked(status: StepStatus) -> tuple[str, str]:
    mark, style = MARKS[status]
    return f"{mark} ", style


def _step(node: Node, about: str = "") -> Text:
    status = node.status
    more = f" {node.items_done} of {len(node.items)}" if node.items else ""
    return Text.assemble(
        marked(status),
        text_of(f"{node.label}{more}"),
        text_of(f"  {one_line(about or node.about)}" if about or node.about else "", "dim"),
        *_after(status, node.said, node.stands.duration_ms),
    )


def _after(status: StepStatus, said: str, milliseconds: float) -> Sequence[Text]:
    style = "dim" if status == "completed" else MARKS[status][1]
    parts = [text_of(f"  {one_line(said, 200)}", style)] if said else []
    return [*parts, Text(f"  {time_told(milliseconds)}", "dim")] if milliseconds >= 1 else parts


def _diff_style(line: str) -> str:
    if line.startswith(("+++", "---", "@@")):
        return "bold"
    if line.startswith("HIGH RISK"):
        return "bold red"
    return {"+": "green", "-": "red"}.get(line[:1], "")
