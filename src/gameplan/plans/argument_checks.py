"""The arguments of a step against the type of its tool, as far as they are known before anything has run.

Where a reference stands, nothing is known but its schema (see `reference_checks`); the rest must fit as in any call.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from gameplan.plans.catalogue import AnyTool
from gameplan.plans.edit_kinds import DropArgument, Edit, SetArgument
from gameplan.plans.model import Plan, Step
from gameplan.plans.problems import Problem, Repair, shown
from gameplan.plans.references import Place, unescaped, with_texts
from gameplan.plans.scope import Scope
from gameplan.plans.uses import are_plain
from gameplan.runtime.events import Json
from gameplan.tools import ToolRefused
from gameplan.tools.arguments import said_by
from gameplan.tools.misfits import in_a_sentence

if TYPE_CHECKING:
    from pydantic import ValidationError
    from pydantic_core import ErrorDetails

_MESSAGE = 300
_LISTED = 12
_MOST_ERRORS = 200
_OF_A_WHOLE = ("union_tag", "value_error", "assertion_error", "too_short", "too_long")  # a part may be known later
_CERTAIN = ("missing", "unexpected_keyword_argument", "extra_forbidden")  # whatever the value may be


class Later:
    """Stands where a value is that is only known when the plan runs. It is of no type, so that nothing accepts it."""

    def __repr__(self) -> str:
        return "(known later)"


LATER = Later()


def known_arguments(args: dict[str, Json]) -> tuple[dict[str, Json], list[Place]]:
    """The arguments with `LATER` in place of each text that holds a reference, and those places."""
    if are_plain(args):
        return args, []
    places: list[Place] = []

    def known(text: str, place: Place) -> Json:
        plain = unescaped(text)
        if plain is None:
            places.append(place)
            return LATER
        return plain

    return with_texts(args, known), places


def check_arguments(step: Step, tool: AnyTool, scope: Scope) -> tuple[list[Problem], Any]:
    """The problems of the arguments that are known, and (if all are known and fit) the tool's own parameters."""
    from pydantic import ValidationError

    args, later = known_arguments(step.args)
    try:
        return [], tool.params_adapter.validate_python(args, extra="forbid")
    except ValidationError as error:
        return list(_problems(step, tool, _certain(error, later), scope)), None
    except ToolRefused as refusal:
        said = refusal.message
    except Exception as error:  # noqa: BLE001 - a check of the tool's own type that breaks
        said = said_by(error) or type(error).__name__
    return ([] if later else [Problem("bad_args", step.id, ("args",), f"The arguments do not fit: {said}.")]), None


def check_inputs(step: Step, plan: Plan, scope: Scope) -> Iterator[Problem]:
    """The problems of the arguments of a step that carries out a plan: they are what that plan must be told."""
    known = list(plan.inputs)
    args, _ = known_arguments(step.args)
    for name, wanted in plan.inputs.items():
        value = args.get(name)
        if value is None:
            if wanted.must_be_told:
                yield Problem("bad_args", step.id, ("args", name), "It is missing.", Repair(_listed(known)))
        elif value is not LATER and not wanted.takes(value):
            message = f"The plan in this step takes {wanted.type} there."
            yield Problem("bad_args", step.id, ("args", name), message)
    for name in step.args:
        if name not in plan.inputs:
            yield _unknown(step, name, "The plan in this step", known, scope)


def _certain(error: ValidationError, later: Sequence[Place]) -> list[ErrorDetails]:
    """The errors that have nothing to do with what is only known later."""
    every = error.errors(include_url=False, include_input=False)
    if not later:
        return every
    places = _Places(later)
    doubtful: set[Place] = set()
    certain = []
    for each in every:
        if each["type"].startswith(_CERTAIN):
            certain.append(each)
            continue
        through = places.tags_through(each["loc"])
        if through:
            # What is inside one alternative of a union makes the errors of the others uncertain too.
            doubtful.update(each["loc"][: tags[0]] for tags in through if tags)
        elif not (each["type"].startswith(_OF_A_WHOLE) and places.any_inside(each["loc"])):
            certain.append(each)
    return [each for each in certain if not any(each["loc"][:end] in doubtful for end in range(len(each["loc"]) + 1))]


class _Places:
    """Places as a tree, so that an error is held against all of them at once: there may be thousands of both."""

    def __init__(self, places: Sequence[Place]) -> None:
        self._root: dict[Any, Any] = {}
        for place in places:
            node = self._root
            for part in place:
                node = node.setdefault(part, {})

    def tags_through(self, loc: Place) -> list[tuple[int, ...]]:
        """For each of the places that an error lies at or inside: where pydantic has put names of alternatives."""
        through: list[tuple[int, ...]] = []
        ways: list[tuple[dict[Any, Any], tuple[int, ...]]] = [(self._root, ())]
        for number, part in enumerate(loc):
            onward = []
            for node, tags in ways:
                if part in node:
                    onward.append((node[part], tags))
                if node is not self._root and len(node) > (part in node):
                    onward.append((node, (*tags, number)))
            through += [tags for node, tags in onward if not node]
            ways = [way for way in onward if way[0]]
        return through

    def any_inside(self, loc: Place) -> bool:
        """True if one of the places lies at or inside this one."""
        node = self._root
        for part in loc:
            if part not in node:
                return False
            node = node[part]
        return True


def _problems(step: Step, tool: AnyTool, errors: list[ErrorDetails], scope: Scope) -> Iterator[Problem]:
    known = list(tool.parameters["properties"])
    if len(errors) > _MOST_ERRORS:
        message = f"{len(errors):,} things in the arguments do not fit; the first {_MOST_ERRORS} are told."
        yield Problem("bad_args", step.id, ("args",), message)
    for error in errors[:_MOST_ERRORS]:
        place: Place = ("args", *error["loc"])
        name = str(error["loc"][0]) if error["loc"] else ""
        if error["type"] in ("unexpected_keyword_argument", "extra_forbidden"):
            if len(error["loc"]) > 1:
                yield Problem("bad_args", step.id, place, "There is no such field.")
            else:
                yield _unknown(step, name, tool.name, known, scope)
        elif error["type"].startswith("missing"):
            repair = Repair(_listed(known)) if len(error["loc"]) == 1 else None
            yield Problem("bad_args", step.id, place, "It is missing.", repair)
        else:
            yield Problem("bad_args", step.id, place, in_a_sentence(error)[:_MESSAGE])


def _unknown(step: Step, name: str, called: str, known: Sequence[str], scope: Scope) -> Problem:
    near = scope.nearest.to(name, [each for each in known if each not in step.args])
    edits: list[Edit] = [DropArgument(step.id, name)]
    if near:
        edits.append(SetArgument(step.id, (near,), step.args.get(name)))
    words = f'Did you mean "{near}"? {_listed(known)}' if near else _listed(known)
    message = f'{called} has no argument "{shown(name)}".'
    return Problem("bad_args", step.id, ("args", name), message, Repair(words, tuple(edits)))


def _listed(known: Sequence[str]) -> str:
    return f"Its arguments are: {', '.join(map(shown, known[:_LISTED])) or 'none'}."
