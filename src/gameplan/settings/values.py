"""Settings: the command line over the environment, over the workspace's `gameplan.toml`, over the person's own."""

from __future__ import annotations

import difflib
import os
import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from gameplan.settings.errors import UserError
from gameplan.settings.places import config_folder

FILE = "gameplan.toml"
_SECRET_NAME = re.compile(r"(?i)(?:^|_)(?:api_?keys?|keys?|tokens?|secrets?|passwords?|credentials?)$")
_SECRET_VALUE = re.compile(r"^(?:sk-|AIza|gsk_|xai-|Bearer )\S{12,}")


@dataclass(frozen=True, slots=True)
class Settings:
    """What was set, and where each of it was said. None: it was not."""

    model: str | None = None
    planner_model: str | None = None
    mode: str | None = None
    condense: str | None = None
    steps: int | None = None
    tokens: int | None = None
    money: float | None = None
    seconds: float | None = None
    replans: int | None = None
    web_allow: tuple[str, ...] | None = None
    web_private: tuple[str, ...] | None = None
    commands_enabled: bool | None = None
    commands_allow: tuple[str, ...] | None = None
    commands_sandbox: str | None = None
    commands_workspace_mb: int | None = None
    commands_memory_mb: int | None = None
    approvals_yes: tuple[str, ...] | None = None
    said_in: Mapping[str, str] = field(default_factory=dict)


def load_settings(workspace: Path, **command_line: Any) -> Settings:
    """What holds for a workspace."""
    return _merged(
        (str(config_folder() / FILE), _from_file(config_folder() / FILE)),
        (str(workspace / FILE), _from_file(workspace / FILE, found_in_workspace=True)),
        ("the environment", _from_environment()),
        ("the command line", {key: _checked(key, value, _option(key)) for key, value in command_line.items()}),
    )


def own_settings() -> Settings:
    """What the person alone may say, and no workspace: what tools may reach and run beyond the workspace."""
    return _merged(
        (str(config_folder() / FILE), _from_file(config_folder() / FILE)), ("the environment", _from_environment())
    )


def _merged(*layers: tuple[str, dict[str, Any]]) -> Settings:
    """Later layers are over earlier ones."""
    values: dict[str, Any] = {}
    said_in: dict[str, str] = {}
    for where, layer in layers:
        for key, value in layer.items():
            if value is not None:
                values[key], said_in[key] = value, where
    return Settings(**values, said_in=said_in)


def _option(key: str) -> str:
    return "--" + key.removesuffix("_model")


# -- what may be set


def _text(value: Any) -> str:
    if not isinstance(value, str) or not value.strip():
        raise ValueError("must be text")
    return value.strip()


def _mode(value: Any) -> str:
    if value not in ("pipeline", "autonomous"):
        raise ValueError('must be "pipeline" or "autonomous"')
    return str(value)


def _condense(value: Any) -> str:
    if str(value) != "off" and not str(value).isdecimal():
        raise ValueError('must be a number of tokens, or "off"')
    return str(value)


def _whole(least: int) -> Callable[[Any], int]:
    def check(value: Any) -> int:
        text = "" if isinstance(value, bool) else str(value)
        if not text.isdecimal() or not least <= int(text[:16]) < 10**15:
            raise ValueError(f"must be a whole number, at least {least}")
        return int(text)

    return check


def _positive(value: Any) -> float:
    try:
        number = 0.0 if isinstance(value, bool) else float(value)
    except (TypeError, ValueError):
        number = 0.0
    if not 0 < number < 1e15:
        raise ValueError("must be a number, more than 0")
    return number


def _yes_or_no(value: Any) -> bool:
    words = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}
    said = words.get(str(value).lower())
    if said is None:
        raise ValueError("must be true or false")
    return said


def _names(value: Any) -> tuple[str, ...]:
    """A list of names; in the environment, with commas between them."""
    listed = [each.strip() for each in value.split(",") if each.strip()] if isinstance(value, str) else value
    if not isinstance(listed, list) or not all(isinstance(each, str) and each.strip() for each in listed):
        raise ValueError('must be a list of names, such as ["example.org"]')
    return tuple(each.strip() for each in listed)


def _hosts(*, private: bool) -> Callable[[Any], tuple[str, ...]]:
    def check(value: Any) -> tuple[str, ...]:
        from gameplan.tools.web.allowed import check_entry

        return tuple(check_entry(each, private=private) for each in _names(value))

    return check


def _approvals(value: Any) -> tuple[str, ...]:
    from gameplan.settings.approvals import verbs_of

    names = _names(value)
    verbs_of(names)
    return names


def _sandbox(value: Any) -> str:
    if value not in ("bubblewrap", "none"):
        raise ValueError('must be "bubblewrap" or "none"')
    return str(value)


