"""Commands that try to get out, to stay, or to take everything."""

import asyncio
import itertools
import os
import shutil
import socket
import subprocess
import sys
import threading
from contextlib import suppress
from pathlib import Path

import pytest

SECRET = "SECRET-OUTSIDE"
OURS = os.getpid()  # ends the numbers of seconds that the commands here sleep: nobody else sleeps so long


async def test_nothing_in_an_argument_is_read_by_a_shell(run, folder):
    words = ["$(touch pwned)", "`touch pwned`", "; touch pwned", "&& touch pwned", "| touch pwned", "> pwned", "$HOME"]
    words += ["*", "~", "a b", "", "'", '"', "\n", "--", "-n"]
    outcome = await run.python("import sys; print(repr(sys.argv[1:]))", *words)
    assert outcome.value["stdout"] == f"{words!r}\n"
    assert not (folder / "pwned").exists()


async def test_secrets_of_the_environment_are_not_inherited(run, monkeypatch):
    monkeypatch.setenv("API_KEY", "CANARY-1")
    monkeypatch.setenv("ANTHROPIC_API_KEY", "CANARY-2")
    monkeypatch.setenv("LD_PRELOAD_X", "CANARY-3")
    looks = "env; cat /proc/*/environ | tr '\\0' '\\n'; cat /proc/*/cmdline | tr '\\0' ' '"
    outcome = await run("sh", "-c", looks, check=False)
    assert "PATH=" in outcome.value["stdout"]
    assert "CANARY" not in outcome.text + str(outcome.value)
    names = {line.partition("=")[0] for line in (await run("env")).value["stdout"].splitlines()}
    assert names == {"PATH", "HOME", "LANG", "TERM", "PWD", "PYTHONDONTWRITEBYTECODE", "GIT_TERMINAL_PROMPT"}


async def test_a_child_in_the_background_does_not_outlive_its_command(run, folder, running):
    late = f"(setsid sh -c 'sleep 981.{OURS}; touch /workspace/late' </dev/null >/dev/null 2>&1 &); exec >&-; exec 2>&-"
    assert (await run("sh", "-c", late)).ok
    assert running(f"981.{OURS}") == []
    assert not (folder / "late").exists()


async def test_nor_at_its_timeout(run, running):
    outcome = await run("sh", "-c", f"setsid sleep 982.{OURS} & nohup sleep 982.{OURS} & sleep 982.{OURS}", timeout=0.5)
    assert outcome.code == "killed"
    assert "longer than 0.5 s" in outcome.text
    assert running(f"982.{OURS}") == []


async def test_nor_one_that_catches_every_signal_and_closes_its_streams(run, running):
    code = (
        "import os,signal,time\n[signal.signal(n, signal.SIG_IGN) for n in (1, 2, 3, 15)]\nos.close(1); os.close(2)\n"
    )
    outcome = await run.python(code + "time.sleep(983)", f"983.{OURS}", timeout=0.5)
    assert outcome.code == "killed"
    assert running(f"983.{OURS}") == []


async def test_nor_when_the_call_is_cancelled(run, folder, running):
    call = asyncio.create_task(run("sh", "-c", f"echo new > README.md; setsid sleep 984.{OURS} & sleep 984.{OURS}"))
    while not running(f"984.{OURS}"):
        await asyncio.sleep(0.01)
    call.cancel()
    with pytest.raises(asyncio.CancelledError):
        await call
    assert running(f"984.{OURS}") == []
    assert (folder / "README.md").read_text() == "# Hello\n"


async def test_cancelled_at_any_moment_it_leaves_nothing_behind(run, running, folder, tree):
    before = tree(folder)
    for wait in (0, 0.001, 0.003, 0.005, 0.01, 0.02, 0.03, 0.05):
        call = asyncio.create_task(run("sh", "-c", f"sleep 985.{OURS}"))
        await asyncio.sleep(wait)
        call.cancel()
        with pytest.raises(asyncio.CancelledError):
            await call
    assert running(f"985.{OURS}") == []
    assert tree(folder) == before


