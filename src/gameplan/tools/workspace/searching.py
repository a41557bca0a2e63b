"""The tool `search_files`."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, field
from typing import Any

from gameplan.tools.effects import Reads
from gameplan.tools.errors import ToolValidationError
from gameplan.tools.memory import Memory
from gameplan.tools.outcome import Done
from gameplan.tools.tool import Tool, tool
from gameplan.tools.workspace.background import Stop, in_thread
from gameplan.tools.workspace.beneath import READ
from gameplan.tools.workspace.binary import what_binary
from gameplan.tools.workspace.listing import nameable
from gameplan.tools.workspace.paths import MAX_PATH, shown
from gameplan.tools.workspace.reading import Enter
from gameplan.tools.workspace.walk import Walk, counted, plain, some
from gameplan.tools.workspace.wildcard import InvalidPattern, PathPattern, name_pattern

MAX_SHOWN = 200
MAX_FILE = 2_000_000
MAX_BYTES = 300_000_000
_LINE = 200
_BEFORE = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchFiles:
    name: str = field(
        default="",
        metadata={
            "description": 'Only files with such a name: "*.py", "test_*", or with directories "src/**/*.py". '
            "* and ? and [a-z] are understood, {a,b} is not.",
            "max_length": 500,
        },
    )
    text: str = field(
        default="",
        metadata={
            "description": "Only files with this text in a line. It is taken literally: it is no regular expression.",
            "max_length": 1_000,
        },
    )
    path: str = field(
        default=".",
        metadata={"description": "Where to search, relative to the workspace.", "max_length": MAX_PATH},
    )
    ignore_case: bool = field(
        default=False, metadata={"description": "Take capital and small letters as the same, in name and text."}
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """A line that contains the text. A long line is shown around the first place where it does."""

    path: str
    line: int
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """The files that were found and, in a search for text, the lines; both bounded, with how many there are in all."""

    files: tuple[str, ...]
    matches: tuple[Match, ...]
    total_files: int
    total_matches: int
    complete: bool


def search_files_tool(enter: Enter) -> Tool[Any, Any]:
    @tool(effects=Reads("path"), memory=Memory.LATEST("search"), timeout=30, trusted=False, primary="files")
    async def search_files(params: SearchFiles) -> Done[Found]:
        """Find files of the workspace by name, by text in them, or both.

        A search for text gives lines of the form "path:line: text", a search by name alone gives paths. At most 200
        are shown, and the rest is counted. What .gitignore excludes, binary files, files over 2 MB and symbolic links
        are not searched, and the result says so.
        """
        return await in_thread(lambda stop: _search(enter, params, stop))

    return search_files


def _search(enter: Enter, params: SearchFiles, stop: Stop) -> Done[Found]:
    fits = _name_test(params)
    if "\n" in params.text or "\r" in params.text:
        raise ToolValidationError("text must be within one line: search for one of its lines.", code="invalid_pattern")
    search = _Search(params)
    with enter() as folder, folder.opened(params.path) as start:
        walk = Walk(folder, start, params.path, stop)
        if start.kind == "file":
            name = plain(params.path)
            if fits(name.split("/")):
                search.look_into(start.descriptor, name)
        else:
            above = 0 if plain(params.path) == "." else plain(params.path).count("/") + 1
            with closing(walk.entries()) as entries:
                for entry in entries:
                    if entry.kind == "symlink":
                        search.links += 1
                    elif entry.kind == "file" and fits(entry.path.split("/")[above:]):
                        search.open_and_look(entry.directory, entry.name, entry.path, walk)
                    if search.bytes_read > MAX_BYTES:
                        walk.ended_early = f"more than {MAX_BYTES // 1_000_000} MB would have to be read"
                        break
    found = search.found(complete=not walk.ended_early)
    return Done(found, _message(params, found, search, walk))


def _name_test(params: SearchFiles) -> Callable[[list[str]], bool]:
    if not params.name and not params.text:
        raise ToolValidationError("Give a name, a text, or both.", code="invalid_pattern")
    if not params.name:
        return lambda parts: True
    pattern = params.name.removeprefix("./").removeprefix("/")
    fold = str.casefold if params.ignore_case else str
    try:
        if "/" in pattern:
            path_pattern = PathPattern(fold(pattern))
            return lambda parts: path_pattern.matches([fold(part) for part in parts])
        matches = name_pattern(fold(pattern))
    except InvalidPattern:
        raise ToolValidationError(
            f'name "{shown(params.name)}" is not a valid pattern: a "[" is not closed, or it ends in "\\".',
            code="invalid_pattern",
        ) from None
    return lambda parts: matches(fold(parts[-1]))


class _Search:
    """What one search has found so far, and what it passed over."""

    def __init__(self, params: SearchFiles) -> None:
        self._text = params.text
        self._ignore_case = params.ignore_case
        self._needle = params.text.casefold() if params.ignore_case else params.text
        self.files: list[str] = []
        self.matches: list[Match] = []
        self.total_files = 0
        self.total_matches = 0
        self.bytes_read = 0
        self.binary = 0
        self.large: list[str] = []
        self.links = 0

    def found(self, *, complete: bool) -> Found:
        return Found(
            files=tuple(sorted(self.files)),
            matches=tuple(sorted(self.matches, key=lambda match: (match.path, match.line))),
            total_files=self.total_files,
            total_matches=self.total_matches,
            complete=complete,
        )

    def open_and_look(self, directory: int, name: str, path: str, walk: Walk) -> None:
        if not self._text:
            self._add_file(path)
            return
        try:
            descriptor = os.open(name, READ | os.O_NOFOLLOW, dir_fd=directory)
        except OSError:
            walk.unreadable.append(path)
            return
        try:
            if stat.S_ISREG(os.fstat(descriptor).st_mode):
                self.look_into(descriptor, path)
        except OSError:
            walk.unreadable.append(path)
        finally:
            os.close(descriptor)

    def look_into(self, descriptor: int, path: str) -> None:
        """Add the lines of an open file that contain the text; any file will do if no text is wanted."""
        if not self._text:
            self._add_file(path)
            return
        if os.fstat(descriptor).st_size > MAX_FILE:
            self.large.append(path)
            return
        content = _read_up_to(descriptor, MAX_FILE + 1)
        self.bytes_read += len(content)
        if len(content) > MAX_FILE:
            self.large.append(path)
        elif what_binary(content):
            self.binary += 1
        else:
            self._add_lines(content, path)

    def _add_lines(self, content: bytes, path: str) -> None:
        if not self._ignore_case and self._text.encode() not in content:
            return
        numbers = 0
        for number, line in enumerate(content.decode(errors="replace").split("\n"), start=1):
            at = (line.casefold() if self._ignore_case else line).find(self._needle)
            if at >= 0:
                numbers += 1
                if len(self.matches) < MAX_SHOWN:
                    self.matches.append(Match(path=nameable(path), line=number, text=_around(line.rstrip("\r"), at)))
        if numbers:
            self.total_matches += numbers
            self._add_file(path)

    def _add_file(self, path: str) -> None:
        self.total_files += 1
        if len(self.files) < MAX_SHOWN:
            self.files.append(nameable(path))


def _read_up_to(descriptor: int, limit: int) -> bytes:
    content = bytearray()
    while len(content) < limit:
        chunk = os.pread(descriptor, limit - len(content), len(content))
        if not chunk:
            break
        content += chunk
    return bytes(content)


def _around(line: str, at: int) -> str:
    """The line, or as much of it around the place as is worth showing."""
    if len(line) <= _LINE:
        return line
    begin = max(0, min(at - _BEFORE, len(line) - _LINE))
    return ("…" if begin else "") + line[begin : begin + _LINE] + ("…" if begin + _LINE < len(line) else "")


def _message(params: SearchFiles, found: Found, search: _Search, walk: Walk) -> str:
    wanted = []
    if params.text:
        wanted.append(f'with "{shown(params.text)}"')
    if params.name:
        wanted.append(f'named "{shown(params.name)}"')
    files = counted(found.total_files, "file")
    what = f"{counted(found.total_matches, 'line')} in {files}" if params.text else files
    lines = [f"{'' if found.complete else 'at least '}{what} {' '.join(wanted)} in {shown(plain(params.path))}"]
    if params.text:
        lines += [f"{shown(each.path, MAX_PATH)}:{each.line}: {_printed(each.text)}" for each in found.matches]
        rest, one = found.total_matches - len(found.matches), "more line"
    else:
        lines += [shown(each, MAX_PATH) for each in found.files]
        rest, one = found.total_files - len(found.files), "more file"
    if rest:
        lines.append(f"… and {counted(rest, one)}, not shown. Narrow the search with path, name or text.")
    lines += walk.remarks()
    if skipped := _skipped(search):
        lines.append(f"Not searched: {', '.join(skipped)}.")
    return "\n".join(lines)


def _skipped(search: _Search) -> list[str]:
    skipped = []
    if search.binary:
        skipped.append(counted(search.binary, "binary file"))
    if search.large:
        skipped.append(f"{counted(len(search.large), 'file')} over {MAX_FILE // 1_000_000} MB ({some(search.large)})")
    if search.links:
        skipped.append(counted(search.links, "symbolic link"))
    return skipped


def _printed(text: str) -> str:
    return "\t".join(shown(part, _LINE + 2) for part in text.split("\t"))
