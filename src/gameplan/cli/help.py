"""How help is laid out: what to do first, commands by what they are for, options in groups, examples throughout."""

from __future__ import annotations

import os
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup

from gameplan.cli.clean import clean
from gameplan.cli.errors import UserError

START = 'gameplan agent "what is this folder about?"'
START_PLAN = "gameplan templates"
_GROUPS = {
    "Plan": ("templates", "plan", "check", "review"),
    "Run": ("run", "resume", "agent", "studio"),
    "Answer and steer": ("approve", "deny", "answer", "pause", "unpause", "skip", "retry", "cancel"),
    "Look back": ("runs", "undo", "sessions", "show", "replay"),
    "Play": ("cards", "novels"),
    "Set up": ("models",),
}
_ORDER = {name: title for title, names in _GROUPS.items() for name in names}
_NAME = 10

# typer's own classes for contexts and formatters moved between its versions, so they are not named here.


class Command(TyperCommand):
    """A command whose help shows its examples (the `epilog`, one per line) and its options in groups."""

    def format_help(self, ctx: Any, formatter: Any) -> None:
        _write_command(self, ctx, formatter)

    def format_usage(self, ctx: Any, formatter: Any) -> None:
        _write_usage(self, ctx, formatter)

    def invoke(self, ctx: Any) -> Any:
        return _told_in_words(lambda: super(Command, self).invoke(ctx))


class Group(TyperGroup):
    """The whole command. Its help begins with what to do first, and shows an example of each command."""

    def list_commands(self, ctx: Any) -> list[str]:
        return sorted(self.commands, key=[*_ORDER].index)

    def format_help(self, ctx: Any, formatter: Any) -> None:
        _widen(formatter)
        first, _, rest = (self.help or "").strip().partition("\n\n")
        formatter.write_text(" ".join(first.split()))
        with _section(formatter, "Start here"):
            formatter.write("  Go to a folder and ask about it. It works with no key and no network:\n\n")
            formatter.write(f"      {_example(START)}\n")
            formatter.write("\n  Or have something done to it, after you have seen what would happen:\n\n")
            formatter.write(f"      {_example(START_PLAN)}\n")
        for title in _GROUPS:
            with _section(formatter, title):
                for name in _GROUPS[title]:
                    command: Any = self.get_command(ctx, name)
                    formatter.write(f"  {typer.style(name.ljust(_NAME), bold=True)}{_summary(command)}\n")
                    formatter.write(f"  {' ' * _NAME}{_example((command.epilog or '').splitlines()[0])}\n")
        _write_paragraphs(formatter, rest)

    def invoke(self, ctx: Any) -> Any:
        return _told_in_words(lambda: super(Group, self).invoke(ctx))


class Subgroup(TyperGroup):
    """A command that does something by itself, with commands under it."""

    def format_help(self, ctx: Any, formatter: Any) -> None:
        _write_command(self, ctx, formatter)
        with _section(formatter, "Commands"):
            formatter.write_dl([(name, _summary(self.get_command(ctx, name))) for name in self.list_commands(ctx)])


def _told_in_words(invoke: Any) -> Any:
    """Whatever a person got wrong is told in words, and the exit code says what kind of thing it was."""
    try:
        return invoke()
    except UserError as error:
        typer.echo(f"{typer.style('Error:', bold=True)} {clean(error.message)}", err=True)
        raise typer.Exit(int(error.code)) from None
    except KeyboardInterrupt:
        raise typer.Exit(130) from None


def _write_command(command: Any, ctx: Any, formatter: Any) -> None:
    _widen(formatter)
    params = command.get_params(ctx)
    arguments = _arguments(command, ctx)
    _write_usage(command, ctx, formatter)
    formatter.write_paragraph()
    first, _, rest = (command.help or "").strip().partition("\n\n")
    formatter.write_text(" ".join(first.split()))
    examples = (command.epilog or "").splitlines()
    with _section(formatter, "Example" if len(examples) == 1 else "Examples"):
        for line in examples:
            formatter.write(f"  {_example(line)}\n")
    groups = {"Arguments": [(_name(param), param.help or "") for param in arguments]}
    for param in params:
        if param not in arguments and (record := param.get_help_record(ctx)):
            groups.setdefault(getattr(param, "rich_help_panel", None) or "Options", []).append(record)
    groups["Options"] = groups.pop("Options")  # what is common to all commands comes last
    width = max(len(name) for rows in groups.values() for name, _ in rows)
    for title, rows in groups.items():
        if rows:
            with _section(formatter, title):
                formatter.write_dl([(name.ljust(width), text) for name, text in rows], col_max=40)
    _write_paragraphs(formatter, rest)


def _write_usage(command: Any, ctx: Any, formatter: Any) -> None:
    usage = [*map(_name, _arguments(command, ctx)), "[OPTIONS]"]
    formatter.write_usage(ctx.command_path, " ".join((*usage, "[COMMAND]") if hasattr(command, "commands") else usage))


def _arguments(command: Any, ctx: Any) -> list[Any]:
    return [param for param in command.get_params(ctx) if param.param_type_name == "argument"]


def _write_paragraphs(formatter: Any, text: str) -> None:
    """The rest of the help: paragraphs are wrapped; what is set in (a file, a table) is left as it is."""
    for paragraph in filter(str.strip, text.split("\n\n")):
        formatter.write_paragraph()
        if paragraph.startswith("    "):
            formatter.write("\n".join(line[2:] for line in paragraph.splitlines()) + "\n")
        else:
            formatter.write_text(" ".join(paragraph.split()))


def _widen(formatter: Any) -> None:
    formatter.width = min(max(formatter.width, 78), 100)


def _name(argument: Any) -> str:
    return str(argument.metavar or argument.name).upper()


def _example(line: str) -> str:
    return line if os.environ.get("NO_COLOR") else typer.style(line, fg="cyan")


def _summary(command: Any) -> str:
    return " ".join((command.help or "").strip().split("\n\n", 1)[0].split())


def _section(formatter: Any, title: str) -> Any:
    return formatter.section(typer.style(title, bold=True))
