"""What is printed on a card, as JSON and back: in replays, and in decks that a person brought along.

Programs are not written: a card of the house is known by its key and brings its own, any other has none.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, cast, get_args

from gameplan.cards.pokemon.facts import TYPES, Ability, Attack, Card, Change, Kind

_NUMBERS = {"hp": 9_999, "stage": 2, "retreat": 20, "prizes": 6}
_TEXTS = ("evolves_from", "line", "text", "set", "number")
_FLAGS = ("special", "ace_spec", "radiant", "tera")


@dataclass(frozen=True, slots=True)
class PrintedCards:
    """Writes cards down and reads them; those that are `known` by their key are read as what they are here."""

    known: Mapping[str, Card]

    def write(self, card: Card) -> Mapping[str, Any]:
        said: dict[str, Any] = {"key": card.key, "name": card.name, "kind": card.kind}
        said |= {name: getattr(card, name) for name in (*_NUMBERS, "type", "gives", *_TEXTS) if getattr(card, name)}
        said |= {name: True for name in _FLAGS if getattr(card, name)}
        if card.prizes == 1:
            del said["prizes"]
        if card.attacks:
            said["attacks"] = [
                {"name": each.name, "cost": each.cost, "damage": each.damage, "sign": each.sign, "text": each.text}
                for each in card.attacks
            ]
        if card.ability is not None:
            said["ability"] = {"name": card.ability.name, "text": card.ability.text}
        for name in ("weakness", "resistance"):
            change: Change | None = getattr(card, name)
            if change is not None:
                said[name] = [change.type, change.by, change.value]
        if not card.programmed:
            said["programmed"] = False
        return said

    def read(self, said: Mapping[str, Any]) -> Card:
        """The card. Raises `ValueError` if it is none."""
        try:
            key = _text(said["key"])
            return self.known[key] if key in self.known else _card(key, said)
        except (KeyError, TypeError, AttributeError) as error:
            raise ValueError(f"this is no card: {error!r:.80}") from None


def _card(key: str, said: Mapping[str, Any]) -> Card:
    kind = _text(said["kind"])
    if kind not in get_args(Kind):
        raise ValueError(f"there is no kind of card {kind!r:.40}")
    ability = said.get("ability")
    printed: dict[str, Any] = {
        **{name: _number(said.get(name, int(name == "prizes")), most) for name, most in _NUMBERS.items()},
        **{name: _text(said.get(name, "")) for name in _TEXTS},
        **{name: said.get(name) is True for name in _FLAGS},
        "type": _letters(said.get("type", "C" if kind == "pokemon" else ""))[:1],
        "gives": _letters(said.get("gives", "")),
        "attacks": tuple(_attack(each) for each in said.get("attacks", ())),
        "ability": None if ability is None else Ability.as_printed(_text(ability["name"]), _text(ability["text"])),
        "weakness": _change(said.get("weakness")),
        "resistance": _change(said.get("resistance")),
        "programmed": said.get("programmed") is not False,
    }
    return Card(key, _text(said["name"]), cast("Kind", kind), **printed)


def _attack(said: Mapping[str, Any]) -> Attack:
    sign = _text(said.get("sign", ""))
    if sign not in ("", "+", "×", "-"):
        raise ValueError(f"{sign!r:.20} is no sign of an attack's damage")
    damage = _number(said.get("damage", 0), 9_999)
    return Attack(_text(said["name"]), _letters(said.get("cost", "")), damage, cast("Any", sign), _text(said["text"]))


def _change(said: Any) -> Change | None:
    if said is None:
        return None
    letter, by, value = said
    if letter not in TYPES or by not in ("×", "+", "-"):
        raise ValueError(f"{said!r:.40} is neither a weakness nor a resistance")
    return Change(letter, by, _number(value, 999))


def _text(said: Any) -> str:
    if not isinstance(said, str) or len(said) > 4_000:
        raise ValueError(f"{said!r:.40} is no text")
    return said


def _letters(said: Any) -> str:
    text = _text(said)
    if not set(text) <= {*TYPES, "*"} or len(text) > 12:
        raise ValueError(f"{text!r:.40} is no energy")
    return text


def _number(said: Any, most: int) -> int:
    if type(said) is not int or not 0 <= said <= most:
        raise ValueError(f"{said!r:.40} is no number from 0 to {most}")
    return said
