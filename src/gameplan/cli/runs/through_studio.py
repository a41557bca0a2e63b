"""The studio that runs, if one does: a command asks it, and the person reads its answer."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gameplan.client import Client


@contextmanager
def the_studio() -> Iterator[Client | None]:
    """The studio that runs on this person's record and answers; None where there is none, or it cannot be asked."""
    found = _found()
    try:
        yield found
    finally:
        if found is not None:
            found.close()


def page_of(run_id: str) -> str:
    """The address of a run's page, if the studio that runs carries it out; otherwise nothing."""
    with the_studio() as studio:
        if studio is None:
            return ""
        from gameplan.client import StudioError

        try:
            return f"{studio.address}/runs/{run_id}" if studio.run(run_id).here else ""
        except StudioError:
            return ""


def _found() -> Client | None:
    from gameplan.settings import home
    from gameplan.studio import running

    if running.running_studio(home()) is None:
        return None
    try:
        from gameplan.client import Client
    except ImportError:  # it was started by another installation, and this one has not what it takes to ask
        return None
    try:
        return Client.here()
    except LookupError:
        return None
