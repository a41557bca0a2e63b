"""What goes wrong with a provider becomes a `ModelError` that says whether to try again, and never tells a key."""

from __future__ import annotations

import socket
import traceback
from typing import Any

import pytest

from gameplan.agents.messages import UserMessage
from gameplan.agents.model import Model, ModelError, ModelRequest, OnDelta
from gameplan.agents.models import resolve_model

REQUEST = ModelRequest("", [UserMessage("m", "Hello.")])
BOTH_WAYS = pytest.mark.parametrize("on_delta", [None, lambda delta: None], ids=["whole", "streamed"])


async def failure_of(model: Model, on_delta: OnDelta | None = None) -> ModelError:
    with pytest.raises(ModelError) as caught:
        await model.reply(REQUEST, on_delta)
    return caught.value


@BOTH_WAYS
@pytest.mark.parametrize("status", [408, 409, 425, 429, 500, 502, 503, 529])
async def test_what_may_pass_is_transient(openai_server: Any, status: int, on_delta: OnDelta | None) -> None:
    openai_server.will_fail(status, {"error": {"message": "come back later"}})
    error = await failure_of(resolve_model(openai_server.model), on_delta)
    assert error.transient
    assert f"HTTP {status}: come back later" in error.message
    assert len(openai_server.asked) == 1  # the loop tries again, and nobody below it


@BOTH_WAYS
@pytest.mark.parametrize("status", [400, 401, 403, 404, 422])
async def test_what_is_wrong_with_the_request_is_not(openai_server: Any, status: int, on_delta: OnDelta | None) -> None:
    openai_server.will_fail(status, {"error": {"message": "no such thing"}})
    error = await failure_of(resolve_model(openai_server.model), on_delta)
    assert not error.transient
    assert "no such thing" in error.message


@BOTH_WAYS
async def test_a_provider_says_how_long_to_wait(anthropic_server: Any, on_delta: OnDelta | None) -> None:
    body = {"type": "error", "error": {"type": "rate_limit_error", "message": "slow down"}}
    anthropic_server.will_fail(429, body, Retry_After="7")
    error = await failure_of(resolve_model("anthropic:claude-sonnet-5-5"), on_delta)
    assert (error.transient, error.retry_after) == (True, 7.0)


async def test_an_error_inside_a_stream_counts_as_the_same_error_before_it(anthropic_server: Any) -> None:
    event = '{"type": "error", "error": {"type": "overloaded_error", "message": "too many at once"}}'
    anthropic_server.will_send(f"event: error\ndata: {event}\n\n", "text/event-stream")
    error = await failure_of(resolve_model("anthropic:claude-sonnet-5-5"), lambda delta: None)
    assert error.transient
    assert "too many at once" in error.message


@BOTH_WAYS
async def test_a_connection_that_breaks_is_transient(openai_server: Any, on_delta: OnDelta | None) -> None:
    openai_server.will_hang_up()
    assert (await failure_of(resolve_model(openai_server.model), on_delta)).transient


async def test_a_stream_that_breaks_off_is_transient(openai_server: Any, anthropic_server: Any) -> None:
    openai_server.will_hang_up(after='data: {"id": "1", "object": "chat.completion.chunk", "choices": []}\n\n')
    assert (await failure_of(resolve_model(openai_server.model), lambda delta: None)).transient
    anthropic_server.will_hang_up(after="event: ping\ndata: {}\n\n")
    model = resolve_model("anthropic:claude-sonnet-5-5")
    assert (await failure_of(model, lambda delta: None)).transient


async def test_a_server_that_is_not_there_is_transient() -> None:
    with socket.socket() as nobody:
        nobody.bind(("127.0.0.1", 0))
        address = f"http://127.0.0.1:{nobody.getsockname()[1]}/v1#tiny"
        error = await failure_of(resolve_model(address))
    assert error.transient
    assert address in error.message


@BOTH_WAYS
@pytest.mark.parametrize("body", ["<html>busy</html>", "", "[1, 2]", '{"choices": []}', '{"choices": 7}'])
async def test_an_answer_that_is_none_is_an_error(openai_server: Any, body: str, on_delta: OnDelta | None) -> None:
    openai_server.will_send(body, "text/event-stream" if on_delta else "application/json")
    assert openai_server.model in (await failure_of(resolve_model(openai_server.model), on_delta)).message


@pytest.mark.parametrize(
    "body",
    [
        {"error": {"message": "This model's maximum context length is 8192 tokens", "code": "context_length_exceeded"}},
        {
            "error": {
                "message": "request (9000 tokens) exceeds the available context size",
                "type": "exceed_context_size_error",
            }
        },
    ],
)
async def test_a_request_that_is_too_long_says_what_to_do(openai_server: Any, body: dict[str, Any]) -> None:
    openai_server.will_fail(400, body)
    error = await failure_of(resolve_model(openai_server.model))
    assert not error.transient
    assert "Condense sooner" in error.message


async def test_anthropics_too_long_says_what_to_do(anthropic_server: Any) -> None:
    message = "prompt is too long: 210000 tokens > 200000 maximum"
    anthropic_server.will_fail(400, {"type": "error", "error": {"type": "invalid_request_error", "message": message}})
    error = await failure_of(resolve_model("anthropic:claude-sonnet-5-5"))
    assert not error.transient
    assert "Condense sooner" in error.message


@BOTH_WAYS
async def test_a_content_filter_is_not_transient(
    openai_server: Any, anthropic_server: Any, on_delta: OnDelta | None
) -> None:
    openai_server.will_say("I", finish_reason="content_filter")
    anthropic_server.will_say({"type": "text", "text": "I"}, stop_reason="refusal")
    for name in (openai_server.model, "anthropic:claude-sonnet-5-5"):
        error = await failure_of(resolve_model(name), on_delta)
        assert not error.transient
        assert "content filter" in error.message
        assert "another model" in error.message


async def test_an_account_without_credit_is_not_tried_again(openai_server: Any) -> None:
    openai_server.will_fail(429, {"error": {"message": "You exceeded your quota", "code": "insufficient_quota"}})
    error = await failure_of(resolve_model(openai_server.model))
    assert not error.transient
    assert "nothing left to spend" in error.message


@BOTH_WAYS
@pytest.mark.parametrize("status", [400, 401, 429, 500])
async def test_no_error_tells_a_key(
    openai_server: Any,
    anthropic_server: Any,
    canary: str,
    monkeypatch: pytest.MonkeyPatch,
    status: int,
    on_delta: OnDelta | None,
) -> None:
    monkeypatch.setenv("GAMEPLAN_SERVER_KEY", "key-of-this-server")
    openai_server.will_echo_its_headers(status)
    anthropic_server.will_echo_its_headers(status)
    for name, key in ((openai_server.model, "key-of-this-server"), ("anthropic:claude-sonnet-5-5", canary)):
        model = resolve_model(name)
        monkeypatch.delenv("GAMEPLAN_SERVER_KEY", raising=False)  # it is known from the model, too
        error = await failure_of(model, on_delta)
        told = "".join(traceback.format_exception(error)) + repr(error) + repr(model) + repr(vars(error))
        assert "bad headers" in error.message
        assert key not in told
        assert "[key]" in told
        assert error.__cause__ is None
        assert error.__context__ is None
