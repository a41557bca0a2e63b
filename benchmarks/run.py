"""Measure what Gameplan promises, beside a floor and its peers, in one run.

make bench
python benchmarks/run.py [--only NAME]... [--quick] [--json] [--check]
"""

from __future__ import annotations

import argparse
import importlib
import json
import os
import platform
import sys
from datetime import UTC, datetime
from importlib.metadata import version

from measure import METHOD
from tables import Table

NAMES = (
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
)


def main() -> int:
    parser = argparse.ArgumentParser(description="Measure what Gameplan promises, beside a floor and its peers.")
    parser.add_argument("--only", action="append", choices=NAMES, metavar="NAME", help=f"one of: {', '.join(NAMES)}")
    parser.add_argument("--quick", action="store_true", help="one short round: to see that it works, not to believe")
    parser.add_argument("--json", action="store_true", help="the figures for a program")
    parser.add_argument("--check", action="store_true", help="exit with 1 if a promise is not met")
    wanted = parser.parse_args()
    if not wanted.json:
        print(f"{_about()}\n{METHOD}", flush=True)
    made: dict[str, list[Table]] = {}
    method = ""
    for name in wanted.only or NAMES:
        made[name] = importlib.import_module(name).tables(quick=wanted.quick)
        if not wanted.json:
            for table in made[name]:
                print(f"\n{table.as_text(with_method=table.method != method)}", flush=True)
                method = table.method
    broken = [f"{table.title}: {row.name}" for tables in made.values() for table in tables for row in table.broken]
    if wanted.json:
        about = {"about": _about(), "not_met": broken}
        print(json.dumps(about | {name: [table.as_json() for table in made[name]] for name in made}, indent=2))
    else:
        print("\nEvery promise is met." if not broken else "\nNOT met:\n" + "\n".join(f"- {each}" for each in broken))
    return 1 if wanted.check and broken else 0


def _about() -> str:
    return (
        f"Gameplan {version('gameplan')}, Python {platform.python_version()}, {platform.system()} "
        f"{platform.machine()}, {os.cpu_count()} cores, {datetime.now(UTC):%Y-%m-%d %H:%M} UTC"
    )


if __name__ == "__main__":
    sys.exit(main())
