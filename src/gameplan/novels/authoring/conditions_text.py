"""Names inside the text of a condition: found by reading it, and replaced where they stand. The rest is untouched."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias

from gameplan.expressions.literals import scan_text, write_text
from gameplan.expressions.syntax import Call, Compare, Items, Literal, Node, Reference, walk
from gameplan.novels.conditions import read_condition

# What each question of a condition names.
NAMED_BY = {
    "flag": "flag",
    "visited": "location",
    "done": "encounter",
    "fired": "event",
    "met": "character",
    "bond": "character",
    "arc": "character",
}
Name: TypeAlias = Callable[[str, str], str]
"""The name that is to stand there, given what it names and the name that does."""


def with_names(text: str, name: Name) -> str:
    """A condition with other names in it. Prose has none that could be read."""
    condition = read_condition(text)
    if condition.hard is None:
        return text
    read = condition.text
    for kind, literal in sorted(_names(condition.hard.root), key=lambda each: each[1].position, reverse=True):
        old = str(literal.value)
        new = name(kind, old)
        if new != old:
            end = scan_text(read, literal.position)[1]
            read = read[: literal.position] + write_text(new) + read[end:]
    return read if read != condition.text else text


def _names(root: Node) -> Iterator[tuple[str, Literal]]:
    """The names in a condition, each with what it names."""
    for node, _ in walk(root):
        if isinstance(node, Call) and node.function in NAMED_BY:
            yield from ((NAMED_BY[node.function], each) for each in _texts(node.arguments[0]))
        elif isinstance(node, Compare):
            for one, other in ((node.left, node.right), (node.right, node.left)):
                if isinstance(one, Reference) and str(one.path).lstrip("$") == "location":
                    yield from (("location", each) for each in _texts(other))


def _texts(node: Node) -> Iterator[Literal]:
    if isinstance(node, Literal) and isinstance(node.value, str):
        yield node
    elif isinstance(node, Items):
        for item in node.items:
            yield from _texts(item)
