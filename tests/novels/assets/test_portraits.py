"""Portraits: words steer them, chance fills the rest, a feeling never changes who somebody is, and nothing leaks."""

from __future__ import annotations

import io
import re
import subprocess
import sys
from xml.etree import ElementTree

import pytest
from PIL import Image

from gameplan.novels.assets.portraits import colours as paints
from gameplan.novels.assets.portraits import draw_portrait, identity_of, kin
from gameplan.novels.assets.portraits.canvas import Canvas
from gameplan.novels.assets.portraits.hair_shapes import SHAPES
from gameplan.novels.assets.portraits.head import head_of
from gameplan.novels.assets.portraits.identity import COVERED
from gameplan.novels.assets.portraits.treatments import BY_NAME, treatment_of
from gameplan.novels.assets.portraits.vocabulary import HAIR
from gameplan.novels.assets.portraits.wear_vocabulary import GARMENTS, HATS
from gameplan.novels.assets.portraits.words import read
from gameplan.novels.assets.raster import NoRasterizer, png_of
from gameplan.novels.package import EXPRESSIONS

SVG = "{http://www.w3.org/2000/svg}"
WREN = ("wren", "young woman of nineteen, cropped red hair, oilskin, freckles, a coil of rope on the shoulder")
PLAIN = {"svg", "title", "defs", "g", "path", "use", "clipPath", "filter", "pattern"}
PLAIN |= {"feGaussianBlur", "feTurbulence", "feDisplacementMap", "feColorMatrix", "feComposite"}
STYLES = ("", "cel-shaded", "watercolour", "ink", "ink and watercolour", "pastel", "gouache", "film noir")


def parts(svg: str) -> list[ElementTree.Element]:
    """The groups of a portrait: hair behind, body, head."""
    root = ElementTree.fromstring(svg)
    return list(root.findall(f"{SVG}g")[0])


def text_of(part: ElementTree.Element) -> str:
    """A group without its own turn, and without the prefix of its ids."""
    inside = "".join(ElementTree.tostring(each, encoding="unicode") for each in part)
    return re.sub(r"#p[0-9a-f]{6}", "#", inside)


def over(head: ElementTree.Element) -> ElementTree.Element:
    """The group of what lies over the face."""
    return next(each for each in head if each.tag == f"{SVG}g" and not each.attrib)


# -- one identity


def test_a_feeling_changes_the_face_and_nothing_else() -> None:
    drawn = {each: parts(draw_portrait(*WREN, each)) for each in EXPRESSIONS}
    calm = drawn["neutral"]
    for name, (behind, body, head) in drawn.items():
        assert text_of(behind) == text_of(calm[0]), name
        assert text_of(body) == text_of(calm[1]), name
        assert body.attrib == calm[1].attrib, name
        assert text_of(over(head)) == text_of(over(calm[2])), name  # hair and hat
    faces = {text_of(head) for _, _, head in drawn.values()}
    assert len(faces) == len(EXPRESSIONS)


def test_each_expression_is_another_picture_even_when_it_is_small() -> None:
    pictures = [Image.open(io.BytesIO(png_of(draw_portrait(*WREN, each), 150))).tobytes() for each in EXPRESSIONS]
    for index, one in enumerate(pictures):
        for other in pictures[index + 1 :]:
            assert sum(abs(a - b) > 24 for a, b in zip(one, other, strict=True)) > 500


@pytest.mark.parametrize("name", ["", "smug", "NEUTRAL", " neutral ", "<script>", "\ud800"])
def test_an_unknown_expression_is_neutral(name: str) -> None:
    assert draw_portrait(*WREN, name) == draw_portrait(*WREN)


def test_the_same_words_give_the_same_bytes_and_the_seed_another_person() -> None:
    assert draw_portrait("ada", "a stranger") == draw_portrait("ada", "a stranger")
    assert draw_portrait("ada", "a stranger", seed=1) != draw_portrait("ada", "a stranger")


