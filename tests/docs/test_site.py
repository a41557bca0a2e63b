"""The docs as pages: every link leads somewhere, nothing comes from elsewhere, and they can be read by anybody."""

from __future__ import annotations

import importlib.util
import re
import shutil
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import sync_playwright

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    source = ROOT / "docs" / "site" / "build.py"
    spec = importlib.util.spec_from_file_location("docs_site_build", source)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    out = tmp_path_factory.mktemp("site")
    module.build(out)
    yield out
    del sys.modules[spec.name]


class Read(HTMLParser):
    def __init__(self, text: str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.targets: list[str] = []
        self.tags: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        for name, value in attrs:
            if name == "id":
                self.ids.append(value or "")
            elif name in ("href", "src", "srcset"):
                self.targets.append(value or "")


def test_every_page_of_the_docs_is_there_and_is_listed(site: Path) -> None:
    sources = [*(ROOT / "docs").glob("*.md"), *(ROOT / "docs" / "decisions").glob("*.md")]
    assert {path.stem for path in site.glob("*.html")} == {"index", *(path.stem for path in sources)}
    listed = Read((site / "index.html").read_text("utf-8")).targets
    assert {f"{path.stem}.html" for path in (ROOT / "docs").glob("*.md")} <= set(listed)


def test_every_link_leads_to_a_page_and_to_a_part_of_it(site: Path) -> None:
    read = {path.name: Read(path.read_text("utf-8")) for path in site.glob("*.html")}
    broken = []
    for name, page in read.items():
        assert len(page.ids) == len(set(page.ids)), name
        for target in page.targets:
            path, _, part = target.partition("#")
            if re.match(r"https?:", path):
                continue
            there = (site / (path or name)).exists()
            if not there or (part and part not in read[path or name].ids):
                broken.append(f"{name}: {target}")
    assert broken == []


def test_nothing_is_fetched_and_no_script_runs(site: Path) -> None:
    for path in site.glob("*.html"):
        page = Read(path.read_text("utf-8"))
        assert "script" not in page.tags
        assert not [
            each for each in page.targets if each.startswith("http") and each.endswith((".css", ".js", ".woff2"))
        ]
    assert "url(" not in (site / "site.css").read_text("utf-8")


def test_axe_finds_nothing_in_either_theme_and_nothing_is_wider_than_a_phone(site: Path) -> None:
    chromium = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    assert chromium is not None, "these tests need a browser: make system"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        page = browser.new_page(viewport={"width": 1280, "height": 900}, bypass_csp=True)
        for name in ("index", "plans"):
            page.goto((site / f"{name}.html").as_uri())
            for theme in ("light", "dark"):
                page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
                found = Axe().run(page, options={"preload": False})
                assert found.violations_count == 0, f"{name}, {theme}:\n{found.generate_report()}"
            page.set_viewport_size({"width": 390, "height": 844})
            assert page.evaluate("document.documentElement.scrollWidth") <= 390, name
            page.set_viewport_size({"width": 1280, "height": 900})
        browser.close()
