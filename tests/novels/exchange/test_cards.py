"""Character cards as PNG, `.charx` and JSON."""

from __future__ import annotations

import base64
import io
import json
import struct
import zipfile
import zlib
from typing import Any

import pytest

from gameplan.novels.exchange import (
    Card,
    ExchangeError,
    blank_png,
    lore_of,
    read_card,
    write_charx,
    write_json_card,
    write_png_card,
)
from gameplan.novels.exchange.png import MAX_PIXELS, texts_of, with_texts
from gameplan.novels.package import ArcEncounter, Character, PersonalArc, VNPackage, WorldInfo

DATA: dict[str, Any] = {
    "name": "Mara Voss",
    "description": "{{char}} keeps the light. She does not trust {{user}}.",
    "personality": "dry,\n patient",
    "scenario": "A storm.",
    "first_mes": "You are late, {{user}}.",
    "mes_example": "<START>\n{{char}}: No.",
    "creator_notes": "by hand",
    "system_prompt": "",
    "post_history_instructions": "",
    "alternate_greetings": ["Well?"],
    "tags": ["sea"],
    "creator": "somebody",
    "character_version": "1.2",
    "extensions": {"z": {"b": 1, "a": 2.5, "n": None}, "depth_prompt": {"depth": 4, "prompt": "<b>{{char}}</b>\x07"}},
    "character_book": {
        "name": "Lights",
        "scan_depth": 3,
        "extensions": {"k": 1},
        "entries": [
            {
                "keys": ["lamp"],
                "content": "{{char}} cleans it.",
                "enabled": True,
                "insertion_order": 5,
                "id": 1,
                "extensions": {"sticky": 2, "odd": [1]},
            }
        ],
    },
}
V2: dict[str, Any] = {"spec": "chara_card_v2", "spec_version": "2.0", "data": DATA}
V3: dict[str, Any] = {
    "spec": "chara_card_v3",
    "spec_version": "3.0",
    "data": {**DATA, "nickname": "Mara", "group_only_greetings": [], "source": ["id:1"], "creation_date": 17},
}


def as_json(card: Any) -> bytes:
    return json.dumps(card).encode()


def as_png(**chunks: Any) -> bytes:
    return with_texts(blank_png(4, 4), {name: base64.b64encode(as_json(card)) for name, card in chunks.items()})


def as_charx(card: Any, **files: bytes) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr("card.json", as_json(card))
        for name, content in files.items():
            archive.writestr(name, content)
    return buffer.getvalue()


def chunk_of(png: bytes, name: str) -> Any:
    return json.loads(base64.b64decode(texts_of(png, (name,))[name]))


def test_a_card_becomes_a_character_with_its_lore() -> None:
    card = read_card(as_json(V2))
    mara = card.character
    assert (mara.id, mara.name, mara.role, mara.voice) == ("mara_voss", "Mara Voss", "npc", "dry, patient")
    assert mara.description == "Mara Voss keeps the light. She does not trust the protagonist."
    (lamp,) = card.lore
    assert (lamp.keys, lamp.content, lamp.order, lamp.sticky) == (("lamp",), "Mara Voss cleans it.", 5, 2)
    assert lamp.scan_depth == 3
    assert not card.notes


def test_a_nickname_is_what_char_stands_for() -> None:
    assert read_card(as_json(V3)).character.description.startswith("Mara keeps")
    assert read_card(as_json(V3), you="Ada").character.description.endswith("trust Ada.")


def test_the_caller_says_the_role_and_which_ids_are_taken() -> None:
    card = read_card(as_json(V2), role="ally", taken={"mara_voss"}, lore_taken={"lamp"})
    assert (card.character.id, card.character.role, card.lore[0].id) == ("mara_voss_2", "ally", "lamp_2")


@pytest.mark.parametrize("card", [V2, V3], ids=["V2", "V3"])
def test_a_card_is_written_back_as_it_was(card: dict[str, Any]) -> None:
    read = read_card(as_json(card))
    spec = 2 if card is V2 else 3
    back = json.loads(write_json_card(read.character, read.lore, spec=spec))  # type: ignore[arg-type]
    assert (back["spec"], back["spec_version"]) == (card["spec"], card["spec_version"])
    assert json.dumps(back["data"]["extensions"]) == json.dumps(DATA["extensions"])
    said, written = dict(card["data"]), back["data"]
    entries = said["character_book"]["entries"], written["character_book"]["entries"]
    assert {name: written[name] for name in said if name != "character_book"} == {
        name: value for name, value in said.items() if name != "character_book"
    }
    assert {name: entries[1][0][name] for name in entries[0][0]} == entries[0][0]
    assert written["character_book"]["name"] == "Lights" and written["character_book"]["extensions"] == {"k": 1}
    assert read_card(as_json(back)) == read


