"""What an action is called with: as many arguments as it has parameters, and cards and zones that are there."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from gameplan.cards.table.plugin import IllegalAction, Perform
from gameplan.cards.table.state import Table

_SURROGATE = re.compile("[\ud800-\udfff]")  # half a character: it cannot be written down


def check_arguments(table: Table, action: str, perform: Perform, args: Sequence[Any]) -> None:
    """Raise `IllegalAction` if an action cannot be called so."""
    least, kinds, rest = _signature(perform)
    if len(args) < least or (len(args) > len(kinds) and rest is None):
        most = len(kinds) if rest is None else "more"
        takes = str(least) if least == most else f"from {least} to {most}"
        raise IllegalAction(f"{action} takes {takes} arguments, and was given {len(args)}.")
    for i, arg in enumerate(args):
        kind = kinds[i] if i < len(kinds) else rest
        if not kind(table, arg):
            raise IllegalAction(f"{action} cannot be done with {arg!r:.60}.")


@cache
def _signature(perform: Perform) -> tuple[int, list[Callable[[Table, Any], bool]], Any]:
    kinds: list[Callable[[Table, Any], bool]] = []
    least, rest = 0, None
    for parameter in list(inspect.signature(perform).parameters.values())[1:]:  # after the act
        kind = _KINDS[parameter.annotation]
        if parameter.kind is parameter.VAR_POSITIONAL:
            rest = kind
            continue
        kinds.append(kind)
        least += parameter.default is parameter.empty
    return least, kinds, rest


def _is_number(table: Table, value: Any) -> bool:
    return type(value) is int and abs(value) < 1_000_000


_KINDS: dict[str, Callable[[Table, Any], bool]] = {
    "CardNumber": lambda table, value: type(value) is int and 0 <= value < len(table.cards),
    "ZoneNumber": lambda table, value: type(value) is int and 0 <= value < len(table.zones),
    "SeatNumber": lambda table, value: type(value) is int and 0 <= value < table.layout.seats,
    "int": _is_number,
    "str": lambda table, value: type(value) is str and len(value) <= 2_000 and not _SURROGATE.search(value),
}
