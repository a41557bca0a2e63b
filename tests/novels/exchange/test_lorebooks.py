"""Lorebooks of other programs: every field that decides when lore comes to mind is read, everything else is kept."""

from __future__ import annotations

import json
from typing import Any

import pytest

from gameplan.novels.exchange import ExchangeError, Lorebook, read_lorebook, write_lorebook
from gameplan.novels.package import WorldInfo

# As SillyTavern writes an entry of a world; `uid`, `key` and `content` differ from its defaults, and what is named.
DEFAULTS: dict[str, Any] = {
    "uid": 0,
    "key": ["tower"],
    "keysecondary": [],
    "comment": "",
    "content": "It is old.",
    "constant": False,
    "vectorized": False,
    "selective": True,
    "selectiveLogic": 0,
    "addMemo": True,
    "order": 100,
    "position": 0,
    "disable": False,
    "ignoreBudget": False,
    "excludeRecursion": False,
    "preventRecursion": False,
    "matchPersonaDescription": False,
    "matchCharacterDescription": False,
    "matchCharacterPersonality": False,
    "matchCharacterDepthPrompt": False,
    "matchScenario": False,
    "matchCreatorNotes": False,
    "delayUntilRecursion": 0,
    "probability": 100,
    "useProbability": True,
    "depth": 4,
    "outletName": "",
    "group": "",
    "groupOverride": False,
    "groupWeight": 100,
    "scanDepth": None,
    "caseSensitive": None,
    "matchWholeWords": None,
    "useGroupScoring": None,
    "automationId": "",
    "role": 0,
    "sticky": None,
    "cooldown": None,
    "delay": None,
    "triggers": [],
    "displayIndex": 0,
    "characterFilter": {"isExclude": False, "names": [], "tags": []},
}


def world(**entry: Any) -> bytes:
    return json.dumps({"entries": {"0": {**DEFAULTS, **entry}}}).encode()


def only(content: bytes, **how: Any) -> WorldInfo:
    (entry,) = read_lorebook(content, **how).entries
    return entry


@pytest.mark.parametrize(
    ("theirs", "ours"),
    [
        ({}, {"keys": ("tower",), "content": "It is old.", "scan_depth": 4, "order": 100, "probability": 1.0}),
        ({"key": ["a", " b ", ""]}, {"keys": ("a", "b")}),
        ({"key": ["/to(w|v)er/i"]}, {"keys": ("/to(w|v)er/i",)}),
        ({"keysecondary": ["x", "y"]}, {"secondary_keys": ("x", "y"), "logic": "and_any"}),
        ({"keysecondary": ["x"], "selectiveLogic": 1}, {"logic": "not_all"}),
        ({"keysecondary": ["x"], "selectiveLogic": 2}, {"logic": "not_any"}),
        ({"keysecondary": ["x"], "selectiveLogic": 3}, {"logic": "and_all"}),
        ({"keysecondary": ["x"], "selective": False}, {"secondary_keys": ()}),
        ({"constant": True}, {"constant": True}),
        ({"matchWholeWords": True}, {"whole_words": True}),
        ({"matchWholeWords": False}, {"whole_words": False}),
        ({"matchWholeWords": None}, {"whole_words": None}),
        ({"caseSensitive": True}, {"case_sensitive": True}),
        ({"scanDepth": 7}, {"scan_depth": 7}),
        ({"scanDepth": 0}, {"scan_depth": 0}),
        ({"scanDepth": 100_000}, {"scan_depth": 100}),
        ({"delayUntilRecursion": 1}, {"scan_depth": 0}),
        ({"order": 5}, {"order": 5}),
        ({"probability": 35}, {"probability": 0.35}),
        ({"probability": 35, "useProbability": False}, {"probability": 1.0}),
        ({"disable": True}, {"probability": 0.0}),
        ({"group": "weather"}, {"group": "weather"}),
        ({"sticky": 3, "cooldown": 2, "delay": 1}, {"sticky": 3, "cooldown": 2, "delay": 1}),
        ({"excludeRecursion": True}, {"recursive": False}),
        ({"preventRecursion": True}, {"recursive": False}),
        ({"comment": "The Old Tower"}, {"id": "the_old_tower"}),
        ({"comment": "灯台", "key": ["灯台"]}, {"id": "lore"}),
    ],
)
def test_each_field_of_a_world_has_its_meaning(theirs: dict[str, Any], ours: dict[str, Any]) -> None:
    entry = only(world(**theirs))
    assert {name: getattr(entry, name) for name in ours} == ours
    back = json.loads(write_lorebook(read_lorebook(world(**theirs)), "world"))
    assert back["entries"] == {"0": {**DEFAULTS, **theirs}}


