"""Commands while a studio runs: they ask it, and the person reads its answer. Without one the outcome is the same."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from gameplan.cli.errors import UserError
from gameplan.cli.runs import inbox, runs
from gameplan.client import Client

PLAN = """\
request: Paint the ferry
steps:
  - {id: read, tool: read_file, args: {path: src/ferry.py}}
  - id: colour
    tool: ask
    args: {question: Which colour?, type: choice, choices: [red, blue], default: red}
  - id: edit
    tool: edit_file
    args: {path: src/ferry.py, old: crossings = 3, new: "crossings = 4"}
    dependsOn: [read]
  - {id: delete, tool: delete_file, args: {path: README.md}}
  - {id: paint, tool: write_file, args: {path: colour.txt, content: $colour, overwrite: false}}
"""


class Studio:
    """A studio in a process of its own, with a client of it."""

    def __init__(self, folder: Path) -> None:
        command = [sys.executable, "-m", "gameplan.studio", "--workspace", str(folder), "--port", "0", "--no-browser"]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        self.printed = self.process.stdout.readline()
        assert "#token=" in self.printed
        self.client = Client.here()
        self.address = self.client.address

    def run(self) -> str:
        """Begin the plan; all that asks has asked when this returns."""
        run = self.client.start(self.client.plan_from_text(PLAN))
        for told in self.client.follow(run.id):
            if told.type in ("run.approval_asked", "run.question_asked") and len(self.client.run(run.id).inbox) == 3:
                break
        return run.id

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        self.client.close()
        if self.process.poll() is None:
            self.process.send_signal(how)
        self.process.wait(60)
        assert self.process.stdout is not None
        self.process.stdout.close()


@pytest.fixture
def studio(home: Path, folder: Path) -> Iterator[Studio]:
    running = Studio(folder)
    yield running
    running.stop()


@pytest.fixture
def not_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    """No command may put anything into the inbox itself."""

    def put_in(*_: object) -> None:
        raise AssertionError("it was not asked of the studio")

    monkeypatch.setattr(inbox, "_put_in", put_in)


@pytest.mark.usefixtures("not_by_itself")
def test_what_is_said_is_asked_of_the_studio_and_its_answer_is_told(
    studio: Studio, invoke: Callable[..., Any], folder: Path
) -> None:
    run = studio.run()
    assert "Answered: colour." in invoke("answer", "last", "colour", "blue").output
    assert "Paused." in invoke("pause", "last").output
    assert "paused" in invoke("runs").output
    assert "It goes on." in invoke("unpause", "last").output
    denied = invoke("deny", "last", "delete", "--reason", "it is read").output
    assert "Denied: delete." in denied and "Still waiting: edit." in denied
    asked_again = invoke("approve", "last", "edit", "--edit", "new=crossings = 5").output
    assert "Given other arguments: edit." in asked_again
    shown = next(item for item in studio.client.inbox() if item.step == "edit")
    assert "+    crossings = 5" in shown.preview
    assert "Approved: edit." in invoke("approve", "last", "edit").output
    assert [told.payload["status"] for told in studio.client.follow(run) if told.type == "run.ended"] == ["completed"]
    assert (folder / "colour.txt").read_text() == "blue"
    assert "crossings = 5" in (folder / "src" / "ferry.py").read_text()
    assert (folder / "README.md").exists()
    assert "is over: it has completed" in invoke("cancel", "last", code=1).output


@pytest.mark.usefixtures("not_by_itself")
def test_a_refusal_of_the_studio_is_told_with_its_reason(studio: Studio, invoke: Callable[..., Any]) -> None:
    run = studio.run()
    became = inbox.say(run, [("skip", {"step": "read"}), ("nonsense", {})])
    assert [each.verdict for each in became] == ["refused", "refused"]
    with pytest.raises(UserError, match=r"refused: .*read"):
        inbox.tell_what_became(run, became, "Skipped")
    assert "Cancelled." in invoke("cancel", "last", "--reason", "wrong folder").output
    _until(lambda: studio.client.runs()[0].status == "cancelled")  # what runs is stopped first


@pytest.mark.usefixtures("not_by_itself")
def test_what_is_said_to_a_run_that_nobody_carries_out_is_noted_by_the_studio(
    studio: Studio, invoke: Callable[..., Any], tmp_path: Path, folder: Path
) -> None:
    (tmp_path / "plan.yaml").write_text(PLAN)
    invoke("run", str(tmp_path / "plan.yaml"), "--workspace", str(folder), code=4)
    noted = invoke("approve", "last", "edit").output
    assert "Approved: edit (noted)." in noted and "gameplan resume" in noted
    (card,) = studio.client.runs()
    assert (card.noted, card.waiting, card.questions) == (1, 3, 1)


FAILS = "request: Read it\nsteps: [{id: read, tool: read_file, args: {path: later.txt}}]\n"


@pytest.mark.usefixtures("not_by_itself")
def test_what_failed_is_tried_again_by_the_studio(studio: Studio, invoke: Callable[..., Any], folder: Path) -> None:
    run = studio.client.start(studio.client.plan_from_text(FAILS))
    assert [told.payload["status"] for told in studio.client.follow(run.id) if told.type == "run.ended"] == ["failed"]
    (folder / "later.txt").write_text("now it is here")
    assert "Tried again: read." in invoke("retry", "last", "read").output
    _until(lambda: studio.client.run(run.id).status == "completed")


def test_what_the_studio_cannot_carry_out_is_noted_for_whoever_can(
    studio: Studio, invoke: Callable[..., Any], tmp_path: Path
) -> None:
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "plan.yaml").write_text(FAILS)
    invoke("run", str(tmp_path / "plan.yaml"), "--workspace", str(tmp_path / "elsewhere"), code=1)
    (tmp_path / "elsewhere" / "later.txt").write_text("now it is here")
    assert "To be tried again: read (noted)." in invoke("retry", "last", "read").output
    invoke("resume", "last")


def test_the_runs_are_told_alike_with_a_studio_and_without(
    studio: Studio, invoke: Callable[..., Any], tmp_path: Path, folder: Path
) -> None:
    (tmp_path / "plan.yaml").write_text(PLAN)
    at = [str(tmp_path / "plan.yaml"), "--workspace", str(folder)]
    invoke("run", *at, code=4)
    invoke("approve", "last", "edit")
    invoke("run", *at, code=4)
    invoke("cancel", "last")
    invoke("resume", "last", code=1)
    assert studio.client.start(studio.client.plan_from_text("steps: [{id: look, tool: list_directory}]"))
    list(studio.client.follow(studio.client.runs()[0].id))
    with_it = invoke("runs").output
    assert invoke("runs", "--limit", "1").output.count("run-") == 1
    studio.stop()
    assert invoke("runs").output == with_it
    assert "1 noted" in with_it and "cancelled" in with_it and "1/1" in with_it and "1/5" in with_it


def test_going_on_with_a_run_of_the_studio_says_where_it_runs(studio: Studio, invoke: Callable[..., Any]) -> None:
    run = studio.run()
    for command in ("resume", "undo"):
        told = invoke(command, "last", code=2).output
        assert f"{studio.address}/runs/{run}" in told.replace("\n", "")
        assert "gameplan approve" in " ".join(told.split())


def test_a_studio_that_was_killed_is_not_asked(studio: Studio, invoke: Callable[..., Any], folder: Path) -> None:
    studio.run()
    studio.stop(signal.SIGKILL)
    assert "Approved: edit (noted)." in invoke("approve", "last", "edit").output
    assert "stopped, 1 noted" in invoke("runs").output


def test_somebody_else_on_its_port_is_not_taken_for_the_studio(
    studio: Studio, invoke: Callable[..., Any], home: Path
) -> None:
    studio.run()
    note = json.loads((home / "studio.json").read_text())
    (home / "studio.json").write_text(json.dumps({**note, "key": "of-another-start"}))
    assert "Approved: edit." in invoke("approve", "last", "edit").output  # by the inbox; the studio takes it
    note["address"] = "http://127.0.0.1:9"
    (home / "studio.json").write_text(json.dumps(note))
    assert "Denied: delete." in invoke("deny", "last", "delete").output


def test_the_studio_of_this_machine_is_never_asked_through_a_proxy(
    studio: Studio, invoke: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    with Client.here() as client:
        assert client.home().workspace


def test_commands_sign_nobody_in_and_so_push_no_browser_out(
    studio: Studio, invoke: Callable[..., Any], home: Path
) -> None:
    with httpx.Client() as browser:
        address, _, token = studio.printed.split()[-1].partition("/#token=")
        assert browser.post(f"{address}/api/session", json={"token": token}).status_code == 204
        kept = (home / "studio-signed-in.json").read_bytes()
        for _ in range(3):
            invoke("runs")
        assert (home / "studio-signed-in.json").read_bytes() == kept


# -- signing in


def test_a_new_address_lets_a_second_browser_in_once(studio: Studio, invoke: Callable[..., Any]) -> None:
    address = invoke("studio", "--address").output.strip()
    where, _, token = address.partition("/#token=")
    assert where == studio.address and len(token) > 30
    with httpx.Client() as second, httpx.Client() as third:
        assert second.post(f"{where}/api/session", json={"token": token}).status_code == 204
        assert second.get(f"{where}/api/home").status_code == 200
        assert third.post(f"{where}/api/session", json={"token": token}).status_code == 401
    assert invoke("studio", "--address").output.strip() != address


def test_without_a_studio_there_is_no_new_address(invoke: Callable[..., Any], home: Path) -> None:
    assert "No studio is running" in invoke("studio", "--address", code=1).output


def test_no_command_takes_the_password_as_an_option(invoke: Callable[..., Any], command: Callable[..., Any]) -> None:
    assert "--password " not in invoke("studio", "--help").output
    assert "--password" in invoke("studio", "--password", "correct horse", code=2).output
    done = subprocess.run(
        [sys.executable, "-m", "gameplan.studio", "--password", "correct horse"],
        capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert done.returncode == 2 and "unrecognized arguments: --password" in done.stderr


def test_a_password_is_asked_for_where_one_is_needed(terminal: Callable[..., Any], folder: Path) -> None:
    screen = terminal("studio", "-w", str(folder), "--port", "0", "--host", "127.0.0.2", "--no-browser")
    screen.wait_for("A password for whoever signs in from elsewhere: ")
    screen.type("correct horse\n")
    screen.wait_for("#token=")
    assert "correct horse" not in screen.seen
    (address,) = re.findall(r"http://127\.0\.0\.2:\d+", screen.seen)
    with Client(address, "correct horse") as client:
        assert client.session_here().with_password
    os.kill(screen.process.pid, signal.SIGINT)
    assert screen.end() == 0


def test_without_a_terminal_the_password_comes_from_the_environment_alone(
    command: Callable[..., Any], folder: Path
) -> None:
    done = command("studio", "-w", str(folder), "--port", "0", "--host", "127.0.0.2", "--no-browser")
    assert done.returncode == 2 and "GAMEPLAN_STUDIO_PASSWORD" in done.stderr


BROWSER = """\
import json, os, sys, urllib.parse, urllib.request
file = urllib.parse.urlsplit(sys.argv[1]).path
told = {"argv": sys.argv, "mode": os.stat(file).st_mode, "page": open(file).read(), "file": file}
with open(sys.argv[0] + ".tmp", "w") as out:
    json.dump(told, out)
