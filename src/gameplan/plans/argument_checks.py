"""The arguments of a step against the type of its tool, as far as they are known before anything has run.

Where a reference stands, nothing is known but its schema (see `reference_checks`); the rest must fit as in any call.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from gameplan.plans.catalogue import AnyTool
from gameplan.plans.edits import DropArgument, Edit, SetArgument
from gameplan.plans.model import Step
from gameplan.plans.problems import Problem, Repair, shown
from gameplan.plans.references import Place, unescaped, with_texts
from gameplan.plans.scope import Scope
from gameplan.runtime.events import Json
from gameplan.tools import ToolRefused
from gameplan.tools.arguments import said_by

if TYPE_CHECKING:
    from pydantic import ValidationError
    from pydantic_core import ErrorDetails

_MESSAGE = 300
_LISTED = 12
_MOST_ERRORS = 200
_CERTAIN = ("missing", "unexpected_keyword_argument", "extra_forbidden")  # whatever the value may be


class Later:
    """Stands where a value is that is only known when the plan runs. It is of no type, so that nothing accepts it."""

    def __repr__(self) -> str:
        return "(known later)"


LATER = Later()


def known_arguments(args: dict[str, Json]) -> tuple[dict[str, Json], list[Place]]:
    """The arguments with `LATER` in place of each text that holds a reference, and those places."""
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


def _certain(error: ValidationError, later: Sequence[Place]) -> list[ErrorDetails]:
    """The errors that have nothing to do with what is only known later."""
    every = error.errors(include_url=False, include_context=False, include_input=False)
    if not later:
        return every
    doubtful: set[tuple[int | str, ...]] = set()
    certain = []
    for each in every:
        if each["type"].startswith(_CERTAIN):
            certain.append(each)
            continue
        through = [tags for place in later if (tags := _tags_through(each["loc"], place)) is not None]
        if through:
            # What is inside one alternative of a union makes the errors of the others uncertain too.
            doubtful.update(each["loc"][: tags[0]] for tags in through if tags)
        elif not any(_may_concern(each, place) for place in later):
            certain.append(each)
    return [each for each in certain if not any(each["loc"][: len(prefix)] == prefix for prefix in doubtful)]


def _tags_through(loc: tuple[int | str, ...], place: Place) -> list[int] | None:
    """If an error lies at or inside a place: where in its location pydantic has put the names of alternatives."""
    tags, at = [], 0
    for number, part in enumerate(loc):
        if at == len(place):
            break
        if part == place[at]:
            at += 1
        elif at:
            tags.append(number)
        else:
            return None
    return tags if at == len(place) else None


def _may_concern(error: ErrorDetails, place: Place) -> bool:
    """True for a check of something whole that has a part which is only known later."""
    whole = error["type"].startswith(("union_tag", "value_error", "assertion_error", "too_short", "too_long"))
    return whole and place[: len(error["loc"])] == error["loc"]


def _problems(step: Step, tool: AnyTool, errors: list[ErrorDetails], scope: Scope) -> Iterator[Problem]:
    known = list(tool.parameters["properties"])
    listed = f"Its arguments are: {', '.join(map(shown, known[:_LISTED])) or 'none'}."
    if len(errors) > _MOST_ERRORS:
        message = f"{len(errors):,} things in the arguments do not fit; the first {_MOST_ERRORS} are told."
        yield Problem("bad_args", step.id, ("args",), message)
    for error in errors[:_MOST_ERRORS]:
        place: Place = ("args", *error["loc"])
        name = str(error["loc"][0]) if error["loc"] else ""
        if error["type"] in ("unexpected_keyword_argument", "extra_forbidden"):
            if len(error["loc"]) > 1:
                yield Problem("bad_args", step.id, place, "There is no such field.")
                continue
            near = scope.nearest.to(name, [each for each in known if each not in step.args])
            edits: list[Edit] = [DropArgument(step.id, name)]
            if near:
                edits.append(SetArgument(step.id, (near,), step.args.get(name)))
            words = f'Did you mean "{near}"? {listed}' if near else listed
            message = f'{tool.name} has no argument "{shown(name)}".'
            yield Problem("bad_args", step.id, place, message, Repair(words, tuple(edits)))
        elif error["type"].startswith("missing"):
            repair = Repair(listed) if len(error["loc"]) == 1 else None
            yield Problem("bad_args", step.id, place, "It is missing.", repair)
        else:
            message = error["msg"].removeprefix("Value error, ").rstrip(".")
            yield Problem("bad_args", step.id, place, f"{message[:_MESSAGE]}.")
