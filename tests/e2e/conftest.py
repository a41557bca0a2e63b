"""A real studio in a process of its own, and a real browser that looks at it."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import cached_property
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import httpx
import pytest
from axe_playwright_python.base import AxeResults
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, Locator, Page, Request, expect, sync_playwright

PATIENCE = 60_000  # milliseconds: machines are busy, and nothing here is about how quick they are
expect.set_options(timeout=PATIENCE)

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
ARGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
ADDRESS = re.compile(r"(http://127\.0\.0\.1:(\d+)[^\s#]*?)(/|/(?:plans|runs)/[^\s#/]+)#token=(\S+)")
SETTLED = """() => Promise.race([
    new Promise((done) => setTimeout(done, 1000)),
    new Promise(requestAnimationFrame).then(() => Promise.all(document.getAnimations().map((each) => each.finished))),
]).catch(() => {})"""
AXE = {"resultTypes": ["violations"]}
# What lies beyond the edge of the screen, in nothing that scrolls or was cut on purpose.
STICKS_OUT = """() => {
    const reachable = (element) => {
        for (let it = element.parentElement; it && it !== document.body; it = it.parentElement)
            if (getComputedStyle(it).overflowX !== 'visible') return true
        return false
    }
    return [...document.querySelectorAll('body *:not(svg *)')]
        .filter((it) => it.checkVisibility({visibilityProperty: true, contentVisibilityAuto: true}))
        .filter((it) => {
            const {left, right, width} = it.getBoundingClientRect()
            return width > 1 && (left < -1 || right > innerWidth + 1)
        })
        .filter((it) => !reachable(it))
        .map((it) => it.outerHTML.slice(0, 120))
}"""
FILES = {
    "pyproject.toml": '[project]\nname = "ferry"\nversion = "1.4.0"\n',
    "CHANGELOG.md": "# Changelog\n\n## 1.4.0\n\n- Two crossings a day.\n",
    "ferry.py": "crossings = 3\nharbour = 'north'\n# TODO: ask the captain\n",
    "notes/winter.md": "# Winter\n\nThe ferry stays in the harbour.\nTODO: paint the hull\n",
    "notes/summer.md": "# Summer\n\nSix crossings on Sundays.\n",
}


class Studio:
    """A studio process: it can be stopped, killed and started again on the same port and record."""

    def __init__(
        self,
        folder: Path,
        *options: str,
        environment: dict[str, str] | None = None,
        program: Sequence[str] = ("-m", "gameplan.studio"),
    ) -> None:
        self.workspace = folder / "workspace"
        self.home = folder / "home"
        self.log = folder / "studio.log"
        self.options = options
        self.environment = environment or {}
        self.program = program
        self.port = 0
        self.process: subprocess.Popen[bytes] | None = None
        self.address = self.first_page = self.token = ""
        self._cookies: dict[str, str] = {}
        for name, text in FILES.items():
            path = self.workspace / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        self.home.mkdir(parents=True, exist_ok=True)

    def start(self) -> Studio:
        """Start it, on the port that it had before, and wait until it prints its address."""
        secret = ("KEY", "TOKEN", "SECRET", "GAMEPLAN", "XDG")
        environment = {name: value for name, value in os.environ.items() if not any(word in name for word in secret)}
        environment |= {"XDG_CONFIG_HOME": str(self.home.parent / "config"), "PYTHONUNBUFFERED": "1"}
        options = ["--workspace", self.workspace, "--home", self.home, "--port", self.port, "--no-browser"]
        before = self.log.stat().st_size if self.log.exists() else 0
        with self.log.open("a") as log:
            self.process = subprocess.Popen(
                [sys.executable, *self.program, *map(str, options), *self.options],
                stdout=log,
                stderr=subprocess.STDOUT,
                env=environment | self.environment,
            )
        while self.process.poll() is None:
            said = self.log.read_bytes()[before:].decode(errors="replace")
            if found := ADDRESS.search(said):
                self.address, self.port, self.first_page, self.token = found[1], int(found[2]), found[3], found[4]
                return self
            time.sleep(0.05)
        raise AssertionError(f"The studio did not start:\n{self.log.read_text()}")

    def stop(self, how: int = signal.SIGINT) -> None:
        """End it by its own pid: politely, or with SIGKILL."""
        if self.process is not None:
            self.process.send_signal(how)
            try:
                self.process.wait(timeout=60)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
        self.process = None

    @property
    def key(self) -> str:
        """What a program of the same person signs in with."""
        return str(json.loads((self.home / "studio.json").read_text())["key"])

    @property
    def cookies(self) -> dict[str, str]:
        """Signed in with the key of this machine's programs: the printed token is left for a test to use up."""
        if not self._cookies:
            with httpx.Client(base_url=self.address, timeout=60) as client:
                client.post("/api/session", json={"token": self.key}).raise_for_status()
                self._cookies = dict(client.cookies)
        return self._cookies

    def api(self, method: str, path: str, body: Any = None, **headers: str) -> Any:
        """Ask the API, and give what it says; a problem is a failure of the test."""
        with httpx.Client(base_url=f"{self.address}/api", cookies=self.cookies, timeout=60) as client:
            given = {name.replace("_", "-"): value for name, value in headers.items()}
            answer = client.request(method, path, json=body, headers=given)
        assert answer.is_success, f"{method} {path}: {answer.status_code} {answer.text}"
        return answer.json() if answer.content else None

    @cached_property
    def documented(self) -> list[tuple[str, re.Pattern[str]]]:
        """What the API's document says can be asked for: methods, and addresses in full."""
        paths = self.api("GET", "/openapi.json")["paths"]
        address = {path: re.sub(r"\\{\w+\\}", "[^/]+", re.escape(self.address + path)) for path in paths}
        return [(method.upper(), re.compile(address[path])) for path, item in paths.items() for method in item]

    def plan(self, template: str = "backup-and-edit", **inputs: Any) -> dict[str, Any]:
        """A plan out of a template, under review."""
        told = inputs or {"file": "ferry.py", "old": "crossings = 3", "new": "crossings = 4"}
        return self.api("POST", "/plans", {"template": template, "inputs": told})  # type: ignore[no-any-return]

    def run(self, plan: str, **body: Any) -> dict[str, Any]:
        """Start a plan."""
        return self.api("POST", f"/plans/{plan}/runs", body)  # type: ignore[no-any-return]


