"""Who draws: the house, a provider with a key, or nobody; and where what was drawn is kept."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gameplan.cli.errors import UserError

if TYPE_CHECKING:
    from gameplan.novels.assets import AssetStore, Workshop
    from gameplan.novels.package import VNPackage
    from gameplan.novels.shelf import Volume

NONE = "none"
_KNOWN = ("house", "openai", "google", NONE)


def checked_pictures(name: str) -> str:
    """Who draws, if that is somebody who can; a model may follow, as in `openai:gpt-image-2`."""
    who, _, model = name.strip().partition(":")
    if who not in _KNOWN or (model and who in ("house", NONE)):
        raise UserError(f'Nobody called "{name}" draws here: --pictures {", ".join(_KNOWN[:-1])}, or {NONE}.')
    return name.strip()


def illustrator_for(name: str, language: str = "") -> Workshop | None:
    """The workshop in which it is drawn; nobody for `none`."""
    from gameplan.novels.assets import Workshop, provider_for

    return None if name == NONE else Workshop(provider_for(name), store(), language=language)


def store() -> AssetStore:
    """Where what was drawn is kept: the same is never drawn twice."""
    from gameplan.novels.assets import AssetStore
    from gameplan.settings.places import home

    return AssetStore(home() / "pictures")


def volume_of(package: VNPackage, old: Volume | None = None) -> Volume:
    """A package with its pictures and sounds: of the store, and of an older version."""
    from gameplan.novels.assets import volume_with

    return volume_with(package, store(), old.assets if old is not None else None)