def test_the_bytes_do_not_depend_on_the_process() -> None:
    code = "from gameplan.novels.assets.portraits import draw_portrait as d; print(d('ada', 'a stranger'), end='')"
    for salt in ("1", "2"):
        out = subprocess.run(
            [sys.executable, "-c", code], env={"PYTHONHASHSEED": salt}, capture_output=True, check=True
        )
        assert out.stdout.decode() == draw_portrait("ada", "a stranger")


def test_two_people_rarely_look_alike() -> None:
    looks = set()
    for index in range(60):
        who = identity_of(f"person_{index}", "")
        looks.add((who.age, who.look, who.face, who.skin, who.hair, who.hair_colour, who.beard, who.garment))
    assert len(looks) == 60
    assert len({each[4] for each in looks}) >= 12
    assert len({each[2] for each in looks}) == 6
    assert len({each[7] for each in looks}) >= 9


# -- words


SAYINGS: tuple[tuple[str, dict[str, object]], ...] = (
    (
        "woman of thirty-four, dark hair pinned up, grey coat",
        {"age": "young", "look": "feminine", "hair": "bun", "garment": "coat"},
    ),
    (
        "old man of seventy-three, thin, white beard, round glasses, black suit",
        {"age": "elder", "beard": "full", "glasses": "round", "garment": "suit", "build": "thin"},
    ),
    (
        "alte Frau mit grauem Zopf und Brille",
        {"age": "old", "look": "feminine", "hair": "braid", "glasses": "square"},
    ),
    (
        "ein Mann von achtundfünfzig Jahren, Schnurrbart, langer Mantel",
        {"age": "old", "look": "masculine", "beard": "moustache", "garment": "coat"},
    ),
    ("Kind, Sommersprossen, zwei Zöpfe", {"age": "child", "hair": "twin_braids", "extras": ("freckles",)}),
    ("hooded figure, pale scar on the lip", {"hat": "hood", "scar": "lip"}),
    ("Strickmütze, helle Narbe an der Lippe, wettergegerbtes Gesicht", {"hat": "beanie", "scar": "lip"}),
    ("leather apron, burn scar on one forearm, short hair", {"garment": "apron", "scar": "forearm", "hair": "short"}),
    ("Federhut, Rouge, mottenzerfressener Samt", {"hat": "feather", "garment": "jacket"}),
    ("abgetragener Uniformmantel, kurzes Haar", {"garment": "uniform", "hair": "short"}),
    (
        "bald, tall, broad shoulders, no beard",
        {"hair": "bald", "stature": "tall", "build": "broad", "beard": "none"},
    ),
    ("a 9-year-old boy", {"age": "child", "look": "masculine"}),
    ("long scarf, uncombed hair", {"extras": ("scarf",), "hair": "tousled"}),
    ("Kneifer, Pelzkragen, spitzes Kinn", {"glasses": "pince", "extras": ("fur",), "face": "heart"}),
    ("hijab, dark skin", {"hat": "hijab", "skin": "deep", "look": "feminine"}),
    ("eine junge Frau", {"age": "young", "look": "feminine"}),
    ("ein Junge mit Mütze", {"age": "child", "look": "masculine"}),
    ("eine junge Nonne", {"age": "young", "look": "feminine", "hat": "wimple", "garment": "habit"}),
    (
        "Franciscan monk of sixty, rope belt",
        {"look": "masculine", "hair": "ring", "garment": "habit", "age": "old", "extras": ()},
    ),
    ("old Chinese fisherman, straw hat", {"origin": "east_asian", "age": "old", "hat": "straw"}),
    ("Nigerian market trader, 45, headwrap", {"origin": "african", "age": "middle", "hat": "headwrap"}),
    ("a collector of Chinese porcelain and Indian ink", {"origin": ""}),
    ("Ethiopian coffee seller", {"origin": "african"}),
    ("Maori rugby player; a Turkish rug behind", {"origin": "pacific", "look": "masculine"}),
    ("German officer, red neckerchief", {"origin": "european", "look": "", "hat": "", "garment": "uniform"}),
    ("a knight, her armour dented", {"look": "feminine", "garment": "armour"}),
    ("chef with a toque", {"hat": "toque", "garment": "whites"}),
    ("Astronautin, kurzes Haar", {"garment": "spacesuit", "hair": "short"}),
    ("ein kariertes Hemd, Stethoskop", {"extras": ("checks", "stethoscope"), "garment": "shirt"}),
    ("she/her. plain", {"look": "feminine"}),
    ("rolled-up sleeves, freckles, tired kind face, from the hut", {"age": "", "hat": ""}),
    ("Kind eyes, an old leather coat, a long coat, brown hair", {"age": "", "hair": ""}),
    ("ein alter Mantel", {"age": ""}),
    ("breites Grinsen, red-rimmed eyes, amused thin mouth", {"build": "", "colours": ()}),
    ("ein alter Mann, langes, graues Haar", {"age": "old", "hair": "long"}),
    ("", {"age": "", "hair": "", "hat": "", "extras": ()}),
)


