"""Approvals: when a step must wait for a person, what the person is asked, and what an answer is bound to."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeAlias

from gameplan.expressions import parse
from gameplan.plans.events import ApprovalAsked
from gameplan.plans.model import Step
from gameplan.plans.references import references_in
from gameplan.runtime.events import Json
from gameplan.tools import Tool

Tools: TypeAlias = Mapping[str, Tool[Any, Any]]
_GATED = frozenset({"destroys", "endangers", "sends", "executes"})


@dataclass(frozen=True, slots=True)
class Approve:
    """Let it act."""

    by: str = "person"


@dataclass(frozen=True, slots=True)
class Deny:
    """Do not let it act; the step is skipped with this reason."""

    reason: str = "not wanted"


@dataclass(frozen=True, slots=True)
class Later:
    """Nobody can answer now: the run goes on as far as it can, and waits."""


Answer: TypeAlias = Approve | Deny | Later


class Approver(Protocol):
    """Answers for a person. It may take as long as it takes."""

    async def __call__(self, asked: ApprovalAsked, step: Step) -> Answer: ...


async def nobody(asked: ApprovalAsked, step: Step) -> Answer:
    """There is nobody to ask."""
    return Later()


@dataclass(frozen=True, slots=True)
class Policy:
    """What a person has approved in advance: effects by their verb. It never covers untrusted control arguments."""

    verbs: frozenset[str] = field(default_factory=frozenset)

    def covers(self, tool: Tool[Any, Any], params: object) -> bool:
        """True if each effect that this call would really have is approved."""
        return verbs_of(tool, params) <= self.verbs


def untrusted_steps(steps: Iterable[Step], tools: Tools) -> frozenset[str]:
    """Those of the steps, given in an order in which they can go, whose results carry text from outside."""
    untrusted: set[str] = set()
    for step in steps:
        if _is_untrusted(step, tools, untrusted):
            untrusted.add(step.id)
    return frozenset(untrusted)


def why_asked(step: Step, tool: Tool[Any, Any], params: object, untrusted: Collection[str]) -> tuple[str, bool]:
    """Why a call must be approved, if it must, and whether that is because untrusted data decides over it."""
    doubtful = [*_decided_by_data(step, tool, untrusted)]
    gated = sorted(verbs_of(tool, params) & _GATED)
    if step.when and gated and any(path.root in untrusted for path in parse(step.when).references()):
        doubtful.append("its condition depends on it")
    if doubtful:
        return f"untrusted data: {', '.join(doubtful)}", True
    if gated:
        return f"it {' and '.join(gated)} something", False
    return ("the plan asks for it", False) if step.approval else ("", False)


def verbs_of(tool: Tool[Any, Any], params: object) -> frozenset[str]:
    """What a call would really do: the verbs of its effects that have a target; all, where `params` are not known."""
    acting = (effect for effect in tool.effects if effect.verb != "reads")
    return frozenset(effect.verb for effect in acting if params is None or effect.targets(params))


def bound_to(tool: Tool[Any, Any], args: Json, params: object) -> str:
    """What an approval holds for: this tool, these arguments, and the present state of what they would overwrite."""
    look = getattr(tool, "fingerprint", None)
    seen = look(params) if look is not None else ""
    return hashlib.sha256(json.dumps([tool.name, args, seen], sort_keys=True).encode()).hexdigest()


def effects_of(tool: Tool[Any, Any], params: object) -> tuple[str, ...]:
    """What a call would do, in words: `writes config.json`."""
    acting = [effect for effect in tool.effects if effect.verb != "reads"]
    return tuple(f"{effect.verb} {target}" for effect in acting for target in effect.targets(params))


def _decided_by_data(step: Step, tool: Tool[Any, Any], untrusted: Collection[str]) -> Iterator[str]:
    """The control arguments of a tool that changes something which come out of text from outside."""
    if not tool.changes_something:
        return
    roots = set(untrusted)
    if step.for_each is not None and any(each.path.root in roots for each in references_in(step.for_each.items)):
        roots.add("item")
    for reference in references_in(step.args):
        name = str(reference.place[0])
        if reference.path.root in roots and tool.argument_roles.get(name, "control") == "control":
            yield f"{reference} decides its {name}"


def _is_untrusted(step: Step, tools: Tools, untrusted: set[str]) -> bool:
    tool = tools.get(step.tool)
    if tool is not None and not tool.trusted:
        return True
    given = [step.args, step.for_each.items if step.for_each else None]
    return any(reference.path.root in untrusted for reference in references_in(given))
