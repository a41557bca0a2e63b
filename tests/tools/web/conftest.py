"""Real servers on this machine that count who connects, and a way to call the tool as a model does."""

import subprocess
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from gameplan.runtime import Session
from gameplan.tools import ToolContext, invoke
from gameplan.tools.web import Web, http_fetch_tool


class Site(ThreadingHTTPServer):
    """A server whose every page is a function of the request; `connections` counts all, `requests` keeps them."""

    daemon_threads = True

    def __init__(self, tls=None):
        self.connections = 0
        self.requests = []
        self.pages = {}
        super().__init__(("127.0.0.1", 0), _Handler)
        if tls is not None:
            self.socket = tls.wrap_socket(self.socket, server_side=True)
        self.port = self.server_address[1]
        self._thread = threading.Thread(target=self.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
        self._thread.start()

    def get_request(self):
        accepted = super().get_request()
        self.connections += 1
        return accepted

    def handle_error(self, request, client_address):
        """A client that goes away is no news."""

    def page(self, path, body=b"", status=200, **headers):
        headers = {name.replace("_", "-"): value for name, value in headers.items()}
        self.pages[path] = status, {"Content-Type": "text/plain", **headers}, body

    def stop(self):
        self.shutdown()
        self.server_close()
        self._thread.join()


class _Handler(BaseHTTPRequestHandler):
    def do_GET(self):
        self.server.requests.append((self.path, dict(self.headers)))
        page = self.server.pages.get(self.path.partition("?")[0])
        if callable(page):
            page(self)
            return
        status, headers, body = page or (404, {"Content-Type": "text/plain"}, b"nothing here")
        self.send_response(status)
        for name, value in headers.items():
            if value is not None:
                self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    do_HEAD = do_GET

    def log_message(self, *arguments):
        pass


@pytest.fixture
def site():
    site = Site()
    yield site
    site.stop()


@pytest.fixture
def other():
    site = Site()
    yield site
    site.stop()


@pytest.fixture
def make_site():
    sites = []

    def make(**options):
        sites.append(Site(**options))
        return sites[-1]

    yield make
    for each in sites:
        each.stop()


@pytest.fixture
def fetch(site):
    """`await fetch(url)`: the outcome. Without a list, the site is allowed as `site.test`, which is this machine."""
    session = Session()

    async def fetch(url="", *, allow=(), private=None, names=None, arguments=None, **options):
        private = [f"site.test:{site.port}"] if private is None else private
        names = {"site.test": ["127.0.0.1"]} if names is None else names
        if names:
            options["resolve"] = lambda host, port: names.get(host, [host])
        url = url if "://" in url else f"http://site.test:{site.port}{url}"
        made = http_fetch_tool(Web(list(allow), private=list(private)), **options)
        return await invoke(made, {"url": url, **(arguments or {})}, ToolContext(session))

    fetch.session = session
    return fetch


@pytest.fixture(scope="session")
def certificate(tmp_path_factory):
    """A certificate for site.test that nobody trusts by himself."""
    folder = tmp_path_factory.mktemp("tls")
    key, file = folder / "key.pem", folder / "cert.pem"
    line = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
    line += ["-keyout", str(key), "-out", str(file), "-days", "2", "-subj", "/CN=site.test"]
    line += ["-addext", "subjectAltName=DNS:site.test"]
    subprocess.run(line, check=True, capture_output=True)
    return file, key
