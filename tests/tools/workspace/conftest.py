"""A real folder with something secret beside it, and a way to call the tools as a model does."""

import time

import pytest

from gameplan.runtime import Session
from gameplan.tools import ToolContext, invoke
from gameplan.tools.workspace import Workspace, undo

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


class Run:
    """A run in the workspace: `await run("write_file", path="a", content="x")`, and what is known of it."""

    def __init__(self, workspace, session=None):
        self.workspace = workspace
        self.session = session or Session()
        self.tools = {tool.name: tool for tool in workspace.writing_tools("run")}

    async def __call__(self, name, /, **arguments):
        return await invoke(self.tools[name], arguments, ToolContext(self.session))

    def params(self, name, arguments):
        return self.tools[name].params_adapter.validate_python(arguments)

    def preview(self, name, /, **arguments):
        return self.tools[name].foreseen(self.params(name, arguments))[0]

    def fingerprint(self, name, /, **arguments):
        return self.tools[name].fingerprint(self.params(name, arguments))

    def effects(self, name, /, **arguments):
        """Each effect that touches something, and what."""
        params = self.params(name, arguments)
        return [(effect.verb, effect.targets(params)) for effect in self.tools[name].effects if effect.targets(params)]

    async def undo(self, **options):
        return await undo(self.workspace, self.session, **options)


@pytest.fixture
def run(workspace):
    return Run(workspace)


@pytest.fixture(scope="session")
def tree():
    """`tree(folder)`: everything in it but the record: kinds, contents, modes."""
    return tree_of


def tree_of(folder):
    found = {}
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if name.split("/")[0] == ".gameplan":
            continue
        if path.is_symlink():
            found[name] = ("symlink", str(path.readlink()))
        elif path.is_dir():
            found[name] = ("directory", path.stat().st_mode)
        else:
            found[name] = ("file", path.stat().st_mode, path.read_bytes())
    return found


@pytest.fixture(scope="session")
def rounds():
    """`for number in rounds(2.0, enough)`: for so many seconds, and on until it was enough; but not for ever."""

    def rounds(seconds, enough):
        began, number = time.monotonic(), 0
        while (gone := time.monotonic() - began) < seconds or (gone < 60 and not enough()):
            number += 1
            yield number

    return rounds
