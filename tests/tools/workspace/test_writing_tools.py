"""What the writing tools do, say and refuse; what they declare, and what a person is shown before."""

import asyncio
import errno
import os
import stat
import threading
from pathlib import Path

import pytest

from gameplan.runtime import Session
from gameplan.tools import ToolContext, ToolError, ToolInvoked, ToolRefused, invoke, tool
from gameplan.tools.workspace import (
    Change,
    FilesChanged,
    FilesChanging,
    State,
    Workspace,
    WriteFile,
    as_approved,
    interrupted,
    renaming,
)
from gameplan.tools.workspace.acting import Acting
from gameplan.tools.workspace.states import Effort
from gameplan.tools.workspace.store import Store


def mode_of(path):
    return stat.S_IMODE(path.stat().st_mode)


# -- write, append, edit


async def test_write_file_makes_a_file_and_the_way_to_it(run, folder):
    outcome = await run("write_file", path="./docs//new/a.txt", content="äh\n")
    assert outcome.text == "Done. Created docs/new/a.txt, 4 bytes."
    assert outcome.value["change"] == "created"
    assert (folder / "docs/new/a.txt").read_bytes() == "äh\n".encode()
    mask = os.umask(0)
    os.umask(mask)
    assert mode_of(folder / "docs/new/a.txt") == 0o666 & ~mask
    assert mode_of(folder / "docs") == 0o777 & ~mask
    (made,) = run.session.events_of(FilesChanging)
    assert [each.path for each in made.changes] == ["docs", "docs/new", "docs/new/a.txt"]


async def test_write_file_replaces_and_keeps_the_permissions(run, folder):
    (folder / "README.md").chmod(0o4750)
    outcome = await run("write_file", path="README.md", content="new")
    assert outcome.text == "Done. Replaced README.md, 3 bytes."
    assert (folder / "README.md").read_text() == "new"
    assert mode_of(folder / "README.md") == 0o750, "what grants an identity does not stay"
    if os.geteuid() == 0:
        os.chown(folder / "README.md", 1234, 1235)
        await run("write_file", path="README.md", content="newer")
        assert ((folder / "README.md").stat().st_uid, (folder / "README.md").stat().st_gid) == (1234, 1235)


async def test_a_read_only_file_is_not_replaced(run, folder):
    """The new file would take its place without asking its permissions."""
    (folder / "README.md").chmod(0o444)
    for name, arguments in (
        ("write_file", {"path": "README.md", "content": "x"}),
        ("append_file", {"path": "README.md", "content": "x"}),
        ("edit_file", {"path": "README.md", "old": "Hello", "new": "x"}),
        ("move_file", {"source": "src/main.py", "destination": "README.md", "overwrite": True}),
        ("copy_file", {"source": "src/main.py", "destination": "README.md", "overwrite": True}),
    ):
        assert (await run(name, **arguments)).code == "read_only"
    assert (folder / "README.md").read_text() == "# Hello\n"


async def test_write_file_can_be_told_not_to_overwrite(run, folder):
    outcome = await run("write_file", path="README.md", content="new", overwrite=False)
    assert (outcome.status, outcome.code, outcome.needs) == ("refused", "exists", ("overwrite",))
    assert (folder / "README.md").read_text() == "# Hello\n"
    assert (await run("write_file", path="new.md", content="new", overwrite=False)).ok
    assert (await run("write_file", path="new.md", content="new", overwrite=False)).value["change"] == "unchanged"


async def test_writing_what_is_there_changes_nothing_and_records_nothing(run, folder):
    before = (folder / "README.md").stat()
    outcome = await run("write_file", path="README.md", content="# Hello\n")
    assert outcome.text == "Done. There was nothing to change in README.md, 8 bytes."
    assert (folder / "README.md").stat() == before
    assert run.session.events_of(FilesChanging) == ()


async def test_append_file_adds_at_the_end_or_makes_a_file(run, folder):
    assert (await run("append_file", path="README.md", content="more\n")).ok
    assert (folder / "README.md").read_text() == "# Hello\nmore\n"
    assert (await run("append_file", path="log/new.txt", content="first")).value["change"] == "created"
    assert (folder / "log/new.txt").read_text() == "first"


