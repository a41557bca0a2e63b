"""A prompt book: one registry of sections and tools, from which every mode's prompt and tool list is made."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from gameplan.prompt.errors import PromptError, instead
from gameplan.prompt.modes import Mode, choose, named
from gameplan.prompt.prompt import Prompt
from gameplan.prompt.section import RenderContext, Section, slug
from gameplan.prompt.section_files import SectionText
from gameplan.prompt.template import Template
from gameplan.prompt.tool_like import ToolLike, bullets

_TOOLS = "tools"  # the placeholder that a book fills itself


class PromptBook:
    """Sections, tools and modes that belong together; all that its modes name is known to exist.

    `names` is the book's further vocabulary by kind, such as `{"zone": ("your_deck", "your_hand")}`.
    In a section, `${tools}` stands for one line per tool of the mode; other placeholders are filled from the
    `values` given to `prompt`.
    """

    def __init__(
        self,
        *,
        sections: Mapping[str, SectionText],
        tools: Sequence[ToolLike],
        modes: Sequence[Mode],
        names: Mapping[str, Iterable[str]] = MappingProxyType({}),
    ) -> None:
        self.sections: Final = MappingProxyType(dict(sections))
        for kind, words in names.items():
            if isinstance(words, str):
                raise PromptError(f'The names of the kind "{kind}" are a sequence of words, not {words!r}.')
        self.names: Final = MappingProxyType({kind: tuple(words) for kind, words in names.items()})
        self.all_tools: Final = MappingProxyType({tool.name: tool for tool in tools})
        self.modes: Final = MappingProxyType({mode.name: mode for mode in modes})
        if problems := (*_repeated("tool", tools), *_repeated("mode", modes), *self._unknown_names()):
            raise PromptError(*problems)
        self.templates: Final = MappingProxyType(
            {
                name: Template.parse(section.text, where=f"@{name}", line=section.text_line)
                for name, section in self.sections.items()
            }
        )

    def mode(self, name: str) -> Mode:
        """The mode of that name."""
        if name not in self.modes:
            raise PromptError(f'There is no mode "{name}"; {instead(name, self.modes)}')
        return self.modes[name]

    def tools(self, mode: str) -> tuple[ToolLike, ...]:
        """The tools that a mode has, in the book's order."""
        return tuple(self.all_tools[name] for name in choose(self.mode(mode).tools, self.all_tools))

    def prompt(self, mode: str, *, ns: str, values: Mapping[str, object] = MappingProxyType({})) -> Prompt:
        """The prompt of a mode, its placeholders filled from `values`."""
        tools = self.tools(mode)
        templates = {name: self.templates[name] for name in self.mode(mode).sections}
        self._refuse_unfit(values, templates.values())
        filled = {**values, _TOOLS: bullets(tools)}
        sections = [
            _TextSection(name, self.sections[name].title, template.fill(filled)) for name, template in templates.items()
        ]
        return Prompt(ns=ns, key=slug(mode), name=mode, sections=sections, tools=tools)

    def vocabulary(self) -> tuple[str, ...]:
        """Every name of every kind."""
        return tuple(dict.fromkeys(word for words in self.names.values() for word in words))

    def _refuse_unfit(self, values: Mapping[str, object], templates: Iterable[Template]) -> None:
        used = {each.name for template in self.templates.values() for each in template.placeholders}
        problems = [
            f'The value "{name}" is for no placeholder of this book; {instead(name, used - {_TOOLS})}'
            for name in values
            if name not in used - {_TOOLS}
        ]
        for template in templates:
            problems += template.unknown({*values, _TOOLS}, "the mapping of values")
        if problems:
            raise PromptError(*problems)

    def _unknown_names(self) -> Iterator[str]:
        for mode in self.modes.values():
            asked = (
                ("section", mode.sections, self.sections),
                ("tool", named(mode.tools), self.all_tools),
                ("name", named(mode.names), self.vocabulary()),
                ("mode", () if mode.plans_for is None else (mode.plans_for,), self.modes),
            )
            for kind, names, known in asked:
                for name in names:
                    if name not in known:
                        yield f'Mode "{mode.name}": there is no {kind} "{name}"; {instead(name, known)}'
            for name in dict.fromkeys(mode.sections):
                if mode.sections.count(name) > 1:
                    yield f'Mode "{mode.name}": the section "{name}" is in it twice; keep one.'


class _TextSection(Section):
    """A section whose text is complete."""

    def __init__(self, name: str, title: str, text: str) -> None:
        super().__init__(title=title, key=slug(name))
        self._text: Final = text

    def body(self, context: RenderContext) -> str:
        return self._text


def _repeated(kind: str, things: Sequence[ToolLike] | Sequence[Mode]) -> Iterator[str]:
    names = [thing.name for thing in things]
    for name in dict.fromkeys(names):
        if names.count(name) > 1:
            yield f'There are {names.count(name)} {kind}s named "{name}" in the book; rename or remove one.'
