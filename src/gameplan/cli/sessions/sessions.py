"""`gameplan sessions`: what is on the record."""

from __future__ import annotations

import json
from datetime import datetime
from typing import TYPE_CHECKING, Annotated

import typer

from gameplan.cli.errors import UserError

if TYPE_CHECKING:
    from rich.console import Console

    from gameplan.runtime import Damage, SqliteJournal
    from gameplan.runtime.journal.protocol import SessionInfo

_NOTHING_YET = """\
Nothing is on the record yet. Each run becomes a session here:

    gameplan agent "what is this folder about?"

The record will be kept in {path}"""

_HOW_TO_LOOK = "\nLook at one: gameplan show last, or give the beginning of an id or of its last part."


def sessions(
    ctx: typer.Context,
    limit: Annotated[int, typer.Option(help="How many to show, the newest first.", metavar="N", min=1)] = 20,
    as_json: Annotated[bool, typer.Option("--json", help="For a program.")] = False,
) -> None:
    """List what is on the record, of agents and plans alike.

    With --json it is a list, the newest first: [{"id", "kind", "at", "events", "writing", "damage", "private",
    "title"}]. "at" is when its last event happened, in microseconds since 1970; "writing" says whether a process adds
    to it now; "damage" is "" or what is wrong with it; "private", whether it would tell you what is hidden in a game
    that you play.
    """
    if ctx.invoked_subcommand is not None:
        return
    from gameplan.cli.layout import make_console, print_text
    from gameplan.settings.places import database, open_journal

    console = make_console()
    infos: list[SessionInfo] = []
    damages: dict[str, Damage | None] = {}
    private: set[str] = set()
    if database().exists():
        with open_journal() as journal:
            infos = list(reversed(journal.sessions()))
            damages = {info.session_id: _damage(journal, info.session_id) for info in infos[:limit]}
            private = {info.session_id for info in infos[:limit] if _is_private(journal, info.session_id)}
    if as_json:
        listed = [_described(info, damages[info.session_id], info.session_id in private) for info in infos[:limit]]
        typer.echo(json.dumps(listed))
        return
    if not infos:
        print_text(console, _NOTHING_YET.format(path=database()))
        return
    _print_list(console, infos[:limit], damages, private)
    if len(infos) > limit:
        print_text(console, f"… and {len(infos) - limit} older: --limit {len(infos)}", "dim")
    for damage in filter(None, damages.values()):
        mend = f"To go on from what is whole: gameplan sessions repair {damage.session_id}"
        print_text(console, f"\n{damage}\n{mend}", "yellow")
    print_text(console, _HOW_TO_LOOK, "dim")


def repair(
    session: Annotated[str, typer.Argument(help="Its id.", metavar="SESSION", show_default=False)],
) -> None:
    """Drop what is damaged of a session; the whole file is copied aside before.

    What comes before the damage is kept as it is. Nothing is done to a session that is whole.
    """
    from gameplan.cli.layout import make_console, print_text
    from gameplan.settings.places import open_journal

    console = make_console()
    with open_journal() as journal:
        session_id = _find_damaged(journal, session)
        copy = journal.repair(session_id)
        kept = len(journal.read(session_id).records)
    if copy is None:
        print_text(console, f"Session {session_id} is whole: nothing was done.")
    else:
        print_text(console, f"Session {session_id} has {kept} whole events.\nAs it was before: {copy}")


def find_session(journal: SqliteJournal, wanted: str) -> str:
    """The session that is meant: `last`, its id, or the beginning of its id or of the id's last part."""
    ids = [info.session_id for info in journal.sessions()]
    if not ids:
        raise UserError('Nothing is on the record yet. Begin with: gameplan agent "…"')
    if wanted == "last":
        return ids[-1]
    if wanted in ids:
        return wanted
    meant = [each for each in ids if wanted and (each.startswith(wanted) or each.rsplit("-", 1)[-1].startswith(wanted))]
    if len(meant) == 1:
        return meant[0]
    if meant:
        some = "".join(f"\n  {each}" for each in meant[-5:])
        raise UserError(f'{len(meant)} sessions begin with "{wanted}":{some}\nGive more of the id.')
    raise UserError(f'There is no session "{wanted}". `gameplan sessions` lists them; `last` is the newest.')


def _find_damaged(journal: SqliteJournal, wanted: str) -> str:
    """As `find_session`; but the list itself may be damaged, so an id in full may be one that is not in it."""
    from gameplan.runtime import JournalDamaged, JournalError, NoSuchSession

    try:
        return find_session(journal, wanted)
    except JournalError:
        return wanted
    except UserError as unknown:
        try:
            journal.read(wanted)
        except NoSuchSession:
            raise unknown from None
        except JournalDamaged:
            pass
        return wanted


def _is_private(journal: SqliteJournal, session_id: str) -> bool:
    """Whether a session is what the other side thinks in a game that a person plays."""
    if not session_id.startswith("agents-"):
        return False
    from gameplan.cards.private import why_private
    from gameplan.runtime import Session

    return bool(why_private(session_id, lambda name: Session.view(journal, name).events))


def _described(info: SessionInfo, damage: Damage | None, is_private: bool) -> dict[str, str | int | bool]:
    kind, title = _kind_and_title(info)
    return {
        "id": info.session_id,
        "kind": kind,
        "at": info.last.at if info.last else info.created,
        "events": info.events,
        "writing": info.writing,
        "damage": str(damage) if damage else "",
        "private": is_private,
        "title": title,
    }


def _print_list(
    console: Console, infos: list[SessionInfo], damages: dict[str, Damage | None], private: set[str]
) -> None:
    from gameplan.cli.layout import columns, print_row

    heading = ("SESSION", "KIND", "WHEN", "EVENTS", "", "TITLE")
    rows = [
        (*_cells(info), _note(info, damages[info.session_id], info.session_id in private), kind_and_title(info)[1])
        for info in infos
    ]
    for number, row in enumerate(columns([heading, *rows])):
        print_row(console, row, "" if number else "bold")


def _cells(info: SessionInfo) -> tuple[str, str, str, str]:
    from gameplan.cli.clean import clean
    from gameplan.runtime import as_datetime

    when = as_datetime(info.last.at if info.last else info.created).astimezone()
    shown = f"{when:%H:%M:%S}" if when.date() == datetime.now(when.tzinfo).date() else f"{when:%Y-%m-%d %H:%M}"
    return clean(info.session_id), kind_and_title(info)[0], shown, f"{info.events:,}"


def kind_and_title(info: SessionInfo) -> tuple[str, str]:
    """Kind and title of a session, from its first event, as a line of a list shows them."""
    from gameplan.cli.clean import one_line

    kind, title = _kind_and_title(info)
    return one_line(kind, 12), one_line(title, 80)


def _kind_and_title(info: SessionInfo) -> tuple[str, str]:
    from gameplan.runtime import EventError, SessionStarted
    from gameplan.runtime.events import decode

    try:
        first = decode(info.first.type, info.first.version, info.first.payload) if info.first else None
    except (EventError, UnicodeDecodeError):
        first = None
    return (first.kind, first.title) if isinstance(first, SessionStarted) else ("?", "")


def _note(info: SessionInfo, damage: Damage | None, is_private: bool) -> str:
    return "damaged" if damage else "private" if is_private else "being written" if info.writing else ""


def _damage(journal: SqliteJournal, session_id: str) -> Damage | None:
    from gameplan.runtime import JournalDamaged

    try:
        return journal.read(session_id).damage
    except JournalDamaged as error:
        return error.damage
