"""What the attacks have in common: a home of its own, a folder beside a secret."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

SECRET = "SECRET-OUTSIDE"


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """No settings, no key and no record of the person who runs the tests."""
    for name in list(os.environ):
        if name.startswith("GAMEPLAN_") or name.endswith(("_KEY", "_TOKEN", "_SECRET", "_PASSWORD", "_BASE_URL")):
            monkeypatch.delenv(name)
    monkeypatch.setenv("GAMEPLAN_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    return tmp_path / "home"


@pytest.fixture
def outside(tmp_path: Path) -> Path:
    """A folder beside the workspace that nothing may reach."""
    beside = tmp_path / "outside"
    (beside / "sub").mkdir(parents=True)
    for name in ("a.txt", "secret.txt", "sub/a.txt"):
        (beside / name).write_text(SECRET)
    return beside


@pytest.fixture
def folder(tmp_path: Path, outside: Path) -> Path:
    """The folder of the workspace."""
    root = tmp_path / "ws"
    (root / "src").mkdir(parents=True)
    (root / "src" / "main.py").write_text("print('hello')\n")
    (root / "README.md").write_text("# Hello\n")
    return root
