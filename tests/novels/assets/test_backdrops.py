"""Backdrops: what the words choose, and that it is really painted."""

from __future__ import annotations

import hashlib
import io
import subprocess
import sys

import numpy as np
import pytest
from PIL import Image

from gameplan.novels.assets.backdrops import KINDS, View, alt_of, kind_of, paint_backdrop, view_of
from gameplan.novels.assets.backdrops.colour import from_oklab, mix, parse, to_hex, to_oklab
from gameplan.novels.assets.backdrops.finish import LARGEST_FILE
from gameplan.novels.assets.backdrops.palettes import Palette
from gameplan.novels.assets.backdrops.places import PAINTERS
from gameplan.novels.assets.backdrops.studio import paint
from gameplan.novels.assets.backdrops.telling import NAMES, describe
from gameplan.novels.assets.backdrops.views import INDOORS
from gameplan.novels.house import write
from gameplan.novels.samples import sample_package

SMALL = (320, 180)

# The house author's places, in both of its languages, and the kind that fits each of them.
HOUSE = {
    "inn": "tavern", "archive": "library", "chapel": "chapel", "market": "market", "infirmary": "ward",
    "workshop": "workshop", "house": "room", "bridge": "river", "cellars": "cellar", "roofs": "roofs",
    "hold": "hold", "deck": "deck",
    "lighthouse": "lighthouse", "harbour": "harbour", "boatyard": "workshop", "saltworks": "saltpans", "ship": "deck",
    "fishmarket": "workshop", "nets": "workshop", "station": "station", "arcade": "arcade", "theatre": "theatre",
    "court": "hall", "newspaper": "library", "gardens": "greenhouse", "hut": "room", "pass": "mountains",
    "forest": "forest", "mine": "cellar", "farm": "meadow", "lake": "lake", "dock": "space",
    "hydroponics": "greenhouse", "beans": "greenhouse", "core": "space", "corridor": "space", "observation": "space",
    "window": "space", "stores": "space", "hall": "hall", "tower": "stair", "stables": "stable", "kitchens": "kitchen",
    "barracks": "stair", "walledgarden": "garden", "bakery": "kitchen", "library": "library", "auction": "hall",
    "radio": "library", "hospital": "ward", "school": "library", "greenhouse": "greenhouse", "prison": "corridor",
    "hotel": "tavern", "factory": "workshop", "clockshop": "workshop", "theatrehall": "theatre",
    "cemetery": "graveyard", "kitchen": "kitchen", "green": "village", "post": "library", "mill": "workshop",
    "halt": "meadow", "well": "desert", "dunes": "desert", "fort": "ruins", "flat": "desert", "pumps": "workshop",
    "moonpool": "space", "lock": "space", "kelp": "greenhouse", "bell": "space", "mess": "tavern",
    "sleeping": "corridor", "dining": "tavern", "van": "workshop", "cab": "workshop", "platform": "station",
    "box": "station", "gatehouse": "stair", "cells": "corridor", "scriptorium": "library", "refectory": "hall",
    "herbs": "garden", "belltower": "stair", "face": "cellar", "filters": "workshop", "airlock": "space",
    "canteen": "tavern", "sickbay": "ward", "quarters": "space", "island": "harbour", "strand": "sea",
    "lane": "room", "bunks": "ward", "office": "library",
}  # fmt: skip
SALLOW = {
    "chapel": "chapel", "inn": "tavern", "landing": "river", "quarry": "dam", "crest": "dam", "gallery": "cellar",
    "lane": "street", "meadow": "meadow",
}  # fmt: skip


def pixels(file: bytes) -> np.ndarray:
    return np.asarray(Image.open(io.BytesIO(file)).convert("RGB"), dtype=np.float32)


def painted(prompt: str, **more: object) -> np.ndarray:
    return pixels(paint_backdrop(prompt, size=SMALL, **more))  # type: ignore[arg-type]


# -- words


