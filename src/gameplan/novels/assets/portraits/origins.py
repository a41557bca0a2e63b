"""Where somebody comes from, as far as a description says it, and what that makes likely of skin, hair and eyes.

It only weighs what the words leave open: a fair-haired woman from Lagos is drawn as she was described.
"""

from __future__ import annotations

from dataclasses import dataclass

from gameplan.novels.assets.portraits.vocabulary import Rows

Weights = dict[str, float]


@dataclass(frozen=True, slots=True)
class Origin:
    """What is likely there."""

    skin: Weights
    hair: Weights  # its colour
    eyes: Weights  # their colour
    shapes: Weights | None = None  # of the eyes
    feminine: Weights | None = None  # how hair is worn
    masculine: Weights | None = None
    noses: Weights | None = None


_DARK_EYES: Weights = {"dark": 4, "brown": 3}
_BROWN_EYES: Weights = {"brown": 4, "dark": 3, "hazel": 1}
_BLACK_HAIR: Weights = {"black": 5, "dark": 2}
_STRAIGHT_F: Weights = {"long": 3, "bun": 2, "bob": 2, "fringe": 2, "ponytail": 1.5, "braid": 1.2, "pixie": 0.8}
_STRAIGHT_M: Weights = {"parted": 3, "crop": 3, "slick": 2, "tousled": 2, "bowl": 0.4}
_WAVY_F: Weights = {"wavy": 2.5, "long": 2, "waves": 2, "bun": 2, "braid": 2, "curls": 1, "ponytail": 1}
_WAVY_M: Weights = {"parted": 2.5, "crop": 2, "curls": 2, "slick": 2, "waves": 0.8}
_COILED_F: Weights = {"afro": 2.5, "locs": 2, "curls": 2, "braid": 1.5, "crop": 1.2, "bun": 1.5}
_COILED_M: Weights = {"crop": 4, "curls": 2, "locs": 1.2, "afro": 1, "bald": 1}

