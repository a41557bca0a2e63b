"""What is told, and what happens in it? Visual novels: planned with a co-author, proved, illustrated, played, exported.

- **The package.** `VNPackage`, all that an author wrote (`gameplan.novels.package`); its conditions, in `conditions`.
- **Written**: `authoring`, the draft and the co-author's eight tools; `house`, the author who needs no model: `write`.
- **Proved**: `checks`, what can be seen without playing; `simulation`, a thousand plays. `prove` does both.
- **Illustrated**: `assets`, drawn and composed here or by a provider.
- **Kept and exchanged**: `shelf`, packages in folders and files; `exchange`, character cards and lorebooks.
- **Played**: `play`, the Director's rules and dice; `telling`, the Storyteller and its gate. A `Play` of a `Book`.
- **Exported**: `export`, to Ren'Py, ink and a page.

`samples` has a novel of ours to try all of it with.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gameplan._lazy import lazily

if TYPE_CHECKING:
    from gameplan.novels.checks import check_package
    from gameplan.novels.house import write
    from gameplan.novels.package import VNPackage
    from gameplan.novels.play import Book, Play
    from gameplan.novels.samples import sample_package
    from gameplan.novels.shelf import Shelf
    from gameplan.novels.simulation import prove, simulate
else:
    __getattr__ = lazily(
        __name__,
        {
            "gameplan.novels.checks": ("check_package",),
            "gameplan.novels.house": ("write",),
            "gameplan.novels.package": ("VNPackage",),
            "gameplan.novels.play": ("Book", "Play"),
            "gameplan.novels.samples": ("sample_package",),
            "gameplan.novels.shelf": ("Shelf",),
            "gameplan.novels.simulation": ("prove", "simulate"),
        },
    )

__all__ = [
    "Book",
    "Play",
    "Shelf",
    "VNPackage",
    "check_package",
    "prove",
    "sample_package",
    "simulate",
    "write",
]