@pytest.mark.parametrize(("prompt", "said"), SAYINGS)
def test_words_in_two_languages_say_how_somebody_looks(prompt: str, said: dict[str, object]) -> None:
    found = read(prompt)
    assert {name: getattr(found, name) for name in said} == said


def test_a_colour_belongs_to_the_noun_beside_it() -> None:
    said = read(
        "rote Haare, grüner Mantel, graue Augen, black suit gone green at the seams, blue scarf and white beard"
    )
    assert [said.colour(noun) for noun in ("hair", "garment", "eyes", "scarf", "beard")] == [
        "red",
        "green",
        "grey",
        "blue",
        "white",
    ]


def test_what_was_said_is_what_is_drawn() -> None:
    who = identity_of("wren", WREN[1])
    assert (who.age, who.look, who.hair, who.garment) == ("young", "feminine", "crop", "oilskin")
    assert who.hair_colour == paints.HAIR["red"]
    assert {"freckles", "rope"} <= set(who.extras)
    assert identity_of("x", "ein Mann mit Glatze").hair == "bald"
    assert identity_of("x", "an old woman, moustache or shawl").beard == ""
    apron = identity_of("x", "she, leather apron")
    assert apron.cloth != apron.shirt


@pytest.mark.parametrize(
    ("prompt", "skins", "hair"),
    [
        ("Nigerian trader", {"umber", "deep", "bronze"}, {"black", "dark"}),
        ("Japanese student", {"sand", "fair", "olive"}, {"black", "dark"}),
        ("indische Ärztin", {"bronze", "tan", "umber"}, {"black", "dark"}),
        ("Arab merchant", {"olive", "tan", "sand"}, {"black", "dark"}),
        ("Inuit hunter, young", {"tan", "bronze"}, {"black"}),
        ("young Swedish sailor", {"fair", "porcelain", "rosy"}, {"blond", "straw", "ash", "brown", "ginger"}),
    ],
)
def test_where_somebody_is_from_is_drawn_unless_the_words_say_otherwise(
    prompt: str, skins: set[str], hair: set[str]
) -> None:
    for seed in range(12):
        who = identity_of("x", f"{prompt}, 30", seed)
        distance = min(
            sum(abs(a - b) for a, b in zip(paints.parts(who.skin), paints.parts(paints.SKIN[tone]), strict=True))
            for tone in skins
        )
        assert distance < 40, who.skin
        assert who.hair_colour in {paints.HAIR[name] for name in hair}
    blond = identity_of("x", f"{prompt}, 30, blond hair, pale, green eyes")
    assert blond.hair_colour == paints.HAIR["blond"] and blond.eye_colour == paints.EYES["green"]