KILLED = """
import asyncio, sys
from gameplan.runtime import Session
from gameplan.tools import ToolContext, invoke
from gameplan.tools.commands import Commands, run_command_tool
from gameplan.tools.workspace import Workspace

async def main():
    with Workspace(sys.argv[1]) as workspace:
        tool = run_command_tool(workspace, "run", Commands())
        script = "echo new > README.md; setsid sleep MARKER & sleep MARKER"
        await invoke(tool, {"argv": ["sh", "-c", script]}, ToolContext(Session()))

asyncio.run(main())
"""


@pytest.mark.faults
async def test_nor_when_we_are_killed(folder, running, tmp_path):
    marker = f"988.{OURS}"
    process = subprocess.Popen([sys.executable, "-c", KILLED.replace("MARKER", marker), str(folder)])
    while not running(marker):
        assert process.poll() is None
        await asyncio.sleep(0.01)
    process.kill()
    process.wait()
    for _ in range(1000):
        if not running(marker):
            break
        await asyncio.sleep(0.01)
    assert running(marker) == []
    assert (folder / "README.md").read_text() == "# Hello\n"
    for left in Path("/tmp").glob(f"gameplan-{process.pid}-*"):
        shutil.rmtree(left)


FORKS = """
import os, time
made = 0
try:
    while made < 5000:
        if os.fork() == 0:
            time.sleep(600)
        made += 1
except OSError:
    pass
print(made, flush=True)
os._exit(0)
"""


async def test_a_fork_bomb_is_bounded(run, running):
    run.allow(processes=50)
    outcome = await run.python(FORKS, f"986.{OURS}")
    assert 30 <= int(outcome.value["stdout"]) <= 50
    assert running(f"986.{OURS}") == []
    bomb = await run("bash", "-c", f"bomb() {{ bomb | bomb & }}; bomb; sleep 987.{OURS}", timeout=1.5, check=False)
    assert bomb.code in ("killed", "")
    assert running(f"987.{OURS}") == []
    assert (await run("echo", "alive")).ok


async def test_endless_output_is_cut_with_a_marker_that_says_how_much(run):
    run.allow(output=10_000)
    outcome = await run("sh", "-c", "echo begin; head -c 1000000000 /dev/zero; echo; echo end")
    assert outcome.ok, outcome
    said = outcome.value["stdout"]
    assert outcome.value["stdout_truncated"]
    assert not outcome.value["stderr_truncated"]
    assert said.startswith("begin\n\0\0")
    assert said.endswith("\0\0\nend\n")
    assert "… 999,990,011 of 1,000,000,011 bytes left out …" in said
    assert len(said) < 10_100


async def test_endless_output_that_never_ends_is_killed(run):
    outcome = await run("yes", timeout=0.5)
    assert outcome.code == "killed"


async def test_both_streams_are_drained(run):
    outcome = await run(
        "sh", "-c", "head -c 900000 /dev/zero >&2; head -c 900000 /dev/zero; head -c 900000 /dev/zero >&2"
    )
    assert (len(outcome.value["stdout"]), outcome.value["stderr_truncated"]) == (900000, True)


SEVERAL = """
import os, time
for _ in range(4):
    if os.fork() == 0:
        x = bytes(range(256)) * 400_000
        time.sleep(600)
time.sleep(600)
"""
SHARED = """
import mmap, time
memory = mmap.mmap(-1, 600_000_000)
for place in range(0, 600_000_000, 4096):
    memory[place] = 1
time.sleep(600)
"""


async def test_memory_is_bounded_for_one_process_and_for_all_together(run):
    run.allow(memory=200_000_000)
    one = await run.python("x = bytearray(400_000_000)")
    assert one.code == "exit_code"
    assert "MemoryError" in one.text
    together = await run.python(SEVERAL, timeout=60)
    assert together.code == "killed"
    assert "memory" in together.text
    assert (await run.python(SHARED, timeout=60)).code == "killed"


