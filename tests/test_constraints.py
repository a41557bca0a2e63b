"""The versions that the set-up installs: each dependency has one, and it is in the range that users are bound by."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

_ROOT = Path(__file__).parents[1]


def test_each_dependency_is_constrained_to_a_version_within_its_range() -> None:
    lines = (_ROOT / "constraints.txt").read_text("utf-8").splitlines()
    pinned = {canonicalize_name(name): version for name, _, version in (line.partition("==") for line in lines[1:])}
    project = tomllib.loads((_ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    every = [*project["dependencies"], *(each for extra in project["optional-dependencies"].values() for each in extra)]
    required = [each for each in map(Requirement, every) if each.name != project["name"]]
    assert len(required) > 20
    for each in required:
        version = pinned.get(canonicalize_name(each.name), "none")
        assert re.match(r"\d", version) and each.specifier.contains(version), f"{each}: {version}"
