"""The commands, put together."""

from __future__ import annotations

from typing import Annotated

import typer

from gameplan.cli import agent, models, studio
from gameplan.cli.cards import decks as cards_decks
from gameplan.cli.cards import importing as cards_importing
from gameplan.cli.cards import match as cards_match
from gameplan.cli.cards import play as cards_play
from gameplan.cli.cards import replay as cards_replay
from gameplan.cli.help import Command, Group, Subgroup
from gameplan.cli.novels import change as novels_change
from gameplan.cli.novels import check as novels_check
from gameplan.cli.novels import export as novels_export
from gameplan.cli.novels import illustrate as novels_illustrate
from gameplan.cli.novels import importing as novels_importing
from gameplan.cli.novels import play as novels_play
from gameplan.cli.novels import shelf as novels_shelf
from gameplan.cli.novels import write as novels_write
from gameplan.cli.plans import check, plan, review, templates
from gameplan.cli.runs import approve, run, runs, steer, undo
from gameplan.cli.sessions import replay, sessions, show

_HELP = """\
Gameplan: agents that plan before they act, with everything on the record.

`gameplan COMMAND --help` tells more about each. Settings are read from gameplan.toml in the workspace or in your config
folder, then from GAMEPLAN_… variables, then from the command line; the record is one SQLite file in $GAMEPLAN_HOME or
your data folder.

Exit codes: 0 finished; 1 ended otherwise (failed, budget, stopped, replan limit, damaged record); 2 usage,
configuration, or a plan with problems; 3 the model failed; 4 a run waits for a person; 130 cancelled with Ctrl-C.
"""

