"""Approvals: when a step must wait for a person, what the person is asked, and what an answer is bound to."""

from __future__ import annotations

import hashlib
import json
import posixpath
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Protocol, TypeAlias

from gameplan.plans.events import ApprovalAsked, Doubt, QuestionAsked
from gameplan.plans.model import Plan, Step
from gameplan.plans.provenance import Outside, condition_is_doubtful, doubts_about
from gameplan.plans.state import RunState, outer_step
from gameplan.runtime.events import Json
from gameplan.tools import Tool

_GATED = frozenset({"destroys", "endangers", "sends", "executes"})
OVERWRITES = "overwrites"
_OVERWRITING = ("writes", "destroys")
_NEVER_IN_ADVANCE = frozenset({"endangers"})


# -- what a person may answer


@dataclass(frozen=True, slots=True)
class Approve:
    """Let it act. With `rest`, let whatever else has the same kinds of effects act, too."""

    by: str = "person"
    rest: bool = False


@dataclass(frozen=True, slots=True)
class Deny:
    """Do not let it act; the step is skipped with this reason."""

    reason: str = "not wanted"


@dataclass(frozen=True, slots=True)
class Change:
    """Give the step other arguments. It is asked again, with what those would do."""

    args: dict[str, Json]


@dataclass(frozen=True, slots=True)
class Later:
    """Nobody can answer now: the run goes on as far as it can, and waits."""


@dataclass(frozen=True, slots=True)
class Answered:
    """The answer to a question."""

    value: Json


Answer: TypeAlias = Approve | Deny | Change | Later


class Approver(Protocol):
    """Answers for a person. It may take as long as it takes."""

    async def __call__(self, asked: ApprovalAsked, step: Step, /) -> Answer: ...


class Answerer(Protocol):
    """Answers the questions of `ask` steps for a person. It may take as long as it takes."""

    async def __call__(self, question: QuestionAsked, step: Step, /) -> Answered | Later: ...


async def nobody(asked: ApprovalAsked | QuestionAsked, step: Step, /) -> Later:
    """There is nobody to ask."""
    return Later()


@dataclass(frozen=True, slots=True)
class Policy:
    """What a person has approved in advance: effects by their verb. It never covers what untrusted data decides."""

    verbs: frozenset[str] = field(default_factory=frozenset)


