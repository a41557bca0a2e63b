"""Programs at work: operation by operation, until one needs somebody to decide. Then what is left waits, as data.

An agenda is a tuple of frames, the next one last; a frame is what its operations share (who plays it, from where, what
was chosen) and the operations that are left. Both are plain data, so that a table with an agenda can be copied, saved
and searched like any other.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from gameplan.cards.pokemon.facts import Program
from gameplan.cards.table.acting import Act
from gameplan.cards.table.decisions import Decision

# What the operations of a program share: `seat`, `spot` (of the Pokémon it comes from), `card`, and what was chosen.
Context: TypeAlias = dict[str, Any]
Frame: TypeAlias = tuple[Context, Program]


@dataclass(frozen=True, slots=True)
class Ask:
    """Somebody has to decide; what he chooses is kept under a name, and with `again` the operation comes again."""

    decision: Decision
    name: str
    again: bool = False


# An operation changes the table, and may return more operations, which come next, or something to ask.
Operation: TypeAlias = Callable[..., Program | Ask | None]
OPERATIONS: dict[str, Operation] = {}


def operation(perform: Operation) -> Operation:
    """Declare an operation: programs call it by the function's name."""
    OPERATIONS[perform.__name__.rstrip("_")] = perform
    return perform


def run(act: Act, program: Program, context: Context, agenda: Sequence[Frame] = ()) -> None:
    """Carry out a program, and then what is on the agenda."""
    proceed(act, [*agenda, (context, program)])


def proceed(act: Act, agenda: list[Frame]) -> None:
    """Carry out what is on the agenda, until it is done or somebody has to decide."""
    table = act.table
    while agenda:
        context, program = agenda.pop()
        at = 0
        while at < len(program):
            if table.result is not None:
                return
            name, *args = program[at]
            at += 1
            came = OPERATIONS[name](act, context, *args)
            if came is None:
                continue
            if isinstance(came, Ask):
                left = program[at - 1 :] if came.again else program[at:]
                agenda.append((context, (("chosen", came.name), *left)))
                act.ask(came.decision, tuple(agenda))
                return
            program, at = (*came, *program[at:]), 0


def answer(act: Act, chosen: Sequence[Any], agenda: Sequence[Frame]) -> None:
    """Go on after a decision."""
    frames = [(dict(context), program) for context, program in agenda]
    context, program = frames[-1]
    context[program[0][1]] = tuple(chosen)
    frames[-1] = (context, program[1:])
    proceed(act, frames)