@pytest.fixture(scope="module")
def new_studio(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[..., Studio]]:
    """Makes studios, each with a workspace and a home of its own."""
    made: list[Studio] = []

    def make(*options: str, **how: Any) -> Studio:
        made.append(Studio(tmp_path_factory.mktemp("studio"), *options, **how))
        return made[-1].start()

    yield make
    for studio in made:
        studio.stop()


@pytest.fixture(scope="module")
def studio(new_studio: Callable[..., Studio]) -> Studio:
    """The studio that the tests of a file share."""
    return new_studio()


@pytest.fixture(scope="session")
def until() -> Callable[[Callable[[], object]], None]:
    """Look until something holds: what a page shows may be a moment ahead of what the studio has on disk."""

    def look(holds: Callable[[], object]) -> None:
        end = time.monotonic() + PATIENCE / 1000
        while not holds():
            assert time.monotonic() < end, "It did not come to that."
            time.sleep(0.05)

    return look


class ModelServer:
    """A server on this machine that speaks OpenAI's chat protocol: it says what a test laid down, in order."""

    def __init__(self) -> None:
        self.replies: list[Any] = []
        self.asked: list[str] = []
        self.go_on = threading.Event()
        self.go_on.set()
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = json.loads(self.rfile.read(int(self.headers["content-length"])))
                outer.asked.append(json.dumps(body["messages"]))
                outer.go_on.wait(300)
                said = outer.replies.pop(0)
                delta: dict[str, Any] = {"role": "assistant"}
                if isinstance(said, tuple):
                    call = {"name": said[0], "arguments": json.dumps(said[1])}
                    delta["tool_calls"] = [{"index": 0, "id": "call-1", "type": "function", "function": call}]
                else:
                    delta["content"] = said if isinstance(said, str) else json.dumps(said)
                head = {"id": "1", "object": "chat.completion.chunk", "created": 1, "model": "gpt-5-mini"}
                reason = "tool_calls" if isinstance(said, tuple) else "stop"
                usage = {"prompt_tokens": 1200, "completion_tokens": 34, "total_tokens": 1234}
                parts = (
                    {"choices": [{"index": 0, "delta": delta, "finish_reason": None}]},
                    {"choices": [{"index": 0, "delta": {}, "finish_reason": reason}]},
                    {"choices": [], "usage": usage},
                )
                lines = [f"data: {json.dumps(head | part)}\n\n" for part in parts]
                with suppress(OSError):  # whoever asked may have gone
                    self.send_response(200)
                    self.send_header("content-type", "text/event-stream")
                    self.end_headers()
                    self.wfile.write("".join([*lines, "data: [DONE]\n\n"]).encode())

            def log_message(self, *_: object) -> None: ...

        self._http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._thread = threading.Thread(target=self._http.serve_forever, kwargs={"poll_interval": 0.05})
        self._thread.start()
        self.model = f"http://127.0.0.1:{self._http.server_port}/v1#gpt-5-mini"

    def close(self) -> None:
        self.go_on.set()
        self._http.shutdown()
        self._http.server_close()
        self._thread.join()


@pytest.fixture(scope="module")
def model_server() -> Iterator[ModelServer]:
    """A model of one's own; it replies with a text, a plan (a dict) or a call (a tool's name and its arguments)."""
    server = ModelServer()
    yield server
    server.close()


@pytest.fixture(scope="module")
def launch() -> Iterator[Callable[..., Browser]]:
    """Starts browsers, with what is set in them from the start."""
    # Of the file, not of the session: while it lives, no other event loop can run in this thread.
    assert CHROMIUM is not None, "these tests need a browser: make system"
    with sync_playwright() as playwright:
        yield lambda *settings: playwright.chromium.launch(executable_path=CHROMIUM, args=[*ARGS, *settings])


