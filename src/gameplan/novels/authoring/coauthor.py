"""The co-author: an agent that drafts a novel with a person, in a conversation that goes on from turn to turn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from typing import Any

from gameplan.agents import Budget, EndedBy, Model, ModelReplied, TurnEnded, TurnResult, TurnStarted, run_agent
from gameplan.novels.authoring.desk import DraftSession
from gameplan.novels.authoring.draft import Draft
from gameplan.novels.authoring.events import ElementRenamed
from gameplan.novels.authoring.next_steps import is_populated, next_steps
from gameplan.novels.authoring.tools import authoring_tools
from gameplan.novels.conditions import FUNCTIONS, NUMBERS
from gameplan.novels.package import ARC_PHASES
from gameplan.prompt import Mode, PromptBook, load_sections
from gameplan.runtime import Session
from gameplan.tools import Outcome, Tool, ToolContext, ToolInvoked
from gameplan.tools.invoke import record_refusal

LABEL = "Co-author"
FINAL = "finalizePackage"
STEPS = 200
_TOGETHER = ("INTRO", "ORDER", "WORKING_TOGETHER", "TOOLS", "CONDITIONS", "CRAFT")
_ALONE = tuple("WORKING_ALONE" if each == "WORKING_TOGETHER" else each for each in _TOGETHER)
_PHASES = ("premise", "people", "act", "polish")
MODES = tuple(
    Mode(f"{phase}{' alone' if alone else ''}", (*(_ALONE if alone else _TOGETHER), f"NOW_{phase.upper()}"))
    for alone in (False, True)
    for phase in _PHASES
)


@dataclass(frozen=True, slots=True)
class DeskSight:
    """What a house author sees of the desk: the draft, and what got another id since it was proposed."""

    draft: Draft
    renamed: tuple[ElementRenamed, ...] = ()


def book(tools: Sequence[Tool[Any, Any]]) -> PromptBook:
    """All that a co-author can be told, mode by mode."""
    words = [*(each.name for each in FUNCTIONS), *NUMBERS, *ARC_PHASES, "location", "and", "or", "not"]
    return PromptBook(sections=_sections(), tools=tools, modes=MODES, names={"word of conditions": words})


@cache
def _sections() -> Any:
    return load_sections(files("gameplan.novels.authoring").joinpath("prompts.md").read_text("utf-8"))


def mode_of(draft: Draft) -> str:
    """What a draft is waiting for: its `premise`, its `people`, an `act`, or the last `polish`."""
    if draft.premise is None:
        return "premise"
    if not any(each.role == "protagonist" for each in draft.characters):
        return "people"
    return "polish" if is_populated(draft) else "act"


async def run_coauthor(
    model: Model | str,
    desk: DraftSession,
    request: str = "",
    *,
    alone: bool = False,
    session: Session | None = None,
    budget: Budget | None = None,
    stream: bool = True,
) -> TurnResult:
    """Let the co-author answer a person, and do what was asked. The next call goes on with the conversation.

    A turn ends when it has said something without doing anything more, so that the person can answer. The work itself
    is over when `finalizePackage` was done (`result.terminal_tool` names it then). `alone`, with nobody to answer, only
    that ends the turn. Without a request, a turn whose process was killed is taken up where it stopped.

    What is said is recorded with the draft, unless it has a `session` of its own, which `undo` does not reach.
    """
    tools = authoring_tools(desk)
    if not alone:  # to say something is an end too: the tool ends a turn, but it is not the only thing that does
        tools = tuple(replace(each, hands_back=each.terminal) for each in tools)
    session = session if session is not None else desk.session
    prompts, mode = book(tools), mode_of(desk.draft)
    values = {"language": desk.draft.premise.language if desk.draft.premise is not None else desk.draft.language}
    name = f"{mode} alone" if alone else mode
    text = prompts.prompt(name, ns="gameplan/novels", values=values).render(numbered=False).text
    last = _last_turn(session)
    unfinished = last if last and not _has_ended(session, last) else ""
    resumes = unfinished if not request else ""
    if unfinished and request:
        _wind_up(session, unfinished)

    def state() -> str:
        now = mode_of(desk.draft)
        moved = "" if now == mode else f"\n\n{prompts.sections[f'NOW_{now.upper()}'].text}"
        return f"{draft_text(desk.draft)}{moved}"

    return await run_agent(
        model,
        text,
        tools,
        request=request,
        session=session,
        state=state,
        budget=budget or Budget(steps=STEPS),
        label=LABEL,
        continues="" if resumes else last,
        resumes=resumes,
        stream=stream,
        view=lambda: sight_of(desk),
    )


def sight_of(desk: DraftSession) -> DeskSight:
    """The desk as a house author sees it now."""
    events = (each.event for each in desk.session.standing)
    return DeskSight(desk.draft, tuple(each for each in events if isinstance(each, ElementRenamed)))


def draft_text(draft: Draft) -> str:
    """A draft in a few lines, as its co-author is shown it at each step."""
    title = f'"{draft.premise.title}"' if draft.premise is not None else "no premise yet"
    lines = [f"DRAFT: {title}"]
    if draft.characters:
        lines.append("People: " + ", ".join(f"{each.id} ({each.role})" for each in draft.characters))
    for act in draft.acts:
        places = dict.fromkeys([*act.intended_locations, *(each.id for each in act.locations)])
        stages = [f"{id_}: {draft.node_stage(act.id, id_)}{_count(draft, act.id, id_)}" for id_ in places]
        lines.append(f'Act "{act.id}", {draft.act_stage(act.id)}: ' + ("; ".join(stages) or "no places yet"))
    lines += [f"Marked: {each}" for each in draft.stale]
    lines += [f"Next: {each}" for each in next_steps(draft)]
    return "\n".join(lines)


def _count(draft: Draft, act: str, id_: str) -> str:
    place = draft.location(act, id_)
    if place is None or not place.encounters:
        return ""
    return f" ({', '.join(each.id for each in place.encounters)})"


# -- the conversation


def _last_turn(session: Session) -> str:
    started = (each.event for each in reversed(session.events) if isinstance(each.event, TurnStarted))
    return next((each.turn for each in started if each.agent == LABEL), "")


def _has_ended(session: Session, turn: str) -> bool:
    return any(isinstance(each.event, TurnEnded) and each.event.turn == turn for each in session.events)


def _wind_up(session: Session, turn: str) -> None:
    """End a turn whose process was killed: what it was about to do is not done, and says so."""
    known = {each.call_id for each in session.events_of(ToolInvoked) if each.turn == turn}
    refusal = Outcome.refused("This call was not run, because the program was stopped before it.", code="not_run")
    for reply in [each for each in session.events_of(ModelReplied) if each.turn == turn]:
        for call in reply.calls:
            if call.id not in known:
                record_refusal(call.name, call.arguments, refusal, ToolContext(session, call.id, turn, LABEL))
    session.dispatch(TurnEnded(turn, LABEL, EndedBy.CANCELLED, "the program was stopped", 0, "", ""))
