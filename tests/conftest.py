"""How the tests run: hypothesis without deadlines (machines are noisy), with the same examples each time in CI.

And what they count instead of seconds.
"""

from __future__ import annotations

import gc
import os
import signal
import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from gameplan.agents.models import house

settings.register_profile("gameplan", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("ci", settings.get_profile("gameplan"), derandomize=True)
# Whoever runs the tests in the background is deaf to Ctrl-C; what the tests start must hear theirs.
signal.signal(signal.SIGINT, signal.default_int_handler)
settings.load_profile("ci" if os.environ.get("CI") else "gameplan")


@pytest.fixture(autouse=True)
def house_models_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """A house model that a test makes known is known to that test alone."""
    monkeypatch.setattr(house, "_registered", dict(house._registered))


@pytest.fixture(scope="session")
def effort_of() -> Callable[[Callable[[], Any]], int]:
    """How many lines of Python and how many calls, of Python's functions and of C's, some work in this thread takes.

    The same on every machine, unlike time. A loop inside C (a pattern, a search in a text) is one call, however long.
    Do the work once before it is counted: what is imported or kept at the first time would count too.
    """

    def count(work: Callable[[], Any]) -> int:
        effort = 0

        def calls(frame: FrameType, event: str, argument: object) -> None:
            nonlocal effort
            effort += event in ("call", "c_call")

        def lines(frame: FrameType, event: str, argument: object) -> Any:
            nonlocal effort
            effort += event == "line"
            return lines

        profile, trace, collects = sys.getprofile(), sys.gettrace(), gc.isenabled()
        gc.disable()  # what others left behind is not this work
        sys.settrace(lines)
        sys.setprofile(calls)
        try:
            work()
        finally:
            sys.setprofile(profile)
            sys.settrace(trace)
            if collects:
                gc.enable()
        return effort

    return count