async def test_edit_file_replaces_exactly_one_place(run, folder):
    (folder / "a").write_bytes(b"one\r\ntwo\r\nthree\r\ntwo\r\n")
    outcome = await run("edit_file", path="a", old="three", new="3")
    assert outcome.text == "Done. Replaced 1 place in a, line 3."
    assert (folder / "a").read_bytes() == b"one\r\ntwo\r\n3\r\ntwo\r\n"
    twice = await run("edit_file", path="a", old="two", new="2")
    assert (twice.status, twice.code) == ("refused", "ambiguous")
    assert 'occurs 2 times in "a", in lines 2, 4' in twice.text
    all_ = await run("edit_file", path="a", old="two", new="2", all=True)
    assert all_.text == "Done. Replaced 2 places in a, lines 2, 4."
    assert all_.value["replaced"] == 2
    assert (folder / "a").read_bytes() == b"one\r\n2\r\n3\r\n2\r\n"


async def test_edit_file_says_why_it_did_not_find_the_text(run, folder):
    (folder / "a").write_bytes(b"one\r\ntwo\r\n")
    (folder / "picture").write_bytes(b"\x89PNG\r\n\x1a\n\0\0")
    (folder / "many").write_text("x\n" * 50)
    ends = await run("edit_file", path="a", old="one\ntwo", new="")
    assert (ends.code, "carriage return" in ends.text) == ("no_match", True)
    space = await run("edit_file", path="a", old="  one", new="1")
    assert "Without the white space" in space.text
    assert "Read the file" in (await run("edit_file", path="a", old="four", new="4")).text
    assert (
        "lines 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 and 40 more" in (await run("edit_file", path="many", old="x", new="")).text
    )
    assert (await run("edit_file", path="a", old="one", new="one")).code == "invalid_arguments"
    assert (await run("edit_file", path="a", old="", new="one")).code == "invalid_arguments"
    assert (await run("edit_file", path="picture", old="PNG", new="GIF")).code == "binary_file"
    assert (await run("edit_file", path="src", old="a", new="b")).code == "is_a_directory"
    nothing = await run("edit_file", path="readme.md", old="a", new="b")
    assert (nothing.code, 'There is "README.md"' in nothing.text) == ("not_found", True)


# -- move, copy, delete, make


async def test_move_file_renames_files_and_directories(run, folder):
    (folder / "README.md").chmod(0o600)
    assert (await run("move_file", source="README.md", destination="docs/readme.md")).text == (
        "Done. Moved README.md to docs/readme.md: 1 file, 8 bytes."
    )
    assert mode_of(folder / "docs/readme.md") == 0o600
    (folder / "src/link").symlink_to("main.py")
    assert (await run("move_file", source="src", destination="lib/code")).ok
    assert (folder / "lib/code/main.py").exists()
    assert (folder / "lib/code/link").is_symlink()
    assert not (folder / "src").exists()
    assert (await run("move_file", source="docs/readme.md", destination="docs/README.md")).ok, "only the case changes"


async def test_move_and_copy_replace_a_file_only_when_told_and_a_directory_never(run, folder):
    for name in ("move_file", "copy_file"):
        outcome = await run(name, source="src/main.py", destination="README.md")
        assert (outcome.status, outcome.code) == ("refused", "exists")
        for source, destination in (("src/main.py", "src2"), ("src", "src2"), ("src", "README.md")):
            (folder / "src2").mkdir(exist_ok=True)
            more = {"recursive": True} if name == "copy_file" else {}
            outcome = await run(name, source=source, destination=destination, overwrite=True, **more)
            assert outcome.status == "refused"
    assert (await run("copy_file", source="src/main.py", destination="README.md", overwrite=True)).ok
    assert (folder / "README.md").read_text() == (folder / "src/main.py").read_text()
    assert (await run("move_file", source="src/main.py", destination="README.md", overwrite=True)).ok
    assert not (folder / "src/main.py").exists()


async def test_nothing_goes_into_itself(run):
    for name in ("move_file", "copy_file"):
        for source, destination in (("src", "src/inner"), ("src", "src"), ("src/main.py", "src")):
            outcome = await run(name, source=source, destination=destination, overwrite=True)
            assert (outcome.status, outcome.code) == ("refused", "same_path")
    assert (await run("move_file", source="src", destination="src2")).ok, "a name that only begins the same"


