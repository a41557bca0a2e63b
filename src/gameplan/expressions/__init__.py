"""When does something hold?

The small, safe condition language that the `when` of a plan's step and the conditions of a novel are written in.
It reads JSON data and gives JSON; it has no loops, no attributes, no `eval`, and every size is bounded.

- **Read and ask.** `parse` reads an `Expression`; `holds` says whether it holds on data, `evaluate` what it gives,
  `references` which paths it reads, and `str` how it is written canonically.
- **Paths.** `Path` refers into JSON data, here and in the references of plans. `parse_path` reads one, `scan_path`
  finds one at a place in a longer text, `look_up` follows it.
- **Before there is data.** `check` finds every `Problem` against the JSON schemas of what an expression refers to.
- **Functions.** `FUNCTIONS` are those of the language; a host may give `parse` its own `Function`s, each with the
  `Kinds` that it `Takes` and gives.
- **Everything that is wrong** is an `ExpressionError`: what, where, what to do. A path that leads nowhere is a
  `PathNotFound`.
"""

from gameplan.expressions.checking import check
from gameplan.expressions.errors import ExpressionError, Problem
from gameplan.expressions.expression import Expression
from gameplan.expressions.functions import FUNCTIONS, Function, Takes
from gameplan.expressions.limits import Work
from gameplan.expressions.parser import parse
from gameplan.expressions.paths import FoundPath, Path, PathNotFound, parse_path, scan_path
from gameplan.expressions.values import ANY, Json, Kind, Kinds, kinds

__all__ = [
    "ANY",
    "FUNCTIONS",
    "Expression",
    "ExpressionError",
    "FoundPath",
    "Function",
    "Json",
    "Kind",
    "Kinds",
    "Path",
    "PathNotFound",
    "Problem",
    "Takes",
    "Work",
    "check",
    "kinds",
    "parse",
    "parse_path",
    "scan_path",
]
