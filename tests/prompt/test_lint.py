"""The prompt lint: a mode's text names only what the mode has."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import pytest

from gameplan.prompt import (
    Choice,
    Everything,
    Except,
    LintProblem,
    Mode,
    Only,
    PromptBook,
    PromptError,
    check,
    lint,
    load_sections,
)


@dataclass(frozen=True)
class ATool:
    name: str
    description: str = "Does it."
    parameters: Mapping[str, object] = field(default_factory=dict)


MOVE = ATool(
    "move_card",
    parameters={
        "type": "object",
        "properties": {
            "fromZone": {"type": "string", "default": {"properties": {"ghost": {}}}},
            "cardName": {"type": "string"},
            "allowed_by_card_effect": {"type": "boolean"},
            "where": {"anyOf": [{"$ref": "#/$defs/Place"}, {"type": "null"}]},
        },
        "$defs": {
            "Place": {
                "properties": {"end": {"enum": ["top", "bottom"]}, "mode": {"const": "face-down"}},
            }
        },
    },
)
PEEK = ATool("peek", parameters={"properties": {"count": {"type": "integer"}, "side": {"enum": ["left_side"]}}})
REWIND = ATool("rewind")
END = ATool("end_turn")
UPDATE = ATool("updateElement")
MOVE_AND_END = Only("move_card", "end_turn")
EVERYTHING = Everything()
ZONES = {"zone": ("your_deck", "your_hand"), "output": ("S###",)}


def problems(
    text: str,
    *,
    tools: Choice = MOVE_AND_END,
    names: Choice = EVERYTHING,
) -> list[tuple[int, str]]:
    """Lint a text as the only section of the mode `executor`, in a book whose mode `main` has everything."""
    sections = load_sections(f"## @TEXT\n{text}\n## @OTHER\nNothing.\n")
    modes = (Mode("main", ("OTHER",)), Mode("executor", ("TEXT",), tools=tools, names=names))
    book = PromptBook(sections=sections, tools=(MOVE, PEEK, REWIND, END, UPDATE), modes=modes, names=ZONES)
    return [(problem.line, problem.name) for problem in lint(book)]


@pytest.mark.parametrize(
    "text",
    [
        "Use `move_card`.",
        "Set `fromZone` and `allowed_by_card_effect=true`.",
        "The `end` is `top` or `bottom`, `face-down`.",
        'Call `move_card(fromZone="your_deck", cardName="<name>")`.',
        "Call ``move_card(where={end: top}, cardName=<n>)``.",
        "From `your_deck` to `your_hand`.",
        "See `@TEXT` and @TEXT.",
        "Say `true`, `false`, `null`, `3`, `-1.5`, `0x1F`.",
        "Ids are `S###`.",
        "A quoted `cardName='Rare Candy'` is a value.",
        "You may rewind or peek at a card; that is prose.",
        "A pair of `` ` `` signs.",
        "A lone ` sign, and move_card.",
        "Write to someone@OTHER.",
        "```\nmove_card your_deck end_turn anything_else\n```",
    ],
)
def test_names_that_the_mode_has_pass(text: str) -> None:
    assert problems(text) == []


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Use `rewind`.", "rewind"),
        ("Use `move_crad`.", "move_crad"),
        ("Use ``rewind``.", "rewind"),
        ("Call `rewind()`.", "rewind"),
        ("Set `count`.", "count"),
        ("Set `left_side`.", "left_side"),
        ("Set `ghost`.", "ghost"),
        ("See `@OTHER`.", "@OTHER"),
        ("See `@NOWHERE`.", "@NOWHERE"),
        ("See `TEXT`.", "TEXT"),
        ("`move_card(toZone=your_deck)`", "toZone"),
        ("`move_card.mood`", "mood"),
        ("`face-up`", "face-up"),
        ("`move_card(cardName='rewind')`", "rewind"),
        ('`cardName="left_side"`', "left_side"),
        ("`S01`", "S01"),
    ],
)
def test_a_backticked_name_that_the_mode_lacks_is_a_problem(text: str, name: str) -> None:
    assert problems(text) == [(2, name)]


def test_a_quoted_value_is_a_problem_only_if_it_is_a_name_of_the_book() -> None:
    assert problems('`cardName="your_hand"` `cardName="no_such_thing"`', names=Only("your_deck")) == [(2, "your_hand")]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("First go to @OTHER.", "@OTHER"),
        ("Then updateElement again.", "updateElement"),
        ("```\nN. call end_turn\n```", "end_turn"),
        ("Then **end_turn**.", "end_turn"),
        ("Use end_turn's result", "end_turn"),
        ("```\n`end_turn`\n```", "end_turn"),
    ],
)
def test_a_word_that_cannot_be_prose_is_a_problem_without_backticks(text: str, name: str) -> None:
    assert [found for _, found in problems(text, tools=Only("move_card"))] == [name]


def test_a_vocabulary_name_that_the_mode_lacks_is_a_problem_without_backticks() -> None:
    assert problems("Look at your_hand and your_deck.", names=Except("your_hand")) == [(2, "your_hand")]


def test_a_word_that_is_no_name_of_the_book_is_prose_without_backticks() -> None:
    assert problems("snake_case and @HANDLE and camelCase\n```\nsome_code(@MORE)\n```") == []


def test_code_in_a_fence_is_not_held_to_the_rule_for_backticks() -> None:
    assert problems("```\n`unknown` rewind left_side\n```\n`unknown`") == [(5, "unknown")]


def test_a_code_span_may_run_over_a_line_end_but_not_over_a_paragraph() -> None:
    assert problems("Use `move_card\nwrong` now") == [(3, "wrong")]
    assert problems("Use `move_card\n\nwrong` now") == []


def test_lines_are_those_of_the_file() -> None:
    text = "### Title\n\nfirst\n```\nfenced\n```\n`one` fine\nrewind `two` `three` `two`"
    assert problems(text) == [(8, "one"), (9, "two"), (9, "three")]


def test_problems_come_in_the_order_of_the_text() -> None:
    assert problems("`one` @OTHER `two`") == [(2, "one"), (2, "@OTHER"), (2, "two")]


def test_a_name_inside_a_longer_quoted_value_is_still_found() -> None:
    assert problems('`cardName="the best of your_hand"`', names=Only("your_deck")) == [(2, "your_hand")]


def test_a_title_is_linted() -> None:
    assert [name for _, name in problems("### Using `rewind`\nText")] == ["rewind"]


def test_a_placeholder_is_not_a_name_whatever_fills_it() -> None:
    assert problems("Call `move_card(${arguments})` for ${player}: `${zone}`.") == []


def test_the_descriptions_of_the_modes_tools_are_linted() -> None:
    book = PromptBook(
        sections=load_sections("## @TEXT\nPlay."),
        tools=(ATool("peek", "Look.\nUndo with `rewind`."), ATool("flip", "After that `nothing`."), REWIND),
        modes=(Mode("executor", ("TEXT",), tools=Only("peek")),),
    )
    assert lint(book) == (LintProblem("executor", "tool peek", 2, "rewind", "a tool of no mode", None),)


def a_pipeline(planner: Mode) -> PromptBook:
    text = "## @FORMAT\n```\nN. end_turn\n```\nMention `allowed_by_card_effect=true`.\n## @DO\nCall `end_turn`."
    return PromptBook(
        sections=load_sections(text),
        tools=(MOVE, END, REWIND),
        modes=(planner, Mode("executor", ("DO",), tools=Except("rewind"))),
    )


def test_a_planner_may_name_the_tools_of_the_mode_it_plans_for_without_having_them() -> None:
    book = a_pipeline(Mode("planner", ("FORMAT",), tools=Only(), plans_for="executor"))
    assert lint(book) == ()
    assert book.tools("planner") == ()


def test_a_planner_that_plans_for_nobody_may_not() -> None:
    assert [str(problem) for problem in lint(a_pipeline(Mode("planner", ("FORMAT",), tools=Only())))] == [
        'Mode "planner", @FORMAT, line 3: "end_turn" is a tool of mode "executor".',
        'Mode "planner", @FORMAT, line 5: "allowed_by_card_effect" is an argument of the tool "move_card" '
        'of mode "executor".',
    ]


def test_a_tool_that_a_planner_only_speaks_of_is_not_called_its_own() -> None:
    book = PromptBook(
        sections=load_sections("## @A\nUse `end_turn`."),
        tools=(END,),
        modes=(
            Mode("planner", (), tools=Only(), plans_for="executor"),
            Mode("executor", ()),
            Mode("setup", ("A",), tools=Only()),
        ),
    )
    assert [problem.elsewhere for problem in lint(book)] == ['a tool of mode "executor"']


def test_a_problem_says_where_it_is_what_the_name_is_elsewhere_and_what_comes_closest() -> None:
    book = PromptBook(
        sections=load_sections("## @ROLE\nUse `move_crd`.\n`your_hand` `@RULES` `zzz` `your_hnd`\n## @RULES\nNone."),
        tools=(MOVE, REWIND),
        modes=(
            Mode("main", ("RULES",)),
            Mode("setup", ("RULES",)),
            Mode("executor", ("ROLE",), names=Only("your_deck")),
        ),
        names=ZONES,
    )
    assert lint(book) == (
        LintProblem("executor", "@ROLE", 2, "move_crd", None, "move_card"),
        LintProblem("executor", "@ROLE", 3, "your_hand", 'a zone of modes "main", "setup"', "your_deck"),
        LintProblem("executor", "@ROLE", 3, "@RULES", 'a section of modes "main", "setup"', "@ROLE"),
        LintProblem("executor", "@ROLE", 3, "zzz", None, None),
        LintProblem("executor", "@ROLE", 3, "your_hnd", None, "your_deck"),
    )
    assert str(lint(book)[0]) == (
        'Mode "executor", @ROLE, line 2: "move_crd" is not a name of this book. '
        'The closest name of this mode is "move_card".'
    )


def test_check_refuses_a_book_with_all_its_problems_and_passes_a_clean_one() -> None:
    def book(text: str) -> PromptBook:
        return PromptBook(sections=load_sections(f"## @A\n{text}"), tools=(), modes=(Mode("main", ("A",)),))

    check(book("Clean."))
    with pytest.raises(PromptError) as refusal:
        check(book("`one` and `two`"))
    assert len(refusal.value.problems) == 2
    assert '"one" is not a name of this book' in str(refusal.value)


def test_a_section_that_no_mode_uses_is_not_linted() -> None:
    book = PromptBook(sections=load_sections("## @A\n`one`"), tools=(), modes=(Mode("main", ()),))
    assert lint(book) == ()
