"""The references of a step: what they name, whether there is such a field, and whether it can go where it is put."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import islice

from gameplan.expressions import Path, check
from gameplan.expressions.schemas import Place as SchemaPlace
from gameplan.plans.edit_kinds import Edit, SetArgument
from gameplan.plans.model import Step
from gameplan.plans.problems import Code, Problem, Repair, shown
from gameplan.plans.references import BadReference, Place, Reference, scan
from gameplan.plans.schemas import fits, said
from gameplan.plans.scope import IN_TEXT, LIST, OPEN, THE_PLAN, Scope, in_output, text_with, text_without
from gameplan.plans.uses import Uses
from gameplan.runtime.events import Json

_TEXT = SchemaPlace.of({"type": "string"})
_LISTED = 12
_MOST_TOLD = 100
_LONGEST_REWRITTEN = 1_000  # of a longer text the repair is told in words alone: each rewriting reads all of it


def check_references(step: Step, uses: Uses, scope: Scope) -> Iterator[Problem]:
    """The problems of every reference of a step, in its arguments and in its list of items; of too many, the first."""
    problems = _every_problem(step, uses, scope)
    yield from islice(problems, _MOST_TOLD)
    if (more := next(problems, None)) is not None:
        message = f"More than {_MOST_TOLD} references of this step are wrong; the first are told."
        yield Problem(more.code, step.id, more.place[:1], message)


def _every_problem(step: Step, uses: Uses, scope: Scope) -> Iterator[Problem]:
    for bad in uses.bad:
        yield Problem("bad_reference", step.id, bad.place, bad.message, Repair("", _escaping(step, bad.place).edits))
    texts: set[Place] = set()
    for reference in dict.fromkeys(uses.args):
        yield from _check_one(step, reference, scope.expected(step, reference), scope)
        if not reference.whole and reference.place not in texts:
            texts.add(reference.place)
            yield from _check_text(step, reference, scope)
    if step.for_each is not None:
        yield from _check_items(step, uses, scope)


def check_output(scope: Scope) -> Iterator[Problem]:
    """The problems of what a plan gives."""
    for found in scan(scope.plan.output, ("output",)):
        if isinstance(found, BadReference):
            yield Problem("bad_reference", None, found.place, found.message)
        else:
            for problem in _check_one(THE_PLAN, found, in_output(found), scope):
                yield replace(problem, step_id=None)


def check_condition(step: Step, uses: Uses, schemas: Mapping[str, Json]) -> Iterator[Problem]:
    """The problems of a step's condition; `schemas` are those of all that it can refer to."""
    if uses.bad_condition is not None:
        yield Problem("bad_condition", step.id, ("when",), str(uses.bad_condition))
    if uses.condition is None:
        return
    if "item" in uses.asked:
        message = "A condition is asked once for the whole step, so there is no $item in it."
        yield Problem("item_outside_for_each", step.id, ("when",), message)
    if step.id in uses.asked:
        yield _on_itself(step, ("when",))
    for problem in check(uses.condition, schemas):
        yield Problem("bad_condition", step.id, ("when",), str(problem))


def _check_one(step: Step, reference: Reference, expected: SchemaPlace, scope: Scope) -> Iterator[Problem]:
    name = reference.path.root
    if name == step.id:
        yield _on_itself(step, reference.place)
        return
    if name == "item" and (step.for_each is None or reference.place[0] != "args"):
        message = f"{_cut(reference)} is there only in the arguments of a step with forEach."
        yield Problem("item_outside_for_each", step.id, reference.place, message)
        return
    root = scope.root(step, name)
    if root is None:
        yield _unknown(step, reference, scope)
        return
    key = (id(root), reference.path.parts, id(expected))
    if key in scope.fitting:
        return
    path = scope.meant(reference, expected)
    place = root
    for number, part in enumerate(path.parts):
        inside = place.field(part) if isinstance(part, str) else place.item(part)
        if inside is None:
            yield _no_field(step, reference, place, number, scope)
            return
        place = inside
    if not fits(place, expected):
        yield _wrong_type(step, reference, place, expected)
    else:
        scope.fitting.add(key)


def _check_text(step: Step, reference: Reference, scope: Scope) -> Iterator[Problem]:
    """A text with references inside is a text, so one must be expected there."""
    expected = scope.expected(step, Reference(reference.place, reference.path, whole=True))
    key = (id(_TEXT), (), id(expected))
    if key in scope.fitting:
        return
    if fits(_TEXT, expected):
        scope.fitting.add(key)
    else:
        message = f"A text with {_cut(reference)} inside stands there, but {said(expected)} is expected."
        yield Problem("wrong_type", step.id, reference.place, message)


