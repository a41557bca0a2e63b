"""The files that cards come in: PNG, `.charx` and plain JSON."""

from __future__ import annotations

import base64
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from gameplan.novels.exchange.cards import Spec, card_from, card_of
from gameplan.novels.exchange.errors import ExchangeError, read_base64, read_json, write_json
from gameplan.novels.exchange.png import SIGNATURE, texts_of, with_texts
from gameplan.novels.exchange.texts import Reader, as_dict, as_text, mentioned, slug
from gameplan.novels.package import Character, Role, WorldInfo
from gameplan.novels.shelf.errors import PackageError
from gameplan.novels.shelf.zips import read_zip, write_zip

_CHUNKS: Final = ("ccv3", "chara")  # the newer one wins
_CARD: Final = "card.json"
_EMBEDDED: Final = ("embeded://", "embedded://")  # the first is how the format spells it


@dataclass(frozen=True, slots=True)
class Card:
    """A card that was read: who it is, the lore that came with it, its pictures by expression, its other files.

    `notes` say what was changed or left out. Pictures and files are bytes of a stranger, and were not opened.
    """

    character: Character
    lore: tuple[WorldInfo, ...]
    pictures: Mapping[str, bytes] = field(default_factory=dict)
    files: Mapping[str, bytes] = field(default_factory=dict)
    notes: tuple[str, ...] = ()


def read_card(
    content: bytes,
    *,
    role: Role = "npc",
    taken: Collection[str] = (),
    lore_taken: Collection[str] = (),
    you: str = "the protagonist",
) -> Card:
    """The card in a file. `taken` and `lore_taken` are ids that are used already; `you` is what {{user}} stands for."""
    files: dict[str, bytes] = {}
    pictures: dict[str, bytes] = {}
    if content.startswith(SIGNATURE):
        said = _in_png(content)
        pictures["neutral"] = with_texts(content, {}, without=_CHUNKS)
    elif content.startswith(b"PK"):
        said, files = _in_charx(content)
    elif content.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{"):
        said = read_json(content, "The card")
    else:
        raise ExchangeError("This is not a card: give a PNG, a .charx or a JSON file.", code="unknown_format")
    character, lore, reader = card_of(said, role=role, taken=taken, lore_taken=lore_taken, you=you)
    pictures |= _pictures(said, files, reader)
    return Card(character, lore, pictures, files, tuple(reader.notes))


def write_json_card(character: Character, lore: Iterable[WorldInfo] = (), *, spec: Spec = 3) -> bytes:
    return write_json(card_from(character, lore, spec))


def write_png_card(character: Character, lore: Iterable[WorldInfo] = (), *, picture: bytes) -> bytes:
    """A PNG that programs of version 2 and of version 3 can read. `picture` is the portrait, as PNG."""
    lore = tuple(lore)
    texts = {
        "chara": base64.b64encode(write_json_card(character, lore, spec=2)),
        "ccv3": base64.b64encode(write_json_card(character, lore, spec=3)),
    }
    return with_texts(picture, texts)


def write_charx(
    character: Character,
    lore: Iterable[WorldInfo] = (),
    *,
    pictures: Mapping[str, bytes] | None = None,
    files: Mapping[str, bytes] | None = None,
) -> bytes:
    """A `.charx` with a picture for each expression, and the files that came with the card."""
    card = card_from(character, lore, 3)
    inside = dict(files or {})
    said = card["data"].get("assets")
    assets: list[Any] = list(said) if isinstance(said, list) else []
    named = {each.get("uri") for each in assets if isinstance(each, dict)}
    for expression, picture in sorted((pictures or {}).items()):
        kind = "icon" if expression == "neutral" else "emotion"
        end = _end(picture)
        if not end:
            raise ExchangeError(f'The picture "{mentioned(expression)}" is not PNG, JPEG or WebP.', code="invalid")
        path = f"assets/{kind}/images/{'main' if kind == 'icon' else slug(expression, 'picture')}.{end}"
        uri = _EMBEDDED[0] + path
        if uri not in named and picture not in inside.values():
            assets.append({"type": kind, "uri": uri, "name": path.rpartition("/")[2].partition(".")[0], "ext": end})
            inside[path] = picture
    if assets:
        card["data"]["assets"] = assets
    return write_zip({**inside, _CARD: write_json(card)})


def _in_png(content: bytes) -> Any:
    texts = texts_of(content, _CHUNKS)
    for name in _CHUNKS:
        if name in texts:
            what = f'The card in the picture ("{name}")'
            return read_json(read_base64(texts[name], what), what)
    raise ExchangeError(
        "There is no card in this picture. Was it saved again by an image program?", code="unknown_format"
    )


def _in_charx(content: bytes) -> tuple[Any, dict[str, bytes]]:
    try:
        files = read_zip(content, "The card")
    except PackageError as error:
        codes = {"too_large": "too_large", "unsafe": "unsafe"}
        raise ExchangeError(str(error), code=codes.get(error.code, "damaged")) from None  # type: ignore[arg-type]
    if _CARD not in files:
        raise ExchangeError(f"This is not a .charx file: there is no {_CARD} in it.", code="unknown_format")
    return read_json(files.pop(_CARD), _CARD), files


def _pictures(said: Any, files: Mapping[str, bytes], reader: Reader) -> dict[str, bytes]:
    """The portraits that a card names, as far as they are inside of it. Nothing is fetched."""
    assets = as_dict(as_dict(said).get("data")).get("assets")
    found: dict[str, bytes] = {}
    for asset in assets if isinstance(assets, list) else []:
        if not isinstance(asset, dict) or asset.get("type") not in ("icon", "emotion"):
            continue
        uri = as_text(asset.get("uri"))
        picture = _picture(uri, files)
        if picture is not None and _end(picture):
            name = "neutral" if asset.get("type") == "icon" else reader.line(asset.get("name"), "A picture").lower()
            found.setdefault(name, picture)
        elif uri != "ccdefault:":
            reader.note(f'The picture "{mentioned(uri)}" is not in the card, and was left out.')
    return found


def _picture(uri: str, files: Mapping[str, bytes]) -> bytes | None:
    for start in _EMBEDDED:
        if uri.startswith(start):
            return files.get(uri.removeprefix(start))
    head, comma, body = uri.partition(",")
    if comma and head.startswith("data:image/") and head.endswith(";base64"):
        try:
            return read_base64(body.encode("ascii", "replace"), "A picture")
        except ExchangeError:
            return None
    return None


def _end(picture: bytes) -> str:
    """How the name of a picture ends; empty, if it is none."""
    if picture.startswith(SIGNATURE):
        return "png"
    if picture.startswith(b"\xff\xd8\xff"):
        return "jpg"
    return "webp" if picture[:4] == b"RIFF" and picture[8:12] == b"WEBP" else ""
