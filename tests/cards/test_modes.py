"""The modes of an agent at the table: what it is told and may do, and that the two agree."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from gameplan.cards.pokemon.modes import MODES, SeatPrompts, book, mode_of, sections
from gameplan.cards.pokemon.narrative import Narrative
from gameplan.cards.pokemon.tools import pokemon_tools
from gameplan.cards.table.hands import Hands
from gameplan.prompt import PromptBook, SectionText, lint
from gameplan.tools import Tool

Lay = Callable[..., Any]
NAMED_IN_THE_SPECS = (
    "INTRO", "GAME_ENGINE", "ROLE_PLANNER", "ROLE_EXECUTOR", "PLANNER_OUTPUT_FORMAT", "TURN_STRUCTURE_MAIN",
    "WIN_CONDITIONS", "ZONE_LAYOUT", "KEY_RULES", "STATUS_CONDITIONS", "DAMAGE", "STRATEGY_PLANNING", "TOOL_USAGE",
    "PEEK_AND_SEARCH", "DECISIONS", "ERROR_CORRECTION",
)  # fmt: skip


RULES = ("TURN_STRUCTURE_MAIN", "WIN_CONDITIONS", "ZONE_LAYOUT", "KEY_RULES", "STATUS_CONDITIONS", "DAMAGE")
ACTING = ("TOOL_USAGE", "PEEK_AND_SEARCH", "DECISIONS", "ERROR_CORRECTION")
PLANNER = ("INTRO", "GAME_ENGINE", "ROLE_PLANNER", *RULES, "STRATEGY_PLANNING", "PLANNER_OUTPUT_FORMAT")
EXECUTOR = ("INTRO", "GAME_ENGINE", "ROLE_EXECUTOR", *RULES, *ACTING)
# What a section has to say, whatever its words are.
SAID = {
    "ROLE_PLANNER": ("no tools", "HEADS", "TAILS", "exact card names", "exact zones", "allowed_by_card_effect=true"),
    "PLANNER_OUTPUT_FORMAT": ("SITUATION:", "PLAN:\n1. ", "COIN FLIP CONTINGENCIES:", '"None"', "BOUNDARY:"),
    "ROLE_EXECUTOR": ("literally", "Do not make plans of your own", "coin"),
    "ASK_FOR_A_PLAN": ("`request_replan`", "refused", "chance", "is not there"),
    "TOOL_USAGE": ("`move_card` works from any zone", "`place_on_zone`", "`peek`", "`search_zone`", "`rearrange_zone`"),
    "PEEK_AND_SEARCH": (
        'After `peek`', 'After `search_zone`', '`fromZone="your_deck"`', "how many there are of each", "top to bottom",
        "is `peek`, `move_card`, `shuffle`", "is\n`peek`, `rearrange_zone`", "is `search_zone`, `move_card`, `shuffle`",
    ),
    "ZONE_LAYOUT": ("`your_active`", "`your_bench_1`", "`opponent_`", "`stadium`"),
}  # fmt: skip


@pytest.fixture
def tools(lay: Lay) -> tuple[Tool[Any, Any], ...]:
    return pokemon_tools(Hands(lay().game, 0, Narrative()))


def test_no_mode_names_what_it_does_not_have(tools: tuple[Tool[Any, Any], ...]) -> None:
    assert [str(problem) for problem in lint(book(tools))] == []


def test_the_lint_finds_a_planted_name(tools: tuple[Tool[Any, Any], ...]) -> None:
    whole = book(tools)
    planted = replace(whole.sections["ROLE_PLANNER"], text="Call `rewind` or `shuffle_all`.")
    spoilt: dict[str, SectionText] = {**whole.sections, "ROLE_PLANNER": planted}
    problems = lint(
        PromptBook(sections=spoilt, tools=list(whole.all_tools.values()), modes=list(MODES), names=whole.names)
    )
    assert {(problem.mode, problem.name) for problem in problems} == {("planner", "rewind"), ("planner", "shuffle_all")}


def test_the_sections_of_the_specs_are_there() -> None:
    assert set(NAMED_IN_THE_SPECS) <= set(sections())


@pytest.mark.parametrize("name", SAID)
def test_a_section_says_what_the_specs_want_said(name: str) -> None:
    text = " ".join(sections()[name].text.split())
    missing = [each for each in SAID[name] if " ".join(each.split()) not in text]
    assert missing == []


@pytest.mark.parametrize(("mode", "wanted"), [("planner", PLANNER), ("executor", EXECUTOR)])
def test_planner_and_executor_are_told_the_sections_of_the_spec_in_its_order(
    mode: str, wanted: tuple[str, ...], tools: tuple[Tool[Any, Any], ...]
) -> None:
    told = book(tools).mode(mode).sections
    assert [name for name in told if name in wanted] == list(wanted)
    titles = [sections()[name].title for name in wanted]
    prompts = SeatPrompts(tools, "Ada")
    text = prompts.text(mode) if mode == "planner" else prompts.executor(lambda: mode).render(numbered=False).text
    places = [text.index(f"## {title}\n") for title in titles]
    assert places == sorted(places)


def test_who_plays_a_whole_turn_alone_is_told_of_looking_and_searching(tools: tuple[Tool[Any, Any], ...]) -> None:
    assert sections()["PEEK_AND_SEARCH"].title in SeatPrompts(tools, "Ada").text("main")


@pytest.mark.parametrize("mode", ["setup", "startOfTurn", "main", "decision", "byHand", "planner", "executor"])
def test_each_mode_has_a_prompt(mode: str, tools: tuple[Tool[Any, Any], ...]) -> None:
    text = SeatPrompts(tools, "Ada").text(mode)
    assert "You are Ada." in text and "${" not in text


def test_the_planner_has_no_tools_and_knows_those_of_the_executor(tools: tuple[Tool[Any, Any], ...]) -> None:
    prompts = SeatPrompts(tools, "Ada")
    assert prompts.tools("planner") == ()
    text = prompts.text("planner")
    assert all(f"- `{tool.name}`: " in text for tool in prompts.tools("executor"))
    assert "COIN FLIP CONTINGENCIES" in text and "BOUNDARY:" in text


def test_an_executor_has_what_main_has_but_rewind(tools: tuple[Tool[Any, Any], ...]) -> None:
    prompts = SeatPrompts(tools, "Ada")
    main = {tool.name for tool in prompts.tools("main")}
    assert main - {tool.name for tool in prompts.tools("executor")} == {"rewind"}
    assert {"peek", "search_zone", "rearrange_zone", "declare_attack", "end_turn", "resolve_decision"} <= main


@pytest.mark.parametrize(
    ("mode", "asks", "hands_back"),
    [
        ("executor", True, False),
        ("executor to a boundary", True, True),
        ("last executor", False, False),
        ("last executor to a boundary", False, True),
    ],
)
def test_an_executor_is_told_only_of_the_handover_that_it_has(
    mode: str, asks: bool, hands_back: bool, tools: tuple[Tool[Any, Any], ...]
) -> None:
    prompts = SeatPrompts(tools, "Ada")
    text = prompts.executor(lambda: mode).render().text
    assert ("`request_replan`" in text) == asks
    assert ("`hand_back`" in text) == hands_back
    names = {tool.name for tool in prompts.book.tools(mode)}
    assert ("request_replan" in names, "hand_back" in names) == (asks, hands_back)


def test_setup_and_decisions_can_only_decide(tools: tuple[Tool[Any, Any], ...]) -> None:
    prompts = SeatPrompts(tools, "Ada")
    for mode in ("setup", "decision"):
        assert [tool.name for tool in prompts.tools(mode)] == ["resolve_decision"]


def test_the_phase_says_which_mode_it_is(lay: Lay, kit: Any) -> None:
    board = lay({"hand": [kit.net]})
    assert mode_of(board.game.view(0)) == "main"
    board.do("play_trainer", "Net")
    assert mode_of(board.game.view(0)) == "decision"
    asked = lay()
    asked.do("create_decision", 0, "Which?", "this", "that")
    assert mode_of(asked.game.view(0)) == "byHand"
    assert mode_of(lay(phase="setup").game.view(0)) == "setup"
    assert mode_of(lay(phase="draw").game.view(0)) == "startOfTurn"
