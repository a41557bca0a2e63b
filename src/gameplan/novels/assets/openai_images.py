"""Pictures by OpenAI's image models."""

from __future__ import annotations

import asyncio
import base64
import binascii
import os
from collections.abc import Sequence
from typing import TYPE_CHECKING

from gameplan.novels.assets.asking import image_prompt
from gameplan.novels.assets.intake import picture_of
from gameplan.novels.assets.patience import PAUSES, failed, patiently, refused
from gameplan.novels.assets.provider import AssetError, AssetKind, ImageOrder, Made, MusicOrder

if TYPE_CHECKING:
    from openai import AsyncOpenAI, OpenAIError
    from openai.types import ImagesResponse

WHO = "OpenAI"
IMAGE_MODEL = "gpt-image-2.5-sunburst"  # takes a transparent background, and any size
_POLICY = ("moderation_blocked", "content_policy_violation")


class OpenAIImages:
    """Portraits and backdrops by OpenAI; it makes no music. The key is in `OPENAI_API_KEY`, and is not kept.

    The other expressions of a person are edits of the neutral portrait, so that they stay the same person.
    """

    def __init__(
        self,
        model: str = IMAGE_MODEL,
        *,
        base_url: str | None = None,
        timeout: float = 150.0,
        pauses: Sequence[float] = PAUSES,
    ) -> None:
        self.model = model
        self._base_url = base_url
        self._timeout = timeout
        self._pauses = pauses

    def maker(self, kind: AssetKind) -> str:
        return "" if kind == "music" else f"openai:{self.model}"

    async def image(self, order: ImageOrder) -> Made:
        content = await patiently(lambda: self._asked(order), who=WHO, timeout=self._timeout, pauses=self._pauses)
        return await asyncio.to_thread(picture_of, content, order)

    async def music(self, order: MusicOrder) -> Made:
        raise AssetError("OpenAI's image models make no music.", code="unable")

    async def _asked(self, order: ImageOrder) -> bytes:
        key = os.environ.get("OPENAI_API_KEY", "").strip()
        if not key:
            raise AssetError("There is no key: OPENAI_API_KEY is not set.", code="no_key")
        try:
            from openai import AsyncOpenAI, OpenAIError
        except ImportError:
            message = 'The library "openai" is missing: pip install "gameplan[models]".'
            raise AssetError(message, code="missing") from None

        client = AsyncOpenAI(api_key=key, base_url=self._base_url, max_retries=0, timeout=self._timeout)
        async with client:
            try:
                return _picture(await self._answer(client, order))
            except OpenAIError as error:
                raise _said(error) from None
            except ValueError:  # the answer is no JSON
                raise AssetError(f"{WHO} answered with something else than a picture.", code="unusable") from None

    async def _answer(self, client: AsyncOpenAI, order: ImageOrder) -> ImagesResponse:
        prompt, size = image_prompt(order), _size(self.model, order)
        if order.kind == "portrait" and order.reference is not None:
            name = f"neutral.{order.reference.mime.partition('/')[2]}"
            return await client.images.edit(
                model=self.model,
                image=(name, order.reference.content, order.reference.mime),
                prompt=prompt,
                size=size,
                background="transparent",
                output_format="webp",
                n=1,
            )
        return await client.images.generate(
            model=self.model,
            prompt=prompt,
            size=size,
            background="transparent" if order.kind == "portrait" else "opaque",
            output_format="webp",
            n=1,
        )


def _size(model: str, order: ImageOrder) -> str:
    """A size that the model takes: the first ones knew three, those after them any multiple of 16."""
    is_portrait = order.kind == "portrait"
    if model.startswith(("gpt-image-1", "chatgpt-image")):
        return "1024x1536" if is_portrait else "1536x1024"
    return "1152x1536" if is_portrait else "1536x864"


def _picture(answer: ImagesResponse) -> bytes:
    data = getattr(answer, "data", None)
    content = getattr(data[0], "b64_json", None) if isinstance(data, list) and data else None
    if not isinstance(content, str) or not content:
        raise AssetError(f"{WHO} answered without a picture.", code="unusable")
    try:
        return base64.b64decode(content, validate=True)
    except binascii.Error:
        raise AssetError(f"{WHO} answered with something else than a picture.", code="unusable") from None


def _said(error: OpenAIError) -> AssetError:
    from openai import APIConnectionError, APIStatusError, APITimeoutError

    if isinstance(error, APITimeoutError):
        return AssetError(f"{WHO} did not answer in time.", code="timeout")
    if isinstance(error, APIConnectionError):
        return AssetError(f"{WHO} could not be reached.", code="unavailable")
    if not isinstance(error, APIStatusError):
        return AssetError(f"{WHO} answered with something else than a picture.", code="unusable")
    body = error.body if isinstance(error.body, dict) else {}
    message = str(body.get("message", ""))
    if error.code in _POLICY:
        return refused(WHO, message)
    if error.code == "insufficient_quota":
        return AssetError(f"The credit of this key at {WHO} is used up.", code="key")
    return failed(WHO, error.status_code, message, headers=dict(error.response.headers))