@pytest.mark.parametrize(
    "prompt", ["an elf", "a catgirl", "ein Werwolf", "a demon prince", "an orc", "a vampire", "ein Roboter"]
)
def test_who_is_no_human_being_looks_so(prompt: str) -> None:
    who = identity_of("x", prompt)
    assert who.kin and not who.beard and who.age == "young"
    assert draw_portrait("x", prompt) != draw_portrait("x", "somebody")
    assert len(kin.over_hair(who, head_of(who), Canvas("p", treatment_of("")))) + len(
        kin.on_face(who, head_of(who), Canvas("p", treatment_of("")))
    )


def test_a_ghost_lets_the_wall_be_seen() -> None:
    solid, thin = (
        Image.open(io.BytesIO(png_of(draw_portrait("x", prompt), 90))).convert("RGBA").getpixel((45, 110))
        for prompt in ("a sailor", "the ghost of a sailor")
    )
    assert solid[3] == 255 and 150 < thin[3] < 240  # type: ignore[index]


@pytest.mark.parametrize("prompt", ["a ghostwriter", "the devil-may-care pilot", "a ghost town's only baker"])
def test_words_that_only_sound_so_make_no_spirits(prompt: str) -> None:
    assert read(prompt).kin == ""


def test_what_covers_the_hair_covers_it_and_no_hat_is_cut_off() -> None:
    for name, _ in HATS:
        for look in ("man", "girl"):
            prompt = f"tall {look}, afro, {WORDS.get(name, name)}"
            assert (identity_of("x", prompt).hair == "bald") == (name in COVERED), name
            picture = Image.open(io.BytesIO(png_of(draw_portrait("x", prompt), 225))).convert("RGBA")
            assert picture.crop((0, 0, 225, 1)).getchannel("A").getextrema()[1] < 128, name


def test_a_word_shows_in_the_picture() -> None:
    plain = draw_portrait("x", "man")
    for more in ("glasses", "beard", "eyepatch", "straw hat", "fur collar", "rope", "hood"):
        assert len(draw_portrait("x", f"man, {more}")) != len(plain), more


WORDS = {
    "ring": "balding",
    "twin_braids": "two braids",
    "wavy": "long wavy hair",
    "waves": "shoulder-length hair",
    "slick": "slick hair",
    "tousled": "messy hair",
    "parted": "neat parting",
    "long": "long hair",
    "short": "short hair",
    "crop": "cropped",
    "curls": "curly hair",
    "locs": "dreadlocks",
    "labcoat": "white coat",
    "leather": "leather jacket",
    "straw": "straw hat",
    "feather": "feathered hat",
    "top": "top hat",
    "witch": "witch's hat",
    "brim": "fedora",
    "peaked": "peaked cap",
    "beanie": "knitted cap",
    "mobcap": "bonnet",
    "whites": "chef",
    "drape": "toga",
    "spacesuit": "space suit",
    "sailor": "sailor suit",
    "headwrap": "headwrap",
    "conical": "conical hat",
    "laurel": "laurel wreath",
}


@pytest.mark.parametrize("rows", [HAIR, GARMENTS, HATS])
def test_everything_that_can_be_said_can_be_drawn(rows: tuple[tuple[str, str], ...]) -> None:
    for name, pattern in rows:
        assert re.search(pattern, WORDS.get(name, name)), name
        for look in ("man", "girl"):
            drawn = draw_portrait(name, f"{look}, {WORDS.get(name, name)}")
            ElementTree.fromstring(drawn)
            assert len(drawn.encode()) <= 30_000, name


# -- treatments


def test_art_styles_choose_treatments_that_differ() -> None:
    assert [treatment_of(each).name for each in STYLES] == [
        "painted",
        "cel",
        "watercolour",
        "ink",
        "wash",
        "pastel",
        "poster",
        "noir",
    ]
    assert treatment_of("Tusche und Aquarell, gedämpfte Farben, feine Schraffur").name == "wash"
    assert treatment_of("weiche Ölkreide, leuchtendes Licht").name == "pastel"
    assert treatment_of("kontrastreiche Gouache, wenige Farben").name == "poster"
    assert len({draw_portrait(*WREN, art_style=each) for each in STYLES}) == len(BY_NAME)


