"""A real folder with something secret beside it, and a way to call the tools as a model does."""

import pytest

from gameplan.runtime import Session
from gameplan.tools import ToolContext, invoke
from gameplan.tools.workspace import Workspace

SECRET = "SECRET-OUTSIDE"


@pytest.fixture(params=["openat2", "walk"])
def resolver(request):
    return request.param


@pytest.fixture
def outside(tmp_path):
    """A directory beside the workspace that nothing may reach."""
    beside = tmp_path / "outside"
    beside.mkdir()
    (beside / "secret.txt").write_text(SECRET)
    (beside / "a.txt").write_text(SECRET)
    return beside


@pytest.fixture
def folder(tmp_path, outside):
    """The folder of the workspace."""
    root = tmp_path / "ws"
    (root / "src").mkdir(parents=True)
    (root / "src" / "main.py").write_text("import this\nprint('hello')\n")
    (root / "README.md").write_text("# Hello\n")
    return root


@pytest.fixture
def workspace(folder, resolver):
    with Workspace(folder, resolver=resolver) as workspace:
        yield workspace


@pytest.fixture
def call(workspace):
    """`await call("read_file", path="a")`: the outcome, which was never an exception."""
    tools = {tool.name: tool for tool in workspace.reading_tools()}
    session = Session()

    async def call(name, /, **arguments):
        return await invoke(tools[name], arguments, ToolContext(session))

    return call
