"""The templates: each is run for real in a folder, its result is checked byte for byte, and then undone."""

from __future__ import annotations

import zipfile
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from gameplan.plans import Approve, Engine, ExecutionSummary, Input, PlanError, validate
from gameplan.plans.data_tools import data_tools
from gameplan.plans.files import dump_plan, load_plan
from gameplan.plans.model import Plan
from gameplan.plans.templating import InputError, converted, fill, read_inputs, templates, with_defaults
from gameplan.runtime import Session
from gameplan.tools import Tool
from gameplan.tools.workspace import Workspace, undo

Tree: TypeAlias = dict[str, bytes]
Run: TypeAlias = Callable[..., Awaitable[ExecutionSummary]]


def tree(folder: Path) -> Tree:
    """Every file and its bytes, without what is kept for undo."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and ".gameplan" not in path.parts
    }


def folders(folder: Path) -> set[str]:
    return {
        str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_dir() and ".gameplan" not in path.parts
    }


def make(folder: Path, files: Mapping[str, str]) -> None:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)


def tools_of(workspace: Workspace) -> dict[str, Tool[Any, Any]]:
    every = (*workspace.reading_tools(), *workspace.writing_tools("run"), *data_tools())
    return {each.name: each for each in every}


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """Run a template in a folder with these files, look at the folder, undo, and see that it is as before."""

    async def run(
        name: str, files: Mapping[str, str], expected: Mapping[str, str | None], /, **values: str
    ) -> ExecutionSummary:
        make(tmp_path, files)
        before, before_folders = tree(tmp_path), folders(tmp_path)
        plan, inputs = fill(templates()[name], values)

        async def yes(*_: Any) -> Approve:
            return Approve()

        with Workspace(tmp_path) as workspace, Session() as session:
            summary = await Engine(tools_of(workspace), session, approver=yes).complete(plan, inputs)
            wanted: dict[str, bytes | None] = dict(before)
            wanted |= {path: text if text is None else text.encode() for path, text in expected.items()}
            after = tree(tmp_path)
            assert after == {path: text for path, text in wanted.items() if text is not None} | {
                path: content for path, content in after.items() if path.endswith(".zip")
            }, summary
            for path in after:
                if path.endswith(".zip"):
                    with zipfile.ZipFile(tmp_path / path) as archive:
                        assert archive.testzip() is None
            report = await undo(workspace, session)
            assert report.ok, report.text
        assert tree(tmp_path) == before
        assert folders(tmp_path) == before_folders
        return summary

    return run


# -- each of them


async def test_backup_and_edit(run: Run) -> None:
    done = await run(
        "backup-and-edit",
        {"a.txt": "one two one\n"},
        {"a.txt": "1 two 1\n", "old/a.txt": "one two one\n"},
        file="a.txt",
        old="one",
        new="1",
        backup="old/a.txt",
        all="yes",
    )
    assert done.status == "completed"


async def test_backup_and_edit_does_not_edit_where_the_text_is_not(run: Run) -> None:
    done = await run(
        "backup-and-edit",
        {"a.txt": "one\n"},
        {"backup/before-edit": "one\n"},
        file="a.txt",
        old="two",
        new="2",
    )
    assert done.status == "failed"
    assert "does not occur" in done.failed["edit"]


async def test_backup_and_edit_edits_nothing_without_its_backup(run: Run) -> None:
    done = await run(
        "backup-and-edit", {"a.txt": "one\n", "b.txt": "b"}, {}, file="a.txt", old="one", new="1", backup="b.txt"
    )
    assert [*done.failed] == ["backup"]
    assert [*done.blocked] == ["edit"]


async def test_release_version(run: Run) -> None:
    project = '[project]\nname = "x"\nversion = "1.9.3"\n'
    done = await run(
        "release-version",
        {"pyproject.toml": project, "CHANGELOG.md": "# Changelog\n\n## 1.9.3\n"},
        {
            "pyproject.toml": '[project]\nname = "x"\nversion = "2.0.0"\n',
            "backup/before-2.0.0": project,
            "CHANGELOG.md": "# Changelog\n\n## 2.0.0 (was 1.9.3)\n\n- Faster.\n\n## 1.9.3\n",
        },
        version="2.0.0",
        note="Faster.",
    )
    assert done.status == "completed"


async def test_the_next_release_has_a_copy_of_its_own(run: Run) -> None:
    done = await run(
        "release-version",
        {"pyproject.toml": 'version = "2.0.0"\n', "CHANGELOG.md": "# Changelog\n", "backup/before-2.0.0": "old"},
        {
            "pyproject.toml": 'version = "2.1.0"\n',
            "backup/before-2.0.0": "old",
            "backup/before-2.1.0": 'version = "2.0.0"\n',
            "CHANGELOG.md": "# Changelog\n\n## 2.1.0 (was 2.0.0)\n\n- A new version.\n",
        },
        version="2.1.0",
    )
    assert done.status == "completed"


async def test_without_a_changelog_nothing_is_released(run: Run) -> None:
    done = await run("release-version", {"pyproject.toml": 'version = "1.9.3"\n'}, {}, version="2.0.0")
    assert [*done.failed] == ["log"]
    assert "bump" in done.blocked


async def test_release_version_of_another_kind_of_file(run: Run) -> None:
    done = await run(
        "release-version",
        {"package.json": '{\n  "version": "1.0.0"\n}\n', "NEWS": "News\n"},
        {
            "package.json": '{\n  "version": "1.1.0"\n}\n',
            "backup/before-1.1.0": '{\n  "version": "1.0.0"\n}\n',
            "NEWS": "News\n\n## 1.1.0 (was 1.0.0)\n\n- A new version.\n",
        },
        version="1.1.0",
        file="package.json",
        pattern='"version": "{version}"',
        changelog="NEWS",
        heading="News",
    )
    assert done.status == "completed"


async def test_rename_across_files(run: Run) -> None:
    done = await run(
        "rename-across-files",
        {"a.py": "Ferry()\nFerry()\n", "src/b.py": "import Ferry", "c.md": "Ferry", "d.py": "ferry"},
        {"a.py": "Boat()\nBoat()\n", "src/b.py": "import Boat"},
        old="Ferry",
        new="Boat",
        files="*.py",
    )
    assert done.status == "completed"


async def test_rename_across_files_that_finds_nothing_changes_nothing(run: Run) -> None:
    assert (await run("rename-across-files", {"a": "x"}, {}, old="y", new="z")).values["rename"] == []


async def test_rename_across_more_files_than_can_be_found_changes_none(run: Run) -> None:
    files = {f"{number}.txt": "word" for number in range(201)}
    done = await run("rename-across-files", files, {}, old="word", new="term")
    assert "does not hold" in done.skipped["rename"]


async def test_replace_with_backups(run: Run) -> None:
    done = await run(
        "replace-with-backups",
        {"a.txt": "one two one\n", "deep/b.txt": "one\n", "c.txt": "three\n"},
        {"a.txt": "1 two 1\n", "deep/b.txt": "1\n", "old/a.txt": "one two one\n", "old/deep/b.txt": "one\n"},
        old="one",
        new="1",
        backup="old",
    )
    assert done.status == "completed"


async def test_replace_with_backups_changes_no_file_without_its_copy(run: Run) -> None:
    done = await run(
        "replace-with-backups",
        {"a.txt": "one\n", "b.txt": "one\n", "old/b.txt": "in the way\n"},
        {"a.txt": "1\n", "old/a.txt": "one\n"},
        old="one",
        new="1",
        backup="old",
    )
    assert done.status == "failed"
    assert "change" in done.failed


async def test_csv_folder_to_json(run: Run) -> None:
    done = await run(
        "csv-folder-to-json",
        {"data/a.csv": "name,age\nAda,36\n", "data/deep/b.csv": "x\n", "data/c.txt": "no"},
        {"data/a.json": '[\n  {\n    "name": "Ada",\n    "age": "36"\n  }\n]\n', "data/deep/b.json": "[]\n"},
        folder="data",
    )
    assert done.status == "completed"


async def test_csv_folder_to_json_writes_nothing_if_one_file_is_bad(run: Run) -> None:
    done = await run("csv-folder-to-json", {"a.csv": "x\n1\n", "b.csv": "x,y\n1\n"}, {})
    assert "b.csv" in done.failed["convert"]
    assert "convert" in done.blocked["write"]


async def test_collect_todos(run: Run) -> None:
    listed = "# 2 lines with TODO in 2 files (the first 200 are listed)\n- a.py:2: # TODO: storms\n"
    listed += "- b/c.md:1: TODO $$ ${x}\n"
    done = await run("collect-todos", {"a.py": "x\n# TODO: storms\n", "b/c.md": "TODO $$ ${x}\n"}, {"TODOS.md": listed})
    assert done.status == "completed"


async def test_summarise_folder(run: Run) -> None:
    done = await run(
        "summarise-folder",
        {"README.md": "# Ferries\n\nText.\n", "src/ferry.py": "class Ferry: ...\n", "empty.md": ""},
        {
            "INVENTORY.md": "# What is in .\n"
            "- README.md (file, 17 bytes)\n"
            "- empty.md (file, 0 bytes)\n"
            "- src (directory, - bytes)\n"
            "- src/ferry.py (file, 17 bytes)\n"
            "\n0 more are not listed.\n\n"
            "## How the texts begin (2 named *.md)\n"
            "- README.md: # Ferries\n"
            "- empty.md:\n"
        },
    )
    assert done.status == "completed"


async def test_clean_duplicates(run: Run) -> None:
    done = await run(
        "clean-duplicates",
        {"a.txt": "same", "b/copy.txt": "same", "c.txt": "other", "d.txt": "", "e.txt": "", "f.md": "same"},
        {"b/copy.txt": None},
    )
    assert done.values["compare"] == {"paths": ["b/copy.txt"]}


async def test_archive_folder_and_remove_it(run: Run) -> None:
    done = await run(
        "archive-folder",
        {"old/a.txt": "a", "old/deep/b.txt": "b", "new.txt": "n"},
        {"old/a.txt": None, "old/deep/b.txt": None},
        folders="old",
        archive="old.zip",
        remove="true",
    )
    assert done.values["archive"]["files"] == 2


async def test_archive_folder_and_keep_it(run: Run) -> None:
    done = await run("archive-folder", {"old/a.txt": "a", "b/c": "c"}, {}, folders="old,b", archive="x/old.zip")
    assert done.status == "completed"
    assert "remove" in done.skipped


async def test_add_licence_header(run: Run) -> None:
    done = await run(
        "add-licence-header",
        {"a.py": "x = 1\n", "b.py": "# Mine.\ny\n", "c.sh": "echo\n"},
        {"a.py": "# Mine.\nx = 1\n"},
        header="# Mine.",
    )
    assert done.status == "completed"


# -- all of them


def test_there_are_at_least_eight_and_each_says_what_it_is_for() -> None:
    assert len(templates()) >= 8
    for template in templates().values():
        assert template.description.endswith(".")
        assert all(each.description for each in template.inputs.values())
        assert all(step.description for step in template.plan.steps)


@pytest.mark.parametrize("name", templates())
def test_each_is_a_valid_plan_before_it_is_filled_in(name: str, tmp_path: Path) -> None:
    with Workspace(tmp_path) as workspace:
        assert validate(templates()[name].plan, tools_of(workspace)) == ()


@pytest.mark.parametrize("name", templates())
def test_each_is_the_same_after_it_was_written_to_a_file(name: str) -> None:
    plan = templates()[name].plan
    assert load_plan(dump_plan(plan, "yaml"), "yaml").hash == plan.hash


def test_those_of_a_person_are_there_too_and_replace_ours(tmp_path: Path) -> None:
    (tmp_path / "mine.yaml").write_text("request: Mine.\nsteps: [{id: a, tool: read_file, args: {path: x}}]\n")
    (tmp_path / "collect-todos.yaml").write_text("request: Better.\nsteps: [{id: a, tool: x}]\n")
    found = templates(tmp_path)
    assert found["mine"].source == str(tmp_path / "mine.yaml")
    assert found["collect-todos"].description == "Better."
    assert templates(tmp_path / "not there").keys() == templates().keys()


def test_a_template_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    (tmp_path / "broken.yaml").write_text("steps: [")
    with pytest.raises(PlanError, match="broken"):
        templates(tmp_path)
    (tmp_path / "broken.yaml").write_text("steps: [{id: a, tool: x}]")
    with pytest.raises(PlanError, match=r"broken.*request"):
        templates(tmp_path)


# -- what a person types


def test_every_input_that_does_not_fit_is_named() -> None:
    with pytest.raises(InputError) as caught:
        fill(templates()["backup-and-edit"], {"fil": "a", "old": "x", "all": "perhaps"})
    assert caught.value.problems == (
        "fil is no input: did you mean file?",
        "file is missing: The file to change.",
        "new is missing: The text to put in its place.",
        'all: it must be true or false, not "perhaps".',
    )


@pytest.mark.parametrize(
    ("text", "kind", "value"),
    [
        ("$x ${y}", "string", "$x ${y}"),
        ("", "string", ""),
        ("-3", "integer", -3),
        ("2.5", "number", 2.5),
        ("No", "boolean", False),
        ("a, b,", "array", ["a", "b"]),
        ('["a,b", 1]', "array", ["a,b", 1]),
        ('{"a": 1}', "object", {"a": 1}),
    ],
)
def test_text_is_read_as_the_type_of_the_input(text: str, kind: Any, value: object) -> None:
    assert converted(text, Input(kind)) == value


@pytest.mark.parametrize(
    ("text", "kind"),
    [("x", "integer"), ("1.5", "integer"), ("nan", "number"), ("inf", "number"), ("[1", "array"), ("[]", "object")],
)
def test_what_does_not_fit_is_told(text: str, kind: Any) -> None:
    with pytest.raises(ValueError, match="it must be"):
        converted(text, Input(kind))


def test_a_filled_plan_can_be_kept_and_needs_to_be_told_nothing() -> None:
    plan, inputs = fill(templates()["rename-across-files"], {"old": "a", "new": "b"})
    kept: Plan = load_plan(dump_plan(with_defaults(plan, inputs), "yaml"), "yaml")
    assert read_inputs(kept, {}) == inputs
    assert read_inputs(kept, {"new": "c"})["new"] == "c"
