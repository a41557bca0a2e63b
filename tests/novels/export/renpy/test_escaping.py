"""What an author wrote is text in a script, whatever it looks like."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gameplan.novels.export.renpy.escaping import attribute, code, plain, quoted, safe_id, shown


def read_by_renpy(script: str) -> str:
    """What Ren'Py makes of a string in a script: spaces run together, then backslashes are read, then brackets."""
    assert re.fullmatch(r'"([^\\"]|\\.)*"', script), script
    joined = re.sub(r"\s+", " ", script[1:-1])

    def read(match: re.Match[str]) -> str:
        return chr(int(match[2], 16)) if match[2] else match[1]

    return re.sub(r"\\(u([0-9a-fA-F]{1,4})|.)", read, joined)


@given(st.text())
def test_what_is_quoted_is_read_as_it_was_written(text: str) -> None:
    assert read_by_renpy(quoted(text)) == shown(text)
    assert "\n" not in quoted(text)


@given(st.text())
def test_brackets_and_braces_are_doubled_and_so_shown(text: str) -> None:
    assert shown(text).replace("[[", "").count("[") == 0
    assert shown(text).replace("{{", "").count("{") == 0
    assert shown(text).replace("[[", "[").replace("{{", "{") == plain(text)


@given(st.text())
def test_what_python_is_given_is_one_string(text: str) -> None:
    assert eval(code(text), {"__builtins__": {}}) == plain(text)


def test_spaces_that_mean_something_stay() -> None:
    assert quoted("Qui\u00a0?  Moi.") == '"Qui\\u00a0? \\ Moi."'


def test_an_id_that_could_be_code_is_refused() -> None:
    for id in ("", "a b", "a\n", "a.b", 'a"', "a;import os", "É"):
        with pytest.raises(ValueError, match="An id of a story"):
            safe_id(id)


def test_a_word_of_python_gets_a_name_that_no_other_variable_can_have() -> None:
    assert attribute("class") == "class_X"
    assert attribute("klass") == "klass"
