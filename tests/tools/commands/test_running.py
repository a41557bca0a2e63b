"""`run_command`: what it brings back, what it keeps, what it refuses, and what of it a person is shown."""

import asyncio
import os
import signal
import subprocess

import pytest

from gameplan.plans import Engine, Later, Plan, Step
from gameplan.tools.commands import programs, sandbox
from gameplan.tools.workspace import FilesChanged, FilesChanging, as_approved

EDIT = """
set -e
echo new > README.md
chmod +x src/main.py
mkdir -p made/deep
echo one > made/deep/one.txt
ln -s deep/one.txt made/link
rm -f gone.txt
rm -rf old
"""


async def test_what_a_command_says_comes_back_and_is_not_trusted(run):
    outcome = await run("sh", "-c", "echo out; echo err >&2")
    assert outcome.ok, outcome
    assert outcome.value | {"seconds": 0} == {
        "exit_code": 0,
        "stdout": "out\n",
        "stderr": "err\n",
        "stdout_truncated": False,
        "stderr_truncated": False,
        "seconds": 0,
        "changed": [],
    }
    assert "Standard output:\nout\n" in outcome.text
    assert not run.tool.trusted
    assert not run.tool.repeatable


async def test_what_it_changed_is_brought_back_on_the_record_and_undone_byte_for_byte(run, folder, tree):
    (folder / "gone.txt").write_bytes(b"\x00gone\xff")
    (folder / "old" / "inner").mkdir(parents=True)
    (folder / "old" / "inner" / "x").write_text("x")
    (folder / "old" / "link").symlink_to("inner/x")
    before = tree(folder)
    outcome = await run("sh", "-c", EDIT)
    assert outcome.ok, outcome
    after = tree(folder)
    assert after["README.md"][2] == b"new\n"
    assert after["src/main.py"][1] & 0o111
    assert after["made/deep/one.txt"][2] == b"one\n"
    assert after["made/link"] == ("symlink", "deep/one.txt")
    assert not {"gone.txt", "old", "old/inner/x", "old/link"} & set(after)
    changing = [each.event for each in run.session.events if isinstance(each.event, FilesChanging)]
    changed = [each.event for each in run.session.events if isinstance(each.event, FilesChanged)]
    assert [each.action for each in changing] == ["run_command"]
    assert set(outcome.value["changed"]) == {each.path for each in changing[0].changes}
    assert changed[0].applied == len(changing[0].changes)
    report = await run.undo()
    assert report.ok, report
    assert tree(folder) == before


async def test_what_others_have_changed_since_is_not_undone(run, folder):
    assert (await run("sh", "-c", "echo new > README.md")).ok
    (folder / "README.md").write_text("mine")
    report = await run.undo()
    assert [each.path for each in report.conflicts] == ["README.md"]
    assert (folder / "README.md").read_text() == "mine"


@pytest.mark.parametrize(("arguments", "status"), [({}, "refused"), ({"check": False}, "ok")])
async def test_a_command_that_ends_badly_keeps_nothing_unless_that_is_said(run, folder, arguments, status):
    outcome = await run("sh", "-c", "echo new > README.md; echo why >&2; exit 3", **arguments)
    assert outcome.status == status
    if status == "ok":
        assert outcome.value["exit_code"] == 3
        assert (folder / "README.md").read_text() == "new\n"
    else:
        assert outcome.code == "exit_code"
        assert "exit code 3" in outcome.text
        assert "why" in outcome.text
        assert (folder / "README.md").read_text() == "# Hello\n"


async def test_a_command_that_only_looks_keeps_nothing(run, folder, tree):
    before = tree(folder)
    outcome = await run("sh", "-c", EDIT, keep=False)
    assert outcome.ok, outcome
    assert tree(folder) == before
    assert [each.event.tool for each in run.session.events] == ["run_command"]


