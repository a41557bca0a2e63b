"""Where are the packages kept? In folders, one for each version, that are there whole or not at all.

`Shelf(folder)` saves, loads and lists; `pack` and `unpack` make a `.vnpkg` of a package and read one. What cannot be
read is a `PackageError` that says what is wrong and what to do.
"""

from typing import TYPE_CHECKING

from gameplan._lazy import lazily

if TYPE_CHECKING:
    from gameplan.novels.shelf.errors import PackageError
    from gameplan.novels.shelf.folders import read_folder
    from gameplan.novels.shelf.hashing import content_hash
    from gameplan.novels.shelf.index import Entry
    from gameplan.novels.shelf.shelf import Shelf
    from gameplan.novels.shelf.volume import Volume
    from gameplan.novels.shelf.zips import pack, unpack

__getattr__ = lazily(
    __name__,
    {
        "gameplan.novels.shelf.errors": ("PackageError",),
        "gameplan.novels.shelf.folders": ("read_folder",),
        "gameplan.novels.shelf.hashing": ("content_hash",),
        "gameplan.novels.shelf.index": ("Entry",),
        "gameplan.novels.shelf.shelf": ("Shelf",),
        "gameplan.novels.shelf.volume": ("Volume",),
        "gameplan.novels.shelf.zips": ("pack", "unpack"),
    },
)

__all__ = ["Entry", "PackageError", "Shelf", "Volume", "content_hash", "pack", "read_folder", "unpack"]