async def test_copy_file_copies_a_folder_when_told(run, folder):
    (folder / "src/deep/er").mkdir(parents=True)
    (folder / "src/run.sh").write_text("#!/bin/sh\n")
    (folder / "src/run.sh").chmod(0o755)
    (folder / "src/link").symlink_to("main.py")
    assert (await run("copy_file", source="src", destination="copy")).code == "is_a_directory"
    outcome = await run("copy_file", source="src", destination="a/copy", recursive=True)
    assert outcome.value["files"] == 3
    assert mode_of(folder / "a/copy/run.sh") == 0o755
    assert (folder / "a/copy/deep/er").is_dir()
    assert (folder / "a/copy/link").readlink().name == "main.py"
    assert (folder / "src/main.py").exists()


async def test_delete_file_moves_to_the_trash_of_the_run(run, folder):
    assert (await run("delete_file", path="README.md")).text == (
        "Done. Deleted README.md: 1 file, 8 bytes. It is in the trash of the run."
    )
    full = await run("delete_file", path="src")
    assert (full.code, full.needs) == ("not_empty", ("recursive",))
    assert (await run("delete_file", path="src", recursive=True)).ok
    (folder / "empty").mkdir()
    assert (await run("delete_file", path="empty")).ok
    assert [each.name for each in folder.iterdir()] == [".gameplan"]
    trash = folder / ".gameplan/runs/run/trash"
    assert sorted(each.name for each in trash.rglob("*.py")) == ["main.py"]
    assert (await run("delete_file", path="nothing")).code == "not_found"


async def test_make_directory_makes_the_way_and_may_be_repeated(run, folder):
    assert (await run("make_directory", path="a/b/c/")).value == {"path": "a/b/c", "made": ["a", "a/b", "a/b/c"]}
    assert (await run("make_directory", path="a/b/c")).value["made"] == []
    assert (await run("make_directory", path="README.md/x")).code == "not_a_directory"
    assert (await run("make_directory", path="README.md")).code == "not_a_directory"


async def test_a_directory_hands_on_its_group(run, folder, tree):
    (folder / "src").chmod(0o2775)
    before = tree(folder)
    assert (await run("write_file", path="src/a/b/x", content="x")).ok
    assert mode_of(folder / "src/a/b") & stat.S_ISGID
    assert (await run.undo()).ok
    assert tree(folder) == before


async def test_what_is_too_much_for_one_call_is_refused(run, folder, monkeypatch):
    with (folder / "sparse").open("wb") as file:
        file.truncate(10_000_000_000)
    # Refused by its size; to read it first would be noticed.
    for name, more in (
        ("write_file", {"content": "x"}),
        ("append_file", {"content": "x"}),
        ("edit_file", {"old": "x", "new": "y"}),
        ("delete_file", {}),
    ):
        assert (await run(name, path="sparse", **more)).code == "too_large"
    for name in ("move_file", "copy_file"):
        assert (await run(name, source="sparse", destination="x")).code == "too_large"
    (folder / "large").write_bytes(b"x" * 64_000_001)
    assert (await run("append_file", path="large", content="x")).code == "too_large"
    monkeypatch.setattr(Effort.__init__, "__kwdefaults__", {"entries": 3, "size": 10**9})
    assert (await run("delete_file", path="src", recursive=True)).ok
    (folder / "many").mkdir()
    for number in range(5):
        (folder / "many" / str(number)).touch()
    assert (await run("delete_file", path="many", recursive=True)).code == "too_large"


async def test_a_name_that_cannot_be_recorded_is_refused(run, folder):
    (folder / "src" / os.fsdecode(b"\xff")).touch()
    assert (await run("delete_file", path="src", recursive=True)).code == "unnameable"
    assert (folder / "src").exists()


async def test_a_closed_workspace_refuses(run, workspace):
    workspace.close()
    assert (await run("write_file", path="a", content="")).code == "workspace_closed"


def test_a_run_needs_an_id_that_can_be_a_name(workspace):
    for run_id in ("", "..", "a/b", "../x", "a\0", "x" * 200):
        with pytest.raises(ToolError):
            workspace.writing_tools(run_id)


# -- what is declared


def test_effects_are_a_function_of_the_arguments(run):
    assert run.effects("write_file", path="a", content="") == [("writes", ("a",)), ("destroys", ("a",))]
    assert run.effects("write_file", path="a", content="", overwrite=False) == [("writes", ("a",))]
    assert run.effects("append_file", path="a", content="") == [("writes", ("a",))]
    assert run.effects("edit_file", path="a", old="b", new="") == [("writes", ("a",)), ("destroys", ("a",))]
    assert run.effects("move_file", source="a", destination="b") == [("writes", ("a",)), ("writes", ("b",))]
    assert run.effects("move_file", source="a", destination="b", overwrite=True)[2:] == [("destroys", ("b",))]
    assert run.effects("copy_file", source="a", destination="b") == [("reads", ("a",)), ("writes", ("b",))]
    assert run.effects("delete_file", path="a") == [("destroys", ("a",))]
    assert run.effects("make_directory", path="a") == [("writes", ("a",))]
    assert run.effects("archive_files", paths=("a", "b"), destination="c") == [
        ("reads", ("a", "b")),
        ("writes", ("c",)),
    ]
    assert run.effects("unpack_archive", path="a", directory="b") == [("reads", ("a",)), ("writes", ("b",))]


