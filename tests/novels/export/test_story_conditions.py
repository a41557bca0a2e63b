"""Conditions of a package, lowered to whole numbers: they hold exactly when those of the package do."""

import json
from random import Random

import pytest

from gameplan.novels.conditions import read_condition
from gameplan.novels.export.conditions import ALWAYS, NEVER, Condition, from_json, holds, to_json, variables_in
from gameplan.novels.export.conditions_lowering import Lowering, Names
from gameplan.novels.play.state import PlayState

_FLAGS, _PEOPLE, _PLACES = ("key", "lamp"), ("mara", "jon"), ("harbour", "inn")
_WRITTEN = (
    'flag("key")',
    'not flag("key") and (visited("inn") or done("talk"))',
    'flag("key") == flag("lamp")',
    'flag("key") != true',
    'met("mara") and has("A brass key!") and fired("storm")',
    "progress_pct >= 45",
    "progress_pct == 50",
    "doom_pct < 33.4 or progress_pct > 66.6",
    "progress_pct > doom_pct",
    "progress * 2 - doom / 3 >= 1.5",
    "-progress + 4 > turn",
    'bond("mara") >= 1 and arc("jon") < crisis',
    'arc("mara") == introduction',
    'location == "inn"',
    'location in ["harbour", "cellar"]',
    'location not in ["harbour"] and act_turn != 3',
    "turn in [1, 3, 5]",
    "true",
    "false or turn > 2",
)


def _state(chance: Random) -> PlayState:
    state = PlayState(location=chance.choice(_PLACES), turn=chance.randrange(8), act_turn=chance.randrange(6))
    state.progress_needed, state.doom_needed = chance.choice((0, 3, 4, 7)), chance.choice((0, 3, 5))
    state.progress = chance.randrange(8) if state.progress_needed else 0
    state.doom = chance.randrange(state.doom_needed + 1)
    for found, names in (
        (state.flags, _FLAGS),
        (state.places, _PLACES),
        (state.people, _PEOPLE),
        (state.played, ("talk",)),
        (state.events, ("storm",)),
        (state.items, ("a_brass_key",)),
    ):
        found.update({each: 1 for each in names if chance.random() < 0.5})
    state.bonds.update({each: chance.randrange(-3, 4) for each in _PEOPLE})
    state.arcs.update({each: chance.randrange(5) for each in _PEOPLE})
    return state


def _values(state: PlayState, names: Names) -> dict[str, int]:
    """The variables of a story that stands as a play does."""
    values = {"turn": state.turn, "act_turn": state.act_turn, "progress": state.progress, "doom": state.doom}
    values |= {"scale": state.progress_needed or 1, "doom_scale": state.doom_needed or 1}
    values["place"] = _PLACES.index(state.location)
    asked = {"flag": _FLAGS, "been": _PLACES, "met": _PEOPLE, "times": ("talk",), "event_times": ("storm",)}
    held = {"flag": state.flags, "been": state.places, "met": state.people, "times": state.played}
    held |= {"event_times": state.events, "item": state.items, "bond": state.bonds, "arc": state.arcs}
    asked |= {"item": ("a_brass_key",), "bond": _PEOPLE, "arc": _PEOPLE}
    return values | {names.of(kind, id): held[kind].get(id, 0) for kind, ids in asked.items() for id in ids}


@pytest.mark.parametrize("written", _WRITTEN)
def test_a_lowered_condition_holds_exactly_when_the_written_one_does(written: str) -> None:
    condition, chance, names = read_condition(written), Random(written), Names()
    assert condition.hard is not None, condition.problem
    lowered = Lowering(names, {"harbour": (0,), "inn": (1,)})(condition)
    answers = set()
    for _ in range(150):
        state = _state(chance)
        held = holds(lowered, _values(state, names))
        assert held == state.satisfies(condition)
        answers.add(held)
    assert len(answers) == 2 or written == "true"


@pytest.mark.parametrize("written", ["the sky falls", 'length(location) > 3 and flag("key")', "turn % 2 == 0"])
def test_what_whole_numbers_cannot_say_never_holds(written: str) -> None:
    assert Lowering(Names(), {})(read_condition(written)) == NEVER


def test_the_contrary_of_what_cannot_be_said_does_not_hold_either() -> None:
    assert Lowering(Names(), {})(read_condition("not (turn % 2 == 0)")) == NEVER


def test_numbers_that_would_leave_32_bits_are_not_lowered() -> None:
    assert Lowering(Names(), {})(read_condition("turn * turn * turn * turn > 5")) == NEVER
    assert Lowering(Names(), {})(read_condition("turn > 99999999999")) == NEVER


def test_the_empty_condition_always_holds() -> None:
    assert Lowering(Names(), {})(read_condition(" ")) == ALWAYS


@pytest.mark.parametrize("written", _WRITTEN)
def test_conditions_go_to_json_and_back(written: str) -> None:
    lowered = Lowering(Names(), {"harbour": (0,), "inn": (1, 2)})(read_condition(written))
    assert from_json(json.loads(json.dumps(to_json(lowered)))) == lowered


@pytest.mark.parametrize("data", [[], ["flag"], ["==", 1], ["==", 1, True], ["__import__", "os"], "progress", 3, None])
def test_what_is_no_condition_is_refused(data: object) -> None:
    with pytest.raises(ValueError, match=r"no (condition|number)"):
        from_json(data)


def test_names_are_plain_and_never_shared() -> None:
    names = Names(("flag_turn",))
    found = [names.of("flag", each) for each in ("turn", "a b", "a_b", "A-B", "schlüssel", "鍵", "", "x; DROP", "turn")]
    assert found[0] == found[-1] == "flag_turn_2"
    assert len(set(found)) == len(found) - 1
    assert all(each.isascii() and each.isidentifier() for each in found)


def test_a_condition_says_which_variables_it_reads() -> None:
    lowered: Condition = Lowering(Names(), {})(read_condition('flag("key") and progress_pct > 3'))
    assert set(variables_in(lowered)) == {"flag_key", "progress", "scale"}
