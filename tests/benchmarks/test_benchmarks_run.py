"""Every benchmark runs and brings out rows. What it measures is not asserted here: the machine is not quiet."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

RUN = Path(__file__).parents[2] / "benchmarks" / "run.py"
NAMES = ["tool_loop", "condensing", "dispatch", "token_cost", "import_cost"]


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
    assert all(name in done.stdout for name in NAMES)