def test_content_is_data_and_paths_are_control(run):
    roles = {name: tool.argument_roles for name, tool in run.tools.items()}
    assert roles["write_file"] == {"path": "control", "content": "data", "overwrite": "control"}
    assert roles["append_file"]["content"] == "data"
    assert roles["edit_file"] == {"path": "control", "old": "data", "new": "data", "all": "control"}
    for name in ("move_file", "copy_file", "delete_file", "make_directory", "archive_files", "unpack_archive"):
        assert set(roles[name].values()) == {"control"}
    assert {name for name, tool in run.tools.items() if tool.repeatable} == {"write_file", "make_directory"}
    assert all(tool.preview and tool.fingerprint for tool in run.tools.values())


SENSITIVE = [
    ".bashrc", ".zshrc", ".gitconfig", ".gitmodules", ".ripgreprc", ".mcp.json", ".git/hooks/pre-commit", ".git/config",
    ".vscode/tasks.json", ".idea/x.xml", ".claude/commands/x.md", "sub/.envrc", ".GIT/config", ".Bashrc", "./.vscode/x",
]  # fmt: skip


@pytest.mark.parametrize("path", SENSITIVE)
def test_a10_what_other_programs_obey_is_labelled(run, path):
    verbs = [verb for verb, _ in run.effects("write_file", path=path, content="x")]
    assert "endangers" in verbs
    assert run.preview("write_file", path=path, content="x").startswith("HIGH RISK: ")
    assert "endangers" in [verb for verb, _ in run.effects("move_file", source="a", destination=path)]
    assert "endangers" in [verb for verb, _ in run.effects("copy_file", source="a", destination=path)]
    assert "endangers" in [verb for verb, _ in run.effects("delete_file", path=path)]


def test_what_is_harmless_is_not_labelled(run):
    for path in ("bashrc", ".github/x", "src/.gitignore", "a.git", "git/config"):
        assert "endangers" not in [verb for verb, _ in run.effects("write_file", path=path, content="x")]


# -- previews and fingerprints


async def test_previews_show_what_would_happen_and_change_nothing(run, folder, tree):
    (folder / "src/link").symlink_to("main.py")
    before = tree(folder)
    assert run.preview("write_file", path="README.md", content="# Hello\nmore") == (
        "replace README.md (8 bytes, now 12 bytes)\n"
        "--- README.md\n+++ README.md (1 line added, 0 lines taken away)\n"
        "@@ -1 +1,2 @@\n # Hello\n+more  (no end of line)"
    )
    assert run.preview("write_file", path="a/b", content="") == "make a/\ncreate a/b (0 bytes)"
    assert run.preview("delete_file", path="src", recursive=True) == (
        "move src to the trash of the run\n"
        "delete src/\ndelete src/link, a symbolic link to main.py\ndelete src/main.py (27 bytes)"
    )
    assert run.preview("move_file", source="src", destination="b/c") == (
        "move src to b/c\nmove src/\nmove src/link, a symbolic link to main.py\nmove src/main.py (27 bytes)"
    )
    assert "create b/main.py (27 bytes)" in run.preview("copy_file", source="src", destination="b", recursive=True)
    assert "-print('hello')\n+print('bye')" in run.preview("edit_file", path="src/main.py", old="hello", new="bye")
    assert run.preview("write_file", path="README.md", content="# Hello\n") == "Nothing would change."
    assert run.preview("make_directory", path="x/y") == "make x/\nmake x/y/"
    assert run.preview("archive_files", paths=["src"], destination="a.zip").startswith("create a.zip (")
    assert "Left out: src/link." in run.preview("archive_files", paths=["src"], destination="a.zip")
    assert run.preview("delete_file", path="../x").startswith("This would be refused: ")
    assert tree(folder) == before
    assert not (folder / ".gameplan").exists()
    assert run.session.seq == 0


