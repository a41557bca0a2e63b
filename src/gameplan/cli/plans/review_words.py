"""The words of `gameplan review`: each is a change to a plan, written as a person types it."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Collection
from dataclasses import dataclass, field

from gameplan.cli.plans.arguments import as_value
from gameplan.plans import EditRefused, Plan, Step, edited
from gameplan.plans.edit_kinds import (
    AddStep,
    Describe,
    DropArgument,
    Edit,
    EditInside,
    MoveStep,
    RemoveStep,
    RenameStep,
    SetApproval,
    SetArgument,
    SetCondition,
    SetDependencies,
    SkipStep,
    UseTool,
)

HELP = """\
A step is named by its number or its id; one inside another as outer/inner.

  list                     the steps, and what is wrong with them
  show 2                   a step, whole
  set 2 path=notes.md      give it an argument (VALUE may be JSON); set 2 text opens your editor
  unset 2 path             take an argument away
  describe 2 Read it       say what it does
  tool 2 copy_file         let it use another tool
  after 4 1 2              let it come after these; without any, after none
  when 4 $read.size > 0    do it only then; without a condition, always
  approve 4 yes|no|auto    whether it asks first; auto: as its effects demand
  move 4 2                 put it in front of step 2; without a second, at the end
  skip 4                   leave it in the plan, and do without it
  add copy copy_file source=a destination=b after=2
  remove 4                 take it out; what came after it comes after what it came after
  rename 4 backup          give it another id, everywhere
  edit                     the whole plan in your editor ($VISUAL or $EDITOR); edit 2: one step
  fix                      make the repairs that are proposed
  diff                     what you have changed
  undo                     take the last change back
  save [FILE]              keep it
  run [NAME=VALUE …]       keep it, and carry it out
  quit                     leave; what is not saved is lost