def _check_items(step: Step, uses: Uses, scope: Scope) -> Iterator[Problem]:
    assert step.for_each is not None
    items = step.for_each.items
    if isinstance(items, list):
        for reference in uses.items:
            yield from _check_one(step, reference, OPEN, scope)
        return
    whole = uses.items[0] if uses.items and uses.items[0].whole else None
    if whole is None:
        if not any(bad.place[0] == "forEach" for bad in uses.bad):
            message = "What a step is done for each of must be a list, or a reference to one."
            yield Problem("for_each_items", step.id, ("forEach", "items"), message)
        return
    for problem in _check_one(step, whole, LIST, scope):
        if problem.code == "wrong_type":
            yield Problem("for_each_items", step.id, problem.place, problem.message, problem.repair)
        else:
            yield problem


def _on_itself(step: Step, place: Place) -> Problem:
    return Problem("self_dependency", step.id, place, "It refers to its own result.")


def _unknown(step: Step, reference: Reference, scope: Scope) -> Problem:
    name = reference.path.root
    near = scope.nearest.to(name, scope.steps)
    message = f'There is no step "{shown(name)}".'
    if not near:
        near = "input" if name in ("inputs", "Input") else ""
    if not near and name in scope.plan.inputs:
        path = Path("input", (name, *reference.path.parts))
        words = f"Did you mean ${shown(str(path))}? For a dollar sign, write $$."
        return Problem("unknown_reference", step.id, reference.place, message, _rewriting(step, reference, path, words))
    if near:
        path = Path(near, reference.path.parts)
        words = f"Did you mean ${shown(str(path))}? For a dollar sign, write $$."
        return Problem("unknown_reference", step.id, reference.place, message, _rewriting(step, reference, path, words))
    return Problem("unknown_reference", step.id, reference.place, message, _escaping(step, reference.place))


def _no_field(step: Step, reference: Reference, place: SchemaPlace, number: int, scope: Scope) -> Problem:
    path, fields = reference.path, place.fields()
    part = path.parts[number] if number < len(path.parts) else ""
    where = f"${shown(str(Path(path.root, path.parts[:number])))}"
    code: Code = "unknown_input" if path.root == "input" and number == 0 else "unknown_field"
    if isinstance(part, int):
        message = f"{where} is {said(place)}, so it has no item [{part}]."
        return Problem(code, step.id, reference.place, message)
    if not fields:
        return Problem(code, step.id, reference.place, f'{where} is {said(place)}, so it has no "{shown(part)}".')
    message = f'{where} has no "{shown(part)}". It has: {_listed(fields)}.'
    near = scope.nearest.to(part, fields)
    if not near:
        return Problem(code, step.id, reference.place, message)
    better = Path(path.root, (*path.parts[:number], near, *path.parts[number + 1 :]))
    words = f"Did you mean ${shown(str(better))}?"
    return Problem(code, step.id, reference.place, message, _rewriting(step, reference, better, words))


def _wrong_type(step: Step, reference: Reference, place: SchemaPlace, expected: SchemaPlace) -> Problem:
    path = reference.path
    fitting = [name for name in place.fields() if (field := place.field(name)) is not None and fits(field, expected)]
    repair = None
    if fitting:
        words = f"Fields of it that fit: {_listed(fitting)}."
        better = Path(path.root, (*path.parts, fitting[0]))
        repair = _rewriting(step, reference, better, words) if len(fitting) == 1 else Repair(words)
    elif reference.place[0] == "args" and fits(place, IN_TEXT) and fits(_TEXT, expected):
        text = f"${{{path}}}"
        repair = Repair(f'As a text it is "{shown(text)}".', (SetArgument(step.id, reference.place[1:], text),))
    if expected is IN_TEXT:
        message = f"{_cut(reference)} stands inside a text, but is {said(place)}, not a text or number."
        return Problem("reference_in_text_not_text", step.id, reference.place, message, repair)
    if place.kinds() & expected.kinds():
        message = f"{_cut(reference)} is {said(place)}, but not such a one as is expected there."
    else:
        message = f"{_cut(reference)} is {said(place)}, but {said(expected)} is expected there."
    return Problem("wrong_type", step.id, reference.place, message, repair)


def _rewriting(step: Step, reference: Reference, path: Path, words: str) -> Repair:
    if reference.place[0] != "args" or len(written := _text_at(step, reference.place)) > _LONGEST_REWRITTEN:
        return Repair(words)
    return Repair(words, (SetArgument(step.id, reference.place[1:], text_with(written, reference, path)),))


def _escaping(step: Step, place: Place) -> Repair:
    """If it was never meant to be a reference: the same text, as it stands."""
    edits: tuple[Edit, ...] = ()
    if place[0] == "args" and len(written := _text_at(step, place)) <= _LONGEST_REWRITTEN:
        edits = (SetArgument(step.id, place[1:], text_without(written)),)
    return Repair("If no reference is meant, write $$ for the dollar sign.", edits)


def _text_at(step: Step, place: Place) -> str:
    value: Json = step.args
    for part in place[1:]:
        value = value[part]
    return str(value)


def _cut(reference: Reference) -> str:
    return shown(str(reference), 80)


def _listed(names: list[str]) -> str:
    return ", ".join(map(shown, names[:_LISTED])) + (", …" if len(names) > _LISTED else "")
