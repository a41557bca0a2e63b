"""A history that grows is not converted again from its beginning."""

from __future__ import annotations

import re
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from gameplan.agents.messages import Message, ModelMessage, ToolCall, ToolMessage, UserMessage
from gameplan.agents.models.outgoing import Histories


def steps(count: int) -> list[Message]:
    history: list[Message] = [UserMessage("m", "Begin.")]
    for number in range(count):
        history.append(ModelMessage(f"m{number}", "I look.", (ToolCall(f"c{number}", "look", {}),)))
        history.append(ToolMessage(f"c{number}", f"c{number}", "look", "ok", f"Done. Room {number}.\nWith a view."))
    return history


def without_times(converted: object) -> str:
    return re.sub(r"timestamp=datetime[^)]*\)", "", repr(converted))


def test_what_was_converted_stays_the_same_object() -> None:
    histories, history = Histories("tiny"), steps(50)
    before = histories.convert(history)
    history += [ModelMessage("m50", "I end.", ()), UserMessage("m51", "Do you?")]
    after = histories.convert(history)
    assert all(ours is theirs for ours, theirs in zip(before, after[:-2], strict=True))
    assert histories.convert(history)[-1] is after[-1]


def test_what_condensing_cut_is_converted_again_and_nothing_else() -> None:
    histories, history = Histories("tiny"), steps(50)
    before = histories.convert(history)
    cut = history[20]
    assert isinstance(cut, ToolMessage)
    history[20] = replace(cut, text="Done. Room 9. [condensed]")
    after = histories.convert(history)
    changed = [number for number, (ours, theirs) in enumerate(zip(before, after, strict=True)) if ours is not theirs]
    assert changed == [19, 20]
    assert "With a view" not in str(after[20])
    assert without_times(after) == without_times(Histories("tiny").convert(history))


MESSAGES = st.builds(
    lambda kind, number: {
        "user": UserMessage("u", f"Hello {number}."),
        "model": ModelMessage("m", "I look.", tuple(ToolCall(f"c{each}", "look", {}) for each in range(number))),
        "result": ToolMessage("t", f"c{number}", "look", "ok", "Done."),
    }[kind],
    st.sampled_from(["user", "model", "result"]),
    st.integers(0, 3),
)


@given(st.lists(MESSAGES, min_size=1), st.lists(st.tuples(st.integers(0, 12), st.integers(0, 3), st.lists(MESSAGES))))
def test_whatever_is_changed_the_outcome_is_that_of_converting_all_of_it(
    history: list[Message], changes: list[tuple[int, int, list[Message]]]
) -> None:
    histories = Histories("tiny")
    histories.convert(history)
    for start, length, new in changes:
        history[1 + start : 1 + start + length] = new  # the first message is what a history is known by
        assert without_times(histories.convert(history)) == without_times(Histories("tiny").convert(history))


def test_a_last_exchange_that_goes_on_is_converted_whole() -> None:
    histories, history = Histories("tiny"), steps(1)
    history.append(ModelMessage("m9", "", (ToolCall("a", "look", {}), ToolCall("b", "look", {}))))
    for call in ("a", "b"):
        history.append(ToolMessage(call, call, "look", "ok", f"Done. {call}"))
        histories.convert(history)
    last = histories.convert(history)[-1]
    assert [part.content for part in last.parts] == ["Done. a", "Done. b"]  # type: ignore[union-attr]


def test_a_history_may_become_shorter_or_another_one() -> None:
    histories, history = Histories("tiny"), steps(3)
    histories.convert(history)
    assert len(histories.convert(history[:3])) == 3
    others = [[UserMessage("m", f"I am {number}.")] for number in range(40)]
    for _ in range(2):
        for number, other in enumerate(others):
            [converted] = histories.convert(other)
            assert f"I am {number}." in str(converted)
    assert histories.convert([]) == []