async def test_a_file_that_somebody_changes_meanwhile_is_not_overwritten(run, folder, running):
    marker = f"873.{os.getpid()}"
    command = asyncio.create_task(
        run("sh", "-c", f"echo new > README.md; echo other > other.txt; sleep {marker} || true")
    )
    while not (asleep := running(marker)):
        await asyncio.sleep(0.01)
    (folder / "README.md").write_text("mine")
    (folder / "elsewhere.txt").write_text("also mine")
    os.kill(asleep[0], signal.SIGTERM)
    outcome = await command
    assert (outcome.status, outcome.code) == ("refused", "changed_meanwhile")
    assert (folder / "README.md").read_text() == "mine"
    assert not (folder / "other.txt").exists()


async def test_two_commands_at_once_that_change_different_files_both_keep_theirs(run, folder):
    one, two = await asyncio.gather(
        run("sh", "-c", "sleep 0.3; echo 1 > one.txt"), run("sh", "-c", "sleep 0.3; echo 2 > two.txt")
    )
    assert one.ok and two.ok
    assert (folder / "one.txt").read_text() + (folder / "two.txt").read_text() == "1\n2\n"


async def test_it_reads_what_it_is_given_and_never_waits_for_more(run):
    assert (await run("cat", stdin="Grüße")).value["stdout"] == "Grüße"
    assert (await run("cat")).value["stdout"] == ""
    assert (await run("true", stdin="x" * 900_000)).ok
    assert (await run("wc", "-c", stdin="x" * 900_000)).value["stdout"] == "900000\n"


async def test_it_runs_in_the_directory_that_is_said(run):
    assert (await run("pwd", cwd="src")).value["stdout"] == "/workspace/src\n"
    assert (await run("pwd", cwd="./src/")).value["stdout"] == "/workspace/src\n"
    for wrong in ("nowhere", "README.md", "../outside", "/etc", ".gameplan", ""):
        assert (await run("pwd", cwd=wrong)).status == "refused"


async def test_git_works_and_its_settings_are_not_changed_by_the_way(run, folder):
    git = ["git", "-c", "user.name=A", "-c", "user.email=a@b"]
    assert (await run("git", "init", "-q")).code == "sensitive"
    subprocess.run(["git", "init", "-q", str(folder)], check=True)
    assert (await run("git", "add", "-A")).ok
    committed = await run(*git, "commit", "-q", "-m", "first")
    assert committed.ok, committed
    log = subprocess.run(
        ["git", "-c", "safe.directory=*", "-C", str(folder), "log", "--format=%s"], capture_output=True, text=True
    )
    assert log.stdout == "first\n"
    assert (await run("git", "config", "core.hooksPath", "evil")).code == "sensitive"
    assert (await run("sh", "-c", "echo evil > .git/hooks/post-commit")).code == "sensitive"
    assert (await run("rm", "-rf", ".git")).status == "refused"
    assert (await run("git", "config", "core.x", "y", allow_sensitive=True)).ok
    assert (await run.undo()).ok


@pytest.mark.parametrize(
    ("script", "code"),
    [
        ("ln -s /etc/passwd link", "outside_workspace"),
        ("ln -s ../outside/secret.txt link", "outside_workspace"),
        ("mkdir a; ln -s ../../outside a/link", "outside_workspace"),
        ("mkdir .vscode; echo x > .vscode/tasks.json", "sensitive"),
        ("echo x > .bashrc", "sensitive"),
        ("echo x > readme.MD", "twin"),
        ("rm README.md; mkdir README.md", "kind_changed"),
        ("rm -r src; echo x > src", "kind_changed"),
        ("chmod -w README.md", ""),
        ("echo x > 'a\nb'", "invalid_path"),
        ("touch \"$(printf 'a\\377')\"", ""),
        ("mkfifo pipe", ""),
        ("mkdir .gameplan; echo x > .gameplan/evil", ""),
        ("i=0; while [ $i -lt 300 ]; do mkdir d; cd d; i=$((i+1)); done", "invalid_path"),
    ],
)
async def test_what_must_not_come_back_does_not(run, folder, tree, script, code):
    before = tree(folder)
    outcome = await run("sh", "-c", script)
    assert outcome.code == code, outcome
    if code:
        assert outcome.status == "refused"
        assert tree(folder) == before
    assert not (folder / ".gameplan" / "evil").exists()
    assert not (folder / "pipe").exists()


