"""What of a model's proposal is allowed: one person of the scene, one step, a short note that gives nothing away."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import replace
from math import isfinite

from gameplan.novels.play.beats import NOTE_LENGTH, TENSION_STEP, Proposal
from gameplan.novels.play.book import Book
from gameplan.novels.telling.visible import veil_of

_LONGEST_NAME, _LONGEST_NOTE = 60, 2_000


def recordable(proposal: Proposal) -> Proposal:
    """A proposal that can stand in the record, whatever a model has said."""
    return replace(
        proposal,
        pick=proposal.pick[:_LONGEST_NAME],
        bond=proposal.bond[:_LONGEST_NAME],
        bond_step=min(99, max(-99, proposal.bond_step)),
        tension=proposal.tension if isfinite(proposal.tension) else 0.0,
        note=proposal.note[:_LONGEST_NOTE],
        answers=dict(proposal.answers),
    )


def bounded(proposal: Proposal) -> tuple[Proposal, list[str]]:
    """A proposal within the bounds that hold for every beat, and what was cut off."""
    notes = []
    tension = min(TENSION_STEP, max(-TENSION_STEP, proposal.tension)) if isfinite(proposal.tension) else 0.0
    if tension != proposal.tension:
        notes.append(f"clipped: tension {proposal.tension:+g} to {tension:+g}")
    step = min(1, max(-1, proposal.bond_step))
    if step != proposal.bond_step:
        notes.append(f"clipped: bond {proposal.bond_step:+d} to {step:+d}")
    note = proposal.note.strip()
    if len(note) > NOTE_LENGTH:
        notes.append(f"clipped: a note of {len(note)} characters to {NOTE_LENGTH}")
    return replace(proposal, tension=tension, bond_step=step, note=note[:NOTE_LENGTH]), notes


def clipped(
    book: Book, proposal: Proposal, people: Container[str], revealed: Container[str]
) -> tuple[Proposal, list[str]]:
    """What of a proposal holds in a scene with these people, and what was cut off."""
    notes = []
    bond, note = proposal.bond, proposal.note
    if bond and (bond not in people or bond not in book.characters):
        notes.append(f'clipped: "{bond[:60]}" is not in the scene')
        bond = ""
    told = (secret for each in book.package.characters if each.id in revealed for secret in each.secrets)
    if note and veil_of(book.package, open=told).covers(note):
        notes.append("clipped: a note that gives a secret away")
        note = ""
    return replace(proposal, bond=bond, note=note), notes
