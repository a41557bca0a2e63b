"""The grammar of references: `$step.field[0]`, `${…}` inside text, `$$`, and everything else stays itself."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gameplan.expressions import Path
from gameplan.plans.references import (
    BadReference,
    Reference,
    escaped,
    references_in,
    resolved,
    scan,
    unescaped,
    with_paths,
)

RESULTS: dict[str, Any] = {
    "read": {"content": "hello", "size": 5, "lines": ["a", "b"], "ok": True, "none": None, "a-b": 1, "}": 2},
    "step-1": "x",
    "input": {"name": "Ada"},
    "item": 7,
}


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("$read.content", "hello"),
        ("$read", RESULTS["read"]),
        ("$read.lines[0]", "a"),
        ("$read.lines[-1]", "b"),
        ('$read["a-b"]', 1),
        ("$step-1", "x"),
        ("$item", 7),
        ("$input.name", "Ada"),
        ("$read.content\n", "hello"),
        ("say ${read.content}!", "say hello!"),
        ("${read.content}", "hello"),
        ("${ read.size } bytes", "5 bytes"),
        ("${read.ok}", "true"),
        ('brace ${read["}"]}', "brace 2"),
        ("$$read", "$read"),
        ("$${read}", "${read}"),
        ("a $$ b", "a $ b"),
        ("$5", "$5"),
        ("$5.00 and $9", "$5.00 and $9"),
        ("costs $read", "costs $read"),
        ("US$", "US$"),
        ("$", "$"),
        ("$ x", "$ x"),
        ("$$5", "$5"),
        ("", ""),
    ],
)
def test_what_each_text_means(written: str, value: object) -> None:
    assert resolved({"x": [written]}, RESULTS) == {"x": [value]}


@pytest.mark.parametrize(
    "written",
    ["$read.", "$read file", "$HOME/bin", "$read..x", "$read[", "$read.0", "${", "a ${read", "${}", "${1}", "${a b}"],
)
def test_what_only_looks_like_a_reference_is_told_and_the_dollar_sign_explained(written: str) -> None:
    with pytest.raises(BadReference, match=r"write \$\$") as caught:
        references_in({"args": [written]})
    assert caught.value.place == ("args", 0)


@pytest.mark.parametrize(
    ("written", "says"),
    [
        ("$nobody", 'no "nobody"'),
        ("$read.text", 'no field "text"'),
        ("$read.lines[9]", "2 items"),
        ("$read.__class__", 'no field "__class__"'),
        ("x ${read}", "an object"),
        ("x ${read.lines}", "a list"),
        ("x ${read.none}", "nothing"),
    ],
)
def test_what_cannot_be_resolved_says_what_is_missing(written: str, says: str) -> None:
    with pytest.raises(BadReference, match=says):
        resolved({"x": written}, RESULTS)


def test_what_a_result_contains_is_never_resolved() -> None:
    nasty = "${read.content} $$ $read {{x}}"
    results = {"page": {"text": nasty}, "read": {"content": "SECRET"}}
    assert resolved(["$page.text", "<${page.text}>"], results) == [nasty, f"<{nasty}>"]


def test_keys_are_never_references() -> None:
    assert references_in({"$read": {"${read}": 1}}) == ()
    assert resolved({"$read": 1}, {}) == {"$read": 1}


def test_references_stand_in_order_with_their_places() -> None:
    found = references_in({"a": "$x", "b": {"c": ["1", "${y.z} and ${x}"]}, "d": "$z"})
    assert [(str(each), each.place) for each in found] == [
        ("$x", ("a",)),
        ("${y.z}", ("b", "c", 1)),
        ("${x}", ("b", "c", 1)),
        ("$z", ("d",)),
    ]


def test_every_bad_reference_is_found_not_only_the_first() -> None:
    found = list(scan({"a": "$x.", "b": "$ok", "c": "${ ${fine}"}))
    assert [type(each).__name__ for each in found] == ["BadReference", "Reference", "BadReference", "Reference"]


def test_any_depth_is_scanned() -> None:
    deep: Any = "$x"
    for _ in range(5_000):
        deep = [deep]
    assert len(list(scan(deep))) == 1


def test_a_long_text_of_broken_references_takes_no_long_time() -> None:
    assert sum(1 for _ in scan('${a["' * 20_000)) == 20_000


_names = st.from_regex(r"[A-Za-z_][A-Za-z0-9_-]{0,8}", fullmatch=True)
_parts = st.lists(st.integers(-5, 1_000) | st.text(max_size=6).filter(str.isprintable), max_size=4)
_paths = st.builds(lambda root, parts: Path(root, tuple(parts)), _names, _parts)


@given(_paths, st.booleans())
def test_a_reference_is_read_as_it_was_written(path: Path, whole: bool) -> None:
    reference = Reference(("x",), path, whole)
    text = str(reference) if whole else f"a {reference} b"
    assert references_in({"x": text}) == (reference,)


@given(st.text())
def test_an_escaped_text_means_itself(text: str) -> None:
    assert resolved(escaped(text), {}) == text
    assert unescaped(escaped(text)) == text


@given(st.text(alphabet="$${}ab.[0] \n", max_size=30))
def test_any_text_is_read_or_refused(text: str) -> None:
    list(scan(text))
    assert (unescaped(text) is None) == any(True for _ in scan(text))


@given(st.lists(st.sampled_from(["$$", "${a.b}", "${c}", " x ", "$5", "€"]), max_size=8))
def test_other_paths_leave_the_rest_as_it_was_written(pieces: list[str]) -> None:
    text = " ".join(["", *pieces])
    other = with_paths(text, lambda found: Path("z", found.path.parts) if found.path.root == "a" else found.path)
    assert other == text.replace("${a.b}", "${z.b}")