os.rename(sys.argv[0] + ".tmp", sys.argv[0] + ".json")
"""


def test_the_token_is_on_no_command_line_when_the_browser_is_opened(
    terminal: Callable[..., Any], folder: Path, home: Path, tmp_path: Path
) -> None:
    browser = tmp_path / "browser.py"
    browser.write_text(BROWSER)
    screen = terminal(
        "studio", "-w", str(folder), "--port", "0", DISPLAY=":0", BROWSER=f"{sys.executable} {browser} %s"
    )
    screen.wait_for("Stop it with Ctrl-C")
    seen = tmp_path / "browser.py.json"
    _until(seen.exists)
    told = json.loads(seen.read_text())
    (where, token) = re.findall(r"url=(http://127\.0\.0\.1:\d+)/#token=([\w-]+)", told["page"])[0]
    assert told["mode"] & 0o077 == 0 and Path(told["file"]).parent == home
    assert token not in " ".join(told["argv"])
    assert token not in screen.seen  # the printed address is for another browser
    assert Path(told["file"]).exists()
    with httpx.Client() as opened:
        assert opened.post(f"{where}/api/session", json={"token": token}).status_code == 204
    _until(lambda: not Path(told["file"]).exists())
    os.kill(screen.process.pid, signal.SIGINT)
    assert screen.end() == 0


def test_a_studio_that_ends_leaves_no_way_in_behind(
    terminal: Callable[..., Any], folder: Path, home: Path, tmp_path: Path
) -> None:
    browser = tmp_path / "browser.py"
    browser.write_text(BROWSER)
    home.mkdir()
    (home / "open-studio-1-old.html").write_text("by one that was killed")
    os.utime(home / "open-studio-1-old.html", (0, 0))
    screen = terminal(
        "studio", "-w", str(folder), "--port", "0", DISPLAY=":0", BROWSER=f"{sys.executable} {browser} %s"
    )
    screen.wait_for("Stop it with Ctrl-C")
    _until((tmp_path / "browser.py.json").exists)
    assert len(list(home.glob("open-studio-*.html"))) == 1
    os.kill(screen.process.pid, signal.SIGINT)
    assert screen.end() == 0
    assert list(home.glob("open-studio-*.html")) == []


def _until(look: Callable[[], bool]) -> None:
    import time

    end = time.monotonic() + 60
    while not look():
        assert time.monotonic() < end
        time.sleep(0.02)


def test_runs_are_listed_for_a_program_alike_with_and_without_a_studio(
    studio: Studio, invoke: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    run = studio.run()
    with monkeypatch.context() as asked_of_the_studio:
        asked_of_the_studio.delattr(runs, "_listed_in_journal")
        (listed,) = json.loads(invoke("runs", "--json").output)
    card = studio.client.runs()[0]
    assert listed == {
        "id": run,
        "at": card.updated_at,
        "status": "asks",
        "noted": 0,
        "done": 1,
        "steps": 5,
        "title": "Paint the ferry",
    }
    told = invoke("runs", "--help").output
    assert listed.keys() == set(re.findall(r'"(\w+)"', told.split("[{")[1].split("}]")[0]))
    (session, _) = json.loads(invoke("sessions", "--json").output)
    assert (session["id"], session["writing"]) == (run, True)
    monkeypatch.setattr(runs, "_listed_by_studio", lambda limit: None)
    assert json.loads(invoke("runs", "--json").output) == [listed]
