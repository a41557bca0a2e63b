"""What does not fit a type is told in words."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import pytest
from pydantic import AfterValidator, Field, TypeAdapter, ValidationError

from gameplan.tools.misfits import in_a_sentence, in_words


def _refuse(value: str) -> str:
    raise ValueError("The ferry has left.")


@pytest.mark.parametrize(
    ("kind", "value", "words"),
    [
        (str, 5, "should be text"),
        (int, "many", "should be a whole number"),
        (int, 1.5, "should be a whole number"),
        (float, "x", "should be a number"),
        (bool, "perhaps", "should be true or false"),
        (list[int], 3, "should be a list"),
        (dict[str, int], 3, "should have names and values"),
        (Literal["a", "b"], "c", "should be 'a' or 'b'"),
        (Annotated[str, Field(min_length=1)], "", "is empty"),
        (Annotated[str, Field(min_length=2)], "a", "should have at least 2 characters"),
        (Annotated[str, Field(max_length=2)], "abc", "should have at most 2 characters"),
        (Annotated[list[int], Field(min_length=1)], [], "is empty"),
        (Annotated[list[int], Field(max_length=1)], [1, 2], "should have at most 1 of them"),
        (Annotated[int, Field(ge=1)], 0, "should be 1 or more"),
        (Annotated[int, Field(lt=9)], 9, "should be less than 9"),
        (Annotated[str, Field(pattern="^a$")], "b", "String should match pattern '^a$'"),
        (Annotated[str, AfterValidator(_refuse)], "b", "The ferry has left."),
    ],
)
def test_each_misfit_has_its_words(kind: Any, value: object, words: str) -> None:
    with pytest.raises(ValidationError) as caught:
        TypeAdapter(kind).validate_python(value)
    (error,) = caught.value.errors()
    assert in_words(error) == words
    if words.startswith(("should ", "is ")):
        assert in_a_sentence(error) == f"It {words}."
    else:
        assert in_a_sentence(error).rstrip(".") == words.rstrip(".")
