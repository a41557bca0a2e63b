"""What somebody looks like where the words leave it open: age, face, skin, hair, eyes, beard."""

from __future__ import annotations

from gameplan.novels.assets.portraits import colours
from gameplan.novels.assets.portraits.chance import Chance
from gameplan.novels.assets.portraits.colours import Colour
from gameplan.novels.assets.portraits.origins import ORIGINS, Origin
from gameplan.novels.assets.portraits.words import Said


def age_of(said: Said, chance: Chance) -> str:
    hair = said.colour("hair")
    if said.kin:
        return "young"  # or one does not see it
    if hair in ("white", "silver", "grey") or said.colour("beard") in ("white", "grey", "silver"):
        return "elder" if hair == "white" else "old"
    if "weathered" in said.extras:
        return chance.pick("age", ("middle", "old"))
    return chance.weigh("age", {"young": 5, "middle": 3, "old": 1.2, "elder": 0.6})


def origin_of(said: Said) -> Origin | None:
    return ORIGINS.get(said.origin)


_STRANGE = {"red": "#b2483c", "green": "#7f9c5c", "blue": "#6f95b8", "purple": "#8f76a8", "grey": "#9aa0a6"}
_SKIN_OF_KIN = {
    "demon": "#b2564a",
    "orc": "#7f9c5c",
    "ghost": "#c6d6de",
    "undead": "#a9b592",
    "robot": "#b9c2ca",
    "vampire": "#ecdcd6",
}
_EYES_OF_KIN = {"demon": "amber", "vampire": "red", "robot": "teal", "undead": "pale", "ghost": "pale", "fox": "amber"}
FACES = ("oval", "round", "square", "heart", "long", "diamond")


def face_of(chance: Chance, look: str, build: str, age: str) -> str:
    if age == "child":
        return chance.pick("face", ("round", "oval"))
    if build == "broad":
        return chance.pick("face", ("round", "square", "round"))
    if build == "thin":
        return chance.pick("face", ("long", "diamond", "oval", "heart"))
    options = ("oval", "heart", "round", "diamond", "oval", "long") if look == "feminine" else FACES
    return chance.pick("face", options)


def skin_of(said: Said, chance: Chance) -> Colour:
    tone = said.skin or {
        "dark": "deep",
        "black": "deep",
        "brown": "bronze",
        "pale": "porcelain",
        "white": "fair",
        "olive": "olive",
        "tan": "tan",
    }.get(said.colour("skin"), "")
    strange = _STRANGE.get(said.colour("skin"), "") or (_SKIN_OF_KIN.get(said.kin, "") if not tone else "")
    if strange:
        return colours.mix(strange, "#ffffff", 0.04 * (chance.swing("undertone") + 1))
    origin = origin_of(said)
    if not tone and origin is not None:
        tone = chance.weigh("skin", origin.skin)
    if not tone:
        reddish = said.colour("hair") in ("red", "ginger", "blond", "straw", "auburn")
        weights = {
            "porcelain": 2,
            "fair": 4,
            "rosy": 3,
            "sand": 3,
            "olive": 2,
            "tan": 2,
            "bronze": 2,
            "umber": 1.6,
            "deep": 1.2,
        }
        tone = chance.pick("skin", ("porcelain", "fair", "rosy")) if reddish else chance.weigh("skin", weights)
    return colours.mix(colours.SKIN[tone], "#e8a98f", 0.08 * (chance.swing("undertone") + 1))


def hair_of(said: Said, chance: Chance, age: str, look: str, light: float) -> str:
    if said.hair and said.hair != "short":
        return said.hair
    origin = origin_of(said)
    usual = origin and (origin.feminine if look == "feminine" else origin.masculine)
    if usual and not said.hair and age not in ("child", "old", "elder"):
        return chance.weigh("hair", usual)
    short = {"parted": 3.0, "crop": 2.4, "tousled": 2.4, "slick": 1.8, "curls": 2.0}
    if look == "feminine":
        short = {"pixie": 3.0, "bob": 2.2, "curls": 1.5, "crop": 0.7}
    if said.hair == "short":
        return chance.weigh("hair", short)
    if look == "feminine":
        if age == "child":
            return chance.weigh(
                "hair", {"twin_braids": 3, "bob": 2, "braid": 1, "ponytail": 2, "curls": 1, "fringe": 1}
            )
        if age in ("old", "elder"):
            return chance.weigh("hair", {"bun": 4, "bob": 2, "curls": 2, "braid": 1.5, "waves": 1.5, "pixie": 1.5})
        dark = {"afro": 2.0, "locs": 2.0, "braid": 2.0} if light < 0.5 else {}
        return chance.weigh(
            "hair",
            {
                "long": 2,
                "wavy": 2,
                "bob": 2,
                "waves": 2,
                "bun": 2,
                "ponytail": 2,
                "braid": 1.5,
                "fringe": 1.5,
                "pixie": 1.2,
                "curls": 1,
            }
            | dark,
        )
    if age in ("old", "elder"):
        return chance.weigh("hair", {"ring": 3, "bald": 1.4, "parted": 2, "slick": 2, "crop": 1.5, "tousled": 1})
    if age == "child":
        return chance.weigh("hair", {"tousled": 3, "bowl": 2, "curls": 1, "parted": 1})
    dark = {"locs": 1.6, "afro": 1.2, "curls": 2.5} if light < 0.5 else {}
    other = {"waves": 1, "ponytail": 0.7, "bald": 0.5, "mohawk": 0.4, "ring": 0.8 if age == "middle" else 0}
    return chance.weigh("hair", short | other | dark)