def test_what_was_changed_since_is_written() -> None:
    read = read_card(as_json(V2))
    changed = read.character.model_copy(update={"name": "Mara", "description": "Gone.", "voice": "quiet"})
    data = json.loads(write_json_card(changed, read.lore))["data"]
    assert (data["name"], data["description"], data["personality"]) == ("Mara", "Gone.", "quiet")
    assert data["first_mes"] == DATA["first_mes"]
    again = read_card(write_json_card(changed, read.lore)).character
    assert (again.id, again.name, again.description, again.voice) == ("mara_voss", "Mara", "Gone.", "quiet")


def test_what_a_card_has_no_words_for_comes_back_too() -> None:
    arc = PersonalArc(
        want="to leave",
        need="to stay",
        arc_encounters=(ArcEncounter(id="x", title="X", description="d", arc_phase="crisis"),),
    )
    mara = Character(
        id="keeper", name="Mara", role="antagonist", description="d", pronouns="she/her", personal_arc=arc,
        stats={"nerve": 2}, secrets=("She lit it.",), mobile=True, image_prompt="a woman",
    )  # fmt: skip
    assert read_card(write_json_card(mara)).character.model_copy(update={"extensions": {}}) == mara
    assert read_card(write_json_card(mara, spec=2), taken={"keeper"}).character.id == "keeper_2"


def test_version_1_has_no_more_than_its_fields() -> None:
    flat = {name: DATA[name] for name in ("name", "description", "personality", "scenario", "first_mes", "mes_example")}
    card = read_card(as_json(flat))
    assert card.character.name == "Mara Voss"
    assert (
        json.loads(write_json_card(card.character, spec=2))["data"] | flat
        == json.loads(write_json_card(card.character, spec=2))["data"]
    )


def test_a_card_of_a_newer_version_is_read_with_a_note() -> None:
    card = read_card(as_json({**V3, "spec": "chara_card_v4", "spec_version": "4.0"}))
    assert card.character.name == "Mara Voss" and "another version" in card.notes[0]


def test_what_stands_beside_the_data_is_kept_and_follows_a_change() -> None:
    outer = {"name": "Mara Voss", "create_date": "2026-1-1", "fav": True}
    read = read_card(as_json({**outer, **V2}))
    back = json.loads(write_json_card(read.character.model_copy(update={"name": "M"}), spec=2))
    assert {name: back[name] for name in outer} == {**outer, "name": "M"}


# -- PNG


def test_a_png_is_read_and_its_picture_is_kept_without_the_card() -> None:
    card = read_card(as_png(chara=V2))
    assert card.character.name == "Mara Voss"
    assert card.pictures == {"neutral": blank_png(4, 4)}


def test_version_3_wins_if_both_are_there() -> None:
    other = {**V3, "data": {**V3["data"], "name": "Newer"}}
    assert read_card(as_png(chara=V2, ccv3=other)).character.name == "Newer"
    assert read_card(as_png(ccv3=other, chara=V2)).character.name == "Newer"


def test_a_png_is_written_for_both_versions() -> None:
    read = read_card(as_json(V3))
    png = write_png_card(read.character, read.lore, picture=as_png(chara={"old": 1}, ccv3={"old": 1}, other={}))
    assert chunk_of(png, "chara")["spec"] == "chara_card_v2"
    assert chunk_of(png, "ccv3")["spec"] == "chara_card_v3"
    assert chunk_of(png, "other") == {}
    assert png.count(b"tEXtchara\0") == png.count(b"tEXtccv3\0") == 1
    again = read_card(png)
    assert (again.character, again.lore) == (read.character, read.lore)


def chunk(kind: bytes, data: bytes, *, length: int | None = None, check: int | None = None) -> bytes:
    crc = zlib.crc32(kind + data) if check is None else check
    return struct.pack(">I", len(data) if length is None else length) + kind + data + struct.pack(">I", crc)


