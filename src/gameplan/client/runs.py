"""Runs: how they stand, what can be said to them, and following them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from urllib.parse import quote

from gameplan.client.asking import part
from gameplan.client.sessions import Sessions
from gameplan.client.streams import Told
from gameplan.runtime.events import Json
from gameplan.studio.shapes import FileDiff, InboxItem, IntentView, RunCard, RunView, StepDetail, Undone

_OVER = ("completed", "failed", "cancelled")


class Runs(Sessions):
    """The runs, whoever carries them out."""

    def runs(self, q: str = "", status: str = "", limit: int = 50) -> list[RunCard]:
        """The runs, the newest first."""
        return self._list(RunCard, "runs", q=q, status=status, limit=limit)

    def run(self, run: str) -> RunView:
        """How a run stands."""
        return self._get(RunView, f"runs/{part(run)}")

    def step(self, run: str, step: str) -> StepDetail:
        """One step, with its result."""
        return self._get(StepDetail, f"runs/{part(run)}/steps/{quote(step)}")

    def changes(self, run: str, *, step: str = "", path: str = "") -> list[FileDiff]:
        """What a run did to files, with the lines that differ; of a step alone, or to one path."""
        return self._list(FileDiff, f"runs/{part(run)}/changes", step=step, path=path)

    def say(self, run: str, kind: str, **payload: Json) -> IntentView:
        """Say something to a run: taken, or noted until it goes on. `StudioError` with status 409 if it refuses."""
        return self._post(IntentView, f"runs/{part(run)}/intents", {"kind": kind, "payload": payload})

    def approve(self, item: InboxItem, *, rest: bool = False) -> IntentView:
        """Let a step act that waits for it; it holds for what the item shows."""
        return self.say(item.run, "approve", step=item.step, boundTo=item.bound_to, **({"rest": True} if rest else {}))

    def deny(self, item: InboxItem, reason: str = "not wanted") -> IntentView:
        """Do without a step."""
        return self.say(item.run, "deny", step=item.step, boundTo=item.bound_to, reason=reason)

    def change_arguments(self, item: InboxItem, args: dict[str, Json]) -> IntentView:
        """Give a step other arguments; it asks again."""
        return self.say(item.run, "arguments", step=item.step, args=args)

    def answer(self, item: InboxItem, value: Json) -> IntentView:
        """Answer a question."""
        return self.say(item.run, "answer", step=item.step, value=value)

    def resume(self, run: str, *, yes: Sequence[str] | None = None) -> RunView:
        """Go on with a run that waits, or whose process was killed."""
        return self._post(RunView, f"runs/{part(run)}/resume", {"yes": None if yes is None else list(yes)})

    def undo(self, run: str, *, force: Sequence[str] = ()) -> Undone:
        """Put every file back that the run changed."""
        return self._post(Undone, f"runs/{part(run)}/undo", {"force": list(force)})

    def follow(self, run: str, after: int = 0) -> Iterator[Told]:
        """Every event of a run once and in order, and notices as they come, until the run comes to its end.

        A run that waits for a person goes on being followed. If the connection breaks it is taken up where it was.
        """
        for told in self.follow_session(run, after):
            yield told
            if told.type == "run.ended" and told.payload["status"] in _OVER:
                return