@pytest.mark.parametrize(
    ("theirs", "ours"),
    [
        ({"keys": ["a"], "use_regex": True}, {"keys": ("a",)}),
        ({"keys": ["a|b/c"], "use_regex": True}, {"keys": ("/a|b\\/c/",)}),
        ({"keys": ["a|b"], "use_regex": False}, {"keys": ("a|b",)}),
        ({"secondary_keys": ["x"], "selective": True}, {"secondary_keys": ("x",)}),
        ({"secondary_keys": ["x"]}, {"secondary_keys": ()}),
        ({"secondary_keys": "x, y", "selective": True}, {"secondary_keys": ("x", "y")}),
        ({"case_sensitive": True}, {"case_sensitive": True}),
        ({"case_sensitive": True, "extensions": {"case_sensitive": False}}, {"case_sensitive": False}),
        ({"enabled": False}, {"probability": 0.0}),
        ({"insertion_order": 12.7}, {"order": 12}),
        ({"content": "@@depth 4\n@@@role user\n\nIt is old."}, {"content": "It is old."}),
        ({"name": "The Tower", "comment": "x"}, {"id": "the_tower"}),
        ({"extensions": {"sticky": 2, "selectiveLogic": 3}}, {"sticky": 2, "logic": "and_all"}),
        ({"extensions": None}, {"sticky": 0}),
        ({"extensions": []}, {"sticky": 0}),
    ],
)
@pytest.mark.parametrize("form", ["character_book", "lorebook_v3"])
def test_each_field_of_a_book_has_its_meaning(theirs: dict[str, Any], ours: dict[str, Any], form: Any) -> None:
    raw = {
        "keys": ["tower"],
        "content": "It is old.",
        "extensions": {},
        "enabled": True,
        "insertion_order": 3,
        **theirs,
    }
    book: dict[str, Any] = {"name": "B", "extensions": {"x": 1}, "entries": [raw]}
    said = {"spec": "lorebook_v3", "data": book} if form == "lorebook_v3" else book
    read = read_lorebook(json.dumps(said).encode())
    assert {name: getattr(read.entries[0], name) for name in ours} == ours
    back = json.loads(write_lorebook(read, form))
    back = back["data"] if form == "lorebook_v3" else back
    assert {name: back["entries"][0][name] for name in raw} == raw
    assert (back["name"], back["extensions"]) == ("B", {"x": 1})


def test_what_the_book_says_counts_where_an_entry_says_nothing() -> None:
    entries = [{"keys": ["a"], "content": "x"}, {"keys": ["b"], "content": "y", "extensions": {"scan_depth": 9}}]
    said = {"scan_depth": 2, "recursive_scanning": False, "token_budget": 500, "entries": entries}
    book = read_lorebook(json.dumps(said).encode())
    assert [each.scan_depth for each in book.entries] == [2, 9]
    assert not any(each.recursive for each in book.entries)
    back = json.loads(write_lorebook(book, "character_book"))
    assert (back["scan_depth"], back["recursive_scanning"], back["token_budget"]) == (2, False, 500)
    assert "scan_depth" not in back["entries"][0]["extensions"] and "gameplan" not in back["entries"][0]["extensions"]


