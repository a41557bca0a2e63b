"""A prompt: sections in, numbered markdown and a list of tools out."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from gameplan.prompt.errors import PromptError
from gameplan.prompt.section import RenderContext, Section, refuse_repeated_keys
from gameplan.prompt.settings import Settings
from gameplan.prompt.tool_like import ToolLike


@dataclass(frozen=True)
class RenderedPrompt:
    """What an agent is told, and the tools it is told it has."""

    text: str
    tools: tuple[ToolLike, ...]


class Prompt:
    """A named list of sections that renders to text and tools.

    `tools` are those that belong to no single section; they come before the sections' own.
    """

    def __init__(
        self,
        *,
        ns: str,
        key: str,
        name: str,
        sections: Sequence[Section],
        settings: Iterable[object] = (),
        tools: Sequence[ToolLike] = (),
    ) -> None:
        self.ns: Final = ns
        self.key: Final = key
        self.name: Final = name
        self.sections: Final = tuple(sections)
        self.settings: Final = Settings(settings)
        self.tools: Final = tuple(tools)
        refuse_repeated_keys(f'Prompt "{name}"', self.sections)
        self._refuse_ambiguous_tools()

    def render(self, *params: object, session_settings: Iterable[object] = (), numbered: bool = True) -> RenderedPrompt:
        """Render the enabled sections; each of the params goes to the sections that name its type.

        Text that is to follow another prompt's is better not `numbered`.
        """
        given = self._params_by_type(params)
        settings = Settings(session_settings).over(self.settings)
        chapters: list[str] = []
        tools = {tool.name: tool for tool in self.tools}
        for numbers, section, context in _walk(self.sections, given, settings):
            number = f"{'.'.join(map(str, numbers))}. " if numbered else ""
            heading = f"{'#' * min(len(numbers) + 1, 6)} {number}{section.title}"
            body = section.body(context).strip("\n")
            chapters.append(f"{heading}\n\n{body}" if body else heading)
            tools.update((tool.name, tool) for tool in section.tools)
        return RenderedPrompt("\n\n".join(chapters), tuple(tools.values()))

    def bind(self, session: object) -> None:
        """Make every section ready for a session, enabled or not."""
        for section in _all(self.sections):
            section.bind(session)

    def _refuse_ambiguous_tools(self) -> None:
        owners: dict[str, tuple[ToolLike, str]] = {}
        offered = [(tool, "the prompt itself") for tool in self.tools]
        offered += [(tool, f'section "{section.title}"') for section in _all(self.sections) for tool in section.tools]
        for tool, owner in offered:
            first, first_owner = owners.setdefault(tool.name, (tool, owner))
            if first is not tool:
                raise PromptError(
                    f'Prompt "{self.name}": {first_owner} and {owner} each have a different tool named '
                    f'"{tool.name}". Rename one, or give both the same tool.'
                )

    def _params_by_type(self, params: Sequence[object]) -> Mapping[type, object]:
        given: dict[type, object] = {}
        needed = {
            section.params_type: section.title
            for section in reversed(_all(self.sections))
            if section.params_type is not None
        }
        problems: list[str] = []
        for value in params:
            name = type(value).__name__
            if type(value) not in needed:
                expected = ", ".join(sorted(each.__name__ for each in needed)) or "none"
                problems.append(f"no section takes the params {name}; expected: {expected}.")
            elif type(value) in given:
                problems.append(f"two params of the type {name}; pass one.")
            given[type(value)] = value
        problems += [
            f'section "{title}" needs the params {params_type.__name__}; pass them to render().'
            for params_type, title in needed.items()
            if params_type not in given
        ]
        if problems:
            raise PromptError(*(f'Prompt "{self.name}": {problem}' for problem in problems))
        return given


def _all(sections: Sequence[Section]) -> list[Section]:
    """Sections and their children, in the order of the text."""
    return [each for section in sections for each in (section, *_all(section.children))]


def _walk(
    sections: Sequence[Section],
    given: Mapping[type, object],
    settings: Settings,
    above: tuple[int, ...] = (),
) -> Iterator[tuple[tuple[int, ...], Section, RenderContext]]:
    """The enabled sections in the order of the text, numbered without gaps."""
    count = 0
    for section in sections:
        params = given[section.params_type] if section.params_type is not None else None
        context = RenderContext(params, settings)
        if section.is_enabled(context):
            count += 1
            yield (*above, count), section, context
            yield from _walk(section.children, given, settings, (*above, count))
