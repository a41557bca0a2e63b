"""Getting an answer: transient errors are waited out, and then the next model is asked."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from typing import TypeAlias

from gameplan.agents.model import Model, ModelError, ModelRequest, OnDelta, Reply
from gameplan.agents.retry import Retry
from gameplan.runtime import Clock

_log = logging.getLogger("gameplan.agents")
OnFailure: TypeAlias = Callable[[Model, ModelError, int, str], None]
"""Called with the model, its error, which attempt it was, and what is done about it."""


async def first_reply(
    models: Sequence[Model],
    request: ModelRequest,
    on_delta: OnDelta | None,
    *,
    retry: Retry,
    key: str,
    clock: Clock,
    on_failure: OnFailure,
) -> Reply:
    """The reply of the first model that gives one. Raises the last `ModelError` when none does."""
    error = ModelError("no model was given")
    for model, following in zip(models, (*models[1:], None), strict=True):
        for attempt in range(1, retry.attempts + 1):
            try:
                return await _reply(model, request, on_delta)
            except ModelError as raised:
                error = raised
            if not error.transient or attempt == retry.attempts:
                then = f"asking {following.name} instead" if following is not None else "giving up"
                on_failure(model, error, attempt, then)
                break
            wait = retry.wait(attempt, key, error.retry_after)
            on_failure(model, error, attempt, f"trying again in {wait:.1f} s")
            await clock.sleep(wait)
    raise error


async def _reply(model: Model, request: ModelRequest, on_delta: OnDelta | None) -> Reply:
    """A model's reply; whatever else a model does is an error of its own."""
    try:
        reply: object = await model.reply(request, on_delta)
    except ModelError:
        raise
    except Exception as raised:  # a model's fault ends the turn with a name
        _log.exception("Model %s broke", model.name)
        raise ModelError(f"{model.name} broke: {type(raised).__name__}: {raised}") from raised
    if not isinstance(reply, Reply):
        raise ModelError(f"{model.name} returned {type(reply).__name__}, not a Reply")
    return reply
