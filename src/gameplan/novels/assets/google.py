"""Pictures by Google's Gemini or Imagen models, music by Lyria."""

from __future__ import annotations

import asyncio
import base64
import binascii
import os
import warnings
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

from gameplan.novels.assets.asking import image_prompt, music_prompt
from gameplan.novels.assets.intake import loop_of, picture_of
from gameplan.novels.assets.patience import PAUSES, failed, patiently, refused
from gameplan.novels.assets.provider import AssetError, AssetKind, ImageOrder, Made, MusicOrder

if TYPE_CHECKING:
    from google.genai.client import AsyncClient

WHO = "Google"
IMAGE_MODEL = "gemini-3.1-flash-image"  # Imagen was switched off in August 2026
MUSIC_MODEL = "lyria-3-clip-preview"
KEYS = ("GEMINI_API_KEY", "GOOGLE_API_KEY")
_BEHIND = "one flat, even, pure green (#00ff00), without a shadow on it"  # no transparency here: it is cut away


class GoogleAssets:
    """Portraits, backdrops and music by Google. The key is in `GEMINI_API_KEY` or `GOOGLE_API_KEY`, and is not kept.

    An image model whose name begins with `imagen` is asked as Imagen, on the platform that still may have it.
    """

    def __init__(
        self,
        model: str = IMAGE_MODEL,
        *,
        music_model: str = MUSIC_MODEL,
        base_url: str | None = None,
        timeout: float = 150.0,
        pauses: Sequence[float] = PAUSES,
    ) -> None:
        self.model = model
        self.music_model = music_model
        self._base_url = base_url
        self._timeout = timeout
        self._pauses = pauses

    def maker(self, kind: AssetKind) -> str:
        return f"google:{self.music_model if kind == 'music' else self.model}"

    async def image(self, order: ImageOrder) -> Made:
        ask = self._imagen if self.model.startswith("imagen") else self._gemini
        content = await patiently(lambda: ask(order), who=WHO, timeout=self._timeout, pauses=self._pauses)
        return await asyncio.to_thread(picture_of, content, order)

    async def music(self, order: MusicOrder) -> Made:
        content = await patiently(lambda: self._lyria(order), who=WHO, timeout=self._timeout, pauses=self._pauses)
        return await asyncio.to_thread(loop_of, content, order)

    async def _gemini(self, order: ImageOrder) -> bytes:
        async with self._client() as client:
            from google.genai import types

            parts = [types.Part.from_text(text=image_prompt(order, backdrop=_behind(order)))]
            if order.reference is not None:
                parts.append(types.Part.from_bytes(data=order.reference.content, mime_type=order.reference.mime))
            answer = await client.models.generate_content(
                model=self.model,
                contents=types.Content(role="user", parts=parts),
                config=types.GenerateContentConfig(
                    response_modalities=["IMAGE"], image_config=types.ImageConfig(aspect_ratio=_ratio(order))
                ),
            )
        feedback = answer.prompt_feedback
        if feedback is not None and feedback.block_reason is not None:
            raise refused(WHO, feedback.block_reason_message or str(feedback.block_reason.value))
        for candidate in answer.candidates or ():
            for part in (candidate.content.parts if candidate.content is not None else None) or ():
                if part.inline_data is not None and part.inline_data.data and not part.thought:
                    return part.inline_data.data
            if candidate.finish_reason is not None and candidate.finish_reason.value not in ("STOP", "MAX_TOKENS"):
                raise refused(WHO, candidate.finish_message or str(candidate.finish_reason.value))
        raise AssetError(f"{WHO} answered without a picture.", code="unusable")

    async def _imagen(self, order: ImageOrder) -> bytes:
        async with self._client(enterprise=True) as client:
            from google.genai import types

            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # that it will be removed; so will be this
                asked = client.models.generate_images(
                    model=self.model,
                    prompt=image_prompt(order, backdrop=_behind(order)),
                    config=types.GenerateImagesConfig(
                        number_of_images=1, aspect_ratio=_ratio(order), include_rai_reason=True
                    ),
                )
            answer: types.GenerateImagesResponse = await asked
        for each in answer.generated_images or ():
            if each.image is not None and each.image.image_bytes:
                return each.image.image_bytes
            if each.rai_filtered_reason:
                raise refused(WHO, each.rai_filtered_reason)
        raise AssetError(f"{WHO} answered without a picture.", code="unusable")

    async def _lyria(self, order: MusicOrder) -> bytes:
        async with self._client() as client:
            answer = await client.interactions.create(
                model=self.music_model, input=music_prompt(order), store=False, timeout=self._timeout
            )
        audio = getattr(answer, "output_audio", None)
        data = getattr(audio, "data", None)
        if not isinstance(data, str) or not data:
            if getattr(answer, "status", None) in ("failed", "incomplete"):
                raise refused(WHO, str(getattr(answer, "output_text", None) or ""))
            raise AssetError(f"{WHO} answered without music.", code="unusable")
        try:
            return base64.b64decode(data.replace("-", "+").replace("_", "/"), validate=True)
        except (binascii.Error, ValueError):
            raise AssetError(f"{WHO} answered with something else than music.", code="unusable") from None

    @asynccontextmanager
    async def _client(self, *, enterprise: bool = False) -> AsyncIterator[AsyncClient]:
        """A client for one question; what goes wrong in it is said in our words."""
        key = next((found for name in KEYS if (found := os.environ.get(name, "").strip())), "")
        if not key:
            raise AssetError("There is no key: GEMINI_API_KEY is not set.", code="no_key")
        try:
            from google import genai
            from google.genai import types
        except ImportError:
            message = 'The library "google-genai" is missing: pip install "gameplan[models]".'
            raise AssetError(message, code="missing") from None
        options = types.HttpOptions(
            base_url=self._base_url,
            timeout=int(self._timeout * 1000),
            # `patiently` says who is asked again, and when. Interactions take one attempt for one more, and wait
            # as long as they are told: for no status are they to ask again.
            retry_options=types.HttpRetryOptions(attempts=1, http_status_codes=[0]),
        )
        client = genai.Client(api_key=key, vertexai=enterprise, http_options=options)
        try:
            yield client.aio
        except AssetError:
            raise
        except Exception as error:  # noqa: BLE001 - three families of errors, and those of the transport
            raise _said(error) from None
        finally:
            await client.aio.aclose()
            client.close()


