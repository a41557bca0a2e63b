"""Who is drawn: every trait that stays the same whatever somebody feels, from words first and then from chance."""

from __future__ import annotations

from dataclasses import dataclass

from gameplan.novels.assets.portraits import colours, looks, wardrobe
from gameplan.novels.assets.portraits.chance import Chance
from gameplan.novels.assets.portraits.colours import Colour
from gameplan.novels.assets.portraits.words import read

BARE = ("", "crown", "laurel", "veil")  # one sees all of the hair
COVERED = ("hijab", "wimple", "keffiyeh", "headwrap", "turban")  # and none of it
_UNDER_HAT = {"afro": "curls", "mohawk": "crop", "tousled": "parted", "bun": "low_bun", "slick": "crop"}


@dataclass(frozen=True, slots=True)
class Identity:
    """Somebody's looks. Numbers without a word are between -1 and 1: how far from the middle."""

    kin: str  # empty for a human being
    age: str
    look: str
    build: str
    stature: str
    face: str
    skin: Colour
    eyes: str
    eye_colour: Colour
    brows: str
    nose: str
    lips: float
    hair: str
    hair_colour: Colour
    side: int  # where the parting is: -1 or 1
    beard: str
    hat: str
    hat_colour: Colour
    glasses: str
    scar: str
    garment: str
    cloth: Colour
    shirt: Colour
    accent: Colour
    extras: tuple[str, ...]
    eye_size: float
    eye_gap: float
    nose_size: float
    mouth_size: float
    jaw: float
    width: float
    turn: float


def identity_of(id: str, prompt: str, seed: int = 0) -> Identity:
    """The looks of this person."""
    said = read(prompt)
    chance = Chance(f"{id}\0{prompt}\0{seed}")
    look = said.look or (
        "masculine" if said.beard not in ("", "none") else chance.pick("look", ("feminine", "masculine"))
    )
    age = said.age or looks.age_of(said, chance)
    build = said.build or chance.weigh("build", {"average": 5, "thin": 2, "broad": 1.6 if look == "masculine" else 0.8})
    skin = looks.skin_of(said, chance)
    light = colours.lightness(skin)
    hat = wardrobe.hat_of(said)
    hair = looks.hair_of(said, chance, age, look, light)
    if hat in COVERED:
        hair = "bald"
    elif hat not in BARE:
        hair = _UNDER_HAT.get(hair, hair)
    garment = said.garment or wardrobe.garment_of(said, chance, age, look)
    cloth = wardrobe.cloth_of(said, chance, garment)
    return Identity(
        kin=said.kin,
        age=age,
        look=look,
        build=build,
        stature=said.stature or chance.weigh("stature", {"average": 5, "tall": 1, "small": 1}),
        face=said.face or looks.face_of(chance, look, build, age),
        skin=skin,
        eyes=looks.eyes_of(said, chance, age),
        eye_colour=looks.eye_colour_of(said, chance, light),
        brows=said.brows or looks.brows_of(chance, look),
        nose=said.nose or looks.nose_of(said, chance, age, look, light),
        lips=chance.swing("lips"),
        hair=hair,
        hair_colour=looks.hair_colour_of(said, chance, age, light),
        side=1 if chance.share("side") < 0.5 else -1,
        beard=looks.beard_of(said, chance, age, look),
        hat=hat,
        hat_colour=wardrobe.hat_colour_of(said, chance, hat, cloth),
        glasses=looks.glasses_of(said, chance, age),
        scar="" if said.scar == "forearm" else said.scar,
        garment=garment,
        cloth=cloth,
        shirt=wardrobe.shirt_of(said, chance, garment, cloth),
        accent=wardrobe.accent_of(said, chance, cloth),
        extras=looks.extras_of(said, chance, look, age),
        eye_size=chance.swing("eye size"),
        eye_gap=chance.swing("eye gap"),
        nose_size=chance.swing("nose size"),
        mouth_size=chance.swing("mouth"),
        jaw=chance.swing("jaw"),
        width=chance.swing("width"),
        turn=chance.swing("turn"),
    )
