"""Events: declared with a name and a version, written as JSON, read back as they were or refused."""

from __future__ import annotations

import json
import math
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any, Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gameplan.runtime import (
    EventError,
    MemoryJournal,
    Recorded,
    RewindRefused,
    Session,
    Snapshot,
    UnknownEvent,
    append,
    event,
    select_all,
)
from gameplan.runtime.events import decode, encode, kind_named, kind_of

# -- declaring


def test_an_event_must_be_a_frozen_dataclass() -> None:
    with pytest.raises(EventError, match=r'"events.bad": .*Bad must be a frozen dataclass'):

        @event("events.bad")
        class Bad:
            pass

    with pytest.raises(EventError, match="must be a frozen dataclass"):

        @event("events.bad")
        @dataclass
        class Thawed:
            pass


def test_an_event_must_be_a_value() -> None:
    with pytest.raises(EventError, match="must be a value"):

        @event("events.bad")
        @dataclass(frozen=True, eq=False)
        class Bad:
            pass


def test_two_classes_cannot_have_the_same_name_in_the_journal() -> None:
    @event("events.taken")
    @dataclass(frozen=True)
    class First:
        pass

    with pytest.raises(EventError, match=r'"events.taken" is declared twice.*First.*Second'):

        @event("events.taken")
        @dataclass(frozen=True)
        class Second:
            pass

    assert kind_named("events.taken") is kind_of(First)


def test_two_classes_of_the_same_name_in_different_modules_are_two_classes() -> None:
    code = (
        "from dataclasses import dataclass\nfrom gameplan.runtime import event\n"
        "@event('events.modules')\n@dataclass(frozen=True)\nclass Same:\n    pass\n"
    )
    exec(code, {"__name__": "events_one"})
    with pytest.raises(EventError, match=r"declared twice: by events_one.Same and by events_two.Same"):
        exec(code, {"__name__": "events_two"})
    exec(code, {"__name__": "events_one"})  # defined again, as in a notebook


def test_versions_count_from_one_and_each_older_one_has_an_upcaster() -> None:
    for version, upcasters, problem in [
        (0, None, "versions count from 1, not 0"),
        (2, None, r"at version 2 but has no upcaster from \[1\]"),
        (3, {1: dict}, r"no upcaster from \[2\]"),
        (1, {1: dict}, r"at version 1 but has an upcaster from \[1\]"),
    ]:
        with pytest.raises(EventError, match=problem):

            @event("events.bad", version=version, upcasters=upcasters)  # type: ignore[arg-type]
            @dataclass(frozen=True)
            class Bad:
                pass

    assert kind_named("events.bad") is None


@dataclass(frozen=True)
class Undeclared:
    x: int = 1


@event("events.base")
@dataclass(frozen=True)
class Base:
    x: int = 1


@dataclass(frozen=True)
class UndeclaredChild(Base):
    pass


@pytest.mark.parametrize("undeclared", [Undeclared(), UndeclaredChild(), "text", None, UnknownEvent("a", 1, "{}")])
def test_what_is_not_declared_is_refused_and_changes_nothing(undeclared: object) -> None:
    session = Session(journal=MemoryJournal())
    with pytest.raises(EventError, match="is not an event: declare it"):
        session.dispatch(undeclared)
    assert session.seq == 0


# -- versions


def _v1_to_v2(fields: dict[str, Any]) -> dict[str, Any]:
    return {"first": fields["name"].split()[0], "last": fields["name"].split()[-1]}


def _v2_to_v3(fields: dict[str, Any]) -> dict[str, Any]:
    return {**fields, "aliases": ["none"]}


@event("events.person", version=3, upcasters={1: _v1_to_v2, 2: _v2_to_v3})
@dataclass(frozen=True)
class Person:
    first: str
    last: str
    aliases: tuple[str, ...]


def test_an_older_version_is_brought_up_step_by_step() -> None:
    ada = Person("Ada", "Lovelace", ("none",))
    assert decode("events.person", 1, b'{"name":"Ada Lovelace"}') == ada
    assert decode("events.person", 2, b'{"first":"Ada","last":"Lovelace"}') == ada
    assert decode("events.person", 3, b'{"first":"Ada","last":"Lovelace","aliases":["none"]}') == ada


def test_a_record_of_an_older_version_opens_as_the_new_one() -> None:
    journal = MemoryJournal()
    writer = journal.create("old", 0)
    writer.append(1, "events.person", 1, b'{"name":"Ada Lovelace"}')
    writer.close()
    with Session.open(journal, "old") as session:
        assert session.events_of(Person) == (Person("Ada", "Lovelace", ("none",)),)


