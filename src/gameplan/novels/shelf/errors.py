"""What is wrong with a package that cannot be read or kept."""

from __future__ import annotations

from typing import Literal, TypeAlias

Code: TypeAlias = Literal[
    "not_found",  # there is no such package or version
    "unusable",  # it is broken, or no package at all
    "unsafe",  # it holds paths that lead out, links, or what does not belong into a package
    "too_large",  # it is larger than a package may be, or would become so
    "changed",  # it is not what was saved
    "newer",  # it was made by a newer Gameplan
    "invalid",  # what it says is not a package
    "busy",  # somebody else is saving
]


class PackageError(ValueError):
    """A package that cannot be read or kept: what is wrong, where, and what to do."""

    def __init__(self, message: str, *, code: Code) -> None:
        super().__init__(message)
        self.code = code