# -- whether a call must be approved


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a call must be approved. It is `doubtful` if no approval in advance is enough.

    If it `only_destroys`, it need not be, as long as there is nothing that it would destroy.
    """

    why: str
    doubtful: bool = False
    doubts: tuple[Doubt, ...] = ()
    only_destroys: bool = False


def why_asked(
    step: Step,
    tool: Tool[Any, Any],
    params: object,
    outside: Outside,
    results: Mapping[str, Json] | None = None,
    vouched: Sequence[tuple[str, str, Json]] = (),
    verbs: frozenset[str] | None = None,
) -> Reason | None:
    """Why this call must be approved; None if it need not be. `verbs` are what it would do, where that is known."""
    doubts = doubts_about(step, tool, outside, results, vouched)
    gated = sorted((verbs_of(tool, params) if verbs is None else verbs) & _GATED)
    words = [f"{doubt.origin} decides its {doubt.argument}" for doubt in doubts]
    if gated and condition_is_doubtful(step, outside):
        words.append("its condition depends on it")
    if words:
        return Reason(f"untrusted data: {', '.join(words)}", doubtful=True, doubts=doubts)
    if gated:
        only = gated == ["destroys"] and step.approval is not True
        done = " and ".join("overwrites or removes" if verb == "destroys" else verb for verb in gated)
        return Reason(f"it {done} something", only_destroys=only)
    return Reason("the plan asks for it") if step.approval else None


def covered(state: RunState, name: str, tool: Tool[Any, Any], params: object) -> bool:
    """True if each effect that this call would really have was approved in advance, for the step as it stands."""
    wanted = {(effect.verb, target) for effect in tool.effects for target in effect.targets(params)}
    wanted = {(verb, target) for verb, target in wanted if verb != "reads"}
    wanted -= {("writes", target) for verb, target in wanted if verb == "destroys"}  # to overwrite is to write, too
    if not wanted:
        wanted = {("asks", "")}
    outer = outer_step(name)
    return all(
        verb not in _NEVER_IN_ADVANCE
        and any(
            verb in policy.verbs and _below(target, policy.prefix) and _unchanged(outer, plan, state.plan)
            for policy, plan in state.policies
        )
        for verb, target in wanted
    )


def verbs_of(tool: Tool[Any, Any], params: object) -> frozenset[str]:
    """What a call would really do: the verbs of its effects that have a target; all, where `params` are not known."""
    acting = (effect for effect in tool.effects if effect.verb != "reads")
    return frozenset(effect.verb for effect in acting if params is None or effect.targets(params))


def effects_of(tool: Tool[Any, Any], params: object, *, spares: bool = False) -> tuple[str, ...]:
    """What a call would do, in words: `writes new.md`, `overwrites old.md`, `destroys junk.md`.

    If it `spares`, there is nothing that it overwrites or destroys.
    """
    unsaid = ("reads", "destroys") if spares else ("reads",)
    acting = [effect for effect in tool.effects if effect.verb not in unsaid]
    return in_words((effect.verb, target) for effect in acting for target in effect.targets(params))


def in_words(effects: Iterable[tuple[str, str]]) -> tuple[str, ...]:
    """Verbs and targets, each thing once: what is written where something is destroyed is `overwritten`."""
    told = dict.fromkeys(effects)
    both = {target for verb, target in told if verb == "writes" and ("destroys", target) in told}
    merged = ((OVERWRITES if verb in _OVERWRITING and target in both else verb, target) for verb, target in told)
    return tuple(dict.fromkeys(f"{verb} {target}" for verb, target in merged))


def kinds_of(asked: ApprovalAsked) -> frozenset[str]:
    """The verbs of what was asked for; `asks` for a step that has no effect and that the plan wants approved."""
    verbs = {effect.partition(" ")[0] for effect in asked.effects} or {"asks"}
    return frozenset((verbs - {OVERWRITES}) | (set(_OVERWRITING) if OVERWRITES in verbs else set()))


def may_be_approved_in_advance(asked: ApprovalAsked) -> bool:
    """True if "yes, and the rest of this kind" is an answer that would be kept."""
    return not asked.doubtful and not kinds_of(asked) & _NEVER_IN_ADVANCE


# -- what an approval is bound to


def seen_by(tool: Tool[Any, Any], params: object) -> str:
    """A hash of what the call would overwrite, as it stands now."""
    return tool.fingerprint(params) if tool.fingerprint is not None else ""


def bound_to(tool: Tool[Any, Any], args: Json, seen: str) -> str:
    """What an approval holds for: this tool, these arguments, and the present state of what they would overwrite."""
    return hashlib.sha256(json.dumps([_identity(tool), args, seen], sort_keys=True).encode()).hexdigest()


@lru_cache(maxsize=1_000)
def _identity(tool: Tool[Any, Any]) -> str:
    """What a tool says that it is and does: another one of the same name is another tool."""
    says = [tool.name, tool.description, tool.parameters, [effect.verb for effect in tool.effects], tool.trusted]
    return hashlib.sha256(json.dumps(says, sort_keys=True).encode()).hexdigest()


def _below(target: str, prefix: str) -> bool:
    if not prefix:
        return True
    target, prefix = posixpath.normpath(target), posixpath.normpath(prefix)
    return target == prefix or target.startswith(f"{prefix}/")


def _unchanged(step_id: str, then: Plan, now: Plan) -> bool:
    if then is now:
        return True
    before = next((step for step in then.steps if step.id == step_id), None)
    return before is not None and before == next((step for step in now.steps if step.id == step_id), None)
