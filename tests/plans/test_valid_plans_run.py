"""A plan that validates never fails for a reason that validation could have seen.

What may come out of a tool is one of three for what takes it in: it *always* fits, it *never* does, or that is known
only when it is there (a field that may be null or missing, a value of no type or of one of several, an item by its
number, a number that must be whole or in bounds, one text out of a few). A plan that holds a *never* has a problem. A
step of a plan without problems fails only if it holds a *later*.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Any, Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gameplan.plans import Engine, Plan, StepEnded, plan_from_wire, validate
from gameplan.runtime import ManualClock, Session
from gameplan.tools import DATA, Tool, tool

ALWAYS, LATER, NEVER = "always", "later", "never"


@dataclass(frozen=True)
class Inner:
    label: str
    size: int


@dataclass(frozen=True)
class Name:
    name: Annotated[str, DATA] = ""


@dataclass(frozen=True)
class Made:
    text: str
    count: int
    ratio: float
    flag: bool
    tags: list[str]
    numbers: list[int]
    inner: Inner
    rows: list[Inner]
    table: dict[str, int]
    maybe: str | None
    either: int | str
    open: Any


@dataclass(frozen=True)
class Take:
    text: str = ""
    count: int = 0
    ratio: float = 0.0
    flag: bool = False
    tags: list[str] = field(default_factory=list)
    numbers: list[int] = field(default_factory=list)
    inner: Inner | None = None
    rows: list[Inner] = field(default_factory=list)
    maybe: str | None = None
    anything: Any = None
    level: Literal["low", "high"] = "low"
    small: int = field(default=0, metadata={"ge": 0, "le": 10})


KIND = Made("text", 3, 2.0, True, ["a", "b"], [1, 2], Inner("l", 1), [Inner("r", 2)], {"k": 1}, "m", 1, True)
MEAN = Made("", -(2**60), 2.5, False, [], [], Inner("", -1), [], {}, None, "not a number", None)


def tools_that_give(made: Made) -> dict[str, Tool[Any, Any]]:
    @tool(effects=(), primary="text")
    def make(params: Name) -> Made:
        """Make something."""
        return made

    @tool(effects=())
    def take(params: Take) -> Inner:
        """Take something."""
        return Inner(params.text, params.count)

    return {"make": make, "take": take}


# What each path of a result may be put into: (always, later, never).
FITS: dict[str, tuple[str, str, str]] = {
    "": ("text maybe anything", "level", "count flag tags numbers rows"),
    ".text": ("text maybe anything", "level", "count ratio flag tags numbers inner rows small"),
    ".count": ("count ratio anything", "small", "text flag tags numbers inner rows maybe level"),
    ".ratio": ("ratio anything", "count small", "text flag tags inner maybe level"),
    ".flag": ("flag anything", "", "text tags inner rows maybe level"),
    ".tags": ("tags anything", "", "text count ratio flag inner maybe level small"),
    ".numbers": ("numbers anything", "", "text count ratio flag inner maybe level small"),
    ".inner": ("inner anything", "", "text count flag tags rows maybe"),
    ".inner.label": ("text maybe anything", "level", "count flag tags inner"),
    ".rows": ("rows anything", "", "text count flag inner tags numbers"),
    ".rows[0].label": ("", "text maybe level anything", "count flag"),
    ".tags[0]": ("", "text maybe level anything", "count flag tags"),
    ".tags[-7]": ("", "text maybe", "inner"),
    ".table": ("anything", "", "text count flag tags maybe"),
    ".table.k": ("", "count ratio small anything", "text tags inner"),
    ".maybe": ("maybe anything", "text level inner", "count flag tags"),
    ".either": ("anything", "text count ratio small", "tags inner flag"),
    ".open": ("anything", "text count ratio flag tags numbers inner rows maybe level small", ""),
    ".open.deep[3].x": ("", "text count inner anything", ""),
    ".nothing": ("", "", "text count anything"),
    ".text.deep": ("", "", "text anything"),
    ".inner[0]": ("", "", "text anything"),
}
IN_TEXT = {
    **dict.fromkeys(["", ".text", ".count", ".ratio", ".flag", ".inner.label"], ALWAYS),
    **dict.fromkeys([".maybe", ".either", ".open", ".table.k", ".tags[0]"], LATER),
    **dict.fromkeys([".tags", ".inner", ".rows", ".table", ".nothing"], NEVER),
}
CONDITIONS = {
    ALWAYS: (
        "${}.flag",
        "not ${}.flag",
        "${}.count > 3",
        "${}.text == 'x'",
        "${}.maybe == null",
        "exists(${}.maybe)",
        "${}.count + 1 > ${}.ratio",
        "'a' in ${}.tags",
        "exists(${}.table.k)",
    ),
    LATER: (
        "${}.open",
        "${}.maybe > 'a'",
        "${}.either > 3",
        "${}.table.k > 0",
        "${}.tags[0] == 'a'",
        "${}.open.x == 1",
    ),
    NEVER: ("${}.nothing", "${}.text > 3", "${}.tags", "${}.text", "${}.inner.flag", "${}.count + 'a' == 1"),
}
ITEMS = {ALWAYS: (".tags", ".numbers", ".rows"), LATER: (".open",), NEVER: (".count", ".text", ".inner", ".nothing")}
ITEM_FITS = {
    ".tags": [("text", "$item", ALWAYS), ("text", "<${item}>", ALWAYS), ("count", "$item", NEVER)],
    ".numbers": [("count", "$item", ALWAYS), ("text", "${item}", ALWAYS), ("text", "$item", NEVER)],
    ".rows": [("inner", "$item", ALWAYS), ("text", "$item.label", ALWAYS), ("text", "$item.no", NEVER)],
    ".open": [("text", "$item", LATER), ("anything", "$item", ALWAYS)],
}
LEVELS = {
    path: {
        argument: level for level, told in zip((ALWAYS, LATER, NEVER), each, strict=True) for argument in told.split()
    }
    for path, each in FITS.items()
}


@dataclass
class Drawn:
    """A plan, and what each of its steps holds."""

    steps: list[dict[str, Any]] = field(default_factory=list)
    holds: dict[str, set[str]] = field(default_factory=dict)

    @property
    def plan(self) -> Plan:
        return plan_from_wire({"steps": self.steps})

    def levels(self) -> set[str]:
        return set().union(*self.holds.values())


@st.composite
def plans(draw: st.DrawFn, levels: tuple[str, ...] = (ALWAYS, ALWAYS, LATER)) -> Drawn:
    drawn = Drawn([{"id": "m0", "tool": "make"}], {"m0": set()})
    makers = ["m0"]
    if draw(st.booleans()):
        drawn.steps.append({"id": "m1", "tool": "make", "when": "$m0.flag"})
        makers.append("m1")
        drawn.holds["m1"] = set()
    for number in range(draw(st.integers(1, 5))):
        name, source = f"t{number}", draw(st.sampled_from(makers))
        step: dict[str, Any] = {"id": name, "tool": "take", "args": {}}
        holds: set[str] = set()
        level = draw(st.sampled_from(levels))
        match draw(st.sampled_from(["whole", "whole", "inside", "when", "each", "nested", "list"])):
            case "whole":
                for argument in draw(st.sets(st.sampled_from(sorted(LEVELS[".open"])), min_size=1, max_size=3)):
                    fitting = [path for path, each in LEVELS.items() if each.get(argument) == level]
                    if fitting:
                        step["args"][argument] = f"${source}{draw(st.sampled_from(fitting))}"
                        holds.add(level)
            case "inside":
                path = draw(st.sampled_from([path for path, each in IN_TEXT.items() if each == level]))
                step["args"]["text"] = f"$$ <${{{source}{path}}}> ${{m0.count}}"
                holds.add(level)
            case "when":
                step["when"] = draw(st.sampled_from(CONDITIONS[level])).replace("{}", source)
                holds.add(level)
            case "each":
                path = draw(st.sampled_from(ITEMS[level]))
                step["forEach"] = {"items": f"${source}{path}"}
                holds.add(level)
                if path in ITEM_FITS:
                    uses = [each for each in ITEM_FITS[path] if each[2] in levels]
                    argument, text, how = draw(st.sampled_from(uses))
                    step["args"][argument] = text
                    holds.add(how)
            case "nested":
                fitting = [path for path, each in LEVELS.items() if each.get("text") == level]
                inner = [{"id": "in", "tool": "take", "args": {"text": "$input.said"}}]
                step = {"id": name, "tool": "plan", "args": {"said": f"${source}{draw(st.sampled_from(fitting))}"}}
                step["plan"] = {"inputs": {"said": {"type": "string"}}, "steps": inner, "output": "$in.label"}
                holds.add(level)
            case "list":
                fitting = [path for path, each in LEVELS.items() if each.get("text") == level]
                step["args"]["tags"] = ["a", f"${source}{draw(st.sampled_from(fitting))}"]
                holds.add(level)
        drawn.steps.append(step)
        drawn.holds[name] = holds
    return drawn


@settings(max_examples=400)
@given(plans(), st.sampled_from([KIND, MEAN]))
async def test_a_step_of_a_valid_plan_fails_only_for_what_nobody_could_know_before(drawn: Drawn, made: Made) -> None:
    tools = tools_that_give(made)
    assert validate(drawn.plan, tools) == ()
    session = Session(clock=ManualClock())
    summary = await Engine(tools, session).complete(drawn.plan)
    for name in summary.failed:
        assert LATER in drawn.holds[name], (name, summary.failed[name])
    assert not summary.blocked or summary.failed
    reasons = [end for end in session.events_of(StepEnded) if end.status == "failed"]
    assert all(end.reason and end.code for end in reasons)


@settings(max_examples=200)
@given(plans((ALWAYS,)), st.sampled_from([KIND, MEAN]))
async def test_a_plan_in_which_everything_always_fits_never_fails(drawn: Drawn, made: Made) -> None:
    tools = tools_that_give(made)
    assert validate(drawn.plan, tools) == ()
    summary = await Engine(tools, Session(clock=ManualClock())).complete(drawn.plan)
    assert summary.status == "completed", summary.failed


@settings(max_examples=200)
@given(plans((ALWAYS, NEVER)))
def test_what_never_fits_is_found_before_anything_runs(drawn: Drawn) -> None:
    wrong = {name for name, holds in drawn.holds.items() if NEVER in holds}
    found = {problem.step_id for problem in validate(drawn.plan, tools_that_give(KIND))}
    assert found == wrong


@pytest.mark.parametrize("path", sorted(FITS))
@pytest.mark.parametrize("argument", sorted(LEVELS[".open"]))
async def test_the_table_holds_for_each_pair(path: str, argument: str) -> None:
    level = LEVELS[path].get(argument)
    plan = plan_from_wire([{"id": "m0", "tool": "make"}, {"id": "t", "tool": "take", "args": {argument: f"$m0{path}"}}])
    problems = validate(plan, tools_that_give(KIND))
    if level is None:
        return  # it may or may not be found: nothing is promised
    assert bool(problems) == (level == NEVER), problems
    for made in (KIND, MEAN):
        if level == ALWAYS:
            summary = await Engine(tools_that_give(made), Session()).complete(plan)
            assert summary.status == "completed", summary.failed
