"""Behind a proxy that lays the studio under a path and takes the path away, as most are set up: everything works."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from http.client import HTTPConnection, HTTPException
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

PREFIX = "/tools/plans"
OWN = {"connection", "transfer-encoding", "date", "server"}


class Proxy:
    """Hands on what is asked for below the prefix, without the prefix; what is streamed comes as it is told."""

    def __init__(self) -> None:
        self.to = 0
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                if not self.path.startswith(PREFIX):
                    return self.send_error(404)
                body = self.rfile.read(int(self.headers.get("content-length", 0)))
                with suppress(OSError, HTTPException), closing(HTTPConnection("127.0.0.1", outer.to)) as line:
                    line.request(self.command, self.path.removeprefix(PREFIX) or "/", body, dict(self.headers))
                    answer = line.getresponse()
                    self.send_response(answer.status)
                    for name, value in answer.getheaders():
                        if name.lower() not in OWN:
                            self.send_header(name, value)
                    self.end_headers()
                    while chunk := answer.read1(65_536):
                        self.wfile.write(chunk)
                return None

            do_POST = do_PUT = do_DELETE = do_GET

            def log_message(self, *_: object) -> None: ...

        self._http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.name = f"127.0.0.1:{self._http.server_port}"
        self._thread = threading.Thread(target=self._http.serve_forever, kwargs={"poll_interval": 0.05})
        self._thread.start()

    def close(self) -> None:
        self._http.shutdown()
        self._http.server_close()
        self._thread.join()


@pytest.fixture(scope="module")
def proxy() -> Iterator[Proxy]:
    server = Proxy()
    yield server
    server.close()


def test_a_stranger_signs_in_and_a_run_is_followed_and_approved_through_a_proxy(
    proxy: Proxy, new_studio: Callable[..., Any], browser: Browser
) -> None:
    studio = new_studio("--prefix", PREFIX, "--name", proxy.name)
    proxy.to = studio.port
    address = f"http://{proxy.name}{PREFIX}"
    run = studio.run(studio.plan()["id"])["id"]
    with browser.new_context() as context:
        page = context.new_page()
        page.goto(f"{address}/#token={studio.token}")
        page.get_by_role("link", name="Runs", exact=True).click()
        expect(page.get_by_role("heading", level=1)).to_have_text("Runs")
        page.locator(f'a[href="{PREFIX}/runs/{run}"]').click()
        page.locator('[data-asks="edit"]').get_by_role("button", name="Approve", exact=True).click()
        expect(page.locator('step-list [data-step="edit"]')).to_have_attribute("data-state", "completed")
        expect(page.locator(".run-end")).to_contain_text("2 of 2 completed")
        assert page.url.startswith(f"{address}/runs/")
        (cookie,) = context.cookies()
        assert cookie["path"] == PREFIX
