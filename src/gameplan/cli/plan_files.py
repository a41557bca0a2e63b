"""Plans as a person gives them to a command: a file, with inputs as `name=value`, and the tools that there are."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gameplan.cli.errors import UserError

if TYPE_CHECKING:
    from rich.console import Console

    from gameplan.plans import Plan, Problem
    from gameplan.runtime.events import Json
    from gameplan.tools import Tool
    from gameplan.tools.workspace import Workspace

THINKING = ("agent", "extract")

_SUFFIXES = (".yaml", ".yml", ".json")
_NO_MODEL = (
    'A step of the tool "{}" needs a language model, and none is set. Name one with --model, or set ANTHROPIC_API_KEY '
    "or GAMEPLAN_MODEL; `gameplan models` shows which there are."
)


def names_a_file(text: str) -> bool:
    """True for what can only be a file with a plan, and not a run on the record."""
    return text.lower().endswith(_SUFFIXES) or "/" in text or Path(text).is_file()


def read_plan(path: Path) -> Plan:
    """The plan in a file, with the templates that it names put in."""
    from gameplan.cli.templates import with_templates
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


def tools_of(workspace: Workspace, run_id: str, *, model: str | None = None) -> dict[str, Tool[Any, Any]]:
    """Every tool that a plan may use in a workspace: what reaches beyond it, only where the person has allowed it.

    With a model there are also `extract` and `agent`, the steps that think.
    """
    from gameplan.plans import ask, thinking_tools
    from gameplan.plans.data_tools import data_tools

    every = [*workspace.reading_tools(), *workspace.writing_tools(run_id), *data_tools(), *_granted(workspace, run_id)]
    tools = {each.name: each for each in [*every, ask]}
    return tools | {each.name: each for each in (thinking_tools(model, tools) if model is not None else ())}


def thinking_model(folder: Path, named: str | None = None) -> str | None:
    """The model for the steps that think: the one that was named, the executor that is set, or none."""
    from gameplan.cli.choice import choose
    from gameplan.cli.settings import load_settings

    choice = choose(load_settings(folder, model=named))
    return None if choice.offline else choice.executor


def _granted(workspace: Workspace, run_id: str) -> Iterator[Tool[Any, Any]]:
    """`http_fetch` and `run_command`, as far as the person's own settings allow them."""
    from gameplan.cli.settings import own_settings

    own = own_settings()
    if own.web_allow or own.web_private:
        from gameplan.tools.web import Web, http_fetch_tool

        yield http_fetch_tool(Web(own.web_allow or (), private=own.web_private or ()))
    if own.commands_enabled:
        from gameplan.tools.commands import Commands, run_command_tool

        plain = Commands()
        commands = Commands(
            allow=own.commands_allow,
            sandbox="none" if own.commands_sandbox == "none" else "bubblewrap",
            workspace=own.commands_workspace_mb * 1_000_000 if own.commands_workspace_mb else plain.workspace,
            memory=own.commands_memory_mb * 1_000_000 if own.commands_memory_mb else plain.memory,
        )
        yield run_command_tool(workspace, run_id, commands)


def problems_of(
    plan: Plan, folder: Path, inputs: Mapping[str, Json] | None = None, *, model: str | None = None
) -> tuple[Problem, ...]:
    """Every problem of a plan that is to run in a folder. A model is looked for only where a step would need one."""
    from gameplan.cli.templates import known_templates
    from gameplan.plans import validate
    from gameplan.plans.templating import names_templates
    from gameplan.tools.workspace import Workspace

    names = known_templates().keys() if names_templates(plan) else ()
    thinks = {name: tool for name, tool in tools_by_step(plan).items() if tool in THINKING}
    with Workspace(folder) as workspace:
        tools = tools_of(workspace, "check", model=thinking_model(folder, model) if thinks else None)
        problems = validate(plan, tools, inputs=inputs, templates=names)
    if not thinks or "agent" in tools:
        return problems
    return tuple(
        replace(each, message=_NO_MODEL.format(thinks[each.step_id]), repair=None)
        if each.code == "unknown_tool" and each.step_id in thinks
        else each
        for each in problems
    )


def tools_by_step(plan: Plan, around: str = "") -> dict[str, str]:
    """The tool of each step, also of those in the plans inside steps, by the step's name."""
    found = {}
    for step in plan.steps:
        found[f"{around}{step.id}"] = step.tool
        if step.plan is not None and not isinstance(step.plan, str):
            found |= tools_by_step(step.plan, f"{around}{step.id}/")
    return found


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
    print_text(console, f"{counted(len(problems), 'problem')}: nothing was run.", "bold")
