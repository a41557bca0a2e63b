"""Where things are: the journal with everything that was run, and the person's own settings."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from gameplan.settings.errors import UserError

if TYPE_CHECKING:
    from gameplan.runtime import SqliteJournal


def home() -> Path:
    """The folder with the data: `$GAMEPLAN_HOME`, or the platform's folder for user data."""
    chosen = os.environ.get("GAMEPLAN_HOME")
    if chosen:
        return Path(chosen).expanduser().absolute()
    import platformdirs

    return Path(platformdirs.user_data_dir("gameplan", appauthor=False))


def config_folder() -> Path:
    """The folder with the person's own `gameplan.toml`."""
    import platformdirs

    return Path(platformdirs.user_config_dir("gameplan", appauthor=False))


def database() -> Path:
    return home() / "gameplan.db"


def templates_folder() -> Path:
    """The folder with the person's own templates of plans."""
    return home() / "templates"


def workspace_folder(workspace: Path) -> Path:
    """The folder that a person named as the workspace, if it is one that can be worked in."""
    if not workspace.is_dir():
        what = "is a file" if workspace.exists() else "is not there"
        raise UserError(f"The workspace {workspace} {what}. Give a folder: --workspace DIR.")
    if not os.access(workspace, os.R_OK | os.X_OK):
        raise UserError(f"The workspace {workspace} may not be read by you.")
    return workspace.resolve()


BEGIN = 'gameplan agent "…"'


@contextmanager
def open_journal(*, create: bool = False, begin: str = BEGIN) -> Iterator[SqliteJournal]:
    """The journal; without `create`, it must be there, or one is told how to `begin`. What is wrong is told, too."""
    from gameplan.runtime import JournalError, SqliteJournal

    path = database()
    if create:
        try:
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError as error:
            raise UserError(
                f"The record cannot be kept in {path.parent}: {error.strerror}.\nChoose another folder: GAMEPLAN_HOME."
            ) from None
    elif not path.exists():
        raise UserError(f"Nothing has been recorded yet: there is no {path}.\nBegin with: {begin}")
    try:
        with SqliteJournal(path) as journal:
            yield journal
    except JournalError as error:
        raise UserError(str(error), 1) from error
