"""What the Storyteller is told, from one section file; and its one tool."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib.resources import files
from typing import Any

from gameplan.novels.package import VNPackage
from gameplan.novels.telling.direction import CastMember, DirectionPack
from gameplan.novels.telling.frames import FEWEST_CHOICES, LONGEST_TEXT, MOST_CHOICES, Choice, Sprite, VNFrame
from gameplan.prompt import Mode, PromptBook, load_sections
from gameplan.tools import Done, NoArguments, Tool, tool

PLOT_STATE = "plotState"
_MODE = "storyteller"


def plot_state_tool(ask: Callable[[], DirectionPack]) -> Tool[Any, Any]:
    """`plotState`: by it the Storyteller asks what to tell."""

    @tool(name=PLOT_STATE, effects=(), repeatable=True)
    def plot_state(params: NoArguments) -> Done[DirectionPack]:
        """Return the beat that is to be told now: what happens, who is there, and what may follow."""
        pack = ask()
        return Done(pack, plot_state_text(pack))

    return plot_state


def plot_state_text(pack: DirectionPack) -> str:
    """A beat as the Storyteller reads it."""
    return pack.model_dump_json(exclude_defaults=True)


@cache
def storyteller_book() -> PromptBook:
    """The sections of the Storyteller's prompt, with the names that they use."""
    text = files("gameplan.novels.telling").joinpath("storyteller.md").read_text("utf-8")
    names = {
        "field of a beat": _fields(DirectionPack) + _fields(CastMember),
        "field of a frame": _fields(VNFrame) + _fields(Choice) + _fields(Sprite),
    }
    sections = ("ROLE", "STORY", "BEAT", "FRAMES", "CHOICES")
    return PromptBook(
        sections=load_sections(text), tools=(plot_state_tool(_nothing),), modes=[Mode(_MODE, sections)], names=names
    )


def storyteller_prompt(style: VNPackage) -> str:
    """What the Storyteller is told, of a package as it may see it."""
    context = style.global_context
    guidelines = [each.narrative_guidelines for each in style.acts if each.narrative_guidelines]
    values = {
        "language": style.language,
        "title": style.title,
        "setting": context.setting or "as the beats tell it",
        "tone": context.tone or "as the setting suggests",
        "themes": ", ".join(style.themes) or "none in particular",
        "materials": ", ".join(style.global_materials) or "nothing in particular",
        "content_notes": "; ".join(style.content_notes) or "nothing beyond good taste",
        "guidelines": " ".join(guidelines) or "as the tone asks",
        "longest": LONGEST_TEXT,
        "fewest_choices": FEWEST_CHOICES,
        "most_choices": MOST_CHOICES,
    }
    return storyteller_book().prompt(_MODE, ns="gameplan/novels", values=values).render(numbered=False).text


def _fields(part: type[DirectionPack | CastMember | VNFrame | Choice | Sprite]) -> tuple[str, ...]:
    return tuple(field.alias or name for name, field in part.model_fields.items())


def _nothing() -> DirectionPack:
    raise AssertionError("there is no beat to tell")
