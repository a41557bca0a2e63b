"""Every Python sample in the README and the docs runs, page by page, in order, as a reader would type it."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[2]
BLOCK = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)
FENCED = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
PAGES = [
    page for page in (ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))) if BLOCK.search(page.read_text())
]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_the_samples_of_the_page_run(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GAMEPLAN_HOME", str(tmp_path / "home"))
    for key in ("OPENAI_API_KEY", "ANTHROPIC_API_KEY", "GOOGLE_API_KEY"):
        monkeypatch.delenv(key, raising=False)
    module = ModuleType("sample_" + page.stem)
    monkeypatch.setitem(sys.modules, module.__name__, module)
    text = page.read_text("utf-8")
    for block in BLOCK.finditer(text):
        line = text[: block.start()].count("\n") + 1
        code = compile("\n" * line + block[1], str(page), "exec", dont_inherit=True)
        exec(code, module.__dict__)


def test_the_pages_that_must_have_samples_have_them() -> None:
    names = {page.name for page in PAGES}
    assert {"README.md", "cookbook.md", "sessions.md", "agents.md", "planning-tools.md"} <= names


def test_links_between_the_pages_lead_somewhere() -> None:
    link = re.compile(r"\]\((?!https?:|#|mailto:)([^)#]+)(?:#[^)]*)?\)")
    broken = [
        f"{page.relative_to(ROOT)}: {target}"
        for page in (ROOT / "README.md", *(ROOT / "docs").rglob("*.md"))
        for target in link.findall(FENCED.sub("", page.read_text("utf-8")))
        if not (page.parent / target).exists()
    ]
    assert broken == []