def _behind(order: ImageOrder) -> str:
    return _BEHIND if order.kind == "portrait" else ""


def _ratio(order: ImageOrder) -> str:
    return "3:4" if order.kind == "portrait" else "16:9"


def _said(error: Exception) -> AssetError:
    status = getattr(error, "code", None)
    if not isinstance(status, int):
        status = getattr(error, "status_code", None)
    if isinstance(status, int) and status >= 400:
        response: Any = getattr(error, "response", None)
        message = _message(getattr(error, "details", None) or getattr(error, "body", None))
        if status == 400 and "api key" in message.casefold():  # "API key not valid"
            status = 401
        return failed(WHO, status, message, headers=dict(getattr(response, "headers", None) or {}))
    name = type(error).__name__
    if "Timeout" in name:
        return AssetError(f"{WHO} did not answer in time.", code="timeout")
    if "Connect" in name or "Protocol" in name or "Read" in name or isinstance(error, OSError):
        return AssetError(f"{WHO} could not be reached.", code="unavailable")
    return AssetError(f"{WHO} answered with something that cannot be used.", code="unusable")


def _message(body: object) -> str:
    if isinstance(body, list) and body:
        body = body[0]
    inner = body.get("error", body) if isinstance(body, dict) else None
    return str(inner.get("message", "")) if isinstance(inner, dict) else ""
