"""Files that are there whole or not at all."""

from __future__ import annotations

from pathlib import Path

import pytest

from gameplan.runtime.files import replace_file, write_synced


def test_a_file_is_replaced_and_nothing_is_left_beside_it(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(b"old")
    replace_file(path, b"new")
    assert path.read_bytes() == b"new" and list(tmp_path.iterdir()) == [path]


def test_what_cannot_take_the_place_leaves_the_old_one_and_nothing_beside_it(tmp_path: Path) -> None:
    (tmp_path / "taken").mkdir()
    with pytest.raises(OSError):
        replace_file(tmp_path / "taken", b"new")
    assert list(tmp_path.iterdir()) == [tmp_path / "taken"]


def test_nobody_else_can_read_what_is_not_for_them(tmp_path: Path) -> None:
    replace_file(tmp_path / "own.toml", b"x", mode=0o600)
    assert (tmp_path / "own.toml").stat().st_mode & 0o777 == 0o600


def test_a_file_that_is_there_is_not_written_over(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"old")
    with pytest.raises(FileExistsError):
        write_synced(tmp_path / "a", b"new")
    assert (tmp_path / "a").read_bytes() == b"old"
