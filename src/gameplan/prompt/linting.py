"""The prompt lint: a mode's text names only what the mode has.

A name that is not there sends a model into calls that must fail. So every name in `backticks` must be one of
the mode's tools, their arguments and the arguments' values, its sections (`@NAME`) or its vocabulary. Outside
backticks a word counts as a name only where it cannot be ordinary prose: it is a tool, a section or a
vocabulary name of the book, and is written with an underscore, an @ or a capital in its middle.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

from gameplan.prompt.book import PromptBook
from gameplan.prompt.errors import PromptError, closest
from gameplan.prompt.fences import lines
from gameplan.prompt.names import Names, names_of_book, names_sayable, owners
from gameplan.prompt.template import Placeholder, Template

_LITERALS = frozenset({"true", "false", "null"})
# A run of backticks up to the next run of the same length, within one paragraph.
_CODE_SPAN = re.compile(r"(?<!`)(?P<ticks>`+)(?!`)(?P<code>(?:(?!\n[ \t]*\n).)+?)(?<!`)(?P=ticks)(?!`)", re.DOTALL)
_CODE_TOKEN = re.compile(
    r"""  "(?P<double>[^"\n]*)" | '(?P<single>[^'\n]*)'
        | <[^<>\n]*>                                   # <name>: the reader fills it in
        | (?<!\w)\d[\w.]*                              # a number
        | (?P<identifier>@?[^\W\d]\w*(?:-\w+)*)""",
    re.VERBOSE,
)
_WORD = re.compile(r"(?<![\w@])@?\w+")
_NOT_PROSE = re.compile(r"_|^@|[a-z][A-Z]")


@dataclass(frozen=True)
class LintProblem:
    """A name in a mode's text that the mode does not have.

    `section` is `@NAME`, or `tool NAME` where it stands in a tool's description. `elsewhere` is what the name
    is in the rest of the book, and `closest` is the nearest name that the mode does have.
    """

    mode: str
    section: str
    line: int
    name: str
    elsewhere: str | None
    closest: str | None

    def __str__(self) -> str:
        what = f"is {self.elsewhere}" if self.elsewhere is not None else "is not a name of this book"
        hint = f' The closest name of this mode is "{self.closest}".' if self.closest is not None else ""
        return f'Mode "{self.mode}", {self.section}, line {self.line}: "{self.name}" {what}.{hint}'


def lint(book: PromptBook) -> tuple[LintProblem, ...]:
    """Every name in the text of a mode that the mode does not have."""
    everywhere = names_of_book(book)
    return tuple(problem for mode in book.modes for problem in _lint_mode(book, mode, everywhere))


def check(book: PromptBook) -> None:
    """Refuse a book in whose text there are names that the mode does not have."""
    if problems := lint(book):
        raise PromptError(*map(str, problems))


def _lint_mode(book: PromptBook, mode: str, everywhere: Names) -> Iterator[LintProblem]:
    here = names_sayable(book, mode)
    for section, first_line, text in _texts(book, mode):
        for line, name in dict.fromkeys(_foreign_names(text, first_line, here, everywhere)):
            what = everywhere.what(name)
            elsewhere = None if what is None else f"{what} {owners(book, name)}"
            yield LintProblem(mode, section, line, name, elsewhere, closest(name, here))


def _texts(book: PromptBook, mode: str) -> Iterator[tuple[str, int, str]]:
    """All that the mode's agent reads: titles, sections, and the descriptions of its tools."""
    for name in book.mode(mode).sections:
        section = book.sections[name]
        yield f"@{name}", section.line, section.title
        yield f"@{name}", section.text_line, _without_placeholders(book.templates[name])
    for tool in book.tools(mode):
        yield f"tool {tool.name}", 1, tool.description


def _without_placeholders(template: Template) -> str:
    return "".join(" " if isinstance(part, Placeholder) else part for part in template.parts)


def _foreign_names(text: str, first_line: int, here: Names, everywhere: Names) -> Iterator[tuple[int, str]]:
    """The names in a text that are not known here, with their lines."""
    for fenced, group in groupby(lines(text, first=first_line), key=lambda line: line.fence is not None):
        chunk = tuple(group)
        passage = "\n".join(line.text for line in chunk)
        spans = () if fenced else _CODE_SPAN.finditer(passage)
        found = [
            (span.start("code") + at, name)
            for span in spans
            for at, name in _foreign_in_code(span["code"], here, everywhere)
        ]
        found += _foreign_in_prose(passage, here, everywhere)
        for at, name in sorted(found):
            yield chunk[0].number + passage.count("\n", 0, at), name


def _foreign_in_code(code: str, here: Names, everywhere: Names) -> Iterator[tuple[int, str]]:
    """A backticked expression, taken apart: identifiers must be known, quoted values only if they are names."""
    if code.strip() in here:
        return
    for token in _CODE_TOKEN.finditer(code):
        identifier = token["identifier"]
        quoted = token["double"] or token["single"]
        if identifier and identifier not in here and identifier not in _LITERALS:
            yield token.start(), identifier
        elif quoted and quoted not in here and quoted in everywhere:
            yield token.start(), quoted


def _foreign_in_prose(prose: str, here: Names, everywhere: Names) -> Iterator[tuple[int, str]]:
    for match in _WORD.finditer(prose):
        word = match[0]
        if _NOT_PROSE.search(word) and word in everywhere.proper and word not in here:
            yield match.start(), word
