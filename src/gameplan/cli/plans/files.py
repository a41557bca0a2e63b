"""Plans as a person gives them to a command: a file, with inputs as `name=value`, and the tools that there are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from gameplan.cli.errors import UserError
from gameplan.settings.tools import THINKING, problems_with, thinking_model, tools_by_step, tools_of

if TYPE_CHECKING:
    from rich.console import Console

    from gameplan.plans import Plan, Problem
    from gameplan.runtime.events import Json

_SUFFIXES = (".yaml", ".yml", ".json")


def names_a_file(text: str) -> bool:
    """True for what can only be a file with a plan, and not a run on the record."""
    return text.lower().endswith(_SUFFIXES) or "/" in text or Path(text).is_file()


def read_plan(path: Path) -> Plan:
    """The plan in a file, with the templates that it names put in."""
    from gameplan.cli.plans.templates import with_templates
    from gameplan.plans import PlanError
    from gameplan.plans.files import load_plan

    if not path.exists():
        raise UserError(f"There is no file {path}. Make a plan from a template: gameplan templates")
    try:
        return with_templates(load_plan(path))
    except PlanError as error:
        raise UserError(str(error)) from None
    except ImportError as error:
        raise without_yaml(error) from None


def without_yaml(error: ImportError) -> UserError:
    return UserError(f"Plans in YAML need one more package ({error.name}): pip install 'gameplan[plans]'")


def pairs(given: Sequence[str]) -> dict[str, str]:
    """What was said with `--input name=value`."""
    values: dict[str, str] = {}
    for each in given:
        name, equals, value = each.partition("=")
        if not equals or not name.strip():
            raise UserError(f"--input {each[:60]}: write it as name=value.")
        if name.strip() in values:
            raise UserError(f"--input {name.strip()} is said twice.")
        values[name.strip()] = value
    return values


def told(plan: Plan, given: Sequence[str]) -> dict[str, Json]:
    """The inputs of a plan out of `--input name=value`."""
    from gameplan.plans.templating import InputError, read_inputs

    try:
        return read_inputs(plan, pairs(given))
    except InputError as error:
        listed = "".join(f"\n- {problem}" for problem in error.problems)
        raise UserError(f"The inputs do not fit:{listed}\nGive each as --input name=value.") from None


def problems_of(
    plan: Plan, folder: Path, inputs: Mapping[str, Json] | None = None, *, model: str | None = None
) -> tuple[Problem, ...]:
    """Every problem of a plan that is to run in a folder. A model is looked for only where a step would need one."""
    from gameplan.cli.plans.templates import known_templates
    from gameplan.plans.templating import names_templates
    from gameplan.tools.workspace import Workspace

    names = known_templates().keys() if names_templates(plan) else ()
    thinks = any(tool in THINKING for tool in tools_by_step(plan).values())
    with Workspace(folder) as workspace:
        tools = tools_of(workspace, "check", model=thinking_model(folder, model) if thinks else None)
        return problems_with(plan, tools, inputs, names)


def problems_as_json(problems: Sequence[Problem]) -> list[Json]:
    """The same for machines."""
    return [
        {
            "code": each.code,
            "step": each.step_id,
            "place": list(each.place),
            "message": each.message,
            "repair": each.repair.words if each.repair else "",
        }
        for each in problems
    ]


def print_problems(console: Console, problems: Sequence[Problem]) -> None:
    """Each problem with its code, where it is, and what to do."""
    from rich.text import Text

    from gameplan.cli.clean import clean
    from gameplan.cli.layout import Line, counted, print_line, print_text
    from gameplan.plans.problems import written

    for problem in problems:
        where = [f'step "{problem.step_id}"'] if problem.step_id is not None else []
        where += [written(problem.place)] if problem.place else []
        heading = Text.assemble(("✗ ", "red"), (problem.code, "bold"), "  ", (clean(", ".join(where)), "dim"))
        print_line(console, Line(heading))
        print_line(console, Line(Text(clean(problem.message)), 2))
        if problem.repair is not None and problem.repair.words:
            print_line(console, Line(Text(clean(f"→ {problem.repair.words}"), "cyan"), 2))
    print_text(console, f"{counted(len(problems), 'problem')}.", "bold")