ORIGINS: dict[str, Origin] = {
    "african": Origin(
        {"umber": 3, "deep": 4, "bronze": 0.8},
        {"black": 6, "dark": 1},
        _DARK_EYES,
        None,
        _COILED_F,
        _COILED_M,
        {"broad": 4, "button": 1, "straight": 1},
    ),
    "east_asian": Origin(
        {"sand": 3, "fair": 2, "olive": 1.2},
        {"black": 7, "dark": 1},
        {"dark": 5, "brown": 2},
        {"monolid": 5, "narrow": 1.5, "almond": 1, "upturned": 1},
        _STRAIGHT_F,
        _STRAIGHT_M,
        {"button": 3, "straight": 2, "broad": 1},
    ),
    "south_east_asian": Origin(
        {"olive": 3, "tan": 3, "sand": 1},
        {"black": 7, "dark": 1},
        _DARK_EYES,
        {"monolid": 2, "almond": 3, "upturned": 1},
        _STRAIGHT_F,
        _STRAIGHT_M,
        {"broad": 2, "button": 3},
    ),
    "south_asian": Origin(
        {"bronze": 4, "tan": 3, "umber": 2},
        {"black": 7, "dark": 1},
        _DARK_EYES,
        {"almond": 4, "round": 1, "upturned": 1},
        {"long": 3, "braid": 3, "bun": 2.5, "wavy": 2, "ponytail": 1},
        _WAVY_M,
        {"straight": 3, "hooked": 1, "long": 1},
    ),
    "middle_eastern": Origin(
        {"olive": 4, "tan": 3, "sand": 2},
        _BLACK_HAIR,
        _BROWN_EYES,
        {"almond": 4, "hooded": 1, "upturned": 1},
        _WAVY_F,
        _WAVY_M,
        {"hooked": 2.5, "straight": 2, "long": 1.5},
    ),
    "mediterranean": Origin(
        {"olive": 4, "sand": 3, "tan": 1.5, "fair": 1},
        {"black": 2, "dark": 4, "brown": 2.5, "chestnut": 1},
        {"brown": 4, "hazel": 2, "dark": 2, "green": 1},
        None,
        _WAVY_F,
        _WAVY_M,
        None,
    ),
    "latin": Origin(
        {"tan": 4, "olive": 3, "bronze": 2.5, "sand": 1},
        {"black": 4, "dark": 4, "brown": 1},
        _BROWN_EYES,
        None,
        _WAVY_F,
        _WAVY_M,
        None,
    ),
    "first_american": Origin(
        {"tan": 3, "bronze": 4},
        {"black": 7},
        _DARK_EYES,
        {"almond": 3, "narrow": 2, "monolid": 1.5},
        {"braid": 3, "twin_braids": 2, "long": 4},
        {"long": 2, "braid": 1.5, "crop": 2, "parted": 1, "ponytail": 1.5},
        {"straight": 2, "hooked": 1.5, "broad": 1},
    ),
    "pacific": Origin(
        {"bronze": 4, "umber": 2.5, "tan": 1},
        {"black": 6, "dark": 2},
        _DARK_EYES,
        None,
        {"wavy": 4, "long": 2, "curls": 2, "bun": 1},
        {"curls": 3, "crop": 2, "waves": 1.5, "ponytail": 0.8},
        {"broad": 4, "straight": 1},
    ),
    "northern": Origin(
        {"fair": 4, "porcelain": 3, "rosy": 2},
        {"blond": 4, "straw": 3, "ash": 2, "brown": 1, "ginger": 0.6},
        {"blue": 5, "grey": 3, "green": 1},
    ),
    "celtic": Origin(
        {"porcelain": 4, "fair": 2, "rosy": 3},
        {"red": 2, "ginger": 2, "auburn": 2, "dark": 2, "brown": 2},
        {"green": 3, "blue": 3, "grey": 2, "hazel": 1},
    ),
    "european": Origin(
        {"fair": 4, "rosy": 3, "porcelain": 1, "sand": 1},
        {"brown": 4, "dark": 2, "ash": 2, "blond": 2, "chestnut": 1.5},
        {"blue": 3, "grey": 2, "brown": 3, "hazel": 1.5, "green": 1},
    ),
}

