"""Where to look next: a pure function of the question and of what was found so far."""

from __future__ import annotations

import json
import math
import re
from collections import Counter
from dataclasses import dataclass, replace

from gameplan.agents.house.findings import Findings, Quote
from gameplan.agents.house.question import Question, pieces
from gameplan.runtime.events import Json

_SEARCHES = 4
_LINES_READ = 40
_FILES_READ = 2
_CLOSE = 1.5  # by how much less telling a second file may be, to be read as well
_INTRODUCTIONS = ("readme", "index.md", "pyproject.toml", "package.json", "cargo.toml", "main.", "__init__.py")
_DEFINES = (
    r"^\s*(?:(?:export|public|async|static|pub|default)\s+)*"
    r"(?:def|class|fn|func|function|interface|type|struct|enum|const|let|var|trait|module)\s+{}\b"
    r"|^\s*{}\s*(?::[^=]*)?=(?!=)|^#+\s.*\b{}\b"
)
_IN_TESTS = re.compile(r"(?:^|/)tests?[/_]")
_IMPORTS = re.compile(r"\s*(?:from\s|import\s|#include|use\s|require\b|\"\w+\",?$)")


@dataclass(frozen=True, slots=True)
class Look:
    """One look: a call of a reading tool."""

    tool: str
    arguments: dict[str, Json]

    def __str__(self) -> str:
        return " ".join((self.tool, *(f"{key}={_written(value)}" for key, value in self.arguments.items())))


@dataclass(frozen=True, slots=True)
class Course:
    """What is to be done next, in order. With a `boundary`, more is decided after that; else comes the answer."""

    looks: tuple[Look, ...] = ()
    boundary: str = ""


def course(question: Question, findings: Findings, listing: str = "") -> Course:
    """Where to look next. `listing` is what is known of the folder beforehand."""
    if question.kind in ("list", "count") and {f"{term}/" for term in question.terms} & set(
        _names(listing.splitlines())
    ):
        question = replace(question, terms=(), files=tuple(f"{term}/" for term in question.terms))
    if not question.terms and not question.files:
        return _about_the_folder(question, findings, listing)
    reads = question.kind == "explain"
    looks = _searches(question, findings, listing)
    if looks:
        subject = " or ".join(f'"{each}"' for each in question.terms or question.files)
        asks_on = reads and any(look.tool == "search_files" for look in looks)
        return Course(looks, f"which files speak of {subject}, and where" if asks_on else "")
    return Course(_readings(question, findings) if reads and not findings.read_paths() else ())


def ranked(question: Question, quotes: list[Quote]) -> list[Quote]:
    """The quotes, the most telling first."""
    return [quote for _, quote in _scored(question, quotes)]


def _scored(question: Question, quotes: list[Quote]) -> list[tuple[float, Quote]]:
    """The quotes with how telling they are: definitions and rare terms most, imports and tests least."""
    sought = (*question.joined, *question.terms)
    terms = [term.lower() for term in sought] or [""]
    all_terms = list(dict.fromkeys((*terms, *(piece for term in question.terms for piece in pieces(term)))))
    defines = [re.compile(_DEFINES.format(*[re.escape(term)] * 3), re.IGNORECASE) for term in sought]
    spread = Counter(term for quote in quotes for term in all_terms if term in quote.text.lower())
    in_file: dict[str, set[str]] = {}
    for quote in quotes:
        in_file.setdefault(quote.path, set()).update(term for term in terms if term in quote.text.lower())

    def score(quote: Quote) -> float:
        points = sum(2 / (1 + math.log1p(spread[term])) for term in all_terms if term in quote.text.lower())
        points += 0.8 * len(in_file[quote.path]) + 3 * any(pattern.search(quote.text) for pattern in defines)
        points += 2 * any(pattern.search(quote.text) for pattern in defines[: len(question.joined)])
        points -= 1.5 * bool(_IN_TESTS.search(quote.path)) + bool(_IMPORTS.match(quote.text))
        return points - 0.05 * quote.path.count("/")

    scored = [(score(quote), quote) for quote in quotes]
    return sorted(scored, key=lambda each: (-each[0], each[1].path, each[1].line))


