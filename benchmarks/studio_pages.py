"""The studio in a real browser: how much is loaded, how soon an event is seen, what many steps and watchers cost.

python benchmarks/studio_pages.py --serve WORKSPACE HOME    is the studio that is measured, with one more tool.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from statistics import median
from typing import Any

from tables import Column, Row, Table

MOST_BYTES, MOST_MILLISECONDS = 60_000, 600
MOST_DELAY, MOST_PAUSE = 100, 100
MOST_MEMORY, MOST_SLOWER = 100, 5.0
WATCHERS = 200
TICK = 0.1  # a step has two events: 20 a second
LARGE = 1_000
ARGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run", "--disable-sync"]
METHOD = (
    "Chromium without a GPU, a fresh profile for each load, the server in a process of its own on the same machine.\n"
    "Bytes: as they came over the wire, with headers and the worker that tabs share.\n"
    "Event to DOM: from the time in the record to the change of the page. Watchers read the same run's stream; a run "
    "without\nthem goes before, and another after. Pause: the longest time between two frames while the wheel turns."
)
NEEDS = ("playwright", "httpx", "fastapi", "sse_starlette", "uvicorn")
# Notes when the first step is drawn, and when the page says that so many steps are done.
_WATCH = """
window.seen = {first: 0, done: []}
new MutationObserver(() => {
  if (!seen.first && document.querySelector('step-list [role=option]')) seen.first = performance.now()
  const said = /^(\\d+) of/.exec(document.querySelector('.run-bar p')?.textContent ?? '')
  if (said && seen.done[said[1]] === undefined) seen.done[said[1]] = performance.timeOrigin + performance.now()
}).observe(document, {subtree: true, childList: true, attributes: true, characterData: true})
"""
_FRAMES = """
window.pause = 0
let before = performance.now()
const look = (now) => { window.pause = Math.max(window.pause, now - before); before = now; requestAnimationFrame(look) }
requestAnimationFrame((now) => { before = now; look(now) })
"""


def tables(*, quick: bool) -> list[Table]:
    chromium = shutil.which("chromium") or shutil.which("google-chrome")
    missing = [name for name in NEEDS if find_spec(name) is None] + ([] if chromium else ["Chromium"])
    if missing:
        why = f"Not measured: {', '.join(missing)} missing. It needs gameplan[studio], playwright and Chromium."
        return [Table("The studio in a browser", METHOD, [], [], [why])]
    from playwright.sync_api import sync_playwright

    with tempfile.TemporaryDirectory() as folder, _studio(Path(folder)) as studio, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=ARGS)
        rows = [
            *_cold_load(studio, browser, 2 if quick else 7),
            *_events(studio, browser, 20 if quick else 100),
            _large(studio, browser),
            _memory(studio, 100 if quick else 500),
        ]
        browser.close()
    return [Table("The studio in a browser", METHOD, [Column("measured", "{:,.1f}"), Column("unit")], rows)]


# -- what is measured


def _cold_load(studio: Studio, browser: Any, rounds: int) -> Iterator[Row]:
    plan = studio.api("POST", "/plans", {"template": "release-version", "inputs": {"version": "2.0.0"}})
    each = []
    for _ in range(rounds + 1):  # the first starts the browser's own processes
        page = _page(studio, browser)
        asked: dict[str, str] = {}
        loaded: dict[str, float] = {}
        wire = page.context.new_cdp_session(page)
        wire.send("Network.enable")
        wire.on("Network.requestWillBeSent", partial(_note, asked, lambda event: event["request"]["url"]))
        wire.on("Network.loadingFinished", partial(_note, loaded, lambda event: event["encodedDataLength"]))
        page.goto(f"{studio.address}/plans/{plan['id']}")
        page.wait_for_function("() => window.seen?.first")
        page.wait_for_timeout(700)  # what a page loads a little later counts, too
        data = sum(size for name, size in loaded.items() if "/api/" in asked[name])
        (worker,) = (address for address in asked.values() if address.endswith("-worker.js"))
        whole = sum(loaded.values()) + studio.size(worker)  # which the page itself does not load, nor count
        each.append((whole, data, page.evaluate("() => seen.first"), len(loaded) + 1))
        page.context.close()
    size, data, took, files = (median(values) for values in zip(*each[1:], strict=True))
    yield _row("cold load of the review", size / 1000, f"kB in {files:.0f} answers", MOST_BYTES / 1000)
    yield Row("… of it the plan and the tools", {"measured": data / 1000, "unit": "kB"})
    yield _row("… until the steps are there", took, "ms", MOST_MILLISECONDS)


def _note(notes: dict[str, Any], what: Callable[[dict[str, Any]], Any], event: dict[str, Any]) -> None:
    notes[event["requestId"]] = what(event)


def _events(studio: Studio, browser: Any, steps: int) -> Iterator[Row]:
    ready: dict[str, Any] = {"id": "t0", "tool": "ask", "args": {"question": "Ready?", "type": "yes_no"}}
    after = [{"id": f"t{number}", "tool": "tick", "dependsOn": [f"t{number - 1}"]} for number in range(1, steps + 1)]
    plan = studio.api("POST", "/plans", {"plan": {"request": "Tick", "steps": [ready, *after]}})["id"]
    before = _alone(studio, plan)
    page = _page(studio, browser)
    run = studio.api("POST", f"/plans/{plan}/runs", {})["id"]
    with _watching(studio, run, WATCHERS - 1):
        page.goto(f"{studio.address}/runs/{run}")
        page.wait_for_selector("step-list [role=option]")
        page.wait_for_timeout(1000)
        used = studio.processor()
        studio.api("POST", f"/runs/{run}/intents", {"kind": "answer", "payload": {"step": "t0", "value": True}})
        ended = _ended(studio, run)
        used = studio.processor() - used
        page.wait_for_timeout(500)
    seen = page.evaluate("() => seen.done")
    after_it = _alone(studio, plan)
    alone, alone_used = ((one + other) / 2 for one, other in zip(before, after_it, strict=True))
    late = sorted(at - ended[done - 1] for done, at in enumerate(seen) if at is not None and 1 < done <= len(ended))
    page.context.close()
    yield _row(f"event to DOM with {WATCHERS} watchers, p95", late[int(len(late) * 0.95)], "ms", MOST_DELAY)
    yield Row("… median", {"measured": median(late), "unit": "ms"})
    slower = (_took(ended) / alone - 1) * 100
    yield _row(f"the engine with {WATCHERS} watchers", slower, "% slower", MOST_SLOWER)
    each = (used - alone_used) / (2 * len(ended) * WATCHERS) * 1e6
    yield Row("the server's processor for an event and a watcher", {"measured": each, "unit": "µs"})


def _large(studio: Studio, browser: Any) -> Row:
    steps: list[dict[str, Any]] = [{"id": "s0", "tool": "tick"}]
    for number in range(1, LARGE):
        after = {f"s{max(0, number - 8)}", f"s{number // 3}"}
        steps.append({"id": f"s{number}", "tool": "tick", "dependsOn": sorted(after)})
    plan = studio.api("POST", "/plans", {"plan": {"request": "A large plan", "steps": steps}})["id"]
    page = _page(studio, browser)
    page.goto(f"{studio.address}/plans/{plan}")
    page.wait_for_function("() => window.seen?.first")
    page.wait_for_timeout(1500)
    page.evaluate(_FRAMES)
    for place, turns in (("step-list", [900] * 15 + [-2000] * 6), ("plan-graph", [-240] * 18 + [240] * 24)):
        box = page.locator(place).bounding_box()
        page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        for turn in turns:
            page.mouse.wheel(0, turn)
            page.wait_for_timeout(30)
    pause = page.evaluate("window.pause")
    page.context.close()
    return _row(f"{LARGE:,} steps, scrolled and zoomed: longest pause", pause, "ms", MOST_PAUSE)


def _memory(studio: Studio, watchers: int) -> Row:
    asks = {"id": "who", "tool": "ask", "args": {"question": "Who?"}}
    plan = studio.api("POST", "/plans", {"plan": {"request": "Wait", "steps": [asks]}})["id"]
    run = studio.api("POST", f"/plans/{plan}/runs", {})["id"]
    with _watching(studio, run, 10):
        time.sleep(0.5)
        before = studio.memory()
        with _watching(studio, run, watchers):
            time.sleep(1.0)
            after = studio.memory()
    return _row(f"the server's memory for each of {watchers} watchers", (after - before) / watchers, "kB", MOST_MEMORY)


def _row(name: str, value: float, unit: str, most: float) -> Row:
    return Row(name, {"measured": value, "unit": unit}, f"≤ {most:g}", value <= most)


# -- the studio, its pages and its watchers


@dataclass(slots=True)
class Studio:
    """A studio in another process."""

    address: str
    cookies: dict[str, str]
    pid: int

    def api(self, method: str, path: str, body: Any = None) -> Any:
        import httpx

        answer = httpx.request(method, f"{self.address}/api{path}", json=body, cookies=self.cookies, timeout=60)
        answer.raise_for_status()
        return answer.json()

    def size(self, address: str) -> int:
        """How many bytes an answer has over the wire, with its headers."""
        import httpx

        with httpx.stream("GET", address, headers={"Accept-Encoding": "gzip, br"}) as answer:
            head = sum(len(name) + len(value) + 4 for name, value in answer.headers.raw)
            return len("HTTP/1.1 200 OK\r\n\r\n") + head + sum(map(len, answer.iter_raw()))

    def processor(self) -> float:
        """The seconds of a core that it has used."""
        fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def memory(self) -> float:
        """Its resident memory in kB."""
        status = Path(f"/proc/{self.pid}/status").read_text()
        return float(next(line.split()[1] for line in status.splitlines() if line.startswith("VmRSS")))


@contextmanager
def _studio(folder: Path) -> Iterator[Studio]:
    import httpx

    workspace, home = folder / "workspace", folder / "home"
    workspace.mkdir()
    (workspace / "pyproject.toml").write_text('[project]\nversion = "1.0.0"\n')
    (workspace / "CHANGELOG.md").write_text("# Changelog\n")
    command = [sys.executable, __file__, "--serve", str(workspace), str(home)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        found = re.search(r"(\S+?)/?#token=(\S+)", process.stdout.readline())
        assert found is not None
        signed_in = httpx.post(f"{found[1]}/api/session", json={"token": found[2]})
        yield Studio(found[1], dict(signed_in.cookies), process.pid)
    finally:
        process.send_signal(signal.SIGINT)
        process.wait(20)


def _page(studio: Studio, browser: Any) -> Any:
    context = browser.new_context(viewport={"width": 1280, "height": 860})
    cookies = [{"name": name, "value": value, "url": studio.address} for name, value in studio.cookies.items()]
    context.add_cookies(cookies)
    context.add_init_script(_WATCH)
    return context.new_page()


def _alone(studio: Studio, plan: str) -> tuple[float, float]:
    """How long a run takes that nobody watches, and what it uses of the processor."""
    run: str = studio.api("POST", f"/plans/{plan}/runs", {})["id"]
    used = studio.processor()
    studio.api("POST", f"/runs/{run}/intents", {"kind": "answer", "payload": {"step": "t0", "value": True}})
    return _took(_ended(studio, run)), studio.processor() - used


def _ended(studio: Studio, run: str) -> list[float]:
    """When each step ended, in milliseconds, once all have."""
    while studio.api("GET", f"/runs/{run}")["status"] not in ("completed", "failed"):
        time.sleep(1)
    events = studio.api("GET", f"/sessions/{run}/events?limit=1000")
    return [each["at"] / 1000 for each in events if each["type"] == "run.step_ended"]


def _took(ended: list[float]) -> float:
    """From the end of the question to that of the last step."""
    return ended[-1] - ended[0]


@contextmanager
def _watching(studio: Studio, run: str, count: int) -> Iterator[None]:
    """So many others who read the stream of a run."""
    host, port = re.fullmatch(r"http://(.+):(\d+)", studio.address).groups()  # type: ignore[union-attr]
    cookie = "; ".join(f"{name}={value}" for name, value in studio.cookies.items())
    head = [f"GET /api/runs/{run}/events HTTP/1.1", f"Host: {host}:{port}", f"Cookie: {cookie}"]
    request = "\r\n".join([*head, "Accept: text/event-stream", "", ""])
    begun, end = threading.Semaphore(0), threading.Event()

    async def watch() -> None:
        reader, writer = await asyncio.open_connection(host, int(port))
        writer.write(request.encode())
        try:
            await reader.read(65_536)
            begun.release()
            while await reader.read(65_536):
                pass
        finally:
            writer.close()

    async def all_of_them() -> None:
        tasks = [asyncio.create_task(watch()) for _ in range(count)]
        while not end.is_set():
            await asyncio.sleep(0.1)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    thread = threading.Thread(target=lambda: asyncio.run(all_of_them()))
    thread.start()
    for _ in range(count):
        begun.acquire(timeout=30)
    yield
    end.set()
    thread.join()


# -- the process that is measured


def _serve(workspace: Path, home: Path) -> None:
    from gameplan.studio.house import Studio as House
    from gameplan.studio.serving import Server, Serving
    from gameplan.tools import ToolContext, tool

    @dataclass(frozen=True, slots=True, kw_only=True)
    class Tick:
        """Nothing to say."""

    @tool(effects=(), repeatable=True)
    async def tick(params: Tick, context: ToolContext) -> str:
        """Take a tenth of a second."""
        await asyncio.sleep(TICK)
        return "tick"

    class Ticking(House):
        def tools_for(self, session_id: str) -> Any:
            return {**super().tools_for(session_id), "tick": tick}

    server = Server(Ticking(workspace, home), Serving(port=0))
    with suppress(KeyboardInterrupt):
        asyncio.run(server.serve(lambda: print(server.sign_in_address, flush=True)))


if __name__ == "__main__":
    if sys.argv[1:2] == ["--serve"]:
        _serve(Path(sys.argv[2]), Path(sys.argv[3]))
    else:
        made = tables(quick="--quick" in sys.argv)
        print(json.dumps(made[0].as_json(), indent=1) if "--json" in sys.argv else made[0].as_text())