async def test_files_are_bounded(run):
    run.allow(file_size=1_000_000, disk=20_000_000)
    one = await run("sh", "-c", "head -c 2000000 /dev/zero > big")
    assert one.status == "refused"
    many = "i=0; while true; do head -c 900000 /dev/zero > f$i; i=$((i+1)); done"
    outcome = await run("sh", "-c", many, timeout=60)
    assert outcome.code == "killed"
    assert "to the disk" in outcome.text


async def test_a_directory_that_is_swapped_for_a_link_leads_nowhere(run, folder, outside):
    (folder / "in").mkdir()
    (folder / "in" / "secret.txt").write_text("mine")
    (folder / "link").symlink_to(outside)
    over = threading.Event()

    def swap():
        turns = itertools.count()
        while not over.is_set():
            aside = folder / f"aside{next(turns)}"
            with suppress(OSError):  # what the command wrote may have come back into a new "in" meanwhile
                (folder / "in").rename(aside)
                (folder / "in").symlink_to(outside)
                (folder / "in").unlink()
                aside.rename(folder / "in")

    swapping = threading.Thread(target=swap)
    swapping.start()
    try:
        for _ in range(25):
            outcome = await run("sh", "-c", "cat secret.txt; echo x > written.txt", cwd="in", check=False)
            assert SECRET not in outcome.text + str(outcome.value)
    finally:
        over.set()
        swapping.join()
    assert [each.name for each in outside.iterdir()] == ["secret.txt"]
    assert (await run("ls", cwd="link")).code == "not_found"
    assert SECRET not in (await run("cat", "link/secret.txt", check=False)).text


async def test_programs_that_an_earlier_step_planted_are_not_run(run, folder, monkeypatch):
    for name in ("git", "ls", "bwrap", "prlimit"):
        planted = folder / "bin" / name
        planted.parent.mkdir(exist_ok=True)
        planted.write_text("#!/bin/sh\necho PLANTED\n")
        planted.chmod(0o755)
        (folder / name).write_text("#!/bin/sh\necho PLANTED\n")
        (folder / name).chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}/bin:{folder}:.:{os.environ['PATH']}")
    monkeypatch.setenv("LD_PRELOAD", str(folder / "evil.so"))
    monkeypatch.setenv("LD_LIBRARY_PATH", str(folder))
    monkeypatch.setenv("PYTHONPATH", str(folder))
    monkeypatch.chdir(folder)
    assert "/usr/bin/git" in run.preview("git", "--version")
    for argv in (["git", "--version"], ["ls"], ["env"]):
        outcome = await run(*argv)
        assert outcome.ok, outcome
        assert "PLANTED" not in outcome.value["stdout"]
        assert "LD_" not in outcome.value["stdout"]


async def test_hooks_and_test_files_that_were_planted_are_in_the_sandbox_too(run, folder, outside, monkeypatch):
    monkeypatch.setenv("API_KEY", "CANARY")
    steal = f"#!/bin/sh\nenv; cat {outside}/secret.txt; echo evil > {outside}/evil; echo HOOK\n"
    assert (await run("git", "init", "-q", allow_sensitive=True)).ok
    hook = folder / ".git" / "hooks" / "post-commit"
    hook.parent.mkdir(exist_ok=True)
    hook.write_text(steal)
    hook.chmod(0o755)
    git = ["git", "-c", "user.name=A", "-c", "user.email=a@b", "commit", "--allow-empty", "-m", "x"]
    outcome = await run(*git)
    said = outcome.text + str(outcome.value)
    assert "HOOK" in said
    assert "CANARY" not in said
    assert SECRET not in said
    (folder / "conftest.py").write_text(f"print(open('{outside}/secret.txt').read())")
    assert SECRET not in (await run("python3", "conftest.py", check=False)).text
    assert [each.name for each in outside.iterdir()] == ["secret.txt"]