async def test_a_preview_hides_nothing_and_ends(run, folder):
    (folder / "bad").write_text("plain\n")
    text = run.preview("write_file", path="bad", content="\x1b[2Jgone\u202e\r\n" + "x" * 5_000 + "\n")
    assert "+\\x1b[2Jgone\\u202e\\r" in text
    assert "(5,000 characters)" in text
    (folder / "pic").write_bytes(b"\x89PNG\r\n\x1a\n\0")
    assert "no comparison can be shown, it is a PNG picture" in run.preview("write_file", path="pic", content="x")
    (folder / "latin").write_bytes(b"\xe4\xe4\n")
    assert "it is not text" in run.preview("write_file", path="latin", content="x")
    lines = "".join(f"{number}\n" for number in range(20_000))
    (folder / "long").write_text(lines)
    text = run.preview("write_file", path="long", content=lines.replace("1", "one"))
    assert "too long to compare line by line" in text
    assert "more lines of this comparison, not shown" in text
    assert len(text.splitlines()) < 420
    one = run.preview("edit_file", path="long", old="\n12345\n", new="\nhere\n")
    assert "@@ -12343,7 +12343,7 @@\n 12342\n 12343\n 12344\n-12345\n+here\n" in one
    (folder / "many").mkdir()
    for number in range(150):
        (folder / "many" / str(number)).write_text("x")
    assert "… and 51 more paths (51 bytes)" in run.preview("delete_file", path="many", recursive=True)


async def test_a_fingerprint_changes_with_what_would_be_overwritten(run, folder):
    (folder / "z.zip").write_bytes(b"")
    calls = {
        "write_file": {"path": "src/main.py", "content": "x"},
        "append_file": {"path": "src/main.py", "content": "x"},
        "edit_file": {"path": "src/main.py", "old": "hello", "new": "x"},
        "move_file": {"source": "src", "destination": "dst"},
        "copy_file": {"source": "src", "destination": "dst", "recursive": True},
        "delete_file": {"path": "src", "recursive": True},
        "archive_files": {"paths": ("src",), "destination": "a.zip"},
    }
    before = {name: run.fingerprint(name, **arguments) for name, arguments in calls.items()}
    again = {name: run.fingerprint(name, **arguments) for name, arguments in calls.items()}
    assert before == again
    assert len(set(before.values())) == len(before)
    (folder / "src/main.py").write_text("import that\nprint('hello')\n")
    after = {name: run.fingerprint(name, **arguments) for name, arguments in calls.items()}
    assert not set(before.values()) & set(after.values())
    new = run.fingerprint("write_file", path="new", content="x")
    (folder / "new").write_text("somebody's")
    assert run.fingerprint("write_file", path="new", content="x") != new
    assert run.fingerprint("write_file", path="../new", content="x") != new, "what is refused has one, too"


async def test_a_call_as_approved_does_what_was_shown_or_nothing(run, folder):
    arguments = {"path": "README.md", "content": "mine"}
    shown = run.fingerprint("write_file", **arguments)
    (folder / "README.md").write_text("a person was here")
    with as_approved(shown):
        outcome = await run("write_file", **arguments)
    assert (outcome.status, outcome.code) == ("refused", "changed_since_approval")
    with as_approved(run.fingerprint("write_file", **arguments)):
        assert (await run("write_file", **arguments)).ok


def test_a_tool_may_declare_a_fingerprint():
    @tool(fingerprint=lambda params: f"hash of {params.path}")
    def touch(params: WriteFile) -> None:
        """Touch."""

    assert touch.fingerprint(WriteFile(path="a", content="")) == "hash of a"
    assert "fingerprint" not in repr(touch)


# -- the record


