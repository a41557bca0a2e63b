"""Work in a thread of its own, which learns when nobody waits for it any more."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import TypeVar

T = TypeVar("T")


class Abandoned(Exception):
    """The call that this work was for has timed out or was cancelled."""


class Stop:
    """Asked by the work now and then: does anybody still wait?"""

    __slots__ = ("_asked",)

    def __init__(self) -> None:
        self._asked = threading.Event()

    def ask(self) -> None:
        self._asked.set()

    def check(self) -> None:
        if self._asked.is_set():
            raise Abandoned


async def in_thread(work: Callable[[Stop], T]) -> T:
    """Run `work` off the event loop. If the caller is cancelled, the work is asked to stop and not waited for.

    The thread is a daemon: a file system that hangs holds up neither the loop nor the end of the program.
    """
    loop = asyncio.get_running_loop()
    future: asyncio.Future[T] = loop.create_future()
    stop = Stop()

    def settle(result: T | None, error: BaseException | None) -> None:
        if not future.done():
            if error is None:
                future.set_result(result)  # type: ignore[arg-type]
            else:
                future.set_exception(error)

    def run() -> None:
        result: T | None = None
        error: BaseException | None = None
        try:
            result = work(stop)
        except BaseException as raised:  # noqa: BLE001 - it is raised again where the work is awaited
            error = raised
        with suppress(RuntimeError):  # the loop is closed: nobody waits
            loop.call_soon_threadsafe(settle, result, error)

    threading.Thread(target=run, name="workspace", daemon=True).start()
    try:
        return await future
    finally:
        stop.ask()


async def in_thread_to_its_end(work: Callable[[Stop], T]) -> T:
    """The same for work that uses what the caller holds open, or that changes something: it is always waited for.

    If the caller is cancelled, the work is asked to stop, and the caller goes when it has: whoever looks next does not
    meet a step that is still to come.
    """
    over = threading.Event()

    def run(stop: Stop) -> T:
        try:
            return work(stop)
        finally:
            over.set()

    try:
        return await in_thread(run)
    except asyncio.CancelledError:
        while not over.is_set():
            with suppress(asyncio.CancelledError):
                await asyncio.sleep(0.002)
        raise
