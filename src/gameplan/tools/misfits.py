"""What does not fit a type, in words for people and models alike: "should be a whole number", "is empty"."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

_WORDS = {
    "missing": "is missing",
    "missing_argument": "is missing",
    "missing_keyword_only_argument": "is missing",
    "string_type": "should be text",
    "bool_type": "should be true or false",
    "bool_parsing": "should be true or false",
    "int_type": "should be a whole number",
    "int_parsing": "should be a whole number",
    "int_from_float": "should be a whole number",
    "float_type": "should be a number",
    "float_parsing": "should be a number",
    "finite_number": "should be a finite number",
    "list_type": "should be a list",
    "tuple_type": "should be a list",
    "dict_type": "should have names and values",
    "dataclass_type": "should have names and values",
    "model_type": "should have names and values",
    "none_required": "should be left out",
}
_BOUNDS = {
    "greater_than_equal": "should be {ge} or more",
    "greater_than": "should be more than {gt}",
    "less_than_equal": "should be {le} or less",
    "less_than": "should be less than {lt}",
    "literal_error": "should be {expected}",
    "enum": "should be {expected}",
    "string_too_long": "should have at most {max_length:,} characters",
}


def in_words(error: Mapping[str, Any]) -> str:
    """What is wrong, from an error of pydantic with its context; in its own words where there are no better ones."""
    kind, told = str(error["type"]), error.get("ctx", {})
    if kind in _WORDS:
        return _WORDS[kind]
    if kind in _BOUNDS:
        return _BOUNDS[kind].format_map(told)
    if kind == "string_too_short":
        return "is empty" if told["min_length"] == 1 else f"should have at least {told['min_length']:,} characters"
    if kind == "too_short":
        return "is empty" if told["min_length"] == 1 else f"should have at least {told['min_length']:,} of them"
    if kind == "too_long":
        return f"should have at most {told['max_length']:,} of them"
    return str(error["msg"]).removeprefix("Value error, ").removeprefix("Input ")


def in_a_sentence(error: Mapping[str, Any]) -> str:
    """The same as a sentence: It should be a whole number. What a type says of itself stands as it is."""
    words = in_words(error).rstrip(".")
    return f"It {words}." if words.startswith(("should ", "is ")) and error["type"] != "value_error" else f"{words}."