def _about_the_folder(question: Question, findings: Findings, listing: str) -> Course:
    if question.kind in ("list", "count"):
        look = Look("list_directory", {"path": ".", "depth": 2})
        return Course(() if findings.was_tried(look.tool, look.arguments) else (look,))
    look = Look("list_directory", {"path": "."})
    looks = () if findings.was_tried(look.tool, look.arguments) else (look,)
    names = _names(findings.entries or findings.paths or listing.splitlines())
    opening = _introduction(names)
    if opening and not findings.read_paths():
        return Course((*looks, Look("read_file", {"path": opening, "lines": 40})))
    return Course(looks, "which file tells what the folder is about" if looks and not names else "")


def _names(lines: list[str]) -> list[str]:
    """The names in the lines of a listing, without their sizes."""
    return [line.strip("- ").split("  ")[0] for line in lines]


def _introduction(names: list[str]) -> str:
    for wanted in _INTRODUCTIONS:
        for name in names:
            if name.lower().startswith(wanted) and not name.endswith("/"):
                return name
    return ""


def _searches(question: Question, findings: Findings, listing: str) -> tuple[Look, ...]:
    """The searches that are still to be made, from the exact to the loose, until one has found something."""
    for rung in _by_text(question) if question.terms else _by_name(question, listing):
        untried = tuple(look for look in rung if not findings.was_tried(look.tool, look.arguments))
        if untried and len(untried) == len(rung) and (findings.found or findings.entries):
            return ()  # an earlier rung was enough
        if untried:
            return untried[:_SEARCHES]
    return ()


def _by_text(question: Question) -> list[list[Look]]:
    where: dict[str, Json] = {"name": question.files[0]} if question.files else {}
    any_case: dict[str, Json] = {**where, "ignore_case": True}
    exactly = [Look("search_files", {"text": term, **where}) for term in question.terms]
    loosely = [Look("search_files", {"text": term, **any_case}) for term in (*question.joined, *question.terms)]
    parts = list(dict.fromkeys(piece for term in question.terms for piece in pieces(term)))
    whole = {term.lower() for term in question.terms}
    in_parts = [Look("search_files", {"text": part, **any_case}) for part in parts if part not in whole]
    in_names = [Look("search_files", {"name": f"*{part}*", "ignore_case": True}) for part in parts]
    return [*([exactly] if question.exact else []), loosely, [*in_parts, *in_names]]


def _by_name(question: Question, listing: str) -> list[list[Look]]:
    """The files that a question names: straight by their path where that is known, else by their name, anywhere."""
    known = _names(listing.splitlines())
    paths = [name for name in question.files if "*" not in name]
    folders = [Look("list_directory", {"path": path.rstrip("/")}) for path in paths]
    files = [Look("read_file", {"path": path, "lines": 40}) for path in paths]
    patterns = [name if "." in name or "*" in name else f"{name}*" for name in question.files]
    named = [Look("search_files", {"name": name}) for name in patterns]
    anywhere = [
        Look("search_files", {"name": name.rstrip("/*").rsplit("/", 1)[-1] + "*", "ignore_case": True})
        for name in question.files
        if not name.startswith("*")
    ]
    if paths and all(path.endswith("/") for path in paths):
        return [folders, anywhere]
    if question.kind == "explain" and paths and all("/" in path or path in known for path in paths):
        return [files, folders, anywhere]
    return [named, anywhere]


def _readings(question: Question, findings: Findings) -> tuple[Look, ...]:
    """What to read: around the best matches, in different files; else the files that were found."""
    best: dict[str, int] = {}
    scored = _scored(question, findings.matches)
    for score, quote in scored:
        if score >= scored[0][0] - _CLOSE:
            best.setdefault(quote.path, max(1, quote.line - 1))
    for path in findings.paths if not best else ():
        best.setdefault(path, 1)
    refused = " ".join(findings.refused)
    readable = [(path, line) for path, line in best.items() if path not in refused][:_FILES_READ]
    return tuple(Look("read_file", {"path": path, "first_line": line, "lines": _LINES_READ}) for path, line in readable)


def _written(value: Json) -> str:
    return json.dumps(value, ensure_ascii=False)
