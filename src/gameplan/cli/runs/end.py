"""What is said when a run is over for now: what it did to the world, how long it took, what it cost."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from gameplan.cli.layout import Line, counted, time_told
from gameplan.cli.runs.story import closing_lines, text_of, waiting_lines
from gameplan.plans import ApprovalAsked, ExecutionSummary, QuestionAsked, RunState, summary_of
from gameplan.plans.approvals import OVERWRITES, in_words
from gameplan.runtime import Intent, Recorded

_MOST_NAMED = 6
_SAID = {
    "writes": "Wrote",
    "overwrites": "Changed",
    "destroys": "Removed",
    "sends": "Sent to",
    "executes": "Ran",
    "endangers": "Touched",
}


def ending_lines(
    run: str,
    state: RunState,
    events: Sequence[Recorded[Any]],
    noted: Sequence[Intent] = (),
    *,
    writing: bool = False,
    questions: bool = True,
) -> list[Line]:
    """What is said when a run is over for now, or is looked at: what it waits for, what it did, what can be done."""
    summary = summary_of(run, state)
    told = effect_lines(summary)
    if state.ended not in (None, "waiting"):
        told += [Line(text_of(text, "dim")) for text in how_long(summary, events)]
    waiting = waiting_lines(run, state, noted, writing=writing) if questions else []
    return [*waiting, *closing_lines(run, state, events, writing=writing, told=told)]


def effect_lines(summary: ExecutionSummary) -> list[Line]:
    """What the steps that completed did to the world, in a line for each kind of thing."""
    return [Line(text_of(text)) for text in effects_told(summary.effects)]


def effects_told(effects: Iterable[str]) -> list[str]:
    """`writes a`, `overwrites b` as sentences: Changed b. Wrote a."""
    pairs = [effect.partition(" ")[::2] for effect in effects]
    by_verb: dict[str, dict[str, None]] = {}
    for effect in in_words(pairs):  # older records tell of what is overwritten twice
        verb, _, target = effect.partition(" ")
        by_verb.setdefault(verb, {})[target] = None
    changed = by_verb.pop(OVERWRITES, {})
    by_verb["writes"] = {each: None for each in by_verb.get("writes", {}) if each not in changed}
    groups = [(verb, list(targets)) for verb, targets in ((OVERWRITES, changed), *by_verb.items()) if targets]
    return [f"{_SAID.get(verb, verb.capitalize())} {_listed(targets)}." for verb, targets in groups]


def how_long(summary: ExecutionSummary, events: Iterable[Recorded[Any]]) -> list[str]:
    """How long a run took beside what it could not do without, and what it cost."""
    asked = any(isinstance(each.event, ApprovalAsked | QuestionAsked) for each in events)
    took = f"It took {time_told(summary.duration_ms)}{', with the waiting for answers' if asked else ''}"
    if len(summary.critical_path) > 1 and summary.critical_path_ms >= 1:
        path = " → ".join(summary.critical_path[:_MOST_NAMED])
        more = f" → … ({len(summary.critical_path)} steps)" if len(summary.critical_path) > _MOST_NAMED else ""
        took += f"; the longest chain of steps, {time_told(summary.critical_path_ms)}: {path}{more}"
    lines = [f"{took}."] if summary.duration_ms >= 1 else []
    if summary.tokens:
        lines.append(f"It used {spent_told(summary)}.")
    return lines


def spent_told(spent: ExecutionSummary | RunState) -> str:
    """Tokens and money, as far as there were any."""
    cost = f", ${spent.cost:,.4f}" if spent.cost else ""
    return f"{counted(spent.tokens, 'token')}{cost}"


def _listed(targets: Sequence[str]) -> str:
    named = ", ".join(targets[:_MOST_NAMED])
    more = f" and {len(targets) - _MOST_NAMED:,} more" if len(targets) > _MOST_NAMED else ""
    return f"{len(targets):,}: {named}{more}" if len(targets) > 1 else named
