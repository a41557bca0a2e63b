"""Waiting for a provider: as long as is sensible, again where that helps, and with words for what went wrong."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import TypeVar

from gameplan.novels.assets.provider import AssetError
from gameplan.tools.clean import clean_text, masked

T = TypeVar("T")
PAUSES = (2.0, 8.0)
_LONGEST_PAUSE = 30.0
_AGAIN = ("busy", "unavailable")
_QUOTED = 160


async def patiently(call: Callable[[], Awaitable[T]], *, who: str, timeout: float, pauses: Sequence[float]) -> T:
    """What a call brings, within `timeout` seconds in all. Who is busy is asked again, when they said they can be."""
    try:
        async with asyncio.timeout(timeout):
            for pause in pauses:
                try:
                    return await call()
                except AssetError as error:
                    wait = pause if error.retry_after is None else error.retry_after
                    if error.code not in _AGAIN or wait > _LONGEST_PAUSE:
                        raise
                await asyncio.sleep(wait)
            return await call()
    except TimeoutError:
        raise AssetError(f"{who} did not answer within {timeout:g} seconds.", code="timeout") from None


def failed(who: str, status: int, said: str = "", *, headers: Mapping[str, str] | None = None) -> AssetError:
    """What an answer with this status means. `said` is the provider's own message."""
    wait = _seconds((headers or {}).get("retry-after", ""))
    match status:
        case 401 | 403:  # what is said here likes to quote the key
            return AssetError(f"{who} did not accept the key.", code="key")
        case 429:
            when = f" It asks to wait {wait:g} seconds." if wait else ""
            return AssetError(f"{who} has too much to do for this key.{when}", code="busy", retry_after=wait)
        case 408 | 504:
            return AssetError(f"{who} took too long.", code="unavailable", retry_after=wait)
        case _ if status >= 500:
            return AssetError(f"{who} is out of order ({status}).", code="unavailable", retry_after=wait)
    return AssetError(f"{who} did not take the request ({status}){quoted(said)}.", code="refused")


def refused(who: str, said: str = "") -> AssetError:
    return AssetError(f"{who} refused to make it{quoted(said)}.", code="refused")


def quoted(said: str) -> str:
    """What a stranger said, on one line and short; no key in it."""
    line = clean_text(masked(" ".join(said.split())))
    line = "".join(each for each in line if each.isprintable())[:_QUOTED].rstrip(". ")
    return f": {line}" if line else ""


def _seconds(text: str) -> float | None:
    try:
        seconds = float(text)
    except ValueError:
        return None
    return seconds if 0 <= seconds < 1e6 else None
