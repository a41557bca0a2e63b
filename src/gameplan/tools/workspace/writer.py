"""From a draft to the deed: keep what would be lost, write down what is to come, do it, write down what came of it."""

from __future__ import annotations

import asyncio
import fcntl
import hashlib
import os
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from gameplan.runtime import Recorded, Session
from gameplan.runtime.events import Json
from gameplan.runtime.events.codec import adapter_of
from gameplan.tools.clean import clean_text, masked
from gameplan.tools.context import ToolContext
from gameplan.tools.errors import ToolRefused
from gameplan.tools.outcome import Aftermath, Done
from gameplan.tools.workspace.acting import Acting, ChangedMeanwhile, check_unchanged, sweep
from gameplan.tools.workspace.aftermath import aftermath_of
from gameplan.tools.workspace.background import Stop, in_thread_to_its_end
from gameplan.tools.workspace.beneath import DIRECTORY
from gameplan.tools.workspace.changes import TAKE_BACK, FilesChanged, FilesChanging, half_done, unfinished
from gameplan.tools.workspace.draft import Draft, fingerprint_of
from gameplan.tools.workspace.folder import Folder
from gameplan.tools.workspace.paths import shown
from gameplan.tools.workspace.previews import described
from gameplan.tools.workspace.reading import Enter
from gameplan.tools.workspace.restoring import restoring
from gameplan.tools.workspace.states import Effort, chunks_beneath
from gameplan.tools.workspace.store import Store, check_run_id
from gameplan.tools.workspace.walk import counted

P = TypeVar("P")
R = TypeVar("R")
T = TypeVar("T")
E = TypeVar("E")
_approved: ContextVar[str | None] = ContextVar("approved", default=None)
_follows: ContextVar[bool] = ContextVar("follows", default=False)


class NotDone(Exception):
    """The change could not be made, or not all of it; the record says how much was."""


class Dispatcher(Protocol):
    """What makes an event happen: a tool's context, or a session."""

    def dispatch(self, event: E) -> Recorded[E]: ...


@contextmanager
def as_approved(fingerprint: str) -> Iterator[None]:
    """Around a call: it is refused unless it would do exactly what was shown when the fingerprint was taken."""
    token = _approved.set(fingerprint)
    try:
        yield
    finally:
        _approved.reset(token)


@contextmanager
def approved_already() -> Iterator[None]:
    """Around what follows from a call whose approval has been checked: it is not held to the fingerprint again.

    Nor is anything taken back before it: what it is to do was worked out from the world as it stands.
    """
    token, follows = _approved.set(None), _follows.set(True)
    try:
        yield
    finally:
        _follows.reset(follows)
        _approved.reset(token)


def check_approved(fingerprint: Callable[[], str]) -> None:
    """Refuse a call that would do something else than what was approved; where nothing was, it may do anything."""
    approved = _approved.get()
    if approved is not None and approved != fingerprint():
        raise ToolRefused(
            "What this would change is no longer as it was when it was approved.", code="changed_since_approval"
        )


@dataclass(frozen=True, slots=True)
class _Past:
    """What is known of a call that was interrupted before: what it was to do, if that was taken back, and a remark."""

    meant: str = ""
    note: str = ""

    @contextmanager
    def told(self) -> Iterator[None]:
        """A refusal says what became of the first half."""
        try:
            yield
        except ToolRefused as refusal:
            if not self.note:
                raise
            raise ToolRefused(f"{refusal.message} {self.note}", code=refusal.code, needs=refusal.needs) from None

    def check_approved(self, draft: Draft) -> None:
        """The call does what was shown; if the world has been put right since, what it was to do in the first place."""
        if self.meant and _approved.get() is not None:
            with as_approved(self.meant):
                check_approved(lambda: draft.fingerprint)
        else:
            check_approved(lambda: draft.fingerprint)


