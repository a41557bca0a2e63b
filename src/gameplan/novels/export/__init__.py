"""How does a novel leave the house? Lowered to a `Story`, which each export only has to print.

- **The lowered form.** `compile_story` makes a `Story` of a package: plain data, with every scene told and every rule
  a condition over whole numbers. `story` says what a run time does with it; `Telling` does it.
- **Printed.** `export.ink`, `export.renpy` and `export.html` each print a story, with a small run time in their own
  language that does the same: the same seed and choices tell the same everywhere.
"""

from gameplan.novels.export.compiling import compile_story
from gameplan.novels.export.interpreting import Telling
from gameplan.novels.export.story import Story

__all__ = ["Story", "Telling", "compile_story"]
