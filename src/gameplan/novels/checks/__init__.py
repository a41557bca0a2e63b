"""Can this novel be played, finished and lost, by everybody, in every order?

- `check_package` reads a package and gives every `Finding`: its code, how much it weighs (`Severity`), where it is,
  what it is, why it matters to a player, and how to repair it.
- `CODES` are all the kinds of findings.

Nothing is played here: `gameplan.novels.simulation` does that.
"""

from gameplan.novels.checks.checking import check_package
from gameplan.novels.checks.findings import CODES, Finding, Severity

__all__ = ["CODES", "Finding", "Severity", "check_package"]
