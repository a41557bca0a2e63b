"""Small pure tools for plans: they turn the results of one step into what the next one needs, without a model.

None of them has an effect, and each is trusted as far as what it is given: what comes out of text from outside is still
text from outside, and the engine treats it so. Patterns are plain text with `{name}` where something varies; they are
no regular expressions, and take time in proportion to the text.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import PurePosixPath
from typing import Annotated, Any

from gameplan.expressions import ExpressionError, PathNotFound, parse_path
from gameplan.runtime.events import Json
from gameplan.tools import DATA, Done, Tool, ToolValidationError, tool
from gameplan.tools.workspace import FileContent

_PIECE = re.compile(r"\{\{|\}\}|\{([A-Za-z_][A-Za-z0-9_]*)\}|[{}]")
_SHOWN = 60

_PATTERN = {
    "description": 'Plain text with {name} where something varies: version = "{version}". For a brace write {{ or }}.',
    "min_length": 1,
    "max_length": 10_000,
}
_FILES = {"description": "Files as read_file gives them; each must have been read whole.", "max_length": 10_000}


# -- texts


@dataclass(frozen=True, slots=True, kw_only=True)
class FormatLines:
    items: Annotated[list[dict[str, Json]], DATA] = field(
        metadata={"description": "Objects, such as the matches of search_files.", "max_length": 100_000}
    )
    line: Annotated[str, DATA] = field(metadata=_PATTERN)
    header: Annotated[str, DATA] = field(default="", metadata={"description": "A line to begin with."})


@dataclass(frozen=True, slots=True, kw_only=True)
class FillText:
    pattern: Annotated[str, DATA] = field(metadata=_PATTERN)
    values: Annotated[dict[str, Json], DATA] = field(metadata={"description": "What to put in for each name."})


@dataclass(frozen=True, slots=True, kw_only=True)
class ExtractText:
    text: Annotated[str, DATA] = field(metadata={"description": "The text to look in."})
    pattern: Annotated[str, DATA] = field(metadata=_PATTERN)


@dataclass(frozen=True, slots=True, kw_only=True)
class ExtractJson:
    text: Annotated[str, DATA] = field(metadata={"description": "A JSON document."})
    path: Annotated[str, DATA] = field(
        metadata={"description": 'Where the value stands in it: "package.authors[0].name".', "max_length": 2_000}
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Text:
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Lines:
    text: str
    lines: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Extracted:
    """What stood at each name of the pattern, in the first place that is like it."""

    found: dict[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Value:
    value: Json


@tool(effects=(), primary="text")
def format_lines(params: FormatLines) -> Done[Lines]:
    """Write one line for each object, after a pattern such as {path}:{line}: {text}.

    Each line ends in a newline; what is null is written as a dash, and a line end inside a value as a space.
    """
    pieces = _pieces(params.line)
    lines = [params.header] if params.header else []
    lines += [_one_line(_filled(pieces, item)) for item in params.items]
    return Done(Lines(text="".join(f"{line}\n" for line in lines), lines=len(lines)), f"{len(lines)} lines.")


@tool(effects=(), primary="text")
def fill_text(params: FillText) -> Done[Text]:
    """Put values into a pattern such as version = "{version}"."""
    return Done(Text(text=_filled(_pieces(params.pattern), params.values)), "Filled in.")


@tool(effects=(), primary="found")
def extract_text(params: ExtractText) -> Done[Extracted]:
    """Take values out of a text by a pattern such as version = "{version}".

    The first place that is like the pattern counts, and each value is as short as it can be. A pattern of one line is
    looked for line by line, so that no value goes beyond its line.
    """
    pieces = _pieces(params.pattern)
    names = [piece for piece in pieces[1::2] if piece]
    if not names:
        raise ToolValidationError('The pattern has no {name}, so there is nothing to take out: "{version}" would be.')
    if len(set(names)) < len(names):
        raise ToolValidationError("Each name may stand in the pattern once.")
    if not all(pieces[2:-1:2]):
        raise ToolValidationError("Between two names there must be some text: nobody could say where the first ends.")
    places = [params.text] if "\n" in params.pattern else params.text.splitlines()
    for place in places:
        values = _matched(pieces[0::2], place)
        if values is not None:
            return Done(Extracted(found=dict(zip(names, values, strict=True))), "Found.")
    raise ToolValidationError(f'Nothing in the text is like "{_short(params.pattern)}".', code="no_match")


@tool(effects=(), primary="value")
def extract_json(params: ExtractJson) -> Done[Value]:
    """Take a value out of a JSON document by its path."""
    try:
        document = json.loads(params.text)
    except (ValueError, RecursionError) as error:
        raise ToolValidationError(f"The text is not JSON: {error}.", code="not_json") from None
    dotted = params.path if params.path.startswith("[") else f".{params.path}"
    try:
        return Done(Value(value=parse_path(f"document{dotted}").look_up({"document": document})), "Found.")
    except PathNotFound:
        raise ToolValidationError(f'There is nothing at "{_short(params.path)}".', code="no_match") from None
    except ExpressionError as error:
        raise ToolValidationError(f'"{_short(params.path)}" is not a path: {error.message}') from None


# -- files that have been read


@dataclass(frozen=True, slots=True, kw_only=True)
class CsvToJson:
    files: Annotated[tuple[FileContent, ...], DATA] = field(metadata=_FILES)
    delimiter: Annotated[str, DATA] = field(
        default=",", metadata={"description": "What stands between two values.", "min_length": 1, "max_length": 1}
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class AddHeader:
    files: Annotated[tuple[FileContent, ...], DATA] = field(metadata=_FILES)
    header: Annotated[str, DATA] = field(metadata={"description": "The lines to begin with.", "min_length": 1})


@dataclass(frozen=True, slots=True, kw_only=True)
class FindDuplicates:
    files: Annotated[tuple[FileContent, ...], DATA] = field(metadata=_FILES)


@dataclass(frozen=True, slots=True, kw_only=True)
class TextFile:
    path: str
    content: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TextFiles:
    """Files as they should be; nothing has been written yet."""

    files: tuple[TextFile, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Duplicates:
    """The files whose content another one has too, which is not in the list: the first of them by its path."""

    paths: tuple[str, ...]


@tool(effects=(), primary="files")
def csv_to_json(params: CsvToJson) -> Done[TextFiles]:
    """Turn CSV files into JSON files beside them: a list with an object for each row, named by the first row.

    Values stay text. A row that is longer or shorter than the first is refused, with its line.
    """
    files = [
        TextFile(path=str(PurePosixPath(file.path).with_suffix(".json")), content=_as_json(file, params.delimiter))
        for file in _whole(params.files)
    ]
    _refuse_the_same_name(files)
    return Done(TextFiles(files=tuple(files)), f"{len(files)} files.")


@tool(effects=(), primary="files")
def add_header(params: AddHeader) -> Done[TextFiles]:
    """Put lines at the beginning of files that do not begin with them yet; a first line `#!…` stays the first.

    Files that have the lines already are not in the result.
    """
    header = params.header.rstrip("\n") + "\n"
    files = []
    for file in _whole(params.files):
        first, rest = "", file.content
        if rest.startswith("#!"):
            first, newline, rest = rest.partition("\n")
            first += newline or "\n"
        if not rest.startswith(header):
            files.append(TextFile(path=file.path, content=f"{first}{header}{rest}"))
    return Done(TextFiles(files=tuple(files)), f"{len(files)} files lack it.")


@tool(effects=(), primary="paths")
def find_duplicates(params: FindDuplicates) -> Done[Duplicates]:
    """Find the files that have exactly the same content as another one. Empty files are no duplicates."""
    first: dict[str, str] = {}
    paths = []
    for file in sorted(_whole(params.files), key=lambda each: each.path.split("/")):
        if file.content and first.setdefault(file.content, file.path) != file.path:
            paths.append(file.path)
    return Done(Duplicates(paths=tuple(paths)), f"{len(paths)} duplicates.")


def data_tools() -> tuple[Tool[Any, Any], ...]:
    """All of them."""
    return format_lines, fill_text, extract_text, extract_json, csv_to_json, add_header, find_duplicates


def _pieces(pattern: str) -> list[str]:
    """A pattern as text, name, text, name, …, text: names stand at the odd places."""
    pieces, at = [""], 0
    for found in _PIECE.finditer(pattern):
        pieces[-1] += pattern[at : found.start()]
        at = found.end()
        if found[1]:
            pieces += [found[1], ""]
        elif len(found[0]) == 2:
            pieces[-1] += found[0][0]
        else:
            raise ToolValidationError(
                f'In "{_short(pattern)}" a brace stands alone: write {{name}}, or {{{{ and }}}} for braces.'
            )
    pieces[-1] += pattern[at:]
    return pieces


def _filled(pieces: Sequence[str], values: dict[str, Json]) -> str:
    return "".join(_value(piece, values) if number % 2 else piece for number, piece in enumerate(pieces))


def _value(name: str, values: dict[str, Json]) -> str:
    if name not in values:
        known = ", ".join(map(_short, list(values)[:10])) or "nothing"
        raise ToolValidationError(f'There is no "{name}": there is {known}.')
    match values[name]:
        case None:
            return "-"
        case bool() as value:
            return "true" if value else "false"
        case str() | int() | float() as value:
            return str(value)
        case _:
            raise ToolValidationError(f'"{name}" is a list or an object, and cannot stand in a text.')


def _matched(literals: Sequence[str], text: str) -> list[str] | None:
    """What stands between the literals. Taking each as early as it comes misses nothing: no way back is needed."""
    begin = text.find(literals[0])
    if begin < 0:
        return None
    at, values = begin + len(literals[0]), []
    for literal in literals[1:]:
        end = text.find(literal, at) if literal else len(text)
        if end < 0:
            return None
        values.append(text[at:end])
        at = end + len(literal)
    return values


def _one_line(text: str) -> str:
    return " ".join(part.rstrip() for part in text.rstrip().splitlines()) if "\n" in text else text.rstrip()


def _whole(files: Iterable[FileContent]) -> tuple[FileContent, ...]:
    """The files, if each is here as it stands on disk: what would be written or deleted depends on it."""
    files = tuple(files)
    for file in files:
        if file.first_line != 1 or file.next_line is not None or len(file.content.encode()) != file.size:
            raise ToolValidationError(
                f'Only a part of "{_short(file.path)}" was read, or it is not UTF-8.', code="partial"
            )
        if "\ufffd" in file.content:
            raise ToolValidationError(f'"{_short(file.path)}" holds something that is not UTF-8 text.', code="not_text")
    return files


def _as_json(file: FileContent, delimiter: str) -> str:
    try:
        reader = csv.reader(
            io.StringIO(file.content.removeprefix("\ufeff"), newline=""), delimiter=delimiter, strict=True
        )
        rows = [(reader.line_num, row) for row in reader if row]
    except (csv.Error, TypeError, ValueError) as error:
        raise ToolValidationError(f'"{_short(file.path)}" is not CSV: {error}.', code="not_csv") from None
    if not rows:
        return "[]\n"
    names = rows[0][1]
    if len(set(names)) < len(names):
        raise ToolValidationError(f'Two columns of "{_short(file.path)}" have the same name.', code="not_csv")
    for line, row in rows[1:]:
        if len(row) != len(names):
            raise ToolValidationError(
                f'"{_short(file.path)}", line {line}: {len(row)} values, but {len(names)} columns.', code="not_csv"
            )
    objects = [dict(zip(names, row, strict=True)) for _, row in rows[1:]]
    return json.dumps(objects, ensure_ascii=False, indent=2) + "\n"


def _refuse_the_same_name(files: Sequence[TextFile]) -> None:
    seen: set[str] = set()
    for file in files:
        if file.path in seen:
            raise ToolValidationError(f'Two of the files would both become "{_short(file.path)}".', code="same_name")
        seen.add(file.path)


def _short(text: str) -> str:
    cut = "".join(each if each.isprintable() else "·" for each in text[:_SHOWN])
    return cut if len(text) <= _SHOWN else cut + "…"
