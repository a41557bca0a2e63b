"""Names of a package that are imported when they are first used, so that importing the package stays quick."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import Any


def lazily(package: str, names: Mapping[str, Sequence[str]]) -> Callable[[str], Any]:
    """A module's `__getattr__` that finds each name in the module listed for it.

    The package says the same names to type checkers by imports under `TYPE_CHECKING`.
    """
    home = {name: module for module, listed in names.items() for name in listed}

    def __getattr__(name: str) -> Any:  # noqa: N807
        if name not in home:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        value = getattr(import_module(home[name]), name)
        setattr(sys.modules[package], name, value)
        return value

    return __getattr__
