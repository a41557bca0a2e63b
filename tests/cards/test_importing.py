"""Cards and deck lists that people bring along. All cards here are invented."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gameplan.cards.pokemon.facts import Card
from gameplan.cards.pokemon.importing import (
    Catalogue,
    NoDecks,
    TooMuch,
    is_collection,
    read_cards,
    read_deck_collection,
    read_deck_list,
)

CREATURE = {
    "id": "iv3-12",
    "name": "Plumet",
    "supertype": "Pokémon",
    "subtypes": ["Basic"],
    "hp": "70",
    "types": ["Fire"],
    "attacks": [{"name": "Peck", "cost": ["Fire", "Colorless"], "damage": "30", "text": ""}],
    "weaknesses": [{"type": "Water", "value": "×2"}],
    "resistances": [{"type": "Fighting", "value": "-30"}],
    "retreatCost": ["Colorless"],
    "number": "12",
}


def read_one(tmp_path: Path, **changed: Any) -> tuple[Card | None, list[str]]:
    path = tmp_path / "iv3.json"
    path.write_text(json.dumps([{**CREATURE, **changed}]))
    read = read_cards(path)
    return (read.cards[0] if read.cards else None), [str(problem) for problem in read.problems]


def test_a_creature_is_read_with_all_its_facts(tmp_path: Path) -> None:
    card, problems = read_one(tmp_path)
    assert card is not None
    assert (card.key, card.name, card.hp, card.type, card.stage, card.retreat) == ("iv3-12", "Plumet", 70, "R", 0, 1)
    assert (card.attacks[0].cost, card.attacks[0].damage) == ("RC", 30)
    assert (str(card.weakness), str(card.resistance)) == ("Water ×2", "Fighting -30")
    assert (card.set, card.number, card.prizes, card.programmed) == ("iv3", "12", 1, True)
    assert problems == []


@pytest.mark.parametrize(
    ("printed", "damage", "sign"),
    [
        ("30", 30, ""),
        ("30+", 30, "+"),
        ("20×", 20, "×"),
        ("20x", 20, "×"),
        ("50-", 50, "-"),
        ("20Ã\x97", 20, "×"),
        ("50−", 50, "-"),
        ("?", 0, ""),
        ("", 0, ""),
    ],
)
def test_damage_is_read_however_it_is_printed(tmp_path: Path, printed: str, damage: int, sign: str) -> None:
    attacks = [{"name": "Peck", "cost": ["C"], "damage": printed}]
    card, problems = read_one(tmp_path, attacks=attacks)
    assert card is not None and (card.attacks[0].damage, card.attacks[0].sign) == (damage, sign)
    assert problems == []


def test_energy_letters_dark_and_empty_names_are_understood(tmp_path: Path) -> None:
    attacks = [{"name": "Peck", "cost": ["C", "L", "Dark", "", "Free", "Darkness"], "damage": "10"}]
    card, problems = read_one(tmp_path, attacks=attacks, types=["Dark"])
    assert card is not None and (card.attacks[0].cost, card.type) == ("CLDD", "D")
    assert problems == []


def test_a_weakness_without_a_number_is_twice_and_old_ones_add(tmp_path: Path) -> None:
    card, _ = read_one(tmp_path, weaknesses=[{"type": "Water", "value": "×"}])
    assert card is not None and str(card.weakness) == "Water ×2"
    card, _ = read_one(tmp_path, weaknesses=[{"type": "Water", "value": "+20"}])
    assert card is not None and str(card.weakness) == "Water +20"


@pytest.mark.parametrize(
    ("printed", "said"),
    [("-30", "Fighting -30"), ("-20", "Fighting -20"), ("−20", "Fighting -20"), ("–30", "Fighting -30")],
)
def test_a_resistance_is_read_with_every_sign_that_means_less(tmp_path: Path, printed: str, said: str) -> None:
    card, problems = read_one(tmp_path, resistances=[{"type": "Fighting", "value": printed}])
    assert card is not None and str(card.resistance) == said
    assert problems == []


@pytest.mark.parametrize("kind", [{"type": "Ability"}, {"type": "Poké-Power"}, {}])
def test_an_ability_is_read_with_and_without_its_type(tmp_path: Path, kind: dict[str, str]) -> None:
    card, problems = read_one(tmp_path, abilities=[{"name": "Keen Eye", "text": "Look twice.", **kind}])
    assert card is not None and card.ability is not None
    assert (card.ability.name, card.ability.text, card.programmed) == ("Keen Eye", "Look twice.", False)
    assert problems == []


@pytest.mark.parametrize(
    ("subtypes", "rules", "prizes"),
    [
        (["Basic", "ex"], ["When it is knocked out, your opponent takes 2 Prize cards."], 2),
        (["VMAX"], ["When it is knocked out, your opponent takes 3 Prize cards."], 3),
        (["Basic", "V"], [], 2),
        (["VMAX"], [], 3),
        (["Basic"], [], 1),
        *[(["Basic", kind], [], 2) for kind in ("ex", "EX", "GX", "VSTAR")],
        (["Basic", "TAG TEAM", "GX"], [], 3),
        (["Stage 1", "ex"], ["Mega: when it is knocked out, your opponent takes 3 Prize cards."], 3),
    ],
)
def test_o3_prizes_come_from_the_rules_text_or_the_kind(
    tmp_path: Path, subtypes: list[str], rules: list[str], prizes: int
) -> None:
    card, _ = read_one(tmp_path, subtypes=subtypes, rules=rules)
    assert card is not None and card.prizes == prizes


@pytest.mark.parametrize(("name", "prizes"), [("Mega Plumet ex", 3), ("Megan's Plumet ex", 2)])
def test_o3_a_mega_ex_is_worth_three_prizes_by_its_name(tmp_path: Path, name: str, prizes: int) -> None:
    card, _ = read_one(tmp_path, name=name, subtypes=["Basic", "ex"], rules=[])
    assert card is not None and card.prizes == prizes


def test_trainers_and_energies_are_sorted_by_kind(tmp_path: Path) -> None:
    path = tmp_path / "iv3.json"
    kinds = [["Item"], ["Supporter"], ["Stadium"], ["Pokémon Tool"], ["Tool"], ["Item", "ACE SPEC"]]
    said = [
        {"id": f"iv3-{i}", "name": f"Thing {i}", "supertype": "Trainer", "subtypes": kind, "rules": ["It helps."]}
        for i, kind in enumerate(kinds)
    ]
    said += [
        {"id": "iv3-90", "name": "Fire Energy", "supertype": "Energy", "subtypes": ["Basic"]},
        {"id": "iv3-91", "name": "Odd Energy", "supertype": "Energy", "subtypes": ["Special"]},
    ]
    path.write_text(json.dumps(said))
    cards = read_cards(path).cards
    assert [card.kind for card in cards] == ["item", "supporter", "stadium", "tool", "tool", "item", "energy", "energy"]
    assert [card.ace_spec for card in cards[:6]] == [False] * 5 + [True]
    assert [(card.gives, card.special) for card in cards[6:]] == [("R", False), ("C", True)]


def test_what_cannot_be_read_is_told_with_its_place_and_the_rest_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "iv3.json"
    broken = {
        **CREATURE,
        "id": "iv3-13",
        "hp": "lots",
        "attacks": [{"name": "Peck", "cost": ["Cheese"], "damage": "much"}],
    }
    path.write_text(json.dumps([CREATURE, broken, {"name": "Nameless"}, "text", {**CREATURE, "supertype": "Ship"}]))
    read = read_cards(path)
    assert [card.key for card in read.cards] == ["iv3-12", "iv3-13"]
    assert [problem.where for problem in read.problems] == [
        "iv3.json[1] iv3-13 attacks[0].cost",
        "iv3.json[1] iv3-13 attacks[0].damage",
        "iv3.json[1] iv3-13 hp",
        "iv3.json[2]",
        "iv3.json[3]",
        "iv3.json[4] iv3-12 supertype",
    ]


@pytest.mark.parametrize("text", ["", "{", "[1, 2", "null", "7", '{"a": 1}', "[" * 50_000])
def test_a_broken_file_is_one_problem(tmp_path: Path, text: str) -> None:
    path = tmp_path / "iv3.json"
    path.write_text(text)
    read = read_cards(path)
    assert read.cards == () and len(read.problems) == 1


LIVE = """\
Pokémon: 3
4 Plumet IV 12
2 Grand Plumet ex IV 13 PH
1 Sprig LOR TG14

