"""Opening the browser: by a file that only the person can read, so that the token is on no command line.

What a program is started with can be read by everybody on the machine. So the browser is given the name of a private
file, which leads it on to the address; the file is gone as soon as the address was used, or after a minute.
"""

from __future__ import annotations

import html
import os
import tempfile
import threading
import time
import webbrowser
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

_BEGINS = "open-studio-"
_A_MINUTE = 60.0
_LOOKS = 0.2


def open_browser(home: Path, address: str, unused: Callable[[], bool]) -> None:
    """Open the browser at an address that holds a token; `unused` says whether it is still good."""
    for left in home.glob(f"{_BEGINS}*.html"):  # by a studio that was killed
        with suppress(OSError):
            if left.stat().st_mtime < time.time() - _A_MINUTE:
                left.unlink()
    page = _page(home, address)
    threading.Thread(target=_remove_after_use, args=(page, unused), daemon=True).start()
    webbrowser.open(page.as_uri())


def no_longer_opening(home: Path) -> None:
    """The studio of this process ends: it leaves nothing behind."""
    for left in home.glob(f"{_BEGINS}{os.getpid()}-*.html"):
        left.unlink(missing_ok=True)


def _page(home: Path, address: str) -> Path:
    handle, name = tempfile.mkstemp(".html", f"{_BEGINS}{os.getpid()}-", home)  # for the owner alone
    with os.fdopen(handle, "w", encoding="utf-8") as file:
        file.write(
            '<!doctype html><meta charset="utf-8"><meta name="referrer" content="no-referrer">'
            f'<meta http-equiv="refresh" content="0; url={html.escape(address)}">'
            "<title>Gameplan</title><p>The studio opens.</p>\n"
        )
    return Path(name)


def _remove_after_use(page: Path, unused: Callable[[], bool]) -> None:
    end = time.monotonic() + _A_MINUTE
    while time.monotonic() < end and unused():
        time.sleep(_LOOKS)
    page.unlink(missing_ok=True)
