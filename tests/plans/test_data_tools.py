"""The small pure tools of plans: patterns, JSON, CSV, headers, duplicates."""

from __future__ import annotations

import json
from typing import Any

import pytest

from gameplan.plans.data_tools import data_tools
from gameplan.runtime import Session
from gameplan.tools import Outcome, ToolContext, invoke

TOOLS = {each.name: each for each in data_tools()}


async def call(name: str, **args: Any) -> Outcome:
    with Session() as session:
        return await invoke(TOOLS[name], args, ToolContext(session))


def read(path: str, content: str) -> dict[str, Any]:
    """A file as read_file gives it."""
    size = len(content.encode())
    lines = {"first_line": 1, "last_line": content.count("\n"), "total_lines": content.count("\n"), "next_line": None}
    return {"path": path, "content": content, "size": size, **lines}


def test_they_are_pure() -> None:
    assert all(not each.effects and each.trusted and each.repeatable for each in TOOLS.values())


async def test_lines_are_written_after_a_pattern() -> None:
    items = [{"path": "a.py", "line": 3, "text": "# TODO: x"}, {"path": "b", "line": None, "text": "two\nlines\n"}]
    done = await call("format_lines", items=items, line="{path}:{line}: {text}", header="# All")
    assert done.value == {"text": "# All\na.py:3: # TODO: x\nb:-: two lines\n", "lines": 3}


async def test_no_items_make_no_lines() -> None:
    assert (await call("format_lines", items=[], line="{a}")).value == {"text": "", "lines": 0}


async def test_a_name_that_is_not_there_is_refused_with_those_that_are() -> None:
    refused = await call("format_lines", items=[{"path": "a"}], line="{pth}")
    assert refused.status == "refused"
    assert '"pth"' in refused.text
    assert "path" in refused.text


@pytest.mark.parametrize("value", [[1], {"a": 1}])
async def test_only_plain_values_stand_in_a_text(value: Any) -> None:
    assert (await call("fill_text", pattern="{a}", values={"a": value})).status == "refused"


async def test_braces_can_be_written() -> None:
    filled = await call("fill_text", pattern='{{"v": "{v}"}}', values={"v": "{x}"})
    assert filled.value == {"text": '{"v": "{x}"}'}
    assert (await call("fill_text", pattern="{v", values={"v": 1})).status == "refused"


@pytest.mark.parametrize(
    ("text", "pattern", "found"),
    [
        ('name = "x"\nversion = "1.2.3"\n', 'version = "{version}"', {"version": "1.2.3"}),
        ("a=1 b=2\n", "a={a} b={b}", {"a": "1", "b": "2"}),
        ("key: all the rest\nnext", "key: {value}", {"value": "all the rest"}),
        ("who: me\n", "{key}: {value}", {"key": "who", "value": "me"}),
        ('version = "open\nversion = "2"\n', 'version = "{v}"', {"v": "2"}),  # never beyond its line
        ("begin\none\ntwo\nend\n", "begin\n{all}\nend", {"all": "one\ntwo"}),
        ('{"v": "3"}', '{{"v": "{v}"}}', {"v": "3"}),
    ],
)
async def test_values_are_taken_out_of_a_text(text: str, pattern: str, found: dict[str, str]) -> None:
    assert (await call("extract_text", text=text, pattern=pattern)).value == {"found": found}


@pytest.mark.parametrize("pattern", ["no name", "{a}{b}", "{a}-{a}", "{a", "x{1}", "not there {a}"])
async def test_a_pattern_that_cannot_be_used_is_refused(pattern: str) -> None:
    assert (await call("extract_text", text="some text", pattern=pattern)).status == "refused"


async def test_what_is_filled_in_is_taken_out_again() -> None:
    values = {"name": "a b", "version": "1.0"}
    pattern = "<{name}@{version}>"
    filled = await call("fill_text", pattern=pattern, values=values)
    assert (await call("extract_text", text=filled.value["text"], pattern=pattern)).value == {"found": values}


