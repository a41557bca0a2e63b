"""`gameplan check`: every problem of a plan, before anything runs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from gameplan.cli.errors import ExitCode


def check(
    plan: Annotated[Path, typer.Argument(help="A file with a plan, YAML or JSON.", metavar="PLAN", show_default=False)],
    workspace: Annotated[
        Path,
        typer.Option(
            "--workspace", "-w", help="The folder it is for. Default: this one.", metavar="DIR", show_default=False
        ),
    ] = Path(),
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object with every problem.")] = False,
) -> None:
    """Check a plan: every problem, with what to do about it.

    With --json: {"plan", "steps", "problems": [{"code", "step", "place", "message", "repair"}]}.

    Exit codes: 0 the plan can be run; 2 it has problems, or cannot be read.
    """
    from gameplan.cli.clean import clean
    from gameplan.cli.layout import counted, make_console, print_text
    from gameplan.cli.plans.files import print_problems, problems_as_json, problems_of, read_plan
    from gameplan.cli.plans.templates import all_steps
    from gameplan.settings.places import workspace_folder

    read = read_plan(plan)
    problems = problems_of(read, workspace_folder(workspace))
    if as_json:
        typer.echo(json.dumps({"plan": str(plan), "steps": len(read.steps), "problems": problems_as_json(problems)}))
    elif problems:
        print_problems(make_console(), problems)
    else:
        inside = sum(level > 0 for _, level in all_steps(read))
        steps = counted(len(read.steps), "step") + (f" (and {inside} inside them)" if inside else "")
        wants = [name for name, each in read.inputs.items() if each.must_be_told]
        more = clean(f" It must be told: {', '.join(wants)}.") if wants else ""
        print_text(make_console(), f"✓ {steps}, no problems.{more}", "green")
    if problems:
        raise typer.Exit(int(ExitCode.USAGE))
