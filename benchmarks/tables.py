"""A table of figures: printed for people, or as JSON for programs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

Value = float | int | str | None


@dataclass(frozen=True, slots=True)
class Column:
    """A figure that the rows of a table have, and how it is written: `1,234.5`, `12.3×`."""

    name: str
    form: str = "{:,.1f}"

    def write(self, value: Value) -> str:
        if value is None:
            return "-"
        return value if isinstance(value, str) else self.form.format(value)


@dataclass(frozen=True, slots=True)
class Row:
    """One thing that was measured. `kept` says whether the promise was, or is None where nothing is promised."""

    name: str
    figures: dict[str, Value]
    promise: str = ""
    kept: bool | None = None

    @property
    def verdict(self) -> str:
        return {True: "met", False: "NOT met", None: ""}[self.kept]


@dataclass(frozen=True, slots=True)
class Table:
    """What was measured, how, and what came out."""

    title: str
    method: str
    columns: Sequence[Column]
    rows: Sequence[Row]
    notes: Sequence[str] = field(default=())

    @property
    def broken(self) -> list[Row]:
        return [row for row in self.rows if row.kept is False]

    def as_text(self, *, with_method: bool = True) -> str:
        promised = any(row.promise for row in self.rows)
        heads = ["", *(column.name for column in self.columns), *(("promise", "verdict") if promised else ())]
        lines = [heads]
        for row in self.rows:
            cells = [column.write(row.figures.get(column.name)) for column in self.columns]
            lines.append([row.name, *cells, *((row.promise, row.verdict) if promised else ())])
        widths = [max(len(line[place]) for line in lines) for place in range(len(heads))]
        last_figure = len(self.columns)

        def aligned(line: Sequence[str]) -> str:
            cells = [
                cell.rjust(width) if 1 <= place <= last_figure else cell.ljust(width)
                for place, (cell, width) in enumerate(zip(line, widths, strict=True))
            ]
            return "  ".join(cells).rstrip()

        rule = "  ".join("-" * width for width in widths)
        body = [aligned(lines[0]), rule, *map(aligned, lines[1:])]
        method = [self.method] if with_method else []
        return "\n".join([f"## {self.title}", *method, "", *body, *(["", *self.notes] if self.notes else [])])

    def as_json(self) -> dict[str, Any]:
        return {
            "title": self.title,
            "method": self.method,
            "rows": [
                {"name": row.name, **row.figures, "promise": row.promise, "verdict": row.verdict} for row in self.rows
            ],
            "notes": list(self.notes),
        }