def test_noir_has_hardly_any_colour() -> None:
    picture = Image.open(io.BytesIO(png_of(draw_portrait(*WREN, art_style="noir"), 90)))
    bright = [(r, g, b) for r, g, b, a in picture.convert("RGBA").get_flattened_data() if a == 255]
    assert sum(max(each) - min(each) > 60 for each in bright) < len(bright) * 0.05


# -- safe to show


HOSTILE = (
    '<script>alert("zqx")</script>',
    "]]><!-- zqx -->&zqx; %zqx;",
    'red" onload="zqx()" hair, url(http://zqx.example/zqx)',
    "javascript:zqx 'zqx` ${zqx} {zqx} \\zqx",
    "\x00\x01\x1f zqx \ud800 \uffff \u202e zqx",
    "zqx " * 5_000,
    "old " * 3_000 + "zqx",
)


@pytest.mark.parametrize("text", HOSTILE)
def test_no_byte_of_the_words_is_in_the_picture(text: str) -> None:
    drawn = draw_portrait(text, text, text, art_style=text)
    assert "zqx" not in drawn
    root = ElementTree.fromstring(drawn)
    assert [each.text for each in root.iter() if (each.text or "").strip()] == ["Portrait, neutral"]
    assert not any("script" in each.tag or name.startswith("on") for each in root.iter() for name in each.attrib)


@pytest.mark.parametrize("style", STYLES)
def test_a_picture_is_whole_small_and_refers_only_to_itself(style: str) -> None:
    for index, feeling in enumerate(EXPRESSIONS):
        drawn = draw_portrait(
            f"somebody_{index}", "scarf, hat, glasses, long wavy hair, beard, freckles, coat", feeling, art_style=style
        )
        assert len(drawn.encode()) <= 30_000
        root = ElementTree.fromstring(drawn)
        assert root.attrib["viewBox"] == "0 0 900 1200"
        title = root.find(f"{SVG}title")
        assert title is not None
        assert title.text == f"Portrait, {feeling}"
        ids = [each.attrib["id"] for each in root.iter() if "id" in each.attrib]
        assert len(ids) == len(set(ids))
        used = set(re.findall(r'href="#([^"]+)"', drawn)) | set(re.findall(r"url\(#([^)]+)\)", drawn))
        assert used <= set(ids)
        assert drawn.count("url(") == drawn.count("url(#")
        assert {each.tag.removeprefix(SVG) for each in root.iter()} <= PLAIN
        assert "nan" not in drawn.replace("dominant", "")


def test_two_portraits_can_share_a_page() -> None:
    first, second = draw_portrait(*WREN), draw_portrait(*WREN, "happy")
    ids = [set(re.findall(r' id="([^"]+)"', each)) for each in (first, second)]
    assert not ids[0] & ids[1]


@pytest.mark.parametrize("style", STYLES)
def test_a_picture_has_somebody_in_it_and_clear_corners(style: str) -> None:
    png = png_of(draw_portrait(*WREN, "worried", art_style=style), 180)
    picture = Image.open(io.BytesIO(png)).convert("RGBA")
    assert picture.size == (180, 240)
    assert [picture.getpixel(each) for each in ((0, 0), (179, 0))] == [(0, 0, 0, 0)] * 2
    alpha = picture.getchannel("A").get_flattened_data()
    assert 0.25 < sum(each > 200 for each in alpha) / len(alpha) < 0.85
    assert len(set(picture.get_flattened_data())) > 200


def test_twelve_shapes_of_hair_and_more() -> None:
    assert len(SHAPES) >= 12


# -- pixels


def test_without_the_library_the_message_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    with pytest.raises(NoRasterizer, match=r"gameplan\[novels\]"):
        png_of(draw_portrait("a", ""), 90)


@pytest.mark.parametrize("width", [0, -1, 100_000])
def test_a_width_that_is_none_is_refused(width: int) -> None:
    with pytest.raises(ValueError, match="pixels wide"):
        png_of(draw_portrait("a", ""), width)
