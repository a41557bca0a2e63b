"""Each rule of the checklist has a number, and a test that is named after it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

# Deck, setup, turn, evolution, attack, conditions, checkup, knock-out, winning: how many rules each has.
RULES = {"d": 5, "s": 9, "t": 14, "v": 5, "a": 14, "c": 4, "k": 8, "o": 9, "w": 6}
NUMBERS = [f"{letter}{number}" for letter, count in RULES.items() for number in range(1, count + 1)]


@pytest.mark.parametrize("number", NUMBERS)
def test_a_rule_has_a_test_named_after_its_number(number: str) -> None:
    tests = "".join(path.read_text("utf-8") for path in Path(__file__).parent.glob("test_*.py"))
    assert re.search(rf"^(?:async )?def test_(?:\w+_and_)?{number}_", tests, re.MULTILINE)
