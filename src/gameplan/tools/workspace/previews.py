"""What a draft would do, as text for a person who is to approve it: nothing hidden, nothing endless."""

from __future__ import annotations

import difflib
from collections.abc import Iterator

from gameplan.tools.workspace.binary import what_binary
from gameplan.tools.workspace.changes import Change
from gameplan.tools.workspace.draft import Discard, Draft, Rename
from gameplan.tools.workspace.paths import MAX_PATH, shown
from gameplan.tools.workspace.targets import endangered
from gameplan.tools.workspace.walk import counted

_LISTED = 100
_DIFF_LINES = 400
_LINE = 400
_COMPARED = 3_000
_CONTEXT = 3


def described(draft: Draft) -> str:
    """What would happen, with the risks first, then each path, then the text that would change."""
    lines = [_risk(path) for path in endangered(each.path for each in draft.changes)[:_LISTED]]
    if not draft.changes:
        lines.append("Nothing would change.")
    lines += _listed(draft)
    lines += draft.remarks
    for path, (before, after) in draft.texts.items():
        lines += text_changes(path, before, after)
    return "\n".join(lines)


def _risk(path: str) -> str:
    return f"HIGH RISK: {shown(path, MAX_PATH)} is obeyed by other programs (a shell, git, an editor) without asking."


def _listed(draft: Draft) -> list[str]:
    moved = [act for act in draft.acts if isinstance(act, Rename)]
    gone = [act for act in draft.acts if isinstance(act, Discard)]
    lines = [f"move {shown(act.source, MAX_PATH)} to {shown(act.destination, MAX_PATH)}" for act in moved]
    lines += [f"move {shown(act.path, MAX_PATH)} to the trash of the run" for act in gone]
    changes = [each for each in draft.changes if not (moved and each.before.kind == "absent")]
    changes.sort(key=lambda each: each.path.split("/"))
    lines += [_line(each, moved=bool(moved)) for each in changes[:_LISTED]]
    if len(changes) > _LISTED:
        rest = changes[_LISTED:]
        size = counted(sum(each.before.size or each.after.size for each in rest), "byte")
        lines.append(f"… and {counted(len(rest), 'more path')} ({size})")
    return lines


def _line(change: Change, *, moved: bool) -> str:
    path = shown(change.path, MAX_PATH)
    before, after = change.before, change.after
    match before.kind, after.kind:
        case "absent", "directory":
            return f"make {path}/"
        case "absent", "file":
            return f"create {path} ({counted(after.size, 'byte')})"
        case "absent", _:
            return f"create {path}, a symbolic link to {shown(after.target)}"
        case "file", "file":
            return f"replace {path} ({counted(before.size, 'byte')}, now {counted(after.size, 'byte')})"
        case "file", _:
            return f"{'move' if moved else 'delete'} {path} ({counted(before.size, 'byte')})"
        case "directory", _:
            return f"{'move' if moved else 'delete'} {path}/"
        case _:
            return f"{'move' if moved else 'delete'} {path}, a symbolic link to {shown(before.target)}"


def text_changes(path: str, before: bytes, after: bytes) -> Iterator[str]:
    """The lines that differ between two contents of a file, as a person reads them; none where they are the same."""
    old, new = _as_text(before), _as_text(after)
    if old is None or new is None:
        what = what_binary(before if old is None else after) or "not text"
        yield f"{shown(path)}: no comparison can be shown, it is {what}."
        return
    if old == new:
        return
    was, becomes = _lines(old), _lines(new)
    differing = list(_compared(was, becomes))
    added = sum(line.startswith("+") for line in differing)
    taken = sum(line.startswith("-") for line in differing)
    yield f"--- {shown(path, MAX_PATH)}{'' if before else ' (new or empty)'}"
    yield f"+++ {shown(path, MAX_PATH)} ({counted(added, 'line')} added, {counted(taken, 'line')} taken away)"
    yield from differing[:_DIFF_LINES]
    if len(differing) > _DIFF_LINES:
        yield f"… and {counted(len(differing) - _DIFF_LINES, 'more line')} of this comparison, not shown"


def _as_text(content: bytes) -> str | None:
    if what_binary(content):
        return None
    try:
        return content.decode()
    except UnicodeDecodeError:
        return None


def _lines(text: str) -> list[str]:
    """The lines with their ends; only a newline ends one."""
    *whole, rest = text.split("\n")
    return [f"{line}\n" for line in whole] + ([rest] if rest else [])


def _compared(was: list[str], becomes: list[str]) -> Iterator[str]:
    """A unified diff. What is alike at both ends is set aside first; a middle that is too long is taken as replaced."""
    start = 0
    while start < min(len(was), len(becomes)) and was[start] == becomes[start]:
        start += 1
    end = 0
    while end < min(len(was), len(becomes)) - start and was[-1 - end] == becomes[-1 - end]:
        end += 1
    first = max(0, start - _CONTEXT)
    old = was[first : len(was) - max(0, end - _CONTEXT)]
    new = becomes[first : len(becomes) - max(0, end - _CONTEXT)]
    if max(len(old), len(new)) > _COMPARED:
        yield f"@@ from line {start + 1}: too long to compare line by line @@"
        yield from (_shown_line("-", line) for line in was[start : len(was) - end])
        yield from (_shown_line("+", line) for line in becomes[start : len(becomes) - end])
        return
    for line in list(difflib.unified_diff(old, new, n=_CONTEXT))[2:]:
        yield _hunk(line, first) if line.startswith("@@") else _shown_line(line[0], line[1:])


def _hunk(line: str, skipped: int) -> str:
    """The place of a hunk in the whole file."""
    old, new = (_moved_on(part, skipped) for part in line.split()[1:3])
    return f"@@ {old} {new} @@"


def _moved_on(part: str, skipped: int) -> str:
    first, comma, count = part[1:].partition(",")
    return f"{part[0]}{int(first) + skipped}{comma}{count}"


def _shown_line(sign: str, line: str) -> str:
    """One line as it may stand in a terminal; what cannot be seen is written out, also another kind of line end."""
    ended = line.endswith("\n")
    text = line.removesuffix("\n")
    seen = shown(text.replace("\t", "    "), _LINE)
    more = f" ({len(text):,} characters)" if len(text) > _LINE else ""
    return f"{sign}{seen}{more}{'' if ended else '  (no end of line)'}"
