"""Lore: the documented rules of lorebooks, and keys in any script."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gameplan.novels.package import WorldInfo
from gameplan.novels.play.keys import folded, matcher
from gameplan.novels.play.lore import Lore, Memory


def _info(id: str = "dragon", **more: Any) -> WorldInfo:
    return WorldInfo(**{"id": id, "keys": (id,), "content": f"About the {id}.", **more})


def _tell(
    lore: Lore, *messages: str, memory: Memory | None = None, holds: bool = True, chance: Callable[[str], float] = len
) -> list[tuple[str, ...]]:
    """What is in mind after each message."""
    memory, told = memory or Memory(), []
    for message in messages:
        memory = lore.after(memory, message, holds=lambda _: holds, chance=lambda name: chance(name) % 1)
        told.append(memory.active)
    return told


# -- the table


def test_sticky_cooldown_and_delay_are_as_the_documented_table_has_them() -> None:
    """Entry: sticky 3, cooldown 2, delay 2; it is spoken of in every message."""
    lore = Lore([_info(sticky=3, cooldown=2, delay=2, scan_depth=1)])
    told = _tell(lore, *["the dragon"] * 8)
    assert [bool(each) for each in told] == [
        False,  # message 0: delay
        True,  # message 1: activated
        True,  # messages 2 to 4: sticky
        True,
        True,
        False,  # messages 5 and 6: cooldown
        False,
        True,  # message 7: it can be activated again
    ]


def test_what_is_sticky_stays_without_being_spoken_of() -> None:
    lore = Lore([_info(sticky=3, cooldown=2, delay=2, scan_depth=1)])
    told = _tell(lore, "hush", "the dragon", *["hush"] * 6)
    assert [bool(each) for each in told] == [False, True, True, True, True, False, False, False]


@given(sticky=st.integers(0, 5), cooldown=st.integers(0, 5), delay=st.integers(0, 5), length=st.integers(1, 30))
def test_the_timing_of_an_entry_that_is_always_spoken_of_is_periodic(
    sticky: int, cooldown: int, delay: int, length: int
) -> None:
    lore = Lore([_info(sticky=sticky, cooldown=cooldown, delay=delay, scan_depth=1)])
    told = [bool(each) for each in _tell(lore, *["dragon"] * length)]
    first = max(0, delay - 1)
    expected = [at >= first and (at - first) % (1 + sticky + cooldown) <= sticky for at in range(length)]
    assert told == expected


@given(spoken=st.lists(st.booleans(), max_size=30), sticky=st.integers(0, 4), cooldown=st.integers(0, 4))
def test_speaking_of_it_again_extends_nothing(spoken: list[bool], sticky: int, cooldown: int) -> None:
    lore = Lore([_info(sticky=sticky, cooldown=cooldown, scan_depth=1)])
    told = _tell(lore, *("dragon" if each else "hush" for each in spoken))
    since: int | None = None
    for at, named in enumerate(spoken):
        if since is not None and at > since + sticky + cooldown:
            since = None
        if since is None and named:
            since = at
        assert bool(told[at]) == (since is not None and at <= since + sticky)


# -- activation


@pytest.mark.parametrize(
    ("logic", "none", "one", "both"),
    [
        ("and_any", False, True, True),
        ("and_all", False, False, True),
        ("not_any", True, False, False),
        ("not_all", True, True, False),
    ],
)
def test_secondary_keys(logic: str, none: bool, one: bool, both: bool) -> None:
    lore = Lore([_info(secondary_keys=("fire", "gold"), logic=logic, scan_depth=1)])
    told = _tell(lore, "dragon", "dragon fire", "dragon fire gold", "fire gold")
    assert [bool(each) for each in told] == [none, one, both, False]


def test_only_the_last_messages_are_looked_through() -> None:
    lore = Lore([_info(scan_depth=2), _info("inner", keys=("dragon",), scan_depth=0)])
    assert _tell(lore, "dragon", "hush", "hush") == [("dragon", "inner"), ("dragon", "inner"), ()]


def test_depth_zero_is_for_what_other_lore_brings_to_mind() -> None:
    lore = Lore([_info("inner", keys=("dragon",), scan_depth=0)])
    assert _tell(lore, "dragon") == [()]


def test_lore_brings_lore_to_mind_unless_it_may_not() -> None:
    first = _info("dragon", content="It sleeps in Emberfell.")
    second = _info("emberfell", content="A mountain.")
    assert _tell(Lore([first, second]), "a dragon") == [("dragon", "emberfell")]
    assert _tell(Lore([first.model_copy(update={"recursive": False}), second]), "a dragon") == [("dragon",)]


def test_a_circle_of_lore_ends() -> None:
    ring = [_info(f"a{each}", content=f"a{(each + 1) % 9}") for each in range(9)]
    assert len(_tell(Lore(ring), "a0")[0]) == 4  # what is said, and three steps


def test_of_a_group_one_is_told_and_what_is_sticky_stays_the_one() -> None:
    lore = Lore([_info("a", keys=("x",), group="g", sticky=3), _info("b", keys=("x", "y"), group="g")])
    first = _tell(lore, "x", "y", chance=lambda name: 0.0)
    assert first == [("a",), ("a",)]
    assert _tell(lore, "x", chance=lambda name: 0.9) == [("b",)]


def test_chance_is_asked_once_and_not_of_what_is_sticky() -> None:
    rare = _info(probability=0.5, sticky=2)
    assert _tell(Lore([rare]), "dragon", chance=lambda name: 0.6) == [()]
    falling = iter((0.4, 0.9, 0.9, 0.9))
    told = _tell(Lore([rare]), "dragon", "hush", "hush", chance=lambda name: next(falling))
    assert told == [("dragon",)] * 3
    assert _tell(Lore([_info(probability=0)]), "dragon", chance=lambda name: 0.0) == [()]


def test_constant_lore_comes_first_then_by_order_until_the_budget_is_spent() -> None:
    text = "x" * 40
    infos = [
        _info("low", keys=("x",), order=1, content=text),
        _info("high", keys=("x",), order=9, content=text),
        _info("always", constant=True, order=5, content=text),
    ]
    assert _tell(Lore(infos), "x") == [("low", "always", "high")]  # a higher order stands nearer to the end
    assert _tell(Lore(infos, budget=100), "x") == [("always", "high")]
    assert _tell(Lore(infos, budget=40), "x") == [("always",)]


def test_who_is_told() -> None:
    lore = Lore([_info(audience="director"), _info("sea", keys=("dragon",), audience="storyteller")])
    memory = lore.after(Memory(), "dragon", holds=lambda _: True, chance=lambda _: 0.0)
    assert lore.told(memory, "director") == ("About the dragon.",)
    assert lore.told(memory, "storyteller") == ("About the sea.",)


def test_nobody_is_told_before_it_may_be_revealed() -> None:
    lore = Lore([_info(reveal_if='flag("known")', constant=True)])
    assert _tell(lore, "dragon", holds=False) == [()]
    assert _tell(lore, "dragon", holds=True) == [("dragon",)]


# -- keys


@pytest.mark.parametrize(
    ("key", "text", "found"),
    [
        ("Ane", "The ANE runs brown.", True),
        ("Ane", "Baner and Anette", False),
        ("river Ane", "the river Anette", True),  # several words are looked for as they are
        ("河", "他走到大河边。", True),
        ("东京", "我们住在东京都。", True),
        ("さくら", "昨日さくらが咲いた", True),
        ("서울", "서울에서 왔다", True),
        ("กรุงเทพ", "ไปกรุงเทพวันนี้", True),
        ("Ane", "他说Ane河很冷", True),  # a word between signs
        ("Ane", "他说Anette河", False),
        ("ＡＮＥ", "the ane", True),
        ("Straße", "in der STRASSE", True),
        ("река", "Река течёт", True),
        ("река", "рекаx", False),
        ("क", "कि", False),  # a mark belongs to its letter
        ("किताब", "यह किताब है", True),
        ("C++", "We write C++ here", True),
        ("", "anything", False),
        ("/dr[ao]gon(s?)/", "two Drogons", True),
        ("/dragon/", "a wyvern", False),
        ("/[/", "a /[/ here", True),  # no pattern: words
    ],
)
def test_keys_match_by_their_script(key: str, text: str, found: bool) -> None:
    assert matcher(key)(folded(text)) is found


def test_case_and_whole_words_can_be_asked_for() -> None:
    assert not matcher("Ane", None, True)("ane")
    assert matcher("Ane", False)("Baner")
    assert not matcher("river Ane", True)("the river Anette")


@pytest.mark.parametrize(
    "hostile", ["/(a+)+$/", "/(a|a)*$/", "/(a?){60}a{60}/", r"/(a)\1+$/", "/a*a*a*a*a*b/", "/(.*)*x/"]
)
def test_a_pattern_that_could_search_for_ever_is_read_as_words(hostile: str) -> None:
    finds = matcher(hostile)
    assert finds(f"so {hostile} it is") and not finds("a" * 4_000)


@given(st.text(max_size=30), st.text(max_size=60))
def test_any_key_can_be_looked_for_in_any_text(key: str, text: str) -> None:
    assert matcher(key)(folded(text)) in (True, False)
    if key.strip() and not key.strip().startswith("/"):
        assert matcher(key, False)(folded(f"… {key} …"))