@pytest.mark.parametrize(
    ("prompt", "kind"),
    [
        ("a narrow street between crooked houses", "street"),
        ("eine enge Gasse in der Altstadt", "street"),
        ("cyberpunk alley full of neon signs", "neon"),
        ("the old harbour at dusk", "harbour"),
        ("Fischerhafen im Regen", "harbour"),
        ("an empty beach after the storm", "sea"),
        ("Strand bei Ebbe", "sea"),
        ("lighthouse on a black cliff", "lighthouse"),
        ("deep in the forest", "forest"),
        ("Tannenwald im Schnee", "pinewood"),
        ("a dark pine forest", "pinewood"),
        ("a deep forest of beeches", "birchwood"),
        ("Birkenwald am Morgen", "birchwood"),
        ("snowy mountain pass", "mountains"),
        ("ein Hügel mit einer Blumenwiese", "meadow"),
        ("stone bridge over a slow river", "river"),
        ("das Dorf mit dem Friedhof", "village"),
        ("a quiet lake", "lake"),
        ("the market square", "market"),
        ("über den Dächern der Stadt", "roofs"),
        ("ruins of a temple", "ruins"),
        ("Wüste aus rotem Sand", "desert"),
        ("overgrown rose garden", "garden"),
        ("an abandoned greenhouse", "greenhouse"),
        ("on the deck of a sailing ship", "deck"),
        ("the lower hold, full of crates", "hold"),
        ("Unterster Laderaum", "hold"),
        ("platform at the railway station", "station"),
        ("her bedroom, a lamp by the window", "bedroom"),
        ("a formal dining room", "dining"),
        ("Badezimmer mit Wanne", "bathroom"),
        ("a classroom of a village school", "classroom"),
        ("an office with desks and computers", "office"),
        ("a laboratory full of glassware", "laboratory"),
        ("a prison cell", "cell"),
        ("Gefängniszelle", "cell"),
        ("the compartment of a night train", "compartment"),
        ("Zugabteil bei Nacht", "compartment"),
        ("graveyard on a hill", "graveyard"),
        ("der alte Friedhof", "graveyard"),
        ("a suburban street with lawns", "suburb"),
        ("deep in the jungle", "jungle"),
        ("a Japanese garden with a red bridge", "pondgarden"),
        ("a cave with an underground lake", "cave"),
        ("Tropfsteinhöhle", "cave"),
        ("a subway station underground", "metro"),
        ("a city street at night in the rain, neon", "neon"),
        ("the bridge of a sailing ship in a storm", "deck"),
        ("Wohnzimmer mit Kamin", "room"),
        ("throne hall of the castle", "hall"),
        ("an endless hotel corridor", "corridor"),
        ("dusty archive, shelves to the ceiling", "library"),
        ("a smoky tavern", "tavern"),
        ("Küche mit Kupferkesseln", "kitchen"),
        ("flooded cellar under the house", "cellar"),
        ("the clockmaker's workshop", "workshop"),
        ("Pferdestall", "stable"),
        ("empty theatre, red velvet", "theatre"),
        ("a hospital ward", "ward"),
        ("bridge of a starship in orbit", "space"),
        ("the concrete dam", "dam"),
    ],
)
def test_words_choose_the_kind_of_place(prompt: str, kind: str) -> None:
    assert kind_of(prompt) == kind


@pytest.mark.parametrize("prompt", ["", "   ", "qwzx 123", "🜁🜂", "longing", "\x00\x01", "<svg onload=alert(1)>"])
def test_where_nothing_fits_it_is_a_landscape(prompt: str) -> None:
    assert kind_of(prompt) == "landscape"


def test_every_place_of_the_sample_has_its_kind() -> None:
    found = {place.id: kind_of(place.background_prompt) for act in sample_package().acts for place in act.locations}
    assert found == SALLOW


@pytest.mark.parametrize(
    ("language", "premise"),
    [
        ("en", "A lighthouse keeper finds a door in the tide."),
        ("en", "A queen's poisoner wants to stop."),
        ("en", "On a space station the plants begin to sing."),
        ("de", "Ein Leuchtturmwärter findet eine Tür in der Flut."),
        ("de", "Auf einer Raumstation singen die Pflanzen."),
        ("de", "Am Hof der Königin verschwindet ein Brief."),
    ],
)
def test_every_place_of_the_house_author_has_its_kind(language: str, premise: str) -> None:
    for seed in range(2):
        for act in write(premise, seed=seed, language=language).acts:
            for place in act.locations:
                found = kind_of(place.background_prompt)
                assert (place.title, found) == (place.title, HOUSE.get(place.id, found))
                assert found != "landscape", place.background_prompt


@pytest.mark.parametrize(
    ("prompt", "mood", "time", "weather", "felt"),
    [
        ("harbour at dusk in the rain", "", "dusk", "rain", "calm"),
        ("Hafen bei Nacht im Nebel", "", "night", "fog", "calm"),
        ("village at dawn, snow", "melancholy", "dawn", "snow", "melancholy"),
        ("Dorf im Morgengrauen, Schneefall", "unheimlich", "dawn", "snow", "eerie"),
        ("meadow", "eerie, watched", "night", "clear", "eerie"),
        ("meadow at noon", "eerie", "day", "clear", "eerie"),
        ("cliff in a thunderstorm", "tense", "dusk", "storm", "tense"),
        ("grey harbour in fog", "", "dusk", "fog", "melancholy"),
        ("neon street", "", "night", "clear", "neon"),
        ("", "", "day", "clear", "calm"),
    ],
)
def test_words_choose_time_weather_and_mood(prompt: str, mood: str, time: str, weather: str, felt: str) -> None:
    view = view_of(prompt, mood=mood)
    assert (view.time, view.weather, view.mood) == (time, weather, felt)


