"""A run on the wire: its plan, each step with its status and its result."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

from gameplan.plans import Engine, StepResult, StepState, plan_from_wire, run_state, run_to_wire
from gameplan.plans.results import result_of
from gameplan.runtime import ManualClock, Session
from gameplan.tools import DATA, Destroys, Tool, ToolRefused, tool


@dataclass(frozen=True)
class Named:
    name: Annotated[str, DATA]


def tools(clock: ManualClock) -> dict[str, Tool[Any, Any]]:
    @tool(effects=())
    def work(params: Named) -> str:
        """Work for a quarter of a second."""
        clock.advance(0.25)
        if params.name == "bad":
            raise ToolRefused("It is closed.")
        return params.name.upper()

    @tool(effects=Destroys(lambda params: [params.name]))
    def wipe(params: Named) -> str:
        """Wipe it."""
        return params.name

    return {"work": work, "wipe": wipe}


def step(name: str, tool: str = "work", *needs: str) -> dict[str, Any]:
    return {"id": name, "tool": tool, "args": {"name": name}, "dependsOn": list(needs)}


async def test_a_run_on_the_wire_has_the_status_and_the_result_of_each_step() -> None:
    session = Session(clock=ManualClock(1_700_000_000_000_000))
    plan = plan_from_wire([step("good"), step("bad", "work", "good"), step("after", "work", "bad"), step("x", "wipe")])
    await Engine(tools(session.clock), session, concurrency=1).complete(plan)  # type: ignore[arg-type]
    state = run_state(session.standing)
    assert state is not None
    wire = run_to_wire(state)
    good, bad, after, waits = wire["steps"]
    assert (good["order"], good["status"]) == (1, "completed")
    assert good["result"] == {
        "ok": True,
        "value": "GOOD",
        "duration": 250.0,
        "timestamp": "2023-11-14T22:13:20.250000+00:00",
    }
    assert bad["status"] == "failed"
    assert {**bad["result"], "timestamp": ""} == {
        "ok": False,
        "error": "It is closed.",
        "duration": 250.0,
        "timestamp": "",
    }
    assert after["dependsOn"] == ["bad"]
    assert (after["status"], after["result"]["error"]) == ("blocked", "it needs bad, which failed")
    assert waits["status"] == "waiting"
    assert "result" not in waits
    assert plan_from_wire(wire) == plan  # what belongs to the run is left out when it is read as a plan


async def test_so_have_the_steps_of_a_plan_inside() -> None:
    session = Session(clock=ManualClock())
    plan = plan_from_wire([{"id": "outer", "plan": {"steps": [step("inner")]}}])
    await Engine(tools(session.clock), session).complete(plan)  # type: ignore[arg-type]
    state = run_state(session.standing)
    assert state is not None
    (outer,) = run_to_wire(state)["steps"]
    (inner,) = outer["plan"]["steps"]
    assert outer["result"]["value"] == {"inner": "INNER"}
    assert (inner["status"], inner["result"]["value"]) == ("completed", "INNER")
    assert plan_from_wire(run_to_wire(state)) == plan


def test_what_has_no_end_has_no_result() -> None:
    assert result_of(StepState("running")) is None
    assert result_of(StepState("skipped", reason="not now")) == StepResult(
        False, None, "not now", 0.0, "1970-01-01T00:00:00+00:00"
    )