@pytest.mark.parametrize(
    ("version", "payload"),
    [(3, b'{"first":"Ada"}'), (3, b'{"first":1,"last":"x","aliases":[]}'), (1, b"{}"), (1, b"[]"), (3, b"nonsense")],
)
def test_what_does_not_fit_its_declaration_says_what_to_do(version: int, payload: bytes) -> None:
    with pytest.raises(EventError, match=r'"events.person" \(version \d\).*does not fit Person.*upcaster'):
        decode("events.person", version, payload)


def test_a_journal_with_an_event_that_does_not_fit_does_not_keep_the_lease() -> None:
    journal = MemoryJournal()
    writer = journal.create("misfit", 0)
    writer.append(1, "events.person", 3, b"{}")
    writer.close()
    for _ in range(2):
        with pytest.raises(EventError, match="does not fit"):
            Session.open(journal, "misfit")


# -- unknown events


@pytest.fixture
def with_strangers() -> MemoryJournal:
    """A journal with an event of a plugin that is not there, and one of a newer version."""
    journal = MemoryJournal()
    writer = journal.create("s", 0)
    writer.append(1, "events.base", 1, b'{"x":1}')
    writer.append(2, "plugin.unheard_of", 7, b'{"deep":{"a":[1,2.5,null]}}')
    writer.append(3, "events.base", 99, b'{"x":1,"y":2}')
    writer.close()
    return journal


def test_unknown_events_are_kept_as_they_were(with_strangers: MemoryJournal) -> None:
    session = Session.open(with_strangers, "s")
    assert [recorded.event for recorded in session.events] == [
        Base(1),
        UnknownEvent("plugin.unheard_of", 7, '{"deep":{"a":[1,2.5,null]}}'),
        UnknownEvent("events.base", 99, '{"x":1,"y":2}'),
    ]
    assert encode(session.events[1].event) == b'{"deep":{"a":[1,2.5,null]}}'


def test_unknown_events_are_not_folded(with_strangers: MemoryJournal) -> None:
    session = Session.open(with_strangers, "s")
    session.register_reducer(Base, append)
    assert select_all(session, Base) == (Base(1),)


def test_unknown_events_survive_a_json_round_trip(with_strangers: MemoryJournal) -> None:
    session = Session.open(with_strangers, "s")
    again = Session.from_json(session.to_json())
    assert again.to_json() == session.to_json()
    assert [type(recorded.event) for recorded in again.events] == [Base, UnknownEvent, UnknownEvent]
    assert json.loads(session.to_json())["events"][1]["type"] == "plugin.unheard_of"


def test_no_rewind_reaches_behind_an_unknown_event_for_nobody_knows_what_it_is(with_strangers: MemoryJournal) -> None:
    session = Session.open(with_strangers, "s")
    with pytest.raises(RewindRefused, match="Event 3"):
        session.rewind(1)
    session.rewind(1, past_final=True)
    assert session.seq == 4


# -- to JSON and back


@dataclass(frozen=True)
class Point:
    x: float
    y: Decimal = Decimal(0)


@event("events.rich")
@dataclass(frozen=True)
class Rich:
    name: str
    kind: Literal["a", "b"] = "a"
    count: int = 0
    price: Decimal = Decimal("1.50")
    where: Point | None = None
    path: tuple[Point, ...] = ()
    tags: frozenset[str] = frozenset()
    named: dict[str, tuple[int, str]] = field(default_factory=dict)
    either: int | str | list[bool] | None = None
    at: datetime | None = None
    anything: Any = None


finite = st.floats(allow_nan=False, allow_infinity=False)
decimals = st.decimals(allow_nan=False, allow_infinity=False, places=3)
points = st.builds(Point, finite, decimals)
json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | finite | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)
rich_events = st.builds(
    Rich,
    name=st.text(),
    kind=st.sampled_from(["a", "b"]),
    count=st.integers(),
    price=decimals,
    where=st.none() | points,
    path=st.lists(points, max_size=3).map(tuple),
    tags=st.frozensets(st.text(), max_size=3),
    named=st.dictionaries(st.text(), st.tuples(st.integers(), st.text()), max_size=3),
    either=st.none() | st.integers() | st.text() | st.lists(st.booleans(), max_size=3),
    at=st.none() | st.datetimes(timezones=st.just(UTC)),
    anything=json_values,
)


@settings(max_examples=150)
@given(rich_events)
def test_an_event_is_read_back_as_it_was(rich: Rich) -> None:
    assert decode("events.rich", 1, encode(rich)) == rich


