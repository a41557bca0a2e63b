"""What is wrong with a draft, as far as can be said while it is being written."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal, Protocol, TypeAlias

from gameplan.novels.authoring.draft import Draft
from gameplan.novels.authoring.names import dangling
from gameplan.novels.authoring.next_steps import is_populated
from gameplan.novels.package import Part, VNPackage
from gameplan.novels.simulation.proof import prove

Severity: TypeAlias = Literal["error", "warning", "info"]


class FindingLike(Protocol):
    """What a check has found: a code, how bad it is, what, where, why it matters, and how to repair it."""

    @property
    def code(self) -> str: ...
    @property
    def severity(self) -> str: ...
    @property
    def what(self) -> str: ...
    @property
    def where(self) -> str: ...
    @property
    def why(self) -> str: ...
    @property
    def repair(self) -> str: ...


Prove: TypeAlias = Callable[[VNPackage], Sequence[FindingLike]]
"""Judges a whole package. It may take its time."""


class Finding(Part):
    """A finding as the co-author is told of it."""

    code: str
    severity: Severity
    what: str
    where: str = ""
    why: str = ""
    repair: str = ""

    @property
    def key(self) -> str:
        """What makes it the same finding when it is found again."""
        return f"{self.code} {self.where}: {self.what}"

    def __str__(self) -> str:
        where = f" ({self.where})" if self.where else ""
        why = f" {self.why}" if self.why else ""
        repair = f" Repair: {self.repair}" if self.repair else ""
        return f"{self.severity} {self.code}{where}: {self.what}{why}{repair}"


def told(found: Sequence[FindingLike]) -> list[Finding]:
    """Findings of any check in the form in which they are told, each once, the worst first."""
    made = [_told(each) for each in found]
    unique = {each.key: each for each in made}
    return sorted(unique.values(), key=lambda each: ("error", "warning", "info").index(each.severity))


def _told(found: FindingLike) -> Finding:
    severity: Severity = "error"  # what nobody can place is not passed over
    if found.severity in ("warning", "info"):
        severity = "warning" if found.severity == "warning" else "info"
    what, where, why = str(found.what), str(found.where), str(found.why)
    return Finding(code=str(found.code), severity=severity, what=what, where=where, why=why, repair=str(found.repair))


def loose_ends(package: VNPackage) -> list[Finding]:
    """Names that stand for nothing yet."""
    return [
        Finding(
            code="DRAFT_UNKNOWN",
            severity="warning",
            what=f"{use.target} is named, and there is none" + (" that sets it" if use.target.kind == "flag" else ""),
            where=use.where,
            why="In play a name that stands for nothing never holds.",
            repair=f"Draft the {use.target.kind}, or change the name.",
        )
        for use in dangling(package)
    ]


def whole_proof(package: VNPackage) -> Sequence[FindingLike]:
    """The proof that a novel is put to unless another is given: all checks and, if they find no error, many plays."""
    return prove(package).findings


def findings_of(draft: Draft, check: Prove | None) -> list[Finding]:
    """What is to be said of a draft as it stands. What is not written yet is no fault, so all is checked only then."""
    if draft.premise is None and not draft.characters:
        return []
    package = draft.package()
    checked = told(check(package)) if check is not None and is_populated(draft) else []
    return [*loose_ends(package), *checked]
