"""Conditions of a novel: what they ask, that they hold exactly when they should, and that prose decides nothing."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gameplan.novels.conditions import read_condition
from gameplan.novels.package import ARC_PHASES
from gameplan.novels.play.state import PlayState

NAMES = st.sampled_from(["key", "lamp", "mara", "inn"])
ASKED = {
    "flag": "flags",
    "visited": "places",
    "done": "played",
    "fired": "events",
    "met": "people",
    "has": "items",
}


@st.composite
def worlds(draw: st.DrawFn) -> PlayState:
    """How a play may stand."""
    state = PlayState(
        location=draw(NAMES),
        turn=draw(st.integers(0, 9)),
        act_turn=draw(st.integers(0, 9)),
        progress=draw(st.integers(0, 4)),
        progress_needed=4,
        doom=draw(st.integers(0, 5)),
        doom_needed=5,
    )
    for field in ASKED.values():
        getattr(state, field).update(dict.fromkeys(draw(st.sets(NAMES)), 1))
    state.bonds.update(draw(st.dictionaries(NAMES, st.integers(-3, 3))))
    state.arcs.update(draw(st.dictionaries(NAMES, st.integers(0, 4))))
    return state


Meaning = tuple[str, Any]  # what is written, and a function of the state that says the same in Python


def asks() -> st.SearchStrategy[Meaning]:
    def about(name: str, who: str) -> Meaning:
        return f'{name}("{who}")', lambda state: who in getattr(state, ASKED[name])

    return st.builds(about, st.sampled_from(sorted(ASKED)), NAMES)


def compares() -> st.SearchStrategy[Meaning]:
    tests = {
        "<": lambda one, other: one < other,
        "<=": lambda one, other: one <= other,
        ">": lambda one, other: one > other,
        ">=": lambda one, other: one >= other,
        "==": lambda one, other: one == other,
        "!=": lambda one, other: one != other,
    }
    facts = {
        "progress": lambda state: state.progress,
        "progress_pct": lambda state: state.progress * 25,
        "doom": lambda state: state.doom,
        "doom_pct": lambda state: state.doom * 20,
        "turn": lambda state: state.turn,
        "act_turn": lambda state: state.act_turn,
    }

    def number(fact: str, sign: str, value: int) -> Meaning:
        return f"{fact} {sign} {value}", lambda state: tests[sign](facts[fact](state), value)

    def bond(who: str, sign: str, value: int) -> Meaning:
        return f'bond("{who}") {sign} {value}', lambda state: tests[sign](state.bonds.get(who, 0), value)

    def arc(who: str, sign: str, phase: str) -> Meaning:
        return f'arc("{who}") {sign} {phase}', lambda state: tests[sign](
            state.arcs.get(who, 0),
            1 + ARC_PHASES.index(phase),  # type: ignore[arg-type]
        )

    signs = st.sampled_from(sorted(tests))
    return st.one_of(
        st.builds(number, st.sampled_from(sorted(facts)), signs, st.integers(0, 100)),
        st.builds(bond, NAMES, signs, st.integers(-3, 3)),
        st.builds(arc, NAMES, signs, st.sampled_from(ARC_PHASES)),
    )


def there() -> st.SearchStrategy[Meaning]:
    return NAMES.map(lambda place: (f'location == "{place}"', lambda state: state.location == place))


def joined(parts: st.SearchStrategy[Meaning]) -> st.SearchStrategy[Meaning]:
    def both(one: Meaning, other: Meaning) -> Meaning:
        return f"({one[0]}) and ({other[0]})", lambda state: one[1](state) and other[1](state)

    def either(one: Meaning, other: Meaning) -> Meaning:
        return f"({one[0]}) or ({other[0]})", lambda state: one[1](state) or other[1](state)

    def contrary(one: Meaning) -> Meaning:
        return f"not ({one[0]})", lambda state: not one[1](state)

    return st.one_of(st.builds(both, parts, parts), st.builds(either, parts, parts), st.builds(contrary, parts))


CONDITIONS = st.recursive(st.one_of(asks(), compares(), there()), joined, max_leaves=6)


@given(meaning=CONDITIONS, state=worlds())
@settings(max_examples=300)
def test_a_condition_holds_exactly_when_what_it_says_is_so(meaning: Meaning, state: PlayState) -> None:
    text, says = meaning
    condition = read_condition(text)
    assert not condition.is_soft, condition.problem
    assert state.satisfies(condition) == says(state)
    assert all(f'{name}("{who}")' in text for name, who in condition.asks)


@given(text=st.text(), state=worlds())
def test_any_text_can_be_asked_and_prose_never_holds_by_itself(text: str, state: PlayState) -> None:
    condition = read_condition(text)
    held = state.satisfies(condition)
    if condition.is_soft:
        assert not held and condition.problem
        assert state.satisfies(condition, soft=True)


@pytest.mark.parametrize(
    "text",
    [
        '__import__("os")',
        '__import__("os").system("true")',
        'flag.__class__ == "x"',
        "(lambda: 1)()",
        "[x for x in (1, 2)]",
        'open("/etc/passwd")',
        'flag(location) or visited("inn")',
        "Mara has lost heart",
        "the tide is in, and nobody saw it",
    ],
)
def test_what_is_no_condition_is_prose_and_is_never_run(text: str) -> None:
    condition = read_condition(text)
    assert condition.is_soft and condition.hard is None
    assert not PlayState(location="inn").satisfies(condition)


def test_nothing_asked_always_holds() -> None:
    assert PlayState().satisfies(read_condition("")) and PlayState().satisfies(read_condition("  \n"))


def test_the_phases_of_an_arc_are_in_order() -> None:
    for reached in range(5):
        state = PlayState(arcs={"mara": reached})
        held = [state.satisfies(read_condition(f'arc("mara") >= {phase}')) for phase in ARC_PHASES]
        assert held == [True] * reached + [False] * (4 - reached)
