"""Section files: blocks that start with `## @NAME`."""

from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from gameplan.prompt import PromptError, SectionText, load_sections

FILE = """\
# The Pokemon prompts

Written by people, for people.

## @INTRO
You play cards.

Well.

## @PEEK_AND_SEARCH
### Peeking and Searching

**After peeking**:
- use `move_card`

## @EMPTY
"""


def problems_of(text: str) -> list[str]:
    with pytest.raises(PromptError) as refusal:
        load_sections(text)
    return list(refusal.value.problems)


def test_blocks_are_read_in_order_with_their_lines() -> None:
    sections = load_sections(FILE)
    assert list(sections.values()) == [
        SectionText("INTRO", "Intro", "You play cards.\n\nWell.", line=5, text_line=6),
        SectionText(
            "PEEK_AND_SEARCH",
            "Peeking and Searching",
            "**After peeking**:\n- use `move_card`",
            line=10,
            text_line=13,
        ),
        SectionText("EMPTY", "Empty", "", line=16, text_line=16),
    ]
    assert list(sections) == ["INTRO", "PEEK_AND_SEARCH", "EMPTY"]


def test_a_path_is_read_as_a_file_and_named_in_errors(tmp_path: Path) -> None:
    path = tmp_path / "sections.md"
    path.write_text("## @ONE\nGrüße\n", encoding="utf-8")
    assert load_sections(path)["ONE"].text == "Grüße"
    path.write_text("## @one\n", encoding="utf-8")
    with pytest.raises(PromptError, match=r'Section file ".*sections.md", line 1: "## @one" is not the start'):
        load_sections(path)


def test_windows_line_ends_are_line_ends() -> None:
    assert load_sections("## @A\r\n### Title\r\nText\r\nmore\r\n")["A"] == SectionText("A", "Title", "Text\nmore", 1, 3)


def test_a_title_is_made_from_the_name_if_the_block_has_none() -> None:
    assert load_sections("## @ROLE_PLANNER\nText\n### Later heading")["ROLE_PLANNER"].title == "Role planner"


def test_a_repeated_name_is_refused_with_both_lines() -> None:
    assert problems_of("## @ONE\n\n## @TWO\n## @ONE\n") == [
        "Section text, line 4: @ONE is already on line 1. Rename or remove one."
    ]


@pytest.mark.parametrize(
    "heading", ["## @one", "## @1ONE", "## @_ONE", "## @", "##@ONE", "### @ONE", "# @ONE", "## @ONE two", "## @A-B"]
)
def test_a_malformed_name_is_refused_with_its_line(heading: str) -> None:
    (problem,) = problems_of(f"## @FIRST\ntext\n{heading}\ntext")
    assert problem.startswith(f'Section text, line 3: "{heading}" is not the start of a block.')


def test_every_problem_of_a_file_is_reported_at_once() -> None:
    assert len(problems_of("## @one\n## @TWO\n## @TWO\n```\n")) == 3


def test_a_heading_before_the_first_block_is_refused() -> None:
    assert problems_of("# Top\n\n## Lost\ntext\n## @ONE\n") == [
        'Section text, line 3: the heading "## Lost" is in no block. Start a block with "## @NAME" above it.'
    ]


def test_comments_and_prose_before_the_first_block_are_for_people() -> None:
    assert list(load_sections("# Top\n<!-- note -->\nprose\n```\n## @NOT\n```\n## @ONE\ntext")) == ["ONE"]


@pytest.mark.parametrize(("opening", "closing"), [("```", "```"), ("~~~markdown", "~~~"), ("````", "`````")])
def test_a_fenced_heading_does_not_start_a_block(opening: str, closing: str) -> None:
    text = f"{opening}\n## @TWO\n{closing}\nafter"
    assert [(each.name, each.text) for each in load_sections(f"## @ONE\n{text}").values()] == [("ONE", text)]


def test_a_fence_is_closed_by_a_bare_line_of_its_own_kind_and_length() -> None:
    text = "````\n```\n~~~~\n````python\n## @TWO\n````"
    assert list(load_sections(f"## @ONE\n{text}\n## @THREE")) == ["ONE", "THREE"]


def test_three_backticks_within_a_line_open_no_fence() -> None:
    assert list(load_sections("## @ONE\n```inline``` code\n## @TWO")) == ["ONE", "TWO"]


def test_a_fence_that_is_never_closed_is_refused_where_it_opens() -> None:
    assert problems_of("## @ONE\n````\n```\n## @TWO\n```") == [
        "Section text, line 2: the code block that opens here is never closed."
    ]


def test_a_text_without_blocks_is_refused_and_a_path_is_suggested() -> None:
    (problem,) = problems_of("prompts/sections.md")
    assert "pass a pathlib.Path" in problem


names = st.from_regex(r"[A-Z][A-Z0-9_]{0,8}", fullmatch=True)
line_text = st.text(alphabet=st.sampled_from("ab#@` -~*$"), max_size=8)
titles = st.none() | st.from_regex(r"[a-z`][a-z `@]{0,8}[a-z`@]", fullmatch=True)


@given(st.dictionaries(names, st.tuples(titles, st.lists(line_text, max_size=5)), min_size=1, max_size=4))
def test_what_is_written_is_read_back(blocks: dict[str, tuple[str | None, list[str]]]) -> None:
    for title, text_lines in blocks.values():
        assume(not any(line.lstrip().startswith(("```", "~~~")) for line in text_lines))
        assume(not any("@" in line and line.lstrip().startswith("#") for line in text_lines))
        filled = [line for line in text_lines if line.strip()]
        assume(title is not None or not filled or not filled[0].startswith("### "))
    file = "".join(
        f"## @{name}\n" + (f"### {title}\n\n" if title else "") + "".join(f"{line}\n" for line in text_lines) + "\n"
        for name, (title, text_lines) in blocks.items()
    )
    sections = load_sections(f"# Prompts\n\n{file}")
    assert list(sections) == list(blocks)
    rows = f"# Prompts\n\n{file}".split("\n")
    for name, (title, text_lines) in blocks.items():
        section = sections[name]
        kept = [index for index, line in enumerate(text_lines) if line.strip()]
        expected = text_lines[kept[0] : kept[-1] + 1] if kept else []
        assert section.text.split("\n") == (expected or [""])
        assert title is None or section.title == title
        assert rows[section.line - 1] == f"## @{name}"
        assert not expected or rows[section.text_line - 1] == expected[0]