@pytest.fixture(scope="module")
def browser(launch: Callable[..., Browser]) -> Iterator[Browser]:
    browser = launch()
    yield browser
    browser.close()


@pytest.fixture
def new_context(browser: Browser) -> Iterator[Callable[[Studio], BrowserContext]]:
    """Makes browsers' profiles, signed in to a studio. What goes wrong in a page fails the test.

    So does what a page asks for that is not in the API's document: the pages are clients like others.
    """
    made: list[BrowserContext] = []
    wrong: list[str] = []

    def make(studio: Studio, **options: Any) -> BrowserContext:
        context = browser.new_context(viewport={"width": 1280, "height": 860}, reduced_motion="reduce", **options)
        context.set_default_timeout(PATIENCE)
        for name, value in studio.cookies.items():
            context.add_cookies([{"name": name, "value": value, "url": studio.address}])
        documented = studio.documented

        def asked(request: Request) -> None:
            url = request.url.partition("?")[0]
            if url == f"{studio.address}/api/openapi.json":
                return  # the document itself
            if url.startswith(f"{studio.address}/api/") and not any(
                request.method == method and path.fullmatch(url) for method, path in documented
            ):
                wrong.append(f"{request.method} {url} is not in the API's document")

        context.on("request", asked)
        context.on("weberror", lambda error: wrong.append(str(error.error)))
        context.on("console", lambda line: "Content Security" in line.text and wrong.append(line.text))
        made.append(context)
        return context

    yield make
    for context in made:
        context.close()
    assert not wrong


@pytest.fixture
def page(studio: Studio, new_context: Callable[[Studio], BrowserContext]) -> Page:
    """A page that is signed in to the studio of this file, at its home."""
    page = new_context(studio).new_page()
    page.goto(f"{studio.address}/")
    return page


@pytest.fixture(scope="session")
def tab_to() -> Callable[..., None]:
    """Press Tab until an element has the focus."""

    def press(page: Page, wanted: Locator, key: str = "Tab") -> None:
        for _ in range(80):
            if wanted.count() and wanted.evaluate("(it) => it === document.activeElement"):
                return
            page.keyboard.press(key)
        raise AssertionError(f"{key} does not lead to {wanted}")

    return press


@pytest.fixture(scope="session")
def raising() -> list[dict[str, Any]]:
    """Steps over the ferry: one looks, one asks before it changes a file, one asks a question."""
    return [
        {"id": "look", "tool": "list_directory", "description": "See what is there"},
        {
            "id": "raise",
            "tool": "edit_file",
            "description": "Raise the crossings",
            "args": {"path": "ferry.py", "old": "crossings = 3", "new": "crossings = 4"},
        },
        {"id": "who", "tool": "ask", "args": {"question": "Whose reports?", "type": "choice", "choices": ["a", "b"]}},
    ]


@pytest.fixture(scope="session")
def screenshots(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where pictures are kept: $GAMEPLAN_SCREENSHOTS, or a temporary folder."""
    folder = Path(os.environ.get("GAMEPLAN_SCREENSHOTS") or tmp_path_factory.mktemp("screenshots"))
    folder.mkdir(parents=True, exist_ok=True)
    return folder


@pytest.fixture(scope="session")
def sticks_out() -> Callable[[Page], list[str]]:
    """What lies beyond the screen's edge, where nobody can scroll to it."""
    return lambda page: page.evaluate(STICKS_OUT)  # type: ignore[no-any-return]


@pytest.fixture
def check_page(screenshots: Path, sticks_out: Callable[[Page], list[str]]) -> Callable[..., None]:
    """axe finds nothing on a desk or a phone, in either theme, and nothing is wider than a screen; pictures are kept.

    One loaded page is resized. `within` names what axe looks at, where the rest has been looked at already.
    """
    axe = Axe()

    def check(page: Page, name: str, *, full: bool = True, within: str | None = None) -> None:
        page.locator("h1").wait_for()
        page.evaluate("(script) => window.axe || (0, eval)(script)", axe.axe_script)
        for theme in ("light", "dark"):
            page.emulate_media(color_scheme=theme, reduced_motion="reduce")  # type: ignore[arg-type]
            for width, height, kind in ((1280, 860, theme), (390, 844, f"390-{theme}")):
                page.set_viewport_size({"width": width, "height": height})
                page.evaluate(SETTLED)
                results = AxeResults(page.evaluate("([where, how]) => axe.run(where ?? document, how)", [within, AXE]))
                assert results.violations_count == 0, f"{name}, {kind}:\n{results.generate_report()}"
                page.screenshot(path=screenshots / f"{name}-{kind}.png", full_page=full)
        page.emulate_media(color_scheme="light")
        for width in (320, 390, 768):
            page.set_viewport_size({"width": width, "height": 844})
            assert page.evaluate("document.documentElement.scrollWidth") <= width, f"{name} is wider than {width}"
            assert sticks_out(page) == [], f"{name}: out of sight at {width}"
        page.screenshot(path=screenshots / f"{name}-768.png", full_page=full)
        page.set_viewport_size({"width": 1280, "height": 860})

    return check
