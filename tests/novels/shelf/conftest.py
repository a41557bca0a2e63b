"""A small novel with two pictures and a sound, one of which could not be made."""

from __future__ import annotations

import pytest

from gameplan.novels.package import Act, Asset, Character, Encounter, Location, VNPackage
from gameplan.novels.shelf import Volume


@pytest.fixture
def novel() -> Volume:
    package = VNPackage(
        title="Das Licht von Öland",
        language="de",
        characters=(Character(id="ada", name="Ada", role="protagonist", description="Hütet das Licht."),),
        acts=(
            Act(
                id="one",
                title="One",
                objective="Find the keeper.",
                locations=(
                    Location(
                        id="tower",
                        title="Tower",
                        location="tower",
                        encounters=(Encounter(id="lamp", title="Lamp", description="It is out."),),
                    ),
                ),
            ),
        ),
        assets=(
            Asset(
                id="ada_neutral", kind="portrait", path="assets/portraits/ada_neutral.png", mime="image/png", alt="Ada"
            ),
            Asset(
                id="tower", kind="background", path="assets/backgrounds/tower.webp", mime="image/webp", alt="A tower"
            ),
            Asset(
                id="sea", kind="music", path="assets/music/sea.ogg", mime="audio/ogg", status="failed", reason="no key"
            ),
        ),
        extensions={"tool": {"z": 1, "a": [1.0, None, "ü"]}},
    )
    assets = {"assets/portraits/ada_neutral.png": b"\x89PNG picture", "assets/backgrounds/tower.webp": b"RIFF backdrop"}
    return Volume(package, assets, {"findings": []}, {"plays": 10, "won": 0.7})