@pytest.mark.parametrize(
    ("art_style", "style"),
    [
        ("", "painted"),
        ("watercolour on rough paper", "watercolour"),
        ("ink and grey watercolour, lamplight, wet stone", "inkwash"),
        ("Tusche und Aquarell, gedämpfte Farben, feine Schraffur", "inkwash"),
        ("high-contrast gouache, few colours, large quiet areas", "gouache"),
        ("kontrastreiche Gouache, wenige Farben, große ruhige Flächen", "gouache"),
        ("soft oil pastels, glowing light, loose edges", "pastel"),
        ("weiche Ölkreide, leuchtendes Licht, lockere Ränder", "pastel"),
        ("cel-shaded anime", "cel"),
        ("film noir", "noir"),
        ("pen and ink", "ink"),
    ],
)
def test_words_choose_the_treatment(art_style: str, style: str) -> None:
    assert view_of("", art_style=art_style).style == style


# -- in words again


def test_the_alt_text_says_what_is_painted() -> None:
    assert alt_of("the old harbour at dusk, rain") == "A harbour at dusk in the rain."
    assert alt_of("the old harbour at dusk, rain", language="de") == "Ein Hafen in der Dämmerung im Regen."
    assert alt_of("a smoky tavern", mood="warm") == "A tavern at dusk."
    assert alt_of("cellar") == "An underground vault."


def test_every_kind_has_its_sentence_in_both_languages() -> None:
    assert set(NAMES) == set(KINDS)
    said = [describe(View(kind), language) for kind in KINDS for language in ("en", "de")]  # type: ignore[arg-type]
    assert len(set(said)) == 2 * len(KINDS)
    assert all(each.endswith(".") and "  " not in each for each in said)


def test_the_alt_text_holds_nothing_of_a_hostile_prompt() -> None:
    assert alt_of('harbour "><script>alert(1)</script>') == "A harbour by day."


# -- pictures


def test_every_kind_has_a_painter() -> None:
    assert set(PAINTERS) == set(KINDS)


def test_every_kind_is_another_picture() -> None:
    seen = {kind: pixels(paint(View(kind), b"7", (160, 90))) for kind in KINDS}
    for one in KINDS:
        assert seen[one].std() > 8, f"{one} is empty"
        for other in KINDS:
            if one < other:
                assert np.abs(seen[one] - seen[other]).mean() > 4, f"{one} looks like {other}"


def test_the_same_words_and_seed_give_the_same_file() -> None:
    one = paint_backdrop("harbour at dusk", mood="warm", art_style="watercolour", seed=3, size=SMALL)
    assert one == paint_backdrop("harbour at dusk", mood="warm", art_style="watercolour", seed=3, size=SMALL)


def test_another_process_paints_the_same_file() -> None:
    told = (
        "import hashlib; from gameplan.novels.assets.backdrops import paint_backdrop as paint;"
        "print(hashlib.sha256(paint('tavern', seed=5, size=(160, 90))).hexdigest())"
    )
    run = subprocess.run(
        [sys.executable, "-c", told], capture_output=True, text=True, check=True, env={"PYTHONHASHSEED": "1"}
    )
    here = hashlib.sha256(paint_backdrop("tavern", seed=5, size=(160, 90))).hexdigest()
    assert run.stdout.strip() == here


def test_a_seed_changes_the_composition() -> None:
    one, other = (painted("harbour at noon", seed=seed) for seed in (1, 2))
    edges = [np.abs(np.diff(each.mean(axis=2), axis=1)) > 12 for each in (one, other)]
    assert (edges[0] != edges[1]).mean() > 0.02


@pytest.mark.parametrize("kind", ["harbour", "street", "forest", "village", "room", "tavern"])
def test_night_is_darker_than_day(kind: str) -> None:
    night, day = (pixels(paint(View(kind, time), b"4", (160, 90))).mean() for time in ("night", "day"))
    assert night < day * (1.0 if kind in INDOORS else 0.8)


def test_no_day_comes_down_into_a_cellar() -> None:
    cellar, room = (pixels(paint(View(kind, "day"), b"4", (160, 90))).mean() for kind in ("cellar", "room"))
    hold = pixels(paint(View("hold", "day"), b"4", (160, 90))).mean()
    assert cellar < room and hold < room


def test_windows_are_lit_at_night() -> None:
    night, day = (pixels(paint(View("street", time), b"4", SMALL)) for time in ("night", "day"))
    warm = (night[..., 0] > 170) & (night[..., 0] > night[..., 2] + 50)
    assert warm.mean() > 0.002
    assert night.mean() < day.mean()


