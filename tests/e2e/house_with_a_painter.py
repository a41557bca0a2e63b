"""A studio with one more tool: it tells how far it is, waits for a file, and gives something of every kind."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gameplan.studio.__main__ import main
from gameplan.studio.house import Studio
from gameplan.tools import ToolContext, tool

DOT = (
    "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk"
    "+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Paint:
    until: str
    """The file that is waited for."""


def tools_for(self: Studio, session_id: str) -> dict[str, Any]:
    @tool(effects=(), repeatable=True)
    async def paint(params: Paint, context: ToolContext) -> dict[str, Any]:
        """Paint the hull twice."""
        context.log("the first coat is on")
        context.progress(40, "drying")
        while not Path(self.folder, params.until).exists():
            await asyncio.sleep(0.05)
        context.log("the second coat is on")
        return {
            "notes": "white\nand blue\n",
            "coats": [{"colour": "white", "litres": 3}, {"colour": "blue", "litres": 2}],
            "picture": DOT,
            "change": "--- hull\n+++ hull\n@@ -1 +1 @@\n-rust\n+blue\n",
        }

    return {**usual(self, session_id), "paint": paint}


usual = Studio.tools_for
Studio.tools_for = tools_for  # type: ignore[method-assign]
main()
