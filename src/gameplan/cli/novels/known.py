"""Which novels there are, and how one is found: by its name on the shelf, by a folder, or by a `.vnpkg`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from gameplan.cli.errors import UserError
from gameplan.settings import home

if TYPE_CHECKING:
    from gameplan.novels.shelf import Shelf, Volume


def the_shelf(folder: Path | None = None) -> Shelf:
    """The shelf in a folder, or the person's own."""
    from gameplan.novels.shelf import Shelf

    return Shelf(folder if folder is not None else home() / "novels")


def find_novel(name: str) -> Volume:
    """A novel by its name, its folder or its file. `sample` is ours."""
    from gameplan.novels.shelf import PackageError, Volume, read_folder, unpack

    path = Path(name)
    try:
        if name == "sample":
            from gameplan.novels.samples import sample_package

            return Volume(sample_package())
        if (path / "package.json").is_file():
            return read_folder(path)
        if path.is_file():
            return unpack(path.read_bytes())
        if path.is_dir():
            entries = the_shelf(path).entries()
            if entries:
                return the_shelf(path).load(entries[0].package_id)
        return the_shelf().load(name)
    except PackageError as error:
        raise UserError(f"{error} `gameplan novels list` lists those that there are; `sample` is ours.") from None
