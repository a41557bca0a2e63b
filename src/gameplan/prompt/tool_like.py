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


def bullets(tools: Iterable[ToolLike]) -> str:
    """One line per tool."""
    return "\n".join(bullet(tool) for tool in tools)
