"""The planning section: its words, strategy by strategy, and what it may name."""

import itertools
import re
from pathlib import Path

import pytest

from gameplan.prompt import MarkdownSection, Mode, Only, Prompt, PromptBook, PromptError, SectionText, lint
from gameplan.runtime import Session, select_latest
from gameplan.tools.planning import (
    PLAN_TOOLS,
    Plan,
    PlanExtras,
    PlanningStrategy,
    PlanningToolsSection,
    SetupPlan,
    planning_tools,
)

GOLDEN = Path(__file__).parent / "golden"
REACT = PlanningStrategy.REACT
PAR = PlanningStrategy.PLAN_ACT_REFLECT
GOAL = PlanningStrategy.GOAL_DECOMPOSE_ROUTE_SYNTHESISE
EVERYTHING = PlanExtras(skip=True, remove=True, reopen=True, require_evidence=True, drift_after=9)


def prompt_with(*sections, settings=()):
    return Prompt(ns="agents", key="k", name="n", sections=sections, settings=settings)


def rendered(section, *, settings=(), session_settings=()):
    return prompt_with(section, settings=settings).render(session_settings=session_settings).text


def golden(name):
    return (GOLDEN / f"{name}.md").read_bytes()


# -- snapshots


@pytest.mark.parametrize(
    ("name", "section"),
    [
        ("default", PlanningToolsSection()),
        ("react", PlanningToolsSection(strategy=REACT)),
        ("plan_act_reflect", PlanningToolsSection(strategy=PAR)),
        ("goal_decompose_route_synthesise", PlanningToolsSection(strategy=GOAL)),
        ("extras", PlanningToolsSection(extras=EVERYTHING)),
    ],
)
def test_the_section_renders_byte_for_byte_as_recorded(name, section):
    assert (rendered(section) + "\n").encode() == golden(name)


def test_the_default_is_react():
    assert golden("default") == golden("react")


def test_strategies_differ_only_in_the_mindset():
    texts = {strategy: rendered(PlanningToolsSection(strategy=strategy)).split("\n\n") for strategy in PlanningStrategy}
    assert len({len(paragraphs) for paragraphs in texts.values()}) == 1
    differing = [index for index, column in enumerate(zip(*texts.values(), strict=True)) if len(set(column)) > 1]
    assert differing == [2, 3]
    for paragraphs in texts.values():
        assert "`" not in "".join(paragraphs[2:4]), "a mindset names no tool"
    assert len({paragraphs[3] for paragraphs in texts.values()}) == len(PlanningStrategy)


@pytest.mark.parametrize("extras", [PlanExtras(), EVERYTHING])
def test_the_tools_are_named_in_the_same_order_by_every_strategy(extras):
    named = {
        tuple(re.findall(r"`(planning_\w+)`", rendered(PlanningToolsSection(strategy=strategy, extras=extras))))
        for strategy in PlanningStrategy
    }
    assert len(named) == 1
    assert set(named.pop()) == {tool.name for tool in planning_tools(extras)}


@pytest.mark.parametrize("strategy", PlanningStrategy)
@pytest.mark.parametrize("extras", [PlanExtras(), EVERYTHING])
def test_the_section_is_ascii_with_one_heading_and_ordered_lists(strategy, extras):
    text = rendered(PlanningToolsSection(strategy=strategy, extras=extras))
    assert text.isascii()
    assert re.findall(r"^#+ .*$", text, re.MULTILINE) == ["## 1. Planning"]
    assert not re.search(r"^\s*[-*+] ", text, re.MULTILINE), "no bullets"
    lists = [paragraph.split("\n") for paragraph in text.split("\n\n") if paragraph.startswith("1. ")]
    assert len(lists) == 2
    for points in lists:
        assert [point.split(". ")[0] for point in points] == [str(number) for number in range(1, len(points) + 1)]


@pytest.mark.parametrize(
    "words",
    [
        "Respond directly when",
        "Start with `planning_setup_plan`",
        "Expand the plan with `planning_add_step`",
        "Refine the title or details of a step with `planning_update_step`",
        "`step_id` when you update or mark it. Ids follow the pattern S###",
        "Track status with `planning_mark_step`",
        "`planning_clear_plan` only to give up: it discards the current plan",
        "Stay brief and write ASCII only",
    ],
)
@pytest.mark.parametrize("strategy", PlanningStrategy)
def test_each_point_of_the_guidance_is_made(strategy, words):
    assert words in rendered(PlanningToolsSection(strategy=strategy))


