"""Texts that are meant to be taken for something else: scripts in every field, and secrets that must not get out."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gameplan.client import Client, StudioError

SCRIPT = "<img src=x onerror=alert(1)><script>alert(2)</script>"
CANARY = "sk-ant-canary-0123456789abcdef"


def test_a_stored_script_comes_back_as_json_alone(studio: Any, client: Client, folder: Path, until: Any) -> None:
    (folder / "<script>alert(3)<").write_text(SCRIPT)
    plan = client.plan_from_json(
        {
            "request": SCRIPT,
            "inputs": {"given": {"type": "string", "description": SCRIPT, "default": SCRIPT}},
            "steps": [
                {"id": "ask", "tool": "ask", "description": SCRIPT, "args": {"question": SCRIPT, "default": SCRIPT}},
                {"id": "look", "tool": "list_directory", "description": SCRIPT},
                {"id": "write", "tool": "write_file", "args": {"path": "notes.md", "content": SCRIPT}},
                {"id": "bad", "tool": "read_file", "args": {"path": f"{SCRIPT}.txt"}},
            ],
        }
    )
    run = client.start(plan.id)
    until(lambda: client.run(run.id), lambda view: len(view.inbox) == 2)
    client.deny(next(each for each in client.run(run.id).inbox if each.kind == "approval"), SCRIPT)
    places = [
        "home", "inbox", "plans", f"plans/{plan.id}", f"plans/{plan.id}/foreseen", f"plans/{plan.id}/text",
        f"plans/{plan.id}/versions", "runs", f"runs/{run.id}", f"runs/{run.id}/steps/look", "sessions",
        f"sessions/{run.id}/events", f"sessions/{run.id}/state", f"runs?q={SCRIPT}", f"templates/{SCRIPT}",
        f"plans/{SCRIPT}", f"runs/{run.id}/steps/{SCRIPT}",
    ]  # fmt: skip
    told = 0
    with studio.http() as http:
        for place in places:
            reply = http.get(place)
            assert reply.headers["content-type"].split(";")[0] in ("application/json", "application/problem+json")
            assert reply.headers["x-content-type-options"] == "nosniff"
            told += SCRIPT in json.dumps(reply.json(), ensure_ascii=False)
        shell = http.get(f"../plans/{plan.id}").text
        assert "alert" not in shell and SCRIPT not in http.get(f"../{SCRIPT}").text
        with http.stream("GET", f"runs/{run.id}/events", params={"after": 0}) as stream:
            assert stream.headers["content-type"].startswith("text/event-stream")
    assert told > 8


@pytest.mark.parametrize("where", ["environment", "file"])
def test_a_key_is_never_shown(
    serve: Callable[..., Any], monkeypatch: pytest.MonkeyPatch, folder: Path, where: str
) -> None:
    if where == "environment":
        monkeypatch.setenv("ANTHROPIC_API_KEY", CANARY)
    else:
        (folder / "gameplan.toml").write_text(f'api_key = "{CANARY}"\n')
    studio = serve()
    with studio.http() as http:
        for place in ("settings", "home", "session", "tools", "openapi.json", "templates", "plans"):
            assert CANARY not in http.get(place).text
        reply = http.put("settings", json={"models": {"planner": CANARY}})
        assert reply.status_code == 422 and CANARY not in reply.text
        if where == "environment":
            keys = {each["name"]: each["present"] for each in http.get("settings").json()["models"]["keys"]}
            assert keys["ANTHROPIC_API_KEY"] and not keys["OPENAI_API_KEY"]
        else:
            assert http.get("settings").json()["code"] == "settings"
    kept = [path for path in studio.home.rglob("*") if path.is_file() and CANARY.encode() in path.read_bytes()]
    assert kept == []


def test_settings_are_kept_in_the_persons_own_file(client: Client, folder: Path, until: Any, ferry: str) -> None:
    file = Path(os.environ["XDG_CONFIG_HOME"]) / "gameplan" / "gameplan.toml"
    file.parent.mkdir(parents=True)
    file.write_text('# mine\nmodel = "house:scout"  # quick\n\n[budget]\nsteps = 7\n')
    before = client.settings()
    assert (before.models.executor, before.approvals.yes) == ("house:scout", [])
    after = client.change_settings(
        {"models": {"planner": "house:scout-planner", "executor": None}, "approvals": {"yes": ["write", "destroy"]}}
    )
    assert after.models.planner == "house:scout-planner" and after.approvals.yes == ["write", "destroy"]
    text = file.read_text()
    assert "# mine" in text and "steps = 7" in text and 'model = "house:scout"' not in text
    run = client.start(client.plan_from_text(ferry).id)
    until(lambda: client.run(run.id), lambda view: view.status == "completed")
    with pytest.raises(StudioError, match="Somebody has changed the settings") as refused:
        client.change_settings({"approvals": {"yes": ["all"]}}, before)
    assert (refused.value.status, refused.value.code) == (412, "changed_meanwhile")
    assert refused.value.current == {"etag": after.etag} and client.settings() == after
    cleared = client.change_settings({"approvals": {"yes": []}, "models": {"planner": None}}, after)
    assert cleared.approvals.yes == [] and cleared.models.planner_from == ""
