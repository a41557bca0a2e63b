"""Which paths may be written, how they are spelled, and which of them other programs obey."""

from __future__ import annotations

import posixpath
import unicodedata
from collections.abc import Iterable
from typing import Final
from urllib.parse import unquote

from gameplan.tools.effects import Effect
from gameplan.tools.errors import ToolRefused, ToolValidationError
from gameplan.tools.workspace.paths import check_spelling, outside, shown
from gameplan.tools.workspace.walk import plain

_OBEYED: Final = frozenset(
    {
        # git: configuration, hooks, attributes of submodules
        *(".git", ".gitconfig", ".gitmodules", ".githooks", ".husky"),
        # shells and what reads its options from the folder it is started in
        *(".bashrc", ".bash_profile", ".bash_login", ".bash_logout", ".profile", ".inputrc", ".envrc", ".ripgreprc"),
        *(".zshrc", ".zshenv", ".zprofile", ".zlogin", ".zlogout"),
        # editors and agents: tasks, launchers, servers, commands
        *(".vscode", ".idea", ".devcontainer", ".claude", ".cursor", ".mcp.json"),
    }
)


class Endangers(Effect):
    """Changes something that other programs obey without asking: a hook, a shell's start-up file, an editor's task."""

    verb = "endangers"


def endangered(paths: Iterable[str]) -> tuple[str, ...]:
    """Those of the paths that other programs obey, or that lie in a folder of such files."""
    return tuple(plain(path) for path in paths if any(_folded(part) in _OBEYED for part in path.split("/")))


def is_repository(name: str) -> bool:
    """True for `.git`, in any case and Unicode form."""
    return _folded(name) == ".git"


def file_target(path: str) -> str:
    """The one spelling of the path of a file."""
    if path.endswith(("/", "/.")):
        raise ToolValidationError(f'"{shown(path)}" ends in "/", so it cannot be a file.', code="invalid_path")
    return target(path)


def target(path: str) -> str:
    """The one spelling of a path that is to be changed; the workspace itself never is."""
    check_spelling(path)
    if ".." in path.split("/"):
        inside = posixpath.normpath(path)
        if inside.startswith(".."):
            raise outside(path, "it leads out of it")
        raise ToolValidationError(f'Write "{shown(inside)}" instead of "{shown(path)}".', code="invalid_path")
    spelled = plain(path)
    if spelled == ".":
        raise ToolRefused("The workspace itself cannot be changed, only what is in it.", code="workspace_itself")
    return spelled


def check_new_name(name: str) -> None:
    """Refuse to make something whose name would be read as something else, by people or on another machine."""
    decoded = unquote(name)
    if decoded in (".", "..") or "/" in decoded or "\0" in decoded:
        problem = "it is an encoded path"
    elif "\\" in name:
        problem = 'directories are separated by "/", not by "\\"'
    elif not name.isprintable():
        problem = "it holds characters that cannot be seen"
    elif name.endswith((".", " ")) or name.startswith(" "):
        problem = "it begins or ends in a space, or ends in a dot"
    else:
        return
    raise ToolValidationError(f'"{shown(name)}" cannot be the name of something new: {problem}.', code="invalid_path")


def _folded(name: str) -> str:
    return unicodedata.normalize("NFKC", name).casefold()