async def test_a_folder_too_deep_for_any_path_is_refused_and_cleared_away(run, folder, tree):
    before = tree(folder)
    code = "import os\nfor _ in range(1500):\n    os.mkdir('deep'); os.chdir('deep')"
    outcome = await run.python(code)
    assert outcome.status == "refused", outcome
    assert tree(folder) == before


async def test_what_cannot_be_copied_is_named(run, folder):
    os.mkfifo(folder / "pipe")
    outcome = await run("sh", "-c", "ls; mkfifo made; touch new")
    assert outcome.ok
    assert "Left out: pipe, made;" in outcome.text
    assert "pipe" not in outcome.value["stdout"]
    assert outcome.value["changed"] == ["new"]


async def test_the_record_of_the_workspace_is_not_there_for_a_command(run, folder):
    assert (await run("sh", "-c", "echo 1 > README.md")).ok
    assert (folder / ".gameplan").is_dir()
    assert ".gameplan" not in (await run("ls", "-a")).value["stdout"]


async def test_a_workspace_that_is_too_large_is_refused_with_the_setting_that_raises_it(run, folder):
    run.allow(workspace=1000)
    assert (await run("true")).ok
    (folder / "large").write_bytes(b"x" * 1001)
    outcome = await run("true")
    assert outcome.code == "workspace_too_large"
    assert "workspace_mb" in outcome.text


# -- which programs


@pytest.mark.parametrize("name", ["/bin/sh", "./evil", "src/evil", "", "-x", "no-such-program", "../x"])
async def test_a_program_is_named_by_its_name_alone(run, folder, name):
    (folder / "evil").write_text("#!/bin/sh\necho evil\n")
    (folder / "evil").chmod(0o755)
    assert (await run(name)).status == "refused"


async def test_only_the_programs_that_are_allowed_are_run(run):
    run.allow(allow=("echo",))
    assert (await run("echo", "hi")).ok
    refused = await run("sh", "-c", "echo hi")
    assert refused.code == "program_not_allowed"
    assert "echo" in refused.text
    run.allow(allow=())
    assert (await run("echo", "hi")).code == "program_not_allowed"


@pytest.mark.parametrize("argv", [[], [1], ["a\0b"], "ls -la", ["x" * 200_000]])
async def test_arguments_that_are_none_are_refused(run, argv):
    from gameplan.tools import ToolContext, invoke

    outcome = await invoke(run.tool, {"argv": argv}, ToolContext(run.session))
    assert outcome.status == "refused"


async def test_without_a_sandbox_it_is_refused_and_never_run(run, monkeypatch, tmp_path, folder):
    bare = tmp_path / "bin"
    bare.mkdir()
    for name in ("sh", "touch"):
        (bare / name).symlink_to(f"/bin/{name}")
    monkeypatch.setattr(programs, "PLACES", str(bare))
    monkeypatch.setattr(sandbox, "_works", [])
    outcome = await run("touch", "here")
    assert (outcome.status, outcome.code) == ("refused", "sandbox_missing")
    assert "there is no bwrap" in outcome.text
    assert not (folder / "here").exists()


async def test_without_a_sandbox_by_a_persons_own_word(run, folder, running, monkeypatch):
    monkeypatch.setenv("API_KEY", "hush")
    run.allow(sandbox="none")
    assert run.preview("ls").startswith("HIGH RISK: there is no sandbox.")
    marker = f"871.{os.getpid()}"
    outcome = await run("sh", "-c", f"sleep {marker} & env; pwd; echo new > README.md")
    assert outcome.ok, outcome
    assert "hush" not in outcome.value["stdout"]
    assert (folder / "README.md").read_text() == "new\n"
    assert running(marker) == []
    failed = await run("sh", "-c", "exit 1")
    assert failed.status == "failed"
    assert "may have taken effect" in failed.text
    assert (await run("sleep", marker, timeout=0.2)).status == "failed"
    assert running(marker) == []


