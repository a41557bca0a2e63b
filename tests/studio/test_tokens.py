"""One set of design tokens: every colour of the pages has its name in one place, in light and in dark."""

from __future__ import annotations

import re

import pytest

from gameplan.studio.assets import PAGES

LITERAL = re.compile(r"#[0-9a-fA-F]{3,8}\b|\b(?:rgb|rgba|hsl|hsla|hwb|lab|lch|oklab|oklch)\(|light-dark\(")
SHEETS = {path.relative_to(PAGES).as_posix(): path.read_text() for path in sorted(PAGES.rglob("*.css"))}
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)


def tokens() -> tuple[str, str]:
    """The block of the tokens, and what comes after it."""
    begin = SHEETS["app.css"].index(":root {")
    end = SHEETS["app.css"].index("\n}\n", begin)
    return SHEETS["app.css"][begin:end], SHEETS["app.css"][end:]


@pytest.mark.parametrize("name", SHEETS)
def test_a_colour_is_named_where_the_tokens_are(name: str) -> None:
    text = tokens()[1] if name == "app.css" else SHEETS[name]
    assert LITERAL.findall(COMMENT.sub("", text)) == []


def test_every_colour_is_for_both_themes() -> None:
    colours = dict(re.findall(r"(--[\w-]+): ([^;]*#[^;]*);", tokens()[0]))
    assert len(colours) > 30
    alone = {name for name, value in colours.items() if "light-dark(" not in value}
    assert alone == {"--veil"}  # what lies behind a dialog is dark in both


def test_every_token_that_is_used_is_there() -> None:
    every = "".join(SHEETS.values()) + "".join(path.read_text() for path in PAGES.rglob("*.js"))
    there = set(re.findall(r"(--[\w-]+)\s*['\"]?:", every)) | {f"--graph-{name}" for name in ("line", "plain", "ink")}
    assert set(re.findall(r"var\((--[\w-]+)\)", every)) - there == set()