@event("events.any")
@dataclass(frozen=True)
class Holds:
    value: Any


@event("events.float")
@dataclass(frozen=True)
class Measured:
    value: float


@event("events.int")
@dataclass(frozen=True)
class Counted:
    value: int


UNWRITABLE = [
    Measured(math.nan),
    Measured(math.inf),
    Measured(-math.inf),
    Holds(math.nan),
    Holds({"deep": [1, {"er": math.inf}]}),
    Holds((1, 2)),
    Holds({1: "a"}),
    Holds({"a", "b"}),
    Holds(b"\xff"),
    Holds(object()),
    Holds(Point(1.0)),
    Holds("half a pair: \ud800"),
    Counted("many"),  # type: ignore[arg-type]
    Counted(None),  # type: ignore[arg-type]
    Rich("x", kind="c"),  # type: ignore[arg-type]
]


@pytest.mark.parametrize("unwritable", UNWRITABLE, ids=[str(number) for number in range(len(UNWRITABLE))])
def test_what_would_be_read_back_as_something_else_is_refused_and_changes_nothing(unwritable: object) -> None:
    journal = MemoryJournal()
    session = Session(journal=journal, session_id="s")
    session.register_reducer(Holds, append)
    session.dispatch(Holds("before"))
    with pytest.raises(EventError, match="cannot be written as JSON"):
        session.dispatch(unwritable)
    assert session.seq == 1
    assert len(journal.read("s").records) == 1
    assert select_all(session, Holds) == (Holds("before"),)
    session.dispatch(Holds("after"))
    session.close()
    assert [recorded.event for recorded in Session.open(journal, "s").events] == [Holds("before"), Holds("after")]


def test_the_refusal_names_the_field() -> None:
    with pytest.raises(EventError, match="value would be read back as None"):
        encode(Holds(math.nan))


@given(st.recursive(st.floats() | st.integers() | st.text(), lambda inner: st.lists(inner, max_size=3), max_leaves=5))
@settings(max_examples=80)
def test_nothing_silently_becomes_something_else(value: object) -> None:
    try:
        payload = encode(Holds(value))
    except EventError:
        return
    assert decode("events.any", 1, payload) == Holds(value)
    json.loads(payload, parse_constant=lambda name: pytest.fail(f"{name} is not JSON"))


def test_without_a_journal_the_check_comes_when_the_session_is_written_as_json() -> None:
    session = Session()
    session.dispatch(Holds(math.nan))
    with pytest.raises(EventError, match="cannot be written as JSON"):
        session.to_json()


def test_a_snapshot_whose_slices_are_not_declared_or_newer_says_so() -> None:
    for name in ("nobody.knows", "events.base"):
        text = json.dumps({"session": "s", "seq": 1, "slices": {name: {"version": 2, "values": [{"x": 1}]}}})
        with pytest.raises(EventError, match=f'a slice "{name}" .version 2. that is not declared'):
            Snapshot.from_json(text)


def _reversed(text: str) -> str:
    data = json.loads(text)
    data["events"].reverse()
    return json.dumps(data)


@pytest.mark.parametrize(
    "broken",
    [
        lambda text: "",
        lambda text: "[]",
        lambda text: "{}",
        lambda text: text.replace('"at"', '"when"'),
        _reversed,
        lambda text: text.replace('{"to": 1}', '{"to": 3}'),
        lambda text: text.replace('{"to": 1}', '{"to": -1}'),
    ],
)
def test_text_that_is_not_a_record_is_refused(broken: Callable[[str], str]) -> None:
    session = Session()
    session.dispatch(Base(1))
    session.dispatch(Base(2))
    session.rewind(1)
    with pytest.raises(EventError):
        Session.from_json(broken(session.to_json()))


def test_a_recorded_event_knows_its_place() -> None:
    recorded = Session().dispatch(Base())
    assert recorded == Recorded(1, recorded.at, Base())


@pytest.mark.parametrize("name", ["", "X Y", "Upper.case", 7, None])
def test_an_event_is_declared_with_a_name_of_its_own(name: object) -> None:
    with pytest.raises(EventError, match="name"):
        event(name)  # type: ignore[arg-type]


def test_events_of_a_package_that_was_not_imported_are_found_by_its_entry_point() -> None:
    program = (
        "from gameplan.runtime.events import decode\n"
        "print(type(decode('planning.clear_plan', 1, b'{}')).__name__)\n"
        "print(type(decode('nobody.knows', 1, b'{}')).__name__)"
    )
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert run.stdout.split() == ["ClearPlan", "UnknownEvent"]
