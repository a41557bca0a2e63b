"""Plans as files: JSON and YAML, read strictly and written for people.

Nothing here trusts its input: sizes and depths are bounded before anything is built, a key stands once, there are no
numbers that JSON lacks, and in YAML no anchors, aliases or tags. What is wrong is told with its line and column.
"""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Literal, TypeAlias

from gameplan.plans.json_text import read_json
from gameplan.plans.limits import Limits, size_of
from gameplan.plans.model import Plan, PlanError, plan_from_wire
from gameplan.runtime.events import Json

Format: TypeAlias = Literal["json", "yaml"]

_SUFFIXES: dict[str, Format] = {".json": "json", ".yaml": "yaml", ".yml": "yaml"}
_LIMITS = Limits()


def load_plan(source: os.PathLike[str] | str, format: Format | None = None, *, limits: Limits = _LIMITS) -> Plan:
    """Read a plan from a file (a `Path`) or from a text. Whatever is wrong is a `PlanError`.

    Without a `format`, a file is what its name says, and a text that begins with a bracket is JSON.
    """
    if isinstance(source, str):
        return plan_from_text(source, format or _guessed(source), limits=limits)
    path = Path(source)
    if "\0" in str(path):
        raise PlanError("The name of a file cannot hold a NUL character.")
    text = _content(path, limits)
    chosen = format or _SUFFIXES.get(path.suffix.lower()) or _guessed(text)
    try:
        return plan_from_text(text, chosen, limits=limits)
    except PlanError as error:
        raise PlanError(f"{path}: {error}") from error.__cause__


def plan_from_text(text: str, format: Format, *, limits: Limits = _LIMITS) -> Plan:
    """Read a plan from a text."""
    if len(text) > limits.total:
        raise PlanError(f"The text is {len(text):,} characters long; {limits.total:,} are allowed.")
    read: Callable[..., Json] = read_json
    if format == "yaml":
        from gameplan.plans.yaml_text import read_yaml

        read = read_yaml
    data = read(text.removeprefix("\ufeff"), depth=limits.depth + 3)
    steps = data.get("steps") if isinstance(data, dict) else data
    if isinstance(steps, list) and len(steps) > limits.steps:
        raise PlanError(
            f"The plan has {len(steps):,} steps; {limits.steps:,} are allowed. "
            "Do the same for many things with forEach."
        )
    if isinstance(data, str) and "\n" not in data and data.endswith(tuple(_SUFFIXES)):
        raise PlanError("This is the name of a file, not a plan. To read the file, give it as a Path.")
    return plan_from_wire(data)


def dump_plan(plan: Plan, format: Format) -> str:
    """Write a plan as a text, always in the same order."""
    try:
        for step in plan.steps:
            size_of([step.args, step.for_each and step.for_each.items], largest=_LIMITS.total, depth=_LIMITS.depth + 1)
        wire = plan.to_wire()
        size_of(wire, largest=_LIMITS.total * 2, depth=_LIMITS.depth + 5)
    except ValueError as error:
        raise PlanError(f"The plan cannot be written: {error}.") from None
    if format == "yaml":
        from gameplan.plans.yaml_text import write_yaml

        return write_yaml(_unnumbered(wire))
    return json.dumps(wire, indent=2, ensure_ascii=False, allow_nan=False) + "\n"


def _unnumbered(wire: dict[str, Json]) -> dict[str, Json]:
    """A plan as people write it: they move steps about, so the place of one counts, not a number beside it."""
    steps = [{key: value for key, value in step.items() if key != "order"} for step in wire["steps"]]
    for step in steps:
        if isinstance(step.get("plan"), dict):
            step["plan"] = _unnumbered(step["plan"])
    return {**wire, "steps": steps}


def _guessed(text: str) -> Format:
    return "json" if text.lstrip("\ufeff \t\r\n")[:1] in ("{", "[") else "yaml"


def _content(path: Path, limits: Limits) -> str:
    """The text of a file, if it is one, and not too long."""
    most = limits.total * 2
    try:
        # Without waiting: what is no file (a pipe, a terminal) is not to hold us up, even if it has just become one.
        with os.fdopen(os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC), "rb") as file:
            if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                raise PlanError(f"{path} is not a file.")
            raw = file.read(most + 1)
    except IsADirectoryError:
        raise PlanError(f"{path} is not a file.") from None
    except OSError as error:
        raise PlanError(f"{path} cannot be read: {error.strerror}.") from None
    if len(raw) > most:
        raise PlanError(f"{path} is larger than {most:,} bytes.")
    try:
        return raw.decode()
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise PlanError(f"{path}: line {line} is not UTF-8 text.") from None
