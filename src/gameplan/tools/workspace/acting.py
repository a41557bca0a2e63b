"""Doing what a draft says: each path changes in one step, beneath the open directory, and is then on disk."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import assert_never

from gameplan.tools.errors import ToolRefused
from gameplan.tools.workspace.background import Stop
from gameplan.tools.workspace.beneath import DIRECTORY
from gameplan.tools.workspace.changes import Change, FilesChanging, temporary
from gameplan.tools.workspace.draft import Content, Discard, Draft, Put, Remove, Rename, covered
from gameplan.tools.workspace.folder import Folder
from gameplan.tools.workspace.paths import shown
from gameplan.tools.workspace.renaming import rename_new
from gameplan.tools.workspace.states import Signature, signature_at
from gameplan.tools.workspace.store import NEW, Store, write_all


class ChangedMeanwhile(Exception):
    """Something is no longer as it was when the call was worked out."""


@dataclass(slots=True)
class Acting:
    """One draft being carried out. `applied` says how many of its changes have been made."""

    draft: Draft
    store: Store
    change_id: str
    applied: int = 0
    _met: set[Signature] = field(default_factory=set)  # the identities of what has lost a name, or got another

    def run(self, stop: Stop) -> None:
        check_unchanged(self.draft)
        for act in self.draft.acts:
            stop.check()
            change = self.draft.changes[self.applied]
            match act:
                case Put():
                    self._put(change, act.content)
                case Remove():
                    self._remove(change)
                case Rename():
                    self._rename(act)
                case Discard():
                    self._discard(act)
                case _:
                    assert_never(act)
            self.applied += covered(act)
        self._close_directories()

    def _close_directories(self) -> None:
        """Directories that their owner may not write to get their mode last: something had to be put into them.

        Of a directory the record compares no mode: a kill just before this leaves it open to its owner, that is all.
        """
        for change in reversed(self.draft.changes):
            if change.after.kind == "directory" and change.before.kind == "absent" and _closed(change.after.mode):
                with self.draft.folder.parent(change.path, follow=False) as (directory, name):
                    _set_mode(directory, name, change.after.mode)

    def _put(self, change: Change, content: Content | None) -> None:
        temp = temporary(self.change_id, self.applied)
        with self.draft.folder.parent(change.path, follow=False) as (directory, name):
            try:
                _make(directory, temp, change, content, _owner(directory, name))
                self._still(directory, name, change)
                if change.before.kind == "absent":
                    rename_new(directory, temp, directory, name, kind=change.after.kind)
                else:
                    os.rename(temp, name, src_dir_fd=directory, dst_dir_fd=directory)
            except BaseException:
                with suppress(OSError):
                    discard_temporary(directory, temp)
                raise
            sync_directory(directory)

    def _remove(self, change: Change) -> None:
        with self.draft.folder.parent(change.path, follow=False) as (directory, name):
            self._still(directory, name, change)
            if change.before.kind == "directory":
                os.rmdir(name, dir_fd=directory)
            else:
                os.unlink(name, dir_fd=directory)
            sync_directory(directory)

    def _rename(self, act: Rename) -> None:
        parent = self.draft.folder.parent
        source, destination = self._change(act.source), self._change(act.destination)
        with parent(act.source, follow=False) as (old, name), parent(act.destination, follow=False) as (new, new_name):
            self._still(old, name, source)
            self._still(new, new_name, destination)
            if destination.before.kind == "absent":
                rename_new(old, name, new, new_name, kind=source.before.kind)
            else:
                os.rename(name, new_name, src_dir_fd=old, dst_dir_fd=new)
            sync_directory(new)
            sync_directory(old)

    def _discard(self, act: Discard) -> None:
        with (
            self.draft.folder.parent(act.path, follow=False) as (directory, name),
            self.store.trash(self.change_id) as trash,
        ):
            self._still(directory, name, self._change(act.path))
            if signature_at(trash, str(act.number)) is not None:
                raise FileExistsError(f"The trash of {self.change_id} is not empty")
            os.rename(name, str(act.number), src_dir_fd=directory, dst_dir_fd=trash)
            sync_directory(directory)

    def _change(self, path: str) -> Change:
        return next(each for each in self.draft.changes[self.applied :] if each.path == path)

    def _still(self, directory: int, name: str, change: Change) -> None:
        """What is about to be replaced is what was looked at.

        Of a directory only its identity counts: what is in it may have been changed by the acts before. A file with
        two names is touched by what happens to the other one: then the time of that does not count.
        """
        expected = None if change.before.kind == "absent" else self.draft.signatures[change.path]
        now = signature_at(directory, name)
        if expected and now:
            identity = expected[:2]
            if change.before.kind == "directory":
                expected, now = identity, now[:2]
            elif identity in self._met:
                expected, now = expected[:-1], now[:-1]
            self._met.add(identity)
        if now != expected:
            raise _changed(change.path)


def check_unchanged(draft: Draft) -> None:
    """Everything that a draft looked at still stands as it did, as far as a glance can tell."""
    for path, expected in draft.signatures.items():
        try:
            now = signature_at(draft.folder.descriptor, path)
        except OSError:
            raise _changed(path) from None
        if now != expected:
            raise _changed(path)


def sweep(folder: Folder, left: Iterable[FilesChanging]) -> None:
    """Remove what changes that were interrupted had begun to make beside their paths."""
    for intent in left:
        _sweep(folder, intent.change_id, intent.changes)


def _sweep(folder: Folder, change_id: str, changes: Sequence[Change]) -> None:
    for number, change in enumerate(changes):
        if change.after.kind == "absent":
            continue
        try:
            with folder.parent(change.path, follow=False) as (directory, _), suppress(FileNotFoundError):
                discard_temporary(directory, temporary(change_id, number))
                sync_directory(directory)
        except ToolRefused:
            continue  # its folder is gone, and with it what was in it


def discard_temporary(directory: int, name: str) -> None:
    try:
        os.unlink(name, dir_fd=directory)
    except (IsADirectoryError, PermissionError):
        os.rmdir(name, dir_fd=directory)


def sync_directory(directory: int) -> None:
    """Bring the names in a directory to disk. (A descriptor that only passes through cannot do that itself.)"""
    try:
        descriptor = os.open(".", DIRECTORY, dir_fd=directory)
    except PermissionError:
        return  # one that may be written and not read: it reaches the disk in its own time
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _make(directory: int, temp: str, change: Change, content: Content | None, owner: Callable[[int], None]) -> None:
    after = change.after
    match after.kind:
        case "directory":
            os.mkdir(temp, 0o700, dir_fd=directory)
            _set_mode(directory, temp, after.mode | (stat.S_IRWXU if _closed(after.mode) else 0))
        case "symlink":
            os.symlink(after.target, temp, dir_fd=directory)
        case "file":
            if content is None:
                raise AssertionError("a file has content")
            descriptor = os.open(temp, NEW, 0o600, dir_fd=directory)
            try:
                if write_all(descriptor, content()) != after.digest:
                    raise _changed(change.path)
                owner(descriptor)
                os.fchmod(descriptor, after.mode)
                os.fsync(descriptor)
            finally:
                os.close(descriptor)
        case "absent":
            raise AssertionError("nothing cannot be put")
        case _:
            assert_never(after.kind)


def _closed(mode: int) -> bool:
    return mode & stat.S_IRWXU != stat.S_IRWXU


def _set_mode(directory: int, name: str, mode: int) -> None:
    descriptor = os.open(name, DIRECTORY | os.O_NOFOLLOW, dir_fd=directory)
    try:
        os.fchmod(descriptor, mode)
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _owner(directory: int, name: str) -> Callable[[int], None]:
    """Gives a new file to whom the old one belongs, where the system lets us."""
    try:
        facts = os.stat(name, dir_fd=directory, follow_symlinks=False)
    except OSError:
        return lambda descriptor: None

    def give(descriptor: int) -> None:
        with suppress(PermissionError):
            os.fchown(descriptor, facts.st_uid, facts.st_gid)

    return give


def _changed(path: str) -> ChangedMeanwhile:
    return ChangedMeanwhile(f'"{shown(path)}" was changed by somebody else at the same moment')
