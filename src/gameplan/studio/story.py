"""A run as its events tell it: how it stands, and what else a person looks for (when, with what, what it changed)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from gameplan.plans import ApprovalAsked, QuestionAsked, RunStarted, RunState, StepBegan, StepEnded
from gameplan.plans.model import ENDED
from gameplan.runtime import Recorded, SessionStarted
from gameplan.runtime.events import Json
from gameplan.tools.workspace import FileChange, FilesChanged, FilesChanging, file_changes
from gameplan.tools.workspace.changes import UNDO


@dataclass(slots=True)
class RunStory:
    """A fold of a run's events, taken one by one."""

    state: RunState | None = None
    title: str = ""
    seq: int = 0
    updated_at: int = 0
    began: dict[str, int] = field(default_factory=dict)
    args: dict[str, Json] = field(default_factory=dict)
    ended: dict[str, StepEnded] = field(default_factory=dict)
    asked_at: dict[str, int] = field(default_factory=dict)
    previews: dict[str, str] = field(default_factory=dict)
    items: dict[str, list[int]] = field(default_factory=dict)
    changing: dict[str, FilesChanging] = field(default_factory=dict)
    changed: dict[str, FilesChanged] = field(default_factory=dict)
    undone: bool = False

    @classmethod
    def of(cls, events: Iterable[Recorded[Any]]) -> RunStory:
        story = cls()
        for recorded in events:
            story.take(recorded)
        return story

    def take(self, recorded: Recorded[Any]) -> None:
        """Fold one event in."""
        self.seq, self.updated_at = recorded.seq, recorded.at
        match recorded.event:
            case SessionStarted(title=title):
                self.title = title
            case RunStarted(plan=plan, inputs=inputs, workspace=workspace, estimates=estimates) if self.state is None:
                self.state = RunState(plan, inputs, workspace, estimates, began_at=recorded.at)
                self.title = self.title or plan.request
                return
            case StepBegan(step=step, args=args):
                self.began[step], self.args[step] = recorded.at, args
                if isinstance(args, dict) and isinstance(args.get("items"), int) and args.keys() == {"items"}:
                    self.items[step] = [0, args["items"]]
            case StepEnded(step=step):
                self.ended[step] = recorded.event
                outer, bracket, _ = step.rpartition("[")
                if bracket and step.endswith("]") and outer in self.items:
                    self.items[outer][0] += 1
            case ApprovalAsked(step=step, preview=preview):
                self.asked_at[step], self.previews[step] = recorded.at, preview
            case QuestionAsked(step=step):
                self.asked_at[step] = recorded.at
            case FilesChanging(change_id=change_id, action=action):
                self.undone = action == UNDO
                self.changing[change_id] = recorded.event
            case FilesChanged(change_id=change_id):
                self.changed[change_id] = recorded.event
            case _:
                pass
        if self.state is not None:
            self.state.take(recorded.event, recorded.at)

    def file_changes(self, step: str = "", path: str = "") -> list[FileChange]:
        """What the run did to files; of a step alone, and all that belongs to it; or to one path alone."""
        ran = ((each, self.changed.get(id_)) for id_, each in self.changing.items())
        wanted = (each for each in ran if not step or each[0].action == UNDO or belongs_to(each[0].call_id, step))
        return [each for each in file_changes(wanted) if path in ("", each.path, each.moved_from)]

    def status(self, *, writing: bool) -> str:
        """How the run stands, in a word. One that nobody carries out, and that has no end, was interrupted."""
        state = self.state
        if state is None:
            return "running" if writing else "interrupted"
        if state.ended is not None:
            return state.ended
        if not writing:
            return "interrupted"
        if state.paused:
            return "paused"
        waiting = state.waiting()
        held_up = {name[:at] for name in waiting for at, letter in enumerate(name) if letter in "/["}
        busy = any(each.status == "running" and name not in held_up for name, each in state.steps.items())
        return "waiting" if waiting and not busy else "running"

    def counted(self) -> tuple[int, int]:
        """How many steps of the plan have come to their end, and how many there are."""
        if self.state is None:
            return 0, 0
        steps = self.state.plan.steps
        return sum(self.state.of(step.id).status in ENDED for step in steps), len(steps)


def step_of(call_id: str) -> str:
    """The step, item, inner step or call that a call was made for, by its name in the run."""
    return call_id.partition("/")[2]


def belongs_to(call_id: str, step: str) -> bool:
    """True if the call was made for this step, for one of its items, or for what is inside it."""
    name = step_of(call_id)
    return name == step or name.startswith((f"{step}/", f"{step}["))