For example: set 2 path=notes.md, then diff, then save."""


class NotUnderstood(ValueError):
    """What was typed is none of the words, or not like this."""


@dataclass(slots=True)
class Review:
    """A plan under review: as it was, and each version since. `frozen` are the steps that have run."""

    original: Plan
    frozen: Collection[str] = ()
    versions: list[Plan] = field(default_factory=list)

    @property
    def plan(self) -> Plan:
        return self.versions[-1] if self.versions else self.original

    @property
    def changed(self) -> bool:
        return bool(self.versions) and self.plan != self.original

    def take(self, plan: Plan) -> None:
        """Another version; one that is the same as the last is none."""
        if plan != self.plan:
            self.versions.append(plan)

    def undo(self) -> bool:
        """Take the last change back; False if there is none."""
        return bool(self.versions) and bool(self.versions.pop())

    def make(self, *edits: Edit) -> None:
        """Make the edits, or refuse: nothing is changed then."""
        self.take(edited(self.plan, *edits, frozen=self.frozen))

    def named(self, word: str) -> tuple[str, ...]:
        """The way to a step that a person means by a number or an id: `2`, `read`, `outer/inner`."""
        way: list[str] = []
        plan: Plan | str | None = self.plan
        for part in word.split("/"):
            if not isinstance(plan, Plan):
                raise NotUnderstood(f'There is no plan in "{"/".join(way)}".')
            step = _found(plan, part)
            way.append(step.id)
            plan = step.plan
        return tuple(way)

    def step(self, word: str) -> Step:
        plan: Plan | str | None = self.plan
        step: Step | None = None
        for name in self.named(word):
            assert isinstance(plan, Plan)
            step = plan.step(name)
            plan = step.plan
        assert step is not None
        return step

    def edit(self, word: str, make: Callable[[str], Edit]) -> None:
        """An edit of one step, wherever it is."""
        *around, name = self.named(word)
        change = make(name)
        for outer in reversed(around):
            change = EditInside(outer, change)
        self.make(change)


def understand(review: Review, word: str, rest: str) -> bool:
    """Make the change that was typed; False if the word is not one for a change."""
    make = _CHANGES.get(word)
    if make is None:
        return False
    make(review, rest)
    return True


def words_of(text: str, least: int, usage: str) -> list[str]:
    """The words of a line, with quotes as in a shell."""
    try:
        words = shlex.split(text)
    except ValueError as error:
        raise NotUnderstood(f"{error}.".capitalize()) from None
    if len(words) < least:
        raise NotUnderstood(f"Write it so: {usage}")
    return words


def _found(plan: Plan, word: str) -> Step:
    if word.isdecimal() and 1 <= int(word[:9]) <= len(plan.steps):
        return plan.steps[int(word) - 1]
    for step in plan.steps:
        if step.id == word:
            return step
    raise NotUnderstood(f'There is no step "{word[:60]}": 1 to {len(plan.steps)}, or {_some(plan)}.')


def _some(plan: Plan) -> str:
    return ", ".join(step.id for step in plan.steps[:8]) + (", …" if len(plan.steps) > 8 else "")


def _split(text: str, usage: str) -> tuple[str, str]:
    first, _, rest = text.strip().partition(" ")
    if not first:
        raise NotUnderstood(f"Write it so: {usage}")
    return first, rest.strip()


def _set(review: Review, text: str) -> None:
    step, rest = _split(text, "set STEP NAME=VALUE")
    name, equals, value = rest.partition("=")
    if not equals or not name.strip():
        raise NotUnderstood("Write it so: set STEP NAME=VALUE")
    now = review.step(step).args.get(name.strip(), None)
    read = value if isinstance(now, str) else as_value(value)
    review.edit(step, lambda each: SetArgument(each, (name.strip(),), read))


def _unset(review: Review, text: str) -> None:
    step, name, *_ = words_of(text, 2, "unset STEP NAME")
    review.edit(step, lambda each: DropArgument(each, name))


def _describe(review: Review, text: str) -> None:
    step, description = _split(text, "describe STEP TEXT")
    review.edit(step, lambda each: Describe(each, description))


def _tool(review: Review, text: str) -> None:
    step, tool, *_ = words_of(text, 2, "tool STEP TOOL")
    review.edit(step, lambda each: UseTool(each, tool))


def _after(review: Review, text: str) -> None:
    step, *others = words_of(text.replace(",", " "), 1, "after STEP OTHER …")
    around = "/".join(review.named(step)[:-1])
    names = tuple(review.named(f"{around}/{each}" if around else each)[-1] for each in others)
    review.edit(step, lambda each: SetDependencies(each, names))


def _when(review: Review, text: str) -> None:
    step, condition = _split(text, "when STEP CONDITION")
    review.edit(step, lambda each: SetCondition(each, condition))


def _approve(review: Review, text: str) -> None:
    step, wanted, *_ = words_of(text, 2, "approve STEP yes|no|auto")
    said = {"yes": True, "no": False, "auto": None}
    if wanted not in said:
        raise NotUnderstood("Write it so: approve STEP yes|no|auto")
    review.edit(step, lambda each: SetApproval(each, said[wanted]))


def _move(review: Review, text: str) -> None:
    step, *before = words_of(text, 1, "move STEP OTHER")
    around = "/".join(review.named(step)[:-1])
    other = review.named(f"{around}/{before[0]}" if around else before[0])[-1] if before else ""
    review.edit(step, lambda each: MoveStep(each, other))


def _skip(review: Review, text: str) -> None:
    step, *_ = words_of(text, 1, "skip STEP")
    review.edit(step, SkipStep)


def _add(review: Review, text: str) -> None:
    name, tool, *rest = words_of(text, 2, "add ID TOOL NAME=VALUE … after=STEP")
    args = {}
    after = review.plan.steps[-1].id if review.plan.steps else ""
    for each in rest:
        key, equals, value = each.partition("=")
        if not equals:
            raise NotUnderstood(f"{each[:60]}: write it as NAME=VALUE.")
        if key == "after":
            after = review.named(value)[-1] if value else ""
        else:
            args[key] = as_value(value)
    review.make(AddStep(Step(name, tool, args=args), after))


def _remove(review: Review, text: str) -> None:
    step, *_ = words_of(text, 1, "remove STEP")
    review.edit(step, lambda each: RemoveStep(each, rewire=True))


def _rename(review: Review, text: str) -> None:
    step, to, *_ = words_of(text, 2, "rename STEP ID")
    review.edit(step, lambda each: RenameStep(each, to))


_CHANGES: dict[str, Callable[[Review, str], None]] = {
    "set": _set,
    "unset": _unset,
    "describe": _describe,
    "tool": _tool,
    "after": _after,
    "when": _when,
    "approve": _approve,
    "move": _move,
    "skip": _skip,
    "add": _add,
    "remove": _remove,
    "rename": _rename,
}
__all__ = ["HELP", "EditRefused", "NotUnderstood", "Review", "understand", "words_of"]
