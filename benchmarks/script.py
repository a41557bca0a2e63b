"""What every agent is given: one tool that does nothing, and a script that calls it at each step."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

TOOL = "noop"
ABOUT = "Does nothing."
ARGUMENTS = '{"item": "a"}'
REQUEST = "Call noop again and again."
PROMPT = "You call tools."
GOODBYE = "done"


def noop(item: str) -> str:
    """Does nothing."""
    return "ok"


@dataclass
class Script:
    """Counts the replies of one run: a call at each of `steps` steps, then the last word."""

    steps: int
    said: int = field(default=0, init=False)

    def next_call(self) -> str | None:
        """The id of the call to make now, or None when it is time to end; then the script begins anew."""
        if self.said == self.steps:
            self.said = 0
            return None
        self.said += 1
        return f"call-{self.said}"


async def bare_loop(script: Script) -> None:
    """The floor: what no agent can do without. Messages are dicts in a list; the tool is called by its name."""
    tools = {TOOL: noop}
    messages: list[dict[str, Any]] = [{"role": "user", "content": REQUEST}]
    while True:
        reply = await _bare_reply(script, messages)
        messages.append(reply)
        if not reply["calls"]:
            return
        for call in reply["calls"]:
            result = tools[call["name"]](**json.loads(call["arguments"]))
            messages.append({"role": "tool", "call_id": call["id"], "content": result})


async def _bare_reply(script: Script, messages: list[dict[str, Any]]) -> dict[str, Any]:
    call_id = script.next_call()
    calls = [{"id": call_id, "name": TOOL, "arguments": ARGUMENTS}] if call_id else []
    return {"role": "assistant", "content": "" if call_id else GOODBYE, "calls": calls}