def test_unknown_fields_and_extensions_are_written_back_as_they_were() -> None:
    entry = {
        **DEFAULTS,
        "extensions": {"z": {"b": 1, "a": 2.50}, "depth": "another", "é": [None, True]},
        "mood": "grim",
        "deep": {"x": [1, {"y": 2}]},
    }
    said = {"entries": {"0": entry}, "name": "W", "extensions": {"q": 1}, "originalData": {"old": True}}
    back = json.loads(write_lorebook(read_lorebook(json.dumps(said).encode()), "world"))
    assert back == said
    assert list(back["entries"]["0"]["extensions"]["z"]) == ["b", "a"]


def test_a_world_goes_through_a_book_and_comes_back() -> None:
    entry = {**DEFAULTS, "sticky": 4, "mood": "grim", "disable": True, "extensions": {"own": 1}}
    said = json.dumps({"entries": {"0": entry}}).encode()
    through = write_lorebook(read_lorebook(said), "lorebook_v3")
    theirs = json.loads(through)["data"]["entries"][0]
    assert (theirs["enabled"], theirs["extensions"]["sticky"], theirs["extensions"]["own"]) == (False, 4, 1)
    assert json.loads(write_lorebook(read_lorebook(through), "world"))["entries"] == {"0": entry}


def test_a_book_goes_through_a_world_and_comes_back() -> None:
    entry = {
        "keys": ["a"],
        "content": "x",
        "enabled": True,
        "insertion_order": 3,
        "constant": True,
        "selective": False,
        "secondary_keys": [],
        "priority": 9,
        "name": "N",
        "id": 7,
        "extensions": {"weird": 1},
        "odd": 2,
    }
    through = write_lorebook(read_lorebook(json.dumps({"entries": [entry]}).encode()), "world")
    assert json.loads(through)["entries"]["7"]["order"] == 3
    back = json.loads(write_lorebook(read_lorebook(through), "character_book"))["entries"][0]
    assert {name: back[name] for name in entry} == entry


def test_what_was_changed_since_is_written_in_their_words() -> None:
    book = read_lorebook(world(comment="T", probability=35, disable=True, extensions={"own": 1}, excludeRecursion=True))
    changes: dict[str, Any] = {
        "keys": ("bell",),
        "content": "It rings.",
        "probability": 0.5,
        "sticky": 2,
        "scan_depth": 9,
        "group": "g",
        "recursive": True,
        "case_sensitive": True,
        "logic": "and_all",
        "secondary_keys": ("x",),
        "order": 1,
        "whole_words": True,
        "constant": True,
        "cooldown": 3,
        "delay": 4,
    }
    changed = book.entries[0].model_copy(update=changes)
    back = json.loads(write_lorebook(Lorebook((changed,), rest=book.rest), "world"))["entries"]["0"]
    assert back == {
        **DEFAULTS,
        "comment": "T",
        "extensions": {"own": 1},
        "key": ["bell"],
        "content": "It rings.",
        "probability": 50,
        "disable": False,
        "sticky": 2,
        "scanDepth": 9,
        "group": "g",
        "caseSensitive": True,
        "selectiveLogic": 3,
        "keysecondary": ["x"],
        "order": 1,
        "matchWholeWords": True,
        "constant": True,
        "cooldown": 3,
        "delay": 4,
    }


def test_what_only_we_have_goes_to_an_extension_of_ours() -> None:
    entry = WorldInfo(id="secret", keys=("x",), content="c", audience="director", reveal_if='flag("y")')
    said = json.loads(write_lorebook(Lorebook((entry,)), "lorebook_v3"))["data"]["entries"][0]
    assert said["extensions"] == {
        "gameplan": {"entry": {"id": "secret", "audience": "director", "revealIf": 'flag("y")'}}
    }
    assert only(write_lorebook(Lorebook((entry,)), "world")).audience == "director"


def test_ids_are_not_given_twice() -> None:
    entries = [{"keys": ["a"], "content": "x"}] * 3
    book = read_lorebook(json.dumps({"entries": entries}).encode(), taken={"a"})
    assert [each.id for each in book.entries] == ["a_2", "a_3", "a_4"]


