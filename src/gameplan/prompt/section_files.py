"""Section files: prompt text in one markdown file, in blocks that start with `## @NAME`."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from types import MappingProxyType

from gameplan.prompt.errors import PromptError
from gameplan.prompt.fences import Line, lines

_BLOCK = re.compile(r"## @([A-Z][A-Z0-9_]*)\s*")
_LIKE_A_BLOCK = re.compile(r" {0,3}#+\s*@")
_TITLE = re.compile(r"### +(\S.*?)(?: +#+)? *")
_LOWER_HEADING = re.compile(r" {0,3}#{2,6}(?:\s|$)")


@dataclass(frozen=True)
class SectionText:
    """One block of a section file: `line` is where the block starts, `text_line` where its text does."""

    name: str
    title: str
    text: str
    line: int = 1
    text_line: int = 1


def load_sections(source: str | Path) -> Mapping[str, SectionText]:
    """Read a section file (a `Path`) or its text (a string): the blocks by name, in their order.

    A block runs from `## @NAME` to the next one. Its title is the `### Heading` that it begins with, else is
    made from its name. What stands before the first block is for people only.
    """
    where = f'Section file "{source}"' if isinstance(source, Path) else "Section text"
    text = source.read_text(encoding="utf-8") if isinstance(source, Path) else source
    # A blank line more: if that one is still inside a code block, the block is never closed.
    content = tuple(lines(text.replace("\r\n", "\n") + "\n"))
    starts = tuple(line for line in content if line.fence is None and _LIKE_A_BLOCK.match(line.text))
    if problems := tuple(_problems(content, starts)):
        raise PromptError(*(f"{where}{problem}" for problem in problems))
    bounds = [*(line.number - 1 for line in starts), len(content)]
    sections = [_section(content[begin:end]) for begin, end in pairwise(bounds)]
    return MappingProxyType({section.name: section for section in sections})


def _problems(content: Sequence[Line], starts: Sequence[Line]) -> Iterator[str]:
    seen: dict[str, int] = {}
    for line in starts:
        match = _BLOCK.fullmatch(line.text)
        if match is None:
            yield (
                f', line {line.number}: "{line.text.strip()}" is not the start of a block. '
                'Write "## @NAME", with a name of capitals, digits and underscores, on a line of its own.'
            )
        elif match[1] in seen:
            yield (f", line {line.number}: @{match[1]} is already on line {seen[match[1]]}. Rename or remove one.")
        else:
            seen[match[1]] = line.number
    for line in content[: starts[0].number - 1 if starts else len(content)]:
        if line.fence is None and _LOWER_HEADING.match(line.text):
            yield (
                f', line {line.number}: the heading "{line.text.strip()}" is in no block. '
                'Start a block with "## @NAME" above it.'
            )
    if content[-1].fence is not None:
        yield f", line {content[-1].fence}: the code block that opens here is never closed."
    if not starts:
        yield ': there is no block "## @NAME" in it. (To read a file, pass a pathlib.Path.)'


def _section(block: Sequence[Line]) -> SectionText:
    name = block[0].text.split("@")[1].strip()
    title = name.replace("_", " ").capitalize()
    content = _without_blank_ends(block[1:])
    if content and (match := _TITLE.fullmatch(content[0].text)):
        title = match[1]
        content = _without_blank_ends(content[1:])
    text_line = content[0].number if content else block[0].number
    return SectionText(name, title, "\n".join(line.text for line in content), block[0].number, text_line)


def _without_blank_ends(content: Sequence[Line]) -> Sequence[Line]:
    filled = [index for index, line in enumerate(content) if line.text.strip()]
    return content[filled[0] : filled[-1] + 1] if filled else ()
