"""The table of attacks names tests that are there."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

HERE = Path(__file__).parent
NAMED = re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", (HERE / "README.md").read_text("utf-8"))


@cache
def names_in(file: str) -> frozenset[str]:
    tree = ast.parse((HERE.parent.parent / file).read_text("utf-8"))
    return frozenset(each.name for each in tree.body if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef))


@pytest.mark.parametrize(("file", "name"), NAMED, ids=[name for _, name in NAMED])
def test_each_test_that_the_table_names_is_there(file: str, name: str) -> None:
    assert name in names_in(file)


def test_every_attack_of_these_lists_is_in_the_table() -> None:
    text = (HERE / "README.md").read_text("utf-8")
    items = [f"{letter}{n}" for letter, last in (("A", 10), ("B", 7), ("C", 8), ("E", 8)) for n in range(1, last + 1)]
    items += ["D1", "D2", "D3", "D5", "D7", "F", "G", "H", *(str(n) for n in range(1, 13) if n != 8)]
    assert [item for item in items if f"\n| {item} " not in text] == []