async def test_the_order_is_image_intent_change_outcome(workspace, folder):
    """Watched from inside: how the disk stands whenever something is recorded."""
    session = Session()
    seen = []

    def watch(event):
        kept = [each.name for each in (folder / ".gameplan/runs/run/objects").iterdir()]
        seen.append((type(event).__name__, kept, (folder / "README.md").read_text()))

    session.bus.subscribe(object, watch)
    write, *_ = workspace.writing_tools("run")
    assert (await invoke(write, {"path": "README.md", "content": "new"}, ToolContext(session, call_id="c7"))).ok
    image = session.events_of(FilesChanging)[0].changes[0].before.digest
    assert seen == [
        ("FilesChanging", [image], "# Hello\n"),
        ("FilesChanged", [image], "new"),
        ("ToolInvoked", [image], "new"),
    ]
    intent, outcome, _ = [recorded.event for recorded in session.events]
    change_id = intent.change_id
    new = "11507a0e2f5e69d5dfa40a62a1bd7b6ee57e6bcd85c67c9b8431b36fff21c437"
    mode = mode_of(folder / "README.md")
    change = Change("README.md", State("file", image, 8, mode), State("file", new, 3, mode))
    result = {"path": "README.md", "change": "replaced", "size": 3, "sha256": new, "replaced": 0}
    assert intent == FilesChanging(change_id, "run", "write_file", (change,), (), "c7", result)
    assert outcome == FilesChanged(change_id, 1)
    assert Session.from_json(session.to_json()).events_of(FilesChanging) == (intent,)


async def test_a_tool_finds_out_what_became_of_a_call_whose_process_was_killed(workspace, folder):
    session = Session()
    append = {each.name: each for each in workspace.writing_tools("run")}["append_file"]
    before = (folder / "README.md").read_bytes()
    assert append.aftermath(session, "c7").happened == "nothing"
    await invoke(append, {"path": "README.md", "content": "more"}, ToolContext(session, call_id="c7"))
    assert append.aftermath(session, "c7").happened == "all"
    killed = Session()
    killed.dispatch(session.events_of(FilesChanging)[0])  # and nothing after it
    found = append.aftermath(killed, "c7")
    assert (found.happened, found.value["path"]) == ("all", "README.md")
    (folder / "README.md").write_bytes(before)
    assert append.aftermath(killed, "c7").happened == "nothing"
    (folder / "README.md").write_bytes(b"by a person")
    assert append.aftermath(killed, "c7").happened == "unclear"
    assert append.aftermath(killed, "another").happened == "nothing"


async def test_each_step_is_on_disk_before_the_next(workspace, folder, monkeypatch):
    """What was synced when: a kill shows only what the cache holds, so the syncs are counted."""
    trace = []

    def watched(name, what, where=os):
        real = getattr(where, name)

        def call(*args, **options):
            trace.append((name, what(*args)))
            return real(*args, **options)

        monkeypatch.setattr(where, name, call)

    class Watched(Session):
        def dispatch(self, event):
            trace.append(("record", type(event).__name__))
            return super().dispatch(event)

        async def committed(self):
            trace.append(("committed", ""))
            await super().committed()

    session = Watched()
    write, *_, delete, _, _, _ = workspace.writing_tools("run")
    assert (await invoke(write, {"path": "first", "content": ""}, ToolContext(session))).ok  # the record's folders
    watched("fsync", lambda descriptor: str(Path(f"/proc/self/fd/{descriptor}").readlink()).removeprefix(str(folder)))
    watched("rename", lambda source, destination: destination)
    watched("rename_in_one_step", lambda *names: names[-1], renaming)
    trace.clear()
    assert (await invoke(write, {"path": "README.md", "content": "new"}, ToolContext(session))).ok
    change = session.events_of(FilesChanging)[1]
    objects = "/.gameplan/runs/run/objects"
    assert [(name, what.partition("new-")[0]) for name, what in trace] == [
        ("fsync", f"{objects}/"),
        ("rename", change.changes[0].before.digest),
        ("fsync", objects),
        ("record", "FilesChanging"),
        ("committed", ""),
        ("fsync", f"/.gameplan-{change.change_id}-0"),
        ("rename", "README.md"),
        ("fsync", ""),
        ("record", "FilesChanged"),
        ("record", "ToolInvoked"),
    ]
    trace.clear()
    assert (await invoke(write, {"path": "new", "content": "new"}, ToolContext(session))).ok
    steps = ["record", "committed", "fsync", "rename_in_one_step", "fsync", "record", "record"]
    assert [name for name, _ in trace] == steps
    trace.clear()
    assert (await invoke(delete, {"path": "src", "recursive": True}, ToolContext(session))).ok
    trash = f"/.gameplan/runs/run/trash/{session.events_of(FilesChanging)[3].change_id}"
    assert trace == [
        ("record", "FilesChanging"),
        ("committed", ""),
        ("fsync", "/.gameplan/runs/run/trash"),
        ("rename", "0"),
        ("fsync", ""),
        ("fsync", trash),
        ("record", "FilesChanged"),
        ("record", "ToolInvoked"),
    ]