class Writer:
    """Carries out the calls of one run."""

    def __init__(self, enter: Enter, run_id: str) -> None:
        check_run_id(run_id)
        self._enter = enter
        self.run_id = run_id
        self._swept: set[str] = set()  # sessions whose interrupted changes have left nothing lying about

    async def carry_out(self, plan: Callable[[Draft, P], Done[R]], params: P, context: ToolContext) -> Done[R]:
        """Work out what a call would do, and do it. Calls in one workspace follow each other, in all processes.

        What the same call has left half done, when it was interrupted, is taken back first.
        """
        action = plan.__name__.strip("_")
        with self._enter() as folder:
            async with alone(folder):
                if context.session.session_id not in self._swept:
                    sweep(folder, unfinished(context.session.events))
                    self._swept.add(context.session.session_id)
                left = () if _follows.get() else half_done(context.session.events, context.call_id, action)
                past = await self._take_back(folder, left, plan, params, context) if left else _Past()
                with past.told():
                    draft, done = await in_thread_to_its_end(lambda stop: _drafted(plan, folder, params, stop))
                with draft:
                    past.check_approved(draft)
                    result = adapter_of(type(done.value)).dump_python(done.value, mode="json")
                    await carry_out(draft, self.run_id, action, context, context.session, context.call_id, result)
        return done

    async def _take_back(
        self,
        folder: Folder,
        left: Sequence[Recorded[object]],
        plan: Callable[[Draft, P], Done[R]],
        params: P,
        context: ToolContext,
    ) -> _Past:
        """Take back what the call left half done; nothing of it, if somebody has changed one of its paths since."""
        if _approved.get() is not None:
            found = await in_thread_to_its_end(lambda stop: self.fingerprint(plan)(params))
            check_approved(lambda: found)
        work = await in_thread_to_its_end(lambda stop: restoring(folder, left, stop))
        with work.draft:
            if work.conflicts:
                first = work.conflicts[0]
                return _Past(note=f"What it left half done stays: {shown(first.path)}: {first.reason}.")
            if not work.draft.changes:
                return _Past()
            # Not through the context: the call itself has not begun yet, and may still be refused.
            await carry_out(work.draft, self.run_id, TAKE_BACK, context.session, context.session, context.call_id)
        meant = next(each.event for each in left if isinstance(each.event, FilesChanging))
        but = f", but for {shown(work.kept[0])}/: there is something else in it" if work.kept else ""
        return _Past(fingerprint_of(meant.changes, meant.trash), f"What it left half done was taken back{but}.")

    def aftermath(self, session: Session, call_id: str) -> Aftermath:
        """What became of a call whose process was killed. What it had begun to make beside its paths is removed."""
        own = (intent for intent in unfinished(session.events) if intent.call_id == call_id)
        with self._enter() as folder, suppress(OSError):  # what cannot be removed now stays for the next change
            sweep(folder, own)
        return aftermath_of(self._enter, session, call_id)

    def preview(self, plan: Callable[[Draft, P], Done[Any]]) -> Callable[[P], str]:
        """What a call would do to the world as it stands, as text. Refuses what the call would refuse."""

        def preview(params: P) -> str:
            with self._enter() as folder, Draft(folder, Effort()) as draft:
                plan(draft, params)
                return described(draft)

        return preview

    def fingerprint(self, plan: Callable[[Draft, P], Done[Any]]) -> Callable[[P], str]:
        """A hash of what a call would find and leave."""

        def fingerprint(params: P) -> str:
            try:
                with self._enter() as folder, Draft(folder, Effort()) as draft:
                    plan(draft, params)
                    return draft.fingerprint
            except ToolRefused as refusal:
                return hashlib.sha256(f"refused {refusal.code} {refusal.message}".encode()).hexdigest()

        return fingerprint

    def spares(self, plan: Callable[[Draft, P], Done[Any]]) -> Callable[[P], str]:
        """The same hash, if no bytes that are there now would be gone; otherwise nothing."""

        def spares(params: P) -> str:
            try:
                with self._enter() as folder, Draft(folder, Effort()) as draft:
                    plan(draft, params)
                    return "" if draft.kept or draft.trash else draft.fingerprint
            except ToolRefused:
                return ""

        return spares


async def carry_out(
    draft: Draft,
    run_id: str,
    action: str,
    dispatcher: Dispatcher,
    session: Session,
    call_id: str = "",
    result: Json = None,
) -> None:
    """Before-images on disk, then the intent on disk, then the change on disk, then the outcome."""
    if not draft.changes:
        return
    with Store(draft.folder, run_id) as store:
        await in_thread_to_its_end(lambda stop: _keep(draft, store, stop))
        change_id = session.ids.new("change")
        changes, trash = tuple(draft.changes), tuple(draft.trash)
        dispatcher.dispatch(FilesChanging(change_id, run_id, action, changes, trash, call_id, result))
        await session.committed()
        acting = Acting(draft, store, change_id)
        try:
            await in_thread_to_its_end(acting.run)
        except BaseException as error:
            problem = clean_text(masked(f"{type(error).__name__}: {error}").rstrip(": "))
            dispatcher.dispatch(FilesChanged(change_id, acting.applied, problem))
            if not isinstance(error, Exception):
                raise
            raise NotDone(f"{error}; {acting.applied} of {counted(len(draft.changes), 'change')} made") from error
        dispatcher.dispatch(FilesChanged(change_id, acting.applied))


@asynccontextmanager
async def alone(folder: Folder) -> AsyncIterator[None]:
    """Nobody else changes the workspace through these tools meanwhile. A process that dies lets go."""
    descriptor = os.open(".", DIRECTORY, dir_fd=folder.descriptor)
    try:
        pause = 0.001
        while True:
            try:
                fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except BlockingIOError:
                await asyncio.sleep(pause)
                pause = min(pause * 1.5, 0.01)
        yield
    finally:
        os.close(descriptor)


def _drafted(plan: Callable[[Draft, P], Done[R]], folder: Folder, params: P, stop: Stop) -> tuple[Draft, Done[R]]:
    draft = Draft(folder, Effort(stop))
    try:
        done = plan(draft, params)
        stop.check()
        return draft, done
    except BaseException:
        draft.resources.close()
        raise


def _keep(draft: Draft, store: Store, stop: Stop) -> None:
    """The bytes that would be gone, on disk; they are those that the record will name."""
    digests = {each.path: each.before.digest for each in draft.changes if each.before.kind == "file"}
    for path in draft.kept:
        stop.check()
        if not store.has(digests[path]) and store.keep(chunks_beneath(draft.folder, path)) != digests[path]:
            raise ToolRefused(f'"{path}" is being changed at this moment; try again.', code="busy")
    if draft.kept:
        store.sync()
    try:
        check_unchanged(draft)
    except ChangedMeanwhile as changed:
        raise ToolRefused(f"{changed}; try again.", code="busy") from None
