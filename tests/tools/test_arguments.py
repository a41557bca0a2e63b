"""Bad arguments from a model are a refusal that names each field, and never an exception."""

from __future__ import annotations

import json
import math
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from decimal import Decimal
from typing import Annotated, Any, Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import BaseModel, field_validator

from gameplan.runtime import MemoryJournal, Session, select_latest
from gameplan.runtime.session import replace_latest
from gameplan.tools import (
    DATA,
    NoArguments,
    Outcome,
    Tool,
    ToolContext,
    ToolInvoked,
    ToolRefused,
    ToolValidationError,
    invoke,
    tool,
)
from gameplan.tools.arguments import excerpt


@dataclass(frozen=True)
class Item:
    name: str
    count: int


@dataclass(frozen=True)
class Order:
    customer: str
    items: list[Item]
    size: Literal["small", "large"] = "small"
    price: float = 1.0
    extra: Any = None


calls: list[Order] = []


@tool
def place_order(params: Order) -> str:
    """Place an order."""
    calls.append(params)
    return "placed"


Call = Callable[..., Awaitable[Outcome]]


@pytest.fixture
def session() -> Session:
    """Durable, so that what cannot be recorded is noticed."""
    made = Session(journal=MemoryJournal())
    made.register_reducer(ToolInvoked, replace_latest)
    calls.clear()
    return made


async def call(session: Session, arguments: Any, declared: Tool[Any, Any] = place_order) -> Outcome:
    before = session.seq
    outcome = await invoke(declared, arguments, ToolContext(session, "c1"))
    assert session.seq == before + 1
    recorded = select_latest(session, ToolInvoked)
    assert recorded is not None and recorded.text == outcome.text and recorded.status == outcome.status
    return outcome


GOOD = {"customer": "ann", "items": [{"name": "tea", "count": 2}]}


@pytest.mark.parametrize("arguments", [GOOD, json.dumps(GOOD), {**GOOD, "items": ({"name": "tea", "count": 2},)}])
async def test_arguments_come_as_text_or_as_values(session: Session, arguments: Any) -> None:
    outcome = await call(session, arguments)
    assert outcome.text == "Done. placed"
    assert calls == [Order("ann", [Item("tea", 2)])]
    assert session.events_of(ToolInvoked)[0].arguments == GOOD


@pytest.mark.parametrize(
    ("changed", "named"),
    [
        ({"customer": 5}, "- customer: should be text"),
        ({"customer": None}, "- customer: "),
        ({"items": "tea"}, "- items: "),
        ({"items": [{"name": "tea", "count": "two"}]}, "- items.0.count: "),
        ({"items": [{"name": "tea"}]}, "- items.0.count: is missing"),
        ({"items": [{"name": "tea", "count": 1, "sugar": True}]}, "- items.0.sugar: there is no such argument"),
        ({"size": "huge"}, "- size: should be 'small' or 'large'"),
        ({"colour": "red"}, "- colour: there is no such argument"),
        ({"price": math.nan}, "- price: nan is not a number that JSON has"),
        ({"price": math.inf}, "- price: inf is not a number"),
        ({"extra": {"deep": [math.nan]}}, "- extra: nan is not a number"),
        ({"extra": {1: 2}}, "- extra: the name 1 is not text"),
        ({"extra": b"bytes"}, "- extra: bytes is not a type that JSON has"),
        ({"extra": object()}, "- extra: object is not a type"),
        ({"extra": {1, 2}}, "- extra: set is not a type"),
        ({"extra": 10**5000}, "- extra: a number of that many digits"),
        ({"extra": "half a pair \ud800"}, "- extra: it holds half a surrogate pair"),
        ({"half \ud800": 1}, "- half \\ud800: it holds half a surrogate pair"),
        ({1: 2}, "- 1: the name 1 is not text"),
    ],
)
async def test_what_does_not_fit_is_refused_by_name(session: Session, changed: dict[Any, Any], named: str) -> None:
    outcome = await call(session, {**GOOD, **changed})
    assert (outcome.status, outcome.code) == ("refused", "invalid_arguments")
    assert outcome.text.startswith("Refused, nothing changed. The arguments ")
    assert named in outcome.text
    assert calls == []


async def test_every_field_that_does_not_fit_is_named_and_what_there_is(session: Session) -> None:
    outcome = await call(session, {"size": 1, "wrong": 2})
    for name in ("customer", "items", "size", "wrong"):
        assert f"\n- {name}: " in outcome.text
    assert outcome.text.endswith("\nIts arguments are: customer, items, size, price, extra.")


