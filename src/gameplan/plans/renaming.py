"""Other names for steps, wherever a step names them: dependencies, references, conditions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from gameplan.expressions import ExpressionError, Path, parse
from gameplan.expressions.syntax import Reference as InCondition
from gameplan.expressions.syntax import walk
from gameplan.plans.model import Step
from gameplan.plans.references import with_paths
from gameplan.runtime.events import Json


def with_names(step: Step, names: Mapping[str, str]) -> Step:
    """The step, with each name of `names` replaced by what it maps to; a plan inside it has names of its own."""
    for_each = step.for_each
    if for_each is not None:
        for_each = replace(for_each, items=references_with_names(for_each.items, names))
    return replace(
        step,
        id=names.get(step.id, step.id),
        args=references_with_names(step.args, names),
        depends_on=_dependencies(step.depends_on, names),
        when=_condition(step.when, names),
        for_each=for_each,
    )


def references_with_names(value: Json, names: Mapping[str, str]) -> Json:
    """Some arguments, or what a plan gives, with the names in its references replaced."""

    def path(old: Path) -> Path:
        return Path(names[old.root], old.parts) if old.root in names else old

    return with_paths(value, lambda found: path(found.path))


def _dependencies(old: tuple[str, ...], names: Mapping[str, str]) -> tuple[str, ...]:
    """The dependencies under their other names; two that have become one stand once."""
    if not any(name in names for name in old):
        return old
    return tuple(dict.fromkeys(names.get(name, name) for name in old))


def _condition(text: str, names: Mapping[str, str]) -> str:
    """A condition with other names, otherwise as it was written."""
    if not text:
        return text
    try:
        root = parse(text).root
    except ExpressionError:
        return text  # it names nothing that can be read
    found = [node for node, _ in walk(root) if isinstance(node, InCondition) and node.path.root in names]
    for node in sorted(found, key=lambda node: node.position, reverse=True):
        start = node.places[0]
        text = text[:start] + names[node.path.root] + text[start + len(node.path.root) :]
    return text
