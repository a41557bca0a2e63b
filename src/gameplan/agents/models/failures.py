"""What went wrong with a provider, as a `ModelError` that says what to do about it."""

from __future__ import annotations

from collections.abc import Sequence

from pydantic_ai import exceptions as theirs
from pydantic_ai.messages import ModelResponse

from gameplan.agents.model import ModelError
from gameplan.agents.models.redaction import redacted

_LONGEST = 600
_TRANSIENT_STATUS = frozenset({408, 409, 425, 429})
_TRANSIENT = (
    theirs.ModelRateLimitError,
    theirs.ModelUnavailableError,
    theirs.ModelServerError,
    theirs.ModelConnectionError,
    theirs.ModelRequestTimeout,
)
_TOO_LONG = ("exceed_context_size", "context size", "context length", "context window", "prompt is too long")
_FILTERED = "its content filter stopped the reply. Say it differently, or use another model."


def failure(error: Exception, name: str, secrets: Sequence[str]) -> ModelError:
    """The error in our words, without any key in it."""
    said = _shortened(redacted(_words(error), secrets))
    match error:
        case theirs.ContentFilterError():
            return ModelError(f"{name} did not answer: {_FILTERED} ({said})")
        case theirs.ModelAPIError() if _is_too_long(error, said):
            return ModelError(
                f"{name} cannot take a request of this length: {said}. "
                "Condense sooner, offer fewer tools, or use a model with a larger context window."
            )
        case theirs.ModelQuotaExceededError():
            return ModelError(f"{name}: the account has nothing left to spend: {said}")
        case theirs.ModelAuthenticationError():
            return ModelError(f"{name} refused the key, or the key may not use this model: {said}. Check the key.")
        case theirs.ModelNotFoundError():
            return ModelError(f"{name} was not found by its provider: {said}. Check the name and the address.")
        case theirs.ModelAPIError():
            transient = _is_transient(error)
            return ModelError(f"{name} did not answer: {said}", transient=transient, retry_after=error.retry_after)
        case theirs.AgentRunError() | theirs.UserError():
            return ModelError(f"{name} did not answer: {said}")
        case OSError():
            return ModelError(f"{name} could not be reached: {said}", transient=True)
        case _:
            return ModelError(f"{name} answered something that cannot be read: {type(error).__name__}: {said}")


def filtered(response: ModelResponse, name: str, secrets: Sequence[str]) -> ModelError | None:
    """The error in a response that a content filter cut off; None if none did."""
    if response.finish_reason != "content_filter":
        return None
    refusal = (response.provider_details or {}).get("refusal")
    because = f" ({_shortened(redacted(str(refusal), secrets))})" if refusal else ""
    return ModelError(f"{name} did not answer: {_FILTERED}{because}")


def _is_transient(error: theirs.ModelAPIError) -> bool:
    if isinstance(error, theirs.ModelHTTPError):
        asked = error.provider_retry_hint
        return asked if asked is not None else error.status_code in _TRANSIENT_STATUS or error.status_code >= 500
    if isinstance(error, theirs.ModelRequestRejectedError):
        return False
    return isinstance(error, _TRANSIENT) or type(error) is theirs.ModelAPIError  # the last: an answer that broke off


def _is_too_long(error: theirs.ModelAPIError, said: str) -> bool:
    if isinstance(error, theirs.ModelContextWindowExceededError):
        return True
    if not isinstance(error, theirs.ModelHTTPError) or error.status_code not in (400, 413, 422, 500):
        return False
    about = f"{error.provider_error_type or ''} {error.provider_error_code or ''} {said}".lower()
    return error.status_code == 413 or any(phrase in about for phrase in _TOO_LONG)


def _words(error: Exception) -> str:
    """What the provider said itself, if it said something."""
    if isinstance(error, theirs.ModelHTTPError):
        hint = f". Did you mean {error.suggested_model_id}?" if error.suggested_model_id else ""
        return f"HTTP {error.status_code}: {_message_in(error.body)}{hint}"
    return str(error) or type(error).__name__


def _message_in(body: object) -> str:
    if isinstance(body, dict):
        inner = body.get("error", body)
        message = inner.get("message", inner) if isinstance(inner, dict) else inner
        return str(message)
    return str(body) if body else "no explanation"


def _shortened(text: str) -> str:
    text = text.strip().rstrip(".")
    return text if len(text) <= _LONGEST else text[:_LONGEST] + "…"