app = typer.Typer(
    name="gameplan",
    cls=Group,
    help=_HELP,
    rich_markup_mode=None,
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

_sessions = typer.Typer(cls=Subgroup, rich_markup_mode=None, invoke_without_command=True)
_sessions.callback()(sessions.sessions)
_sessions.command("repair", cls=Command, epilog="gameplan sessions repair 7f3kq9wz")(sessions.repair)

app.command("templates", cls=Command, epilog="gameplan templates\ngameplan templates release-version")(
    templates.templates
)
app.command(
    "plan",
    cls=Command,
    epilog="gameplan plan --template collect-todos --out plan.yaml\n"
    'gameplan plan "bump the version to 2.0.0 and keep a backup" --out release.yaml\n'
    "gameplan plan --template release-version --input version=2.0.0 --input note='Faster.' --out release.yaml\n"
    'gameplan plan --regenerate last --from bump --remark "keep the old file, too"',
)(plan.plan)
app.command("check", cls=Command, epilog="gameplan check plan.yaml\ngameplan check plan.yaml --json | jq .problems")(
    check.check
)
app.command(
    "review",
    cls=Command,
    epilog="gameplan review plan.yaml\ngameplan review last\n"
    "printf 'skip changelog\\nsave\\n' | gameplan review plan.yaml",
)(review.review)
app.command(
    "run",
    cls=Command,
    epilog="gameplan run plan.yaml --dry-run\n"
    "gameplan run plan.yaml --workspace ~/src/thing --input version=2.0.0\n"
    "gameplan run plan.yaml --yes write --yes destroy --json | jq .type",
)(run.run)
app.command("resume", cls=Command, epilog="gameplan resume last")(run.resume)
app.command(
    "approve",
    cls=Command,
    epilog="gameplan approve last bump\ngameplan approve 7f3k 'write[2]' --rest\n"
    "gameplan approve last bump --edit new='version = \"2.0.1\"'",
)(approve.approve)
app.command("deny", cls=Command, epilog="gameplan deny last bump --reason 'not this week'")(approve.deny)
app.command("answer", cls=Command, epilog="gameplan answer last which_version 2.0.0\ngameplan answer last sure yes")(
    approve.answer
)
app.command("pause", cls=Command, epilog="gameplan pause last")(steer.pause)
app.command("unpause", cls=Command, epilog="gameplan unpause last")(steer.unpause)
app.command("skip", cls=Command, epilog="gameplan skip last changelog --reason 'later, by hand'")(steer.skip)
app.command("retry", cls=Command, epilog="gameplan retry last bump\ngameplan retry last bump --edit path=notes.md")(
    steer.retry
)
app.command("cancel", cls=Command, epilog="gameplan cancel last --reason 'wrong folder'")(steer.cancel)
app.command(
    "runs",
    cls=Command,
    epilog="gameplan runs\ngameplan runs --limit 50 --json | jq '.[] | select(.status == \"asks\") | .id'",
)(runs.runs)
app.command(
    "studio",
    cls=Command,
    epilog="gameplan studio\ngameplan studio --workspace ~/src/thing --port 9000 --no-browser\n"
    "gameplan studio --address",
)(studio.studio)
app.command("undo", cls=Command, epilog="gameplan undo last\ngameplan undo 7f3k --force notes.md")(undo.undo)
app.command(
    "agent",
    cls=Command,
    epilog='gameplan agent "where are the TODOs?" --workspace ~/src/thing\n'
    'gameplan agent "how does the retry work?" --model openai:gpt-5-mini --planner openai:gpt-5 --money 0.20\n'
    'gameplan agent "which modules use sqlite3?" --mode autonomous --json | jq .type',
)(agent.agent)
app.add_typer(
    _sessions, name="sessions", epilog="gameplan sessions --limit 50\ngameplan sessions --json | jq '.[0].id'"
)
app.command(
    "show",
    cls=Command,
    epilog="gameplan show last\ngameplan show last --graph\ngameplan show 7f3k --events\ngameplan show last --event 12",
)(show.show)
app.command(
    "replay",
    cls=Command,
    epilog="gameplan replay last --speed 4\ngameplan replay last --until 9",
)(replay.replay)
app.command("models", cls=Command, epilog="gameplan models")(models.models)

_cards = typer.Typer(cls=Subgroup, rich_markup_mode=None, no_args_is_help=True)
_cards.command(
    "play",
    cls=Command,
    epilog="gameplan cards play\n"
    "gameplan cards play --deck tides --against search --seed 7\n"
    "gameplan cards play --watch\n"
    "gameplan cards play --resume last",
)(cards_play.play)
_cards.command(
    "match",
    cls=Command,
    epilog="gameplan cards match embers tides --games 100 --p1 value --p2 heuristic\n"
    "gameplan cards match embers embers --p1 search --p2 value --seed 3 --json | jq .sides",
)(cards_match.match)
_cards.command(
    "replay",
    cls=Command,
    epilog="gameplan cards replay last\ngameplan cards replay game.jsonl --plain | less",
)(cards_replay.replay)
_cards.command("decks", cls=Command, epilog="gameplan cards decks\ngameplan cards decks embers")(cards_decks.decks)
_cards.command(
    "import",
    cls=Command,
    epilog="gameplan cards import my-deck.txt --data ~/pokemon-tcg-data",
)(cards_importing.import_decks)
app.add_typer(
    _cards,
    name="cards",
    epilog="gameplan cards play",
    help="Play cards: you against an AI, AI against AI, and replays.",
)

_novels = typer.Typer(cls=Subgroup, rich_markup_mode=None, no_args_is_help=True)
_novels.command(
    "write",
    cls=Command,
    epilog='gameplan novels write --premise "A lighthouse keeper finds a door in the tide." --offline --seed 7\n'
    'gameplan novels write --premise "Two clerks, one missing hour." --model openai:gpt-5\n'
    "gameplan novels write --resume last",
)(novels_write.write)
_novels.command(
    "change",
    cls=Command,
    epilog='gameplan novels change my_novel mara name "Mara Voss"\n'
    'gameplan novels change my_novel premise themes "debt; water"\n'
    "gameplan novels change my_novel mara",
)(novels_change.change)
_novels.command(
    "illustrate",
    cls=Command,
    epilog="gameplan novels illustrate my_novel\ngameplan novels illustrate my_novel --pictures openai",
)(novels_illustrate.illustrate)
_novels.command(
    "check",
    cls=Command,
    epilog="gameplan novels check sample\ngameplan novels check novel.vnpkg --no-plays --json | jq .findings",
)(novels_check.check)
_novels.command(
    "simulate",
    cls=Command,
    epilog="gameplan novels simulate sample --plays 500\ngameplan novels simulate sample --suggest --json | jq",
)(novels_check.simulate)
_novels.command(
    "play",
    cls=Command,
    epilog="gameplan novels play sample\ngameplan novels play my_novel --seed 3\ngameplan novels play --resume",
)(novels_play.play)
_novels.command(
    "export",
    cls=Command,
    epilog="gameplan novels export my_novel --to renpy --out my-novel-renpy\n"
    "gameplan novels export sample --to html --out page",
)(novels_export.export)
_novels.command(
    "import",
    cls=Command,
    epilog="gameplan novels import novel.vnpkg\ngameplan novels import mara.png --into my_novel --role ally",
)(novels_importing.import_file)
_novels.command("list", cls=Command, epilog="gameplan novels list")(novels_shelf.list_novels)
app.add_typer(
    _novels,
    name="novels",
    epilog="gameplan novels play sample",
    help="Write visual novels, prove them, play them, export them.",
)


def _show_version(wanted: bool) -> None:
    if wanted:
        from gameplan import __version__

        typer.echo(f"gameplan {__version__}")
        raise typer.Exit


@app.callback()
def gameplan(
    version: Annotated[
        bool, typer.Option("--version", help="Show the version.", is_eager=True, callback=_show_version)
    ] = False,
) -> None:
    """Shown as `_HELP`."""