async def test_a_tool_without_arguments_says_so(session: Session) -> None:
    @tool
    def look(params: NoArguments) -> str:
        """Look."""
        return "a room"

    assert (await call(session, {"at": "it"}, look)).text.endswith("Its arguments are: none.")
    for nothing in ("", "  ", None, {}, "{}", "null"):
        assert (await call(session, nothing, look)).text == "Done. a room"


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        ("{", "not valid JSON: Expecting property name"),
        ("{'customer': 'ann'}", "not valid JSON"),
        ('{"a": 1,}', "not valid JSON"),
        ('{"a": 1} and more', "not valid JSON: Extra data"),
        ("\ufeff{}", "not valid JSON"),
        ("{" * 500, "not valid JSON"),
        ('{"a": 1, "b": 2, "a": 3}', '"a" stands there twice'),
        ('{"a": {"\\ud800": 1, "\\ud800": 3}}', '"\\ud800" stands there twice'),
        ('{"a": ' + "9" * 5000 + "}", "not valid JSON: Exceeds the limit"),
        ("[1, 2]", "must be a JSON object, not a list"),
        ('"text"', "must be a JSON object, not text"),
        ("true", "must be a JSON object, not true or false"),
        ("3.5", "must be a JSON object, not a number"),
        (17, "must be a JSON object, not a number"),
        ([], "must be a JSON object, not a list"),
        (b"{}", "must be a JSON object, not bytes"),
        (object(), "must be a JSON object, not object"),
    ],
    ids=lambda value: repr(value).partition(" at 0x")[0][:30],
)
async def test_what_is_not_a_json_object_is_refused(session: Session, arguments: Any, problem: str) -> None:
    outcome = await call(session, arguments)
    assert (outcome.status, outcome.code) == ("refused", "malformed_json")
    assert problem in outcome.text
    assert len(outcome.text) < 500


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity", "1e999", "-1e400"])
async def test_numbers_that_json_does_not_have_are_refused_by_name(session: Session, number: str) -> None:
    for text in (f'{{"price": {number}}}', f'{{"extra": [{{"x": {number}}}]}}'):
        outcome = await call(session, text)
        assert outcome.code == "invalid_arguments"
        assert "is not a number that JSON has" in outcome.text and text[2:7] in outcome.text


# -- huge and deep


async def test_text_that_is_too_long_is_refused_without_being_read(session: Session) -> None:
    outcome = await call(session, '{"customer": "' + "x" * 1_000_000 + '"}')
    assert (outcome.status, outcome.code) == ("refused", "arguments_too_large")
    assert "1,000,016 characters long; 1,000,000 are allowed" in outcome.text
    assert len(session.events_of(ToolInvoked)[0].arguments) < 600


@pytest.mark.parametrize(
    "huge",
    [{"customer": "x" * 1_000_001}, {"extra": [0] * 1_000_001}, {"extra": "x" * 600_000, "customer": "x" * 600_000}],
    ids=["text", "list", "both together"],
)
async def test_values_that_are_too_large_are_refused(session: Session, huge: dict[str, Any]) -> None:
    outcome = await call(session, huge)
    assert outcome.status == "refused" and "1,000,000 characters are allowed" in outcome.text
    assert len(outcome.text) < 500
    assert len(str(session.events_of(ToolInvoked)[0].arguments)) < 1000


def nested(levels: int, kind: str) -> Any:
    value: Any = 1
    for _ in range(levels):
        value = [value] if kind == "list" else {"a": value}
    return value


@pytest.mark.parametrize("levels", [101, 900, 100_000])
@pytest.mark.parametrize("kind", ["list", "dict"])
async def test_endless_nesting_is_refused_as_text_and_as_values(session: Session, levels: int, kind: str) -> None:
    opening, closing = ("[", "]") if kind == "list" else ('{"a":', "}")
    text = '{"extra": ' + opening * levels + "1" + closing * levels + "}"
    for arguments in (text, {**GOOD, "extra": nested(levels, kind)}):
        outcome = await call(session, arguments)
        assert outcome.status == "refused" and "nested more than 100 levels deep" in outcome.text
        assert len(outcome.text) < 500
    assert (await call(session, {**GOOD, "extra": nested(90, kind)})).ok


async def test_a_value_with_itself_inside_is_refused(session: Session) -> None:
    knot: list[Any] = []
    knot.extend([knot, knot])
    outcome = await call(session, {**GOOD, "extra": knot})
    assert outcome.status == "refused" and "- extra: it is" in outcome.text


async def test_many_double_names_are_found_quickly(session: Session) -> None:
    names = ",".join(f'"{number}":1' for number in range(60_000))
    outcome = await call(session, "{" + names + ',"59999":2}')
    assert '"59999" stands there twice' in outcome.text


async def test_of_many_problems_the_first_twenty_are_shown(session: Session) -> None:
    outcome = await call(session, {f"wrong{number}": number for number in range(500)})
    assert outcome.text.count("\n- ") == 21 and "\n- and 482 more" in outcome.text
    outcome = await call(session, {f"wrong{number}": math.nan for number in range(500)})
    assert outcome.text.count("\n- ") == 20


# -- fuzz

any_json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(st.characters()),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(st.characters()), inner, max_size=4),
    max_leaves=10,
)
near_misses = st.fixed_dictionaries(
    {},
    optional={
        "customer": any_json,
        "items": st.lists(st.fixed_dictionaries({}, optional={"name": any_json, "count": any_json}), max_size=2),
        "size": any_json,
        "price": any_json,
        "extra": any_json,
        "other": any_json,
    },
)