START = blank_png(4, 4)[:33]  # the signature and the header
END = chunk(b"IEND", b"")
TEXT = b"chara\0" + base64.b64encode(as_json(V2))


@pytest.mark.parametrize(
    ("png", "code", "why"),
    [
        (blank_png(), "unknown_format", "no card in this picture"),
        (START + chunk(b"tEXt", TEXT, check=7) + END, "damaged", 'check sum of its part "tEXt"'),
        (START + chunk(b"tEXt", TEXT, length=0xFFFFFFFF) + END, "damaged", "4,294,967,295 bytes"),
        (START + chunk(b"tEXt", TEXT), "damaged", "cut short"),
        (START[:20], "damaged", "cut short|fewer"),
        (START[:8] + chunk(b"tEXt", TEXT) + END, "damaged", "header"),
        (START + START[8:] + END, "damaged", "header"),
        (START[:8] + chunk(b"IHDR", struct.pack(">II5x", 60_000, 60_000)) + END, "too_large", "pixels"),
        (START[:8] + chunk(b"IHDR", struct.pack(">II5x", 0, 5)) + END, "too_large", "pixels"),
        (START + chunk(b"tEXt", b"chara\0***not base64***") + END, "damaged", "base64"),
        (START + chunk(b"tEXt", b"chara\0" + base64.b64encode(b"not JSON")) + END, "damaged", "not JSON"),
        (START + chunk(b"tEXt", b"chara\0" + base64.b64encode(b"[1]")) + END, "invalid", "not a JSON object"),
        (START + chunk(b"tEXt", b"chara\0" + base64.b64encode(b" " * 17_000_000)) + END, "too_large", "larger than"),
        (START + chunk(b"\x1b[2J", b"", check=1) + END, "damaged", "check sum"),
        (START + chunk(b"aaAa", b"") * 20_001 + END, "too_large", "parts"),
    ],
)
def test_a_broken_picture_is_refused_and_it_is_said_why(png: bytes, code: str, why: str) -> None:
    with pytest.raises(ExchangeError, match=why) as refused:
        read_card(png)
    assert refused.value.code == code
    assert str(refused.value).isprintable()


def test_a_huge_picture_is_refused_unread() -> None:
    with pytest.raises(ExchangeError, match="larger than 64,000,000 bytes"):
        read_card(START + bytes(64_000_000))
    assert MAX_PIXELS >= 8_000 * 8_000


# -- .charx


def test_a_charx_is_read_with_its_pictures_and_files() -> None:
    inline = base64.b64encode(blank_png(2, 2)).decode()
    assets = [
        {"type": "icon", "uri": "embeded://assets/icon/images/main.png", "name": "main", "ext": "png"},
        {"type": "emotion", "uri": "embeded://assets/emotion/images/sad.png", "name": "Sad", "ext": "png"},
        {"type": "emotion", "uri": "data:image/png;base64," + inline, "name": "glad", "ext": "png"},
        {"type": "icon", "uri": "ccdefault:", "name": "x", "ext": "png"},
        {"type": "emotion", "uri": "https://example.org/x.png", "name": "angry", "ext": "png"},
        {"type": "emotion", "uri": "embeded://../../etc/passwd", "name": "worried", "ext": "png"},
        {"type": "background", "uri": "embeded://assets/other/bg.bin", "name": "bg", "ext": "bin"},
    ]
    said = {**V3, "data": {**V3["data"], "assets": assets}}
    files = {
        "assets/icon/images/main.png": blank_png(4, 4),
        "assets/emotion/images/sad.png": blank_png(3, 3),
        "assets/other/bg.bin": b"anything",
        "app.json": b"{}",
    }
    card = read_card(as_charx(said, **files))
    assert card.pictures == {"neutral": blank_png(4, 4), "sad": blank_png(3, 3), "glad": blank_png(2, 2)}
    assert card.files == files
    assert 'The picture "https://example.org/x.png" is not in the card, and was left out.' in card.notes
    again = read_card(write_charx(card.character, card.lore, pictures=card.pictures, files=card.files))
    assert (again.character.name, again.lore, again.pictures) == (card.character.name, card.lore, card.pictures)
    assert dict(again.files) | files == again.files