Trainer: 2
4 Long Walk SVI 181
1 Old Map PR-SV 189

Energy: 3
7 Basic {R} Energy SVE 2
3 Basic Water Energy MEE 3
2 Odd Energy IV 99

Total Cards: 60
"""
ONLINE = """\
****** Pokémon Trading Card Game Deck List ******

##Pokémon - 4

* 4 Plumet IV 12

##Trainer Cards - 4

* 4 Long Walk SVI 181

##Energy - 12

* 12 Fire Energy Energy 2

Total Cards - 60

****** Deck List Generated by a Program ******
"""


def test_a_list_of_the_newest_client_is_read() -> None:
    listed = read_deck_list(LIVE)
    assert listed.problems == ()
    assert [(e.count, e.name, e.set, e.number, e.energy) for e in listed.entries] == [
        (4, "Plumet", "IV", "12", ""),
        (2, "Grand Plumet ex", "IV", "13", ""),
        (1, "Sprig", "LOR", "TG14", ""),
        (4, "Long Walk", "SVI", "181", ""),
        (1, "Old Map", "PR-SV", "189", ""),
        (7, "Basic {R} Energy", "SVE", "2", "R"),
        (3, "Basic Water Energy", "MEE", "3", "W"),
        (2, "Odd Energy", "IV", "99", ""),
    ]


def test_a_list_of_the_older_client_is_read() -> None:
    listed = read_deck_list(ONLINE)
    assert listed.problems == ()
    assert [(e.count, e.name) for e in listed.entries] == [(4, "Plumet"), (4, "Long Walk"), (12, "Fire Energy")]
    assert listed.entries[2].energy == "R"


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("2 Vinelet A1 164", ("Vinelet", "A1", "164", "", "")),
        ("1 Vinelet P-A 007", ("Vinelet", "P-A", "007", "", "")),
        ("4x Plumet", ("Plumet", "", "", "", "")),
        ("4 sv3-26", ("", "", "", "sv3-26", "")),
        ("12 Fire Energy 12", ("Fire Energy", "", "", "", "R")),
        ("9 Basic Grass Energy", ("Basic Grass Energy", "", "", "", "G")),
        ("1 Sprig LOR-TG 14", ("Sprig", "LOR-TG", "14", "", "")),
        ("1 Ada's Plan SWSH001", ("Ada's Plan SWSH001", "", "", "", "")),
        ("2 Vinelet A1a 83", ("Vinelet", "A1A", "83", "", "")),
        ("1 Sprig CEL 15_A1", ("Sprig", "CEL", "15_A1", "", "")),
        ("1 cel25c-15_A1", ("", "", "", "cel25c-15_A1", "")),
        ("4 SV3-26", ("", "", "", "SV3-26", "")),
        ("1 Sprig-Z", ("Sprig-Z", "", "", "", "")),
    ],
)
def test_a_line_is_read_in_every_way_that_is_in_use(line: str, expected: tuple[str, ...]) -> None:
    listed = read_deck_list(line)
    assert listed.problems == ()
    entry = listed.entries[0]
    assert (entry.name, entry.set, entry.number, entry.id, entry.energy) == expected


@pytest.mark.parametrize(("number", "letter"), list(enumerate("GRWLPFDM", 1)))
@pytest.mark.parametrize("name", ["Basic {%s} Energy SVE %d", "Basic {%s} Energy MEE %d", "Basic {%s} Energy"])
def test_every_basic_energy_is_known_by_its_letter(name: str, number: int, letter: str) -> None:
    listed = read_deck_list(f"7 {name % ((letter, number) if '%d' in name else letter)}")
    assert (listed.entries[0].energy, listed.problems) == (letter, ())


@pytest.mark.parametrize("word", ["Grass", "Fire", "Water", "Lightning", "Psychic", "Fighting", "Darkness", "Metal"])
def test_every_basic_energy_is_known_by_its_name(word: str) -> None:
    lines = [f"7 Basic {word} Energy", f"7 {word} Energy", f"7 {word} Energy 12", f"7 {word} Energy Energy 3"]
    catalogue = Catalogue(())
    decks = [catalogue.deck(read_deck_list(line)) for line in lines]
    assert [[card.name for card in deck.cards] for deck in decks] == [[f"{word} Energy"] * 7] * len(lines)


@pytest.mark.parametrize(
    "header",
    [
        "Pokémon (12)",
        "Pok?mon: 12",
        "PokÃ©mon: 12",
        "Trainers",
        "Energy: 3",
        "##Energy - 12",
        "Total Cards: 60",
        "---",
        "# my deck",
    ],
)
def test_headers_are_passed_over_whatever_they_count(header: str) -> None:
    assert read_deck_list(header) == read_deck_list("")


def test_lines_that_are_none_are_told_by_their_number() -> None:
    listed = read_deck_list("4 Plumet\nPlumet four times\n0 Plumet\n999 Plumet\n")
    assert [entry.name for entry in listed.entries] == ["Plumet"]
    assert [problem.where for problem in listed.problems] == ["line 2", "line 3", "line 4"]


def test_a_list_of_ten_megabytes_is_refused() -> None:
    with pytest.raises(TooMuch, match="at most 200 kB"):
        read_deck_list("4 Plumet IV 12\n" * 700_000)


@given(st.text(max_size=300))
def test_no_text_breaks_the_reader(text: str) -> None:
    listed = read_deck_list(text)
    assert all(1 <= entry.count <= 60 for entry in listed.entries)


@pytest.fixture
def data(tmp_path: Path) -> Path:
    (tmp_path / "cards" / "en").mkdir(parents=True)
    (tmp_path / "sets").mkdir()
    middle = {
        **CREATURE,
        "id": "iv3-13",
        "name": "Grand Plumet",
        "subtypes": ["Stage 1"],
        "evolvesFrom": "Plumet",
        "number": "13",
    }
    last = {
        **middle,
        "id": "iv3-14",
        "name": "Royal Plumet",
        "subtypes": ["Stage 2"],
        "evolvesFrom": "Grand Plumet",
        "number": "14",
    }
    gallery = {**CREATURE, "id": "iv3tg-TG05", "name": "Plumet", "number": "TG05", "hp": "90"}
    letter = {**CREATURE, "id": "iv3-ONE", "name": "Plumet", "number": "ONE", "hp": "50"}
    odd = [{**CREATURE, "id": f"iv3-{number}", "number": number} for number in ("A", "RC11", "GG05", "?")]
    nameless = {**CREATURE, "id": "nocode-4", "name": "Plumet", "number": "4", "hp": "40"}
    promo = {**CREATURE, "id": "ivp-IVP007", "name": "Plumet", "number": "IVP007", "hp": "110"}
    (tmp_path / "cards" / "en" / "iv3.json").write_text(json.dumps([letter, *odd, CREATURE, middle, last]))
    (tmp_path / "cards" / "en" / "a-nocode.json").write_text(json.dumps([nameless]))
    (tmp_path / "cards" / "en" / "aa-promos.json").write_text(json.dumps([promo]))
    (tmp_path / "cards" / "en" / "iv3tg.json").write_text(json.dumps([gallery]))
    sets = [
        {"id": "iv3", "ptcgoCode": "IVT"},
        {"id": "iv3tg", "ptcgoCode": "IVT"},
        {"id": "nocode"},
        {"id": "ivp", "ptcgoCode": "PR-IV"},
    ]
    (tmp_path / "sets" / "en.json").write_text(json.dumps(sets))
    return tmp_path


def test_a_deck_is_made_of_a_list_by_print_by_id_and_by_name(data: Path) -> None:
    catalogue, problems = Catalogue.read(data)
    assert problems == ()
    deck = catalogue.deck(
        read_deck_list("2 Plumet IVT 12\n1 Plumet IVT TG05\n1 Plumet IVT-TG 5\n1 iv3-13\n1 royal plumet\n3 Fire Energy")
    )
    assert deck.problems == ()
    assert [card.key for card in deck.cards] == ["iv3-12"] * 2 + ["iv3tg-TG05"] * 2 + ["iv3-13", "iv3-14"] + [
        "energy-fire"
    ] * 3


@pytest.mark.parametrize(
    ("line", "key"),
    [
        ("1 Plumet PR-IV IVP007", "ivp-IVP007"),
        ("1 Plumet PR-IV 7", "ivp-IVP007"),
        ("1 Plumet PR-IV 007", "ivp-IVP007"),
        ("1 Plumet IVT ONE", "iv3-ONE"),
        ("1 Plumet IVT A", "iv3-A"),
        ("1 Plumet IVT ?", "iv3-?"),
        ("1 Plumet IVT RC11", "iv3-RC11"),
        ("1 Plumet IVT GG05", "iv3-GG05"),
        ("1 Plumet IVT-GG 5", "iv3-GG05"),
        ("1 Plumet NOCODE 4", "nocode-4"),  # a set without a code goes by its id
        ("1 Plumet nocode 4", "nocode-4"),
        ("1 nocode-4", "nocode-4"),
        ("1 Plumet XYZ 12", "iv3tg-TG05"),  # no such set: by name, the newest
    ],
)
def test_a_card_is_found_by_numbers_of_every_kind(data: Path, line: str, key: str) -> None:
    catalogue, _ = Catalogue.read(data)
    assert [card.key for card in catalogue.deck(read_deck_list(line)).cards] == [key]


# What card names, sets and numbers look like that have been hard to read.
_NAMES = [
    "N", "Q2", "Unlo [R]", "Mr. Plum", "Plum'd", "Plum’d", "Type: None", "Hu-Hu", "Nidi ♀", "Ada's Work (Ada Plum)",
    "Plum & Zek-GX", "Zug 10%", "Tap Star ◇", "Team R's Plum", "Quiz #1", "Lt. Plum", "_____'s Plum", "Dark Plum {*}",
    "Plum δ", "Cast Sunny Form", "Flobébé", "Pokémon Finder", "Basic Rest", "Energy Switch 2", "Double Boost Energy",
    "Fire Energy Charm", "Mega Plum ex", "M Plum-EX", "Total Eclipse", "Trainer's Mail", "Energy Lottery", "4th Street",
    "U-Turn Board", "Plum LV.X", "Shining Plum 100", "TAG CALL", "Plum V-UNION", "Items for All", "Tool Box", "Plum?",
]  # fmt: skip
_PRINTS = [
    ("iv1", "SVI", "1"), ("ivp", "PR-SV", "189"), ("swp", "PR-SW", "SWSH001"), ("iv3pt5", "MEW", "151"),
    ("iv2", "151", "25"), ("a1", "A1", "164"), ("a1a", "A1a", "083"), ("pa", "P-A", "007"), ("iv9", "BRS", "100"),
    ("iv9tg", "BRS", "TG14"), ("ivz", "CRZ", "159"), ("ivzgg", "CRZ", "GG05"), ("ivh", "HIF", "47"),
    ("ivhsv", "HIF", "SV47"), ("ivc", "CEL", "15"), ("ivcc", "CEL", "15A"), ("ivbw", "B2W2", "RC11"),
    ("ivx", "XYP", "XY67a"), ("ivq", "E3", "H12"), ("iv0", "BS", "102"),
]  # fmt: skip
_FORMS = [
    "3 {name} {set} {number}", "* 3 {name} {set} {number}", "3x {name} {set} {number}", "3 × {name} {set} {number}",
    "3 {name} {set} {number} PH", "  3  {name}  {set}\u00a0{number}  ", "- 3 {name} {set} {number}",
]  # fmt: skip


def test_lines_of_every_form_are_read_back_as_the_cards_that_they_mean() -> None:
    """The bar is 99.84 % of the lines; of these shapes, all of them."""
    cards, codes = [], dict[str, list[str]]()
    for set_id, code, _ in _PRINTS:
        codes.setdefault(code.upper(), []).append(set_id)
    for i, name in enumerate(_NAMES):
        for set_id, _, number in _PRINTS:
            cards.append(Card(f"{set_id}-{number}-{i}", name, "pokemon", hp=50, type="R", set=set_id, number=number))
    lines, wrong = 0, list[str]()
    for start in range(len(_NAMES)):
        own = [card for card in cards if card.key.endswith(f"-{start}")]
        catalogue = Catalogue(own, codes)
        for card, (_, code, number) in zip(own, _PRINTS, strict=True):
            garbled = card.name.encode("ascii", "replace").decode()
            said = {form.format(name=name, set=code, number=number) for form in _FORMS for name in (card.name, garbled)}
            for line in sorted(said):
                deck = catalogue.deck(read_deck_list(line))
                lines += 1
                if deck.problems or [each.key for each in deck.cards] != [card.key] * 3:
                    wrong.append(line)
    assert lines > 6_000
    assert wrong == []


@pytest.mark.parametrize("line", ["2 Pl?met IVT 12", "2 Pl??met IVT 12", "2 Pl\ufffdmet IVT 12", "2 Pl?met"])
def test_a_name_whose_letters_were_lost_is_still_found(tmp_path: Path, line: str) -> None:
    path = tmp_path / "iv3.json"
    path.write_text(json.dumps([{**CREATURE, "name": "Plúmet"}]))
    catalogue = Catalogue(read_cards(path).cards, {"IVT": ["iv3"]})
    assert [card.key for card in catalogue.deck(read_deck_list(line)).cards] == ["iv3-12"] * 2


def test_of_two_sets_with_one_code_that_one_is_meant_whose_card_has_just_this_name() -> None:
    cards = [
        Card("cc-4", "Plumet VMAX", "pokemon", hp=300, type="R", set="cc", number="4"),
        Card("ccc-4_A", "Plumet", "pokemon", hp=60, type="R", set="ccc", number="4"),
        Card("ccc-15_A1", "Sprig", "pokemon", hp=60, type="R", set="ccc", number="15"),
        Card("ccc-15_A2", "Dark Sprig", "pokemon", hp=60, type="R", set="ccc", number="15"),
    ]
    catalogue = Catalogue(cards, {"CEL": ["cc", "ccc"]})
    lists = {"1 Plumet CEL 4": "ccc-4_A", "1 Sprig CEL 15": "ccc-15_A1", "1 Dark Sprig CEL 15_A2": "ccc-15_A2"}
    found = {line: [card.key for card in catalogue.deck(read_deck_list(line)).cards] for line in lists}
    assert found == {line: [key] for line, key in lists.items()}


_KEYS = st.sampled_from(["cards", "count", "id", "name", "data"])
_JSON = st.recursive(
    st.none() | st.integers() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(_KEYS, inner, max_size=4),
    max_leaves=12,
)


def test_json_is_told_from_a_list_that_begins_with_a_bracket() -> None:
    assert all(map(is_collection, ('[{"cards": []}]', '{"name": "x"}', "\ufeff\n [ { ", "[]")))
    assert not any(map(is_collection, ("[Pokémon]\n4 Plumet", "4 Plumet", "", "{R} Energy")))


@given(_JSON)
def test_no_json_breaks_the_reader_of_decks(said: Any) -> None:
    try:
        decks = read_deck_collection(json.dumps(said))
    except NoDecks:
        return
    assert all(1 <= entry.count <= 60 for deck in decks for entry in deck.listed.entries)


def test_v3_a_stage_2_knows_the_basic_that_its_line_begins_with(data: Path) -> None:
    catalogue, _ = Catalogue.read(data)
    assert next(card.line for card in catalogue.cards if card.name == "Royal Plumet") == "Plumet"


def test_a_card_that_is_not_in_the_data_is_told_by_its_line(data: Path) -> None:
    catalogue, _ = Catalogue.read(data)
    deck = catalogue.deck(read_deck_list("1 Plumet IVT 12\n2 Nobody IVT 999\n"))
    assert [str(problem) for problem in deck.problems] == [
        "line 2: there is no such card in the data ('Nobody IVT 999')"
    ]
