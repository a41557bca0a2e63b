"""Where the bytes are that stood somewhere before runs changed it: among what they kept, or in their trash."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import ExitStack, suppress
from functools import partial

from gameplan.tools.workspace.changes import FilesChanging
from gameplan.tools.workspace.draft import Content
from gameplan.tools.workspace.folder import Folder
from gameplan.tools.workspace.store import Store, hashed


class Kept:
    """What runs kept of what they overwrote and removed, found by its digest."""

    def __init__(self, stores: Mapping[str, Store], ran: Iterable[FilesChanging]) -> None:
        self._stores = stores
        self._discarded: dict[str, list[Content]] = {}
        for intent in ran:
            self._index(intent)

    def find(self, digest: str) -> Content | None:
        """How to read the bytes with this digest; None if they are not kept, or not whole."""
        kept = [partial(store.kept, digest) for store in self._stores.values()]
        return next((each for each in [*kept, *self._discarded.get(digest, ())] if _holds(each, digest)), None)

    def _index(self, intent: FilesChanging) -> None:
        store = self._stores.get(intent.run_id)
        if store is None:
            return
        for number, root in enumerate(intent.trash):
            for change in intent.changes:
                inside = change.path == root or change.path.startswith(f"{root}/")
                if inside and change.before.kind == "file":
                    place = f"{number}{change.path.removeprefix(root)}"
                    content = partial(store.discarded, intent.change_id, place)
                    self._discarded.setdefault(change.before.digest, []).append(content)


def open_stores(
    folder: Folder, ran: Iterable[FilesChanging], resources: ExitStack, *, making: str = ""
) -> dict[str, Store]:
    """The places of runs, by run, as far as they are there; the one of the run `making` is made if need be."""
    stores: dict[str, Store] = {}
    for run_id in dict.fromkeys(intent.run_id for intent in ran):
        with suppress(FileNotFoundError):
            stores[run_id] = resources.enter_context(Store(folder, run_id, made=run_id == making))
    return stores


def _holds(content: Content, digest: str) -> bool:
    try:
        return hashed(content()) == digest
    except OSError:
        return False