def test_a_charx_is_written_the_same_each_time_with_a_picture_for_each_expression() -> None:
    mara = read_card(as_json(V3)).character
    pictures = {"neutral": blank_png(4, 4), "sad": blank_png(3, 3)}
    charx = write_charx(mara, pictures=pictures)
    assert charx == write_charx(mara, pictures=pictures)
    with zipfile.ZipFile(io.BytesIO(charx)) as archive:
        assert archive.namelist() == ["assets/emotion/images/sad.png", "assets/icon/images/main.png", "card.json"]
        assets = json.loads(archive.read("card.json"))["data"]["assets"]
    assert {each["uri"] for each in assets} == {
        "embeded://assets/icon/images/main.png",
        "embeded://assets/emotion/images/sad.png",
    }
    assert read_card(charx).pictures == pictures
    with pytest.raises(ExchangeError, match="not PNG, JPEG or WebP"):
        write_charx(mara, pictures={"neutral": b"<svg onload=alert(1)>"})


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"PK nonsense", "damaged"),
        (as_charx(V3)[:-30], "damaged"),
        (as_charx(V3, **{"../up.png": b"x"}), "unsafe"),
    ],
)
def test_a_broken_charx_is_refused(content: bytes, code: str) -> None:
    with pytest.raises(ExchangeError) as refused:
        read_card(content)
    assert refused.value.code == code


def test_a_zip_that_is_no_charx_and_a_bomb_are_refused() -> None:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr("x.json", "{}")
    with pytest.raises(ExchangeError, match=r"there is no card.json"):
        read_card(buffer.getvalue())
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("card.json", b" " * 50_000_000)
    with pytest.raises(ExchangeError, match="times as large"):
        read_card(buffer.getvalue())


# -- hostile text


def hostile(**data: Any) -> Card:
    return read_card(as_json({**V2, "data": {"name": "N", "description": "d", **data}}))


@pytest.mark.parametrize(
    ("text", "clean"),
    [
        ("a\x1b[31mred\x1b[0m\x00\x07b", "aredb"),
        ("\x1b]0;title\x07x", "x"),
        ("evil\u202etxt\u2066\u200b\ufeff", "eviltxt"),
        ("a\U000e0041\U000e0042b", "ab"),
        ("<script>alert(1)</script>ok", "ok"),
        ("<SCRIPT src=x>a</SCRIPT >ok", "ok"),
        ("<img src=x onerror=alert(1)>ok", "ok"),
        ("<img src=x onerror=alert(1)", ""),
        ("<scr<script>x</script>ipt>alert(1)</script>ok", "alert(1)ok"),
        ("<<b>script>x</script>", "x"),
        ("<b>bold</b> and <i\nclass=x>it</i>", "bold and it"),
        ("a<!-- hidden -->b <!-- open", "ab  open"),
        ("![pic](https://evil.example/track?x)", "pic"),
        ("a < b and c > d, <3", "a < b and c > d, <3"),
        ("<think>hm</think>", "<think>hm</think>"),
        ("line\r\nline\rline", "line\nline\nline"),
        ("👩‍🚀 日本語 é", "👩‍🚀 日本語 é"),
    ],
)
def test_what_a_terminal_or_a_browser_would_obey_does_not_come_in(text: str, clean: str) -> None:
    card = hostile(description=text)
    assert card.character.description == clean
    back = json.loads(write_json_card(card.character, spec=2))["data"]
    assert back["description"] == text  # what they wrote goes back to where it came from
    lore = {"entries": [{"keys": ["k"], "content": text, "extensions": {}}]}
    assert hostile(character_book=lore).lore[0].content == clean


def test_cleaning_is_noted() -> None:
    assert hostile(description="<b>x</b>\x00").notes == (
        "The description: invisible and control characters were taken out.",
        "The description: markup was taken out.",
    )


def test_text_behind_a_wall_of_markup_is_cut_with_a_note() -> None:
    card = hostile(description="<b>" * 20_000 + "hidden")
    assert card.character.description == "…" and any("was cut" in note for note in card.notes)


