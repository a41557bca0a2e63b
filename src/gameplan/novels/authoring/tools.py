"""The eight tools of the co-author. Each says what comes next, and what is wrong that was not wrong before."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gameplan.novels.authoring.desk import DraftSession, Told
from gameplan.novels.authoring.draft import Owner
from gameplan.novels.authoring.illustrating import are_made
from gameplan.novels.authoring.tool_arguments import (
    ActAnswer,
    Answer,
    CharacterAnswer,
    DraftActOutline,
    DraftNodeEncounters,
    DraftNodeWeb,
    EncountersAnswer,
    FinalizeNode,
    FinalizePackage,
    NodeAnswer,
    PackageAnswer,
    PremiseAnswer,
    ProposeCharacter,
    ProposeStoryPremise,
    UpdateAnswer,
    UpdateElement,
    WebAnswer,
    as_part,
)
from gameplan.novels.package import Act, Character, Encounter, Location, MusicPrompt, Premise
from gameplan.tools import Done, Memory, Tool, Writes, tool

DRAFT = Writes(lambda params: ["the draft"])


def authoring_tools(desk: DraftSession) -> tuple[Tool[Any, Any], ...]:
    """The tools by which an agent writes at a desk."""
    return (*_story_tools(desk), *_act_tools(desk), *_closing_tools(desk))


def _story_tools(desk: DraftSession) -> tuple[Tool[Any, Any], ...]:
    @tool(name="proposeStoryPremise", effects=DRAFT, memory=Memory.BRIEF)
    async def propose_story_premise(params: ProposeStoryPremise) -> Done[PremiseAnswer]:
        """Set what the whole novel rests on. Called again, it changes what you say and keeps the rest."""
        told = await desk.propose_premise(as_part(params, Premise))
        return _answer(PremiseAnswer(title=params.title, **_said(told)), f'The premise of "{params.title}" stands.')

    @tool(name="proposeCharacter", effects=DRAFT, memory=Memory.BRIEF)
    async def propose_character(params: ProposeCharacter) -> Done[CharacterAnswer]:
        """Create a character, with a portrait and, if you like, an arc of its own. The same id again changes it."""
        told = await desk.propose_character(as_part(params, Character))
        image = _url(desk, Owner("character", "", params.id), "portrait")
        answer = CharacterAnswer(id=params.id, name=params.name, image_url=image, **_said(told))
        return _answer(answer, f'{params.name} ("{params.id}") is in the draft.')

    return propose_story_premise, propose_character


def _act_tools(desk: DraftSession) -> tuple[Tool[Any, Any], ...]:
    @tool(name="draftActOutline", effects=DRAFT, memory=Memory.BRIEF)
    async def draft_act_outline(params: DraftActOutline) -> Done[ActAnswer]:
        """Step 1 of an act: its objective, the truth behind it, its tracker, its clock and its intended locations.
        Outlining it again keeps its locations and encounters."""
        told = await desk.outline_act(as_part(params, Act))
        answer = ActAnswer(id=params.id, title=params.title, **_said(told))
        return _answer(answer, f'Act "{params.id}" is outlined.')

    @tool(name="draftNodeWeb", effects=DRAFT, memory=Memory.BRIEF)
    async def draft_node_web(params: DraftNodeWeb) -> Done[WebAnswer]:
        """Step 2: wire the intended locations of an act into a map. A way out is one-way; for a way back, let the
        other location connect too. Locations that you leave out stay as they are."""
        told = await desk.wire_locations(params.act_id, [as_part(each, Location) for each in params.locations])
        answer = WebAnswer(updated_locations=len(params.locations), **_said(told))
        return _answer(answer, f'{len(params.locations)} locations of act "{params.act_id}" are wired.')

    @tool(name="draftNodeEncounters", effects=DRAFT, memory=Memory.BRIEF)
    async def draft_node_encounters(params: DraftNodeEncounters) -> Done[EncountersAnswer]:
        """Step 3: fill one location with encounters that can be played in any order. Encounters of the same id are
        changed, others are added, none is taken away."""
        encounters = [as_part(each, Encounter) for each in params.encounters]
        told = await desk.draft_encounters(params.act_id, params.node_id, encounters)
        place = desk.draft.location(params.act_id, params.node_id)
        count = len(place.encounters) if place is not None else 0
        answer = EncountersAnswer(updated=params.node_id, encounter_count=count, **_said(told))
        return _answer(answer, f'"{params.node_id}" has {count} encounters.')

    @tool(name="finalizeNode", effects=DRAFT, memory=Memory.BRIEF)
    async def finalize_node(params: FinalizeNode) -> Done[NodeAnswer]:
        """Step 4: have the backdrop and the music of a location made, when its encounters stand."""
        music = [as_part(each, MusicPrompt) for each in params.music_prompts]
        told = await desk.finalize_node(params.act_id, params.node_id, params.background_prompt, music)
        place = desk.draft.location(params.act_id, params.node_id)
        owner = Owner("node", params.act_id, params.node_id)
        answer = NodeAnswer(
            id=params.node_id,
            title=place.title if place is not None else params.node_id,
            background_url=_url(desk, owner, "background"),
            music_url=_url(desk, owner, "music"),
            **_said(told),
        )
        return _answer(answer, f'"{params.node_id}" is finalized.')

    return draft_act_outline, draft_node_web, draft_node_encounters, finalize_node


def _closing_tools(desk: DraftSession) -> tuple[Tool[Any, Any], ...]:
    @tool(name="updateElement", effects=DRAFT, memory=Memory.BRIEF)
    async def update_element(params: UpdateElement) -> Done[UpdateAnswer]:
        """Change anything in the draft: only the fields that you give. A new id renames it, and all that names it.
        Without changes (null) it is deleted, unless something still names it."""
        told = await desk.update_element(
            params.type,
            params.id or "",
            params.changes,
            act_id=params.act_id or "",
            regenerate_image=params.regenerate_image,
        )
        what = "deleted" if params.changes is None else "changed"
        answer = UpdateAnswer(updated=params.type, id=params.id, **_said(told))
        named = f' "{params.id}"' if params.id else ""
        return _answer(answer, f"The {params.type}{named} is {what}.")

    @tool(name="finalizePackage", effects=DRAFT, memory=Memory.ALWAYS, terminal=True)
    async def finalize_package(params: FinalizePackage) -> Done[PackageAnswer]:
        """Have the whole draft proved, made into a package and saved. Errors come back as repairs and nothing is
        made; warnings come back once, and a second call goes on in spite of them."""
        package, told = await desk.finalize_package(params.title)
        nodes = sum(len(act.locations) for act in package.acts)
        answer = PackageAnswer(package_id=package.package_id, title=package.title, total_nodes=nodes, **_said(told))
        return _answer(answer, f'"{package.title}" is made: version {package.version}, {nodes} locations.')

    return update_element, finalize_package


def _said(told: Told) -> dict[str, Any]:
    return {"next_steps": told.next_steps, "findings": told.findings, "notes": told.notes}


def _answer(answer: Any, message: str) -> Done[Any]:
    """An answer with the words that a model reads: what was done first, for that line is remembered longest."""
    assert isinstance(answer, Answer)
    parts = [message]
    parts += _block("Note", answer.notes)
    parts += _block("New finding", [str(each) for each in answer.findings])
    parts += _block("Next", answer.next_steps)
    return Done(answer, "\n".join(parts))


def _block(name: str, lines: Sequence[str]) -> list[str]:
    return [f"{name}: {line}" for line in lines]


def _url(desk: DraftSession, owner: Owner, kind: str) -> str | None:
    """Where the first of the pictures or sounds is, if it was made."""
    made = [each for each in desk.draft.pictures_of(owner) if each.kind == kind and are_made([each])]
    return made[0].path if made else None
