"""The pages' files, read once and kept ready: the shell for every page's address, and the assets under their hash."""

from __future__ import annotations

import gzip
import hashlib
import html
import mimetypes
from dataclasses import dataclass
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response

PAGES = Path(__file__).parent / "pages"
_TYPES = {
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
    ".html": "text/html; charset=utf-8",
    ".json": "application/json",
    ".webmanifest": "application/manifest+json",
}
_NOT_SERVED = (".d.ts", "jsconfig.json", ".md", ".py", "index.html")
_SMALL = 600
_FOREVER = "public, max-age=31536000, immutable"


@dataclass(frozen=True, slots=True)
class Asset:
    """A file as it is sent."""

    content: bytes
    zipped: bytes | None
    type: str
    etag: str


class Pages:
    """The files of a folder. With `fresh` they are read again at each request, for whoever works on them."""

    def __init__(self, folder: Path = PAGES, *, fresh: bool = False) -> None:
        self._folder = folder
        self._fresh = fresh
        self._assets, self._hash, self._shell = self._read()

    def _read(self) -> tuple[dict[str, Asset], str, str]:
        assets: dict[str, Asset] = {}
        whole = hashlib.sha256()
        for path in sorted(self._folder.rglob("*")) if self._folder.is_dir() else ():
            if path.is_file() and not path.name.endswith(_NOT_SERVED) and not path.name.startswith("."):
                name = path.relative_to(self._folder).as_posix()
                assets[name] = _asset(path)
                whole.update(f"{name} {assets[name].etag}\n".encode())
        shell = self._folder / "index.html"
        text = shell.read_text("utf-8") if shell.is_file() else "<!doctype html><title>Gameplan</title>"
        return assets, whole.hexdigest()[:16], text

    def shell(self, prefix: str, status: int = 200) -> Response:
        """The page that every address leads to."""
        if self._fresh:
            self._assets, self._hash, self._shell = self._read()
        under = html.escape(prefix, quote=True)
        text = self._shell.replace("{{assets}}", f"{under}/assets/{self._hash}").replace("{{prefix}}", under)
        return Response(text, status, headers={"Cache-Control": "no-cache"}, media_type="text/html; charset=utf-8")

    def asset(self, request: Request, name: str) -> Response:
        """A file; under the hash of them all it never changes, and may be kept for ever."""
        if self._fresh:
            self._assets, self._hash, self._shell = self._read()
        first, _, rest = name.partition("/")
        hashed = len(first) == len(self._hash) and rest in self._assets
        asset = self._assets.get(rest if hashed else name)
        if asset is None:
            return Response("There is no such file.", 404, media_type="text/plain; charset=utf-8")
        kept = _FOREVER if hashed and first == self._hash and not self._fresh else "no-cache"
        headers = {"ETag": asset.etag, "Cache-Control": kept, "Vary": "Accept-Encoding"}
        if asset.etag in (request.headers.get("if-none-match") or ""):
            return Response(status_code=304, headers=headers)
        content = asset.content
        if asset.zipped is not None and "gzip" in (request.headers.get("accept-encoding") or ""):
            content = asset.zipped
            headers["Content-Encoding"] = "gzip"
        return Response(content, headers=headers, media_type=asset.type)


def _asset(path: Path) -> Asset:
    content = path.read_bytes()
    type_ = _TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    zipped = gzip.compress(content, 9, mtime=0) if len(content) > _SMALL else None
    if zipped is not None and len(zipped) >= len(content):
        zipped = None
    return Asset(content, zipped, type_, f'"{hashlib.sha256(content).hexdigest()[:16]}"')
