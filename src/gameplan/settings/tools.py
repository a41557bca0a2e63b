"""The tools that a plan may use in a workspace: what reaches beyond it, only where the person has allowed it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from gameplan.agents import Model
    from gameplan.plans import Plan, Problem
    from gameplan.runtime.events import Json
    from gameplan.tools import Tool
    from gameplan.tools.workspace import Workspace

THINKING = ("agent", "extract")
_NO_MODEL = (
    'A step of the tool "{}" needs a language model, and none is set. Name one with --model, or set ANTHROPIC_API_KEY '
    "or GAMEPLAN_MODEL; `gameplan models` shows which there are."
)
_OFF = 'The tool "{}" is off: it reaches beyond the workspace. To allow it, write {} into your own settings, {}.'
_TURNED_ON = {"run_command": "enabled = true under [commands]", "http_fetch": 'allow = ["example.org"] under [web]'}


def tools_of(workspace: Workspace, run_id: str, *, model: Model | str | None = None) -> dict[str, Tool[Any, Any]]:
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
    from gameplan.settings.choice import choose
    from gameplan.settings.values import load_settings

    choice = choose(load_settings(folder, model=named))
    return None if choice.offline else choice.executor


def tools_by_step(plan: Plan, around: str = "") -> dict[str, str]:
    """The tool of each step, also of those in the plans inside steps, by the step's name."""
    found = {}
    for step in plan.steps:
        found[f"{around}{step.id}"] = step.tool
        if step.plan is not None and not isinstance(step.plan, str):
            found |= tools_by_step(step.plan, f"{around}{step.id}/")
    return found


def problems_with(
    plan: Plan,
    tools: Mapping[str, Tool[Any, Any]],
    inputs: Mapping[str, Json] | None = None,
    templates: Collection[str] = (),
) -> tuple[Problem, ...]:
    """Every problem of a plan with these tools. Of a tool that is only not there now, it is told why."""
    from gameplan.plans import validate

    problems = validate(plan, tools, inputs=inputs, templates=templates)
    missing = {name: _why_missing(tool) for name, tool in tools_by_step(plan).items() if tool not in tools}
    return tuple(
        replace(each, message=missing[each.step_id], repair=None)
        if each.code == "unknown_tool" and each.step_id is not None and missing.get(each.step_id)
        else each
        for each in problems
    )


def _why_missing(tool: str) -> str:
    """Why a tool is not there now; nothing, if there is none of that name."""
    from gameplan.settings.places import config_folder
    from gameplan.settings.values import FILE

    if tool in THINKING:
        return _NO_MODEL.format(tool)
    if tool in _TURNED_ON:
        return _OFF.format(tool, _TURNED_ON[tool], config_folder() / FILE)
    return ""


def _granted(workspace: Workspace, run_id: str) -> Iterator[Tool[Any, Any]]:
    """`http_fetch` and `run_command`, as far as the person's own settings allow them."""
    from gameplan.settings.values import own_settings

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
