"""Steps that get into each other's way: two that change the same thing in no order, a backup of what is already gone.

Conflicts are told per thing, not per pair. What is only known when the plan runs is guarded by the engine's locks.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from gameplan.plans.edits import AddDependency, DropDependency, Edit, SetForEach
from gameplan.plans.effects import Touched, above
from gameplan.plans.graph import Graph
from gameplan.plans.model import ForEach, Step
from gameplan.plans.problems import Problem, Repair, shown

_LISTED = 6
_MOST_OF_A_FOLDER = 50
_MOST_PAIRS = 1_000


def check_conflicts(
    steps: Mapping[str, Step], touches: Mapping[str, Touched], graph: Graph, copied_arguments: Mapping[str, str]
) -> Iterator[Problem]:
    """Every conflict over something whose name is known."""
    for step_id, touched in touches.items():
        yield from _with_itself(steps[step_id], touched)
    found = _Things(touches, graph)
    yield from found.unordered()
    yield from found.spoiled_copies(steps, copied_arguments)


def _with_itself(step: Step, touched: Touched) -> Iterator[Problem]:
    """A step that is done for each item, several at a time, and changes the same thing each time."""
    if step.for_each is None or step.for_each.parallel <= 1 or not touched.writes:
        return
    things = _listed([touched.shown.get(name, name) for name in sorted(touched.writes)])
    in_turn = ForEach(step.for_each.items, step.for_each.max, parallel=1)
    message = f"It is done for several items at a time, and each time it changes {things}."
    repair = Repair("Do one after the other: set parallel to 1.", (SetForEach(step.id, in_turn),))
    yield Problem("write_conflict", step.id, ("forEach", "parallel"), message, repair)


class _Things:
    """Who changes, destroys and copies each thing; steps in the order in which they can go."""

    def __init__(self, touches: Mapping[str, Touched], graph: Graph) -> None:
        self._graph = graph
        self._touches = touches
        self._order = [step_id for step_id in graph.order if step_id in touches]
        self._writers: dict[str, list[str]] = {}
        self._destroyers: dict[str, list[str]] = {}
        self._copiers: dict[str, list[str]] = {}
        for step_id in self._order:
            touched = touches[step_id]
            for name in touched.writes:
                self._writers.setdefault(name, []).append(step_id)
            for name in touched.destroys:
                self._destroyers.setdefault(name, []).append(step_id)
            if touched.copies:
                self._copiers.setdefault(touched.copies, []).append(step_id)
        self._inside = self._changed_inside()
        self._bits = {step_id: 1 << number for number, step_id in enumerate(self._interesting())}
        self._before = self._all_before()

    def unordered(self) -> Iterator[Problem]:
        """Things that steps change with nothing to say which comes first."""
        for name in sorted({*self._inside, *(name for name, each in self._writers.items() if len(each) > 1)}):
            writers = self._writers.get(name, [])
            # In the order in which they can go, all are ordered if each comes after the one before it.
            pairs = [(one, other) for one, other in pairwise(writers) if not self._are_fine(one, other)]
            for destroyer in self._destroyers.get(name, [])[:_MOST_OF_A_FOLDER]:
                for writer in self._inside.get(name, []):
                    if len(pairs) < _MOST_PAIRS and not self._are_ordered(destroyer, writer):
                        pairs.append(self._sorted(destroyer, writer))
            if pairs:
                yield self._unordered(name, pairs)

    def spoiled_copies(self, steps: Mapping[str, Step], arguments: Mapping[str, str]) -> Iterator[Problem]:
        """Copies and moves of what another step overwrites, unless one of them is sure to come first."""
        for name in sorted(self._copiers):
            copiers = self._copiers[name]
            destroyers = [each for each in self._destroyers.get(name, []) if each not in set(copiers)]
            if not destroyers:
                continue
            before_all = self._before[destroyers[0]]
            for each in destroyers[1:]:
                before_all &= self._before[each]
            if any(before_all & self._bits[copier] for copier in copiers):
                continue  # what was there is safe
            for copier in copiers:
                yield self._spoiled(steps, copier, destroyers, name, arguments.get(copier, ""))

    def _unordered(self, name: str, pairs: Sequence[tuple[str, str]]) -> Problem:
        who = list(dict.fromkeys(step_id for pair in pairs for step_id in pair))
        thing = shown(next(self._touches[each].shown[name] for each in who if name in self._touches[each].shown))
        edits: dict[Edit, None] = {AddDependency(later, earlier): None for earlier, later in pairs}
        message = f'{_listed(who)} change "{thing}", and nothing says which of them comes first.'
        words = f'Let "{pairs[0][1]}" come after "{pairs[0][0]}", or change different things.'
        return Problem("write_conflict", pairs[0][1], (), message, Repair(words, tuple(edits)))

    def _spoiled(
        self, steps: Mapping[str, Step], copier: str, destroyers: Sequence[str], name: str, argument: str
    ) -> Problem:
        thing = shown(self._touches[copier].shown.get(name, name))
        after = [each for each in destroyers if self._is_before(each, copier)]
        other = after[-1] if after else next(each for each in destroyers if not self._is_before(copier, each))
        if after:
            message = f'It copies or moves "{thing}" only after {_listed(after)} has overwritten it.'
        else:
            message = f'It copies or moves "{thing}", which "{other}" overwrites, and nothing says that it comes first.'
        words = (
            f'Let "{other}" come after "{copier}". If there is no such file before "{other}" makes it, '
            "say so there with overwrite: false."
        )
        edits: tuple[Edit, ...] = (AddDependency(other, copier),)
        if after:
            edits = self._turned_round(steps[copier], other, edits) if len(after) == 1 else ()
        place = ("args", argument) if argument else ()
        return Problem("backup_after_overwrite", copier, place, message, Repair(words, edits))

    def _turned_round(self, copier: Step, other: str, edits: tuple[Edit, ...]) -> tuple[Edit, ...]:
        """The edits that let the copy come first, if it waits for the other only because it says so."""
        graph = self._graph
        others = [need for need in graph.needs[copier.id] if need != other]
        waits_anyway = other in graph.refers[copier.id] or any(
            need == other or self._before[need] & self._bits[other] for need in others
        )
        return () if waits_anyway or other not in copier.depends_on else (DropDependency(copier.id, other), *edits)

    def _changed_inside(self) -> dict[str, list[str]]:
        """For each thing that is destroyed, the other steps that change something inside it."""
        inside: dict[str, list[str]] = {}
        for name, writers in self._writers.items():
            for folder in above(name):
                if folder != name and folder in self._destroyers:
                    destroyers = set(self._destroyers[folder])
                    inside.setdefault(folder, []).extend(each for each in writers if each not in destroyers)
        return {name: list(dict.fromkeys(each)) for name, each in inside.items()}

    def _interesting(self) -> list[str]:
        """The steps whose order matters here."""
        names = {name for name, each in self._writers.items() if len(each) > 1} | {*self._inside}
        found = [each for name in names for each in (*self._writers.get(name, ()), *self._inside.get(name, ()))]
        for name, copiers in self._copiers.items():
            found += [*copiers, *self._destroyers.get(name, ())]
        chosen = set(found)
        return [step_id for step_id in self._order if step_id in chosen]

    def _all_before(self) -> dict[str, int]:
        """For each step those of the interesting ones that it waits for, by way of others too, as bits."""
        before: dict[str, int] = {}
        if not self._bits:
            return before
        for step_id in self._graph.order:
            mask = 0
            for need in self._graph.needs[step_id]:
                mask |= before[need] | self._bits.get(need, 0)
            before[step_id] = mask
        return before

    def _is_before(self, one: str, other: str) -> bool:
        return bool(self._before[other] & self._bits[one])

    def _are_fine(self, one: str, other: str) -> bool:
        """In order, or the same harmless thing twice (such as making a folder)."""
        same = self._touches[one].repeats
        return self._is_before(one, other) or (same != "" and same == self._touches[other].repeats)

    def _are_ordered(self, one: str, other: str) -> bool:
        return self._is_before(one, other) or self._is_before(other, one)

    def _sorted(self, one: str, other: str) -> tuple[str, str]:
        return (one, other) if self._bits[one] < self._bits[other] else (other, one)


def _listed(names: Sequence[str]) -> str:
    few = [f'"{shown(name)}"' for name in names[:_LISTED]]
    if len(names) > _LISTED:
        return f"{', '.join(few)} and {len(names) - _LISTED} more"
    return few[0] if len(few) == 1 else f"{', '.join(few[:-1])} and {few[-1]}"
