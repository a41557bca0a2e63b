"""A save that is killed, or fails, at each write, sync and change of a name: the old version or the new one is whole.

A child that has imported everything forks one process for each moment, and another that looks at what is left.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

pytestmark = [
    pytest.mark.faults,
    pytest.mark.skipif(not sys.platform.startswith("linux"), reason="LD_PRELOAD is Linux"),
]

SHIM = r"""
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

static int armed, fatal, manner, calls;  /* manner 0: die before it, 1: do half of it and die, 2: fail once */
void fault_arm(int on, int number, int how) { armed = on; fatal = number; manner = how; calls = 0; }
int fault_calls(void) { return calls; }
static void die(void) { kill(getpid(), SIGKILL); for (;;) pause(); }
static int due(void) { return armed && ++calls == fatal; }

#define NAMING(NAME, PARAMETERS, ARGUMENTS)                                        \
    int NAME PARAMETERS {                                                          \
        if (due()) {                                                               \
            if (manner != 2) die();                                                \
            errno = ENOSPC;                                                        \
            return -1;                                                             \
        }                                                                          \
        typedef int(*Real) PARAMETERS;                                             \
        return ((Real)dlsym(RTLD_NEXT, #NAME)) ARGUMENTS;                          \
    }
NAMING(rename, (const char *from, const char *to), (from, to))
NAMING(mkdir, (const char *path, mode_t mode), (path, mode))
NAMING(rmdir, (const char *path), (path))
NAMING(unlink, (const char *path), (path))
NAMING(unlinkat, (int folder, const char *path, int flags), (folder, path, flags))
NAMING(fsync, (int fd), (fd))
NAMING(fdatasync, (int fd), (fd))

#define WRITING(NAME, PARAMETERS, ARGUMENTS)                                       \
    ssize_t NAME PARAMETERS {                                                      \
        typedef ssize_t(*Real) PARAMETERS;                                         \
        int now = fd > 2 && due();                                                 \
        if (now && manner == 0) die();                                             \
        if (now && manner == 2) { errno = ENOSPC; return -1; }                     \
        if (now) size /= 2;                                                        \
        ssize_t result = ((Real)dlsym(RTLD_NEXT, #NAME)) ARGUMENTS;                \
        if (now) die();                                                            \
        return result;                                                             \
    }
WRITING(write, (int fd, const void *bytes, size_t size), (fd, bytes, size))
WRITING(pwrite, (int fd, const void *bytes, size_t size, off_t at), (fd, bytes, size, at))
WRITING(pwrite64, (int fd, const void *bytes, size_t size, off64_t at), (fd, bytes, size, at))
"""

NURSERY = """
import ctypes, json, os, sys, traceback
from pathlib import Path
from gameplan.novels.package import Asset, VNPackage
from gameplan.novels.shelf import PackageError, Shelf, Volume, pack, unpack

shim = ctypes.CDLL(None)
root, (manner, first, numbers) = Path(sys.argv[1]), json.loads(sys.argv[2])

def volume(title):
    path = "assets/portraits/a.png"
    asset = Asset(id="a", kind="portrait", path=path, mime="image/png")
    package = VNPackage(package_id="novel", title=title, assets=(asset,))
    return Volume(package, {path: title.encode() * 20_000}, {"of": title}, {"of": title})

def disturbed(place, number):
    shelf = Shelf(place / "shelf")
    if not first:
        shelf.save(volume("old"))
        shelf.export_file("novel", place / "out.vnpkg")
        shelf.entries()
    told = {"said": []}
    shim.fault_arm(1, number, manner)
    save, export = lambda: shelf.save(volume("new")), lambda: shelf.export_file("novel", place / "out.vnpkg")
    for do in (save, export, shelf.entries):
        try:
            do()
            told["said"].append("done")
        except PackageError as error:
            told["said"].append(str(error))
    told["calls"] = shim.fault_calls()
    shim.fault_arm(0, 0, 0)
    (place / "told").write_text(json.dumps(told))

def looked_at(place, number):
    shelf = Shelf(place / "shelf")
    listed = shelf.entries()
    assert all(not each.problem for each in listed), listed
    versions = shelf.versions("novel")
    assert [each.version for each in listed] == versions[::-1]
    titles = []
    for version in versions:
        read = shelf.load("novel", version)
        title = read.package.title
        assert read.assets == volume(title).assets and read.validation == {"of": title} == read.simulation
        titles.append(title)
    out = place / "out.vnpkg"
    exported = unpack(out.read_bytes()).package.title if out.exists() else ""
    assert shelf.save(volume("later")).package.version == len(versions) + 1
    assert shelf.entries()[0].title == shelf.load("novel").package.title == "later"
    left = [path.name for path in (place / "shelf").iterdir() if path.name.startswith(".new-")]
    (place / "found").write_text(json.dumps({"titles": titles, "exported": exported, "left": left}))

def apart(do, *args):
    process = os.fork()
    if process == 0:
        try:
            do(*args)
            os._exit(0)
        except BaseException:
            traceback.print_exc()
            os._exit(1)
    return os.waitpid(process, 0)[1]

pack(volume("warm"))
for number in numbers:
    place = root / f"{number:04}"
    place.mkdir()
    how = apart(disturbed, place, number)
    (place / "how").write_text("killed" if os.WIFSIGNALED(how) else str(os.WEXITSTATUS(how)))
    assert apart(looked_at, place, number) == 0, number
"""
DIE, TEAR, FAIL = range(3)


class Nursery:
    def __init__(self, shim: Path, root: Path) -> None:
        self._shim = shim
        self._root = root
        self._count = 0

    def stories(self, manner: int, numbers: list[int], *, first: bool = False) -> list[dict[str, Any]]:
        """What came of a save that was disturbed at each of these moments; 0 is none. `first`: nothing was there."""
        self._count += 1
        root = self._root / str(self._count)
        root.mkdir()
        child = subprocess.run(
            [sys.executable, "-c", NURSERY, str(root), json.dumps([manner, first, numbers])],
            env=os.environ | {"LD_PRELOAD": str(self._shim)},
            capture_output=True,
            text=True,
            check=False,
            timeout=300,
        )
        assert child.returncode == 0, child.stderr[-4000:]
        stories = []
        for place in sorted(root.iterdir()):
            told = place / "told"
            story = json.loads((place / "found").read_text()) | {"how": (place / "how").read_text()}
            stories.append(story | (json.loads(told.read_text()) if told.exists() else {}))
        return stories


@pytest.fixture(scope="module")
def nursery(tmp_path_factory: pytest.TempPathFactory) -> Nursery:
    assert shutil.which("cc"), "these tests need a C compiler: install gcc"
    shim = tmp_path_factory.mktemp("shim") / "shim.so"
    source = shim.with_suffix(".c")
    source.write_text(SHIM)
    subprocess.run(["cc", "-shared", "-fPIC", "-O1", "-Wall", "-o", str(shim), str(source), "-ldl"], check=True)
    return Nursery(shim, tmp_path_factory.mktemp("stories"))


@pytest.mark.parametrize(
    ("manner", "first"),
    [
        pytest.param(DIE, False, id="killed before a call"),
        pytest.param(DIE, True, id="killed before a call of the first save"),
        pytest.param(TEAR, False, id="killed in the middle of a write"),
        pytest.param(FAIL, False, id="the disk is full once"),
    ],
)
def test_a_save_that_is_disturbed_leaves_the_old_version_or_the_new_one_whole(
    nursery: Nursery, manner: int, first: bool
) -> None:
    (calm,) = nursery.stories(manner, [0], first=first)
    assert calm["said"] == ["done"] * 3
    before = [] if first else ["old"]
    assert (calm["titles"], calm["exported"]) == ([*before, "new"], "new")
    stories = nursery.stories(manner, list(range(1, calm["calls"] + 1)), first=first)
    seen = set()
    for story in stories:
        assert story["titles"] in (before, [*before, "new"])
        assert story["exported"] in ("" if first else "old", "new")
        assert story["left"] == []
        seen.add((tuple(story["titles"]), story["exported"]))
        if manner == FAIL and story["said"][0] == "done":
            assert story["titles"] == [*before, "new"]
    assert len(stories) > 20 and len(seen) == 3  # killed before the save, before the export, after both
    if manner != FAIL:
        assert {story["how"] for story in stories} == {"killed"}
    else:
        assert {story["how"] for story in stories} == {"0"}
    print(f"\n{len(stories)} moments")