def test_water_shows_what_stands_above_it() -> None:
    lake = pixels(paint(View("lake", "dusk"), b"2", SMALL)).mean(axis=(1, 2))
    top, water = lake[20:100], lake[112:160]
    assert np.corrcoef(top[::-1][: len(water)], water)[0, 1] > 0.2


def test_moods_weather_and_styles_change_the_colours() -> None:
    plain = painted("village by day")
    assert np.abs(painted("village by day", mood="bleak") - plain).mean() > 2
    assert np.abs(painted("village by day", art_style="film noir") - plain).mean() > 5
    noir = painted("village by day", art_style="film noir")
    assert (noir.max(axis=2) - noir.min(axis=2)).mean() < 8 < (plain.max(axis=2) - plain.min(axis=2)).mean()
    foggy = painted("village by day in fog")
    assert foggy[40:120].std() < plain[40:120].std()


def test_mood_and_style_keep_the_composition() -> None:
    warm, calm = (painted("lighthouse at noon", mood=mood).mean(axis=2) for mood in ("warm", "calm"))
    assert np.corrcoef(warm.ravel(), calm.ravel())[0, 1] > 0.9


@pytest.mark.parametrize("style", ["painted", "watercolour", "ink", "inkwash", "cel", "noir", "pastel", "gouache"])
def test_every_style_paints(style: str) -> None:
    assert pixels(paint(View("river", "dusk", style=style), b"1", (160, 90))).std() > 8


@pytest.mark.parametrize("weather", ["clear", "overcast", "rain", "storm", "snow", "fog"])
def test_every_weather_paints(weather: str) -> None:
    assert pixels(paint(View("landscape", "dawn", weather), b"1", (160, 90))).std() > 4


def test_the_place_of_the_text_is_calmer_than_the_middle() -> None:
    rough = [0.0, 0.0]
    for kind in ("harbour", "street", "village", "library", "market"):
        grey = pixels(paint(View(kind), b"1", SMALL)).mean(axis=2)
        change = np.abs(np.diff(grey, axis=1))
        rough[0] += change[60:120].mean()
        rough[1] += change[135:].mean()
    assert rough[1] < rough[0]


@pytest.mark.parametrize("size", [(320, 180), (200, 200), (90, 300), (333, 77), (16, 16)])
def test_any_size_is_a_webp_of_that_size(size: tuple[int, int]) -> None:
    file = paint_backdrop("sea at dawn", size=size)
    assert (file[:4], file[8:12]) == (b"RIFF", b"WEBP")
    image = Image.open(io.BytesIO(file))
    image.load()
    assert (image.format, image.size) == ("WEBP", size)


@pytest.mark.parametrize("size", [(0, 0), (-5, 100), (8, 100), (100_000, 100)])
def test_an_impossible_size_is_refused_in_words(size: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match="pixels on a side"):
        paint_backdrop("sea", size=size)


@pytest.mark.parametrize(
    "prompt",
    [
        "",
        "x" * 200_000,
        "harbour " * 20_000,
        '"/><image href="file:///etc/passwd"/>',
        "\ud800 harbour",
        "%s{0}\n\t\x00",
    ],
    ids=["empty", "one long word", "many words", "markup", "broken text", "control characters"],
)
def test_hostile_prompts_are_painted_like_any_other(prompt: str) -> None:
    assert paint_backdrop(prompt, mood=prompt, art_style=prompt, seed=-(10**30), size=(64, 36))[:4] == b"RIFF"


def test_a_whole_picture_is_not_too_large_a_file() -> None:
    assert len(paint_backdrop("library at dusk", art_style="ink and watercolour")) <= LARGEST_FILE


def test_the_words_need_no_picture_library() -> None:
    told = (
        "import sys; import gameplan.novels.assets.backdrops as b; b.alt_of('harbour at night');"
        "print({'numpy', 'PIL', 'resvg_py'} & set(sys.modules))"
    )
    run = subprocess.run([sys.executable, "-c", told], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "set()"


# -- colours


@pytest.mark.parametrize("colour", ["#000000", "#ffffff", "#3f7a92", "#ff8800"])
def test_colours_go_to_oklab_and_back(colour: str) -> None:
    assert to_hex(from_oklab(to_oklab(parse(colour)))) == colour
    assert to_hex(mix(parse(colour), parse("#123456"), 0)) == colour


def test_what_is_far_away_takes_the_colour_of_the_air() -> None:
    palette = Palette(View("mountains", "dawn"))
    away = [
        sum(
            (a - b) ** 2
            for a, b in zip(to_oklab(parse(palette.tone("#203020", depth))), to_oklab(palette.haze), strict=True)
        )
        for depth in (0.0, 0.3, 0.6, 0.9)
    ]
    assert away == sorted(away, reverse=True)
