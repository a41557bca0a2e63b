"""The co-author at work in a terminal: its model, watched, with a person who may speak between two of its steps."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from gameplan.agents import ModelRequest, OnDelta, Reply, TurnEnded, TurnStarted, resolve_model
from gameplan.cli.novels.proving import show_findings, summed_up
from gameplan.cli.novels.steps import row
from gameplan.cli.novels.who import AUTHOR
from gameplan.novels.authoring.coauthor import FINAL, draft_text, sight_of

if TYPE_CHECKING:
    from rich.console import Console

    from gameplan.cli.novels.at_the_desk import AtTheDesk
    from gameplan.cli.novels.drafts import DraftAt
    from gameplan.cli.novels.lines import Busy
    from gameplan.cli.novels.proving import Prover
    from gameplan.novels.authoring import DraftSession
    from gameplan.novels.simulation import Proof

DOES = {
    "proposeStoryPremise": "writing down the premise",
    "proposeCharacter": "a person, and the portrait",
    "draftActOutline": "outlining an act",
    "draftNodeWeb": "drawing the map",
    "draftNodeEncounters": "writing the scenes of a place",
    "finalizeNode": "painting and setting to music",
    "updateElement": "changing something",
    FINAL: "the proof",
}


class Watched:
    """A model whose steps are shown, and between whose steps the person is asked."""

    def __init__(
        self, model: str, desk: DraftSession, prover: Prover, person: AtTheDesk | None, busy: Busy, console: Console
    ) -> None:
        self._model = resolve_model(model, view=lambda: sight_of(desk))
        self._desk = desk
        self._prover = prover
        self._person = person
        self._busy = busy
        self._console = console
        self._told: Proof | None = None

    @property
    def name(self) -> str:
        return self._model.name

    async def reply(self, request: ModelRequest, on_delta: OnDelta | None = None) -> Reply:
        self._busy.end()
        findings = self.tell_proof()
        if self._person is not None:
            await self._person.between_steps(findings=findings)
            if changed := self._person.changed():
                since = f"The person has just changed: {'; '.join(changed)}. Build on it as it now stands."
                request = replace(request, state=f"{draft_text(self._desk.draft)}\n\n{since}")
        self._busy.begin("composing the novel" if self.name == AUTHOR else f"{self.name} is thinking")
        try:
            reply = await self._model.reply(request, on_delta)
        finally:
            self._busy.end()
        if reply.text.strip() and reply.calls:
            row(self._console, "Says", reply.text.strip(), "magenta")
        if reply.calls:
            name = reply.calls[0].name
            if name == FINAL:
                self._busy.begin(self._prover.does, plain=self._told is None)
            else:
                self._busy.begin(DOES.get(name, name))
        return reply

    def tell_proof(self) -> bool:
        """Show a proof that has been made since. True if it found something to repair."""
        proof = self._prover.proof
        if proof is None or proof is self._told:
            return False
        self._told = proof
        row(self._console, "Proof", _proved(proof))
        show_findings(self._console, proof.findings, "NOVEL")
        return any(each.severity != "info" for each in proof.findings)


def request_for(at: DraftAt) -> str:
    """What the co-author is asked first: the premise; or to go on, or nothing if it was stopped in the middle."""
    turns = at.talk.events_of(TurnStarted)
    if not turns:
        return at.request
    ended = {each.turn for each in at.talk.events_of(TurnEnded)}
    return "Go on." if turns[-1].turn in ended else ""


def _proved(proof: Proof) -> str:
    found = summed_up(proof.findings)
    if proof.report is None:
        return f"{found}; it was not played"
    endings = ", ".join(f"{id_} {share:.0%}" for id_, share in proof.report.endings.items())
    return f"{found}; {proof.report.plays:,} plays, endings: {endings}"
