"""`gameplan review`: read and change a plan at the terminal, before it runs or while a run waits."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gameplan.cli.errors import ExitCode, UserError
from gameplan.cli.typed import only_closing

if TYPE_CHECKING:
    from rich.console import Console

    from gameplan.cli.plans.review_subject import PlanFile, PlanOfRun
    from gameplan.plans import Plan, Problem


def review(
    plan: Annotated[str, typer.Argument(help="A file with a plan, or a run.", metavar="PLAN|RUN", show_default=False)],
    workspace: Annotated[
        Path | None,
        typer.Option(
            "--workspace", "-w", help="The folder it is for. Default: this one.", metavar="DIR", show_default=False
        ),
    ] = None,
) -> None:
    """Read and change a plan: before it runs, or while it waits.

    It shows the steps with their numbers and asks what to do: `set 2 path=notes.md`, `move 4 2`, `skip 3`, `diff`,
    `undo`, `save`, `run`; `?` tells all of it. What has run stays as it is. A file is written anew; to a run the change
    is sent, which takes it at once or, if nobody carries it out, when it goes on.

    The words can come from a file or a pipe, too: the first that cannot be done ends it, and nothing more is done.

    Exit codes: 0 done; 1 a change was refused, or left unsaved; 2 usage. After `run`, as of `gameplan run`.
    """
    from gameplan.cli.layout import make_console
    from gameplan.cli.plans.files import names_a_file
    from gameplan.cli.plans.review_subject import PlanFile, PlanOfRun
    from gameplan.settings.places import workspace_folder

    subject: PlanFile | PlanOfRun
    if names_a_file(plan):
        subject = PlanFile.of(Path(plan), workspace_folder(workspace or Path()))
    elif workspace is not None:
        raise UserError("A run has its own workspace: --workspace is for a file with a plan.")
    else:
        subject = PlanOfRun.of(plan)
    _Talk(subject, make_console()).go_on_until_the_end()


class _Talk:
    """The conversation: a word at a time, until the person leaves."""

    def __init__(self, subject: PlanFile | PlanOfRun, console: Console) -> None:
        from gameplan.cli.plans.review_words import Review

        self._subject = subject
        self._console = console
        self._review = Review(subject.plan, subject.frozen)
        self._asks = sys.stdin.isatty()
        self._left = False

    def go_on_until_the_end(self) -> None:
        from gameplan.cli.clean import clean
        from gameplan.cli.plans.review_words import EditRefused, NotUnderstood

        self._list()
        self._say("? tells what you can do; quit leaves.", "dim")
        while not self._left:
            line = self._line()
            if line is None:
                break
            try:
                self._do(line.strip())
            except (NotUnderstood, EditRefused, UserError) as error:
                if not self._asks:
                    raise UserError(f"{clean(line.strip()[:100])}: {error}", ExitCode.ENDED_OTHERWISE) from None
                self._say(str(error), "yellow")
        if self._review.changed:
            self._say("Your changes were not saved.", "yellow")
            if not self._asks:
                raise typer.Exit(int(ExitCode.ENDED_OTHERWISE))

    def _line(self) -> str | None:
        try:
            return input("review> " if self._asks else "")
        except EOFError:
            return None
        except KeyboardInterrupt:
            only_closing()
            if self._review.changed:
                self._say("\nYour changes were not saved.", "yellow")
            raise

    def _do(self, line: str) -> None:
        from gameplan.cli.plans.review_words import HELP, NotUnderstood, understand
        from gameplan.plans import diff_plans

        word, _, rest = line.partition(" ")
        match word.lower():
            case "" | "#":
                pass
            case "?" | "help" | "h":
                self._say(HELP)
            case "list" | "l":
                self._list()
            case "show" | "s":
                self._show(rest.strip())
            case "diff" | "d":
                self._say("\n".join(diff_plans(self._review.original, self._review.plan)) or "Nothing is changed.")
            case "undo" | "u":
                self._say("Taken back." if self._review.undo() else "There is nothing to take back.")
            case "problems" | "p":
                self._problems()
            case "fix":
                self._fix()
            case "edit" | "e":
                self._edit(rest.strip())
            case "set" if "=" not in rest and len(rest.split()) == 2:
                self._set_in_editor(*rest.split())
            case "save" | "w":
                self._save(rest.strip())
            case "run" | "r":
                if self._review.changed:
                    self._save("")
                self._left = True
                self._subject.run(rest.split())
            case "quit" | "q" | "exit":
                self._left = True
            case known:
                before = self._review.plan
                if not understand(self._review, known, rest):
                    raise NotUnderstood(f'There is no word "{word[:40]}": ? tells which there are.')
                changes = diff_plans(before, self._review.plan)
                self._say("\n".join(changes) or "Nothing is changed by that.", "cyan")
                self._problems(quiet=True)

    # -- looking

    def _list(self) -> None:
        from gameplan.cli.layout import print_line
        from gameplan.cli.plans.review_lines import plan_lines

        for line in plan_lines(self._subject.title, self._review, self._subject.folder):
            print_line(self._console, line)
        self._problems(quiet=True)

    def _show(self, word: str) -> None:
        from gameplan.plans import Plan
        from gameplan.plans.yaml_text import write_yaml

        step = self._review.step(word or "1")
        wire = {key: value for key, value in Plan((step,)).to_wire()["steps"][0].items() if key != "order"}
        self._say(write_yaml(wire).rstrip())

    def _found(self) -> tuple[Problem, ...]:
        from gameplan.cli.plans.files import problems_of
        from gameplan.cli.plans.templates import with_templates
        from gameplan.plans import PlanError

        try:
            return problems_of(with_templates(self._review.plan), self._subject.folder)
        except PlanError as error:
            raise UserError(str(error)) from None

    def _problems(self, *, quiet: bool = False) -> None:
        from gameplan.cli.layout import counted

        problems = self._found()
        for problem in problems:
            self._say(f"✗ {problem}", "red")
        if problems and any(each.repair and each.repair.edits for each in problems):
            self._say(f"{counted(len(problems), 'problem')}; `fix` makes the repairs that are proposed.", "bold")
        elif not problems and not quiet:
            self._say("There is no problem in it.", "green")

    # -- changing

    def _fix(self) -> None:
        from gameplan.plans import EditRefused, diff_plans

        before = self._review.plan
        for problem in self._found():
            try:
                self._review.make(*(problem.repair.edits if problem.repair else ()))
            except EditRefused as error:
                self._say(str(error), "yellow")
        self._say("\n".join(diff_plans(before, self._review.plan)) or "No repair is proposed.", "cyan")
        self._problems()

    def _edit(self, word: str) -> None:
        """The plan, or one step, in the person's editor."""
        from gameplan.cli.plans.arguments import edited_text
        from gameplan.plans import Plan, PlanError, diff_plans
        from gameplan.plans.edit_kinds import ReplaceStep
        from gameplan.plans.files import dump_plan, plan_from_text

        before = self._review.plan
        chosen = Plan((self._review.step(word),)) if word else before
        text = edited_text(dump_plan(chosen, "yaml"), ".yaml")
        if text is None:
            raise UserError("Set VISUAL or EDITOR to the editor that you want to use; it must end without an error.")
        try:
            read = plan_from_text(text, "yaml")
        except PlanError as error:
            raise UserError(f"{error}\nNothing was changed.") from None
        if word:
            if len(read.steps) != 1 or read.steps[0].id != chosen.steps[0].id:
                raise UserError("There must be this one step in it, with its id: `rename` and `add` do the rest.")
            self._review.edit(word, lambda _: ReplaceStep(read.steps[0]))
        else:
            self._check_frozen(read)
            self._review.take(replace(read, version=before.version + 1) if read != before else before)
        self._say("\n".join(diff_plans(before, self._review.plan)) or "Nothing is changed.", "cyan")
        self._problems(quiet=True)

    def _set_in_editor(self, word: str, name: str) -> None:
        from gameplan.cli.plans.arguments import as_text, as_value, edited_text
        from gameplan.plans.edit_kinds import SetArgument

        value = self._review.step(word).args.get(name, "")
        text = edited_text(as_text(value))
        if text is None:
            raise UserError("Write it so: set STEP NAME=VALUE; or set VISUAL or EDITOR to the editor that you use.")
        read = text if isinstance(value, str) else as_value(text)
        self._review.edit(word, lambda each: SetArgument(each, (name,), read))
        self._problems(quiet=True)

    def _check_frozen(self, plan: Plan) -> None:
        steps = {step.id: step for step in plan.steps}
        for step in self._review.plan.steps:
            if step.id in self._review.frozen and steps.get(step.id) != step:
                raise UserError(f'"{step.id}" has run or is running: it cannot be changed any more.')

    def _save(self, name: str) -> None:
        from gameplan.cli.plans.review_subject import PlanOfRun, write_atomically
        from gameplan.cli.plans.review_words import Review

        plan = self._review.plan
        if name:
            path = Path(name)
            if path.exists():
                raise UserError(f"{path} is there already. Choose another name.")
            write_atomically(path, plan)
            self._say(f"Wrote {path}.", "bold")
        elif not self._review.changed:
            self._say("There is nothing to save.")
        else:
            if isinstance(self._subject, PlanOfRun) and self._found():
                raise UserError("It has problems: a run does not take it so.")
            self._say(self._subject.save(plan), "bold")
            plan = self._subject.plan
        self._review = Review(plan, self._review.frozen)

    def _say(self, text: str, style: str = "") -> None:
        from gameplan.cli.clean import clean
        from gameplan.cli.layout import print_text

        print_text(self._console, clean(text), style)
