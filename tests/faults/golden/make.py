"""Makes golden journals with the version of Gameplan that is installed: `python make.py FOLDER`.

They are kept as they were made. A later version must read, show and go on with them; it never makes them again.
`plans-1` was made before there were nested plans, questions and changed arguments, `plans-2` after that.
"""

from __future__ import annotations

import asyncio
import json
import sys
import tempfile
from pathlib import Path
from typing import Any

import gameplan.plans
from gameplan.plans import Approve, Deny, Engine, Later, Policy, plan_from_wire
from gameplan.runtime import CountedIds, ManualClock, Session, SessionStarted
from gameplan.tools.workspace import Workspace

STEPS = [
    {"id": "read", "tool": "read_file", "args": {"path": "notes.txt"}},
    {"id": "write", "tool": "write_file", "args": {"path": "out.txt", "content": "got: ${read.content}"}},
    {"id": "gone", "tool": "delete_file", "args": {"path": "old.txt"}},
    {"id": "over", "tool": "write_file", "args": {"path": "notes.txt", "content": "new"}, "dependsOn": ["read"]},
    {"id": "each", "tool": "read_file", "args": {"path": "$item"}, "forEach": {"items": ["a.txt", "b.txt"]}},
    {
        "id": "last",
        "tool": "write_file",
        "args": {"path": "last.txt", "content": "${over.path}"},
        "dependsOn": ["each"],
    },
]


MORE = [
    {"id": "who", "tool": "ask", "args": {"question": "Who?", "type": "choice", "choices": ["Ada", "Bob"]}},
    {
        "id": "nested",
        "tool": "plan",
        "args": {"name": "$who"},
        "plan": {
            "inputs": {"name": {"type": "string"}},
            "steps": [{"id": "hello", "tool": "write_file", "args": {"path": "h.txt", "content": "Hi ${input.name}"}}],
            "output": "$hello.path",
        },
    },
    {"id": "found", "tool": "read_file", "args": {"path": "a.txt"}},
    {"id": "copy", "tool": "copy_file", "args": {"source": "$found.content", "destination": "copy.txt"}},
    {"id": "gone", "tool": "delete_file", "args": {"path": "old.txt"}},
    {"id": "each", "tool": "delete_file", "args": {"path": "$item"}, "forEach": {"items": ["b.txt"]}},
]


async def make(name: str, approver: Any, policy: Policy, kill_at: str = "", steps: Any = STEPS, **options: Any) -> str:
    """The record of a run; with `kill_at`, as far as it came when that step had just begun."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        for path in ("notes.txt", "old.txt", "a.txt", "b.txt"):
            (folder / path).write_text(path)
        with Workspace(folder) as workspace:
            session = Session(session_id=f"run-{name}", clock=ManualClock(), ids=CountedIds())
            session.dispatch(SessionStarted("run", f"golden: {name}"))
            tools = {each.name: each for each in (*workspace.reading_tools(), *workspace.writing_tools(f"run-{name}"))}
            if hasattr(gameplan.plans, "ask"):
                tools["ask"] = gameplan.plans.ask
            plan = plan_from_wire({"steps": steps, "request": f"golden: {name}"})
            engine = Engine(tools, session, approver=approver, policy=policy, concurrency=1, **options)
            await engine.complete(plan)
            whole = session.to_json()
            session.close()
    if not kill_at:
        return whole
    record = json.loads(whole)
    began = next(
        number
        for number, each in enumerate(record["events"], 1)
        if each["type"] == "run.step_began" and each["fields"]["step"] == kill_at
    )
    return json.dumps({**record, "events": record["events"][:began]})


async def approve(asked: Any, step: Any) -> Any:
    return Approve("Ada")


async def deny(asked: Any, step: Any) -> Any:
    return Deny("keep it") if asked.step == "gone" else Approve("Ada")


async def later(asked: Any, step: Any) -> Any:
    return Later()


async def change(asked: Any, step: Any) -> Any:
    if asked.step == "gone" and asked.args["path"] == "old.txt":
        return gameplan.plans.Change({"path": "notes.txt"})
    return Approve("Ada", rest=asked.step == "gone")


async def answer(question: Any, step: Any) -> Any:
    return gameplan.plans.Answered("Ada")


async def main(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    everything = Policy(frozenset({"writes", "destroys"}))
    made = {
        "completed": await make("completed", approve, Policy()),
        "policy": await make("policy", later, everything),
        "denied": await make("denied", deny, Policy()),
        "waiting": await make("waiting", later, Policy()),
        "killed": await make("killed", approve, Policy(), kill_at="over"),
    }
    if hasattr(gameplan.plans, "ask"):
        made |= {
            "more": await make("more", change, Policy(), steps=MORE, answerer=answer),
            "question": await make("question", later, everything, steps=MORE),
            "nested": await make("nested", approve, Policy(), "nested/hello", steps=MORE, answerer=answer),
            "item": await make("item", approve, Policy(), "each[0]", steps=MORE, answerer=answer),
        }
    for name, text in made.items():
        (folder / f"{name}.json").write_text(text + "\n")


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1])))
