"""The modes of an agent at the table, as data: what it is told and what it may do in each phase of the game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

from gameplan.agents.handover import hand_back, request_replan
from gameplan.agents.roles import roles
from gameplan.cards.pokemon.board import LAYOUT
from gameplan.cards.table.decisions import BY_HAND
from gameplan.cards.table.views import View
from gameplan.prompt import (
    Except,
    Mode,
    Only,
    Prompt,
    PromptBook,
    RenderContext,
    Section,
    SectionText,
    ToolLike,
    bullet,
    load_sections,
)
from gameplan.prompt.section import slug
from gameplan.tools import Tool

# What only serves other games, or what the table does by itself here: it sees who has won, and draws anew at setup.
_NOT_NEEDED = ("declare_victory", "set_orientation", "flip_card", "mulligan")
_OVERRIDE = ("allowed_by_card_effect", "reason")
_HANDOVER = ("request_replan", "hand_back")
_RULES = ("TURN_STRUCTURE_MAIN", "WIN_CONDITIONS", "ZONE_LAYOUT", "KEY_RULES", "STATUS_CONDITIONS", "DAMAGE")
_ACTING = ("TOOL_USAGE", "PEEK_AND_SEARCH", "DECISIONS", "ERROR_CORRECTION")
_EXECUTOR = ("INTRO", "GAME_ENGINE", "ROLE_EXECUTOR", *_RULES, *_ACTING)
_EXECUTES = Except(*_NOT_NEEDED, "rewind", *_HANDOVER)
_BY_HAND = (*_RULES[2:], *_ACTING[1:])
_TABLE_ALONE = Only(  # the table's own actions: what a card's text needs that no program carries out
    "draw", "move_card", "place_on_zone", "move_card_stack", "swap_card_stacks", "shuffle", "peek", "search_zone",
    "rearrange_zone", "reveal", "reveal_hand", "set_counter", "add_counter", "set_status", "coin_flip", "dice_roll",
    "resolve_decision",
)  # fmt: skip

MODES = (
    Mode("setup", ("INTRO", "GAME_ENGINE", "ROLE_SETUP", "WIN_CONDITIONS", "DECISIONS"), Only("resolve_decision")),
    Mode(
        "startOfTurn",
        ("INTRO", "GAME_ENGINE", "ROLE_START_OF_TURN", *_BY_HAND),
        _TABLE_ALONE,
    ),
    Mode(
        "main",
        ("INTRO", "GAME_ENGINE", "ROLE_MAIN", *_RULES, "STRATEGY_PLANNING", *_ACTING, "TAKING_BACK", "YOUR_DECK"),
        Except(*_NOT_NEEDED, *_HANDOVER),
    ),
    Mode(
        "decision",
        ("INTRO", "GAME_ENGINE", "ROLE_DECISION", "WIN_CONDITIONS", "ZONE_LAYOUT", "DAMAGE", "DECISIONS"),
        Only("resolve_decision"),
    ),
    Mode(
        "byHand",
        ("INTRO", "GAME_ENGINE", "ROLE_BY_HAND", *_BY_HAND),
        _TABLE_ALONE,
    ),
    Mode(
        "planner",
        (
            "INTRO", "GAME_ENGINE", "ROLE_PLANNER", *_RULES, "STRATEGY_PLANNING", "YOUR_DECK",
            "EXECUTOR_TOOLS", "PLANNER_OUTPUT_FORMAT",
        ),
        Only(),
        plans_for="executor",
    ),
    Mode("executor", (*_EXECUTOR, "ASK_FOR_A_PLAN"), Except(*_NOT_NEEDED, "rewind", "hand_back")),
    Mode("executor to a boundary", (*_EXECUTOR, "ASK_FOR_A_PLAN", "HAND_BACK"), Except(*_NOT_NEEDED, "rewind")),
    Mode("last executor", (*_EXECUTOR, "NO_NEW_PLAN"), _EXECUTES),
    Mode(
        "last executor to a boundary",
        (*_EXECUTOR, "NO_NEW_PLAN", "HAND_BACK"),
        Except(*_NOT_NEEDED, "rewind", "request_replan"),
    ),
)  # fmt: skip


@cache
def sections() -> Mapping[str, SectionText]:
    """The blocks of `prompts.md`, and what every executor is told about giving the word back."""
    text = files("gameplan.cards.pokemon").joinpath("prompts.md").read_text("utf-8")
    shared = {name: roles().sections[name] for name in ("ASK_FOR_A_PLAN", "NO_NEW_PLAN", "HAND_BACK")}
    return {**load_sections(text), **shared}


def book(tools: Sequence[Tool[Any, Any]]) -> PromptBook:
    """All modes with the tools of one seat."""
    names = {"zone": [*LAYOUT.names(0), "opponent_"], "format": ["BOUNDARY", "SITUATION", "PLAN"]}
    return PromptBook(sections=sections(), tools=(*tools, request_replan, hand_back), modes=MODES, names=names)


def mode_of(view: View) -> str:
    """What the game wants of whoever it waits for."""
    if view.phase == "setup":
        return "setup"
    if view.decision is not None and view.decision.kind != BY_HAND:
        return "decision"
    if view.phase != "main":
        return "startOfTurn"
    return "main" if view.decision is None else "byHand"


def _planned_with(tool: ToolLike) -> str:
    """A line about a tool for who plans its use; what nearly all take is said once, elsewhere."""
    properties = tool.parameters.get("properties")
    names = [name for name in properties if name not in _OVERRIDE] if isinstance(properties, Mapping) else []
    return f"{bullet(tool)} Takes: {', '.join(names) or 'nothing'}."


class SeatPrompts:
    """The prompts and tools of one seat, mode by mode."""

    def __init__(self, tools: Sequence[Tool[Any, Any]], player: str, deck: Sequence[str] = ()) -> None:
        self.book = book(tools)
        self._player = player
        self._deck = "\n".join(f"- {line}" for line in deck) or "- not known"

    def tools(self, mode: str) -> tuple[Tool[Any, Any], ...]:
        """What an agent may do in a mode, without what a pipeline adds by itself."""
        chosen = self.book.tools(mode)
        return tuple(tool for tool in chosen if isinstance(tool, Tool) and tool.name not in _HANDOVER)

    def text(self, mode: str) -> str:
        """What an agent is told in a mode."""
        values = {"player": self._player}
        if "YOUR_DECK" in self.book.mode(mode).sections:
            values["deck"] = self._deck
        if mode == "planner":
            values["executor_tools"] = "\n".join(map(_planned_with, self.tools("executor")))
        return self.book.prompt(mode, ns="gameplan/cards", values=values).render(numbered=False).text

    def executor(self, mode_now: Callable[[], str]) -> Prompt:
        """The prompt of an executor. In which of its modes it is, is asked when it begins."""
        names = dict.fromkeys(name for mode in MODES if "executor" in mode.name for name in mode.sections)
        values = {"player": self._player}
        blocks = [_Block(self.book, name, values, mode_now) for name in names]
        return Prompt(ns="gameplan/cards", key="executor", name="executor", sections=blocks)


class _Block(Section):
    """A block that is there in the modes that have it."""

    def __init__(self, book: PromptBook, name: str, values: Mapping[str, object], mode_now: Callable[[], str]) -> None:
        enabled = lambda: name in book.mode(mode_now()).sections  # noqa: E731
        super().__init__(title=book.sections[name].title, key=slug(name), enabled=enabled)
        self._text = book.templates[name].fill(values)

    def body(self, context: RenderContext) -> str:
        return self._text
