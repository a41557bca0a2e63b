"""What it costs to have Gameplan there: time to import and memory at rest, each in a fresh process."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from statistics import median

from peers import installed, named
from tables import Column, Row, Table

MOST_MILLISECONDS = 150
MOST_MEGABYTES = 30
US = "gameplan: Session, tool, run_agent"
BARE = "bare python (floor)"

# Run in a fresh interpreter: the CPU time of the process so far, and its resident memory.
_CHILD = """
{imports}
import sys, time
cpu = time.process_time()
try:
    with open("/proc/self/status") as status:
        rss = next(int(line.split()[1]) / 1024 for line in status if line.startswith("VmRSS"))
except OSError:
    import resource
    rss = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (1 << 20 if sys.platform == "darwin" else 1 << 10)
print([cpu, rss, len(sys.modules)])
"""


def tables(*, quick: bool) -> list[Table]:
    rounds = 2 if quick else 9
    imports = {
        BARE: "",
        "import gameplan": "import gameplan",
        US: "from gameplan import Session, tool, run_agent",
        "asyncio": "import asyncio",
        "pydantic: TypeAdapter": "from pydantic import TypeAdapter",
    }
    if not quick:
        imports |= _peers()
    measured: dict[str, list[tuple[float, float, float, int]]] = {name: [] for name in imports}
    for number in range(rounds + 1):  # the first round compiles and warms the disk's cache
        for name, statement in imports.items():
            figures = _fresh(statement)
            if number:
                measured[name].append(figures)
    return [_table(measured, rounds)]


def _peers() -> dict[str, str]:
    known = [
        ("pydantic-ai-slim", "pydantic-ai", "from pydantic_ai import Agent"),
        ("langchain", "langchain", "from langchain.agents import create_agent"),
        ("openai-agents", "openai-agents", "from agents import Agent, Runner"),
    ]
    return {named(package, what): statement for package, what, statement in known if installed(package)}


def _fresh(statement: str) -> tuple[float, float, float, int]:
    """CPU seconds, wall seconds, megabytes and modules of a process that only imports."""
    start = time.perf_counter()
    child = subprocess.run(
        [sys.executable, "-c", _CHILD.format(imports=statement)], capture_output=True, text=True, check=True
    )
    wall = time.perf_counter() - start
    cpu, rss, modules = json.loads(child.stdout)
    return cpu, wall, rss, modules


def _table(measured: dict[str, list[tuple[float, float, float, int]]], rounds: int) -> Table:
    middle = {name: tuple(map(median, zip(*each, strict=True))) for name, each in measured.items()}
    bare_cpu, bare_wall, _, _ = middle[BARE]
    rows = []
    for name, (cpu, wall, rss, modules) in middle.items():
        values = {
            "CPU ms": (cpu - bare_cpu) * 1e3,
            "wall ms": (wall - bare_wall) * 1e3,
            "× bare python": cpu / bare_cpu,
            "RSS MB": rss,
            "modules": modules,
        }
        if name == US:
            kept = values["CPU ms"] <= MOST_MILLISECONDS and rss <= MOST_MEGABYTES
            rows.append(Row(name, values, f"≤ {MOST_MILLISECONDS} ms CPU, ≤ {MOST_MEGABYTES} MB", kept))
        else:
            rows.append(Row(name, values))
    return Table(
        "Import: time over bare python, and memory at rest",
        f"Fresh processes in turns, median of {rounds} each, bytecode compiled. CPU: time.process_time at the end, "
        "less that\nof bare python. RSS: VmRSS of /proc/self/status, bare python included.",
        [
            Column("CPU ms"),
            Column("wall ms"),
            Column("× bare python", "{:.1f}×"),
            Column("RSS MB"),
            Column("modules", "{:,.0f}"),
        ],
        rows,
    )
