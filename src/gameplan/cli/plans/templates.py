"""`gameplan templates`: plans that are ready to be used."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from gameplan.cli.errors import UserError

if TYPE_CHECKING:
    from rich.console import Console

    from gameplan.plans import Plan, Step
    from gameplan.plans.templating import Template


def templates(
    name: Annotated[
        str | None, typer.Argument(help="Show one: its inputs and steps.", metavar="[NAME]", show_default=False)
    ] = None,
) -> None:
    """List the templates: plans that need to be told a few things.

    Your own are files in the folder `templates` of $GAMEPLAN_HOME: a plan in YAML whose `request` says what it is for
    and whose `inputs` say what it must be told. One with the name of ours replaces it.
    """
    from gameplan.cli.clean import clean
    from gameplan.cli.layout import columns, make_console, print_row, print_text

    console = make_console()
    known = known_templates()
    if name is not None:
        _show(console, find_template(name))
        return
    for row in columns([(clean(each.name), clean(each.description)) for each in known.values()]):
        print_row(console, row)
    print_text(console, "\nLook at one: gameplan templates backup-and-edit", "dim")


def known_templates() -> dict[str, Template]:
    """Every template, ours and the person's."""
    from gameplan.cli.plans.files import without_yaml
    from gameplan.plans import PlanError
    from gameplan.plans.templating import templates
    from gameplan.settings.places import templates_folder

    try:
        return templates(templates_folder())
    except PlanError as error:
        raise UserError(f"A template of yours cannot be read: {error}") from None
    except ImportError as error:
        raise without_yaml(error) from None


def with_templates(plan: Plan) -> Plan:
    """The plan with the templates that it names put in. Most name none: then there is nothing to look up."""
    from gameplan.plans.templating import expanded, names_templates

    return expanded(plan, known_templates()) if names_templates(plan) else plan


def find_template(name: str) -> Template:
    """The template of that name."""
    from difflib import get_close_matches

    known = known_templates()
    if name in known:
        return known[name]
    near = get_close_matches(name, known, n=1)
    hint = f"Did you mean {near[0]}?" if near else f"There are: {', '.join(known)}."
    raise UserError(f'There is no template "{name}". {hint}')


def all_steps(plan: Plan, level: int = 0) -> Iterator[tuple[Step, int]]:
    """Each step, followed by those of its own plan, with how deep it is."""
    for step in plan.steps:
        yield step, level
        if step.plan is not None and not isinstance(step.plan, str):
            yield from all_steps(step.plan, level + 1)


def _show(console: Console, template: Template) -> None:
    from rich.text import Text

    from gameplan.cli.clean import clean
    from gameplan.cli.layout import Line, columns, print_line, print_row, print_text

    print_text(console, clean(template.name), "bold")
    print_line(console, Line(Text(clean(template.description))))
    if template.source != "gameplan":
        print_line(console, Line(Text(clean(template.source), "dim")))
    print_text(console, "\nInputs", "bold")
    rows = []
    for name, each in template.inputs.items():
        default = "" if each.default is None else f"Default: {each.default!r}."
        needed = default or ("Needed." if each.required else "")
        rows.append((f"  {clean(name)}", each.type, clean(f"{each.description} {needed}".strip())))
    for row in columns(rows):
        print_row(console, row)
    print_text(console, "\nSteps", "bold")
    steps = [
        (f"  {'  ' * level}{clean(s.id)}", clean(s.tool), clean(s.description)) for s, level in all_steps(template.plan)
    ]
    for row in columns(steps):
        print_row(console, row)
    wanted = [name for name, each in template.inputs.items() if each.required and each.default is None]
    told = "".join(f" --input {clean(name)}=…" for name in wanted)
    print_text(
        console, f"\nMake a plan of it: gameplan plan --template {clean(template.name)}{told} --out plan.yaml", "dim"
    )
