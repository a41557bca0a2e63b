"""The desk at which a novel is drafted: a session whose state is the draft. What happens to it goes through here."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias, get_args

from gameplan.novels.authoring.changing import changed
from gameplan.novels.authoring.draft import Draft, Owner
from gameplan.novels.authoring.elements import ElementType, find
from gameplan.novels.authoring.events import (
    Change,
    DraftClosed,
    DraftOpened,
    ElementRenamed,
    Happened,
    PackageFinalized,
    PicturesMade,
    WarningsTold,
)
from gameplan.novels.authoring.finalizing import must_be_whole, to_repair
from gameplan.novels.authoring.findings import Finding, Prove, findings_of, told, whole_proof
from gameplan.novels.authoring.folding import after
from gameplan.novels.authoring.illustrating import Illustrator, are_made, place_by, portraits_by
from gameplan.novels.authoring.next_steps import next_steps
from gameplan.novels.authoring.opening import events_of
from gameplan.novels.authoring.proposing import (
    act_outlined,
    character_proposed,
    encounters_drafted,
    guarded,
    locations_wired,
    node_finalized,
    premise_proposed,
)
from gameplan.novels.authoring.respelling import name_changed
from gameplan.novels.authoring.wording import said
from gameplan.novels.package import Act, Character, Encounter, Location, MusicPrompt, Premise, VNPackage
from gameplan.runtime import ReducerContext, Session, Slice
from gameplan.runtime.events import Json
from gameplan.tools import ToolRefused

Save: TypeAlias = Callable[[VNPackage], VNPackage | None]
"""Keeps a package; returns it as it was kept, if that differs (in its version, say)."""

_CHANGES = get_args(Change)
_HAPPENED = (DraftOpened, *_CHANGES, WarningsTold)


@dataclass(frozen=True, slots=True)
class Told:
    """What whoever did something is told: what comes next, and what is wrong that was not before."""

    next_steps: tuple[str, ...] = ()
    findings: tuple[Finding, ...] = ()
    notes: tuple[str, ...] = ()


class DraftSession:
    """A draft that is being written, by an agent, by people, or by both.

    `DraftSession.start` begins one; `DraftSession(session)` takes up the one that a session has, to write it or, over
    `Session.view`, to look at it. What may not be done is refused with `ToolRefused`, and then nothing has changed.

    `illustrator` makes pictures and sounds; `check` is asked while the draft is written, `prove` when it is to become a
    package (the checks and a thousand plays, unless another is given), which `save` keeps.
    """

    def __init__(
        self,
        session: Session,
        *,
        illustrator: Illustrator | None = None,
        check: Prove | None = None,
        prove: Prove = whole_proof,
        save: Save | None = None,
    ) -> None:
        self.session = session
        self.illustrator = illustrator
        self._check = check
        self._prove = prove
        self._save = save
        self._found: tuple[Draft, list[Finding]] | None = None
        for type_ in _HAPPENED:
            session.register_reducer(type_, _fold, slice_type=Draft)
        if session.slice(Draft).latest is None:
            raise ValueError(f"Session {session.session_id} has no draft: DraftSession.start begins one.")

    @classmethod
    def start(
        cls,
        session: Session | None = None,
        *,
        language: str = "en",
        illustrator: Illustrator | None = None,
        check: Prove | None = None,
        prove: Prove = whole_proof,
        save: Save | None = None,
    ) -> DraftSession:
        """Begin a draft, in a session of its own unless one is given."""
        session = session if session is not None else Session()
        session.dispatch(DraftOpened(session.ids.new("novel"), language))
        return cls(session, illustrator=illustrator, check=check, prove=prove, save=save)

    @classmethod
    def of(
        cls,
        package: VNPackage,
        session: Session | None = None,
        *,
        illustrator: Illustrator | None = None,
        check: Prove | None = None,
        prove: Prove = whole_proof,
        save: Save | None = None,
    ) -> DraftSession:
        """Open a finished novel as a draft again, with all that is in it, so that it can be changed."""
        session = session if session is not None else Session()
        for event in events_of(package, session.ids.new("novel")):
            session.dispatch(event)
        return cls(session, illustrator=illustrator, check=check, prove=prove, save=save)

    @property
    def draft(self) -> Draft:
        """The draft as it stands."""
        draft = self.session.slice(Draft).latest
        assert draft is not None, "a draft that was begun is there"
        return draft

    # -- the pipeline

    async def propose_premise(self, premise: Premise) -> Told:
        return await self._do(lambda draft: (premise_proposed(draft, premise),))

    async def propose_character(self, character: Character) -> Told:
        """Draft a character, and have it drawn unless it already is as it is to look."""
        before = self._findings()
        events = self._happens(lambda draft: (character_proposed(draft, character),))
        notes = await self._illustrate(Owner("character", "", character.id), with_last=bool(events))
        return await self._told(before, notes)

    async def outline_act(self, act: Act) -> Told:
        return await self._do(lambda draft: (act_outlined(draft, act),))

    async def wire_locations(self, act_id: str, locations: Sequence[Location]) -> Told:
        return await self._do(lambda draft: (locations_wired(draft, act_id, locations),))

    async def draft_encounters(self, act_id: str, node_id: str, encounters: Sequence[Encounter]) -> Told:
        return await self._do(lambda draft: (encounters_drafted(draft, act_id, node_id, encounters),))

    async def finalize_node(self, act_id: str, node_id: str, background: str, music: Sequence[MusicPrompt]) -> Told:
        """Have a location drawn and set to music."""
        before, old = self._findings(), self.draft.location(act_id, node_id)
        events = self._happens(lambda draft: (node_finalized(draft, act_id, node_id, background, music),))
        again = old is not None and (old.background_prompt, old.music_prompts) != (background, tuple(music))
        notes = await self._illustrate(Owner("node", act_id, node_id), again=again, with_last=bool(events))
        return await self._told(before, notes)

    async def update_element(
        self,
        type_: ElementType,
        id_: str = "",
        changes: dict[str, Json] | None = None,
        *,
        act_id: str = "",
        regenerate_image: bool = False,
    ) -> Told:
        """Change an element, rename it by a new `id`, or take it away with no changes at all."""
        before = self._findings()
        events = self._happens(lambda draft: changed(draft, type_, act_id, id_, changes))
        named = next((each for each in events if isinstance(each, ElementRenamed)), None)
        id_ = named.to if named is not None else id_
        notes: tuple[str, ...] = ()
        if regenerate_image and changes is not None:
            owner = self._owner(type_, act_id, id_)
            notes = (f"A {type_} has no picture.",)
            if owner is not None:
                notes = await self._illustrate(owner, again=True, anew=True, with_last=bool(events))
        return await self._told(before, notes)

    async def rename_character(self, id_: str, name: str) -> Told:
        """Give a character another name, wherever the draft speaks of them; `undo` takes all of it back at once.

        An id stays as it is; `update_element` changes that, and all that refers to it.
        """
        return await self._do(lambda draft: name_changed(draft, id_, name))

    async def finalize_package(self, title: str) -> tuple[VNPackage, Told]:
        """Have the draft proved and made into a package. Errors stop it; warnings stop it once."""
        draft = self._open_draft()
        must_be_whole(draft)
        made = [each.version for each in self.session.events_of(PackageFinalized)]  # those that were taken back, too
        package = draft.package(version=max(made, default=0) + 1).model_copy(update={"title": title})
        package = VNPackage.model_validate_json(package.model_dump_json(by_alias=True))
        found = told(await asyncio.to_thread(self._prove, package))
        if self.session.slice(Draft).latest is not draft:
            raise ToolRefused("The draft was changed while it was being proved.", code="CHANGED_MEANWHILE")
        errors = [each for each in found if each.severity == "error"]
        if errors:
            raise to_repair(f"{len(errors)} errors are to be repaired first.", "PROOF_FAILED", errors)
        warnings = [each for each in found if each.severity == "warning" and each.key not in draft.warned]
        if warnings:
            self.session.dispatch(WarningsTold(tuple(sorted({each.key for each in warnings}))))
            await self.session.committed()
            message = f"{len(warnings)} warnings: repair what you want to, and call again; they will not stop it twice."
            raise to_repair(message, "WARNINGS", warnings)
        if self._save is not None:
            try:
                saved = await asyncio.to_thread(self._save, package)
            except (OSError, ValueError) as error:
                said_so = str(error).rstrip(".")
                raise ToolRefused(f"The package could not be saved: {said_so}.", code="NOT_SAVED") from error
            package = saved if saved is not None else package
        nodes = sum(len(act.locations) for act in package.acts)
        self.session.dispatch(PackageFinalized(package.package_id, title, package.version, nodes))
        return package, await self._told(self._findings(), ())

    # -- going back, and ending

    def undo(self) -> str:
        """Take back what was done last; returns what it was."""
        for recorded in reversed(self.session.standing):
            event = recorded.event
            if isinstance(event, _CHANGES) and not getattr(event, "with_last", False):
                self.session.rewind(recorded.seq - 1)
                return said(event)
        raise ToolRefused("There is nothing to take back.", code="NOTHING_DONE")

    def close(self, reason: str = "its author closed it") -> None:
        """Close the draft: nothing more can be done to it. Its record stays, and `undo` opens it again."""
        if not self.draft.closed:
            self.session.dispatch(DraftClosed(reason.strip() or "its author closed it"))

    # -- doing

    async def _do(self, decide: Callable[[Draft], Sequence[Happened]]) -> Told:
        before = self._findings()
        self._happens(decide)
        return await self._told(before, ())

    def _happens(self, decide: Callable[[Draft], Sequence[Happened]]) -> list[Happened]:
        """Record what comes of a decision, if anything differs by it: all of it, or nothing."""
        draft = self._open_draft()
        events = []
        for event in decide(draft):
            new = guarded(draft, event)
            if new != draft:
                events.append(event)
            draft = new
        for event in events:
            self.session.dispatch(event)
        return events

    def _open_draft(self) -> Draft:
        draft = self.draft
        if draft.closed:
            raise ToolRefused(f"The draft is closed: {draft.closed}.", code="DRAFT_CLOSED", needs=["another draft"])
        return draft

    async def _illustrate(
        self, owner: Owner, *, again: bool = False, anew: bool = False, with_last: bool
    ) -> tuple[str, ...]:
        """Have something drawn, if it is not or no longer is; returns what is to be said of it.

        By the same chance as before it stays the same person; `anew`, it is drawn by another.
        """
        await self.session.committed()  # the words are safe, however long it takes to draw
        draft = self.draft
        had = draft.pictures_of(owner)
        stale = draft.is_stale("portrait" if owner.kind == "character" else "assets", owner.act, owner.id)
        if not (again or stale or not are_made(had)):
            return ()
        style = draft.premise.art_style if draft.premise is not None else ""
        seeds = [each.seed for each in had if each.sha256]
        seed = max(seeds) + anew if seeds else None
        if owner.kind == "character":
            character = draft.character(owner.id)
            made = await portraits_by(self.illustrator, character, style, seed) if character is not None else ()
        else:
            place = draft.location(owner.act, owner.id)
            made = await place_by(self.illustrator, place, style, seed) if place is not None else ()
        failed = next((each for each in made if each.status == "failed"), None)
        if failed is not None and are_made(had):
            return (f"It was not drawn: {failed.reason.rstrip('.')}. The older picture stays.",)
        if made and (made != had or stale) and not self.draft.closed:
            self.session.dispatch(PicturesMade(owner, made, with_last))
        return (f"It was not drawn: {failed.reason}",) if failed is not None else ()

    def _owner(self, type_: ElementType, act_id: str, id_: str) -> Owner | None:
        if type_ == "character":
            return Owner("character", "", id_)
        if type_ != "node":
            return None
        acts = [act.id for act in self.draft.acts if find(self.draft.package(), "node", act.id, id_) is not None]
        return Owner("node", act_id or acts[0], id_) if acts else None

    # -- telling

    async def _told(self, before: Sequence[Finding], notes: tuple[str, ...]) -> Told:
        await self.session.committed()
        known = {each.key for each in before}
        new = tuple(each for each in self._findings() if each.key not in known)
        return Told(tuple(next_steps(self.draft)), new, notes)

    def _findings(self) -> list[Finding]:
        draft = self.draft
        if self._found is None or self._found[0] is not draft:
            self._found = (draft, findings_of(draft, self._check))
        return self._found[1]


def _fold(slice_: Slice[Draft], event: Happened, context: ReducerContext) -> Slice[Draft]:
    return Slice((after(slice_.latest or Draft(), event),))
