"""Plans under review: making, editing, looking, and starting."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from gameplan.client.asking import Asking, part
from gameplan.runtime.events import Json
from gameplan.studio.shapes import DiffView, ForeseenView, PlanCard, PlanText, PlanView, RunView, VersionView


class Plans(Asking):
    """The plans under review."""

    def plans(self, q: str = "") -> list[PlanCard]:
        """The plans under review."""
        return self._list(PlanCard, "plans", q=q)

    def plan(self, plan: str) -> PlanView:
        """One plan."""
        return self._get(PlanView, f"plans/{part(plan)}")

    def plan_from_request(self, request: str) -> PlanView:
        """Have the model draft a plan; follow it, or look again, until `drafting` is false."""
        return self._post(PlanView, "plans", {"request": request})

    def plan_from_template(self, name: str, inputs: dict[str, Json] | None = None) -> PlanView:
        """A plan of a template."""
        return self._post(PlanView, "plans", {"template": name, "inputs": inputs or {}})

    def plan_from_text(self, text: str) -> PlanView:
        """A plan as a file has it, in YAML or JSON."""
        return self._post(PlanView, "plans", {"text": text})

    def plan_from_json(self, plan: Json) -> PlanView:
        """A plan as JSON."""
        return self._post(PlanView, "plans", {"plan": plan})

    def edit(self, plan: PlanView, *edits: dict[str, Json], why: str = "") -> PlanView:
        """Make edits to the plan as you have it. `StudioError` with status 412 if somebody was quicker."""
        return self._change(plan, "edits", {"edits": list(edits), "why": why})

    def put(self, plan: PlanView, *, text: str | None = None, json: Json = None) -> PlanView:
        """Put another plan in its place."""
        body = {"text": text} if text is not None else {"plan": json}
        return self._change(plan, "plan", body, method="PUT")

    def undo_edit(self, plan: PlanView) -> PlanView:
        """Go back to the version before."""
        return self._change(plan, "undo")

    def redo_edit(self, plan: PlanView) -> PlanView:
        """Go on to the version that was left."""
        return self._change(plan, "redo")

    def repair(self, plan: PlanView, problem: int) -> PlanView:
        """Make the repair that a problem of the plan proposes."""
        return self._change(plan, "repairs", {"problem": problem})

    def regenerate(self, plan: PlanView | str, *, start: str | None = None, remark: str = "") -> PlanView:
        """Have the model draft all of it anew, or from a step on. An id stands for the plan as it is now."""
        plan_id, headers = _as_read(plan)
        body = {"from": start, "remark": remark}
        reply = self._call("POST", f"plans/{part(plan_id)}/regenerate", body, headers=headers)
        return PlanView.model_validate(reply.json())

    def stop_drafting(self, plan: str) -> PlanView:
        """Stop the model that drafts."""
        return PlanView.model_validate(self._call("DELETE", f"plans/{part(plan)}/drafting").json())

    def versions(self, plan: str) -> list[VersionView]:
        """Its versions, oldest first."""
        return self._list(VersionView, f"plans/{part(plan)}/versions")

    def diff(self, plan: str, old: int | None = None, new: int | None = None) -> list[str]:
        """What changed from one version to another, in lines."""
        wanted = {name: each for name, each in (("from", old), ("to", new)) if each is not None}
        return self._get(DiffView, f"plans/{part(plan)}/diff", **wanted).lines

    def foreseen(self, plan: str) -> list[ForeseenView]:
        """What it would do, as the workspace stands. Nothing is run."""
        return self._list(ForeseenView, f"plans/{part(plan)}/foreseen")

    def text(self, plan: str, format: Literal["yaml", "json"] = "yaml") -> str:
        """The plan as a file has it."""
        return self._get(PlanText, f"plans/{part(plan)}/text", format=format).text

    def close_plan(self, plan: PlanView) -> None:
        """Put it away."""
        self._call("DELETE", f"plans/{part(plan.id)}", headers={"If-Match": plan.etag})

    def start(
        self, plan: PlanView | str, inputs: dict[str, Json] | None = None, *, yes: Sequence[str] | None = None
    ) -> RunView:
        """Carry a plan out: the very one that you have, or (by its id) as it stands now.

        `yes` approves in advance: write, destroy, send, execute, all.
        """
        plan_id, headers = _as_read(plan)
        body = {"inputs": inputs or {}, "yes": None if yes is None else list(yes)}
        return RunView.model_validate(self._call("POST", f"plans/{part(plan_id)}/runs", body, headers=headers).json())

    def _change(self, plan: PlanView, what: str, body: Json = None, *, method: str = "POST") -> PlanView:
        reply = self._call(method, f"plans/{part(plan.id)}/{what}", body, headers={"If-Match": plan.etag})
        return PlanView.model_validate(reply.json())


def _as_read(plan: PlanView | str) -> tuple[str, dict[str, str]]:
    """The id of a plan, and the header that says which one was read."""
    return (plan, {}) if isinstance(plan, str) else (plan.id, {"If-Match": plan.etag})
