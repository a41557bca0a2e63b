"""The pages' files, read once and kept ready: the shell for every page's address, and the assets under their hash.

Nothing is built. A script goes out without the lines that are only for whoever reads its source, and the shell names
what its page will import, so that the browser asks for all of it at once.
"""

from __future__ import annotations

import hashlib
import html
import mimetypes
import posixpath
import re
from dataclasses import dataclass
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response

from gameplan.studio.packing import packed

PAGES = Path(__file__).parent / "pages"
_TYPES = {
    ".js": "text/javascript",  # scripts are UTF-8, and sheets what their page is: each answer may do without saying it
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".html": "text/html; charset=utf-8",
    ".json": "application/json",
    ".webmanifest": "application/manifest+json",
}
_NOT_SERVED = (".d.ts", "jsconfig.json", ".md", ".py", "index.html")
_FOREVER = "private, max-age=31536000, immutable"
_BEGIN = "app.js"
_COMMENTS = {
    ".js": re.compile(r"^[ \t]*(?://.*|/\*(?:[^*]|\*(?!/))*\*/[ \t]*)$", re.M),
    ".css": re.compile(r"^[ \t]*/\*(?:[^*]|\*(?!/))*\*/[ \t]*$", re.M),
}
_TYPE = re.compile(r"/\*\* @type \{[^*]*\} \*/ ?")
_INDENT = re.compile(r"^[ \t]+", re.M)
_ROOM = re.compile(r"""('[^'\n]*'|"[^"\n]*")|[ \t]*([{};,])[ \t]*|(?<=[\w-])(:)[ \t]+""")
_IMPORT = re.compile(r"^(?:import [^'(]*|export [^'(=]* from )'(\.[^']+)';", re.M)
_STYLE = re.compile(r"\bstyle\('([^']+)'\)")
_ROUTE = re.compile(r"\['(/[^']*)', '\./([^']+)'\]")


@dataclass(frozen=True, slots=True)
class Asset:
    """A file as it is sent."""

    content: bytes
    type: str
    etag: str


class Pages:
    """The files of a folder. With `fresh` they are read again at each request, for whoever works on them."""

    def __init__(self, folder: Path = PAGES, *, fresh: bool = False) -> None:
        self._folder = folder
        self._fresh = fresh
        self._read()

    def _read(self) -> None:
        assets: dict[str, Asset] = {}
        whole = hashlib.sha256()
        for path in sorted(self._folder.rglob("*")) if self._folder.is_dir() else ():
            if path.is_file() and not path.name.endswith(_NOT_SERVED) and not path.name.startswith("."):
                name = path.relative_to(self._folder).as_posix()
                assets[name] = _asset(path, as_it_is=self._fresh)
                whole.update(f"{name} {assets[name].etag}\n".encode())
        self._assets = assets  # all at once: others may be reading
        self._hash = whole.hexdigest()[:16]
        shell = self._folder / "index.html"
        self._shell = shell.read_text("utf-8") if shell.is_file() else "<!doctype html><title>Gameplan</title>"
        self._routes = _ROUTE.findall(self._text(_BEGIN))
        self._ahead: dict[str, list[str]] = {}

    def shell(self, request: Request, path: str, status: int = 200) -> Response:
        """The page that every address leads to; `path` is the one below the prefix."""
        if self._fresh:
            self._read()
        assets = f"{html.escape(request.scope.get('root_path') or '', quote=True)}/assets/{self._hash}"
        ahead = "\n".join(_ahead(f"{assets}/{html.escape(name, quote=True)}") for name in self.needed(path))
        content = self._shell.replace("{{ahead}}", ahead).replace("{{assets}}", assets).encode()
        headers = {"Cache-Control": "no-cache", "Vary": "Accept-Encoding"}
        content, packing = packed(content, request.scope)
        return Response(content, status, headers=headers | packing, media_type=_TYPES[".html"])

    def needed(self, path: str) -> list[str]:
        """The scripts and style sheets that the page at an address begins with, besides those in the shell itself."""
        page = self._page(path)
        if page not in self._ahead:
            scripts = self._imported([_BEGIN, *([page] if page else [])])
            sheets = [sheet for name in scripts for sheet in _STYLE.findall(self._text(name))]
            self._ahead[page] = [each for each in dict.fromkeys([*sheets, *scripts]) if each != _BEGIN]
        return self._ahead[page]

    def _page(self, path: str) -> str:
        """The module that draws an address, as the table in app.js has it."""
        parts = path.strip("/").split("/")
        for pattern, module in self._routes:
            wanted = pattern.strip("/").split("/")
            if len(wanted) == len(parts) and all(
                each == part or (each.startswith(":") and part) for each, part in zip(wanted, parts, strict=True)
            ):
                return str(module)
        return ""

    def _imported(self, names: list[str]) -> list[str]:
        """The modules, and all that they import, in the order in which a browser would find them."""
        found = list(names)
        for name in found:  # which grows meanwhile
            for each in _IMPORT.findall(self._text(name)):
                other = posixpath.normpath(posixpath.join(posixpath.dirname(name), each))
                if other not in found:
                    found.append(other)
        return found

    def _text(self, name: str) -> str:
        asset = self._assets.get(name)
        return asset.content.decode() if asset is not None else ""

    def asset(self, request: Request, name: str) -> Response:
        """A file; under the hash of them all it never changes, and may be kept for ever."""
        if self._fresh:
            self._read()
        first, _, rest = name.partition("/")
        hashed = len(first) == len(self._hash) and rest in self._assets
        asset = self._assets.get(rest if hashed else name)
        if asset is None:
            return Response("There is no such file.", 404, media_type="text/plain; charset=utf-8")
        if hashed and first == self._hash and not self._fresh:
            headers = {"Cache-Control": _FOREVER}  # nobody between us keeps it, so nobody needs to know that it varies
        else:
            headers = {"Cache-Control": "no-cache", "Vary": "Accept-Encoding", "ETag": asset.etag}
            if asset.etag in (request.headers.get("if-none-match") or ""):
                return Response(status_code=304, headers=headers)
        content, packing = packed(asset.content, request.scope)
        return Response(content, headers={**headers, **packing, "Content-Type": asset.type})


def in_short(text: str, kind: str) -> str:
    """A script or a style sheet without its comments, types and indentation; each line keeps its number.

    One in which a text goes over the end of a line stays as it is: there, spaces and slashes may mean something.
    """
    short = _COMMENTS[kind].sub(lambda found: "\n" * found[0].count("\n"), text)
    if any(line.count("`") % 2 or line.endswith("\\") for line in short.splitlines()):
        return text
    if kind == ".css":
        short = _ROOM.sub(lambda found: found[1] or found[2] or found[3], short)
    return _INDENT.sub("", _TYPE.sub("", short))


def _asset(path: Path, *, as_it_is: bool) -> Asset:
    content = path.read_bytes()
    if not as_it_is and path.suffix in _COMMENTS:
        content = in_short(content.decode("utf-8"), path.suffix).encode()
    type_ = _TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    return Asset(content, type_, f'"{hashlib.sha256(content).hexdigest()[:16]}"')


def _ahead(address: str) -> str:
    """Has the browser ask for a file before a script does."""
    return f'<link rel="{"stylesheet" if address.endswith(".css") else "modulepreload"}" href="{address}">'
