"""A model as Director: it chooses among what the rules allow. If it cannot, the rules choose, and play goes on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Annotated, Any

from pydantic import Field

from gameplan.agents import Budget, EndedBy, Model, Retry, resolve_model, run_agent
from gameplan.novels.package import VNPackage
from gameplan.novels.play.beats import DIRECT, TENSION_STEP, Proposal
from gameplan.novels.play.book import Book
from gameplan.novels.play.house_director import NAME
from gameplan.novels.play.play import Question
from gameplan.prompt import Mode, PromptBook, load_sections
from gameplan.runtime import Session
from gameplan.tools import Done, Tool, tool
from gameplan.tools.clean import clean_text

LABEL = "Director"
_MODE = "director"
_STEPS, _SECONDS = 3, 45.0
_DESCRIBED = 400  # characters of a scene
_LONGEST_REASON = 300
_ENDED = {
    EndedBy.BUDGET: "it took too long",
    EndedBy.MODEL_ERROR: "it could not be asked",
    EndedBy.FINISHED: "it said nothing that could be used",
    EndedBy.STOPPED: "it said nothing that could be used",
}


@dataclass(frozen=True, slots=True)
class Direct:
    """Which scene comes, and how."""

    pick: Annotated[str, Field(max_length=60)] = ""
    tension: float = 0.0
    bond: Annotated[str, Field(max_length=60)] = ""
    bond_step: int = 0
    note: Annotated[str, Field(max_length=2_000)] = ""
    holding: tuple[int, ...] = ()


class DirectorModel:
    """Asks a model about each beat; an `Adviser` for `Play.choose_with`. `session` holds what it was asked and said.

    `failure` says why the model did not direct the last beat, so that the rules did; it is empty if it did.
    """

    def __init__(
        self,
        book: Book,
        model: Model | str = NAME,
        *,
        session: Session | None = None,
        retry: Retry = Retry(),
        seconds: float | None = _SECONDS,
    ) -> None:
        self.session = session if session is not None else Session()
        self.failure = ""
        self._book = book
        self._asked: Question | None = None
        self._model = resolve_model(model, view=lambda: self._asked)
        self._retry = retry
        self._seconds = seconds

    async def __call__(self, question: Question) -> Proposal:
        """What the model proposes for a beat; nothing, if it does not answer."""
        self._asked = question
        heard: list[Direct] = []
        ended = await run_agent(
            self._model,
            director_prompt(self._book, question.state.act),
            [direct_tool(heard)],
            request=situation(self._book, question),
            session=self.session,
            budget=Budget(steps=_STEPS, seconds=self._seconds),
            label=LABEL,
            retry=self._retry,
            condense=None,
        )
        self.failure = "" if heard else _reason(ended.ended_by, ended.detail)
        return _proposal(heard[-1], question) if heard else Proposal()

    @property
    def name(self) -> str:
        return self._model.name


def _reason(ended_by: EndedBy, detail: str) -> str:
    """Why nothing was heard, safe to be shown."""
    said = ": ".join(filter(None, (_ENDED.get(ended_by, "it broke off"), detail.strip())))
    plain = "".join(each if each.isprintable() else " " for each in clean_text(said))
    return " ".join(plain.split())[:_LONGEST_REASON]


def direct_tool(heard: list[Direct]) -> Tool[Any, Any]:
    """`direct`: by it the Director says what comes."""

    @tool(name=DIRECT, effects=(), terminal=True)
    def direct(params: Direct) -> Done[Direct]:
        """Say which of the scenes comes now, and how it is told."""
        heard.append(params)
        return Done(params, "It comes.")

    return direct


def _proposal(said: Direct, question: Question) -> Proposal:
    answers = {text: number in said.holding for number, text in enumerate(question.beat.questions, 1)}
    return Proposal(said.pick.strip(), said.tension, said.bond.strip(), said.bond_step, said.note, answers)


# -- what it is told


@cache
def director_book() -> PromptBook:
    """The sections of the Director's prompt, with the names that they use."""
    text = files("gameplan.novels.play").joinpath("director.md").read_text("utf-8")
    names = {"argument of `direct`": ("pick", "tension", "bond", "bond_step", "note", "holding")}
    modes = [Mode(_MODE, ("ROLE", "STORY", "DIRECTING"))]
    return PromptBook(sections=load_sections(text), tools=(direct_tool([]),), modes=modes, names=names)


def director_prompt(book: Book, act: str) -> str:
    """What the Director is told about its part, the story and this act."""
    package, now = book.package, book.chapters[act].act
    values = {
        "title": package.title,
        "truths": " ".join(package.global_context.overarching_truths) or "none",
        "objective": f"{now.title}. {now.objective}",
        "context": now.scenario_context or "nothing that is not seen",
        "people": " ".join(_longings(package)) or "nobody in particular",
        "endings": "; ".join(package.possible_endings) or "as it comes",
        "tension": TENSION_STEP,
    }
    return director_book().prompt(_MODE, ns="gameplan/novels", values=values).render(numbered=False).text


def _longings(package: VNPackage) -> Iterator[str]:
    for person in package.characters:
        if (arc := person.personal_arc) is not None:
            yield f"{person.name}: {arc.want.rstrip('.')}; {arc.need.rstrip('.')}."


def situation(book: Book, question: Question) -> str:
    """How the play stands, and what could come: all that a beat is chosen by."""
    state, beat, choice = question.state, question.beat, question.choice
    lines = [
        f"Turn {beat.turn}, at {book.chapters[state.act].places[state.location].title}.",
        f"Progress {state.progress} of {state.progress_needed}, doom {state.doom} of {state.doom_needed}.",
        f"The player chose: {choice.id}" + (f" ({choice.said!r})" if choice.said else ""),
        f"Played lately: {', '.join(each.ref for each in state.recent) or 'nothing'}.",
        f"Bonds: {', '.join(f'{who} {bond:+d}' for who, bond in state.bonds.items()) or 'none yet'}.",
        f"Planted and not paid: {', '.join(each for each in state.planted if each not in state.paid) or 'nothing'}.",
        "",
        "What could come:",
    ]
    for ranked in beat.shortlist:
        encounter = book.scenes[ranked.id].encounter
        people = ", ".join(sorted(book.scenes[ranked.id].people)) or "nobody"
        lines.append(
            f"- {ranked.id} ({ranked.score:.2f}): {encounter.title}. {encounter.type}, {encounter.pacing.focus}, "
            f"with {people}. {encounter.description[:_DESCRIBED]}"
        )
    if not beat.shortlist:
        lines.append("- nothing to choose from")
    if beat.questions:
        lines += ["", "Does this hold now?"]
        lines += [f"{number}. {text}" for number, text in enumerate(beat.questions, 1)]
    return "\n".join(lines)
