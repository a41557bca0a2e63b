"""Steps that get into each other's way: two that change the same thing in no order, a backup of what is already gone.

Conflicts are told per thing, not per pair. What is only known when the plan runs is guarded by the engine's locks.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from gameplan.plans.edit_kinds import AddDependency, DropDependency, Edit, SetForEach
from gameplan.plans.effects import Touched, above
from gameplan.plans.graph import Graph
from gameplan.plans.model import ForEach, Step
from gameplan.plans.problems import Problem, Repair, shown

_LISTED = 6
_MOST_OF_A_FOLDER = 50
_MOST_PAIRS = 1_000


def check_conflicts(steps: Mapping[str, Step], touches: Mapping[str, Touched], graph: Graph) -> Iterator[Problem]:
    """Every conflict over something whose name is known."""
    for step_id, touched in touches.items():
        yield from _with_itself(steps[step_id], touched)
    found = _Things(touches, graph)
    yield from found.unordered()
    yield from found.spoiled_copies(steps)


def _with_itself(step: Step, touched: Touched) -> Iterator[Problem]:
    """A step that is done for each item, several at a time, and changes the same thing each time."""
    if step.for_each is None or step.for_each.parallel <= 1 or touched.writes <= touched.repeats.keys():
        return
    names = sorted(touched.writes - touched.repeats.keys())
    things = _listed([touched.shown.get(name, name) for name in names])
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
            for name in touched.copies:
                self._copiers.setdefault(name, []).append(step_id)
        self._inside = self._changed_inside()
        self._spoilers = self._destroyed_with()
        self._bits = {step_id: 1 << number for number, step_id in enumerate(self._interesting())}
        self._before = self._all_before()

    def unordered(self) -> Iterator[Problem]:
        """Things that steps change with nothing to say which comes first."""
        for name in sorted({*self._inside, *(name for name, each in self._writers.items() if len(each) > 1)}):
            writers = self._writers.get(name, [])
            # In the order in which they can go, all are ordered if each comes after the one before it.
            pairs = [(one, other) for one, other in pairwise(writers) if not self._are_fine(one, other, name)]
            for destroyer in self._destroyers.get(name, [])[:_MOST_OF_A_FOLDER]:
                for writer in self._inside.get(name, []):
                    if len(pairs) < _MOST_PAIRS and not self._are_ordered(destroyer, writer):
                        pairs.append(self._sorted(destroyer, writer))
            if pairs:
                yield self._unordered(name, pairs)

    def spoiled_copies(self, steps: Mapping[str, Step]) -> Iterator[Problem]:
        """Copies and moves of what another step overwrites, unless one of them is sure to come first."""
        safe_by = {lost: self._safe_by(lost) for spoilers in self._spoilers.values() for _, lost in spoilers}
        for name, spoilers in sorted(self._spoilers.items()):
            unsafe = [each for each, lost in spoilers if not self._before[each] & safe_by[lost]]
            destroyers = list(dict.fromkeys(unsafe))
            for copier in self._copiers[name] if destroyers else ():
                yield self._spoiled(steps, copier, destroyers, name)

    def _unordered(self, name: str, pairs: Sequence[tuple[str, str]]) -> Problem:
        who = list(dict.fromkeys(step_id for pair in pairs for step_id in pair))
        thing = shown(next(self._touches[each].shown[name] for each in who if name in self._touches[each].shown))
        edits: dict[Edit, None] = {AddDependency(later, earlier): None for earlier, later in pairs}
        message = f'{_listed(who)} change "{thing}", and nothing says which of them comes first.'
        words = f'Let "{pairs[0][1]}" come after "{pairs[0][0]}", or change different things.'
        return Problem("write_conflict", pairs[0][1], (), message, Repair(words, tuple(edits)))

    def _spoiled(self, steps: Mapping[str, Step], copier: str, destroyers: Sequence[str], name: str) -> Problem:
        thing = shown(self._touches[copier].shown.get(name, name))
        after = [each for each in destroyers if self._is_before(each, copier)]
        other = after[-1] if after else destroyers[0]
        part = " or something in it" if self._touches[other].destroys.isdisjoint((name, *above(name))) else ""
        if after:
            message = f'It copies or moves "{thing}" only after {_listed(after)} has overwritten it{part}.'
        else:
            message = (
                f'It copies or moves "{thing}", which "{other}" overwrites{part}, and nothing says that it comes first.'
            )
        words = (
            f'Let "{other}" come after "{copier}". If there is no such file before "{other}" makes it, '
            "say so there with overwrite: false."
        )
        edits: tuple[Edit, ...] = (AddDependency(other, copier),)
        if after:
            edits = self._turned_round(steps[copier], other, edits) if len(after) == 1 else ()
        argument = self._touches[copier].copies[name]
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

    def _destroyed_with(self) -> dict[str, list[tuple[str, str]]]:
        """For each thing that is copied, the steps that destroy it or part of it without a copy, and what is lost."""
        found: dict[str, list[tuple[str, str]]] = {}
        for lost, destroyers in self._destroyers.items() if self._copiers else ():
            for name in dict.fromkeys((lost, *above(lost))):
                if name in self._copiers:
                    others = [each for each in destroyers if self._touches[each].copies.keys().isdisjoint((name, lost))]
                    found.setdefault(name, []).extend((each, lost) for each in others)
        for name in self._copiers if self._destroyers else ():
            for folder in above(name):
                others = self._destroyers.get(folder, []) if folder != name else []
                others = [each for each in others if self._touches[each].copies.keys().isdisjoint((name, folder))]
                found.setdefault(name, []).extend((each, name) for each in others)
        return found

    def _safe_by(self, lost: str) -> int:
        """The steps, as bits, that copy something or a folder that it is in: after them it may be destroyed."""
        bits = 0
        for name in (lost, *above(lost)):
            for copier in self._copiers.get(name, ()):
                bits |= self._bits.get(copier, 0)
        return bits

    def _interesting(self) -> list[str]:
        """The steps whose order matters here."""
        names = {name for name, each in self._writers.items() if len(each) > 1} | {*self._inside}
        found = [each for name in names for each in (*self._writers.get(name, ()), *self._inside.get(name, ()))]
        for name, spoilers in self._spoilers.items():
            found += [*self._copiers[name], *(each for each, _ in spoilers)]
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

    def _are_fine(self, one: str, other: str, name: str) -> bool:
        """In order, or the same harmless thing twice (such as making a folder)."""
        same = self._touches[one].repeats.get(name)
        return self._is_before(one, other) or (same is not None and same == self._touches[other].repeats.get(name))

    def _are_ordered(self, one: str, other: str) -> bool:
        return self._is_before(one, other) or self._is_before(other, one)

    def _sorted(self, one: str, other: str) -> tuple[str, str]:
        return (one, other) if self._bits[one] < self._bits[other] else (other, one)


def _listed(names: Sequence[str]) -> str:
    few = [f'"{shown(name)}"' for name in names[:_LISTED]]
    if len(names) > _LISTED:
        return f"{', '.join(few)} and {len(names) - _LISTED} more"
    return few[0] if len(few) == 1 else f"{', '.join(few[:-1])} and {few[-1]}"
