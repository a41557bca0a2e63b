"""What somebody wears where the words leave it open, and in which colours."""

from __future__ import annotations

from gameplan.novels.assets.portraits import colours
from gameplan.novels.assets.portraits.chance import Chance
from gameplan.novels.assets.portraits.colours import Colour
from gameplan.novels.assets.portraits.words import Said

_SHIRTS = ("shirt", "waistcoat", "apron")


_WORN_WITH = {
    "hood": "cloak",
    "wimple": "habit",
    "keffiyeh": "robe",
    "laurel": "drape",
    "tricorne": "coat",
    "toque": "whites",
    "mobcap": "apron",
    "helmet": "overalls",
    "veil": "dress",
}


def hat_of(said: Said) -> str:
    """What is on the head; a hat of straw is another one in the east of Asia, and a veil another one on a bride."""
    if said.hat == "straw" and said.origin in ("east_asian", "south_east_asian"):
        return "conical"
    return said.hat


def garment_of(said: Said, chance: Chance, age: str, look: str) -> str:
    if said.hat in _WORN_WITH:
        return _WORN_WITH[said.hat]
    if age == "child":
        return chance.pick("garment", ("sweater", "shirt", "overalls", "dress" if look == "feminine" else "hoodie"))
    shared = {
        "coat": 2,
        "sweater": 1.6,
        "shirt": 1.6,
        "jacket": 1.8,
        "waistcoat": 1.2,
        "turtleneck": 1.3,
        "hoodie": 0.6,
    }
    more = {"dress": 2.4, "cloak": 0.5} if look == "feminine" else {"suit": 1.8, "leather": 0.9, "overalls": 0.4}
    return chance.weigh("garment", shared | more)


_USUAL = {
    "coat": ("slate", "navy", "brown", "olive", "wine", "tan", "teal", "grey", "black"),
    "oilskin": ("mustard", "yellow", "olive"),
    "labcoat": ("white",),
    "suit": ("navy", "slate", "black", "brown", "wine"),
    "uniform": ("navy", "olive", "slate", "wine", "green"),
    "armour": ("silver", "slate"),
    "leather": ("brown", "black", "rust"),
    "spacesuit": ("white", "white", "cream", "orange"),
    "whites": ("white",),
    "cassock": ("black",),
    "drape": ("crimson", "purple", "teal", "orange", "green"),
    "robe": ("wine", "purple", "brown", "navy", "sage"),
    "overalls": ("blue", "navy", "olive"),
    "apron": ("brown", "rust", "cream", "slate"),
}


_ANY = (
    "red",
    "orange",
    "mustard",
    "green",
    "olive",
    "teal",
    "blue",
    "navy",
    "purple",
    "pink",
    "brown",
    "tan",
    "grey",
    "rust",
    "wine",
    "sage",
    "slate",
    "cream",
)


def cloth_of(said: Said, chance: Chance, garment: str) -> Colour:
    named = said.colour("garment") or (said.colour("shirt") if garment in _SHIRTS else "")
    if garment in ("labcoat", "whites") or (garment == "drape" and not named and said.look == "masculine"):
        named = "white"
    elif garment == "habit" and not named:
        named = "black" if said.hat == "wimple" else "brown"
    if named not in colours.CLOTH:
        named = chance.pick("cloth", _USUAL.get(garment, _ANY))
    shift = chance.swing("cloth shift") * 0.1
    return colours.mix(colours.CLOTH[named], "#ffffff" if shift > 0 else "#000000", abs(shift))


def shirt_of(said: Said, chance: Chance, garment: str, cloth: Colour) -> Colour:
    """The colour of what is worn under the garment."""
    named = "" if garment in _SHIRTS else said.colour("shirt")
    if named not in colours.CLOTH:
        light = colours.lightness(cloth) < 0.6
        named = chance.pick(
            "shirt",
            ("white", "cream", "silver", "tan", "sage", "rust", "mustard", "wine")
            if light
            else ("slate", "teal", "navy", "rust", "wine"),
        )
    return colours.CLOTH[named]


def accent_of(said: Said, chance: Chance, cloth: Colour) -> Colour:
    named = said.colour("scarf")
    if named in colours.CLOTH:
        return colours.CLOTH[named]
    options = sorted(
        _ANY,
        key=lambda name: (
            -sum(abs(a - b) for a, b in zip(colours.parts(colours.CLOTH[name]), colours.parts(cloth), strict=True))
        ),
    )
    return colours.CLOTH[chance.pick("accent", options[:9])]


def hat_colour_of(said: Said, chance: Chance, hat: str, cloth: Colour) -> Colour:
    named = said.colour("hat")
    if named in colours.CLOTH:
        return colours.CLOTH[named]
    usual = {
        "crown": ("gold",),
        "wimple": ("black",),
        "toque": ("white",),
        "mobcap": ("white",),
        "keffiyeh": ("white",),
        "veil": ("white",) if said.colour("garment") == "white" else ("black",),
        "tricorne": ("black", "brown", "navy"),
        "fez": ("crimson",),
        "laurel": ("green",),
        "helmet": ("yellow", "slate"),
        "sombrero": ("black", "tan", "brown"),
        "top": ("black",),
        "witch": ("black", "purple", "navy"),
    }
    if hat in ("straw", "conical"):
        return "#d9b56a"
    if hat in ("hood", "peaked"):
        return cloth
    return colours.CLOTH[chance.pick("hat", usual.get(hat, _ANY))]
