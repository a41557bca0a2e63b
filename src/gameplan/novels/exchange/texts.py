"""Text that somebody else wrote, as it may stand in a novel.

A card is a stranger's file: its text may hold escapes for a terminal, characters that hide or reverse what is seen,
and markup that a browser would obey. None of it comes in. Macros (`{{char}}`) become the names they stand for.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection
from typing import Any, Final

from gameplan.tools.clean import clean_text
from gameplan.tools.workspace.paths import shown

LINE: Final = 300
PROSE: Final = 8_000
_CONTROLS: Final = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f]")
_ESCAPES: Final = re.compile("\x1b(?:\\[[0-?]*[ -/]*[@-~]|\\][^\x07\x1b]*(?:\x07|\x1b\\\\))")
_UNSEEN: Final = re.compile(
    "[\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\U000e0000-\U000e007f]"
)
_ELEMENTS: Final = (
    "a|abbr|address|applet|area|article|aside|audio|b|base|bdi|bdo|big|blink|blockquote|body|br|button|canvas|center|"
    "cite|code|col|colgroup|dd|del|details|dialog|div|dl|dt|em|embed|fieldset|figure|font|footer|form|frame|frameset|"
    "h[1-6]|head|header|hr|html|i|iframe|image|img|input|ins|kbd|label|li|link|main|marquee|math|meta|nav|noscript|"
    "object|ol|optgroup|option|p|param|picture|plaintext|pre|q|s|samp|script|section|select|small|source|span|strike|"
    "strong|style|sub|summary|sup|svg|table|tbody|td|template|textarea|tfoot|th|thead|title|tr|track|tt|u|ul|var|"
    "video|wbr|xmp"
)
_HIDING: Final = re.compile(r"<(?:(script|style|template)\b[^<>]*>|!--)", re.IGNORECASE)
_ENDS: Final = {
    "": re.compile("-->"),
    **{name: re.compile(rf"</{name}\s*>", re.IGNORECASE) for name in ("script", "style", "template")},
}
_MARKUP: Final = re.compile(rf"</?(?:{_ELEMENTS})\b[^<>]*+(?:>|$|(?=<))|<!doctype[^<>]*+>|<!--|-->", re.IGNORECASE)
_PICTURE: Final = re.compile(r"!\[([^\[\]!\n]{0,200}+)\]\([^()!\n]{0,500}+\)")
_CHAR: Final = re.compile(r"\{\{char\}\}|<(?:bot|char)>", re.IGNORECASE)
_USER: Final = re.compile(r"\{\{user\}\}|<user>", re.IGNORECASE)
_START: Final = re.compile(r"^[ \t]*<start>[ \t]*\n?", re.IGNORECASE | re.MULTILINE)
_SPACE: Final = re.compile(r"\s+")
_MOST_NOTES: Final = 50
_FAR: Final = 4  # what comes so many times too late is not looked at
_MANY: Final = 8  # so many layers of markup inside markup are taken off


class Reader:
    """Reads texts for one card or book, and notes what it had to change."""

    def __init__(self, char: str = "", you: str = "") -> None:
        self.char = char
        self.you = you
        self.notes: list[str] = []

    def note(self, text: str) -> None:
        if len(self.notes) < _MOST_NOTES and text not in self.notes:
            self.notes.append(text)

    def prose(self, value: Any, what: str) -> str:
        """Text of several paragraphs."""
        text = self.plain(_START.sub("", self._told(as_text(value)[: _FAR * PROSE])), what)
        return self._cut(text, PROSE, what, whole=len(as_text(value)) <= _FAR * PROSE)

    def line(self, value: Any, what: str) -> str:
        """Text of one line."""
        text = _SPACE.sub(" ", self.plain(self._told(as_text(value)[: _FAR * LINE]), what)).strip()
        return self._cut(text, LINE, what, whole=len(as_text(value)) <= _FAR * LINE)

    def plain(self, text: str, what: str) -> str:
        """The text without what must not come in."""
        seen = without_unseen(text)
        told = without_markup(seen)
        if seen != text.replace("\r\n", "\n"):
            self.note(f"{what}: invisible and control characters were taken out.")
        if told != seen:
            self.note(f"{what}: markup was taken out.")
        return told

    def name(self, value: Any, what: str) -> str:
        """A name, which is never a path."""
        name = self.line(value, what)
        if "/" in name or "\\" in name:
            self.note(f"{what}: it was a path.")
            name = " ".join(part for part in re.split(r"[/\\]+", name) if part.strip(". ")).strip()
        return name

    def _told(self, text: str) -> str:
        if self.char:
            text = _CHAR.sub(lambda _: self.char, text)
        if self.you:
            text = _USER.sub(lambda _: self.you, text)
        return text

    def _cut(self, text: str, limit: int, what: str, *, whole: bool) -> str:
        if len(text) <= limit and whole:
            return text
        self.note(f"{what}: it is longer than {limit:,} characters, and was cut. The whole text is kept for export.")
        return text[: limit - 1] + "…"


def as_dict(value: Any) -> dict[str, Any]:
    """An object of a file from elsewhere; the empty one, if it is something else."""
    return value if isinstance(value, dict) else {}


def as_text(value: Any) -> str:
    if isinstance(value, str):
        return value
    return str(value) if isinstance(value, int | float) and not isinstance(value, bool) else ""


def without_unseen(text: str) -> str:
    text = _ESCAPES.sub("", clean_text(text).replace("\r\n", "\n").replace("\r", "\n"))
    return _UNSEEN.sub("", _CONTROLS.sub("", text))


def without_markup(text: str) -> str:
    for _ in range(_MANY):
        less = _PICTURE.sub(r"\1", text)
        if "<" in less:
            less = _MARKUP.sub("", _without_hidden(less))
        if less == text:
            return text
        text = less
    return text.replace("<", "‹")


def _without_hidden(text: str) -> str:
    """The text without comments and scripts, content and all. Each is looked for once, however many begin."""
    parts: list[str] = []
    at = 0
    endless: set[str] = set()
    for begin in _HIDING.finditer(text):
        kind = (begin[1] or "").lower()
        if begin.start() < at or kind in endless:
            continue
        end = _ENDS[kind].search(text, begin.end())
        if end is None:
            endless.add(kind)
            continue
        parts.append(text[at : begin.start()])
        at = end.end()
    return "".join([*parts, text[at:]])


def slug(text: str, otherwise: str, taken: Collection[str] = ()) -> str:
    """An id made of a text, which nothing else has."""
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
    base = re.sub(r"[^a-z0-9]+", "_", plain).strip("_")[:50].strip("_") or otherwise
    if not base[0].isalpha():
        base = f"{otherwise}_{base}"
    id, number = base, 1
    while id in taken:
        number += 1
        id = f"{base}_{number}"
    return id


def mentioned(text: str) -> str:
    """A text from a file, as an error may quote it."""
    return shown(text, 80)
