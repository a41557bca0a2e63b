"""Things that come into hand have ids that every choice, condition and export can write."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gameplan.novels.items import item_id


@pytest.mark.parametrize(
    ("words", "id"),
    [
        ("a brass key", "a_brass_key"),
        ("Ein Schlüssel mit Zettel", "ein_schluessel_mit_zettel"),
        ("une clé dorée", "une_cle_doree"),
        ("9 buttons", "x9_buttons"),
        ("鍵", "u9375"),
        ("…", "x"),
    ],
)
def test_a_thing_is_called_by_its_words(words: str, id: str) -> None:
    assert item_id(words) == id


@given(st.text(max_size=80))
def test_any_thing_can_be_offered(words: str) -> None:
    assert re.fullmatch(r"[a-z][a-z0-9_]{0,59}", item_id(words))