@pytest.mark.parametrize(
    ("strategy", "words"),
    [
        (REACT, ["reason -> act -> observe -> repeat", "note on the step"]),
        (
            PAR,
            [
                "entire plan before you act",
                "Reflect after each tool call or completed step",
                "plan note",
                "status update",
            ],
        ),
        (
            GOAL,
            ["Restate the goal in your own words", "concrete sub-problems", "assign each sub-problem", "Synthesise"],
        ),
    ],
)
def test_each_strategy_says_what_the_spec_asks_of_it(strategy, words):
    text = rendered(PlanningToolsSection(strategy=strategy))
    assert [word for word in words if word not in text] == []


FLAGS = ("skip", "remove", "reopen", "evidence", "require_evidence")


@pytest.mark.parametrize("on", list(itertools.product([False, True], repeat=len(FLAGS))))
def test_no_text_of_the_section_or_its_tools_names_what_is_off(on):
    extras = PlanExtras(**dict(zip(FLAGS, on, strict=True)))
    section = PlanningToolsSection(extras=extras)
    here = [tool.name for tool in section.tools]
    said = rendered(section) + "".join(f"{tool.description} {tool.parameters}" for tool in section.tools)
    assert [name for name in PLAN_TOOLS if name in said and name not in here] == []
    assert extras.evidence == ("evidence" in said)
    text = rendered(section)
    book = PromptBook(
        sections={"PLANNING": SectionText("PLANNING", "Planning", text)},
        tools=planning_tools(EVERYTHING),
        modes=[Mode("m", sections=("PLANNING",), tools=Only(*here))],
    )
    assert lint(book) == ()


# -- where the strategy comes from


def test_the_strategy_comes_from_the_settings_of_the_prompt():
    assert rendered(PlanningToolsSection(), settings=[PAR]) == rendered(PlanningToolsSection(strategy=PAR))


def test_the_strategy_comes_from_the_settings_of_the_session_before_those_of_the_prompt():
    text = rendered(PlanningToolsSection(), settings=[PAR], session_settings=[GOAL])
    assert text == rendered(PlanningToolsSection(strategy=GOAL))


def test_the_strategy_comes_from_the_session_that_the_section_was_made_with():
    session = Session(settings=["other", PAR])
    assert rendered(PlanningToolsSection(session)) == rendered(PlanningToolsSection(strategy=PAR))
    assert rendered(PlanningToolsSection(session), session_settings=[GOAL]) == rendered(
        PlanningToolsSection(strategy=GOAL)
    ), "another session, another strategy"


def test_the_strategy_of_the_constructor_comes_first():
    section = PlanningToolsSection(Session(settings=[GOAL]), REACT)
    assert rendered(section, settings=[PAR], session_settings=[GOAL]) == rendered(PlanningToolsSection())


# -- in a prompt


def test_the_section_is_numbered_where_it_stands_and_exposes_its_tools():
    before = MarkdownSection(title="Before", template="x")
    after = MarkdownSection(title="After", template="y")
    prompt = prompt_with(before, PlanningToolsSection(), after).render()
    assert "\n\n## 2. Planning\n\nKeep a short plan" in prompt.text
    assert prompt.text.endswith("## 3. After\n\ny")
    assert prompt.tools == planning_tools()


def test_a_section_that_is_off_leaves_neither_words_nor_tools():
    prompt = prompt_with(PlanningToolsSection(enabled=lambda: False)).render()
    assert (prompt.text, prompt.tools) == ("", ())


def test_two_sections_with_the_same_extras_share_their_tools():
    first, second = PlanningToolsSection(key="a"), PlanningToolsSection(key="b", extras=PlanExtras())
    assert prompt_with(first, second).render().tools == planning_tools()


def test_two_sections_with_other_extras_clash_in_one_prompt():
    with pytest.raises(PromptError, match="different tool named"):
        prompt_with(PlanningToolsSection(key="a"), PlanningToolsSection(key="b", extras=EVERYTHING))


# -- binding


def test_a_section_made_with_a_session_registers_at_once():
    session = Session()
    PlanningToolsSection(session)
    session.dispatch(SetupPlan("o"))
    assert select_latest(session, Plan) == Plan("o", "active")


def test_a_section_made_without_one_registers_when_its_prompt_is_bound():
    session, other = Session(), Session()
    prompt = prompt_with(PlanningToolsSection())
    for each in (session, other):
        prompt.bind(each)
        each.dispatch(SetupPlan("o"))
    session.dispatch(Plan("p", "active"))
    assert select_latest(session, Plan) == Plan("p", "active")
    assert select_latest(other, Plan) == Plan("o", "active")


def test_a_section_is_bound_to_a_session_and_nothing_else():
    with pytest.raises(TypeError, match="bound to a Session, not to str"):
        PlanningToolsSection().bind("session")
