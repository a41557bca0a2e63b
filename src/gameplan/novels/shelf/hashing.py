"""The content hash: the same for two packages that tell the same, wherever they stand."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any

from gameplan.novels.package import VNPackage

_OF_THE_SHELF = {"package_id", "version"}  # where it stands, not what it tells


def canonical(value: Any) -> bytes:
    """A JSON value as bytes, of which there is one form only: sorted, without a space."""
    text = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)
    return text.encode()


def sha256(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def content_hash(package: VNPackage, assets: Mapping[str, str]) -> str:
    """Over what a package says, but for its id and version, and the hashes of its pictures and sounds by path."""
    said = package.model_dump(mode="json", exclude=_OF_THE_SHELF)
    return sha256(canonical({"package": said, "assets": dict(assets)}))