async def test_there_is_no_network(run):
    with socket.create_server(("127.0.0.1", 0)) as server, socket.socket(socket.AF_UNIX) as local:
        server.setblocking(False)
        local.bind("\0gameplan-test-abstract")
        local.listen()
        local.setblocking(False)
        port = server.getsockname()[1]
        code = f"""
import socket
for family, place in ((socket.AF_INET, ("127.0.0.1", {port})), (socket.AF_INET, ("1.1.1.1", 80)),
                      (socket.AF_UNIX, "\\0gameplan-test-abstract")):
    try:
        with socket.socket(family) as connection:
            connection.settimeout(3)
            connection.connect(place)
            print("CONNECTED", place)
    except OSError as error:
        print("no", error)
"""
        outcome = await run.python(code)
        assert outcome.value["stdout"].count("no [Errno") == 3, outcome
        for each in (server, local):
            with pytest.raises(BlockingIOError):
                each.accept()


PROBES = {
    "reads the passwords of the machine": "print(open('/etc/shadow').read())",
    "reads the users of the machine": "import sys; sys.exit(len(open('/etc/passwd').readlines()))",
    "reads beside the workspace": "print(open('{outside}/secret.txt').read())",
    "reads above the workspace": "print(open('../outside/secret.txt').read())",
    "reads our environment": "print(open('/proc/{pid}/environ').read())",
    "reads our files": "import os; print(os.listdir('/proc/{pid}/fd'))",
    "writes beside the workspace": "open('{outside}/evil', 'w')",
    "writes to the system": "open('/usr/evil', 'w')",
    "writes to the root": "open('/evil', 'w')",
    "writes to settings": "open('/etc/evil', 'w')",
    "writes to the kernel": "open('/proc/sys/kernel/hostname', 'w').write('x')",
    "writes to devices": "open('/dev/evil', 'w')",
    "kills us": "import os; os.kill({pid}, 9)",
    "becomes root": "import os; os.setuid(0)",
    "makes a device": "import os; os.mknod('disk', 0o60600, os.makedev(254, 0)); open('disk', 'rb').read(1)",
    "makes a namespace": "import os, ctypes; c = ctypes.CDLL(None); assert c.unshare(0x10000000) == 0",
    "mounts": "import ctypes; assert ctypes.CDLL(None).mount(b'none', b'/tmp', b'tmpfs', 0, None) == 0",
    "looks at the machine": "import os; print(os.listdir('/home')); print(os.listdir('/root'))",
    "lists the processes": "import os; assert len([x for x in os.listdir('/proc') if x.isdigit()]) > 4",
}


@pytest.mark.parametrize("what", PROBES)
async def test_no_command_from_inside(run, outside, what):
    code = PROBES[what].replace("{outside}", str(outside)).replace("{pid}", str(os.getpid()))
    outcome = await run.python(code)
    assert outcome.code == "exit_code", outcome
    assert SECRET not in outcome.text
    assert [each.name for each in outside.iterdir()] == ["secret.txt"]


async def test_a_link_in_the_workspace_leads_to_nothing_outside(run, folder, outside):
    (folder / "link").symlink_to(outside / "secret.txt")
    (folder / "shadow").symlink_to("/etc/shadow")
    for name in ("link", "shadow"):
        outcome = await run("cat", name)
        assert outcome.code == "exit_code"
        assert "No such file" in outcome.text
    await run("sh", "-c", "echo evil > link", check=False)
    assert (outside / "secret.txt").read_text() == SECRET


async def test_a_hard_link_to_a_file_outside_is_replaced_not_written_to(run, folder, outside):
    os.link(outside / "secret.txt", folder / "hard.txt")
    assert (await run("sh", "-c", "echo mine > hard.txt")).ok
    assert (folder / "hard.txt").read_text() == "mine\n"
    assert (outside / "secret.txt").read_text() == SECRET


async def test_what_grants_an_identity_does_not_come_back(run, folder):
    assert (await run("sh", "-c", "cp /usr/bin/true mine; chmod 6755 mine")).ok
    assert (folder / "mine").stat().st_mode & 0o7777 == 0o755
