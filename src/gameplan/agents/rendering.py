"""What an agent is told, and what it may do: a prompt as text, with the tools of its sections."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gameplan.prompt import Prompt
from gameplan.runtime import Session
from gameplan.tools import Tool


def rendered(
    prompt: Prompt | str, params: Sequence[object], tools: Sequence[Tool[Any, Any]], session: Session
) -> tuple[str, dict[str, Tool[Any, Any]]]:
    """The text of the prompt, and the tools by name: those of its sections, then those given."""
    text, own = (prompt, ()) if isinstance(prompt, str) else _sections(prompt, params, session)
    by_name: dict[str, Tool[Any, Any]] = {}
    for tool in (*own, *tools):
        if not isinstance(tool, Tool):
            raise TypeError(f"{tool!r} is not a tool: decorate the function with @tool.")
        if by_name.setdefault(tool.name, tool) is not tool:
            raise ValueError(f'Two different tools are called "{tool.name}".')
    return text, by_name


def _sections(prompt: Prompt, params: Sequence[object], session: Session) -> tuple[str, tuple[Tool[Any, Any], ...]]:
    prompt.bind(session)
    whole = prompt.render(*params, session_settings=session.settings)
    own = tuple(tool for tool in whole.tools if isinstance(tool, Tool))
    if len(own) != len(whole.tools):
        raise TypeError("The tools of a prompt's sections must be made with @tool to be run by an agent.")
    return whole.text, own