# What bears a country's name and is no person: a collector of Chinese porcelain may come from anywhere.
_WARES = (
    r"(?! (?:porcelain|china|silk|tea|ink|lanterns?|box\w*|vases?|carpets?|rugs?|coffee|wine|leather|lace|linen|wool"
    r"|tweed|cigar\w*|tobacco|pipe|shawls?|boots|shoes|knife|bread|food|delight|rock|summer|books?|grammar|novels?"
    r"|lessons?|dictionary|windows?|horn|bulldog|shepherd|seide|tee|tinte|vase|teppich\w*|wein|kaffee|spitze)\b"
    r"(?! (?:sell|trad|merchant|pick|farm|plant|shop|import|deal|roast|mak|weav|work)))"
)
# Read from top to bottom; the first that is found counts.
ORIGIN_WORDS: Rows = tuple(
    (name, rf"(?:{pattern}){_WARES}")
    for name, pattern in (
        (
            "first_american",
            r"inuit|inuk|native american|first nations?|indigenous|american indian|cherokee|navajo"
            r"|lakota|sioux|apache|mohawk (?:man|woman|people)|maya\w*|aztec\w*|azteke\w*|inca\w*|quechua|andean",
        ),
        (
            "african",
            r"african\w*|afro-?(?:american|caribbean|cuban|brazilian)\w*|afrikan\w*|nigeria\w*|ghana\w*|senegal\w*"
            r"|kenya\w*|kenian\w*|ethiopi\w*|äthiop\w*|somali\w*|sudan\w*|congol\w*|kongoles\w*|uganda\w*|zulu|xhosa"
            r"|yoruba|igbo|hausa|masai|maasai|mali(?:an|er\w*)|angola\w*|zimbabwe\w*|rwanda\w*|camer(?:oon|un)\w*"
            r"|haiti\w*|jamai[ck]a\w*|caribbean|karibisch\w*|creole"
            r"|black (?:wo)?(?:man|girl|boy|lady|teen\w*)|schwarze (?:frau|mann)",
        ),
        (
            "east_asian",
            r"chines\w*|china|japan\w*|korea\w*|taiwan\w*|mongol\w*|manchu\w*|tibet\w*|cantonese|east[- ]asian"
            r"|asian(?! minor)|asiat\w*|samurai|ronin|geisha|shogun",
        ),
        (
            "south_east_asian",
            r"vietnam\w*|thai\w*|filipin\w*|indonesi\w*|malay\w*|javan\w*|cambodi\w*|khmer|burm\w*|balinese",
        ),
        (
            "south_asian",
            r"indian|inder(?:in)?|indisch\w*|pakistan\w*|bengal\w*|bangladesh\w*|tamil\w*|sri lanka\w*|punjabi"
            r"|sikh|hindu|nepal\w*|gujarat\w*|maharaja|maharani|rajput|south[- ]asian",
        ),
        (
            "middle_eastern",
            r"arab\w*|pers(?:ian|er(?:in)?|isch\w*)|iran\w*|iraq\w*|irak\w*|egypt\w*|ägypt\w*|turk(?:ish)?|türk\w*"
            r"|ottoman|osmanisch\w*|moroc\w*|marokkan\w*|syri\w*|leban\w*|libanes\w*|bedouin|beduin\w*|berber\w*|afghan\w*"
            r"|kurd\w*|tunisi\w*|tunesi\w*|algeri\w*|palestin\w*|israel\w*|yemen\w*|saudi|sultan\w*|emir|sheikh|vizier|wesir",
        ),
        ("pacific", r"maori|māori|samoan\w*|hawai\w*|tongan|fiji\w*|polynesi\w*|tahiti\w*|aboriginal|melanesi\w*"),
        (
            "latin",
            r"mexican\w*|mexikan\w*|peru\w*|colombia\w*|kolumbian\w*|brazil\w*|brasili\w*|chilea?n\w*|cuban\w*|kuban\w*"
            r"|latin[oax]?|hispanic|argentin\w*|venezuel\w*|ecuador\w*|guatemal\w*|bolivia\w*"
            r"|puerto rican|mariachi|gaucho",
        ),
        (
            "mediterranean",
            r"italian\w*|italien\w*|sicilian\w*|sizilian\w*|spanish|spani(?:ard|er\w*|sch\w*)|greek|griech\w*"
            r"|portug\w*|roman (?:senator|soldier|centurion|matron|citizen|general)|venetian\w*|venezian\w*"
            r"|corsic\w*|catalan|neapolitan|maltese|cypriot|andalusian",
        ),
        (
            "northern",
            r"swed\w*|schwed\w*|norweg\w*|danish|dane|dän(?:e|in|isch\w*)|finnish|finn\w*|iceland\w*|isländ\w*"
            r"|viking\w*|wikinger\w*|scandinavian\w*|nordic|nordisch\w*|dutch\w*|holländ\w*|niederländ\w*|eston\w*|latvia\w*",
        ),
        ("celtic", r"irish\w*|irisch\w*|scot\w*|schott\w*|welsh\w*|walis\w*|highlander|cornish|breton"),
        (
            "european",
            r"english(?:wo)?(?:man)?|engländer\w*|british|german|deutsche[rn]?|austrian|österreich\w*|french\w*|franz\w*"
            r"|polish (?:wo)?man|polnisch\w*|russian\w*|russ(?:e|in|isch\w*)|ukrain\w*|czech|tschech\w*"
            r"|hungar\w*|ungar\w*|swiss|schweizer\w*|balkan\w*|serb\w*|croat\w*|bulgar\w*|romania\w*|belgian|bavarian|prussian|preuß\w*",
        ),
    )
)
