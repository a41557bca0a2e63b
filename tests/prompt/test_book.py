"""Modes and the prompt book: one registry makes the text and the tool list."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import pytest

from gameplan.prompt import Everything, Except, Mode, Only, PromptBook, PromptError, load_sections


@dataclass(frozen=True)
class ATool:
    name: str
    description: str = "Does it."
    parameters: Mapping[str, object] = field(default_factory=dict)


SECTIONS = load_sections(
    """\
# Prompts

## @INTRO
You are ${player}. $$1 a game.

## @ROLE_PLANNER
### Your role
Write a plan.

## @TOOL_USAGE
You have:

${tools}
"""
)
PEEK, REWIND, END = ATool("peek", "Look. Then act."), ATool("rewind", "Go back."), ATool("end_turn", "End.")


def a_book(*modes: Mode, names: Mapping[str, tuple[str, ...]] | None = None) -> PromptBook:
    return PromptBook(sections=SECTIONS, tools=(PEEK, REWIND, END), modes=modes, names=names or {})


def problems_of(*modes: Mode, names: Mapping[str, tuple[str, ...]] | None = None) -> list[str]:
    with pytest.raises(PromptError) as refusal:
        a_book(*modes, names=names)
    return list(refusal.value.problems)


def test_a_mode_renders_its_sections_and_offers_its_tools() -> None:
    book = a_book(Mode("executor", ("INTRO", "TOOL_USAGE"), tools=Except("rewind")))
    prompt = book.prompt("executor", ns="cards/pokemon", values={"player": "Ash ${tools}"})
    rendered = prompt.render()
    assert rendered.text == (
        """\
## 1. Intro

You are Ash ${tools}. $1 a game.

## 2. Tool usage

You have:

- `peek`: Look.
- `end_turn`: End."""
    )
    assert rendered.tools == book.tools("executor") == (PEEK, END)
    assert (prompt.ns, prompt.key, prompt.name) == ("cards/pokemon", "executor", "executor")


def test_the_order_of_the_text_is_the_modes_and_of_the_tools_the_books() -> None:
    book = a_book(Mode("main", ("ROLE_PLANNER", "INTRO"), tools=Only("end_turn", "peek")))
    assert book.tools("main") == (PEEK, END)
    text = book.prompt("main", ns="t", values={"player": "Ash"}).render().text
    assert text.index("## 1. Your role") < text.index("## 2. Intro")


def test_a_mode_has_everything_only_some_or_all_but_some() -> None:
    book = a_book(
        Mode("all", ()), Mode("every", (), Everything()), Mode("none", (), Only()), Mode("most", (), Except("peek"))
    )
    assert [book.tools(mode) for mode in book.modes] == [(PEEK, REWIND, END), (PEEK, REWIND, END), (), (REWIND, END)]


def test_modes_are_plain_data() -> None:
    assert Mode("a", ("INTRO",), Only("x", "y")) == Mode("a", ("INTRO",), Only("x", "y"))
    assert hash(Except("x")) == hash(Except("x"))
    assert repr(Only("x")) == "Only(names=('x',))"


def test_an_unknown_section_tool_name_or_mode_is_refused_with_what_was_meant() -> None:
    mode = Mode("main", ("INTRRO",), tools=Except("rewnd"), names=Only("your_dck"), plans_for="man")
    assert problems_of(mode, names={"zone": ("your_deck", "your_hand")}) == [
        'Mode "main": there is no section "INTRRO"; did you mean "INTRO"? There are: INTRO, ROLE_PLANNER, TOOL_USAGE.',
        'Mode "main": there is no tool "rewnd"; did you mean "rewind"? There are: end_turn, peek, rewind.',
        'Mode "main": there is no name "your_dck"; did you mean "your_deck"? There are: your_deck, your_hand.',
        'Mode "main": there is no mode "man"; did you mean "main"? There are: main.',
    ]


def test_a_name_like_no_other_still_lists_what_exists() -> None:
    assert problems_of(Mode("main", (), tools=Only("zzz"))) == [
        'Mode "main": there is no tool "zzz"; there are: end_turn, peek, rewind.'
    ]


def test_asking_for_an_unknown_mode_is_refused() -> None:
    with pytest.raises(PromptError, match='There is no mode "mian"; did you mean "main"'):
        a_book(Mode("main", ())).tools("mian")


def test_modes_and_tools_of_the_same_name_are_refused() -> None:
    assert problems_of(Mode("main", ()), Mode("main", ())) == [
        'There are 2 modes named "main" in the book; rename or remove one.'
    ]
    with pytest.raises(PromptError, match='There are 2 tools named "peek"'):
        PromptBook(sections=SECTIONS, tools=(PEEK, ATool("peek")), modes=())


def test_a_section_is_in_a_mode_once() -> None:
    assert problems_of(Mode("main", ("INTRO", "INTRO"))) == [
        'Mode "main": the section "INTRO" is in it twice; keep one.'
    ]


def test_one_word_is_not_a_sequence_of_names() -> None:
    with pytest.raises(PromptError, match="are a sequence of words, not 'your_deck'"):
        PromptBook(sections=SECTIONS, tools=(), modes=(), names={"zone": "your_deck"})


def test_a_malformed_placeholder_is_refused_when_the_book_is_made_with_the_line_of_the_file() -> None:
    sections = load_sections("# Top\n\n## @INTRO\n### Title\n\nFine.\nYou are $player.\n")
    with pytest.raises(PromptError, match=r'@INTRO, line 7: "\$player" is not a placeholder'):
        PromptBook(sections=sections, tools=(), modes=())


def test_a_placeholder_without_a_value_is_refused() -> None:
    with pytest.raises(PromptError, match=r'@INTRO, line 4: the mapping of values has no "player"'):
        a_book(Mode("main", ("INTRO",))).prompt("main", ns="t")


def test_a_value_for_another_mode_is_fine_but_one_for_no_section_is_refused() -> None:
    book = a_book(Mode("planner", ("ROLE_PLANNER",)), Mode("main", ("INTRO",)))
    assert book.prompt("planner", ns="t", values={"player": "Ash"}).render().text == "## 1. Your role\n\nWrite a plan."
    with pytest.raises(PromptError, match=r'The value "playr" is for no placeholder .* did you mean "player"'):
        book.prompt("planner", ns="t", values={"playr": "Ash"})


def test_the_list_of_tools_is_the_books_own_to_fill() -> None:
    with pytest.raises(PromptError, match='The value "tools" is for no placeholder'):
        a_book(Mode("main", ("TOOL_USAGE",))).prompt("main", ns="t", values={"tools": "none"})