def hair_colour_of(said: Said, chance: Chance, age: str, light: float) -> Colour:
    named = said.colour("hair") or said.colour("beard")
    if named in colours.HAIR:
        return colours.HAIR[named]
    if age == "elder":
        return colours.HAIR[chance.pick("hair colour", ("white", "silver", "grey"))]
    if age == "old":
        return colours.HAIR[chance.pick("hair colour", ("grey", "silver", "grey", "ash"))]
    origin = origin_of(said)
    if origin is not None:
        return colours.HAIR[chance.weigh("hair colour", origin.hair)]
    if "freckles" in said.extras:
        return colours.HAIR[chance.pick("hair colour", ("red", "ginger", "auburn", "straw"))]
    if light < 0.63:
        return colours.HAIR[chance.weigh("hair colour", {"black": 5, "dark": 4, "brown": 2, "chestnut": 0.5})]
    base = {
        "black": 2,
        "dark": 3,
        "brown": 4,
        "chestnut": 2.5,
        "auburn": 1.6,
        "red": 1,
        "ginger": 1,
        "blond": 2.4,
        "straw": 1.2,
        "ash": 1.5,
    }
    return colours.HAIR[chance.weigh("hair colour", base)]


def eye_colour_of(said: Said, chance: Chance, light: float) -> Colour:
    named = said.colour("eyes")
    if named in colours.EYES:
        return colours.EYES[named]
    if said.kin in _EYES_OF_KIN:
        return colours.EYES[_EYES_OF_KIN[said.kin]]
    origin = origin_of(said)
    if origin is not None:
        return colours.EYES[chance.weigh("eye colour", origin.eyes)]
    if light < 0.55:
        return colours.EYES[chance.weigh("eye colour", {"dark": 4, "brown": 4, "hazel": 1, "amber": 0.6})]
    usual = {"brown": 4, "blue": 3, "green": 2, "grey": 2, "hazel": 2, "amber": 0.7, "dark": 2}
    return colours.EYES[chance.weigh("eye colour", usual)]


def beard_of(said: Said, chance: Chance, age: str, look: str) -> str:
    if said.look == "feminine":
        return ""
    if said.beard:
        return "" if said.beard == "none" else said.beard
    if look != "masculine" or age in ("child", "teen") or said.kin:
        return ""
    weights = {"": 6, "stubble": 2, "short": 1.2, "moustache": 0.9, "full": 1, "goatee": 0.7}
    if age in ("old", "elder"):
        weights = {"": 4, "full": 2, "moustache": 1.6, "short": 1, "stubble": 0.8, "long": 0.5}
    return chance.weigh("beard", weights)


def extras_of(said: Said, chance: Chance, look: str, age: str) -> tuple[str, ...]:
    found = set(said.extras)
    if age != "child":
        if "earrings" not in found and chance.share("earrings") < (0.3 if look == "feminine" else 0.04):
            found.add("earrings")
        if chance.share("scarf") < 0.06:
            found.add("scarf")
    if chance.share("freckles") < 0.08 and said.origin in ("", "northern", "celtic", "european"):
        found.add("freckles")
    if chance.share("mole") < 0.1:
        found.add("mole")
    if look == "feminine" and chance.share("necklace") < 0.18:
        found.add("necklace")
    return tuple(sorted(found))


def eyes_of(said: Said, chance: Chance, age: str) -> str:
    """The shape of the eyes."""
    origin = origin_of(said)
    if origin is not None and origin.shapes:
        return chance.weigh("eyes", origin.shapes)
    round_, hooded = (6 if age == "child" else 2), (1.6 if age in ("old", "elder") else 0.7)
    shapes = {"almond": 3, "round": round_, "narrow": 1.2, "drooping": 1, "upturned": 1.4, "hooded": hooded}
    return chance.weigh("eyes", shapes)


def brows_of(chance: Chance, look: str) -> str:
    heavy, thin = (2, 0.3) if look == "masculine" else (0.6, 1)
    return chance.weigh("brows", {"arched": 3, "straight": 2, "heavy": heavy, "thin": thin})


def nose_of(said: Said, chance: Chance, age: str, look: str, light: float) -> str:
    if age == "child":
        return "button"
    origin = origin_of(said)
    if origin is not None and origin.noses:
        return chance.weigh("nose", origin.noses)
    button, hooked = (3, 1) if look == "feminine" else (1, 1.6)
    broad = 1.4 if light > 0.55 else 3
    return chance.weigh("nose", {"straight": 3, "button": button, "broad": broad, "hooked": hooked, "long": 1.2})


def glasses_of(said: Said, chance: Chance, age: str) -> str:
    if said.glasses:
        return "" if said.glasses == "none" else said.glasses
    return chance.weigh("glasses", {"": 14, "round": 1, "square": 1, "half": 1.5 if age == "elder" else 0})
