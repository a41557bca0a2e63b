"""Steps that get into each other's way are found before they do."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from gameplan.plans.edits import edited
from gameplan.plans.model import Plan, Step
from gameplan.plans.problems import Problem
from gameplan.plans.validation import validate
from gameplan.tools import Tool

Find = Callable[..., list[Problem]]
Make = Callable[..., Plan]
Tools = dict[str, Tool[Any, Any]]
Effort = Callable[[Callable[[], Any]], int]


def write(name: str, path: str = "config.json", *after: str, **args: Any) -> dict[str, Any]:
    return {
        "id": name,
        "tool": "write_file",
        "args": {"path": path, "content": "x", **args},
        "dependsOn": list(after),
    }


def copy(name: str, source: str = "config.json", *after: str, tool: str = "copy_file") -> dict[str, Any]:
    args = {"source": source, "destination": f"{name}.backup"}
    return {"id": name, "tool": tool, "args": args, "dependsOn": list(after)}


def delete(name: str, path: str, *after: str) -> dict[str, Any]:
    return {"id": name, "tool": "delete_file", "args": {"path": path}, "dependsOn": list(after)}


def codes(found: list[Problem]) -> list[str]:
    return [each.code for each in found]


def test_two_steps_that_write_one_file_in_no_order(problems_of: Find) -> None:
    found = problems_of(write("a"), write("b"))
    assert codes(found) == ["write_conflict"]
    assert '"a" and "b" change "config.json"' in found[0].message


def test_a_conflict_is_told_per_thing_not_per_pair(problems_of: Find) -> None:
    found = problems_of(*(write(f"s{number}") for number in range(10)), write("x", "other"), write("y", "other"))
    assert codes(found) == ["write_conflict", "write_conflict"]


@pytest.mark.parametrize("other", ["./config.json", "sub/../config.json", "config.json/", "Config.JSON"])
def test_one_file_has_one_name_however_it_is_spelled(problems_of: Find, other: str) -> None:
    assert codes(problems_of(write("a"), write("b", other))) == ["write_conflict"]


def test_writes_in_an_order_are_fine(problems_of: Find) -> None:
    between = {"id": "between", "dependsOn": ["a"]}
    assert problems_of(write("a"), between, write("b", "config.json", "between")) == []
    refers = {"id": "b", "tool": "write_file", "args": {"path": "config.json", "content": "${a}"}}
    assert problems_of(write("a"), refers) == []


def test_a_path_that_is_only_known_later_is_not_told(problems_of: Find) -> None:
    later = {"id": "b", "tool": "write_file", "args": {"path": "$read", "content": "x"}}
    assert problems_of({"id": "read"}, write("a"), later) == []


def test_a_path_beside_arguments_that_are_only_known_later_is_known(problems_of: Find) -> None:
    one = {"id": "b", "tool": "write_file", "args": {"path": "config.json", "content": "$read"}}
    assert codes(problems_of({"id": "read"}, write("a"), one)) == ["write_conflict"]


def test_a_folder_that_is_deleted_while_something_in_it_is_written(problems_of: Find) -> None:
    assert codes(problems_of(delete("clean", "build"), write("a", "build/x/y.txt"))) == ["write_conflict"]
    assert problems_of(delete("clean", "build"), write("a", "build/y.txt", "clean")) == []
    assert problems_of(delete("clean", "build"), write("a", "builder/y.txt")) == []
    assert problems_of(write("a", "src/a"), write("b", "src/b")) == []


def test_a_loop_that_writes_one_file_several_at_a_time(problems_of: Find) -> None:
    each = {"items": [1, 2, 3]}
    found = problems_of(write("a") | {"forEach": each})
    assert codes(found) == ["write_conflict"]
    assert problems_of(write("a") | {"forEach": {**each, "parallel": 1}}) == []
    assert problems_of(write("a", path="$item") | {"forEach": each}) == []


def test_making_the_same_folder_twice_does_no_harm(problems_of: Find) -> None:
    make = {"tool": "make_directory", "args": {"path": "out"}}
    assert problems_of({"id": "a", **make}, {"id": "b", **make}) == []
    assert codes(problems_of({"id": "a", **make}, delete("clean", "out"))) == ["write_conflict"]


def test_a_backup_after_the_overwrite(problems_of: Find) -> None:
    found = problems_of(write("update"), copy("backup", "config.json", "update"))
    assert codes(found) == ["backup_after_overwrite"]
    assert (found[0].step_id, found[0].place) == ("backup", ("args", "source"))
    assert 'only after "update" has overwritten it' in found[0].message


@pytest.mark.parametrize("tool", ["copy_file", "move_file"])
@pytest.mark.parametrize("spoiler", [write("spoil"), delete("spoil", "config.json")])
def test_by_whatever_it_is_copied_and_spoiled(problems_of: Find, tool: str, spoiler: dict[str, Any]) -> None:
    assert codes(problems_of(spoiler, copy("backup", "./config.json", "spoil", tool=tool))) == [
        "backup_after_overwrite"
    ]


def test_a_backup_that_may_come_first_or_not(problems_of: Find) -> None:
    found = problems_of(write("update"), copy("backup"))
    assert codes(found) == ["backup_after_overwrite"]
    assert "nothing says that it comes first" in found[0].message


def test_a_backup_before_the_overwrite_is_how_it_should_be(problems_of: Find) -> None:
    assert problems_of(copy("backup"), write("update", "config.json", "backup")) == []
    assert problems_of(copy("backup", tool="move_file"), write("update", "config.json", "backup")) == []


def test_once_there_is_a_backup_the_new_file_may_be_copied(problems_of: Find) -> None:
    steps = copy("backup"), write("update", "config.json", "backup"), copy("publish", "config.json", "update")
    assert problems_of(*steps) == []


def test_a_copy_of_a_folder_after_something_in_it_was_overwritten(problems_of: Find) -> None:
    found = problems_of(write("update", "src/deep/a.txt"), copy("backup", "src", "update"))
    assert codes(found) == ["backup_after_overwrite"]
    assert 'only after "update" has overwritten it or something in it' in found[0].message
    assert codes(problems_of(write("update", "src/a.txt"), copy("backup", "src"))) == ["backup_after_overwrite"]
    assert codes(problems_of(write("update", "a.txt"), copy("backup", "."))) == ["backup_after_overwrite"]
    assert problems_of(copy("backup", "src"), write("update", "src/a.txt", "backup")) == []
    assert problems_of(write("update", "source/a.txt"), copy("backup", "src")) == []
    assert problems_of(write("make", "src/a.txt", overwrite=False), copy("publish", "src", "make")) == []


def test_what_was_copied_by_itself_may_be_overwritten_before_its_folder_is_copied(problems_of: Find) -> None:
    one = copy("one", "src/a.txt"), write("update", "src/a.txt", "one"), copy("all", "src", "update")
    assert problems_of(*one) == []
    other = write("other", "src/b.txt")
    assert [(each.code, each.step_id) for each in problems_of(*one, {**other, "dependsOn": ["one"]})] == [
        ("backup_after_overwrite", "all")
    ]
    moved = copy("away", "src/a.txt", tool="move_file")
    assert problems_of(moved, copy("all", "src", "away")) == []


def test_a_copy_out_of_a_folder_that_is_deleted(problems_of: Find) -> None:
    assert codes(problems_of(delete("clean", "src"), copy("keep", "src/a.txt", "clean"))) == ["backup_after_overwrite"]
    assert problems_of(copy("keep", "src/a.txt"), delete("clean", "src", "keep")) == []


def test_a_copy_of_a_file_that_the_plan_has_made_is_fine(problems_of: Find) -> None:
    assert problems_of(write("make", overwrite=False), copy("publish", "config.json", "make")) == []


def test_reading_what_was_written_is_good_practice(problems_of: Find) -> None:
    verify = {"id": "verify", "args": {"path": "config.json"}, "dependsOn": ["update"]}
    assert problems_of(write("update"), verify) == []


@pytest.mark.parametrize(
    "steps",
    [
        [write("a"), write("b"), write("c")],
        [delete("clean", "build"), write("a", "build/x"), write("b", "build/y")],
        [write("update"), copy("backup")],
        [write("update"), copy("backup", "config.json", "update")],
        [write("a") | {"forEach": {"items": [1, 2]}}],
        [write("update", "src/a.txt"), copy("backup", "src", "update")],
    ],
)
def test_the_repair_takes_the_conflict_away(plan_of: Make, plan_tools: Tools, steps: list[dict[str, Any]]) -> None:
    plan = plan_of(*steps)
    for _ in range(3):
        found = validate(plan, plan_tools)
        if not found:
            break
        assert found[0].repair is not None
        plan = edited(plan, *found[0].repair.edits)
    assert validate(plan, plan_tools) == ()


def test_a_circle_does_not_hide_conflicts_elsewhere(problems_of: Find) -> None:
    found = problems_of(
        {"id": "x", "dependsOn": ["y"]}, {"id": "y", "dependsOn": ["x"]}, write("a"), write("b"), write("c", "z", "x")
    )
    assert codes(found) == ["cycle", "write_conflict"]


def test_thousands_of_writers_of_one_file_are_not_compared_each_with_each(plan_tools: Tools, effort_of: Effort) -> None:
    def step(number: int) -> Step:
        args = {"path": "one.txt", "content": "x"}
        return Step(f"s{number}", "write_file", args=args, depends_on=(f"s{number - 1}",) if number % 2 else ())

    few, many, most = (Plan(steps=tuple(map(step, range(count)))) for count in (400, 800, 10_000))
    for plan in (few, many):
        assert [each.code for each in validate(plan, plan_tools)] == ["write_conflict"]
    assert effort_of(lambda: validate(many, plan_tools)) <= 2.1 * effort_of(lambda: validate(few, plan_tools))
    assert [each.code for each in validate(most, plan_tools)] == ["write_conflict"]
