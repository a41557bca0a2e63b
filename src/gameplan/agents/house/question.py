"""A question about a folder, taken apart: what kind of answer it wants, and what to look for."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal, TypeAlias

Kind: TypeAlias = Literal["where", "explain", "list", "count", "summary"]

MOST_TERMS = 3
_QUOTED = re.compile(r"`([^`\n]+)`|\"([^\"\n]+)\"|“([^”\n]+)”|(?<!\w)'([^'\n]+)'(?!\w)")
_WORD = re.compile(r"(?:\.{1,2}/)*[\w*?\[\]][\w./*?\[\]-]*[\w*\])/]|\w")
_FILE = re.compile(
    r"(?i)^[\w./*?\[\]-]*\.(py|pyi|md|rst|txt|toml|ya?ml|json|jsonl|cfg|ini|js|mjs|ts|tsx|jsx|css|html?|xml|csv|sql|sh"
    r"|c|h|cc|cpp|hpp|rs|go|java|kt|rb|php|lua|ipynb|lock|log|env|svg)$"
)
_BARE_FILE = re.compile(r"^(README|LICEN[CS]E|CHANGELOG|Makefile|Dockerfile|CONTRIBUTING)$")
_IDENTIFIER = re.compile(r"^(?:\w*[a-z0-9][A-Z]\w*|\w+_\w*|_\w+|[A-Z][A-Z0-9]{2,}|\w+(?:\.\w+)+)(?:\(\))?$")
_LANGUAGES = {
    "python": "*.py", "markdown": "*.md", "javascript": "*.js", "typescript": "*.ts", "json": "*.json",
    "toml": "*.toml", "yaml": "*.y*ml", "html": "*.html", "css": "*.css", "rust": "*.rs", "text": "*.txt",
    "test": "test_*",
}  # fmt: skip
_LANGUAGE_FILES = re.compile(rf"(?i)\b({'|'.join(_LANGUAGES)}) (?:files?|modules?|scripts?|sources?)\b")
_KINDS: tuple[tuple[Kind, re.Pattern[str]], ...] = (
    ("count", re.compile(r"(?i)\bhow many\b|\bcount\b|\bnumber of\b")),
    ("where", re.compile(r"(?i)\bwhere\b|\bfind\b|\bsearch\b|\bgrep\b|\blocate\b|\bwhich\b|\bmention|\bTODOs?\b")),
    ("list", re.compile(r"(?i)^\W*(?:list|show)\b|\bfiles? (?:are|is) (?:here|there)|\bwhat(?:'s| is) (?:in )?here\b")),
    ("summary", re.compile(r"(?i)\bsummar|\boverview\b|\babout\b|\bwhat (?:is|does) this\b|\bintroduc")),
)
_STOP_WORDS = """
    a about above all also an and any anywhere are as at be been but by can code contain contains count could define
    defined defines definition did directory do does done each every explain file files find folder for from get give
    grep has have here how i if implemented implementation in inside is it its kind know list lines line locate look
    made make many me mean means mention mentions mentioned module modules most much my name named names no not number
    of on one or our out overview please project purpose question repo repository say says script scripts search see
    show so some something source sources summarise summarize summary tell than that the their them there these they
    thing things this those to use used uses using want was we were what what's when where which who whose why will
    with work works workspace would written you your
"""
_STOPPED = frozenset(_STOP_WORDS.split())


@dataclass(frozen=True, slots=True)
class Question:
    """A request in parts. `exact` terms were quoted or are identifiers; `files` are names, paths and globs.

    `joined` is the first two terms that stand side by side, as code writes them: `eventbus` for an event bus.
    """

    kind: Kind
    terms: tuple[str, ...] = ()
    exact: bool = False
    files: tuple[str, ...] = ()
    joined: tuple[str, ...] = ()


def take_apart(request: str) -> Question:
    """The parts of a request."""
    quoted = [next(filter(None, found.groups())) for found in _QUOTED.finditer(request)]
    rest = _QUOTED.sub(" ", request)
    files = [_LANGUAGES[found[1].lower()] for found in _LANGUAGE_FILES.finditer(rest)]
    rest = _LANGUAGE_FILES.sub(" ", rest)
    words = [word.rstrip(".") for word in _WORD.findall(rest)]
    files += [word for word in (*quoted, *words) if _is_file(word)]
    named = [word for word in quoted if not _is_file(word)]
    named += [word.removesuffix("()") for word in words if _IDENTIFIER.match(word) and not _is_file(word)]
    if re.search(r"(?i)\b(?:todo|fixme)s?\b", rest):
        named = [*(word for word in named if word not in ("TODO", "FIXME", "TODOs")), "TODO", "FIXME"]
    plain = [
        word for word in words if len(word) > 2 and word.lower() not in _STOPPED and not _is_file(word)
    ]  # an identifier among them is looked for exactly, or not at all
    terms = tuple(dict.fromkeys(named or plain))[:MOST_TERMS]
    joined = [
        first + second
        for first, second in pairwise(words)
        if {first, second} <= {*terms} and (first + second).isalpha()
    ]
    kind = _kind(request, terms, files)
    return Question(kind, terms, bool(named), tuple(dict.fromkeys(files)), tuple(joined[:1]))


def pieces(term: str) -> list[str]:
    """The words that a term is made of, without endings: what else to look for when it is nowhere."""
    words = re.findall(r"[A-Z]?[a-z0-9]{2,}|[A-Z]{2,}|[^\W\d_A-Za-z]{2,}", term)
    stems = [re.sub(r"(?:ies|es|s|ing|ed|tion)$", "", word) if len(word) > 5 else word for word in words]
    return [stem.lower() for stem in stems if len(stem) > 2 and stem.lower() not in _STOPPED]


def _is_file(word: str) -> bool:
    return bool(_FILE.match(word) or _BARE_FILE.match(word) or "/" in word or re.search(r"\w?\*\.?\w", word))


def _kind(request: str, terms: tuple[str, ...], files: list[str]) -> Kind:
    kind: Kind = next((kind for kind, pattern in _KINDS if pattern.search(request)), "explain")
    if kind == "explain" and not terms and not files:
        return "summary"
    if kind == "summary" and (terms or files):
        return "explain"
    if kind == "where" and not terms:
        return "list" if files or re.search(r"(?i)\bfiles?\b", request) else "summary"
    return kind