@settings(max_examples=150)
@given(any_json | near_misses | st.text(st.characters()) | (any_json | near_misses).map(json.dumps))
def test_whatever_a_model_sends_is_an_outcome_and_on_the_record(arguments: Any) -> None:
    import asyncio

    session = Session(journal=MemoryJournal())
    session.register_reducer(ToolInvoked, replace_latest)
    outcome = asyncio.run(call(session, arguments))
    assert outcome.status in ("ok", "refused")
    if outcome.code == "invalid_arguments":
        assert "\n- " in outcome.text
    read = Session.from_json(session.to_json())
    assert read.events_of(ToolInvoked) == session.events_of(ToolInvoked)


# -- the types' own checks


class Careful(BaseModel):
    word: str

    @field_validator("word")
    @classmethod
    def known(cls, word: str) -> str:
        match word:
            case "value":
                raise ValueError("is not a word I know")
            case "key":
                raise KeyError("a lookup broke")
            case "type":
                raise TypeError
            case "refused":
                raise ToolRefused("Not today.", code="closed", needs=["another day"])
            case "long":
                raise ValueError("x" * 10_000)
            case _:
                return word


@pytest.mark.parametrize(
    ("word", "code", "said"),
    [
        ("value", "invalid_arguments", "\n- word: is not a word I know\n"),
        ("key", "invalid_arguments", "\n- arguments: 'a lookup broke'"),
        ("type", "invalid_arguments", "\n- arguments: TypeError"),
        ("refused", "closed", "Not today.\n- needed: another day"),
    ],
)
async def test_what_a_check_of_the_type_raises_is_a_refusal(session: Session, word: str, code: str, said: str) -> None:
    @tool
    def speak(params: Careful) -> str:
        """Speak."""
        return params.word

    outcome = await call(session, {"word": word}, speak)
    assert (outcome.status, outcome.code) == ("refused", code)
    assert said in outcome.text
    assert len((await call(session, {"word": "long"}, speak)).text) < 600


async def test_text_is_read_as_the_declared_type(session: Session) -> None:
    @dataclass(frozen=True)
    class Typed:
        price: Decimal
        count: int
        tags: frozenset[str]

    taken: list[Typed] = []

    @tool
    def take(params: Typed) -> None:
        """Take it."""
        taken.append(params)

    assert (await call(session, '{"price": "1.10", "count": "3", "tags": ["a", "a"]}', take)).ok
    assert taken == [Typed(Decimal("1.10"), 3, frozenset("a"))]


async def test_what_a_tool_does_to_its_values_does_not_change_the_record(session: Session) -> None:
    @tool
    def spoil(params: Order) -> None:
        """Spoil what was handed in."""
        params.extra["list"].append("spoilt")
        params.items.clear()

    arguments = {**GOOD, "extra": {"list": [1]}}
    assert (await call(session, arguments, spoil)).ok
    assert session.events_of(ToolInvoked)[0].arguments == {**GOOD, "extra": {"list": [1]}}
    assert arguments["extra"] == {"list": [1]}


async def test_a_tool_may_find_its_arguments_invalid_itself(session: Session) -> None:
    @tool
    def strict(params: Order) -> None:
        """Be strict."""
        raise ToolValidationError("customer: ann is not a customer.", needs=["a customer: bob or cid"])

    outcome = await call(session, GOOD, strict)
    assert (outcome.status, outcome.code, outcome.needs) == (
        "refused",
        "invalid_arguments",
        ("a customer: bob or cid",),
    )
    assert outcome.text == (
        "Refused, nothing changed. customer: ann is not a customer.\n- needed: a customer: bob or cid"
    )


# -- what the record keeps of arguments that could not be read


class Unprintable:
    def __repr__(self) -> str:
        raise RuntimeError("no")


@pytest.mark.parametrize(
    ("sent", "kept"),
    [
        ({"a": [1, "x", None]}, {"a": [1, "x", None]}),
        ([1, (2,)], [1, [2]]),
        ("short", "short"),
        ("half \ud800", "half \\ud800"),
        ({"a": math.nan}, "{'a': nan}"),
        (b"bytes", "b'bytes'"),
    ],
)
def test_clean_values_are_kept_as_they_are_and_others_as_text(sent: Any, kept: Any) -> None:
    assert excerpt(sent) == kept


@pytest.mark.parametrize("sent", ["x" * 10_000, ["x" * 2_000_000], nested(100_000, "list"), [Unprintable()]])
def test_what_is_kept_is_short(sent: Any) -> None:
    assert len(excerpt(sent)) < 600


def test_data_arguments_are_checked_like_the_others() -> None:
    @dataclass(frozen=True)
    class Letter:
        body: Annotated[str, DATA]

    @tool
    def send(params: Letter) -> None:
        """Send."""

    import asyncio

    outcome = asyncio.run(call(_durable(), {"body": 5}, send))
    assert "- body: should be text" in outcome.text


def _durable() -> Session:
    made = Session(journal=MemoryJournal())
    made.register_reducer(ToolInvoked, replace_latest)
    return made
