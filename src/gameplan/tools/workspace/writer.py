"""From a draft to the deed: keep what would be lost, write down what is to come, do it, write down what came of it."""

from __future__ import annotations

import asyncio
import fcntl
import hashlib
import os
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from contextvars import ContextVar
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
from gameplan.tools.workspace.changes import FilesChanged, FilesChanging
from gameplan.tools.workspace.draft import Draft
from gameplan.tools.workspace.folder import Folder
from gameplan.tools.workspace.previews import described
from gameplan.tools.workspace.reading import Enter
from gameplan.tools.workspace.states import Effort, chunks_beneath
from gameplan.tools.workspace.store import Store, check_run_id
from gameplan.tools.workspace.walk import counted

P = TypeVar("P")
R = TypeVar("R")
T = TypeVar("T")
E = TypeVar("E")
_approved: ContextVar[str | None] = ContextVar("approved", default=None)


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
    """Around what follows from a call whose approval has been checked: it is not held to the fingerprint again."""
    token = _approved.set(None)
    try:
        yield
    finally:
        _approved.reset(token)


def check_approved(fingerprint: Callable[[], str]) -> None:
    """Refuse a call that would do something else than what was approved; where nothing was, it may do anything."""
    approved = _approved.get()
    if approved is not None and approved != fingerprint():
        raise ToolRefused(
            "What this would change is no longer as it was when it was approved.", code="changed_since_approval"
        )


class Writer:
    """Carries out the calls of one run."""

    def __init__(self, enter: Enter, run_id: str) -> None:
        check_run_id(run_id)
        self._enter = enter
        self.run_id = run_id
        self._swept: set[str] = set()  # sessions whose interrupted changes have left nothing lying about

    async def carry_out(self, plan: Callable[[Draft, P], Done[R]], params: P, context: ToolContext) -> Done[R]:
        """Work out what a call would do, and do it. Calls in one workspace follow each other, in all processes."""
        with self._enter() as folder:
            async with alone(folder):
                if context.session.session_id not in self._swept:
                    sweep(folder, context.session.events)
                    self._swept.add(context.session.session_id)
                draft, done = await in_thread_to_its_end(lambda stop: _drafted(plan, folder, params, stop))
                with draft:
                    check_approved(lambda: draft.fingerprint)
                    action = plan.__name__.strip("_")
                    result = adapter_of(type(done.value)).dump_python(done.value, mode="json")
                    await carry_out(draft, self.run_id, action, context, context.session, context.call_id, result)
        return done

    def aftermath(self, session: Session, call_id: str) -> Aftermath:
        """What became of a call whose process was killed."""
        return aftermath_of(self._enter, session, call_id)

    def preview(self, plan: Callable[[Draft, P], Done[Any]]) -> Callable[[P], str]:
        """What a call would do to the world as it stands, as text."""

        def preview(params: P) -> str:
            try:
                with self._enter() as folder, Draft(folder, Effort()) as draft:
                    plan(draft, params)
                    return described(draft)
            except ToolRefused as refusal:
                return f"This would be refused: {refusal.message}"

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
