"""Asking a person: the questions of a plan, and the answers as what they are to be."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeAlias, cast

from gameplan.runtime.events import Json
from gameplan.tools import DATA, ToolContext, ToolRefused, ToolValidationError, tool

if TYPE_CHECKING:
    from gameplan.plans.step_context import StepContext

AnswerType: TypeAlias = Literal["text", "number", "integer", "yes_no", "choice", "list"]

_SCHEMAS: dict[str, dict[str, Json]] = {
    "text": {"type": "string"},
    "number": {"type": "number"},
    "integer": {"type": "integer"},
    "yes_no": {"type": "boolean"},
    "choice": {"type": "string"},
    "list": {"type": "array", "items": {"type": "string"}},
}
_WORDS = {
    "text": "a text",
    "number": "a number",
    "integer": "a whole number",
    "yes_no": "yes or no",
    "choice": "one of the choices",
    "list": "a list of texts, with commas between them",
}
_YES = {"yes": True, "y": True, "true": True, "1": True, "no": False, "n": False, "false": False, "0": False}
_LONGEST = 100_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """A question to a person, and what kind of answer it wants."""

    question: Annotated[str, DATA] = field(
        metadata={"description": "What the person is asked.", "min_length": 1, "max_length": 2_000}
    )
    type: Annotated[AnswerType, DATA] = field(default="text", metadata={"description": "What the answer is to be."})
    choices: Annotated[list[str], DATA] = field(
        default_factory=list, metadata={"description": "For a choice: what there is to choose from.", "max_length": 100}
    )
    default: Annotated[Json, DATA] = field(
        default=None, metadata={"description": "The answer if the person just agrees."}
    )


def answer_schema(args: Mapping[str, Json]) -> dict[str, Json]:
    """The schema of the answer to a question with these arguments."""
    kind, choices = args.get("type", "text"), args.get("choices")
    if kind == "choice" and isinstance(choices, list) and choices:
        return {"type": "string", "enum": choices}
    return _SCHEMAS.get(kind, {})


@tool(effects=(), repeatable=True, output_of=answer_schema)
async def ask(params: Question, context: ToolContext) -> Json:
    """Ask the person something that only they can know or decide, and go on with their answer.

    The answer is the result itself: $step_id. The steps that do not need it go on meanwhile.
    """
    if params.type == "choice" and not params.choices:
        raise ToolValidationError("A choice needs its choices.")
    if params.default is not None:
        try:
            read_answer(params.default, params.type, params.choices)
        except ValueError as error:
            raise ToolValidationError(f"The default does not fit: {error}") from None
    if not hasattr(context, "ask"):
        raise ToolRefused("There is no run here in which a person could be asked.", code="nobody_to_ask")
    return await cast("StepContext", context).ask(params)


def read_answer(value: Json, kind: str, choices: Any = ()) -> Json:
    """An answer as what it is to be, from a value or from text as a person types it. `ValueError` says what is bad."""
    wrong = ValueError(f"The answer must be {_WORDS.get(kind, kind)}.")
    text = value.strip() if isinstance(value, str) else None
    if text is not None and len(text) > _LONGEST:
        raise ValueError(f"The answer is longer than {_LONGEST:,} characters.")
    match kind:
        case "text":
            if not isinstance(value, str):
                raise wrong
            return value
        case "yes_no":
            if isinstance(value, bool):
                return value
            if text is None or text.lower() not in _YES:
                raise wrong
            return _YES[text.lower()]
        case "number" | "integer":
            return _number(value if text is None else text, kind, wrong)
        case "choice":
            if value in choices:
                return value
            if text is not None and text in choices:
                return text
            raise ValueError(f"The answer must be one of: {', '.join(choices)}.")
        case "list":
            if text is not None:
                return [each.strip() for each in text.split(",") if each.strip()]
            if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
                raise wrong
            return value
        case _:
            raise ValueError(f'There is no kind of answer "{kind}".')


def _number(value: Json, kind: str, wrong: ValueError) -> Json:
    if isinstance(value, bool):
        raise wrong
    if isinstance(value, str):
        try:
            number: float = int(value[:100]) if kind == "integer" else float(value[:100])
        except ValueError:
            raise wrong from None
    elif isinstance(value, int | float):
        number = value
    else:
        raise wrong
    if number != number or number in (float("inf"), float("-inf")) or (kind == "integer" and number != int(number)):
        raise wrong
    return int(number) if kind == "integer" or number == int(number) else number