async def test_the_same_bytes_are_kept_once_and_privately(run, folder):
    for name in ("a", "b", "c"):
        (folder / name).write_text("same")
        assert (await run("write_file", path=name, content=name)).ok
    objects = list((folder / ".gameplan/runs/run/objects").iterdir())
    assert [each.read_text() for each in objects] == ["same"]
    assert mode_of(objects[0]) == 0o600
    assert mode_of(folder / ".gameplan") == 0o700
    assert (folder / ".gameplan/.gitignore").read_text() == "*\n"


async def test_a_change_that_breaks_says_how_far_it_came_and_leaves_no_litter(run, folder, monkeypatch):
    real = os.fsync
    left = 6

    def full(descriptor):
        nonlocal left
        left -= 1
        if left <= 0:
            raise OSError(28, "No space left on device")
        real(descriptor)

    (folder / ".gameplan/runs/run/objects").mkdir(parents=True)
    (folder / ".gameplan/runs/run/trash").mkdir()
    monkeypatch.setattr(os, "fsync", full)
    outcome = await run("write_file", path="a/b/c/d", content="x")
    assert (outcome.status, outcome.code) == ("failed", "failed")
    assert "No space left on device; 2 of 4 changes made" in outcome.text
    (changed,) = run.session.events_of(FilesChanged)
    assert (changed.applied, "No space left" in changed.problem) == (2, True)
    monkeypatch.undo()
    assert sorted(each.name for each in folder.rglob(".gameplan-*")) == []
    assert (await run.undo()).ok
    assert not (folder / "a").exists()


async def test_what_changes_at_the_last_moment_is_not_overwritten(run, folder, monkeypatch):
    """A person saves between the intent and the change."""
    real = Acting.run

    def late(self, stop):
        (folder / "README.md").write_text("a person saved this")
        real(self, stop)

    monkeypatch.setattr(Acting, "run", late)
    for name, arguments in (
        ("write_file", {"path": "README.md", "content": "x"}),
        ("delete_file", {"path": "README.md"}),
        ("move_file", {"source": "README.md", "destination": "x"}),
        ("copy_file", {"source": "src/main.py", "destination": "README.md", "overwrite": True}),
    ):
        (folder / "README.md").write_text("before")
        outcome = await run(name, **arguments)
        assert outcome.status == "failed"
        assert "was changed by somebody else" in outcome.text
        assert (folder / "README.md").read_text() == "a person saved this"
    assert all(each.applied == 0 for each in run.session.events_of(FilesChanged))


async def test_what_changes_while_the_new_file_is_made_is_not_overwritten(run, folder, monkeypatch):
    real = os.fchmod

    def late(descriptor, mode):
        (folder / "README.md").write_text("a person saved this")
        real(descriptor, mode)

    monkeypatch.setattr(os, "fchmod", late)
    assert (await run("write_file", path="README.md", content="x")).status == "failed"
    assert (folder / "README.md").read_text() == "a person saved this"
    assert sorted(each.name for each in folder.iterdir()) == [".gameplan", "README.md", "src"]


async def test_what_changes_before_the_intent_is_a_refusal(run, folder, monkeypatch):
    real = Store.keep

    def late(self, content):
        kept = real(self, content)
        (folder / "README.md").write_text("a person saved this")
        return kept

    monkeypatch.setattr(Store, "keep", late)
    outcome = await run("write_file", path="README.md", content="x")
    assert (outcome.status, outcome.code) == ("refused", "busy")
    assert run.session.events_of(FilesChanging) == ()


async def test_nothing_happens_if_the_intent_does_not_reach_the_disk(workspace, folder, tree):
    class Broken(Session):
        async def committed(self):
            raise OSError("the journal is broken")

    before = tree(folder)
    session = Broken()
    for each, arguments in zip(
        workspace.writing_tools("run"),
        (
            {"path": "README.md", "content": "x"},
            {"path": "README.md", "content": "x"},
            {"path": "README.md", "old": "Hello", "new": "x"},
            {"source": "src", "destination": "b"},
            {"source": "README.md", "destination": "b"},
            {"path": "src", "recursive": True},
            {"path": "b"},
        ),
        strict=False,
    ):
        assert (await invoke(each, arguments, ToolContext(session))).status == "failed"
        assert tree(folder) == before


def not_here(*names):
    raise OSError(errno.EINVAL, os.strerror(errno.EINVAL))