_CHECKS: dict[str, Callable[[Any], Any]] = {
    "model": _text,
    "planner_model": _text,
    "mode": _mode,
    "condense": _condense,
    "steps": _whole(1),
    "tokens": _whole(1),
    "money": _positive,
    "seconds": _positive,
    "replans": _whole(0),
    "web_allow": _hosts(private=False),
    "web_private": _hosts(private=True),
    "commands_enabled": _yes_or_no,
    "commands_allow": _names,
    "commands_sandbox": _sandbox,
    "commands_workspace_mb": _whole(1),
    "commands_memory_mb": _whole(16),
    "approvals_yes": _approvals,
}
_BUDGET = ("steps", "tokens", "money", "seconds", "replans")
_TABLES = {
    "budget": {key: key for key in _BUDGET},
    "web": {"allow": "web_allow", "private": "web_private"},
    "commands": {key: f"commands_{key}" for key in ("enabled", "allow", "sandbox", "workspace_mb", "memory_mb")},
    "approvals": {"yes": "approvals_yes"},
}
_PLAIN = tuple(key for key in _CHECKS if not any(key in table.values() for table in _TABLES.values()))
_OWN = ("web", "commands", "approvals")
_SAMPLES = {
    "budget": "steps = 40",
    "web": 'allow = ["example.org"]',
    "commands": "enabled = true",
    "approvals": 'yes = ["write"]',
}


def _checked(key: str, value: Any, name: str, where: str = "") -> Any:
    if value is None:
        return None
    try:
        return _CHECKS[key](value)
    except ValueError as problem:
        raise UserError(f"{where}{name} {problem}, not {str(value)[:60]!r}.") from None


# -- where it may be set


def _from_environment() -> dict[str, Any]:
    names = {key: f"GAMEPLAN_{key.upper()}" for key in _CHECKS}
    return {key: _checked(key, os.environ.get(name) or None, name) for key, name in names.items()}


def _from_file(path: Path, *, found_in_workspace: bool = False) -> dict[str, Any]:
    try:
        text = path.read_text("utf-8")
    except (FileNotFoundError, NotADirectoryError):
        return {}
    except (OSError, UnicodeDecodeError) as error:
        raise UserError(f"{path} cannot be read: {error}") from None
    try:
        content = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise UserError(f"{path} is not valid TOML: {error}.{_shown_line(text, str(error))}") from None
    tables: list[tuple[str, dict[str, Any], dict[str, str]]] = []
    for name, keys in _TABLES.items():
        table = content.pop(name, {})
        if not isinstance(table, dict):
            sample = f"\n\n    [{name}]\n    {_SAMPLES[name]}"
            raise UserError(f"{_at(path, text, name)}: write the {name} as a table:{sample}")
        if table and name in _OWN and found_in_workspace:
            raise _not_from_a_workspace(name, _at(path, text, name))
        tables.append((name, table, keys))
    values = {}
    for name, table, keys in [("", content, {key: key for key in _PLAIN}), *tables]:
        for key, value in table.items():
            where = _at(path, text, key)
            _refuse_secrets(key, value, where)
            if key not in keys:
                raise UserError(f'{where}: there is no setting "{key}".{_hint(key, name)}')
            values[keys[key]] = _checked(keys[key], value, key, f"{where}: ")
            if found_in_workspace and key.endswith("model"):
                _refuse_foreign_server(values[key], where)
    return values


def _not_from_a_workspace(table: str, where: str) -> UserError:
    """A folder from somebody else must not choose what may leave it, nor what is run on this machine."""
    return UserError(
        f"{where}: a workspace may not say [{table}]: that is for you to allow.\n"
        f"If you want it, say it in your own settings: {config_folder() / FILE}."
    )


def looks_like_a_key(value: str) -> bool:
    """True for what a provider gives out as a key: it belongs into the environment, and nowhere else."""
    return _SECRET_VALUE.match(value) is not None


def _refuse_secrets(key: str, value: Any, where: str) -> None:
    if (key not in _CHECKS and _SECRET_NAME.search(key)) or (isinstance(value, str) and looks_like_a_key(value)):
        raise UserError(
            f'{where}: "{key}" looks like a key, and keys do not belong into files: files are shared and committed.\n'
            "Take it out and set it in the environment, for example: export ANTHROPIC_API_KEY=…\n"
            "`gameplan models` shows which variables are read."
        )


def _refuse_foreign_server(model: str, where: str) -> None:
    """A folder from somebody else must not choose where its questions, and the server's key, are sent."""
    if model.startswith(("http://", "https://")):
        host = urlsplit(model).hostname or ""
        if host not in ("localhost", "127.0.0.1", "::1"):
            raise UserError(
                f"{where}: a workspace may name a server on this machine only, not {host}.\n"
                f"If you trust it, name it yourself: --model, GAMEPLAN_MODEL, or {config_folder() / FILE}."
            )


def _hint(key: str, table: str) -> str:
    if key in _BUDGET and table != "budget":
        return f"\nIt belongs into the table [budget]:\n\n    [budget]\n    {key} = …"
    near = difflib.get_close_matches(key, _TABLES[table] if table else _PLAIN, n=1)
    known = [f"in [{name}]: {', '.join(keys)}" for name, keys in _TABLES.items()]
    return f" Did you mean {near[0]}?" if near else f"\nThere are: {', '.join(_PLAIN)}; {'; '.join(known)}."


def _at(path: Path, text: str, key: str) -> str:
    """The file and, where it can be found, the line that sets the key."""
    pattern = re.compile(rf"^\s*\[?\s*[\"']?{re.escape(key)}[\"']?\s*[=\].]")
    line = next((number for number, each in enumerate(text.splitlines(), 1) if pattern.match(each)), None)
    return f"{path}, line {line}" if line else str(path)


def _shown_line(text: str, complaint: str) -> str:
    found = re.search(r"at line (\d+)", complaint)
    lines = text.splitlines()
    if found and 0 < int(found[1]) <= len(lines):
        return f"\n\n    {found[1]} | {lines[int(found[1]) - 1][:100]}"
    return ""