@pytest.mark.parametrize(
    ("name", "ours", "id"),
    [
        ("../../etc/passwd", "etc passwd", "etc_passwd"),
        ("..\\..\\Windows\\x", "Windows x", "windows_x"),
        ("/", None, None),
        ("\u202e\x00 ", None, None),
        ("", None, None),
        (None, None, None),
        ("Ünal\nÖz", "Ünal Öz", "unal_oz"),
        ("灯", "灯", "character"),
        ("7 of 9", "7 of 9", "character_7_of_9"),
        ("x" * 1000, "x" * 299 + "…", "x" * 50),
        ("<b>Bob</b>", "Bob", "bob"),
        (5, "5", "character_5"),
    ],
)
def test_a_name_is_never_a_path(name: Any, ours: str | None, id: str | None) -> None:
    if ours is None:
        with pytest.raises(ExchangeError, match="name is empty"):
            hostile(name=name)
    else:
        character = hostile(name=name).character
        assert (character.name, character.id) == (ours, id)


def test_half_a_pair_becomes_an_escape() -> None:
    data = b'{"name": "N", "description": "cut \\ud83d", "extensions": {"a": "\\ud83d"}}'
    content = b'{"spec": "chara_card_v2", "data": ' + data + b"}"
    card = read_card(content)
    assert card.character.description == "cut \\ud83d"
    VNPackage(title="t", characters=(card.character,)).model_dump_json()


@pytest.mark.parametrize(
    "said",
    [b"", b"\x00\x01", b"GIF89a", b"{", b"[]", b"{}", b'{"data": {}}',
     b'{"spec": "lorebook_v3", "data": {"entries": []}}', b'{"name": "x"}',
     b'{"data": {"name": {}, "description": "x"}}', b'{"a":' * 100_000],
)  # fmt: skip
def test_what_is_no_card_is_refused(said: bytes) -> None:
    with pytest.raises(ExchangeError) as refused:
        read_card(said)
    assert str(refused.value).isprintable()


@pytest.mark.parametrize("value", [None, 5, True, [], ["x"], {"a": 1}, "x", 1e300])
@pytest.mark.parametrize(
    "field",
    ["description", "personality", "extensions", "character_book", "assets", "tags", "nickname", "creator_notes"],
)
def test_nonsense_in_any_field_is_kept_and_breaks_nothing(field: str, value: Any) -> None:
    card = hostile(**{field: value})
    back = json.loads(write_json_card(card.character, card.lore, spec=2))["data"]
    assert back[field] == value
    assert read_card(write_json_card(card.character, card.lore)).character.name == card.character.name


def test_an_extension_of_ours_that_somebody_else_wrote_is_cleaned_or_kept_unread() -> None:
    own = {"character": {"secrets": ["<script>x</script>s\x1b[2J"], "role": "ally", "id": "q"}}
    character = hostile(extensions={"gameplan": own}).character
    assert (character.secrets, character.role, character.id) == (("s",), "ally", "q")
    for broken in ({"character": {"role": "god"}}, {"character": 5}, 7, {"character": {"id": "../x"}}):
        card = hostile(extensions={"gameplan": broken})
        assert card.character.role == "npc" and any("kept as it is" in note for note in card.notes)
        assert json.loads(write_json_card(card.character))["data"]["extensions"]["gameplan"] == broken


def test_a_character_of_a_package_with_a_strange_extension_can_be_written() -> None:
    for strange in (
        5,
        {"card": 5, "book": [], "outer": 1, "char": {}, "you": 2},
        {"card": {"extensions": 5, "name": 7}},
    ):
        mara = Character(id="m", name="Mara", role="npc", description="d", extensions={"gameplan": strange})
        assert read_card(write_json_card(mara)).character.name == "Mara"


def test_the_lore_that_came_with_a_card_goes_out_with_it() -> None:
    card = read_card(as_json(V2))
    other = WorldInfo(id="other", content="x")
    package = VNPackage(title="t", characters=(card.character,), global_world_info=(other, *card.lore))
    assert lore_of(package, "mara_voss") == card.lore
    assert lore_of(package, "nobody") == ()


def test_markup_without_end_is_cleaned_in_time_that_grows_with_the_text(effort_of: Any) -> None:
    def cost(text: str, size: int) -> int:
        from gameplan.novels.exchange.texts import without_markup, without_unseen

        content = text * (size // len(text))
        without_markup(without_unseen(content))
        return effort_of(lambda: without_markup(without_unseen(content)))

    for text in ("<script>", "<!--", "<a ", "![a](", "<" * 8, "\x1b]", "<scr"):
        assert cost(text, 80_000) <= 12 * cost(text, 8_000) + 1_000
