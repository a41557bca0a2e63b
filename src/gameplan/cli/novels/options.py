"""What several commands ask for."""

from __future__ import annotations

import typer

NOVEL = typer.Argument(help="A novel on the shelf, a folder, a .vnpkg, or `sample`.", metavar="NOVEL")
