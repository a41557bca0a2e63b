"""The live view of a run: what fits, what is marked, and that nothing in it steers the terminal."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest
from rich.cells import cell_len

from gameplan.cli.layout import time_told
from gameplan.cli.runs.end import effects_told, how_long
from gameplan.cli.runs.live import Moment
from gameplan.plans import (
    ApprovalAsked,
    ExecutionSummary,
    ForEach,
    Plan,
    QuestionAsked,
    RunPaused,
    RunStarted,
    Step,
    StepBegan,
    StepEnded,
)
from gameplan.runtime import Recorded
from gameplan.tools import ToolLogged, ToolProgress

INNER = Plan((Step("one", "read_file"), Step("two", "write_file", "Write \x1b[31mit\u202e")))
PLAN = Plan(
    (
        Step("read", "read_file", "Read the file"),
        Step("tests", "run_command", "Run the tests, 日本語 too", depends_on=("read",)),
        Step("each", "edit_file", "Change each", for_each=ForEach(["a"] * 10), depends_on=("read",)),
        Step("deep", "plan", "A plan inside", plan=INNER, depends_on=("read",)),
        Step("last", "read_file", "After", depends_on=("tests",), estimated_duration=20),
    )
)
SECOND = 1_000_000


class Told(Moment):
    """A moment that is told events without a session."""

    def tell(self, *events: Any, at: int = 0) -> None:
        for event in events:
            self.take(Recorded(1, at, event))

    def text(self, width: int = 80, height: int = 24, now: int = 14 * SECOND) -> str:
        rows = self.rows(width, height, now)
        assert all(cell_len(row.plain) <= width for row in rows)
        assert len(rows) <= height
        return "\n".join(row.plain for row in rows)


@pytest.fixture
def moment() -> Told:
    made = Told()
    made.tell(RunStarted(PLAN, {}, "", {"read_file": 0.5, "run_command": 30.0, "edit_file": 2.0}))
    made.tell(StepBegan("read", "run-1/read", {}), StepEnded("read", "completed", duration_ms=12))
    made.tell(StepBegan("tests", "run-1/tests", {}), at=SECOND)
    return made


def test_a_running_step_has_its_bar_its_time_and_its_last_line(moment: Told) -> None:
    moment.notice(ToolProgress("run-1/tests", 43))
    moment.notice(ToolLogged("run-1/tests", "test_a \x1b[2J passed"))
    text = moment.text()
    assert "43 % 13 s of about 30 s" in text
    assert "    test_a \\x1b[2J passed" in text
    assert "\x1b" not in text
    moment.tell(StepEnded("tests", "completed", duration_ms=15_000))
    assert "test_a" not in moment.text()
    assert "15 s" in moment.text()


def test_items_are_one_line_with_a_bar_and_what_has_something_to_tell(moment: Told) -> None:
    moment.tell(StepBegan("each", "run-1/each", {"items": 10}))
    for number in range(3):
        moment.tell(StepBegan(f"each[{number}]", "k", {}), StepEnded(f"each[{number}]", "completed"))
    moment.tell(
        ApprovalAsked("each[3]", "x", {}, ("writes a.md", "destroys a.md"), why="it overwrites or removes something")
    )
    text = moment.text()
    assert "━━━━━─────────── 3 of 10" in text
    assert "? each" in text
    assert "? [3]  a.md: it overwrites or removes something" in text
    assert "[1]" not in text


def test_a_plan_inside_a_step_is_below_it_while_it_runs(moment: Told) -> None:
    moment.tell(StepBegan("deep", "run-1/deep", {}), StepBegan("deep/two", "run-1/deep/two", {}))
    text = moment.text()
    assert "   ▸ two  Write \\x1b[31mit\\u202e" in text
    assert "   · one" in text
    moment.tell(StepEnded("deep/two", "completed"), StepEnded("deep", "completed"))
    assert "two" not in moment.text()


def test_the_longest_chain_is_marked_and_what_is_left_is_told(moment: Told) -> None:
    text = moment.text()
    marked = [line.split()[1] for line in text.splitlines() if line.startswith("┃")]
    assert marked == ["read", "tests", "last"]
    assert "┃ the longest chain" in text
    moment.tell(*(StepEnded(name, "completed") for name in ("each", "deep")))
    assert "about 37 s left" in moment.text()
    moment.tell(RunPaused())
    assert "paused" in moment.text()


def test_tokens_and_cost_are_told_when_there_are_any(moment: Told) -> None:
    assert moment.state is not None
    moment.state.tokens, moment.state.cost = 1_234, Decimal("0.0123")
    assert "1,234 tokens, $0.0123" in moment.text()


@pytest.mark.parametrize("width", [20, 40, 60, 80, 200])
@pytest.mark.parametrize("height", [5, 10, 40])
def test_it_fits_every_terminal(moment: Told, width: int, height: int) -> None:
    moment.notice(ToolLogged("run-1/tests", "x" * 500))
    moment.tell(StepBegan("each", "run-1/each", {"items": 10}), QuestionAsked("deep", "Why? " * 100))
    assert moment.text(width, height)


def test_of_a_thousand_steps_only_those_are_shown_that_have_something_to_tell() -> None:
    moment = Told()
    moment.tell(RunStarted(Plan(tuple(Step(f"s{number}", "read_file") for number in range(1_000)))))
    for number in range(500):
        moment.tell(StepBegan(f"s{number}", "k", {}))
        if number < 495:
            moment.tell(StepEnded(f"s{number}", "failed" if number == 7 else "completed", reason="broke"))
    text = moment.text(60, 14)
    assert text.splitlines()[0] == " ✓ 494 that are over"
    assert "✗ s7  broke" in text
    assert "▸ s499" in text
    assert "· s500" in text
    assert "more to come" in text
    assert text.splitlines()[-1].startswith("495 of 1,000 steps")


def test_effects_are_told_in_groups() -> None:
    effects = ["overwrites a", "writes b", "writes c", "destroys d", "executes make", "sends example.org"]
    assert effects_told(effects) == [
        "Changed a.",
        "Wrote 2: b, c.",
        "Removed d.",
        "Ran make.",
        "Sent to example.org.",
    ]
    assert effects_told(["writes a", "destroys a"]) == ["Changed a."], "as older records have it"
    assert effects_told(["writes a", "overwrites a"]) == ["Changed a."]
    assert effects_told([f"writes {number}" for number in range(9)]) == ["Wrote 9: 0, 1, 2, 3, 4, 5 and 3 more."]


def test_how_long_it_took_is_told_beside_the_longest_chain() -> None:
    summary = ExecutionSummary(
        "run-1", "completed", duration_ms=4_200, critical_path_ms=3_900, critical_path=("a", "b"), tokens=5
    )
    assert how_long(summary, ()) == [
        "It took 4.2 s; the longest chain of steps, 3.9 s: a → b.",
        "It used 5 tokens.",
    ]
    asked = Recorded(1, 0, QuestionAsked("a", "Why?"))
    assert "with the waiting for answers" in how_long(summary, [asked])[0]


@pytest.mark.parametrize(
    ("milliseconds", "told"),
    [
        (0.4, "0 ms"),
        (999, "999 ms"),
        (1_234, "1.2 s"),
        (59_400, "59 s"),
        (61_000, "1 min 1 s"),
        (3_700_000, "1 h 1 min"),
        (200_000_000, "2 d 7 h"),
    ],
)
def test_times_are_told_as_people_do(milliseconds: float, told: str) -> None:
    assert time_told(milliseconds) == told
