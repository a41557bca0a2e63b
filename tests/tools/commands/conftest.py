"""A real folder with something secret beside it, and a way to run real commands in it."""

import os
import sys
from pathlib import Path

import pytest

from gameplan.runtime import Session
from gameplan.tools import ToolContext, invoke
from gameplan.tools.commands import Commands, problem_with_sandbox, run_command_tool
from gameplan.tools.workspace import Workspace, undo

SECRET = "SECRET-OUTSIDE"


def pytest_collection_modifyitems(items):
    here = Path(__file__).parent
    if sys.platform != "linux":
        for item in items:
            if here in item.path.parents:
                item.add_marker(pytest.mark.skip(reason="bubblewrap is for Linux"))


@pytest.fixture(scope="session", autouse=True)
def sandbox():
    """Without a sandbox these tests say nothing, so they fail rather than be left out."""
    assert problem_with_sandbox() == "", "install bubblewrap (as root, `make system` does it)"


@pytest.fixture
def outside(tmp_path):
    beside = tmp_path / "outside"
    beside.mkdir()
    (beside / "secret.txt").write_text(SECRET)
    return beside


@pytest.fixture
def folder(tmp_path, outside):
    root = tmp_path / "ws"
    (root / "src").mkdir(parents=True)
    (root / "src" / "main.py").write_text("print('hello')\n")
    (root / "README.md").write_text("# Hello\n")
    return root


class Run:
    """`await run("git", "status", keep=False)`: the outcome, which was never an exception."""

    def __init__(self, workspace):
        self.workspace = workspace
        self.session = Session()
        self.allow()

    def allow(self, **commands):
        self.tool = run_command_tool(self.workspace, "run", Commands(**commands))

    async def __call__(self, *argv, **arguments):
        return await invoke(self.tool, {"argv": list(argv), **arguments}, ToolContext(self.session))

    async def python(self, code, *argv, **arguments):
        return await self("python3", "-c", code, *argv, **arguments)

    def params(self, *argv, **arguments):
        return self.tool.params_adapter.validate_python({"argv": list(argv), **arguments})

    def preview(self, *argv, **arguments):
        return self.tool.foreseen(self.params(*argv, **arguments))[0]

    def fingerprint(self, *argv, **arguments):
        return self.tool.fingerprint(self.params(*argv, **arguments))

    async def undo(self, **options):
        return await undo(self.workspace, self.session, **options)


@pytest.fixture
def run(folder):
    with Workspace(folder) as workspace:
        yield Run(workspace)
    left = [
        each
        for place in ("/tmp", os.environ.get("TMPDIR", "/tmp"))
        for each in Path(place).glob(f"gameplan-{os.getpid()}-*")
    ]
    assert left == []


@pytest.fixture(scope="session")
def running():
    """`running("marker")`: the processes on this machine that have this among their arguments."""

    def running(marker):
        found = []
        for process in Path("/proc").glob("[0-9]*"):
            try:
                words = (process / "cmdline").read_bytes().split(b"\0")
            except OSError:
                continue
            if marker.encode() in words:
                found.append(int(process.name))
        return found

    return running


@pytest.fixture(scope="session")
def tree():
    """`tree(folder)`: everything in it but the record: kinds, contents, modes."""

    def tree(folder):
        found = {}
        for path in sorted(folder.rglob("*")):
            name = path.relative_to(folder).as_posix()
            if name.split("/")[0] == ".gameplan":
                continue
            if path.is_symlink():
                found[name] = ("symlink", str(path.readlink()))
            elif path.is_dir():
                found[name] = ("directory",)
            else:
                found[name] = ("file", path.stat().st_mode, path.read_bytes())
        return found

    return tree
