"""The examples are programs, not a package: their folder is where Python finds them when they are run."""

import sys
from pathlib import Path

EXAMPLES = Path(__file__).parents[2] / "examples"
sys.path.insert(0, str(EXAMPLES))
