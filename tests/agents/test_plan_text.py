"""A planner's text, read leniently."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gameplan.agents import parse_plan, plan_in

PLAN = """\
SITUATION: We hold the brass key. The hall is north.
PLAN:
1. go north to the hall
2. unlock the oak door
   (it needs the brass key)
3. leave
CONTINGENCIES: If the door is jammed, force it: HEADS -> go on, TAILS -> request_replan.
"""


def test_the_format_is_read_into_its_parts() -> None:
    plan = parse_plan(PLAN)
    assert plan.situation == "We hold the brass key. The hall is north."
    assert [step.title for step in plan.steps] == ["go north to the hall", "unlock the oak door", "leave"]
    assert plan.steps[1].details == "(it needs the brass key)"
    assert plan.contingencies.startswith("If the door is jammed")
    assert plan.boundary == ""
    assert plan.text == PLAN.strip()


@pytest.mark.parametrize(
    "heading", ["CONTINGENCIES:", "COIN FLIP CONTINGENCIES:", "**Contingencies:**", "## Contingency", "contingencies :"]
)
def test_both_headings_of_contingencies_are_read(heading: str) -> None:
    plan = parse_plan(f"PLAN:\n1. flip\n{heading}\nHEADS -> a, TAILS -> b")
    assert plan.contingencies == "HEADS -> a, TAILS -> b"
    assert len(plan.steps) == 1


@pytest.mark.parametrize("none", ["None", "none.", '"None"', "[None]"])
def test_no_contingencies_are_none(none: str) -> None:
    assert parse_plan(f"PLAN:\n1. a\nCONTINGENCIES: {none}").contingencies == ""


@pytest.mark.parametrize("line", ["BOUNDARY: what is in the cellar", "3. **BOUNDARY:** what is in the cellar"])
def test_a_boundary_ends_the_plan(line: str) -> None:
    plan = parse_plan(f"PLAN:\n1. a\n2. b\n{line}\n4. never\nCONTINGENCIES: None")
    assert plan.boundary == "what is in the cellar"
    assert [step.title for step in plan.steps] == ["a", "b"]


@pytest.mark.parametrize(
    ("text", "titles"),
    [
        ("**SITUATION:** x\n\n**PLAN:**\n1) a\n2) b", ["a", "b"]),
        ("## PLAN\n- a\n- b", ["a", "b"]),
        ("PLAN:\na\nb", ["a", "b"]),
        ("Here is what I would do.\n1. a\n2. b", ["a", "b"]),
        ("PLAN:\nStep 1: a\nStep 2: b", ["a", "b"]),
        ("Just do it.", ["Just do it."]),
    ],
)
def test_other_forms_are_understood(text: str, titles: list[str]) -> None:
    assert [step.title for step in parse_plan(text).steps] == titles


def test_text_of_a_plan_may_be_unicode_and_long_and_nothing_of_it_is_lost() -> None:
    long = "Spiele Glurak – " + "weiter " * 60
    (step,) = parse_plan(f"PLAN:\n1. {long}").steps
    assert len(step.title) <= 160
    assert (step.title.rstrip("…") + " " + step.details.lstrip("…")).split() == long.split()


def test_it_becomes_a_session_plan() -> None:
    plan = parse_plan(PLAN).as_plan()
    assert plan.objective == "We hold the brass key. The hall is north."
    assert [(step.step_id, step.status) for step in plan.steps] == [(f"S00{n}", "pending") for n in (1, 2, 3)]
    assert plan.status == "active"


@given(st.text(max_size=400))
def test_no_text_breaks_the_parser(text: str) -> None:
    plan = parse_plan(text)
    assert bool(plan.steps) == bool(text.strip()) or plan.boundary
    assert all(step.title and len(step.title) <= 160 for step in plan.steps)
    plan.as_plan()


@given(st.lists(st.text("abcdefghij ", min_size=1, max_size=40).map(str.strip).filter(bool), min_size=1, max_size=20))
def test_a_numbered_plan_keeps_its_steps(titles: list[str]) -> None:
    text = "SITUATION: s\nPLAN:\n" + "\n".join(f"{n}. {title}" for n, title in enumerate(titles, 1))
    assert [step.title for step in parse_plan(text).steps] == titles


def test_the_plan_is_found_again_at_the_end_of_an_executors_prompt() -> None:
    assert plan_in(f"You act.\n\n## PLAN\n{PLAN}") == parse_plan(PLAN)
    assert plan_in("You act.") is None
