"""Which novels there are, and how one is found: by its name on the shelf, by a folder, or by a `.vnpkg`."""

from __future__ import annotations

from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING

from gameplan.cli.errors import UserError
from gameplan.settings import home

if TYPE_CHECKING:
    from gameplan.novels.shelf import Shelf, Volume

SAMPLE, LAST = "sample", "last"


@dataclass(frozen=True, slots=True)
class Found:
    """A novel that was found. `word` finds it again, also from another folder; `shelf` is where a new version goes."""

    volume: Volume
    word: str
    shelf: Shelf

    def newest(self, package_id: str) -> str:
        """The word that finds what was kept of it since."""
        return package_id if self.shelf.folder == the_shelf().folder else str(self.shelf.folder)


def the_shelf(folder: Path | None = None) -> Shelf:
    """The shelf in a folder, or the person's own."""
    from gameplan.novels.shelf import Shelf

    return Shelf(folder if folder is not None else home() / "novels")


def find_novel(name: str) -> Volume:
    """A novel by its name, its folder or its file. `last` is the one that was kept last, `sample` is ours."""
    return look_up(name).volume


def look_up(name: str) -> Found:
    """A novel, with where it stands."""
    from gameplan.novels.shelf import PackageError, Volume, read_folder

    path = Path(name)
    try:
        if name == SAMPLE:
            from gameplan.novels.samples import sample_package

            return Found(Volume(sample_package()), SAMPLE, the_shelf())
        if (path / "package.json").is_file():
            folder = path.absolute()
            above = the_shelf(folder.parent.parent) if folder.name.isdecimal() else the_shelf()
            return Found(read_folder(path), str(folder), above)
        if path.is_file():
            return Found(_read_file(path), str(path.absolute()), the_shelf())
        if path.is_dir() and (entries := the_shelf(path).entries()):
            newest = max(entries, key=lambda each: each.saved_ms)
            return Found(the_shelf(path).load(newest.package_id), str(path.absolute()), the_shelf(path))
        shelf = the_shelf()
        id_ = _meant(shelf, name)
        return Found(shelf.load(id_), id_, shelf)
    except PackageError as error:
        if path.exists():
            raise UserError(str(error)) from None
        raise UserError(f"{error} `gameplan novels list` lists those that there are; `sample` is ours.") from None


def _read_file(path: Path) -> Volume:
    from gameplan.novels.shelf import unpack
    from gameplan.novels.shelf.zips import LIMITS

    try:
        if path.stat().st_size > LIMITS.archive:
            raise UserError(f"{path} is larger than a novel may be.")
        return unpack(path.read_bytes(), path.name)
    except OSError as error:
        raise UserError(f"{path} cannot be read: {error.strerror}.") from None


def _meant(shelf: Shelf, name: str) -> str:
    """The id of a novel on the shelf: as it is, by its beginning, or `last`."""
    entries = shelf.entries()
    if name == LAST and entries:
        return max(entries, key=lambda each: each.saved_ms).package_id
    known = list(dict.fromkeys(each.package_id for each in entries))
    if name in known:
        return name
    begins = [each for each in known if name and each.startswith(name.lower())]
    if len(begins) == 1:
        return begins[0]
    if begins:
        raise UserError(f'Several novels begin with "{name}": {", ".join(begins[:6])}.')
    near = get_close_matches(name, known, n=1)
    hint = f" Did you mean {near[0]}?" if near else ""
    raise UserError(
        f'There is no novel "{name}".{hint} `gameplan novels list` lists those that there are; `sample` is ours.'
    )
