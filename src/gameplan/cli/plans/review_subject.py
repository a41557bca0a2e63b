"""What `gameplan review` is about: a plan in a file, or the plan of a run; and how a change of it is kept."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from gameplan.cli.errors import UserError
from gameplan.runtime.files import replace_file

if TYPE_CHECKING:
    from gameplan.plans import Plan


@dataclass(slots=True)
class PlanFile:
    """A plan in a file."""

    path: Path
    folder: Path
    plan: Plan
    text: bytes
    frozen: frozenset[str] = frozenset()

    @classmethod
    def of(cls, path: Path, folder: Path) -> PlanFile:
        from gameplan.plans import PlanError
        from gameplan.plans.files import load_plan

        if not path.exists():
            raise UserError(f"There is no file {path}. Make a plan from a template: gameplan templates")
        try:
            return cls(path, folder, load_plan(path), path.read_bytes())
        except PlanError as error:
            raise UserError(str(error)) from None

    @property
    def title(self) -> str:
        return str(self.path)

    def save(self, plan: Plan) -> str:
        """Write the file anew, whole or not at all."""
        plan = replace(plan, version=self.plan.version + (plan != self.plan))
        if self.path.read_bytes() != self.text:
            raise UserError(f"{self.path} has been changed by somebody else meanwhile: save under another name.")
        kept = ""
        if any(line.lstrip().startswith(b"#") for line in self.text.splitlines()):
            beside = self.path.with_name(f"{self.path.name}~")
            beside.write_bytes(self.text)
            kept = f" Its comments are not in it; as it was: {beside}"
        write_atomically(self.path, plan)
        self.plan, self.text = plan, self.path.read_bytes()
        return f"Wrote {self.path}.{kept}"

    def run(self, given: list[str]) -> None:
        from gameplan.cli.runs.run import run

        run(str(self.path), workspace=self.folder, given=given)


@dataclass(slots=True)
class PlanOfRun:
    """The plan of a run."""

    run_id: str
    folder: Path
    plan: Plan
    frozen: frozenset[str]
    over: bool
    writing: bool

    @classmethod
    def of(cls, wanted: str) -> PlanOfRun:
        from gameplan.cli.runs.inbox import is_writing, noted_in
        from gameplan.cli.runs.runs import view_run, workspace_of
        from gameplan.cli.runs.story import short_id
        from gameplan.plans.model import ENDED
        from gameplan.settings.places import open_journal

        seen, state = view_run(wanted)
        with open_journal(begin="gameplan templates") as journal:
            writing = is_writing(journal, seen.session_id)
        if any(intent.kind == "edit" for intent in noted_in(seen.session_id)):
            raise UserError(
                "A change of its plan is noted already, and is taken up when the run goes on: "
                f"gameplan resume {short_id(seen.session_id)}"
            )
        over = state.ended not in (None, "waiting")  # then all of it may be changed, to be run anew from a file
        settled = set() if over else {"running", *ENDED, *(("waiting",) if writing else ())}
        frozen = frozenset(step.id for step in state.plan.steps if state.of(step.id).status in settled)
        return cls(seen.session_id, workspace_of(seen), state.plan, frozen, over, writing)

    @property
    def title(self) -> str:
        return f"run {self.run_id}"

    def save(self, plan: Plan) -> str:
        """Send the change to the run."""
        from gameplan.cli.runs.inbox import say
        from gameplan.cli.runs.story import short_id

        if self.over:
            raise UserError("The run is over: save the plan as a file (save plan.yaml) and run that.")
        sent = replace(plan, version=self.plan.version + 1)
        (intent,) = say(self.run_id, [("edit", {"from": self.plan.version, "plan": sent.to_wire(), "why": "reviewed"})])
        if intent.verdict == "refused":
            raise UserError(f"The run refused it: {intent.reason}")
        self.plan = sent
        if intent.open:
            return f"Noted. It is taken up when the run goes on: gameplan resume {short_id(self.run_id)}"
        return f"The run goes on with it, as version {sent.version}."

    def run(self, given: list[str]) -> None:
        from gameplan.cli.runs.run import go_on

        if given:
            raise UserError("A run goes on with what it was told when it began.")
        if self.writing:
            raise UserError("The run is going on in another process.")
        go_on(self.run_id, frozenset())


def write_atomically(path: Path, plan: Plan) -> None:
    """Write a plan to a file, so that there is the old one or the new one and nothing between."""
    from gameplan.plans import PlanError
    from gameplan.plans.files import dump_plan

    try:
        text = dump_plan(plan, "json" if path.suffix.lower() == ".json" else "yaml")
        mode = path.stat().st_mode & 0o777 if path.exists() else 0o644
        replace_file(path, text.encode(), mode=mode)
    except PlanError as error:
        raise UserError(str(error)) from None
    except OSError as error:
        raise UserError(f"{path} cannot be written: {error.strerror}.") from None