async def test_an_evil_text_takes_no_longer() -> None:
    # A search in C, so no effort can be counted: one that went back and tried again would not come to its end here.
    refused = await call("extract_text", text="a" * 900_000, pattern="a{x}a{y}a{z}b")
    assert (refused.status, refused.code) == ("refused", "no_match")


async def test_a_value_is_taken_out_of_json() -> None:
    text = json.dumps({"package": {"authors": [{"name": "Ada"}]}})
    assert (await call("extract_json", text=text, path="package.authors[0].name")).value == {"value": "Ada"}
    assert (await call("extract_json", text="[[1, 2]]", path="[0][1]")).value == {"value": 2}
    assert (await call("extract_json", text=text, path="package.licence")).code == "no_match"
    assert (await call("extract_json", text="{", path="a")).code == "not_json"
    assert (await call("extract_json", text="[" * 100_000, path="[0]")).code == "not_json"
    assert (await call("extract_json", text="{}", path="a..b")).status == "refused"


async def test_csv_becomes_json_beside_it() -> None:
    file = read("data/a.csv", '\ufeffname,town\nAda,"London, UK"\n\n"two\nlines",Bern\n')
    done = await call("csv_to_json", files=[file])
    (made,) = done.value["files"]
    assert made["path"] == "data/a.json"
    assert json.loads(made["content"]) == [
        {"name": "Ada", "town": "London, UK"},
        {"name": "two\nlines", "town": "Bern"},
    ]
    assert (await call("csv_to_json", files=[read("e.csv", "")])).value["files"][0]["content"] == "[]\n"
    semicolons = await call("csv_to_json", files=[read("s.csv", "a;b\n1;2\n")], delimiter=";")
    assert json.loads(semicolons.value["files"][0]["content"]) == [{"a": "1", "b": "2"}]


@pytest.mark.parametrize(
    ("content", "says"),
    [("a,b\n1\n", "line 2: 1 values, but 2 columns"), ("a,a\n1,2\n", "same name"), ('a\n"open', "not CSV")],
)
async def test_csv_that_would_lose_something_is_refused(content: str, says: str) -> None:
    refused = await call("csv_to_json", files=[read("a.csv", content)])
    assert refused.status == "refused"
    assert says in refused.text


async def test_two_files_never_become_one() -> None:
    files = [read("a.csv", "x\n1\n"), read("a.CSV", "x\n2\n")]
    assert (await call("csv_to_json", files=files)).code == "same_name"


async def test_a_header_is_put_where_it_is_missing() -> None:
    files = [
        read("a.py", "x = 1\n"),
        read("b.py", "# Mine.\ny = 2\n"),
        read("c.sh", "#!/bin/sh\necho\n"),
        read("d", ""),
    ]
    done = await call("add_header", files=files, header="# Mine.")
    assert {each["path"]: each["content"] for each in done.value["files"]} == {
        "a.py": "# Mine.\nx = 1\n",
        "c.sh": "#!/bin/sh\n# Mine.\necho\n",
        "d": "# Mine.\n",
    }


async def test_duplicates_are_all_but_the_first() -> None:
    files = [read("b.txt", "same"), read("a.txt", "same"), read("c.txt", "other"), read("d", ""), read("e", "")]
    assert (await call("find_duplicates", files=files)).value == {"paths": ["b.txt"]}


@pytest.mark.parametrize(
    "changed", [{"next_line": 7}, {"first_line": 2}, {"size": 99}, {"content": "x\ufffd", "size": 4}]
)
@pytest.mark.parametrize("name", ["csv_to_json", "add_header", "find_duplicates"])
async def test_a_file_that_was_not_read_whole_is_refused(name: str, changed: dict[str, Any]) -> None:
    more = {"header": "# h"} if name == "add_header" else {}
    assert (await call(name, files=[{**read("a", "x"), **changed}], **more)).status == "refused"
