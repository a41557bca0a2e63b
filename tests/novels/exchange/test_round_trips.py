"""Any lore and any character goes out and comes back; any file of theirs comes in and goes out as it was."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from gameplan.novels.exchange import (
    ExchangeError,
    Lorebook,
    blank_png,
    read_card,
    read_lorebook,
    write_charx,
    write_json_card,
    write_lorebook,
    write_png_card,
)
from gameplan.novels.exchange.lorebooks import Form
from gameplan.novels.exchange.texts import without_markup, without_unseen
from gameplan.novels.package import Character, WorldInfo


def is_clean(text: str) -> bool:
    return without_markup(without_unseen(text)) == text


letters = st.characters(exclude_categories=["Cs", "Cc", "Cf", "Zl", "Zp"])
texts = st.text(letters, max_size=20).filter(is_clean)
special = st.sampled_from(["/a|b/i", "a|b", "what?", "{{char}}", "@@depth 4", "<START>", "C++", "x, y", "/", "//"])
odd_texts = texts | special.filter(is_clean)
lines = odd_texts.map(lambda text: " ".join(text.split()))
slugs = st.from_regex(r"[a-z][a-z0-9_]{0,12}", fullmatch=True)
any_text = st.text(st.characters(exclude_categories=["Cs"]), max_size=20) | special
json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**60), 2**60)
    | st.floats(allow_nan=False, allow_infinity=False)
    | any_text,
    lambda each: st.lists(each, max_size=3) | st.dictionaries(any_text, each, max_size=3),
    max_leaves=6,
)
names = any_text.filter(lambda name: name not in ("gameplan", "world_entry", "book_entry"))
strange = st.dictionaries(names, json_values, max_size=3)
keys = st.lists(lines.filter(bool), max_size=3).map(tuple)
lore = st.builds(
    WorldInfo,
    id=slugs,
    keys=keys,
    secondary_keys=keys,
    logic=st.sampled_from(["and_any", "and_all", "not_any", "not_all"]),
    content=odd_texts,
    constant=st.booleans(),
    whole_words=st.none() | st.booleans(),
    case_sensitive=st.booleans(),
    scan_depth=st.integers(0, 100),
    order=st.integers(-1000, 1000),
    probability=st.floats(0, 1),
    group=lines,
    sticky=st.integers(0, 9),
    cooldown=st.integers(0, 9),
    delay=st.integers(0, 9),
    recursive=st.booleans(),
    audience=st.sampled_from(["director", "storyteller", "both"]),
    reveal_if=lines,
)
people = st.builds(
    Character,
    id=slugs,
    name=lines.filter(lambda name: bool(name) and "/" not in name and "\\" not in name),
    role=st.sampled_from(["protagonist", "ally", "antagonist", "npc"]),
    description=odd_texts,
    pronouns=lines,
    voice=lines,
    stats=st.dictionaries(slugs, st.integers(-2, 3), max_size=2),
    secrets=st.lists(lines, max_size=2).map(tuple),
    mobile=st.booleans(),
    extensions=strange,
)
FORMS: list[Form] = ["world", "character_book", "lorebook_v3"]


def told(entry: WorldInfo) -> dict[str, Any]:
    """What an entry says, without what other programs keep in it."""
    return entry.model_dump(exclude={"extensions"})


@given(st.lists(lore, max_size=3, unique_by=lambda each: each.id), st.sampled_from(FORMS), st.sampled_from(FORMS))
def test_our_lore_goes_through_any_two_forms(entries: list[WorldInfo], one: Form, other: Form) -> None:
    first = read_lorebook(write_lorebook(Lorebook(tuple(entries), "B"), one))
    second = read_lorebook(write_lorebook(first, other))
    assert [told(each) for each in first.entries] == [told(each) for each in entries]
    assert [told(each) for each in second.entries] == [told(each) for each in entries]
    assert (first.name, second.name) == ("B", "B")


theirs = st.fixed_dictionaries(
    {"keys": st.lists(any_text, max_size=3) | json_values, "content": any_text | json_values},
    optional={
        "extensions": strange
        | st.fixed_dictionaries(
            {},
            optional={
                name: json_values | st.integers(-1, 5) | st.booleans()
                for name in (
                    "selectiveLogic",
                    "scan_depth",
                    "probability",
                    "useProbability",
                    "sticky",
                    "group",
                    "depth",
                )
            },
        ),
        **{
            name: json_values | st.booleans()
            for name in (
                "enabled",
                "insertion_order",
                "constant",
                "selective",
                "case_sensitive",
                "use_regex",
                "comment",
            )
        },
        "secondary_keys": st.lists(any_text, max_size=2),
        "unknown": json_values,
    },
)


@given(st.lists(theirs, max_size=3), st.sampled_from(["character_book", "lorebook_v3"]), strange)
@example([{"keys": ["", "{", "/0/"], "content": ""}], "lorebook_v3", {})
@example([{"keys": ["/0/"], "secondary_keys": ["{"], "selective": True, "content": ""}], "lorebook_v3", {})
def test_a_book_of_theirs_is_written_back_as_it_was(entries: list[Any], form: Form, more: dict[str, Any]) -> None:
    said = {**more, "entries": entries}
    said.pop("data", None)
    book = read_lorebook(json.dumps(said).encode())
    back = json.loads(write_lorebook(book, form))
    back = back["data"] if form == "lorebook_v3" else back
    assert {name: back[name] for name in said if name != "entries"} == {
        name: value for name, value in said.items() if name != "entries"
    }
    for before, after, entry in zip(entries, back["entries"], book.entries, strict=True):
        extensions = {name: value for name, value in after["extensions"].items() if name != "gameplan"} if isinstance(
            after["extensions"], dict
        ) else after["extensions"]  # fmt: skip
        assert json.dumps(extensions) == json.dumps(before.get("extensions", {}))
        assert {name: after[name] for name in before if name != "extensions"} == {
            name: value for name, value in before.items() if name != "extensions"
        }
        WorldInfo.model_validate_json(entry.model_dump_json())


@given(people, st.lists(lore, max_size=2, unique_by=lambda each: each.id), st.sampled_from(["2", "3", "png", "charx"]))
@example(Character(id="a", name="{{char}}", role="npc", description="{{char}} <bot>"), [], "2")
def test_our_characters_go_through_any_card(character: Character, entries: list[WorldInfo], form: str) -> None:
    match form:
        case "png":
            content = write_png_card(character, entries, picture=blank_png(2, 2))
        case "charx":
            content = write_charx(character, entries)
        case _:
            content = write_json_card(character, entries, spec=int(form))  # type: ignore[arg-type]
    card = read_card(content)
    assert card.character.model_dump(exclude={"extensions"}) == character.model_dump(exclude={"extensions"})
    assert [told(each) for each in card.lore] == [told(each) for each in entries]
    kept = {name: value for name, value in card.character.extensions.items() if name != "gameplan"}
    assert json.dumps(kept) == json.dumps(character.extensions)
    again = read_card(write_json_card(card.character, card.lore))
    assert (again.character, again.lore) == (card.character, card.lore)


fields = ("description", "personality", "scenario", "first_mes", "tags", "creator", "nickname", "assets", "unknown")


@given(
    st.fixed_dictionaries(
        {"name": st.just("N") | any_text, "extensions": strange},
        optional={
            **dict.fromkeys(fields, json_values | any_text),
            "character_book": st.fixed_dictionaries(
                {"entries": st.lists(theirs, max_size=2)}, optional={"name": any_text}
            ),
        },
    ),
    st.sampled_from([2, 3]),
)
def test_a_card_of_theirs_is_written_back_as_it_was(data: dict[str, Any], spec: Any) -> None:
    try:
        card = read_card(json.dumps({"spec": f"chara_card_v{spec}", "data": data}).encode())
    except ExchangeError as error:
        assert "name is empty" in str(error)
        return
    assert is_clean(card.character.name) and is_clean(card.character.description) and "/" not in card.character.name
    back = json.loads(write_json_card(card.character, card.lore, spec=spec))["data"]
    own = {name: value for name, value in back["extensions"].items() if name != "gameplan"}
    assert json.dumps(own) == json.dumps(data["extensions"])
    apart = ("extensions", "character_book")
    assert {name: back[name] for name in data if name not in apart} == {
        name: value for name, value in data.items() if name not in apart
    }
    Character.model_validate_json(card.character.model_dump_json())


@given(st.binary(max_size=200) | st.binary(max_size=100).map(lambda end: blank_png(2, 2)[:40] + end))
def test_no_bytes_break_the_reader(content: bytes) -> None:
    for read in (read_card, read_lorebook):
        with pytest.raises(ExchangeError):
            read(content)


@given(json_values | st.dictionaries(st.sampled_from(["spec", "data", "entries", "name", "description"]), json_values))
def test_no_json_breaks_the_reader(value: Any) -> None:
    for read in (read_card, read_lorebook):
        try:
            read(json.dumps(value).encode())
        except ExchangeError as error:
            assert str(error).isprintable()


WORLD = (
    *("key", "keysecondary", "comment", "content", "constant", "order", "position", "selectiveLogic", "probability"),
    *("useProbability", "scanDepth", "caseSensitive", "matchWholeWords", "sticky", "group", "excludeRecursion", "mood"),
)


@given(
    st.lists(
        st.fixed_dictionaries(
            {"selective": st.booleans(), "disable": st.booleans()},
            optional={**dict.fromkeys(WORLD, json_values), "extensions": strange.filter(bool)},
        ),
        max_size=3,
    )
)
def test_a_world_of_theirs_is_written_back_as_it_was(entries: list[dict[str, Any]]) -> None:
    said = {
        "entries": {str(number): {**entry, "uid": number} for number, entry in enumerate(entries)},
        "extensions": {},
    }
    book = read_lorebook(json.dumps(said).encode())
    back = json.loads(write_lorebook(book, "world"))
    through = write_lorebook(read_lorebook(write_lorebook(book, "lorebook_v3")), "world")
    for written in (back, json.loads(through)):
        for number, entry in said["entries"].items():
            after = written["entries"][number]
            after.get("extensions", {}).pop("gameplan", None)
            assert {name: after[name] for name in entry} == entry