def test_what_user_stands_for_is_told() -> None:
    content = world(content="{{user}} met {{char}}, says <USER>.")
    assert only(content).content == "the protagonist met {{char}}, says the protagonist."
    assert only(content, you="Ada").content == "Ada met {{char}}, says Ada."


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"", "damaged"),
        (b"not JSON", "damaged"),
        (b"\xff\xfe{}", "damaged"),
        (b"[" * 200_000, "damaged"),
        (b'{"entries": NaN}', "damaged"),
        (b"[]", "unknown_format"),
        (b"{}", "unknown_format"),
        (b'{"entries": 5}', "unknown_format"),
        (b'{"lorebookVersion": 4, "settings": {}}', "unknown_format"),
        (b'{"entries": [5]}', "invalid"),
        (b'{"entries": {"0": "x"}}', "invalid"),
        (b'{"entries": [' + b"{}," * 3_000 + b"{}]}", "too_large"),
        (b'{"name": "' + b"x" * 17_000_000 + b'"}', "too_large"),
    ],
)
def test_what_is_no_lorebook_is_refused_and_it_is_said_why(content: bytes, code: str) -> None:
    with pytest.raises(ExchangeError) as refused:
        read_lorebook(content)
    assert refused.value.code == code
    assert str(refused.value).isprintable() and str(refused.value).endswith(".")


def test_nonsense_in_a_field_counts_as_nothing_and_is_kept() -> None:
    nonsense: dict[str, Any] = {
        "key": 5,
        "keysecondary": {"a": 1},
        "content": None,
        "order": "first",
        "probability": "often",
        "sticky": -4,
        "selectiveLogic": 99,
        "scanDepth": 1e300,
        "group": ["x"],
        "caseSensitive": "yes",
        "comment": 12,
        "constant": "true",
        "matchWholeWords": 1,
        "cooldown": True,
        "delay": {},
    }
    entry = only(world(**nonsense))
    assert (entry.keys, entry.content, entry.order, entry.probability, entry.sticky) == ((), "", 100, 1.0, 0)
    assert (entry.logic, entry.scan_depth, entry.group, entry.case_sensitive) == ("and_any", 100, "", False)
    back = json.loads(write_lorebook(read_lorebook(world(**nonsense)), "world"))["entries"]["0"]
    assert back == {**DEFAULTS, **nonsense}


def test_long_lore_is_cut_with_a_note_and_written_back_whole() -> None:
    book = read_lorebook(world(content="x" * 20_000, key=["k", "y" * 500]))
    assert len(book.entries[0].content) == 8_000 and book.entries[0].keys == ("k",)
    assert any("was cut" in note for note in book.notes) and any("a key is longer" in note for note in book.notes)
    back = json.loads(write_lorebook(book, "world"))["entries"]["0"]
    assert back["content"] == "x" * 20_000 and back["key"] == ["k", "y" * 500]


def test_an_extension_of_ours_that_somebody_else_wrote_is_cleaned_or_kept_unread() -> None:
    own: dict[str, Any] = {"entry": {"content": "<script>x</script>ok\x1b[2J", "audience": "director"}}
    entry = only(world(extensions={"gameplan": own}))
    assert (entry.content, entry.audience) == ("ok", "director")
    for broken in ({"entry": {"audience": "everybody"}}, {"entry": 5}, 7, {"entry": {"nonsense": 1}}):
        book = read_lorebook(world(extensions={"gameplan": broken}))
        assert book.entries[0].content == "It is old." and any("kept as it is" in note for note in book.notes)
        assert json.loads(write_lorebook(book, "world"))["entries"]["0"]["extensions"] == {"gameplan": broken}


def test_lore_of_a_package_with_a_strange_extension_can_be_written() -> None:
    for strange in (5, {"entry": 5}, {"entry": {"keys": 5, "extensions": 7}}, {"unread": []}):
        entry = WorldInfo(id="a", keys=("k",), content="c", extensions={"gameplan": strange})
        for form in ("world", "lorebook_v3", "character_book"):
            assert only(write_lorebook(Lorebook((entry,)), form)).keys == ("k",)  # type: ignore[arg-type]
