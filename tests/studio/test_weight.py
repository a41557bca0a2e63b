"""What goes over the wire: scripts without what is only for their readers, JSON zipped for those who take it."""

from __future__ import annotations

import gzip
import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import brotli  # type: ignore[import-untyped]
import httpx
import pytest
from starlette.requests import Request

from gameplan.studio import packing
from gameplan.studio.assets import PAGES, Pages, in_short

SCRIPTS = sorted(PAGES.rglob("*.js"))


def name(path: Path) -> str:
    return path.relative_to(PAGES).as_posix()


@pytest.mark.parametrize("path", SCRIPTS, ids=name)
def test_what_is_sent_of_a_script_is_the_script_line_by_line(path: Path) -> None:
    source = path.read_text().splitlines()
    sent = in_short(path.read_text(), ".js").splitlines()
    assert len(sent) == len(source)
    if sent == source:
        assert any(line.count("`") % 2 for line in source), "there is a reason for that"
        return
    within = False
    for line, short in zip((each.lstrip() for each in source), sent, strict=True):
        ends = line.rstrip().endswith("*/") and line.count("*/") == 1
        if within or line.startswith("//") or (line.startswith("/*") and (ends or "*/" not in line)):
            assert short == ""
            within = (within or line.startswith("/*")) and not ends
        else:
            assert short == re.sub(r"/\*\* @type .*?\*/ ?", "", line)


def test_comments_go_and_texts_stay() -> None:
    source = (
        "// @ts-check\n"
        "/**\n * Says it.\n * @param {string} text\n */\n"
        "export const say = (/** @type {string} */ text) => {\n"
        "  // for a moment\n"
        "  return `// ${text} /* */`; // stays\n"
        "};\n"
    )
    assert in_short(source, ".js") == (
        "\n\n\n\n\nexport const say = (text) => {\n\nreturn `// ${text} /* */`; // stays\n};\n"
    )
    assert in_short("/* Blue. */\na, b {\n  color: blue; /* so */\n}\n", ".css") == "\na,b{\ncolor:blue;/* so */\n}\n"
    assert in_short("a :hover { content: ', { : '; }\n", ".css") == "a :hover{content:', { : ';}\n"


def test_a_script_with_a_text_of_several_lines_stays_as_it_is() -> None:
    source = "// One.\nconst text = `\n  // two\n  three`;\n"
    assert in_short(source, ".js") == source
    assert in_short("const text = 'a\\\n  // b';\n", ".js") == "const text = 'a\\\n  // b';\n"


def test_whoever_works_on_the_pages_gets_them_as_they_are() -> None:
    as_they_are = Pages(fresh=True)
    assert as_they_are._assets["app.js"].content == (PAGES / "app.js").read_bytes()


def test_pages_that_are_read_again_are_there_meanwhile() -> None:
    pages = Pages(fresh=True)
    request = Request({"type": "http", "method": "GET", "path": "/", "headers": []})
    with ThreadPoolExecutor(8) as several:
        answers = list(several.map(lambda _: pages.asset(request, "app.js").status_code, range(24)))
    assert answers == [200] * 24


def test_a_page_names_what_it_imports_and_no_more() -> None:
    pages = Pages()
    review = pages.needed("plans/plan-1")
    assert {"review/review.js", "review/graph.js", "review/steps.css", "dom.js", "stream.js"} <= set(review)
    assert not {"review/dialogs.js", "app.js", "stream-worker.js", "home/home.js"} & set(review)
    assert "home/home.js" in pages.needed("") and "plans/plans.js" in pages.needed("plans")
    assert set(pages.needed("no/such/page")) < set(review)  # the frame alone
    for path in ("", "plans", "plans/x", "runs", "runs/x", "templates", "sessions", "sessions/x", "settings", "docs"):
        assert all((PAGES / each).is_file() for each in pages.needed(path))


@pytest.mark.parametrize(
    ("given", "takes"),
    [("gzip", True), ("br, gzip", True), ("gzip;q=0.5", True), ("GZIP ; q=1", True), ("", False), ("br", False),
     ("gzip;q=0", False), ("gzip; q=0.00", False), ("xgzip", False), ("identity", False)],
)  # fmt: skip
def test_who_takes_gzip(given: str, takes: bool) -> None:
    assert packing.takes({"headers": [(b"accept-encoding", given.encode())]}, "gzip") is takes


def test_a_file_is_packed_as_well_as_whoever_asks_can_unpack_it(studio: Any) -> None:
    address = f"{studio.address}/assets/review/review.js"
    sizes = {}
    for given, way in (("gzip, deflate, br", "br"), ("gzip", "gzip"), ("br;q=0, gzip", "gzip"), ("identity", "")):
        with httpx.stream("GET", address, headers={"Accept-Encoding": given}, timeout=60) as reply:
            assert reply.headers.get("content-encoding", "") == way and reply.headers["vary"] == "Accept-Encoding"
            raw = b"".join(reply.iter_raw())
        sizes[way] = len(raw)
        whole = {"br": brotli.decompress, "gzip": gzip.decompress, "": bytes}[way](raw)
        assert whole == Pages()._assets["review/review.js"].content
    assert sizes["br"] < sizes["gzip"] < sizes[""]


def test_long_answers_are_zipped_for_those_who_take_it(studio: Any, ferry: str) -> None:
    with studio.http() as http:
        plain = http.get("tools", headers={"Accept-Encoding": "identity"})
        assert "content-encoding" not in plain.headers and plain.headers["vary"] == "Accept-Encoding"
        with http.stream("GET", "tools", headers={"Accept-Encoding": "gzip"}) as zipped:
            assert zipped.headers["content-encoding"] == "gzip"
            raw = b"".join(zipped.iter_raw())
        assert int(zipped.headers["content-length"]) == len(raw) < len(plain.content) / 3
        assert gzip.decompress(raw) == plain.content

        made = http.post("plans", json={"text": ferry})
        assert (made.status_code, made.headers["content-encoding"]) == (201, "gzip")
        again = http.get(f"plans/{made.json()['id']}", headers={"Accept-Encoding": "identity"})
        assert again.headers["etag"] == made.headers["etag"] == made.json()["etag"]
        short = http.get("inbox")
        assert "content-encoding" not in short.headers and "vary" not in short.headers


def test_the_shell_is_zipped_too(studio: Any) -> None:
    address = f"{studio.address}/plans/x"
    zipped = httpx.get(address, timeout=60)
    assert zipped.headers["content-encoding"] in ("br", "gzip")
    assert httpx.get(address, headers={"Accept-Encoding": "identity"}, timeout=60).text == zipped.text


def test_only_the_tools_that_are_asked_for_are_told_of(studio: Any) -> None:
    with studio.http() as http:
        some = http.get("tools", params={"name": ["copy_file", "read_file", "no_such_tool"]}).json()
        assert sorted(each["name"] for each in some) == ["copy_file", "read_file"]
        assert len(http.get("tools").json()) > 10
