"""Two real servers on loopback: one speaks OpenAI's chat completions, one Anthropic's messages."""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

collect_ignore = [] if os.environ.get("GAMEPLAN_TEST_MODEL_URL") else ["test_real_server.py"]

CANARY = "sk-canary-0123456789abcdef"


class Server:
    """Answers in the order that a test laid down, and remembers what it was asked."""

    def __init__(self) -> None:
        self.asked: list[dict[str, Any]] = []
        self.headers: list[dict[str, str]] = []
        self.paths: list[str] = []
        self.answers: list[Any] = []
        self.connections = 0  # in all
        self.connected = 0  # now
        outer = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"  # connections stay open, as they do with a real provider

            def setup(self) -> None:
                super().setup()
                outer.connected += 1
                outer.connections += 1

            def finish(self) -> None:
                super().finish()
                outer.connected -= 1

            def do_POST(self) -> None:
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                outer.asked.append(body)
                outer.headers.append({name.lower(): value for name, value in self.headers.items()})
                outer.paths.append(self.path)
                outer.answers.pop(0)(self, body)

            def log_message(self, *_: Any) -> None:
                pass

        self.http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self.http.server_port}"
        self.thread = threading.Thread(target=self.http.serve_forever, kwargs={"poll_interval": 0.01})
        self.thread.start()

    def close(self) -> None:
        self.http.shutdown()
        self.thread.join()
        self.http.server_close()

    # -- what it will answer

    def will_fail(self, status: int, body: Any = None, **headers: str) -> None:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        self.answers.append(lambda handler, _: send(handler, status, json.dumps(body or {}), named))

    def will_send(self, body: str, content_type: str = "application/json") -> None:
        self.answers.append(lambda handler, _: send(handler, 200, body, {"Content-Type": content_type}))

    def will_hang_up(self, after: str = "") -> None:
        """Close the connection: before answering, or in the middle of a body that was promised longer."""

        def hang_up(handler: BaseHTTPRequestHandler, _: Any) -> None:
            if after:
                handler.send_response(200)
                handler.send_header("Content-Type", "text/event-stream")
                handler.send_header("Content-Length", str(len(after) + 1000))
                handler.end_headers()
                handler.wfile.write(after.encode())
            handler.close_connection = True

        self.answers.append(hang_up)

    def will_echo_its_headers(self, status: int) -> None:
        """Some servers tell in an error what they were sent, keys and all."""

        def echo(handler: BaseHTTPRequestHandler, _: Any) -> None:
            send(handler, status, json.dumps({"error": {"message": f"bad headers: {dict(handler.headers)}"}}))

        self.answers.append(echo)


def send(handler: BaseHTTPRequestHandler, status: int, body: str, headers: dict[str, str] | None = None) -> None:
    data = body.encode()
    handler.send_response(status)
    for name, value in {"Content-Type": "application/json", **(headers or {})}.items():
        handler.send_header(name, value)
    handler.send_header("Content-Length", str(len(data)))
    handler.end_headers()
    handler.wfile.write(data)


class OpenAIServer(Server):
    """Chat completions, whole or as a stream, whichever is asked for."""

    @property
    def model(self) -> str:
        return f"{self.address}/v1#tiny"

    def will_say(
        self,
        text: str | None = None,
        calls: tuple[tuple[str, str, str], ...] = (),
        usage: dict[str, Any] | None = None,
        finish_reason: str = "",
        model: str = "tiny-0626",
        **more: Any,
    ) -> None:
        """`calls` are (id, name, arguments); `more` is put into the message as it is."""
        usage = {"prompt_tokens": 20, "completion_tokens": 5, "total_tokens": 25} if usage is None else usage
        finish_reason = finish_reason or ("tool_calls" if calls else "stop")
        tool_calls = [
            {"id": id_, "type": "function", "function": {"name": name, "arguments": arguments}}
            for id_, name, arguments in calls
        ]
        head = {"id": "cmpl-1", "created": 1_750_000_000, "model": model}

        def whole(handler: BaseHTTPRequestHandler) -> None:
            message = {"role": "assistant", "content": text, **({"tool_calls": tool_calls} if calls else {}), **more}
            choice = {"index": 0, "message": message, "finish_reason": finish_reason}
            send(handler, 200, json.dumps({**head, "object": "chat.completion", "choices": [choice], "usage": usage}))

        def stream(handler: BaseHTTPRequestHandler) -> None:
            deltas: list[dict[str, Any]] = [{"role": "assistant", "content": ""}]
            deltas += [{name: value} for name, value in more.items()]
            deltas += [{"content": piece} for piece in pieces(text or "")]
            for index, (id_, name, arguments) in enumerate(calls):
                first = {"index": index, "id": id_, "type": "function", "function": {"name": name, "arguments": ""}}
                deltas.append({"tool_calls": [first]})
                deltas += [
                    {"tool_calls": [{"index": index, "function": {"arguments": piece}}]} for piece in pieces(arguments)
                ]
            chunks: list[dict[str, Any]] = [
                {"choices": [{"index": 0, "delta": delta, "finish_reason": None}]} for delta in deltas
            ]
            chunks.append({"choices": [{"index": 0, "delta": {}, "finish_reason": finish_reason}]})
            chunks.append({"choices": [], "usage": usage})
            told = [json.dumps({**head, "object": "chat.completion.chunk", **chunk}) for chunk in chunks]
            events = "".join(f"data: {each}\n\n" for each in [*told, "[DONE]"])
            send(handler, 200, events, {"Content-Type": "text/event-stream"})

        self.answers.append(lambda handler, body: stream(handler) if body.get("stream") else whole(handler))