@pytest.mark.parametrize("how", ["in one step", "with two names for a moment"])
async def test_a_file_that_appears_at_the_last_moment_is_not_replaced(run, folder, monkeypatch, how):
    if how == "in one step":
        where, name = renaming, "rename_in_one_step"
    else:
        where, name = os, "link"
        monkeypatch.setattr(renaming, "rename_in_one_step", not_here)
    real = getattr(where, name)

    def late(*names, **options):
        (folder / "new").write_text("a person made this")
        real(*names, **options)

    monkeypatch.setattr(where, name, late)
    assert (await run("write_file", path="new", content="x")).status == "failed"
    assert (folder / "new").read_text() == "a person made this"
    (folder / "new").unlink()
    assert (await run("move_file", source="README.md", destination="new")).status == "failed"
    assert (folder / "new").read_text() == "a person made this"
    assert sorted(each.name for each in folder.iterdir()) == [".gameplan", "README.md", "new", "src"]


async def test_a_file_system_without_hard_links_is_fine(run, folder, monkeypatch, tree):
    def none(*args, **options):
        raise PermissionError(1, "Operation not permitted")

    before = tree(folder)
    monkeypatch.setattr(renaming, "rename_in_one_step", not_here)
    monkeypatch.setattr(os, "link", none)
    assert (await run("write_file", path="new", content="x")).ok
    assert (await run("move_file", source="README.md", destination="b")).ok
    assert (await run.undo()).ok
    assert tree(folder) == before


async def test_calls_at_the_same_time_follow_each_other(run, folder):
    outcomes = await asyncio.gather(
        *(run("append_file", path="log/a.txt", content=f"{number}\n") for number in range(20)),
        *(run("write_file", path=f"log/{number}", content="x") for number in range(20)),
    )
    assert all(outcome.ok for outcome in outcomes), [outcome.text for outcome in outcomes if not outcome.ok]
    assert sorted(map(int, (folder / "log/a.txt").read_text().split())) == list(range(20))
    assert (await run.undo()).ok
    assert not (folder / "log").exists()


async def test_a_cancelled_call_ends_between_two_steps_and_is_on_the_record(run, folder, tree, monkeypatch):
    before = tree(folder)
    acting, go = threading.Event(), threading.Event()
    real = os.mkdir

    def slow(path, *args, **options):
        if str(path).startswith(".gameplan-"):
            acting.set()
            go.wait(30)
        real(path, *args, **options)

    monkeypatch.setattr(os, "mkdir", slow)
    task = asyncio.create_task(run("write_file", path="a/b/c", content="x"))
    while not acting.is_set():
        await asyncio.sleep(0.001)
    task.cancel()
    await asyncio.sleep(0.02)
    assert not task.done(), "it is waited for"
    go.set()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert [(each.applied, each.problem) for each in run.session.events_of(FilesChanged)] == [(1, "CancelledError")]
    assert run.session.events_of(ToolInvoked)[0].code == "cancelled"
    monkeypatch.undo()
    assert (await run.undo()).ok
    assert tree(folder) == before


async def test_litter_of_a_killed_process_is_swept_by_the_next_call(run, workspace, folder):
    change = Change("src/new", State("absent"), State("file", "0" * 64, 1, 0o644))
    run.session.dispatch(FilesChanging("change-x", "run", "write_file", (change,)))
    (folder / "src/.gameplan-change-x-0").write_text("half")
    assert [each.happened for each in interrupted(workspace, run.session)] == ["nothing"]
    (folder / "src/new").write_text("?")
    assert [each.happened for each in interrupted(workspace, run.session)] == ["unclear"]
    assert (await run("make_directory", path="x")).ok
    assert not (folder / "src/.gameplan-change-x-0").exists()


async def test_handlers_refuse_in_the_same_way_without_invoke(run):
    with pytest.raises(ToolRefused):
        await run.tools["write_file"](WriteFile(path="/etc/x", content=""), ToolContext(Session()))


def test_two_processes_share_the_lock(folder):
    """One workspace twice: each appends, none is lost (the lock is the operating system's, not the object's)."""

    def work(name):
        async def go():
            with Workspace(folder) as workspace:
                append = workspace.writing_tools(name)[1]
                session = Session()
                for number in range(10):
                    outcome = await invoke(
                        append, {"path": "log", "content": f"{name}{number}\n"}, ToolContext(session)
                    )
                    assert outcome.ok, outcome

        asyncio.run(go())

    threads = [threading.Thread(target=work, args=(name,)) for name in "abc"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len((folder / "log").read_text().split()) == 30
