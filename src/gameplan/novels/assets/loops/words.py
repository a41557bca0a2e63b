"""What words mean for a loop: which instruments and beds they call for, and how it feels.

A stem stands for every word that begins with it; in long words it may also be the end (Kirchenglocke). Accents do not
count. English and German.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from functools import cache

SUSTAINED = ("pad", "strings", "choir", "organ", "drone", "metal")
STRUCK = ("bell", "pluck", "piano")
INSTRUMENTS = (*SUSTAINED, *STRUCK, "pulse")
BEDS = ("rain", "wind", "sea", "river", "fire", "crickets", "birds", "hum", "crowd", "drips")

_NOT = frozenset(("no", "not", "without", "never", "ohne", "kein", "keine", "keinen", "keiner", "nicht", "nie"))
_LONGEST_TEXT = 2_000
_LONG_WORD = 8

# What it gives: the stems that give it.
_MEANING: tuple[tuple[Mapping[str, float], str], ...] = (
    # instruments
    ({"pad": 1}, "pad synth ambient atmospher teppich flache"),
    ({"strings": 1}, "string streich violin fiddle geige cello viola orchest fidel bratsche"),
    ({"choir": 1}, "choir chor choral vocal voice stimme gesang sing humm summ chant hymn"),
    ({"organ": 1, "echo": 0.4}, "organ orgel harmonium accordion akkordeon church kirche chapel kapelle cathedral dom"),
    ({"drone": 1, "register": -0.5}, "drone dron bordun sub bass low tief deep cave hohle tunnel abyss abgrund"),
    (
        {"metal": 1, "bright": 0.2},
        "metal metall steel stahl iron eisen chain kette rust rost gong creak knarr quietsch",
    ),
    (
        {"bell": 1, "bright": 0.3},
        "bell glock chime celesta vibraphon glass glas glimmer crystal kristall box spieluhr",
    ),
    ({"pluck": 1}, "harp harf guitar gitarre pluck gezupf lute laute koto zither banjo mandolin pizzicat"),
    ({"piano": 1}, "piano klavier flugel rhodes keys"),
    ({"pulse": 1, "tempo": 0.3}, "pulse puls heartbeat herzschlag beat drum tromm throb poch schlag perc march marsch"),
    # beds
    ({"rain": 1}, "rain regen drizzle niesel downpour schauer pour storm sturm thunder gewitter"),
    (
        {"wind": 1},
        "wind breeze brise gust boe storm sturm draught gale howl mountain gebirg desert wuste snow schnee "
        "frost kalt cold ice eis",
    ),
    (
        {"sea": 1},
        "sea see meer ocean ozean wave welle surf brandung coast kuste beach strand shore ufer tide gezeit "
        "harbo hafen salt salz lighthouse leuchtturm boat boot",
    ),
    ({"river": 1}, "river fluss stream bach brook water wasser weir wehr lapping platscher waterfall canal kanal"),
    (
        {"fire": 1},
        "fire feuer hearth herd smok rauch candle kerze kamin flame flamme crackl knister campfire torch "
        "fackel ember glut",
    ),
    ({"crickets": 1}, "cricket grille cicada zikade summer sommer meadow wiese insect insekt"),
    (
        {"birds": 0.7, "bright": 0.2},
        "bird vogel vogel forest wald garden garten spring fruhling morning morgen dawn dammer",
    ),
    (
        {"hum": 1},
        "hum electric elektr machine maschin engine motor generator brumm surr server neon pump dock corridor "
        "korridor train zug deck ship schiff factory fabrik reactor",
    ),
    (
        {"crowd": 0.8},
        "crowd menge market markt tavern taverne kneipe inn wirtshaus "
        "city stadt street strasse people leute cafe station bahnhof",
    ),
    ({"drips": 1, "echo": 0.6}, "drip tropf trief sewer kanalisation cellar keller cave hohle grotto grotte"),
    # how it feels
    (
        {"valence": 0.8, "tension": -0.3},
        "happy frohlich warm joy freud hope hoffn cheer heiter sunny sonnig golden home heim playful verspielt",
    ),
    (
        {"valence": -0.8},
        "sad traurig melanch grief trauer sorrow lonely einsam loss verlust mourn minor moll bitter grey grau",
    ),
    (
        {"tension": -0.8, "tempo": -0.5},
        "calm ruhig peace fried gentle sanft quiet still leise serene tranquil rest soft zart sleep schlaf "
        "safe tender zartlich",
    ),
    (
        {"tension": 0.9, "valence": -0.4},
        "tense gespann spannung suspens danger gefahr threat droh watched restless rastlos wary unease unruh "
        "uneasy nerv anxi angst fear furcht",
    ),
    (
        {"tension": 1, "valence": -0.8, "register": -0.4},
        "horror terror grauen doom verdam nightmare albtraum sinister "
        "unheim evil bose dread eerie ghost geist creepy grim",
    ),
    (
        {"tension": 0.6, "tempo": 0.8},
        "urgent dring chase flucht hunt jagd battle kampf fight hurry eile panic panik alarm",
    ),
    (
        {"valence": -0.5, "bright": -0.5, "register": -0.3},
        "dark dunkel night nacht dim shadow schatten black schwarz gloom duster midnight mitternacht",
    ),
    (
        {"bright": 0.7, "register": 0.4},
        "light licht bright hell clear klar high hoch sparkl funkel star stern white weiss frost sun sonne "
        "silver silber",
    ),
    ({"bright": -0.4, "echo": 0.4}, "fog nebel hush dust staub mist dunst haze distant fern far muffled gedampft"),
    (
        {"echo": 0.8},
        "echo hall hollow hohl corridor korridor endless endlos underground reverb space weltraum weite vast "
        "wide empty leer cathedral dom hallway long lang",
    ),
    ({"echo": -0.6}, "dry trocken close nah small klein room zimmer intimate"),
    ({"tempo": -0.8}, "slow langsam adagio largo lento sparse karg"),
    ({"tempo": 0.8}, "fast schnell quick allegro lively lebhaft busy brisk energ"),
    ({"dense": 0.8}, "rich dense dicht lush uppig full voll melod"),
    ({"dense": -0.8}, "sparse karg minimal single einzeln bare empty leer lone"),
    # scales
    ({"lydian": 1, "dream": 0.3}, "lydian lydisch wonder wunder magic magie zauber myster marchen fairy dream traum"),
    ({"dorian": 1}, "dorian dorisch medieval mittelalter folk celtic kelt old alt ancient uralt knight ritter"),
    ({"phrygian": 1}, "phrygian phrygisch desert wuste orient flamenco arab temple tempel"),
    ({"pentatonic": 1}, "pentaton japan chin asia asien zen koto shrine schrein bamboo bambus"),
    ({"valence": 1}, "major dur"),
    # words that only look like others
    ({}, "window domain rainbow inner seem seen seed altar"),
)


@cache
def _stems() -> dict[str, dict[str, float]]:
    stems: dict[str, dict[str, float]] = {}
    for traits, words in _MEANING:
        for word in words.split():
            known = stems.setdefault(word, {})
            for name, amount in traits.items():
                known[name] = known.get(name, 0.0) + amount
    return stems


@cache
def _by_first() -> dict[str, tuple[str, ...]]:
    """The stems by their first letter, the longest first."""
    letters = {stem[0] for stem in _stems()}
    return {
        letter: tuple(sorted((each for each in _stems() if each[0] == letter), key=lambda stem: (-len(stem), stem)))
        for letter in letters
    }


def traits_of(text: str) -> dict[str, float]:
    """What a text calls for, added up. A word after "no" or "without" takes away."""
    found: dict[str, float] = {}
    for word, sign in _words(text[:_LONGEST_TEXT]):
        for name, amount in _meaning(word).items():
            found[name] = found.get(name, 0.0) + sign * amount
    return found


def _words(text: str) -> Iterator[tuple[str, int]]:
    plain = "".join(each for each in unicodedata.normalize("NFKD", text.casefold()) if not unicodedata.combining(each))
    for clause in re.split(r"[,.;:!?()\n]", plain):
        sign = 1
        for word in re.findall(r"[^\W\d_]+", clause):
            if word in _NOT:
                sign = -1
            else:
                yield word, sign


def _meaning(word: str) -> Mapping[str, float]:
    """What a word gives; a long one gives what its beginning and its end give together."""
    begins = _stem_of(word)
    if len(word) < _LONG_WORD:
        return _stems().get(begins, {})
    found = dict(_stems().get(begins, {}))
    for at in range(max(3, len(begins)), len(word) - 3):
        ends = _stem_of(word[at:])
        if len(ends) > 3 and len(word) - at - len(ends) <= 3:
            return found | _stems()[ends]
    return found


def _stem_of(word: str) -> str:
    """The longest stem that a word begins with. A short stem stands for few words, but for one that "
    "begins a long one."""
    for stem in _by_first().get(word[0], ()):
        few = 1 if len(stem) < 4 else 3
        whole = len(stem) > 4 or (len(stem) == 4 and len(word) >= _LONG_WORD)
        if word.startswith(stem) and (whole or len(word) - len(stem) <= few):
            return stem
    return ""
