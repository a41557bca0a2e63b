"""Every benchmark runs and brings out rows. What it measures is not asserted here: the machine is not quiet."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

RUN = Path(__file__).parents[2] / "benchmarks" / "run.py"
NAMES = [
    "tool_loop",
    "condensing",
    "dispatch",
    "token_cost",
    "import_cost",
    "plan_steps",
    "plan_journal",
    "plan_makespan",
    "plan_scale",
    "studio_pages",
    "cards_rates",
    "cards_strength",
    "cards_cost",
    "novels",
]


def run(*options: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, str(RUN), *options], capture_output=True, text=True, timeout=120)


@pytest.mark.parametrize("name", NAMES)
def test_a_benchmark_brings_out_rows_with_figures(name: str) -> None:
    done = run("--quick", "--json", "--only", name)
    assert done.returncode == 0, done.stderr
    tables = json.loads(done.stdout)[name]
    assert tables
    for table in tables:
        assert len(table["rows"]) >= 3
        assert table["method"]
        for row in table["rows"]:
            assert any(isinstance(value, int | float) for value in row.values()), row


def test_the_tables_are_aligned_and_name_their_promises() -> None:
    done = run("--quick", "--only", "condensing")
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    rule = next(line for line in lines if line.startswith("---"))
    rows = lines[lines.index(rule) + 1 :]
    assert "promise" in lines[lines.index(rule) - 1]
    assert all(len(row) <= len(rule) for row in rows[:3])


def test_only_the_check_fails_when_a_promise_is_not_met() -> None:
    script = f"""
import sys
sys.argv = ["run.py", *sys.argv[1:], "--only", "condensing"]
sys.path.insert(0, {str(RUN.parent)!r})
import condensing, run
from tables import Column, Row, Table
condensing.tables = lambda quick: [Table("t", "m", [Column("us")], [Row("slow", {{"us": 9.0}}, "fast", False)])]
sys.exit(run.main())
"""
    plain = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    checked = subprocess.run([sys.executable, "-c", script, "--check"], capture_output=True, text=True)
    assert "NOT met" in plain.stdout
    assert (plain.returncode, checked.returncode) == (0, 1)


def test_every_benchmark_is_tried_here() -> None:
    done = run("--help")
    listed = done.stdout.partition("one of: ")[2].partition("--quick")[0]
    assert sorted(name.strip() for name in listed.split(",")) == sorted(NAMES)


def test_the_critical_path_of_a_published_shape_is_that_of_its_plan() -> None:
    script = f"""
import sys
sys.path.insert(0, {str(RUN.parent)!r})
from gameplan.plans import critical_path
from plan_makespan import plan_of
from published_shapes import PUBLISHED, two_chains
for make in (*PUBLISHED, two_chains):
    made = make()
    longest = sum(made.durations[step] for step in critical_path(plan_of(made)))
    assert abs(longest - made.critical_path) < 1e-9, made.name
    assert made.critical_path < made.work
    assert make() == made, "drawn from a seed, so the same each time"
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_every_engine_comes_to_the_right_number_on_every_shape() -> None:
    script = f"""
import asyncio, sys
sys.path.insert(0, {str(RUN.parent)!r})
import graph_peers, shapes
for make in shapes.SHAPES.values():
    needs = make(50)
    runs = [shapes.bare_asyncio(needs), *(peer.build(needs, shapes.one_more) for peer in graph_peers.present())]
    assert [asyncio.run(run()) for run in runs] == [shapes.depth(needs)] * len(runs)
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