# -- what a person is shown, and what an approval holds for


def test_the_preview_names_the_real_program_and_each_argument(run, folder):
    shown = run.preview("python3", "src/main.py", "a b", "; rm -rf /", "\u202eevil", "$(x)", stdin="text")
    program = os.path.realpath("/usr/bin/python3")
    assert "run /usr/bin/python3 src/main.py 'a b' '; rm -rf /' '\\u202eevil' '$(x)'" in shown
    assert f"the program is /usr/bin/python3 (which is {program})" in shown
    assert "it is given src/main.py (15 bytes)" in shown
    assert "4 characters" in shown
    assert "no network" in shown
    assert run.preview("no-such-program").startswith("This would be refused: There is no program")
    assert "nothing that it changes is brought back" in run.preview("ls", keep=False)
    assert run.preview("ls", allow_sensitive=True).startswith("HIGH RISK")


def test_an_argument_is_not_cut_silently(run):
    assert "the end" in run.preview("echo", "x" * 50_000 + "the end")


def test_its_effects(run):
    def of(**arguments):
        params = run.params("git", "log", "a b", **arguments)
        return [(effect.verb, *effect.targets(params)) for effect in run.tool.effects if effect.targets(params)]

    line = ("executes", "/usr/bin/git log 'a b'")
    assert of() == [line, ("writes", "."), ("destroys", ".")]
    assert of(keep=False) == [line, ("reads", ".")]
    assert of(allow_sensitive=True) == [line, ("writes", "."), ("destroys", "."), ("endangers", ".")]
    assert run.tool.argument_roles["argv"] == run.tool.argument_roles["cwd"] == "control"
    assert run.tool.argument_roles["stdin"] == "data"


async def test_an_approval_holds_for_this_program_and_these_files(run, folder):
    script = ("sh", "build.sh")
    (folder / "build.sh").write_text("echo harmless\n")
    approved = run.fingerprint(*script)
    assert approved == run.fingerprint(*script)
    with as_approved(approved):
        assert (await run(*script)).ok
        assert (await run("sh", "-c", "echo 1 > new.txt")).code == "changed_since_approval"
    (folder / "build.sh").write_text("echo harmful\n")
    assert run.fingerprint(*script) != approved
    with as_approved(approved):
        assert (await run(*script)).code == "changed_since_approval"
    with as_approved(run.fingerprint("touch", "new.txt")):
        assert (await run("touch", "new.txt")).ok
    assert (folder / "new.txt").exists()


async def test_another_program_in_its_place_is_another_fingerprint(run, tmp_path, monkeypatch):
    bare = tmp_path / "bin"
    bare.mkdir()
    (bare / "thing").write_text("#!/bin/sh\n")
    (bare / "thing").chmod(0o755)
    monkeypatch.setattr(programs, "PLACES", str(bare))
    approved = run.fingerprint("thing")
    (bare / "thing").write_text("#!/bin/sh\nevil\n")
    assert run.fingerprint("thing") != approved


async def test_a_step_that_runs_a_command_asks(run, folder):
    asked = []

    async def approver(question, step):
        asked.append(question)
        return Later()

    plan = Plan(steps=(Step(id="build", tool="run_command", args={"argv": ["touch", "built"]}),))
    await Engine({"run_command": run.tool}, run.session, approver=approver).complete(plan)
    assert "executes" in asked[0].why
    assert "run /usr/bin/touch built" in asked[0].preview
    assert not (folder / "built").exists()


# -- after a kill


async def test_a_call_that_was_killed_before_it_brought_anything_back_has_done_nothing(run):
    assert run.tool.aftermath(run.session, "some-call").happened == "nothing"
    assert (await run("sh", "-c", "echo 1 > a")).ok
    assert run.tool.aftermath(run.session, "call").happened == "unclear"
    run.allow(sandbox="none")
    assert run.tool.aftermath(run.session, "some-call").happened == "unclear"
