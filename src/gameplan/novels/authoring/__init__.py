"""How is a novel written? The draft as a session, the tools that fill it, and the co-author who uses them.

- **A draft.** `DraftSession` is the desk: it takes what is proposed, in the order of the pipeline, and keeps the
  `Draft`, which is a fold of its record. So it survives a kill, can be taken back (`undo`) and can be looked at.
- **The eight tools.** `authoring_tools(desk)`, for agents; people use the desk's own methods.
- **A finished novel** is taken up again, or written while one looks on, by the calls that make it: `calls_of(package)`.
- **The co-author.** `run_coauthor(model, desk, request)`: one turn of a conversation.
- **From outside** come an `Illustrator`, a place to save and, if it is to be another than `whole_proof`, a proof.
"""

from gameplan.novels.authoring.coauthor import book, draft_text, mode_of, run_coauthor
from gameplan.novels.authoring.desk import DraftSession, Save, Told
from gameplan.novels.authoring.draft import Draft, Owner, Stale
from gameplan.novels.authoring.findings import Finding, FindingLike, Prove, whole_proof
from gameplan.novels.authoring.illustrating import Illustrator
from gameplan.novels.authoring.next_steps import next_steps
from gameplan.novels.authoring.retelling import calls_of
from gameplan.novels.authoring.tools import authoring_tools
from gameplan.novels.package import Premise

__all__ = [
    "Draft",
    "DraftSession",
    "Finding",
    "FindingLike",
    "Illustrator",
    "Owner",
    "Premise",
    "Prove",
    "Save",
    "Stale",
    "Told",
    "authoring_tools",
    "book",
    "calls_of",
    "draft_text",
    "mode_of",
    "next_steps",
    "run_coauthor",
    "whole_proof",
]
