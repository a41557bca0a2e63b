"""Blocking work beside the event loop, in threads of the studio's own: a tool that takes long holds nobody up."""

from __future__ import annotations

import asyncio
import contextvars
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")

_threads = ThreadPoolExecutor(8, thread_name_prefix="gameplan-studio")


async def aside(work: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
    """What the work gives, done in a thread."""
    context = contextvars.copy_context()
    return await asyncio.get_running_loop().run_in_executor(_threads, partial(context.run, work, *args, **kwargs))
