"""What a prompt needs to know of a tool."""

import re
from collections.abc import Iterable, Mapping
from typing import Protocol

# The end of a sentence, but not the dots of "e.g. Pikachu".
_SENTENCE_END = re.compile(r"(?<!\b[A-Za-z])[.!?](?=\s|$)")


class ToolLike(Protocol):
    """Anything with a name, a description and a JSON schema of its arguments."""

    @property
    def name(self) -> str: ...

    @property
    def description(self) -> str: ...

    @property
    def parameters(self) -> Mapping[str, object]: ...


def bullet(tool: ToolLike) -> str:
    """One line about a tool: its name and the first sentence of its description."""
    first_paragraph = " ".join(re.split(r"\n\s*\n", tool.description.strip(), maxsplit=1)[0].split())
    end = _SENTENCE_END.search(first_paragraph)
    sentence = first_paragraph[: end.end()] if end else first_paragraph
    return f"- `{tool.name}`: {sentence}" if sentence else f"- `{tool.name}`"


def bullet_with_arguments(tool: ToolLike) -> str:
    """The same, with the names of its arguments: for one who plans its use and has no schema of it."""
    properties = tool.parameters.get("properties")
    names = ", ".join(map(str, properties)) if isinstance(properties, Mapping) else ""
    return f"{bullet(tool)} Takes: {names or 'nothing'}."


def bullets(tools: Iterable[ToolLike]) -> str:
    """One line per tool."""
    return "\n".join(bullet(tool) for tool in tools)
