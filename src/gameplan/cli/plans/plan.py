"""`gameplan plan`: make a plan, to be read, changed and run."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gameplan.cli.errors import ExitCode, UserError

if TYPE_CHECKING:
    from gameplan.plans import Plan


def plan(
    request: Annotated[
        str | None, typer.Argument(help="What is to be done, in words.", metavar="[REQUEST]", show_default=False)
    ] = None,
    model: Annotated[
        str | None,
        typer.Option(help="Drafts the plan from your words; `gameplan models` shows which.", metavar="MODEL"),
    ] = None,
    template: Annotated[
        str | None, typer.Option(help="Make it from a template; `gameplan templates` lists them.", metavar="NAME")
    ] = None,
    given: Annotated[
        list[str] | None,
        typer.Option("--input", "-i", help="What the template must be told. May be repeated.", metavar="NAME=VALUE"),
    ] = None,
    out: Annotated[
        Path | None, typer.Option(help="The file to write, .yaml or .json. Default: show it.", metavar="FILE")
    ] = None,
    workspace: Annotated[
        Path,
        typer.Option(
            "--workspace", "-w", help="The folder it is for. Default: this one.", metavar="DIR", show_default=False
        ),
    ] = Path(),
    regenerate: Annotated[
        str | None,
        typer.Option(
            help="Draft the rest of this run's plan anew.", metavar="RUN", rich_help_panel="Change the plan of a run"
        ),
    ] = None,
    start: Annotated[
        str | None,
        typer.Option("--from", help="From this step on.", metavar="STEP", rich_help_panel="Change the plan of a run"),
    ] = None,
    remark: Annotated[
        str,
        typer.Option(
            help="What should be different.",
            metavar="TEXT",
            show_default=False,
            rich_help_panel="Change the plan of a run",
        ),
    ] = "",
    apply: Annotated[
        bool,
        typer.Option(
            "--apply", help="Let the run go on with it, without asking.", rich_help_panel="Change the plan of a run"
        ),
    ] = False,
) -> None:
    """Make a plan from words or a template, to be read and changed.

    From words it is drafted by a model, which is given back what is wrong with its draft. A draft that still has
    problems is shown with them, not lost.

    The plan is checked as `gameplan check` does. What the template was told is in the file as the defaults of its
    inputs, and can still be changed when it is run.

    With --regenerate, the steps of a run from --from on are drafted anew; what has run stays as it is. The model is
    told your remark, what failed and what the results look like, but not what is in them. You see what would change,
    and the run goes on with it only if you say so.

    Exit codes: 0 it is made; 1 the run refused it; 2 usage, inputs that do not fit, or problems in the plan; 3 the
    model failed.
    """
    if regenerate is not None:
        from gameplan.cli.plans.regenerate import regenerate as draft_anew

        if request or template or given:
            raise UserError("--regenerate drafts the rest of a run anew: give it --from and --remark alone.")
        if start is None:
            raise UserError("Say from which step on: --from STEP. `gameplan show RUN` lists them.")
        draft_anew(regenerate, start, remark, model=model, out=out, apply=apply)
        return
    if start is not None or remark or apply:
        raise UserError("--from, --remark and --apply belong to --regenerate RUN.")
    from gameplan.cli.plans.files import print_problems, problems_of, told
    from gameplan.cli.plans.templates import find_template
    from gameplan.plans.templating import with_defaults
    from gameplan.settings.places import workspace_folder

    folder = workspace_folder(workspace)
    if out == Path("-"):
        out = None  # as other commands have it: to the standard output
    if template is not None:
        found = find_template(template)
        inputs = told(found.plan, given or ())
        made = with_defaults(found.plan, inputs)
        problems = problems_of(made, folder, inputs)
    elif request is not None and request.strip():
        from gameplan.cli.plans.draft import draft

        drafted = draft(request.strip(), folder, model)
        assert drafted.plan is not None
        made, problems = drafted.plan, drafted.problems
    else:
        raise UserError(_nothing_said())
    if problems:
        from rich.console import Console

        print_problems(Console(stderr=True, markup=False, emoji=False, highlight=False), problems)
        if template is not None:
            raise typer.Exit(int(ExitCode.USAGE))
    if out is None:
        typer.echo(written(made, Path("plan.yaml")), nl=False)
    else:
        write_new(out, written(made, out))
    if problems:
        raise typer.Exit(int(ExitCode.USAGE))
    if out is None:
        return
    where = "" if workspace == Path() else f" --workspace {shlex.quote(str(workspace))}"
    typer.echo(f"Wrote {out}. See what it would do: gameplan run {shlex.quote(str(out))}{where} --dry-run")


def _nothing_said() -> str:
    from gameplan.cli.plans.templates import known_templates

    names = "".join(f"\n  {name}" for name in known_templates())
    return (
        'Say what is to be done: gameplan plan "bump the version to 2.0.0" (with a model), or name a template: '
        f"gameplan plan --template NAME. There are:{names}"
    )


def written(made: Plan, path: Path) -> str:
    """The plan as it stands in a file of that name."""
    from gameplan.plans import PlanError
    from gameplan.plans.files import dump_plan

    try:
        return dump_plan(made, "json" if path.suffix.lower() == ".json" else "yaml")
    except PlanError as error:
        raise UserError(str(error)) from None


def write_new(path: Path, text: str) -> None:
    """Write a file that is not there yet."""
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(text)
    except FileExistsError:
        raise UserError(f"{path} is there already. Choose another name, or move it away.") from None
    except OSError as error:
        raise UserError(f"{path} cannot be written: {error.strerror}.") from None