class AnthropicServer(Server):
    """Messages, whole or as a stream, whichever is asked for."""

    def will_say(
        self,
        *content: dict[str, Any],
        usage: dict[str, Any] | None = None,
        stop_reason: str = "end_turn",
        **more: Any,
    ) -> None:
        """`content` are content blocks, as in the messages protocol."""
        usage = {"input_tokens": 20, "output_tokens": 5} if usage is None else usage
        head = {"id": "msg_1", "type": "message", "role": "assistant", "model": "claude-sonnet-5-5"}

        def whole(handler: BaseHTTPRequestHandler) -> None:
            body = {**head, "content": content, "stop_reason": stop_reason, "stop_sequence": None, "usage": usage}
            send(handler, 200, json.dumps({**body, **more}))

        def stream(handler: BaseHTTPRequestHandler) -> None:
            start = {**head, "content": [], "stop_reason": None, "stop_sequence": None, **more}
            events: list[dict[str, Any]] = [
                {"type": "message_start", "message": {**start, "usage": {**usage, "output_tokens": 1}}}
            ]
            for index, block in enumerate(content):
                events += block_events(index, block)
            end = {"stop_reason": stop_reason, "stop_sequence": None}
            ended = {"output_tokens": usage["output_tokens"]}
            events.append({"type": "message_delta", "delta": end, "usage": ended})
            events.append({"type": "message_stop"})
            told = "".join(f"event: {event['type']}\ndata: {json.dumps(event)}\n\n" for event in events)
            send(handler, 200, told, {"Content-Type": "text/event-stream"})

        self.answers.append(lambda handler, body: stream(handler) if body.get("stream") else whole(handler))


def block_events(index: int, block: dict[str, Any]) -> list[dict[str, Any]]:
    """The events by which a content block arrives."""
    started: dict[str, Any]
    match block["type"]:
        case "text":
            started = {**block, "text": ""}
            deltas = [{"type": "text_delta", "text": piece} for piece in pieces(block["text"])]
        case "thinking":
            started = {**block, "thinking": "", "signature": ""}
            deltas = [{"type": "thinking_delta", "thinking": piece} for piece in pieces(block["thinking"])]
            deltas.append({"type": "signature_delta", "signature": block["signature"]})
        case "tool_use":
            started = {**block, "input": {}}
            deltas = [
                {"type": "input_json_delta", "partial_json": piece} for piece in pieces(json.dumps(block["input"]))
            ]
        case _:
            started, deltas = block, []
    return [
        {"type": "content_block_start", "index": index, "content_block": started},
        *({"type": "content_block_delta", "index": index, "delta": delta} for delta in deltas),
        {"type": "content_block_stop", "index": index},
    ]


def pieces(text: str) -> list[str]:
    return [text[start : start + 7] for start in range(0, len(text), 7)]


@pytest.fixture(autouse=True)
def no_settings_of_the_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """No key and no address of the developer's is used, and loopback is asked directly."""
    for name in ("OPENAI", "ANTHROPIC", "GOOGLE", "GEMINI"):
        monkeypatch.delenv(f"{name}_API_KEY", raising=False)
        monkeypatch.delenv(f"{name}_BASE_URL", raising=False)
    monkeypatch.delenv("GAMEPLAN_SERVER_KEY", raising=False)
    monkeypatch.setenv("NO_PROXY", "127.0.0.1,localhost")


@pytest.fixture
def openai_server() -> Iterator[OpenAIServer]:
    server = OpenAIServer()
    yield server
    server.close()


@pytest.fixture
def anthropic_server(monkeypatch: pytest.MonkeyPatch) -> Iterator[AnthropicServer]:
    """The environment leads `anthropic:` models here, with a key that must not turn up anywhere."""
    server = AnthropicServer()
    monkeypatch.setenv("ANTHROPIC_BASE_URL", server.address)
    monkeypatch.setenv("ANTHROPIC_API_KEY", CANARY)
    yield server
    server.close()


@pytest.fixture
def canary() -> str:
    """The key that is in use."""
    return CANARY
