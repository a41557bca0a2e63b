"""Hooks at any table: before and after an action, by priority, and as each seat hears them."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from gameplan.cards.eights import Eights
from gameplan.cards.table.acting import Act
from gameplan.cards.table.game import Game
from gameplan.cards.table.rules import Attempt, Level, Replaced, Rule, RuleBook, RuleRefused, Seat


def playing(*rules: Rule, seat: Seat | None = None) -> Game:
    """Crazy eights, with these rules and no others."""
    game = Eights()
    game.rules = RuleBook(rules)
    return Game.start(game, game.deal(), seed=1, seats=[seat or Seat("one"), Seat("two")])


def says(rule: str, priority: int = 50, level: Level = "block", on: tuple[str, ...] = ("declare_action",)) -> Rule:
    return Rule(rule, on, lambda attempt: f"{rule} has spoken.", priority=priority, level=level)


def test_rules_speak_by_their_priority() -> None:
    with pytest.raises(RuleRefused) as refused:
        playing(says("late", 90), says("early", 10), says("between", 50)).act(0, "declare_action", "hello")
    assert [note.rule for note in refused.value.notes] == ["early", "between", "late"]


@pytest.mark.parametrize("level", ["info", "warn"])
def test_what_does_not_block_is_noted(level: Level) -> None:
    done = playing(says("R1", level=level)).act(0, "declare_action", "hello")
    assert [str(note) for note in done.notes] == [f"{level} [R1] R1 has spoken."]
    assert done.event.notes == (f"{level} [R1] R1 has spoken.",)


@pytest.mark.parametrize(
    ("seat", "heard"),
    [
        (Seat("one", person=True), ["warn"]),
        (Seat("one", levels={"R1": "info"}), ["info"]),
        (Seat("one", levels={"*": "warn"}), ["warn"]),
        (Seat("one", levels={"R1": "ignore"}), []),
    ],
)
def test_each_seat_hears_the_same_rule_in_its_own_way(seat: Seat, heard: list[str]) -> None:
    assert [note.level for note in playing(says("R1"), seat=seat).act(0, "declare_action", "hello").notes] == heard
    with pytest.raises(RuleRefused):
        playing(says("R1"), seat=Seat("one", person=True, levels={"R1": "block"})).act(0, "declare_action", "hello")


def test_a_rule_that_names_no_action_looks_at_all() -> None:
    game = playing(says("R1", on=()))
    for action, args in (("declare_action", ("hello",)), ("coin_flip", ()), ("end_turn", ())):
        with pytest.raises(RuleRefused):
            game.act(0, action, *args)


def instead(priority: int) -> Rule:
    other = Replaced("coin_flip", ("instead",), "A coin decides.")
    return Rule("other", ("declare_action",), lambda attempt: other, priority=priority)


def test_a_rule_has_something_else_done_and_the_rules_for_that_are_heard() -> None:
    done = playing(instead(10), says("coins", level="info", on=("coin_flip",))).act(0, "declare_action", "hello")
    assert (done.event.action, done.event.args) == ("coin_flip", ("instead",))
    assert [note.rule for note in done.notes] == ["other", "coins"]


def test_what_is_blocked_before_is_not_done_otherwise() -> None:
    with pytest.raises(RuleRefused) as refused:
        playing(says("no", 10), instead(20)).act(0, "declare_action", "hello")
    assert [note.rule for note in refused.value.notes] == ["no"]


def test_an_effect_overrides_with_the_reason_on_the_record() -> None:
    done = playing(says("no", 10), instead(20)).act(0, "declare_action", "hello", because="the card says so")
    assert done.event.action == "declare_action"
    assert len(done.event.notes) == 2
    assert all("Allowed by a card's effect: the card says so" in note for note in done.event.notes)


def test_a_rule_after_an_action_changes_the_table_and_tells() -> None:
    def after(word: str) -> Callable[[Act, Attempt], str]:
        def say(act: Act, attempt: Attempt) -> str:
            act.say(f"{word} {attempt.args[0]}")
            return f"{word} noted."

        return say

    rules = [
        Rule(word, ("declare_action",), after=after(word), priority=n) for word, n in (("late", 90), ("early", 10))
    ]
    done = playing(*rules).act(0, "declare_action", "hello")
    assert [change[1] for change in done.event.changes] == ["hello", "early hello", "late hello"]
    assert [note.message for note in done.notes] == ["early noted.", "late noted."]


def pays(*, level: Level = "block", upkeep: bool = False) -> Rule:
    """After a word, a coin falls."""

    def pay(act: Act, attempt: Attempt) -> str | None:
        if attempt.args[0] == "in silence":
            return None
        act.flip()
        return "That costs a coin."

    return Rule("R1", ("declare_action",), after=pay, level=level, upkeep=upkeep)


@pytest.mark.parametrize(
    ("seat", "rule", "heard"),
    [
        (Seat("one"), pays(), ["info"]),
        (Seat("one"), pays(level="warn"), ["warn"]),
        (Seat("one", person=True), pays(level="warn"), ["warn"]),
        (Seat("one", levels={"R1": "warn"}), pays(), ["warn"]),
        (Seat("one", levels={"R1": "info"}), pays(level="warn"), ["info"]),
        (Seat("one", levels={"R1": "block"}), pays(), ["warn"]),  # what has happened is not blocked any more
        (Seat("one", levels={"*": "warn"}), pays(), ["info"]),
    ],
)
def test_each_seat_hears_what_a_rule_does_after_an_action_in_its_own_way(
    seat: Seat, rule: Rule, heard: list[str]
) -> None:
    done = playing(rule, seat=seat).act(0, "declare_action", "hello")
    assert [note.level for note in done.notes] == heard
    assert [change[0] for change in done.event.changes] == ["say", "coin"]
    assert playing(rule, seat=seat).act(0, "declare_action", "in silence").notes == ()


@pytest.mark.parametrize(("upkeep", "changes"), [(False, ["say"]), (True, ["say", "coin"])])
def test_what_a_seat_ignores_is_not_done_after_an_action_unless_it_keeps_the_table_in_order(
    upkeep: bool, changes: list[str]
) -> None:
    done = playing(pays(upkeep=upkeep), seat=Seat("one", levels={"R1": "ignore"})).act(0, "declare_action", "hello")
    assert done.notes == ()
    assert [change[0] for change in done.event.changes] == changes


def test_an_effect_overrides_what_follows_from_an_action_with_the_reason_on_the_record() -> None:
    game = playing(pays())
    done = game.act(0, "declare_action", "hello", because="the card says so")
    assert [change[0] for change in done.event.changes] == ["say"]
    assert done.event.notes == ("info [R1] That costs a coin. Not so, by a card's effect: the card says so",)
    assert game.act(0, "declare_action", "in silence", because="the card says so").notes == ()
    kept = playing(pays(upkeep=True)).act(0, "declare_action", "hello", because="the card says so")
    assert [change[0] for change in kept.event.changes] == ["say", "coin"]
    assert [str(note) for note in kept.notes] == ["info [R1] That costs a coin."]
