"""The models of providers, through the model layer of pydantic-ai.

Only its public parts are used (`pydantic_ai.direct`, its messages and settings). This module imports pydantic-ai, so it
is itself imported only where such a model is asked for.
"""

from __future__ import annotations

import asyncio
import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias
from weakref import WeakKeyDictionary

from pydantic_ai.direct import model_request, model_request_stream
from pydantic_ai.messages import ModelMessage, ModelResponse
from pydantic_ai.models import Model as TheirModel
from pydantic_ai.models import ModelRequestParameters
from pydantic_ai.settings import ModelSettings

from gameplan.agents.model import ModelError, ModelRequest, OnDelta, Reply
from gameplan.agents.models.connections import keep_open
from gameplan.agents.models.failures import failure, filtered
from gameplan.agents.models.incoming import DeltaTeller, reply_of
from gameplan.agents.models.outgoing import Histories, parameters_for, settings_for, with_state

# The state of the world stands behind the history and moves on at every step, so a provider that binds a thought to all
# that was said before it will find it changed. pydantic-ai then has the thought dropped, and would warn about that.
warnings.filterwarnings("ignore", message=".* rejected a replayed thinking block")

Connect: TypeAlias = Callable[[], "TheirModel"]


class ProviderModel:
    """A model of a provider. `connect` makes its connection: one for each event loop that asks it.

    A connection is closed with its event loop, or when the model is no longer used. With `free`, replies cost nothing;
    otherwise their price is looked up, and is None where it is not known. `secrets` are kept out of error messages,
    besides all that the environment names as keys.
    """

    def __init__(self, name: str, connect: Connect, *, free: bool = False, secrets: Sequence[str] = ()) -> None:
        self._name = name
        self._connect = connect
        self._free = free
        self._secrets = tuple(secrets)
        self._open: WeakKeyDictionary[asyncio.AbstractEventLoop, _Connection] = WeakKeyDictionary()

    @property
    def name(self) -> str:
        return self._name

    def __repr__(self) -> str:
        return f"ProviderModel({self._name!r})"

    async def reply(self, request: ModelRequest, on_delta: OnDelta | None = None) -> Reply:
        """Answer. With `on_delta`, tell the pieces of the answer as they arrive. Raises `ModelError`."""
        if not request.messages and not request.state:
            raise ModelError(f"{self._name} was asked nothing: the request has no message and no state.")
        connection = await self._connection()
        profile = connection.model.profile
        asked = _Asked(
            connection.model,
            with_state(connection.histories.convert(request.messages), request.state, profile),
            settings_for(request, profile),
            parameters_for(request, profile),
        )
        try:
            response = await (_whole(asked) if on_delta is None else _streamed(asked, on_delta))
        except Exception as raised:  # noqa: BLE001 - whatever breaks in a provider's library, it did not reply
            error = failure(raised, self._name, self._secrets)
        else:
            refusal = filtered(response, self._name, self._secrets)
            if refusal is None:
                return reply_of(response, self._name, free=self._free)
            error = refusal
        raise error  # out here, so that it drags no provider's error with it, which could hold a key

    async def _connection(self) -> _Connection:
        loop = asyncio.get_running_loop()
        connection = self._open.get(loop)
        if connection is None:
            connection = self._open[loop] = _Connection(self._connect())
            await connection.model.__aenter__()
            await keep_open(connection.model, self)
        return connection


class _Connection:
    """A model of pydantic-ai that is open on one event loop, and the histories that it was last sent."""

    def __init__(self, model: TheirModel) -> None:
        self.model = model
        self.histories = Histories(model.system)


@dataclass(frozen=True, slots=True)
class _Asked:
    """A request in the words of pydantic-ai."""

    model: TheirModel
    messages: Sequence[ModelMessage]
    settings: ModelSettings
    parameters: ModelRequestParameters


async def _whole(asked: _Asked) -> ModelResponse:
    return await model_request(
        asked.model, asked.messages, model_settings=asked.settings, model_request_parameters=asked.parameters
    )


async def _streamed(asked: _Asked, on_delta: OnDelta) -> ModelResponse:
    teller = DeltaTeller(on_delta)
    async with model_request_stream(
        asked.model, asked.messages, model_settings=asked.settings, model_request_parameters=asked.parameters
    ) as stream:
        async for event in stream:
            teller.take(event)
    return stream.get()
