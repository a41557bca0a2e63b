"""The docs as pages that open from a file: `python docs/site/build.py OUT`, or `make docs`.

What is written stays Markdown; this lays it out, with the pages at the side and the parts of the page below its name.
Nothing is fetched, and no script runs: a page is one file of HTML beside `site.css`.
"""

from __future__ import annotations

import re
import shutil
import sys
from dataclasses import dataclass
from html import escape
from itertools import pairwise
from pathlib import Path

from markdown_it import MarkdownIt
from markdown_it.token import Token
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import get_lexer_by_name

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
# In the order in which they are best read; what is not named here comes after them.
ORDER = (
    "README",
    "cookbook",
    "plans",
    "studio",
    "cards",
    "novels",
    "novel-fields",
    "agents",
    "tools",
    "planning-tools",
    "sessions",
    "expressions",
    "architecture",
    "benchmarks",
)
_LEXERS = {"python": "python", "yaml": "yaml", "toml": "toml"}


@dataclass(frozen=True)
class Page:
    source: Path
    name: str  # of the file that is made, without its ending
    title: str
    parts: tuple[tuple[str, str], ...]  # the headings of the second level, with their ids
    body: str


def build(out: Path) -> list[Page]:
    """Lay out the README and every page of the docs into a folder."""
    sources = [ROOT / "README.md", *sorted(DOCS.glob("*.md")), *sorted((DOCS / "decisions").glob("*.md"))]
    pages = sorted((_page(source) for source in sources), key=_place)
    (out / "images").mkdir(parents=True, exist_ok=True)
    for page in pages:
        (out / f"{page.name}.html").write_text(_whole(page, pages), "utf-8")
    for picture in (DOCS / "images").iterdir():
        shutil.copyfile(picture, out / "images" / picture.name)
    shutil.copyfile(Path(__file__).with_name("site.css"), out / "site.css")
    shutil.copyfile(ROOT / "LICENSE", out / "LICENSE")
    return pages


def slug(heading: str) -> str:
    """The id of a heading, as a link in the Markdown names it."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-")


def _place(page: Page) -> tuple[int, str]:
    return (ORDER.index(page.source.stem) if page.source.stem in ORDER else len(ORDER), page.name)


def _page(source: Path) -> Page:
    reader = MarkdownIt("commonmark", {"highlight": _coloured}).enable("table")
    tokens = reader.parse(source.read_text("utf-8"))
    parts: list[tuple[str, str]] = []
    title = source.stem
    for opened, words in pairwise(tokens):
        if opened.type != "heading_open":
            continue
        text = _plain(words)
        opened.attrSet("id", slug(text))
        if opened.tag == "h1":
            title = text
        elif opened.tag == "h2":
            parts.append((slug(text), text))
    for token in tokens:
        for each in (token, *(token.children or ())):
            _lead(each)
    body = reader.renderer.render(tokens, reader.options, {})
    body = body.replace("<th></th>", "<td></td>")  # a head without words heads nothing
    # A wide table or block scrolls by itself, by keyboard too.
    body = body.replace("<table>", '<div class="wide" tabindex="0"><table>').replace("</table>", "</table></div>")
    body = body.replace("<pre>", '<pre tabindex="0">')
    return Page(source, "index" if source.stem == "README" else source.stem, title, tuple(parts), body)


def _plain(words: Token) -> str:
    return "".join(each.content for each in words.children or () if each.type in ("text", "code_inline"))


def _lead(token: Token) -> None:
    """A link from one Markdown file to another leads from page to page; all pages lie in one folder."""
    for place in ("href", "src"):
        target = token.attrGet(place)
        if isinstance(target, str):
            token.attrSet(place, _moved(target))
    if token.type in ("html_block", "html_inline"):
        token.content = re.sub(r'(srcset|src)="([^"]+)"', lambda m: f'{m[1]}="{_moved(m[2])}"', token.content)


def _moved(target: str) -> str:
    if re.match(r"[a-z]+:", target) or target.startswith("#"):
        return target
    path, _, part = target.partition("#")
    part = f"#{part}" if part else ""
    if path.rstrip("/").endswith("decisions"):
        return f"0001-model-layer.html{part}"
    at = Path(path)
    if at.suffix == ".md":
        return f"{'index' if at.stem == 'README' else at.stem}.html{part}"
    return (f"images/{at.name}" if at.parent.name == "images" else at.name) + part


def _coloured(code: str, language: str, _attributes: str) -> str:
    if language not in _LEXERS:
        return escape(code)
    return highlight(code, get_lexer_by_name(_LEXERS[language]), HtmlFormatter(nowrap=True))


def _whole(page: Page, pages: list[Page]) -> str:
    title = page.title if page.name == "index" else f"{page.title} - Gameplan"
    return f"""<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src 'self' file:; style-src 'self' file:">
<title>{escape(title)}</title>
<link rel="stylesheet" href="site.css">
<a class="skip" href="#page">To the page</a>
<div class="frame">
<nav aria-label="Pages">{_side(page, pages)}</nav>
<main id="page" tabindex="-1">{page.body}{_onward(page, pages)}</main>
</div>
</html>
"""


def _side(here: Page, pages: list[Page]) -> str:
    shown = []
    for page in pages:
        if page.source.parent.name == "decisions" and here.source.parent.name != "decisions" and page != here:
            continue
        current = ' aria-current="page"' if page is here else ""
        shown.append(f'<li><a href="{page.name}.html"{current}>{escape(page.title)}</a>')
        if page is here and page.parts:
            parts = "".join(f'<li><a href="#{id}">{escape(text)}</a></li>' for id, text in page.parts)
            shown.append(f"<ul>{parts}</ul>")
        shown.append("</li>")
    if here.source.parent.name != "decisions":
        shown.append('<li><a href="0001-model-layer.html">Decisions</a></li>')
    return f"<ul>{''.join(shown)}</ul>"


def _onward(page: Page, pages: list[Page]) -> str:
    at = pages.index(page)
    if at + 1 == len(pages):
        return ""
    following = pages[at + 1]
    return f'<p class="onward"><a href="{following.name}.html">Next: {escape(following.title)}</a></p>'


if __name__ == "__main__":
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / "build" / "docs")
    made = build(folder)
    print(f"{len(made)} pages: open {folder / 'index.html'}")
