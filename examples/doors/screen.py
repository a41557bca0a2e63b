"""What you see: the record, told line by line as it grows. With rich in colour, without it plain."""

from __future__ import annotations

from typing import Final

from gameplan.agents import ModelFailed, TurnEnded, TurnStarted
from gameplan.runtime import RandomDrawn, Session, select_latest
from gameplan.tools import ToolInvoked, message_in
from gameplan.tools.planning import Plan, PlanStep

_MARKS: Final = {"done": "[x]", "blocked": "[!]", "in_progress": "[ ]", "pending": "[ ]", "skipped": "[-]"}
_HANDOVERS: Final = ("request_replan", "hand_back")
_STYLES: Final = {"ok": "green", "refused": "red", "failed": "red"}


class Screen:
    """Follows two sessions and prints what happens in them."""

    def __init__(self, *, quiet: bool = False) -> None:
        self.quiet = quiet
        try:
            from rich.console import Console
        except ImportError:
            self._console = None
        else:
            self._console = Console(highlight=False, markup=False, emoji=False, soft_wrap=True)

    def follow(self, agents: Session, world: Session) -> None:
        """Print what the agents do, and how the coins fall."""
        agents.bus.subscribe(TurnStarted, self._turn_started)
        agents.bus.subscribe(ModelFailed, lambda failed: self.tell(f"  {failed.model}: {failed.error}", "red"))
        agents.bus.subscribe(ToolInvoked, lambda call: self._tool_invoked(call, select_latest(agents, Plan)))
        agents.bus.subscribe(TurnEnded, lambda turn: self._turn_ended(turn, select_latest(agents, Plan)))
        world.bus.subscribe(RandomDrawn, self._coin_fell)

    def say(self, text: str = "", style: str = "") -> None:
        if self._console is None:
            print(text)
        else:
            self._console.print(text, style=style or None)

    def tell(self, text: str, style: str = "") -> None:
        """Say something that a quiet screen leaves out."""
        if not self.quiet:
            self.say(text, style)

    # -- what is told of each event

    def _turn_started(self, turn: TurnStarted) -> None:
        self.tell(f"\n[{turn.agent}] {turn.model}", "bold cyan")

    def _tool_invoked(self, call: ToolInvoked, plan: Plan | None) -> None:
        if call.tool in _HANDOVERS and call.status == "ok":
            self._tell_unreached(plan)
            self.tell(f"  {call.tool}: {' '.join(_arguments(call))}", "magenta")
            return
        step = _step_of(call, plan)
        did = _told(step) if step else " ".join([call.tool, *(f'"{value}"' for value in _arguments(call))])
        first = message_in(call.text).split("\n", 1)[0]
        self.tell(f"  {did:<50} {first if call.status == 'ok' else f'{call.status}: {first}'}", _STYLES[call.status])

    def _turn_ended(self, turn: TurnEnded, plan: Plan | None) -> None:
        if turn.agent.startswith(("Planner", "Replanner")):
            for line in turn.text.splitlines():
                self.tell(f"  {line}")
        elif turn.ended_by != "finished":
            self._tell_unreached(plan)
        if turn.ended_by != "finished":
            self.tell(f"  ended by {turn.ended_by}: {turn.detail}", "red")

    def _tell_unreached(self, plan: Plan | None) -> None:
        open_ = [step.step_id for step in plan.steps if step.status in ("pending", "in_progress")] if plan else []
        if open_:
            span = open_[0] if len(open_) == 1 else f"{open_[0]} to {open_[-1]}"
            self.tell(f"  [ ] {span} not reached", "dim")

    def _coin_fell(self, drawn: RandomDrawn) -> None:
        self.tell(f"  The coin falls {'TAILS' if drawn.outcome[0] else 'HEADS'}.", "yellow")


def _step_of(call: ToolInvoked, plan: Plan | None) -> PlanStep | None:
    """The step of the session plan that this call has carried out, or on which it was refused."""
    for step in plan.steps if plan else ():
        refused_here = step.status == "blocked" and step.notes and call.text.startswith(step.notes[-1])
        if call.call_id in step.evidence or (call.status != "ok" and refused_here):
            return step
    return None


def _told(step: PlanStep) -> str:
    return f"{_MARKS[step.status]} {step.step_id} {step.title}"


def _arguments(call: ToolInvoked) -> list[str]:
    return [str(value) for value in call.arguments.values()] if isinstance(call.arguments, dict) else []
