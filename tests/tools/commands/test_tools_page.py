"""The table of the tools that ship says what their declarations say."""

import re
from pathlib import Path

from gameplan.tools.commands import Commands, run_command_tool
from gameplan.tools.web import Web, http_fetch_tool
from gameplan.tools.workspace import Workspace

PAGE = Path(__file__).parents[3] / "docs" / "tools.md"


def test_the_table_is_as_declared(tmp_path):
    rows = re.findall(r"^\| `(\w+)` \| [^|]+ \| ([^|]+) \| (yes|no) \| (yes|no) \|", PAGE.read_text(), re.MULTILINE)
    with Workspace(tmp_path) as workspace:
        tools = [*workspace.reading_tools(), *workspace.writing_tools("run"), http_fetch_tool(Web(["*"]))]
        tools.append(run_command_tool(workspace, "run", Commands()))
    word = {True: "yes", False: "no"}
    declared = [
        (
            tool.name,
            ", ".join(dict.fromkeys(effect.verb for effect in tool.effects)),
            word[tool.trusted],
            word[tool.repeatable],
        )
        for tool in tools
    ]
    assert rows == declared
